/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A table in the grid of kernel mailing lists:
 *
 *	+----------------+--------------+-------------+
 *	| Benchmark      | Result Class |   v6.18-rc5 |
 *	|                |              | rndstack-on |
 *	+================+==============+=============+
 *	| syscall/getpid | mean (ns)    |  (R) 15.62% |
 *	|                | p99 (ns)     | (R) 155.01% |
 *	+----------------+--------------+-------------+
 */
#ifndef GRID_H
#define GRID_H

#include <stddef.h>

enum grid_kind {
	GRID_GROUP,	/* text; rows of the same text are one group: it is
			   written in the first of them, a rule ends them */
	GRID_TEXT,	/* flush left */
	GRID_FIGURE,	/* flush right, header too */
	GRID_BESIDE,	/* the same, never parted from the column before it */
};

struct grid;

/* An empty table. Freed with grid_free(). */
struct grid *grid_new(void);

/*
 * Add a column. @label is its header, one line per '\n'-separated part, so that
 * a trailing '\n' makes an empty line; the header is as high as the highest
 * label. The column is as wide as its widest cell and at least @width
 * characters from bar to bar, the blanks at both sides counted; 0: no wish. All
 * columns come before the first row. At most one is GRID_GROUP.
 */
void grid_column(struct grid *grid, enum grid_kind kind, const char *label,
		 size_t width);

/* Add a row: one string for each column. They are copied. */
void grid_row(struct grid *grid, const char *const *cells);

/* The table, with a newline at the end of each line. Caller frees. */
char *grid_format(const struct grid *grid);

/*
 * The same in as many parts, one under the other with an empty line between
 * them, as it takes for no line to have more than @width characters; each has
 * the text columns and some of the figure columns. NULL where a single figure
 * column is too wide; then @least is the width that it takes. Caller frees.
 */
char *grid_format_within(const struct grid *grid, size_t width, size_t *least);

/*
 * The table as Markdown's pipe table, as GitHub and kramdown read it: the text
 * of a group in each of its rows, lines of a header parted by <br>, whatever
 * Markdown or HTML would take for its own escaped. Caller frees.
 */
char *grid_markdown(const struct grid *grid);

void grid_free(struct grid *grid);

#endif
