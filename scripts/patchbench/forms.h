/* SPDX-License-Identifier: GPL-2.0-only */
/* The forms in which tables are printed. docs/table.md describes them. */
#ifndef FORMS_H
#define FORMS_H

#include "figures.h"

enum form { FORM_GRID, FORM_MARKDOWN, FORM_CSV, FORM_JSON };

struct form_options {
	enum form form;
	struct figures_options figures;	/* all_classes: values too */
	size_t width;		/* FORM_GRID: of a line at most; 0: no limit */
};

#define FORM_NOTE_WIDTH	75	/* notes and captions of FORM_GRID */

/* The form called @name, "grid"; false where there is none. */
bool form_named(const char *name, enum form *form);

/*
 * A figure's value in the unit: "305.12"; with all classes "305.12 +- 0.04",
 * "305.00 exact" or, of one session, "305.00 [305, 305]". Its change against
 * the baseline: "(R) 15.62%", with all classes and a test also its p. Caller frees.
 */
char *form_value(const struct figures *f, size_t bench, size_t class,
		 size_t cell);
char *form_change(const struct figures *f, size_t bench, size_t class,
		  size_t cell);

/* A column's label on one line. Caller frees. */
char *form_label(const char *label);

/*
 * Append the tables in one form to @out. Returns 0, or ST_USAGE after a
 * message: no line of a grid can be as short as asked for.
 */
int forms_print(const struct tables *tables, const struct form_options *options,
		struct bytes *out);

/*
 * One form each: a table as a grid or in Markdown, with caption and notes; all
 * tables as CSV, a line per figure; all as one JSON object. form_text() returns
 * as forms_print().
 */
int form_text(const struct figures *figures, const struct form_options *options,
	      struct bytes *out);
void form_csv(const struct figures *figures, size_t nr, struct bytes *out);
void form_json(const struct figures *figures, size_t nr, struct bytes *out);

#endif
