/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * What every part of the host command shares: exit statuses, messages,
 * checked allocation, whole-file input and output.
 */
#ifndef PATCHBENCH_H
#define PATCHBENCH_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses, the same for every verb; docs/formats.md explains them. */
enum status {
	ST_YES = 0,		/* done, or the answer is yes */
	ST_NO = 1,		/* the answer is no: differs, a guest failed */
	ST_USAGE = 2,		/* wrong usage */
	ST_MISSING = 3,		/* a program, source or record is missing */
	ST_REFUSED = 4,		/* an input is damaged or refused */
	ST_MACHINE = 5,		/* disk full, I/O error, limit, interrupted */
};

/* A verb of the command: argv[0] is the verb's own name. */
struct verb {
	const char *name;
	const char *summary;
	int (*run)(int argc, char **argv);
};

/* Print "patchbench: MESSAGE" to standard error and exit with @status. */
void die(int status, const char *fmt, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

/* Print "patchbench: MESSAGE" to standard error; return @status. */
int error(int status, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/* Print "patchbench: MESSAGE" to standard error. */
void note(const char *fmt, ...) __attribute__((format(printf, 1, 2)));

/* Allocation that does not fail: dies with ST_MACHINE. Caller frees. */
void *xmalloc(size_t size);
void *xcalloc(size_t n, size_t size);
void *xrealloc(void *p, size_t size);
char *xstrdup(const char *s);
char *xstrndup(const char *s, size_t n);

/* printf into fresh memory. Caller frees. */
char *xasprintf(const char *fmt, ...) __attribute__((format(printf, 1, 2)));
char *xvasprintf(const char *fmt, va_list ap)
	__attribute__((format(printf, 1, 0)));

/*
 * Parse @s as a whole decimal number from @min to @max into @value. No sign,
 * blank, exponent or other base is taken. Returns false if @s is not that.
 */
bool parse_u64(const char *s, uint64_t min, uint64_t max, uint64_t *value);

/* May @s be part of a path or of a kernel command line? */
bool word_ok(const char *s);

/*
 * Read all of @path, at most @max bytes, and put a NUL behind it. The length
 * without that NUL goes to @len, which may be NULL. Returns NULL with errno
 * set; EFBIG where the file is larger than @max. Caller frees.
 */
char *file_read(const char *path, size_t max, size_t *len);

/*
 * Write @len bytes to @path, all or nothing: under a temporary name in the same
 * folder, synced, then renamed. Returns 0, or -1 with errno set and nothing
 * left behind; EEXIST where @path is there and is no regular file.
 */
int file_write_atomic(const char *path, const void *data, size_t len);

/* Make the folder @path and those above it. 0, or -1 with errno set. */
int mkdir_parents(const char *path);

/* Lower-case hex SHA-256 of @len bytes at @data. @hex takes 65 bytes. */
void sha256_hex(const void *data, size_t len, char hex[65]);

/*
 * The same of a file's content, read in pieces. 0, or -1 with errno set.
 */
int sha256_file_hex(const char *path, char hex[65]);

#endif
