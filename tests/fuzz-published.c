// SPDX-License-Identifier: GPL-2.0-only
/* Fuzz target: what published_parse() takes is whole and can be printed. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "published.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct bytes out = { 0 };
	struct published p;
	size_t i;

	if (published_parse("fuzz", (const char *)data, size, &p))
		return 0;
	for (i = 0; i < p.nr_postings; i++)
		published_format(&p, p.postings[i].revision, &out);
	for (i = 0; i < p.nr_rows; i++)
		if (p.rows[i].nr != (p.layout == PUBLISHED_RATIO ?
				     3 : p.nr_columns))
			abort();
	if (!out.len || out.data[out.len - 1] != '\n')
		abort();
	free(out.data);
	published_free(&p);
	return 0;
}
