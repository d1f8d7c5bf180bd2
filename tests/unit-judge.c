// SPDX-License-Identifier: GPL-2.0-only
/*
 * The verdict: planted faults, each caught by the test that is named, and how
 * often a fair source fails. The table of limits: what the parser refuses.
 */
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

#include "judge.h"
#include "patchbench.h"
#include "simulate.h"

#define NR(array)	(sizeof(array) / sizeof((array)[0]))

enum {
	N = 100000,
	WIDTH = 6,
	SEED = LIMITS_SEED_MAX,	/* not one of the table's */
};

static char *limits_path;

/* ------------------------------------------------------------ the table */

/* What is printed to standard error while @text is parsed. Caller frees. */
static char *parse(const char *text, struct limits *l, int *ret)
{
	FILE *file = tmpfile();
	int keep = dup(STDERR_FILENO);
	char *said = xcalloc(1000, 1);

	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	*ret = limits_parse("dir/name", text, strlen(text), l);
	dup2(keep, STDERR_FILENO);
	close(keep);
	rewind(file);
	said[fread(said, 1, 999, file)] = '\0';
	fclose(file);
	return said;
}

static void test_table(void **state)
{
	static const char text[] =
		"5 10000 1999 2 3 3.500000\n"
		"6 10000 19999 20 1 4.250001\n"
		"6 100000 999 1 2 4.800000\n";
	char *more = xasprintf("# comment\n\n%s", text);
	struct bytes out = { 0 };
	struct limits l;
	size_t i;
	int ret;

	(void)state;
	free(parse(more, &l, &ret));
	assert_int_equal(ret, 0);
	assert_int_equal(l.nr, 3);
	for (i = 0; i < l.nr; i++)
		limit_format(&l.limits[i], &out);
	assert_int_equal(out.len, strlen(text));
	assert_memory_equal(out.data, text, out.len);
	assert_ptr_equal(limits_find(&l, 6, 10000), &l.limits[1]);
	assert_ptr_equal(limits_find(&l, 6, 99999), &l.limits[1]);
	assert_ptr_equal(limits_find(&l, 6, 100000), &l.limits[2]);
	assert_ptr_equal(limits_find(&l, 6, 1000000000), &l.limits[2]);
	assert_ptr_equal(limits_find(&l, 5, 1000000), &l.limits[0]);
	assert_null(limits_find(&l, 6, 9999));
	assert_null(limits_find(&l, 7, 1000000));
	assert_true(limit_bits(&l.limits[1]) == 4.250001);
	assert_true(limit_rate(&l.limits[1]) == 0.001);
	assert_true(fabs(judge_false_alarms(&l.limits[1]) - 0.002) < 1e-15);
	free(out.data);
	free(more);
	limits_free(&l);
}

static void test_table_refused(void **state)
{
	static const struct {
		const char *text, *said;
	} cases[] = {
		{ "", "no limit in it" },
		{ "# 6\n", "no limit in it" },
		{ "6 10000 19999 20 1 4.250000", "newline" },
		{ "6 10000 19999 20 1\n", "SEED is no number" },
		{ "6 10000  19999 20 1 4.250000\n", "SIMULATIONS is no number" },
		{ "6 10000 19999 20 1 4.250000 \n", "LIMIT: " },
		{ "6 10000 19999 20 1 4.250000 x\n", "LIMIT: " },
		{ " 6 10000 19999 20 1 4.250000\n", "WIDTH is no number" },
		{ "06 10000 19999 20 1 4.250000\n", "WIDTH is no number" },
		{ "-6 10000 19999 20 1 4.250000\n", "WIDTH is no number" },
		{ "0 10000 19999 20 1 0.000000\n", "WIDTH: 0 is not from 1" },
		{ "9 10000 19999 20 1 4.250000\n", "WIDTH: 9 is not from 1" },
		{ "6 8704 19999 20 1 4.250000\n", "N: 8704 is not from 8705" },
		{ "6 9999999999 19999 20 1 4.250000\n", "N: 9999999999" },
		{ "6 99999999999999999999 1 1 1 4.250000\n", "N is no number" },
		{ "6 10000 1048576 20 1 4.250000\n", "SIMULATIONS: 1048576" },
		{ "6 10000 0 1 1 4.250000\n", "SIMULATIONS: 0" },
		{ "6 10000 19999 0 1 4.250000\n", "RANK: 0" },
		{ "6 10000 19999 20000 1 4.250000\n", "RANK: 20000" },
		{ "6 10000 19999 21 1 4.250000\n", "RANK: 21 in 20000 is more" },
		{ "6 10000 998 1 1 4.250000\n", "RANK: 1 in 999 is more" },
		{ "6 10000 19999 20 4096 4.250000\n", "SEED: 4096" },
		{ "6 10000 19999 20 1 6.000001\n", "LIMIT: " },
		{ "6 10000 19999 20 1 7.000000\n", "LIMIT: " },
		{ "6 10000 19999 20 1 4.25\n", "LIMIT: " },
		{ "6 10000 19999 20 1 4.2500000\n", "LIMIT: " },
		{ "6 10000 19999 20 1 4.2500-0\n", "LIMIT: " },
		{ "6 10000 19999 20 1 nan\n", "LIMIT: " },
		{ "6 10000 19999 20 1 -1.000000\n", "LIMIT: " },
		{ "6 10000 19999 20 1 4\x01" "250000\n", "byte 0x01" },
	};
	static const char first[] = "6 20000 19999 20 1 4.250000\n";
	static const struct {
		const char *text, *said;
	} seconds[] = {
		{ "6 20000 19999 20 1 4.250000\n", "does not belong behind" },
		{ "6 10000 19999 20 1 4.250000\n", "does not belong behind" },
		{ "5 90000 19999 20 1 4.250000\n", "does not belong behind" },
	};
	struct limits l;
	char *said, *text;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < NR(cases); i++) {
		said = parse(cases[i].text, &l, &ret);
		if (ret != ST_REFUSED || !strstr(said, cases[i].said) ||
		    !strstr(said, "dir/name") || l.nr || l.limits)
			fail_msg("%s: %d: %s", cases[i].text, ret, said);
		free(said);
	}
	for (i = 0; i < NR(seconds); i++) {
		text = xasprintf("%s%s", first, seconds[i].text);
		said = parse(text, &l, &ret);
		if (ret != ST_REFUSED || !strstr(said, seconds[i].said) ||
		    !strstr(said, "dir/name:2:") || l.nr || l.limits)
			fail_msg("%s: %d: %s", text, ret, said);
		free(said);
		free(text);
	}
	/* Behind another width a limit may be lower. */
	free(parse("6 20000 999 1 1 4.250000\n7 10000 999 1 1 1.000000\n", &l,
		   &ret));
	assert_int_equal(ret, 0);
	limits_free(&l);
}

/* ---------------------------------------------------------- the verdict */

static bool has_failed(const struct judgement *j, const char *name)
{
	size_t i;

	for (i = 0; i < j->nr_failed; i++)
		if (!strcmp(j->failed[i], name))
			return true;
	return false;
}

/* Judge by the table of the repository. */
static void judge_by_table(const struct sequence *s,
			   const struct estimates *e, struct judgement *j)
{
	struct limits l;

	assert_int_equal(limits_read(limits_path, &l), 0);
	assert_int_equal(judge(s, e, &l, WIDTH, j), 0);
	assert_true(j->pass == !j->nr_failed);
	limits_free(&l);
}

/* What happens at @i in one of 2^16 / @of cases. */
static bool chance(const struct sequence *high, const struct sequence *low,
		   size_t i, unsigned int of)
{
	return ((unsigned int)high->symbols[i] << 8 | low->symbols[i]) < of;
}

/* Each of these plants its fault in a fair sequence. */
struct fault {
	const char *name;
	void (*plant)(struct sequence *s, const struct sequence *high,
		      const struct sequence *low);
	const char *caught[4];	/* by all of these */
};

#define PLANT(name, expression)						\
	static void name(struct sequence *s, const struct sequence *high, \
			 const struct sequence *low)			\
	{								\
		uint8_t *x = s->symbols;				\
		size_t i;						\
									\
		(void)high;						\
		(void)low;						\
		for (i = 0; i < s->n; i++)				\
			x[i] = (uint8_t)(expression);			\
	}

PLANT(stuck, x[i] & ~8)
PLANT(stuck_high, x[i] | 32)
PLANT(five_bits, (x[i] & 31) | (x[i] & 1) << 5)
PLANT(count, i & 63)
PLANT(count_by_odd, i * 29 & 63)
PLANT(period, i < 4096 ? x[i] : x[i - 4096])
PLANT(biased_bit, chance(high, low, i, 65536 / 50) ? x[i] | 4 : x[i])
PLANT(symbol_more, chance(high, low, i, 65536 / 100) ? 17 : x[i])
PLANT(constant, 21)
PLANT(ten_changes, i % (s->n / 5) == s->n / 10 ? 42 : 21)
PLANT(alternating, i & 1 ? 42 : 21)

/* Each 64 symbols are all of them, in another order. */
static void shuffled(struct sequence *s, const struct sequence *high,
		     const struct sequence *low)
{
	uint8_t *x = s->symbols, keep;
	size_t i, with;

	(void)low;
	count(s, high, low);
	for (i = 0; i < s->n; i++) {
		with = i | 63;
		with = i + high->symbols[i] % (with - i + 1);
		if (with >= s->n)
			continue;
		keep = x[i];
		x[i] = x[with];
		x[with] = keep;
	}
}

static const struct fault faults[] = {
	{ "stuck bit", stuck, { "width", "chi-square", "balance" } },
	{ "stuck bit, high", stuck_high,
	  { "width", "chi-square", "balance", "runs" } },
	{ "5 of 6 bits", five_bits, { "chi-square" } },
	{ "counter", count, { "chi-square", "serial", "runs" } },
	{ "counter by 29", count_by_odd, { "chi-square", "runs" } },
	{ "period 4096", period, { "chi-square" } },
	{ "bit 51 %", biased_bit, { "balance" } },
	{ "symbol 1 % more", symbol_more, { "chi-square" } },
	{ "constant", constant,
	  { "width", "chi-square", "balance", "runs" } },
	{ "10 changes", ten_changes, { "chi-square", "balance" } },
	{ "alternating", alternating, { "chi-square", "serial", "runs" } },
	{ "shuffled", shuffled, { "chi-square" } },
};

/* The estimates are as good as can be: they have no part in it. */
static void test_faults(void **state)
{
	const struct estimates best = { .minimum = WIDTH };
	struct judgement j;
	size_t i, k;

	(void)state;
	for (i = 0; i < NR(faults); i++) {
		struct sequence s = fair_sequence(WIDTH, N, SEED, 1);
		struct sequence high = fair_sequence(8, N, SEED, 2);
		struct sequence low = fair_sequence(8, N, SEED, 3);

		judge_by_table(&s, &best, &j);
		assert_true(j.pass);
		faults[i].plant(&s, &high, &low);
		judge_by_table(&s, &best, &j);
		for (k = 0; k < 4 && faults[i].caught[k]; k++)
			if (!has_failed(&j, faults[i].caught[k]))
				fail_msg("%s: not caught by %s", faults[i].name,
					 faults[i].caught[k]);
		if (j.pass)
			fail_msg("%s: passes", faults[i].name);
		sequence_free(&s);
		sequence_free(&high);
		sequence_free(&low);
	}
}

/* Every second symbol is the one seven before it: the estimates see it. */
static void test_min_entropy(void **state)
{
	struct sequence s = fair_sequence(WIDTH, 10000, SEED, 4);
	struct sequence coin = fair_sequence(1, 10000, SEED, 5);
	struct judgement j;
	struct estimates e;
	size_t i;

	(void)state;
	estimate_all(&s, &e);
	judge_by_table(&s, &e, &j);
	assert_true(j.pass);
	for (i = 7; i < s.n; i++)
		if (coin.symbols[i])
			s.symbols[i] = s.symbols[i - 7];
	estimate_all(&s, &e);
	judge_by_table(&s, &e, &j);
	assert_false(j.pass);
	assert_true(has_failed(&j, "min-entropy"));
	sequence_free(&s);
	sequence_free(&coin);
}

/* The limit itself passes, the next smaller number does not, nor does none. */
static void test_boundary(void **state)
{
	struct limit limit = {
		.width = WIDTH, .n = 1000, .simulations = 999, .rank = 1,
		.micro = 4250000,
	};
	const struct limits l = { .nr = 1, .limits = &limit };
	struct sequence s = fair_sequence(WIDTH, 1000, SEED, 6);
	struct estimates e = { .minimum = 4.25 };
	struct judgement j;

	(void)state;
	assert_int_equal(judge(&s, &e, &l, WIDTH, &j), 0);
	assert_true(j.pass);
	e.minimum = nextafter(4.25, 0);
	assert_int_equal(judge(&s, &e, &l, WIDTH, &j), 0);
	assert_int_equal(j.nr_failed, 1);
	assert_string_equal(j.failed[0], "min-entropy");
	e.minimum = NAN;
	assert_int_equal(judge(&s, &e, &l, WIDTH, &j), 0);
	assert_string_equal(j.failed[0], "min-entropy");
	/* A bit more is promised than a symbol has. */
	e.minimum = 4.25;
	assert_int_equal(judge(&s, &e, &l, WIDTH + 1, &j), 0);
	assert_int_equal(j.nr_failed, 1);
	assert_string_equal(j.failed[0], "width");
	/* Too short for any limit. */
	s.n = 999;
	assert_int_equal(judge(&s, &e, &l, WIDTH, &j), ST_MISSING);
	sequence_free(&s);
}

/*
 * SOURCES fair sources of 1000 symbols, judged by the tests with a p-value:
 * 4 / 4000 fail at most, 20. Beyond either bound are 1e-4 of the binomial
 * distribution. A rate of more than 2.7 / 1000 is caught in 98 of 100; so is
 * one of less than 1 / 10000. One test of the four that never fails is not.
 */
static void test_false_alarms(void **state)
{
	enum { SOURCES = 20000, LOW = 6, HIGH = 38 };
	struct limit limit = {
		.width = WIDTH, .n = 1000, .simulations = 999, .rank = 1,
	};
	const struct limits l = { .nr = 1, .limits = &limit };
	const struct estimates best = { .minimum = WIDTH };
	unsigned int i, failed = 0;

	(void)state;
	for (i = 0; i < SOURCES; i++) {
		struct sequence s = fair_sequence(WIDTH, 1000, SEED - 1, i);
		struct judgement j;

		assert_int_equal(judge(&s, &best, &l, WIDTH, &j), 0);
		failed += !j.pass;
		sequence_free(&s);
	}
	print_message("%u of %u fair sources fail a test with a p-value\n",
		      failed, SOURCES);
	if (failed < LOW || failed > HIGH)
		fail_msg("%u of %u fail", failed, SOURCES);
}

/*
 * All ten estimators, on the few fair sources there is time for: of 16, two
 * below the limit have a probability of 1.2e-4, three of 5.6e-7. What is caught
 * is a limit far too high: of one that every third source is below, in 98 of 100.
 */
static void test_limit_is_low(void **state)
{
	enum { SOURCES = 16 };
	unsigned int i, below = 0;

	(void)state;
	for (i = 0; i < SOURCES; i++) {
		struct sequence s = fair_sequence(WIDTH, 10000, SEED - 2, i);
		struct estimates e;
		struct judgement j;

		estimate_all(&s, &e);
		judge_by_table(&s, &e, &j);
		below += has_failed(&j, "min-entropy");
		sequence_free(&s);
	}
	print_message("%u of %u are below the limit\n", below, SOURCES);
	assert_in_range(below, 0, 2);
}

/* The same numbers whatever the number of workers, others for another seed. */
static void test_workers(void **state)
{
	double one[5], three[5], other[5];
	size_t i;

	(void)state;
	assert_int_equal(simulate_minima(2, 8705, 5, 7, 1, one), 0);
	assert_int_equal(simulate_minima(2, 8705, 5, 7, 3, three), 0);
	assert_int_equal(simulate_minima(2, 8705, 5, 8, 9, other), 0);
	assert_memory_equal(one, three, sizeof(one));
	for (i = 0; i < NR(one); i++) {
		assert_true(one[i] > 0 && one[i] < 2);
		assert_true(one[i] != other[i]);
	}
}

/* The table: it has what is promised, and only seeds that no test takes. */
static void test_shipped(void **state)
{
	struct limits l;
	size_t i;

	(void)state;
	assert_int_equal(limits_read(limits_path, &l), 0);
	for (i = 0; i < l.nr; i++) {
		assert_true(l.limits[i].seed < SEED - 2);
		assert_true(l.limits[i].micro > 0);
		assert_true(judge_false_alarms(&l.limits[i]) < 0.002 + 1e-12);
	}
	assert_non_null(limits_find(&l, WIDTH, 10000));
	limits_free(&l);
}

int main(int argc, char **argv)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_table_refused),
		cmocka_unit_test(test_faults),
		cmocka_unit_test(test_min_entropy),
		cmocka_unit_test(test_boundary),
		cmocka_unit_test(test_false_alarms),
		cmocka_unit_test(test_limit_is_low),
		cmocka_unit_test(test_workers),
		cmocka_unit_test(test_shipped),
	};
	const char *slash = strrchr(argv[0], '/');
	int ret;

	(void)argc;
	/* This is build/tests/unit-judge, from wherever it is called. */
	limits_path = xasprintf("%.*s/../../bench-data/limits",
				slash ? (int)(slash - argv[0]) : 1,
				slash ? argv[0] : ".");
	ret = cmocka_run_group_tests(tests, NULL, NULL);
	free(limits_path);
	return ret;
}
