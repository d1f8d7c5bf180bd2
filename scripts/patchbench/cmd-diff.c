// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench diff STACK/REV STACK/REV    two revisions: range-diff, and trees
 * patchbench diff STACK                  all revisions: how far each two differ
 *
 *   $ build/patchbench diff kstack/v4 kstack/v5
 *
 * Each revision is put on the base as commits in a repository of its own that
 * borrows the store's objects and goes at the end; git compares.
 */
#include <errno.h>
#include <ftw.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "matrix.h"
#include "options.h"
#include "patchbench.h"
#include "stack.h"
#include "verbs.h"

static const char usage[] =
	"usage: patchbench diff STACK/REV STACK/REV [--base TAG] [--creation-factor N]\n"
	"       patchbench diff STACK [--base TAG] [--creation-factor N]\n"
	"\n"
	"Two revisions: the range-diff of their patches, then the difference of the\n"
	"trees that they make. One stack: the files, added and deleted lines by which\n"
	"the trees of each two revisions differ, then the range-diffs in short.\n";

/* A revision on the base, as commits in the repository of this run. */
struct side {
	const struct revision *revision;
	git_oid head, tree;
};

struct run {
	char *dir;		/* the repository that goes at the end */
	git_repository *repo;
	const char *base;	/* tag */
	git_oid commit;		/* of the base */
	char *factor;		/* --creation-factor=N */
};

/* The commit message that `git am` would take from a patch. Caller frees. */
static char *message(const struct patch *p, const char *name)
{
	const char *s = p->text, *end = p->text + p->head_len, *body = NULL;
	const char *subject = NULL;
	size_t len = 0, body_len;
	char *out;

	while (s < end && !body) {
		const char *eol = memchr(s, '\n', (size_t)(end - s));

		if (eol == s) {
			body = s + 1;
		} else if (!strncmp(s, "Subject: ", 9)) {
			subject = s + 9;
			len = (size_t)(eol - subject);
		} else if (subject && s == subject + len + 1 &&
			   (*s == ' ' || *s == '\t')) {
			len = (size_t)(eol - subject);
		}
		s = eol + 1;
	}
	if (!subject)
		return xasprintf("%s\n", name);
	if (!body)
		body = end;
	for (s = body; s < end; s = strchr(s, '\n') + 1)
		if (!strncmp(s, "---\n", 4))
			break;
	body_len = (size_t)(s - body);
	out = xasprintf("%.*s\n\n%.*s", (int)len, subject, (int)body_len, body);
	/* A folded subject is one line. */
	for (s = out; s < out + len; s++)
		if (*s == '\n')
			*(char *)s = ' ';
	return out;
}

static int git_error_is(const char *what)
{
	const git_error *e = git_error_last();

	return error(ST_MACHINE, "%s: %s", what,
		     e && e->message ? e->message : "git error");
}

/* Put @side's patches on the base, a commit for each. */
static int commit_side(const struct run *run, struct side *side)
{
	const struct revision *r = side->revision;
	const struct variant *v = revision_for(r, run->base);
	git_signature *who = NULL;
	struct tree base, t;
	int status;
	size_t i;

	if (!v)
		v = &r->variants[0];
	git_oid_cpy(&side->head, &run->commit);
	status = tree_begin(&base, run->repo, &run->commit);
	if (status)
		return status;
	tree_layer(&t, &base);
	/* Times that do not change, so that ids do not. */
	if (git_signature_new(&who, "Patchbench", "patchbench@localhost", 0, 0))
		status = git_error_is("a commit");
	for (i = 0; !status && i < v->stack.series.nr_patches; i++) {
		const struct patch *p = &v->stack.patches[i];
		struct apply_fault fault = { 0 };
		git_commit *parent = NULL;
		git_tree *tree = NULL;
		char *text, *why;

		status = patch_apply(&t, p, false, &fault);
		if (status) {
			why = apply_fault_text(&fault);
			error(status, "%s/%s on %s: %s: %s", r->stack, r->name,
			      run->base, v->stack.series.patches[i].name, why);
			free(why);
			apply_fault_free(&fault);
			break;
		}
		status = tree_write(&t, false, &side->tree);
		text = message(p, v->stack.series.patches[i].name);
		if (!status &&
		    (git_commit_lookup(&parent, run->repo, &side->head) ||
		     git_tree_lookup(&tree, run->repo, &side->tree) ||
		     git_commit_create_v(&side->head, run->repo, NULL, who, who,
					 NULL, text, tree, 1, parent)))
			status = git_error_is("a commit");
		git_commit_free(parent);
		git_tree_free(tree);
		free(text);
	}
	git_signature_free(who);
	tree_end(&t);
	tree_end(&base);
	return status;
}

static int remove_one(const char *path, const struct stat *st, int type,
		      struct FTW *at)
{
	(void)st;
	(void)type;
	(void)at;
	return remove(path);
}

static void close_run(struct run *run)
{
	tree_close_repo(run->repo);
	if (run->dir)
		nftw(run->dir, remove_one, 16, FTW_DEPTH | FTW_PHYS);
	free(run->dir);
	free(run->factor);
}

/* A repository that borrows the objects of @store. */
static int open_run(struct run *run, const char *store)
{
	const char *tmp = getenv("TMPDIR");
	char *path, *line, *real = realpath(store, NULL);
	git_repository *made = NULL;
	int status = 0;

	if (!real)
		return error(ST_MISSING, "%s: %s; 'make sources' makes the store",
			     store, strerror(errno));
	run->dir = xasprintf("%s/patchbench-diff.XXXXXX",
			     tmp && *tmp ? tmp : "/tmp");
	if (!mkdtemp(run->dir)) {
		status = error(ST_MACHINE, "%s: %s", run->dir, strerror(errno));
		free(run->dir);
		run->dir = NULL;
		goto out;
	}
	git_libgit2_init();
	if (git_repository_init(&made, run->dir, 1))
		status = git_error_is(run->dir);
	git_repository_free(made);
	path = xasprintf("%s/objects/info/alternates", run->dir);
	line = xasprintf("%s/objects\n", real);
	if (!status && file_write_atomic(path, line, strlen(line)))
		status = error(ST_MACHINE, "%s: %s", path, strerror(errno));
	free(path);
	free(line);
	/* The base is cut off from its history there: so it is here. */
	path = xasprintf("%s/shallow", real);
	line = file_read(path, 1 << 20, NULL);
	free(path);
	path = xasprintf("%s/shallow", run->dir);
	if (!status && line && file_write_atomic(path, line, strlen(line)))
		status = error(ST_MACHINE, "%s: %s", path, strerror(errno));
	free(path);
	free(line);
	if (!status)
		run->repo = tree_open_repo(run->dir, true, &status);
	git_libgit2_shutdown();
out:
	free(real);
	return status;
}

/*
 * Run git on the repository of this run, its output to ours. 0, a status after a
 * message, or -1 where nobody reads any more.
 */
static int run_git(const struct run *run, const char *const *argv)
{
	int wstatus;
	pid_t pid;

	fflush(stdout);
	pid = fork();
	if (pid < 0)
		return error(ST_MACHINE, "fork: %s", strerror(errno));
	if (!pid) {
		setenv("GIT_DIR", run->dir, 1);
		setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
		setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
		setenv("GIT_PAGER", "cat", 1);
		unsetenv("GIT_EXTERNAL_DIFF");
		execvp(argv[0], (char *const *)argv);
		_exit(127);
	}
	while (waitpid(pid, &wstatus, 0) < 0)
		if (errno != EINTR)
			return error(ST_MACHINE, "wait: %s", strerror(errno));
	/* Whoever reads has seen enough. */
	if (WIFSIGNALED(wstatus) && WTERMSIG(wstatus) == SIGPIPE)
		return -1;
	if (WIFEXITED(wstatus) && WEXITSTATUS(wstatus) == 127)
		return error(ST_MISSING, "git is missing; 'apt-get install git' brings it");
	if (!WIFEXITED(wstatus) || WEXITSTATUS(wstatus))
		return error(ST_MACHINE, "git %s failed", argv[1]);
	return 0;
}

static int range_diff(const struct run *run, const struct side *a,
		      const struct side *b, bool brief)
{
	char base[41], one[41], two[41];
	char *left, *right;
	const char *argv[8];
	size_t n = 0;
	int status;

	git_oid_tostr(base, sizeof(base), &run->commit);
	git_oid_tostr(one, sizeof(one), &a->head);
	git_oid_tostr(two, sizeof(two), &b->head);
	left = xasprintf("%s..%s", base, one);
	right = xasprintf("%s..%s", base, two);
	argv[n++] = "git";
	argv[n++] = "range-diff";
	argv[n++] = "--no-color";
	argv[n++] = run->factor;
	if (brief)
		argv[n++] = "-s";
	argv[n++] = left;
	argv[n++] = right;
	argv[n] = NULL;
	status = run_git(run, argv);
	free(left);
	free(right);
	return status;
}

static int tree_diff(const struct run *run, const struct side *a,
		     const struct side *b)
{
	char one[41], two[41];
	const char *const argv[] = { "git", "diff", "--no-color",
				     "--no-ext-diff", "--stat", "-p", one, two,
				     NULL };

	git_oid_tostr(one, sizeof(one), &a->tree);
	git_oid_tostr(two, sizeof(two), &b->tree);
	printf("\nThe trees of %s/%s and %s/%s on %s:\n", a->revision->stack,
	       a->revision->name, b->revision->stack, b->revision->name,
	       run->base);
	if (git_oid_equal(&a->tree, &b->tree)) {
		printf("the same\n");
		return 0;
	}
	return run_git(run, argv);
}

/* "3 files +12 -7": how far the trees of @a and @b differ. Caller frees. */
static char *distance(const struct run *run, const struct side *a,
		      const struct side *b)
{
	git_tree *one = NULL, *two = NULL;
	git_diff *diff = NULL;
	git_diff_stats *stats = NULL;
	char *text = NULL;

	if (git_oid_equal(&a->tree, &b->tree))
		return xstrdup("same");
	if (!git_tree_lookup(&one, run->repo, &a->tree) &&
	    !git_tree_lookup(&two, run->repo, &b->tree) &&
	    !git_diff_tree_to_tree(&diff, run->repo, one, two, NULL) &&
	    !git_diff_get_stats(&stats, diff))
		text = xasprintf("%zu files +%zu -%zu",
				 git_diff_stats_files_changed(stats),
				 git_diff_stats_insertions(stats),
				 git_diff_stats_deletions(stats));
	git_diff_stats_free(stats);
	git_diff_free(diff);
	git_tree_free(one);
	git_tree_free(two);
	if (!text)
		exit(git_error_is("a difference"));
	return text;
}

static int compare_all(const struct run *run, const struct side *sides,
		       size_t nr)
{
	int status = 0;
	size_t i, j;

	printf("%s on %s: the trees, from the revision of a line to that of a column\n\n%-4s",
	       sides[0].revision->stack, run->base, "");
	for (j = 1; j < nr; j++)
		printf(j + 1 < nr ? "  %-18s" : "  %s\n",
		       sides[j].revision->name);
	for (i = 0; i + 1 < nr; i++) {
		printf("%-4s", sides[i].revision->name);
		for (j = 1; j < nr; j++) {
			char *text = j > i ? distance(run, &sides[i],
						      &sides[j]) :
					     xstrdup("");

			printf(j + 1 < nr ? "  %-18s" : "  %s\n", text);
			free(text);
		}
	}
	for (i = 0; !status && i + 1 < nr; i++) {
		printf("\n%s to %s\n", sides[i].revision->name,
		       sides[i + 1].revision->name);
		status = range_diff(run, &sides[i], &sides[i + 1], true);
	}
	return status;
}

/* The stack and the revisions that the words name; NULL: all of the stack. */
static int read_words(const char *const *words, size_t nr, char **stack,
		      char **one, char **two)
{
	char *rest[2] = { NULL, NULL };
	size_t i;

	*one = *two = *stack = NULL;
	for (i = 0; i < nr; i++) {
		const char *slash = strchr(words[i], '/');
		char *name = xstrndup(words[i], strcspn(words[i], "/"));

		if (*stack && strcmp(*stack, name)) {
			free(name);
			free(rest[0]);
			return error(ST_USAGE, "'%s' and '%s' are two stacks",
				     words[0], words[1]);
		}
		free(*stack);
		*stack = name;
		if (slash)
			rest[i] = xstrdup(slash + 1);
	}
	*one = rest[0];
	*two = rest[1];
	if ((nr == 1 && *one) || (nr == 2 && (!*one || !*two))) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	return 0;
}

static const struct revision *find_revision(const struct stacks *s,
					    const char *name)
{
	size_t i;

	for (i = 0; i < s->nr; i++)
		if (!strcmp(s->revisions[i].name, name))
			return &s->revisions[i];
	error(ST_USAGE, "revision '%s' of %s is unknown", name,
	      s->revisions[0].stack);
	return NULL;
}

int cmd_diff(int argc, char **argv)
{
	const char *base = NULL, *store = NULL, *words[2];
	uint64_t factor = 95;
	const struct option_row rows[] = {
		{ .name = "base", .text = &base },
		{ .name = "store", .text = &store },
		{ .name = "creation-factor", .number = &factor, .min = 1,
		  .max = 1000 },
		{ 0 }
	};
	char *stack = NULL, *one = NULL, *two = NULL, *own = NULL;
	struct side *sides = NULL;
	struct stacks stacks = { 0 };
	struct run run = { 0 };
	size_t nr, i;
	int status;

	nr = options_parse_words(argc, argv, rows, usage, words, 2);
	if (!nr) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	status = read_words(words, nr, &stack, &one, &two);
	if (!status)
		status = stacks_read(stack, NULL, &stacks);
	if (status)
		goto out;
	sides = xcalloc(stacks.nr + 2, sizeof(*sides));
	if (one) {
		nr = 2;
		sides[0].revision = find_revision(&stacks, one);
		sides[1].revision = find_revision(&stacks, two);
		if (!sides[0].revision || !sides[1].revision)
			status = ST_USAGE;
	} else {
		nr = stacks.nr;
		for (i = 0; i < nr; i++)
			sides[i].revision = &stacks.revisions[i];
		if (nr < 2)
			status = error(ST_USAGE, "%s has one revision", stack);
	}
	if (status)
		goto out;
	run.base = base ? base :
		   series_get(&sides[nr - 1].revision->variants[0].stack.series,
			      "Base");
	if (!run.base) {
		status = error(ST_USAGE, "the manifest of %s/%s names no base; --base does",
			       stack, sides[nr - 1].revision->name);
		goto out;
	}
	run.factor = xasprintf("--creation-factor=%llu",
			       (unsigned long long)factor);
	own = store ? xstrdup(store) : default_store();
	status = open_run(&run, own);
	if (!status) {
		git_repository *repo = tree_open_repo(own, false, &status);
		char *ref = xasprintf("refs/tags/%s", run.base);

		if (repo && tree_resolve(repo, ref, &run.commit))
			status = error(ST_MISSING, "%s is not in the store; 'make sources BASE=%s' brings it",
				       run.base, run.base);
		tree_close_repo(repo);
		free(ref);
	}
	for (i = 0; !status && i < nr; i++)
		status = commit_side(&run, &sides[i]);
	if (!status && one) {
		status = range_diff(&run, &sides[0], &sides[1], false);
		if (!status)
			status = tree_diff(&run, &sides[0], &sides[1]);
	} else if (!status) {
		status = compare_all(&run, sides, nr);
	}
out:
	close_run(&run);
	stacks_free(&stacks);
	free(sides);
	free(own);
	free(stack);
	free(one);
	free(two);
	return status < 0 ? ST_YES : status;
}
