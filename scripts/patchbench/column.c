// SPDX-License-Identifier: GPL-2.0-only
/* Columns: their names, headers and tables, and the check of their records. */
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "patchbench.h"
#include "show.h"

char *column_name(const struct column *column)
{
	if (!strcmp(column->stack, "base"))
		return xasprintf("%s %s base/%s", column->arch, column->base,
				 column->parameters);
	return xasprintf("%s %s %s/%s/%s", column->arch, column->base,
			 column->stack, column->revision, column->parameters);
}

char *column_id(const struct column *column)
{
	return cell_id(column->stack, column->revision, column->parameters);
}

bool column_is(const struct column *column, const char *asked)
{
	char *id = column_id(column);
	bool is = cell_id_is(id, asked);

	free(id);
	return is;
}

bool column_same_table(const struct column *a, const struct column *b)
{
	return !strcmp(a->arch, b->arch) && !strcmp(a->base, b->base) &&
	       !strcmp(a->config, b->config);
}

/*
 * The header of a column. The plan's label is the series manifest's, its lines
 * parted by commas: "per-cpu-prng,not posted". Caller frees.
 */
static char *header(const struct column *column)
{
	const char *under = *column->parameters_label ?
		column->parameters_label : column->parameters;
	char *shown, *out, *at;

	/* The published layout has a third, empty line here. */
	if (!strcmp(column->stack, "base"))
		return xasprintf("%s\n%s\n", column->base, under);
	if (!*column->label || !strcmp(column->label, "-"))
		shown = xasprintf("%s %s", column->stack, column->revision);
	else
		shown = xstrdup(column->label);
	for (at = shown; *at; at++)
		if (*at == ',')
			*at = '\n';
	/* As published: with its parameters on, the label alone. */
	if (*column->parameters_label)
		return shown;
	out = xasprintf("%s\n%s", shown, under);
	free(shown);
	return out;
}

int column_check(const char *path, const struct record *rec,
		 const struct column *column, uint64_t session)
{
	const struct {
		const char *key, *wanted, *found;
	} check[] = {
		{ "arch", column->arch, rec->arch },
		{ "base", column->base, rec->base },
		{ "stack", column->stack, rec->stack },
		{ "revision", column->revision, rec->revision },
		{ "parameters", column->parameters, rec->parameters },
		{ "config", column->config, rec->config },
	};
	size_t i;

	for (i = 0; i < sizeof(check) / sizeof(check[0]); i++)
		if (strcmp(check[i].wanted, check[i].found))
			return error(ST_REFUSED, "%s: %s: %s in the place of "
				     "%s", path, check[i].key, check[i].found,
				     check[i].wanted);
	if (rec->session != session)
		return error(ST_REFUSED, "%s: session: %llu in the place of "
			     "%llu", path, (unsigned long long)rec->session,
			     (unsigned long long)session);
	return 0;
}

/* Columns that read the same are told apart by what they are. */
static void headers_apart(struct table *table,
			  const struct column *const *columns)
{
	bool *twice = xcalloc(table->nr_cells, sizeof(*twice));
	size_t i, k;

	for (i = 0; i < table->nr_cells; i++)
		for (k = 0; k < table->nr_cells; k++)
			if (i != k && !strcmp(table->cells[i].label,
					      table->cells[k].label))
				twice[i] = true;
	for (i = 0; i < table->nr_cells; i++) {
		char *label = table->cells[i].label;

		if (!twice[i])
			continue;
		if (!strcmp(columns[i]->stack, "base"))
			table->cells[i].label = xasprintf("%s%s", label,
							  columns[i]->config);
		else
			table->cells[i].label = xasprintf("%s\n%s %s", label,
							  columns[i]->stack,
							  columns[i]->revision);
		free(label);
	}
	free(twice);
}

void column_table(struct table *table, const struct column *const *columns,
		  size_t nr)
{
	const struct column *first = columns[0];
	size_t i;

	memset(table, 0, sizeof(*table));
	if (!strcmp(first->stack, "base"))
		table->baseline = xasprintf("the unpatched %s, parameters %s",
					    first->base, first->parameters);
	else
		table->baseline = xasprintf("%s %s on %s, parameters %s",
					    first->stack, first->revision,
					    first->base, first->parameters);
	for (i = 0; i < nr; i++) {
		char *name = column_name(columns[i]);
		char *id = column_id(columns[i]);
		char *label = header(columns[i]);

		table_cell(table, name, id, label);
		free(label);
		free(id);
		free(name);
	}
	headers_apart(table, columns);
}
