// SPDX-License-Identifier: GPL-2.0-only
/* Cells out of the data files and the plan; see cell.h. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cell.h"
#include "initramfs.h"
#include "patchbench.h"

#define DATA_MAX	((size_t)1 << 20)	/* bytes of a data file */
#define FIELDS_MAX	8

/* Time counts instructions, or is that of the machine. */
static const char *const icount_options[] = {
	"-icount", "shift=0,sleep=off",
	"-rtc", "base=2020-01-01,clock=vm",
};

/* What every guest is booted with, whatever its architecture; NULL: its CPUs. */
static const char *const common_options[] = {
	"-smp", NULL, "-nic", "none", "-nodefaults", "-no-reboot",
	"-display", "none",
	"-chardev", "file,id=console,path=console",
	"-chardev", "file,id=channel,path=channel",
	"-serial", "chardev:console",
};

/*
 * Seconds of the guest's own time before anything is measured, and over which
 * offsets are spread: longer than it takes random numbers to be seeded anew,
 * which happens each minute or more often. Both are for nothing where idle time
 * jumps.
 */
#define SETTLE		"20"
#define SPREAD		"600"
#define SETTLE_CLOCK	"1"

static const char *const tests_files[TESTS_NR] = {
	"benchmarks", "samplers", "faults",
};

/*
 * Calls @line for each line of @path that holds something, cut at blanks into
 * @min to FIELDS_MAX fields; what stands behind the last one belongs to it.
 */
static int each_line(const char *path, size_t min, size_t max,
		     int (*line)(void *arg, const char *where, char **field),
		     void *arg)
{
	char *text = file_read(path, DATA_MAX, NULL), *next, *p;
	size_t number = 0;
	int status = 0;

	if (!text)
		return error(errno == ENOENT ? ST_MISSING : ST_MACHINE,
			     "%s: %s", path, strerror(errno));
	for (p = text; p && *p && !status; p = next) {
		char *field[FIELDS_MAX + 1] = { NULL };
		char *where;
		size_t n = 0, len;

		number++;
		next = strchr(p, '\n');
		if (next)
			*next++ = '\0';
		p += strspn(p, " \t");
		if (!*p || *p == '#')
			continue;
		while (*p && n < max) {
			field[n++] = p;
			if (n == max)
				break;
			p += strcspn(p, " \t");
			if (*p)
				*p++ = '\0';
			p += strspn(p, " \t");
		}
		len = strlen(field[n - 1]);
		while (len && strchr(" \t\r", field[n - 1][len - 1]))
			field[n - 1][--len] = '\0';
		where = xasprintf("%s:%zu", path, number);
		if (n < min)
			status = error(ST_REFUSED,
				       "%s: %zu fields, at least %zu belong here",
				       where, n, min);
		else
			status = line(arg, where, field);
		free(where);
	}
	free(text);
	return status;
}

char *keyed_value(const char *text, const char *key)
{
	size_t len = strlen(key);
	const char *p;

	for (p = text; p; p = strchr(p, '\n'), p = p ? p + 1 : NULL) {
		const char *value = p + len;

		if (strncmp(p, key, len) || (*value != ' ' && *value != '\t'))
			continue;
		value += strspn(value, " \t");
		return xstrndup(value, strcspn(value, "\n"));
	}
	return NULL;
}

const char *tests_name(enum tests tests)
{
	return tests_files[tests];
}

bool tests_by_name(const char *name, enum tests *tests)
{
	int i;

	for (i = 0; i < TESTS_NR; i++) {
		if (strcmp(name, tests_files[i]))
			continue;
		*tests = (enum tests)i;
		return true;
	}
	return false;
}

/* What only some architectures say: how they are sampled. */
static int load_sampling(struct arch *a, const char *path, const char *text)
{
	char *clock = keyed_value(text, "clock");
	char *mask = keyed_value(text, "offset-mask"), *end;
	int status = 0;

	a->entropy_of = keyed_value(text, "entropy-of");
	a->clock = clock && !strcmp(clock, "ordinary");
	if (clock && !a->clock)
		status = error(ST_REFUSED, "%s: 'clock' may be 'ordinary'",
			       path);
	if (!status && mask) {
		uint64_t bits;

		errno = 0;
		a->offset_mask = strtoull(mask, &end, 16);
		bits = a->offset_mask;
		while (bits && !(bits & 1))
			bits >>= 1;
		/* Bits in a row, and not more than a symbol has. */
		if (errno || *end || strncmp(mask, "0x", 2) ||
		    !a->offset_mask || (bits & (bits + 1)) || bits > 255)
			status = error(ST_REFUSED,
				       "%s: 'offset-mask' takes up to 8 bits in a row, as 0x3f0",
				       path);
	}
	free(mask);
	free(clock);
	return status;
}

static int load_arch(struct bench *b, const char *data, const char *name)
{
	char *path = xasprintf("%s/arches/%s", data, name);
	char *text = file_read(path, DATA_MAX, NULL);
	struct arch *a;
	char *empty, *cpus;
	size_t i;
	int status = 0;

	if (!text) {
		status = error(ST_MISSING, "%s: %s", path, strerror(errno));
		free(path);
		return status;
	}
	b->arches = xrealloc(b->arches, (b->nr_arches + 1) * sizeof(*a));
	a = &b->arches[b->nr_arches++];
	*a = (struct arch){ .name = xstrdup(name) };
	struct {
		const char *key;
		char **value;
	} const keys[] = {
		{ "qemu", &a->qemu },
		{ "machine", &a->machine },
		{ "cpu", &a->cpu },
		{ "channel", &a->channel },
		{ "channel-options", &a->channel_options },
		{ "parameters", &a->kernel_parameters },
		{ "packages", &a->packages },
	};
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		*keys[i].value = keyed_value(text, keys[i].key);
		if (!*keys[i].value && !status)
			status = error(ST_REFUSED, "%s: '%s' is missing", path,
				       keys[i].key);
	}
	empty = keyed_value(text, "empty");
	if (!status && !parse_u64(empty, 1, 1000, &a->empty))
		status = error(ST_REFUSED,
			       "%s: 'empty' takes a number of instructions",
			       path);
	free(empty);
	a->cpus = 1;
	cpus = keyed_value(text, "cpus");
	if (!status && cpus && !parse_u64(cpus, 1, 64, &a->cpus))
		status = error(ST_REFUSED, "%s: 'cpus' takes a number of CPUs",
			       path);
	free(cpus);
	if (!status)
		status = load_sampling(a, path, text);
	free(text);
	free(path);
	return status;
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
	return strcmp((*a)->d_name, (*b)->d_name);
}

static int load_arches(struct bench *b, const char *data)
{
	char *path = xasprintf("%s/arches", data);
	struct dirent **list;
	int n = scandir(path, &list, NULL, by_name), i, status = 0;

	if (n < 0) {
		status = error(ST_MISSING, "%s: %s", path, strerror(errno));
		free(path);
		return status;
	}
	for (i = 0; i < n; i++) {
		if (!status && word_ok(list[i]->d_name))
			status = load_arch(b, data, list[i]->d_name);
		free(list[i]);
	}
	free(list);
	free(path);
	return status;
}

static int parameters_line(void *arg, const char *where, char **field)
{
	struct bench *b = arg;

	if (!word_ok(field[0]))
		return error(ST_REFUSED, "%s: '%s' is no name", where,
			     field[0]);
	if (bench_parameters(b, field[0]))
		return error(ST_REFUSED, "%s: '%s' stands there twice", where,
			     field[0]);
	b->parameters = xrealloc(b->parameters, (b->nr_parameters + 1) *
				 sizeof(b->parameters[0]));
	b->parameters[b->nr_parameters++] = (struct parameters){
		.name = xstrdup(field[0]),
		.kernel = xstrdup(field[1]),
		.label = xstrdup(field[2] ? field[2] : ""),
	};
	return 0;
}

static int benchmark_line(void *arg, const char *where, char **field)
{
	struct bench *b = arg;

	if (!word_ok(field[1]) || !word_ok(field[2]))
		return error(ST_REFUSED, "%s: '%s %s' is no program and argument",
			     where, field[1], field[2]);
	b->benchmarks = xrealloc(b->benchmarks, (b->nr_benchmarks + 1) *
				 sizeof(b->benchmarks[0]));
	b->benchmarks[b->nr_benchmarks++] = (struct benchmark){
		.name = xstrdup(field[0]),
		.program = xstrdup(field[1]),
		.argument = xstrdup(field[2]),
	};
	return 0;
}

static int load_provenance(struct cell *c, const char *where)
{
	char *path = xasprintf("%s/provenance", c->image);
	char *text = file_read(path, DATA_MAX, NULL);
	size_t i;
	int status = 0;
	struct {
		const char *key;
		char **value;
	} const keys[] = {
		{ "key", &c->image_key },
		{ "image-sha256", &c->image_sha256 },
		{ "config-sha256", &c->config_sha256 },
		{ "tree", &c->tree },
		{ "compiler", &c->compiler },
		{ "release", &c->release },
	};

	if (!text) {
		status = error(ST_MISSING, "%s: %s: %s; 'make kernel' brings it",
			       where, path, strerror(errno));
		free(path);
		return status;
	}
	for (i = 0; i < sizeof(keys) / sizeof(keys[0]); i++) {
		*keys[i].value = keyed_value(text, keys[i].key);
		if (!*keys[i].value && !status)
			status = error(ST_REFUSED, "%s: '%s' is missing", path,
				       keys[i].key);
	}
	free(text);
	free(path);
	return status;
}

static int plan_line(void *arg, const char *where, char **field)
{
	struct bench *b = arg;
	struct arch *arch = bench_arch(b, field[0]);
	const struct parameters *parameters = bench_parameters(b, field[4]);
	struct cell *c;
	size_t i;

	if (!arch)
		return error(ST_USAGE, "%s: architecture '%s' is unknown",
			     where, field[0]);
	if (!parameters)
		return error(ST_USAGE, "%s: parameters '%s' are unknown", where,
			     field[4]);
	for (i = 1; i < 6; i++)
		if (!word_ok(field[i]))
			return error(ST_REFUSED, "%s: '%s' is no name", where,
				     field[i]);
	b->cells = xrealloc(b->cells, (b->nr_cells + 1) * sizeof(*c));
	c = &b->cells[b->nr_cells++];
	*c = (struct cell){
		.arch = arch,
		.base = xstrdup(field[1]),
		.stack = xstrdup(field[2]),
		.revision = xstrdup(field[3]),
		.parameters = parameters,
		.config = xstrdup(field[5]),
		.image = xstrdup(field[6]),
		.label = xstrdup(field[7] ? field[7] : "-"),
	};
	return strcmp(c->image, "-") ? load_provenance(c, where) : 0;
}

const struct parameters *bench_parameters(const struct bench *b,
					  const char *name)
{
	size_t i;

	for (i = 0; i < b->nr_parameters; i++)
		if (!strcmp(b->parameters[i].name, name))
			return &b->parameters[i];
	return NULL;
}

struct arch *bench_arch(struct bench *b, const char *name)
{
	size_t i;

	for (i = 0; i < b->nr_arches; i++)
		if (!strcmp(b->arches[i].name, name))
			return &b->arches[i];
	return NULL;
}

/* The first line of `@program --version`, or NULL. Caller frees. */
static char *program_version(const char *program)
{
	char *version = NULL, line[512];
	int out[2], status;
	ssize_t got, used = 0;
	pid_t pid;

	if (pipe(out))
		return NULL;
	pid = fork();
	if (!pid) {
		dup2(out[1], 1);
		close(out[0]);
		close(out[1]);
		execlp(program, program, "--version", (char *)NULL);
		_exit(127);
	}
	close(out[1]);
	while (pid > 0 && used < (ssize_t)sizeof(line) - 1 &&
	       (got = read(out[0], line + used,
			   sizeof(line) - 1 - (size_t)used)) > 0)
		used += got;
	close(out[0]);
	line[used] = '\0';
	if (pid > 0 && waitpid(pid, &status, 0) == pid &&
	    WIFEXITED(status) && !WEXITSTATUS(status) && used)
		version = xstrndup(line, strcspn(line, "\n"));
	return version;
}

/* What an architecture's cells need beside their images. */
static int prepare_arch(const struct bench *b, struct arch *a,
			const char *guest)
{
	char *dir;

	if (a->qemu_version)
		return 0;
	a->qemu_version = program_version(a->qemu);
	if (!a->qemu_version)
		return error(ST_MISSING,
			     "%s is missing; 'scripts/packages %s' brings it (package %s)",
			     a->qemu, a->name, a->packages);
	dir = xasprintf("%s/%s", guest, a->name);
	a->initramfs = initramfs_make(dir, b->benchmarks, b->nr_benchmarks,
				      &a->initramfs_len);
	free(dir);
	if (!a->initramfs)
		return ST_MISSING;
	sha256_hex(a->initramfs, a->initramfs_len, a->guest_sha256);
	return 0;
}

/* The key is the hash of all that makes the measurement what it is. */
static void make_key(const struct bench *b, struct cell *c)
{
	char **argv = cell_command(b, c, 0);
	char *command = argv_line(argv), *text, hex[65];

	text = xasprintf("image %s\nguest %s\nqemu %s\ncommand %s\n",
			 c->image_key, c->arch->guest_sha256,
			 c->arch->qemu_version, command);
	sha256_hex(text, strlen(text), hex);
	memcpy(c->key, hex, 16);
	c->key[16] = '\0';
	free(text);
	free(command);
	argv_free(argv);
}

struct bench *bench_open_data(const char *data, enum tests tests, int *status)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	char *path;

	b->tests = tests;
	*status = load_arches(b, data);
	if (!*status) {
		path = xasprintf("%s/parameters", data);
		*status = each_line(path, 2, 3, parameters_line, b);
		free(path);
	}
	if (!*status) {
		path = xasprintf("%s/%s", data, tests_name(tests));
		*status = each_line(path, 3, 3, benchmark_line, b);
		free(path);
	}
	if (!*status && !b->nr_benchmarks)
		*status = error(ST_REFUSED, "%s/%s: nothing to measure", data,
				tests_name(tests));
	if (!*status)
		return b;
	bench_close(b);
	return NULL;
}

struct bench *bench_open(const char *data, enum tests tests,
			 const char *plan, const char *guest, uint64_t samples,
			 int *status)
{
	struct bench *b = bench_open_data(data, tests, status);
	size_t i;

	if (!b)
		return NULL;
	b->samples = samples;
	*status = each_line(plan, 7, 8, plan_line, b);
	if (!*status && !b->nr_cells)
		*status = error(ST_REFUSED, "%s: no cell in this plan", plan);
	for (i = 0; !*status && i < b->nr_cells; i++) {
		struct cell *c = &b->cells[i];

		if (c->arch->clock && tests == TESTS_TIMES)
			*status = error(ST_USAGE, "%s: %s has QEMU's ordinary clock, with which nothing is timed",
					plan, c->arch->name);
		if (*status || !guest || !strcmp(c->image, "-"))
			continue;
		*status = prepare_arch(b, c->arch, guest);
		if (!*status)
			make_key(b, c);
	}
	if (!*status)
		return b;
	bench_close(b);
	return NULL;
}

void bench_close(struct bench *b)
{
	size_t i;

	if (!b)
		return;
	for (i = 0; i < b->nr_arches; i++) {
		struct arch *a = &b->arches[i];

		free(a->name);
		free(a->qemu);
		free(a->machine);
		free(a->cpu);
		free(a->channel);
		free(a->channel_options);
		free(a->kernel_parameters);
		free(a->packages);
		free(a->entropy_of);
		free(a->qemu_version);
		free(a->initramfs);
	}
	for (i = 0; i < b->nr_parameters; i++) {
		free(b->parameters[i].name);
		free(b->parameters[i].kernel);
		free(b->parameters[i].label);
	}
	for (i = 0; i < b->nr_benchmarks; i++) {
		free(b->benchmarks[i].name);
		free(b->benchmarks[i].program);
		free(b->benchmarks[i].argument);
	}
	for (i = 0; i < b->nr_cells; i++) {
		struct cell *c = &b->cells[i];

		free(c->base);
		free(c->stack);
		free(c->revision);
		free(c->config);
		free(c->image);
		free(c->label);
		free(c->image_key);
		free(c->image_sha256);
		free(c->config_sha256);
		free(c->tree);
		free(c->compiler);
		free(c->release);
	}
	free(b->arches);
	free(b->parameters);
	free(b->benchmarks);
	free(b->cells);
	free(b);
}

char *cell_path(const struct cell *c, const char *store, uint64_t session)
{
	return xasprintf("%s/%s/%s/%s/%s/%s/%s/%llu.record", store,
			 c->arch->name, c->base, c->stack, c->revision,
			 c->parameters->name, c->key,
			 (unsigned long long)session);
}

char *cell_reference_path(const struct cell *c, const char *dir,
			  uint64_t session)
{
	return xasprintf("%s/%s/%s/%s/%s/%s/%s/%llu.record", dir, c->config,
			 c->arch->name, c->base, c->stack, c->revision,
			 c->parameters->name, (unsigned long long)session);
}

char *cell_name(const struct cell *c)
{
	if (!strcmp(c->stack, "base"))
		return xasprintf("%s %s base/%s", c->arch->name, c->base,
				 c->parameters->name);
	return xasprintf("%s %s %s/%s/%s", c->arch->name, c->base, c->stack,
			 c->revision, c->parameters->name);
}

char *cell_id(const char *stack, const char *revision, const char *parameters)
{
	return xasprintf("%s/%s/%s", stack, revision, parameters);
}

bool cell_id_is(const char *id, const char *asked)
{
	static const char whole[] = "base/-/", part[] = "base/";

	return !strcmp(id, asked) ||
	       (!strncmp(id, whole, strlen(whole)) &&
		!strncmp(asked, part, strlen(part)) &&
		!strcmp(id + strlen(whole), asked + strlen(part)));
}

char *cell_kernel_command_line(const struct bench *b, const struct cell *c)
{
	/* One program a boot for now: the first benchmark's. */
	const char *program = b->benchmarks[0].program;
	char *line, *longer;
	size_t i;

	line = xasprintf("%s %s -- %s %s --samples %llu --settle %s",
			 c->arch->kernel_parameters, c->parameters->kernel,
			 c->arch->channel, program,
			 (unsigned long long)b->samples,
			 c->arch->clock ? SETTLE_CLOCK : SETTLE);
	if (b->tests == TESTS_OFFSETS && !c->arch->clock) {
		longer = xasprintf("%s --spread " SPREAD, line);
		free(line);
		line = longer;
	}
	for (i = 0; i < b->nr_benchmarks; i++) {
		longer = xasprintf("%s %s=%s", line, b->benchmarks[i].name,
				   b->benchmarks[i].argument);
		free(line);
		line = longer;
	}
	return line;
}

struct vector {
	char **argv;
	size_t n;
};

static void push(struct vector *v, char *word)
{
	v->argv = xrealloc(v->argv, (v->n + 2) * sizeof(char *));
	v->argv[v->n++] = word;
	v->argv[v->n] = NULL;
}

static void push_words(struct vector *v, const char *words)
{
	while (*(words += strspn(words, " \t"))) {
		size_t len = strcspn(words, " \t");

		push(v, xstrndup(words, len));
		words += len;
	}
}

char **cell_command(const struct bench *b, const struct cell *c,
		    uint64_t seed)
{
	struct vector v = { NULL, 0 };
	size_t i;

	push(&v, xstrdup(c->arch->qemu));
	push_words(&v, c->arch->machine);
	for (i = 0; !c->arch->clock &&
	     i < sizeof(icount_options) / sizeof(icount_options[0]); i++)
		push(&v, xstrdup(icount_options[i]));
	for (i = 0; i < sizeof(common_options) / sizeof(common_options[0]); i++)
		push(&v, common_options[i] ? xstrdup(common_options[i]) :
			 xasprintf("%llu",
				   (unsigned long long)c->arch->cpus));
	push_words(&v, c->arch->channel_options);
	push(&v, xstrdup("-seed"));
	push(&v, xasprintf("%llu", (unsigned long long)seed));
	push(&v, xstrdup("-kernel"));
	push(&v, xstrdup("image"));
	push(&v, xstrdup("-initrd"));
	push(&v, xstrdup("initramfs"));
	push(&v, xstrdup("-append"));
	push(&v, cell_kernel_command_line(b, c));
	return v.argv;
}

void argv_free(char **argv)
{
	size_t i;

	for (i = 0; argv && argv[i]; i++)
		free(argv[i]);
	free(argv);
}

char *argv_line(char *const *argv)
{
	char *line = xstrdup(""), *longer;
	size_t i;

	for (i = 0; argv[i]; i++) {
		bool quote = strpbrk(argv[i], " \t;&|<>()$`\\\"'*?[]#~") ||
			     !*argv[i];

		longer = xasprintf("%s%s%s%s%s", line, i ? " " : "",
				   quote ? "'" : "", argv[i], quote ? "'" : "");
		free(line);
		line = longer;
	}
	return line;
}
