// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench published: tables as they were posted
 *
 *	$ patchbench published --published bench-data/published
 *	$ patchbench published --published bench-data/published \
 *		kstack-cover-arm64 --rev v3
 *
 * Without a table's name the tables are listed, with one it is printed byte for
 * byte. docs/published.md has it all.
 */
#include <stdlib.h>
#include <string.h>

#include "options.h"
#include "patchbench.h"
#include "published.h"
#include "reproduce.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench published --published DIR [--cells] [TABLE [--rev REV]]\n"
"\n"
"  --published DIR  the published tables, bench-data/published\n"
"  --rev REV        as posted in this revision; otherwise in the newest\n"
"  --cells          instead: which cells repeat it, a line ARCH STACK REV each\n";

static void list_postings(const struct published *table, struct bytes *out)
{
	size_t i;

	for (i = 0; i < table->nr_postings; i++) {
		const struct published_posting *p = &table->postings[i];

		bytes_printf(out, "  %-9s%s%s%s", i ? "" : "posted",
			     strcmp(p->revision, "-") ? p->revision : "",
			     strcmp(p->revision, "-") ? " " : "", p->date);
		if (strcmp(p->message_id, "-"))
			bytes_printf(out, " %s", p->message_id);
		bytes_printf(out, "\n");
	}
}

static void list_columns(const struct published *table, struct bytes *out)
{
	size_t i;

	for (i = 0; i < table->nr_columns; i++) {
		const struct published_column *c = &table->columns[i];

		bytes_printf(out, "  %-9s%s %s (%s) against %s (%s)\n",
			     i ? "" : "columns", c->arch, c->cell,
			     published_source_name(c->source), c->baseline,
			     published_source_name(c->baseline_source));
	}
}

static const char *known(const char *text)
{
	return strcmp(text, "-") ? text : "not known";
}

static void list(const struct published_list *list, struct bytes *out)
{
	size_t i, k;

	for (i = 0; i < list->nr; i++) {
		const struct published *table = &list->tables[i];

		bytes_printf(out, "%s%s\n  %-9s%s\n", i ? "\n" : "",
			     table->name, "about", table->about);
		list_postings(table, out);
		bytes_printf(out, "  %-9s%s\n  %-9s%s\n  %-9s%s\n", "machine",
			     known(table->machine), "kernel",
			     known(table->kernel), "unit", table->unit);
		list_columns(table, out);
		for (k = 0; k < table->nr_wrongs; k++)
			bytes_printf(out, "  %-9s%s\n", k ? "" : "wrong",
				     table->wrongs[k]);
	}
}

int cmd_published(int argc, char **argv)
{
	const char *dir = NULL, *revision = NULL, *name = NULL;
	bool cells = false;
	const struct option_row rows[] = {
		{ .name = "published", .text = &dir },
		{ .name = "rev", .text = &revision },
		{ .name = "cells", .flag = &cells },
		{ 0 },
	};
	const struct published_posting *posting;
	struct published_list tables = { 0 };
	struct bytes out = { 0 };
	int ret;

	options_parse_words(argc, argv, rows, usage, &name, 1);
	if (!dir)
		return error(ST_USAGE, "published: --published is needed");
	if (revision && !name)
		return error(ST_USAGE, "published: --rev goes with a table");
	ret = published_load(dir, name, &tables);
	if (ret)
		return ret;
	if (cells) {
		ret = reproduce_cells(&tables, revision, &out);
	} else if (name) {
		posting = published_posting(&tables.tables[0], revision);
		if (posting)
			published_format(&tables.tables[0], posting->revision,
					 &out);
		else
			ret = ST_USAGE;
	} else {
		list(&tables, &out);
	}
	/* A table that nothing here repeats has no cells. */
	if (!ret && out.len)
		fwrite(out.data, 1, out.len, stdout);
	free(out.data);
	published_list_free(&tables);
	return ret;
}
