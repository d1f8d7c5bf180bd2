/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * An exact histogram of ticks, and its text form:
 *
 *	histogram syscall/getpid 1000000 2 17 0 3
 *	305 979166
 *	3045 20834
 *
 * The head names the benchmark, the calls counted, the bins that follow, and
 * what happened meanwhile: interrupts, voluntary and involuntary context
 * switches. docs/records.md describes it. Records and the guest's channel both
 * hold such blocks, and both are read here.
 */
#ifndef HISTOGRAM_H
#define HISTOGRAM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HISTOGRAM_TICKS_MAX	((uint64_t)1 << 53)	/* largest tick */
#define HISTOGRAM_BINS_MAX	((size_t)1 << 24)	/* bins of one block */
#define HISTOGRAM_NAME_MAX	64			/* bytes of a name */
#define HISTOGRAM_EMPTY		"empty"			/* empty timed body */

struct bin {
	uint64_t ticks;		/* ascending, at most HISTOGRAM_TICKS_MAX */
	uint64_t count;		/* calls that took so long, at least 1 */
};

struct histogram {
	char *name;		/* owned: syscall/getpid, or empty */
	uint64_t count;		/* sum of the bins' counts, at least 1 */
	uint64_t interrupts;	/* of this CPU while it was measured */
	uint64_t vcsw, ivcsw;	/* voluntary, involuntary context switches */
	size_t nr;		/* bins, at least 1 */
	struct bin *bins;	/* owned */
};

/* A place in a text that is being read. It owns nothing. */
struct text {
	const char *name;	/* for messages: path of the file, or channel */
	const char *pos;	/* next byte */
	const char *end;	/* behind the last byte; need not be a NUL */
	size_t line;		/* number of the line at @pos, from 1 */
};

/* Bytes of a growing output. Starts as { 0 }; the caller frees @data. */
struct bytes {
	char *data;
	size_t len, room;
};

/* Start reading @len bytes at @data, called @name in messages. */
void text_init(struct text *t, const char *name, const char *data, size_t len);

/*
 * The next line without its newline, which must be there: *@line and *@len get
 * it and @t moves behind it. Lines with control bytes, bytes above 0x7e or more
 * than @max bytes are refused. Returns 0, ST_NO at the end of the text, or
 * ST_REFUSED after a message. A message about the returned line, with
 * text_error(), names it as long as no further line was taken.
 */
int text_line(struct text *t, const char **line, size_t *len, size_t max);

/*
 * Print "patchbench: NAME:LINE: MESSAGE" for the line taken last (the first
 * line when none was), return ST_REFUSED.
 */
int text_error(const struct text *t, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/*
 * Scan a decimal u64 at *@pos, no sign, no leading zero, not beyond @end; moves
 * *@pos behind it. Returns false (and leaves *@pos) when there is none or it
 * does not fit.
 */
bool scan_u64(const char **pos, const char *end, uint64_t *value);

/* True for 1 to HISTOGRAM_NAME_MAX bytes of a-z 0-9 . _ - and inner slashes. */
bool histogram_name_ok(const char *name, size_t len);

/*
 * Read one block, head line and bins, at @t into @h, which is overwritten and
 * then owned by the caller (histogram_release). Checks everything: numbers,
 * ascending ticks, counts above 0, their sum. On error @h is empty, a message
 * has been printed, and ST_REFUSED is returned. 0 otherwise. Memory stays
 * within 8 times the text, whatever the head claims.
 */
int histogram_parse(struct text *t, struct histogram *h);

/* True when the next bytes at @t are the start of a histogram's head line. */
bool histogram_ahead(const struct text *t);

/* Append the text form of @h to @out. */
void histogram_format(const struct histogram *h, struct bytes *out);

/* True when name, counters and all bins are the same. */
bool histogram_equal(const struct histogram *a, const struct histogram *b);

/* Free what @h owns and empty it; not @h itself. */
void histogram_release(struct histogram *h);

/* Append to @out. */
void bytes_add(struct bytes *out, const void *data, size_t len);
void bytes_printf(struct bytes *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif
