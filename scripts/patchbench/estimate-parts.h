/* SPDX-License-Identifier: GPL-2.0-only */
/* What the estimators share; for estimate-*.c alone. */
#ifndef ESTIMATE_PARTS_H
#define ESTIMATE_PARTS_H

#include "estimators.h"

/*
 * The half-width of a 99 % interval of a normal variable, in standard
 * deviations, with the digits that SP 800-90B prints in all its formulas.
 */
#define ESTIMATE_Z	2.576

/* The upper end of the interval of a probability @p seen in @n trials. */
double estimate_upper(double p, double n);

/*
 * Min-entropy of a source whose likeliest symbol has probability @p, held
 * between 0 and the width of @s. An @p of 0 or below says nothing: the width.
 */
double estimate_entropy(const struct sequence *s, double p);

/* How a predictor fared. Starts as { 0 }. */
struct score {
	size_t trials;		/* N: symbols it had to predict */
	size_t correct;		/* C */
	size_t run;		/* correct ones in a row, up to now */
	size_t longest;		/* the longest such run */
};

static inline void score_add(struct score *score, bool correct)
{
	score->trials++;
	if (!correct) {
		score->run = 0;
		return;
	}
	score->correct++;
	if (++score->run > score->longest)
		score->longest = score->run;
}

/*
 * The probability of a right prediction under which @n predictions have no run
 * of @r right ones with probability 0.99: P_local of 6.3.7, step 6.
 */
double score_local(size_t r, size_t n);

/* Entropy of @s in face of that predictor: 6.3.7, steps 5 to 7. */
double score_entropy(const struct score *score, const struct sequence *s);

#endif
