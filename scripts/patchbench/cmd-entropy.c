// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench entropy: how many bits the stack offset has, and can it be told
 *
 *	$ patchbench entropy --plan plan --store records --data bench-data \
 *		--guest build/guest --samples 100000
 *	arm64 v6.19.6 (QEMU, neoverse-n1), stack offsets, n = 1 x 100000:
 *
 *	+-----------+------+-------+------+------+-------+-----------+-------+
 *	| Kernel    |      | time  | bits |  90B | limit | predicted | after |
 *	|           |      |       |      |      |       |  of 10000 |       |
 *	...
 *
 * One table for each architecture, base and configuration of the plan. Status 1
 * where a kernel falls short. docs/entropy.md has it all.
 */
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "options.h"
#include "patchbench.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench entropy --plan FILE --data DIR [options]\n"
"\n"
PLAN_RECORDS_USAGE
"  --samples N     offsets of each session and CPU (100000)\n"
"  --sessions N    sessions of each cell (1)\n"
"  --jobs N        sessions looked at side by side (1)\n"
"  --form grid|markdown|csv|cover  cover: the short table of a cover letter\n"
"  --full          each figure of each test\n"
"  --check         only say whether such options can be answered\n";

#define JOBS_MAX	256
#define SESSIONS_LIMIT	1000

static int check_form(const char *form, bool full)
{
	static const char *const forms[] = { "grid", "markdown", "csv", "cover" };
	size_t i;

	for (i = 0; i < sizeof(forms) / sizeof(forms[0]); i++)
		if (!strcmp(form, forms[i]))
			break;
	if (i == sizeof(forms) / sizeof(forms[0]))
		return error(ST_USAGE, "entropy: --form: '%s' is none of grid, markdown, csv and cover",
			     form);
	if (full && strcmp(form, "grid"))
		return error(ST_USAGE, "entropy: --full goes with --form grid; csv has every figure");
	return 0;
}

static void print(const struct entropy *entropy, const char *form, bool full)
{
	struct bytes out = { 0 };

	if (!strcmp(form, "csv"))
		entropy_csv(entropy, &out);
	else if (!strcmp(form, "cover"))
		entropy_cover(entropy, &out);
	else
		entropy_text(entropy, !strcmp(form, "markdown"), &out);
	if (full) {
		bytes_printf(&out, "\n");
		entropy_full(entropy, &out);
	}
	fwrite(out.data, 1, out.len, stdout);
	free(out.data);
}

int cmd_entropy(int argc, char **argv)
{
	struct plan_records o = {
		.data = "bench-data", .samples = 100000, .sessions = 1,
		.target = "entropy",
	};
	uint64_t jobs = 1;
	struct entropy entropy = { 0 };
	const char *form = "grid";
	bool full = false, only = false;
	const struct option_row rows[] = {
		PLAN_RECORDS_ROWS(o),
		{ .name = "form", .text = &form },
		{ "samples", NULL, &o.samples, LIMITS_N_MIN, OFFSETS_MAX, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_LIMIT, NULL },
		{ "jobs", NULL, &jobs, 1, JOBS_MAX, NULL },
		{ .name = "full", .flag = &full },
		{ .name = "check", .flag = &only },
		{ 0 },
	};
	int ret;

	options_parse(argc, argv, rows, usage);
	ret = check_form(form, full);
	if (!ret && only)
		return entropy_limits_known(&o);
	if (!ret)
		ret = plan_records_check("entropy", &o);
	if (!ret)
		ret = entropy_load(&o, &entropy);
	if (!ret)
		ret = entropy_examine(&entropy, jobs);
	if (!ret) {
		print(&entropy, form, full);
		ret = entropy_failures(&entropy) ? ST_NO : 0;
	}
	entropy_free(&entropy);
	return ret;
}
