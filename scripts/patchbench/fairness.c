// SPDX-License-Identifier: GPL-2.0-only
/* The four tests against a fair source; see distribution.h. */
#include <gsl/gsl_cdf.h>
#include <math.h>

#include "distribution.h"

static const struct test_result impossible = { .known = true, .exact = true };

/* Two-sided p of a standard normal @z. */
static struct test_result normal(double z)
{
	return (struct test_result){
		.known = true, .statistic = z,
		.p = 2 * gsl_cdf_ugaussian_Q(fabs(z)),
	};
}

/* @z brought nearer to 0 by @by, not beyond it. */
static double nearer(double z, double by)
{
	return copysign(fmax(fabs(z) - by, 0), z);
}

struct test_result chi_square_test(const struct distribution *d)
{
	struct test_result r = { .known = true };
	unsigned int i, symbols = 1U << d->width;
	double expected = (double)d->n / symbols, above, below;

	if (d->n < 2)
		return (struct test_result){ 0 };
	if (d->distinct == 1)
		return impossible;
	for (i = 0; i < symbols; i++) {
		double off = (double)d->counts[i] - expected;

		r.statistic += off * off / expected;
	}
	r.df = symbols - 1;
	above = gsl_cdf_chisq_Q(r.statistic, r.df);
	below = gsl_cdf_chisq_P(r.statistic + 1 / expected, r.df);
	r.p = fmin(1, 2 * fmin(above, below));
	return r;
}

struct test_result balance_test(const struct distribution *d)
{
	struct test_result r;
	double worst = 0;
	unsigned int bit, i;

	if (d->n < 2)
		return (struct test_result){ 0 };
	if (d->distinct == 1)
		return impossible;
	for (bit = 0; bit < d->width; bit++) {
		double ones = 0, off;

		for (i = 0; i < 1U << d->width; i++)
			if (i >> bit & 1)
				ones += (double)d->counts[i];
		off = 2 * ones - (double)d->n;
		if (fabs(off) > fabs(worst))
			worst = off;
	}
	r = normal(nearer(worst, 1) / sqrt((double)d->n));
	r.p = fmin(1, r.p * d->width);
	return r;
}

struct test_result serial_test(const struct sequence *s)
{
	double mean = 0, squares = 0, products = 0, before = 0;
	size_t i;

	if (s->n < 2)
		return (struct test_result){ 0 };
	for (i = 0; i < s->n; i++)
		mean += s->symbols[i];
	mean /= (double)s->n;
	for (i = 0; i < s->n; i++) {
		double off = s->symbols[i] - mean;

		squares += off * off;
		if (i)
			products += off * before;
		before = off;
	}
	/* The mean of equal symbols is exact, so are these zeros. */
	if (squares == 0)
		return impossible;
	return normal(products / squares * sqrt((double)s->n));
}

struct test_result runs_test(const struct sequence *s)
{
	double n = (double)s->n, above = 0, below, runs = 1, mean, variance;
	unsigned int top = s->width - 1;
	size_t i;

	if (s->n < 2)
		return (struct test_result){ 0 };
	for (i = 0; i < s->n; i++) {
		above += s->symbols[i] >> top;
		if (i)
			runs += s->symbols[i] >> top !=
				s->symbols[i - 1] >> top;
	}
	below = n - above;
	if (above == 0 || below == 0)
		return impossible;
	mean = 2 * above * below / n + 1;
	variance = (mean - 1) * (mean - 2) / (n - 1);
	/* Two symbols, one on either side, are always two runs. */
	if (variance == 0)
		return (struct test_result){
			.known = true, .exact = true, .p = 1,
		};
	return normal(nearer(runs - mean, 0.5) / sqrt(variance));
}
