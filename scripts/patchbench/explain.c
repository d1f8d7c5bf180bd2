// SPDX-License-Identifier: GPL-2.0-only
/*
 * From a cell of a table back to its records. The table's own figures are
 * printed, and each record is read again for its provenance.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cell.h"
#include "explain.h"
#include "notes.h"
#include "patchbench.h"
#include "provenance.h"

/* What was asked for, as indices into a table. */
struct place {
	const struct figures *figures;
	size_t cell, bench, class;
};

static void line(struct bytes *out, const char *key, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void line(struct bytes *out, const char *key, const char *fmt, ...)
{
	va_list ap;
	char *text;

	va_start(ap, fmt);
	text = xvasprintf(fmt, ap);
	va_end(ap);
	bytes_printf(out, "%-20s%s\n", key, text);
	free(text);
}

/* "305.00 insns, exact, of 6 sessions". Caller frees. */
static char *value(const struct figures *f, const struct interval *in)
{
	const char *unit = unit_name(f->table->unit);
	char *mean = number_format(in->mean), *text;

	if (in->exact)
		text = xasprintf("%s %s, exact: the same in all of %zu "
				 "sessions", mean, unit, in->n);
	else if (in->known)
		text = xasprintf("%s +- %.6g %s (s %.6g, %zu sessions, "
				 "Student's t)", mean, in->half, unit,
				 in->s, in->n);
	else
		text = xasprintf("%s %s, of one session", mean, unit);
	free(mean);
	return text;
}

static void add_change(const struct place *p, struct bytes *out)
{
	const struct figures *f = p->figures;
	const struct figure *figure =
		figures_at(f, p->bench, p->class, p->cell);
	const struct figure *base = figures_at(f, p->bench, p->class, 0);
	char *text = value(f, &base->in);

	line(out, "baseline", "%s: %s", f->table->cells[0].name, text);
	free(text);
	text = change_format(&figure->change);
	line(out, "change", "%s", text);
	free(text);
	line(out, "rule", "%s%s%s", rule_name(f->options.rule),
	     f->options.holm ? ", Holm" : "",
	     base->in.exact && figure->in.exact ?
	     ": both are exact and compared, not tested" : "");
	if (!isnan(figure->p))
		line(out, "p", "%.6g; %.6g by Holm over %zu comparisons",
		     figure->p, figure->p_holm, f->compared);
}

/* The rank of a percentile among the calls; empty for the other classes. */
static char *rank_of(enum result_class class, uint64_t n)
{
	uint64_t part, whole;

	if (!class_quantile(class, &part, &whole))
		return xstrdup("");
	return xasprintf(", rank %llu of %llu",
			 (unsigned long long)(((u128)n * part + whole - 1) /
					      whole),
			 (unsigned long long)n);
}

static int add_session(const struct place *p, size_t nr, struct bytes *out)
{
	const struct table *table = p->figures->table;
	const struct cell_data *cell = &table->cells[p->cell];
	enum result_class class = p->figures->classes[p->class];
	const struct summary *s = &cell->series[p->bench].sessions[nr];
	char *key = xasprintf("session %llu", (unsigned long long)s->session);
	char *rank = rank_of(class, s->n);
	char *value = number_format(s->value[class]);
	char hex[65];
	int ret = 0;

	if (sha256_file_hex(cell->paths[nr], hex))
		ret = error(ST_MACHINE, "%s: %s", cell->paths[nr],
			    strerror(errno));
	else
		line(out, key, "%s %s%s\n%20s%s\n%20ssha256 %s",
		     value, unit_name(table->unit), rank, "",
		     cell->paths[nr], "", hex);
	free(value);
	free(rank);
	free(key);
	return ret;
}

/* The command that measures the cell anew, and the one that prints it. */
static void add_again(const struct show_options *o, const struct place *p,
		      const struct record *rec, const char *asked,
		      struct bytes *out)
{
	const struct cell_data *cell = &p->figures->table->cells[p->cell];
	bool base = !strcmp(rec->stack, "base");
	bool host = rec->backend == BACKEND_HOST;
	char *command = provenance_again(rec, host ? cell->nr : o->sessions);

	line(out, "again", "%s", command);
	free(command);
	if (host)
		return;
	line(out, "", "make -s table BASE=%s ARCH=%s CONFIG=%s STACK=%s%s%s "
	     "SAMPLES=%llu SESSIONS=%llu EXPLAIN=%s", rec->base, rec->arch,
	     rec->config, rec->stack, base ? "" : " REV=",
	     base ? "" : rec->revision, (unsigned long long)rec->samples,
	     (unsigned long long)o->sessions, asked);
}

static void add_provenance(const struct record *records, size_t nr,
			   struct bytes *out)
{
	struct provenance provenance;
	size_t i;

	provenance_make(records, nr, &provenance);
	for (i = 0; i < provenance.nr; i++)
		line(out, provenance.lines[i].key, "%s",
		     provenance.lines[i].value);
	provenance_free(&provenance);
}

static int explain_place(const struct show_options *o, const struct place *p,
			 const char *asked, struct bytes *out)
{
	const struct figures *f = p->figures;
	const struct cell_data *cell = &f->table->cells[p->cell];
	struct record *records = xcalloc(cell->nr, sizeof(*records));
	char *text;
	size_t i;
	int ret = 0;

	line(out, "cell", "%s", cell->name);
	line(out, "figure", "%s, %s", f->table->benchmarks[p->bench],
	     class_name(f->classes[p->class]));
	text = value(f, &figures_at(f, p->bench, p->class, p->cell)->in);
	line(out, "value", "%s", text);
	free(text);
	if (p->cell)
		add_change(p, out);
	else
		line(out, "change", "none: this is the baseline");
	for (i = 0; !ret && i < cell->nr; i++) {
		ret = record_load(cell->paths[i], &records[i]);
		if (ret == ST_MISSING)
			error(ret, "%s: has gone", cell->paths[i]);
		if (!ret)
			ret = add_session(p, i, out);
	}
	if (!ret) {
		add_provenance(records, cell->nr, out);
		add_again(o, p, &records[0], asked, out);
	}
	for (i = 0; i < cell->nr; i++)
		record_free(&records[i]);
	free(records);
	return ret;
}

/* Find @column, @benchmark and @class in the table of @f. */
static bool find(const struct figures *f, const char *column,
		 const char *benchmark, const char *class, struct place *out)
{
	const struct table *table = f->table;
	size_t cell, bench, k;

	for (cell = 0; cell < table->nr_cells; cell++)
		if (cell_id_is(table->cells[cell].id, column))
			break;
	for (bench = 0; bench < table->nr_benchmarks; bench++)
		if (!strcmp(table->benchmarks[bench], benchmark))
			break;
	for (k = 0; k < f->nr_classes; k++)
		if (!strcmp(class_name(f->classes[k]), class))
			break;
	*out = (struct place){ f, cell, bench, k };
	return cell < table->nr_cells && bench < table->nr_benchmarks &&
	       k < f->nr_classes;
}

/*
 * The same by the figures that the table prints, as the adjusted p depends on
 * how many these are, or else by all classes. figures_free() frees @f where it
 * was found.
 */
static bool find_in(const struct table *table,
		    const struct figures_options *options, const char *column,
		    const char *benchmark, const char *class,
		    struct figures *f, struct place *out)
{
	struct figures_options all = *options;

	figures_make(table, options, f);
	if (find(f, column, benchmark, class, out))
		return true;
	figures_free(f);
	all.all_classes = true;
	figures_make(table, &all, f);
	if (find(f, column, benchmark, class, out))
		return true;
	figures_free(f);
	return false;
}

static int not_found(const struct table *table, const char *asked)
{
	struct bytes known = { 0 };
	size_t i;
	int ret;

	bytes_printf(&known, "columns");
	for (i = 0; i < table->nr_cells; i++)
		bytes_printf(&known, " %s", table->cells[i].id);
	bytes_printf(&known, "; benchmarks");
	for (i = 0; i < table->nr_benchmarks; i++)
		bytes_printf(&known, " %s", table->benchmarks[i]);
	bytes_printf(&known, "; classes");
	for (i = 0; i < RC_NR; i++)
		bytes_printf(&known, " %s", class_name((enum result_class)i));
	bytes_add(&known, "", 1);
	ret = error(ST_USAGE, "'%s' is no [ARCH:]COLUMN:BENCHMARK:CLASS of "
		    "these tables; they have: %s", asked, known.data);
	free(known.data);
	return ret;
}

int explain(const struct show_options *o, const struct tables *tables,
	    const struct form_options *options, const char *asked,
	    struct bytes *out)
{
	char *words = xstrdup(asked), *arch = NULL, *column, *benchmark, *class;
	struct figures f;
	bool any = false;
	int ret = 0;
	size_t i;

	/* From the end, so that what is optional is at the start. */
	class = strrchr(words, ':');
	if (class)
		*class++ = '\0';
	benchmark = class ? strrchr(words, ':') : NULL;
	if (benchmark)
		*benchmark++ = '\0';
	column = words;
	if (benchmark && strcspn(column, ":") < strcspn(column, "/")) {
		arch = column;
		column = strchr(column, ':');
		*column++ = '\0';
	}
	for (i = 0; !ret && i < tables->nr; i++) {
		const struct table *table = &tables->tables[i];
		struct place place;

		if (!benchmark || (arch && strcmp(arch, table->arch)) ||
		    !find_in(table, &options->figures, column, benchmark,
			     class, &f, &place))
			continue;
		if (any)
			bytes_add(out, "\n", 1);
		any = true;
		ret = explain_place(o, &place, asked, out);
		figures_free(&f);
	}
	if (!ret && !any)
		ret = not_found(&tables->tables[0], asked);
	free(words);
	return ret;
}
