// SPDX-License-Identifier: GPL-2.0-only
/* Distributions and the four tests against worked cases. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "distribution.h"
#include "limits-table.h"
#include "simulate.h"

static void near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g", value, expected);
}

/* Digits as symbols of @width bits. sequence_free() frees. */
static struct sequence of(unsigned int width, const char *digits)
{
	struct sequence s = sequence_new(strlen(digits), width);
	size_t i;

	for (i = 0; i < s.n; i++)
		s.symbols[i] = (uint8_t)(digits[i] - '0');
	return s;
}

/* A sequence that counts, modulo @modulus. sequence_free() frees. */
static struct sequence counter(unsigned int width, size_t n,
			       unsigned int modulus)
{
	struct sequence s = sequence_new(n, width);
	size_t i;

	for (i = 0; i < n; i++)
		s.symbols[i] = (uint8_t)(i % modulus);
	return s;
}

static void test_entropy(void **state)
{
	(void)state;
	near(counts_entropy((uint64_t[]){ 1, 1 }, 2, 2), 1, 0);
	near(counts_entropy((uint64_t[]){ 2, 1, 0, 1 }, 4, 4), 1.5, 0);
	near(counts_entropy((uint64_t[]){ 0, 9 }, 2, 9), 0, 0);
	near(counts_entropy((uint64_t[]){ 0, 0 }, 2, 0), 0, 0);
	/* Shannon's own example of 1948, section 7: 1/2, 1/4, 1/8, 1/8. */
	near(counts_entropy((uint64_t[]){ 4, 2, 1, 1 }, 4, 8), 1.75, 0);
}

static void test_distribution(void **state)
{
	struct sequence s = of(3, "0123345577");
	struct distribution d;

	(void)state;
	distribution_of(&s, &d);
	assert_int_equal(d.n, 10);
	assert_int_equal(d.width, 3);
	assert_int_equal(d.distinct, 7);
	assert_int_equal(d.counts[3], 2);
	assert_int_equal(d.counts[6], 0);
	assert_int_equal(d.moving, 7);
	assert_int_equal(d.changes, 6);
	assert_int_equal(d.common, 3);
	assert_int_equal(d.common_count, 2);
	assert_int_equal(d.digits, 3);
	/* Four of one in ten, three of two in ten. */
	near(d.entropy, 0.4 * log2(10) + 0.6 * log2(5), 1e-12);
	/* Of nine steps five are 1, three 0 and one 2. */
	near(d.step_entropy, 5 / 9. * log2(9 / 5.) + 3 / 9. * log2(3) +
	     1 / 9. * log2(9), 1e-12);
	sequence_free(&s);
}

static void test_steps_wrap(void **state)
{
	struct sequence s = counter(6, 6400, 64);
	struct distribution d;
	size_t i;

	(void)state;
	distribution_of(&s, &d);
	near(d.entropy, 6, 1e-12);
	near(d.step_entropy, 0, 0);
	assert_int_equal(d.changes, 6399);
	/* Downwards, by 5, too. */
	for (i = 0; i < s.n; i++)
		s.symbols[i] = (uint8_t)(-5 * i & 63);
	distribution_of(&s, &d);
	near(d.step_entropy, 0, 0);
	assert_int_equal(d.common_count, 100);
	/* One of two values each time: one bit a step. */
	for (i = 1; i < s.n; i++)
		s.symbols[i] = (uint8_t)((s.symbols[i - 1] +
					  (i & 1 ? 7 : 60)) & 63);
	distribution_of(&s, &d);
	near(d.step_entropy, 1, 1e-6);
	sequence_free(&s);
}

static void test_moving(void **state)
{
	struct sequence s = of(4, "8>8>:");
	struct distribution d;

	(void)state;
	distribution_of(&s, &d);	/* 8, 14, 8, 14, 10 */
	assert_int_equal(d.moving, 6);
	sequence_free(&s);
}

/* What the kernel's script prints, by the number of distinct offsets. */
static void test_digits(void **state)
{
	static const unsigned int distinct[] = {
		1, 2, 15, 16, 63, 64, 127, 128, 255, 256
	};
	static const unsigned int digits[] = { 1, 2, 4, 5, 6, 7, 7, 8, 8, 9 };
	struct distribution d;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(distinct) / sizeof(*distinct); i++) {
		struct sequence s = counter(8, 3000, distinct[i]);

		distribution_of(&s, &d);
		assert_int_equal(d.distinct, distinct[i]);
		assert_int_equal(d.digits, digits[i]);
		s.n = 400;
		distribution_of(&s, &d);
		assert_int_equal(d.digits, digits[i]);
		sequence_free(&s);
	}
}

/* The script does not look behind its first 1000. */
static void test_digits_first(void **state)
{
	struct sequence s = counter(6, 1001, 63);
	struct distribution d;

	(void)state;
	s.symbols[1000] = 63;
	distribution_of(&s, &d);
	assert_int_equal(d.distinct, 64);
	assert_int_equal(d.digits, 6);
	s.symbols[999] = 63;
	distribution_of(&s, &d);
	assert_int_equal(d.digits, 7);
	sequence_free(&s);
}

static struct test_result chi_square(unsigned int width, size_t n,
				     const uint64_t *counts)
{
	struct distribution d = { .n = n, .width = width };

	memcpy(d.counts, counts, sizeof(*counts) << width);
	d.distinct = 2;
	return chi_square_test(&d);
}

static void test_chi_square(void **state)
{
	struct test_result r = chi_square(1, 100, (uint64_t[]){ 60, 40 });

	(void)state;
	assert_true(r.known);
	near(r.statistic, 4, 1e-12);
	near(r.df, 1, 0);
	near(r.p, 2 * erfc(M_SQRT2), 1e-12);
	/* 12 with 3 degrees of freedom: Q is 0.0073831605. */
	r = chi_square(2, 100, (uint64_t[]){ 40, 20, 20, 20 });
	near(r.statistic, 12, 1e-12);
	near(r.df, 3, 0);
	near(r.p, 0.014766321010719, 1e-12);
	/* Too even: P(0 + 1/50) with 3 degrees of freedom, twice. */
	r = chi_square(2, 200, (uint64_t[]){ 50, 50, 50, 50 });
	near(r.statistic, 0, 0);
	near(r.p, 0.0014955106788, 1e-12);
	/* An even split of two is nothing out of the ordinary. */
	r = chi_square(1, 10000, (uint64_t[]){ 5000, 5000 });
	assert_true(r.p > 0.015);
}

/* The ones among 100 bits that NIST SP 800-22 has as its example of 2.1. */
static void test_balance(void **state)
{
	struct sequence s = sequence_new(100, 1);
	struct distribution d;
	struct test_result r;

	(void)state;
	memset(s.symbols, 1, 42);
	distribution_of(&s, &d);
	r = balance_test(&d);
	near(r.statistic, -1.5, 1e-12);
	near(r.p, erfc(1.5 / M_SQRT2), 1e-12);
	/* The exact binomial probability. */
	near(r.p, 0.13321061920721333, 5e-4);
	/* Among three bits the worst counts, three times. */
	s.width = 3;
	memset(s.symbols + 50, 4, 50);
	memset(s.symbols + 30, 2, 40);
	distribution_of(&s, &d);
	r = balance_test(&d);
	near(r.statistic, -3.9, 1e-12);
	near(r.p, 3 * erfc(3.9 / M_SQRT2), 1e-12);
	sequence_free(&s);
}

static void test_serial(void **state)
{
	struct sequence s = of(3, "01234567");
	struct test_result r = serial_test(&s);

	(void)state;
	/* Squares 42, products 26.25. */
	near(r.statistic, 0.625 * sqrt(8), 1e-12);
	near(r.p, 0.07709987174354177, 1e-12);
	sequence_free(&s);
	s = of(3, "2525252525");
	r = serial_test(&s);
	near(r.statistic, -0.9 * sqrt(10), 1e-12);
	sequence_free(&s);
}

/* 42 and 58 on either side, in 26 runs each. */
static void test_runs(void **state)
{
	struct sequence s = sequence_new(100, 2);
	struct test_result r;
	size_t i, at = 0;

	(void)state;
	for (i = 0; i < 26; i++) {
		s.symbols[at++] = 3;
		if (i < 16)
			s.symbols[at++] = 2;
		s.symbols[at++] = 1;
		at++;
		if (i < 6)
			s.symbols[at++] = 1;
	}
	assert_int_equal(at, s.n);
	r = runs_test(&s);
	assert_true(r.known);
	/* Mean 49.72, variance 48.72 * 47.72 / 99. */
	near(r.statistic, 0.36731083742429, 1e-12);
	/* The exact probability, counted. */
	near(r.p, 0.7135284280514594, 2e-4);
	/* All on one side, though not all the same. */
	for (i = 0; i < s.n; i++)
		s.symbols[i] = i & 1;
	r = runs_test(&s);
	assert_true(r.known && r.exact);
	near(r.p, 0, 0);
	sequence_free(&s);
}

static void test_constant(void **state)
{
	unsigned int symbol;

	(void)state;
	for (symbol = 0; symbol < 64; symbol++) {
		struct sequence s = sequence_new(1000, 6);
		struct test_result r[4];
		struct distribution d;
		size_t i;

		memset(s.symbols, (int)symbol, s.n);
		distribution_of(&s, &d);
		near(d.entropy, 0, 0);
		near(d.step_entropy, 0, 0);
		assert_int_equal(d.changes, 0);
		assert_int_equal(d.digits, 1);
		assert_int_equal(d.common, symbol);
		r[0] = chi_square_test(&d);
		r[1] = balance_test(&d);
		r[2] = serial_test(&s);
		r[3] = runs_test(&s);
		for (i = 0; i < 4; i++) {
			assert_true(r[i].known && r[i].exact);
			near(r[i].p, 0, 0);
		}
		sequence_free(&s);
	}
}

/* Nothing to test, and nothing to divide by. */
static void test_short(void **state)
{
	struct sequence s = of(2, "12");
	struct distribution d;

	(void)state;
	for (s.n = 0; s.n < 2; s.n++) {
		distribution_of(&s, &d);
		near(d.entropy, 0, 0);
		near(d.step_entropy, 0, 0);
		assert_int_equal(d.digits, s.n);
		assert_false(chi_square_test(&d).known);
		assert_false(balance_test(&d).known);
		assert_false(serial_test(&s).known);
		assert_false(runs_test(&s).known);
	}
	distribution_of(&s, &d);
	near(runs_test(&s).p, 1, 0);
	assert_true(isfinite(chi_square_test(&d).p));
	assert_true(isfinite(serial_test(&s).p));
	sequence_free(&s);
}

/*
 * The p-values of SOURCES fair sources of 1000 symbols: each test's are below
 * 1/100 so often as it says. Bounds: the binomial tails beyond them are 1e-5
 * each, 8e-5 in all; what happens 1.75 times as often is caught in 98 of 100.
 */
static void test_rates(void **state)
{
	enum { SOURCES = 10000, LOW = 62, HIGH = 145 };
	unsigned int below[4] = { 0 }, i, k;

	(void)state;
	for (i = 0; i < SOURCES; i++) {
		struct sequence s = fair_sequence(6, 1000, LIMITS_SEED_MAX, i);
		struct distribution d;

		distribution_of(&s, &d);
		below[0] += chi_square_test(&d).p < 0.01;
		below[1] += balance_test(&d).p < 0.01;
		below[2] += serial_test(&s).p < 0.01;
		below[3] += runs_test(&s).p < 0.01;
		sequence_free(&s);
	}
	for (k = 0; k < 4; k++)
		if (below[k] < LOW || below[k] > HIGH)
			fail_msg("test %u: %u of %u below 1/100", k, below[k],
				 SOURCES);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_entropy),
		cmocka_unit_test(test_distribution),
		cmocka_unit_test(test_steps_wrap),
		cmocka_unit_test(test_moving),
		cmocka_unit_test(test_digits),
		cmocka_unit_test(test_digits_first),
		cmocka_unit_test(test_chi_square),
		cmocka_unit_test(test_balance),
		cmocka_unit_test(test_serial),
		cmocka_unit_test(test_runs),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_rates),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
