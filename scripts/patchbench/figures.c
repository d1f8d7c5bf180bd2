// SPDX-License-Identifier: GPL-2.0-only
/* From the sessions of a table's cells to its figures. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "figures.h"
#include "patchbench.h"

static const enum result_class published[] = { RC_MEAN, RC_P99, RC_P999 };

const char *rule_name(enum rule rule)
{
	return rule == RULE_TEST ? "test" : "overlap";
}

static struct figure *at(const struct figures *f, size_t bench, size_t class,
			 size_t cell)
{
	return &f->figures[(bench * f->nr_classes + class) *
			   f->table->nr_cells + cell];
}

const struct figure *figures_at(const struct figures *figures, size_t bench,
				size_t class, size_t cell)
{
	return at(figures, bench, class, cell);
}

static double *values_of(const struct measured *series, enum result_class class)
{
	double *values = xcalloc(series->nr, sizeof(*values));
	size_t i;

	for (i = 0; i < series->nr; i++)
		values[i] = series->sessions[i].value[class];
	return values;
}

/*
 * A mean is a sum of many calls and near a normal distribution; a percentile is
 * a step of the histogram and may have two values in all, so only ranks count.
 */
static struct test_result test(const struct measured *baseline,
			       const struct measured *cell,
			       enum result_class class)
{
	double *a = values_of(baseline, class), *b = values_of(cell, class);
	struct test_result result = class == RC_MEAN ?
		welch_test(a, baseline->nr, b, cell->nr) :
		mann_whitney_test(a, baseline->nr, b, cell->nr);

	free(a);
	free(b);
	return result;
}

static char direction(const struct interval *baseline,
		      const struct interval *cell)
{
	if (cell->mean > baseline->mean)
		return 'R';
	return cell->mean < baseline->mean ? 'I' : 0;
}

/* One cell's figure against the baseline's, all but what Holm adds. */
static void compare(const struct figures *f, size_t class,
		    const struct measured *baseline,
		    const struct measured *cell, const struct figure *base,
		    struct figure *out)
{
	struct test_result result;

	out->change = interval_change(&base->in, &out->in);
	if (!base->in.known || !out->in.known ||
	    (base->in.exact && out->in.exact))
		return;
	out->compared = true;
	if (f->options.rule != RULE_TEST)
		return;
	result = test(baseline, cell, f->classes[class]);
	out->p = result.known ? result.p : (double)NAN;
	out->change.mark = 0;
}

static void mark_by_p(struct figures *f)
{
	size_t nr = f->table->nr_benchmarks * f->nr_classes *
		    f->table->nr_cells, i;
	double *p = xcalloc(nr, sizeof(*p)), *adjusted = xcalloc(nr, sizeof(*p));

	for (i = 0; i < nr; i++)
		p[i] = f->figures[i].p;
	holm_adjust(p, nr, adjusted);
	for (i = 0; i < nr; i++) {
		struct figure *figure = &f->figures[i];
		const struct figure *base =
			&f->figures[i - i % f->table->nr_cells];

		figure->p_holm = adjusted[i];
		if (figure->compared &&
		    (f->options.holm ? adjusted[i] : p[i]) <=
		    1 - STAT_CONFIDENCE + 1e-12)
			figure->change.mark = direction(&base->in, &figure->in);
	}
	free(adjusted);
	free(p);
}

static void count_needed(struct figures *f, const struct interval *base,
			 const struct interval *cell)
{
	size_t needed = f->options.rule == RULE_TEST ?
		welch_sessions_needed(base, cell) :
		overlap_sessions_needed(base, cell);

	f->undecided++;
	if (!needed) {
		f->beyond++;
		return;
	}
	if (!f->needed_least || needed < f->needed_least)
		f->needed_least = needed;
	if (needed > f->needed_most)
		f->needed_most = needed;
}

static void count(struct figures *f)
{
	size_t bench, class, cell;

	for (bench = 0; bench < f->table->nr_benchmarks; bench++)
		for (class = 0; class < f->nr_classes; class++) {
			const struct figure *base = at(f, bench, class, 0);

			for (cell = 1; cell < f->table->nr_cells; cell++) {
				const struct figure *figure =
					at(f, bench, class, cell);

				f->cells++;
				f->exact += figure->in.exact && base->in.exact;
				f->marks += figure->change.mark != 0;
				f->compared += figure->compared;
				if (figure->compared && !figure->change.mark)
					count_needed(f, &base->in, &figure->in);
			}
		}
}

/* The sessions of @series whose number, counted from 0, is odd or even. */
static struct measured half_of(const struct measured *series, size_t odd)
{
	struct measured half = *series;
	size_t i;

	half.sessions = xcalloc(series->nr, sizeof(*half.sessions));
	half.nr = 0;
	for (i = odd; i < series->nr; i += 2)
		half.sessions[half.nr++] = series->sessions[i];
	return half;
}

static void again_class(struct figures *f, size_t bench, size_t class,
			const struct measured *one, const struct measured *two)
{
	struct figure base = {
		.in = measured_interval(one, f->classes[class]),
		.p = NAN,
	};
	struct figure figure = {
		.in = measured_interval(two, f->classes[class]),
		.p = NAN,
	};
	struct again *again = &f->again;
	double percent;

	compare(f, class, one, two, &base, &figure);
	if (figure.compared && f->options.rule == RULE_TEST &&
	    figure.p <= 1 - STAT_CONFIDENCE)
		figure.change.mark = direction(&base.in, &figure.in);
	again->of++;
	again->marks += figure.change.mark != 0;
	again->exact += base.in.exact && figure.in.exact &&
			base.in.mean == figure.in.mean;
	percent = fabs(figure.change.percent);
	if (percent > again->percent) {
		again->percent = percent;
		again->bench = bench;
		again->class = class;
	}
}

static void make_again(struct figures *f)
{
	const struct table *table = f->table;
	const struct cell_data *base = &table->cells[0];
	struct again *again = &f->again;
	size_t bench, class;

	again->halves = !table->again.nr;
	again->known = again->halves ?
		base->nr >= 2 * STAT_SESSIONS_MIN :
		base->nr >= STAT_SESSIONS_MIN &&
		table->again.nr >= STAT_SESSIONS_MIN;
	if (!again->known)
		return;
	for (bench = 0; bench < table->nr_benchmarks; bench++) {
		const struct measured *all = &base->series[bench];
		struct measured one, two;

		if (again->halves) {
			one = half_of(all, 0);
			two = half_of(all, 1);
		} else {
			one = *all;
			two = table->again.series[bench];
			again->first = two.sessions[0].session;
			again->last = two.sessions[two.nr - 1].session;
		}
		for (class = 0; class < f->nr_classes; class++)
			again_class(f, bench, class, &one, &two);
		if (again->halves) {
			measured_free(&one);
			measured_free(&two);
		}
	}
}

void figures_make(const struct table *table,
		  const struct figures_options *options, struct figures *out)
{
	size_t bench, class, cell;

	memset(out, 0, sizeof(*out));
	out->table = table;
	out->options = *options;
	out->nr_classes = options->all_classes ? RC_NR :
			  sizeof(published) / sizeof(published[0]);
	for (class = 0; class < out->nr_classes; class++)
		out->classes[class] = options->all_classes ?
			(enum result_class)class : published[class];
	out->figures = xcalloc(table->nr_benchmarks * out->nr_classes *
			       table->nr_cells, sizeof(*out->figures));
	for (bench = 0; bench < table->nr_benchmarks; bench++)
		for (class = 0; class < out->nr_classes; class++)
			for (cell = 0; cell < table->nr_cells; cell++) {
				const struct measured *series =
					&table->cells[cell].series[bench];
				struct figure *figure =
					at(out, bench, class, cell);

				figure->p = figure->p_holm = NAN;
				figure->in = measured_interval(
					series, out->classes[class]);
				if (cell)
					compare(out, class,
						&table->cells[0].series[bench],
						series,
						at(out, bench, class, 0),
						figure);
			}
	if (options->rule == RULE_TEST)
		mark_by_p(out);
	count(out);
	make_again(out);
}

void figures_free(struct figures *figures)
{
	free(figures->figures);
	memset(figures, 0, sizeof(*figures));
}
