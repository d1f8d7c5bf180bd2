// SPDX-License-Identifier: GPL-2.0-only
/* Published tables: what the parser refuses, and the rule of a verdict. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "patchbench.h"
#include "reproduce.h"

#define HEAD \
	"published 1\n" \
	"about a\n" \
	"posted v1 2026-01-02 id@x\n" \
	"posted v2 2026-01-03 -\n" \
	"machine m\n" \
	"kernel k\n" \
	"unit ns\n"
#define COLUMN	"column arm64 kstack/@/on prng base/off none\n"
#define LABEL	"label - 0 one,two,\n"
#define ROW	"row syscall/getpid mean -9.50I\n"

/* What is printed to standard error while @text is parsed. Caller frees. */
static char *parse(const char *text, struct published *p, int *ret)
{
	FILE *file = tmpfile();
	int keep = dup(STDERR_FILENO);
	char *said = xcalloc(1000, 1);

	assert_non_null(file);
	dup2(fileno(file), STDERR_FILENO);
	*ret = published_parse("dir/name", text, strlen(text), p);
	dup2(keep, STDERR_FILENO);
	close(keep);
	rewind(file);
	said[fread(said, 1, 999, file)] = '\0';
	fclose(file);
	return said;
}

static void test_whole(void **state)
{
	struct published p;
	struct bytes out = { 0 };
	char *said, *cell;
	int ret;

	(void)state;
	said = parse("# comment\n\n" HEAD "caption c:\n" COLUMN
		     "label v2 15 b\n" "label v1 0 a\n" ROW
		     "row syscall/getpid p99 1.55\n", &p, &ret);
	assert_string_equal(said, "");
	free(said);
	assert_int_equal(ret, 0);
	assert_string_equal(p.name, "name");
	assert_string_equal(published_posting(&p, NULL)->revision, "v2");
	assert_string_equal(published_posting(&p, "v1")->message_id, "id@x");
	assert_string_equal(published_label(&p.columns[0], "v1")->text, "a");
	assert_null(published_label(&p.columns[0], "v3"));
	cell = published_cell(&p.columns[0], "v2");
	assert_string_equal(cell, "kstack/v2/on");
	free(cell);
	assert_true(p.rows[0].figures[0].percent == -9.5);
	assert_int_equal(p.rows[0].figures[0].mark, 'I');
	assert_int_equal(p.rows[1].figures[0].mark, 0);
	published_format(&p, "v2", &out);
	bytes_add(&out, "", 1);
	assert_string_equal(out.data,
		"c:\n\n"
		"+----------------+--------------+---------------+\n"
		"| Benchmark      | Result Class |             b |\n"
		"+================+==============+===============+\n"
		"| syscall/getpid | mean (ns)    |    (I) -9.50% |\n"
		"|                | p99 (ns)     |         1.55% |\n"
		"+----------------+--------------+---------------+\n");
	free(out.data);
	published_free(&p);
}

static void test_refused(void **state)
{
	static const struct { const char *text, *said; } table[] = {
		{ "", ":1: published: empty" },
		{ "about a\n", ":1: 'published 1' belongs at the beginning" },
		{ "published 2\n", ":1: 'published 1' belongs" },
		{ "published 1", ":1: " },
		{ HEAD "about b\n", ":8: about: a second time" },
		{ HEAD "colour red\n", ":8: 'colour' is no key" },
		{ HEAD " row\n", ":8: a line that begins with a blank" },
		{ HEAD "layout pie\n", ":8: layout: 'pie' is neither" },
		{ HEAD "caption\n", ":8: caption: nothing behind it" },
		{ HEAD "caption a\tb\n", ":8: " },
		{ HEAD "caption \xc3\xa4\n", ":8: " },
		{ HEAD "posted v3 2026-01-04\n", ":8: posted: REVISION DATE" },
		{ HEAD "posted v3 2026-1-04 -\n", ":8: posted: '2026-1-04'" },
		{ HEAD "posted 3 2026-01-04 -\n", ":8: posted: '3' is no" },
		{ HEAD "posted v2 2026-01-04 -\n", ":8: posted: v2 a second" },
		{ HEAD "posted - 2026-01-04 -\n", ":8: posted: with and with" },
		{ HEAD "posted v3 2025-01-04 -\n", ":8: posted: 2025-01-04 is" },
		{ HEAD "column arm64 base/on crng base/off\n",
		  ":8: column: ARCH CELL" },
		{ HEAD "column ../a base/on crng base/off none\n",
		  ":8: column: '../a' is no architecture" },
		{ HEAD "column arm64 base/-/on crng base/off none\n",
		  ":8: column: 'base/-/on' is no cell" },
		{ HEAD "column arm64 kstack/on crng base/off none\n",
		  ":8: column: 'kstack/on' is no cell" },
		{ HEAD "column arm64 base/on dice base/off none\n",
		  ":8: column: 'dice' is no source" },
		{ HEAD LABEL, ":8: label: no column stands above it" },
		{ HEAD COLUMN "label - 101 x\n", ":9: label: '101' is no" },
		{ HEAD COLUMN "label - 0\n", ":9: label: REVISIONS WIDTH" },
		{ HEAD "broken it\n", ":8: broken: no column" },
		{ HEAD ROW, ":8: row: no column stands above it" },
		{ HEAD COLUMN LABEL ROW COLUMN, ":11: column: it belongs" },
		{ HEAD COLUMN LABEL ROW ROW, ":11: row: syscall/getpid mean a" },
		{ HEAD COLUMN LABEL "row syscall/getpid mean\n",
		  ":10: row: 0 figures for 1 columns" },
		{ HEAD COLUMN LABEL "row syscall/getpid mean 1.00 2.00\n",
		  ":10: row: more figures than columns" },
		{ HEAD COLUMN LABEL "row a mean 1.0R\n", ":10: row: '1.0'" },
		{ HEAD COLUMN LABEL "row a mean 1.000\n", ":10: row: '1.000'" },
		{ HEAD COLUMN LABEL "row a mean +1.00\n", ":10: row: '+1.00'" },
		{ HEAD COLUMN LABEL "row a mean 01.00\n", ":10: row: '01.00'" },
		{ HEAD COLUMN LABEL "row a mean 1e1.00\n", ":10: row: '1e1.00" },
		{ HEAD COLUMN LABEL "row a mean 1234567.00\n",
		  ":10: row: '1234567.00'" },
		{ HEAD COLUMN LABEL "row a mean -100.01I\n",
		  ":10: row: -100.01% is less than nothing" },
		{ HEAD COLUMN LABEL "row a mean R\n", ":10: row: ''" },
		{ HEAD COLUMN LABEL "row a mean 1.00I\n", ":10: row: 1.00 is" },
		{ HEAD COLUMN LABEL "row a mean -1.00R\n", ":10: row: -1.00" },
		{ HEAD COLUMN LABEL "row a mean 1.00R  5.00\n",
		  ":10: row: a word is missing between blanks" },
		{ HEAD COLUMN LABEL "row a mean  1.00R\n", ":10: row: a word" },
		{ HEAD "posted v03 2026-01-04 -\n", ":8: posted: 'v03' is no" },
		{ HEAD "posted v3 2026-13-04 -\n", ":8: posted: '2026-13-04'" },
		{ HEAD "posted v3 2026-12-00 -\n", ":8: posted: '2026-12-00'" },
		{ HEAD "column arm64  base/on crng base/off none\n",
		  ":8: column: ARCH CELL" },
		{ HEAD "column arm64 base/on crng  base/off\n",
		  ":8: column: ARCH CELL" },
		{ HEAD "posted  2026-01-04 -\n", ":8: posted: REVISION" },
		{ HEAD COLUMN "label  0 x\n", ":9: label: REVISIONS" },
		{ HEAD "row  a mean 1.00\n", ":8: row: nothing" },
		{ HEAD "column arm64 base/@ crng base/off none\n",
		  ":8: column: 'base/@' is no cell" },
		{ HEAD "column arm64 @/v1/on crng base/off none\n",
		  ":8: column: '@/v1/on' is no cell" },
		{ HEAD "column arm64 kstack/v@/on crng base/off none\n",
		  ":8: column: 'kstack/v@/on' is no cell" },
		{ HEAD "column arm64 base/on crng kstack/@/off none\n",
		  ":8: column: 'kstack/@/off' is no cell" },
		{ HEAD COLUMN LABEL "label v1,v9 0 x\n" ROW,
		  ":11: column 1: a label for 'v1,v9', which was not posted" },
		{ "published 1\n" "about a\n" "posted - 2026-01-01 -\n"
		  "machine m\n" "kernel k\n" "unit ns\n" COLUMN LABEL ROW,
		  ":9: column 1: kstack/@/on, but it was posted without" },
		{ HEAD COLUMN ROW, ":9: column 1: no label for v1" },
		{ HEAD COLUMN LABEL "label v2 0 x\n" ROW,
		  ":11: column 1: several labels for v2" },
		{ HEAD COLUMN LABEL, ":9: row: missing" },
		{ HEAD "layout ratio\n" "row 8 63.00 64.50 102.39\n",
		  ":9: row: 64.50 is 102.38% of 63.00, not 102.39" },
		{ HEAD "layout ratio\n" "row 8 63.00 64.50\n",
		  ":9: row: SIZE BEFORE" },
		{ HEAD "layout ratio\n" "row 8 0.00 64.50 1.00\n",
		  ":9: row: 0 before" },
		{ HEAD "layout ratio\n" "row x 1.00 1.00 100.00\n",
		  ":9: row: 'x' is no size" },
		{ HEAD "layout ratio\n" "row 8 -1.00 1.00 100.00\n",
		  ":9: row: '-1.00' is no figure" },
		{ "published 1\n" "about a\n" "posted v1 2026-01-01 -\n"
		  "machine m\n" "kernel k\n" COLUMN LABEL ROW,
		  ":8: unit: missing" },
	};
	struct published p;
	size_t i;
	int ret;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		char *said = parse(table[i].text, &p, &ret);

		if (ret != ST_REFUSED)
			fail_msg("%s: %d", table[i].said, ret);
		if (!strstr(said, "dir/name") || !strstr(said, table[i].said))
			fail_msg("'%s' is not '%s'", said, table[i].said);
		assert_null(p.name);
		assert_int_equal(p.nr_rows, 0);
		free(said);
	}
}

/* It is printed, and a name of a file may hold anything. */
static void test_name(void **state)
{
	static const char text[] = HEAD COLUMN LABEL ROW;
	struct published p;

	(void)state;
	assert_int_equal(published_parse("dir/a\033[2Jb", text, strlen(text),
					 &p), ST_REFUSED);
	assert_null(p.name);
	assert_int_equal(published_parse("a", text, strlen(text), &p), 0);
	published_free(&p);
}

/* A kernel is needed once, and not found in the end of another's name. */
static void test_cells(void **state)
{
	static const char first[] = HEAD
		"column my-arm64 base/on none base/off none\n" LABEL
		"column arm64 base/on none base/off none\n" LABEL
		"column arm64 kstack/@/on prng base/on none\n" LABEL
		"row syscall/getpid mean 1.00 1.00 1.00\n";
	struct published p;
	struct published_list list = { 1, &p };
	struct bytes out = { 0 };

	(void)state;
	assert_int_equal(published_parse("a", first, strlen(first), &p), 0);
	assert_int_equal(reproduce_cells(&list, "v1", &out), 0);
	bytes_add(&out, "", 1);
	assert_string_equal(out.data, "my-arm64 base -\narm64 base -\n"
			    "arm64 kstack v1\n");
	free(out.data);
	published_free(&p);
}

/* mark published, mark here, exact here, percent here */
static void test_verdict(void **state)
{
	static const struct {
		char published, here;
		bool exact;
		double percent;
		enum verdict verdict;
		enum why why;
	} table[] = {
		{ 'R', 'R', true, 5, AGREES, WHY_NONE },
		{ 'I', 'I', false, -5, AGREES, WHY_NONE },
		{ 'R', 'I', true, -5, DISAGREES, WHY_NONE },
		{ 'I', 'R', true, 5, DISAGREES, WHY_NONE },
		{ 'R', 0, true, 0, DISAGREES, WHY_NONE },
		{ 'R', 0, false, 1, NOT_COMPARED, WHY_UNDECIDED },
		{ 'R', 0, false, 0, NOT_COMPARED, WHY_UNDECIDED },
		{ 0, 0, true, 0, AGREES, WHY_NONE },
		{ 0, 0, false, 1, AGREES, WHY_NONE },
		{ 0, 'R', true, 5, NOT_COMPARED, WHY_UNMARKED },
	};
	struct published_column column = {
		.source = SOURCE_PRNG, .baseline_source = SOURCE_NONE,
	};
	enum why why;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(table) / sizeof(table[0]); i++) {
		struct published_figure published = {
			.mark = table[i].published,
		};
		struct figure here = {
			.change = { table[i].percent, table[i].here },
			.in = { .exact = table[i].exact },
			.compared = !table[i].exact,
		};

		if (reproduce_verdict(&column, &published, &here, UNIT_INSNS,
				      &why) != table[i].verdict)
			fail_msg("case %zu", i);
		assert_int_equal(why, table[i].why);
	}
}

static void test_not_compared(void **state)
{
	struct published_column column = {
		.source = SOURCE_TSC, .baseline_source = SOURCE_NONE,
	};
	struct published_figure published = { .mark = 'R' };
	struct figure here = { .change = { 5, 'R' } };
	enum why why;

	(void)state;
	assert_int_equal(reproduce_verdict(&column, &published, &here,
					   UNIT_INSNS, &why), NOT_COMPARED);
	assert_int_equal(why, WHY_UNIT);
	/* In ns it counts what it takes. */
	assert_int_equal(reproduce_verdict(&column, &published, &here, UNIT_NS,
					   &why), AGREES);
	column.baseline_source = SOURCE_TSC;
	assert_int_equal(reproduce_verdict(&column, &published, &here,
					   UNIT_INSNS, &why), AGREES);
	column.source = SOURCE_PRNG;
	assert_int_equal(reproduce_verdict(&column, &published, &here,
					   UNIT_INSNS, &why), NOT_COMPARED);
	assert_int_equal(why, WHY_UNIT);
	assert_int_equal(reproduce_verdict(&column, &published, NULL,
					   UNIT_INSNS, &why), NOT_COMPARED);
	assert_int_equal(why, WHY_ABSENT);
	column.broken = (char *)"it is";
	assert_int_equal(reproduce_verdict(&column, &published, &here, UNIT_NS,
					   &why), NOT_COMPARED);
	assert_int_equal(why, WHY_BROKEN);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_whole),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_name),
		cmocka_unit_test(test_cells),
		cmocka_unit_test(test_verdict),
		cmocka_unit_test(test_not_compared),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
