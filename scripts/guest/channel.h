/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The guest's side of the channel: text lines on standard output, with a
 * checksum behind each block. docs/guest.md describes the protocol.
 */
#ifndef GUEST_CHANNEL_H
#define GUEST_CHANNEL_H

/* Write a line, printf-like, without its newline. */
void channel_line(const char *fmt, ...)
	__attribute__((format(printf, 1, 2)));

/* Close a block: `crc XXXXXXXX`, CRC-32 of all lines since the last one. */
void channel_checksum(void);

/* The last lines: the last block's checksum, then `done`. 0, or -1. */
int channel_done(void);

#endif
