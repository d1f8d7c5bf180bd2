// SPDX-License-Identifier: GPL-2.0-only
/* Unit tests of the patch parser and of the placing of hunks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "apply.h"
#include "patchbench.h"

static int parse(const char *text, struct patch *p)
{
	return patch_parse("test", text, strlen(text), 1, p);
}

static void reads_names_modes_and_hunks(void **state)
{
	struct patch p;

	(void)state;
	assert_int_equal(parse("From: A\nSubject: s\n\nWhy.\n---\n x | 1 +\n\n"
			       "diff --git a/d/x b/d/x\n"
			       "old mode 100644\nnew mode 100755\n"
			       "--- a/d/x\n+++ b/d/x\n"
			       "@@ -3,2 +3,3 @@ func\n one\n+two\n three\n"
			       "@@ -9 +10 @@\n-a\n\\ No newline at end of file\n"
			       "+b\n"
			       "diff --git a/old b/new\nsimilarity index 100%\n"
			       "rename from old\nrename to new\n", &p), 0);
	assert_int_equal(p.nr_diffs, 2);
	assert_int_equal(p.head_len, strlen("From: A\nSubject: s\n\nWhy.\n"
					    "---\n x | 1 +\n\n"));
	assert_string_equal(p.diffs[0].old_name, "d/x");
	assert_int_equal(p.diffs[0].line, 8);
	assert_int_equal(p.diffs[0].old_mode, 0100644);
	assert_int_equal(p.diffs[0].new_mode, 0100755);
	assert_int_equal(p.diffs[0].nr_hunks, 2);
	assert_int_equal(p.diffs[0].hunks[0].line, 13);
	assert_int_equal(p.diffs[0].hunks[0].old_start, 3);
	assert_int_equal(p.diffs[0].hunks[0].new_count, 3);
	assert_int_equal(p.diffs[0].hunks[1].old_count, 1);
	assert_int_equal(p.diffs[0].hunks[1].lines[0].len, 1);
	assert_int_equal(p.diffs[0].hunks[1].lines[1].len, 2);
	assert_true(p.diffs[1].rename);
	assert_string_equal(p.diffs[1].old_name, "old");
	assert_string_equal(p.diffs[1].new_name, "new");
	patch_free(&p);
}

static void reads_nothing(void **state)
{
	struct patch p;

	(void)state;
	assert_int_equal(patch_parse("test", "", 0, 1, &p), 0);
	assert_int_equal(p.nr_diffs, 0);
	patch_free(&p);
}

static void knows_bad_names(void **state)
{
	static const char *const bad[] = {
		"", "/a", "a//b", "a/", "../a", "a/..", "./a", ".git/config",
		"a/.GiT", "a/git~1/b", ".pc/x",
		".git./x", "a/.git::$INDEX_ALLOCATION", ".g\xe2\x80\x8cit/x",
		".git .", ".git.........",
	};
	static const char *const good[] = {
		"a", "a/b", ".gitignore", "a/.gitattributes", "..a", "a/.pc",
		".gitx", "git", ".git-old.d/x",
	};
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++)
		if (!path_fault(bad[i]))
			fail_msg("'%s' is taken", bad[i]);
	for (i = 0; i < sizeof(good) / sizeof(good[0]); i++)
		if (path_fault(good[i]))
			fail_msg("'%s' is refused", good[i]);
}

static void knows_links_that_leave(void **state)
{
	(void)state;
	assert_null(link_fault("a/b", "../c", 4));
	assert_null(link_fault("a/b/c", "../../d", 7));
	assert_null(link_fault("a/b", "../b/c", 6));
	assert_non_null(link_fault("a/b", "b/../c", 6));
	assert_non_null(link_fault("a", ".pc/x", 5));
	assert_non_null(link_fault("a", "../c", 4));
	assert_non_null(link_fault("a/b", "../../c", 7));
	assert_non_null(link_fault("a/b", "c/../../../d", 12));
	assert_non_null(link_fault("a", "/c", 2));
	assert_non_null(link_fault("a", "", 0));
	assert_non_null(link_fault("a", ".git/x", 6));
	assert_non_null(link_fault("a", "b\0c", 3));
}

/* The place of the one hunk in @patch in the lines of @text, a letter each. */
static size_t place(const char *patch, const char *text, size_t frozen,
		    long offset)
{
	size_t nr = strlen(text), i, where;
	struct line *lines = xcalloc(nr, sizeof(*lines));
	char *buf = xmalloc(2 * nr + 1);
	struct patch p;

	for (i = 0; i < nr; i++) {
		buf[2 * i] = text[i];
		buf[2 * i + 1] = '\n';
		lines[i].text = buf + 2 * i;
		lines[i].len = 2;
	}
	assert_int_equal(parse(patch, &p), 0);
	where = hunk_place(&p.diffs[0].hunks[0], false, lines, nr, frozen,
			   offset);
	patch_free(&p);
	free(lines);
	free(buf);
	return where;
}

#define HUNK(range, body) "--- a/x\n+++ b/x\n@@ " range " @@\n" body

static void places_hunks_as_patch_does(void **state)
{
	static const char middle[] = HUNK("-4,3 +4,3", " a\n-b\n+B\n a\n");
	static const char start[] = HUNK("-1,2 +1,3", "+B\n a\n b\n");
	static const char end[] = HUNK("-4,2 +4,3", " a\n b\n+B\n");
	static const char none[] = HUNK("-3,0 +4", "+B\n");

	(void)state;
	/* Where the header says. */
	assert_int_equal(place(middle, "xxxabaxx", 0, 0), 4);
	/* The nearest, and of two as near the later. */
	assert_int_equal(place(middle, "xabaxxxxabax", 0, 0), 2);
	assert_int_equal(place(middle, "xxabaabax", 0, 0), 3);
	assert_int_equal(place(middle, "xabaxabax", 0, 0), 6);
	/* From where the hunk before was found. */
	assert_int_equal(place(middle, "xabaxxxxabax", 0, 3), 9);
	/* Never before the last change. */
	assert_int_equal(place(middle, "xabaxxxxabax", 2, 0), 9);
	assert_int_equal(place(middle, "xabax", 2, 0), 0);
	/* Without context at one end it stays there. */
	assert_int_equal(place(start, "abx", 0, 0), 1);
	assert_int_equal(place(start, "xab", 0, 0), 0);
	assert_int_equal(place(end, "xxxxxab", 0, 0), 6);
	assert_int_equal(place(end, "xxxabx", 0, 0), 0);
	/* No lines: behind the line named, if there is one. */
	assert_int_equal(place(none, "xxxx", 0, 0), 4);
	assert_int_equal(place(none, "xx", 0, 0), 0);
}

/* Three bytes that are all there is: nothing behind them is looked at. */
static void reads_no_further(void **state)
{
	static const char *const texts[] = { "\xfd" "7z", "BZ", "\x1f" "ab" };
	struct patch p;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		size_t len = strlen(texts[i]);
		char *exact = malloc(len);

		assert_non_null(exact);
		memcpy(exact, texts[i], len);
		assert_int_equal(patch_parse("test", exact, len, 1, &p),
				 ST_REFUSED);
		patch_free(&p);
		free(exact);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads_names_modes_and_hunks),
		cmocka_unit_test(reads_nothing),
		cmocka_unit_test(reads_no_further),
		cmocka_unit_test(knows_bad_names),
		cmocka_unit_test(knows_links_that_leave),
		cmocka_unit_test(places_hunks_as_patch_does),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
