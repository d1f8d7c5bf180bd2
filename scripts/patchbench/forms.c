// SPDX-License-Identifier: GPL-2.0-only
/* Tables in the form that was asked for. */
#include <stdlib.h>
#include <string.h>

#include "forms.h"
#include "patchbench.h"

static const char *const names[] = {
	[FORM_GRID] = "grid", [FORM_MARKDOWN] = "markdown",
	[FORM_CSV] = "csv", [FORM_JSON] = "json",
};

bool form_named(const char *name, enum form *form)
{
	size_t i;

	for (i = 0; i < sizeof(names) / sizeof(names[0]); i++)
		if (!strcmp(names[i], name)) {
			*form = (enum form)i;
			return true;
		}
	return false;
}

int forms_print(const struct tables *tables, const struct form_options *options,
		struct bytes *out)
{
	struct figures *figures = xcalloc(tables->nr + 1, sizeof(*figures));
	size_t i;
	int ret = 0;

	for (i = 0; i < tables->nr; i++)
		figures_make(&tables->tables[i], &options->figures,
			     &figures[i]);
	if (options->form == FORM_CSV)
		form_csv(figures, tables->nr, out);
	else if (options->form == FORM_JSON)
		form_json(figures, tables->nr, out);
	else
		for (i = 0; !ret && i < tables->nr; i++) {
			if (i)
				bytes_add(out, "\n", 1);
			ret = form_text(&figures[i], options, out);
		}
	for (i = 0; i < tables->nr; i++)
		figures_free(&figures[i]);
	free(figures);
	return ret;
}
