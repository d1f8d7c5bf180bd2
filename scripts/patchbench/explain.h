/* SPDX-License-Identifier: GPL-2.0-only */
/* Where a figure comes from: its records, and the command that makes it again. */
#ifndef EXPLAIN_H
#define EXPLAIN_H

#include "forms.h"
#include "show.h"

/*
 * Append to @out what the figure @cell of each table is made of. @cell is
 * [ARCH:]COLUMN:BENCHMARK:CLASS, kstack/v5/on:syscall/getpid:p99. Returns 0;
 * ST_USAGE after a message that lists what there is, where no table has it; or
 * the status of a record that cannot be read again.
 */
int explain(const struct show_options *o, const struct tables *tables,
	    const struct form_options *options, const char *cell,
	    struct bytes *out);

#endif
