// SPDX-License-Identifier: GPL-2.0-only
/* Published figures found among the measured ones, and judged. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "patchbench.h"
#include "reproduce.h"

/* The plan's tables against one baseline. */
struct measured_against {
	const char *baseline;		/* not owned */
	struct tables tables;
	struct figures *figures;	/* owned: one for each table */
};

/*
 * What the measured side says: above or below its baseline, the same, or too
 * little to tell.
 */
enum direction { BELOW, SAME, ABOVE, UNDECIDED };

static enum direction measured_direction(const struct figure *figure)
{
	if (figure->change.mark)
		return figure->change.mark == 'R' ? ABOVE : BELOW;
	/* Known and not to be tested: both sides are exact. */
	if (figure->in.exact && !figure->compared &&
	    figure->change.percent == 0)
		return SAME;
	return UNDECIDED;
}

enum verdict reproduce_verdict(const struct published_column *column,
			       const struct published_figure *published,
			       const struct figure *measured, enum unit unit,
			       enum why *why)
{
	enum direction here;

	*why = WHY_NONE;
	if (column->broken)
		*why = WHY_BROKEN;
	else if (!measured)
		*why = WHY_ABSENT;
	/* Reading the counter is one instruction, however long it takes. */
	else if (unit == UNIT_INSNS && (column->source == SOURCE_TSC) !=
				       (column->baseline_source == SOURCE_TSC))
		*why = WHY_UNIT;
	if (*why)
		return NOT_COMPARED;
	here = measured_direction(measured);
	if (!published->mark) {
		if (here == SAME || here == UNDECIDED)
			return AGREES;
		*why = WHY_UNMARKED;
		return NOT_COMPARED;
	}
	if (here == UNDECIDED) {
		*why = WHY_UNDECIDED;
		return NOT_COMPARED;
	}
	return here == (published->mark == 'R' ? ABOVE : BELOW) ? AGREES :
								  DISAGREES;
}

/* base/on: - -; kstack/v5/on: kstack v5. */
static void add_kernel(const char *arch, const char *cell, struct bytes *out)
{
	const char *rev = strchr(cell, '/') + 1;
	const char *params = strchr(rev, '/'), *at;
	char *line;

	if (params)
		line = xasprintf("%s %.*s %.*s\n", arch,
				 (int)(rev - 1 - cell), cell,
				 (int)(params - rev), rev);
	else
		line = xasprintf("%s base -\n", arch);
	/* A handful of lines: looked for in what stands there. */
	bytes_add(out, "", 1);
	out->len--;
	at = strstr(out->data, line);
	while (at && at != out->data && at[-1] != '\n')
		at = strstr(at + 1, line);
	if (!at)
		bytes_printf(out, "%s", line);
	free(line);
}

int reproduce_cells(const struct published_list *tables, const char *revision,
		    struct bytes *out)
{
	size_t i, k;

	for (i = 0; i < tables->nr; i++) {
		const struct published *table = &tables->tables[i];
		const struct published_posting *posting =
			published_posting(table, revision);

		if (!posting)
			return ST_USAGE;
		for (k = 0; k < table->nr_columns; k++) {
			const struct published_column *column =
				&table->columns[k];
			char *cell = published_cell(column, posting->revision);

			add_kernel(column->arch, column->baseline, out);
			if (!column->broken)
				add_kernel(column->arch, cell, out);
			free(cell);
		}
	}
	return 0;
}

/* The tables against @baseline, worked out when first asked for. */
static int measured_set(const struct show_options *options,
			const char *baseline, struct reproductions *all,
			struct measured_against **out)
{
	const struct figures_options every = { .all_classes = true };
	struct show_options o = *options;
	struct measured_against *set;
	size_t i;
	int ret;

	for (i = 0; i < all->nr_measured; i++) {
		*out = &all->measured[i];
		if (!strcmp((*out)->baseline, baseline))
			return 0;
	}
	all->measured = xrealloc(all->measured, (all->nr_measured + 1) *
				 sizeof(*set));
	set = &all->measured[all->nr_measured];
	*set = (struct measured_against){ .baseline = baseline };
	o.baseline = baseline;
	ret = plan_tables(&o, &set->tables);
	if (ret)
		return ret;
	all->nr_measured++;
	set->figures = xcalloc(set->tables.nr + 1, sizeof(*set->figures));
	for (i = 0; i < set->tables.nr; i++)
		figures_make(&set->tables.tables[i], &every, &set->figures[i]);
	*out = set;
	return 0;
}

/* Find the column's cell in @set; ST_MISSING after a message. */
static int find_cell(const struct measured_against *set,
		     struct reproduced_column *column)
{
	const struct published_column *published = column->published;
	size_t i, k;

	for (i = 0; i < set->tables.nr; i++) {
		const struct table *table = &set->tables.tables[i];

		if (strcmp(table->arch, published->arch))
			continue;
		for (k = 0; k < table->nr_cells; k++) {
			if (!cell_id_is(table->cells[k].id, column->cell))
				continue;
			column->figures = &set->figures[i];
			column->index = k;
			return 0;
		}
	}
	return error(ST_MISSING, "%s %s: the plan has no such cell; 'make "
		     "reproduce TABLE=... REV=...' writes one that has",
		     published->arch, column->cell);
}

static const struct figure *find_figure(const struct reproduced_column *column,
					const struct published_row *row)
{
	const struct figures *f = column->figures;
	size_t bench, class;

	for (bench = 0; f && bench < f->table->nr_benchmarks; bench++) {
		if (strcmp(f->table->benchmarks[bench], row->benchmark))
			continue;
		for (class = 0; class < f->nr_classes; class++)
			if (!strcmp(class_name(f->classes[class]), row->class))
				return figures_at(f, bench, class,
						  column->index);
	}
	return NULL;
}

static void judge(struct reproduction *r, struct reproduced_column *column,
		  size_t at)
{
	const struct published *table = r->table;
	enum unit unit = column->figures ? column->figures->table->unit :
					   UNIT_INSNS;
	size_t i;

	column->rows = xcalloc(table->nr_rows + 1, sizeof(*column->rows));
	for (i = 0; i < table->nr_rows; i++) {
		struct reproduced *one = &column->rows[i];

		one->published = &table->rows[i].figures[at];
		one->measured = find_figure(column, &table->rows[i]);
		one->verdict = reproduce_verdict(column->published,
						 one->published, one->measured,
						 unit, &one->why);
		r->verdicts[one->verdict]++;
		r->whys[one->why]++;
	}
}

static int reproduce_table(const struct show_options *options,
			   struct reproductions *all, struct reproduction *r)
{
	struct measured_against *set;
	size_t i;
	int ret;

	if (r->table->layout == PUBLISHED_RATIO)
		r->verdicts[NOT_COMPARED] = r->whys[WHY_ABSENT] =
			r->table->nr_rows;
	for (i = 0; i < r->table->nr_columns; i++) {
		struct reproduced_column *column = &r->columns[i];

		column->published = &r->table->columns[i];
		column->cell = published_cell(column->published, r->revision);
		r->nr++;
		if (!column->published->broken) {
			ret = measured_set(options,
					   column->published->baseline, all,
					   &set);
			if (!ret)
				ret = find_cell(set, column);
			if (ret)
				return ret;
		}
		judge(r, column, i);
	}
	return 0;
}

int reproduce(const struct published_list *tables, const char *revision,
	      const struct show_options *options, struct reproductions *out)
{
	int ret = 0;
	size_t i;

	out->all = xcalloc(tables->nr + 1, sizeof(*out->all));
	for (i = 0; i < tables->nr && !ret; i++) {
		struct reproduction *r = &out->all[out->nr];
		const struct published_posting *posting =
			published_posting(&tables->tables[i], revision);

		if (!posting)
			return ST_USAGE;
		r->table = &tables->tables[i];
		r->revision = posting->revision;
		r->columns = xcalloc(r->table->nr_columns + 1,
				     sizeof(*r->columns));
		out->nr++;
		ret = reproduce_table(options, out, r);
	}
	return ret;
}

void reproductions_free(struct reproductions *all)
{
	size_t i, k;

	for (i = 0; i < all->nr; i++) {
		for (k = 0; k < all->all[i].nr; k++) {
			free(all->all[i].columns[k].cell);
			free(all->all[i].columns[k].rows);
		}
		free(all->all[i].columns);
	}
	for (i = 0; i < all->nr_measured; i++) {
		for (k = 0; k < all->measured[i].tables.nr; k++)
			figures_free(&all->measured[i].figures[k]);
		free(all->measured[i].figures);
		tables_free(&all->measured[i].tables);
	}
	free(all->all);
	free(all->measured);
	memset(all, 0, sizeof(*all));
}
