/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * How well the next stack offset can be foretold from those seen before: by
 * the linear attack on the kernel's generator, and by predictors that assume
 * no generator. docs/prediction.md has the method.
 */
#ifndef PREDICT_H
#define PREDICT_H

#include <stddef.h>

#include "sequence.h"

#define PREDICT_TESTED_MAX	10000	/* offsets that are foretold */

struct prediction {
	size_t tested;		/* offsets foretold; 0: none could be */
	size_t hits;		/* rightly */
	const char *by;		/* static: "linear attack", "lag 2", ... */
	size_t needed;		/* offsets that came before those */
	double chance;		/* a hit's, where all symbols are as likely */
	double p;		/* of so many hits or more by that chance */
};

/* P(X >= @hits) of @tested draws with probability @chance; 1 for no hits. */
double predict_p(size_t hits, size_t tested, double chance);

/*
 * Foretell offsets of @s, whose symbols are bits @low_bit and up of a draw plus
 * an unknown constant, modulo 1 << width.
 *
 * @linear: by linear_recover(); tested are up to PREDICT_TESTED_MAX offsets
 * behind the needed ones, at their draws. Not found: 0 tested, 0 needed.
 *
 * @simple: the last value, the one 2 to 16 before, the most common so far, the
 * most frequent successor of the last (first-order Markov), the last plus its
 * step from the one before. Tested are the last PREDICT_TESTED_MAX offsets, at
 * most half of all, by the one with the most hits among those before, which
 * are @needed; so the choice among many has no part in the hits. It goes on
 * learning, always from offsets before the one foretold. Before there is
 * anything to go by, the guess is 0.
 *
 * @best: @linear where it was found, otherwise @simple.
 */
void predict(const struct sequence *s, unsigned int low_bit,
	     struct prediction *linear, struct prediction *simple,
	     struct prediction *best);

#endif
