// SPDX-License-Identifier: GPL-2.0-only
/* Fuzz target: whatever series_parse() takes, it gives back whole. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "series.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct series s;
	size_t i;

	if (series_parse("fuzz", (const char *)data, size, true, &s))
		return 0;
	for (i = 0; i < s.nr_patches; i++) {
		const char *name = s.patches[i].name;

		if (!*name || *name == '/' || strpbrk(name, " \t\n") ||
		    !strncmp(name, "../", 3) || strstr(name, "/../"))
			abort();
	}
	for (i = 0; i < s.nr_fields; i++) {
		if (series_get(&s, s.fields[i].key) != s.fields[i].value)
			abort();
	}
	series_free(&s);
	return 0;
}
