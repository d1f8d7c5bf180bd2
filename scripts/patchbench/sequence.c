// SPDX-License-Identifier: GPL-2.0-only
/* Symbols in order; see sequence.h. */
#include <stdlib.h>

#include "patchbench.h"
#include "sequence.h"

struct sequence sequence_new(size_t n, unsigned int width)
{
	return (struct sequence){
		.n = n, .width = width, .symbols = xcalloc(n ? n : 1, 1),
	};
}

uint64_t sequence_draw(const struct sequence *s, size_t i)
{
	return s->draws ? s->draws[i] : i;
}

struct sequence sequence_bits(const struct sequence *s)
{
	struct sequence bits = sequence_new(s->n * s->width, 1);
	size_t i, at = 0;
	unsigned int bit;

	for (i = 0; i < s->n; i++)
		for (bit = s->width; bit--; )
			bits.symbols[at++] = s->symbols[i] >> bit & 1;
	return bits;
}

void sequence_free(struct sequence *s)
{
	free(s->symbols);
	free(s->draws);
	*s = (struct sequence){ 0 };
}
