/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * The tables of a fastpath result store as CSV files, TABLE.csv each with a
 * header line. docs/exchange.md says which names the public documentation
 * shows and which are concluded from it.
 */
#ifndef EXCHANGE_STORE_H
#define EXCHANGE_STORE_H

#include <stddef.h>

enum store_table {
	STORE_BENCHMARK, STORE_CPU, STORE_ERROR, STORE_PARAM, STORE_RESULT, STORE_RESULTCLASS,
	STORE_SUT, STORE_SWPROFILE, STORE_TABLES
};

#define STORE_COLUMNS_MAX	10
#define STORE_PARAM_SAMPLES	"samples"	/* name in PARAM */

struct store_layout {
	const char *file;
	const char *columns[STORE_COLUMNS_MAX];	/* up to a NULL */
};

extern const struct store_layout store_layout[STORE_TABLES];

/* The columns, in the order of their table. */
enum { BENCHMARK_ID, BENCHMARK_SUITE, BENCHMARK_NAME };
enum { PARAM_ID, PARAM_NAME, PARAM_VALUE, PARAM_BENCHMARK };
enum {
	RESULT_ID, RESULT_TIMESTAMP, RESULT_SUT, RESULT_SWPROFILE,
	RESULT_BENCHMARK, RESULT_CLASS, RESULT_SESSION, RESULT_VALUE
};
enum { CLASS_ID, CLASS_BENCHMARK, CLASS_NAME, CLASS_UNIT, CLASS_BETTER };
enum { SUT_ID, SUT_NAME, SUT_ARCH };
enum { SW_ID, SW_NAME, SW_KERNEL, SW_SHA, SW_USERSPACE, SW_CMDLINE };

#endif
