// SPDX-License-Identifier: GPL-2.0-only
/*
 * inference-cli <CASES: a line of results for each case, for tests/test-r.sh. A
 * case is one of
 *
 *	student N X...			mean, deviation, half the interval
 *	welch N A... M B...		t, df, p
 *	mann-whitney N A... M B...	U, p, 1 if it was counted
 *	holm N P...			N adjusted p
 *	order N PART WHOLE		ranks and coverage, or `none`
 *	rank N X... PART WHOLE		the value of nearest rank, X whole numbers
 *	needed MEAN S MEAN S		sessions by Welch's test and by overlap
 *	within N X... COUNT PART WHOLE	the interval of order statistics where each
 *					X was seen COUNT times, or `none`
 *	least 0				sessions for a median, for Mann-Whitney
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "inference.h"
#include "patchbench.h"

static double number(void)
{
	double value;

	if (scanf("%lf", &value) != 1)
		die(ST_REFUSED, "inference-cli: a number is missing");
	return value;
}

static double *numbers(size_t *n)
{
	double *values;
	size_t i;

	*n = (size_t)number();
	values = xcalloc(*n + 1, sizeof(*values));
	for (i = 0; i < *n; i++)
		values[i] = number();
	return values;
}

static void student(void)
{
	size_t n;
	double *x = numbers(&n);
	struct interval in = interval_of(x, n);

	printf("%.17g %.17g %.17g\n", in.mean, in.s, in.half);
	free(x);
}

static void test(bool welch)
{
	size_t na, nb;
	double *a = numbers(&na), *b = numbers(&nb);
	struct test_result r = welch ? welch_test(a, na, b, nb) :
				       mann_whitney_test(a, na, b, nb);

	printf("%.17g %.17g %.17g\n", r.statistic, welch ? r.df : r.p,
	       welch ? r.p : (double)r.exact);
	free(a);
	free(b);
}

static void holm(void)
{
	size_t n, i;
	double *p = numbers(&n);

	holm_adjust(p, n, p);
	for (i = 0; i < n; i++)
		printf("%.17g%c", p[i], i + 1 < n ? ' ' : '\n');
	free(p);
}

static void order(void)
{
	uint64_t n = (uint64_t)number(), part = (uint64_t)number();
	uint64_t whole = (uint64_t)number(), low, high;
	double coverage;

	if (order_ranks(n, part, whole, &low, &high, &coverage))
		printf("%llu %llu %.17g\n", (unsigned long long)low,
		       (unsigned long long)high, coverage);
	else
		printf("none\n");
}

static int by_ticks(const void *a, const void *b)
{
	const struct bin *x = a, *y = b;

	return (x->ticks > y->ticks) - (x->ticks < y->ticks);
}

static void rank(void)
{
	size_t n, i;
	double *x = numbers(&n);
	uint64_t part = (uint64_t)number(), whole = (uint64_t)number();
	struct histogram h = { .count = n, .nr = n };

	h.bins = xcalloc(n, sizeof(*h.bins));
	for (i = 0; i < n; i++)
		h.bins[i] = (struct bin){ (uint64_t)x[i], 1 };
	qsort(h.bins, n, sizeof(*h.bins), by_ticks);
	printf("%llu\n", (unsigned long long)histogram_rank(&h, part, whole));
	free(h.bins);
	free(x);
}

static void needed(void)
{
	struct interval a = { 0 }, b = { 0 };

	a.mean = number();
	a.s = number();
	b.mean = number();
	b.s = number();
	printf("%zu %zu\n", welch_sessions_needed(&a, &b),
	       overlap_sessions_needed(&a, &b));
}

static void within(void)
{
	size_t n, i;
	double *x = numbers(&n);
	uint64_t count = (uint64_t)number(), part = (uint64_t)number();
	uint64_t whole = (uint64_t)number();
	struct histogram h = { .count = n * count, .nr = n };
	struct order_interval in;

	h.bins = xcalloc(n, sizeof(*h.bins));
	for (i = 0; i < n; i++)
		h.bins[i] = (struct bin){ (uint64_t)x[i], count };
	qsort(h.bins, n, sizeof(*h.bins), by_ticks);
	in = histogram_order_interval(&h, part, whole);
	if (in.known)
		printf("%llu %llu %.17g\n", (unsigned long long)in.low,
		       (unsigned long long)in.high, in.coverage);
	else
		printf("none\n");
	free(h.bins);
	free(x);
}

static void least(void)
{
	number();
	printf("%zu %zu\n", median_sessions_needed(),
	       mann_whitney_sessions_needed());
}

int main(void)
{
	char what[20];

	while (scanf("%19s", what) == 1) {
		if (!strcmp(what, "student"))
			student();
		else if (!strcmp(what, "welch") || !strcmp(what, "mann-whitney"))
			test(*what == 'w');
		else if (!strcmp(what, "holm"))
			holm();
		else if (!strcmp(what, "order"))
			order();
		else if (!strcmp(what, "rank"))
			rank();
		else if (!strcmp(what, "needed"))
			needed();
		else if (!strcmp(what, "within"))
			within();
		else if (!strcmp(what, "least"))
			least();
		else
			die(ST_REFUSED, "inference-cli: '%s' is no case", what);
	}
	return 0;
}
