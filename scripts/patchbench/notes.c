// SPDX-License-Identifier: GPL-2.0-only
/* The notes under a table. docs/statistics.md explains each of them. */
#include <stdlib.h>
#include <string.h>

#include "notes.h"
#include "patchbench.h"

static void add(struct notes *notes, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

static void add(struct notes *notes, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	notes->texts = xrealloc(notes->texts,
				(notes->nr + 1) * sizeof(*notes->texts));
	notes->texts[notes->nr++] = text;
}

static const char *plural(size_t n)
{
	return n == 1 ? "" : "s";
}

/* "7", or "7 to 12". Caller frees. */
static char *range(size_t least, size_t most)
{
	return least == most ? xasprintf("%zu", most) :
			       xasprintf("%zu to %zu", least, most);
}

static void add_unit(const struct table *table, struct notes *notes)
{
	if (table->unit == UNIT_INSNS)
		add(notes, "Instructions, not time: rdtsc, a barrier or a "
		    "cache miss counts 1 each, so a change that trades a "
		    "counter read for arithmetic looks like a cost here and "
		    "may be a gain on hardware.");
	else
		add(notes, "Time on this one machine: another machine, "
		    "compiler or layout of the kernel's code may tell another "
		    "story.");
}

static void add_baseline(const struct figures *f, struct notes *notes)
{
	const struct table *table = f->table;
	bool test = f->options.rule == RULE_TEST;

	if (table->nr_cells < 2)
		return;
	if (!f->marks && !test)
		add(notes, "Against %s.", table->baseline);
	else
		add(notes, "Against %s; (R) %s: %s%s.",
		    table->baseline,
		    table->unit == UNIT_INSNS ? "more, (I) fewer" :
						"slower, (I) faster",
		    test ? "p is at most 5 % by Welch's test (mean) or "
			   "Mann-Whitney's (all else)" :
			   "the 95% intervals do not overlap",
		    test && f->options.holm ?
		    ", adjusted by Holm over the whole table" : "");
}

static void least_and_most(const struct table *table, size_t *least,
			   size_t *most)
{
	size_t i;

	*least = SIZE_MAX;
	*most = 0;
	for (i = 0; i < table->nr_cells; i++) {
		size_t nr = table->cells[i].nr;

		*least = nr < *least ? nr : *least;
		*most = nr > *most ? nr : *most;
	}
}

/* How many values of the cells themselves are exact, for a single cell. */
static size_t exact_values(const struct figures *f, size_t *all)
{
	size_t exact = 0, i;

	*all = f->table->nr_benchmarks * f->nr_classes * f->table->nr_cells;
	for (i = 0; i < *all; i++)
		exact += f->figures[i].in.exact;
	return exact;
}

static void add_sessions(const struct figures *f, size_t least, size_t most,
			 struct notes *notes)
{
	const struct table *table = f->table;
	double scale = 1e9 / (double)table->frequency;
	char *sessions = range(least, most), *empty;
	size_t exact, all;

	exact = exact_values(f, &all);
	empty = table->empty_min == table->empty_max ?
		xasprintf("%.4g", (double)table->empty_min * scale) :
		xasprintf("%.4g to %.4g", (double)table->empty_min * scale,
			  (double)table->empty_max * scale);
	add(notes, "%s session%s (%s) of %llu calls each; %zu of %zu values "
	    "are exact (the same in every session); empty body, subtracted: "
	    "%s %s.", sessions, plural(most),
	    table->backend == BACKEND_HOST ? "runs" : "boots",
	    (unsigned long long)table->samples, exact, all, empty,
	    unit_name(table->unit));
	free(sessions);
	free(empty);
}

static void add_too_few(const struct figures *f, size_t least,
			struct notes *notes)
{
	if (least < STAT_SESSIONS_MIN)
		add(notes, "Too few sessions for an interval, so no marks: "
		    "%d give one, %zu a distribution-free one of a median.",
		    STAT_SESSIONS_MIN, median_sessions_needed());
	else if (f->options.rule == RULE_TEST &&
		 least < mann_whitney_sessions_needed())
		add(notes, "Too few sessions for Mann-Whitney's test to reach "
		    "5%%: it takes %zu, and %zu give a distribution-free "
		    "interval of a median.", mann_whitney_sessions_needed(),
		    median_sessions_needed());
	else if (least < median_sessions_needed())
		add(notes, "Too few sessions for a distribution-free interval "
		    "of a median: it takes %zu.", median_sessions_needed());
}

/* Chance marks some of many comparisons: how many there are to be marked. */
static void add_comparisons(const struct figures *f, size_t least,
			    struct notes *notes)
{
	bool test = f->options.rule == RULE_TEST;
	double chance = (1 - STAT_CONFIDENCE) * (double)f->compared;

	if (f->table->nr_cells < 2 || least < STAT_SESSIONS_MIN)
		return;
	if (!f->compared) {
		add(notes, "%zu comparisons, all of exact figures: chance has "
		    "no part in them.", f->cells);
		return;
	}
	add(notes, "%zu comparisons, %zu of them of exact figures; of the "
	    "other %zu, 5%% are %.2g: %s.", f->cells, f->exact, f->compared,
	    chance, !test ? "that many a test would mark by chance, this rule "
			    "marks fewer" :
		    f->options.holm ?
		    "Holm's correction keeps the chance that there is even "
		    "one such mark to 5 %" :
		    "that many are marked by chance where nothing differs");
}

static void add_needed(const struct figures *f, struct notes *notes)
{
	char *needed;

	if (!f->undecided)
		return;
	needed = range(f->needed_least, f->needed_most);
	if (f->beyond == f->undecided)
		add(notes, "%zu change%s %s no mark, and more sessions would "
		    "not soon give one: %d are not enough, were means and "
		    "deviations to stay.", f->undecided, plural(f->undecided),
		    f->undecided == 1 ? "has" : "have",
		    INFERENCE_SESSIONS_MAX);
	else if (f->beyond)
		add(notes, "%zu changes have no mark; were means and "
		    "deviations to stay, a verdict would take %s sessions, "
		    "for %zu of them more than %d.", f->undecided, needed,
		    f->beyond, INFERENCE_SESSIONS_MAX);
	else
		add(notes, "%zu change%s %s no mark; were means and deviations "
		    "to stay, a verdict would take %s sessions.", f->undecided,
		    plural(f->undecided), f->undecided == 1 ? "has" : "have",
		    needed);
	free(needed);
}

static void add_again(const struct figures *f, struct notes *notes)
{
	const struct again *again = &f->again;
	char *sides, *differs;

	if (!again->known || f->table->nr_cells < 2)
		return;
	sides = again->halves ? xstrdup("odd against even sessions") :
		xasprintf("sessions %llu to %llu against the table's",
			  (unsigned long long)again->first,
			  (unsigned long long)again->last);
	if (again->exact == again->of)
		differs = xasprintf("all %zu figures the same", again->of);
	else if (again->percent == 0)
		differs = xasprintf("no mean differs; %zu of %zu figures "
				    "exact", again->exact, again->of);
	else
		differs = xasprintf("differs by %.2g%% at most (%s %s), %zu of "
				    "%zu figures marked", again->percent,
				    f->table->benchmarks[again->bench],
				    class_name(f->classes[again->class]),
				    again->marks, again->of);
	add(notes, "A/A floor, the baseline against itself (%s): %s.", sides,
	    differs);
	free(differs);
	free(sides);
}

static void add_boots(const struct table *table, struct notes *notes)
{
	struct bytes line = { 0 };
	size_t i;

	for (i = 0; i < table->nr_cells; i++) {
		const struct cell_data *cell = &table->cells[i];

		if (!cell->nr_boots || cell->nr_boots >= cell->nr)
			continue;
		if (!line.len)
			bytes_printf(&line, "Sessions of one boot are no boots "
				     "of their own, their intervals leave out "
				     "what a reboot changes:");
		bytes_printf(&line, "%s %s (%zu sessions, %zu boot%s)",
			     line.data[line.len - 1] == ':' ? "" : ",",
			     cell->name, cell->nr, cell->nr_boots,
			     plural(cell->nr_boots));
	}
	if (line.len) {
		bytes_add(&line, "", 1);
		add(notes, "%s.", line.data);
	}
	free(line.data);
}

static void add_machine(const struct table *table, struct notes *notes)
{
	struct bytes line = { 0 };
	size_t i;

	if (table->backend != BACKEND_HOST)
		return;
	bytes_printf(&line, "Machine: counter of %llu Hz",
		     (unsigned long long)table->frequency);
	for (i = 0; i < table->nr_facts; i++) {
		const struct fact *fact = &table->facts[i];

		/* Of the boot and of the kernel, not of the machine. */
		if (!strncmp(fact->name, "boot", 4) ||
		    !strncmp(fact->name, "kernel-", 7))
			continue;
		bytes_printf(&line, ", %s: %s", fact->name,
			     fact->value ? fact->value : "not always the same");
	}
	bytes_add(&line, "", 1);
	add(notes, "%s.", line.data);
	free(line.data);
}

void notes_make(const struct figures *figures, struct notes *out)
{
	const struct table *table = figures->table;
	size_t least, most;

	memset(out, 0, sizeof(*out));
	least_and_most(table, &least, &most);
	add_unit(table, out);
	add_baseline(figures, out);
	add_sessions(figures, least, most, out);
	add_too_few(figures, least, out);
	if (figures->options.all_classes && most < STAT_SESSIONS_MIN)
		add(out, "An interval in brackets is of the one session's "
		    "percentile by order statistics: within this boot, not "
		    "from boot to boot.");
	add_comparisons(figures, least, out);
	add_needed(figures, out);
	add_again(figures, out);
	add_boots(table, out);
	add_machine(table, out);
	if (table->reference)
		add(out, "From reference records; nothing was measured on "
		    "this machine.");
}

void notes_free(struct notes *notes)
{
	while (notes->nr)
		free(notes->texts[--notes->nr]);
	free(notes->texts);
	notes->texts = NULL;
}

char *table_caption(const struct table *table)
{
	const char *base = table->name_base ? table->base : "";

	return xasprintf("%s%s%s (%s%s)", table->arch, *base ? " " : "", base,
			 table->backend == BACKEND_ICOUNT ? "QEMU icount, " :
							    "", table->cpu);
}

void text_wrap(struct bytes *out, const char *text, size_t width)
{
	size_t column = 0;

	while (*text) {
		size_t len = strcspn(text, " ");

		if (column && column + 1 + len > width) {
			bytes_add(out, "\n", 1);
			column = 0;
		}
		if (column) {
			bytes_add(out, " ", 1);
			column++;
		}
		bytes_add(out, text, len);
		column += len;
		text += len;
		text += strspn(text, " ");
	}
	bytes_add(out, "\n", 1);
}
