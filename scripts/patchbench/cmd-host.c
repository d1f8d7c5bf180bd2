// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench host - time the system calls of the running kernel
 *
 *	$ patchbench host --program build/guest/x86_64/syscall-latency \
 *		--store ~/.cache/patchbench/records
 *
 * The program that guests run, on this machine and in nanoseconds. Which
 * kernel that is, is the user's word, checked where the kernel can be asked.
 */
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cell.h"
#include "channel.h"
#include "host.h"
#include "options.h"
#include "patchbench.h"
#include "record.h"
#include "verbs.h"

#define OUTPUT_MAX	((size_t)256 << 20)

static const char usage[] =
"usage: patchbench host --program FILE --store DIR [options]\n"
"\n"
"  --program FILE  syscall-latency, built for this machine\n"
"  --store DIR     where records are kept, in its folder host\n"
"  --data DIR      the data files (bench-data)\n"
"  --stack NAME    the stack the running kernel has (base: none)\n"
"  --rev vN        its revision\n"
"  --base TAG      the tagged kernel it was made from\n"
"  --params NAME   its boot parameters, a name of bench-data/parameters\n"
"  --cpu N         the CPU to run on (0)\n"
"  --samples N     timed calls per benchmark and session (1000000)\n"
"  --sessions N    runs of the program (6)\n"
"  --force         measure again what the store holds\n";

struct options {
	const char *program, *store, *data, *stack, *rev, *base, *params;
	uint64_t cpu, samples, sessions;
	bool force;
};

/* The running kernel and what it is called in the records. */
struct subject {
	struct utsname uts;
	char *command_line;
	char *stack, *revision, *base;
	const struct parameters *parameters;
	char *stack_check, *base_check, *parameters_check;
};

static void parse_options(int argc, char **argv, struct options *opt)
{
	const struct option_row rows[] = {
		{ .name = "program", .text = &opt->program },
		{ .name = "store", .text = &opt->store },
		{ .name = "data", .text = &opt->data },
		{ .name = "stack", .text = &opt->stack },
		{ .name = "rev", .text = &opt->rev },
		{ .name = "base", .text = &opt->base },
		{ .name = "params", .text = &opt->params },
		{ "cpu", NULL, &opt->cpu, 0, 1023, NULL },
		{ "samples", NULL, &opt->samples, 1, 1000000000, NULL },
		{ "sessions", NULL, &opt->sessions, 1, 10000, NULL },
		{ .name = "force", .flag = &opt->force },
		{ 0 },
	};

	options_parse(argc, argv, rows, usage);
	if (!opt->program || !opt->store)
		die(ST_USAGE, "host needs --program and --store");
	if (opt->rev && !opt->stack)
		die(ST_USAGE, "--rev %s: of which --stack?", opt->rev);
}

/* A label that becomes part of a path. */
static void need_word(const char *option, const char *s)
{
	if (!word_ok(s))
		die(ST_USAGE, "%s '%s' is no name", option, s);
}

/* Stack and revision: what the user says, against the release. */
static int find_stack(const struct options *opt, struct subject *s)
{
	char *stack = NULL, *revision = NULL;
	bool known = host_label(s->uts.release, &stack, &revision);
	int ret = 0;

	if (!known && strstr(s->uts.release, "-patchbench-"))
		return error(ST_REFUSED,
			     "the running kernel's release '%s' does not tell its stack and revision as 'make kernel' names them",
			     s->uts.release);
	s->stack = xstrdup(opt->stack ? opt->stack : known ? stack : "base");
	if (opt->rev)
		s->revision = xstrdup(opt->rev);
	else if (!strcmp(s->stack, "base"))
		s->revision = xstrdup("-");
	else if (known)
		s->revision = xstrdup(revision);
	else
		ret = error(ST_USAGE, "stack %s: which --rev?", s->stack);
	s->stack_check = xstrdup(known ? "release" : "unchecked");
	if (!ret && known && (strcmp(stack, s->stack) ||
			      strcmp(revision, s->revision)))
		ret = error(ST_REFUSED,
			    "the running kernel %s is %s/%s, not %s/%s",
			    s->uts.release, stack, revision, s->stack,
			    s->revision);
	free(stack);
	free(revision);
	return ret;
}

static int find_base(const struct options *opt, struct subject *s)
{
	s->base = host_base(s->uts.release, s->uts.version);
	if (!s->base)
		return error(ST_REFUSED, "the running kernel's release '%s' has no version",
			     s->uts.release);
	s->base_check = xstrdup("release and version");
	if (opt->base && strcmp(opt->base, s->base))
		return error(ST_REFUSED,
			     "the running kernel is %s (%s), not %s", s->base,
			     s->uts.release, opt->base);
	return 0;
}

static int find_parameters(const struct options *opt, const struct bench *b,
			   struct subject *s)
{
	const char *how;
	const struct parameters *is;

	is = host_parameters(b, s->command_line, s->uts.release, &how);
	if (opt->params) {
		s->parameters = bench_parameters(b, opt->params);
		if (!s->parameters)
			return error(ST_USAGE, "parameters '%s' are not in %s/parameters",
				     opt->params, opt->data);
		if (is && is != s->parameters)
			return error(ST_REFUSED,
				     "the running kernel has '%s' by its %s, not '%s'",
				     is->kernel, how, s->parameters->kernel);
	} else {
		s->parameters = is;
		if (!is)
			return error(ST_USAGE,
				     "neither the kernel's command line nor its configuration tells whether offsets are randomised: say PARAMS=on or PARAMS=off");
	}
	s->parameters_check = xstrdup(is ? how : "unchecked");
	return 0;
}

/* Run the program once; what it wrote goes to @text. */
static int run_program(const struct options *opt, const struct bench *b,
		       char **text, size_t *len)
{
	char cpu[24], samples[24], *buf = NULL;
	const char **argv = xcalloc(b->nr_benchmarks + 8, sizeof(*argv));
	size_t n = 0, used = 0, room = 0, i;
	int out[2], status, ret = 0;
	pid_t pid;

	snprintf(cpu, sizeof(cpu), "%llu", (unsigned long long)opt->cpu);
	snprintf(samples, sizeof(samples), "%llu",
		 (unsigned long long)opt->samples);
	argv[n++] = opt->program;
	argv[n++] = "--cpu";
	argv[n++] = cpu;
	argv[n++] = "--samples";
	argv[n++] = samples;
	argv[n++] = "--calibrate";
	for (i = 0; i < b->nr_benchmarks; i++)
		argv[n++] = xasprintf("%s=%s", b->benchmarks[i].name,
				      b->benchmarks[i].argument);
	if (pipe(out))
		die(ST_MACHINE, "pipe: %s", strerror(errno));
	pid = fork();
	if (!pid) {
		prctl(PR_SET_PDEATHSIG, SIGKILL);
		dup2(out[1], 1);
		close(out[0]);
		close(out[1]);
		execv(opt->program, (char *const *)argv);
		fprintf(stderr, "patchbench: %s: %s\n", opt->program,
			strerror(errno));
		_exit(127);
	}
	close(out[1]);
	for (;;) {
		ssize_t got;

		if (room - used < 65536) {
			room += room ? room : 131072;
			buf = xrealloc(buf, room);
		}
		got = read(out[0], buf + used, room - used);
		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		used += (size_t)got;
		if (used > OUTPUT_MAX) {
			kill(pid, SIGKILL);
			break;
		}
	}
	close(out[0]);
	if (pid < 0 || waitpid(pid, &status, 0) != pid)
		die(ST_MACHINE, "cannot run %s: %s", opt->program,
		    strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127)
		ret = error(ST_MISSING, "%s does not run; 'make tools' builds it",
			    opt->program);
	else if (!WIFEXITED(status) || WEXITSTATUS(status))
		ret = error(ST_NO, "%s failed", opt->program);
	for (i = 0; i < b->nr_benchmarks; i++)
		free((char *)argv[6 + i]);
	free(argv);
	*text = buf;
	*len = used;
	return ret;
}

static void fill_record(const struct options *opt, const struct subject *s,
			const char *arch, uint64_t session, const char *program,
			struct guest_report *g, struct record *rec)
{
	char *version;
	size_t i;

	*rec = (struct record){
		.stack = xstrdup(s->stack),
		.revision = xstrdup(s->revision),
		.base = xstrdup(s->base),
		.arch = xstrdup(arch),
		.config = xstrdup("host"),
		.parameters = xstrdup(s->parameters->name),
		.backend = BACKEND_HOST,
		.session = session,
		.unit = UNIT_NS,
		.samples = opt->samples,
		.counter = xstrdup(g->counter),
		.frequency = g->frequency,
		.guest_sha256 = xstrdup(program),
		.cpu = host_cpu_model(),
		.kernel_command_line = host_clean(xstrdup(s->command_line)),
		.kernel_release = host_clean(xstrdup(s->uts.release)),
	};
	version = host_clean(xstrdup(s->uts.version));
	record_fact(rec, "kernel-version", version);
	free(version);
	record_fact(rec, "stack-check", s->stack_check);
	record_fact(rec, "base-check", s->base_check);
	record_fact(rec, "parameters-check", s->parameters_check);
	host_facts(rec, (unsigned int)opt->cpu);
	for (i = 0; i < g->nr; i++)
		record_histogram(rec, &g->hist[i]);
}

/* STORE/host/KEY/SESSION.record; the key is what makes sessions comparable. */
static char *host_dir(const struct options *opt, const struct subject *s,
		      const char *program)
{
	char *cpu = host_cpu_model(), hex[65], *text, *dir;

	text = xasprintf("%s\n%s\n%s\n%s %s %s %s\n%s\n%llu\n%llu\n", cpu,
			 s->uts.release, s->uts.version, s->base, s->stack,
			 s->revision, s->parameters->name, program,
			 (unsigned long long)opt->samples,
			 (unsigned long long)opt->cpu);
	sha256_hex(text, strlen(text), hex);
	dir = xasprintf("%s/host/%s/%s/%s/%s/%.16s", opt->store, s->base,
			s->stack, s->revision, s->parameters->name, hex);
	free(text);
	free(cpu);
	return dir;
}

static int measure(const struct options *opt, const struct bench *b,
		   const struct subject *s, const char *arch,
		   const char *program, const char *path, uint64_t session)
{
	uint64_t steal = host_steal();
	struct guest_report report;
	struct record rec;
	char *text, *fact, *out = NULL;
	size_t len;
	int ret = run_program(opt, b, &text, &len);

	if (!ret)
		ret = channel_parse(opt->program, text, len, &report);
	free(text);
	if (ret)
		return ret;
	if (!report.frequency)
		ret = error(ST_REFUSED, "%s: the counter's frequency is unknown",
			    opt->program);
	if (!ret) {
		fill_record(opt, s, arch, session, program, &report, &rec);
		fact = xasprintf("%llu", (unsigned long long)(host_steal() -
							      steal));
		record_fact(&rec, "steal-ticks", fact);
		free(fact);
		out = record_format(&rec, &len);
		record_free(&rec);
		if (!out)
			ret = ST_REFUSED;
		else if (file_write_atomic(path, out, len))
			ret = error(ST_MACHINE, "%s: %s", path,
				    strerror(errno));
		free(out);
	}
	guest_report_release(&report);
	return ret;
}

static const char *machine_arch(const struct utsname *uts)
{
	return strcmp(uts->machine, "aarch64") ? uts->machine : "arm64";
}

/* The child dies with us; what is finished has been renamed into place. */
static void on_signal(int sig)
{
	static const char text[] = "patchbench: interrupted; the next run goes on from there\n";
	ssize_t ignored = write(2, text, sizeof(text) - 1);

	(void)sig;
	(void)ignored;
	_exit(ST_MACHINE);
}

static int measure_all(const struct options *opt, const struct bench *b,
		       const struct subject *s, const char *program)
{
	char *dir = host_dir(opt, s, program);
	uint64_t session;
	int ret = 0;

	if (mkdir_parents(dir))
		ret = error(ST_MACHINE, "%s: %s", dir, strerror(errno));
	for (session = 1; !ret && session <= opt->sessions; session++) {
		char *path = xasprintf("%s/%llu.record", dir,
				       (unsigned long long)session);
		struct record old;

		if (!opt->force && !record_load(path, &old)) {
			record_free(&old);
		} else {
			ret = measure(opt, b, s, machine_arch(&s->uts),
				      program, path, session);
			if (!ret)
				note("session %llu of %llu",
				     (unsigned long long)session,
				     (unsigned long long)opt->sessions);
		}
		free(path);
	}
	free(dir);
	return ret;
}

int cmd_host(int argc, char **argv)
{
	struct options opt = {
		.data = "bench-data", .samples = 1000000, .sessions = 6,
	};
	struct subject s = { 0 };
	struct bench *b;
	char program[65];
	int ret;

	parse_options(argc, argv, &opt);
	signal(SIGINT, on_signal);
	signal(SIGTERM, on_signal);
	signal(SIGHUP, on_signal);
	if (opt.stack)
		need_word("--stack", opt.stack);
	if (opt.rev)
		need_word("--rev", opt.rev);
	if (sha256_file_hex(opt.program, program))
		return error(ST_MISSING, "%s: %s; 'make tools' builds it",
			     opt.program, strerror(errno));
	b = bench_open_data(opt.data, TESTS_TIMES, &ret);
	if (!b)
		return ret;
	uname(&s.uts);
	s.command_line = host_line("/proc/cmdline");
	ret = find_stack(&opt, &s);
	if (!ret)
		ret = find_base(&opt, &s);
	if (!ret)
		ret = find_parameters(&opt, b, &s);
	if (!ret) {
		note("%s is taken as %s %s/%s/%s (base by its %s, stack %s, parameters by %s)",
		     s.uts.release, s.base, s.stack, s.revision,
		     s.parameters->name, s.base_check, s.stack_check,
		     s.parameters_check);
		ret = measure_all(&opt, b, &s, program);
	}
	free(s.command_line);
	free(s.stack);
	free(s.revision);
	free(s.base);
	free(s.stack_check);
	free(s.base_check);
	free(s.parameters_check);
	bench_close(b);
	return ret;
}
