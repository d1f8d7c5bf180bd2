// SPDX-License-Identifier: GPL-2.0-only
/* All figures of all tables as CSV (RFC 4180), one line for each. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "forms.h"
#include "patchbench.h"

/* On one line: not every reader of CSV takes a field of several. */
static void add_label(struct bytes *out, const char *label)
{
	char *line = form_label(label);

	csv_field(out, line);
	free(line);
}

/* Enough digits for the same double to be read back; empty: there is none. */
static void add_number(struct bytes *out, bool known, double value)
{
	char *text;

	bytes_add(out, ",", 1);
	if (!known || isnan(value))
		return;
	text = number_format(value);
	bytes_printf(out, "%s", text);
	free(text);
}

static void add_figure(const struct figures *f, size_t bench, size_t class,
		       size_t cell, struct bytes *out)
{
	const struct figure *figure = figures_at(f, bench, class, cell);
	const struct table *table = f->table;
	const struct cell_data *data = &table->cells[cell];
	char mark[2] = { figure->change.mark, '\0' };

	csv_field(out, table->arch);
	csv_field(out, table->base);
	csv_field(out, backend_name(table->backend));
	csv_field(out, table->cpu);
	csv_field(out, data->id);
	csv_field(out, table->cells[0].id);
	csv_field(out, table->benchmarks[bench]);
	csv_field(out, class_name(f->classes[class]));
	csv_field(out, unit_name(table->unit));
	bytes_printf(out, ",%zu,%llu", data->nr,
		     (unsigned long long)table->samples);
	add_number(out, true, figure->in.mean);
	add_number(out, figure->in.known, figure->in.half);
	csv_field(out, !figure->in.known ? "" :
		       figure->in.exact ? "yes" : "no");
	add_number(out, cell != 0, figure->change.percent);
	bytes_printf(out, ",%s", mark);
	csv_field(out, cell ? rule_name(f->options.rule) : "");
	add_number(out, true, figure->p);
	add_number(out, true, figure->p_holm);
	add_label(out, data->label);
	bytes_add(out, "\n", 1);
}

void form_csv(const struct figures *figures, size_t nr, struct bytes *out)
{
	size_t i, bench, class, cell;

	bytes_printf(out, "arch,base,backend,machine,column,baseline,benchmark,"
		     "class,unit,sessions,samples,value,half,exact,percent,"
		     "mark,rule,p,p_holm,label\n");
	for (i = 0; i < nr; i++) {
		const struct figures *f = &figures[i];

		for (bench = 0; bench < f->table->nr_benchmarks; bench++)
			for (class = 0; class < f->nr_classes; class++)
				for (cell = 0; cell < f->table->nr_cells;
				     cell++)
					add_figure(f, bench, class, cell, out);
	}
}
