/* SPDX-License-Identifier: GPL-2.0-only */
/* An HTML page: text that means nothing but itself, its head and its style. */
#ifndef PAGE_H
#define PAGE_H

#include "histogram.h"

/*
 * Append @s to @out so that it is text, in an element or in a quoted attribute.
 * Bytes that are no UTF-8, control characters and those that turn the direction
 * of what follows become U+FFFD.
 */
void page_text(struct bytes *out, const char *s);

/* The same of its first @max characters, with an ellipsis for the rest. */
void page_text_short(struct bytes *out, const char *s, size_t max);

/* How many characters page_text() makes of @s. */
size_t page_text_length(const char *s);

/* printf of markup; what comes from outside goes through page_text(). */
#define page_markup	bytes_printf

/* Everything before the page's own content, and after it. */
void page_begin(struct bytes *out, const char *title);
void page_end(struct bytes *out);

#endif
