// SPDX-License-Identifier: GPL-2.0-only
/* Tests and intervals; the comments at their declarations have the sources. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "inference.h"
#include "patchbench.h"

#define ALPHA			(1 - STAT_CONFIDENCE)
#define MANN_WHITNEY_EXACT	60		/* values in both groups */
#define ORDER_N_MAX		1000000000000	/* the tails take sqrt(n) */

static double welch_p(double difference, double va, double vb, size_t na,
		      size_t nb, double *t, double *df)
{
	/* Of the variances of the means, scaled so that no square vanishes. */
	double a = va / (va + vb), b = vb / (va + vb);

	*t = difference / sqrt(va + vb);
	*df = 1 / (a * a / (double)(na - 1) + b * b / (double)(nb - 1));
	return 2 * gsl_cdf_tdist_Q(fabs(*t), *df);
}

struct test_result welch_test(const double *a, size_t na,
			      const double *b, size_t nb)
{
	struct test_result result = { 0 };
	struct interval x, y;
	double va, vb;

	if (na < 2 || nb < 2)
		return result;
	x = interval_of(a, na);
	y = interval_of(b, nb);
	va = x.s * x.s / (double)na;
	vb = y.s * y.s / (double)nb;
	result.known = true;
	if (va + vb > 0) {
		result.p = welch_p(x.mean - y.mean, va, vb, na, nb,
				   &result.statistic, &result.df);
		return result;
	}
	result.exact = true;
	result.p = x.mean == y.mean;
	if (!result.p)
		result.statistic = x.mean > y.mean ? INFINITY : -INFINITY;
	return result;
}

/* A value and the group it came from. */
struct ranked {
	double value;
	bool first;
};

static int by_value(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	return (x->value > y->value) - (x->value < y->value);
}

/*
 * Twice the midrank of each of the @n sorted @values, which is a whole number,
 * into @ranks. Returns the sum of t^3 - t over the groups of t ties.
 */
static double double_midranks(const struct ranked *values, size_t n,
			      size_t *ranks)
{
	double ties = 0, t;
	size_t i, end, k;

	for (i = 0; i < n; i = end) {
		for (end = i; end < n && values[end].value == values[i].value;)
			end++;
		for (k = i; k < end; k++)
			ranks[k] = i + 1 + end;
		t = (double)(end - i);
		ties += t * t * t - t;
	}
	return ties;
}

/*
 * Of all choices of @na from the @n @ranks: the share with a sum of at most
 * @sum, and of at least @sum. ways[k][s] counts the choices of k ranks with the
 * sum s; the largest count, 60 over 30, is 1.2e17.
 */
static void rank_sum_tails(const size_t *ranks, size_t n, size_t na,
			   size_t sum, double *low, double *high)
{
	size_t width = n * (n + 1) + 1, i, k, s;
	double *ways = xcalloc((na + 1) * width, sizeof(*ways)), all = 0;

	ways[0] = 1;
	for (i = 0; i < n; i++)
		for (k = i + 1 < na ? i + 1 : na; k > 0; k--)
			for (s = width; s-- > ranks[i];)
				ways[k * width + s] +=
					ways[(k - 1) * width + s - ranks[i]];
	*low = *high = 0;
	for (s = 0; s < width; s++) {
		all += ways[na * width + s];
		if (s <= sum)
			*low += ways[na * width + s];
		if (s >= sum)
			*high += ways[na * width + s];
	}
	*low /= all;
	*high /= all;
	free(ways);
}

struct test_result mann_whitney_test(const double *a, size_t na,
				     const double *b, size_t nb)
{
	struct test_result result = { 0 };
	size_t n = na + nb, sum = 0, i;
	double ties, low, high, x = (double)na, y = (double)nb, sigma, off;
	struct ranked *values;
	size_t *ranks;

	if (!na || !nb)
		return result;
	values = xcalloc(n, sizeof(*values));
	ranks = xcalloc(n, sizeof(*ranks));
	for (i = 0; i < na; i++)
		values[i] = (struct ranked){ a[i], true };
	for (i = 0; i < nb; i++)
		values[na + i] = (struct ranked){ b[i], false };
	qsort(values, n, sizeof(*values), by_value);
	ties = double_midranks(values, n, ranks);
	for (i = 0; i < n; i++)
		sum += values[i].first ? ranks[i] : 0;
	result.known = true;
	result.statistic = (double)sum / 2 - x * (x + 1) / 2;
	if (n <= MANN_WHITNEY_EXACT) {
		result.exact = true;
		rank_sum_tails(ranks, n, na, sum, &low, &high);
		result.p = fmin(1, 2 * fmin(low, high));
	} else {
		sigma = sqrt(x * y / 12 * (x + y + 1 -
			     ties / ((x + y) * (x + y - 1))));
		off = fmax(0, fabs(result.statistic - x * y / 2) - 0.5);
		result.p = sigma > 0 ?
			2 * gsl_cdf_ugaussian_Q(off / sigma) : 1;
	}
	free(ranks);
	free(values);
	return result;
}

/* A p-value and where it stood. */
struct placed {
	double p;
	size_t at;
};

static int by_p(const void *a, const void *b)
{
	const struct placed *x = a, *y = b;

	if (x->p != y->p)
		return x->p < y->p ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

void holm_adjust(const double *p, size_t n, double *adjusted)
{
	struct placed *sorted = xcalloc(n + 1, sizeof(*sorted));
	size_t m = 0, i;
	double most = 0;

	for (i = 0; i < n; i++) {
		if (!isnan(p[i]))
			sorted[m++] = (struct placed){ p[i], i };
		adjusted[i] = p[i];
	}
	qsort(sorted, m, sizeof(*sorted), by_p);
	for (i = 0; i < m; i++) {
		most = fmax(most, fmin(1, (double)(m - i) * sorted[i].p));
		adjusted[sorted[i].at] = most;
	}
	free(sorted);
}

/*
 * The binomial distribution of @n draws, walked in one direction from its mode
 * by the ratio of neighbours, so that no factorial of a large number is rounded.
 * Weights are relative to the mode's; below 1e-20 of it nothing counts.
 */
struct walk {
	double n, odds;		/* p / (1 - p) */
	double k, weight;
};

static bool step(struct walk *walk, int by)
{
	if (by > 0) {
		walk->weight *= (walk->n - walk->k) / (walk->k + 1) *
				walk->odds;
		walk->k++;
	} else {
		walk->weight *= walk->k / (walk->n - walk->k + 1) /
				walk->odds;
		walk->k--;
	}
	return walk->weight > 1e-20;
}

/*
 * From the far end on one side of the mode inwards: the last k whose tail, k
 * included, is at most @share of @all. Returns -1 where there is none.
 */
static double tail_end(struct walk far, int inwards, double share, double all,
		       double *tail)
{
	double sum = 0, last = -1;

	*tail = 0;
	while (sum + far.weight <= share * all) {
		sum += far.weight;
		*tail = sum / all;
		last = far.k;
		step(&far, inwards);
	}
	return last;
}

bool order_ranks(uint64_t n, uint64_t part, uint64_t whole, uint64_t *low,
		 uint64_t *high, double *coverage)
{
	double p = (double)part / (double)whole, all = 1, below, above, l, u;
	struct walk mode = {
		.n = (double)n, .odds = p / (1 - p),
		.k = floor(((double)n + 1) * p), .weight = 1,
	};
	struct walk left = mode, right = mode, next;

	if (!n || n > ORDER_N_MAX || part >= whole || !part)
		return false;
	for (next = mode; next.k > 0 && step(&next, -1); left = next)
		all += next.weight;
	for (next = mode; next.k < next.n && step(&next, 1); right = next)
		all += next.weight;
	l = tail_end(left, 1, ALPHA / 2, all, &below);
	u = tail_end(right, -1, ALPHA / 2, all, &above);
	if (l < 0 || u < 0)
		return false;
	/* P(fewer than low at or below it), P(high or more at or below it) */
	*low = (uint64_t)l + 1;
	*high = (uint64_t)u;
	*coverage = 1 - below - above;
	return true;
}

struct order_interval histogram_order_interval(const struct histogram *h,
					       uint64_t part, uint64_t whole)
{
	struct order_interval in = { 0 };

	if (!h->nr || !order_ranks(h->count, part, whole, &in.low_rank,
				   &in.high_rank, &in.coverage))
		return (struct order_interval){ 0 };
	in.low = histogram_ticks_at(h, in.low_rank);
	in.high = histogram_ticks_at(h, in.high_rank);
	in.known = true;
	return in;
}

size_t median_sessions_needed(void)
{
	uint64_t low, high;
	double coverage;
	size_t n = 1;

	while (!order_ranks(n, 1, 2, &low, &high, &coverage))
		n++;
	return n;
}

size_t mann_whitney_sessions_needed(void)
{
	double values[MANN_WHITNEY_EXACT];
	size_t n;

	for (n = 0; n < MANN_WHITNEY_EXACT; n++)
		values[n] = (double)n;
	for (n = 1; mann_whitney_test(values, n, values + n, n).p > ALPHA; n++)
		;
	return n;
}

size_t welch_sessions_needed(const struct interval *a,
			     const struct interval *b)
{
	double difference = a->mean - b->mean, t, df;
	size_t n;

	if (difference == 0)
		return 0;
	if (a->s == 0 && b->s == 0)
		return STAT_SESSIONS_MIN;
	for (n = STAT_SESSIONS_MIN; n <= INFERENCE_SESSIONS_MAX; n++)
		if (welch_p(difference, a->s * a->s / (double)n,
			    b->s * b->s / (double)n, n, n, &t, &df) <= ALPHA)
			return n;
	return 0;
}

size_t overlap_sessions_needed(const struct interval *a,
			       const struct interval *b)
{
	double difference = fabs(a->mean - b->mean);
	size_t n;

	for (n = STAT_SESSIONS_MIN; n <= INFERENCE_SESSIONS_MAX; n++)
		if (student_half(a->s, n) + student_half(b->s, n) < difference)
			return n;
	return 0;
}
