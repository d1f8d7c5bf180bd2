/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Two faults of stack offsets that are chosen by one call for the next one.
 * docs/faults.md explains them.
 */
#ifndef GUEST_FAULT_H
#define GUEST_FAULT_H

#include <stdint.h>

#include "stack-log.h"

/* What a write to LKDTM's trigger says to have the offset reported. */
#define REPORT		"REPORT_STACK"
#define REPORT_LEN	(sizeof(REPORT) - 1)

#define OFFSET_STEP	16	/* bytes: alignment of the stack, 64 bit */
#define OFFSET_STEPS	64	/* KSTACK_OFFSET_MAX() leaves six bits */
#define FAULT_SAME	1024	/* migrate: the bin of equal offsets */
#define FAULT_UNKNOWN	OFFSET_STEPS	/* fork: the bin of no offset */
#define FAULT_BINS	2048
#define FAULT_PATIENCE	10	/* seconds that a step of a round may take */

struct fault {
	uint64_t count;
	uint64_t bins[FAULT_BINS];
	char why[160];		/* why it could not be observed */
};

/* Note why, printf-like. Returns -1. */
int fault_failed(struct fault *f, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Keep thread @tid (0: the caller) to @cpu. 0, or -1 with @f->why set. */
int fault_pin(struct fault *f, int tid, int cpu);

/*
 * @rounds times: is the offset that a call on CPU 0 used, and left on another
 * CPU, used there again? Counts in bin FAULT_SAME + (second - first offset) /
 * OFFSET_STEP. Runs on CPU 1 and leaves the caller there. 0, or -1 with @f->why
 * set. @log ends the program where the log does not hold what it must.
 */
int fault_migrate(struct stack_log *log, uint64_t rounds, struct fault *f);

/*
 * The offset of the first system call of each of @children new tasks, in
 * steps; FAULT_UNKNOWN where the task's calls do not span all offsets, so that
 * none of them is known. 0, or -1 with @f->why set; @log as above.
 */
int fault_fork(struct stack_log *log, uint64_t children, struct fault *f);

#endif
