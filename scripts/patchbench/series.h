/* SPDX-License-Identifier: GPL-2.0-only */
/* A series file: the patches of one revision, and its manifest. */
#ifndef SERIES_H
#define SERIES_H

#include <stdbool.h>
#include <stddef.h>

struct series_field {
	char *key;
	char *value;
	unsigned int line;
};

struct series_patch {
	char *name;		/* relative to the patches folder */
	unsigned int strip;	/* components to strip: its -pN, or 1 */
	unsigned int line;
};

/*
 * A base that the manifest names besides: `Also: TAG RESULT`, to which the same
 * patches apply, or `Merged: TAG [N]`, which has the first N of them, or all.
 */
struct series_base {
	char *tag;
	char *result;		/* Also: the result id; Merged: NULL */
	size_t merged;		/* Merged: N, SIZE_MAX without it; Also: 0 */
	unsigned int line;
};

struct series {
	struct series_field *fields;
	size_t nr_fields;
	struct series_base *bases;
	size_t nr_bases;
	struct series_patch *patches;
	size_t nr_patches;
};

/*
 * Read the series file @buf of @len bytes; @name is what messages call it. With
 * @manifest its comments are read as ours are, else they are a stranger's words.
 * Returns 0, or ST_REFUSED after printing what is wrong with FILE:LINE; @out
 * is then empty. The caller ends it with series_free().
 */
int series_parse(const char *name, const char *buf, size_t len, bool manifest,
		 struct series *out);

/* The manifest's value for @key (any case), or NULL. Owned by @s. */
const char *series_get(const struct series *s, const char *key);

void series_free(struct series *s);

#endif
