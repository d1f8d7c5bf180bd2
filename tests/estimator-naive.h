/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The first six estimators written a second time, slow and straight from the
 * definitions of SP 800-90B 6.3, for unit-estimators-naive.c.
 */
#ifndef ESTIMATOR_NAIVE_H
#define ESTIMATOR_NAIVE_H

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "sequence.h"

static double upper(double p, double n)
{
	return fmin(1, p + 2.576 * sqrt(p * (1 - p) / (n - 1)));
}

/* The x at which the falling @f crosses @wanted. */
static long double crossing(long double (*f)(long double x, const void *data),
			    const void *data, long double wanted,
			    long double low, long double high)
{
	int i;

	for (i = 0; i < 200; i++) {
		long double middle = (low + high) / 2;

		if (f(middle, data) > wanted)
			low = middle;
		else
			high = middle;
	}
	return high;
}

static double naive_mcv(const struct sequence *s)
{
	size_t i, j, count, most = 0;

	for (i = 0; i < s->n; i++) {
		for (j = count = 0; j < s->n; j++)
			count += s->symbols[i] == s->symbols[j];
		most = count > most ? count : most;
	}
	return -log2(upper((double)most / (double)s->n, (double)s->n));
}

/* 6.3.2, step 7, with the incomplete gamma function of 3 written out. */
static long double collision_mean(long double p, const void *data)
{
	long double q = 1 - p, z = 1 / q;
	long double f = (z * z + 2 * z + 2) / (z * z * z);
	long double half = (1 / p - 1 / q) / 2;

	(void)data;
	return p / (q * q) * (1 + half) * f - p / q * half;
}

static double naive_collision(const struct sequence *s)
{
	double t[400], mean = 0, squares = 0, bound;
	size_t v = 0, i = 0, j, k;

	while (i < s->n) {
		for (j = i + 1; j < s->n; j++) {
			for (k = i; k < j && s->symbols[k] != s->symbols[j]; )
				k++;
			if (k < j)
				break;
		}
		if (j == s->n)
			break;
		t[v++] = (double)(j - i + 1);
		i = j + 1;
	}
	for (i = 0; i < v; i++)
		mean += t[i] / (double)v;
	for (i = 0; i < v; i++)
		squares += (t[i] - mean) * (t[i] - mean);
	bound = mean - 2.576 * sqrt(squares / (double)(v - 1) / (double)v);
	if (bound >= (double)collision_mean(0.5L, NULL))
		return 1;
	return -(double)log2l(crossing(collision_mean, NULL, bound, 0.5L, 1));
}

/* Six sequences of 128 bits, bit by bit. */
static double naive_markov(const struct sequence *s)
{
	double from[2] = { 0 }, to[2][2] = { { 0 } }, best = -INFINITY;
	size_t i;
	int k;

	for (i = 0; i + 1 < s->n; i++) {
		from[s->symbols[i]]++;
		to[s->symbols[i]][s->symbols[i + 1]]++;
	}
	for (k = 0; k < 6; k++) {
		int a = k % 2, before = a, bit;
		double sum = log2((from[a] + (s->symbols[s->n - 1] == a)) /
				  (double)s->n);

		for (i = 1; i < 128; i++, before = bit) {
			/* All alike, the other for good, alternating. */
			bit = k < 2 ? a : k < 4 ? !a : !before;
			sum += log2(to[before][bit] / from[before]);
		}
		best = fmax(best, sum);
	}
	return fmin(1, -best / 128);
}

struct blocks { size_t nr, warmup; };

/* 6.3.4, step 7, term by term. */
static long double block_sum(long double z, const struct blocks *b)
{
	long double sum = 0;
	size_t t, u;

	for (t = b->warmup + 1; t <= b->nr; t++)
		for (u = 1; u <= t; u++)
			sum += log2l((long double)u) *
			       (u < t ? z * z : z) *
			       powl(1 - z, (long double)u - 1);
	return sum / (long double)(b->nr - b->warmup);
}

static long double block_mean(long double p, const void *data)
{
	return block_sum(p, data) + 63 * block_sum((1 - p) / 63, data);
}

static double naive_compression(const struct sequence *s, size_t warmup)
{
	struct blocks b = { s->n / 6, warmup };
	double v = (double)(b.nr - warmup), mean = 0, squares = 0, x;
	size_t i, j;

	for (i = warmup; i < b.nr; i++) {
		for (j = i; j > 0; j--)
			if (!memcmp(s->symbols + 6 * i,
				    s->symbols + 6 * (j - 1), 6))
				break;
		/* Of one that is new, the number of blocks up to it. */
		x = log2((double)(j ? i - j + 1 : i + 1));
		mean += x / v;
		squares += x * x;
	}
	x = mean - 2.576 * 0.5907 *
	    sqrt(squares / (v - 1) - mean * mean) / sqrt(v);
	if (block_mean(1 / 64.0L, &b) <= x)
		return 1;
	return -(double)log2l(crossing(block_mean, &b, x, 1 / 64.0L, 1)) / 6;
}

/* How often the @length symbols at @at are in @s. */
static size_t times(const struct sequence *s, size_t at, size_t length)
{
	size_t i, count = 0;

	for (i = 0; i + length <= s->n; i++)
		count += !memcmp(s->symbols + i, s->symbols + at, length);
	return count;
}

static void naive_tuples(const struct sequence *s, size_t cutoff,
			 double *t_tuple, double *lrs)
{
	double n = (double)s->n, frequent = 0, repeated = 0;
	bool few = false;
	size_t length, i;

	for (length = 1; length < s->n; length++) {
		double places = n - (double)length + 1, pairs = 0;
		size_t most = 0;

		for (i = 0; i + length <= s->n; i++) {
			size_t count = times(s, i, length);

			most = count > most ? count : most;
			/* Each of its places adds half of the rest. */
			pairs += (double)(count - 1) / 2;
		}
		if (most < 2)
			break;
		few = few || most < cutoff;
		if (!few)
			frequent = fmax(frequent, pow((double)most / places,
						      1.0 / (double)length));
		else
			repeated = fmax(repeated,
					pow(pairs / (places * (places - 1) / 2),
					    1.0 / (double)length));
	}
	*t_tuple = frequent > 0 ? -log2(upper(frequent, n)) : s->width;
	*lrs = repeated > 0 ? -log2(upper(repeated, n)) : s->width;
}

#endif
