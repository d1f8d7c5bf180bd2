// SPDX-License-Identifier: GPL-2.0-only
/* The records of a plan, by architecture and kernel; see entropy.h. */
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "compare.h"
#include "entropy.h"
#include "patchbench.h"
#include "show.h"

static struct column column_of(const struct cell *c)
{
	return (struct column){
		.arch = c->arch->name, .base = c->base, .stack = c->stack,
		.revision = c->revision, .parameters = c->parameters->name,
		.config = c->config,
	};
}

/* "kstack/v5"; the unpatched kernel is told by its parameters. */
static char *kernel_name(const struct cell *c)
{
	if (!strcmp(c->stack, "base"))
		return xasprintf("base/%s", c->parameters->name);
	return xasprintf("%s/%s", c->stack, c->revision);
}

/* The table that @c belongs to, made where there is none yet. */
static struct entropy_table *table_of(const struct entropy_options *o,
				      const struct cell *c,
				      struct entropy *out)
{
	struct entropy_table *t;
	size_t i;

	for (i = 0; i < out->nr; i++) {
		t = &out->tables[i];
		if (!strcmp(t->arch, c->arch->entropy_of) &&
		    !strcmp(t->base, c->base) && !strcmp(t->config, c->config))
			return t;
	}
	out->tables = xrealloc(out->tables,
			       (out->nr + 1) * sizeof(*out->tables));
	t = &out->tables[out->nr++];
	*t = (struct entropy_table){
		.arch = xstrdup(c->arch->entropy_of),
		.base = xstrdup(c->base), .config = xstrdup(c->config),
		.mask = c->arch->offset_mask,
		.width = (unsigned int)
			__builtin_popcountll(c->arch->offset_mask),
		.samples = o->samples, .sessions = o->sessions,
	};
	return t;
}

static struct entropy_row *new_row(struct entropy_table *t,
				   const struct cell *c)
{
	struct entropy_row *row;

	t->rows = xrealloc(t->rows, (t->nr + 1) * sizeof(*t->rows));
	row = &t->rows[t->nr++];
	*row = (struct entropy_row){
		.kernel = kernel_name(c), .machine = xstrdup(c->arch->name),
		.cpu = xstrdup(c->arch->cpu), .clock = c->arch->clock,
	};
	return row;
}

static void compare_with(const struct entropy_options *o, const struct cell *c,
			 const struct record *rec,
			 struct comparison *comparison)
{
	char *path = cell_reference_path(c, o->compare, rec->session);
	struct column column = column_of(c);
	struct record theirs;
	int ret = record_load(path, &theirs);

	if (!ret) {
		ret = column_check(path, &theirs, &column, rec->session);
		if (!ret)
			compare_record(comparison, rec, &theirs);
		record_free(&theirs);
	} else if (ret == ST_MISSING) {
		compare_record(comparison, rec, NULL);
		ret = 0;
	}
	/* A bad reference must not keep anyone from good figures. */
	if (ret)
		note("%s: not compared with", path);
	free(path);
}

static int check_record(const struct entropy_options *o, const struct cell *c,
			const char *path, const struct record *rec,
			uint64_t session)
{
	struct column column = column_of(c);
	int ret = column_check(path, rec, &column, session);

	if (ret)
		return ret;
	if (!rec->nr_offsets)
		return error(ST_REFUSED, "%s: holds no offsets", path);
	if (rec->samples != o->samples)
		return error(ST_REFUSED, "%s: samples: %llu in the place of %llu",
			     path, (unsigned long long)rec->samples,
			     (unsigned long long)o->samples);
	if ((rec->backend == BACKEND_CLOCK) != c->arch->clock)
		return error(ST_REFUSED, "%s: backend: %s in the place of %s",
			     path, backend_name(rec->backend),
			     backend_name(c->arch->clock ? BACKEND_CLOCK :
							   BACKEND_ICOUNT));
	return 0;
}

/* The blocks of @rec go to @row. */
static void take_offsets(struct entropy_row *row, struct record *rec)
{
	size_t i;

	row->drawn = xrealloc(row->drawn, (row->nr + rec->nr_offsets) *
			      sizeof(*row->drawn));
	for (i = 0; i < rec->nr_offsets; i++)
		row->drawn[row->nr++] = (struct drawn){
			.session = rec->session, .offsets = rec->offsets[i],
		};
	rec->nr_offsets = 0;
}

static int missing(const struct entropy_options *o, const struct cell *c,
		   const char *path, uint64_t session)
{
	char *name = cell_name(c), *which, *hint;
	int ret;

	which = strcmp(c->stack, "base") ?
		xasprintf("STACK=%s REV=%s", c->stack, c->revision) :
		xstrdup("STACK=base");
	hint = xasprintf("make entropy BASE=%s ARCH=%s %s SAMPLES=%llu SESSIONS=%llu",
			 c->base, c->arch->entropy_of, which,
			 (unsigned long long)o->samples,
			 (unsigned long long)o->sessions);
	ret = error(ST_MISSING, "%s: no %s of session %llu (%s)%s%s", name,
		    o->reference ? "reference record" : "record",
		    (unsigned long long)session, path,
		    o->reference ? "" : "; this brings it: ",
		    o->reference ? "" : hint);
	free(hint);
	free(which);
	free(name);
	return ret;
}

static int session_load(const struct entropy_options *o, const struct cell *c,
			uint64_t session, struct entropy_row *row,
			struct comparison *comparison)
{
	char *path = o->reference ?
		     cell_reference_path(c, o->reference, session) :
		     cell_path(c, o->store, session);
	struct record rec;
	int ret = record_load(path, &rec);

	if (ret == ST_MISSING)
		missing(o, c, path, session);
	if (!ret)
		ret = check_record(o, c, path, &rec, session);
	/* What a clock gave comes never again. */
	if (!ret && o->compare && !c->arch->clock)
		compare_with(o, c, &rec, comparison);
	if (!ret)
		take_offsets(row, &rec);
	record_free(&rec);
	free(path);
	return ret;
}

static int cell_load(const struct entropy_options *o, const struct cell *c,
		     struct entropy *out, struct comparison *comparison)
{
	struct entropy_row *row;
	uint64_t session;
	int ret, worst = 0;

	if (!c->arch->entropy_of || !c->arch->offset_mask)
		return error(ST_USAGE, "%s/arches/%s: does not say what its stack offsets are promised to have (offset-mask, entropy-of)",
			     o->data, c->arch->name);
	row = new_row(table_of(o, c, out), c);
	for (session = 1; session <= o->sessions; session++) {
		ret = session_load(o, c, session, row, comparison);
		worst = ret > worst ? ret : worst;
	}
	return worst;
}

/* A kernel that was sampled with both clocks is shown with the ordinary one. */
static void set_aside(struct entropy_table *t)
{
	size_t i, k;

	for (i = 0; i < t->nr; i++)
		for (k = 0; k < t->nr; k++)
			if (!t->rows[i].clock && t->rows[k].clock &&
			    !strcmp(t->rows[i].kernel, t->rows[k].kernel))
				t->rows[i].aside = true;
}

int entropy_load(const struct entropy_options *o, struct entropy *out)
{
	struct comparison comparison = { 0 };
	struct bench *bench;
	char *path;
	size_t i;
	int ret = 0, worst = 0;

	out->reference = o->reference != NULL;
	bench = bench_open(o->data, TESTS_OFFSETS, o->plan,
			   o->reference ? NULL : o->guest, o->samples, &ret);
	if (!bench)
		return ret;
	path = xasprintf("%s/limits", o->data);
	worst = limits_read(path, &out->limits);
	free(path);
	/* Everything that is missing is said at once. */
	for (i = 0; worst <= ST_MISSING && i < bench->nr_cells; i++) {
		ret = cell_load(o, &bench->cells[i], out, &comparison);
		worst = ret > worst ? ret : worst;
	}
	bench_close(bench);
	for (i = 0; i < out->nr; i++)
		set_aside(&out->tables[i]);
	if (!worst && o->compare) {
		char *text = compare_format(&comparison);

		note("reference: %s", text);
		free(text);
	}
	return worst;
}

int entropy_limits_known(const struct entropy_options *o)
{
	struct limits limits = { 0 };
	struct bench *bench;
	char *path = xasprintf("%s/limits", o->data);
	int ret = limits_read(path, &limits);
	size_t i;

	free(path);
	if (ret)
		return ret;
	bench = bench_open_data(o->data, TESTS_OFFSETS, &ret);
	for (i = 0; bench && !ret && i < bench->nr_arches; i++) {
		uint64_t mask = bench->arches[i].offset_mask;

		if (mask && !limits_find(&limits, (unsigned int)
					 __builtin_popcountll(mask), o->samples))
			ret = ST_MISSING;
	}
	bench_close(bench);
	limits_free(&limits);
	return ret;
}

void entropy_free(struct entropy *entropy)
{
	size_t i, k, n;

	for (i = 0; i < entropy->nr; i++) {
		struct entropy_table *t = &entropy->tables[i];

		for (k = 0; k < t->nr; k++) {
			struct entropy_row *row = &t->rows[k];

			for (n = 0; n < row->nr; n++)
				offsets_release(&row->drawn[n].offsets);
			free(row->drawn);
			free(row->kernel);
			free(row->machine);
			free(row->cpu);
		}
		free(t->rows);
		free(t->arch);
		free(t->base);
		free(t->config);
	}
	free(entropy->tables);
	limits_free(&entropy->limits);
	*entropy = (struct entropy){ 0 };
}
