/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The stack offset of a system call, as LKDTM reports it: a write to its
 * trigger logs where a local variable lies, against the first report of the
 * thread. The kernel's log carries sequence numbers, so that nothing can be
 * lost or read twice without notice.
 *
 * Every system call draws an offset; those made here are counted, so that the
 * number of each draw is known. Functions that fail say so on standard error
 * and end the program with status 1.
 */
#ifndef STACK_LOG_H
#define STACK_LOG_H

#include <stddef.h>
#include <stdint.h>

/* Reports that may lie in the log before they are read: it holds some 900. */
#define STACK_LOG_BATCH	64

struct stack_log {
	int trigger, kmsg;	/* file descriptors */
	uint64_t sequence;	/* of the record read last */
	uint64_t calls;		/* system calls made, this one excluded */
	unsigned int pending;	/* reports that were not read yet */
};

/* Open both, turn the console off, and begin behind what was logged before. */
void stack_log_open(struct stack_log *log, const char *program);

/* Make one system call that reports its offset; returns its number, from 0. */
uint64_t stack_log_report(struct stack_log *log);

/*
 * Read the oldest report that was not read yet: the anchor's address less that
 * of the variable, in bytes: this call's offset less that of the first one.
 */
long stack_log_next(struct stack_log *log);

/* Check that no report is left in the log that was not asked for. */
void stack_log_empty(struct stack_log *log);

#endif
