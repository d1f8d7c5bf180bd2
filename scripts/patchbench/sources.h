/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The records of a table read once more, one by one: what of them a table does
 * not keep, as it is large (histograms, here as curves) or not needed for its
 * figures (headers and hashes).
 */
#ifndef SOURCES_H
#define SOURCES_H

#include "bins.h"
#include "table.h"

/* The records of one cell, in the order in which the table has them. */
struct source {
	const struct cell_data *cell;	/* not owned */
	size_t nr;
	struct record *records;		/* owned; without their histograms */
	char (*sha256)[65];		/* owned; of the files */
};

struct sources {
	const struct table *table;	/* not owned */
	size_t nr;		/* the table's cells, then its second side */
	struct source *sources;	/* owned */
	struct curve *curves;	/* owned; sources_curve() finds one */
};

/*
 * Read the records of @table, which must outlive @out. Returns 0, or a status
 * after a message as record_load(), or ST_REFUSED where a record is no longer
 * the one that the table was made of. sources_free() frees, after an error too.
 */
int sources_load(const struct table *table, struct sources *out);
void sources_free(struct sources *sources);

/* All sessions of one benchmark of one cell, the empty body taken off. */
const struct curve *sources_curve(const struct sources *sources, size_t cell,
				  size_t bench);

#endif
