// SPDX-License-Identifier: GPL-2.0-only
/* Published beside measured, for readers and as CSV. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "grid.h"
#include "notes.h"
#include "patchbench.h"
#include "reproduce.h"

#define TEXT_WIDTH	75

static const char *const verdicts[VERDICT_NR] = {
	[AGREES] = "agrees", [DISAGREES] = "disagrees",
	[NOT_COMPARED] = "cannot be compared",
};

static const char *const whys[WHY_NR] = {
	[WHY_NONE] = "", [WHY_UNIT] = "unit", [WHY_BROKEN] = "broken",
	[WHY_ABSENT] = "absent", [WHY_UNMARKED] = "unmarked",
	[WHY_UNDECIDED] = "undecided",
};

/* What stands under a grid; that of WHY_BROKEN is the column's own. */
static const char *const explained[WHY_NR] = {
	[WHY_UNIT] = "one side reads the time-stamp counter and the other does "
		     "not, and reading it counts as 1 instruction here, "
		     "however long it takes",
	[WHY_ABSENT] = "no such benchmark or class was measured here",
	[WHY_UNMARKED] = "published without a mark, so with no direction that "
			 "the one measured could agree with or contradict",
	[WHY_UNDECIDED] = "measured without a mark: more sessions may decide",
};

static char *published_change(const struct published_figure *figure)
{
	return figure->mark ? xasprintf("(%c) %s%%", figure->mark,
					figure->text) :
			      xasprintf("%s%%", figure->text);
}

/* In short, as a line must not be wide; explain() says what n/c is. */
static char *verdict_text(enum verdict verdict, enum why why)
{
	return why ? xasprintf("n/c: %s", whys[why]) :
		     xstrdup(verdicts[verdict]);
}

static void add_grid(struct grid *grid, struct bytes *out)
{
	size_t least;
	char *text = grid_format_within(grid, TEXT_WIDTH, &least);

	/* A stranger's long name: wide lines are better than none. */
	if (!text)
		text = grid_format(grid);
	bytes_printf(out, "%s\n", text);
	free(text);
	grid_free(grid);
}

/* The reasons in @nr, how often each is there, explained below a grid. */
static void explain_whys(const size_t *nr, const char *broken,
			 struct bytes *out)
{
	struct bytes line = { 0 };
	int why;

	for (why = 1; why < WHY_NR; why++)
		if (nr[why])
			bytes_printf(&line, "%s %s: %s.", line.len ? "" :
				     "n/c: cannot be compared.", whys[why],
				     why == WHY_BROKEN ? broken :
							 explained[why]);
	if (!line.len)
		return;
	text_wrap(out, line.data, TEXT_WIDTH);
	bytes_printf(out, "\n");
	free(line.data);
}

static void add_row(struct grid *grid, const char *benchmark,
		    const char *class, char *published, char *measured,
		    char *verdict)
{
	const char *const cells[] = {
		benchmark, class, published, measured, verdict
	};

	grid_row(grid, cells);
	free(published);
	free(measured);
	free(verdict);
}

/* "published\n(ns)", as a column of @grid. */
static void unit_column(struct grid *grid, const char *which, const char *unit)
{
	char *label = xasprintf("%s\n(%s)", which, unit);

	grid_column(grid, GRID_FIGURE, label, 0);
	free(label);
}

static void column_text(const struct reproduction *r, size_t at,
			struct bytes *out)
{
	const struct reproduced_column *column = &r->columns[at];
	size_t nr[WHY_NR] = { 0 }, i;
	struct grid *grid = grid_new();

	bytes_printf(out, "%s %s against %s:\n\n", column->published->arch,
		     column->cell, column->published->baseline);
	grid_column(grid, GRID_GROUP, "Benchmark", 0);
	grid_column(grid, GRID_TEXT, "Class", 0);
	unit_column(grid, "published", r->table->unit);
	unit_column(grid, "measured", column->figures ?
		    unit_name(column->figures->table->unit) : "-");
	grid_column(grid, GRID_FIGURE, "direction", 0);
	for (i = 0; i < r->table->nr_rows; i++) {
		const struct published_row *row = &r->table->rows[i];
		const struct reproduced *one = &column->rows[i];

		nr[one->why]++;
		add_row(grid, row->benchmark, row->class,
			published_change(one->published),
			one->measured ? change_format(&one->measured->change) :
					xstrdup("-"),
			verdict_text(one->verdict, one->why));
	}
	add_grid(grid, out);
	explain_whys(nr, column->published->broken, out);
}

static void ratio_text(const struct reproduction *r, struct bytes *out)
{
	struct grid *grid = grid_new();
	size_t i;

	grid_column(grid, GRID_TEXT, "Size", 0);
	grid_column(grid, GRID_TEXT, "Class", 0);
	unit_column(grid, "published", r->table->unit);
	unit_column(grid, "measured", "-");
	grid_column(grid, GRID_FIGURE, "direction", 0);
	for (i = 0; i < r->table->nr_rows; i++) {
		const struct published_row *row = &r->table->rows[i];

		add_row(grid, row->benchmark, "after/before",
			xasprintf("%s%%", row->figures[2].text), xstrdup("-"),
			verdict_text(NOT_COMPARED, WHY_ABSENT));
	}
	add_grid(grid, out);
	explain_whys(r->whys, NULL, out);
}

/* One measured side: machine, kernel, unit, sessions. */
static void add_measured(const struct table *table, bool first,
			 struct bytes *line)
{
	bytes_printf(line, "%s %s: %s%s, %s, %s, %zu sessions of %llu calls",
		     first ? " Measured:" : ";", table->arch,
		     table->backend == BACKEND_ICOUNT ? "QEMU icount, " : "",
		     table->cpu, table->base, unit_name(table->unit),
		     table->cells[0].nr, (unsigned long long)table->samples);
}

/* Where both sides were measured; the units must not be taken for one. */
static void add_machines(const struct reproduction *r, struct bytes *out)
{
	const struct published *p = r->table;
	bool kernel = strcmp(p->kernel, "-");
	const struct table *last = NULL;
	struct bytes line = { 0 };
	size_t i;

	bytes_printf(&line, "Published: %s%s%s, %s.",
		     strcmp(p->machine, "-") ? p->machine : "machine not known",
		     kernel ? ", " : "", kernel ? p->kernel : "", p->unit);
	for (i = 0; i < r->nr; i++) {
		const struct figures *f = r->columns[i].figures;

		if (!f || (last && !strcmp(f->table->arch, last->arch)))
			continue;
		add_measured(f->table, !last, &line);
		last = f->table;
	}
	if (last)
		bytes_printf(&line, ".%s", last->reference ? " From reference "
			     "records; nothing was measured on this machine." :
			     "");
	/* One plan, one base. */
	if (last && kernel && strcmp(p->kernel, last->base))
		bytes_printf(&line, " The kernels are not the same: published "
			     "on %s, measured on %s.", p->kernel, last->base);
	text_wrap(out, line.data, TEXT_WIDTH);
	bytes_printf(out, "\n");
	free(line.data);
}

/*
 * What is known to be wrong with the posting, a figure carried over from
 * another revision before all: it belongs beside the verdicts.
 */
static void add_wrongs(const struct published *p, struct bytes *out)
{
	size_t i;

	for (i = 0; i < p->nr_wrongs; i++) {
		char *line = xasprintf("Wrong as posted: %s.", p->wrongs[i]);

		text_wrap(out, line, TEXT_WIDTH);
		free(line);
	}
	if (p->nr_wrongs)
		bytes_printf(out, "\n");
}

static void add_verdicts(const char *what, const size_t *nr,
			 struct bytes *line)
{
	bytes_printf(line, "%s: %zu of %zu agree in direction, %zu disagree%s, "
		     "%zu cannot be compared", what, nr[AGREES],
		     nr[AGREES] + nr[DISAGREES] + nr[NOT_COMPARED],
		     nr[DISAGREES], nr[DISAGREES] == 1 ? "s" : "",
		     nr[NOT_COMPARED]);
}

static void summary(const struct reproduction *r, struct bytes *out)
{
	struct bytes line = { 0 };
	const char *open = " (";
	int why;

	add_verdicts(r->table->name, r->verdicts, &line);
	for (why = 1; why < WHY_NR; why++) {
		if (!r->whys[why])
			continue;
		bytes_printf(&line, "%s%s: %zu", open, whys[why],
			     r->whys[why]);
		open = ", ";
	}
	bytes_printf(&line, "%s.", *open == ',' ? ")" : "");
	text_wrap(out, line.data, TEXT_WIDTH);
	free(line.data);
}

void reproductions_text(const struct reproductions *all, struct bytes *out)
{
	size_t total[VERDICT_NR] = { 0 }, i, k;
	struct bytes line = { 0 };

	for (i = 0; i < all->nr; i++) {
		const struct reproduction *r = &all->all[i];

		bytes_printf(out, "%s%s", i ? "\n" : "", r->table->name);
		if (strcmp(r->revision, "-"))
			bytes_printf(out, ", as posted in %s", r->revision);
		bytes_printf(out, "\n\n");
		add_machines(r, out);
		add_wrongs(r->table, out);
		for (k = 0; k < r->nr; k++)
			column_text(r, k, out);
		if (r->table->layout == PUBLISHED_RATIO)
			ratio_text(r, out);
		summary(r, out);
		for (k = 0; k < VERDICT_NR; k++)
			total[k] += r->verdicts[k];
	}
	bytes_printf(out, "\n");
	if (all->nr > 1) {
		add_verdicts("All tables", total, &line);
		bytes_printf(&line, ".");
		text_wrap(out, line.data, TEXT_WIDTH);
		free(line.data);
	}
	text_wrap(out, "Only directions are compared: the units differ, so the "
		  "sizes cannot be.", TEXT_WIDTH);
}

static void mark_field(struct bytes *out, char mark)
{
	char text[2] = { mark, '\0' };

	csv_field(out, text);
}

static void csv_row(const struct reproduction *r, size_t at, size_t nr,
		    struct bytes *out)
{
	const struct reproduced_column *column = &r->columns[at];
	const struct published_row *row = &r->table->rows[nr];
	const struct reproduced *one = &column->rows[nr];
	/* Of a baseline of 0 there is no percentage. */
	char *percent = one->measured && !isnan(one->measured->change.percent) ?
		number_format(one->measured->change.percent) : xstrdup("");

	csv_field(out, r->table->name);
	csv_field(out, r->revision);
	csv_field(out, column->published->arch);
	csv_field(out, column->cell);
	csv_field(out, column->published->baseline);
	csv_field(out, row->benchmark);
	csv_field(out, row->class);
	csv_field(out, r->table->unit);
	csv_field(out, one->published->text);
	mark_field(out, one->published->mark);
	csv_field(out, one->measured ? unit_name(column->figures->table->unit) :
				       "");
	csv_field(out, percent);
	mark_field(out, one->measured ? one->measured->change.mark : '\0');
	csv_field(out, verdicts[one->verdict]);
	csv_field(out, whys[one->why]);
	bytes_add(out, "\n", 1);
	free(percent);
}

static void csv_ratio_row(const struct reproduction *r, size_t nr,
			  struct bytes *out)
{
	const struct published_row *row = &r->table->rows[nr];

	bytes_printf(out, "%s,%s,,,,%s,after/before,%s,%s,,,,,%s,%s\n",
		     r->table->name, r->revision, row->benchmark,
		     r->table->unit, row->figures[2].text,
		     verdicts[NOT_COMPARED], whys[WHY_ABSENT]);
}

void reproductions_csv(const struct reproductions *all, struct bytes *out)
{
	size_t i, k, nr;

	bytes_printf(out, "table,revision,arch,cell,baseline,benchmark,class,"
		     "published_unit,published,published_mark,measured_unit,"
		     "measured,measured_mark,verdict,why\n");
	for (i = 0; i < all->nr; i++) {
		const struct reproduction *r = &all->all[i];

		for (k = 0; k < r->nr; k++)
			for (nr = 0; nr < r->table->nr_rows; nr++)
				csv_row(r, k, nr, out);
		if (r->table->layout == PUBLISHED_RATIO)
			for (nr = 0; nr < r->table->nr_rows; nr++)
				csv_ratio_row(r, nr, out);
	}
}
