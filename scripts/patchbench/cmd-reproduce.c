// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench reproduce: published tables beside what was measured here
 *
 *	$ patchbench reproduce --published bench-data/published --plan plan \
 *		--data bench-data --from-reference bench-data/results
 *
 * For each published figure: does the direction agree? A disagreement is a
 * finding and no failure. docs/reproduce.md has it all.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "patchbench.h"
#include "reproduce.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench reproduce --published DIR --plan FILE --data DIR\n"
"         (--store DIR --guest DIR | --from-reference DIR)\n"
"         [--samples N] [--sessions N] [--form grid|csv] [TABLE [--rev REV]]\n"
"\n"
"  --published DIR  the published tables, bench-data/published\n"
"  --rev REV        as posted in this revision; otherwise in the newest\n"
"  --form csv       a line for each figure\n"
"The others are those of 'patchbench table'.\n";

int cmd_reproduce(int argc, char **argv)
{
	const char *dir = NULL, *revision = NULL, *name = NULL, *form = "grid";
	struct show_options o = {
		.samples = SAMPLES_DEFAULT, .sessions = SESSIONS_DEFAULT,
	};
	const struct option_row rows[] = {
		{ .name = "published", .text = &dir },
		{ .name = "rev", .text = &revision },
		{ .name = "form", .text = &form },
		{ .name = "plan", .text = &o.plan },
		{ .name = "store", .text = &o.store },
		{ .name = "data", .text = &o.data },
		{ .name = "guest", .text = &o.guest },
		{ .name = "from-reference", .text = &o.reference },
		{ "samples", NULL, &o.samples, 1, SAMPLES_MAX, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_MAX, NULL },
		{ 0 },
	};
	struct published_list tables = { 0 };
	struct reproductions all = { 0 };
	struct bytes out = { 0 };
	int ret;

	options_parse_words(argc, argv, rows, usage, &name, 1);
	if (!dir || !o.plan || !o.data)
		return error(ST_USAGE, "reproduce: --published, --plan and "
			     "--data are needed");
	if (!o.reference && (!o.store || !o.guest))
		return error(ST_USAGE, "reproduce: --store and --guest are "
			     "needed, or --from-reference");
	if (revision && !name)
		return error(ST_USAGE, "reproduce: --rev goes with a table");
	if (strcmp(form, "grid") && strcmp(form, "csv"))
		return error(ST_USAGE, "reproduce: --form: '%s' is neither "
			     "grid nor csv", form);
	ret = published_load(dir, name, &tables);
	if (!ret)
		ret = reproduce(&tables, revision, &o, &all);
	if (!ret && !strcmp(form, "csv"))
		reproductions_csv(&all, &out);
	else if (!ret)
		reproductions_text(&all, &out);
	/* All or nothing: half of it would pass for the whole. */
	if (!ret)
		fwrite(out.data, 1, out.len, stdout);
	free(out.data);
	reproductions_free(&all);
	published_list_free(&tables);
	return ret;
}
