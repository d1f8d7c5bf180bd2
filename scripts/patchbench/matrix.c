// SPDX-License-Identifier: GPL-2.0-only
/* What becomes of every revision on every tagged kernel; see matrix.h. */
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "patchbench.h"

/* ------------------------------------------------------------------ bases */

static int by_version(const void *a, const void *b)
{
	return strverscmp(*(char *const *)a, *(char *const *)b);
}

static void add_base(char ***list, size_t *nr, const char *name, size_t len)
{
	size_t i;

	for (i = 0; i < *nr; i++)
		if (strlen((*list)[i]) == len && !memcmp((*list)[i], name, len))
			return;
	*list = xrealloc(*list, (*nr + 1) * sizeof(**list));
	(*list)[(*nr)++] = xstrndup(name, len);
}

char **matrix_bases(const char *data, git_repository *repo, size_t *nr)
{
	char *path = xasprintf("%s/kernels", data), *text, *line;
	git_strarray tags = { 0 };
	char **list = NULL;
	size_t i;

	*nr = 0;
	text = file_read(path, 1 << 20, NULL);
	for (line = text; line && *line; line += !!*line) {
		size_t len = strcspn(line, " \t\n");

		if (len && *line != '#')
			add_base(&list, nr, line, len);
		line += strcspn(line, "\n");
	}
	free(text);
	free(path);
	if (repo && !git_tag_list(&tags, repo)) {
		for (i = 0; i < tags.count; i++)
			add_base(&list, nr, tags.strings[i],
				 strlen(tags.strings[i]));
		git_strarray_dispose(&tags);
	}
	if (*nr)
		qsort(list, *nr, sizeof(*list), by_version);
	return list;
}

/* ------------------------------------------------------------------ cells */

/* Do the first @nr patches come off the base? */
static bool comes_off(struct tree *base, const struct stack *s, size_t nr)
{
	struct apply_fault fault = { 0 };
	struct tree t;
	bool off;

	if (!nr)
		return false;
	tree_layer(&t, base);
	off = !stack_apply(&t, s, nr, true, &fault);
	apply_fault_free(&fault);
	tree_end(&t);
	return off;
}

/* The name by which the series file knows @p. */
static const char *entry_name(const struct stack *s, const struct patch *p)
{
	return s->series.patches[p - s->patches].name;
}

/* Does the whole stack apply? The result id or the reason goes to @cell. */
static bool goes_on(struct tree *base, const struct stack *s,
		    struct matrix_cell *cell)
{
	struct apply_fault fault = { 0 };
	struct tree t;
	git_oid id;
	bool on;

	tree_layer(&t, base);
	on = !stack_apply(&t, s, s->series.nr_patches, false, &fault);
	if (on) {
		if (tree_write(&t, true, &id))
			exit(ST_MACHINE);
		git_oid_tostr(cell->result, sizeof(cell->result), &id);
	} else if (!cell->why) {
		char *text = apply_fault_text(&fault);

		cell->why = xasprintf("%s: %s", entry_name(s, fault.patch),
				      text);
		free(text);
	}
	apply_fault_free(&fault);
	tree_end(&t);
	return on;
}

/* How many patches of @v are in the base: all, or the first few. */
static size_t merged_patches(struct tree *base, const struct variant *v)
{
	size_t nr = v->stack.series.nr_patches;

	while (nr && !comes_off(base, &v->stack, nr))
		nr--;
	return nr;
}

/* Is what the manifest promises of this base so? */
static void keep_promise(struct tree *base, const char *tag,
			 const struct variant *v, struct matrix_cell *c)
{
	size_t all = v->stack.series.nr_patches, merged;
	const char *result;

	c->variant = v;
	if (variant_promise(v, tag, &result, &merged) == PROMISE_MERGED) {
		c->merged = merged_patches(base, v);
		c->state = c->merged == all ? MATRIX_MERGED :
			   c->merged ? MATRIX_PARTLY : MATRIX_FAILS;
		if (c->merged != merged)
			c->broken = xasprintf("%s says that %zu of its patches are in %s; %zu are",
					      v->stack.file, merged, tag,
					      c->merged);
		if (c->state == MATRIX_FAILS)
			c->why = xstrdup("it does not come off");
		return;
	}
	if (!goes_on(base, &v->stack, c)) {
		c->state = MATRIX_FAILS;
		c->broken = xasprintf("%s says that it applies to %s",
				      v->stack.file, tag);
		return;
	}
	c->state = MATRIX_APPLIES;
	if (!result)
		c->broken = xasprintf("%s names %s and no result id; it is %s",
				      v->stack.file, tag, c->result);
	else if (strcmp(result, c->result))
		c->broken = xasprintf("%s says that %s gives %s; it gives %s",
				      v->stack.file, tag, result, c->result);
}

/* A base of which the manifest says nothing. */
static void find_out(struct tree *base, const struct revision *r,
		     struct matrix_cell *c)
{
	size_t i;

	for (i = 0; i < r->nr; i++) {
		const struct variant *v = &r->variants[i];
		size_t merged = merged_patches(base, v);

		if (merged <= c->merged)
			continue;
		c->merged = merged;
		c->variant = v;
		c->state = MATRIX_PARTLY;
		if (merged == v->stack.series.nr_patches) {
			c->state = MATRIX_MERGED;
			return;
		}
	}
	for (i = 0; i < r->nr; i++) {
		if (!goes_on(base, &r->variants[i].stack, c))
			continue;
		c->variant = &r->variants[i];
		c->state = MATRIX_APPLIES;
		return;
	}
}

/* What another revision of the same stack has in the base. */
static void supersede(const struct stacks *s, size_t nr_bases, size_t base,
		      size_t rev, struct matrix_cell *cells)
{
	struct matrix_cell *c = &cells[rev * nr_bases + base];
	size_t i;

	if (c->state != MATRIX_FAILS || c->broken)
		return;
	for (i = 0; i < s->nr; i++) {
		const struct matrix_cell *other = &cells[i * nr_bases + base];

		if (strcmp(s->revisions[i].stack, s->revisions[rev].stack) ||
		    (other->state != MATRIX_MERGED &&
		     other->state != MATRIX_PARTLY))
			continue;
		c->state = MATRIX_SUPERSEDED;
		c->by = &s->revisions[i];
		c->by_merged = other->state == MATRIX_MERGED ? 0 :
							       other->merged;
		if (other->state == MATRIX_MERGED)
			return;
	}
}

void matrix_make(const struct stacks *s, git_repository *repo,
		 const char *const *bases, size_t nr, struct matrix *out)
{
	size_t i, j;

	memset(out, 0, sizeof(*out));
	out->nr_bases = nr;
	out->bases = xcalloc(nr, sizeof(*out->bases));
	out->cells = xcalloc(s->nr * nr, sizeof(*out->cells));
	for (j = 0; j < nr; j++) {
		struct tree base;
		git_oid commit;
		char *ref = xasprintf("refs/tags/%s", bases[j]);

		out->bases[j] = xstrdup(bases[j]);
		if (repo && !tree_resolve(repo, ref, &commit)) {
			if (tree_begin(&base, repo, &commit))
				exit(ST_MACHINE);
			for (i = 0; i < s->nr; i++) {
				struct matrix_cell *c =
					&out->cells[i * nr + j];
				const struct revision *r = &s->revisions[i];
				const struct variant *v =
					revision_for(r, bases[j]);

				c->state = MATRIX_FAILS;
				if (v)
					keep_promise(&base, bases[j], v, c);
				else
					find_out(&base, r, c);
			}
			for (i = 0; i < s->nr; i++)
				supersede(s, nr, j, i, out->cells);
			tree_end(&base);
		}
		free(ref);
	}
}

void matrix_free(struct matrix *m, const struct stacks *s)
{
	size_t i;

	for (i = 0; i < s->nr * m->nr_bases; i++) {
		free(m->cells[i].why);
		free(m->cells[i].broken);
	}
	for (i = 0; i < m->nr_bases; i++)
		free(m->bases[i]);
	free(m->bases);
	free(m->cells);
	memset(m, 0, sizeof(*m));
}

/* --------------------------------------------------------------- printing */

/* What a cell says; with @full it says all. Caller frees. */
static char *cell_text(const struct revision *r, const struct matrix_cell *c,
		       bool full)
{
	size_t all = r->variants[0].stack.series.nr_patches;
	const char *mark = c->broken ? " !" : "";

	switch (c->state) {
	case MATRIX_ABSENT:
		return xstrdup("not here");
	case MATRIX_APPLIES:
		return xasprintf("applies %.*s%s", full ? 40 : 12, c->result,
				 mark);
	case MATRIX_MERGED:
		return xasprintf("merged%s", mark);
	case MATRIX_PARTLY:
		return xasprintf("partly merged (%s%zu of %zu)%s",
				 c->merged > 1 ? "1-" : "", c->merged, all,
				 mark);
	case MATRIX_SUPERSEDED:
		if (c->by_merged)
			return xasprintf("superseded by %s:%zu", c->by->name,
					 c->by_merged);
		return xasprintf("superseded by %s", c->by->name);
	default:
		return xasprintf("fails%s", mark);
	}
}

static char *revision_text(const struct revision *r)
{
	const char *posted = series_get(&r->variants[0].stack.series, "Posted");

	return xasprintf("%s/%s%s", r->stack, r->name,
			 posted && !strcmp(posted, "no") ? " (not posted)" : "");
}

static void print_line(char *const *texts, const size_t *widths, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++)
		printf(i + 1 < nr ? "%-*s  " : "%.0d%s\n",
		       i + 1 < nr ? (int)widths[i] : 0, texts[i]);
}

static void print_matrix(const struct matrix *m, const struct stacks *s)
{
	size_t columns = m->nr_bases + 1, rows = s->nr + 1, i, j;
	char **texts = xcalloc(columns * rows, sizeof(*texts));
	size_t *widths = xcalloc(columns, sizeof(*widths));

	texts[0] = xstrdup("");
	for (j = 0; j < m->nr_bases; j++)
		texts[j + 1] = xstrdup(m->bases[j]);
	for (i = 0; i < s->nr; i++) {
		const struct revision *r = &s->revisions[i];

		texts[(i + 1) * columns] = revision_text(r);
		for (j = 0; j < m->nr_bases; j++)
			texts[(i + 1) * columns + j + 1] =
				cell_text(r, &m->cells[i * m->nr_bases + j],
					  false);
	}
	for (i = 0; i < rows * columns; i++)
		if (strlen(texts[i]) > widths[i % columns])
			widths[i % columns] = strlen(texts[i]);
	for (i = 0; i < rows; i++)
		print_line(texts + i * columns, widths, columns);
	for (i = 0; i < rows * columns; i++)
		free(texts[i]);
	free(texts);
	free(widths);
}

static void print_full(const struct matrix *m, const struct stacks *s)
{
	size_t i, j;

	for (i = 0; i < s->nr; i++) {
		const struct revision *r = &s->revisions[i];

		for (j = 0; j < m->nr_bases; j++) {
			const struct matrix_cell *c =
				&m->cells[i * m->nr_bases + j];
			char *text = cell_text(r, c, true);

			printf("%s/%s %s %s", r->stack, r->name, m->bases[j],
			       text);
			if (c->variant && strcmp(c->variant->name, r->name))
				printf(" with %s", c->variant->name);
			printf("\n");
			free(text);
		}
	}
}

int matrix_print(const struct matrix *m, const struct stacks *s, bool full)
{
	int status = ST_YES;
	bool gap = false;
	size_t i, j;

	if (full)
		print_full(m, s);
	else
		print_matrix(m, s);
	for (j = 0; j < m->nr_bases; j++) {
		bool absent = s->nr && m->cells[j].state == MATRIX_ABSENT;

		if (absent && !gap)
			printf("\n");
		gap |= absent;
		if (absent)
			printf("%s is not in the store; 'make sources BASE=%s' brings it\n",
			       m->bases[j], m->bases[j]);
	}
	for (i = 0; i < s->nr * m->nr_bases; i++) {
		const struct matrix_cell *c = &m->cells[i];
		const struct revision *r = &s->revisions[i / m->nr_bases];

		if (c->state != MATRIX_FAILS && !c->broken)
			continue;
		if (!gap)
			printf("\n");
		gap = true;
		printf("%s/%s on %s:", r->stack, r->name,
		       m->bases[i % m->nr_bases]);
		if (c->state == MATRIX_FAILS)
			printf(" %s", c->why);
		if (c->broken) {
			printf("%s! %s", c->state == MATRIX_FAILS ? " " : " ",
			       c->broken);
			status = ST_NO;
		}
		printf("\n");
	}
	return status;
}
