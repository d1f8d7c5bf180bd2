// SPDX-License-Identifier: GPL-2.0-only
/* A performance table as HTML: a group of rows for each benchmark. */
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "notes.h"
#include "page.h"
#include "patchbench.h"
#include "report.h"

static void add_head(const struct figures *f, struct bytes *out)
{
	const struct table *table = f->table;
	size_t i;

	page_markup(out, "<thead><tr><th class=\"l\" scope=\"col\">Class</th>");
	for (i = 0; i < table->nr_cells; i++) {
		char *label = xstrdup(table->cells[i].label), *line, *rest;

		page_markup(out, "<th scope=\"col\">");
		rest = label;
		while ((line = strsep(&rest, "\n"))) {
			page_text(out, line);
			if (rest && *rest)
				page_markup(out, "<br/>");
		}
		page_markup(out, "</th>");
		free(label);
	}
	page_markup(out, "</tr></thead>\n");
}

static void add_class(const struct figures *f, size_t bench, size_t class,
		      struct bytes *out)
{
	const struct table *table = f->table;
	size_t i;

	page_markup(out, "<tr><th class=\"l\" scope=\"row\">%s (%s)</th>",
		    class_name(f->classes[class]), unit_name(table->unit));
	for (i = 0; i < table->nr_cells; i++) {
		char mark = figures_at(f, bench, class, i)->change.mark;
		char *text = form_value(f, bench, class, i);

		page_markup(out, "<td>");
		page_text(out, text);
		free(text);
		if (i) {
			text = form_change(f, bench, class, i);
			page_markup(out, "<br/><span class=\"%s\">",
				    mark == 'R' ? "m-r" :
				    mark == 'I' ? "m-i" : "soft");
			page_text(out, text);
			page_markup(out, "</span>");
			free(text);
		}
		page_markup(out, "</td>");
	}
	page_markup(out, "</tr>\n");
}

static void add_counts(const struct figures *f, size_t bench, struct bytes *out)
{
	const struct table *table = f->table;
	size_t i;

	page_markup(out, "<tr><th class=\"l\" scope=\"row\">n</th>");
	for (i = 0; i < table->nr_cells; i++) {
		const struct measured *series = &table->cells[i].series[bench];

		page_markup(out, "<td>%zu x %llu</td>", series->nr,
			    (unsigned long long)series->sessions[0].n);
	}
	page_markup(out, "</tr>\n");
}

void report_table(const struct figures *f, struct bytes *out)
{
	const struct table *table = f->table;
	struct notes notes;
	size_t bench, class, i;

	page_markup(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" "
		    "aria-label=\"Table of ");
	page_text(out, table->arch);
	page_markup(out, "\">\n<table class=\"figures\">\n");
	add_head(f, out);
	for (bench = 0; bench < table->nr_benchmarks; bench++) {
		page_markup(out, "<tbody>\n<tr class=\"group\"><th class=\"l\" "
			    "scope=\"rowgroup\">");
		page_text(out, table->benchmarks[bench]);
		page_markup(out, "</th><th colspan=\"%zu\"></th></tr>\n",
			    table->nr_cells);
		for (class = 0; class < f->nr_classes; class++)
			add_class(f, bench, class, out);
		add_counts(f, bench, out);
		page_markup(out, "</tbody>\n");
	}
	page_markup(out, "</table>\n</div>\n<ul>\n");
	notes_make(f, &notes);
	for (i = 0; i < notes.nr; i++) {
		page_markup(out, "<li>");
		page_text(out, notes.texts[i]);
		page_markup(out, "</li>\n");
	}
	notes_free(&notes);
	page_markup(out, "</ul>\n");
}
