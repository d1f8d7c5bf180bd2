// SPDX-License-Identifier: GPL-2.0-only
/* CSV: what RFC 4180 has, what is refused and where, and there and back. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "csv.h"
#include "exchange.h"
#include "patchbench.h"

/* Parse with standard error into @message. */
static int parse(const char *text, size_t len, struct csv *csv,
		 char message[512])
{
	FILE *file = tmpfile();
	int keep = dup(2), ret;
	size_t got;

	assert_non_null(file);
	dup2(fileno(file), 2);
	ret = csv_parse("f", text, len, csv);
	fflush(stderr);
	dup2(keep, 2);
	close(keep);
	rewind(file);
	got = fread(message, 1, 511, file);
	message[got] = '\0';
	fclose(file);
	return ret;
}

static void taken(const char *text, struct csv *csv)
{
	char message[512];

	if (parse(text, strlen(text), csv, message))
		fail_msg("refused: %s", message);
}

static void refused_bytes(const char *text, size_t len, const char *expected)
{
	char message[512], *whole = xasprintf("patchbench: f:%s\n", expected);
	struct csv csv;

	assert_int_equal(parse(text, len, &csv, message), ST_REFUSED);
	assert_string_equal(message, whole);
	assert_null(csv.cells);
	free(whole);
}

static void refused(const char *text, const char *expected)
{
	refused_bytes(text, strlen(text), expected);
}

static void test_taken(void **state)
{
	struct csv csv;
	size_t column;

	(void)state;
	/* Section 2 of the RFC: 1 and 2, and 5 to 7. */
	taken("aaa,bbb,ccc\r\nzzz,yyy,xxx\r\n", &csv);
	assert_int_equal(csv.nr_columns, 3);
	assert_int_equal(csv.nr_rows, 1);
	assert_string_equal(csv_at(&csv, 0, 2), "xxx");
	assert_true(csv_column(&csv, "bbb", &column));
	assert_int_equal(column, 1);
	assert_false(csv_column(&csv, "bb", &column));
	csv_free(&csv);
	taken("a,b\n\"x\r\ny\",\"say \"\"so\"\", twice\"\n,\n1,2", &csv);
	assert_int_equal(csv.nr_rows, 3);
	assert_string_equal(csv_at(&csv, 0, 0), "x\r\ny");
	assert_string_equal(csv_at(&csv, 0, 1), "say \"so\", twice");
	assert_string_equal(csv_at(&csv, 1, 0), "");
	assert_string_equal(csv_at(&csv, 1, 1), "");
	assert_string_equal(csv_at(&csv, 2, 1), "2");
	/* A row is on the line where it begins. */
	assert_int_equal(csv.lines[1], 2);
	assert_int_equal(csv.lines[2], 4);
	assert_int_equal(csv.lines[3], 5);
	csv_free(&csv);
	taken("a", &csv);
	assert_int_equal(csv.nr_rows, 0);
	csv_free(&csv);
	taken("a\n\"\"\n", &csv);
	assert_string_equal(csv_at(&csv, 0, 0), "");
	csv_free(&csv);
}

static void test_refused(void **state)
{
	struct bytes wide = { 0 };
	size_t i;

	(void)state;
	refused("", "1: file: empty");
	refused("\n", "1: header: column 1 has no name");
	refused("a,\n", "1: header: column 2 has no name");
	refused("a,b,a\n", "1: header: column a: a second time");
	refused("a,\"b\nc\"\n", "2: header: column 2: a line break or tab");
	refused("a,b\n1\n", "2: row: 1 field, but the header has 2");
	refused("a,b\n1,2\n1,2,3\n", "3: row: 3 fields, but the header has 2");
	refused("a,b\n1,2\n\n", "3: row: 1 field, but the header has 2");
	refused("a\n1\"2\n", "2: field: a quote within it");
	refused("a\n\"1\"2\n", "2: field: something behind its closing quote");
	refused("a\n\"1\" \n", "2: field: something behind its closing quote");
	refused("a\n\"1\"\r", "2: field: something behind its closing quote");
	refused("a\n\"1\n2\n", "4: field: its closing quote is missing");
	refused("a\n1\r2\n", "2: field: byte 0x0d");
	refused("a\n1\r", "2: field: byte 0x0d");
	refused("a\n1\t\n", "2: field: byte 0x09");
	refused("a\n\x1b[2J\n", "2: field: byte 0x1b");
	refused("a\n\"\x07\"\n", "2: field: byte 0x07");
	refused("a\nm\xc2\xb5\n", "2: field: byte 0xc2");
	refused_bytes("a\n1\0\n", 5, "2: field: byte 0x00");
	for (i = 0; i <= CSV_FIELD_MAX; i++)
		bytes_add(&wide, "x", 1);
	refused_bytes(wide.data, wide.len, "1: field: longer than 65536 bytes");
	wide.len = 0;
	for (i = 0; i <= CSV_COLUMNS_MAX; i++)
		bytes_printf(&wide, "c%zu,", i);
	refused_bytes(wide.data, wide.len, "1: row: too many fields");
	free(wide.data);
}

static void test_there_and_back(void **state)
{
	static const char *const cells[] = {
		"a", "b,\"c\"", "", "", "x\r\ny", "\t", "\"", " ", ",",
	};
	struct bytes out = { 0 };
	struct csv csv;
	size_t i;

	(void)state;
	csv_field(&out, "1");
	csv_field(&out, "2");
	csv_field(&out, "3");
	csv_end(&out);
	for (i = 0; i < 9; i++) {
		csv_field(&out, cells[i]);
		if (i % 3 == 2)
			csv_end(&out);
	}
	bytes_add(&out, "", 1);
	assert_string_equal(out.data, "1,2,3\na,\"b,\"\"c\"\"\",\n"
			    "\"\",\"x\r\ny\",\"\t\"\n\"\"\"\", ,\",\"\n");
	taken(out.data, &csv);
	for (i = 0; i < 9; i++)
		assert_string_equal(csv_at(&csv, i / 3, i % 3), cells[i]);
	csv_free(&csv);
	free(out.data);
}

static void test_number(void **state)
{
	static const char *const bad[] = {
		"", "-", ".", "1.", ".5", "1e", "1e+", "+1", " 1", "1 ", "0x10",
		"inf", "nan", "-nan", "1,5", "1e999", "--1", "1e5.0", "1d3",
		"11111111111111111111111111111111111111111111111111111111111111111",
	};
	double n;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (value_number(bad[i], &n))
			fail_msg("'%s' is taken", bad[i]);
	assert_true(value_number("-1.5e-3", &n));
	assert_true(n == -0.0015);
	assert_true(value_number("007", &n));
	assert_true(n == 7);
	assert_true(value_number("1.7976931348623157E+308", &n));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_taken),
		cmocka_unit_test(test_refused),
		cmocka_unit_test(test_there_and_back),
		cmocka_unit_test(test_number),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
