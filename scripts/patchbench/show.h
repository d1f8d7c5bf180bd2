/* SPDX-License-Identifier: GPL-2.0-only */
/* The table verb's parts: columns, tables of a plan, tables of this machine. */
#ifndef SHOW_H
#define SHOW_H

#include "record.h"
#include "table.h"

#define SAMPLES_DEFAULT		1000000
#define SESSIONS_DEFAULT	6
#define SAMPLES_MAX		100000000
#define SESSIONS_MAX		1000

struct show_options {
	const char *plan, *store, *data, *guest, *arch, *reference, *compare;
	const char *baseline;	/* STACK/REV/PARAMS, host only */
	uint64_t samples, sessions;
	bool samples_given;
	bool full;
};

/* Print the tables of a plan, or of STORE/host. Return a status. */
int show_plan(const struct show_options *o);
int show_host(const struct show_options *o);

/* A cell as a table needs it; strings are not owned. */
struct column {
	const char *arch, *base, *stack, *revision, *parameters, *config;
	const char *parameters_label;	/* rndstack-on, or "" */
	const char *label;		/* "" or "-" where there is none */
};

/* "arm64 v6.19.6 kstack/v5/on", "arm64 v6.19.6 base/off". Caller frees. */
char *column_name(const struct column *column);

/* Same table: architecture, base and configuration. */
bool column_same_table(const struct column *a, const struct column *b);

/*
 * Check that the record at @path is one of @column and @session. Returns 0, or
 * ST_REFUSED after a message.
 */
int column_check(const char *path, const struct record *rec,
		 const struct column *column, uint64_t session);

/* Start @table with @nr columns, the baseline first. table_free() frees. */
void column_table(struct table *table, const struct column *const *columns,
		  size_t nr);

#endif
