// SPDX-License-Identifier: GPL-2.0-only
/* Curves: exact as long as they can be, and what merging keeps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "bins.h"

/* A histogram on @bins; its name and counters do not matter here. */
static struct histogram of(struct bin *bins, size_t nr)
{
	return (struct histogram){ .nr = nr, .bins = bins };
}

static void test_exact(void **state)
{
	struct bin one[] = { { 2, 1 }, { 5, 10 }, { 9, 1 } };
	struct bin two[] = { { 6, 7 }, { 8, 4 } };
	struct histogram a = of(one, 3), b = of(two, 2);
	struct bins *bins = bins_new();
	struct curve c;

	(void)state;
	/* 0 (2 less 3, never below), 2, 6 and 2, 4 (6 and 8 less 4). */
	assert_true(bins_add(bins, &a, 3));
	assert_true(bins_add(bins, &b, 4));
	bins_curve(bins, &c);
	assert_true(c.exact);
	assert_int_equal(c.nr, 4);
	assert_int_equal(c.total, 23);
	assert_int_equal(c.points[0].low, 0);
	assert_int_equal(c.points[0].count, 1);
	assert_int_equal(c.points[1].low, 2);
	assert_int_equal(c.points[1].high, 2);
	assert_int_equal(c.points[1].count, 17);
	assert_int_equal(c.points[2].low, 4);
	assert_int_equal(c.points[3].low, 6);
	curve_free(&c);
}

/* @nr values from @first on, @step apart, counts 1, 2, 3, 1, ... */
static struct bin *series(size_t nr, uint64_t first, uint64_t step)
{
	struct bin *bins = calloc(nr, sizeof(*bins));
	size_t i;

	assert_non_null(bins);
	for (i = 0; i < nr; i++)
		bins[i] = (struct bin){ first + i * step, 1 + i % 3 };
	return bins;
}

/* The last exact number of values, and one more. */
static void test_limit(void **state)
{
	struct bin *values = series(CURVE_POINTS_MAX + 1, 1000, 1);
	struct histogram h = of(values, CURVE_POINTS_MAX);
	struct bins *bins = bins_new();
	struct curve c;

	(void)state;
	assert_true(bins_add(bins, &h, 0));
	assert_true(bins_add(bins, &h, 0));
	bins_curve(bins, &c);
	assert_true(c.exact);
	assert_int_equal(c.nr, CURVE_POINTS_MAX);
	assert_int_equal(c.points[299].low, 1299);
	curve_free(&c);

	bins = bins_new();
	h.nr++;
	assert_true(bins_add(bins, &h, 0));
	bins_curve(bins, &c);
	assert_false(c.exact);
	assert_in_range(c.nr, 1, CURVE_POINTS_MAX);
	curve_free(&c);
	free(values);
}

/* Merged points are in order, apart, and cover all that was counted. */
static void check_merged(const struct curve *c, const struct bin *values,
			 size_t nr)
{
	size_t i, k = 0;

	assert_in_range(c->nr, CURVE_POINTS_MAX / 4, CURVE_POINTS_MAX);
	for (i = 0; i < c->nr; i++) {
		const struct point *p = &c->points[i];
		uint64_t count = 0, low = values[k].ticks, high = low;

		while (k < nr && values[k].ticks <= p->high) {
			high = values[k].ticks;
			count += values[k++].count;
		}
		/* Both ends were seen, and every call between is counted. */
		assert_int_equal(p->low, low);
		assert_int_equal(p->high, high);
		assert_int_equal(p->count, count);
	}
	assert_int_equal(k, nr);
}

static void test_merged(void **state)
{
	const size_t nr = 200000;
	struct bin *values = series(nr, 50, 7);
	struct histogram all = of(values, nr);
	struct histogram first = of(values, nr / 3);
	struct histogram rest = of(values + nr / 3, nr - nr / 3);
	struct bins *bins = bins_new();
	struct curve c, d;

	(void)state;
	assert_true(bins_add(bins, &all, 0));
	bins_curve(bins, &c);
	check_merged(&c, values, nr);
	/* In parts and in another order it is the same. */
	bins = bins_new();
	assert_true(bins_add(bins, &rest, 0));
	assert_true(bins_add(bins, &first, 0));
	bins_curve(bins, &d);
	assert_int_equal(c.nr, d.nr);
	assert_int_equal(c.total, d.total);
	assert_memory_equal(c.points, d.points, c.nr * sizeof(c.points[0]));
	curve_free(&c);
	curve_free(&d);
	free(values);
}

/* From 0 to the largest tick there is. */
static void test_extent(void **state)
{
	struct bin *values = calloc(400, sizeof(*values));
	struct histogram h = of(values, 400);
	struct bins *bins = bins_new();
	struct curve c;
	size_t i;

	(void)state;
	assert_non_null(values);
	for (i = 0; i < 399; i++)
		values[i] = (struct bin){ i * (HISTOGRAM_TICKS_MAX / 400), 1 };
	values[399] = (struct bin){ HISTOGRAM_TICKS_MAX, 1 };
	assert_true(bins_add(bins, &h, 0));
	bins_curve(bins, &c);
	assert_in_range(c.nr, 2, CURVE_POINTS_MAX);
	assert_int_equal(c.points[0].low, 0);
	assert_int_equal(c.points[c.nr - 1].high, HISTOGRAM_TICKS_MAX);
	curve_free(&c);
	free(values);
}

static void test_overflow(void **state)
{
	struct bin one[] = { { 2, UINT64_MAX } }, two[] = { { 3, 1 } };
	struct histogram a = of(one, 1), b = of(two, 1);
	struct bins *bins = bins_new();

	(void)state;
	assert_true(bins_add(bins, &a, 0));
	assert_false(bins_add(bins, &b, 0));
	bins_free(bins);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_limit),
		cmocka_unit_test(test_merged),
		cmocka_unit_test(test_extent),
		cmocka_unit_test(test_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
