/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An exact histogram of ticks that costs little to add to: an array counts the
 * small values, a list keeps every large one as it is. Nothing is rounded; a
 * list that is full is an error, never a coarser bin.
 */
#ifndef TALLY_H
#define TALLY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define TALLY_DIRECT	65536		/* values below are counted in place */
#define TALLY_LARGE	1048576		/* values above that fit */

struct tally {
	uint64_t *direct;		/* owned, TALLY_DIRECT counts */
	uint64_t *large;		/* owned, @room values in order of time */
	size_t nr, room;
	uint64_t lost;			/* values that found the list full */
};

/* Make an empty one. @room: large values it can hold. False: no memory. */
bool tally_init(struct tally *t, size_t room);

/* Forget all values; the memory stays. */
void tally_clear(struct tally *t);

/* Free what @t owns. */
void tally_free(struct tally *t);

static inline void tally_add(struct tally *t, uint64_t ticks)
{
	if (__builtin_expect(ticks < TALLY_DIRECT, 1))
		t->direct[ticks]++;
	else if (t->nr < t->room)
		t->large[t->nr++] = ticks;
	else
		t->lost++;
}

/* Sort the large values; needed before tally_each() and tally_bins(). */
void tally_sort(struct tally *t);

/* Call @bin for each value that occurred, ascending, with its count. */
void tally_each(const struct tally *t,
		void (*bin)(uint64_t ticks, uint64_t count, void *arg),
		void *arg);

/* Number of different values, and of all values. */
void tally_bins(const struct tally *t, uint64_t *bins, uint64_t *count);

#endif
