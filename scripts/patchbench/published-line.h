/* SPDX-License-Identifier: GPL-2.0-only */
/* What the two parts of the parser of published tables share. */
#ifndef PUBLISHED_LINE_H
#define PUBLISHED_LINE_H

#include "published.h"

/* One line, cut into its key and what follows. */
struct published_line {
	struct text *t;
	char *key, *rest;	/* not owned; both may be cut further */
};

/*
 * Cut the next word off *@rest, with the one blank behind it. NULL where there
 * is none or another blank stands in its place; then *@rest stays, so that all
 * further words are NULL too.
 */
char *published_word(char **rest);

/*
 * Room for one more, all zero, behind the @nr elements of @size bytes at
 * *@array. Returns 0, or ST_REFUSED after a message where there are @max.
 */
int published_grow(struct published_line *l, void **array, size_t nr,
		   size_t size, size_t max);

#define GROW(l, array, nr, max) \
	published_grow(l, (void **)&(array), nr, sizeof(*(array)), max)

/* Take the line of a row into @p. Returns 0, or ST_REFUSED after a message. */
int published_row_line(struct published_line *l, struct published *p);

#endif
