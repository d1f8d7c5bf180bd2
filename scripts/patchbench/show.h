/* SPDX-License-Identifier: GPL-2.0-only */
/* Tables out of records: columns, tables of a plan, tables of this machine. */
#ifndef SHOW_H
#define SHOW_H

#include "figures.h"
#include "record.h"

#define SAMPLES_DEFAULT		1000000
#define SESSIONS_DEFAULT	6
#define SAMPLES_MAX		100000000
#define SESSIONS_MAX		1000

/* Which records make the tables. */
struct show_options {
	const char *plan, *store, *data, *guest, *arch;
	const char *reference;	/* take them from this folder instead */
	const char *compare;	/* say on standard error how they compare */
	const char *baseline;	/* STACK/REV/PARAMS, base/PARAMS, or NULL */
	uint64_t samples, sessions;
	bool samples_given;
};

/*
 * Check the options of @verb, and set what was not given to its default. @host
 * tells whether @backend is the running kernel's. The same of its --rule, after
 * figures->holm was set. Return 0, or ST_USAGE after a message.
 */
int show_check(const char *verb, const char *backend, struct show_options *o,
	       bool *host);
int show_rule(const char *verb, const char *rule,
	      struct figures_options *figures);

/*
 * The tables of a plan, or of STORE/host, into @tables, which starts as { 0 }.
 * Each has its baseline first: the unpatched kernel with parameters off, or the
 * column asked for. Returns 0, or a status after messages; then there is no
 * table. tables_free() frees them.
 */
int plan_tables(const struct show_options *o, struct tables *tables);
int host_tables(const struct show_options *o, struct tables *tables);

/* A cell as a table needs it; strings are not owned. */
struct column {
	const char *arch, *base, *stack, *revision, *parameters, *config;
	const char *parameters_label;	/* rndstack-on, or "" */
	const char *label;		/* "" or "-" where there is none */
};

/* "arm64 v6.19.6 kstack/v5/on", "arm64 v6.19.6 base/off". Caller frees. */
char *column_name(const struct column *column);

/* "kstack/v5/on", "base/-/off": a column within its table. Caller frees. */
char *column_id(const struct column *column);

/* Whether @asked, where base/off is short for base/-/off, is its id. */
bool column_is(const struct column *column, const char *asked);

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
