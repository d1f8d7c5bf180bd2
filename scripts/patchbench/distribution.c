// SPDX-License-Identifier: GPL-2.0-only
/* What the symbols of a sequence look like; see distribution.h. */
#include <math.h>
#include <string.h>

#include "distribution.h"

double counts_entropy(const uint64_t *counts, size_t nr, uint64_t n)
{
	double bits = 0;
	size_t i;

	for (i = 0; i < nr; i++) {
		/* log2(1) is 0 to the last bit: a constant has none. */
		if (counts[i])
			bits += (double)counts[i] / (double)n *
				log2((double)n / (double)counts[i]);
	}
	return bits;
}

static unsigned int distinct_in(const uint64_t *counts)
{
	unsigned int i, nr = 0;

	for (i = 0; i < DISTRIBUTION_SYMBOLS; i++)
		nr += counts[i] != 0;
	return nr;
}

static unsigned int binary_digits(unsigned int number)
{
	unsigned int nr;

	for (nr = 0; number; nr++)
		number >>= 1;
	return nr;
}

void distribution_of(const struct sequence *s, struct distribution *out)
{
	uint64_t steps[DISTRIBUTION_SYMBOLS] = { 0 };
	unsigned int mask = (1U << s->width) - 1, ones = 0, zeros = 0;
	size_t i;

	*out = (struct distribution){ .n = s->n, .width = s->width };
	for (i = 0; i < s->n; i++) {
		unsigned int x = s->symbols[i];

		out->counts[x]++;
		ones |= x;
		zeros |= ~x & mask;
		if (i + 1 == DISTRIBUTION_SCRIPT_N)
			out->digits = binary_digits(distinct_in(out->counts));
		if (!i)
			continue;
		steps[(x - s->symbols[i - 1]) & mask]++;
		out->changes += x != s->symbols[i - 1];
	}
	out->moving = ones & zeros;
	out->distinct = distinct_in(out->counts);
	if (s->n < DISTRIBUTION_SCRIPT_N)
		out->digits = binary_digits(out->distinct);
	for (i = 0; i < DISTRIBUTION_SYMBOLS; i++) {
		if (out->counts[i] <= out->common_count)
			continue;
		out->common = (unsigned int)i;
		out->common_count = out->counts[i];
	}
	out->entropy = counts_entropy(out->counts, DISTRIBUTION_SYMBOLS, s->n);
	if (s->n)
		out->step_entropy = counts_entropy(steps, DISTRIBUTION_SYMBOLS,
						   s->n - 1);
}
