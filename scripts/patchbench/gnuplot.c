// SPDX-License-Identifier: GPL-2.0-only
/* Runs gnuplot on files that have no name; see gnuplot.h. */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gnuplot.h"
#include "patchbench.h"

#define OUTPUT_MAX	((size_t)64 << 20)	/* bytes of one plot */
#define SECONDS_MAX	120			/* of CPU time */
#define NOT_FOUND	127			/* as a shell has it */

/* The ends of the pipes that are none. */
struct files {
	int script, out, messages;
};

static int files_open(const struct bytes *script, struct files *files)
{
	size_t done = 0;

	files->script = memfd_create("script", MFD_CLOEXEC);
	files->out = memfd_create("plot", MFD_CLOEXEC);
	files->messages = memfd_create("messages", MFD_CLOEXEC);
	if (files->script < 0 || files->out < 0 || files->messages < 0)
		return -1;
	while (done < script->len) {
		ssize_t put = write(files->script, script->data + done,
				    script->len - done);

		if (put < 0 && errno != EINTR)
			return -1;
		if (put > 0)
			done += (size_t)put;
	}
	return lseek(files->script, 0, SEEK_SET) ? -1 : 0;
}

static void files_close(const struct files *files)
{
	if (files->script >= 0)
		close(files->script);
	if (files->out >= 0)
		close(files->out);
	if (files->messages >= 0)
		close(files->messages);
}

/* All that was written to @fd, up to @max bytes. */
static int take(int fd, size_t max, struct bytes *out)
{
	char buf[65536];
	size_t left = max;
	ssize_t got = 0;

	if (lseek(fd, 0, SEEK_SET))
		return -1;
	while (left && (got = read(fd, buf, left < sizeof(buf) ?
				   left : sizeof(buf))) > 0) {
		bytes_add(out, buf, (size_t)got);
		left -= (size_t)got;
	}
	return got < 0 ? -1 : 0;
}

static void child(const struct files *files, pid_t parent)
{
	const struct rlimit size = { OUTPUT_MAX, OUTPUT_MAX };
	const struct rlimit seconds = { SECONDS_MAX, SECONDS_MAX };

	/* Only what ends us shall end it; a terminal asks both. */
	signal(SIGTERM, SIG_DFL);
	signal(SIGHUP, SIG_DFL);
	signal(SIGINT, SIG_DFL);
	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(NOT_FOUND - 1);
	setrlimit(RLIMIT_FSIZE, &size);
	setrlimit(RLIMIT_CPU, &seconds);
	setenv("LC_ALL", "C", 1);
	if (dup2(files->script, 0) < 0 || dup2(files->out, 1) < 0 ||
	    dup2(files->messages, 2) < 0)
		_exit(NOT_FOUND - 1);
	/* -d: no settings of the system's or of the user's. */
	execlp("gnuplot", "gnuplot", "-d", (char *)NULL);
	_exit(errno == ENOENT ? NOT_FOUND : NOT_FOUND - 1);
}

static int failed(const struct files *files, int wstatus)
{
	struct bytes text = { 0 };
	int ret;

	if (WIFEXITED(wstatus) && WEXITSTATUS(wstatus) == NOT_FOUND)
		return error(ST_MISSING, "gnuplot is missing; it comes with "
			     "Debian's package gnuplot-nox");
	take(files->messages, 1000, &text);
	bytes_add(&text, "", 1);
	ret = WIFSIGNALED(wstatus) ?
		error(ST_MACHINE, "gnuplot: ended by signal %d",
		      WTERMSIG(wstatus)) :
		error(ST_MACHINE, "gnuplot: status %d: %s",
		      WEXITSTATUS(wstatus), text.data);
	free(text.data);
	return ret;
}

int gnuplot_run(const struct bytes *script, struct bytes *out)
{
	struct files files;
	pid_t parent = getpid(), pid;
	int ret = 0, wstatus;

	if (files_open(script, &files)) {
		ret = error(ST_MACHINE, "gnuplot's script: %s",
			    strerror(errno));
		goto out;
	}
	pid = fork();
	if (pid < 0) {
		ret = error(ST_MACHINE, "fork: %s", strerror(errno));
		goto out;
	}
	if (!pid)
		child(&files, parent);
	while (waitpid(pid, &wstatus, 0) < 0)
		if (errno != EINTR)
			die(ST_MACHINE, "wait: %s", strerror(errno));
	if (!WIFEXITED(wstatus) || WEXITSTATUS(wstatus))
		ret = failed(&files, wstatus);
	else if (take(files.out, OUTPUT_MAX, out))
		ret = error(ST_MACHINE, "gnuplot's output: %s",
			    strerror(errno));
out:
	files_close(&files);
	return ret;
}
