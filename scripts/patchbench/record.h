/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * A record: the full histograms, or the stack offsets, of one session of one
 * cell and everything needed to make it again. docs/records.md describes the text form.
 */
#ifndef RECORD_H
#define RECORD_H

#include "offsets.h"

#define RECORD_MAGIC		"patchbench record 1"
#define RECORD_BYTES_MAX	((size_t)512 << 20)	/* size of a file */
#define RECORD_BINS_MAX		((size_t)1 << 24)	/* of all histograms */
#define RECORD_HISTOGRAMS_MAX	64
#define RECORD_FACTS_MAX	128
#define RECORD_LINE_MAX		8192			/* of a header line */

enum unit { UNIT_INSNS, UNIT_NS, UNIT_OFFSETS };
enum backend { BACKEND_ICOUNT, BACKEND_HOST, BACKEND_CLOCK };

/* A fact beside the fixed keys; a name appears once in a record. */
struct fact {
	char *name;		/* owned: a-z 0-9 - */
	char *value;		/* owned: printable ASCII */
};

/*
 * Strings are owned by the record and may be NULL where docs/records.md calls
 * the key optional. Printable ASCII, no blank at either end, not empty; "-" is
 * "there is none". Keys in the file are named like the fields, '-' for '_'.
 *
 * Required of all: stack revision base arch config parameters backend session
 * unit samples guest-sha256 cpu kernel-command-line kernel-release.
 * Of icount, and of clock (QEMU with its ordinary clock), also: seed image-key
 * image-sha256 config-sha256 tree compiler qemu command; the unit of icount is
 * insns or offsets, that of clock offsets.
 * Of times also: counter frequency; with insns the frequency is 1000000000.
 * Of host: its unit is ns; the others are optional, and the fact `boot` holds
 * /proc/sys/kernel/random/boot_id, so that sessions of one boot are known.
 */
struct record {
	char *stack;		/* base: the unpatched kernel */
	char *revision;		/* v5, v1:1; "-" with stack base only */
	char *base;		/* v6.19.6 */
	char *arch;		/* arm64 */
	char *config;		/* bench */
	char *parameters;	/* off, on */
	enum backend backend;
	uint64_t session;	/* from 1 */
	uint64_t seed;		/* valid with has_seed */
	bool has_seed;
	enum unit unit;
	/* Of each block but `empty`; with offsets a histogram may have less. */
	uint64_t samples;
	char *counter;		/* cntvct_el0, rdtsc */
	uint64_t frequency;	/* of the counter, Hz, above 0; offsets: 0 */
	char *image_key;
	char *image_sha256;	/* 64 hex digits, or "-" */
	char *config_sha256;	/* the same */
	char *guest_sha256;	/* the same, of the measuring program(s) */
	char *tree;		/* git tree of the kernel source */
	char *compiler;
	char *qemu;		/* version line */
	char *cpu;		/* neoverse-n1, or the host's model name */
	char *command;		/* QEMU's, no absolute paths */
	char *kernel_command_line;
	char *kernel_release;
	size_t nr_facts;
	struct fact *facts;	/* owned */
	size_t nr;		/* histograms: `empty` and one or more others */
	struct histogram *hist;	/* owned */
	/* UNIT_OFFSETS: these, or histograms of counts without `empty`. */
	size_t nr_offsets;
	struct offsets *offsets;	/* owned */
};

/*
 * Parse @len bytes at @buf, called @name in messages, into @out. Returns 0, or
 * ST_REFUSED after printing "NAME:LINE: OBJECT: what"; then @out is empty. The
 * SHA-256 line is checked last, so that the message names the line where one
 * can be blamed. Caller releases @out with record_free().
 */
int record_parse(const char *name, const char *buf, size_t len,
		 struct record *out);

/*
 * Read and parse the file @path. Returns 0, ST_REFUSED as record_parse(),
 * ST_MISSING without a message when there is no such file, ST_MACHINE after a
 * message when it cannot be read.
 */
int record_load(const char *path, struct record *out);

/*
 * The text form of @rec with its sha256 line; length to @len. NULL after a
 * message when @rec breaks a rule of the format (the result is read back by
 * record_parse() before it is returned). Caller frees.
 */
char *record_format(const struct record *rec, size_t *len);

/* Add a fact. Both strings are copied. The name must not be there yet. */
void record_fact(struct record *rec, const char *name, const char *value);

/* The value of a fact, or NULL. Owned by the record. */
const char *record_fact_value(const struct record *rec, const char *name);

/*
 * Move @h to the end of the record's histograms; @h is empty afterwards. The
 * array grows by itself.
 */
void record_histogram(struct record *rec, struct histogram *h);

/* The same of a block of offsets. */
void record_offsets(struct record *rec, struct offsets *o);

/* The histogram called @name, or NULL. Owned by the record. */
const struct histogram *record_find(const struct record *rec,
				    const char *name);

/*
 * Whether every block of one is the same in the other. Headers are not looked
 * at.
 */
bool record_same_blocks(const struct record *a, const struct record *b);

/*
 * Check that the record at @path, for the message, holds times. 0, or
 * ST_REFUSED after a message.
 */
int record_timed(const struct record *rec, const char *path);

/* "insns", "ns", "offsets"; "icount", "host", "clock". */
const char *unit_name(enum unit unit);
const char *backend_name(enum backend backend);

/* Free what @rec owns and empty it; not @rec itself. Fine on { 0 }. */
void record_free(struct record *rec);

#endif
