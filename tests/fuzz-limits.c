// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: what limits_parse() takes is written to a text that it reads
 * back to the same, and finds what it holds.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "limits-table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes out = { 0 }, again = { 0 };
	struct limits l, back;
	size_t i;

	if (limits_parse("fuzz", (const char *)data, size, &l))
		return 0;
	for (i = 0; i < l.nr; i++) {
		const struct limit *one = &l.limits[i];

		limit_format(one, &out);
		if (limits_find(&l, one->width, one->n) != one ||
		    limit_bits(one) > one->width || limit_rate(one) > 1e-3)
			abort();
	}
	if (limits_parse("again", out.data, out.len, &back))
		abort();
	for (i = 0; i < back.nr; i++)
		limit_format(&back.limits[i], &again);
	if (again.len != out.len || memcmp(again.data, out.data, out.len))
		abort();
	free(again.data);
	free(out.data);
	limits_free(&back);
	limits_free(&l);
	return 0;
}
