// SPDX-License-Identifier: GPL-2.0-only
/* A table for readers: the grid of mailing lists, or Markdown. */
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
			row[n++] = form_value(f, bench, class, i);
		if (i)
			row[n++] = form_change(f, bench, class, i);
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
