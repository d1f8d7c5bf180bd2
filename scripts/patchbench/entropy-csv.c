// SPDX-License-Identifier: GPL-2.0-only
/* Every figure of every session and CPU as CSV; see entropy.h. */
#include <stdlib.h>

#include "csv.h"
#include "entropy.h"
#include "patchbench.h"

static void number(uint64_t value, struct bytes *out)
{
	char *text = xasprintf("%llu", (unsigned long long)value);

	csv_field(out, text);
	free(text);
}

static void drawn_csv(const struct entropy_table *t,
		      const struct entropy_row *row, const struct drawn *d,
		      struct bytes *out)
{
	size_t nr, i;
	struct entropy_figure *figures = entropy_figures(d, &nr);
	const char *verdict = d->inside && d->verdict.pass ? "pass" : "FAIL";

	for (i = 0; i <= nr; i++) {
		csv_field(out, t->arch);
		csv_field(out, t->base);
		csv_field(out, t->config);
		csv_field(out, row->kernel);
		csv_field(out, row->machine);
		csv_field(out, row->clock ? "clock" : "insns");
		number(d->session, out);
		csv_field(out, d->offsets.name);
		csv_field(out, i < nr ? figures[i].group : "verdict");
		csv_field(out, i < nr ? figures[i].name : "verdict");
		csv_field(out, i < nr ? figures[i].unit : "");
		csv_field(out, i < nr ? figures[i].value : verdict);
		csv_end(out);
	}
	entropy_figures_free(figures, nr);
}

void entropy_csv(const struct entropy *entropy, struct bytes *out)
{
	static const char *const head[] = {
		"arch", "base", "config", "kernel", "machine", "time",
		"session", "block", "group", "figure", "unit", "value",
	};
	size_t i, k, n;

	for (i = 0; i < sizeof(head) / sizeof(head[0]); i++)
		csv_field(out, head[i]);
	csv_end(out);
	for (i = 0; i < entropy->nr; i++) {
		const struct entropy_table *t = &entropy->tables[i];

		for (k = 0; k < t->nr; k++)
			for (n = 0; n < t->rows[k].nr; n++)
				drawn_csv(t, &t->rows[k], &t->rows[k].drawn[n],
					  out);
	}
}
