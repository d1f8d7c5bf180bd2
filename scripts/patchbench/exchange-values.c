// SPDX-License-Identifier: GPL-2.0-only
/* Values as one CSV file, every column of it. */
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "patchbench.h"

/* The words first, in the order of enum value_text; then the numbers. */
static const char *const columns[] = {
	"machine", "arch", "subject", "kernel", "command_line", "benchmark",
	"class", "unit", "better", "boot", "samples", "session", "value",
};

#define NR_COLUMNS	(sizeof(columns) / sizeof(columns[0]))

_Static_assert(NR_COLUMNS == V_TEXTS + 3, "a name for each column");

/* Words without which a value means nothing. */
static bool is_needed(size_t column)
{
	return column == V_MACHINE || column == V_SUBJECT ||
	       column == V_BENCHMARK || column == V_CLASS || column == V_UNIT;
}

static int check_header(const struct csv *csv)
{
	size_t i;

	for (i = 0; i < csv->nr_columns || i < NR_COLUMNS; i++)
		if (i >= csv->nr_columns || i >= NR_COLUMNS ||
		    strcmp(csv_name(csv, i), columns[i]))
			return error(ST_REFUSED, "%s:1: header: column %zu is "
				     "not %s", csv->name, i + 1,
				     i < NR_COLUMNS ? columns[i] :
						      "one of values");
	return 0;
}

static int read_row(const struct csv *csv, size_t row, struct values *values)
{
	struct value value = { 0 };
	const char *better = csv_at(csv, row, V_BETTER);
	size_t i;

	for (i = 0; i < V_TEXTS; i++) {
		const char *text = csv_at(csv, row, i);

		if (!value_text_ok(text))
			return csv_error(csv, row, "%s: not a proper text",
					 columns[i]);
		if (!*text && is_needed(i))
			return csv_error(csv, row, "%s: empty", columns[i]);
	}
	if (strcmp(better, "smaller") && strcmp(better, "bigger"))
		return csv_error(csv, row, "better: neither smaller nor "
				 "bigger");
	if (!parse_u64(csv_at(csv, row, V_TEXTS), 0, UINT64_MAX,
		       &value.samples))
		return csv_error(csv, row, "samples: not a number");
	if (!parse_u64(csv_at(csv, row, V_TEXTS + 1), 1, UINT64_MAX,
		       &value.session))
		return csv_error(csv, row, "session: not a number from 1");
	if (!value_number(csv_at(csv, row, V_TEXTS + 2), &value.value))
		return csv_error(csv, row, "value: not a decimal number");
	for (i = 0; i < V_TEXTS; i++)
		value.text[i] = xstrdup(csv_at(csv, row, i));
	return values_add(values, csv->name, &value);
}

int exchange_read(const char *path, struct values *values)
{
	struct csv csv;
	size_t row;
	int ret;

	ret = csv_load(path, &csv);
	if (ret)
		return ret;
	ret = check_header(&csv);
	for (row = 0; !ret && row < csv.nr_rows; row++)
		ret = read_row(&csv, row, values);
	csv_free(&csv);
	return ret;
}

void exchange_format(const struct values *values, struct bytes *out)
{
	size_t i, j;

	for (j = 0; j < NR_COLUMNS; j++)
		csv_field(out, columns[j]);
	csv_end(out);
	for (i = 0; i < values->nr; i++) {
		const struct value *value = &values->values[i];
		char *number = number_format(value->value);

		for (j = 0; j < V_TEXTS; j++)
			csv_field(out, value->text[j]);
		bytes_printf(out, ",%llu,%llu,%s",
			     (unsigned long long)value->samples,
			     (unsigned long long)value->session, number);
		csv_end(out);
		free(number);
	}
}
