// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: the reader of CSV. What it takes must be written and read back to
 * the same fields.
 *
 *	$ build/fuzz/csv -max_total_time=60 -close_fd_mask=2 tests/corpus/csv
 */
#include <stdlib.h>
#include <string.h>

#include "csv.h"
#include "patchbench.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct csv csv, back;
	struct bytes out = { 0 };
	size_t row, column;

	if (csv_parse("fuzz", (const char *)data, size, &csv))
		return 0;
	for (column = 0; column < csv.nr_columns; column++)
		csv_field(&out, csv_name(&csv, column));
	csv_end(&out);
	for (row = 0; row < csv.nr_rows; row++) {
		for (column = 0; column < csv.nr_columns; column++)
			csv_field(&out, csv_at(&csv, row, column));
		csv_end(&out);
	}
	if (csv_parse("again", out.data, out.len, &back) ||
	    back.nr_rows != csv.nr_rows || back.nr_columns != csv.nr_columns)
		abort();
	for (row = 0; row < csv.nr_rows; row++)
		for (column = 0; column < csv.nr_columns; column++)
			if (strcmp(csv_at(&csv, row, column),
				   csv_at(&back, row, column)))
				abort();
	csv_free(&back);
	csv_free(&csv);
	free(out.data);
	return 0;
}
