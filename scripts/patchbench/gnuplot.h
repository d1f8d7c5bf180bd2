/* SPDX-License-Identifier: GPL-2.0-only */
/* The program gnuplot, from a script to an SVG. */
#ifndef GNUPLOT_H
#define GNUPLOT_H

#include "histogram.h"

/*
 * Append what gnuplot prints for @script to @out. Both are files in memory
 * alone, so nothing is left behind however this ends; gnuplot reads no settings
 * of the user and dies with us. @script must hold numbers and words of our own
 * only: gnuplot runs what stands between backticks. Returns 0, or ST_MISSING
 * (there is no gnuplot) or ST_MACHINE after a message.
 */
int gnuplot_run(const struct bytes *script, struct bytes *out);

#endif
