// SPDX-License-Identifier: GPL-2.0-only
/* Stack offsets out of the kernel's log; see stack-log.h. */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/klog.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "stack-log.h"

#define TRIGGER		"/sys/kernel/debug/provoke-crash/DIRECT"
#define KMSG		"/dev/kmsg"
#define CONSOLE_OFF	6	/* of syslog(2) */

static const char report[] = "REPORT_STACK";
static const char said[] = "lkdtm: Stack offset: ";
static const char *name;

static void __attribute__((noreturn)) fail(const char *what, const char *object)
{
	fprintf(stderr, "%s: %s %s\n", name, what, object);
	exit(1);
}

static int open_or_fail(const char *path, int flags)
{
	int fd = open(path, flags | O_CLOEXEC);

	if (fd < 0) {
		fprintf(stderr, "%s: %s: %s; it takes a kernel with LKDTM and debugfs\n",
			name, path, strerror(errno));
		exit(1);
	}
	return fd;
}

void stack_log_open(struct stack_log *log, const char *program)
{
	name = program;
	memset(log, 0, sizeof(*log));
	log->trigger = open_or_fail(TRIGGER, O_WRONLY);
	log->kmsg = open_or_fail(KMSG, O_RDONLY | O_NONBLOCK);
	/* The console takes thousands of instructions for each character. */
	if (klogctl(CONSOLE_OFF, NULL, 0))
		fail("cannot turn the console off:", strerror(errno));
	if (lseek(log->kmsg, 0, SEEK_END))
		fail("cannot go to the end of the log:", strerror(errno));
}

uint64_t stack_log_report(struct stack_log *log)
{
	/* No wrapper: one call, and nothing else that enters the kernel. */
	if (syscall(SYS_write, log->trigger, report, sizeof(report) - 1) !=
	    (long)sizeof(report) - 1)
		fail("LKDTM does not take", report);
	log->pending++;
	return log->calls++;
}

/*
 * The next record's text, or NULL where there is none. A record is
 * "LEVEL,SEQUENCE,TIME,FLAGS;TEXT\n".
 */
static const char *next_record(struct stack_log *log)
{
	static char line[8192];
	long len = syscall(SYS_read, log->kmsg, line, sizeof(line) - 1);
	unsigned long long sequence;
	char *text, *end;

	log->calls++;
	if (len < 0 && errno == EAGAIN)
		return NULL;
	if (len < 0 && errno == EPIPE)
		fail("the log was overwritten before it was read:", KMSG);
	if (len < 0)
		fail("cannot read the log:", strerror(errno));
	line[len] = '\0';
	text = strchr(line, ',');
	if (!text)
		fail("no record of a log:", line);
	sequence = strtoull(text + 1, &end, 10);
	text = strchr(end, ';');
	if (!text)
		fail("no record of a log:", line);
	if (log->sequence && sequence != log->sequence + 1)
		fail("a record of the log is missing before:", line);
	log->sequence = sequence;
	text++;
	text[strcspn(text, "\n")] = '\0';
	return text;
}

/* Whether @text is a report; then its value. */
static bool is_report(const char *text, long *offset)
{
	char *end;

	if (strncmp(text, said, sizeof(said) - 1))
		return false;
	*offset = strtol(text + sizeof(said) - 1, &end, 10);
	if (*end || end == text + sizeof(said) - 1)
		fail("no offset:", text);
	return true;
}

long stack_log_next(struct stack_log *log)
{
	const char *text;
	long offset;

	if (!log->pending)
		fail("no report is due from", KMSG);
	do {
		text = next_record(log);
		if (!text)
			fail("a report did not arrive in", KMSG);
	} while (!is_report(text, &offset));
	log->pending--;
	return offset;
}

void stack_log_empty(struct stack_log *log)
{
	const char *text;
	long offset;

	while ((text = next_record(log)))
		if (is_report(text, &offset))
			fail("a report that nobody asked for:", text);
}
