/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Figures on their way between formats: one value per session, benchmark and
 * result class. A histogram does not fit in; docs/exchange.md says what each
 * format carries and what it does not.
 */
#ifndef EXCHANGE_H
#define EXCHANGE_H

#include "csv.h"
#include "statistics.h"

#define EXCHANGE_VALUES_MAX	((size_t)1 << 20)
#define PERF_LOOPS_MAX		INT32_MAX	/* perf keeps them in an int */

/* What is known of a value in words; "" is "not known". */
enum value_text {
	V_MACHINE,		/* "icount neoverse-n1", a name of the SUT */
	V_ARCH,			/* "arm64" */
	V_SUBJECT,		/* "arm64:v6.19.6:bench:kstack/v5/on" */
	V_KERNEL,		/* release: "6.19.6" */
	V_COMMAND_LINE,		/* of the kernel */
	V_BENCHMARK,		/* "syscall/getpid" */
	V_CLASS,		/* "p99.9" */
	V_UNIT,			/* "insns", "ns" */
	V_BETTER,		/* "smaller" or "bigger" */
	V_BOOT,			/* the boot's UUID */
	V_TEXTS
};

struct value {
	char *text[V_TEXTS];	/* owned: printable ASCII, never NULL */
	uint64_t samples;	/* calls behind it; 0: not known */
	uint64_t session;	/* from 1 */
	double value;		/* finite, in its unit */
};

/* Starts as { 0 }; values_free() frees. */
struct values {
	size_t nr, room;
	struct value *values;	/* owned */
};

/* Is @text fit for one of the words of a value? */
bool value_text_ok(const char *text);

/*
 * A decimal number, "-1.5e-3", finite as a double, into @number. Neither blanks,
 * nor hexadecimal, nor "inf" and "nan" are taken.
 */
bool value_number(const char *text, double *number);

/*
 * Move @value to the end of @values; what it owns is theirs, also where it is
 * refused. Returns 0, or ST_REFUSED after a message: more than
 * EXCHANGE_VALUES_MAX. @name is of the source.
 */
int values_add(struct values *values, const char *name, struct value *value);

/*
 * Put @values in order: by machine, subject, benchmark, samples, class, session.
 * Returns 0, or ST_REFUSED after a message that names what cannot stand side by
 * side: a session twice, a subject with two kernels, a class with two units.
 */
int values_sort(struct values *values, const char *name);

/*
 * Number the sessions of values that come from a store, which has none: the
 * values of one machine, subject, benchmark and class from 1 in the order they
 * stand. A boot that exchange_uuid() made up of that number is not known.
 */
void values_number(struct values *values);

void value_free(struct value *value);
void values_free(struct values *values);

/*
 * Each source adds to @values what it finds and says on standard error what it
 * leaves behind. 0, or after a message ST_MISSING, ST_REFUSED, ST_MACHINE; those
 * of @values that were there before stay.
 */

/* A record: mean, percentiles, minimum and maximum of each benchmark. */
int exchange_record(const char *path, struct values *values);

/* A file as exchange_format() writes it. */
int exchange_read(const char *path, struct values *values);

/* @values as CSV, with a header line, appended to @out. */
void exchange_format(const struct values *values, struct bytes *out);

/* What the output of perf does not tell; the strings may be "". */
struct perf_words {
	const char *machine, *arch, *subject, *kernel;
	const char *benchmark;	/* of nameless simple output, or NULL */
	uint64_t loops;		/* of simple output; 0: not known */
};

/*
 * What `perf bench syscall` printed to the file @path, in its default or its
 * simple format; sessions go on from those in @values.
 */
int exchange_perf(const char *path, const struct perf_words *words,
		  struct values *values);

/* The store in the folder @dir. */
int exchange_store_read(const char *dir, struct values *values);

/*
 * Write @values, which are sorted, as a store into the new folder @dir: all of
 * it or nothing. Returns 0, ST_REFUSED where @dir exists, ST_MACHINE.
 */
int exchange_store_write(const struct values *values, const char *dir);

/*
 * The UUID by which a store knows the session of @value where its boot is not
 * known: made from machine, subject and number, the same each time (version 8
 * of RFC 9562, from SHA-256). @uuid takes 37 bytes.
 */
void exchange_uuid(const struct value *value, char uuid[37]);

#endif
