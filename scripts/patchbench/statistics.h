/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * From histograms to what a table says: the figures of one session, their
 * interval over sessions, and the comparison of two cells. docs/statistics.md
 * has the method and its sources.
 */
#ifndef STATISTICS_H
#define STATISTICS_H

#include "record.h"

/* Result classes, in the order they are printed. */
enum result_class {
	RC_MEAN, RC_P50, RC_P99, RC_P999, RC_P9999, RC_MIN, RC_MAX, RC_NR
};

#define STAT_CONFIDENCE	0.95
#define STAT_SESSIONS_MIN	2	/* below, there is no interval */
#define STAT_SESSIONS_GOOD	6	/* distribution-free, for a median */

__extension__ typedef unsigned __int128 u128;

/* The figures of one benchmark in one session, empty body subtracted. */
struct summary {
	uint64_t session;
	uint64_t n;			/* timed calls */
	u128 sum;			/* of all calls, ticks */
	uint64_t ticks[RC_NR];		/* of each class but RC_MEAN */
	double value[RC_NR];		/* in the unit */
};

/* One benchmark of one cell over its sessions. Starts as { 0 }. */
struct measured {
	enum unit unit;			/* of all sessions */
	uint64_t frequency;		/* of the first session */
	size_t nr;
	struct summary *sessions;	/* owned, in order of arrival */
};

/* What is known of one class of a series. */
struct interval {
	double mean;			/* of the sessions' values */
	double s;			/* their standard deviation, n-1 */
	double half;			/* half the 95 % interval */
	size_t n;			/* sessions */
	bool known;			/* n is enough for s and half */
	bool exact;			/* the same in two or more sessions */
};

/* A cell against its baseline. */
struct change {
	double percent;			/* above 0: slower; NAN: of 0 */
	char mark;			/* 'R', 'I', or 0 */
};

/* "mean", "p99.9" */
const char *class_name(enum result_class class);

/* @part of @whole calls, for a percentile; false for the other classes. */
bool class_quantile(enum result_class class, uint64_t *part, uint64_t *whole);

/* The ticks of the call of @rank, from 1 to the histogram's count. */
uint64_t histogram_ticks_at(const struct histogram *h, u128 rank);

/*
 * The ticks at or below which @part of @whole of all calls lie, nearest rank:
 * the value of rank ceil(part / whole * count), exact in integers. @part from 1
 * to @whole, @whole at most 100000.
 */
uint64_t histogram_rank(const struct histogram *h, uint64_t part,
			uint64_t whole);

/*
 * The figures of @h after @empty ticks (the minimum of the empty body) have
 * been taken off every call, never below zero. Values are ticks times 1e9 divided by
 * @frequency: ns for a counter of that frequency in Hz; instructions where
 * 1e9 ticks a second are one per instruction.
 */
void histogram_summary(const struct histogram *h, uint64_t empty,
		       uint64_t frequency, struct summary *out);

/*
 * Add benchmark @benchmark of @rec to @series. @name is the record's, for
 * messages. Returns 0, or ST_REFUSED after a message: no such benchmark,
 * another unit or counter or number of calls than the sessions before, or a
 * session that is there already.
 */
int measured_add(struct measured *series, const char *name,
	       const struct record *rec, const char *benchmark);

void measured_free(struct measured *series);

/* Half the two-sided 95 % interval: t(0.975, n - 1) * s / sqrt(n). n >= 2. */
double student_half(double s, size_t n);

/* Mean, deviation and interval of @n values. n >= 1. */
struct interval interval_of(const double *values, size_t n);

/*
 * The same of one class of @series, which has a session. Exactness is told by
 * ticks, not by rounded values.
 */
struct interval measured_interval(const struct measured *series,
				enum result_class class);

/*
 * @cell against @baseline: percent, and a mark where both intervals are known
 * and have no point in common. Intervals that touch have one.
 */
struct change interval_change(const struct interval *baseline,
			      const struct interval *cell);

/*
 * @value in as few digits as read back as the same double: "316.45", not
 * "316.44999999999999". Caller frees.
 */
char *number_format(double value);

/* "(R) 15.62%", "1.55%", "n/a" (baseline 0). Caller frees. */
char *change_format(const struct change *change);

#endif
