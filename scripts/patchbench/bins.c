// SPDX-License-Identifier: GPL-2.0-only
/* Histograms merged into a curve; see bins.h. */
#include <stdlib.h>
#include <string.h>

#include "bins.h"
#include "patchbench.h"

/*
 * Each octave has 2^STEP_BITS bins of the same width, so a bin is at most 1/128
 * of its values wide; below 128 a bin is one value.
 */
#define STEP_BITS	7
#define STEPS		((size_t)1 << STEP_BITS)
#define OCTAVES		(53 - STEP_BITS + 2)	/* to HISTOGRAM_TICKS_MAX */

struct bins {
	uint64_t total;
	size_t nr;		/* different values, at most one too many */
	struct point values[CURVE_POINTS_MAX + 1];
	struct point steps[OCTAVES * STEPS];	/* count 0: none */
};

struct bins *bins_new(void)
{
	return xcalloc(1, sizeof(struct bins));
}

void bins_free(struct bins *bins)
{
	free(bins);
}

static size_t step_of(uint64_t ticks)
{
	int octave;

	if (ticks < STEPS)
		return (size_t)ticks;
	octave = 63 - __builtin_clzll(ticks);
	return (size_t)(octave - STEP_BITS + 1) * STEPS +
	       ((size_t)(ticks >> (octave - STEP_BITS)) & (STEPS - 1));
}

static void point_add(struct point *point, const struct point *more)
{
	if (!point->count) {
		*point = *more;
		return;
	}
	if (more->low < point->low)
		point->low = more->low;
	if (more->high > point->high)
		point->high = more->high;
	point->count += more->count;
}

/* Once there is a value too many, what they are no longer matters. */
static void value_add(struct bins *bins, const struct point *more)
{
	size_t low = 0, high = bins->nr;

	if (bins->nr > CURVE_POINTS_MAX)
		return;
	while (low < high) {
		size_t mid = (low + high) / 2;

		if (bins->values[mid].low < more->low)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == bins->nr || bins->values[low].low != more->low) {
		memmove(&bins->values[low + 1], &bins->values[low],
			(bins->nr - low) * sizeof(bins->values[0]));
		memset(&bins->values[low], 0, sizeof(bins->values[0]));
		bins->nr++;
	}
	/* The array has one place more than a curve has points. */
	point_add(&bins->values[low], more);
}

bool bins_add(struct bins *bins, const struct histogram *h, uint64_t empty)
{
	size_t i;

	for (i = 0; i < h->nr; i++) {
		uint64_t ticks = h->bins[i].ticks;
		struct point more = { .count = h->bins[i].count };

		if (more.count > UINT64_MAX - bins->total)
			return false;
		bins->total += more.count;
		more.low = more.high = ticks > empty ? ticks - empty : 0;
		point_add(&bins->steps[step_of(more.low)], &more);
		value_add(bins, &more);
	}
	return true;
}

/* The points that remain with 2^@shift steps made one. */
static size_t merge(const struct bins *bins, unsigned int shift,
		    struct point *out)
{
	size_t nr = 0, last = SIZE_MAX, i;

	for (i = 0; i < OCTAVES * STEPS; i++) {
		if (!bins->steps[i].count)
			continue;
		if (i >> shift != last) {
			last = i >> shift;
			if (out)
				memset(&out[nr], 0, sizeof(*out));
			nr++;
		}
		if (out)
			point_add(&out[nr - 1], &bins->steps[i]);
	}
	return nr;
}

void bins_curve(struct bins *bins, struct curve *out)
{
	unsigned int shift = 0;

	memset(out, 0, sizeof(*out));
	out->total = bins->total;
	out->exact = bins->nr <= CURVE_POINTS_MAX;
	if (out->exact) {
		out->nr = bins->nr;
		out->points = xcalloc(out->nr, sizeof(*out->points));
		memcpy(out->points, bins->values,
		       out->nr * sizeof(*out->points));
	} else {
		while (merge(bins, shift, NULL) > CURVE_POINTS_MAX)
			shift++;
		out->nr = merge(bins, shift, NULL);
		out->points = xcalloc(out->nr, sizeof(*out->points));
		merge(bins, shift, out->points);
	}
	bins_free(bins);
}

void curve_free(struct curve *curve)
{
	free(curve->points);
	memset(curve, 0, sizeof(*curve));
}
