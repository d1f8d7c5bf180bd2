/* SPDX-License-Identifier: GPL-2.0-only */
/* Putting patches on a tree in memory, and taking them off again. */
#ifndef APPLY_H
#define APPLY_H

#include <stdbool.h>
#include <stddef.h>

#include "patch.h"
#include "tree.h"

/* Where a patch does not apply, and why. */
struct apply_fault {
	const struct patch *patch;
	char *file;
	size_t hunk;		/* from 1; 0: it is not a hunk's fault */
	unsigned int line;	/* of the patch file */
	char *why;
};

/*
 * Place @h in the @nr lines at @lines (each with its line end) as GNU patch
 * does without fuzz: at the line its header names, moved by @offset, where the
 * hunk before was found; then one line after it, one before, and so on. Context
 * that is shorter at one end holds the hunk to that end of the file. @frozen is
 * the number of lines up to the last change of the hunk before. Returns the line,
 * from 1, or 0 where there is none.
 */
struct line {
	const char *text;
	size_t len;
};
size_t hunk_place(const struct hunk *h, bool reverse, const struct line *lines,
		  size_t nr, size_t frozen, long offset);

/*
 * Change @t by @p; with @reverse take it off. All or nothing is the caller's
 * part: after a fault @t is thrown away. Returns 0, or ST_NO with @fault filled,
 * which the caller ends with apply_fault_free().
 */
int patch_apply(struct tree *t, const struct patch *p, bool reverse,
		struct apply_fault *fault);

void apply_fault_free(struct apply_fault *fault);

/* "FILE: hunk 2 (line 40) does not apply: why", without the patch. Caller frees. */
char *apply_fault_text(const struct apply_fault *fault);

#endif
