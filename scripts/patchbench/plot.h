/* SPDX-License-Identifier: GPL-2.0-only */
/* The plots of one benchmark, a panel or a row for each column of its table. */
#ifndef PLOT_H
#define PLOT_H

#include "bins.h"

#define PLOT_BARS	2	/* of a row: mean and p99 */

struct plot_bar {
	double value, half;	/* half the interval; 0: none */
	char *text;		/* owned by the caller: what stands beside it */
};

/* A column; the first is the baseline. Nothing is owned. */
struct plot_row {
	const char *label;	/* one line */
	const struct curve *curve;
	double scale;		/* its ticks times this are in the unit */
	struct plot_bar bars[PLOT_BARS];
};

struct plot {
	const char *id;		/* letters, digits, '-'; unique in a page */
	const char *title, *desc;	/* for those who do not see it */
	const char *unit;	/* "insns" */
	size_t nr;		/* at least 1 */
	const struct plot_row *rows;
};

/*
 * Append an SVG element to @out: how many of the calls took how long; how many
 * took as long or longer; mean and p99. Where a value is 0, which has no place
 * on a logarithmic axis, it stands at half a tick. Returns 0, or a status after
 * a message as gnuplot_run() and svg_clean().
 */
int plot_distribution(const struct plot *plot, struct bytes *out);
int plot_tail(const struct plot *plot, struct bytes *out);
int plot_bars(const struct plot *plot, struct bytes *out);

/* Whether plot_bars() takes a logarithmic axis, as values are far apart. */
bool plot_bars_log(const struct plot *plot);

#endif
