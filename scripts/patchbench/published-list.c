// SPDX-License-Identifier: GPL-2.0-only
/* Published tables found, printed as they were posted, and freed. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "grid.h"
#include "patchbench.h"
#include "published.h"

#define BYTES_MAX	((size_t)1 << 20)

static int load(const char *dir, const char *name, struct published_list *out)
{
	char *path = xasprintf("%s/%s", dir, name), *buf;
	struct published table;
	size_t len;
	int ret;

	buf = file_read(path, BYTES_MAX, &len);
	if (!buf)
		ret = error(errno == EFBIG ? ST_REFUSED : ST_MACHINE, "%s: %s",
			    path, strerror(errno));
	else
		ret = published_parse(path, buf, len, &table);
	if (!ret) {
		out->tables = xrealloc(out->tables, (out->nr + 1) *
				       sizeof(*out->tables));
		out->tables[out->nr++] = table;
	}
	free(buf);
	free(path);
	return ret;
}

static int visible(const struct dirent *entry)
{
	return entry->d_name[0] != '.';
}

static int unknown(const char *name, struct dirent **entries, int nr)
{
	struct bytes known = { 0 };
	int i, ret;

	for (i = 0; i < nr; i++)
		bytes_printf(&known, " %s", entries[i]->d_name);
	bytes_add(&known, "", 1);
	ret = error(ST_USAGE, "no published table '%s'; there are:%s", name,
		    known.data);
	free(known.data);
	return ret;
}

int published_load(const char *dir, const char *name,
		   struct published_list *out)
{
	struct dirent **entries;
	int nr = scandir(dir, &entries, visible, alphasort), i, ret = 0;
	bool found = !name;

	if (nr < 0)
		return error(errno == ENOENT ? ST_MISSING : ST_MACHINE,
			     "%s: %s", dir, strerror(errno));
	for (i = 0; i < nr && !ret; i++) {
		if (name && strcmp(entries[i]->d_name, name))
			continue;
		found = true;
		ret = load(dir, entries[i]->d_name, out);
	}
	if (!found)
		ret = unknown(name, entries, nr);
	for (i = 0; i < nr; i++)
		free(entries[i]);
	free(entries);
	if (ret)
		published_list_free(out);
	return ret;
}

const struct published_posting *
published_posting(const struct published *table, const char *revision)
{
	size_t i;

	if (!revision)
		return &table->postings[table->nr_postings - 1];
	for (i = 0; i < table->nr_postings; i++)
		if (!strcmp(table->postings[i].revision, revision))
			return &table->postings[i];
	error(ST_USAGE, "%s was not posted with revision '%s'", table->name,
	      revision);
	return NULL;
}

/* Whether @revision is one of those in @list, which commas part. */
static bool listed(const char *list, const char *revision)
{
	size_t len = strlen(revision);

	for (; list; list = strchr(list, ','), list = list ? list + 1 : NULL)
		if (!strncmp(list, revision, len) &&
		    (!list[len] || list[len] == ','))
			return true;
	return false;
}

const struct published_label *
published_label(const struct published_column *column, const char *revision)
{
	size_t i;

	for (i = 0; i < column->nr_labels; i++)
		if (!strcmp(column->labels[i].revisions, "-") ||
		    listed(column->labels[i].revisions, revision))
			return &column->labels[i];
	return NULL;
}

char *published_cell(const struct published_column *column,
		     const char *revision)
{
	const char *at = strchr(column->cell, '@');

	if (!at)
		return xstrdup(column->cell);
	return xasprintf("%.*s%s%s", (int)(at - column->cell), column->cell,
			 revision, at + 1);
}

static void ratio_format(const struct published *table, struct bytes *out)
{
	size_t i;

	bytes_printf(out, "size,before,after\n");
	for (i = 0; i < table->nr_rows; i++) {
		const struct published_row *row = &table->rows[i];

		bytes_printf(out, "%s,%s,%s (%s%%)\n", row->benchmark,
			     row->figures[0].text, row->figures[1].text,
			     row->figures[2].text);
	}
}

static void percent_row(const struct published *table,
			const struct published_row *row, struct grid *grid)
{
	char **cells = xcalloc(row->nr + 2, sizeof(*cells));
	size_t i;

	cells[0] = xstrdup(row->benchmark);
	cells[1] = xasprintf("%s (%s)", row->class, table->unit);
	for (i = 0; i < row->nr; i++) {
		const struct published_figure *figure = &row->figures[i];

		cells[i + 2] = figure->mark ?
			xasprintf("(%c) %s%%", figure->mark, figure->text) :
			xasprintf("%s%%", figure->text);
	}
	grid_row(grid, (const char *const *)cells);
	for (i = 0; i < row->nr + 2; i++)
		free(cells[i]);
	free(cells);
}

void published_format(const struct published *table, const char *revision,
		      struct bytes *out)
{
	struct grid *grid;
	char *text;
	size_t i;

	if (table->layout == PUBLISHED_RATIO) {
		ratio_format(table, out);
		return;
	}
	grid = grid_new();
	grid_column(grid, GRID_GROUP, "Benchmark", 0);
	grid_column(grid, GRID_TEXT, "Result Class", 0);
	for (i = 0; i < table->nr_columns; i++) {
		const struct published_label *label =
			published_label(&table->columns[i], revision);

		grid_column(grid, GRID_FIGURE, label->text,
			    (size_t)label->width);
	}
	for (i = 0; i < table->nr_rows; i++)
		percent_row(table, &table->rows[i], grid);
	text = grid_format(grid);
	if (table->caption)
		bytes_printf(out, "%s\n\n", table->caption);
	bytes_printf(out, "%s", text);
	free(text);
	grid_free(grid);
}

void published_free(struct published *p)
{
	size_t i, k;

	for (i = 0; i < p->nr_postings; i++) {
		free(p->postings[i].revision);
		free(p->postings[i].date);
		free(p->postings[i].message_id);
	}
	for (i = 0; i < p->nr_wrongs; i++)
		free(p->wrongs[i]);
	for (i = 0; i < p->nr_columns; i++) {
		for (k = 0; k < p->columns[i].nr_labels; k++) {
			free(p->columns[i].labels[k].revisions);
			free(p->columns[i].labels[k].text);
		}
		free(p->columns[i].labels);
		free(p->columns[i].arch);
		free(p->columns[i].cell);
		free(p->columns[i].baseline);
		free(p->columns[i].broken);
	}
	for (i = 0; i < p->nr_rows; i++) {
		for (k = 0; k < p->rows[i].nr; k++)
			free(p->rows[i].figures[k].text);
		free(p->rows[i].figures);
		free(p->rows[i].benchmark);
		free(p->rows[i].class);
	}
	free(p->postings);
	free(p->wrongs);
	free(p->columns);
	free(p->rows);
	free(p->name);
	free(p->about);
	free(p->machine);
	free(p->kernel);
	free(p->unit);
	free(p->caption);
	memset(p, 0, sizeof(*p));
}

void published_list_free(struct published_list *list)
{
	while (list->nr)
		published_free(&list->tables[--list->nr]);
	free(list->tables);
	list->tables = NULL;
}
