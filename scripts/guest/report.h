/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What a guest program says on its channel: text lines in blocks, each closed
 * by the CRC-32 of its bytes. docs/guest.md has the protocol. All of it is kept
 * in memory until report_send(), so that nothing is written while time is
 * taken.
 */
#ifndef REPORT_H
#define REPORT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define REPORT_MAGIC	"patchbench guest 1"

struct report {
	char *data;		/* owned */
	size_t len, room;
	size_t block;		/* where the open block begins */
	bool failed;		/* out of memory */
};

/* CRC-32 as zlib's (IEEE 802.3); @crc is 0 or what came before. */
uint32_t crc32_add(uint32_t crc, const void *data, size_t len);

/* Append text. A report that ran out of memory says so in report_send(). */
void report_printf(struct report *r, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Append `fact NAME VALUE`; bytes that are not printable ASCII become `?`. */
void report_fact(struct report *r, const char *name, const char *value);

/* Close the open block: `end CRC`. */
void report_end(struct report *r);

/* Close the report, `done CRC`, and write it to @fd. 0, or -1 with errno. */
int report_send(struct report *r, int fd);

/* Write all of it. 0, or -1 with errno. */
int write_all(int fd, const void *data, size_t len);

#endif
