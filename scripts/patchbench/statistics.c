// SPDX-License-Identifier: GPL-2.0-only
/*
 * The figures of a session, their interval over sessions, and comparisons.
 *
 * Sources: Student (W. S. Gosset), "The probable error of a mean", Biometrika 6
 * (1908), for the interval; the NIST/SEMATECH e-Handbook of Statistical
 * Methods, 1.3.5.2, for its form; the nearest-rank percentile is the inverse of the
 * empirical distribution function (Hyndman and Fan, "Sample quantiles in
 * statistical packages", The American Statistician 50 (1996), definition 1).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <gsl/gsl_cdf.h>

#include "patchbench.h"
#include "statistics.h"

static const struct {
	const char *name;
	uint64_t part, whole;		/* of the percentiles */
} classes[RC_NR] = {
	[RC_MEAN]	= { "mean", 0, 0 },
	[RC_P50]	= { "p50", 50, 100 },
	[RC_P99]	= { "p99", 99, 100 },
	[RC_P999]	= { "p99.9", 999, 1000 },
	[RC_P9999]	= { "p99.99", 9999, 10000 },
	[RC_MIN]	= { "min", 0, 0 },
	[RC_MAX]	= { "max", 0, 0 },
};

const char *class_name(enum result_class class)
{
	return classes[class].name;
}

bool class_quantile(enum result_class class, uint64_t *part, uint64_t *whole)
{
	*part = classes[class].part;
	*whole = classes[class].whole;
	return *whole != 0;
}

uint64_t histogram_ticks_at(const struct histogram *h, u128 rank)
{
	u128 seen = 0;
	size_t i;

	for (i = 0; i + 1 < h->nr; i++) {
		seen += h->bins[i].count;
		if (seen >= rank)
			break;
	}
	return h->bins[i].ticks;
}

uint64_t histogram_rank(const struct histogram *h, uint64_t part,
			uint64_t whole)
{
	return histogram_ticks_at(h, ((u128)h->count * part + whole - 1) /
				     whole);
}

static uint64_t less(uint64_t ticks, uint64_t empty)
{
	return ticks > empty ? ticks - empty : 0;
}

void histogram_summary(const struct histogram *h, uint64_t empty,
		       uint64_t frequency, struct summary *out)
{
	/* Exactly 1 for instructions, so that they stay whole numbers. */
	long double scale = 1e9L / (long double)frequency, mean;
	size_t i;
	int c;

	out->n = h->count;
	out->sum = 0;
	for (i = 0; i < h->nr; i++)
		out->sum += (u128)h->bins[i].count *
			    less(h->bins[i].ticks, empty);
	out->ticks[RC_MEAN] = 0;
	out->ticks[RC_MIN] = less(h->bins[0].ticks, empty);
	out->ticks[RC_MAX] = less(h->bins[h->nr - 1].ticks, empty);
	for (c = 0; c < RC_NR; c++)
		if (classes[c].whole)
			out->ticks[c] = less(histogram_rank(h, classes[c].part,
							    classes[c].whole),
					     empty);
	for (c = 0; c < RC_NR; c++)
		out->value[c] = (double)((long double)out->ticks[c] * scale);
	/* The whole part apart: a sum may need more digits than there are. */
	mean = (long double)(uint64_t)(out->sum % out->n) / (long double)out->n;
	mean += (long double)(uint64_t)(out->sum / out->n);
	out->value[RC_MEAN] = (double)(mean * scale);
}

/*
 * A time-stamp counter's frequency is measured anew in each session, to some
 * parts in a million. A counter that runs otherwise by a thousandth is another.
 */
static bool same_counter(const struct measured *series,
			 const struct record *rec)
{
	uint64_t a = series->frequency, b = rec->frequency;

	if (rec->unit == UNIT_INSNS)
		return a == b;
	return (a > b ? a - b : b - a) <= a / 1000;
}

int measured_add(struct measured *series, const char *name,
	       const struct record *rec, const char *benchmark)
{
	const struct histogram *h = record_find(rec, benchmark);
	const struct histogram *empty = record_find(rec, HISTOGRAM_EMPTY);
	struct summary *summary;
	size_t i;

	if (!h || !empty)
		return error(ST_REFUSED, "%s: histogram %s: missing", name,
			     h ? HISTOGRAM_EMPTY : benchmark);
	if (series->nr && series->unit != rec->unit)
		return error(ST_REFUSED, "%s: unit: %s beside sessions in %s",
			     name, unit_name(rec->unit),
			     unit_name(series->unit));
	if (series->nr && !same_counter(series, rec))
		return error(ST_REFUSED, "%s: frequency: %llu Hz beside "
			     "sessions of %llu Hz", name,
			     (unsigned long long)rec->frequency,
			     (unsigned long long)series->frequency);
	if (series->nr && series->sessions[0].n != h->count)
		return error(ST_REFUSED, "%s: samples: %llu beside sessions of "
			     "%llu", name, (unsigned long long)h->count,
			     (unsigned long long)series->sessions[0].n);
	for (i = 0; i < series->nr; i++)
		if (series->sessions[i].session == rec->session)
			return error(ST_REFUSED, "%s: session: %llu is there "
				     "already", name,
				     (unsigned long long)rec->session);
	series->unit = rec->unit;
	if (!series->nr)
		series->frequency = rec->frequency;
	series->sessions = xrealloc(series->sessions, (series->nr + 1) *
				    sizeof(*series->sessions));
	summary = &series->sessions[series->nr++];
	summary->session = rec->session;
	histogram_summary(h, empty->bins[0].ticks, rec->frequency, summary);
	return 0;
}

void measured_free(struct measured *series)
{
	free(series->sessions);
	memset(series, 0, sizeof(*series));
}

double student_half(double s, size_t n)
{
	double t = gsl_cdf_tdist_Pinv(0.5 + STAT_CONFIDENCE / 2,
				      (double)(n - 1));

	return t * s / sqrt((double)n);
}

struct interval interval_of(const double *values, size_t n)
{
	struct interval in = { .n = n, .known = n >= STAT_SESSIONS_MIN };
	long double sum = 0, squares = 0, mean;
	bool same = true;
	size_t i;

	for (i = 0; i < n; i++) {
		sum += values[i];
		same = same && values[i] == values[0];
	}
	in.exact = in.known && same;
	/* No rounding may tell apart what is the same. */
	mean = same ? (long double)values[0] : sum / (long double)n;
	in.mean = (double)mean;
	if (!in.known || same)
		return in;
	/* Two passes: the textbook's one-pass form cancels. */
	for (i = 0; i < n; i++)
		squares += (values[i] - mean) * (values[i] - mean);
	in.s = (double)sqrtl(squares / (long double)(n - 1));
	in.half = student_half(in.s, n);
	return in;
}

struct interval measured_interval(const struct measured *series,
				enum result_class class)
{
	double *values = xcalloc(series->nr, sizeof(*values));
	struct interval in;
	size_t i;

	for (i = 0; i < series->nr; i++)
		values[i] = series->sessions[i].value[class];
	in = interval_of(values, series->nr);
	for (i = 1; i < series->nr; i++) {
		const struct summary *a = &series->sessions[0];
		const struct summary *b = &series->sessions[i];

		if (a->n != b->n || a->ticks[class] != b->ticks[class] ||
		    (class == RC_MEAN && a->sum != b->sum))
			in.exact = false;
	}
	free(values);
	return in;
}

struct change interval_change(const struct interval *baseline,
			      const struct interval *cell)
{
	struct change change = { 0 };

	if (baseline->mean > 0)
		change.percent = (cell->mean / baseline->mean - 1) * 100;
	else
		change.percent = cell->mean > 0 ? (double)NAN : 0;
	if (!baseline->known || !cell->known)
		return change;
	if (cell->mean - cell->half > baseline->mean + baseline->half)
		change.mark = 'R';
	else if (cell->mean + cell->half < baseline->mean - baseline->half)
		change.mark = 'I';
	return change;
}

char *number_format(double value)
{
	char *text = NULL;
	int digits;

	for (digits = 15; digits <= 17; digits++) {
		free(text);
		text = xasprintf("%.*g", digits, value);
		if (strtod(text, NULL) == value)
			break;
	}
	return text;
}

char *change_format(const struct change *change)
{
	char figure[64];

	if (isnan(change->percent))
		snprintf(figure, sizeof(figure), "n/a");
	else
		snprintf(figure, sizeof(figure), "%.2f%%", change->percent);
	/* A figure that rounds to nothing has no sign. */
	if (!strcmp(figure, "-0.00%"))
		memmove(figure, figure + 1, sizeof("0.00%"));
	if (!change->mark)
		return xstrdup(figure);
	return xasprintf("(%c) %s", change->mark, figure);
}
