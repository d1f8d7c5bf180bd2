// SPDX-License-Identifier: GPL-2.0-only
/* A plan's records of offsets and faults, found and checked. */
#include <stdlib.h>
#include <string.h>

#include "compare.h"
#include "patchbench.h"
#include "plan-records.h"
#include "show.h"

int plan_records_check(const char *verb, const struct plan_records *o)
{
	if (!o->plan)
		return error(ST_USAGE, "%s: --plan is needed", verb);
	if (!o->reference && (!o->store || !o->guest))
		return error(ST_USAGE, "%s: --store and --guest are needed, or --from-reference",
			     verb);
	if (o->reference && o->compare)
		return error(ST_USAGE, "%s: --compare and --from-reference exclude each other",
			     verb);
	return 0;
}

static struct column column_of(const struct cell *c)
{
	return (struct column){
		.arch = c->arch->name, .base = c->base, .stack = c->stack,
		.revision = c->revision, .parameters = c->parameters->name,
		.config = c->config,
	};
}

char *plan_kernel(const struct cell *c)
{
	if (!strcmp(c->stack, "base"))
		return xasprintf("base/%s", c->parameters->name);
	return xasprintf("%s/%s", c->stack, c->revision);
}

static void compare_with(const struct plan_records *o, const struct cell *c,
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

static int check_record(const struct plan_records *o, const struct cell *c,
			const char *path, const struct record *rec,
			uint64_t session)
{
	struct column column = column_of(c);
	int ret = column_check(path, rec, &column, session);

	if (ret)
		return ret;
	if (rec->unit != UNIT_OFFSETS)
		return error(ST_REFUSED, "%s: unit: %s in the place of offsets",
			     path, unit_name(rec->unit));
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

static int missing(const struct plan_records *o, const struct cell *c,
		   const char *path, uint64_t session)
{
	char *name = cell_name(c), *which, *hint;
	int ret;

	which = strcmp(c->stack, "base") ?
		xasprintf("STACK=%s REV=%s", c->stack, c->revision) :
		xstrdup("STACK=base");
	hint = xasprintf("make %s BASE=%s ARCH=%s %s SAMPLES=%llu SESSIONS=%llu",
			 o->target, c->base, c->arch->entropy_of ? c->arch->entropy_of : c->arch->name,
			 which,
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

static int session_load(const struct plan_records *o, const struct cell *c,
			uint64_t session, struct comparison *comparison,
			int (*take)(void *arg, const struct cell *c,
				    const char *path, struct record *rec),
			void *arg)
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
		ret = take(arg, c, path, &rec);
	record_free(&rec);
	free(path);
	return ret;
}

int plan_records_load(const struct plan_records *o, const struct bench *b,
		      int (*take)(void *arg, const struct cell *c,
				  const char *path, struct record *rec),
		      void *arg)
{
	struct comparison comparison = { 0 };
	uint64_t session;
	int worst = 0;
	size_t i;

	for (i = 0; i < b->nr_cells; i++)
		for (session = 1; worst <= ST_MISSING &&
		     session <= o->sessions; session++) {
			int ret = session_load(o, &b->cells[i], session,
					       &comparison, take, arg);

			worst = ret > worst ? ret : worst;
		}
	if (!worst && o->compare) {
		char *text = compare_format(&comparison);

		note("reference: %s", text);
		free(text);
	}
	return worst;
}
