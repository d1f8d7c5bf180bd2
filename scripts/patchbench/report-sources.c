// SPDX-License-Identifier: GPL-2.0-only
/* Where the figures of a page come from. */
#include <stdlib.h>
#include <string.h>

#include "page.h"
#include "patchbench.h"
#include "provenance.h"
#include "report.h"

static void add_lines(const struct source *source, struct bytes *out)
{
	struct provenance provenance;
	size_t i;

	provenance_make(source->records, source->nr, &provenance);
	page_markup(out, "<dl>\n");
	for (i = 0; i < provenance.nr; i++) {
		const struct provenance_line *line = &provenance.lines[i];

		if (*line->key)
			page_markup(out, "<dt>%s</dt>", line->key);
		page_markup(out, "<dd>");
		page_text(out, line->value);
		page_markup(out, "</dd>\n");
	}
	page_markup(out, "</dl>\n");
	provenance_free(&provenance);
}

/* Where a store lies on this machine is nobody's business. */
static const char *below(const char *path, const char *folder)
{
	size_t len = folder ? strlen(folder) : 0;

	if (!len || strncmp(path, folder, len))
		return path;
	path += len;
	return path + strspn(path, "/");
}

static void add_records(const struct source *source, const char *folder,
			struct bytes *out)
{
	size_t i;

	page_markup(out, "<div class=\"scroll\" tabindex=\"0\"><table>\n"
		    "<thead><tr><th>Session</th><th class=\"l\">Record</th>"
		    "<th class=\"l\">SHA-256</th></tr></thead>\n<tbody>\n");
	for (i = 0; i < source->nr; i++) {
		page_markup(out, "<tr><td>%llu</td><td class=\"l\">",
			    (unsigned long long)source->records[i].session);
		page_text(out, below(source->cell->paths[i], folder));
		page_markup(out, "</td><td class=\"l hash\">%s</td></tr>\n",
			    source->sha256[i]);
	}
	page_markup(out, "</tbody></table></div>\n");
}

void report_sources(const struct sources *sources, const char *folder,
		    uint64_t sessions, struct bytes *out)
{
	const struct table *table = sources->table;
	size_t i;

	for (i = 0; i < sources->nr; i++) {
		const struct source *source = &sources->sources[i];
		bool again = i == table->nr_cells;
		char *command = provenance_again(&source->records[0],
			table->backend == BACKEND_HOST ? source->nr : sessions);

		page_markup(out, "<details>\n<summary>");
		page_text(out, table->cells[again ? 0 : i].name);
		page_markup(out, "%s: %zu record%s</summary>\n",
			    again ? ", once more" : "", source->nr,
			    source->nr == 1 ? "" : "s");
		page_markup(out, "<pre>");
		page_text(out, command);
		page_markup(out, "%s</pre>\n", again ? " AA=yes" : "");
		add_lines(source, out);
		add_records(source, folder, out);
		page_markup(out, "</details>\n");
		free(command);
	}
}
