// SPDX-License-Identifier: GPL-2.0-only
/*
 * Predictors by windows and by distances, 6.3.7 and 6.3.8. As in all four, a
 * scoreboard decides which of several rules speaks next: one whose score
 * reaches the best takes over, the last of them where several do at once.
 */
#include <assert.h>
#include <string.h>

#include "estimate-parts.h"

#define WINDOWS_MAX	8

/* The last symbols, up to a number of them, by value. */
struct window {
	size_t length;
	size_t score;
	size_t counts[1 << SEQUENCE_WIDTH_MAX];
	unsigned int frequent;	/* most often there, of several the latest */
};

/* The most frequent one anew; @last: where each was last seen. */
static void window_search(struct window *w, unsigned int symbols,
			  const size_t *last)
{
	unsigned int y, best = 0;

	for (y = 1; y < symbols; y++)
		if (w->counts[y] > w->counts[best] ||
		    (w->counts[y] == w->counts[best] && last[y] > last[best]))
			best = y;
	w->frequent = best;
}

/* Let the symbol at @at in, and the one that is now too old out. */
static void window_move(struct window *w, const struct sequence *s, size_t at,
			const size_t *last)
{
	unsigned int in = s->symbols[at], out;

	w->counts[in]++;
	if (at >= w->length) {
		out = s->symbols[at - w->length];
		w->counts[out]--;
		if (out == w->frequent && out != in &&
		    w->counts[in] <= w->counts[out]) {
			window_search(w, 1u << s->width, last);
			return;
		}
	}
	if (w->counts[in] >= w->counts[w->frequent])
		w->frequent = in;
}

double estimate_multi_mcw_of(const struct sequence *s, const size_t *windows,
			     unsigned int nr)
{
	/* Where a symbol was last seen, + 1. */
	size_t last[1 << SEQUENCE_WIDTH_MAX] = { 0 }, i;
	struct window w[WINDOWS_MAX] = { 0 };
	struct score score = { 0 };
	unsigned int winner = 0, j;

	assert(nr && nr <= WINDOWS_MAX);
	for (j = 0; j < nr; j++)
		w[j].length = windows[j];
	for (i = 0; i < s->n; i++) {
		unsigned int y = s->symbols[i];

		if (i >= windows[0])
			score_add(&score, i >= w[winner].length &&
				  w[winner].frequent == y);
		for (j = 0; j < nr; j++) {
			/* A window that is not full does not predict. */
			if (i < w[j].length || w[j].frequent != y)
				continue;
			if (++w[j].score >= w[winner].score)
				winner = j;
		}
		last[y] = i + 1;
		for (j = 0; j < nr; j++)
			window_move(&w[j], s, i, last);
	}
	return score_entropy(&score, s);
}

double estimate_multi_mcw(const struct sequence *s)
{
	static const size_t windows[] = { 63, 255, 1023, 4095 };

	return estimate_multi_mcw_of(s, windows, 4);
}

#define STRETCH	64	/* symbols, predicted between two looks at all scores */

struct lag {
	unsigned int depth;
	unsigned int winner;	/* the distance, less 1, as in score */
	size_t score[LAG_DEPTH];
};

/*
 * Symbols @from to @to, with the distances that are near enough to the best to
 * reach it in as many steps; for the rest, right answers are only counted.
 */
static void lag_stretch(struct lag *l, struct score *score, const uint8_t *y,
			size_t from, size_t to)
{
	unsigned int near[LAG_DEPTH], nr = 0, d, k;
	size_t best = l->score[l->winner], i;

	for (d = 0; d < l->depth; d++) {
		size_t start = from > d ? from : d + 1;
		unsigned int right = 0;

		if (l->score[d] + (to - from) >= best) {
			near[nr++] = d;
			continue;
		}
		for (i = start; i < to; i++)
			right += y[i] == y[i - d - 1];
		l->score[d] += right;
	}
	for (i = from; i < to; i++) {
		score_add(score, i > l->winner &&
			  y[i - l->winner - 1] == y[i]);
		for (k = 0; k < nr; k++) {
			d = near[k];
			if (d >= i)
				break;
			if (y[i] == y[i - d - 1] &&
			    ++l->score[d] >= l->score[l->winner])
				l->winner = d;
		}
	}
}

double estimate_lag_of(const struct sequence *s, unsigned int depth)
{
	struct lag l = { .depth = depth };
	struct score score = { 0 };
	size_t i, to;

	assert(depth && depth <= LAG_DEPTH);
	for (i = 1; i < s->n; i = to) {
		to = s->n - i > STRETCH ? i + STRETCH : s->n;
		lag_stretch(&l, &score, s->symbols, i, to);
	}
	return score_entropy(&score, s);
}

double estimate_lag(const struct sequence *s)
{
	return estimate_lag_of(s, LAG_DEPTH);
}
