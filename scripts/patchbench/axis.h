/* SPDX-License-Identifier: GPL-2.0-only */
/* The range of an axis and where its ticks are. */
#ifndef AXIS_H
#define AXIS_H

#include <stdbool.h>
#include <stddef.h>

#define AXIS_TICKS_MAX	16

struct axis {
	double low, high;	/* low < high; above 0 where @log */
	bool log;
	size_t nr;
	double ticks[AXIS_TICKS_MAX];
};

/*
 * An axis for values from @low to @high, both finite, with at most @ticks ticks
 * (2 to AXIS_TICKS_MAX) at round numbers. axis_log() takes 0 < @low <= @high
 * and leaves some room at both ends; axis_linear() begins at 0 and leaves some
 * at @high, which may be 0.
 */
void axis_log(double low, double high, size_t ticks, struct axis *out);
void axis_linear(double high, size_t ticks, struct axis *out);

/* "500", "2k", "1.5M". Caller frees. */
char *axis_number(double value);

#endif
