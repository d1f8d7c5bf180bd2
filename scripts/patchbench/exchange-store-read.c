// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the CSV files of a fastpath result store to values. Columns are found by
 * their names, as a store of another version may have more of them.
 */
#include <stdlib.h>
#include <string.h>

#include "exchange-store.h"
#include "exchange.h"
#include "patchbench.h"

struct table_in {
	struct csv csv;
	size_t at[STORE_COLUMNS_MAX];	/* where the columns of the layout are */
	size_t *by_id;		/* owned: rows in the order of their numbers */
};

static const char *cell(const struct table_in *t, size_t row, int column)
{
	return csv_at(&t->csv, row, t->at[column]);
}

static uint64_t id_of(const struct table_in *t, size_t row)
{
	return strtoull(cell(t, row, 0), NULL, 10);
}

/* qsort_r() and bsearch() by number. */
static int by_id(const void *a, const void *b, void *table)
{
	uint64_t x = id_of(table, *(const size_t *)a);
	uint64_t y = id_of(table, *(const size_t *)b);

	return (x > y) - (x < y);
}

/* Every row has a number of its own. */
static int index_rows(struct table_in *t)
{
	size_t row;
	uint64_t id;

	t->by_id = xcalloc(t->csv.nr_rows + 1, sizeof(*t->by_id));
	for (row = 0; row < t->csv.nr_rows; row++) {
		t->by_id[row] = row;
		if (!parse_u64(cell(t, row, 0), 0, UINT64_MAX, &id))
			return csv_error(&t->csv, row, "id: not a number");
	}
	qsort_r(t->by_id, t->csv.nr_rows, sizeof(*t->by_id), by_id, t);
	for (row = 1; row < t->csv.nr_rows; row++)
		if (id_of(t, t->by_id[row]) == id_of(t, t->by_id[row - 1]))
			return csv_error(&t->csv, t->by_id[row], "id: a second "
					 "time");
	return 0;
}

/* The row that @column of @row in @from points at. */
static int follow(const struct table_in *from, size_t row, int column,
		  const struct table_in *to, const char *name, size_t *found)
{
	size_t low = 0, high = to->csv.nr_rows;
	uint64_t id;

	if (!parse_u64(cell(from, row, column), 0, UINT64_MAX, &id))
		return csv_error(&from->csv, row, "%s: not a number", name);
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (id_of(to, to->by_id[middle]) < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low == to->csv.nr_rows || id_of(to, to->by_id[low]) != id)
		return csv_error(&from->csv, row, "%s: %llu is not in %s", name,
				 (unsigned long long)id, to->csv.name);
	*found = to->by_id[low];
	return 0;
}

/* Is a column that is not ours, or one of ours that has no place, filled? */
static bool is_filled(const struct csv *csv, size_t column)
{
	size_t row;

	for (row = 0; row < csv->nr_rows; row++)
		if (*csv_at(csv, row, column))
			return true;
	return false;
}

/* Say which columns with something in them stay behind. */
static void tell_columns(const struct table_in *t, enum store_table which)
{
	static const char *const dropped[] = {
		"timestamp", "type", "image", "kernel_git_sha",
		"userspace_name", "sysctl", "bootscript",
	};
	const struct store_layout *layout = &store_layout[which];
	size_t i, j;

	for (i = 0; i < t->csv.nr_columns; i++) {
		const char *name = csv_name(&t->csv, i);
		bool carried = false;

		for (j = 0; layout->columns[j]; j++)
			carried |= !strcmp(layout->columns[j], name);
		for (j = 0; j < sizeof(dropped) / sizeof(dropped[0]); j++)
			carried &= strcmp(dropped[j], name) != 0;
		if (!carried && is_filled(&t->csv, i))
			note("%s: column %.40s is not carried", t->csv.name,
			     name);
	}
}

static int load_table(const char *dir, enum store_table which,
		      struct table_in *t)
{
	const struct store_layout *layout = &store_layout[which];
	char *path = xasprintf("%s/%s", dir, layout->file);
	int ret = csv_load(path, &t->csv);
	size_t i;

	free(path);
	if (ret)
		return ret;
	for (i = 0; layout->columns[i]; i++)
		if (!csv_column(&t->csv, layout->columns[i], &t->at[i]))
			return error(ST_REFUSED, "%s:1: header: no column %s",
				     t->csv.name, layout->columns[i]);
	return index_rows(t);
}

/* A table that may lack, as nothing of it is carried. */
static void tell_left(const char *dir, enum store_table which)
{
	char *path = xasprintf("%s/%s", dir, store_layout[which].file);
	struct csv csv;
	size_t len;
	char *buf = file_read(path, CSV_BYTES_MAX, &len);

	if (buf && !csv_parse(path, buf, len, &csv)) {
		if (csv.nr_rows)
			note("%s: %zu row%s not carried", path, csv.nr_rows,
			     csv.nr_rows == 1 ? " is" : "s are");
		csv_free(&csv);
	}
	free(buf);
	free(path);
}

/* What PARAM says of the calls of each benchmark's row, into @samples. */
static int read_params(const struct table_in *t, uint64_t *samples)
{
	const struct table_in *params = &t[STORE_PARAM];
	size_t row, at, others = 0;

	for (row = 0; row < params->csv.nr_rows; row++) {
		if (follow(params, row, PARAM_BENCHMARK, &t[STORE_BENCHMARK],
			   "benchmark_id", &at))
			return ST_REFUSED;
		if (strcmp(cell(params, row, PARAM_NAME),
			   STORE_PARAM_SAMPLES)) {
			others++;
			continue;
		}
		if (samples[at])
			return csv_error(&params->csv, row, "samples: a second "
					 "time");
		if (!parse_u64(cell(params, row, PARAM_VALUE), 1, UINT64_MAX,
			       &samples[at]))
			return csv_error(&params->csv, row, "value: not a "
					 "number of samples");
	}
	if (others)
		note("%s: %zu parameter%s not carried", params->csv.name,
		     others, others == 1 ? " is" : "s are");
	return 0;
}

/* The rows that a row of RESULT stands for. */
struct rows {
	size_t sut, sw, benchmark, class;
};

static int find_rows(const struct table_in *t, size_t row, struct rows *r)
{
	const struct table_in *result = &t[STORE_RESULT];
	size_t of;

	if (follow(result, row, RESULT_SUT, &t[STORE_SUT], "sut_id",
		   &r->sut) ||
	    follow(result, row, RESULT_SWPROFILE, &t[STORE_SWPROFILE],
		   "swprofile_id", &r->sw) ||
	    follow(result, row, RESULT_BENCHMARK, &t[STORE_BENCHMARK],
		   "benchmark_id", &r->benchmark) ||
	    follow(result, row, RESULT_CLASS, &t[STORE_RESULTCLASS],
		   "resultclass_id", &r->class) ||
	    follow(&t[STORE_RESULTCLASS], r->class, CLASS_BENCHMARK,
		   &t[STORE_BENCHMARK], "benchmark_id", &of))
		return ST_REFUSED;
	if (of != r->benchmark)
		return csv_error(&result->csv, row, "resultclass_id: that of "
				 "another benchmark");
	return 0;
}

/* The text of a cell into @value, refused where it is no proper text. */
static int take(const struct table_in *t, enum store_table which, size_t row,
		int column, bool needed, char **text)
{
	const char *from = cell(&t[which], row, column);

	if (!value_text_ok(from) || (needed && !*from))
		return csv_error(&t[which].csv, row, "%s: not a proper text",
				 store_layout[which].columns[column]);
	*text = xstrdup(from);
	return 0;
}

static int read_result(const struct table_in *t, size_t row,
		       const uint64_t *samples, struct values *values)
{
	const struct table_in *result = &t[STORE_RESULT];
	struct value v = { .session = 1 };
	char *suite = NULL, *name = NULL;
	struct rows r;
	int ret = find_rows(t, row, &r);

	if (!ret)
		ret = take(t, STORE_SUT, r.sut, SUT_NAME, true,
			   &v.text[V_MACHINE]) ||
		      take(t, STORE_SUT, r.sut, SUT_ARCH, false,
			   &v.text[V_ARCH]) ||
		      take(t, STORE_SWPROFILE, r.sw, SW_NAME, true,
			   &v.text[V_SUBJECT]) ||
		      take(t, STORE_SWPROFILE, r.sw, SW_KERNEL, false,
			   &v.text[V_KERNEL]) ||
		      take(t, STORE_SWPROFILE, r.sw, SW_CMDLINE, false,
			   &v.text[V_COMMAND_LINE]) ||
		      take(t, STORE_BENCHMARK, r.benchmark, BENCHMARK_SUITE,
			   false, &suite) ||
		      take(t, STORE_BENCHMARK, r.benchmark, BENCHMARK_NAME,
			   true, &name) ||
		      take(t, STORE_RESULTCLASS, r.class, CLASS_NAME, true,
			   &v.text[V_CLASS]) ||
		      take(t, STORE_RESULTCLASS, r.class, CLASS_UNIT, true,
			   &v.text[V_UNIT]) ||
		      take(t, STORE_RESULTCLASS, r.class, CLASS_BETTER, true,
			   &v.text[V_BETTER]) ||
		      take(t, STORE_RESULT, row, RESULT_SESSION, false,
			   &v.text[V_BOOT]);
	if (!ret && strcmp(v.text[V_BETTER], "smaller") &&
	    strcmp(v.text[V_BETTER], "bigger"))
		ret = csv_error(&t[STORE_RESULTCLASS].csv, r.class,
				"improvement: neither smaller nor bigger");
	if (!ret && !value_number(cell(result, row, RESULT_VALUE), &v.value))
		ret = csv_error(&result->csv, row, "value: not a decimal "
				"number");
	if (ret) {
		value_free(&v);
		ret = ST_REFUSED;
	} else {
		v.text[V_BENCHMARK] = *suite ? xasprintf("%s/%s", suite, name) :
					       xstrdup(name);
		v.samples = samples[r.benchmark];
		ret = values_add(values, result->csv.name, &v);
	}
	free(suite);
	free(name);
	return ret;
}

int exchange_store_read(const char *dir, struct values *values)
{
	static const enum store_table needed[] = {
		STORE_BENCHMARK, STORE_PARAM, STORE_RESULT, STORE_RESULTCLASS,
		STORE_SUT, STORE_SWPROFILE,
	};
	struct table_in tables[STORE_TABLES] = { 0 };
	struct values found = { 0 };
	uint64_t *samples = NULL;
	size_t i, row;
	int ret = 0;

	for (i = 0; !ret && i < sizeof(needed) / sizeof(needed[0]); i++)
		ret = load_table(dir, needed[i], &tables[needed[i]]);
	if (!ret) {
		samples = xcalloc(tables[STORE_BENCHMARK].csv.nr_rows + 1,
				  sizeof(*samples));
		ret = read_params(tables, samples);
	}
	for (row = 0; !ret && row < tables[STORE_RESULT].csv.nr_rows; row++)
		ret = read_result(tables, row, samples, &found);
	if (!ret) {
		values_number(&found);
		for (i = 0; !ret && i < found.nr; i++)
			ret = values_add(values, dir, &found.values[i]);
		for (i = 0; i < sizeof(needed) / sizeof(needed[0]); i++)
			tell_columns(&tables[needed[i]], needed[i]);
		tell_left(dir, STORE_CPU);
		tell_left(dir, STORE_ERROR);
	}
	for (i = 0; i < STORE_TABLES; i++) {
		csv_free(&tables[i].csv);
		free(tables[i].by_id);
	}
	free(samples);
	values_free(&found);
	return ret;
}
