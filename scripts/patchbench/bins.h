/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Histograms of many sessions as one curve of a few hundred points: exact where
 * there are no more different values than that, merged into bins of the same
 * relative width where there are more. docs/html.md says how.
 */
#ifndef BINS_H
#define BINS_H

#include "histogram.h"

#define CURVE_POINTS_MAX	300	/* of one curve */

/* The calls that took from @low to @high ticks; both were seen. */
struct point {
	uint64_t low, high;
	uint64_t count;
};

struct curve {
	size_t nr;		/* at least 1, at most CURVE_POINTS_MAX */
	struct point *points;	/* owned, ascending */
	uint64_t total;		/* of all counts */
	bool exact;		/* each point is one value */
};

struct bins;

/* Nothing counted yet. bins_free() frees, or bins_curve(). */
struct bins *bins_new(void);
void bins_free(struct bins *bins);

/*
 * Count @h, @empty ticks taken off each call, never below zero. The order in
 * which histograms come makes no difference. Returns false, with @bins not to
 * be used further, where the calls in all are 2^64 or more.
 */
bool bins_add(struct bins *bins, const struct histogram *h, uint64_t empty);

/* Make @out of what was counted, a histogram at least, and free @bins. */
void bins_curve(struct bins *bins, struct curve *out);
void curve_free(struct curve *curve);

#endif
