/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table as it was posted: figures, labels, where it stood and what is known
 * to be wrong with it. One file of bench-data/published each; docs/published.md
 * explains the lines.
 */
#ifndef PUBLISHED_H
#define PUBLISHED_H

#include "histogram.h"
#include "statistics.h"

/* What a table's rows hold. */
enum published_layout {
	PUBLISHED_PERCENT,	/* changes with marks, in the grid */
	PUBLISHED_RATIO,	/* size, before, after, after / before */
};

/* Where the bits of a cell's stack offset come from. */
enum published_source {
	SOURCE_NONE, SOURCE_TSC, SOURCE_CRNG, SOURCE_PRNG, SOURCE_NR
};

struct published_posting {
	char *revision;		/* owned: "v5"; "-": of no revision */
	char *date;		/* owned: 2026-03-03 */
	char *message_id;	/* owned: of the cover letter; "-": unknown */
};

/* The header of a column in some postings. */
struct published_label {
	char *revisions;	/* owned: "v2,v3"; "-": all */
	uint64_t width;		/* from bar to bar at least; 0: as needed */
	char *text;		/* owned: lines parted by '\n' */
};

struct published_column {
	char *arch;		/* owned: of bench-data/arches */
	char *cell;		/* owned: kstack/@/on, @ is the revision */
	char *baseline;		/* owned: base/off */
	enum published_source source, baseline_source;
	char *broken;		/* owned: why it is no evidence, or NULL */
	size_t nr_labels;
	struct published_label *labels;	/* owned */
};

struct published_figure {
	char *text;		/* owned: "-9.50", as it was posted */
	double percent;
	char mark;		/* 'R', 'I', or 0 */
};

struct published_row {
	char *benchmark;	/* owned; PUBLISHED_RATIO: the size */
	char *class;		/* owned: "p99.9"; PUBLISHED_RATIO: NULL */
	size_t nr;		/* the table's columns; or 3 */
	struct published_figure *figures;	/* owned */
};

struct published {
	char *name;		/* owned: of the file, without folders */
	enum published_layout layout;
	char *about, *machine, *kernel, *unit;	/* owned */
	char *caption;		/* owned, or NULL */
	size_t nr_postings;	/* the newest last */
	struct published_posting *postings;	/* owned */
	size_t nr_wrongs;
	char **wrongs;		/* owned: what is known to be wrong */
	size_t nr_columns;
	struct published_column *columns;	/* owned */
	size_t nr_rows;
	struct published_row *rows;	/* owned */
};

/*
 * Parse @len bytes at @buf, the file @path, into @out. Returns 0, or ST_REFUSED
 * after printing "PATH:LINE: OBJECT: what"; then @out is empty. Freed with
 * published_free().
 */
int published_parse(const char *path, const char *buf, size_t len,
		    struct published *out);

/* Tables in the order of their names. Starts as { 0 }. */
struct published_list {
	size_t nr;
	struct published *tables;	/* owned */
};

/*
 * Load the table @name of the folder @dir, or with NULL all of them, into
 * @out. Returns 0; ST_USAGE after a message that lists the known ones where
 * @name is none; ST_MISSING, ST_REFUSED or ST_MACHINE after a message.
 */
int published_load(const char *dir, const char *name,
		   struct published_list *out);

/*
 * The posting of @revision, of the newest with NULL. NULL after a message where
 * the table was not posted with it. Owned by the table.
 */
const struct published_posting *
published_posting(const struct published *table, const char *revision);

/* The header that @column had in @revision. Owned by the column. */
const struct published_label *
published_label(const struct published_column *column, const char *revision);

/* The cell of @column in @revision: kstack/v5/on. Caller frees. */
char *published_cell(const struct published_column *column,
		     const char *revision);

/* "tsc" */
const char *published_source_name(enum published_source source);

/* Append the table to @out, byte for byte as it was posted in @revision. */
void published_format(const struct published *table, const char *revision,
		      struct bytes *out);

void published_free(struct published *table);
void published_list_free(struct published_list *list);

#endif
