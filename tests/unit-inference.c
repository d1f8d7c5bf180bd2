// SPDX-License-Identifier: GPL-2.0-only
/* Tests and intervals against worked cases from the literature. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "inference.h"
#include "patchbench.h"

#define NR(array)	(sizeof(array) / sizeof((array)[0]))

static void near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g", value, expected);
}

/* Student's sleep data (1908), as two independent groups. */
static const double sleep_one[] = {
	0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0
};
static const double sleep_two[] = {
	1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4
};

static void test_welch(void **state)
{
	struct test_result r = welch_test(sleep_one, 10, sleep_two, 10);

	(void)state;
	assert_true(r.known);
	assert_false(r.exact);
	near(r.statistic, -1.8608, 5e-5);
	near(r.df, 17.776, 5e-4);
	near(r.p, 0.07939, 5e-6);
}

static void test_welch_scale(void **state)
{
	double a[10], b[10];
	struct test_result r;
	size_t i;

	(void)state;
	for (i = 0; i < 10; i++) {
		a[i] = sleep_one[i] * 1e-120;
		b[i] = sleep_two[i] * 1e-120;
	}
	r = welch_test(a, 10, b, 10);
	near(r.df, 17.776, 5e-4);
	near(r.p, 0.07939, 5e-6);
}

static void test_welch_constant(void **state)
{
	static const double five[] = { 5, 5, 5 }, six[] = { 6, 6 };
	struct test_result r = welch_test(five, 3, five, 3);

	(void)state;
	assert_true(r.known && r.exact);
	near(r.p, 1, 0);
	r = welch_test(five, 3, six, 2);
	assert_true(r.known && r.exact);
	near(r.p, 0, 0);
	assert_false(welch_test(five, 1, six, 2).known);
	assert_false(welch_test(five, 3, six, 1).known);
	/* Only one of them varies: Student's test of one sample. */
	r = welch_test(sleep_one, 10, (double[]){ 0, 0, 0 }, 3);
	near(r.df, 9, 1e-9);
	near(r.p, 0.2176, 5e-5);
}

/* Hollander and Wolfe (1973), p. 69: permeability of chorioamnion. */
static void test_mann_whitney(void **state)
{
	static const double term[] = {
		0.80, 0.83, 1.89, 1.04, 1.45, 1.38, 1.91, 1.64, 0.73, 1.46
	};
	static const double weeks[] = { 1.15, 0.88, 0.90, 0.74, 1.21 };
	struct test_result r = mann_whitney_test(term, 10, weeks, 5);

	(void)state;
	assert_true(r.known && r.exact);
	near(r.statistic, 35, 0);
	near(r.p, 2 * 0.1272, 1e-4);
	r = mann_whitney_test(weeks, 5, term, 10);
	near(r.statistic, 15, 0);
	near(r.p, 2 * 0.1272, 1e-4);
}

static void test_mann_whitney_ties(void **state)
{
	static const double ones[] = { 1, 1, 1, 1, 1, 1 };
	static const double twos[] = { 2, 2, 2, 2, 2, 2 };
	/* Of 20 divisions of 1 1 2 | 2 3 3, two have a sum as low. */
	static const double a[] = { 1, 1, 2 }, b[] = { 2, 3, 3 };
	struct test_result r = mann_whitney_test(ones, 6, twos, 6);

	(void)state;
	near(r.p, 2.0 / 924, 1e-15);
	near(mann_whitney_test(ones, 6, ones, 6).p, 1, 0);
	r = mann_whitney_test(a, 3, b, 3);
	near(r.statistic, 0.5, 0);
	near(r.p, 2 * 2.0 / 20, 1e-15);
	assert_false(mann_whitney_test(a, 0, b, 3).known);
	assert_false(mann_whitney_test(a, 3, b, 0).known);
}

/* Where counting ends the approximation must be near it. */
static void test_mann_whitney_many(void **state)
{
	double a[31], b[30];
	struct test_result counted, normal;
	size_t i;

	(void)state;
	for (i = 0; i < 31; i++)
		a[i] = (double)(2 * i);
	for (i = 0; i < 30; i++)
		b[i] = (double)(2 * i + 15);
	counted = mann_whitney_test(a, 30, b, 30);
	normal = mann_whitney_test(a, 31, b, 30);
	assert_true(counted.exact);
	assert_false(normal.exact);
	/* wilcox.test(2 * (0:30), 2 * (0:29) + 15) , R 4.2.2, exact = FALSE */
	near(normal.statistic, 276, 0);
	near(normal.p, 0.006541091, 5e-10);
	for (i = 0; i < 31; i++)
		a[i] = b[i < 30 ? i : 0] = 7;
	near(mann_whitney_test(a, 31, b, 30).p, 1, 0);
}

/* Four hypotheses, the textbook case. */
static void test_holm(void **state)
{
	double p[] = { 0.04, NAN, 0.01, 0.03, 0.02 }, adjusted[NR(p)];

	(void)state;
	holm_adjust(p, NR(p), adjusted);
	near(adjusted[2], 0.04, 1e-15);
	near(adjusted[4], 0.06, 1e-15);
	near(adjusted[3], 0.06, 1e-15);
	near(adjusted[0], 0.06, 1e-15);
	assert_true(isnan(adjusted[1]));
	p[0] = 0.9;
	p[3] = 0.8;
	holm_adjust(p, NR(p), p);
	near(p[0], 1, 0);
	near(p[3], 1, 0);
	near(p[2], 0.04, 1e-15);
	near(p[4], 0.06, 1e-15);
	holm_adjust(NULL, 0, NULL);
}

/* Printed tables of the interval of a median (Conover, Table A3 and others). */
static void test_order_median(void **state)
{
	static const struct {
		uint64_t n, low, high;
		double coverage;
	} table[] = {
		{ 6, 1, 6, 0.96875 }, { 7, 1, 7, 0.984375 },
		{ 8, 1, 8, 0.9921875 }, { 9, 2, 8, 0.9609375 },
		{ 10, 2, 9, 0.978516 }, { 15, 4, 12, 0.964844 },
		{ 20, 6, 15, 0.958611 }, { 25, 8, 18, 0.956715 },
	};
	uint64_t low, high;
	double coverage;
	size_t i;

	(void)state;
	for (i = 0; i < NR(table); i++) {
		assert_true(order_ranks(table[i].n, 1, 2, &low, &high,
					&coverage));
		assert_int_equal(low, table[i].low);
		assert_int_equal(high, table[i].high);
		near(coverage, table[i].coverage, 5e-7);
	}
	for (i = 0; i < 6; i++)
		assert_false(order_ranks(i, 1, 2, &low, &high, &coverage));
}

/* A tail needs enough values on its far side: (1 - 0.01)^n <= 2.5 %. */
static void test_order_tail(void **state)
{
	uint64_t low, high;
	double coverage;

	(void)state;
	assert_false(order_ranks(367, 99, 100, &low, &high, &coverage));
	assert_true(order_ranks(368, 99, 100, &low, &high, &coverage));
	assert_int_equal(high, 368);
	assert_false(order_ranks(3687, 999, 1000, &low, &high, &coverage));
	assert_true(order_ranks(3688, 999, 1000, &low, &high, &coverage));
	/* A million calls: np +- 1.96 * sqrt(np(1-p)) = 990000 +- 195. */
	assert_true(order_ranks(1000000, 99, 100, &low, &high, &coverage));
	assert_in_range(low, 989803, 989807);
	assert_in_range(high, 990194, 990198);
	assert_true(coverage >= 0.95 && coverage < 0.9512);
	/* And as many as no factorial can be taken of. */
	assert_true(order_ranks(1000000000000, 1, 2, &low, &high, &coverage));
	near((double)(high - low), 2 * 1.959964 * 5e5, 3);
	assert_false(order_ranks(1000000000001, 1, 2, &low, &high,
				 &coverage));
	assert_false(order_ranks(10, 0, 2, &low, &high, &coverage));
	assert_false(order_ranks(10, 2, 2, &low, &high, &coverage));
}

static void test_order_histogram(void **state)
{
	struct bin bins[] = { { 10, 1 }, { 20, 7 }, { 30, 2 } };
	struct histogram h = { .bins = bins, .nr = 3, .count = 10 };
	struct order_interval in = histogram_order_interval(&h, 1, 2);

	(void)state;
	assert_true(in.known);
	assert_int_equal(in.low_rank, 2);
	assert_int_equal(in.low, 20);
	assert_int_equal(in.high_rank, 9);
	assert_int_equal(in.high, 30);
	assert_false(histogram_order_interval(&h, 99, 100).known);
	h.nr = 0;
	assert_false(histogram_order_interval(&h, 1, 2).known);
}

static void test_needed(void **state)
{
	struct interval a = { .mean = 10, .s = 1 }, b = { .mean = 12, .s = 1 };
	struct interval exact = { .mean = 10 }, other = { .mean = 10.5 };

	(void)state;
	assert_int_equal(median_sessions_needed(), 6);
	assert_int_equal(mann_whitney_sessions_needed(), 4);
	/*
	 * n = 4: t = 2 / sqrt(1/2) = 2.83 with 6 df, above 2.447; n = 3: 2.45
	 * with 4 df, below 2.776. The intervals part where 2 t(n-1) / sqrt(n)
	 * is below 2: 2.571 / 2.449 at 6, 2.447 / 2.646 at 7.
	 */
	assert_int_equal(welch_sessions_needed(&a, &b), 4);
	assert_int_equal(welch_sessions_needed(&b, &a), 4);
	assert_int_equal(overlap_sessions_needed(&a, &b), 7);
	assert_int_equal(welch_sessions_needed(&exact, &other), 2);
	assert_int_equal(overlap_sessions_needed(&exact, &other), 2);
	assert_int_equal(welch_sessions_needed(&a, &exact), 0);
	assert_int_equal(overlap_sessions_needed(&a, &exact), 0);
	b.mean = 10.01;
	assert_int_equal(welch_sessions_needed(&a, &b), 0);
	assert_int_equal(overlap_sessions_needed(&a, &b), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_welch_scale),
		cmocka_unit_test(test_welch_constant),
		cmocka_unit_test(test_mann_whitney),
		cmocka_unit_test(test_mann_whitney_ties),
		cmocka_unit_test(test_mann_whitney_many),
		cmocka_unit_test(test_holm),
		cmocka_unit_test(test_order_median),
		cmocka_unit_test(test_order_tail),
		cmocka_unit_test(test_order_histogram),
		cmocka_unit_test(test_needed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
