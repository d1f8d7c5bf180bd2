/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The entropy of stack offsets: the records of a plan's cells, what every test
 * says of them, and the tables of that. docs/entropy.md has the method.
 */
#ifndef ENTROPY_H
#define ENTROPY_H

#include "judge.h"
#include "predict.h"
#include "plan-records.h"

/* What was drawn on one CPU in one session, and what is found in it. */
struct drawn {
	uint64_t session;
	struct offsets offsets;		/* owned */
	bool inside;			/* every offset is one of the mask's */
	uint64_t outside;		/* bytes: the first that is not */
	/* Of those that are inside: */
	struct estimates estimates;
	struct judgement verdict;
	struct prediction linear, simple, best;
};

/* One kernel on one machine. */
struct entropy_row {
	char *kernel;		/* owned: kstack/v5; base/on */
	char *machine;		/* owned: the file of bench-data/arches */
	char *cpu;		/* owned: the CPU model */
	bool clock;		/* QEMU's ordinary clock */
	size_t nr;
	struct drawn *drawn;	/* owned: by session, then by CPU */
	bool pass;		/* all of them do */
	/* The same kernel with the ordinary clock is shown in its place. */
	bool aside;
};

/* The kernels of one architecture, base and configuration. */
struct entropy_table {
	char *arch, *base, *config;	/* owned */
	uint64_t mask;		/* the offset's bits, as promised */
	unsigned int width;	/* how many */
	uint64_t samples, sessions;
	size_t nr;
	struct entropy_row *rows;	/* owned */
};

/* Starts as { 0 }. */
struct entropy {
	size_t nr;
	struct entropy_table *tables;	/* owned */
	struct limits limits;
	bool reference;		/* made from reference records */
};

/*
 * Load the records of the plan and the limits into @out. Returns 0, or a status
 * after messages: ST_MISSING for records, ST_REFUSED for damaged ones. Free
 * with entropy_free() in any case.
 */
int entropy_load(const struct plan_records *o, struct entropy *out);

/*
 * Whether the limits of o->data are enough for o->samples of every
 * architecture. Returns 0, or a status after a message.
 */
int entropy_limits_known(const struct plan_records *o);

/*
 * Apply every test to all that was drawn, up to @jobs at a time. Returns 0, or
 * ST_MISSING after a message where there is no limit for so many samples.
 */
int entropy_examine(struct entropy *entropy, uint64_t jobs);

/* How many rows that are shown fail. */
size_t entropy_failures(const struct entropy *entropy);

/* What of a row its line shows: the least bits, the most hits. */
const struct drawn *row_fewest_bits(const struct entropy_row *row);
const struct drawn *row_most_hits(const struct entropy_row *row);

/* Whether a row was constant but for a few changes: a source that is stuck. */
bool row_stuck(const struct entropy_row *row);

/* Bits: Shannon's of the offsets or of their steps, whichever is lower. */
double drawn_bits(const struct drawn *d);

/*
 * Append to @out: each table as a grid with notes, or in Markdown; the short
 * grid of a cover letter; every figure as a grid; every figure as CSV.
 */
void entropy_text(const struct entropy *entropy, bool markdown,
		  struct bytes *out);
void entropy_cover(const struct entropy *entropy, struct bytes *out);
void entropy_full(const struct entropy *entropy, struct bytes *out);
void entropy_csv(const struct entropy *entropy, struct bytes *out);

/* One figure of what was drawn, in the order of docs/entropy.md. */
struct entropy_figure {
	const char *group, *name;	/* static */
	const char *unit;		/* "bits", "p", ..., or "" */
	char *value;			/* owned */
};

/* All of them to @nr; the caller frees with entropy_figures_free(). */
struct entropy_figure *entropy_figures(const struct drawn *d, size_t *nr);
void entropy_figures_free(struct entropy_figure *figures, size_t nr);

void entropy_free(struct entropy *entropy);

#endif
