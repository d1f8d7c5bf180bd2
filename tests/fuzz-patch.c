// SPDX-License-Identifier: GPL-2.0-only
/*
 * Fuzz target: a patch that is taken has names inside of the tree and hunks that
 * count right, and a hunk is placed only where its lines are.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "patchbench.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_hunk(const struct hunk *h)
{
	size_t old = 0, new = 0, i, side;

	for (i = 0; i < h->nr_lines; i++) {
		old += h->lines[i].kind != '+';
		new += h->lines[i].kind != '-';
	}
	if (old != h->old_count || new != h->new_count)
		abort();
	/* It fits what it was made of. */
	for (side = 0; side < 2; side++) {
		size_t nr = side ? new : old, n = 0;
		struct line *lines = xcalloc(nr, sizeof(*lines));

		for (i = 0; i < h->nr_lines; i++) {
			if (h->lines[i].kind == (side ? '-' : '+'))
				continue;
			lines[n].text = h->lines[i].text;
			lines[n++].len = h->lines[i].len;
		}
		n = hunk_place(h, side, lines, nr, 0, 0);
		if (nr && n > 1)
			abort();
		free(lines);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct patch p;
	size_t i, j;

	/* The first byte is the depth, so that all of them are tried. */
	if (!size ||
	    patch_parse("fuzz", (const char *)data + 1, size - 1, data[0] & 3,
			&p))
		return 0;
	for (i = 0; i < p.nr_diffs; i++) {
		const struct diff *d = &p.diffs[i];

		if (!d->old_name && !d->new_name)
			abort();
		if ((d->old_name && path_fault(d->old_name)) ||
		    (d->new_name && path_fault(d->new_name)))
			abort();
		for (j = 0; j < d->nr_hunks; j++)
			check_hunk(&d->hunks[j]);
	}
	patch_free(&p);
	return 0;
}
