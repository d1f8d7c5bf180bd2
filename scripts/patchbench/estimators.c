// SPDX-License-Identifier: GPL-2.0-only
/* All ten estimators, and the lowest; see estimators.h. */
#include <assert.h>
#include <math.h>

#include "estimate-parts.h"

static const struct {
	const char *name;
	const char *section;
	bool bits_only;
	/* NULL: done by estimate_tuples(), two at a time */
	double (*run)(const struct sequence *s);
} estimators[EST_NR] = {
	[EST_MCV] = { "most common value", "6.3.1", false, estimate_mcv },
	[EST_COLLISION] = { "collision", "6.3.2", true, estimate_collision },
	[EST_MARKOV] = { "Markov", "6.3.3", true, estimate_markov },
	[EST_COMPRESSION] = {
		"compression", "6.3.4", true, estimate_compression
	},
	[EST_T_TUPLE] = { "t-tuple", "6.3.5", false, NULL },
	[EST_LRS] = { "longest repeated substring", "6.3.6", false, NULL },
	[EST_MULTI_MCW] = { "multi MCW", "6.3.7", false, estimate_multi_mcw },
	[EST_LAG] = { "lag", "6.3.8", false, estimate_lag },
	[EST_MULTI_MMC] = { "multi MMC", "6.3.9", false, estimate_multi_mmc },
	[EST_LZ78Y] = { "LZ78Y", "6.3.10", false, estimate_lz78y },
};

const char *estimator_name(enum estimator e)
{
	return estimators[e].name;
}

const char *estimator_section(enum estimator e)
{
	return estimators[e].section;
}

double estimate_upper(double p, double n)
{
	if (n < 2)
		return 1;
	return fmin(1, p + ESTIMATE_Z * sqrt(p * (1 - p) / (n - 1)));
}

double estimate_entropy(const struct sequence *s, double p)
{
	if (p <= 0)
		return s->width;
	/* + 0.0: the logarithm of 1 must not come out as -0. */
	return fmin(s->width, fmax(0, -log2(fmin(1, p)) + 0.0));
}

/* Those for bits only leave NAN behind where @s is not bits. */
static void run_all(const struct sequence *s, double value[EST_NR])
{
	int e;

	for (e = 0; e < EST_NR; e++) {
		if (estimators[e].bits_only && s->width > 1)
			value[e] = NAN;
		else if (estimators[e].run)
			value[e] = estimators[e].run(s);
	}
	estimate_tuples(s, TUPLE_CUTOFF, &value[EST_T_TUPLE], &value[EST_LRS]);
}

static enum estimator lowest_of(const double value[EST_NR])
{
	int e, lowest = EST_MCV;

	for (e = 0; e < EST_NR; e++)
		if (value[e] < value[lowest])
			lowest = e;
	return lowest;
}

void estimate_all(const struct sequence *s, struct estimates *out)
{
	struct sequence bits;
	enum estimator e;
	int i;

	assert(s->n >= ESTIMATE_SAMPLES_MIN && s->n <= ESTIMATE_SAMPLES_MAX);
	bits = sequence_bits(s);
	run_all(&bits, out->bit);
	sequence_free(&bits);
	out->lowest = lowest_of(out->bit);
	out->lowest_on_bits = true;
	out->bitstring = out->bit[out->lowest];
	out->minimum = s->width * out->bitstring;
	if (s->width == 1) {
		for (i = 0; i < EST_NR; i++)
			out->symbol[i] = NAN;
		out->original = NAN;
		return;
	}
	run_all(s, out->symbol);
	e = lowest_of(out->symbol);
	out->original = out->symbol[e];
	if (out->original <= out->minimum) {
		out->minimum = out->original;
		out->lowest = e;
		out->lowest_on_bits = false;
	}
}
