// SPDX-License-Identifier: GPL-2.0-only
/* Foretelling offsets; see predict.h. */
#include <stdlib.h>

#include <gsl/gsl_cdf.h>

#include "linear.h"
#include "patchbench.h"
#include "predict.h"

#define SYMBOLS		(1 << SEQUENCE_WIDTH_MAX)
#define LAGS		16

enum { COMMON = LAGS, MARKOV, STRIDE, PREDICTORS };

/* Lags by their length, from 1. Of equals the first is chosen. */
static const char *const names[PREDICTORS] = {
	"last value", "lag 2", "lag 3", "lag 4", "lag 5", "lag 6", "lag 7",
	"lag 8", "lag 9", "lag 10", "lag 11", "lag 12", "lag 13", "lag 14",
	"lag 15", "lag 16",
	[COMMON] = "most common", [MARKOV] = "successor", [STRIDE] = "stride",
};

/* What has been learnt from the symbols so far. */
struct learnt {
	size_t count[SYMBOLS];
	size_t follows[SYMBOLS][SYMBOLS];	/* by predecessor */
	uint8_t common, successor[SYMBOLS];	/* the most frequent */
};

static uint8_t back(const struct sequence *s, size_t i, size_t lag)
{
	return i < lag ? 0 : s->symbols[i - lag];
}

/* The symbol @i of @s by predictor @by. */
static uint8_t guess(const struct sequence *s, const struct learnt *learnt,
		     size_t i, unsigned int by)
{
	uint8_t last = back(s, i, 1);

	switch (by) {
	case COMMON:
		return learnt->common;
	case MARKOV:
		return learnt->successor[last];
	case STRIDE:
		return (2 * last - back(s, i, 2)) & ((1U << s->width) - 1);
	default:
		return back(s, i, by + 1);
	}
}

static void learn(struct learnt *learnt, const struct sequence *s, size_t i)
{
	uint8_t now = s->symbols[i], last;

	if (++learnt->count[now] > learnt->count[learnt->common])
		learnt->common = now;
	if (!i)
		return;
	last = s->symbols[i - 1];
	if (++learnt->follows[last][now] >
	    learnt->follows[last][learnt->successor[last]])
		learnt->successor[last] = now;
}

double predict_p(size_t hits, size_t tested, double chance)
{
	if (!hits)
		return 1;
	return gsl_cdf_binomial_Q((unsigned int)hits - 1, chance,
				  (unsigned int)tested);
}

static struct prediction nothing(const struct sequence *s, const char *by)
{
	return (struct prediction){
		.by = by, .p = 1, .chance = 1.0 / (double)(1 << s->width),
	};
}

static struct prediction by_linear(const struct sequence *s,
				   unsigned int low_bit)
{
	struct prediction result = nothing(s, "linear attack");
	struct linear_attack attack;
	size_t i;

	if (!linear_recover(s, low_bit, false, &attack))
		return result;
	result.needed = attack.needed;
	result.tested = s->n - attack.needed;
	if (result.tested > PREDICT_TESTED_MAX)
		result.tested = PREDICT_TESTED_MAX;
	/*
	 * Those that confirmed it are among them: they were foretold from the
	 * needed ones as well, and another source would have contradicted.
	 */
	for (i = attack.needed; i < attack.needed + result.tested; i++)
		result.hits += s->symbols[i] ==
			linear_predict(&attack.state, sequence_draw(s, i));
	result.p = predict_p(result.hits, result.tested, result.chance);
	return result;
}

static struct prediction by_simple(const struct sequence *s)
{
	struct learnt *learnt = xcalloc(1, sizeof(*learnt));
	struct prediction result = nothing(s, names[0]);
	size_t hits[PREDICTORS] = { 0 }, i;
	unsigned int by, best = 0;

	result.tested = s->n / 2;
	if (result.tested > PREDICT_TESTED_MAX)
		result.tested = PREDICT_TESTED_MAX;
	result.needed = s->n - result.tested;
	for (i = 0; i < result.needed; i++) {
		for (by = 0; by < PREDICTORS; by++)
			hits[by] += guess(s, learnt, i, by) == s->symbols[i];
		learn(learnt, s, i);
	}
	for (by = 1; by < PREDICTORS; by++)
		if (hits[by] > hits[best])
			best = by;
	result.by = names[best];
	for (; i < s->n; i++) {
		result.hits += guess(s, learnt, i, best) == s->symbols[i];
		learn(learnt, s, i);
	}
	result.p = predict_p(result.hits, result.tested, result.chance);
	free(learnt);
	return result;
}

void predict(const struct sequence *s, unsigned int low_bit,
	     struct prediction *linear, struct prediction *simple,
	     struct prediction *best)
{
	*linear = by_linear(s, low_bit);
	*simple = by_simple(s);
	*best = linear->needed ? *linear : *simple;
}
