/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Comma-separated values as RFC 4180 has them: a header line of names, then
 * rows of as many fields. Read strictly, as such files come from anywhere.
 */
#ifndef CSV_H
#define CSV_H

#include "histogram.h"

#define CSV_BYTES_MAX	((size_t)64 << 20)	/* size of a file */
#define CSV_COLUMNS_MAX	64
#define CSV_FIELD_MAX	65536			/* bytes of a field */

/* A file that was read. Starts as { 0 }; csv_free() frees. */
struct csv {
	char *name;		/* owned: of the file, for messages */
	size_t nr_columns;	/* at least 1 */
	size_t nr_rows;		/* below the header */
	char **cells;		/* owned: the header, then row after row */
	size_t *lines;		/* owned: where the header and each row begin */
};

/*
 * Parse @len bytes at @buf, called @name in messages, into @out. Lines end with
 * LF or CRLF, the last one may lack it. A field in quotes may hold line breaks,
 * tabs and doubled quotes. Refused: a row of another length than the header, an
 * empty or repeated name in the header, a quote within a bare field, anything
 * behind a closing quote, other control bytes, bytes above 0x7e, and what is
 * beyond the limits above. Returns 0, or ST_REFUSED after a message that names
 * file and line; then @out is empty.
 */
int csv_parse(const char *name, const char *buf, size_t len, struct csv *out);

/*
 * Read and parse the file @path. As csv_parse(); ST_MISSING after a message
 * when there is no such file, ST_MACHINE when it cannot be read.
 */
int csv_load(const char *path, struct csv *out);

/* The column called @name, from 0, into @column; false: there is none. */
bool csv_column(const struct csv *csv, const char *name, size_t *column);

/* A field; rows and columns from 0, without the header. Owned by @csv. */
const char *csv_at(const struct csv *csv, size_t row, size_t column);

/* The name of a column. Owned by @csv. */
const char *csv_name(const struct csv *csv, size_t column);

/* Print "patchbench: FILE:LINE: MESSAGE" of a row, return ST_REFUSED. */
int csv_error(const struct csv *csv, size_t row, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

void csv_free(struct csv *csv);

/*
 * Append one field to @out, with a comma before it unless it begins a line, in
 * quotes where it needs them. A line ends with csv_end().
 */
void csv_field(struct bytes *out, const char *field);
void csv_end(struct bytes *out);

#endif
