// SPDX-License-Identifier: GPL-2.0-only
/* The guest's side of the channel; see channel.h. */
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "channel.h"

static uint32_t crc = 0xffffffff;

/* CRC-32 as in IEEE 802.3, reflected polynomial, a bit at a time. */
static void crc_add(const char *data, size_t len)
{
	while (len--) {
		int bit;

		crc ^= (unsigned char)*data++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
}

void channel_line(const char *fmt, ...)
{
	char line[4096];
	va_list ap;
	size_t len;

	va_start(ap, fmt);
	vsnprintf(line, sizeof(line) - 1, fmt, ap);
	va_end(ap);
	len = strlen(line);
	line[len++] = '\n';
	crc_add(line, len);
	fwrite(line, 1, len, stdout);
}

void channel_checksum(void)
{
	printf("crc %08x\n", crc ^ 0xffffffff);
	crc = 0xffffffff;
}

int channel_done(void)
{
	channel_line("done");
	channel_checksum();
	return fflush(stdout) || ferror(stdout) ? -1 : 0;
}
