// SPDX-License-Identifier: GPL-2.0-only
/* From right and wrong predictions to min-entropy; see estimate-parts.h. */
#include <math.h>

#include "estimate-parts.h"

#define CONFIDENCE	0.99
#define ROOT_ROUNDS	10	/* of the standard; it has settled by then */
#define BISECTIONS	100	/* more than a double has bits */

/*
 * ln of the probability that @n trials of probability @p have no run of @r
 * successes: W. Feller, An Introduction to Probability Theory and Its
 * Applications, volume 1, XIII.7, as 6.3.7 takes it over. With its root x
 * written as 1 + e no digit is lost where p is small. -INFINITY where p is so
 * large that the root has run into 1/p.
 */
static double log_no_run(double p, double r, double n)
{
	double q = 1 - p, e = 0;
	int i;

	for (i = 0; i < ROOT_ROUNDS; i++)
		e = q * exp(r * log(p) + (r + 1) * log1p(e));
	if (p * e >= q || r * e >= 1)
		return -INFINITY;
	return log1p(-p * e / q) - log1p(-r * e) - (n + 1) * log1p(e);
}

double score_local(size_t r, size_t n)
{
	double low = 0, high = 1, wanted = log(CONFIDENCE);
	int i;

	for (i = 0; i < BISECTIONS; i++) {
		double middle = (low + high) / 2;

		if (middle <= low || middle >= high)
			break;
		if (log_no_run(middle, (double)r, (double)n) > wanted)
			low = middle;
		else
			high = middle;
	}
	return high;
}

/* How many symbols of its alphabet @s makes use of. */
static unsigned int distinct(const struct sequence *s)
{
	bool seen[1 << SEQUENCE_WIDTH_MAX] = { false };
	unsigned int nr = 0;
	size_t i;

	for (i = 0; i < s->n; i++) {
		nr += !seen[s->symbols[i]];
		seen[s->symbols[i]] = true;
	}
	return nr;
}

double score_entropy(const struct score *score, const struct sequence *s)
{
	double n = (double)score->trials, p;

	if (score->trials < 2)
		return 0;
	if (score->correct)
		p = estimate_upper((double)score->correct / n, n);
	else
		p = 1 - pow(1 - CONFIDENCE, 1 / n);
	p = fmax(p, score_local(score->longest + 1, score->trials));
	return estimate_entropy(s, fmax(p, 1.0 / distinct(s)));
}
