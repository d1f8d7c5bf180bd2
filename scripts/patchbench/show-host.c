// SPDX-License-Identifier: GPL-2.0-only
/* Tables of what was timed on running kernels: all records in STORE/host. */
#include <ftw.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cell.h"
#include "patchbench.h"
#include "show.h"

/* The records of one folder: sessions of one cell on one machine. */
struct set {
	char *dir;
	time_t written;		/* the newest record, to the second */
	size_t nr;
	char **paths;
	struct record *records;
	struct column column;	/* its strings are the first record's */
};

struct sets {
	size_t nr;
	struct set *sets;
};

/* What nftw() found; it has no argument to hand it over. */
static struct found {
	size_t nr;
	struct found_file {
		char *path;
		time_t written;
	} *files;
} found;

static int found_file(const char *path, const struct stat *st, int type,
		      struct FTW *ftw)
{
	const char *dot = strrchr(path + ftw->base, '.');

	if (type != FTW_F || !dot || strcmp(dot, ".record"))
		return 0;
	found.files = xrealloc(found.files,
			       (found.nr + 1) * sizeof(*found.files));
	found.files[found.nr].path = xstrdup(path);
	found.files[found.nr++].written = st->st_mtime;
	return 0;
}

static int found_order(const void *a, const void *b)
{
	return strverscmp(((const struct found_file *)a)->path,
			  ((const struct found_file *)b)->path);
}

static void found_free(void)
{
	size_t i;

	for (i = 0; i < found.nr; i++)
		free(found.files[i].path);
	free(found.files);
	memset(&found, 0, sizeof(found));
}

static bool same_column(const struct column *a, const struct column *b)
{
	return column_same_table(a, b) && !strcmp(a->stack, b->stack) &&
	       !strcmp(a->revision, b->revision) &&
	       !strcmp(a->parameters, b->parameters);
}

static bool same_machine(const struct set *a, const struct set *b)
{
	return !strcmp(a->column.arch, b->column.arch) &&
	       !strcmp(a->records[0].cpu, b->records[0].cpu);
}

static const char *parameters_label(const struct bench *bench, const char *name)
{
	const struct parameters *known = NULL;

	if (bench)
		known = bench_parameters(bench, name);
	return known ? known->label : "";
}

static struct set *set_at(struct sets *all, const char *dir, size_t len,
			  const struct record *first,
			  const struct bench *bench)
{
	struct set *set;
	size_t i;

	for (i = 0; i < all->nr; i++)
		if (strlen(all->sets[i].dir) == len &&
		    !memcmp(all->sets[i].dir, dir, len))
			return &all->sets[i];
	all->sets = xrealloc(all->sets, (all->nr + 1) * sizeof(*all->sets));
	set = &all->sets[all->nr++];
	memset(set, 0, sizeof(*set));
	set->dir = xstrndup(dir, len);
	set->column = (struct column){
		.arch = first->arch, .base = first->base,
		.stack = first->stack, .revision = first->revision,
		.parameters = first->parameters, .config = first->config,
		.parameters_label = parameters_label(bench, first->parameters),
		.label = "",
	};
	return set;
}

/* The session that the file's name gives, or 0. */
static uint64_t named_session(const char *name)
{
	char *number = xstrndup(name, strlen(name) - strlen(".record"));
	uint64_t session = 0;

	if (!parse_u64(number, 1, UINT64_MAX, &session))
		session = 0;
	free(number);
	return session;
}

/* Add a record to the set of its folder. */
static int set_add(struct sets *all, const struct found_file *file,
		   const struct bench *bench)
{
	const char *slash = strrchr(file->path, '/');
	struct record rec;
	struct set *set;
	int ret;

	ret = record_load(file->path, &rec);
	if (ret == ST_MISSING)
		return error(ret, "%s: has gone", file->path);
	if (ret)
		return ret;
	set = set_at(all, file->path, (size_t)(slash - file->path), &rec,
		     bench);
	set->paths = xrealloc(set->paths, (set->nr + 1) * sizeof(*set->paths));
	set->records = xrealloc(set->records,
				(set->nr + 1) * sizeof(*set->records));
	set->paths[set->nr] = xstrdup(file->path);
	set->records[set->nr++] = rec;
	if (file->written > set->written)
		set->written = file->written;
	if (rec.backend != BACKEND_HOST)
		return error(ST_REFUSED, "%s: backend: %s in the place of "
			     "host", file->path, backend_name(rec.backend));
	return column_check(file->path, &rec, &set->column,
				 named_session(slash + 1));
}

static void set_free(struct set *set)
{
	size_t i;

	for (i = 0; i < set->nr; i++) {
		record_free(&set->records[i]);
		free(set->paths[i]);
	}
	free(set->records);
	free(set->paths);
	free(set->dir);
	memset(set, 0, sizeof(*set));
}

static bool samples_fit(const struct show_options *o, const struct set *set)
{
	return !o->samples_given || set->records[0].samples == o->samples;
}

/* Why a set does not count, or NULL. */
static const char *left_out(const struct show_options *o,
			    const struct sets *all, const struct set *set)
{
	size_t i;

	if (!samples_fit(o, set))
		return "has another number of samples";
	for (i = 0; i < all->nr; i++) {
		const struct set *other = &all->sets[i];

		if (other == set || !other->nr || !samples_fit(o, other) ||
		    !same_column(&other->column, &set->column) ||
		    !same_machine(other, set))
			continue;
		if (other->written > set->written ||
		    (other->written == set->written && other > set))
			return "is an older measurement of the same cell";
	}
	return NULL;
}

/* The unpatched kernel first, then stacks, revisions, bases, parameters. */
static int set_order(const void *a, const void *b)
{
	const struct column *x = &((const struct set *)a)->column;
	const struct column *y = &((const struct set *)b)->column;
	int order;

	order = !strcmp(y->stack, "base") - !strcmp(x->stack, "base");
	if (!order)
		order = strcmp(x->stack, y->stack);
	if (!order)
		order = strverscmp(x->revision, y->revision);
	if (!order)
		order = strverscmp(x->base, y->base);
	if (!order)
		order = !strcmp(y->parameters, "off") -
			!strcmp(x->parameters, "off");
	return order ? order : strcmp(x->parameters, y->parameters);
}

/*
 * Which of the sets is the baseline: the one asked for, or the first with
 * parameters off, or the first. @nr where the one asked for is not there.
 */
static size_t baseline_of(const struct show_options *o,
			  struct set *const *sets, size_t nr)
{
	size_t i;

	for (i = 0; i < nr; i++) {
		const struct column *column = &sets[i]->column;

		if (o->baseline ? column_is(column, o->baseline) :
				  !strcmp(column->parameters, "off"))
			return i;
	}
	return o->baseline ? nr : 0;
}

/* One machine's table, of @nr sets in order. */
static int machine_table(const struct show_options *o, struct set **sets,
			 size_t nr, struct tables *tables)
{
	size_t at = baseline_of(o, sets, nr), i, k;
	const struct column **columns;
	struct table table;
	int ret = 0;

	if (at == nr)
		return error(ST_MISSING, "%s: no record of the baseline %s",
			     sets[0]->records[0].cpu, o->baseline);
	for (; at; at--) {
		struct set *set = sets[at];

		sets[at] = sets[at - 1];
		sets[at - 1] = set;
	}
	columns = xcalloc(nr, sizeof(*columns));
	for (i = 0; i < nr; i++)
		columns[i] = &sets[i]->column;
	column_table(&table, columns, nr);
	for (i = 0; !ret && i < nr; i++)
		for (k = 0; !ret && k < sets[i]->nr; k++)
			ret = table_record(&table, i, sets[i]->paths[k],
					   &sets[i]->records[k]);
	if (ret)
		table_free(&table);
	else
		tables_add(tables, &table);
	free(columns);
	return ret;
}

static int machine_tables(const struct show_options *o, struct sets *all,
			  struct tables *tables)
{
	struct set **sets = xcalloc(all->nr, sizeof(*sets));
	size_t i, k, nr;
	int ret = 0;

	qsort(all->sets, all->nr, sizeof(*all->sets), set_order);
	for (i = 0; i < all->nr; i++) {
		const char *why = left_out(o, all, &all->sets[i]);

		if (!why)
			continue;
		note("%s: left out, it %s", all->sets[i].dir, why);
		set_free(&all->sets[i]);
	}
	for (i = 0; !ret && i < all->nr; i++) {
		/* A set that is in a table already is empty by now. */
		if (!all->sets[i].nr)
			continue;
		for (nr = 0, k = i; k < all->nr; k++)
			if (all->sets[k].nr &&
			    same_machine(&all->sets[i], &all->sets[k]))
				sets[nr++] = &all->sets[k];
		ret = machine_table(o, sets, nr, tables);
		for (k = 0; k < nr; k++)
			set_free(sets[k]);
	}
	if (!ret && !tables->nr)
		ret = error(ST_MISSING, "%s/host: no record of %llu samples; "
			    "this brings one: make bench-host SAMPLES=%llu",
			    o->store, (unsigned long long)o->samples,
			    (unsigned long long)o->samples);
	free(sets);
	return ret;
}

int host_tables(const struct show_options *o, struct tables *tables)
{
	char *dir = xasprintf("%s/host", o->store);
	struct bench *bench = NULL;
	struct sets all = { 0 };
	int ret = 0;
	size_t i;

	if (o->data)
		bench = bench_open_data(o->data, TESTS_TIMES, &ret);
	if (o->data && !bench)
		goto out;
	nftw(dir, found_file, 16, FTW_PHYS);
	if (found.nr)
		qsort(found.files, found.nr, sizeof(*found.files),
		      found_order);
	for (i = 0; !ret && i < found.nr; i++)
		ret = set_add(&all, &found.files[i], bench);
	if (!ret && !all.nr)
		ret = error(ST_MISSING, "%s: no record; this brings one: make "
			    "bench-host", dir);
	if (!ret)
		ret = machine_tables(o, &all, tables);
	for (i = 0; i < all.nr; i++)
		set_free(&all.sets[i]);
	free(all.sets);
	found_free();
	if (bench)
		bench_close(bench);
	if (ret)
		tables_free(tables);
out:
	free(dir);
	return ret;
}
