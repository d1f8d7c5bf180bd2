// SPDX-License-Identifier: GPL-2.0-only
/* The records behind a table; see sources.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "sources.h"

const struct curve *sources_curve(const struct sources *sources, size_t cell,
				  size_t bench)
{
	return &sources->curves[cell * sources->table->nr_benchmarks + bench];
}

/* Is @h, of session @nr of @series, what the table's figures were made of? */
static bool same(const struct measured *series, size_t nr,
		 const struct histogram *h, const struct record *rec,
		 uint64_t empty)
{
	const struct summary *old = &series->sessions[nr];
	struct summary new;

	if (!h || old->session != rec->session)
		return false;
	histogram_summary(h, empty, rec->frequency, &new);
	return new.n == old->n && new.sum == old->sum &&
	       !memcmp(new.ticks, old->ticks, sizeof(new.ticks));
}

/* Count the histograms of session @nr into @bins, one of each benchmark. */
static int count(const struct table *table, const struct cell_data *cell,
		 size_t nr, const struct record *rec, struct bins **bins)
{
	const struct histogram *empty = record_find(rec, HISTOGRAM_EMPTY);
	size_t i;

	for (i = 0; i < table->nr_benchmarks; i++) {
		const struct histogram *h =
			record_find(rec, table->benchmarks[i]);

		if (!same(&cell->series[i], nr, h, rec, empty->bins[0].ticks))
			return error(ST_REFUSED, "%s: has changed since the "
				     "table was made", cell->paths[nr]);
		if (bins && !bins_add(bins[i], h, empty->bins[0].ticks))
			return error(ST_REFUSED, "%s: histogram %s: with the "
				     "sessions before more than 2^64 calls",
				     cell->paths[nr], h->name);
	}
	return 0;
}

static int source_load(const struct table *table, struct source *source,
		       struct bins **bins)
{
	const struct cell_data *cell = source->cell;
	int ret = 0;

	source->records = xcalloc(cell->nr, sizeof(*source->records));
	source->sha256 = xcalloc(cell->nr, sizeof(*source->sha256));
	while (!ret && source->nr < cell->nr) {
		size_t nr = source->nr;
		struct record *rec = &source->records[nr];

		ret = record_load(cell->paths[nr], rec);
		if (ret == ST_MISSING)
			error(ret, "%s: has gone", cell->paths[nr]);
		if (!ret && sha256_file_hex(cell->paths[nr],
					    source->sha256[nr]))
			ret = error(ST_MACHINE, "%s: %s", cell->paths[nr],
				    strerror(errno));
		if (!ret)
			ret = count(table, cell, nr, rec, bins);
		/* One record's histograms may take hundreds of megabytes. */
		while (rec->nr)
			histogram_release(&rec->hist[--rec->nr]);
		source->nr++;
	}
	return ret;
}

/* A cell's records, and the curves of its benchmarks to @curves. */
static int cell_load(const struct table *table, struct source *source,
		     struct curve *curves)
{
	struct bins **bins = xcalloc(table->nr_benchmarks, sizeof(*bins));
	size_t i;
	int ret;

	for (i = 0; i < table->nr_benchmarks; i++)
		bins[i] = bins_new();
	ret = source_load(table, source, bins);
	for (i = 0; i < table->nr_benchmarks; i++)
		if (ret)
			bins_free(bins[i]);
		else
			bins_curve(bins[i], &curves[i]);
	free(bins);
	return ret;
}

int sources_load(const struct table *table, struct sources *out)
{
	size_t i;
	int ret = 0;

	out->table = table;
	out->nr = table->nr_cells + (table->again.nr != 0);
	out->sources = xcalloc(out->nr, sizeof(*out->sources));
	out->curves = xcalloc(table->nr_cells * table->nr_benchmarks,
			      sizeof(*out->curves));
	for (i = 0; i < out->nr; i++)
		out->sources[i].cell = i < table->nr_cells ? &table->cells[i] :
							     &table->again;
	for (i = 0; !ret && i < table->nr_cells; i++)
		ret = cell_load(table, &out->sources[i],
				&out->curves[i * table->nr_benchmarks]);
	if (!ret && out->nr > table->nr_cells)
		ret = source_load(table, &out->sources[table->nr_cells], NULL);
	return ret;
}

void sources_free(struct sources *sources)
{
	size_t i, k;

	for (i = 0; i < sources->nr; i++) {
		struct source *source = &sources->sources[i];

		for (k = 0; k < source->nr; k++)
			record_free(&source->records[k]);
		free(source->records);
		free(source->sha256);
	}
	for (i = 0; sources->curves && i < sources->table->nr_cells *
					   sources->table->nr_benchmarks; i++)
		curve_free(&sources->curves[i]);
	free(sources->curves);
	free(sources->sources);
	memset(sources, 0, sizeof(*sources));
}
