// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench html: the performance tables of a plan as a page with plots
 *
 *	$ patchbench html --plan plan --store records --data bench-data \
 *		--guest build/guest --out report.html
 *	report.html
 *
 * One file that needs nothing else: no script, no font, no picture from
 * elsewhere. The same records make the same bytes. docs/html.md has it all.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "notes.h"
#include "options.h"
#include "page.h"
#include "patchbench.h"
#include "report.h"
#include "show.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench html --plan FILE --store DIR --data DIR --guest DIR\n"
"         [--samples N] [--sessions N] [--arch ARCH]\n"
"         [--compare DIR | --from-reference DIR] [RULE] --out FILE\n"
"       patchbench html --backend host --store DIR [--data DIR]\n"
"         [--samples N] [RULE] --out FILE\n"
"\n"
"RULE:\n"
"  --baseline STACK/REV/PARAMS  what the others are set against (base/off)\n"
"  --rule overlap|test  what makes a mark: intervals that do not overlap, or\n"
"                       p <= 5 % of Welch's and Mann-Whitney's tests\n"
"  --holm               with --rule test: p adjusted by Holm\n";

/* gnuplot dies with us, and nothing else of ours has a name yet. */
static void on_signal(int sig)
{
	static const char text[] = "patchbench: interrupted; no page written\n";
	ssize_t ignored = write(2, text, sizeof(text) - 1);

	(void)sig;
	(void)ignored;
	_exit(ST_MACHINE);
}

/* From here on a signal waits for the page to be whole. */
static void hold_signals(void)
{
	sigset_t set;

	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, NULL);
}

static void add_contents(const struct tables *tables, struct bytes *out)
{
	size_t i;

	page_markup(out, "<nav aria-label=\"Contents\"><ul>\n");
	for (i = 0; i < tables->nr; i++) {
		char *caption = table_caption(&tables->tables[i]);

		page_markup(out, "<li><a href=\"#t%zu\">", i);
		page_text(out, caption);
		page_markup(out, "</a>: <a href=\"#t%zu-plots\">plots</a>, "
			    "<a href=\"#t%zu-sources\">records</a></li>\n", i,
			    i);
		free(caption);
	}
	page_markup(out, "</ul></nav>\n");
}

/* A section: the table @nr, its plots, its records. */
static int add_table(const struct show_options *o,
		     const struct figures_options *options,
		     const struct table *table, size_t nr, struct bytes *out)
{
	char *caption = table_caption(table);
	struct sources sources = { 0 };
	struct figures figures;
	int ret;

	figures_make(table, options, &figures);
	page_markup(out, "<section>\n<h2 id=\"t%zu\">", nr);
	page_text(out, caption);
	page_markup(out, "</h2>\n");
	report_table(&figures, out);
	ret = sources_load(table, &sources);
	page_markup(out, "<div id=\"t%zu-plots\">\n", nr);
	if (!ret)
		ret = report_plots(&figures, &sources, nr, out);
	page_markup(out, "</div>\n<h3 id=\"t%zu-sources\">Records and how to "
		    "have them again</h3>\n", nr);
	if (!ret)
		report_sources(&sources, o->reference ? o->reference : o->store,
			       o->sessions, out);
	page_markup(out, "</section>\n");
	sources_free(&sources);
	figures_free(&figures);
	free(caption);
	return ret;
}

static int make_page(const struct show_options *o,
		     const struct figures_options *options,
		     const struct tables *tables, struct bytes *out)
{
	int ret = 0;
	size_t i;

	page_begin(out, "Patchbench report");
	add_contents(tables, out);
	for (i = 0; !ret && i < tables->nr; i++)
		ret = add_table(o, options, &tables->tables[i], i, out);
	page_end(out);
	return ret;
}

int cmd_html(int argc, char **argv)
{
	const char *backend = "icount", *rule = "overlap", *path = NULL;
	struct show_options o = { .sessions = SESSIONS_DEFAULT };
	struct figures_options figures = { .all_classes = true };
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
		{ .name = "rule", .text = &rule },
		{ .name = "out", .text = &path },
		{ "samples", NULL, &o.samples, 1, SAMPLES_MAX, NULL },
		{ "sessions", NULL, &o.sessions, 1, SESSIONS_MAX, NULL },
		{ .name = "holm", .flag = &figures.holm },
		{ 0 },
	};
	struct tables tables = { 0 };
	struct bytes out = { 0 };
	bool host;
	int ret;

	options_parse(argc, argv, rows, usage);
	ret = show_check("html", backend, &o, &host);
	if (!ret)
		ret = show_rule("html", rule, &figures);
	if (!ret && !path)
		ret = error(ST_USAGE, "html: --out is needed");
	if (ret)
		return ret;
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	signal(SIGHUP, on_signal);
	ret = host ? host_tables(&o, &tables) : plan_tables(&o, &tables);
	if (!ret)
		ret = make_page(&o, &figures, &tables, &out);
	hold_signals();
	if (!ret && file_write_atomic(path, out.data, out.len))
		ret = error(ST_MACHINE, "%s: %s", path, strerror(errno));
	if (!ret)
		printf("%s\n", path);
	free(out.data);
	tables_free(&tables);
	return ret;
}
