// SPDX-License-Identifier: GPL-2.0-only
/* Statistics against values known from elsewhere. */
#include <fcntl.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "patchbench.h"
#include "statistics.h"

static void near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g", value, expected);
}

/* Printed tables of Student's t, two-sided 95 %. */
static void test_student(void **state)
{
	static const struct { size_t n; double t; } table[] = {
		{ 2, 12.706 }, { 3, 4.303 }, { 4, 3.182 }, { 5, 2.776 },
		{ 6, 2.571 }, { 11, 2.228 }, { 31, 2.042 }, { 121, 1.980 },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++)
		near(student_half(sqrt((double)table[i].n), table[i].n),
		     table[i].t, 0.0005);
}

static struct histogram of(struct bin *bins, size_t nr)
{
	struct histogram h = { .name = (char *)"b", .bins = bins, .nr = nr };
	size_t i;

	for (i = 0; i < nr; i++)
		h.count += bins[i].count;
	return h;
}

static void test_rank(void **state)
{
	/* The usual example of nearest rank: 15 20 35 40 50. */
	struct bin five[] = {
		{ 15, 1 }, { 20, 1 }, { 35, 1 }, { 40, 1 }, { 50, 1 }
	};
	struct bin hundred[] = { { 1, 98 }, { 2, 1 }, { 3, 1 } };
	struct bin huge[] = { { 1, UINT64_MAX / 2 }, { 2, UINT64_MAX / 2 } };
	struct histogram h = of(five, 5);

	(void)state;
	assert_int_equal(histogram_rank(&h, 5, 100), 15);
	assert_int_equal(histogram_rank(&h, 20, 100), 15);
	assert_int_equal(histogram_rank(&h, 21, 100), 20);
	assert_int_equal(histogram_rank(&h, 30, 100), 20);
	assert_int_equal(histogram_rank(&h, 40, 100), 20);
	assert_int_equal(histogram_rank(&h, 50, 100), 35);
	assert_int_equal(histogram_rank(&h, 100, 100), 50);
	h = of(hundred, 3);
	assert_int_equal(histogram_rank(&h, 98, 100), 1);
	assert_int_equal(histogram_rank(&h, 99, 100), 2);
	assert_int_equal(histogram_rank(&h, 999, 1000), 3);
	h = of(huge, 2);
	assert_int_equal(histogram_rank(&h, 50, 100), 1);
	assert_int_equal(histogram_rank(&h, 51, 100), 2);
}

static void test_summary(void **state)
{
	struct bin bins[] = {
		{ 2, 1 }, { 4, 2 }, { 5, 4 }, { 7, 2 }, { 9, 1 }
	};
	struct bin deep[] = { { 3, 1 }, { (uint64_t)1 << 53, 2 } };
	struct bin big[] = { { (uint64_t)1 << 53, UINT64_MAX } };
	struct histogram h = of(bins, 5);
	struct summary s;

	(void)state;
	histogram_summary(&h, 0, 1000000000, &s);
	assert_true(s.sum == 53);
	assert_true(s.n == 10);
	near(s.value[RC_MEAN], 5.3, 1e-12);
	near(s.value[RC_P50], 5, 0);
	near(s.value[RC_P99], 9, 0);
	near(s.value[RC_MIN], 2, 0);
	near(s.value[RC_MAX], 9, 0);
	/* 40 ns a tick, and an empty body above the fastest call. */
	histogram_summary(&h, 4, 25000000, &s);
	near(s.value[RC_MEAN], (0 + 0 + 4 + 6 + 5) / 10.0 * 40, 1e-9);
	near(s.value[RC_MIN], 0, 0);
	near(s.value[RC_P50], 40, 0);
	near(s.value[RC_MAX], 200, 0);
	h = of(deep, 2);
	histogram_summary(&h, 3, 1000000000, &s);
	near(s.value[RC_MEAN], 6004799503160659.0, 1);
	/* A sum of 117 bits. */
	h = of(big, 1);
	histogram_summary(&h, 0, 1000000000, &s);
	near(s.value[RC_MEAN], 9007199254740992.0, 0);
	near(s.value[RC_P9999], 9007199254740992.0, 0);
}

static void test_interval(void **state)
{
	/* Mean 5, s = sqrt(32/7): the usual example of a deviation. */
	static const double eight[] = { 2, 4, 4, 4, 5, 5, 7, 9 };
	/* Far from zero, where the one-pass form fails. */
	static const double far[] = { 1e9 + 4, 1e9 + 7, 1e9 + 13, 1e9 + 16 };
	static const double same[] = { 0.1, 0.1, 0.1, 0.1, 0.1, 0.1 };
	struct interval in = interval_of(eight, 8);

	(void)state;
	near(in.mean, 5, 1e-12);
	near(in.s, 2.138089935, 1e-9);
	/* t(0.975, 7) = 2.364624 */
	near(in.half, 2.364624 * 2.138089935 / sqrt(8), 1e-5);
	assert_true(in.known && !in.exact);
	in = interval_of(far, 4);
	near(in.mean, 1e9 + 10, 0);
	near(in.s, sqrt(30), 1e-9);
	in = interval_of(same, 6);
	assert_true(in.known && in.exact);
	near(in.mean, 0.1, 0);
	near(in.s, 0, 0);
	near(in.half, 0, 0);
	in = interval_of(same, 1);
	assert_true(!in.known && !in.exact);
	near(in.mean, 0.1, 0);
}

static struct change change(double m1, double h1, double m2, double h2)
{
	struct interval a = { .mean = m1, .half = h1, .n = 6, .known = true };
	struct interval b = { .mean = m2, .half = h2, .n = 6, .known = true };

	return interval_change(&a, &b);
}

static void written(struct change c, const char *expected)
{
	char *s = change_format(&c);

	assert_string_equal(s, expected);
	free(s);
}

static void test_change(void **state)
{
	struct interval one = { .mean = 100, .n = 1 };
	struct interval two = { .mean = 200, .n = 6, .known = true };

	(void)state;
	written(change(100, 1, 115.62, 1), "(R) 15.62%");
	written(change(100, 1, 90.5, 1), "(I) -9.50%");
	written(change(100, 1, 101, 1), "1.00%");
	/* Touching intervals have a point in common. */
	written(change(100, 1, 102, 1), "2.00%");
	written(change(100, 1, 98, 1), "-2.00%");
	written(change(100, 1, 102.25, 1), "(R) 2.25%");
	written(change(100, 1, 97.75, 1), "(I) -2.25%");
	/* One within the other. */
	written(change(100, 50, 101, 0), "1.00%");
	/* Exact data. */
	written(change(100, 0, 100, 0), "0.00%");
	written(change(100000, 0, 100001, 0), "(R) 0.00%");
	written(change(100000, 0, 99999, 0), "(I) 0.00%");
	written(change(0, 0, 0, 0), "0.00%");
	written(change(0, 0, 5, 0), "(R) n/a");
	/* No interval, no mark. */
	written(interval_change(&one, &two), "100.00%");
	written(interval_change(&two, &one), "-50.00%");
}

/* measured_add() says no; what it prints is not for the test's output. */
static void refused(struct measured *series, const struct record *rec,
		    const char *benchmark)
{
	int keep = dup(2), null = open("/dev/null", O_WRONLY), ret;

	assert_true(keep >= 0 && null >= 0);
	fflush(stderr);
	dup2(null, 2);
	close(null);
	ret = measured_add(series, "r", rec, benchmark);
	dup2(keep, 2);
	close(keep);
	assert_int_equal(ret, ST_REFUSED);
}

static struct record record_of(uint64_t session, struct histogram *hist)
{
	struct record rec = { .session = session, .frequency = 1000000000,
			      .hist = hist, .nr = 2 };

	return rec;
}

static void test_series(void **state)
{
	struct bin empty = { 3, 10 }, one = { 13, 10 };
	struct bin two[] = { { 13, 9 }, { 23, 1 } };
	struct histogram a[2], b[2];
	struct measured series = { 0 }, other = { 0 };
	struct record rec;
	struct interval in;

	(void)state;
	a[0] = b[0] = of(&empty, 1);
	a[0].name = b[0].name = (char *)"empty";
	a[1] = of(&one, 1);
	b[1] = of(two, 2);
	rec = record_of(1, a);
	assert_int_equal(measured_add(&series, "r", &rec, "b"), 0);
	refused(&series, &rec, "c");
	/* The same session twice. */
	refused(&series, &rec, "b");
	rec = record_of(2, a);
	assert_int_equal(measured_add(&series, "r", &rec, "b"), 0);
	in = measured_interval(&series, RC_MEAN);
	assert_true(in.exact);
	near(in.mean, 10, 0);
	rec = record_of(3, b);
	assert_int_equal(measured_add(&series, "r", &rec, "b"), 0);
	in = measured_interval(&series, RC_MEAN);
	assert_true(!in.exact);
	near(in.mean, 31 / 3.0, 1e-12);
	assert_true(measured_interval(&series, RC_P50).exact);
	assert_true(!measured_interval(&series, RC_MAX).exact);
	/* Another unit. */
	rec = record_of(4, a);
	rec.unit = UNIT_NS;
	refused(&series, &rec, "b");
	assert_int_equal(measured_add(&other, "r", &rec, "b"), 0);
	/* Another frequency, another number of calls. */
	rec = record_of(4, a);
	rec.frequency = 25000000;
	refused(&series, &rec, "b");
	/* A counter that was calibrated anew is the same counter. */
	measured_free(&other);
	memset(&other, 0, sizeof(other));
	rec.unit = UNIT_NS;
	rec.frequency = 2095994032;
	assert_int_equal(measured_add(&other, "r", &rec, "b"), 0);
	rec.session = 5;
	rec.frequency = 2095994074;
	assert_int_equal(measured_add(&other, "r", &rec, "b"), 0);
	rec.session = 6;
	rec.frequency = 2098100000;
	refused(&other, &rec, "b");
	rec = record_of(4, a);
	one.count = 11;
	a[1] = of(&one, 1);
	rec = record_of(4, a);
	refused(&series, &rec, "b");
	measured_free(&series);
	measured_free(&other);
}

static void test_number(void **state)
{
	static const struct { double value; const char *text; } table[] = {
		{ 0, "0" }, { 316.45, "316.45" }, { 0.1 + 0.2, "0.30000000000000004" },
		{ 1.0 / 3, "0.3333333333333333" }, { 1e300, "1e+300" },
		{ 9007199254740993.0, "9007199254740992" }, { -5, "-5" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *text = number_format(table[i].value);

		assert_string_equal(text, table[i].text);
		free(text);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_number),
		cmocka_unit_test(test_student),
		cmocka_unit_test(test_rank),
		cmocka_unit_test(test_summary),
		cmocka_unit_test(test_interval),
		cmocka_unit_test(test_change),
		cmocka_unit_test(test_series),
	};

	return cmocka_run_group_tests_name("statistics", tests, NULL, NULL);
}
