// SPDX-License-Identifier: GPL-2.0-only
/* Exact histograms: see tally.h. */
#include <stdlib.h>
#include <string.h>

#include "tally.h"

bool tally_init(struct tally *t, size_t room)
{
	memset(t, 0, sizeof(*t));
	t->direct = malloc(TALLY_DIRECT * sizeof(*t->direct));
	t->large = malloc((room ? room : 1) * sizeof(*t->large));
	if (!t->direct || !t->large) {
		tally_free(t);
		return false;
	}
	t->room = room;
	/* Touched now, so that no page is faulted in while time is taken. */
	memset(t->large, 0, room * sizeof(*t->large));
	tally_clear(t);
	return true;
}

void tally_clear(struct tally *t)
{
	memset(t->direct, 0, TALLY_DIRECT * sizeof(*t->direct));
	t->nr = 0;
	t->lost = 0;
}

void tally_free(struct tally *t)
{
	free(t->direct);
	free(t->large);
	memset(t, 0, sizeof(*t));
}

static int compare(const void *a, const void *b)
{
	uint64_t x, y;

	memcpy(&x, a, sizeof(x));
	memcpy(&y, b, sizeof(y));
	return (x > y) - (x < y);
}

void tally_sort(struct tally *t)
{
	qsort(t->large, t->nr, sizeof(*t->large), compare);
}

void tally_each(const struct tally *t,
		void (*bin)(uint64_t ticks, uint64_t count, void *arg),
		void *arg)
{
	size_t i, from;

	for (i = 0; i < TALLY_DIRECT; i++)
		if (t->direct[i])
			bin(i, t->direct[i], arg);
	for (from = 0; from < t->nr; from = i) {
		for (i = from + 1; i < t->nr; i++)
			if (t->large[i] != t->large[from])
				break;
		bin(t->large[from], i - from, arg);
	}
}

struct sums {
	uint64_t bins, count;
};

static void add_bin(uint64_t ticks, uint64_t count, void *arg)
{
	struct sums *sums = arg;

	(void)ticks;
	sums->bins++;
	sums->count += count;
}

void tally_bins(const struct tally *t, uint64_t *bins, uint64_t *count)
{
	struct sums sums = { 0, 0 };

	tally_each(t, add_bin, &sums);
	*bins = sums.bins;
	*count = sums.count;
}
