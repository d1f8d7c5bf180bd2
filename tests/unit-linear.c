// SPDX-License-Identifier: GPL-2.0-only
/* The linear attack against a generator written down apart from it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "linear.h"
#include "prandom.h"

static void test_rank(void **state)
{
	static const struct { unsigned int low, width, draws; } bits[] = {
		{ 4, 6, 19 }, { 3, 7, 17 }, { 2, 8, 15 }, { 0, 32, 4 },
	};
	unsigned int i, bit;

	(void)state;
	for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		assert_int_equal(linear_rank(bits[i].low, bits[i].width,
					     bits[i].draws), 113);
		assert_true(linear_rank(bits[i].low, bits[i].width,
					bits[i].draws - 1) < 113);
		assert_int_equal(linear_rank(bits[i].low, bits[i].width, 300),
				 113);
	}
	for (bit = 0; bit < 32; bit++) {
		assert_int_equal(linear_rank(bit, 1, 113), 113);
		assert_int_equal(linear_rank(bit, 1, 300), 113);
	}
	assert_int_equal(linear_rank(4, 6, 0), 0);
	assert_int_equal(linear_rank(4, 6, 1), 6);
}

/* The offsets of @s behind the first @from that @attack does not foretell. */
static size_t misses(const struct sequence *s, struct linear_attack *attack,
		     size_t from)
{
	size_t i, missed = 0;

	for (i = from; i < s->n; i++)
		missed += linear_predict(&attack->state,
					 sequence_draw(s, i)) != s->symbols[i];
	return missed;
}

/* Every draw seen, the constant known: as many as the rank takes. */
static void test_absolute(void **state)
{
	static const struct { unsigned int low, width, needed; } bits[] = {
		{ 4, 6, 19 }, { 3, 7, 17 }, { 2, 8, 15 }, { 31, 1, 113 },
	};
	struct linear_attack attack;
	struct sequence s;
	uint32_t i, seed;

	(void)state;
	for (i = 0; i < sizeof(bits) / sizeof(bits[0]); i++) {
		for (seed = 1; seed <= 20; seed++) {
			s = prandom_sequence(seed, 2000, bits[i].low,
					     bits[i].width, 0, 0);
			assert_true(linear_recover(&s, bits[i].low, true,
						   &attack));
			assert_int_equal(attack.first, 0);
			assert_int_equal(attack.needed, bits[i].needed);
			assert_int_equal(attack.state.constant, 0);
			assert_int_equal(misses(&s, &attack, attack.needed), 0);
			sequence_free(&s);
		}
	}
}

/* A constant that is known to be 0 and is not makes it another source. */
static void test_wrong_constant(void **state)
{
	struct sequence s = prandom_sequence(9, 2000, 4, 6, 1, 0);
	struct linear_attack attack;

	(void)state;
	assert_false(linear_recover(&s, 4, true, &attack));
	assert_true(linear_recover(&s, 4, false, &attack));
	assert_int_equal(attack.state.constant, 1);
	sequence_free(&s);
}

/* Differences only, and draws that are not seen between. */
static void test_relative(void **state)
{
	static const unsigned int low[] = { 4, 2, 15 }, width[] = { 6, 8, 1 };
	struct linear_attack attack;
	struct sequence s;
	unsigned int i, c, gaps;
	size_t least;

	(void)state;
	for (i = 0; i < 3; i++) {
		for (c = 0; c < 1U << width[i]; c++) {
			gaps = c % 4 * 20;
			s = prandom_sequence(c + 1, 400, low[i], width[i], c,
					     gaps);
			assert_true(linear_recover(&s, low[i], false,
						   &attack));
			assert_int_equal(attack.state.constant, c);
			assert_int_equal(attack.first, 0);
			/* 113 equations, and the width to tell guesses by. */
			least = 113 / width[i];
			assert_in_range(attack.needed, least + 1,
					least + 10 + 8 / width[i]);
			assert_int_equal(misses(&s, &attack, 0), 0);
			sequence_free(&s);
		}
	}
}

/* Gaps and a first draw far beyond what can be made one by one. */
static void test_far(void **state)
{
	struct prandom p = prandom_seeded(77);
	struct taus113 at = { { p.s1, p.s2, p.s3, p.s4 } };
	struct sequence s = sequence_new(300, 6);
	uint64_t random = 1, draw = UINT64_C(1) << 40, gap;
	struct linear_attack attack;
	size_t i;

	(void)state;
	s.draws = calloc(s.n, sizeof(*s.draws));
	assert_non_null(s.draws);
	for (i = 0; i < s.n; i++, draw += gap) {
		s.draws[i] = draw;
		gap = 1 + splitmix64(&random) % (UINT64_C(1) << 45);
		s.symbols[i] = (taus113_draw(&at, i ? draw - s.draws[i - 1] : 1)
				/ 16 + 5) % 64;
	}
	assert_true(linear_recover(&s, 4, false, &attack));
	assert_in_range(attack.needed, 19, 24);
	assert_int_equal(misses(&s, &attack, 0), 0);

	/* The same offsets with one draw too many told of is no such source. */
	for (i = 10; i < s.n; i += 5)
		s.draws[i]++;
	assert_false(linear_recover(&s, 4, false, &attack));
	sequence_free(&s);
}

static void none(struct sequence s)
{
	struct linear_attack attack;
	int absolute;

	for (absolute = 0; absolute < 2; absolute++) {
		assert_false(linear_recover(&s, 4, absolute, &attack));
		assert_int_equal(attack.needed, 0);
		/* It has given up long before the end. */
		assert_in_range(attack.used, 0,
				LINEAR_ATTEMPTS * LINEAR_EQUATIONS_MAX /
				s.width);
	}
	sequence_free(&s);
}

static void test_other_sources(void **state)
{
	struct prandom p = prandom_seeded(3);
	struct sequence s;
	uint64_t seed;
	size_t i, k;

	(void)state;
	for (seed = 0; seed < 50; seed++) {
		none(random_sequence(seed, 20000, 6));
		none(random_sequence(seed, 20000, 8));
		none(random_sequence(seed, 20000, 1));
	}
	s = sequence_new(20000, 6);	/* all 0: an unseeded generator */
	none(s);
	s = sequence_new(20000, 6);
	memset(s.symbols, 37, s.n);
	none(s);
	s = sequence_new(20000, 6);
	for (i = 0; i < s.n; i++)
		s.symbols[i] = i % 64;
	none(s);
	/* All observations of one draw: nothing is learnt after the first. */
	s = sequence_new(20000, 6);
	s.draws = calloc(s.n, sizeof(*s.draws));
	assert_non_null(s.draws);
	none(s);
	/* The words added instead of xored. */
	s = sequence_new(20000, 6);
	for (i = 0; i < s.n; i++) {
		prandom_next(&p);
		s.symbols[i] = (p.s1 + p.s2 + p.s3 + p.s4) >> 4 & 63;
	}
	none(s);
	/* The bits of each offset in the wrong order. */
	s = prandom_sequence(3, 20000, 4, 6, 0, 0);
	for (i = 0; i < s.n; i++)
		s.symbols[i] = s.symbols[i] / 8 + s.symbols[i] % 8 * 8;
	none(s);
	/* A draw that was not seen, every tenth time. */
	s = prandom_sequence(3, 20000, 4, 6, 0, 0);
	for (i = k = 0; i < s.n; i++, k += 1 + (i % 10 == 0))
		s.symbols[i] = s.symbols[k % s.n];
	none(s);
}

/*
 * A word is a window on one sequence of bits: seen through the bits beside
 * it, the generator is one of the same kind in another state.
 */
static void test_beside(void **state)
{
	struct sequence s = prandom_sequence(3, 2000, 5, 6, 0, 4);
	struct linear_attack attack;

	(void)state;
	assert_true(linear_recover(&s, 4, true, &attack));
	assert_in_range(attack.needed, 19, 21);
	assert_int_equal(misses(&s, &attack, 0), 0);
	sequence_free(&s);
}

/*
 * Every second draw told as every draw. Squaring is linear here, so one bit of
 * each is a sequence of the same kind; several bits do not fit together.
 */
static void test_every_second(void **state)
{
	struct sequence one = sequence_new(2000, 1);
	struct sequence six = sequence_new(2000, 6);
	struct prandom p = prandom_seeded(5);
	struct linear_attack attack;
	size_t i;

	(void)state;
	for (i = 0; i < six.n; i++) {
		prandom_next(&p);
		six.symbols[i] = prandom_next(&p) >> 4 & 63;
		one.symbols[i] = six.symbols[i] & 1;
	}
	assert_true(linear_recover(&one, 4, true, &attack));
	assert_int_equal(misses(&one, &attack, 0), 0);
	sequence_free(&one);
	none(six);
}

/*
 * One damaged observation: a contradiction, and found again behind it; where
 * it comes after all is believed, one miss.
 */
static void test_damaged(void **state)
{
	struct linear_attack whole, attack;
	struct sequence s;
	int absolute;
	size_t at;

	(void)state;
	for (absolute = 0; absolute < 2; absolute++) {
		s = prandom_sequence(21, 500, 4, 6, absolute ? 0 : 44, 3);
		assert_true(linear_recover(&s, 4, absolute, &whole));
		for (at = 0; at < 60; at++) {
			s.symbols[at] ^= 1 + at % 63;
			assert_true(linear_recover(&s, 4, absolute, &attack));
			if (at < whole.used) {
				assert_in_range(attack.first, at + 1, 60);
				assert_true(attack.needed >=
					    attack.first + 19);
				assert_int_equal(misses(&s, &attack,
							attack.needed), 0);
			} else {
				assert_int_equal(attack.first, 0);
				assert_int_equal(misses(&s, &attack, 0), 1);
			}
			s.symbols[at] ^= 1 + at % 63;
		}
		sequence_free(&s);
	}
}

/* Offsets from before the generator was seeded are all 0. */
static void test_unseeded(void **state)
{
	struct sequence s = prandom_sequence(8, 1000, 4, 6, 0, 0);
	struct linear_attack attack;

	(void)state;
	memset(s.symbols, 0, 150);
	assert_true(linear_recover(&s, 4, false, &attack));
	assert_in_range(attack.first, 150, 180);
	assert_int_equal(misses(&s, &attack, attack.needed), 0);
	sequence_free(&s);
}

/* Found only where enough is left to believe it; bits that are not there. */
static void test_few(void **state)
{
	struct sequence s = prandom_sequence(4, 30, 4, 6, 0, 0);
	struct linear_attack attack;

	(void)state;
	for (s.n = 0; s.n <= 30; s.n++)
		assert_int_equal(linear_recover(&s, 4, true, &attack),
				 s.n >= 26);
	s.n = 30;
	assert_int_equal(attack.used, 26);
	assert_false(linear_recover(&s, 27, true, &attack));
	assert_false(linear_recover(&s, UINT32_MAX, true, &attack));
	s.width = 0;
	assert_false(linear_recover(&s, 4, true, &attack));
	s.width = 9;
	assert_false(linear_recover(&s, 4, true, &attack));
	sequence_free(&s);
}

static void test_time(void **state)
{
	struct sequence s = random_sequence(1, 1000000, 6);
	struct sequence p = prandom_sequence(1, 1000000, 4, 6, 9, 2);
	struct linear_attack attack;
	clock_t start = clock();

	(void)state;
	assert_false(linear_recover(&s, 4, false, &attack));
	assert_true(linear_recover(&p, 4, false, &attack));
	assert_int_equal(misses(&p, &attack, 0), 0);
	assert_true(seconds_since(start) < SECONDS_MAX);
	sequence_free(&s);
	sequence_free(&p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_rank),
		cmocka_unit_test(test_absolute),
		cmocka_unit_test(test_wrong_constant),
		cmocka_unit_test(test_relative),
		cmocka_unit_test(test_far),
		cmocka_unit_test(test_other_sources),
		cmocka_unit_test(test_beside),
		cmocka_unit_test(test_every_second),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_unseeded),
		cmocka_unit_test(test_few),
		cmocka_unit_test(test_time),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
