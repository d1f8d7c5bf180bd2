// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench run - boot every cell of a plan and keep its records
 *
 *	$ patchbench run --plan out/plan --store ~/.cache/patchbench/records \
 *		--guest build/guest --samples 1000000 --sessions 6 --jobs 2
 *	patchbench: arm64 v6.19.6 base/off session 1: 5 s; 1 of 36, ...
 *
 * Sessions are interleaved over the cells: session 1 of every cell, then
 * session 2. What the store holds already is not measured again.
 */
#include <dirent.h>
#include <errno.h>
#include <glob.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cell.h"
#include "channel.h"
#include "guest.h"
#include "options.h"
#include "patchbench.h"
#include "session.h"
#include "verbs.h"

#define POLL_NS		50000000L	/* between two looks at the guests */
#define CHANNEL_MAX	((size_t)64 << 20)
#define JOBS_MAX	256

static const char usage[] =
"usage: patchbench run --plan FILE --store DIR [options]\n"
"\n"
"  --plan FILE     the cells, a line each (docs/formats.md)\n"
"  --store DIR     where records are kept\n"
"  --guest DIR     the guest programs, a folder per architecture (build/guest)\n"
"  --data DIR      the data files (bench-data)\n"
"  --work DIR      where guests run (out/run)\n"
"  --tests NAME    which: benchmarks, samplers or faults (benchmarks)\n"
"  --samples N     calls per test and session (1000000)\n"
"  --sessions N    boots per cell (6)\n"
"  --jobs N        guests side by side (1)\n"
"  --again CELL    and so many boots more of STACK/REV/PARAMS or base/PARAMS,\n"
"                  for the baseline against itself\n"
"  --force         measure again what the store holds\n"
"  --list          only print where each session's record is or will be\n"
"  --silence S     seconds without a word before a guest is given up\n"
"  --limit S       seconds before a guest is given up in any case\n";

struct options {
	const char *plan, *store, *guest, *data, *work, *again, *tests;
	uint64_t samples, sessions, jobs, silence, limit;
	bool force, list;
};

/* A session to be measured. */
struct task {
	const struct cell *cell;
	uint64_t session;
};

struct slot {
	const struct task *task;	/* NULL: free */
	struct guest guest;
};

struct run {
	const struct options *opt;
	struct bench *bench;
	struct task *tasks;
	size_t nr_tasks, next, done, failed;
	struct slot *slots;
	size_t running;
	double started;
	int status;		/* the worst so far */
	bool live;		/* standard error is a terminal */
};

static volatile sig_atomic_t stopped;

static void on_signal(int sig)
{
	stopped = sig;
}

static void worse(struct run *r, int status)
{
	if (status > r->status)
		r->status = status;
}

static char *task_name(const struct task *t)
{
	char *cell = cell_name(t->cell);
	char *name = xasprintf("%s session %llu", cell,
			       (unsigned long long)t->session);

	free(cell);
	return name;
}

/* Remove a guest's folder, of which the names are known. */
static void remove_folder(const char *dir)
{
	static const char *const files[] = {
		"image", "initramfs", "console", "channel", "qemu.log",
	};
	char *tmp = xasprintf("%s/initramfs.tmp-*", dir);
	glob_t found;
	size_t i;

	/* Half an initramfs, of a runner that was killed while it wrote it. */
	if (!glob(tmp, GLOB_NOSORT, NULL, &found)) {
		for (i = 0; i < found.gl_pathc; i++)
			unlink(found.gl_pathv[i]);
		globfree(&found);
	}
	free(tmp);

	for (i = 0; i < sizeof(files) / sizeof(files[0]); i++) {
		char *path = xasprintf("%s/%s", dir, files[i]);

		unlink(path);
		free(path);
	}
	rmdir(dir);
}

/* What runners that were killed have left: their folders name their pid. */
static void sweep(const char *work)
{
	DIR *d = opendir(work);
	struct dirent *e;

	while (d && (e = readdir(d))) {
		long pid;
		char rest;
		char *path;

		if (sscanf(e->d_name, "guest-%ld-%*u%c", &pid, &rest) != 1 ||
		    pid <= 0 || !kill((pid_t)pid, 0) || errno != ESRCH)
			continue;
		path = xasprintf("%s/%s", work, e->d_name);
		remove_folder(path);
		free(path);
	}
	if (d)
		closedir(d);
}

/* True when the store holds this session, whole and undamaged. */
static bool have_record(const struct run *r, const struct task *t)
{
	char *path = cell_path(t->cell, r->opt->store, t->session);
	struct record rec;
	int ret = record_load(path, &rec);

	if (!ret) {
		ret = session_is(r->bench, t->cell, t->session, &rec) ? 0 :
			error(ST_REFUSED,
			      "%s: this is the record of something else", path);
		record_free(&rec);
	}
	if (ret && ret != ST_MISSING)
		note("%s: measuring it again", path);
	free(path);
	return !ret;
}

/* Whether the baseline against itself takes more sessions of @c. */
static bool is_again(const struct run *r, const struct cell *c)
{
	char *id = cell_id(c->stack, c->revision, c->parameters->name);
	bool is = r->opt->again && cell_id_is(id, r->opt->again);

	free(id);
	return is;
}

static bool has_again(const struct run *r)
{
	size_t i;

	for (i = 0; i < r->bench->nr_cells; i++)
		if (is_again(r, &r->bench->cells[i]))
			return true;
	return false;
}

static void add_task(struct run *r, const struct cell *c, uint64_t session)
{
	struct task t = { c, session };

	if (r->opt->force || !have_record(r, &t))
		r->tasks[r->nr_tasks++] = t;
}

static void plan_tasks(struct run *r)
{
	uint64_t session;
	size_t i;

	r->tasks = xcalloc(r->bench->nr_cells * 2 * (size_t)r->opt->sessions,
			   sizeof(r->tasks[0]));
	for (session = 1; session <= r->opt->sessions; session++) {
		for (i = 0; i < r->bench->nr_cells; i++)
			add_task(r, &r->bench->cells[i], session);
		/* Among the others, as what it is to be compared with. */
		for (i = 0; i < r->bench->nr_cells; i++)
			if (is_again(r, &r->bench->cells[i]))
				add_task(r, &r->bench->cells[i],
					 r->opt->sessions + session);
	}
}

static int prepare_folder(const struct task *t, const char *dir)
{
	char *link = xasprintf("%s/image", dir);
	char *image = xasprintf("%s/image", t->cell->image);
	char *initramfs = xasprintf("%s/initramfs", dir);
	char *real = realpath(image, NULL);
	int ret = 0;

	remove_folder(dir);
	if (!real)
		ret = error(ST_MISSING, "%s: %s; 'make kernel' builds it",
			    image, strerror(errno));
	else if (mkdir_parents(dir) || symlink(real, link) ||
		 file_write_atomic(initramfs, t->cell->arch->initramfs,
				   t->cell->arch->initramfs_len))
		ret = error(ST_MACHINE, "%s: %s", dir, strerror(errno));
	free(real);
	free(initramfs);
	free(image);
	free(link);
	return ret;
}

static int start(struct run *r, struct slot *s, const struct task *t)
{
	/*
	 * Emulation makes some 20 million instructions a second when busy; what
	 * goes through the log takes a hundred times those of a call.
	 */
	double call = r->bench->tests == TESTS_TIMES ? 50e-6 : 2e-3;
	double work = (double)r->bench->samples * (double)t->cell->arch->cpus *
		      (double)(r->bench->nr_benchmarks + 1) * call;
	double silence = r->opt->silence ? (double)r->opt->silence : 90 + work;
	double limit = r->opt->limit ? (double)r->opt->limit : 180 + 2 * work;
	char *dir = xasprintf("%s/guest-%ld-%zu", r->opt->work, (long)getpid(),
			      (size_t)(s - r->slots));
	char **argv = cell_command(r->bench, t->cell, t->session);
	char *name = task_name(t);
	int ret = prepare_folder(t, dir);

	if (!ret)
		ret = guest_start(&s->guest, name, dir, argv,
				  (size_t)(s - r->slots), silence, limit);
	if (!ret) {
		s->task = t;
		r->running++;
	}
	argv_free(argv);
	free(name);
	free(dir);
	return ret;
}

static int store_record(const struct run *r, const struct task *t,
			const struct record *rec)
{
	char *path = cell_path(t->cell, r->opt->store, t->session);
	char *dir = xstrndup(path, (size_t)(strrchr(path, '/') - path));
	struct record old;
	size_t len;
	char *text = record_format(rec, &len);
	int ret = 0;

	/* Measured again, exact data must come out the same. */
	if (r->opt->force && !record_load(path, &old)) {
		/* With the machine's clock nothing comes out the same. */
		if (!t->cell->arch->clock && !record_same_blocks(&old, rec))
			note("%s: differs from what was measured before", path);
		record_free(&old);
	}
	if (!text)
		ret = ST_REFUSED;
	else if (mkdir_parents(dir) || file_write_atomic(path, text, len))
		ret = error(ST_MACHINE, "%s: %s", path, strerror(errno));
	free(text);
	free(dir);
	free(path);
	return ret;
}

static int keep(struct run *r, struct slot *s, const char *name)
{
	char *path = xasprintf("%s/channel", s->guest.dir);
	struct guest_report report;
	struct record rec;
	size_t len;
	char *text = file_read(path, CHANNEL_MAX, &len);
	int ret;

	if (!text) {
		ret = error(ST_MACHINE, "%s: %s", path, strerror(errno));
		free(path);
		return ret;
	}
	ret = channel_parse(name, text, len, &report);
	free(text);
	free(path);
	if (ret)
		return ret;
	ret = session_check(r->bench, s->task->cell, name, &report);
	if (!ret) {
		session_record(r->bench, s->task->cell, s->task->session,
			       &report, &rec);
		ret = store_record(r, s->task, &rec);
		record_free(&rec);
	}
	guest_report_release(&report);
	return ret;
}

/* "2 min 5 s" */
static char *duration(double seconds)
{
	unsigned long s = (unsigned long)(seconds + 0.5);

	return s < 60 ? xasprintf("%lu s", s) :
			xasprintf("%lu min %lu s", s / 60, s % 60);
}

static void show_progress(const struct run *r, const char *name, double took)
{
	double spent = now() - r->started;
	size_t left = r->nr_tasks - r->done - r->failed;
	char *t = duration(took);
	char *rest = duration(r->done ? spent / (double)(r->done + r->failed) *
			      (double)left : 0);

	if (r->live)
		fprintf(stderr, "\r\033[K%zu of %zu sessions, about %s left%s",
			r->done, r->nr_tasks, rest, left ? "" : "\n");
	else
		note("%s: %s; %zu of %zu, about %s left", name, t, r->done,
		     r->nr_tasks, rest);
	free(rest);
	free(t);
}

/*
 * A failed guest's folder stays for whoever wants to see the console, under a
 * name of its cell and session.
 */
static void set_aside(const struct run *r, const struct slot *s)
{
	const struct cell *c = s->task->cell;
	char *to = xasprintf("%s/failed-%s-%s-%s-%s-%s-%llu", r->opt->work,
			     c->arch->name, c->base, c->stack, c->revision,
			     c->parameters->name,
			     (unsigned long long)s->task->session);

	remove_folder(to);
	if (!rename(s->guest.dir, to))
		note("its console, channel and qemu.log are in %s", to);
	free(to);
}

static void finish(struct run *r, struct slot *s)
{
	char *name = task_name(s->task);
	int status = s->guest.status;

	if (r->live)
		fprintf(stderr, "\r\033[K");
	if (!status)
		status = keep(r, s, name);
	if (status) {
		size_t i;

		set_aside(r, s);
		worse(r, status);
		r->failed++;
		/* The same image would only fail again in the same way. */
		for (i = r->next; i < r->nr_tasks; i++)
			if (r->tasks[i].cell == s->task->cell) {
				r->tasks[i].cell = NULL;
				r->failed++;
			}
	} else {
		remove_folder(s->guest.dir);
		r->done++;
		show_progress(r, name, now() - s->guest.started);
	}
	guest_release(&s->guest);
	s->task = NULL;
	r->running--;
	free(name);
}

static void run_all(struct run *r)
{
	struct timespec pause = { .tv_nsec = POLL_NS };
	size_t i;

	while (!stopped && (r->running || r->next < r->nr_tasks)) {
		for (i = 0; i < r->opt->jobs && r->next < r->nr_tasks; i++) {
			const struct task *t = &r->tasks[r->next];
			int status;

			if (r->slots[i].task)
				continue;
			r->next++;
			if (!t->cell)
				continue;
			status = start(r, &r->slots[i], t);
			if (status) {
				worse(r, status);
				r->failed++;
			}
		}
		for (i = 0; i < r->opt->jobs; i++)
			if (r->slots[i].task && guest_poll(&r->slots[i].guest))
				finish(r, &r->slots[i]);
		nanosleep(&pause, NULL);
	}
	for (i = 0; i < r->opt->jobs; i++) {
		if (!r->slots[i].task)
			continue;
		guest_kill(&r->slots[i].guest);
		remove_folder(r->slots[i].guest.dir);
		guest_release(&r->slots[i].guest);
	}
	if (stopped) {
		worse(r, error(ST_MACHINE,
			       "interrupted; %zu of %zu sessions are kept, the next run goes on from there",
			       r->done, r->nr_tasks));
	} else if (r->failed) {
		note("%zu of %zu sessions were not measured", r->failed,
		     r->nr_tasks);
	}
}

/* A line per session: its record's path, and its path as a reference. */
static int list_records(const struct run *r)
{
	uint64_t session;
	size_t i;

	for (i = 0; i < r->bench->nr_cells; i++) {
		const struct cell *c = &r->bench->cells[i];
		uint64_t nr = is_again(r, c) ? 2 * r->opt->sessions :
					       r->opt->sessions;

		for (session = 1; session <= nr; session++) {
			char *path = cell_path(c, r->opt->store, session);
			char *reference = cell_reference_path(c, ".", session);

			printf("%s\t%s\n", path, reference);
			free(reference);
			free(path);
		}
	}
	return 0;
}

static void parse_options(int argc, char **argv, struct options *opt)
{
	const struct option_row rows[] = {
		{ .name = "plan", .text = &opt->plan },
		{ .name = "store", .text = &opt->store },
		{ .name = "guest", .text = &opt->guest },
		{ .name = "data", .text = &opt->data },
		{ .name = "work", .text = &opt->work },
		{ .name = "again", .text = &opt->again },
		{ .name = "tests", .text = &opt->tests },
		{ "samples", NULL, &opt->samples, 1, 1000000000, NULL },
		{ "sessions", NULL, &opt->sessions, 1, 10000, NULL },
		{ "jobs", NULL, &opt->jobs, 1, JOBS_MAX, NULL },
		{ "silence", NULL, &opt->silence, 1, 1000000, NULL },
		{ "limit", NULL, &opt->limit, 1, 1000000, NULL },
		{ .name = "force", .flag = &opt->force },
		{ .name = "list", .flag = &opt->list },
		{ 0 },
	};

	options_parse(argc, argv, rows, usage);
	if (!opt->plan || !opt->store)
		die(ST_USAGE, "run needs --plan and --store");
}

int cmd_run(int argc, char **argv)
{
	struct options opt = {
		.guest = "build/guest", .data = "bench-data", .work = "out/run", .tests = "benchmarks",
		.samples = 1000000, .sessions = 6, .jobs = 1,
	};
	struct sigaction action = { .sa_handler = on_signal };
	struct run r = { .opt = &opt };
	enum tests tests;

	parse_options(argc, argv, &opt);
	if (!tests_by_name(opt.tests, &tests))
		return error(ST_USAGE, "--tests: '%s' are unknown", opt.tests);
	r.bench = bench_open(opt.data, tests, opt.plan, opt.guest, opt.samples,
			     &r.status);
	if (!r.bench)
		return r.status;
	if (opt.again && !has_again(&r)) {
		bench_close(r.bench);
		return error(ST_USAGE, "--again: the plan has no cell '%s'",
			     opt.again);
	}
	if (opt.list) {
		r.status = list_records(&r);
		bench_close(r.bench);
		return r.status;
	}
	r.live = isatty(2);
	r.started = now();
	r.slots = xcalloc((size_t)opt.jobs, sizeof(r.slots[0]));
	plan_tasks(&r);
	if (r.nr_tasks) {
		sigaction(SIGINT, &action, NULL);
		sigaction(SIGTERM, &action, NULL);
		sigaction(SIGHUP, &action, NULL);
		if (mkdir_parents(opt.work))
			die(ST_MACHINE, "%s: %s", opt.work, strerror(errno));
		sweep(opt.work);
		run_all(&r);
	}
	free(r.slots);
	free(r.tasks);
	bench_close(r.bench);
	return r.status;
}
