/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The figures of a table: for each benchmark, result class and cell the value,
 * its interval, the change against the baseline and the mark; and what must be
 * known to read them: how many comparisons, what the baseline differs from
 * itself, how many sessions a verdict would need. docs/statistics.md has the
 * method.
 */
#ifndef FIGURES_H
#define FIGURES_H

#include "table.h"

/* What makes a mark. */
enum rule {
	RULE_OVERLAP,	/* the 95 % intervals have no point in common */
	RULE_TEST,	/* a test's p is at most 5 %: Welch's for means,
			   Mann-Whitney's for all else */
};

struct figures_options {
	enum rule rule;
	bool holm;		/* RULE_TEST: by Holm's adjusted p */
	bool all_classes;	/* not only those of published tables */
};

struct figure {
	struct interval in;
	struct change change;	/* the baseline's own is { 0 } */
	bool compared;		/* with the baseline, and not exact with it */
	double p;		/* RULE_TEST: of the test; NAN: was not made */
	double p_holm;		/* the same by Holm, over the whole table */
};

/* The baseline against itself. */
struct again {
	bool known;		/* enough sessions for two sides */
	bool halves;		/* odd against even sessions, for want of more */
	uint64_t first, last;	/* the second side's sessions, unless halves */
	double percent;		/* the largest change, either sign */
	size_t bench, class;	/* where it is */
	size_t marks, of;	/* marked, of so many figures */
	size_t exact;		/* of them the same in all sessions */
};

struct figures {
	const struct table *table;	/* not owned */
	struct figures_options options;
	size_t nr_classes;
	enum result_class classes[RC_NR];
	struct figure *figures;	/* owned; figures_at() finds one */
	size_t cells;		/* changes against the baseline */
	size_t exact;		/* of them with both sides exact */
	size_t marks;		/* of them marked */
	size_t compared;	/* of them neither exact nor without interval */
	/* Not marked though compared: sessions that a verdict would need. */
	size_t undecided;
	size_t needed_least, needed_most;	/* 0: none has an answer */
	size_t beyond;		/* of the undecided without an answer */
	struct again again;
};

/* Work out @out from @table, which must outlive it. figures_free() frees. */
void figures_make(const struct table *table,
		  const struct figures_options *options, struct figures *out);

/* The figure of benchmark @bench, class classes[@class] and cell @cell. */
const struct figure *figures_at(const struct figures *figures, size_t bench,
				size_t class, size_t cell);

void figures_free(struct figures *figures);

/* "overlap" or "test". */
const char *rule_name(enum rule rule);

#endif
