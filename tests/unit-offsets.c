// SPDX-License-Identifier: GPL-2.0-only
/* Blocks of stack offsets, and records of them: there, back, and damaged. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "patchbench.h"
#include "record.h"

#define HASH \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Seven offsets of 16 bytes in two lines: draws 0 to 3 and 9 to 11. */
#define HEAD	"offsets stack-offset/cpu0 7 2 2 16 61 12 3\n"
#define LINES	"0 36003f01\n9 3f0736\n"

static const char header[] =
	"patchbench record 1\n"
	"stack kstack\n"
	"revision v5\n"
	"base v6.19.6\n"
	"arch arm64\n"
	"config bench\n"
	"parameters on\n"
	"backend icount\n"
	"session 3\n"
	"seed 3\n"
	"unit offsets\n"
	"samples 7\n"
	"image-key 0123456789abcdef\n"
	"image-sha256 " HASH "\n"
	"config-sha256 " HASH "\n"
	"guest-sha256 " HASH "\n"
	"tree -\n"
	"compiler gcc 12.2.0\n"
	"qemu QEMU emulator version 7.2.22\n"
	"cpu neoverse-n1\n"
	"command qemu-system-aarch64 -kernel image\n"
	"kernel-command-line console=ttyAMA0\n"
	"kernel-release 6.19.6\n";

/* Keep expected messages out of the test's output; cmocka needs the rest. */
static int quiet(void)
{
	int keep = dup(2), null = open("/dev/null", O_WRONLY);

	assert_true(keep >= 0 && null >= 0);
	fflush(stderr);
	dup2(null, 2);
	close(null);
	return keep;
}

static void loud(int keep)
{
	fflush(stderr);
	dup2(keep, 2);
	close(keep);
}

static int parse(const char *block, struct offsets *o)
{
	int keep = quiet(), ret;
	struct text t;

	text_init(&t, "block", block, strlen(block));
	ret = offsets_parse(&t, o);
	loud(keep);
	return ret;
}

static void test_whole(void **state)
{
	static const uint32_t values[] = { 0x36, 0, 0x3f, 1, 0x3f, 7, 0x36 };
	static const uint64_t draws[] = { 0, 1, 2, 3, 9, 10, 11 };
	struct bytes out = { 0 };
	struct offsets o;

	(void)state;
	assert_int_equal(parse(HEAD LINES, &o), 0);
	assert_string_equal(o.name, "stack-offset/cpu0");
	assert_int_equal(o.n, 7);
	assert_int_equal(o.step, 16);
	assert_int_equal(o.interrupts, 61);
	assert_int_equal(o.vcsw, 12);
	assert_int_equal(o.ivcsw, 3);
	assert_memory_equal(o.values, values, sizeof(values));
	assert_memory_equal(o.draws, draws, sizeof(draws));
	offsets_format(&o, &out);
	assert_int_equal(out.len, strlen(HEAD LINES));
	assert_memory_equal(out.data, HEAD LINES, out.len);
	free(out.data);
	offsets_release(&o);
	assert_null(o.values);
}

static void test_refused(void **state)
{
	static const char *const blocks[] = {
		"offsets  7 2 2 16 0 0 0\n" LINES,
		"offsets Name 7 2 2 16 0 0 0\n" LINES,
		"offsets a 7 2 2 16 0 0\n" LINES,
		"offsets a 7 2 2 16 0 0 0 0\n" LINES,
		"offsets a 0 2 2 16 0 0 0\n" LINES,
		"offsets a 6 2 2 16 0 0 0\n" LINES,
		"offsets a 8 2 2 16 0 0 0\n" LINES,
		"offsets a 7 3 2 16 0 0 0\n" LINES,
		"offsets a 7 0 2 16 0 0 0\n" LINES,
		"offsets a 16777217 2 2 16 0 0 0\n" LINES,
		"offsets a 16777216 2 2 16 0 0 0\n" LINES,
		"offsets a 7 2 0 16 0 0 0\n" LINES,
		"offsets a 7 2 8 16 0 0 0\n" LINES,
		"offsets a 7 2 2 0 0 0 0\n" LINES,
		"offsets a 7 2 2 16 -1 0 0\n" LINES,
		/* Digits that none of them takes, and too few. */
		"offsets a 7 2 3 16 0 0 0\n0 03600003f001\n9 03f007036\n",
		"offsets a 3 1 1 16 0 0 0\n0 36003f\n",
		HEAD "0 3600FF01\n9 3f0736\n",		/* upper case */
		HEAD "0 36003g01\n9 3f0736\n",
		HEAD "0 36003f0\n9 3f07361\n",		/* half an offset */
		HEAD "0 \n9 3f0736\n",
		HEAD "0\n9 3f0736\n",
		HEAD " 36003f01\n9 3f0736\n",
		HEAD "0 36003f01\n3 3f0736\n",		/* a draw twice */
		HEAD "9 36003f01\n0 3f0736\n",
		HEAD "0 36003f01\n18446744073709551615 3f0736\n",
		HEAD "0 36013f01\n9 3f0736\n",		/* none is the lowest */
		HEAD "0 36003f01\n9 3f0736",		/* no newline */
		HEAD "0 36003f01\n",
		HEAD,
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(blocks) / sizeof(blocks[0]); i++) {
		struct offsets o;
		int ret = parse(blocks[i], &o);

		if (ret != ST_REFUSED)
			print_error("taken: %s\n", blocks[i]);
		assert_int_equal(ret, ST_REFUSED);
		assert_null(o.name);
		assert_null(o.values);
	}
}

static void test_sequence(void **state)
{
	static const uint8_t symbols[] = { 0x36, 0, 0x3f, 1, 0x3f, 7, 0x36 };
	struct sequence s;
	struct offsets o;
	uint64_t outside = 0;

	(void)state;
	assert_int_equal(parse(HEAD LINES, &o), 0);
	assert_true(offsets_sequence(&o, 0x3f0, &s, &outside));
	assert_int_equal(s.width, 6);
	assert_int_equal(s.n, 7);
	assert_memory_equal(s.symbols, symbols, sizeof(symbols));
	assert_int_equal(s.draws[4], 9);
	sequence_free(&s);
	/* Twice the unit: the same bytes, and so the upper half of the mask. */
	o.step = 8;
	assert_false(offsets_sequence(&o, 0x3f0, &s, &outside));
	assert_int_equal(outside, 0x3f * 8);
	assert_null(s.symbols);
	o.step = 32;
	assert_false(offsets_sequence(&o, 0x3f0, &s, &outside));
	assert_int_equal(outside, 0x36 * 32);
	/* The mask of 32 bit kernels has all of them. */
	o.step = 4;
	assert_true(offsets_sequence(&o, 0x3fc, &s, &outside));
	assert_int_equal(s.width, 8);
	assert_memory_equal(s.symbols, symbols, sizeof(symbols));
	sequence_free(&s);
	offsets_release(&o);
}

/* @head and @blocks with the right sha256 line, parsed. */
static int parse_record(const char *head, const char *blocks,
			struct record *rec)
{
	char *text = xasprintf("%s%s", head, blocks), hex[65], *whole;
	int keep = quiet(), ret;

	sha256_hex(text, strlen(text), hex);
	whole = xasprintf("%ssha256 %s\n", text, hex);
	ret = record_parse("record", whole, strlen(whole), rec);
	loud(keep);
	free(whole);
	free(text);
	return ret;
}

/* The header with @from as @to. Caller frees. */
static char *header_with(const char *from, const char *to)
{
	const char *at = strstr(header, from);

	assert_non_null(at);
	return xasprintf("%.*s%s%s", (int)(at - header), header, to,
			 at + strlen(from));
}

static void test_record(void **state)
{
	struct record rec, back;
	size_t len;
	char *text;

	(void)state;
	assert_int_equal(parse_record(header, HEAD LINES, &rec), 0);
	assert_int_equal(rec.nr, 0);
	assert_int_equal(rec.nr_offsets, 1);
	assert_null(rec.counter);
	text = record_format(&rec, &len);
	assert_non_null(text);
	assert_int_equal(record_parse("again", text, len, &back), 0);
	assert_true(record_same_blocks(&rec, &back));
	back.offsets[0].values[3]++;
	assert_false(record_same_blocks(&rec, &back));
	record_free(&back);
	free(text);
	/* No table takes them for times. */
	{
		int keep = quiet();

		assert_int_equal(record_timed(&rec, "a"), ST_REFUSED);
		loud(keep);
	}
	record_free(&rec);
	/* Counts of what happened are of the same unit. */
	assert_int_equal(parse_record(header, "histogram fault/fork 5 1 0 0 0\n"
				      "0 5\n", &rec), 0);
	record_free(&rec);
}

static void test_record_refused(void **state)
{
	static const struct {
		const char *from, *to, *blocks;
	} cases[] = {
		{ "unit offsets\n", "unit insns\n", HEAD LINES },
		{ "unit offsets\n", "unit ns\n", HEAD LINES },
		{ "samples 7\n", "samples 8\n", HEAD LINES },
		{ "samples 7\n", "samples 7\ncounter rdtsc\n", HEAD LINES },
		{ "samples 7\n", "samples 7\nfrequency 1\n", HEAD LINES },
		{ "backend icount\n", "backend host\n", HEAD LINES },
		{ "seed 3\n", "", HEAD LINES },
		{ "seed 3\n", "seed 3\n", HEAD LINES HEAD LINES },
		{ "seed 3\n", "seed 3\n", "histogram a 7 1 0 0 0\n1 7\n"
			HEAD LINES },
		{ "seed 3\n", "seed 3\n", HEAD LINES
			"histogram a 7 1 0 0 0\n1 7\n" },
		{ "seed 3\n", "seed 3\n", "histogram empty 7 1 0 0 0\n1 7\n" },
		{ "seed 3\n", "seed 3\n", "histogram a 8 1 0 0 0\n1 8\n" },
		{ "seed 3\n", "seed 3\n", "" },
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		char *head = header_with(cases[i].from, cases[i].to);
		struct record rec;
		int ret = parse_record(head, cases[i].blocks, &rec);

		if (ret != ST_REFUSED)
			print_error("taken: case %zu\n", i);
		assert_int_equal(ret, ST_REFUSED);
		free(head);
	}
}

static void test_clock(void **state)
{
	char *head = header_with("backend icount\n", "backend clock\n");
	struct record rec;

	(void)state;
	assert_int_equal(parse_record(head, HEAD LINES, &rec), 0);
	assert_int_equal(rec.backend, BACKEND_CLOCK);
	record_free(&rec);
	free(head);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_sequence),
		cmocka_unit_test(test_record),
		cmocka_unit_test(test_record_refused),
		cmocka_unit_test(test_clock),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
