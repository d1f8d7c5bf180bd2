// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prediction with a dictionary like that of LZ78, 6.3.10: of all
 * strings that end here, the one with the highest count of a next symbol.
 * As in estimate-mmc.c a symbol is predicted and then counted.
 */
#include <assert.h>
#include <stdlib.h>

#include "contexts.h"
#include "estimate-parts.h"
#include "patchbench.h"

/* Bits: the counts of string x followed by y stand at [2x + y]. */
static void predict_bits(const struct sequence *s, unsigned int depth,
			 size_t entries, struct score *score)
{
	uint32_t *counts[LZ78Y_DEPTH], history = 0;
	size_t used = 0, i;
	unsigned int d;

	for (d = 0; d < depth; d++)
		counts[d] = xcalloc((size_t)4 << d, sizeof(**counts));
	for (i = 0; i < s->n; i++) {
		unsigned int y = s->symbols[i], guess = 0;
		uint32_t most = 0;

		/* The longest string first: it counts first, and of equals. */
		for (d = depth; i >= depth && d-- > 0; ) {
			uint32_t x = history & ((2u << d) - 1);
			uint32_t *c = &counts[d][2 * x];
			unsigned int better = c[1] >= c[0];

			if (c[better] > most) {
				most = c[better];
				guess = better;
			}
			if (c[better] || used < entries) {
				used += !c[better];
				c[y]++;
			}
		}
		if (i > depth)
			score_add(score, most && guess == y);
		history = history << 1 | y;
	}
	for (d = 0; d < depth; d++)
		free(counts[d]);
}

static void predict_symbols(const struct sequence *s, unsigned int depth,
			    size_t entries, struct score *score)
{
	struct contexts strings[LZ78Y_DEPTH] = { { 0 } };
	context_key history = 0;
	size_t used = 0, i;
	unsigned int d;

	for (i = 0; i < s->n; i++) {
		uint8_t y = s->symbols[i], guess = 0;
		uint32_t most = 0;

		for (d = depth; i >= depth && d-- > 0; ) {
			struct contexts *c = &strings[d];
			context_key key = context_key_of(history, d + 1);
			uint32_t at = contexts_find(c, key);

			if (at != CONTEXT_NONE) {
				if (c->list[at].count > most) {
					most = c->list[at].count;
					guess = c->list[at].best;
				}
			} else if (used < entries) {
				at = contexts_add(c, key);
				used++;
			}
			if (at != CONTEXT_NONE)
				contexts_count(c, at, y, true);
		}
		if (i > depth)
			score_add(score, most && guess == y);
		history = history << 8 | y;
	}
	for (d = 0; d < depth; d++)
		contexts_free(&strings[d]);
}

double estimate_lz78y_of(const struct sequence *s, unsigned int depth,
			 size_t entries)
{
	struct score score = { 0 };

	assert(depth && depth <= LZ78Y_DEPTH);
	if (s->width == 1)
		predict_bits(s, depth, entries, &score);
	else
		predict_symbols(s, depth, entries, &score);
	return score_entropy(&score, s);
}

double estimate_lz78y(const struct sequence *s)
{
	return estimate_lz78y_of(s, LZ78Y_DEPTH, LZ78Y_ENTRIES);
}
