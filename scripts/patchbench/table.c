// SPDX-License-Identifier: GPL-2.0-only
/* A performance table: its caption, its grid and the notes under it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "patchbench.h"
#include "table.h"

#define NOTE_WIDTH	75

static const enum result_class published[] = { RC_MEAN, RC_P99, RC_P999 };

size_t table_cell(struct table *table, const char *name, const char *label)
{
	struct cell_data *cell;

	table->cells = xrealloc(table->cells, (table->nr_cells + 1) *
				sizeof(*table->cells));
	cell = &table->cells[table->nr_cells];
	memset(cell, 0, sizeof(*cell));
	cell->name = xstrdup(name);
	cell->label = xstrdup(label);
	return table->nr_cells++;
}

static void first_record(struct table *table, const struct record *rec)
{
	size_t i;

	table->arch = xstrdup(rec->arch);
	table->cpu = xstrdup(rec->cpu);
	table->base = xstrdup(rec->base);
	table->backend = rec->backend;
	table->unit = rec->unit;
	table->samples = rec->samples;
	table->frequency = rec->frequency;
	table->benchmarks = xcalloc(rec->nr, sizeof(*table->benchmarks));
	for (i = 0; i < rec->nr; i++)
		if (strcmp(rec->hist[i].name, HISTOGRAM_EMPTY))
			table->benchmarks[table->nr_benchmarks++] =
				xstrdup(rec->hist[i].name);
	table->facts = xcalloc(rec->nr_facts, sizeof(*table->facts));
	for (i = 0; i < rec->nr_facts; i++) {
		table->facts[i].name = xstrdup(rec->facts[i].name);
		table->facts[i].value = xstrdup(rec->facts[i].value);
	}
	table->nr_facts = rec->nr_facts;
	table->empty_min = UINT64_MAX;
}

/* What may not differ between the records of one table. */
static int same_conditions(const struct table *table, const char *name,
			   const struct record *rec)
{
	if (rec->unit != table->unit)
		return error(ST_REFUSED, "%s: unit: %s in a table of %s: units "
			     "never mix", name, unit_name(rec->unit),
			     unit_name(table->unit));
	if (rec->backend != table->backend)
		return error(ST_REFUSED, "%s: backend: %s in a table of %s",
			     name, backend_name(rec->backend),
			     backend_name(table->backend));
	if (strcmp(rec->cpu, table->cpu))
		return error(ST_REFUSED, "%s: cpu: %s in a table of %s", name,
			     rec->cpu, table->cpu);
	if (rec->samples != table->samples)
		return error(ST_REFUSED, "%s: samples: %llu in a table of %llu",
			     name, (unsigned long long)rec->samples,
			     (unsigned long long)table->samples);
	if (rec->nr != table->nr_benchmarks + 1)
		return error(ST_REFUSED, "%s: histograms: %zu in a table of "
			     "%zu", name, rec->nr, table->nr_benchmarks + 1);
	return 0;
}

static void merge_facts(struct table *table, const struct record *rec)
{
	size_t i;

	for (i = 0; i < table->nr_facts; i++) {
		struct fact *fact = &table->facts[i];
		const char *value = record_fact_value(rec, fact->name);

		if (fact->value && (!value || strcmp(value, fact->value))) {
			free(fact->value);
			fact->value = NULL;
		}
	}
}

static void add_boot(struct cell_data *cell, const char *boot)
{
	size_t i;

	if (!boot)
		return;
	for (i = 0; i < cell->nr_boots; i++)
		if (!strcmp(cell->boots[i], boot))
			return;
	cell->boots = xrealloc(cell->boots, (cell->nr_boots + 1) *
			       sizeof(*cell->boots));
	cell->boots[cell->nr_boots++] = xstrdup(boot);
}

int table_record(struct table *table, size_t nr, const char *name,
		 const struct record *rec)
{
	const struct histogram *empty = record_find(rec, HISTOGRAM_EMPTY);
	struct cell_data *cell = &table->cells[nr];
	size_t i;
	int ret;

	if (!table->nr_records)
		first_record(table, rec);
	ret = same_conditions(table, name, rec);
	if (ret)
		return ret;
	if (!cell->series)
		cell->series = xcalloc(table->nr_benchmarks,
				       sizeof(*cell->series));
	for (i = 0; i < table->nr_benchmarks; i++) {
		ret = measured_add(&cell->series[i], name, rec,
				 table->benchmarks[i]);
		if (ret)
			return ret;
	}
	if (empty->bins[0].ticks < table->empty_min)
		table->empty_min = empty->bins[0].ticks;
	if (empty->bins[0].ticks > table->empty_max)
		table->empty_max = empty->bins[0].ticks;
	merge_facts(table, rec);
	add_boot(cell, record_fact_value(rec, "boot"));
	cell->nr++;
	table->nr_records++;
	return 0;
}

/* Append @text in lines of at most NOTE_WIDTH characters. */
static void add_note(struct bytes *out, const char *text)
{
	size_t column = 0;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (column && column + 1 + len > NOTE_WIDTH) {
			bytes_add(out, "\n", 1);
			column = 0;
		}
		if (column) {
			bytes_add(out, " ", 1);
			column++;
		}
		bytes_add(out, text, len);
		column += len;
		text += len;
		text += strspn(text, " ");
	}
	bytes_add(out, "\n", 1);
}

static void add_note_printf(struct bytes *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void add_note_printf(struct bytes *out, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int n;

	va_start(ap, fmt);
	n = vasprintf(&text, fmt, ap);
	va_end(ap);
	if (n < 0)
		die(ST_MACHINE, "out of memory");
	add_note(out, text);
	free(text);
}

/* "305.12 +- 0.04", "305.00 exact", or just "305.12". Caller frees. */
static char *value_format(const struct interval *in, bool intervals)
{
	if (!intervals)
		return xasprintf("%.2f", in->mean);
	if (in->exact)
		return xasprintf("%.2f exact", in->mean);
	if (in->known)
		return xasprintf("%.2f +- %.2f", in->mean, in->half);
	return xasprintf("%.2f", in->mean);
}

/* What is counted while the grid is filled, for the notes. */
struct tally {
	size_t exact, cells, marks;
};

struct view {
	const struct table *table;
	const enum result_class *classes;
	size_t nr_classes;
	bool absolute;		/* values beside the changes */
	bool full;		/* with intervals, and a row of counts */
};

static void add_columns(const struct view *view, struct grid *grid)
{
	const struct table *table = view->table;
	size_t i;

	grid_column(grid, GRID_GROUP, "Benchmark", 0);
	grid_column(grid, GRID_TEXT, "Result Class", 0);
	if (view->absolute)
		grid_column(grid, GRID_FIGURE, table->cells[0].label, 0);
	for (i = 1; i < table->nr_cells; i++) {
		grid_column(grid, GRID_FIGURE, table->cells[i].label, 0);
		if (view->absolute)
			grid_column(grid, GRID_FIGURE, "change", 0);
	}
}

static void add_class(const struct view *view, struct grid *grid, size_t bench,
		      enum result_class class, struct tally *tally)
{
	const struct table *table = view->table;
	char **row = xcalloc(2 * table->nr_cells + 2, sizeof(*row));
	struct interval base, in;
	size_t n = 0, i;

	row[n++] = xstrdup(table->benchmarks[bench]);
	row[n++] = xasprintf("%s (%s)", class_name(class),
			     unit_name(table->unit));
	base = measured_interval(&table->cells[0].series[bench], class);
	if (view->absolute) {
		row[n++] = value_format(&base, view->full);
		tally->exact += base.exact;
		tally->cells++;
	}
	for (i = 1; i < table->nr_cells; i++) {
		struct change change;

		in = measured_interval(&table->cells[i].series[bench], class);
		change = interval_change(&base, &in);
		if (view->absolute)
			row[n++] = value_format(&in, view->full);
		row[n++] = change_format(&change);
		tally->marks += change.mark != 0;
		tally->exact += view->absolute ? in.exact :
						 in.exact && base.exact;
		tally->cells++;
	}
	grid_row(grid, (const char *const *)row);
	while (n)
		free(row[--n]);
	free(row);
}

static void add_counts(const struct view *view, struct grid *grid, size_t bench)
{
	const struct table *table = view->table;
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
	grid_row(grid, (const char *const *)row);
	while (n)
		free(row[--n]);
	free(row);
}

static void add_caption(const struct table *table, struct bytes *out)
{
	bytes_printf(out, "%s", table->arch);
	if (table->name_base)
		bytes_printf(out, " %s", table->base);
	if (table->backend == BACKEND_ICOUNT)
		bytes_printf(out, " (QEMU icount, %s):\n\n", table->cpu);
	else
		bytes_printf(out, " (%s):\n\n", table->cpu);
}

static void add_machine(const struct table *table, struct bytes *out)
{
	struct bytes line = { 0 };
	size_t i;

	if (table->backend != BACKEND_HOST)
		return;
	bytes_printf(&line, "Machine: counter of %llu Hz",
		     (unsigned long long)table->frequency);
	for (i = 0; i < table->nr_facts; i++) {
		const struct fact *fact = &table->facts[i];

		/* Of the boot and of the kernel, not of the machine. */
		if (!strncmp(fact->name, "boot", 4) ||
		    !strncmp(fact->name, "kernel-", 7))
			continue;
		bytes_printf(&line, ", %s: %s", fact->name,
			     fact->value ? fact->value : "not always the same");
	}
	bytes_add(&line, ".", 2);
	add_note(out, line.data);
	free(line.data);
}

static void add_sessions(const struct table *table, const struct tally *tally,
			 struct bytes *out)
{
	size_t least = SIZE_MAX, most = 0, i;
	double scale = 1e9 / (double)table->frequency;
	char *sessions, *empty;

	for (i = 0; i < table->nr_cells; i++) {
		size_t nr = table->cells[i].nr;

		least = nr < least ? nr : least;
		most = nr > most ? nr : most;
	}
	sessions = least == most ? xasprintf("%zu", most) :
				   xasprintf("%zu to %zu", least, most);
	empty = table->empty_min == table->empty_max ?
		xasprintf("%.4g", (double)table->empty_min * scale) :
		xasprintf("%.4g to %.4g", (double)table->empty_min * scale,
			  (double)table->empty_max * scale);
	add_note_printf(out, "%s session%s (%s) of %llu calls each; %zu of %zu "
			"cells are exact (the same in every session); empty "
			"body, subtracted: %s %s.", sessions,
			most == 1 ? "" : "s",
			table->backend == BACKEND_HOST ? "runs" : "boots",
			(unsigned long long)table->samples, tally->exact,
			tally->cells, empty, unit_name(table->unit));
	if (least < STAT_SESSIONS_MIN)
		add_note_printf(out, "Too few sessions for an interval, so no "
				"marks: %d give one, %d are advised.",
				STAT_SESSIONS_MIN, STAT_SESSIONS_GOOD);
	free(sessions);
	free(empty);
}

static void add_boots(const struct table *table, struct bytes *out)
{
	struct bytes line = { 0 };
	size_t i;

	for (i = 0; i < table->nr_cells; i++) {
		const struct cell_data *cell = &table->cells[i];

		if (!cell->nr_boots || cell->nr_boots >= cell->nr)
			continue;
		if (!line.len)
			bytes_printf(&line, "Sessions of one boot are no boots "
				     "of their own, their intervals leave out "
				     "what a reboot changes:");
		bytes_printf(&line, "%s %s (%zu sessions, %zu boot%s)",
			     line.data[line.len - 1] == ':' ? "" : ",",
			     cell->name, cell->nr, cell->nr_boots,
			     cell->nr_boots == 1 ? "" : "s");
	}
	if (line.len) {
		bytes_add(&line, ".", 2);
		add_note(out, line.data);
	}
	free(line.data);
}

static void add_notes(const struct table *table, const struct tally *tally,
		      const struct table_form *form, struct bytes *out)
{
	const char *marks = table->unit == UNIT_INSNS ?
		"; (R) more, (I) fewer: the 95% intervals do not overlap" :
		"; (R) slower, (I) faster: the 95% intervals do not overlap";

	if (table->unit == UNIT_INSNS)
		add_note(out, "Instructions, not time: rdtsc, a barrier or a "
			 "cache miss counts 1 each, so a change that trades a "
			 "counter read for arithmetic looks like a cost here "
			 "and may be a gain on hardware.");
	else
		add_note(out, "Time on this one machine: another machine, "
			 "compiler or layout of the kernel's code may tell "
			 "another story.");
	if (table->nr_cells > 1)
		add_note_printf(out, "Against %s%s.", table->baseline,
				tally->marks ?
				marks : "");
	add_sessions(table, tally, out);
	add_boots(table, out);
	add_machine(table, out);
	if (form->reference)
		add_note(out, "From reference records; nothing was measured on "
			 "this machine.");
}

char *table_format(const struct table *table, const struct table_form *form)
{
	static const enum result_class all[RC_NR] = {
		RC_MEAN, RC_P50, RC_P99, RC_P999, RC_P9999, RC_MIN, RC_MAX
	};
	struct view view = {
		.table = table,
		.classes = form->full ? all : published,
		.nr_classes = form->full ? RC_NR : 3,
		/* One kernel alone, or times a reader knows by heart. */
		.absolute = form->full || table->nr_cells == 1 ||
			    table->unit == UNIT_NS,
		.full = form->full,
	};
	struct grid *grid = grid_new();
	struct tally tally = { 0 };
	struct bytes out = { 0 };
	size_t bench, i;
	char *text;

	add_columns(&view, grid);
	for (bench = 0; bench < table->nr_benchmarks; bench++) {
		for (i = 0; i < view.nr_classes; i++)
			add_class(&view, grid, bench, view.classes[i], &tally);
		if (view.full)
			add_counts(&view, grid, bench);
	}
	add_caption(table, &out);
	text = grid_format(grid);
	bytes_printf(&out, "%s\n", text);
	free(text);
	grid_free(grid);
	add_notes(table, &tally, form, &out);
	bytes_add(&out, "", 1);
	return out.data;
}

void table_free(struct table *table)
{
	size_t i, k;

	for (i = 0; i < table->nr_cells; i++) {
		struct cell_data *cell = &table->cells[i];

		for (k = 0; cell->series && k < table->nr_benchmarks; k++)
			measured_free(&cell->series[k]);
		for (k = 0; k < cell->nr_boots; k++)
			free(cell->boots[k]);
		free(cell->series);
		free(cell->boots);
		free(cell->name);
		free(cell->label);
	}
	for (i = 0; i < table->nr_benchmarks; i++)
		free(table->benchmarks[i]);
	for (i = 0; i < table->nr_facts; i++) {
		free(table->facts[i].name);
		free(table->facts[i].value);
	}
	free(table->cells);
	free(table->benchmarks);
	free(table->facts);
	free(table->arch);
	free(table->cpu);
	free(table->base);
	free(table->baseline);
	memset(table, 0, sizeof(*table));
}
