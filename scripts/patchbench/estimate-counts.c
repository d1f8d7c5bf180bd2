// SPDX-License-Identifier: GPL-2.0-only
/* The estimators that only count: 6.3.1 to 6.3.3. */
#include <assert.h>
#include <math.h>

#include "estimate-parts.h"

double estimate_mcv(const struct sequence *s)
{
	size_t counts[1 << SEQUENCE_WIDTH_MAX] = { 0 }, most = 0, i;

	if (!s->n)
		return 0;
	for (i = 0; i < s->n; i++)
		if (++counts[s->symbols[i]] > most)
			most = counts[s->symbols[i]];
	return estimate_entropy(s, estimate_upper((double)most / (double)s->n,
						  (double)s->n));
}

/*
 * Of two bits alike are 2 to the first pair, and otherwise any third bit makes
 * one: the mean of that number t is 2 + 2pq, which is solved for p. It is what
 * step 7 of 6.3.2 comes to for two symbols. As t is 2 or 3 its variance follows
 * from the counts of both.
 */
double estimate_collision(const struct sequence *s)
{
	double v, mean, variance, bound;
	size_t i = 0, two = 0, three = 0;

	assert(s->width == 1);
	while (i + 1 < s->n) {
		if (s->symbols[i] == s->symbols[i + 1]) {
			two++;
			i += 2;
		} else if (i + 2 < s->n) {
			three++;
			i += 3;
		} else {
			break;
		}
	}
	v = (double)(two + three);
	if (v < 2)
		return 0;
	mean = 2 + (double)three / v;
	variance = (double)two * (double)three / v / (v - 1);
	bound = mean - ESTIMATE_Z * sqrt(variance / v);
	if (bound >= 2.5)
		return 1;
	return estimate_entropy(s, 0.5 + sqrt(1.25 - 0.5 * fmax(bound, 2)));
}

#define MARKOV_LENGTH	128	/* of the sequences looked at, in bits */

/*
 * Bits per bit of a sequence that starts with a bit of probability @first and
 * goes on with @na transitions of probability @a and @nb of @b. 1 at most.
 */
static double chain(double first, int na, double a, int nb, double b)
{
	if (first <= 0 || (na && a <= 0) || (nb && b <= 0))
		return 1;
	return fmin(1, -(log2(first) + (na ? na * log2(a) : 0) +
			 (nb ? nb * log2(b) : 0)) / MARKOV_LENGTH);
}

double estimate_markov(const struct sequence *s)
{
	double first[2], next[2][2], lowest = 1;
	size_t counts[2][2] = { { 0 } }, i;
	int a, half = MARKOV_LENGTH / 2;

	assert(s->width == 1);
	if (s->n < 2)
		return 0;
	for (i = 0; i + 1 < s->n; i++)
		counts[s->symbols[i]][s->symbols[i + 1]]++;
	for (a = 0; a < 2; a++) {
		size_t from = counts[a][0] + counts[a][1];

		/* The last bit counts here, and goes over to nothing. */
		first[a] = (double)(from + (s->symbols[s->n - 1] == a)) /
			   (double)s->n;
		next[a][0] = from ? (double)counts[a][0] / (double)from : 0;
		next[a][1] = from ? (double)counts[a][1] / (double)from : 0;
	}
	/*
	 * The six that 6.3.3 lists, for both first bits: all alike, one and
	 * then the other for good, alternating. A sequence that alternates and
	 * ends otherwise can be a little likelier; the standard leaves it out.
	 */
	for (a = 0; a < 2; a++) {
		int b = !a;

		lowest = fmin(lowest, chain(first[a], MARKOV_LENGTH - 1,
					    next[a][a], 0, 0));
		lowest = fmin(lowest, chain(first[a], 1, next[a][b],
					    MARKOV_LENGTH - 2, next[b][b]));
		lowest = fmin(lowest, chain(first[a], half, next[a][b],
					    half - 1, next[b][a]));
	}
	return fmax(0, lowest + 0.0);
}
