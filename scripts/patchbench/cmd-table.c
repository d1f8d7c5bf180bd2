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
#include <stdlib.h>
#include <string.h>

#include "explain.h"
#include "forms.h"
#include "options.h"
#include "patchbench.h"
#include "show.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench table --plan FILE --store DIR --data DIR --guest DIR\n"
"         [--samples N] [--sessions N] [--arch ARCH]\n"
"         [--compare DIR | --from-reference DIR] [FORM]\n"
"       patchbench table --backend host --store DIR [--data DIR]\n"
"         [--samples N] [FORM]\n"
"\n"
"FORM:\n"
"  --baseline STACK/REV/PARAMS  what the others are set against (base/off)\n"
"  --rule overlap|test  what makes a mark: intervals that do not overlap, or\n"
"                       p <= 5 % of Welch's and Mann-Whitney's tests\n"
"  --holm               with --rule test: p adjusted by Holm\n"
"  --full               all result classes, with values and intervals\n"
"  --form grid|markdown|csv|json\n"
"  --width N            with --form grid: no line is longer, in parts if need be\n"
"  --explain [ARCH:]COLUMN:BENCHMARK:CLASS\n"
"                       not the tables, but what one figure is made of:\n"
"                       kstack/v5/on:syscall/getpid:p99\n";

#define WIDTH_MAX	10000

/* The words as they were given. */
struct words {
	const char *backend, *rule, *form, *explain;
	uint64_t width;
};

static int form_check(const struct words *words, struct form_options *form)
{
	if (!form_named(words->form, &form->form))
		return error(ST_USAGE, "table: --form: '%s' is none of grid, "
			     "markdown, csv and json", words->form);
	if (show_rule("table", words->rule, &form->figures))
		return ST_USAGE;
	if (words->width && form->form != FORM_GRID)
		return error(ST_USAGE, "table: --width goes with --form grid");
	form->width = (size_t)words->width;
	return 0;
}

int cmd_table(int argc, char **argv)
{
	struct words words = {
		.backend = "icount", .rule = "overlap", .form = "grid",
	};
	struct show_options o = {
		.sessions = SESSIONS_DEFAULT,
	};
	struct form_options form = { 0 };
	const struct option_row rows[] = {
		{ .name = "plan", .text = &o.plan },
		{ .name = "store", .text = &o.store },
		{ .name = "data", .text = &o.data },
		{ .name = "guest", .text = &o.guest },
		{ .name = "arch", .text = &o.arch },
		{ .name = "from-reference", .text = &o.reference },
		{ .name = "compare", .text = &o.compare },
		{ .name = "baseline", .text = &o.baseline },
		{ .name = "backend", .text = &words.backend },
		{ .name = "rule", .text = &words.rule },
		{ .name = "form", .text = &words.form },
		{ .name = "explain", .text = &words.explain },
		{ "width", NULL, &words.width, 1, WIDTH_MAX, NULL },
		{ "samples", NULL, &o.samples, 1, SAMPLES_MAX, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_MAX, NULL },
		{ .name = "full", .flag = &form.figures.all_classes },
		{ .name = "holm", .flag = &form.figures.holm },
		{ 0 },
	};
	struct tables tables = { 0 };
	struct bytes out = { 0 };
	bool host;
	int ret;

	options_parse(argc, argv, rows, usage);
	ret = show_check("table", words.backend, &o, &host);
	if (!ret)
		ret = form_check(&words, &form);
	if (!ret)
		ret = host ? host_tables(&o, &tables) :
			     plan_tables(&o, &tables);
	if (!ret)
		ret = words.explain ?
			explain(&o, &tables, &form, words.explain, &out) :
			forms_print(&tables, &form, &out);
	/* All tables or none: half a report would pass for a whole one. */
	if (!ret)
		fwrite(out.data, 1, out.len, stdout);
	free(out.data);
	tables_free(&tables);
	return ret;
}
