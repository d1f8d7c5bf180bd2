// SPDX-License-Identifier: GPL-2.0-only
/* The plots of a table, and the numbers that they show. */
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "page.h"
#include "patchbench.h"
#include "plot.h"
#include "report.h"

enum kind { DISTRIBUTION, TAIL, BARS, KINDS };

static const struct {
	const char *heading, *name, *letter, *about;
	int (*draw)(const struct plot *plot, struct bytes *out);
} kinds[KINDS] = {
	[DISTRIBUTION] = { "Distribution", "distribution", "d",
		"share of all calls that took so long, both scales logarithmic",
		plot_distribution },
	[TAIL] = { "Tail", "tail", "t",
		"share of calls that took as long or longer (1-p), both scales "
		"logarithmic", plot_tail },
	[BARS] = { "Mean and p99", "mean and p99", "b",
		"with the 95% interval over sessions", plot_bars },
};

static const enum result_class bar_classes[PLOT_BARS] = { RC_MEAN, RC_P99 };

/* One benchmark of one table, ready to be drawn. */
struct subject {
	const struct figures *figures;
	const struct sources *sources;
	size_t bench;
	struct plot_row *rows;	/* owned, labels and texts of bars too */
};

/* "305.12 ± 0.04 (R) 15.62%". Caller frees. */
static char *bar_text(const struct figure *figure, bool baseline)
{
	char *half = figure->in.known && !figure->in.exact ?
		xasprintf(" \xc2\xb1 %.2f", figure->in.half) : xstrdup("");
	char *change = baseline ? xstrdup("") : change_format(&figure->change);
	char *text = xasprintf("%.2f%s%s%s", figure->in.mean, half,
			       baseline ? "" : "  ", change);

	free(change);
	free(half);
	return text;
}

static void subject_make(const struct figures *f, const struct sources *sources,
			 size_t bench, struct subject *out)
{
	const struct table *table = f->table;
	size_t i, k;

	*out = (struct subject){ f, sources, bench, NULL };
	out->rows = xcalloc(table->nr_cells, sizeof(*out->rows));
	for (i = 0; i < table->nr_cells; i++) {
		struct plot_row *row = &out->rows[i];

		row->label = form_label(table->cells[i].label);
		row->curve = sources_curve(sources, i, bench);
		/* Columns of running kernels may differ in their counters. */
		row->scale = 1e9 / (double)
			     table->cells[i].series[bench].frequency;
		for (k = 0; k < PLOT_BARS; k++) {
			/* All classes are there, in the order of the enum. */
			const struct figure *figure =
				figures_at(f, bench, bar_classes[k], i);

			row->bars[k].value = figure->in.mean;
			row->bars[k].half = figure->in.known ?
					    figure->in.half : 0;
			row->bars[k].text = bar_text(figure, !i);
		}
	}
}

static void subject_free(struct subject *subject)
{
	size_t i, k;

	for (i = 0; i < subject->figures->table->nr_cells; i++) {
		for (k = 0; k < PLOT_BARS; k++)
			free(subject->rows[i].bars[k].text);
		free((char *)subject->rows[i].label);
	}
	free(subject->rows);
}

/* Ticks in the unit: instructions as they were counted. */
static void add_value(const struct subject *s, size_t cell, uint64_t ticks,
		      struct bytes *out)
{
	if (s->figures->table->unit == UNIT_INSNS)
		page_markup(out, "<td>%llu</td>", (unsigned long long)ticks);
	else
		page_markup(out, "<td>%.2f</td>", (double)ticks *
			    s->rows[cell].scale);
}

static void add_cell_name(const struct subject *s, size_t cell,
			  struct bytes *out)
{
	page_markup(out, "<tr><th class=\"l\" scope=\"row\">");
	page_text(out, s->rows[cell].label);
	page_markup(out, "</th>");
}

/* The points of the curves; @tail: those that took as long or longer. */
static void add_points(const struct subject *s, bool tail, struct bytes *out)
{
	const char *unit = unit_name(s->figures->table->unit);
	size_t cell, i;

	page_markup(out, "<thead><tr><th class=\"l\">Column</th><th>from "
		    "(%s)</th><th>to (%s)</th><th>%s</th><th>%s</th></tr>"
		    "</thead>\n<tbody>\n", unit, unit,
		    tail ? "calls from there" : "calls",
		    tail ? "1-p" : "share");
	for (cell = 0; cell < s->figures->table->nr_cells; cell++) {
		const struct curve *c = s->rows[cell].curve;
		uint64_t left = c->total;

		for (i = 0; i < c->nr; i++) {
			const struct point *p = &c->points[i];
			uint64_t count = tail ? left : p->count;

			add_cell_name(s, cell, out);
			add_value(s, cell, p->low, out);
			add_value(s, cell, p->high, out);
			page_markup(out, "<td>%llu</td><td>%.6g</td></tr>\n",
				    (unsigned long long)count,
				    (double)count / (double)c->total);
			left -= p->count;
		}
	}
}

static void add_bars(const struct subject *s, struct bytes *out)
{
	const struct figures *f = s->figures;
	size_t cell, k;

	page_markup(out, "<thead><tr><th class=\"l\">Column</th>");
	for (k = 0; k < PLOT_BARS; k++)
		page_markup(out, "<th>%s (%s)</th><th>change</th>",
			    class_name(bar_classes[k]),
			    unit_name(f->table->unit));
	page_markup(out, "</tr></thead>\n<tbody>\n");
	for (cell = 0; cell < f->table->nr_cells; cell++) {
		add_cell_name(s, cell, out);
		for (k = 0; k < PLOT_BARS; k++) {
			char *value = form_value(f, s->bench, bar_classes[k],
						 cell);
			char *change = cell ? form_change(f, s->bench,
				bar_classes[k], cell) : xstrdup("");

			page_markup(out, "<td>");
			page_text(out, value);
			page_markup(out, "</td><td>");
			page_text(out, change);
			page_markup(out, "</td>");
			free(change);
			free(value);
		}
		page_markup(out, "</tr>\n");
	}
}

static size_t merged(const struct subject *s)
{
	size_t nr = 0, i;

	for (i = 0; i < s->figures->table->nr_cells; i++)
		nr += !s->rows[i].curve->exact;
	return nr;
}

#define KEY(colour, word) \
	"<span class=\"key\"><i class=\"" colour "\"></i>" word "</span>"

static void add_caption(const struct subject *s, enum kind kind,
			const struct plot *plot, struct bytes *out)
{
	size_t nr = merged(s);

	page_markup(out, "<figcaption>%s: %s%s. ", kinds[kind].heading,
		    kinds[kind].about,
		    kind == BARS && plot_bars_log(plot) ?
		    "; log scale, as values are far apart" : "");
	if (kind == BARS)
		page_markup(out, KEY("k2", "mean") " " KEY("k3", "p99"));
	else if (!nr)
		page_markup(out, "Each value that occurred is drawn.");
	else
		page_markup(out, "In %zu of %zu columns near values are drawn "
			    "as one, as there are more than %d.", nr, plot->nr,
			    CURVE_POINTS_MAX);
	if (kind != BARS)
		page_markup(out, " " KEY("k1", "baseline") " "
			    KEY("k2", "column"));
	page_markup(out, "</figcaption>\n");
}

static int add_plot(const struct subject *s, enum kind kind, size_t nr,
		    struct bytes *out)
{
	const struct table *table = s->figures->table;
	const char *bench = table->benchmarks[s->bench];
	char *id = xasprintf("p%zu-%zu-%s", nr, s->bench, kinds[kind].letter);
	char *title = xasprintf("%s on %s: %s", bench, table->arch,
				kinds[kind].name);
	char *desc = xasprintf("For each of %zu columns: %s, in %s. The table "
			       "below the plot has its numbers.",
			       table->nr_cells, kinds[kind].about,
			       unit_name(table->unit));
	const struct plot plot = {
		id, title, desc, unit_name(table->unit),
		table->nr_cells, s->rows,
	};
	int ret;

	page_markup(out, "<figure>\n");
	add_caption(s, kind, &plot, out);
	page_markup(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		    "aria-label=\"");
	page_text(out, title);
	page_markup(out, "\">\n");
	ret = kinds[kind].draw(&plot, out);
	page_markup(out, "</div>\n<details>\n<summary>The numbers</summary>\n"
		    "<div class=\"scroll\" tabindex=\"0\"><table>\n");
	if (kind == BARS)
		add_bars(s, out);
	else
		add_points(s, kind == TAIL, out);
	page_markup(out, "</tbody></table></div>\n</details>\n</figure>\n");
	free(desc);
	free(title);
	free(id);
	return ret;
}

int report_plots(const struct figures *figures, const struct sources *sources,
		 size_t nr, struct bytes *out)
{
	const struct table *table = figures->table;
	size_t bench;
	int kind, ret = 0;

	for (bench = 0; !ret && bench < table->nr_benchmarks; bench++) {
		struct subject subject;

		subject_make(figures, sources, bench, &subject);
		page_markup(out, "<h3>");
		page_text(out, table->benchmarks[bench]);
		page_markup(out, "</h3>\n");
		for (kind = 0; !ret && kind < KINDS; kind++)
			ret = add_plot(&subject, (enum kind)kind, nr, out);
		subject_free(&subject);
	}
	return ret;
}
