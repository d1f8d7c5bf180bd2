// SPDX-License-Identifier: GPL-2.0-only
/*
 * libFuzzer: the parser of records. What it takes must be written and read back
 * to the same histograms and offsets; the checksum is set right first, so that the
 * fuzzer gets past it.
 *
 *	$ build/fuzz-record -max_total_time=60 -close_fd_mask=2
 */
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "record.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	char *buf = xmalloc(size + 80), hex[65];
	struct record rec, back;
	size_t sealed, len;
	int pass;

	memcpy(buf, data, size);
	sha256_hex(buf, size, hex);
	sealed = size + (size_t)sprintf(buf + size, "sha256 %s\n", hex);
	for (pass = 0; pass < 2; pass++) {
		char *text;

		if (record_parse("fuzz", buf, pass ? size : sealed, &rec))
			continue;
		text = record_format(&rec, &len);
		if (!text || record_parse("again", text, len, &back))
			abort();
		if (!record_same_blocks(&back, &rec))
			abort();
		record_free(&back);
		record_free(&rec);
		free(text);
	}
	free(buf);
	return 0;
}
