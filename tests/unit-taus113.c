// SPDX-License-Identifier: GPL-2.0-only
/* The kernel's generator, by one draw and by many. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "prandom.h"
#include "taus113.h"

static struct taus113 state_of(const struct prandom *p)
{
	return (struct taus113){ { p->s1, p->s2, p->s3, p->s4 } };
}

/* Seed, number of the output, output: from the kernel's lib/random32.c. */
static void test_vectors(void **state)
{
	static const uint32_t known[][3] = {
		{ 1, 1, 3484351685 }, { 2, 1, 2623130059 },
		{ 3, 1, 3125133893 }, { 4, 1, 984847254 },
		{ 931557656, 959, 2975593782 }, { 70616361, 829, 22483098 },
		{ 1516232129, 557, 3173877 }, { 407983964, 921, 728767059 },
	};
	struct prandom p;
	struct taus113 at, one;
	uint32_t i, k, output;

	(void)state;
	for (i = 0; i < sizeof(known) / sizeof(known[0]); i++) {
		p = prandom_seeded(known[i][0]);
		at = one = state_of(&p);
		for (k = 0; k < known[i][1]; k++) {
			output = prandom_next(&p);
			assert_int_equal(taus113_draw(&one, 1), output);
		}
		assert_int_equal(output, known[i][2]);
		assert_int_equal(taus113_draw(&at, known[i][1]), output);
		assert_memory_equal(&at, &one, sizeof(at));
	}
}

/* Each word comes back after 2^k - 1 draws, and not after a part of them. */
static void test_period(void **state)
{
	static const unsigned int degree[] = { 31, 29, 28, 25 };
	struct prandom p = prandom_seeded(5);
	struct taus113 at = state_of(&p);
	uint64_t period;
	unsigned int w;

	(void)state;
	for (w = 0; w < TAUS113_WORDS; w++) {
		period = (UINT64_C(1) << degree[w]) - 1;
		assert_int_equal(taus113_word(w, at.s[w], 0), at.s[w]);
		assert_int_equal(taus113_word(w, at.s[w], period), at.s[w]);
		assert_int_equal(taus113_word(w, at.s[w], period * 7), at.s[w]);
		assert_int_equal(taus113_word(w, at.s[w], period + 3),
				 taus113_word(w, at.s[w], 3));
		assert_true(taus113_word(w, at.s[w], period / 3) != at.s[w]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_period),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
