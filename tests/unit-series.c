// SPDX-License-Identifier: GPL-2.0-only
/* Unit tests of the series parser. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "patchbench.h"
#include "series.h"

static int parse(const char *text, struct series *s)
{
	return series_parse("test", text, strlen(text), true, s);
}

static void takes_a_whole_series(void **state)
{
	struct series s;

	(void)state;
	assert_int_equal(parse("# Stack: kstack\n# Label: per-cpu-prng \n"
			       "# a word: to the reader\n\n#\n"
			       "kstack/v5/0001-a.patch\n"
			       "\tkstack/v5/0002-b.patch  -p1 # last", &s), 0);
	assert_int_equal(s.nr_fields, 2);
	assert_int_equal(s.nr_patches, 2);
	assert_string_equal(series_get(&s, "Label"), "per-cpu-prng");
	assert_string_equal(series_get(&s, "label"), "per-cpu-prng");
	assert_null(series_get(&s, "Base"));
	assert_null(series_get(&s, "a word"));
	assert_string_equal(s.patches[1].name, "kstack/v5/0002-b.patch");
	assert_int_equal(s.patches[1].line, 7);
	series_free(&s);
}

static void takes_bases_and_depths(void **state)
{
	static const char id[] = "0123456789abcdef0123456789abcdef01234567";
	char text[200];
	struct series s;

	(void)state;
	snprintf(text, sizeof(text), "# Also: v1.0 %s\n# Merged: v2.0\n"
		 "# Merged: v1.9 3\na.patch -p0\nb.patch -p12\nc.patch\n", id);
	assert_int_equal(parse(text, &s), 0);
	assert_int_equal(s.nr_bases, 3);
	assert_string_equal(s.bases[0].tag, "v1.0");
	assert_string_equal(s.bases[0].result, id);
	assert_null(s.bases[1].result);
	assert_true(s.bases[1].merged == SIZE_MAX);
	assert_int_equal(s.bases[2].merged, 3);
	assert_int_equal(s.patches[0].strip, 0);
	assert_int_equal(s.patches[1].strip, 12);
	assert_int_equal(s.patches[2].strip, 1);
	series_free(&s);
}

static void leaves_a_strangers_words(void **state)
{
	static const char text[] = "# stack: a\n# Stack:\na.patch\n"
				   "# Subject: of b\nb.patch\n"
				   "# Subject: of c\n";
	struct series s;

	(void)state;
	assert_int_equal(series_parse("test", text, sizeof(text) - 1, false,
				      &s), 0);
	assert_int_equal(s.nr_fields, 0);
	assert_int_equal(s.nr_patches, 2);
	series_free(&s);
}

static void takes_nothing(void **state)
{
	struct series s;

	(void)state;
	assert_int_equal(parse("", &s), 0);
	assert_int_equal(s.nr_patches, 0);
	series_free(&s);
}

static void refuses(void **state)
{
	static const char *const bad[] = {
		"/etc/passwd\n",
		"../a.patch\n",
		"a/../../b.patch\n",
		"a//b.patch\n",
		"a/./b.patch\n",
		"a/\n",
		"a/.git/b.patch\n",
		"-R\n",
		"a.patch -p\n",
		"a.patch -p-1\n",
		"a.patch -p0x\n",
		"a.patch -p 0\n",
		"# Also: v1.0\n",
		"# Also: v1.0 0123\n",
		"# Merged: v1.0 0\n",
		"# Merged: v1.0 1 2\n",
		"# Merged: ../v1.0\n",
		"# Merged: v1.0\n# Merged: v1.0 1\n",
		"a.patch -R\n",
		"a.patch -p1 -R\n",
		"a.patch b.patch\n",
		"a.patch\nb.patch\na.patch\n",
		"a.patch\r\n",
		"a\001.patch\n",
		"# Stack: a\n# Stack: a\n",
		"# stack: a\n",
		"# Stack:\n",
		"a.patch\n# Stack: a\n",
	};
	struct series s;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		assert_int_equal(parse(bad[i], &s), ST_REFUSED);
	assert_int_equal(series_parse("test", "a\0b\n", 4, true, &s), ST_REFUSED);
}

static void refuses_long_lines(void **state)
{
	static char line[5000];
	struct series s;

	(void)state;
	memset(line, 'a', sizeof(line));
	assert_int_equal(series_parse("test", line, 4096, true, &s), 0);
	series_free(&s);
	assert_int_equal(series_parse("test", line, 4097, true,
				      &s), ST_REFUSED);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(takes_a_whole_series),
		cmocka_unit_test(takes_bases_and_depths),
		cmocka_unit_test(leaves_a_strangers_words),
		cmocka_unit_test(takes_nothing),
		cmocka_unit_test(refuses),
		cmocka_unit_test(refuses_long_lines),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
