// SPDX-License-Identifier: GPL-2.0-only
/*
 * From the output of `perf bench syscall` to values. Source of both formats:
 * tools/perf/bench/syscall.c and tools/perf/builtin-bench.c of Linux. By
 * default
 *
 *	# Running 'syscall/basic' benchmark:
 *	# Executed 10000000 getppid() calls
 *	     Total time: 1.234 [sec]
 *
 *	       0.123456 usecs/op
 *	        8100051 ops/sec
 *
 * and with --format=simple the total alone, "1.234", under a heading where perf
 * runs several. Times are cut to the millisecond, not rounded.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "exchange.h"
#include "patchbench.h"

#define LINE_MAX_BYTES	256

/* What was read of one run. */
struct run {
	char *benchmark;	/* owned: "syscall/basic", NULL: not named */
	uint64_t calls;		/* 0: none yet */
	uint64_t ms;		/* of all calls */
	bool has_ms;
	uint64_t ps;		/* of one call */
	bool has_ps;
};

/* Move *@p behind @word. */
static bool skip(const char **p, const char *end, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(end - *p) < len || memcmp(*p, word, len))
		return false;
	*p += len;
	return true;
}

static void skip_blanks(const char **p, const char *end)
{
	while (*p < end && **p == ' ')
		++*p;
}

/* A whole number; locales part its digits with commas. */
static bool scan_grouped(const char **p, const char *end, uint64_t *n)
{
	uint64_t part;
	const char *start;

	if (!scan_u64(p, end, n))
		return false;
	while (end - *p >= 4 && **p == ',') {
		start = *p + 1;
		/* Three digits, which may begin with a zero. */
		if (strspn(start, "0123456789") < 3 || *n > UINT64_MAX / 1001)
			return false;
		part = (uint64_t)((start[0] - '0') * 100 +
				  (start[1] - '0') * 10 + start[2] - '0');
		*n = *n * 1000 + part;
		*p = start + 3;
	}
	return true;
}

/* A number with exactly @places decimals, in units of the last of them. */
static bool scan_fixed(const char **p, const char *end, int places,
		       uint64_t *n)
{
	if (!scan_u64(p, end, n) || *p == end || *(*p)++ != '.')
		return false;
	for (; places; places--, ++*p) {
		if (*p == end || **p < '0' || **p > '9' ||
		    *n > UINT64_MAX / 11)
			return false;
		*n = *n * 10 + (uint64_t)(**p - '0');
	}
	return true;
}

/*
 * Do the figures of a run agree? The calls times usecs/op, which has half a
 * picosecond more or less, must lie in the millisecond of the total.
 */
static bool agrees(const struct run *run)
{
	u128 least = (u128)run->ms * 1000, most = least + 999;
	u128 n = run->calls;

	return (2 * (u128)run->ps + 2) * n >= 2000000 * least &&
	       (!run->ps ||
		(2 * (u128)run->ps - 2) * n <= 2000000 * most);
}

static int finish(const struct text *t, struct run *run,
		  const struct perf_words *words, struct values *values)
{
	const char *name = run->benchmark ? run->benchmark : words->benchmark;
	bool simple = run->has_ms && !run->calls && !run->has_ps;
	uint64_t session = 1;
	struct value value = { 0 };
	char *benchmark;
	size_t i;

	if (!simple && (!run->calls || !run->has_ms || !run->has_ps))
		return text_error(t, "run: cut short");
	if (!name)
		return text_error(t, "run: no heading names the benchmark; "
				  "--benchmark does");
	if (simple && !words->loops)
		return text_error(t, "run: a total without the number of "
				  "calls; --loops tells it");
	if (!simple && words->loops)
		return text_error(t, "run: it tells its calls itself, "
				  "--loops is for simple output");
	if (!run->ms)
		return text_error(t, "run: below a millisecond, not a "
				  "measurement");
	if (!simple && !agrees(run))
		return text_error(t, "run: total time, calls and usecs/op do "
				  "not agree");
	benchmark = xasprintf("perf/%s", name);
	for (i = values->nr; i-- && session == 1;)
		if (!strcmp(values->values[i].text[V_BENCHMARK], benchmark))
			session = values->values[i].session + 1;
	value = (struct value){
		.text = {
			[V_MACHINE] = xstrdup(words->machine),
			[V_ARCH] = xstrdup(words->arch),
			[V_SUBJECT] = xstrdup(words->subject),
			[V_KERNEL] = xstrdup(words->kernel),
			[V_COMMAND_LINE] = xstrdup(""),
			[V_BENCHMARK] = benchmark,
			[V_CLASS] = xstrdup(class_name(RC_MEAN)),
			[V_UNIT] = xstrdup(unit_name(UNIT_NS)),
			[V_BETTER] = xstrdup("smaller"),
			[V_BOOT] = xstrdup(""),
		},
		.samples = simple ? words->loops : run->calls,
		.session = session,
		/* ms to ns a call; ps to ns, both with one rounding */
		.value = simple ?
			(double)((long double)run->ms * 1e6L /
				 (long double)words->loops) :
			(double)((long double)run->ps / 1e3L),
	};
	free(run->benchmark);
	memset(run, 0, sizeof(*run));
	return values_add(values, t->name, &value);
}

/* "# Running 'syscall/basic' benchmark:" or "# Running syscall/basic ..." */
static bool heading(const char *p, const char *end, struct run *run)
{
	bool quoted = skip(&p, end, "'");
	const char *start = p;
	size_t len;

	while (p < end && *p != ' ' && *p != '\'')
		p++;
	len = (size_t)(p - start);
	if (!skip(&p, end, quoted ? "' benchmark:" : " benchmark...") ||
	    p != end || len <= 8 || memcmp(start, "syscall/", 8) ||
	    !histogram_name_ok(start, len))
		return false;
	run->benchmark = xstrndup(start, len);
	return true;
}

static bool executed(const char *p, const char *end, struct run *run)
{
	const char *start;

	if (!scan_grouped(&p, end, &run->calls) || !run->calls ||
	    run->calls > PERF_LOOPS_MAX || !skip(&p, end, " "))
		return false;
	for (start = p; p < end && ((*p >= 'a' && *p <= 'z') || *p == '_');)
		p++;
	return p > start && skip(&p, end, "() calls") && p == end;
}

/* The figures of the default format, each once, and a bare total. */
static bool figure(const char *p, const char *end, struct run *run)
{
	uint64_t n;

	skip_blanks(&p, end);
	if (skip(&p, end, "Total time: ")) {
		if (!run->calls || run->has_ms ||
		    !scan_fixed(&p, end, 3, &run->ms))
			return false;
		run->has_ms = true;
		return skip(&p, end, " [sec]") && p == end;
	}
	if (!run->calls) {
		run->has_ms = scan_fixed(&p, end, 3, &run->ms);
		return run->has_ms && p == end;
	}
	if (run->has_ps)
		return scan_grouped(&p, end, &n) &&
		       skip(&p, end, " ops/sec") && p == end;
	run->has_ps = scan_fixed(&p, end, 6, &run->ps);
	return run->has_ms && run->has_ps && skip(&p, end, " usecs/op") &&
	       p == end;
}

static int read_line(struct text *t, const char *line, size_t len,
		     struct run *run, const struct perf_words *words,
		     struct values *values)
{
	const char *p = line, *end = line + len;
	bool last;

	if (skip(&p, end, "# Running ")) {
		if (run->benchmark || run->calls)
			return text_error(t, "run: the one before is cut "
					  "short");
		return heading(p, end, run) ? 0 :
			text_error(t, "heading: not that of a benchmark of "
				   "perf bench syscall");
	}
	if (skip(&p, end, "# Executed ")) {
		if (run->calls || !executed(p, end, run))
			return text_error(t, "run: not a number of calls");
		return 0;
	}
	/* After usecs/op only ops/sec is left; it ends the run. */
	last = run->has_ps;
	if (!figure(p, end, run))
		return text_error(t, "run: not a line of perf bench syscall");
	last |= !run->calls;
	return last ? finish(t, run, words, values) : 0;
}

int exchange_perf(const char *path, const struct perf_words *words,
		  struct values *values)
{
	size_t len, size, before = values->nr;
	char *buf = file_read(path, CSV_BYTES_MAX, &size);
	struct run run = { 0 };
	const char *line;
	struct text t;
	int ret;

	if (!buf)
		return error(errno == ENOENT || errno == ENOTDIR ?
			     ST_MISSING : errno == EFBIG ? ST_REFUSED :
			     ST_MACHINE, "%s: %s", path, strerror(errno));
	text_init(&t, path, buf, size);
	while (!(ret = text_line(&t, &line, &len, LINE_MAX_BYTES))) {
		if (len)
			ret = read_line(&t, line, len, &run, words, values);
		if (ret)
			break;
	}
	if (ret == ST_NO)
		ret = run.benchmark || run.calls ?
			text_error(&t, "run: cut short") :
			values->nr == before ?
			text_error(&t, "no run of perf bench syscall") : 0;
	free(run.benchmark);
	free(buf);
	return ret;
}
