// SPDX-License-Identifier: GPL-2.0-only
/*
 * Comma-separated values, read and written. Source of the grammar: Y.
 * Shafranovich, RFC 4180 (2005), section 2.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "patchbench.h"

/* What ended a field. */
enum end { END_FIELD, END_LINE, END_BAD };

struct reader {
	struct text t;		/* its line counts line breaks in quotes too */
	struct bytes field;
};

static enum end bad(struct reader *r, const char *what)
{
	text_error(&r->t, "%s", what);
	return END_BAD;
}

static bool add_byte(struct reader *r, char c)
{
	unsigned char byte = (unsigned char)c;

	if (byte > 0x7e || (byte < 0x20 && !strchr("\t\n\r", c)) || !c) {
		text_error(&r->t, "field: byte 0x%02x", byte);
		return false;
	}
	if (r->field.len == CSV_FIELD_MAX) {
		text_error(&r->t, "field: longer than %d bytes", CSV_FIELD_MAX);
		return false;
	}
	bytes_add(&r->field, &c, 1);
	return true;
}

/* At what stands behind a field: a comma, a line break or the end. */
static enum end field_end(struct reader *r)
{
	struct text *t = &r->t;

	if (t->pos == t->end)
		return END_LINE;
	if (*t->pos == '\r' && t->end - t->pos > 1 && t->pos[1] == '\n')
		t->pos++;
	if (*t->pos == '\n') {
		t->pos++;
		return END_LINE;
	}
	if (*t->pos++ == ',')
		return END_FIELD;
	return bad(r, "field: something behind its closing quote");
}

static enum end quoted_field(struct reader *r)
{
	struct text *t = &r->t;

	for (t->pos++; t->pos < t->end; t->pos++) {
		if (*t->pos == '"') {
			if (++t->pos == t->end || *t->pos != '"')
				return field_end(r);
		} else if (*t->pos == '\n') {
			t->line++;
		}
		if (!add_byte(r, *t->pos))
			return END_BAD;
	}
	return bad(r, "field: its closing quote is missing");
}

static enum end bare_field(struct reader *r)
{
	struct text *t = &r->t;

	for (; t->pos < t->end && *t->pos != ',' && *t->pos != '\n'; t->pos++) {
		if (*t->pos == '\r') {
			if (t->end - t->pos > 1 && t->pos[1] == '\n')
				break;
			return bad(r, "field: byte 0x0d");
		}
		if (*t->pos == '"')
			return bad(r, "field: a quote within it");
		if (*t->pos == '\t')
			return bad(r, "field: byte 0x09");
		if (!add_byte(r, *t->pos))
			return END_BAD;
	}
	return field_end(r);
}

/* One row into @cells, which has room for CSV_COLUMNS_MAX; how many to @nr. */
static enum end read_row(struct reader *r, char **cells, size_t *nr)
{
	enum end end = END_FIELD;

	for (*nr = 0; end == END_FIELD; ++*nr) {
		if (*nr == CSV_COLUMNS_MAX)
			return bad(r, "row: too many fields");
		r->field.len = 0;
		end = r->t.pos < r->t.end && *r->t.pos == '"' ?
			quoted_field(r) : bare_field(r);
		if (end == END_BAD)
			return end;
		cells[*nr] = r->field.len ?
			xstrndup(r->field.data, r->field.len) : xstrdup("");
	}
	return end;
}

static int check_header(const struct reader *r, char *const *cells, size_t nr)
{
	size_t i, j;

	for (i = 0; i < nr; i++) {
		if (!*cells[i])
			return text_error(&r->t, "header: column %zu has no "
					  "name", i + 1);
		if (strpbrk(cells[i], "\t\r\n"))
			return text_error(&r->t, "header: column %zu: a line "
					  "break or tab", i + 1);
		for (j = 0; j < i; j++)
			if (!strcmp(cells[i], cells[j]))
				return text_error(&r->t, "header: column "
						  "%.40s: a second time",
						  cells[i]);
	}
	return 0;
}

/* Take a row over: the first is the header and says how long all are. */
static int keep_row(struct reader *r, struct csv *out, char *const *cells,
		    size_t nr, size_t *room)
{
	size_t row = out->nr_columns ? out->nr_rows + 1 : 0;

	if (row && nr != out->nr_columns)
		return text_error(&r->t, "row: %zu field%s, but the header "
				  "has %zu", nr, nr == 1 ? "" : "s",
				  out->nr_columns);
	if (!row && check_header(r, cells, nr))
		return ST_REFUSED;
	if (row == *room) {
		*room = *room ? *room * 2 : 64;
		out->cells = xrealloc(out->cells,
				      *room * nr * sizeof(*out->cells));
		out->lines = xrealloc(out->lines,
				      *room * sizeof(*out->lines));
	}
	memcpy(out->cells + row * nr, cells, nr * sizeof(*cells));
	out->nr_columns = nr;
	out->nr_rows = row;
	return 0;
}

int csv_parse(const char *name, const char *buf, size_t len, struct csv *out)
{
	struct reader r = { 0 };
	char *cells[CSV_COLUMNS_MAX];
	size_t room = 0, nr = 0, line;
	int ret = 0;

	memset(out, 0, sizeof(*out));
	out->name = xstrdup(name);
	text_init(&r.t, name, buf, len);
	if (len > CSV_BYTES_MAX)
		ret = text_error(&r.t, "file: more than %zu bytes",
				 CSV_BYTES_MAX);
	else if (!len)
		ret = text_error(&r.t, "file: empty");
	while (!ret && r.t.pos < r.t.end) {
		line = r.t.line++;
		if (read_row(&r, cells, &nr) == END_BAD)
			ret = ST_REFUSED;
		else
			ret = keep_row(&r, out, cells, nr, &room);
		if (!ret)
			out->lines[out->nr_rows] = line;
		while (ret && nr)
			free(cells[--nr]);
	}
	free(r.field.data);
	if (ret)
		csv_free(out);
	return ret;
}

int csv_load(const char *path, struct csv *out)
{
	size_t len;
	char *buf = file_read(path, CSV_BYTES_MAX, &len);
	int ret;

	memset(out, 0, sizeof(*out));
	if (!buf && errno == EFBIG)
		return error(ST_REFUSED, "%s: more than %zu bytes", path,
			     CSV_BYTES_MAX);
	if (!buf)
		return error(errno == ENOENT || errno == ENOTDIR ?
			     ST_MISSING : ST_MACHINE, "%s: %s", path,
			     strerror(errno));
	ret = csv_parse(path, buf, len, out);
	free(buf);
	return ret;
}

bool csv_column(const struct csv *csv, const char *name, size_t *column)
{
	for (*column = 0; *column < csv->nr_columns; ++*column)
		if (!strcmp(csv->cells[*column], name))
			return true;
	return false;
}

const char *csv_at(const struct csv *csv, size_t row, size_t column)
{
	return csv->cells[(row + 1) * csv->nr_columns + column];
}

const char *csv_name(const struct csv *csv, size_t column)
{
	return csv->cells[column];
}

int csv_error(const struct csv *csv, size_t row, const char *fmt, ...)
{
	va_list ap;
	char *text;
	int ret;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	ret = error(ST_REFUSED, "%s:%zu: %s", csv->name, csv->lines[row + 1],
		    text);
	free(text);
	return ret;
}

void csv_free(struct csv *csv)
{
	size_t i, nr = csv->nr_columns ?
		       (csv->nr_rows + 1) * csv->nr_columns : 0;

	for (i = 0; i < nr; i++)
		free(csv->cells[i]);
	free(csv->cells);
	free(csv->lines);
	free(csv->name);
	memset(csv, 0, sizeof(*csv));
}

void csv_field(struct bytes *out, const char *field)
{
	if (out->len && out->data[out->len - 1] != '\n')
		bytes_add(out, ",", 1);
	/* At the start of a line an empty field is written "", to be seen. */
	if (*field && !strpbrk(field, ",\"\r\n\t")) {
		bytes_printf(out, "%s", field);
		return;
	}
	if (!*field && out->len && out->data[out->len - 1] == ',')
		return;
	bytes_add(out, "\"", 1);
	for (; *field; field++)
		bytes_add(out, *field == '"' ? "\"\"" : field,
			  *field == '"' ? 2 : 1);
	bytes_add(out, "\"", 1);
}

void csv_end(struct bytes *out)
{
	bytes_add(out, "\n", 1);
}
