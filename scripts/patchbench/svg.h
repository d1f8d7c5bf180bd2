/* SPDX-License-Identifier: GPL-2.0-only */
/* What gnuplot drew, as an SVG for a page of ours. */
#ifndef SVG_H
#define SVG_H

#include "histogram.h"

#define SVG_LABEL_MAX	30	/* characters shown of a text of @texts */

/* The colours of a plot: rgb "#00000N" in a script, class sN, fN in a page. */
enum svg_colour {
	SVG_OTHER, SVG_BASELINE, SVG_CELL, SVG_TAIL, SVG_AXIS, SVG_TEXT,
	SVG_GRID, SVG_INTERVAL, SVG_COLOURS
};

/*
 * Append the lines, areas and texts of the SVG @plot, as gnuplot prints it, to
 * @out: colours as classes, no ids, no styles, no references, nothing else. The
 * text "T12" becomes texts[12], so that texts of others never are in a script.
 * Returns 0, or ST_MACHINE after a message: that is no SVG as gnuplot's.
 */
int svg_clean(const struct bytes *plot, const char *const *texts, size_t nr,
	      struct bytes *out);

#endif
