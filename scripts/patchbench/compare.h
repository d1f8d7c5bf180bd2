/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comparison of records with reference records: whether the figures are the
 * same, and if not, what else is not.
 */
#ifndef COMPARE_H
#define COMPARE_H

#include "record.h"

#define COMPARE_FIELDS	13

/* Starts as { 0 }; owns nothing. */
struct comparison {
	size_t records;			/* compared with, or looked for */
	size_t same;			/* of them with the same histograms */
	size_t absent;			/* without a reference */
	size_t differs[COMPARE_FIELDS];	/* records, by header key */
};

/* Compare @ours with @theirs, or note that there is none (NULL). */
void compare_record(struct comparison *c, const struct record *ours,
		    const struct record *theirs);

/*
 * One line: "same (18 of 18 records)", or what differs. Caller frees.
 */
char *compare_format(const struct comparison *c);

#endif
