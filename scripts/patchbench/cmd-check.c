// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench check                       everything that the repository holds
 * patchbench check --series FILE --patches DIR
 *
 *   $ build/patchbench check --series debian/patches/series --patches debian/patches
 *   debian/patches/series: 14 patches, 31 files
 *
 * Reads a stack strictly; docs/patches.md says what is refused. The first form
 * also checks that manifests and folders agree, that no patch is forgotten, and,
 * on the kernels that are in the store, what the manifests say.
 */
#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "matrix.h"
#include "options.h"
#include "patchbench.h"
#include "stack.h"
#include "verbs.h"

static const char usage[] =
	"usage: patchbench check\n"
	"       patchbench check --series FILE --patches DIR\n";

static void say(const struct stack *s)
{
	size_t i, nr = s->series.nr_patches, files = 0;

	for (i = 0; i < nr; i++)
		files += s->patches[i].nr_diffs;
	printf("%s: %zu patch%s, %zu diff%s\n", s->file, nr,
	       nr == 1 ? "" : "es", files, files == 1 ? "" : "s");
}

/* Does the manifest say what the place of the file says? */
static int check_manifest(const struct revision *r, const struct variant *v)
{
	static const char *const needed[] = {
		"Stack", "Revision", "Prefix", "Subject", "Label", "Posted",
		"Date",
	};
	static const char *const same[] = {
		"Prefix", "Subject", "Label", "Posted", "Date",
	};
	const struct series *s = &v->stack.series;
	const struct series *first = &r->variants[0].stack.series;
	const char *value, *date;
	int status = 0;
	size_t i;

	for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
		if (!series_get(s, needed[i]))
			status = error(ST_REFUSED, "%s: the manifest has no %s",
				       v->stack.file, needed[i]);
	if (status)
		return status;
	value = series_get(s, "Stack");
	if (strcmp(value, r->stack))
		status = error(ST_REFUSED, "%s: Stack is '%s', not %s",
			       v->stack.file, value, r->stack);
	value = series_get(s, "Revision");
	if (strcmp(value, r->name))
		status = error(ST_REFUSED, "%s: Revision is '%s', not %s",
			       v->stack.file, value, r->name);
	for (i = 0; i < sizeof(same) / sizeof(same[0]); i++) {
		value = series_get(first, same[i]);
		if (value && strcmp(series_get(s, same[i]), value))
			status = error(ST_REFUSED, "%s: %s is not that of %s",
				       v->stack.file, same[i],
				       r->variants[0].stack.file);
	}
	date = series_get(s, "Date");
	if (strlen(date) != 10 || date[4] != '-' || date[7] != '-' ||
	    strspn(date, "0123456789-") != 10)
		status = error(ST_REFUSED, "%s: Date '%s' is not YYYY-MM-DD",
			       v->stack.file, date);
	value = series_get(s, "Posted");
	if (strpbrk(value, "<> \t"))
		status = error(ST_REFUSED, "%s: Posted '%s' is neither a Message-ID nor no",
			       v->stack.file, value);
	if (!series_get(s, "Base") != !series_get(s, "Result"))
		status = error(ST_REFUSED, "%s: Base and Result go together",
			       v->stack.file);
	/* An imported revision has not been tried on any kernel yet. */
	if (!series_get(s, "Base") && !s->nr_bases)
		note("%s: the manifest names no base", v->stack.file);
	if (v == r->variants && !s->nr_patches)
		status = error(ST_REFUSED, "%s: no patch in it", v->stack.file);
	if (strcmp(v->name, r->name)) {
		const char *tag = v->name + strlen(r->name) + 1, *result;
		size_t merged;

		if (!variant_promise(v, tag, &result, &merged))
			status = error(ST_REFUSED, "%s: the manifest does not name %s",
				       v->stack.file, tag);
	}
	return status;
}

/* Two variants must not both speak of one base. */
static int check_bases(const struct revision *r, char *const *bases, size_t nr)
{
	int status = 0;
	size_t i, j;

	for (j = 0; j < nr; j++) {
		const struct variant *first = revision_for(r, bases[j]);

		for (i = 0; first && i < r->nr; i++) {
			const struct variant *v = &r->variants[i];
			const char *result;
			size_t merged;

			if (v != first &&
			    variant_promise(v, bases[j], &result, &merged))
				status = error(ST_REFUSED, "%s: speaks of %s, as %s does",
					       v->stack.file, bases[j],
					       first->stack.file);
		}
	}
	return status;
}

static bool is_listed(const struct stacks *s, const char *name)
{
	size_t i, j, k;

	for (i = 0; i < s->nr; i++)
		for (j = 0; j < s->revisions[i].nr; j++) {
			const struct series *f =
				&s->revisions[i].variants[j].stack.series;

			for (k = 0; k < f->nr_patches; k++)
				if (!strcmp(f->patches[k].name, name))
					return true;
		}
	return false;
}

/* Every *.patch below the folder must be in a series. @depth ends a loop. */
static int check_forgotten(const struct stacks *s, const char *below,
			   int depth)
{
	char *path = xasprintf("%s/%s", s->patches_dir, below);
	DIR *dir = opendir(path);
	struct dirent *e;
	int status = 0;

	while (dir && depth && (e = readdir(dir))) {
		size_t len = strlen(e->d_name);
		char *name, *full;
		struct stat st;

		if (*e->d_name == '.')
			continue;
		name = xasprintf("%s%s%s", below, *below ? "/" : "", e->d_name);
		full = xasprintf("%s/%s", s->patches_dir, name);
		if (!lstat(full, &st) && S_ISDIR(st.st_mode))
			status |= check_forgotten(s, name, depth - 1);
		else if (len > 6 && !strcmp(e->d_name + len - 6, ".patch") &&
			 !is_listed(s, name))
			status = error(ST_REFUSED, "%s is in no series file",
				       full);
		free(full);
		free(name);
	}
	if (dir)
		closedir(dir);
	free(path);
	return status;
}

static int check_results(const struct stacks *s, git_repository *repo,
			 char **bases, size_t nr)
{
	struct matrix m;
	int status = 0;
	size_t i;

	matrix_make(s, repo, (const char *const *)bases, nr, &m);
	for (i = 0; i < s->nr * nr; i++) {
		const struct matrix_cell *c = &m.cells[i];

		if (c->broken)
			status = error(ST_NO, "%s%s%s", c->broken,
				       c->why ? ": " : "",
				       c->why ? c->why : "");
		if (c->state == MATRIX_ABSENT && i < nr)
			note("%s is not in the store: what manifests say of it is not checked; 'make sources BASE=%s' brings it",
			     bases[i], bases[i]);
	}
	matrix_free(&m, s);
	return status;
}

static int check_all(void)
{
	char *store = default_store(), *data = data_folder();
	git_repository *repo;
	struct stacks s;
	int status, opened;
	char **bases;
	size_t i, j, nr;

	status = stacks_read(NULL, NULL, &s);
	if (status)
		goto out;
	repo = tree_open_repo(store, false, &opened);
	bases = matrix_bases(data, repo, &nr);
	for (i = 0; i < s.nr; i++) {
		for (j = 0; j < s.revisions[i].nr; j++)
			status |= check_manifest(&s.revisions[i],
						 &s.revisions[i].variants[j]);
		status |= check_bases(&s.revisions[i], bases, nr);
	}
	status |= check_forgotten(&s, "", 8);
	if (!status)
		status = check_results(&s, repo, bases, nr);
	for (i = 0; !status && i < s.nr; i++)
		for (j = 0; j < s.revisions[i].nr; j++)
			say(&s.revisions[i].variants[j].stack);
	for (i = 0; i < nr; i++)
		free(bases[i]);
	free(bases);
	tree_close_repo(repo);
	stacks_free(&s);
out:
	free(store);
	free(data);
	return status;
}

int cmd_check(int argc, char **argv)
{
	const char *series = NULL, *patches = NULL;
	const struct option_row rows[] = {
		{ .name = "series", .text = &series },
		{ .name = "patches", .text = &patches },
		{ 0 }
	};
	struct stack s;
	int status;

	options_parse(argc, argv, rows, usage);
	if (!series && !patches)
		return check_all();
	if (!series || !patches) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	status = stack_read(series, patches, false, &s);
	if (!status) {
		say(&s);
		stack_free(&s);
	}
	return status;
}
