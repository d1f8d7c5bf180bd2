/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A published table beside what was measured here: for each cell whether the
 * direction agrees. docs/reproduce.md has the rule.
 */
#ifndef REPRODUCE_H
#define REPRODUCE_H

#include "figures.h"
#include "published.h"
#include "show.h"

enum verdict { AGREES, DISAGREES, NOT_COMPARED, VERDICT_NR };

/* Why a figure cannot be compared. */
enum why {
	WHY_NONE,
	WHY_UNIT,	/* one side reads a counter that costs 1 insn here */
	WHY_BROKEN,	/* the posting itself is no evidence */
	WHY_ABSENT,	/* no such benchmark or class was measured */
	WHY_UNMARKED,	/* published without a mark, measured with one */
	WHY_UNDECIDED,	/* published with a mark, measured without one */
	WHY_NR
};

/* A published figure and the measured one. */
struct reproduced {
	const struct published_figure *published;	/* not owned */
	const struct figure *measured;	/* not owned; NULL: is not there */
	enum verdict verdict;
	enum why why;			/* of NOT_COMPARED */
};

/* A column of a published table, beside the column of a measured one. */
struct reproduced_column {
	const struct published_column *published;	/* not owned */
	char *cell;			/* owned: kstack/v5/on */
	const struct figures *figures;	/* not owned; NULL: nothing measured */
	size_t index;			/* the cell of these figures */
	struct reproduced *rows;	/* owned: one for each row */
};

struct reproduction {
	const struct published *table;	/* not owned */
	const char *revision;		/* of the posting; not owned */
	size_t nr;
	struct reproduced_column *columns;	/* owned */
	size_t verdicts[VERDICT_NR];
	size_t whys[WHY_NR];
};

struct reproductions {
	size_t nr;
	struct reproduction *all;	/* owned */
	size_t nr_measured;
	struct measured_against *measured;	/* owned: a set per baseline */
};

/*
 * The verdict of one figure: @published of @column against @measured in @unit,
 * NULL where it is not measured. @why gets the reason of NOT_COMPARED.
 */
enum verdict reproduce_verdict(const struct published_column *column,
			       const struct published_figure *published,
			       const struct figure *measured, enum unit unit,
			       enum why *why);

/*
 * Append "ARCH STACK REV" for each kernel that @tables need, each once, to
 * @out; in @revision, the newest posting's with NULL. Returns 0, or ST_USAGE
 * after a message.
 */
int reproduce_cells(const struct published_list *tables, const char *revision,
		    struct bytes *out);

/*
 * Set @tables beside the records that @options names, into @out. @options'
 * baseline is not used: each column has its own. Returns 0, or a status after
 * messages; ST_MISSING where a record is. @tables must outlive @out.
 * reproductions_free() frees.
 */
int reproduce(const struct published_list *tables, const char *revision,
	      const struct show_options *options, struct reproductions *out);

/* Append the text that readers get: grids and summaries; or CSV. */
void reproductions_text(const struct reproductions *all, struct bytes *out);
void reproductions_csv(const struct reproductions *all, struct bytes *out);

void reproductions_free(struct reproductions *all);

#endif
