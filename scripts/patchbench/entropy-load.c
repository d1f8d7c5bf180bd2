// SPDX-License-Identifier: GPL-2.0-only
/* The records of a plan, by architecture and kernel; see entropy.h. */
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "patchbench.h"

/* The table that @c belongs to, made where there is none yet. */
static struct entropy_table *table_of(const struct plan_records *o,
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
		.kernel = plan_kernel(c), .machine = xstrdup(c->arch->name),
		.cpu = xstrdup(c->arch->cpu), .clock = c->arch->clock,
	};
	return row;
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

/* What plan_records_load() finds goes here. */
struct load {
	const struct plan_records *o;
	struct entropy *out;
	const struct cell *cell;	/* whose row is the last one */
	struct entropy_table *table;
};

static int take(void *arg, const struct cell *c, const char *path,
		struct record *rec)
{
	struct load *load = arg;

	if (!rec->nr_offsets)
		return error(ST_REFUSED, "%s: holds no offsets", path);
	if (!c->arch->entropy_of || !c->arch->offset_mask)
		return error(ST_USAGE, "%s/arches/%s: does not say what its stack offsets are promised to have (offset-mask, entropy-of)",
			     load->o->data, c->arch->name);
	if (load->cell != c) {
		load->cell = c;
		load->table = table_of(load->o, c, load->out);
		new_row(load->table, c);
	}
	take_offsets(&load->table->rows[load->table->nr - 1], rec);
	return 0;
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

int entropy_load(const struct plan_records *o, struct entropy *out)
{
	struct load load = { .o = o, .out = out };
	char *path = xasprintf("%s/limits", o->data);
	struct bench *bench;
	size_t i;
	int ret = limits_read(path, &out->limits);

	free(path);
	out->reference = o->reference != NULL;
	if (ret)
		return ret;
	bench = bench_open(o->data, TESTS_OFFSETS, o->plan,
			   o->reference ? NULL : o->guest, o->samples, &ret);
	if (!bench)
		return ret;
	ret = plan_records_load(o, bench, take, &load);
	bench_close(bench);
	for (i = 0; i < out->nr; i++)
		set_aside(&out->tables[i]);
	return ret;
}

int entropy_limits_known(const struct plan_records *o)
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
