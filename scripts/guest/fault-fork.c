// SPDX-License-Identifier: GPL-2.0-only
/* The first system call of a new task; see fault.h. */
#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "fault.h"

/*
 * Reports of a child. The lowest and the highest of 64 equally likely offsets
 * are both among so many but for one child in 12000: 2 * (63/64)^641.
 */
#define REPORTS		641	/* the log holds some 900 */

/*
 * The child. Its first call must be the first report, so neither fork(), whose
 * child has work of the C library's to do, nor anything else comes before.
 */
static void __attribute__((noreturn)) child(int trigger)
{
	int i;

	for (i = 0; i < REPORTS; i++)
		if (syscall(SYS_write, trigger, REPORT, REPORT_LEN) !=
		    (long)REPORT_LEN)
			_exit(1);
	_exit(0);
}

static int await_child(struct fault *f, pid_t pid)
{
	const struct timespec nap = { .tv_nsec = 1000000 };
	struct timespec now, begin;
	pid_t ended;
	int status;

	clock_gettime(CLOCK_MONOTONIC, &begin);
	while (!(ended = waitpid(pid, &status, WNOHANG))) {
		clock_gettime(CLOCK_MONOTONIC, &now);
		if (now.tv_sec - begin.tv_sec > FAULT_PATIENCE) {
			kill(pid, SIGKILL);
			return fault_failed(f, "child %ld: not done in %d s",
					    (long)pid, FAULT_PATIENCE);
		}
		nanosleep(&nap, NULL);
	}
	if (ended != pid)
		return fault_failed(f, "child %ld: %s", (long)pid,
				    strerror(errno));
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		return fault_failed(f, "child %ld: could not report",
				    (long)pid);
	return 0;
}

static int count(struct stack_log *log, struct fault *f, pid_t pid)
{
	long offset, min = 0, max = 0;
	int n;

	log->pending += REPORTS;
	for (n = 0; n < REPORTS; n++) {
		offset = stack_log_next(log);
		/* The first report of a task is what the others count from. */
		if (!n && offset)
			return fault_failed(f, "child %ld: the log holds reports of another task",
					    (long)pid);
		if (offset % OFFSET_STEP)
			return fault_failed(f, "child %ld: offset %ld is no multiple of %d",
					    (long)pid, offset, OFFSET_STEP);
		min = offset < min ? offset : min;
		max = offset > max ? offset : max;
	}
	stack_log_empty(log);
	if (max - min > (OFFSET_STEPS - 1) * OFFSET_STEP)
		return fault_failed(f, "child %ld: offsets span %ld bytes",
				    (long)pid, max - min);
	/*
	 * Only a whole range has its bottom at offset 0, of which the first
	 * report, the anchor, is -min away.
	 */
	if (max - min == (OFFSET_STEPS - 1) * OFFSET_STEP)
		f->bins[-min / OFFSET_STEP]++;
	else
		f->bins[FAULT_UNKNOWN]++;
	f->count++;
	return 0;
}

int fault_fork(struct stack_log *log, uint64_t children, struct fault *f)
{
	uint64_t i;

	for (i = 0; i < children; i++) {
		pid_t pid;

		/* clone(SIGCHLD) on every architecture: no stack, no more. */
		pid = (pid_t)syscall(SYS_clone, SIGCHLD, 0, 0, 0, 0);
		if (!pid)
			child(log->trigger);
		if (pid < 0)
			return fault_failed(f, "no child: %s",
					    strerror(errno));
		if (await_child(f, pid) || count(log, f, pid))
			return -1;
	}
	return 0;
}
