// SPDX-License-Identifier: GPL-2.0-only
/* The guest's exact counting of ticks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "ticks.h"

struct seen {
	uint64_t value[8], count[8];
	size_t nr;
};

static void see(void *arg, uint64_t value, uint64_t count)
{
	struct seen *s = arg;

	assert_true(s->nr < 8);
	s->value[s->nr] = value;
	s->count[s->nr++] = count;
}

static void test_exact(void **state)
{
	struct ticks *t = malloc(sizeof(*t));
	struct seen s = { .nr = 0 };

	(void)state;
	ticks_clear(t);
	assert_int_equal(ticks_add(t, 70000), 0);
	assert_int_equal(ticks_add(t, 65535), 0);
	assert_int_equal(ticks_add(t, 65536), 0);
	assert_int_equal(ticks_add(t, 0), 0);
	assert_int_equal(ticks_add(t, 70000), 0);
	assert_int_equal(ticks_add(t, 0), 0);
	assert_int_equal(ticks_add(t, UINT64_MAX), 0);
	ticks_each(t, see, &s);
	assert_int_equal(t->count, 7);
	assert_int_equal(s.nr, 5);
	assert_int_equal(s.value[0], 0);
	assert_int_equal(s.count[0], 2);
	assert_int_equal(s.value[1], 65535);
	assert_int_equal(s.value[2], 65536);
	assert_int_equal(s.value[3], 70000);
	assert_int_equal(s.count[3], 2);
	assert_true(s.value[4] == UINT64_MAX);
	free(t);
}

/* A full list is said, never rounded. */
static void test_full(void **state)
{
	struct ticks *t = malloc(sizeof(*t));
	uint64_t i;

	(void)state;
	ticks_clear(t);
	for (i = 0; i < TICKS_LIST; i++)
		assert_int_equal(ticks_add(t, TICKS_ARRAY + i), 0);
	assert_int_equal(ticks_add(t, TICKS_ARRAY), -1);
	assert_int_equal(ticks_add(t, 1), 0);
	free(t);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_exact),
		cmocka_unit_test(test_full),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
