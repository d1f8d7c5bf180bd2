/* SPDX-License-Identifier: GPL-2.0-only */
/* The records of stack offsets and of faults that a plan asks for. */
#ifndef PLAN_RECORDS_H
#define PLAN_RECORDS_H

#include "cell.h"
#include "record.h"

struct plan_records {
	const char *plan, *store, *data, *guest;
	const char *reference;	/* take them from this folder instead */
	const char *compare;	/* say on standard error how they compare */
	uint64_t samples, sessions;
	const char *target;	/* of make, that measures them: entropy */
};

/* What an option of a verb asks for; --help's lines of them. */
#define PLAN_RECORDS_USAGE \
"  --plan FILE     the cells, a line each, of scripts/plan-entropy\n" \
"  --data DIR      the data files (bench-data)\n" \
"  --store DIR     the records, and with them\n" \
"  --guest DIR     the guest programs, a folder per architecture\n" \
"  --from-reference DIR  the records of this folder instead\n" \
"  --compare DIR   say whether the records are those of this folder\n"

#define PLAN_RECORDS_ROWS(o) \
	{ .name = "plan", .text = &(o).plan }, \
	{ .name = "data", .text = &(o).data }, \
	{ .name = "store", .text = &(o).store }, \
	{ .name = "guest", .text = &(o).guest }, \
	{ .name = "from-reference", .text = &(o).reference }, \
	{ .name = "compare", .text = &(o).compare }

/* Check them for @verb: 0, or ST_USAGE after a message. */
int plan_records_check(const char *verb, const struct plan_records *o);

/*
 * Load each session of each cell of @b, which was opened for the plan, and hand
 * it to @take, which may move blocks out of it. Returns 0 or the worst status
 * after messages: every record that is missing is named before ST_MISSING is
 * returned, ST_REFUSED ends it.
 */
int plan_records_load(const struct plan_records *o, const struct bench *b,
		      int (*take)(void *arg, const struct cell *c,
				  const char *path, struct record *rec),
		      void *arg);

/* "kstack/v5"; the unpatched kernel is told by its parameters. Caller frees. */
char *plan_kernel(const struct cell *c);

#endif
