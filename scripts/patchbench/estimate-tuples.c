// SPDX-License-Identifier: GPL-2.0-only
/*
 * t-tuple and longest repeated substring, 6.3.5 and 6.3.6: how often strings
 * of every length are there, read off a suffix array.
 */
#include <assert.h>
#include <divsufsort.h>
#include <math.h>
#include <stdlib.h>

#include "estimate-parts.h"
#include "patchbench.h"

/*
 * The suffixes of @s in order, as the length that each has in common with the
 * one before; lcp[0] is 0. A symbol is a byte. Computed in the order of the
 * text, as the length falls by one at most from a suffix to the next (Kasai
 * and others, CPM 2001; the predecessors kept by position as Karkkainen and
 * others do, CPM 2009). Caller frees.
 */
static int32_t *common_prefixes(const struct sequence *s)
{
	int32_t n = (int32_t)s->n, i, length = 0;
	int32_t *order = xmalloc(s->n * sizeof(*order));
	int32_t *common = xmalloc(s->n * sizeof(*common));

	if (divsufsort(s->symbols, order, n))
		die(ST_MACHINE, "no memory for a suffix array of %d symbols",
		    n);
	/* First the predecessor of each suffix, then their common length. */
	common[order[0]] = -1;
	for (i = 1; i < n; i++)
		common[order[i]] = order[i - 1];
	for (i = 0; i < n; i++) {
		int32_t before = common[i];

		if (before < 0) {
			length = 0;
		} else {
			while (i + length < n && before + length < n &&
			       s->symbols[i + length] ==
			       s->symbols[before + length])
				length++;
		}
		common[i] = length;
		if (length)
			length--;
	}
	for (i = 0; i < n; i++)
		order[i] = common[order[i]];
	free(common);
	return order;
}

/* Strings by their length, up to the longest that is there twice. */
struct lengths {
	size_t longest;
	uint32_t *most;		/* how often the most frequent one is there */
	uint64_t *pairs;	/* pairs of places with the same one */
};

struct open {
	int32_t length;		/* what the suffixes from here have in common */
	size_t from;
};

/*
 * A stretch of @count suffixes with @length symbols in common, and @outer with
 * what lies around: a string of each length in between is there @count times.
 */
static void close_stretch(struct lengths *l, int32_t length, int32_t outer,
			  size_t count)
{
	uint64_t pairs = (uint64_t)count * (count - 1) / 2;

	if (count > l->most[length])
		l->most[length] = (uint32_t)count;
	/* Sums from the long end; what is below 0 on the way wraps back. */
	l->pairs[length] += pairs;
	l->pairs[outer] -= pairs;
}

static struct lengths lengths_of(const struct sequence *s)
{
	int32_t *lcp = common_prefixes(s);
	struct lengths l = { 0 };
	struct open *open;
	size_t nr = 0, i;

	for (i = 0; i < s->n; i++)
		if ((size_t)lcp[i] > l.longest)
			l.longest = (size_t)lcp[i];
	l.most = xcalloc(l.longest + 2, sizeof(*l.most));
	l.pairs = xcalloc(l.longest + 2, sizeof(*l.pairs));
	/* Open stretches lie in each other: no two of the same length. */
	open = xmalloc((l.longest + 2) * sizeof(*open));
	open[nr++] = (struct open){ 0, 0 };
	for (i = 1; i <= s->n; i++) {
		int32_t length = i < s->n ? lcp[i] : 0;
		size_t from = i - 1;

		while (open[nr - 1].length > length) {
			struct open top = open[--nr];
			int32_t outer = open[nr - 1].length;

			from = top.from;
			close_stretch(&l, top.length,
				      outer > length ? outer : length,
				      i - from);
		}
		if (open[nr - 1].length < length)
			open[nr++] = (struct open){ length, from };
	}
	/* A string of one length holds one of each length below. */
	for (i = l.longest; i > 1; i--) {
		if (l.most[i] > l.most[i - 1])
			l.most[i - 1] = l.most[i];
		l.pairs[i - 1] += l.pairs[i];
	}
	free(open);
	free(lcp);
	return l;
}

void estimate_tuples(const struct sequence *s, size_t cutoff, double *t_tuple,
		     double *lrs)
{
	double n = (double)s->n, most = 0, repeated = 0;
	struct lengths l;
	size_t i;

	*t_tuple = *lrs = 0;
	if (s->n < 2)
		return;
	assert(s->n <= INT32_MAX);
	l = lengths_of(s);
	for (i = 1; i <= l.longest && l.most[i] >= cutoff; i++) {
		double p = l.most[i] / (n - (double)i + 1);

		most = fmax(most, pow(p, 1.0 / (double)i));
	}
	for (; i <= l.longest; i++) {
		double places = n - (double)i + 1;
		double p = (double)l.pairs[i] / (places * (places - 1) / 2);

		repeated = fmax(repeated, pow(p, 1.0 / (double)i));
	}
	free(l.most);
	free(l.pairs);
	/* None that is frequent, or none that is there twice: no bound. */
	*t_tuple = estimate_entropy(s, most > 0 ? estimate_upper(most, n) : 0);
	*lrs = estimate_entropy(s, repeated > 0 ?
				estimate_upper(repeated, n) : 0);
}

double estimate_t_tuple_of(const struct sequence *s, size_t cutoff)
{
	double t_tuple, lrs;

	estimate_tuples(s, cutoff, &t_tuple, &lrs);
	return t_tuple;
}

double estimate_lrs_of(const struct sequence *s, size_t cutoff)
{
	double t_tuple, lrs;

	estimate_tuples(s, cutoff, &t_tuple, &lrs);
	return lrs;
}

double estimate_t_tuple(const struct sequence *s)
{
	return estimate_t_tuple_of(s, TUPLE_CUTOFF);
}

double estimate_lrs(const struct sequence *s)
{
	return estimate_lrs_of(s, TUPLE_CUTOFF);
}
