// SPDX-License-Identifier: GPL-2.0-only
/* Records: there and back, and every way to damage one. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "patchbench.h"
#include "record.h"

#define HASH \
	"0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

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
	"unit insns\n"
	"samples 100\n"
	"counter cntvct_el0\n"
	"frequency 1000000000\n"
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
	"kernel-release 6.19.6\n"
	"fact settled 20 s\n";

static const char blocks[] =
	"histogram empty 100 1 0 0 0\n"
	"3 100\n"
	"histogram syscall/getpid 100 2 1 0 2\n"
	"305 97\n"
	"3045 3\n";

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

/* A text with its right sha256 line. Caller frees. */
static char *sealed(const char *text)
{
	char hex[65];

	sha256_hex(text, strlen(text), hex);
	return xasprintf("%ssha256 %s\n", text, hex);
}

/* The good text with the first @from replaced by @to. Caller frees. */
static char *changed(const char *from, const char *to)
{
	char *good = xasprintf("%s%s", header, blocks), *at, *out;

	at = strstr(good, from);
	assert_non_null(at);
	*at = '\0';
	out = xasprintf("%s%s%s", good, to, at + strlen(from));
	free(good);
	return out;
}

/* Parse with standard error caught; the message goes to @message. */
static int parse(const char *buf, size_t len, struct record *rec,
		 char message[512])
{
	FILE *f = tmpfile();
	int keep = dup(2), ret;
	size_t got;

	assert_non_null(f);
	fflush(stderr);
	dup2(fileno(f), 2);
	ret = record_parse("r", buf, len, rec);
	fflush(stderr);
	dup2(keep, 2);
	close(keep);
	rewind(f);
	got = fread(message, 1, 511, f);
	message[got] = '\0';
	fclose(f);
	return ret;
}

/* @text, sealed, is refused with a message that starts with @expected. */
static void refused(const char *text, const char *expected)
{
	char *buf = sealed(text), *line;
	struct record rec;
	char message[512];

	assert_int_equal(parse(buf, strlen(buf), &rec, message), ST_REFUSED);
	assert_null(rec.stack);
	assert_int_equal(rec.nr, 0);
	line = xasprintf("patchbench: r:%s", expected);
	if (strncmp(message, line, strlen(line)))
		fail_msg("'%s' does not start with '%s'", message, line);
	free(line);
	free(buf);
}

static void refused_change(const char *from, const char *to,
			   const char *expected)
{
	char *text = changed(from, to);

	refused(text, expected);
	free(text);
}

static void test_there_and_back(void **state)
{
	char *text = xasprintf("%s%s", header, blocks), *good, *back;
	char *forged, *hollow;
	struct record rec;
	char message[512];
	size_t len;
	int keep;

	(void)state;
	good = sealed(text);
	assert_int_equal(parse(good, strlen(good), &rec, message), 0);
	assert_string_equal(message, "");
	assert_string_equal(rec.kernel_command_line, "console=ttyAMA0");
	assert_int_equal(rec.session, 3);
	assert_true(rec.has_seed);
	assert_int_equal(rec.nr, 2);
	assert_string_equal(record_fact_value(&rec, "settled"), "20 s");
	assert_null(record_fact_value(&rec, "settle"));
	assert_int_equal(record_find(&rec, "syscall/getpid")->bins[1].ticks,
			 3045);
	assert_int_equal(record_find(&rec, "syscall/getpid")->ivcsw, 2);
	back = record_format(&rec, &len);
	assert_non_null(back);
	assert_int_equal(len, strlen(good));
	assert_memory_equal(back, good, len);
	free(back);

	/* What would not read back is not written. */
	free(rec.cpu);
	rec.cpu = xstrdup("neoverse-n1\nfact forged yes");
	keep = quiet();
	forged = record_format(&rec, &len);
	free(rec.cpu);
	rec.cpu = xstrdup("");
	hollow = record_format(&rec, &len);
	loud(keep);
	assert_null(forged);
	assert_null(hollow);
	record_free(&rec);
	record_free(&rec);
	free(good);
	free(text);
}

static void test_header(void **state)
{
	(void)state;
	refused("", "1: record: first line");
	refused_change("record 1", "record 2", "1: record: first line");
	refused_change("stack kstack", "stak kstack", "2: stak: not a key");
	refused_change("stack kstack", "stack", "2: stack: no value");
	refused_change("stack kstack", "stack ../x", "2: stack: not a proper");
	refused_change("stack kstack", "stack ..", "2: stack: not a proper");
	refused_change("stack kstack", "stack k stack",
		       "2: stack: not a proper");
	refused_change("stack kstack\n", "", "25: stack: missing");
	refused_change("qemu QEMU emulator version 7.2.22\n", "",
		       "25: qemu: missing");
	refused_change("arch arm64", "base arm64", "5: base: a second time");
	refused_change("revision v5", "revision -", "26: revision: - does");
	refused_change("stack kstack", "stack base", "26: revision: v5 does");
	refused_change("session 3", "session 0", "9: session: not a proper");
	refused_change("session 3", "session -3", "9: session: not a proper");
	refused_change("session 3", "session 03", "9: session: not a proper");
	refused_change("session 3", "session 3 ", "9: session: not a proper");
	refused_change("seed 3", "seed 18446744073709551616",
		       "10: seed: not a proper");
	refused_change("unit insns", "unit ns", "26: unit: ns does not go");
	refused_change("unit insns", "unit us", "11: unit: not a proper");
	refused_change("backend icount", "backend host",
		       "26: unit: insns does not go");
	refused_change("frequency 1000000000", "frequency 62500000",
		       "26: frequency: a tick of 62500000 Hz");
	refused_change("image-sha256 0", "image-sha256 X",
		       "16: image-sha256: not a proper");
	refused_change("image-sha256 0", "image-sha256 ",
		       "16: image-sha256: not a proper");
	refused_change("cpu neoverse-n1", "cpu neoverse\001n1",
		       "22: line: byte 0x01 at column 13");
	refused_change("cpu neoverse-n1", "cpu neoverse\303\244",
		       "22: line: byte 0xc3");
	refused_change("cpu neoverse-n1", "cpu  n1", "22: cpu: not a proper");
	refused_change("cpu neoverse-n1", "cpu n1\r", "22: line: byte 0x0d");
	refused_change("fact settled 20 s", "fact settled",
		       "26: fact: no value");
	refused_change("fact settled 20 s", "fact a b\nfact a c",
		       "27: fact a: a second time");
}

static void test_histograms(void **state)
{
	(void)state;
	refused(header, "27: record: no histogram");
	refused_change("getpid 100 2", "getpid 100 3",
		       "32: histogram syscall/getpid: ticks: not a number");
	refused_change("getpid 100 2", "getpid 100 99999999999",
		       "29: histogram syscall/getpid: bins: more");
	refused_change("getpid 100 2", "getpid 100 999999",
		       "29: histogram syscall/getpid: cut short");
	refused_change("getpid 100 2", "getpid 100 1",
		       "30: histogram syscall/getpid: counts of the bins: sum");
	refused_change("getpid 100 2", "getpid 100 0",
		       "29: histogram syscall/getpid: bins: 0");
	refused_change("getpid 100 2", "getpid 0 2",
		       "29: histogram syscall/getpid: count: 0");
	refused_change("getpid 100 2 1 0 2", "getpid 100 2 1 0",
		       "29: histogram syscall/getpid: involuntary");
	refused_change("getpid 100 2 1 0 2", "getpid 100 2 1 0 2 3",
		       "29: histogram syscall/getpid: too many");
	refused_change("getpid 100 2 1", "getpid 100 2 -1",
		       "29: histogram syscall/getpid: interrupts");
	refused_change("syscall/getpid", "syscall//getpid",
		       "29: histogram: no proper name");
	refused_change("syscall/getpid", "Syscall", "29: histogram: no proper");
	refused_change("syscall/getpid", "empty",
		       "29: histogram empty: a second time");
	refused_change("histogram empty", "histogram idle",
		       "32: histogram empty: missing");
	refused_change("305 97", "305 -97",
		       "30: histogram syscall/getpid: count of a bin: not");
	refused_change("305 97", "-305 97",
		       "30: histogram syscall/getpid: ticks: not");
	refused_change("305 97", "305 97 ",
		       "30: histogram syscall/getpid: count of a bin: not");
	refused_change("305 97", "305  97",
		       "30: histogram syscall/getpid: count of a bin: not");
	refused_change("305 97", "0305 97",
		       "30: histogram syscall/getpid: ticks: not");
	refused_change("305 97", "305 0",
		       "30: histogram syscall/getpid: count of a bin: 0");
	refused_change("305 97", "305 96",
		       "31: histogram syscall/getpid: counts of the bins: sum "
		       "is 99");
	refused_change("305 97", "305 98",
		       "31: histogram syscall/getpid: counts of the bins: sum");
	refused_change("305 97", "305 18446744073709551615",
		       "30: histogram syscall/getpid: counts of the bins");
	refused_change("305 97", "305 18446744073709551616",
		       "30: histogram syscall/getpid: count of a bin: not");
	refused_change("305 97", "3045 97",
		       "31: histogram syscall/getpid: ticks: 3045 does not");
	refused_change("305 97", "9000 97",
		       "31: histogram syscall/getpid: ticks: 3045 does not");
	refused_change("3045 3", "9223372036854775808 3",
		       "31: histogram syscall/getpid: ticks: "
		       "9223372036854775808 is above 2^53");
	refused_change("samples 100", "samples 101",
		       "29: histogram syscall/getpid: count 100, but");
	refused_change("3045 3\n", "3045 3\nfact late 1\n",
		       "32: record: neither");
}

static void test_damaged(void **state)
{
	char *text = xasprintf("%s%s", header, blocks), *good = sealed(text);
	size_t len = strlen(good), i;
	char message[512], *more;
	struct record rec;

	(void)state;
	/* Cut anywhere, it is refused. */
	for (i = 0; i < len; i++) {
		assert_int_equal(parse(good, i, &rec, message), ST_REFUSED);
		assert_int_equal(strncmp(message, "patchbench: r:", 14), 0);
	}
	assert_int_equal(parse(good, len / 2, &rec, message), ST_REFUSED);
	assert_non_null(strstr(message, "cut short"));
	/* So it is with a byte flipped anywhere. */
	for (i = 0; i < len; i++) {
		good[i] ^= 1;
		assert_int_equal(parse(good, len, &rec, message), ST_REFUSED);
		good[i] ^= 1;
	}
	/* A NUL, and what follows the end. */
	good[40] = '\0';
	assert_int_equal(parse(good, len, &rec, message), ST_REFUSED);
	free(good);
	good = sealed(text);
	more = xasprintf("%s\n", good);
	assert_int_equal(parse(more, len + 1, &rec, message), ST_REFUSED);
	assert_string_equal(message,
			    "patchbench: r:33: record: bytes after its sha256 "
			    "line\n");
	good[len - 2] = good[len - 2] == '0' ? '1' : '0';
	assert_int_equal(parse(good, len, &rec, message), ST_REFUSED);
	assert_non_null(strstr(message, "r:32: sha256: wrong"));
	free(more);
	free(good);
	free(text);
}

static void test_load(void **state)
{
	struct record rec;

	int keep = quiet(), missing, folder;

	(void)state;
	missing = record_load("/nonexistent/1.record", &rec);
	folder = record_load("/", &rec);
	loud(keep);
	assert_int_equal(missing, ST_MISSING);
	assert_int_equal(folder, ST_MACHINE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_header),
		cmocka_unit_test(test_histograms),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_load),
		cmocka_unit_test(test_there_and_back),
	};

	return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
