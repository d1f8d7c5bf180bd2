// SPDX-License-Identifier: GPL-2.0-only
/* All tables as one JSON object, with the sessions' own values. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <jansson.h>

#include "forms.h"
#include "notes.h"
#include "patchbench.h"

static void set(json_t *object, const char *key, json_t *value)
{
	if (json_object_set_new(object, key, value))
		die(ST_MACHINE, "out of memory");
}

static void append(json_t *array, json_t *value)
{
	if (json_array_append_new(array, value))
		die(ST_MACHINE, "out of memory");
}

static json_t *integer(uint64_t n)
{
	return json_integer((json_int_t)n);
}

/* null where there is no such number. */
static json_t *number(bool known, double value)
{
	return known && !isnan(value) ? json_real(value) : json_null();
}

static json_t *sessions_of(const struct measured *series,
			   enum result_class class)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < series->nr; i++)
		append(array, json_real(series->sessions[i].value[class]));
	return array;
}

/* The one session's own interval of a percentile, null for the others. */
static json_t *ordered(const struct figures *f, size_t bench, size_t class,
		       size_t cell)
{
	const struct order_interval *in =
		&f->table->cells[cell].ordered[bench][f->classes[class]];
	double scale = 1e9 / (double)f->table->frequency;
	json_t *object;

	if (!in->known)
		return json_null();
	object = json_object();
	set(object, "low", json_real((double)in->low * scale));
	set(object, "high", json_real((double)in->high * scale));
	set(object, "low_rank", integer(in->low_rank));
	set(object, "high_rank", integer(in->high_rank));
	set(object, "coverage", json_real(in->coverage));
	return object;
}

static json_t *figure_of(const struct figures *f, size_t bench, size_t class,
			 size_t cell)
{
	const struct figure *figure = figures_at(f, bench, class, cell);
	const char mark[] = { figure->change.mark, '\0' };
	json_t *object = json_object();

	set(object, "column", json_string(f->table->cells[cell].id));
	set(object, "benchmark", json_string(f->table->benchmarks[bench]));
	set(object, "class", json_string(class_name(f->classes[class])));
	set(object, "value", json_real(figure->in.mean));
	set(object, "half", number(figure->in.known, figure->in.half));
	set(object, "exact", figure->in.known ?
	    json_boolean(figure->in.exact) : json_null());
	set(object, "percent", number(cell != 0, figure->change.percent));
	set(object, "mark", *mark ? json_string(mark) : json_null());
	set(object, "p", number(true, figure->p));
	set(object, "p_holm", number(true, figure->p_holm));
	set(object, "sessions",
	    sessions_of(&f->table->cells[cell].series[bench],
			f->classes[class]));
	set(object, "within_first_session", ordered(f, bench, class, cell));
	return object;
}

static json_t *columns_of(const struct table *table)
{
	json_t *array = json_array();
	size_t i;

	for (i = 0; i < table->nr_cells; i++) {
		const struct cell_data *cell = &table->cells[i];
		json_t *object = json_object();

		set(object, "column", json_string(cell->id));
		set(object, "label", json_string(cell->label));
		set(object, "sessions", integer(cell->nr));
		append(array, object);
	}
	return array;
}

static json_t *table_of(const struct figures *f)
{
	const struct table *table = f->table;
	json_t *object = json_object(), *array;
	size_t bench, class, cell, i;
	struct notes notes;

	set(object, "arch", json_string(table->arch));
	set(object, "base", json_string(table->base));
	set(object, "backend", json_string(backend_name(table->backend)));
	set(object, "machine", json_string(table->cpu));
	set(object, "unit", json_string(unit_name(table->unit)));
	set(object, "samples", integer(table->samples));
	set(object, "baseline", json_string(table->cells[0].id));
	set(object, "rule", json_string(rule_name(f->options.rule)));
	set(object, "holm", json_boolean(f->options.holm));
	set(object, "reference", json_boolean(table->reference));
	set(object, "columns", columns_of(table));
	array = json_array();
	for (bench = 0; bench < table->nr_benchmarks; bench++)
		for (class = 0; class < f->nr_classes; class++)
			for (cell = 0; cell < table->nr_cells; cell++)
				append(array, figure_of(f, bench, class, cell));
	set(object, "figures", array);
	array = json_array();
	notes_make(f, &notes);
	for (i = 0; i < notes.nr; i++)
		append(array, json_string(notes.texts[i]));
	notes_free(&notes);
	set(object, "notes", array);
	return object;
}

void form_json(const struct figures *figures, size_t nr, struct bytes *out)
{
	json_t *object = json_object(), *array = json_array();
	char *text;
	size_t i;

	for (i = 0; i < nr; i++)
		append(array, table_of(&figures[i]));
	set(object, "tables", array);
	text = json_dumps(object, JSON_INDENT(2) | JSON_REAL_PRECISION(17));
	if (!text)
		die(ST_MACHINE, "JSON: out of memory, or a text that is no "
		    "UTF-8");
	bytes_printf(out, "%s\n", text);
	free(text);
	json_decref(object);
}
