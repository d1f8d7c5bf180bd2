/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A patch file: what stands before its first diff, and its diffs, file by file.
 * docs/patches.md says what is taken and what is refused.
 */
#ifndef PATCH_H
#define PATCH_H

#include <stdbool.h>
#include <stddef.h>

/* Modes as git writes them; MODE_NONE where a diff does not speak of one. */
enum {
	MODE_NONE = 0,
	MODE_FILE = 0100644,
	MODE_EXEC = 0100755,
	MODE_LINK = 0120000,
};

/* A line of a hunk. @text has @len bytes, its line end among them if it has one. */
struct hunk_line {
	char kind;		/* ' ', '-' or '+' */
	const char *text;	/* in the patch's own copy */
	size_t len;
};

struct hunk {
	unsigned int line;	/* of its @@ in the patch file */
	size_t old_start, old_count, new_start, new_count;
	struct hunk_line *lines;
	size_t nr_lines;
};

/* The diff of one file. Names are relative to the tree, already stripped. */
struct diff {
	unsigned int line;	/* of its first header line */
	bool git;		/* it has a `diff --git` line */
	char *old_name;		/* NULL: /dev/null */
	char *new_name;		/* NULL: /dev/null */
	bool old_gone, new_gone;	/* says that there is no such file */
	bool rename, copy;
	unsigned int old_mode, new_mode;
	struct hunk *hunks;
	size_t nr_hunks;
};

struct patch {
	char *name;		/* for messages */
	char *text;		/* the whole file; ends with a line end */
	size_t len;
	bool unended;		/* that line end was not in the file */
	size_t head_len;	/* bytes before the first diff */
	struct diff *diffs;
	size_t nr_diffs;
};

/*
 * Read the patch file @buf of @len bytes, stripping @strip leading components
 * from its names as `patch -pN` does; @name is what messages call it. A file of
 * 0 bytes is a patch that changes nothing. Returns 0, or ST_REFUSED after
 * printing what is wrong with NAME:LINE; @out is then empty. The caller ends it
 * with patch_free().
 */
int patch_parse(const char *name, const char *buf, size_t len,
		unsigned int strip, struct patch *out);

void patch_free(struct patch *p);

/*
 * What is wrong with @path as the name of a file in a tree: it climbs, is
 * absolute, git's own, quilt's own. NULL if nothing is.
 */
const char *path_fault(const char *path);

/*
 * What is wrong with the @len bytes at @target as the target of the symbolic
 * link @path: it leads out of the tree. NULL if nothing is.
 */
const char *link_fault(const char *path, const char *target, size_t len);

#endif
