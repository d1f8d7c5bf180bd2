// SPDX-License-Identifier: GPL-2.0-only
/*
 * The estimators against a second writing of each, slow and straight from the
 * definitions of SP 800-90B 6.3, on short sequences.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "estimator-naive.h"
#include "estimator-sources.h"
#include "estimators.h"
#include "patchbench.h"

#define NAIVE_MAX	6000	/* predictions */

struct run { long double r, n; };

static long double no_run(long double p, const void *data)
{
	const struct run *run = data;
	long double q = 1 - p, x = 1, value;
	int i;

	for (i = 0; i < 10; i++)
		x = 1 + q * powl(p, run->r) * powl(x, run->r + 1);
	value = (1 - p * x) / ((run->r + 1 - run->r * x) * q) /
		powl(x, run->n + 1);
	return value > 0 && p * x < 1 && run->r * (x - 1) < 1 ? value : 0;
}

/* @right: of each prediction, whether it was. */
static double naive_entropy(const struct sequence *s, const bool *right,
			    size_t n)
{
	size_t correct = 0, longest = 0, row = 0, i, j, symbols = 0;
	struct run run;
	double p;

	for (i = 0; i < n; i++) {
		correct += right[i];
		row = right[i] ? row + 1 : 0;
		longest = row > longest ? row : longest;
	}
	for (i = 0; i < s->n; i++) {
		for (j = 0; j < i && s->symbols[j] != s->symbols[i]; )
			j++;
		symbols += j == i;
	}
	p = correct ? upper((double)correct / (double)n, (double)n) :
	    1 - pow(0.01, 1 / (double)n);
	run = (struct run){ (long double)longest + 1, (long double)n };
	p = fmax(p, (double)crossing(no_run, &run, 0.99L, 0, 1));
	return -log2(fmin(1, fmax(p, 1.0 / (double)symbols)));
}

/* The scoreboard of all predictors. @said[j] is -1 where j says nothing. */
static bool scored(const int *said, int nr, int y, size_t *score, int *winner)
{
	bool right = said[*winner] == y;
	int j;

	for (j = 0; j < nr; j++)
		if (said[j] == y && ++score[j] >= score[*winner])
			*winner = j;
	return right;
}

static double naive_mcw(const struct sequence *s, const size_t *w, int nr)
{
	size_t score[8] = { 0 }, n = 0, i, k;
	int winner = 0, said[8], j, y;
	bool right[NAIVE_MAX];

	for (i = w[0]; i < s->n; i++) {
		for (j = 0; j < nr; j++) {
			int counts[256] = { 0 }, most = 0;

			said[j] = -1;
			if (i < w[j])
				continue;
			for (k = i - w[j]; k < i; k++)
				if (++counts[s->symbols[k]] > most)
					most = counts[s->symbols[k]];
			for (k = i; said[j] < 0; k--)
				if (counts[s->symbols[k - 1]] == most)
					said[j] = s->symbols[k - 1];
		}
		y = s->symbols[i];
		right[n++] = scored(said, nr, y, score, &winner);
	}
	return naive_entropy(s, right, n);
}

static double naive_lag(const struct sequence *s, int depth)
{
	size_t score[128] = { 0 }, n = 0, i;
	int winner = 0, said[128], d;
	bool right[NAIVE_MAX];

	for (i = 1; i < s->n; i++) {
		for (d = 0; d < depth; d++)
			said[d] = (size_t)d < i ? s->symbols[i - 1 - d] : -1;
		right[n++] = scored(said, depth, s->symbols[i], score,
				    &winner);
	}
	return naive_entropy(s, right, n);
}

/* A dictionary as a list: where its string begins, what followed, how often. */
struct entry { size_t at, length, count; int y; };
struct list { struct entry e[8000]; size_t nr; };

static struct entry *find(struct list *l, const struct sequence *s, size_t at,
			  size_t length, int y)
{
	size_t i;

	for (i = 0; i < l->nr; i++)
		if (l->e[i].length == length &&
		    (y < 0 || l->e[i].y == y) &&
		    !memcmp(s->symbols + l->e[i].at, s->symbols + at, length))
			return &l->e[i];
	return NULL;
}

/* What followed most often, the largest of several; -1: nothing did. */
static int likeliest(struct list *l, const struct sequence *s, size_t at,
		     size_t length, size_t *count)
{
	int y, best = -1;

	*count = 0;
	for (y = 0; y < 1 << s->width; y++) {
		struct entry *e = find(l, s, at, length, y);

		if (e && e->count >= *count) {
			*count = e->count;
			best = y;
		}
	}
	return best;
}

static void append(struct list *l, size_t at, size_t length, int y)
{
	assert_true(l->nr < sizeof(l->e) / sizeof(l->e[0]));
	l->e[l->nr++] = (struct entry){ at, length, 1, y };
}

static double naive_mmc(const struct sequence *s, size_t depth, size_t entries)
{
	struct list *m = xcalloc(depth, sizeof(*m));
	size_t score[16] = { 0 }, n = 0, i, d, count;
	int winner = 0, said[16];
	bool right[NAIVE_MAX];
	double result;

	for (i = 2; i < s->n; i++) {
		for (d = 1; d <= depth && d < i; d++) {
			struct entry *e = find(&m[d - 1], s, i - 1 - d, d,
					       s->symbols[i - 1]);

			if (e)
				e->count++;
			else if (m[d - 1].nr < entries)
				append(&m[d - 1], i - 1 - d, d,
				       s->symbols[i - 1]);
		}
		for (d = 1; d <= depth; d++)
			said[d - 1] = d > i ? -1 :
				likeliest(&m[d - 1], s, i - d, d, &count);
		right[n++] = scored(said, (int)depth, s->symbols[i], score,
				    &winner);
	}
	result = naive_entropy(s, right, n);
	free(m);
	return result;
}

static double naive_lz78y(const struct sequence *s, size_t depth,
			  size_t entries)
{
	struct list *dictionary = xcalloc(1, sizeof(*dictionary));
	size_t n = 0, used = 0, i, d, count, most;
	bool right[NAIVE_MAX];
	double result;
	int guess, y;

	for (i = depth + 1; i < s->n; i++) {
		for (d = depth; d >= 1; d--) {
			struct entry *e;

			y = s->symbols[i - 1];
			e = find(dictionary, s, i - 1 - d, d, y);
			if (e) {
				e->count++;
			} else if (find(dictionary, s, i - 1 - d, d, -1)) {
				append(dictionary, i - 1 - d, d, y);
			} else if (used < entries) {
				append(dictionary, i - 1 - d, d, y);
				used++;
			}
		}
		guess = -1;
		for (d = depth, most = 0; d >= 1; d--) {
			y = likeliest(dictionary, s, i - d, d, &count);
			if (count > most) {
				most = count;
				guess = y;
			}
		}
		right[n++] = guess == s->symbols[i];
	}
	result = naive_entropy(s, right, n);
	free(dictionary);
	return result;
}

static void same(const char *what, double value, double expected)
{
	if (!(fabs(value - expected) <= 1e-9))
		fail_msg("%s: %.15g is not %.15g", what, value, expected);
}

/* Likelier the smaller a symbol is, and sometimes the one of 5 before. */
static struct sequence skewed(size_t n, unsigned int width, uint64_t *seed)
{
	struct sequence s = sequence_new(n, width);
	double power = 1 + 3 * source_unit(seed);
	double repeat = source_unit(seed) * 0.7;
	size_t i;

	for (i = 0; i < n; i++) {
		double x = pow(source_unit(seed), power);

		s.symbols[i] = (uint8_t)(x * (1 << width));
		if (i >= 5 && source_unit(seed) < repeat)
			s.symbols[i] = s.symbols[i - 5];
	}
	return s;
}

static void test_any_width(void **state)
{
	static const size_t windows[] = { 7, 20, 45, 90 };
	uint64_t seed = 1;
	double t, l;
	size_t i;

	(void)state;
	for (i = 0; i < 48; i++) {
		size_t n = 100 + source_next(&seed) % 140;
		struct sequence s = skewed(n, 1 + i % 8, &seed);
		/* With few entries a dictionary is full before the end. */
		size_t entries = i % 3 ? 10 + source_next(&seed) % 60 : 100000;
		size_t depth = 1 + source_next(&seed) % 16;

		same("most common value", estimate_mcv(&s), naive_mcv(&s));
		naive_tuples(&s, 4, &t, &l);
		same("t-tuple", estimate_t_tuple_of(&s, 4), t);
		same("repeated", estimate_lrs_of(&s, 4), l);
		naive_tuples(&s, 35, &t, &l);
		same("t-tuple of 35", estimate_t_tuple(&s), t);
		same("repeated of 35", estimate_lrs(&s), l);
		same("multi MCW", estimate_multi_mcw_of(&s, windows, 4),
		     naive_mcw(&s, windows, 4));
		same("lag", estimate_lag(&s), naive_lag(&s, 128));
		same("lag of less", estimate_lag_of(&s, (unsigned int)depth),
		     naive_lag(&s, (int)depth));
		same("multi MMC", estimate_multi_mmc_of(&s,
				(unsigned int)depth, entries),
		     naive_mmc(&s, depth, entries));
		same("LZ78Y", estimate_lz78y_of(&s, (unsigned int)depth,
						entries),
		     naive_lz78y(&s, depth, entries));
		sequence_free(&s);
	}
}

/* As long as it takes to fill all windows, and for distances to fall behind. */
static void test_long(void **state)
{
	static const size_t windows[] = { 63, 255, 1023, 4095 };
	uint64_t seed = 3;
	size_t i;

	(void)state;
	for (i = 0; i < 8; i++) {
		struct sequence s = skewed(5000, 1 + i, &seed);

		same("long lag", estimate_lag(&s), naive_lag(&s, 128));
		same("long multi MCW", estimate_multi_mcw(&s),
		     naive_mcw(&s, windows, 4));
		sequence_free(&s);
	}
}

static void test_bits(void **state)
{
	uint64_t seed = 2;
	size_t i;

	(void)state;
	for (i = 0; i < 24; i++) {
		size_t n = 150 + source_next(&seed) % 200;
		struct sequence s = skewed(n, 1, &seed);
		size_t entries = 6 + source_next(&seed) % 30;

		same("full MMC", estimate_multi_mmc_of(&s, 6, entries),
		     naive_mmc(&s, 6, entries));
		same("full LZ78Y", estimate_lz78y_of(&s, 6, entries),
		     naive_lz78y(&s, 6, entries));
		same("collision", estimate_collision(&s), naive_collision(&s));
		same("Markov", estimate_markov(&s), naive_markov(&s));
		same("compression", estimate_compression_of(&s, 8),
		     naive_compression(&s, 8));
		sequence_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_width),
		cmocka_unit_test(test_long),
		cmocka_unit_test(test_bits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
