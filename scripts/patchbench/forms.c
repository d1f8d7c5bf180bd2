// SPDX-License-Identifier: GPL-2.0-only
/* Tables in the form that was asked for. */
#include <math.h>
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

/* "[305, 3045]" in the unit: a percentile's interval within one session. */
static char *ordered_format(const struct figures *f, size_t bench, size_t class,
			    size_t cell)
{
	const struct order_interval *in =
		&f->table->cells[cell].ordered[bench][f->classes[class]];
	double scale = 1e9 / (double)f->table->frequency;

	if (!in->known)
		return NULL;
	return xasprintf("[%.*f, %.*f]", f->table->unit == UNIT_NS ? 2 : 0,
			 (double)in->low * scale,
			 f->table->unit == UNIT_NS ? 2 : 0,
			 (double)in->high * scale);
}

char *form_value(const struct figures *f, size_t bench, size_t class,
		 size_t cell)
{
	const struct interval *in = &figures_at(f, bench, class, cell)->in;
	char *ordered, *text;

	if (!f->options.all_classes)
		return xasprintf("%.2f", in->mean);
	if (in->exact)
		return xasprintf("%.2f exact", in->mean);
	if (in->known)
		return xasprintf("%.2f +- %.2f", in->mean, in->half);
	ordered = ordered_format(f, bench, class, cell);
	text = ordered ? xasprintf("%.2f %s", in->mean, ordered) :
			 xasprintf("%.2f", in->mean);
	free(ordered);
	return text;
}

char *form_change(const struct figures *f, size_t bench, size_t class,
		  size_t cell)
{
	const struct figure *figure = figures_at(f, bench, class, cell);
	char *change = change_format(&figure->change), *text;
	double p = f->options.holm ? figure->p_holm : figure->p;

	if (!f->options.all_classes || isnan(p))
		return change;
	text = xasprintf("%s p=%.2g", change, p);
	free(change);
	return text;
}

char *form_label(const char *label)
{
	char *line = xstrdup(label);
	size_t len = strlen(line), i;

	while (len && line[len - 1] == '\n')
		line[--len] = '\0';
	for (i = 0; i < len; i++)
		if (line[i] == '\n')
			line[i] = ' ';
	return line;
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
