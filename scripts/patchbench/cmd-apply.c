// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench apply                       the matrix: every revision, every base
 * patchbench apply STACK/REV[:N] --git REPO --onto COMMIT
 * patchbench apply --series FILE --patches DIR --git REPO --onto COMMIT
 *
 *   $ build/patchbench apply kstack/v5 --git ~/linux --onto v6.19.6
 *   9bae559ebf49fbeadf531b3d19ea2fd6ec08a75a
 *
 * The last two print the id of the tree that results, which is then in REPO, and
 * touch nothing else there: no branch, no index, no file.
 */
#include <stdlib.h>
#include <string.h>

#include "matrix.h"
#include "options.h"
#include "patchbench.h"
#include "stack.h"
#include "verbs.h"

static const char usage[] =
	"usage: patchbench apply [--store REPO] [--stack NAME] [--rev REV] [--base TAG]\n"
	"                        [--full]\n"
	"       patchbench apply STACK/REV[:N] --git REPO --onto COMMIT\n"
	"                        [--base TAG] [--result|--file]\n"
	"       patchbench apply --series FILE --patches DIR --git REPO --onto COMMIT\n"
	"                        [--result]\n"
	"\n"
	"The first prints what becomes of every revision on every tagged kernel. The\n"
	"others print the id of the tree that COMMIT becomes, or with --result of the\n"
	"tree of only the files that the patches touch, or with --file the series file\n"
	"whose patches fit; --base names the kernel that COMMIT is, where its own name\n"
	"does not. Status 1: it does not apply.\n";

struct wanted {
	const char *git, *onto, *base, *store, *stack, *rev, *series, *patches;
	bool result, full, file;
};

static int show_matrix(const struct wanted *w)
{
	char *store = w->store ? xstrdup(w->store) : default_store();
	char *data = data_folder();
	git_repository *repo = NULL;
	struct stacks stacks;
	struct matrix m;
	char **bases;
	size_t nr, i;
	int status;

	status = stacks_read(w->stack, w->rev, &stacks);
	if (status)
		goto out;
	repo = tree_open_repo(store, false, &status);
	if (!repo && status != ST_MISSING) {
		stacks_free(&stacks);
		goto out;
	}
	bases = matrix_bases(data, repo, &nr);
	if (w->base)
		matrix_make(&stacks, repo, &w->base, 1, &m);
	else
		matrix_make(&stacks, repo, (const char *const *)bases, nr, &m);
	status = matrix_print(&m, &stacks, w->full);
	matrix_free(&m, &stacks);
	for (i = 0; i < nr; i++)
		free(bases[i]);
	free(bases);
	stacks_free(&stacks);
	tree_close_repo(repo);
out:
	free(store);
	free(data);
	return status;
}

/* Put @nr patches of @s on @base and print the id; say why not if @say. */
static int put_on(const struct stack *s, size_t nr, const struct wanted *w,
		  struct tree *base, bool say)
{
	struct apply_fault fault = { 0 };
	char hex[41], *text;
	struct tree t;
	git_oid id;
	int status;

	tree_layer(&t, base);
	status = stack_apply(&t, s, nr, false, &fault);
	if (!status) {
		status = w->file ? 0 : tree_write(&t, w->result, &id);
		if (!status && w->file)
			printf("%s\n", s->file);
		else if (!status)
			printf("%s\n", git_oid_tostr(hex, sizeof(hex), &id));
	} else if (say) {
		text = apply_fault_text(&fault);
		error(status, "on %s: %s: %s", w->onto, fault.patch->name,
		      text);
		free(text);
	}
	apply_fault_free(&fault);
	tree_end(&t);
	return status;
}

/*
 * A revision of ours: with the patches that its manifest has for a base of that
 * name, else with the first of its variants that applies.
 */
static int put_revision(const struct revision *r, const char *part,
			const struct wanted *w, struct tree *base)
{
	const struct variant *v = revision_for(r, w->base ? w->base : w->onto);
	uint64_t nr;
	int status = ST_NO;
	size_t i;

	for (i = 0; status == ST_NO && i < (v ? 1 : r->nr); i++) {
		const struct variant *try = v ? v : &r->variants[i];
		size_t all = try->stack.series.nr_patches;

		nr = all;
		if (part && !parse_u64(part, 1, all, &nr))
			return error(ST_USAGE, "'%s/%s:%s': it has %zu patches",
				     r->stack, r->name, part, all);
		status = put_on(&try->stack, nr, w, base, v || r->nr == 1);
	}
	if (status == ST_NO && !v && r->nr > 1) {
		/* The reason is that of the plain one. */
		nr = r->variants[0].stack.series.nr_patches;
		if (part)
			parse_u64(part, 1, nr, &nr);
		put_on(&r->variants[0].stack, nr, w, base, true);
	}
	return status;
}

/* STACK/REV[:N] */
static int put_word(const char *word, const struct wanted *w,
		    struct tree *base)
{
	char *stack = xstrdup(word), *rev = strchr(stack, '/'), *part = NULL;
	struct stacks stacks;
	int status;

	if (rev) {
		*rev++ = '\0';
		part = strchr(rev, ':');
		if (part)
			*part++ = '\0';
	}
	if (!rev || !word_ok(stack) || !word_ok(rev)) {
		status = error(ST_USAGE, "'%s' is not STACK/REV or STACK/REV:N",
			       word);
		goto out;
	}
	status = stacks_read(stack, rev, &stacks);
	if (status)
		goto out;
	status = put_revision(&stacks.revisions[0], part, w, base);
	stacks_free(&stacks);
out:
	free(stack);
	return status;
}

static int put_somewhere(const char *word, const struct wanted *w)
{
	git_repository *repo;
	struct stack stack = { 0 };
	struct tree base;
	git_oid commit;
	int status = 0;

	/* What is wrong with the patches is told before REPO is looked at. */
	if (!word)
		status = stack_read(w->series, w->patches, false, &stack);
	if (status)
		return status;
	repo = tree_open_repo(w->git, true, &status);
	if (!repo) {
		stack_free(&stack);
		return status;
	}
	if (tree_resolve(repo, w->onto, &commit))
		status = error(ST_MISSING, "%s: '%s' is no commit and no tree there",
			       w->git, w->onto);
	else
		status = tree_begin(&base, repo, &commit);
	if (!status) {
		status = word ? put_word(word, w, &base) :
			 put_on(&stack, stack.series.nr_patches, w, &base,
				true);
		tree_end(&base);
	}
	tree_close_repo(repo);
	stack_free(&stack);
	return status;
}

int cmd_apply(int argc, char **argv)
{
	struct wanted w = { 0 };
	const char *word = NULL;
	const struct option_row rows[] = {
		{ .name = "git", .text = &w.git },
		{ .name = "onto", .text = &w.onto },
		{ .name = "base", .text = &w.base },
		{ .name = "store", .text = &w.store },
		{ .name = "stack", .text = &w.stack },
		{ .name = "rev", .text = &w.rev },
		{ .name = "series", .text = &w.series },
		{ .name = "patches", .text = &w.patches },
		{ .name = "result", .flag = &w.result },
		{ .name = "file", .flag = &w.file },
		{ .name = "full", .flag = &w.full },
		{ 0 }
	};
	bool one;

	options_parse_words(argc, argv, rows, usage, &word, 1);
	one = word || w.series || w.patches || w.git || w.onto || w.result ||
	      w.file;
	if (!one)
		return show_matrix(&w);
	if (!w.git || !w.onto || !word == !w.series || !w.series != !w.patches ||
	    w.store || w.stack || w.rev || w.full || (w.result && w.file) ||
	    ((w.base || w.file) && !word)) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	return put_somewhere(word, &w);
}
