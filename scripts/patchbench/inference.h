/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What may be concluded from few sessions: tests of two cells, the correction
 * for many comparisons, intervals that assume no distribution, and how many
 * sessions a verdict takes. docs/statistics.md has the method; tests/test-r.sh
 * compares each with R.
 */
#ifndef INFERENCE_H
#define INFERENCE_H

#include "statistics.h"

#define INFERENCE_SESSIONS_MAX	1000	/* the largest answer of *_needed() */

/* A two-sided test of two groups of values. */
struct test_result {
	bool known;		/* there are enough values for it */
	bool exact;		/* p is counted, not approximated */
	double statistic;	/* Welch: t; Mann-Whitney: U of the first group */
	double df;		/* Welch: degrees of freedom; otherwise 0 */
	double p;		/* 0 to 1 */
};

/*
 * Welch's t test that the means of @a and @b are equal, in any unit; known from
 * two values each. Where neither group varies, nothing is estimated: p is 1 for
 * equal means and otherwise 0, and exact. Source: B. L. Welch, "The
 * generalization of Student's problem when several different population
 * variances are involved", Biometrika 34 (1947).
 */
struct test_result welch_test(const double *a, size_t na,
			      const double *b, size_t nb);

/*
 * The Mann-Whitney test of @a and @b, known from one value each. Up to 60
 * values in all every division of the (mid)ranks into the two groups is
 * counted, ties included; p is twice the smaller tail, at most 1. Beyond, the
 * normal approximation with the corrections for ties and continuity. Source:
 * H. B. Mann and D. R. Whitney, Annals of Mathematical Statistics 18 (1947).
 */
struct test_result mann_whitney_test(const double *a, size_t na,
				     const double *b, size_t nb);

/*
 * Holm's correction of @n p-values, into @adjusted, which may be @p; a NAN is
 * no comparison and stays one. Source: S. Holm, "A simple sequentially
 * rejective multiple test procedure", Scandinavian Journal of Statistics 6
 * (1979).
 */
void holm_adjust(const double *p, size_t n, double *adjusted);

/* A distribution-free interval of a quantile, from order statistics. */
struct order_interval {
	bool known;			/* the values are enough for 95 % */
	uint64_t low_rank, high_rank;	/* from 1 */
	uint64_t low, high;		/* ticks of these ranks */
	double coverage;		/* at least 0.95 */
};

/*
 * The ranks, from 1, between which the quantile @part/@whole of the population
 * lies, for @n independent values of it: at most 2.5 % beyond either, exact
 * binomial tails. False where @n is too small for both ends, or above 1e12.
 * Source: H. A. David and H. N. Nagaraja, "Order Statistics" (2003), 7.1.
 */
bool order_ranks(uint64_t n, uint64_t part, uint64_t whole, uint64_t *low,
		 uint64_t *high, double *coverage);

/* The same of the values in @h: one session, calls taken as independent. */
struct order_interval histogram_order_interval(const struct histogram *h,
					       uint64_t part, uint64_t whole);

/* The least sessions for which order_ranks() knows an interval of a median. */
size_t median_sessions_needed(void);

/* The least sessions a side for which the Mann-Whitney test can reach 5 %. */
size_t mann_whitney_sessions_needed(void);

/*
 * The least sessions a side, of equal number, for which means and deviations as
 * those of @a and @b give a verdict: under Welch's test at 5 %, and by the two
 * 95 % intervals having no point in common. 0: none up to
 * INFERENCE_SESSIONS_MAX, or the means are equal.
 */
size_t welch_sessions_needed(const struct interval *a,
			     const struct interval *b);
size_t overlap_sessions_needed(const struct interval *a,
			       const struct interval *b);

#endif
