// SPDX-License-Identifier: GPL-2.0-only
/* Foretelling offsets of sources whose rule is known. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "predict.h"
#include "prandom.h"

static struct prediction linear, simple, best;

static void near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.12g is not %.12g", value, expected);
}

/* Foretell @s and free it. */
static void foretell(struct sequence s)
{
	predict(&s, 4, &linear, &simple, &best);
	near(best.chance, ldexp(1, -(int)s.width), 0);
	assert_true(best.hits <= best.tested);
	assert_true(best.needed + best.tested <= s.n);
	sequence_free(&s);
}

static void test_p(void **state)
{
	(void)state;
	near(predict_p(0, 0, 1. / 64), 1, 0);
	near(predict_p(0, 10, 1. / 64), 1, 0);
	near(predict_p(1, 1, 1. / 64), 1. / 64, 1e-15);
	near(predict_p(2, 2, 1. / 64), 1. / 4096, 1e-15);
	near(predict_p(1, 10, 1. / 64), 1 - pow(63. / 64, 10), 1e-12);
	near(predict_p(2, 3, 1. / 2), 1. / 2, 1e-12);
	/* Below the least double. */
	near(predict_p(10000, 10000, 1. / 64), 0, 0);
}

/* The kernel's generator: all of them, seen whole or with gaps. */
static void test_generator(void **state)
{
	unsigned int gaps;

	(void)state;
	for (gaps = 0; gaps < 30; gaps += 7) {
		foretell(prandom_sequence(gaps + 1, 30000, 4, 6, 11, gaps));
		assert_int_equal(linear.tested, 10000);
		assert_int_equal(linear.hits, 10000);
		assert_in_range(linear.needed, 20, 24);
		assert_string_equal(linear.by, "linear attack");
		assert_memory_equal(&best, &linear, sizeof(best));
		/* No simple predictor sees anything in it. */
		assert_int_equal(simple.tested, 10000);
		assert_true(simple.p > 1e-4);
	}
	foretell(prandom_sequence(1, 300, 4, 6, 11, 2));
	assert_int_equal(linear.tested, 300 - linear.needed);
	assert_int_equal(linear.hits, linear.tested);
}

/* A generator that is replaced later: found, and no hits since. */
static void test_replaced(void **state)
{
	struct sequence s = prandom_sequence(1, 9000, 4, 6, 0, 0);
	struct sequence r = random_sequence(1, 9000, 6);

	(void)state;
	memcpy(s.symbols + 500, r.symbols + 500, r.n - 500);
	sequence_free(&r);
	foretell(s);
	assert_int_equal(linear.tested, 9000 - linear.needed);
	assert_in_range(linear.hits, 480 + 60, 480 + 220);
	assert_string_equal(best.by, "linear attack");
}

/*
 * No rule: hits as by chance, and p as uniform as it should be. Were the best
 * of nineteen chosen on the offsets that it is tested on, nearly every p here
 * would be small; were one of them to look ahead, all.
 */
static void test_random(void **state)
{
	size_t small = 0, large = 0;
	uint64_t seed;

	(void)state;
	for (seed = 0; seed < 60; seed++) {
		foretell(random_sequence(seed, 8000, 6));
		assert_int_equal(linear.tested, 0);
		assert_int_equal(linear.needed, 0);
		near(linear.p, 1, 0);
		assert_memory_equal(&best, &simple, sizeof(best));
		assert_int_equal(simple.tested, 4000);
		assert_int_equal(simple.needed, 4000);
		/* 4000 / 64 is 62.5, its deviation 7.8 */
		assert_in_range(simple.hits, 24, 101);
		near(simple.p, predict_p(simple.hits, 4000, 1. / 64), 0);
		small += simple.p < 0.1;
		large += simple.p > 0.5;
	}
	/* 6 and 30 of 60, within four deviations of the binomial. */
	assert_in_range(small, 0, 15);
	assert_in_range(large, 15, 45);
}

static void simple_is(struct sequence s, const char *by, double least)
{
	foretell(s);
	assert_int_equal(linear.tested, 0);
	assert_string_equal(simple.by, by);
	assert_true((double)simple.hits >= least * (double)simple.tested);
	assert_true(simple.p < 1e-6);
	assert_memory_equal(&best, &simple, sizeof(best));
}

static void test_rules(void **state)
{
	struct sequence s;
	uint64_t seed = 3;
	char lag[] = "lag 16";
	size_t i, k;

	(void)state;
	s = sequence_new(3000, 6);
	memset(s.symbols, 17, s.n);
	simple_is(s, "last value", 1);

	s = sequence_new(3000, 6);
	for (i = 0; i < s.n; i++)
		s.symbols[i] = (5 + 7 * i) % 64;
	simple_is(s, "stride", 1);

	/* Downwards through 0. */
	s = sequence_new(3000, 6);
	for (i = 0; i < s.n; i++)
		s.symbols[i] = (2 - 3 * i) & 63;
	simple_is(s, "stride", 1);

	/* Eight of ten times the successor in a random order of all. */
	s = sequence_new(30000, 6);
	for (i = 1; i < s.n; i++)
		s.symbols[i] = splitmix64(&seed) % 10 < 8 ?
			(s.symbols[i - 1] * 37U + 11) % 64 :
			splitmix64(&seed) % 64;
	simple_is(s, "successor", 0.75);

	/* Four of ten times the same one. */
	s = random_sequence(2, 30000, 6);
	for (i = 0; i < s.n; i++)
		if (splitmix64(&seed) % 10 < 4)
			s.symbols[i] = 50;
	simple_is(s, "most common", 0.38);

	/* As k before, but for every tenth, so that nothing else helps. */
	for (k = 2; k <= 16; k++) {
		s = random_sequence(k, 30000, 6);
		for (i = k; i < s.n; i++)
			if (splitmix64(&seed) % 10)
				s.symbols[i] = s.symbols[i - k];
		snprintf(lag, sizeof(lag), "lag %zu", k);
		simple_is(s, lag, 0.88);
	}

	/* The choice is made before the tested ones: a rule that ends there. */
	s = sequence_new(30000, 6);
	for (i = 0; i < s.n; i++)
		s.symbols[i] = i < 20000 ? i % 64 : i % 2 * 9;
	foretell(s);
	assert_string_equal(simple.by, "stride");
	assert_int_equal(simple.needed, 20000);
	assert_in_range(simple.hits, 0, 2);
}

/* Every size from nothing on, of symbols of every width. */
static void test_short(void **state)
{
	unsigned int width;
	size_t n;

	(void)state;
	for (width = 1; width <= SEQUENCE_WIDTH_MAX; width++) {
		for (n = 0; n <= 31; n++) {
			foretell(random_sequence(n, n, width));
			assert_int_equal(linear.tested, 0);
			assert_int_equal(simple.tested, n / 2);
			assert_int_equal(simple.needed, n - n / 2);
			assert_non_null(simple.by);
			assert_true(simple.p > 0 && simple.p <= 1);
		}
	}
	foretell(prandom_sequence(2, 30, 4, 6, 0, 0));
	assert_in_range(linear.needed, 20, 22);
	assert_int_equal(linear.tested, 30 - linear.needed);
	assert_int_equal(linear.hits, linear.tested);
}

static void test_time(void **state)
{
	clock_t start;
	struct sequence s;

	(void)state;
	s = random_sequence(1, 1000000, 6);
	start = clock();
	foretell(s);
	assert_true(seconds_since(start) < SECONDS_MAX);
	assert_int_equal(simple.tested, 10000);
	s = prandom_sequence(1, 1000000, 4, 6, 3, 3);
	start = clock();
	foretell(s);
	assert_true(seconds_since(start) < SECONDS_MAX);
	assert_int_equal(linear.hits, 10000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_p),
		cmocka_unit_test(test_generator),
		cmocka_unit_test(test_replaced),
		cmocka_unit_test(test_random),
		cmocka_unit_test(test_rules),
		cmocka_unit_test(test_short),
		cmocka_unit_test(test_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
