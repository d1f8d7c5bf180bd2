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

static void add_rule(const struct grid *grid, char c, struct bytes *out)
{
	size_t i;

	for (i = 0; i < grid->nr_columns; i++) {
		bytes_add(out, "+", 1);
		add_times(out, c, grid->columns[i].width + 2);
	}
	bytes_add(out, "+\n", 2);
}

static void add_cell(const struct column *column, const char *s, size_t len,
		     struct bytes *out)
{
	size_t pad = column->width - text_width(s, len);

	bytes_add(out, "| ", 2);
	if (column->kind == GRID_FIGURE)
		add_times(out, ' ', pad);
	bytes_add(out, s, len);
	if (column->kind != GRID_FIGURE)
		add_times(out, ' ', pad);
	bytes_add(out, " ", 1);
}

static void add_header(const struct grid *grid, struct bytes *out)
{
	size_t height = 0, i, row, len;
	const char *line = "";

	for (i = 0; i < grid->nr_columns; i++)
		while (label_line(grid->columns[i].label, height, &line, &len))
			height++;
	for (row = 0; row < height; row++) {
		for (i = 0; i < grid->nr_columns; i++) {
			if (!label_line(grid->columns[i].label, row, &line,
					&len))
				len = 0;
			add_cell(&grid->columns[i], line, len, out);
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

char *grid_format(const struct grid *grid)
{
	struct bytes out = { 0 };
	size_t row, i;

	add_rule(grid, '-', &out);
	add_header(grid, &out);
	add_rule(grid, '=', &out);
	for (row = 0; row < grid->nr_rows; row++) {
		char **cells = grid->cells + row * grid->nr_columns;
		bool same = same_group(grid, row);

		if (row && !same)
			add_rule(grid, '-', &out);
		for (i = 0; i < grid->nr_columns; i++) {
			const struct column *column = &grid->columns[i];
			bool hidden = same && column->kind == GRID_GROUP;

			add_cell(column, cells[i],
				 hidden ? 0 : strlen(cells[i]), &out);
		}
		bytes_add(&out, "|\n", 2);
	}
	if (grid->nr_rows)
		add_rule(grid, '-', &out);
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
