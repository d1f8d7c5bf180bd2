// SPDX-License-Identifier: GPL-2.0-only
/* One QEMU: started, watched, ended; see guest.h. */
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "channel.h"
#include "guest.h"
#include "patchbench.h"

#define OUTPUT_MAX	((size_t)64 << 20)	/* bytes of console, of channel */
#define CONSOLE_LINES	15			/* shown when it failed */
#define GRACE		10.0			/* s to leave after its last word */
#define LAST_WORDS	2.0			/* s to finish dying */
#define EXEC_FAILED	127

/* What a dying kernel says, the gravest first. */
static const struct {
	const char *text;
	const char *meaning;
} symptoms[] = {
	{ "Kernel panic", "the kernel panicked" },
	{ "Internal error: Oops", "the kernel oopsed" },
	{ "Internal error", "the kernel oopsed" },
	{ "Oops: ", "the kernel oopsed" },
	{ "BUG: ", "the kernel reported a BUG" },
	{ "kernel BUG at", "the kernel reported a BUG" },
};

double now(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (double)ts.tv_sec + (double)ts.tv_nsec / 1e9;
}

/*
 * Keep QEMU's threads on one CPU, the @slot'th of those we may use, where none
 * preempts another when it wakes up. With sleep=off the main loop moves the
 * virtual clock to the next timer as soon as the guest's CPU has halted, also
 * when the instructions before the halt are not counted yet; on two CPUs that
 * now and then happens, and the guest's time is off by those instructions.
 */
static void keep_to_one_cpu(size_t slot)
{
	struct sched_param param = { 0 };
	cpu_set_t may, one;
	size_t i, n;

	sched_setscheduler(0, SCHED_BATCH, &param);
	if (sched_getaffinity(0, sizeof(may), &may) || !CPU_COUNT(&may))
		return;
	/* Runners side by side begin at different CPUs, as a rule. */
	n = (slot + (size_t)getppid()) % (size_t)CPU_COUNT(&may);
	for (i = 0; i < CPU_SETSIZE; i++) {
		if (!CPU_ISSET(i, &may) || n--)
			continue;
		CPU_ZERO(&one);
		CPU_SET(i, &one);
		sched_setaffinity(0, sizeof(one), &one);
		return;
	}
}

static void in_child(const char *dir, char *const *argv, pid_t parent,
		     size_t slot)
{
	struct rlimit files = { OUTPUT_MAX + 1, OUTPUT_MAX + 1 };
	int null, log;

	prctl(PR_SET_PDEATHSIG, SIGKILL);
	if (getppid() != parent)
		_exit(EXEC_FAILED);
	/* A signal for the runner's terminal is the runner's to act upon. */
	setpgid(0, 0);
	setrlimit(RLIMIT_FSIZE, &files);
	keep_to_one_cpu(slot);
	if (chdir(dir))
		_exit(EXEC_FAILED);
	null = open("/dev/null", O_RDONLY);
	log = open("qemu.log", O_WRONLY | O_CREAT | O_TRUNC, 0666);
	if (null < 0 || log < 0)
		_exit(EXEC_FAILED);
	dup2(null, 0);
	dup2(log, 1);
	dup2(log, 2);
	execvp(argv[0], argv);
	dprintf(2, "%s: %s\n", argv[0], strerror(errno));
	_exit(EXEC_FAILED);
}

int guest_start(struct guest *g, const char *name, const char *dir,
		char *const *argv, size_t slot, double silence, double limit)
{
	pid_t parent = getpid();

	*g = (struct guest){
		.name = xstrdup(name),
		.dir = xstrdup(dir),
		.silence = silence,
		.limit = limit,
	};
	g->started = g->heard = now();
	g->pid = fork();
	if (g->pid < 0) {
		g->pid = 0;
		return error(ST_MACHINE, "%s: cannot start a process: %s", name,
			     strerror(errno));
	}
	if (!g->pid)
		in_child(dir, argv, parent, slot);
	return 0;
}

/* The content of a file of the guest's folder; "" where there is none. */
static char *slurp(const struct guest *g, const char *file, size_t *len)
{
	char *path = xasprintf("%s/%s", g->dir, file);
	char *text = file_read(path, OUTPUT_MAX + 1, len);

	free(path);
	if (!text) {
		*len = 0;
		text = xstrdup("");
	}
	return text;
}

static size_t size_of(const struct guest *g, const char *file)
{
	char *path = xasprintf("%s/%s", g->dir, file);
	struct stat st;
	int ret = stat(path, &st);

	free(path);
	return ret ? 0 : (size_t)st.st_size;
}

/* The last lines of @file, made harmless, to standard error. */
static void show_tail(const struct guest *g, const char *file)
{
	size_t len, start, lines = 0;
	char *text = slurp(g, file, &len);

	for (start = len; start; start--)
		if (text[start - 1] == '\n' && start != len &&
		    ++lines == CONSOLE_LINES)
			break;
	if (len - start > 8192)
		start = len - 8192;
	if (len)
		fprintf(stderr, "  | ");
	for (; start < len; start++) {
		unsigned char c = (unsigned char)text[start];

		if (c == '\n' && start + 1 < len)
			fprintf(stderr, "\n  | ");
		else if (c == '\t' || (c >= ' ' && c < 0x7f))
			fputc(c, stderr);
		else if (c != '\r' && c != '\n')
			fputc('?', stderr);
	}
	if (len)
		fputc('\n', stderr);
	free(text);
}

static void fail(struct guest *g, int status, const char *why)
{
	struct statvfs vfs;

	/* Whatever it looks like, a full disk is the cause of it. */
	if (!statvfs(g->dir, &vfs) &&
	    (geteuid() ? vfs.f_bavail : vfs.f_bfree) * vfs.f_frsize < 65536) {
		status = ST_MACHINE;
		why = "the disk is full";
	}
	/* A kernel that ended before its console was up has said nothing. */
	if (size_of(g, "console")) {
		g->status = error(status, "%s: %s; the console's last lines:",
				  g->name, why);
		show_tail(g, "console");
	} else {
		g->status = error(status, "%s: %s; the console is empty%s",
				  g->name, why, size_of(g, "qemu.log") ?
				  ", QEMU says:" : "");
		show_tail(g, "qemu.log");
	}
}

/* Read what is new; true when something was. */
static bool listen_to(struct guest *g)
{
	size_t console = size_of(g, "console"), len, i;
	size_t channel = size_of(g, "channel");
	char *text;

	if (console == g->console_len && channel == g->channel_len)
		return false;
	if (channel != g->channel_len) {
		text = slurp(g, "channel", &len);
		g->complete = channel_ended(text, len);
		free(text);
	}
	if (console != g->console_len && !g->symptom) {
		text = slurp(g, "console", &len);
		for (i = 0; i < sizeof(symptoms) / sizeof(symptoms[0]); i++) {
			if (!memmem(text, len, symptoms[i].text,
				    strlen(symptoms[i].text)))
				continue;
			g->symptom = symptoms[i].meaning;
			break;
		}
		free(text);
	}
	g->console_len = console;
	g->channel_len = channel;
	return true;
}

/* It is gone: was that as it should be? */
static void judge(struct guest *g, int wait_status)
{
	listen_to(g);
	/* A kernel that oopsed has measured nothing, whatever it reports. */
	if (g->complete && !g->symptom)
		return;
	if (g->console_len >= OUTPUT_MAX || g->channel_len >= OUTPUT_MAX) {
		fail(g, ST_NO, "it wrote more than a guest may");
		return;
	}
	if (g->symptom) {
		fail(g, ST_NO, g->symptom);
		return;
	}
	if (WIFEXITED(wait_status) && WEXITSTATUS(wait_status) == EXEC_FAILED) {
		fail(g, ST_MISSING, "QEMU did not start");
		return;
	}
	if (WIFSIGNALED(wait_status))
		fail(g, ST_MACHINE, "QEMU was killed");
	else if (WEXITSTATUS(wait_status) && !g->console_len)
		fail(g, ST_MACHINE, "QEMU refused to run");
	else
		fail(g, ST_NO, "it powered off before it had measured");
}

bool guest_poll(struct guest *g)
{
	double t = now();
	char why[128];
	int wait_status;

	if (waitpid(g->pid, &wait_status, WNOHANG) == g->pid) {
		g->pid = 0;
		judge(g, wait_status);
		return true;
	}
	if (listen_to(g))
		g->heard = t;
	if (!g->leaving && (g->complete || g->symptom))
		g->leaving = t;
	if (g->complete && !g->symptom && t - g->leaving > GRACE) {
		/* All it had to say has come; it only failed to leave. */
		guest_kill(g);
		return true;
	}
	if (g->symptom && t - g->leaving > LAST_WORDS) {
		guest_kill(g);
		fail(g, ST_NO, g->symptom);
		return true;
	}
	if (t - g->heard > g->silence) {
		guest_kill(g);
		snprintf(why, sizeof(why), "it said nothing for %.0f s",
			 g->silence);
		fail(g, ST_MACHINE, why);
		return true;
	}
	if (t - g->started > g->limit) {
		guest_kill(g);
		snprintf(why, sizeof(why), "it was not done after %.0f s",
			 g->limit);
		fail(g, ST_MACHINE, why);
		return true;
	}
	return false;
}

void guest_kill(struct guest *g)
{
	if (!g->pid)
		return;
	kill(g->pid, SIGKILL);
	while (waitpid(g->pid, NULL, 0) < 0 && errno == EINTR)
		;
	g->pid = 0;
}

void guest_release(struct guest *g)
{
	guest_kill(g);
	free(g->name);
	free(g->dir);
	*g = (struct guest){ 0 };
}
