/* SPDX-License-Identifier: GPL-2.0-only */
/* What becomes of every revision on every tagged kernel. */
#ifndef MATRIX_H
#define MATRIX_H

#include "stack.h"

enum matrix_state {
	MATRIX_ABSENT,		/* the base is not in the store */
	MATRIX_APPLIES,
	MATRIX_MERGED,		/* comes off again, last patch first */
	MATRIX_PARTLY,		/* its first patches do */
	MATRIX_SUPERSEDED,	/* another revision is merged */
	MATRIX_FAILS,
};

struct matrix_cell {
	enum matrix_state state;
	const struct variant *variant;	/* whose patches were taken */
	char result[41];		/* MATRIX_APPLIES */
	size_t merged;			/* MATRIX_PARTLY: patches in the base */
	const struct revision *by;	/* MATRIX_SUPERSEDED */
	size_t by_merged;		/* its patches in the base */
	char *why;			/* MATRIX_FAILS: patch, file, hunk */
	char *broken;			/* the manifest says otherwise, or NULL */
};

struct matrix {
	char **bases;
	size_t nr_bases;
	struct matrix_cell *cells;	/* revision by revision, base by base */
};

/*
 * Try every revision of @s on every base of @bases (@nr names of tags) with the
 * objects of @repo; nothing is written to it. @repo may be NULL: then no base is
 * there. matrix_free() ends it.
 */
void matrix_make(const struct stacks *s, git_repository *repo,
		 const char *const *bases, size_t nr, struct matrix *out);
void matrix_free(struct matrix *m, const struct stacks *s);

/*
 * Print it: a line per revision, a column per base, and below what a cell has no
 * room for. With @full a line per cell, with whole ids. Returns ST_NO where a
 * manifest does not hold, else ST_YES.
 */
int matrix_print(const struct matrix *m, const struct stacks *s, bool full);

/*
 * The names of the bases: those of bench-data/kernels below @data, and the tags
 * of @repo, which may be NULL; in the order of their versions. The caller frees
 * each and the array. @nr gets their number.
 */
char **matrix_bases(const char *data, git_repository *repo, size_t *nr);

#endif
