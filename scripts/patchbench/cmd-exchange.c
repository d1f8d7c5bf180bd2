// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench exchange - figures to and from other tools' formats
 *
 *	$ patchbench exchange --from record --to fastpath --out results *.record
 *	$ patchbench exchange --from fastpath --to values results
 *	$ perf bench syscall basic >basic
 *	$ patchbench exchange --from perf --to values --machine m --subject s basic
 *
 * What a format cannot carry is said on standard error; docs/exchange.md.
 */
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "options.h"
#include "patchbench.h"
#include "verbs.h"

static const char usage[] =
"usage: patchbench exchange --from FORMAT --to FORMAT [options] FILE...\n"
"\n"
"  --from FORMAT   record, values, perf, or fastpath, whose FILE is a folder\n"
"  --to FORMAT     values, on standard output, or fastpath\n"
"  --out DIR       the new folder of a fastpath store\n"
"with --from perf, what perf's output does not tell:\n"
"  --machine NAME  what it ran on\n"
"  --subject NAME  which kernel that was\n"
"  --arch ARCH     its architecture\n"
"  --kernel NAME   its release\n"
"  --benchmark NAME  of output without a heading: syscall/basic\n"
"  --loops N       calls of each run in simple output\n";

struct words {
	const char *from, *to, *out;
	struct perf_words perf;
};

static bool is(const char *word, const char *name)
{
	return !strcmp(word, name);
}

static int check_perf(const struct words *w)
{
	const struct perf_words *perf = &w->perf;
	const char *const texts[] = {
		perf->machine, perf->subject, perf->arch, perf->kernel,
	};
	size_t i;

	if (!is(w->from, "perf")) {
		for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
			if (*texts[i])
				break;
		if (i < 4 || perf->benchmark || perf->loops)
			return error(ST_USAGE, "exchange: '%s' is told by the "
				     "input of --from %s", i < 4 ? texts[i] :
				     "--benchmark or --loops", w->from);
		return 0;
	}
	if (!*perf->machine || !*perf->subject)
		return error(ST_USAGE, "exchange: perf's output names neither "
			     "machine nor kernel: --machine and --subject do");
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++)
		if (!value_text_ok(texts[i]))
			return error(ST_USAGE, "exchange: a name is no proper "
				     "text");
	if (perf->benchmark && !histogram_name_ok(perf->benchmark,
						  strlen(perf->benchmark)))
		return error(ST_USAGE, "exchange: --benchmark: no proper name");
	return 0;
}

static int check_words(const struct words *w)
{
	if (!w->from || !w->to)
		return error(ST_USAGE, "exchange: --from and --to are needed");
	if (!is(w->from, "record") && !is(w->from, "values") &&
	    !is(w->from, "perf") && !is(w->from, "fastpath"))
		return error(ST_USAGE, "exchange: --from: '%s' is none of "
			     "record, values, perf and fastpath", w->from);
	if (!is(w->to, "values") && !is(w->to, "fastpath"))
		return error(ST_USAGE, "exchange: --to: '%s' is neither values "
			     "nor fastpath", w->to);
	if (is(w->to, "fastpath") != (w->out != NULL))
		return error(ST_USAGE, "exchange: --out and --to fastpath go "
			     "together");
	return check_perf(w);
}

static int read_one(const struct words *w, const char *path,
		    struct values *values)
{
	if (is(w->from, "record"))
		return exchange_record(path, values);
	if (is(w->from, "values"))
		return exchange_read(path, values);
	if (is(w->from, "fastpath"))
		return exchange_store_read(path, values);
	return exchange_perf(path, &w->perf, values);
}

/* What is lost on the way, whatever the figures are. */
static void tell_lost(const struct words *w, const struct values *values)
{
	size_t i;

	if (is(w->from, "record"))
		note("histograms, counts of interrupts and context switches, "
		     "hashes, compiler and emulator are not carried");
	if (is(w->from, "perf"))
		note("a mean is all that perf tells: no percentiles, no "
		     "minimum, no maximum; the time of its loop is in it");
	if (is(w->from, "perf") && w->perf.loops)
		note("the total is cut to 1 ms: a mean may be up to %.3g ns "
		     "too small", 1e6 / (double)w->perf.loops);
	if (is(w->from, "fastpath"))
		note("a store has no numbers of sessions: they are counted as "
		     "its rows stand");
	if (!is(w->to, "fastpath"))
		return;
	note("a store keeps no numbers of sessions; timestamps, CPUs, type and "
	     "image of a benchmark are left empty, as they are not known");
	for (i = 0; i < values->nr; i++) {
		const struct value *v = &values->values[i];
		bool begins = !i || strcmp(v->text[V_CLASS],
					   v[-1].text[V_CLASS]);

		if (v->session == (begins ? 1 : v[-1].session + 1))
			continue;
		note("%s %s: session %llu will be another number in the store",
		     v->text[V_SUBJECT], v->text[V_BENCHMARK],
		     (unsigned long long)v->session);
		return;
	}
}

static void print_values(const struct values *values)
{
	struct bytes out = { 0 };

	exchange_format(values, &out);
	fwrite(out.data, 1, out.len, stdout);
	free(out.data);
}

int cmd_exchange(int argc, char **argv)
{
	struct words w = {
		.perf = { .machine = "", .arch = "", .subject = "",
			  .kernel = "" },
	};
	const struct option_row rows[] = {
		{ .name = "from", .text = &w.from },
		{ .name = "to", .text = &w.to },
		{ .name = "out", .text = &w.out },
		{ .name = "machine", .text = &w.perf.machine },
		{ .name = "subject", .text = &w.perf.subject },
		{ .name = "arch", .text = &w.perf.arch },
		{ .name = "kernel", .text = &w.perf.kernel },
		{ .name = "benchmark", .text = &w.perf.benchmark },
		{ "loops", NULL, &w.perf.loops, 1, PERF_LOOPS_MAX, NULL },
		{ 0 }
	};
	const char **files = xcalloc((size_t)argc, sizeof(*files));
	struct values values = { 0 };
	size_t nr, i;
	int ret;

	nr = options_parse_words(argc, argv, rows, usage, files, (size_t)argc);
	ret = check_words(&w);
	if (!ret && !nr)
		ret = error(ST_USAGE, "exchange: no file to read");
	for (i = 0; !ret && i < nr; i++)
		ret = read_one(&w, files[i], &values);
	if (!ret)
		ret = values_sort(&values, nr == 1 ? files[0] : "the files");
	if (!ret && !values.nr)
		ret = error(ST_REFUSED, "%s: no value in it", files[0]);
	if (!ret && w.out)
		ret = exchange_store_write(&values, w.out);
	else if (!ret)
		print_values(&values);
	if (!ret)
		tell_lost(&w, &values);
	values_free(&values);
	free(files);
	return ret;
}
