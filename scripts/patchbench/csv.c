// SPDX-License-Identifier: GPL-2.0-only
/* Writing CSV. */
#include <string.h>

#include "csv.h"

void csv_field(struct bytes *out, const char *text)
{
	if (out->len && out->data[out->len - 1] != '\n')
		bytes_add(out, ",", 1);
	if (!strpbrk(text, ",\"\r\n")) {
		bytes_add(out, text, strlen(text));
		return;
	}
	bytes_add(out, "\"", 1);
	for (; *text; text++)
		bytes_add(out, *text == '"' ? "\"\"" : text,
			  *text == '"' ? 2 : 1);
	bytes_add(out, "\"", 1);
}
