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
#include <getopt.h>
#include <string.h>

#include "patchbench.h"
#include "show.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench table --plan FILE --store DIR --data DIR --guest DIR\n"
"         [--samples N] [--sessions N] [--arch ARCH] [--full]\n"
"         [--compare DIR | --from-reference DIR]\n"
"       patchbench table --backend host --store DIR [--data DIR]\n"
"         [--samples N] [--baseline STACK/REV/PARAMS] [--full]\n";

enum option_id {
	PLAN = 1, STORE, DATA, GUEST, SAMPLES, SESSIONS, ARCH, FULL, REFERENCE,
	COMPARE, BACKEND, BASELINE, HELP,
};

static const struct option options[] = {
	{ "plan",		required_argument, NULL, PLAN },
	{ "store",		required_argument, NULL, STORE },
	{ "data",		required_argument, NULL, DATA },
	{ "guest",		required_argument, NULL, GUEST },
	{ "samples",		required_argument, NULL, SAMPLES },
	{ "sessions",		required_argument, NULL, SESSIONS },
	{ "arch",		required_argument, NULL, ARCH },
	{ "full",		no_argument, NULL, FULL },
	{ "from-reference",	required_argument, NULL, REFERENCE },
	{ "compare",		required_argument, NULL, COMPARE },
	{ "backend",		required_argument, NULL, BACKEND },
	{ "baseline",		required_argument, NULL, BASELINE },
	{ "help",		no_argument, NULL, HELP },
	{ NULL, 0, NULL, 0 },
};

static int number_option(const char *name, const char *s, uint64_t max,
			 uint64_t *value)
{
	if (parse_u64(s, 1, max, value))
		return 0;
	return error(ST_USAGE, "table: --%s: '%s' is no whole number from 1 to "
		     "%llu", name, s, (unsigned long long)max);
}

static int backend_option(const char *name, bool *host)
{
	*host = !strcmp(name, "host");
	if (*host || !strcmp(name, "icount"))
		return 0;
	return error(ST_USAGE, "table: --backend: '%s' is neither icount nor "
		     "host", name);
}

/* Returns 0, a status, or -1 where help was asked for. */
static int options_parse(int argc, char **argv, struct show_options *o,
			 bool *host)
{
	const char **string[] = {
		[PLAN] = &o->plan, [STORE] = &o->store, [DATA] = &o->data,
		[GUEST] = &o->guest, [ARCH] = &o->arch,
		[REFERENCE] = &o->reference, [COMPARE] = &o->compare,
		[BASELINE] = &o->baseline,
	};
	int c, ret = 0;

	optind = 1;
	while (!ret && (c = getopt_long(argc, argv, "", options, NULL)) != -1) {
		switch (c) {
		case FULL:
			o->full = true;
			break;
		case SAMPLES:
			ret = number_option("samples", optarg, SAMPLES_MAX,
					    &o->samples);
			o->samples_given = true;
			break;
		case SESSIONS:
			ret = number_option("sessions", optarg, SESSIONS_MAX,
					    &o->sessions);
			break;
		case BACKEND:
			ret = backend_option(optarg, host);
			break;
		case HELP:
			fputs(usage, stdout);
			return -1;
		case '?':
			fputs(usage, stderr);
			return ST_USAGE;
		default:
			*string[c] = optarg;
		}
	}
	if (!ret && optind < argc)
		ret = error(ST_USAGE, "table: '%s' is one word too many",
			    argv[optind]);
	return ret;
}

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
		.samples = SAMPLES_DEFAULT, .sessions = SESSIONS_DEFAULT,
	};
	bool host = false;
	int ret = options_parse(argc, argv, &o, &host);

	if (ret < 0)
		return ST_YES;
	if (!ret)
		ret = host ? host_check(&o) : plan_check(&o);
	if (ret)
		return ret;
	return host ? show_host(&o) : show_plan(&o);
}
