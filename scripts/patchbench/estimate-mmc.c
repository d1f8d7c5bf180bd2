// SPDX-License-Identifier: GPL-2.0-only
/*
 * Prediction by Markov models with counting, 6.3.9: what followed the last d
 * symbols most often, for every d up to the depth.
 *
 * The standard counts what came before the symbol to be predicted and then
 * predicts it. Here a symbol is predicted and then counted, which is the same
 * in the end and looks up every string once.
 */
#include <assert.h>
#include <stdlib.h>

#include "contexts.h"
#include "estimate-parts.h"
#include "patchbench.h"

/* What decides which depth speaks. Index 0 is depth 1. */
struct models {
	size_t score[MMC_DEPTH];
	unsigned int winner;
	bool right;		/* what the winner said, this time */
};

/* Depth @d + 1 was @right; @spoke: the depth that was the winner before. */
static inline void model_heard(struct models *m, unsigned int d,
			       unsigned int spoke, bool right)
{
	if (!right)
		return;
	if (d == spoke)
		m->right = true;
	if (++m->score[d] >= m->score[m->winner])
		m->winner = d;
}

/* Bits: the counts of string x followed by y stand at [2x + y]. */
static void predict_bits(const struct sequence *s, unsigned int depth,
			 size_t entries, struct score *score)
{
	uint32_t *counts[MMC_DEPTH], history = s->n ? s->symbols[0] : 0;
	struct models m = { { 0 }, 0, false };
	size_t used[MMC_DEPTH] = { 0 }, i;
	unsigned int d;

	for (d = 0; d < depth; d++)
		counts[d] = xcalloc((size_t)4 << d, sizeof(**counts));
	for (i = 1; i < s->n; i++) {
		unsigned int y = s->symbols[i], spoke = m.winner;

		m.right = false;
		for (d = 0; d < depth && d < i; d++) {
			uint32_t x = history & ((2u << d) - 1);
			uint32_t *c = &counts[d][2 * x];

			/* Of two alike it is the larger symbol. */
			if (c[0] || c[1])
				model_heard(&m, d, spoke,
					    (c[1] >= c[0]) == y);
			if (c[y] || used[d] < entries) {
				used[d] += !c[y];
				c[y]++;
			}
		}
		if (i > 1)
			score_add(score, m.right);
		history = history << 1 | y;
	}
	for (d = 0; d < depth; d++)
		free(counts[d]);
}

static void predict_symbols(const struct sequence *s, unsigned int depth,
			    size_t entries, struct score *score)
{
	struct contexts models[MMC_DEPTH] = { { 0 } };
	struct models m = { { 0 }, 0, false };
	context_key history = s->n ? s->symbols[0] : 0;
	unsigned int d;
	size_t i;

	for (i = 1; i < s->n; i++) {
		uint8_t y = s->symbols[i];
		unsigned int spoke = m.winner;

		m.right = false;
		for (d = 0; d < depth && d < i; d++) {
			struct contexts *c = &models[d];
			context_key key = context_key_of(history, d + 1);
			uint32_t at = contexts_find(c, key);
			bool more = c->nr_pairs < entries;

			if (at != CONTEXT_NONE)
				model_heard(&m, d, spoke,
					    c->list[at].best == y);
			else if (more)
				at = contexts_add(c, key);
			if (at != CONTEXT_NONE)
				contexts_count(c, at, y, more);
		}
		if (i > 1)
			score_add(score, m.right);
		history = history << 8 | y;
	}
	for (d = 0; d < depth; d++)
		contexts_free(&models[d]);
}

double estimate_multi_mmc_of(const struct sequence *s, unsigned int depth,
			     size_t entries)
{
	struct score score = { 0 };

	assert(depth && depth <= MMC_DEPTH);
	if (s->width == 1)
		predict_bits(s, depth, entries, &score);
	else
		predict_symbols(s, depth, entries, &score);
	return score_entropy(&score, s);
}

double estimate_multi_mmc(const struct sequence *s)
{
	return estimate_multi_mmc_of(s, MMC_DEPTH, MMC_ENTRIES);
}
