// SPDX-License-Identifier: GPL-2.0-only
/* A git tree in memory; see tree.h. */
#include <search.h>
#include <stdlib.h>
#include <string.h>

#include <git2/sys/mempack.h>
#include <git2/sys/repository.h>

#include "patchbench.h"
#include "tree.h"

static int git_failed(const char *what)
{
	const git_error *e = git_error_last();

	return error(ST_MACHINE, "%s: %s", what,
		     e && e->message ? e->message : "git error");
}

git_repository *tree_open_repo(const char *path, bool write, int *status)
{
	git_repository *repo = NULL;
	git_odb *odb = NULL;
	git_odb_backend *memory = NULL;
	int err;

	git_libgit2_init();
	/* What is written was read or made here: no need to look it up. */
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_OBJECT_CREATION, 0);
	git_libgit2_opts(GIT_OPT_ENABLE_STRICT_HASH_VERIFICATION, 0);
	git_libgit2_opts(GIT_OPT_SET_OWNER_VALIDATION, 0);
	err = git_repository_open_ext(&repo, path,
				      GIT_REPOSITORY_OPEN_NO_SEARCH, NULL);
	if (err) {
		const git_error *e = git_error_last();

		*status = error(err == GIT_ENOTFOUND ? ST_MISSING : ST_MACHINE,
				"%s is no git repository that can be read%s%s",
				path, e ? ": " : "", e ? e->message : "");
		git_libgit2_shutdown();
		return NULL;
	}
	if (write)
		return repo;
	if (git_repository_odb(&odb, repo) || git_mempack_new(&memory) ||
	    git_odb_add_backend(odb, memory, 999)) {
		*status = git_failed(path);
		git_odb_free(odb);
		tree_close_repo(repo);
		return NULL;
	}
	git_odb_free(odb);
	return repo;
}

void tree_close_repo(git_repository *repo)
{
	if (!repo)
		return;
	git_repository_free(repo);
	git_libgit2_shutdown();
}

int tree_resolve(git_repository *repo, const char *name, git_oid *commit)
{
	git_object *found = NULL, *peeled = NULL;
	int ret = -1;

	if (git_revparse_single(&found, repo, name))
		return -1;
	if (!git_object_peel(&peeled, found, GIT_OBJECT_COMMIT) ||
	    !git_object_peel(&peeled, found, GIT_OBJECT_TREE)) {
		git_oid_cpy(commit, git_object_id(peeled));
		ret = 0;
	}
	git_object_free(peeled);
	git_object_free(found);
	return ret;
}

static int by_path(const void *a, const void *b)
{
	return strcmp(((const struct tree_file *)a)->path,
		      ((const struct tree_file *)b)->path);
}

int tree_begin(struct tree *t, git_repository *repo, const git_oid *commit)
{
	git_object *object = NULL;

	memset(t, 0, sizeof(*t));
	t->repo = repo;
	if (git_object_lookup(&object, repo, commit, GIT_OBJECT_ANY) ||
	    git_object_peel((git_object **)&t->base, object, GIT_OBJECT_TREE)) {
		git_object_free(object);
		return git_failed("the base");
	}
	git_object_free(object);
	return 0;
}

void tree_layer(struct tree *t, struct tree *below)
{
	memset(t, 0, sizeof(*t));
	t->repo = below->repo;
	t->base = below->base;
	t->below = below;
}

static void file_free(void *p)
{
	struct tree_file *f = p;

	git_blob_free(f->blob);
	free(f->owned);
	free(f->path);
	free(f);
}

void tree_end(struct tree *t)
{
	tdestroy(t->files, file_free);
	tdestroy(t->folders, free);
	if (!t->below)
		git_tree_free(t->base);
	memset(t, 0, sizeof(*t));
}

static struct tree_file *find(const struct tree *t, const char *path)
{
	struct tree_file key = { .path = (char *)path };
	struct tree_file *const *hit = tfind(&key, &t->files, by_path);

	return hit ? *hit : NULL;
}

static struct tree_file *add(struct tree *t, const char *path)
{
	struct tree_file *f = xcalloc(1, sizeof(*f));

	f->path = xstrdup(path);
	if (!tsearch(f, &t->files, by_path))
		die(ST_MACHINE, "out of memory");
	return f;
}

/* What the base has at @path, remembered; mode 0 where it has no file. */
static struct tree_file *from_base(struct tree *t, const char *path)
{
	struct tree_file *f = find(t, path);
	git_tree_entry *e = NULL;

	if (f)
		return f;
	f = add(t, path);
	if (git_tree_entry_bypath(&e, t->base, path))
		return f;
	if (git_tree_entry_type(e) == GIT_OBJECT_BLOB) {
		f->mode = (unsigned int)git_tree_entry_filemode(e);
		git_oid_cpy(&f->id, git_tree_entry_id(e));
	}
	git_tree_entry_free(e);
	return f;
}

const struct tree_file *tree_get(struct tree *t, const char *path)
{
	struct tree_file *f = find(t, path);

	if (!f)
		f = from_base(t->below ? t->below : t, path);
	if (!f->mode)
		return NULL;
	if (!f->data) {
		if (git_blob_lookup(&f->blob, t->repo, &f->id)) {
			git_failed(path);
			exit(ST_MACHINE);
		}
		f->data = git_blob_rawcontent(f->blob);
		f->len = (size_t)git_blob_rawsize(f->blob);
	}
	return f;
}

struct inside {
	struct tree *t;
	const char *path;
	size_t len;
	bool found;
};

static void is_inside(const void *node, VISIT which, void *closure)
{
	const struct tree_file *f = *(struct tree_file *const *)node;
	struct inside *in = closure;

	if ((which == preorder || which == leaf) && f->changed && f->mode &&
	    !strncmp(f->path, in->path, in->len) && f->path[in->len] == '/')
		in->found = true;
}

/* Is this file of the base still there? Ends the walk if it is. */
static int is_left(const char *root, const git_tree_entry *e, void *closure)
{
	struct inside *in = closure;
	const struct tree_file *f;
	char *path;

	if (git_tree_entry_type(e) == GIT_OBJECT_TREE)
		return 0;
	path = xasprintf("%s/%s%s", in->path, root, git_tree_entry_name(e));
	f = find(in->t, path);
	free(path);
	in->found = !f || !f->changed || f->mode;
	return in->found ? -1 : 0;
}

static int by_text(const void *a, const void *b)
{
	return strcmp(a, b);
}

/* Remember the folders above a file that is put there. */
static void add_folders(struct tree *t, const char *path)
{
	const char *slash;

	for (slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		char *name = xstrndup(path, (size_t)(slash - path));
		char **kept = tsearch(name, &t->folders, by_text);

		if (!kept)
			die(ST_MACHINE, "out of memory");
		if (*kept != name)
			free(name);
	}
}

bool tree_has(struct tree *t, const char *path)
{
	struct tree_file *f = find(t, path);
	struct inside in = { .t = t, .path = path, .len = strlen(path) };
	git_tree_entry *e = NULL;
	git_tree *folder = NULL;

	if (f && f->changed && f->mode)
		return true;
	/* Only a folder that something was put in is worth a walk. */
	if (tfind(path, &t->folders, by_text))
		twalk_r(t->files, is_inside, &in);
	if (in.found || git_tree_entry_bypath(&e, t->base, path))
		return in.found;
	if (git_tree_entry_type(e) != GIT_OBJECT_TREE)
		in.found = !f || !f->changed;
	else if (git_tree_lookup(&folder, t->repo, git_tree_entry_id(e)))
		in.found = true;
	else
		git_tree_walk(folder, GIT_TREEWALK_PRE, is_left, &in);
	git_tree_free(folder);
	git_tree_entry_free(e);
	return in.found;
}

const char *tree_blocked(struct tree *t, const char *path)
{
	static char at[4096];
	const char *slash;

	for (slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/')) {
		struct tree_file *f;

		snprintf(at, sizeof(at), "%.*s", (int)(slash - path), path);
		f = find(t, at);
		if (!f)
			f = from_base(t->below ? t->below : t, at);
		if (f->mode)
			return at;
	}
	return NULL;
}

void tree_put(struct tree *t, const char *path, unsigned int mode, char *data,
	      size_t len)
{
	struct tree_file *f = find(t, path);

	if (!f)
		f = add(t, path);
	if (mode)
		add_folders(t, path);
	git_blob_free(f->blob);
	free(f->owned);
	f->blob = NULL;
	f->owned = data;
	f->data = data;
	f->len = len;
	f->mode = mode;
	f->changed = true;
}

void tree_remove(struct tree *t, const char *path)
{
	tree_put(t, path, 0, NULL, 0);
}

/* ------------------------------------------------------------- writing it */

struct list {
	struct tree_file **files;
	size_t nr;
};

static void collect(const void *node, VISIT which, void *closure)
{
	struct tree_file *f = *(struct tree_file *const *)node;
	struct list *list = closure;

	if ((which != postorder && which != leaf) || !f->changed)
		return;
	if (!(list->nr & (list->nr - 1)))
		list->files = xrealloc(list->files, (list->nr ? 2 * list->nr :
						     16) *
				       sizeof(*list->files));
	list->files[list->nr++] = f;
}

static int write_blob(struct tree *t, struct tree_file *f)
{
	git_odb *odb = NULL;
	int err;

	err = git_repository_odb(&odb, t->repo) ||
	      git_odb_write(&f->id, odb, f->data ? f->data : "", f->len,
			    GIT_OBJECT_BLOB);
	git_odb_free(odb);
	return err ? git_failed(f->path) : 0;
}

/*
 * Write the folder that @old was, with the files @f to @end, sorted by path and
 * all with the same first @skip bytes. @id is all zeros where it is empty.
 */
static int write_folder(struct tree *t, git_tree *old, struct tree_file **f,
			struct tree_file **end, size_t skip, git_oid *id)
{
	git_treebuilder *tb = NULL;
	int status = 0;

	if (git_treebuilder_new(&tb, t->repo, old))
		return git_failed("a tree");
	while (f < end && !status) {
		const char *name = (*f)->path + skip;
		const char *slash = strchr(name, '/');
		struct tree_file **next = f + 1;
		const git_tree_entry *e;
		git_tree *sub = NULL;
		git_oid sub_id;
		char *folder;

		if (!slash) {
			if ((*f)->mode) {
				status = write_blob(t, *f);
				if (!status &&
				    git_treebuilder_insert(NULL, tb, name,
							   &(*f)->id,
							   (git_filemode_t)
							   (*f)->mode))
					status = git_failed((*f)->path);
			} else if ((e = git_treebuilder_get(tb, name)) &&
				   git_tree_entry_type(e) == GIT_OBJECT_BLOB) {
				git_treebuilder_remove(tb, name);
			}
			f = next;
			continue;
		}
		while (next < end && !strncmp((*next)->path + skip, name,
					      (size_t)(slash - name) + 1))
			next++;
		folder = xstrndup(name, (size_t)(slash - name));
		e = git_treebuilder_get(tb, folder);
		if (e && git_tree_entry_type(e) == GIT_OBJECT_TREE &&
		    git_tree_lookup(&sub, t->repo, git_tree_entry_id(e)))
			status = git_failed(folder);
		if (!status)
			status = write_folder(t, sub, f, next, skip +
					      (size_t)(slash - name) + 1,
					      &sub_id);
		if (!status && !git_oid_is_zero(&sub_id)) {
			if (git_treebuilder_insert(NULL, tb, folder, &sub_id,
						   GIT_FILEMODE_TREE))
				status = git_failed(folder);
		} else if (!status && sub) {
			git_treebuilder_remove(tb, folder);
		}
		git_tree_free(sub);
		free(folder);
		f = next;
	}
	memset(id, 0, sizeof(*id));
	if (!status && (git_treebuilder_entrycount(tb) || !skip) &&
	    git_treebuilder_write(id, tb))
		status = git_failed("a tree");
	git_treebuilder_free(tb);
	return status;
}

int tree_write(struct tree *t, bool only, git_oid *id)
{
	struct list list = { 0 };
	int status;

	twalk_r(t->files, collect, &list);
	status = write_folder(t, only ? NULL : t->base, list.files,
			      list.files + list.nr, 0, id);
	free(list.files);
	return status;
}
