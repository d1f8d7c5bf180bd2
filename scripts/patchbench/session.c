// SPDX-License-Identifier: GPL-2.0-only
/* From what a guest said to a record; see session.h. */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "session.h"

static enum backend backend_of(const struct cell *c)
{
	return c->arch->clock ? BACKEND_CLOCK : BACKEND_ICOUNT;
}

bool session_is(const struct bench *b, const struct cell *c, uint64_t session,
		const struct record *rec)
{
	return rec->backend == backend_of(c) && rec->session == session &&
	       rec->samples == b->samples &&
	       (rec->unit == UNIT_OFFSETS) == (b->tests != TESTS_TIMES) &&
	       !strcmp(rec->arch, c->arch->name) &&
	       !strcmp(rec->base, c->base) && !strcmp(rec->stack, c->stack) &&
	       !strcmp(rec->revision, c->revision) &&
	       !strcmp(rec->parameters, c->parameters->name) &&
	       !strcmp(rec->config, c->config) &&
	       !strcmp(rec->image_sha256, c->image_sha256) &&
	       !strcmp(rec->guest_sha256, c->arch->guest_sha256);
}

static const struct histogram *find(const struct guest_report *g,
				    const char *name)
{
	size_t i;

	for (i = 0; i < g->nr; i++)
		if (!strcmp(g->hist[i].name, name))
			return &g->hist[i];
	return NULL;
}

/* The name of histogram @i: the empty body is before the benchmarks of times. */
static const char *wanted(const struct bench *b, size_t i)
{
	if (b->tests == TESTS_TIMES)
		return i ? b->benchmarks[i - 1].name : HISTOGRAM_EMPTY;
	return b->benchmarks[i].name;
}

static int check_histograms(const struct bench *b, const struct cell *c,
			    const char *name, const struct guest_report *g)
{
	bool times = b->tests == TESTS_TIMES;
	size_t nr = b->nr_benchmarks + times, i;

	if (g->nr != nr || g->nr_offsets)
		return error(ST_REFUSED, "%s: %zu histograms, not %zu", name,
			     g->nr, nr);
	for (i = 0; i < nr; i++) {
		const struct histogram *h = find(g, wanted(b, i));

		if (!h)
			return error(ST_REFUSED, "%s: no histogram of %s", name,
				     wanted(b, i));
		if (times ? h->count != b->samples : h->count > b->samples)
			return error(ST_REFUSED, "%s: %s counts %llu calls",
				     name, h->name,
				     (unsigned long long)h->count);
		/* The proof that a tick is an instruction. */
		if (times && !i && h->bins[0].ticks != c->arch->empty)
			return error(ST_REFUSED,
				     "%s: the empty body took %llu ticks, it has %llu instructions",
				     name, (unsigned long long)h->bins[0].ticks,
				     (unsigned long long)c->arch->empty);
	}
	return 0;
}

/* Of each test a block for each CPU, TEST/cpu0 first. */
static int check_offsets(const struct bench *b, const struct cell *c,
			 const char *name, const struct guest_report *g)
{
	size_t nr = b->nr_benchmarks * (size_t)c->arch->cpus, i;

	if (g->nr || g->nr_offsets != nr)
		return error(ST_REFUSED, "%s: offsets of %zu CPUs, not %zu",
			     name, g->nr_offsets, nr);
	for (i = 0; i < nr; i++) {
		const struct offsets *o = &g->offsets[i];
		char *test = xasprintf("%s/cpu%zu",
				       b->benchmarks[i / c->arch->cpus].name,
				       i % (size_t)c->arch->cpus);
		int ret = 0;

		if (strcmp(o->name, test))
			ret = error(ST_REFUSED, "%s: %s in the place of %s",
				    name, o->name, test);
		else if (o->n != b->samples)
			ret = error(ST_REFUSED, "%s: %s has %zu offsets", name,
				    o->name, o->n);
		free(test);
		if (ret)
			return ret;
	}
	return 0;
}

int session_check(const struct bench *b, const struct cell *c, const char *name,
		  const struct guest_report *g)
{
	char *line;
	int ret = 0;

	if (g->has_exit && g->exit)
		return error(ST_NO, "%s: the guest program ended with status %llu",
			     name, (unsigned long long)g->exit);
	if (b->tests == TESTS_TIMES && g->frequency &&
	    g->frequency != 1000000000)
		return error(ST_REFUSED,
			     "%s: the counter runs at %llu Hz, not one tick an instruction",
			     name, (unsigned long long)g->frequency);
	line = cell_kernel_command_line(b, c);
	if (strcmp(line, g->kernel_command_line))
		ret = error(ST_REFUSED, "%s: booted with '%s' instead of '%s'",
			    name, g->kernel_command_line, line);
	free(line);
	if (!ret && strcmp(g->kernel_release, c->release))
		ret = error(ST_REFUSED, "%s: runs %s, the image is %s", name,
			    g->kernel_release, c->release);
	if (ret)
		return ret;
	return b->tests == TESTS_OFFSETS ? check_offsets(b, c, name, g) :
					   check_histograms(b, c, name, g);
}

void session_record(const struct bench *b, const struct cell *c,
		    uint64_t session, struct guest_report *g,
		    struct record *rec)
{
	char **argv = cell_command(b, c, session);
	bool times = b->tests == TESTS_TIMES;
	size_t i;

	*rec = (struct record){
		.stack = xstrdup(c->stack),
		.revision = xstrdup(c->revision),
		.base = xstrdup(c->base),
		.arch = xstrdup(c->arch->name),
		.config = xstrdup(c->config),
		.parameters = xstrdup(c->parameters->name),
		.backend = backend_of(c),
		.session = session,
		.seed = session,
		.has_seed = true,
		.unit = times ? UNIT_INSNS : UNIT_OFFSETS,
		.samples = b->samples,
		.counter = times ? xstrdup(g->counter) : NULL,
		.frequency = times ? 1000000000 : 0,
		.image_key = xstrdup(c->image_key),
		.image_sha256 = xstrdup(c->image_sha256),
		.config_sha256 = xstrdup(c->config_sha256),
		.guest_sha256 = xstrdup(c->arch->guest_sha256),
		.tree = xstrdup(c->tree),
		.compiler = xstrdup(c->compiler),
		.qemu = xstrdup(c->arch->qemu_version),
		.cpu = xstrdup(c->arch->cpu),
		.command = argv_line(argv),
		.kernel_command_line = xstrdup(g->kernel_command_line),
		.kernel_release = xstrdup(g->kernel_release),
	};
	for (i = 0; i < g->nr; i++)
		record_histogram(rec, &g->hist[i]);
	for (i = 0; i < g->nr_offsets; i++)
		record_offsets(rec, &g->offsets[i]);
	argv_free(argv);
}
