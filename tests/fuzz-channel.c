// SPDX-License-Identifier: GPL-2.0-only
/* Whatever comes out of a guest. */
#include <stddef.h>
#include <stdint.h>

#include "channel.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct guest_report r;

	if (!channel_parse("fuzz", (const char *)data, size, &r))
		guest_report_release(&r);
	channel_ended((const char *)data, size);
	return 0;
}
