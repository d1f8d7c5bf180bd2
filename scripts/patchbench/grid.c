// SPDX-License-Identifier: GPL-2.0-only
/* The grid table: columns as wide as they must be, rules between groups. */
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "histogram.h"
#include "patchbench.h"

struct column {
	enum grid_kind kind;
	char *label;
	size_t width;		/* of the text, without blanks and bars */
};

struct grid {
	struct column *columns;
	size_t nr_columns;
	char **cells;		/* row by row */
	size_t nr_rows;
};

struct grid *grid_new(void)
{
	return xcalloc(1, sizeof(struct grid));
}

/* Characters, not bytes, of UTF-8. */
static size_t text_width(const char *s, size_t len)
{
	size_t width = 0, i;

	for (i = 0; i < len; i++)
		if (((unsigned char)s[i] & 0xc0) != 0x80)
			width++;
	return width;
}

/* Line @nr of @label, from 0; false where it has none. */
static bool label_line(const char *label, size_t nr, const char **line,
		       size_t *len)
{
	while (nr--) {
		label = strchr(label, '\n');
		if (!label)
			return false;
		label++;
	}
	*line = label;
	*len = strcspn(label, "\n");
	return true;
}

static void widen(struct column *column, const char *s, size_t len)
{
	size_t width = text_width(s, len);

	if (width > column->width)
		column->width = width;
}

void grid_column(struct grid *grid, enum grid_kind kind, const char *label,
		 size_t width)
{
	struct column *column;
	const char *line;
	size_t i, len;

	grid->columns = xrealloc(grid->columns, (grid->nr_columns + 1) *
				 sizeof(*grid->columns));
	column = &grid->columns[grid->nr_columns++];
	column->kind = kind;
	column->label = xstrdup(label);
	column->width = width > 2 ? width - 2 : 0;
	for (i = 0; label_line(label, i, &line, &len); i++)
		widen(column, line, len);
}

void grid_row(struct grid *grid, const char *const *cells)
{
	size_t at = grid->nr_rows * grid->nr_columns, i;

	grid->cells = xrealloc(grid->cells, (at + grid->nr_columns) *
			       sizeof(*grid->cells));
	for (i = 0; i < grid->nr_columns; i++) {
		grid->cells[at + i] = xstrdup(cells[i]);
		widen(&grid->columns[i], cells[i], strlen(cells[i]));
	}
	grid->nr_rows++;
}

static void add_times(struct bytes *out, char c, size_t n)
{
	while (n--)
		bytes_add(out, &c, 1);
}

/* Columns of a table to be printed, by their indices. */
struct part {
	const struct grid *grid;
	size_t nr;
	size_t *columns;	/* owned */
};

static bool is_figure(const struct column *column)
{
	return column->kind == GRID_FIGURE || column->kind == GRID_BESIDE;
}

static void add_rule(const struct part *part, char c, struct bytes *out)
{
	size_t i;

	for (i = 0; i < part->nr; i++) {
		bytes_add(out, "+", 1);
		add_times(out, c,
			  part->grid->columns[part->columns[i]].width + 2);
	}
	bytes_add(out, "+\n", 2);
}

static void add_cell(const struct column *column, const char *s, size_t len,
		     struct bytes *out)
{
	size_t pad = column->width - text_width(s, len);

	bytes_add(out, "| ", 2);
	if (is_figure(column))
		add_times(out, ' ', pad);
	bytes_add(out, s, len);
	if (!is_figure(column))
		add_times(out, ' ', pad);
	bytes_add(out, " ", 1);
}

/* The header of a part is as high as the whole table's. */
static void add_header(const struct part *part, struct bytes *out)
{
	const struct grid *grid = part->grid;
	size_t height = 0, i, row, len;
	const char *line = "";

	for (i = 0; i < grid->nr_columns; i++)
		while (label_line(grid->columns[i].label, height, &line, &len))
			height++;
	for (row = 0; row < height; row++) {
		for (i = 0; i < part->nr; i++) {
			const struct column *column =
				&grid->columns[part->columns[i]];

			if (!label_line(column->label, row, &line, &len))
				len = 0;
			add_cell(column, line, len, out);
		}
		bytes_add(out, "|\n", 2);
	}
}

/* Whether row @row belongs to the group of the row before it. */
static bool same_group(const struct grid *grid, size_t row)
{
	size_t i, at = row * grid->nr_columns;

	if (!row)
		return false;
	for (i = 0; i < grid->nr_columns; i++)
		if (grid->columns[i].kind == GRID_GROUP)
			return !strcmp(grid->cells[at + i],
				       grid->cells[at + i - grid->nr_columns]);
	return true;
}

static void add_part(const struct part *part, struct bytes *out)
{
	const struct grid *grid = part->grid;
	size_t row, i;

	add_rule(part, '-', out);
	add_header(part, out);
	add_rule(part, '=', out);
	for (row = 0; row < grid->nr_rows; row++) {
		char **cells = grid->cells + row * grid->nr_columns;
		bool same = same_group(grid, row);

		if (row && !same)
			add_rule(part, '-', out);
		for (i = 0; i < part->nr; i++) {
			size_t at = part->columns[i];
			const struct column *column = &grid->columns[at];
			bool hidden = same && column->kind == GRID_GROUP;

			add_cell(column, cells[at],
				 hidden ? 0 : strlen(cells[at]), out);
		}
		bytes_add(out, "|\n", 2);
	}
	if (grid->nr_rows)
		add_rule(part, '-', out);
}

/* Columns from @at on that must stay together, at least one; their width. */
static size_t together(const struct grid *grid, size_t at, size_t *width)
{
	size_t nr = 0;

	*width = 0;
	do {
		*width += grid->columns[at + nr].width + 3;
		nr++;
	} while (at + nr < grid->nr_columns &&
		 grid->columns[at + nr].kind == GRID_BESIDE);
	return nr;
}

/*
 * The text columns, and figure columns from @at on as far as @width goes, to
 * @part. Returns the first that found no place; @at where none did, with the
 * width it takes in @least.
 */
static size_t fill_part(const struct grid *grid, size_t at, size_t width,
			struct part *part, size_t *least)
{
	size_t used = 1, nr, more, i;

	part->nr = 0;
	for (i = 0; i < grid->nr_columns; i++)
		if (!is_figure(&grid->columns[i])) {
			part->columns[part->nr++] = i;
			used += grid->columns[i].width + 3;
		}
	while (at < grid->nr_columns) {
		if (!is_figure(&grid->columns[at])) {
			at++;
			continue;
		}
		nr = together(grid, at, &more);
		if (used + more > width) {
			*least = used + more;
			break;
		}
		used += more;
		for (; nr; nr--)
			part->columns[part->nr++] = at++;
	}
	if (used > width)
		*least = used;
	return at;
}

char *grid_format_within(const struct grid *grid, size_t width, size_t *least)
{
	struct part part = { grid, 0, xcalloc(grid->nr_columns + 1,
					      sizeof(size_t)) };
	struct bytes out = { 0 };
	size_t at = 0, next;

	while (at < grid->nr_columns && !is_figure(&grid->columns[at]))
		at++;
	do {
		*least = 0;
		next = fill_part(grid, at, width, &part, least);
		/* Not even one figure column, or the text alone. */
		if (*least && (next == at || next == grid->nr_columns))
			break;
		if (out.len)
			bytes_add(&out, "\n", 1);
		add_part(&part, &out);
		*least = 0;
		at = next;
	} while (at < grid->nr_columns);
	free(part.columns);
	if (*least) {
		free(out.data);
		return NULL;
	}
	bytes_add(&out, "", 1);
	return out.data;
}

char *grid_format(const struct grid *grid)
{
	size_t least;

	return grid_format_within(grid, SIZE_MAX, &least);
}

/* Text that Markdown and HTML leave alone; '\n' becomes <br>. */
static void add_escaped(struct bytes *out, const char *s)
{
	for (; *s; s++) {
		if (*s == '\n')
			bytes_add(out, "<br>", 4);
		else if (*s == '<')
			bytes_add(out, "&lt;", 4);
		else if (*s == '&')
			bytes_add(out, "&amp;", 5);
		else if (strchr("|\\`*_[]~", *s))
			bytes_printf(out, "\\%c", *s);
		else
			bytes_add(out, s, 1);
	}
}

char *grid_markdown(const struct grid *grid)
{
	struct bytes out = { 0 };
	size_t row, i;

	for (i = 0; i < grid->nr_columns; i++) {
		char *label = xstrdup(grid->columns[i].label);
		size_t len = strlen(label);

		/* Empty lines that only make headers equally high. */
		while (len && label[len - 1] == '\n')
			label[--len] = '\0';
		bytes_add(&out, "| ", 2);
		add_escaped(&out, label);
		bytes_add(&out, " ", 1);
		free(label);
	}
	bytes_add(&out, "|\n", 2);
	for (i = 0; i < grid->nr_columns; i++)
		bytes_printf(&out, is_figure(&grid->columns[i]) ? "| ---: " :
								  "| --- ");
	bytes_add(&out, "|\n", 2);
	for (row = 0; row < grid->nr_rows; row++) {
		for (i = 0; i < grid->nr_columns; i++) {
			bytes_add(&out, "| ", 2);
			add_escaped(&out,
				    grid->cells[row * grid->nr_columns + i]);
			bytes_add(&out, " ", 1);
		}
		bytes_add(&out, "|\n", 2);
	}
	bytes_add(&out, "", 1);
	return out.data;
}

void grid_free(struct grid *grid)
{
	size_t i;

	if (!grid)
		return;
	for (i = 0; i < grid->nr_columns; i++)
		free(grid->columns[i].label);
	for (i = 0; i < grid->nr_rows * grid->nr_columns; i++)
		free(grid->cells[i]);
	free(grid->columns);
	free(grid->cells);
	free(grid);
}
