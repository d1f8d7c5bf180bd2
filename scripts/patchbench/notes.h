/* SPDX-License-Identifier: GPL-2.0-only */
/* What must be said under a table for its figures to be read rightly. */
#ifndef NOTES_H
#define NOTES_H

#include "figures.h"

/* Paragraphs, each one line of text without its newline. Starts as { 0 }. */
struct notes {
	size_t nr;
	char **texts;	/* owned */
};

/*
 * The notes of the table of @figures: unit, baseline and rule, sessions, the
 * number of comparisons, the baseline against itself, sessions of one boot, the
 * machine. notes_free() frees them.
 */
void notes_make(const struct figures *figures, struct notes *out);
void notes_free(struct notes *notes);

/* "arm64 (QEMU icount, neoverse-n1)": what stands above it. Caller frees. */
char *table_caption(const struct table *table);

/* Append @text to @out in lines of at most @width characters. */
void text_wrap(struct bytes *out, const char *text, size_t width);

#endif
