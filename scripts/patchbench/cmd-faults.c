// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench faults: how often the stack offset was one that is known
 *
 *	$ patchbench faults --plan plan --store records --guest build/guest
 *	arm64 v6.19.6 (QEMU icount, neoverse-n1, 2 CPUs), n = ...
 *
 *	+-----------+-------+------+--------+----------+-------+...
 *	| Kernel    | moved | same | chance |        p | tasks |...
 *	...
 *
 * One table for each architecture, base and configuration of the plan.
 * docs/faults.md says what is counted.
 */
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "grid.h"
#include "notes.h"
#include "options.h"
#include "patchbench.h"
#include "plan-records.h"
#include "predict.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench faults --plan FILE --data DIR [options]\n"
"\n"
PLAN_RECORDS_USAGE
"  --samples N     rounds of each session; a child for each hundred (2000)\n"
"  --sessions N    sessions of each cell (1)\n";

#define SAMPLES_LEAST	10	/* new tasks are never fewer */
#define SAMPLES_LIMIT	1000000
#define SESSIONS_LIMIT	1000
#define MIGRATE		"fault/migrate"
#define FORK		"fault/fork"
#define SAME		1024	/* bin of no difference; see stack-faults.c */
#define OFFSETS		64	/* first offsets; the bin of them: not known */

struct kernel {
	const struct cell *cell;	/* not owned */
	uint64_t rounds, same;
	uint64_t children, first[OFFSETS + 1];
};

struct faults {
	const struct plan_records *o;
	size_t nr;
	struct kernel *kernels;		/* owned */
};

/* Add the bins of @h to @counts of @nr; false where one is beyond. */
static bool add_bins(const struct histogram *h, uint64_t *counts, size_t nr)
{
	size_t i;

	for (i = 0; i < h->nr; i++) {
		if (h->bins[i].ticks >= nr)
			return false;
		counts[h->bins[i].ticks] += h->bins[i].count;
	}
	return true;
}

static int take(void *arg, const struct cell *c, const char *path,
		struct record *rec)
{
	const struct histogram *migrate = record_find(rec, MIGRATE);
	const struct histogram *fork = record_find(rec, FORK);
	uint64_t differences[2 * SAME] = { 0 };
	struct faults *f = arg;
	struct kernel *k;

	if (!migrate || !fork)
		return error(ST_REFUSED, "%s: no histogram of %s", path,
			     migrate ? FORK : MIGRATE);
	if (!f->nr || f->kernels[f->nr - 1].cell != c) {
		f->kernels = xrealloc(f->kernels, (f->nr + 1) *
				      sizeof(*f->kernels));
		f->kernels[f->nr++] = (struct kernel){ .cell = c };
	}
	k = &f->kernels[f->nr - 1];
	if (!add_bins(migrate, differences, 2 * SAME))
		return error(ST_REFUSED, "%s: %s: no difference of offsets",
			     path, MIGRATE);
	if (!add_bins(fork, k->first, OFFSETS + 1))
		return error(ST_REFUSED, "%s: %s: no offset", path, FORK);
	k->rounds += migrate->count;
	k->same += differences[SAME];
	k->children += fork->count;
	return 0;
}

static bool same_table(const struct cell *a, const struct cell *b)
{
	return a->arch == b->arch && !strcmp(a->base, b->base) &&
	       !strcmp(a->config, b->config);
}

/* Of so many or more equal ones, if each were drawn anew. */
static char *p_text(const struct kernel *k, double chance)
{
	double p = predict_p(k->same, k->rounds, chance);

	if (p <= 0)
		return xstrdup("< 1e-300");
	return xasprintf(p < 0.0001 ? "%.1e" : "%.4f", p);
}

/* "0", "17 different", or that none is known. */
static char *first_text(const struct kernel *k)
{
	unsigned int different = 0, last = 0, i;

	for (i = 0; i < OFFSETS; i++) {
		different += k->first[i] != 0;
		last = k->first[i] ? i : last;
	}
	if (!different)
		return xstrdup("not known");
	return different == 1 ? xasprintf("always %u", last * 16) :
				xasprintf("%u different", different);
}

static void add_kernel(struct grid *grid, const struct kernel *k)
{
	double chance = 1.0 / OFFSETS;
	char *cells[] = {
		plan_kernel(k->cell),
		xasprintf("%llu", (unsigned long long)k->rounds),
		xasprintf("%llu", (unsigned long long)k->same),
		xasprintf("%.1f", (double)k->rounds * chance),
		p_text(k, chance),
		xasprintf("%llu", (unsigned long long)k->children),
		first_text(k),
	};
	size_t i;

	grid_row(grid, (const char *const *)cells);
	for (i = 0; i < sizeof(cells) / sizeof(cells[0]); i++)
		free(cells[i]);
}

/* The table that kernel @start begins. */
static void print_table(const struct faults *f, size_t start,
			struct bytes *out)
{
	const struct cell *first = f->kernels[start].cell;
	struct grid *grid = grid_new();
	size_t i;
	char *text;

	grid_column(grid, GRID_TEXT, "Kernel", 0);
	grid_column(grid, GRID_FIGURE, "moved", 0);
	grid_column(grid, GRID_FIGURE, "same", 0);
	grid_column(grid, GRID_FIGURE, "chance", 0);
	grid_column(grid, GRID_FIGURE, "p", 0);
	grid_column(grid, GRID_FIGURE, "tasks", 0);
	grid_column(grid, GRID_FIGURE, "first offset", 0);
	for (i = start; i < f->nr; i++)
		if (same_table(f->kernels[i].cell, first))
			add_kernel(grid, &f->kernels[i]);
	text = grid_format(grid);
	bytes_printf(out, "%s%s %s (QEMU %s, %s, %llu CPUs), n = %llu x %llu:\n\n%s",
		     out->len ? "\n" : "", first->arch->entropy_of ?
		     first->arch->entropy_of : first->arch->name, first->base,
		     first->arch->clock ? "clock" : "icount", first->arch->cpu,
		     (unsigned long long)first->arch->cpus,
		     (unsigned long long)f->o->sessions,
		     (unsigned long long)f->o->samples, text);
	free(text);
	grid_free(grid);
}

static void print(const struct faults *f)
{
	struct bytes out = { 0 };
	size_t i, k;

	for (i = 0; i < f->nr; i++) {
		for (k = 0; k < i; k++)
			if (same_table(f->kernels[i].cell, f->kernels[k].cell))
				break;
		if (k == i)
			print_table(f, i, &out);
	}
	bytes_printf(&out, "\n");
	text_wrap(&out, "moved: a task that is moved within a system call leaves its CPU; same: the next call on that CPU has the offset of that one. chance: how many would have it by chance, 1 in 64; p: of so many or more.",
		  FORM_NOTE_WIDTH);
	text_wrap(&out, "tasks: new ones; first offset: that of their first system call, in bytes.",
		  FORM_NOTE_WIDTH);
	if (f->o->reference)
		text_wrap(&out, "From the reference records of this repository, not measured on this machine.",
			  FORM_NOTE_WIDTH);
	fwrite(out.data, 1, out.len, stdout);
	free(out.data);
}

int cmd_faults(int argc, char **argv)
{
	struct plan_records o = {
		.data = "bench-data", .samples = 2000, .sessions = 1,
		.target = "faults",
	};
	const struct option_row rows[] = {
		PLAN_RECORDS_ROWS(o),
		{ "samples", NULL, &o.samples, SAMPLES_LEAST, SAMPLES_LIMIT, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_LIMIT, NULL },
		{ 0 },
	};
	struct faults f = { .o = &o };
	struct bench *bench;
	int ret;

	options_parse(argc, argv, rows, usage);
	ret = plan_records_check("faults", &o);
	if (ret)
		return ret;
	bench = bench_open(o.data, TESTS_COUNTS, o.plan,
			   o.reference ? NULL : o.guest, o.samples, &ret);
	if (!bench)
		return ret;
	ret = plan_records_load(&o, bench, take, &f);
	if (!ret)
		print(&f);
	free(f.kernels);
	bench_close(bench);
	return ret;
}
