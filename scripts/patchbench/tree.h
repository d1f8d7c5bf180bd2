/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A git tree in memory: files are read from a base tree, changed in a layer
 * above it, and the layer becomes a tree again.
 */
#ifndef TREE_H
#define TREE_H

#include <stdbool.h>
#include <stddef.h>

#include <git2.h>

/* A file; in a layer also one that is gone (mode 0). */
struct tree_file {
	char *path;
	unsigned int mode;
	const char *data;	/* NULL until it is asked for */
	size_t len;
	char *owned;		/* @data, where it is ours */
	git_blob *blob;		/* @data, where it is the repository's */
	git_oid id;		/* of a file that came from the base */
	bool changed;
};

struct tree {
	git_repository *repo;	/* not owned */
	git_tree *base;
	struct tree *below;	/* a tree that reads the base for us, or NULL */
	void *files;		/* tsearch() of struct tree_file by path */
	void *folders;		/* tsearch() of names that have or had changed
				   files below them */
};

/*
 * Open the repository at @path for trees. With @write what tree_write() makes
 * is kept there, else it stays in memory. Returns NULL after a message, with the
 * exit status in @status. tree_close_repo() frees.
 */
git_repository *tree_open_repo(const char *path, bool write, int *status);
void tree_close_repo(git_repository *repo);

/* The commit that @name (a tag, a branch, an id) leads to; 0, or -1. */
int tree_resolve(git_repository *repo, const char *name, git_oid *commit);

/*
 * Begin @t on the tree of @commit, which may be the id of a tree too. 0, or a
 * status after a message. tree_end() frees.
 */
int tree_begin(struct tree *t, git_repository *repo, const git_oid *commit);

/* Begin @t as a layer above @below, which must stay and is only read. */
void tree_layer(struct tree *t, struct tree *below);
void tree_end(struct tree *t);

/*
 * The file at @path with its content, or NULL where there is none; owned by the
 * tree and valid until it is changed. A folder or a submodule is no file.
 */
const struct tree_file *tree_get(struct tree *t, const char *path);

/* Is there anything at @path, a file, folder or submodule? */
bool tree_has(struct tree *t, const char *path);

/* What stands where a folder of @path should be, a file or link; NULL: nothing. */
const char *tree_blocked(struct tree *t, const char *path);

/* Put a file of @len bytes at @path; @data becomes the tree's, from malloc(). */
void tree_put(struct tree *t, const char *path, unsigned int mode, char *data,
	      size_t len);

/* Take the file away. */
void tree_remove(struct tree *t, const char *path);

/*
 * The id of the whole tree as it now is. With @only the tree is that of the
 * changed files and no others. 0, or a status after a message.
 */
int tree_write(struct tree *t, bool only, git_oid *id);

#endif
