// SPDX-License-Identifier: GPL-2.0-only
/* Tables of a plan: its cells' records found, checked and set side by side. */
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "compare.h"
#include "patchbench.h"
#include "show.h"

/* The plan: its cells, and the same as columns. */
struct plan {
	struct bench *bench;
	size_t nr;
	struct column *columns;		/* columns[i] is of bench->cells[i] */
};

/* What a plan's tables are set against where nothing else is asked for. */
#define BASELINE	"base/off"

static const char *baseline_id(const struct show_options *o)
{
	return o->baseline ? o->baseline : BASELINE;
}

/* @missing sessions are; the first of them is @first, which would be @path. */
static int missing_error(const struct show_options *o,
			 const struct column *column, uint64_t missing,
			 uint64_t first, const char *path)
{
	char *name = column_name(column), *which, *size;
	int ret;

	which = strcmp(column->stack, "base") ?
		xasprintf(" STACK=%s REV=%s", column->stack, column->revision) :
		xstrdup("");
	size = o->samples == SAMPLES_DEFAULT &&
	       o->sessions == SESSIONS_DEFAULT ? xstrdup("") :
		xasprintf(" SAMPLES=%llu SESSIONS=%llu",
			  (unsigned long long)o->samples,
			  (unsigned long long)o->sessions);
	if (o->reference)
		ret = error(ST_MISSING, "%s: no reference record of session "
			    "%llu (%s), %llu of %llu are missing", name,
			    (unsigned long long)first, path,
			    (unsigned long long)missing,
			    (unsigned long long)o->sessions);
	else
		ret = error(ST_MISSING, "%s: no record of session %llu (%s), "
			    "%llu of %llu are missing; this brings them: make "
			    "bench BASE=%s ARCH=%s%s%s", name,
			    (unsigned long long)first, path,
			    (unsigned long long)missing,
			    (unsigned long long)o->sessions, column->base,
			    column->arch, which, size);
	free(size);
	free(which);
	free(name);
	return ret;
}

static int compare_with(const struct show_options *o, const struct plan *plan,
			size_t nr, const struct record *rec,
			struct comparison *c)
{
	char *path = cell_reference_path(&plan->bench->cells[nr], o->compare,
					 rec->session);
	struct record theirs;
	int ret = record_load(path, &theirs);

	if (ret == ST_MISSING) {
		compare_record(c, rec, NULL);
		ret = 0;
	} else if (!ret) {
		ret = column_check(path, &theirs, &plan->columns[nr],
				   rec->session);
		if (!ret)
			compare_record(c, rec, &theirs);
		record_free(&theirs);
	}
	if (ret == ST_REFUSED) {
		/* A bad reference must not keep anyone from good figures. */
		note("%s: not compared with", path);
		compare_record(c, rec, NULL);
		ret = 0;
	}
	free(path);
	return ret;
}

static char *session_path(const struct show_options *o,
			  const struct cell *cell, uint64_t session)
{
	return o->reference ? cell_reference_path(cell, o->reference, session) :
			      cell_path(cell, o->store, session);
}

#define AGAIN	SIZE_MAX	/* the baseline's second side */

/*
 * Load one session of the plan's column @nr as the table's column @at.
 * ST_MISSING comes without a message.
 */
static int session_load(const struct show_options *o, const struct plan *plan,
			size_t nr, const char *path, uint64_t session,
			struct table *table, size_t at, struct comparison *c)
{
	struct record rec;
	int ret = record_load(path, &rec);

	if (ret)
		return ret;
	ret = column_check(path, &rec, &plan->columns[nr], session);
	if (!ret && !o->reference && rec.samples != o->samples)
		ret = error(ST_REFUSED, "%s: samples: %llu in the place of "
			    "%llu", path, (unsigned long long)rec.samples,
			    (unsigned long long)o->samples);
	if (!ret)
		ret = at == AGAIN ? table_again(table, path, &rec) :
				    table_record(table, at, path, &rec);
	if (!ret && o->compare && c)
		ret = compare_with(o, plan, nr, &rec, c);
	record_free(&rec);
	return ret;
}

/* All sessions of the plan's column @nr as the table's column @at. */
static int column_load(const struct show_options *o, const struct plan *plan,
		       size_t nr, struct table *table, size_t at,
		       struct comparison *c)
{
	const struct cell *cell = &plan->bench->cells[nr];
	uint64_t missing = 0, first = 0, session;
	char *first_path = NULL;
	int ret = 0;

	for (session = 1; !ret && session <= o->sessions; session++) {
		char *path = session_path(o, cell, session);

		ret = session_load(o, plan, nr, path, session, table, at, c);
		if (ret == ST_MISSING) {
			ret = 0;
			if (!missing++) {
				first = session;
				first_path = path;
				continue;
			}
		}
		free(path);
	}
	if (!ret && missing)
		ret = missing_error(o, &plan->columns[nr], missing, first,
				    first_path);
	free(first_path);
	return ret;
}

static bool same_arch(const struct column *a, const struct column *b)
{
	return !strcmp(a->arch, b->arch);
}

/* Whether column @nr is the first of those for which @same says so. */
static bool first_of(const struct plan *plan, size_t nr,
		     bool (*same)(const struct column *, const struct column *))
{
	size_t i;

	for (i = 0; i < nr; i++)
		if (same(&plan->columns[i], &plan->columns[nr]))
			return false;
	return true;
}

/* Whether the architecture of column @nr has tables beside this column's. */
static bool several_tables(const struct plan *plan, size_t nr)
{
	const struct column *column = &plan->columns[nr];
	size_t i;

	for (i = 0; i < plan->nr; i++)
		if (same_arch(&plan->columns[i], column) &&
		    !column_same_table(&plan->columns[i], column))
			return true;
	return false;
}

/*
 * The columns of the table that column @start belongs to, baseline first, as
 * indices to @out. Returns how many, or 0 after a message: no baseline.
 */
static size_t table_columns(const struct show_options *o,
			    const struct plan *plan, size_t start, size_t *out)
{
	const struct column *first = &plan->columns[start];
	bool baseline = false;
	size_t nr = 1, i;

	for (i = start; i < plan->nr; i++) {
		const struct column *column = &plan->columns[i];

		if (!column_same_table(column, first))
			continue;
		if (!column_is(column, baseline_id(o))) {
			out[nr++] = i;
			continue;
		}
		out[0] = i;
		baseline = true;
	}
	if (baseline)
		return nr;
	error(ST_MISSING, "%s: %s %s: no baseline, there is no cell %s",
	      o->plan, first->arch, first->base, baseline_id(o));
	return 0;
}

/*
 * The sessions after the plan's own of the baseline, column @nr: all of them or
 * none. What one takes for the other would not be of the same number.
 */
static int again_load(const struct show_options *o, const struct plan *plan,
		      size_t nr, struct table *table)
{
	const struct cell *cell = &plan->bench->cells[nr];
	uint64_t session;
	int ret = 0;

	for (session = o->sessions + 1; !ret && session <= 2 * o->sessions;
	     session++) {
		char *path = session_path(o, cell, session);

		ret = session_load(o, plan, nr, path, session, table, AGAIN,
				   NULL);
		free(path);
	}
	if (ret == ST_MISSING) {
		table_not_again(table);
		ret = 0;
	}
	return ret;
}

/* The table that column @start begins, appended to @tables. */
static int plan_table(const struct show_options *o, const struct plan *plan,
		      size_t start, struct tables *tables, struct comparison *c)
{
	const struct column **columns = xcalloc(plan->nr + 1, sizeof(*columns));
	size_t *index = xcalloc(plan->nr + 1, sizeof(*index));
	size_t nr = table_columns(o, plan, start, index), i;
	int ret, worst = nr ? 0 : ST_MISSING;
	struct table table;

	if (worst)
		goto out;
	for (i = 0; i < nr; i++)
		columns[i] = &plan->columns[index[i]];
	column_table(&table, columns, nr);
	table.name_base = several_tables(plan, start);
	table.reference = o->reference != NULL;
	/* Everything that is missing is said at once. */
	for (i = 0; i < nr && worst <= ST_MISSING; i++) {
		ret = column_load(o, plan, index[i], &table, i, c);
		if (ret > worst)
			worst = ret;
	}
	if (!worst)
		worst = again_load(o, plan, index[0], &table);
	if (worst)
		table_free(&table);
	else
		tables_add(tables, &table);
out:
	free(index);
	free(columns);
	return worst;
}

static int arch_tables(const struct show_options *o, const struct plan *plan,
		       const char *arch, struct tables *tables)
{
	struct comparison c = { 0 };
	int ret, worst = 0;
	size_t i;
	char *text;

	for (i = 0; i < plan->nr; i++) {
		if (strcmp(plan->columns[i].arch, arch) ||
		    !first_of(plan, i, column_same_table))
			continue;
		ret = plan_table(o, plan, i, tables, &c);
		if (ret > worst)
			worst = ret;
	}
	if (!worst && o->compare) {
		text = compare_format(&c);
		note("%s: reference: %s", arch, text);
		free(text);
	}
	return worst;
}

static int all_tables(const struct show_options *o, const struct plan *plan,
		      struct tables *tables)
{
	int ret, worst = 0;
	bool any = false;
	size_t i;

	for (i = 0; i < plan->nr; i++) {
		const char *arch = plan->columns[i].arch;

		if (!first_of(plan, i, same_arch) ||
		    (o->arch && strcmp(o->arch, arch)))
			continue;
		any = true;
		ret = arch_tables(o, plan, arch, tables);
		if (ret > worst)
			worst = ret;
	}
	if (!any)
		worst = error(ST_USAGE, "%s: no cell of architecture %s",
			      o->plan, o->arch ? o->arch : "any");
	/* All tables or none: half a report would pass for a whole one. */
	if (worst)
		tables_free(tables);
	return worst;
}

int plan_tables(const struct show_options *o, struct tables *tables)
{
	struct plan plan = { 0 };
	int ret = 0;
	size_t i;

	plan.bench = bench_open(o->data, TESTS_TIMES, o->plan,
				o->reference ? NULL : o->guest, o->samples,
				&ret);
	if (!plan.bench)
		return ret;
	plan.nr = plan.bench->nr_cells;
	plan.columns = xcalloc(plan.nr, sizeof(*plan.columns));
	for (i = 0; i < plan.nr; i++) {
		const struct cell *cell = &plan.bench->cells[i];

		plan.columns[i] = (struct column){
			.arch = cell->arch->name, .base = cell->base,
			.stack = cell->stack, .revision = cell->revision,
			.parameters = cell->parameters->name,
			.config = cell->config, .label = cell->label,
			.parameters_label = cell->parameters->label,
		};
	}
	ret = all_tables(o, &plan, tables);
	free(plan.columns);
	bench_close(plan.bench);
	return ret;
}
