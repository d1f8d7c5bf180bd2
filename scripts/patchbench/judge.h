/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The verdict on a sequence of offsets: does it have the entropy that is
 * promised? docs/limits.md has the method.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "distribution.h"
#include "estimators.h"
#include "limits-table.h"

enum judge_test {
	JUDGE_WIDTH,		/* the promised bits all move */
	JUDGE_MIN_ENTROPY,	/* the least estimate is not below its limit */
	JUDGE_CHI_SQUARE,	/* from here on a p-value is not below alpha */
	JUDGE_BALANCE,
	JUDGE_SERIAL,
	JUDGE_RUNS,
	JUDGE_TESTS,
};

/*
 * How often each test with a p-value may fail a fair source: once in so many
 * sessions. Four of them make 1/1000, the limit makes another 1/1000.
 */
#define JUDGE_ALPHA_ONE_IN	4000

struct judgement {
	bool pass;			/* nothing failed */
	size_t nr_failed;
	const char *failed[JUDGE_TESTS];	/* names, not owned */
	bool ok[JUDGE_TESTS];
	struct test_result tests[JUDGE_TESTS];	/* JUDGE_CHI_SQUARE and on */
	double minimum;		/* the least estimate, bits a symbol */
	struct limit limit;	/* what it was compared with */
	double alpha;		/* what each p-value was compared with */
	unsigned int promised;	/* bits; the lowest ones have to move */
	struct distribution distribution;
};

/* "width", "min-entropy", "chi-square", "balance", "serial", "runs". */
const char *judge_test_name(enum judge_test test);

/*
 * Judge @s, whose estimates are @e, by @limits; @promised bits, 1 to
 * SEQUENCE_WIDTH_MAX, are to move, and where @s is narrower they do not. What is
 * not a number fails. Returns 0 with the verdict in @out, which owns nothing, or
 * ST_MISSING after a message where no limit is known for its width and length.
 */
int judge(const struct sequence *s, const struct estimates *e,
	  const struct limits *limits, unsigned int promised,
	  struct judgement *out);

/*
 * At most how often a fair source fails: the sum over the limit and the tests
 * with a p-value, whatever their dependence (G. Boole's inequality). The test
 * of the width adds promised * 2^(1 - n), nothing from LIMITS_N_MIN symbols on.
 */
double judge_false_alarms(const struct limit *limit);

#endif
