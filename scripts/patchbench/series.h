/* SPDX-License-Identifier: GPL-2.0-only */
/* A series file: the patches of one revision, and its manifest. */
#ifndef SERIES_H
#define SERIES_H

#include <stddef.h>

struct series_field {
	char *key;
	char *value;
	unsigned int line;
};

struct series_patch {
	char *name;		/* relative to the patches folder */
	unsigned int line;
};

struct series {
	struct series_field *fields;
	size_t nr_fields;
	struct series_patch *patches;
	size_t nr_patches;
};

/*
 * Read the series file @buf of @len bytes; @name is what messages call it.
 * Returns 0, or ST_REFUSED after printing what is wrong with FILE:LINE; @out
 * is then empty. The caller ends it with series_free().
 */
int series_parse(const char *name, const char *buf, size_t len,
		 struct series *out);

/* The manifest's value for @key (any case), or NULL. Owned by @s. */
const char *series_get(const struct series *s, const char *key);

void series_free(struct series *s);

#endif
