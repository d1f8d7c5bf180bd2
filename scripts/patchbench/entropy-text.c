// SPDX-License-Identifier: GPL-2.0-only
/* The entropy of stack offsets for readers; see entropy.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "entropy.h"
#include "forms.h"
#include "grid.h"
#include "notes.h"
#include "patchbench.h"

static const char *verdict(const struct entropy_row *row)
{
	return row->pass ? "pass" : "FAIL";
}

/* How many offsets each row shown had foretold; 0: not the same in all. */
static size_t all_tested(const struct entropy_table *t)
{
	size_t tested = 0, i;

	for (i = 0; i < t->nr; i++) {
		size_t own = row_most_hits(&t->rows[i])->best.tested;

		if (t->rows[i].aside)
			continue;
		if (tested && own != tested)
			return 0;
		tested = own;
	}
	return tested;
}

/* The header has the number that were foretold where it is one. */
static char *predicted_label(const struct entropy_table *t)
{
	size_t tested = all_tested(t);

	return tested ? xasprintf("predicted\nof %zu", tested) :
			xstrdup("predicted");
}

static char *predicted(const struct entropy_table *t,
		       const struct prediction *p)
{
	return all_tested(t) ? xasprintf("%zu", p->hits) :
			       xasprintf("%zu of %zu", p->hits, p->tested);
}

static void add_row(struct grid *grid, char **row, size_t n)
{
	grid_row(grid, (const char *const *)row);
	while (n)
		free(row[--n]);
}

static void add_kernel(const struct entropy_table *t, struct grid *grid,
		       const struct entropy_row *row)
{
	const struct drawn *fewest = row_fewest_bits(row);
	const struct prediction *best = &row_most_hits(row)->best;
	bool inside = fewest->inside;
	char *cells[] = {
		xstrdup(row->kernel), xstrdup(verdict(row)),
		xstrdup(row->clock ? "clock" : "insns"),
		xasprintf("%.2f", drawn_bits(fewest)),
		xasprintf("%.2f", fewest->estimates.minimum),
		inside ? xasprintf("%.2f", limit_bits(&fewest->verdict.limit)) :
			 xstrdup(""),
		predicted(t, best), xasprintf("%zu", best->needed),
	};

	add_row(grid, cells, sizeof(cells) / sizeof(cells[0]));
}

static struct grid *make_grid(const struct entropy_table *t)
{
	struct grid *grid = grid_new();
	char *label = predicted_label(t);
	size_t i;

	grid_column(grid, GRID_TEXT, "Kernel", 0);
	grid_column(grid, GRID_TEXT, "", 0);
	grid_column(grid, GRID_TEXT, "time", 0);
	grid_column(grid, GRID_FIGURE, "bits", 0);
	grid_column(grid, GRID_FIGURE, "90B", 0);
	grid_column(grid, GRID_FIGURE, "limit", 0);
	grid_column(grid, GRID_FIGURE, label, 0);
	grid_column(grid, GRID_FIGURE, "after", 0);
	free(label);
	for (i = 0; i < t->nr; i++)
		if (!t->rows[i].aside)
			add_kernel(t, grid, &t->rows[i]);
	return grid;
}

/* Several tables of one architecture are told apart by their bases. */
static char *caption(const struct entropy_table *t)
{
	return xasprintf("%s %s (QEMU, %s), stack offsets, n = %llu x %llu",
			 t->arch, t->base, t->rows[0].cpu,
			 (unsigned long long)t->sessions,
			 (unsigned long long)t->samples);
}

static void add_note(struct notes *notes, char *text)
{
	notes->texts = xrealloc(notes->texts,
				(notes->nr + 1) * sizeof(*notes->texts));
	notes->texts[notes->nr++] = text;
}

/* The first part of the row that was examined, for what is the same in all. */
static const struct drawn *any_inside(const struct entropy_table *t)
{
	size_t i, k;

	for (i = 0; i < t->nr; i++)
		for (k = 0; k < t->rows[i].nr; k++)
			if (t->rows[i].drawn[k].inside)
				return &t->rows[i].drawn[k];
	return NULL;
}

static void note_columns(const struct entropy_table *t, struct notes *notes)
{
	const struct drawn *d = any_inside(t);

	add_note(notes, xasprintf("%u bits are promised, mask 0x%llx. bits: Shannon entropy of the offsets, or of the steps from one to the next where that is lower. time: insns counts instructions, clock is QEMU's ordinary clock. 90B: the lowest of the ten estimates of min-entropy of SP 800-90B, which score a fair source too low as well; hence the limit.",
				  t->width, (unsigned long long)t->mask));
	if (d)
		add_note(notes, xasprintf("A fair source of %u bits falls below the limit in 1 of %.0f sessions, and FAILS for any reason in 1 of %.0f or less.",
					  t->width,
					  1 / limit_rate(&d->verdict.limit),
					  1 / judge_false_alarms(&d->verdict.limit)));
	add_note(notes, xasprintf("predicted: offsets foretold rightly once as many were seen as stand under `after`; guessing hits 1 in %u. That is no part of the verdict.",
				  1U << t->width));
}

/* What is said of a row, to be said once of all rows of which it holds. */
typedef char *(*saying)(const struct entropy_row *row);

static char *predicted_by(const struct entropy_row *row)
{
	const char *by = row_most_hits(row)->best.by;

	return by ? xasprintf("Predicted by %s", by) : NULL;
}

/* The kernel's own figure, named as such. */
static char *by_script(const struct entropy_row *row)
{
	const struct drawn *d = row_fewest_bits(row);

	return d->inside ? xasprintf("The kernel's stack-entropy.sh would print %u for",
				     d->verdict.distribution.digits) : NULL;
}

/* "SAYING: kstack/v1, kstack/v5." for each thing said, in order of the rows. */
static void note_each(const struct entropy_table *t, saying say,
		      struct notes *notes)
{
	char **said = xcalloc(t->nr, sizeof(*said));
	size_t i, k;

	for (i = 0; i < t->nr; i++)
		said[i] = t->rows[i].aside ? NULL : say(&t->rows[i]);
	for (i = 0; i < t->nr; i++) {
		struct bytes names = { 0 };

		if (!said[i])
			continue;
		bytes_printf(&names, "%s", t->rows[i].kernel);
		for (k = i + 1; k < t->nr; k++) {
			if (!said[k] || strcmp(said[i], said[k]))
				continue;
			bytes_printf(&names, ", %s", t->rows[k].kernel);
			free(said[k]);
			said[k] = NULL;
		}
		add_note(notes, xasprintf("%s: %.*s.", said[i], (int)names.len,
					  names.data));
		free(names.data);
		free(said[i]);
	}
	free(said);
}

static void note_failure(const struct entropy_row *row, const struct drawn *d,
			 struct notes *notes)
{
	struct bytes text = { 0 };
	size_t i;

	bytes_printf(&text, "%s FAILS", row->kernel);
	if (row->nr > 1)
		bytes_printf(&text, " (session %llu, %s)",
			     (unsigned long long)d->session, d->offsets.name);
	if (!d->inside)
		bytes_printf(&text, ": an offset of %llu bytes is none of the mask's",
			     (unsigned long long)d->outside);
	for (i = 0; d->inside && i < d->verdict.nr_failed; i++)
		bytes_printf(&text, "%s%s", i ? ", " : ": ",
			     d->verdict.failed[i]);
	if (d->inside)
		bytes_printf(&text, " (%u distinct offsets, bits that move 0x%llx)",
			     d->verdict.distribution.distinct,
			     (unsigned long long)d->verdict.distribution.moving);
	bytes_printf(&text, ".");
	add_note(notes, xasprintf("%.*s", (int)text.len, text.data));
	free(text.data);
}

static void note_failures(const struct entropy_row *row, struct notes *notes)
{
	size_t changes = 0, n = 0, i;

	for (i = 0; i < row->nr; i++) {
		const struct drawn *d = &row->drawn[i];

		changes += d->verdict.distribution.changes;
		n += d->verdict.distribution.n;
		if (!d->inside || !d->verdict.pass)
			note_failure(row, d, notes);
	}
	if (row_stuck(row))
		add_note(notes, xasprintf("%s is constant within a generation: %zu changes in %zu offsets.",
					  row->kernel, changes, n));
}

/* The other clock's result of a kernel that draws on a counter. */
static void note_aside(const struct entropy_row *row, struct notes *notes)
{
	const struct drawn *fewest = row_fewest_bits(row);
	const struct prediction *best = &row_most_hits(row)->best;

	add_note(notes, xasprintf("%s draws on the time-stamp counter, so QEMU's ordinary clock judges it. Where that counter counts instructions it is no source at all: there it gives %s, %.2f bits, 90B %.2f, predicted %zu of %zu.",
				  row->kernel, verdict(row),
				  drawn_bits(fewest), fewest->estimates.minimum,
				  best->hits, best->tested));
}

static void make_notes(const struct entropy *entropy,
		       const struct entropy_table *t, struct notes *notes)
{
	size_t i;

	note_columns(t, notes);
	note_each(t, predicted_by, notes);
	note_each(t, by_script, notes);
	for (i = 0; i < t->nr; i++)
		if (!t->rows[i].aside)
			note_failures(&t->rows[i], notes);
	for (i = 0; i < t->nr; i++)
		if (t->rows[i].aside)
			note_aside(&t->rows[i], notes);
	if (entropy->reference)
		add_note(notes, xstrdup("From the reference records of this repository, not measured on this machine."));
}

static void table_text(const struct entropy *entropy,
		       const struct entropy_table *t, bool markdown,
		       struct bytes *out)
{
	char *head = caption(t), *text;
	struct grid *grid = make_grid(t);
	struct notes notes = { 0 };
	size_t least, i;

	make_notes(entropy, t, &notes);
	text = markdown ? grid_markdown(grid) :
			  grid_format_within(grid, FORM_NOTE_WIDTH, &least);
	if (!text)
		text = grid_format(grid);
	bytes_printf(out, markdown ? "**%s**\n\n%s\n" : "%s:\n\n%s\n", head,
		     text);
	for (i = 0; i < notes.nr; i++) {
		if (markdown)
			bytes_printf(out, "* %s\n", notes.texts[i]);
		else
			text_wrap(out, notes.texts[i], FORM_NOTE_WIDTH);
	}
	notes_free(&notes);
	free(text);
	grid_free(grid);
	free(head);
}

void entropy_text(const struct entropy *entropy, bool markdown,
		  struct bytes *out)
{
	size_t i;

	for (i = 0; i < entropy->nr; i++) {
		bytes_printf(out, "%s", i ? "\n" : "");
		table_text(entropy, &entropy->tables[i], markdown, out);
	}
}

/* The short one: what was promised, what is there, what can be foretold. */
void entropy_cover(const struct entropy *entropy, struct bytes *out)
{
	size_t i, k;

	for (i = 0; i < entropy->nr; i++) {
		const struct entropy_table *t = &entropy->tables[i];
		char *head = caption(t), *bits, *text;
		char *label = predicted_label(t);
		struct grid *grid = grid_new();

		bits = xasprintf("bits of %u", t->width);
		grid_column(grid, GRID_TEXT, "Kernel", 0);
		grid_column(grid, GRID_TEXT, "", 0);
		grid_column(grid, GRID_FIGURE, bits, 0);
		grid_column(grid, GRID_FIGURE, label, 0);
		for (k = 0; k < t->nr; k++) {
			const struct entropy_row *row = &t->rows[k];
			char *cells[] = {
				xstrdup(row->kernel),
				xstrdup(verdict(row)),
				xasprintf("%.2f",
					  drawn_bits(row_fewest_bits(row))),
				predicted(t, &row_most_hits(row)->best),
			};

			if (row->aside) {
				for (size_t c = 0; c < 4; c++)
					free(cells[c]);
				continue;
			}
			add_row(grid, cells, 4);
		}
		text = grid_format(grid);
		bytes_printf(out, "%s%s:\n\n%s", i ? "\n" : "", head, text);
		free(text);
		free(label);
		free(bits);
		grid_free(grid);
		free(head);
	}
}

/* A column for each kernel, the rows are figures. */
static void table_full(const struct entropy_table *t, struct bytes *out)
{
	struct entropy_figure **columns = xcalloc(t->nr, sizeof(*columns));
	size_t *nr = xcalloc(t->nr, sizeof(*nr)), i, k, most = 0, least;
	const char **cells = xcalloc(t->nr + 2, sizeof(*cells));
	struct grid *grid = grid_new();
	char *text, *head = caption(t);

	grid_column(grid, GRID_GROUP, "Group", 0);
	grid_column(grid, GRID_TEXT, "Figure", 0);
	for (i = 0; i < t->nr; i++) {
		char *label = xasprintf("%s\n%s", t->rows[i].kernel,
					t->rows[i].clock ? "clock" :
							   "insns");

		grid_column(grid, GRID_FIGURE, label, 0);
		free(label);
		columns[i] = entropy_figures(row_fewest_bits(&t->rows[i]),
					     &nr[i]);
		most = nr[i] > nr[most] ? i : most;
	}
	for (k = 0; k < nr[most]; k++) {
		const struct entropy_figure *f = &columns[most][k];
		char *name = xasprintf("%s%s%s%s", f->name,
				       *f->unit ? " (" : "", f->unit,
				       *f->unit ? ")" : "");

		cells[0] = f->group;
		cells[1] = name;
		for (i = 0; i < t->nr; i++)
			cells[i + 2] = nr[i] == nr[most] ? columns[i][k].value :
				       "";
		grid_row(grid, cells);
		free(name);
	}
	text = grid_format_within(grid, FORM_NOTE_WIDTH, &least);
	if (!text)
		text = grid_format(grid);
	bytes_printf(out, "%s:\n\n%s\n", head, text);
	for (i = 0; i < t->nr; i++)
		entropy_figures_free(columns[i], nr[i]);
	free(text);
	free(head);
	free(cells);
	free(columns);
	free(nr);
	grid_free(grid);
}

void entropy_full(const struct entropy *entropy, struct bytes *out)
{
	size_t i;

	for (i = 0; i < entropy->nr; i++)
		table_full(&entropy->tables[i], out);
}
