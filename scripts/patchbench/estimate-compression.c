// SPDX-License-Identifier: GPL-2.0-only
/* The compression estimate, 6.3.4: Maurer's universal statistic. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>

#include "estimate-parts.h"
#include "patchbench.h"

#define BLOCK_BITS	6
#define BLOCK_VALUES	(1 << BLOCK_BITS)
/* The standard's c, for blocks of six bits. */
#define DEVIATION	0.5907
#define BISECTIONS	100	/* more than a double has bits */

struct blocks {
	size_t nr, warmup;
	const double *log;	/* log[u] = log2(u) */
};

/*
 * G(z) of 6.3.4, step 7: the mean of log2 of the distance to the last block
 * alike, over blocks whose probability is @z, weighed by it. There it is a sum
 * over t of sums over u; here the terms of each distance u are taken together:
 * it stands in the inner sum of every t above it and once as the last one.
 */
static double expected(const struct blocks *b, double z)
{
	double power = 1, sum = 0;
	size_t u;

	for (u = 1; u <= b->nr; u++) {
		size_t above = b->nr - (u > b->warmup ? u : b->warmup);
		double weight = z * z * (double)above;

		if (u > b->warmup)
			weight += z;
		sum += b->log[u] * power * weight;
		power *= 1 - z;
		/* What could still come is too small to be seen. */
		if (power * (double)b->nr * (double)b->nr * 64 < sum * 1e-17)
			break;
	}
	return sum / (double)(b->nr - b->warmup);
}

/* What the mean would be with one block of probability @p, the rest alike. */
static double mean_of(const struct blocks *b, double p)
{
	double q = (1 - p) / (BLOCK_VALUES - 1);

	return expected(b, p) + (BLOCK_VALUES - 1) * expected(b, q);
}

/* The p whose mean is @bound; it falls as p grows. */
static double solve(const struct blocks *b, double bound)
{
	double low = 1.0 / BLOCK_VALUES, high = 1;
	int i;

	if (bound <= 0)
		return 1;
	if (mean_of(b, low) <= bound)
		return low;
	for (i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (middle <= low || middle >= high)
			break;
		if (mean_of(b, middle) > bound)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* The lower bound of the mean of log2 of the distances. */
static double bound_of(const struct blocks *b, const uint8_t *bits)
{
	size_t last[BLOCK_VALUES] = { 0 }, i;
	long double sum = 0, squares = 0;
	double v = (double)(b->nr - b->warmup), mean, variance;

	for (i = 1; i <= b->nr; i++) {
		unsigned int value = 0, bit;
		double distance;

		for (bit = 0; bit < BLOCK_BITS; bit++)
			value = value << 1 | *bits++;
		if (i > b->warmup) {
			distance = b->log[i - last[value]];
			sum += distance;
			squares += distance * distance;
		}
		last[value] = i;
	}
	mean = (double)(sum / v);
	variance = (double)(squares / (v - 1)) - mean * mean;
	return mean - ESTIMATE_Z * DEVIATION * sqrt(fmax(0, variance) / v);
}

double estimate_compression_of(const struct sequence *s, size_t warmup)
{
	struct blocks b = { .nr = s->n / BLOCK_BITS, .warmup = warmup };
	double *log, p;
	size_t i;

	assert(s->width == 1);
	/* Two distances are the fewest that have a deviation. */
	if (b.nr < 2 || b.nr - 2 < warmup)
		return 0;
	log = xmalloc((b.nr + 1) * sizeof(*log));
	log[0] = 0;
	for (i = 1; i <= b.nr; i++)
		log[i] = log2((double)i);
	b.log = log;
	p = solve(&b, bound_of(&b, s->symbols));
	free(log);
	return fmin(1, fmax(0, -log2(p) / BLOCK_BITS + 0.0));
}

double estimate_compression(const struct sequence *s)
{
	return estimate_compression_of(s, COMPRESSION_WARMUP);
}
