/* SPDX-License-Identifier: GPL-2.0-only */
/*
 * Cells: what is to be measured, out of the data files and the plan, and where
 * each session's record lies. docs/formats.md describes the files.
 */
#ifndef CELL_H
#define CELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* What a session measures; each has a file of the data folder. */
enum tests {
	TESTS_TIMES,		/* benchmarks: histograms of ticks */
	TESTS_OFFSETS,		/* samplers: stack offsets in order */
	TESTS_COUNTS,		/* faults: histograms of what happened */
	TESTS_NR
};

/* bench-data/arches/NAME; strings are owned, and not NULL but where it says. */
struct arch {
	char *name;
	char *qemu;		/* program */
	char *machine;		/* QEMU options, blanks between them */
	char *cpu;		/* CPU model, for messages and records */
	char *channel;		/* the guest's device of the results */
	char *channel_options;	/* QEMU options; the chardev is `channel` */
	char *kernel_parameters;	/* of every boot */
	char *packages;		/* Debian packages that bring it */
	uint64_t empty;		/* instructions of the empty timed body */
	uint64_t cpus;		/* of the guest */
	bool clock;		/* QEMU's ordinary clock: no time is measured */
	/* The bits that a stack offset is promised to have; 0: not said. */
	uint64_t offset_mask;
	char *entropy_of;	/* the architecture it is sampled for, or NULL */
	/* Filled by bench_open() where a cell of the plan needs them: */
	char *qemu_version;	/* first line of --version */
	char guest_sha256[65];	/* of the initramfs */
	char *initramfs;	/* its bytes, owned */
	size_t initramfs_len;
};

/* A line of bench-data/parameters. */
struct parameters {
	char *name;		/* off */
	char *kernel;		/* randomize_kstack_offset=off */
	char *label;		/* rndstack-on, or "" */
};

/* A line of bench-data/benchmarks, samplers or faults. */
struct benchmark {
	char *name;		/* syscall/getpid */
	char *program;		/* syscall-latency */
	char *argument;		/* getpid */
};

/* A line of the plan, and what its image's provenance says. */
struct cell {
	struct arch *arch;	/* not owned */
	const struct parameters *parameters;	/* not owned */
	char *base, *stack, *revision, *config;
	char *image;		/* folder of the image, "-" where none is */
	char *label;		/* of the column, "-" where none is */
	/* From IMAGE/provenance; NULL with image "-": */
	char *image_key, *image_sha256, *config_sha256, *tree, *compiler;
	char *release;
	char key[17];		/* of the measurement; "" with image "-" */
};

/* All of it. */
struct bench {
	size_t nr_arches;
	struct arch *arches;
	size_t nr_parameters;
	struct parameters *parameters;
	size_t nr_benchmarks;
	struct benchmark *benchmarks;
	size_t nr_cells;
	struct cell *cells;	/* in the plan's order */
	enum tests tests;
	uint64_t samples;	/* per benchmark and session */
};

/* "benchmarks", "samplers", "faults": the file that lists them. */
const char *tests_name(enum tests tests);

/* The tests called @name into @tests; false where there are none. */
bool tests_by_name(const char *name, enum tests *tests);

/*
 * Read the data files under @data, the plan @plan, the images' provenance and
 * the guest programs under @guest/ARCH, and work out each cell's key. @guest
 * may be NULL: then keys stay "" and neither images nor QEMU are looked at,
 * which is enough for reference records. Returns NULL after a message, with the
 * exit status in @status: ST_REFUSED for a damaged file (file and line named),
 * ST_MISSING for a missing image, guest program or QEMU. bench_close() frees.
 */
struct bench *bench_open(const char *data, enum tests tests,
			 const char *plan, const char *guest, uint64_t samples,
			 int *status);
void bench_close(struct bench *b);

/* Read only the data files, no plan: for the running kernel. As bench_open(). */
struct bench *bench_open_data(const char *data, enum tests tests, int *status);

/* The parameters, the arch called @name; NULL where there is none. */
const struct parameters *bench_parameters(const struct bench *b,
					  const char *name);
struct arch *bench_arch(struct bench *b, const char *name);

/*
 * STORE/ARCH/BASE/STACK/REV/PARAMETERS/KEY/SESSION.record. The caller frees.
 */
char *cell_path(const struct cell *c, const char *store, uint64_t session);

/* DIR/CONFIG/ARCH/BASE/STACK/REV/PARAMETERS/SESSION.record. The caller frees. */
char *cell_reference_path(const struct cell *c, const char *dir,
			  uint64_t session);

/* "arm64 v6.19.6 kstack/v5/on", "arm64 v6.19.6 base/off". Caller frees. */
char *cell_name(const struct cell *c);

/* "kstack/v5/on", "base/-/off". Caller frees. */
char *cell_id(const char *stack, const char *revision, const char *parameters);

/* Whether @asked is @id, where base/off is short for base/-/off. */
bool cell_id_is(const char *id, const char *asked);

/*
 * The kernel command line of a session of @c, with what init is to run behind
 * "--". The caller frees.
 */
char *cell_kernel_command_line(const struct bench *b, const struct cell *c);

/*
 * QEMU's argument vector for a session with @seed, NULL at its end; it names
 * the files image, initramfs, console and channel of the folder it runs in.
 * The caller frees it with argv_free().
 */
char **cell_command(const struct bench *b, const struct cell *c,
		    uint64_t seed);
void argv_free(char **argv);

/* The vector as one line, quoted where a shell would need it. Caller frees. */
char *argv_line(char *const *argv);

/*
 * The value of @key in a text of `key value...` lines; NULL where it is not.
 * The caller frees.
 */
char *keyed_value(const char *text, const char *key);

#endif
