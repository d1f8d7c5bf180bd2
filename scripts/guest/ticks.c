// SPDX-License-Identifier: GPL-2.0-only
/* Counting ticks exactly; see ticks.h. */
#include <stdlib.h>
#include <string.h>

#include "ticks.h"

void ticks_clear(struct ticks *t)
{
	memset(t, 0, sizeof(*t));
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void ticks_each(struct ticks *t, void (*bin)(void *arg, uint64_t value,
					     uint64_t count), void *arg)
{
	size_t i, first;

	for (i = 0; i < TICKS_ARRAY; i++)
		if (t->array[i])
			bin(arg, i, t->array[i]);
	qsort(t->list, t->listed, sizeof(t->list[0]), ascending);
	for (first = 0; first < t->listed; first = i) {
		for (i = first; i < t->listed && t->list[i] == t->list[first];)
			i++;
		bin(arg, t->list[first], i - first);
	}
}
