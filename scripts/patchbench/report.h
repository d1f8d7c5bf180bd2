/* SPDX-License-Identifier: GPL-2.0-only */
/* The parts of the report page. Each appends markup to @out. */
#ifndef REPORT_H
#define REPORT_H

#include "figures.h"
#include "sources.h"

/* A table with all its classes, and the notes below it. */
void report_table(const struct figures *figures, struct bytes *out);

/*
 * The plots of table @nr of the page: for each benchmark the distribution, the
 * tail and the bars, each with its numbers as a table. Returns 0, or a status
 * after a message as plot_bars().
 */
int report_plots(const struct figures *figures, const struct sources *sources,
		 size_t nr, struct bytes *out);

/*
 * Where each column comes from: kernel, compiler, machine, the records and
 * their hashes, the command that measures @sessions of it again. @folder, which
 * may be NULL, is left out of the records' paths.
 */
void report_sources(const struct sources *sources, const char *folder,
		    uint64_t sessions, struct bytes *out);

#endif
