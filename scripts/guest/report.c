// SPDX-License-Identifier: GPL-2.0-only
/* The guest's side of the channel: see report.h. */
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "report.h"

uint32_t crc32_add(uint32_t crc, const void *data, size_t len)
{
	const unsigned char *p = data;
	int bit;

	crc = ~crc;
	while (len--) {
		crc ^= *p++;
		for (bit = 0; bit < 8; bit++)
			crc = crc >> 1 ^ (crc & 1 ? 0xedb88320 : 0);
	}
	return ~crc;
}

void report_printf(struct report *r, const char *fmt, ...)
{
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	if (n < 0)
		r->failed = true;
	if (r->failed)
		return;
	if (r->room - r->len < (size_t)n + 1) {
		size_t room = 2 * r->room + (size_t)n + 1;
		char *data = realloc(r->data, room);

		if (!data) {
			r->failed = true;
			return;
		}
		r->data = data;
		r->room = room;
	}
	va_start(ap, fmt);
	vsnprintf(r->data + r->len, (size_t)n + 1, fmt, ap);
	va_end(ap);
	r->len += (size_t)n;
}

void report_fact(struct report *r, const char *name, const char *value)
{
	char clean[4096];
	size_t i, len;

	/* The ends bare, the middle printable: what a record takes. */
	value += strspn(value, " \t\n");
	for (i = 0; value[i] && i < sizeof(clean) - 1; i++)
		clean[i] = value[i] >= ' ' && value[i] <= '~' ? value[i] : '?';
	len = i;
	while (len && (clean[len - 1] == ' ' || value[len - 1] == '\n'))
		len--;
	clean[len] = '\0';
	report_printf(r, "fact %s %s\n", name, len ? clean : "-");
}

void report_end(struct report *r)
{
	if (!r->failed)
		report_printf(r, "end %08x\n",
			      crc32_add(0, r->data + r->block,
					r->len - r->block));
	r->block = r->len;
}

int write_all(int fd, const void *data, size_t len)
{
	const char *p = data;

	while (len) {
		ssize_t put = write(fd, p, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		p += put;
		len -= (size_t)put;
	}
	return 0;
}

int report_send(struct report *r, int fd)
{
	if (!r->failed)
		report_printf(r, "done %08x\n",
			      crc32_add(0, r->data, r->len));
	if (r->failed) {
		errno = ENOMEM;
		return -1;
	}
	return write_all(fd, r->data, r->len);
}
