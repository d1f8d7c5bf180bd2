/* SPDX-License-Identifier: GPL-2.0-only */
/* A stack: a series file with its patches read, a stranger's or our own. */
#ifndef STACK_H
#define STACK_H

#include "apply.h"
#include "patch.h"
#include "series.h"

struct stack {
	char *file;		/* the series file */
	struct series series;
	struct patch *patches;	/* as many as the series has */
};

/*
 * Read the series file @file and every patch of it below @patches; @ours tells
 * whether its comments are a manifest. All that is
 * wrong is said, each with file and line. Returns 0; ST_MISSING where a file is
 * not there, ST_REFUSED where one is damaged. stack_free() ends it.
 */
int stack_read(const char *file, const char *patches, bool ours,
	       struct stack *out);
void stack_free(struct stack *s);

/*
 * Put the first @nr patches on @t, or take them off it, last first. 0, or ST_NO
 * with @fault filled.
 */
int stack_apply(struct tree *t, const struct stack *s, size_t nr, bool reverse,
		struct apply_fault *fault);

/* A series file of ours: STACK/REV, or STACK/REV+TAG with patches for a base. */
struct variant {
	char *name;		/* v5, v5+v6.18.15 */
	struct stack stack;
};

/* A revision of a stack of ours with what it has for other bases. */
struct revision {
	char *stack, *name;	/* kstack, v5 */
	struct variant *variants;	/* the first is STACK/REV itself */
	size_t nr;
};

/* Everything the repository holds, in order: stacks by name, revisions by number. */
struct stacks {
	char *series_dir, *patches_dir;
	struct revision *revisions;
	size_t nr;
};

/*
 * Read the stacks of the repository that this program belongs to, or those that
 * PATCHBENCH_SERIES and PATCHBENCH_PATCHES name: all of them, or with @stack
 * that one, with @rev that revision only. 0, or a status after messages.
 */
int stacks_read(const char *stack, const char *rev, struct stacks *out);
void stacks_free(struct stacks *s);

/* What a manifest says of a base. */
enum promise {
	PROMISE_NONE,
	PROMISE_APPLIES,	/* with the result id */
	PROMISE_MERGED,
};

/*
 * What @v's manifest says of the base @tag; @result gets the result id or NULL,
 * @merged the number of patches that are in the base.
 */
enum promise variant_promise(const struct variant *v, const char *tag,
			     const char **result, size_t *merged);

/* The variant of @r whose manifest names @tag; NULL where none does. */
const struct variant *revision_for(const struct revision *r, const char *tag);

/* The top of the repository: the folder above this program that has series/. */
char *repository_top(void);

/*
 * The store of kernels in the cache, and the folders of the data files, series
 * and patches, as the scripts know them. The caller frees.
 */
char *default_store(void);
char *data_folder(void);
char *series_folder(void);
char *patches_folder(void);

#endif
