// SPDX-License-Identifier: GPL-2.0-only
/* A table for readers: the grid of mailing lists, or Markdown. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "grid.h"
#include "notes.h"
#include "patchbench.h"

/* One kernel alone, or times a reader knows by heart: values too. */
static bool with_values(const struct figures *f)
{
	return f->options.all_classes || f->table->nr_cells == 1 ||
	       f->table->unit == UNIT_NS;
}

/* "[305, 3045]" in the unit: a percentile's interval within one session. */
static char *ordered_format(const struct figures *f, size_t bench, size_t class,
			    size_t cell)
{
	const struct order_interval *in =
		&f->table->cells[cell].ordered[bench][f->classes[class]];
	double scale = 1e9 / (double)f->table->frequency;

	if (!in->known)
		return NULL;
	return xasprintf("[%.*f, %.*f]", f->table->unit == UNIT_NS ? 2 : 0,
			 (double)in->low * scale,
			 f->table->unit == UNIT_NS ? 2 : 0,
			 (double)in->high * scale);
}

/*
 * "305.12 +- 0.04", "305.00 exact", "305.00 [305, 305]" of one session, or just
 * "305.12". Caller frees.
 */
static char *value_format(const struct figures *f, size_t bench, size_t class,
			  size_t cell)
{
	const struct interval *in = &figures_at(f, bench, class, cell)->in;
	char *ordered, *text;

	if (!f->options.all_classes)
		return xasprintf("%.2f", in->mean);
	if (in->exact)
		return xasprintf("%.2f exact", in->mean);
	if (in->known)
		return xasprintf("%.2f +- %.2f", in->mean, in->half);
	ordered = ordered_format(f, bench, class, cell);
	text = ordered ? xasprintf("%.2f %s", in->mean, ordered) :
			 xasprintf("%.2f", in->mean);
	free(ordered);
	return text;
}

/* The change, and with a test in the full form its p. Caller frees. */
static char *changed_format(const struct figures *f,
			    const struct figure *figure)
{
	char *change = change_format(&figure->change), *text;
	double p = f->options.holm ? figure->p_holm : figure->p;

	if (!f->options.all_classes || isnan(p))
		return change;
	text = xasprintf("%s p=%.2g", change, p);
	free(change);
	return text;
}

static void add_columns(const struct figures *f, struct grid *grid)
{
	const struct table *table = f->table;
	bool values = with_values(f);
	size_t i;

	grid_column(grid, GRID_GROUP, "Benchmark", 0);
	grid_column(grid, GRID_TEXT, "Result Class", 0);
	if (values)
		grid_column(grid, GRID_FIGURE, table->cells[0].label, 0);
	for (i = 1; i < table->nr_cells; i++) {
		grid_column(grid, GRID_FIGURE, table->cells[i].label, 0);
		if (values)
			grid_column(grid, GRID_BESIDE, "change", 0);
	}
}

static void add_row(struct grid *grid, char **row, size_t n)
{
	grid_row(grid, (const char *const *)row);
	while (n)
		free(row[--n]);
	free(row);
}

static void add_class(const struct figures *f, struct grid *grid, size_t bench,
		      size_t class)
{
	const struct table *table = f->table;
	char **row = xcalloc(2 * table->nr_cells + 2, sizeof(*row));
	bool values = with_values(f);
	size_t n = 0, i;

	row[n++] = xstrdup(table->benchmarks[bench]);
	row[n++] = xasprintf("%s (%s)", class_name(f->classes[class]),
			     unit_name(table->unit));
	for (i = 0; i < table->nr_cells; i++) {
		if (values)
			row[n++] = value_format(f, bench, class, i);
		if (i)
			row[n++] = changed_format(
				f, figures_at(f, bench, class, i));
	}
	add_row(grid, row, n);
}

static void add_counts(const struct figures *f, struct grid *grid, size_t bench)
{
	const struct table *table = f->table;
	char **row = xcalloc(2 * table->nr_cells + 2, sizeof(*row));
	size_t n = 0, i;

	row[n++] = xstrdup(table->benchmarks[bench]);
	row[n++] = xstrdup("n");
	for (i = 0; i < table->nr_cells; i++) {
		const struct measured *series = &table->cells[i].series[bench];

		row[n++] = xasprintf("%zu x %llu", series->nr,
				     (unsigned long long)series->sessions[0].n);
		if (i)
			row[n++] = xstrdup("");
	}
	add_row(grid, row, n);
}

static struct grid *make_grid(const struct figures *f)
{
	struct grid *grid = grid_new();
	size_t bench, class;

	add_columns(f, grid);
	for (bench = 0; bench < f->table->nr_benchmarks; bench++) {
		for (class = 0; class < f->nr_classes; class++)
			add_class(f, grid, bench, class);
		if (f->options.all_classes)
			add_counts(f, grid, bench);
	}
	return grid;
}

static void add_markdown(const char *caption, const struct grid *grid,
			 const struct notes *notes, struct bytes *out)
{
	char *text = grid_markdown(grid);
	size_t i;

	bytes_printf(out, "**%s**\n\n%s\n", caption, text);
	for (i = 0; i < notes->nr; i++)
		bytes_printf(out, "* %s\n", notes->texts[i]);
	free(text);
}

static int add_grid(const char *caption, const struct grid *grid,
		    const struct notes *notes, size_t width, struct bytes *out)
{
	size_t least, i;
	char *text = grid_format_within(grid, width ? width : SIZE_MAX, &least);

	if (!text)
		return error(ST_USAGE, "--width %zu: this table takes %zu",
			     width, least);
	if (!width || width > FORM_NOTE_WIDTH)
		width = FORM_NOTE_WIDTH;
	bytes_printf(out, "%s:\n\n%s\n", caption, text);
	for (i = 0; i < notes->nr; i++)
		text_wrap(out, notes->texts[i], width);
	free(text);
	return 0;
}

int form_text(const struct figures *figures, const struct form_options *options,
	      struct bytes *out)
{
	char *caption = table_caption(figures->table);
	struct grid *grid = make_grid(figures);
	struct notes notes;
	int ret = 0;

	notes_make(figures, &notes);
	if (options->form == FORM_MARKDOWN)
		add_markdown(caption, grid, &notes, out);
	else
		ret = add_grid(caption, grid, &notes, options->width, out);
	notes_free(&notes);
	grid_free(grid);
	free(caption);
	return ret;
}
