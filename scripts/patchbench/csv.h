/* SPDX-License-Identifier: GPL-2.0-only */
/* Comma-separated values as RFC 4180 has them, lines ended by '\n'. */
#ifndef CSV_H
#define CSV_H

#include "histogram.h"

/*
 * Append one field to @out, after a comma unless it begins a line; in quotes
 * where its text needs them. The caller ends the line. The first field of a line
 * must not be empty.
 */
void csv_field(struct bytes *out, const char *text);

#endif
