/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Counting ticks exactly: an array where the mass is, a list for the rest.
 * Nothing is allocated while it counts and nothing is ever rounded.
 */
#ifndef TICKS_H
#define TICKS_H

#include <stddef.h>
#include <stdint.h>

#define TICKS_ARRAY	65536	/* values counted in the array: 0 to 65535 */
#define TICKS_LIST	65536	/* larger values, one by one */

struct ticks {
	uint64_t array[TICKS_ARRAY];
	uint64_t list[TICKS_LIST];
	size_t listed;
	uint64_t count;
};

/* Begin anew; touches every page. */
void ticks_clear(struct ticks *t);

/* Count one value. Returns 0, or -1 when the list is full. */
static inline int ticks_add(struct ticks *t, uint64_t value)
{
	t->count++;
	if (value < TICKS_ARRAY) {
		t->array[value]++;
		return 0;
	}
	if (t->listed == TICKS_LIST)
		return -1;
	t->list[t->listed++] = value;
	return 0;
}

/*
 * Call @bin for each value that was counted, ascending, with its count. Sorts
 * the list.
 */
void ticks_each(struct ticks *t, void (*bin)(void *arg, uint64_t value,
					     uint64_t count), void *arg);

#endif
