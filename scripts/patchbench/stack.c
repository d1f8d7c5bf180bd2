// SPDX-License-Identifier: GPL-2.0-only
/* A stack: a series file with its patches read; see stack.h. */
#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "patchbench.h"
#include "stack.h"

#define MAX_SERIES	(1 << 20)
#define MAX_PATCH	(256 << 20)

static int cannot_read(const char *where, const char *path)
{
	if (errno == EFBIG)
		return error(ST_REFUSED, "%s%s: too large", where, path);
	if (errno == EISDIR)
		return error(ST_REFUSED, "%s%s is no file", where, path);
	return error(errno == ENOENT || errno == ENOTDIR ? ST_MISSING :
		     ST_MACHINE, "%s%s: %s", where, path, strerror(errno));
}

static int read_patch(const char *file, const char *dir,
		      const struct series_patch *entry, struct patch *out)
{
	char *path = xasprintf("%s/%s", dir, entry->name);
	char *where = xasprintf("%s:%u: ", file, entry->line);
	struct stat st;
	char *buf = NULL;
	size_t len;
	int status;

	/* A device or a pipe would never end. */
	if (!stat(path, &st) && !S_ISREG(st.st_mode) && !S_ISDIR(st.st_mode)) {
		status = error(ST_REFUSED, "%s%s is no file", where, path);
	} else {
		buf = file_read(path, MAX_PATCH, &len);
		status = buf ? patch_parse(path, buf, len, entry->strip, out) :
			       cannot_read(where, path);
	}
	free(buf);
	free(where);
	free(path);
	return status;
}

int stack_read(const char *file, const char *patches, bool ours,
	       struct stack *out)
{
	int status, worst = 0;
	size_t i, len;
	char *buf;

	memset(out, 0, sizeof(*out));
	buf = file_read(file, MAX_SERIES, &len);
	if (!buf)
		return cannot_read("", file);
	status = series_parse(file, buf, len, ours, &out->series);
	free(buf);
	if (status)
		return status;
	out->file = xstrdup(file);
	out->patches = xcalloc(out->series.nr_patches, sizeof(*out->patches));
	for (i = 0; i < out->series.nr_patches; i++) {
		status = read_patch(file, patches, &out->series.patches[i],
				    &out->patches[i]);
		if (status > worst)
			worst = status;
	}
	if (worst)
		stack_free(out);
	return worst;
}

void stack_free(struct stack *s)
{
	size_t i;

	for (i = 0; s->patches && i < s->series.nr_patches; i++)
		patch_free(&s->patches[i]);
	free(s->patches);
	free(s->file);
	series_free(&s->series);
	memset(s, 0, sizeof(*s));
}

int stack_apply(struct tree *t, const struct stack *s, size_t nr, bool reverse,
		struct apply_fault *fault)
{
	int status = 0;
	size_t i;

	for (i = 0; i < nr && !status; i++)
		status = patch_apply(t, &s->patches[reverse ? nr - 1 - i : i],
				     reverse, fault);
	return status;
}

/* -------------------------------------------------------------- our stacks */

char *repository_top(void)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof(path) - 1);
	char *slash;

	if (n < 0)
		die(ST_MACHINE, "/proc/self/exe: %s", strerror(errno));
	path[n] = '\0';
	while ((slash = strrchr(path, '/')) != NULL && slash != path) {
		char *series;
		bool found;

		*slash = '\0';
		series = xasprintf("%s/bench-data/kernels", path);
		found = !access(series, R_OK);
		free(series);
		if (found)
			return xstrdup(path);
	}
	die(ST_MISSING, "this program is not in its repository: no folder above it has bench-data/kernels");
}

static char *own_folder(const char *variable, const char *name)
{
	const char *set = getenv(variable);
	char *top, *path;

	if (set && *set)
		return xstrdup(set);
	top = repository_top();
	path = xasprintf("%s/%s", top, name);
	free(top);
	return path;
}

char *default_store(void)
{
	const char *cache = getenv("PATCHBENCH_CACHE");
	const char *xdg = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");

	if (cache && *cache)
		return xasprintf("%s/kernels.git", cache);
	if (xdg && *xdg)
		return xasprintf("%s/patchbench/kernels.git", xdg);
	return xasprintf("%s/.cache/patchbench/kernels.git", home ? home : "");
}

char *data_folder(void)
{
	return own_folder("PATCHBENCH_DATA", "bench-data");
}

char *series_folder(void)
{
	return own_folder("PATCHBENCH_SERIES", "series");
}

char *patches_folder(void)
{
	return own_folder("PATCHBENCH_PATCHES", "patches");
}

static int no_dots(const struct dirent *e)
{
	return e->d_name[0] != '.';
}

/* v5 comes before v5+v6.18.15, and that before v10. */
static int by_version(const struct dirent **a, const struct dirent **b)
{
	return strverscmp((*a)->d_name, (*b)->d_name);
}

/* The length of the revision in the name of a series file; 0: it has none. */
static size_t revision_len(const char *name)
{
	size_t n = 1 + strspn(name + 1, "0123456789");

	return *name == 'v' && n > 1 && (!name[n] || name[n] == '+') ? n : 0;
}

static int add_variant(struct stacks *s, const char *stack, const char *name)
{
	size_t len = revision_len(name);
	struct revision *r = s->nr ? &s->revisions[s->nr - 1] : NULL;
	char *file = xasprintf("%s/%s/%s", s->series_dir, stack, name);
	struct variant *v;
	int status;

	if (!len || (name[len] == '+' && !word_ok(name + len + 1))) {
		status = error(ST_REFUSED, "%s: neither vN nor vN+TAG", file);
		free(file);
		return status;
	}
	if (!r || strcmp(r->stack, stack) || strlen(r->name) != len ||
	    strncmp(r->name, name, len)) {
		s->revisions = xrealloc(s->revisions,
					(s->nr + 1) * sizeof(*r));
		r = &s->revisions[s->nr++];
		memset(r, 0, sizeof(*r));
		r->stack = xstrdup(stack);
		r->name = xstrndup(name, len);
		if (name[len])
			note("%s: there is no %s/%s", file, stack, r->name);
	}
	r->variants = xrealloc(r->variants, (r->nr + 1) * sizeof(*v));
	v = &r->variants[r->nr++];
	v->name = xstrdup(name);
	status = stack_read(file, s->patches_dir, true, &v->stack);
	free(file);
	return status;
}

/* There is no @name in @dir: say what there is. */
static int unknown(const char *what, const char *name, const char *dir)
{
	struct dirent **names = NULL;
	int n = scandir(dir, &names, no_dots, by_version), i;
	char *list = xstrdup("");

	for (i = 0; i < n; i++) {
		char *longer = xasprintf("%s %s", list, names[i]->d_name);

		free(list);
		list = longer;
		free(names[i]);
	}
	free(names);
	error(ST_USAGE, "%s '%s' is unknown; known in %s are:%s", what, name,
	      dir, list);
	free(list);
	return ST_USAGE;
}

static int read_one_stack(struct stacks *s, const char *stack, const char *rev)
{
	char *dir = xasprintf("%s/%s", s->series_dir, stack);
	struct dirent **names = NULL;
	int n, i, status, worst = 0;
	bool found = false;

	n = scandir(dir, &names, no_dots, by_version);
	for (i = 0; i < n; i++) {
		size_t len = revision_len(names[i]->d_name);

		if (!rev || (len == strlen(rev) &&
			     !strncmp(names[i]->d_name, rev, len))) {
			found = true;
			status = add_variant(s, stack, names[i]->d_name);
			if (status > worst)
				worst = status;
		}
	}
	if (n < 0)
		worst = unknown("stack", stack, s->series_dir);
	else if (rev && !found)
		worst = unknown("revision", rev, dir);
	for (i = 0; i < n; i++)
		free(names[i]);
	free(names);
	free(dir);
	return worst;
}

int stacks_read(const char *stack, const char *rev, struct stacks *out)
{
	struct dirent **names = NULL;
	int n, i, status, worst = 0;

	memset(out, 0, sizeof(*out));
	out->series_dir = series_folder();
	out->patches_dir = patches_folder();
	if (stack) {
		worst = word_ok(stack) ? read_one_stack(out, stack, rev) :
			error(ST_USAGE, "'%s' is no name of a stack", stack);
	} else {
		n = scandir(out->series_dir, &names, no_dots, by_version);
		if (n < 0)
			worst = error(ST_MISSING, "%s: %s", out->series_dir,
				      strerror(errno));
		for (i = 0; i < n; i++) {
			status = read_one_stack(out, names[i]->d_name, rev);
			if (status > worst)
				worst = status;
			free(names[i]);
		}
		free(names);
	}
	if (worst)
		stacks_free(out);
	return worst;
}

void stacks_free(struct stacks *s)
{
	size_t i, j;

	for (i = 0; i < s->nr; i++) {
		struct revision *r = &s->revisions[i];

		for (j = 0; j < r->nr; j++) {
			free(r->variants[j].name);
			stack_free(&r->variants[j].stack);
		}
		free(r->variants);
		free(r->stack);
		free(r->name);
	}
	free(s->revisions);
	free(s->series_dir);
	free(s->patches_dir);
	memset(s, 0, sizeof(*s));
}

enum promise variant_promise(const struct variant *v, const char *tag,
			     const char **result, size_t *merged)
{
	const struct series *s = &v->stack.series;
	const char *base = series_get(s, "Base");
	size_t i;

	*result = NULL;
	*merged = 0;
	if (base && !strcmp(base, tag)) {
		*result = series_get(s, "Result");
		return PROMISE_APPLIES;
	}
	for (i = 0; i < s->nr_bases; i++) {
		const struct series_base *b = &s->bases[i];

		if (strcmp(b->tag, tag))
			continue;
		*result = b->result;
		*merged = b->merged < s->nr_patches ? b->merged :
						      s->nr_patches;
		return b->result ? PROMISE_APPLIES : PROMISE_MERGED;
	}
	return PROMISE_NONE;
}

const struct variant *revision_for(const struct revision *r, const char *tag)
{
	const char *result;
	size_t i, merged;

	for (i = 0; i < r->nr; i++)
		if (variant_promise(&r->variants[i], tag, &result, &merged))
			return &r->variants[i];
	return NULL;
}
