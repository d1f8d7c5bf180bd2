// SPDX-License-Identifier: GPL-2.0-only
/* A performance table: the records of its cells, checked and summed up. */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "table.h"

size_t table_cell(struct table *table, const char *name, const char *id,
		  const char *label)
{
	struct cell_data *cell;

	table->cells = xrealloc(table->cells, (table->nr_cells + 1) *
				sizeof(*table->cells));
	cell = &table->cells[table->nr_cells];
	memset(cell, 0, sizeof(*cell));
	cell->name = xstrdup(name);
	cell->id = xstrdup(id);
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

static struct order_interval ordered(const struct histogram *h,
				     enum result_class class, uint64_t empty)
{
	struct order_interval in = { 0 };
	uint64_t part, whole;

	if (!class_quantile(class, &part, &whole))
		return in;
	in = histogram_order_interval(h, part, whole);
	in.low = in.low > empty ? in.low - empty : 0;
	in.high = in.high > empty ? in.high - empty : 0;
	return in;
}

/* What one session can say of the percentiles of each benchmark. */
static void add_ordered(const struct table *table, struct cell_data *cell,
			const struct record *rec, uint64_t empty)
{
	size_t i;
	int c;

	cell->ordered = xcalloc(table->nr_benchmarks, sizeof(*cell->ordered));
	for (i = 0; i < table->nr_benchmarks; i++)
		for (c = 0; c < RC_NR; c++)
			cell->ordered[i][c] = ordered(
				record_find(rec, table->benchmarks[i]),
				(enum result_class)c, empty);
}

/* Sessions of a cell are boots of one kernel, no two with the same seed. */
static int same_cell(struct cell_data *cell, const char *name,
		     const struct record *rec)
{
	size_t i;

	if (cell->image && rec->image_sha256 &&
	    strcmp(cell->image, rec->image_sha256))
		return error(ST_REFUSED, "%s: image-sha256: %s beside sessions "
			     "of %s", name, rec->image_sha256, cell->image);
	if (!cell->image && rec->image_sha256)
		cell->image = xstrdup(rec->image_sha256);
	if (!rec->has_seed)
		return 0;
	for (i = 0; i < cell->nr_seeds; i++)
		if (cell->seeds[i] == rec->seed)
			return error(ST_REFUSED, "%s: seed: %llu is that of "
				     "another session", name,
				     (unsigned long long)rec->seed);
	cell->seeds = xrealloc(cell->seeds, (cell->nr_seeds + 1) *
			       sizeof(*cell->seeds));
	cell->seeds[cell->nr_seeds++] = rec->seed;
	return 0;
}

static int cell_record(struct table *table, struct cell_data *cell,
		       const char *name, const struct record *rec)
{
	const struct histogram *empty = record_find(rec, HISTOGRAM_EMPTY);
	size_t i;
	int ret;

	if (!table->nr_records)
		first_record(table, rec);
	ret = same_conditions(table, name, rec);
	if (!ret)
		ret = same_cell(cell, name, rec);
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
	if (!cell->nr)
		add_ordered(table, cell, rec, empty->bins[0].ticks);
	if (empty->bins[0].ticks < table->empty_min)
		table->empty_min = empty->bins[0].ticks;
	if (empty->bins[0].ticks > table->empty_max)
		table->empty_max = empty->bins[0].ticks;
	merge_facts(table, rec);
	add_boot(cell, record_fact_value(rec, "boot"));
	cell->paths = xrealloc(cell->paths,
			       (cell->nr + 1) * sizeof(*cell->paths));
	cell->paths[cell->nr++] = xstrdup(name);
	table->nr_records++;
	return 0;
}

int table_record(struct table *table, size_t nr, const char *name,
		 const struct record *rec)
{
	int ret = record_timed(rec, name);

	return ret ? ret : cell_record(table, &table->cells[nr], name, rec);
}

int table_again(struct table *table, const char *name,
		const struct record *rec)
{
	int ret = record_timed(rec, name);

	return ret ? ret : cell_record(table, &table->again, name, rec);
}

static void cell_free(struct cell_data *cell, size_t nr_benchmarks)
{
	size_t i;

	for (i = 0; cell->series && i < nr_benchmarks; i++)
		measured_free(&cell->series[i]);
	for (i = 0; i < cell->nr; i++)
		free(cell->paths[i]);
	for (i = 0; i < cell->nr_boots; i++)
		free(cell->boots[i]);
	free(cell->series);
	free(cell->ordered);
	free(cell->paths);
	free(cell->boots);
	free(cell->seeds);
	free(cell->image);
	free(cell->name);
	free(cell->id);
	free(cell->label);
}

void table_not_again(struct table *table)
{
	cell_free(&table->again, table->nr_benchmarks);
	memset(&table->again, 0, sizeof(table->again));
}

void table_free(struct table *table)
{
	size_t i;

	for (i = 0; i < table->nr_cells; i++)
		cell_free(&table->cells[i], table->nr_benchmarks);
	cell_free(&table->again, table->nr_benchmarks);
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

void tables_add(struct tables *tables, struct table *table)
{
	tables->tables = xrealloc(tables->tables, (tables->nr + 1) *
				  sizeof(*tables->tables));
	tables->tables[tables->nr++] = *table;
	memset(table, 0, sizeof(*table));
}

void tables_free(struct tables *tables)
{
	size_t i;

	for (i = 0; i < tables->nr; i++)
		table_free(&tables->tables[i]);
	free(tables->tables);
	memset(tables, 0, sizeof(*tables));
}
