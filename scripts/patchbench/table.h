/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A performance table: the records of cells of one architecture and base, the
 * first of them the baseline. It does not know where records are kept;
 * figures.h makes numbers of it, forms.h text.
 */
#ifndef TABLE_H
#define TABLE_H

#include "inference.h"

/* One measured column. */
struct cell_data {
	char *name;		/* owned: "arm64 v6.19.6 kstack/v5/on" */
	char *id;		/* owned: "kstack/v5/on", "base/-/off" */
	char *label;		/* owned: header, lines parted by '\n' */
	size_t nr;		/* records added */
	struct measured *series;	/* owned, one per benchmark of the table */
	char **paths;		/* owned: of the records, as they were added */
	char *image;		/* owned: hash of the kernel image, or NULL */
	uint64_t *seeds;	/* owned: of records that have one */
	size_t nr_seeds;
	size_t nr_boots;	/* different boots, where they are known */
	char **boots;		/* owned */
	/*
	 * What the first record alone says of each benchmark's percentiles, the
	 * empty body taken off as from every call. Owned.
	 */
	struct order_interval (*ordered)[RC_NR];
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
	struct cell_data again;	/* the baseline once more; nr 0: is not there */
	size_t nr_facts;	/* host: facts of the machine */
	struct fact *facts;	/* owned; value NULL: not the same in all */
	uint64_t empty_min, empty_max;	/* empty body, ticks */
	uint64_t frequency;
	size_t nr_records;
	char *baseline;		/* owned: how the notes call it */
	bool reference;		/* made from reference records */
	bool name_base;		/* put the base into the caption */
	char *base;		/* owned; of the first record */
};

/* Tables in the order they are printed. Starts as { 0 }. */
struct tables {
	size_t nr;
	struct table *tables;	/* owned */
};

/*
 * Add a cell; the first is the baseline. Strings are copied. Returns its index.
 */
size_t table_cell(struct table *table, const char *name, const char *id,
		  const char *label);

/*
 * Add a record to cell @cell. @name is the record's path, for messages. Returns
 * 0, or ST_REFUSED after a message: another unit, CPU, counter or number of
 * calls than the records before, other benchmarks, or in this cell another kernel
 * image, or a session or a seed that is there already.
 */
int table_record(struct table *table, size_t cell, const char *name,
		 const struct record *rec);

/* The same for the baseline's second side, whose sessions are others. */
int table_again(struct table *table, const char *name,
		const struct record *rec);

/* Forget the baseline's second side. */
void table_not_again(struct table *table);

void table_free(struct table *table);

/* Move @table to the end of @tables. tables_free() frees it. */
void tables_add(struct tables *tables, struct table *table);
void tables_free(struct tables *tables);

#endif
