// SPDX-License-Identifier: GPL-2.0-only
/* The guests' protocol: whole, damaged, cut short. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <zlib.h>

#include "channel.h"
#include "patchbench.h"

/* A report of @blocks, each closed by its checksum. */
static char *report(const char *const *blocks, size_t nr, const char *tail)
{
	struct bytes out = { 0 };
	size_t i;

	for (i = 0; i < nr; i++) {
		uLong sum = crc32(0, (const Bytef *)blocks[i],
				  (uInt)strlen(blocks[i]));

		bytes_printf(&out, "%scrc %08lx\n", blocks[i], sum);
	}
	bytes_printf(&out, "%s", tail);
	return out.data;
}

#define FACTS "patchbench guest 1\nfact counter rdtsc\nfact frequency 0\n" \
	"fact kernel-release 6.19.6\nfact kernel-command-line a -- b\n"
#define EMPTY "histogram empty 10 1 0 0 0\n5 10\n"
#define CALL "histogram syscall/getpid 10 2 1 0 0\n200 9\n3000 1\n"

/* What is refused prints why; that is not for the test's output. */
static int parse(const char *text, size_t len, struct guest_report *r)
{
	int saved = dup(2), ret;

	assert_non_null(freopen("/dev/null", "w", stderr));
	ret = channel_parse("channel", text, len, r);
	fflush(stderr);
	dup2(saved, 2);
	close(saved);
	return ret;
}

static void refused(const char *const *blocks, size_t nr, const char *tail)
{
	char *text = report(blocks, nr, tail);
	struct guest_report r;

	assert_int_equal(parse(text, strlen(text), &r), ST_REFUSED);
	assert_null(r.hist);
	free(text);
}

static void test_whole(void **state)
{
	static const char *const blocks[] = { FACTS, EMPTY, CALL, "done\n" };
	char *text = report(blocks, 4, "exit 0\n");
	struct guest_report r;

	(void)state;
	assert_int_equal(parse(text, strlen(text), &r), 0);
	assert_string_equal(r.counter, "rdtsc");
	assert_int_equal(r.frequency, 0);
	assert_string_equal(r.kernel_command_line, "a -- b");
	assert_int_equal(r.nr, 2);
	assert_string_equal(r.hist[1].name, "syscall/getpid");
	assert_int_equal(r.hist[1].bins[1].ticks, 3000);
	assert_true(r.has_exit);
	assert_int_equal(r.exit, 0);
	assert_true(channel_ended(text, strlen(text)));
	assert_false(channel_ended(text, strlen(text) - 1));
	guest_report_release(&r);
	free(text);
}

/* Every prefix is refused, and no changed byte gets through unseen. */
static void test_damaged(void **state)
{
	static const char *const blocks[] = { FACTS, EMPTY, CALL, "done\n" };
	char *text = report(blocks, 4, "");
	size_t len = strlen(text), i;
	struct guest_report r;

	(void)state;
	for (i = 0; i < len; i++) {
		assert_int_equal(parse(text, i, &r), ST_REFUSED);
		text[i] ^= 1;
		assert_int_equal(parse(text, len, &r), ST_REFUSED);
		text[i] ^= 1;
	}
	assert_int_equal(parse(text, len, &r), 0);
	assert_false(r.has_exit);
	guest_report_release(&r);
	free(text);
}

static void test_refused(void **state)
{
	static const char *const twice[] = { FACTS, EMPTY, EMPTY, "done\n" };
	static const char *const fact[] = {
		"patchbench guest 1\nfact counter a\nfact counter b\n", "done\n",
	};
	static const char *const unknown[] = {
		"patchbench guest 1\nfact colour blue\n", "done\n",
	};
	static const char *const none[] = { "patchbench guest 1\n", "done\n" };
	static const char *const whole[] = { FACTS, EMPTY, "done\n" };

	(void)state;
	refused(twice, 4, "exit 0\n");
	refused(fact, 2, "exit 0\n");
	refused(unknown, 2, "exit 0\n");
	refused(none, 2, "exit 0\n");
	refused(whole, 3, "exit 256\n");
	refused(whole, 3, "exit -1\n");
	refused(whole, 3, "exit 0\nexit 0\n");
	refused(whole, 3, "something else\n");
}

/* A program that failed leaves its exit line alone. */
static void test_exit_alone(void **state)
{
	struct guest_report r;

	(void)state;
	assert_int_equal(parse("exit 127\n", 9, &r), 0);
	assert_true(r.has_exit);
	assert_int_equal(r.exit, 127);
	guest_report_release(&r);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_damaged),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_exit_alone),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
