/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What the least of the ten SP 800-90B estimates of a fair source falls below
 * with a small, known probability: bench-data/limits. docs/limits.md has the
 * method and the format.
 */
#ifndef LIMITS_TABLE_H
#define LIMITS_TABLE_H

#include "estimators.h"
#include "histogram.h"

#define LIMITS_N_MIN		ESTIMATE_SAMPLES_MIN
#define LIMITS_N_MAX		ESTIMATE_SAMPLES_MAX
#define LIMITS_SIMULATIONS_MAX	((1U << 20) - 1)	/* see simulate.h */
#define LIMITS_SEED_MAX		((1U << 12) - 1)
#define LIMITS_ONE_IN		1000	/* no line of a table alarms more often */
#define LIMITS_MICRO		1000000	/* a limit is kept in millionths */

/* A line: WIDTH N SIMULATIONS RANK SEED LIMIT. */
struct limit {
	unsigned int width;	/* bits of a symbol */
	uint64_t n;		/* symbols of each simulated sequence */
	uint64_t simulations, rank, seed;
	uint64_t micro;		/* the limit, in millionths of a bit a symbol */
};

struct limits {
	size_t nr;
	struct limit *limits;	/* owned; ascending by width, then n */
};

/*
 * Parse @len bytes at @data, called @name in messages. Strict: one blank between
 * words, lines in order, none twice, none that alarms more often than once in
 * LIMITS_ONE_IN. Returns 0, or ST_REFUSED after a message with file and line;
 * then @out is empty. limits_free() frees.
 */
int limits_parse(const char *name, const char *data, size_t len,
		 struct limits *out);

/* The same of the file @path; ST_MISSING where there is none, ST_MACHINE. */
int limits_read(const char *path, struct limits *out);

/* Free what @l owns and empty it; not @l itself. */
void limits_free(struct limits *l);

/*
 * The limit for @n symbols of @width bits: of that width, the one with the
 * largest tabulated n that is not above @n; docs/limits.md says what that does
 * to the rate of false alarms. Owned by @l. NULL after a message where there is none: ST_MISSING.
 */
const struct limit *limits_find(const struct limits *l, unsigned int width,
				uint64_t n);

/* The limit in bits a symbol. */
double limit_bits(const struct limit *l);

/*
 * How likely a fair source falls below it: rank / (simulations + 1). Sources:
 * M. Dwass, "Modified randomization tests for nonparametric hypotheses", Annals
 * of Mathematical Statistics 28 (1957); G. A. Barnard, in the discussion of M.
 * S. Bartlett, Journal of the Royal Statistical Society B 25 (1963), p. 294.
 */
double limit_rate(const struct limit *l);

/* Append the line to @out. */
void limit_format(const struct limit *l, struct bytes *out);

#endif
