// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench table: print the performance tables of a plan
 *
 *	$ patchbench table --plan plan --store records --data bench-data \
 *		--guest build/guest
 *	arm64 (QEMU icount, neoverse-n1):
 *
 *	+-----------------+--------------+-------------+--------------+
 *	| Benchmark       | Result Class |     v6.19.6 | per-cpu-prng |
 *	...
 *
 * One table for each architecture, base and configuration of the plan; with
 * --backend host, one for each machine in the store. docs/table.md has it all.
 */
#include <string.h>

#include "options.h"
#include "patchbench.h"
#include "show.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench table --plan FILE --store DIR --data DIR --guest DIR\n"
"         [--samples N] [--sessions N] [--arch ARCH] [--full]\n"
"         [--compare DIR | --from-reference DIR]\n"
"       patchbench table --backend host --store DIR [--data DIR]\n"
"         [--samples N] [--baseline STACK/REV/PARAMS] [--full]\n";

static int host_check(const struct show_options *o)
{
	if (!o->store)
		return error(ST_USAGE, "table: --backend host needs --store");
	if (o->plan || o->arch || o->reference || o->compare)
		return error(ST_USAGE, "table: --backend host takes no --plan, "
			     "--arch, --from-reference or --compare");
	return 0;
}

static int plan_check(const struct show_options *o)
{
	if (o->baseline)
		return error(ST_USAGE, "table: --baseline goes with --backend "
			     "host");
	if (!o->plan || !o->data)
		return error(ST_USAGE, "table: --plan and --data are needed");
	if (!o->reference && (!o->store || !o->guest))
		return error(ST_USAGE, "table: --store and --guest are needed, "
			     "or --from-reference");
	if (o->reference && o->compare)
		return error(ST_USAGE, "table: --compare and --from-reference "
			     "exclude each other");
	return 0;
}

int cmd_table(int argc, char **argv)
{
	struct show_options o = {
		.sessions = SESSIONS_DEFAULT,
	};
	const char *backend = "icount";
	const struct option_row rows[] = {
		{ .name = "plan", .text = &o.plan },
		{ .name = "store", .text = &o.store },
		{ .name = "data", .text = &o.data },
		{ .name = "guest", .text = &o.guest },
		{ .name = "arch", .text = &o.arch },
		{ .name = "from-reference", .text = &o.reference },
		{ .name = "compare", .text = &o.compare },
		{ .name = "baseline", .text = &o.baseline },
		{ .name = "backend", .text = &backend },
		{ "samples", NULL, &o.samples, 1, SAMPLES_MAX, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_MAX, NULL },
		{ .name = "full", .flag = &o.full },
		{ 0 },
	};
	bool host;
	int ret;

	options_parse(argc, argv, rows, usage);
	o.samples_given = o.samples != 0;
	if (!o.samples_given)
		o.samples = SAMPLES_DEFAULT;
	host = !strcmp(backend, "host");
	if (!host && strcmp(backend, "icount"))
		return error(ST_USAGE, "table: --backend: '%s' is neither "
			     "icount nor host", backend);
	ret = host ? host_check(&o) : plan_check(&o);
	if (ret)
		return ret;
	return host ? show_host(&o) : show_plan(&o);
}
