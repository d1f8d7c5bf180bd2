/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A performance table: cells of one architecture and base against a baseline,
 * as a grid with its caption and what must be said under it. It knows records,
 * not where they are kept.
 */
#ifndef TABLE_H
#define TABLE_H

#include "statistics.h"

/* One measured column. */
struct cell_data {
	char *name;		/* owned: "arm64 v6.19.6 kstack v5 on" */
	char *label;		/* owned: header, lines parted by '\n' */
	size_t nr;		/* records added */
	struct measured *series;	/* owned, one per benchmark of the table */
	size_t nr_boots;	/* different boots, where they are known */
	char **boots;		/* owned */
};

struct table {
	char *arch, *cpu;	/* owned; of the first record */
	enum backend backend;
	enum unit unit;
	uint64_t samples;
	size_t nr_benchmarks;	/* in the order of the first record */
	char **benchmarks;	/* owned */
	size_t nr_cells;	/* the first is the baseline */
	struct cell_data *cells;	/* owned */
	size_t nr_facts;	/* host: facts of the machine */
	struct fact *facts;	/* owned; value NULL: not the same in all */
	uint64_t empty_min, empty_max;	/* empty body, ticks */
	uint64_t frequency;
	size_t nr_records;
	char *baseline;		/* owned: how the notes call it */
	bool name_base;		/* put the base into the caption */
	char *base;		/* owned; of the first record */
};

/*
 * Add a cell; the first is the baseline. Strings are copied. Returns its index.
 */
size_t table_cell(struct table *table, const char *name, const char *label);

/*
 * Add a record to cell @cell. @name is the record's, for messages. Returns 0,
 * or ST_REFUSED after a message: another unit, CPU, counter or number of calls
 * than the records before, other benchmarks, or a session that is there already.
 */
int table_record(struct table *table, size_t cell, const char *name,
		 const struct record *rec);

/* How a table is printed. */
struct table_form {
	bool full;		/* all classes, absolute values */
	bool reference;		/* say that it is made from reference records */
};

/* Caption, grid and notes. Each cell has a record. Caller frees. */
char *table_format(const struct table *table, const struct table_form *form);

void table_free(struct table *table);

#endif
