// SPDX-License-Identifier: GPL-2.0-only
/* The grid, against tables as they were posted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "grid.h"

/* Cover letter of v2, arm64. */
static const char *const figures[][4] = {
	{ "syscall/getpid", "mean (ns)", "(R) 15.62%", "(R) 3.43%" },
	{ "syscall/getpid", "p99 (ns)", "(R) 155.01%", "(R) 3.20%" },
	{ "syscall/getpid", "p99.9 (ns)", "(R) 156.71%", "(R) 2.93%" },
	{ "syscall/getppid", "mean (ns)", "(R) 14.09%", "(R) 2.12%" },
	{ "syscall/getppid", "p99 (ns)", "(R) 152.81%", "1.55%" },
	{ "syscall/getppid", "p99.9 (ns)", "(R) 153.67%", "1.77%" },
	{ "syscall/invalid", "mean (ns)", "(R) 13.89%", "(R) 3.32%" },
	{ "syscall/invalid", "p99 (ns)", "(R) 165.82%", "(R) 3.51%" },
	{ "syscall/invalid", "p99.9 (ns)", "(R) 168.83%", "(R) 3.77%" },
};

static const char cover_v2[] =
"+-----------------+--------------+-------------+---------------+\n"
"| Benchmark       | Result Class |   v6.18-rc5 | per-task-prng |\n"
"|                 |              | rndstack-on |               |\n"
"|                 |              |             |               |\n"
"+=================+==============+=============+===============+\n"
"| syscall/getpid  | mean (ns)    |  (R) 15.62% |     (R) 3.43% |\n"
"|                 | p99 (ns)     | (R) 155.01% |     (R) 3.20% |\n"
"|                 | p99.9 (ns)   | (R) 156.71% |     (R) 2.93% |\n"
"+-----------------+--------------+-------------+---------------+\n"
"| syscall/getppid | mean (ns)    |  (R) 14.09% |     (R) 2.12% |\n"
"|                 | p99 (ns)     | (R) 152.81% |         1.55% |\n"
"|                 | p99.9 (ns)   | (R) 153.67% |         1.77% |\n"
"+-----------------+--------------+-------------+---------------+\n"
"| syscall/invalid | mean (ns)    |  (R) 13.89% |     (R) 3.32% |\n"
"|                 | p99 (ns)     | (R) 165.82% |     (R) 3.51% |\n"
"|                 | p99.9 (ns)   | (R) 168.83% |     (R) 3.77% |\n"
"+-----------------+--------------+-------------+---------------+\n";

static void test_cover(void **state)
{
	struct grid *grid = grid_new();
	char *text;
	size_t i;

	(void)state;
	grid_column(grid, GRID_GROUP, "Benchmark", 0);
	grid_column(grid, GRID_TEXT, "Result Class", 0);
	grid_column(grid, GRID_FIGURE, "v6.18-rc5\nrndstack-on\n", 0);
	grid_column(grid, GRID_FIGURE, "per-task-prng", 0);
	for (i = 0; i < sizeof(figures) / sizeof(figures[0]); i++)
		grid_row(grid, figures[i]);
	text = grid_format(grid);
	assert_string_equal(text, cover_v2);
	free(text);
	grid_free(grid);
}

/* A column of 12 that keeps the 15 of its forerunner; no group; no row. */
static void test_width(void **state)
{
	static const char *const row[] = { "a", "1.00%" };
	struct grid *grid = grid_new();
	char *text;

	(void)state;
	grid_column(grid, GRID_TEXT, "T", 0);
	grid_column(grid, GRID_FIGURE, "per-cpu-prng", 15);
	text = grid_format(grid);
	assert_string_equal(text,
			    "+---+---------------+\n"
			    "| T |  per-cpu-prng |\n"
			    "+===+===============+\n");
	free(text);
	grid_row(grid, row);
	grid_row(grid, row);
	text = grid_format(grid);
	assert_string_equal(text,
			    "+---+---------------+\n"
			    "| T |  per-cpu-prng |\n"
			    "+===+===============+\n"
			    "| a |         1.00% |\n"
			    "| a |         1.00% |\n"
			    "+---+---------------+\n");
	free(text);
	grid_free(grid);
	grid_free(NULL);
}

/* A value that stays with its change; parts have the text columns each. */
static void test_within(void **state)
{
	static const char *const row[] = { "a", "b", "1.00", "5%", "2%" };
	static const char parts[] =
		"+---+---+------+----+\n"
		"| G | T |    V |  C |\n"
		"+===+===+======+====+\n"
		"| a | b | 1.00 | 5% |\n"
		"|   | b | 1.00 | 5% |\n"
		"+---+---+------+----+\n"
		"\n"
		"+---+---+----+\n"
		"| G | T |  D |\n"
		"+===+===+====+\n"
		"| a | b | 2% |\n"
		"|   | b | 2% |\n"
		"+---+---+----+\n";
	struct grid *grid = grid_new();
	size_t least = 0;
	char *text, *whole;

	(void)state;
	grid_column(grid, GRID_GROUP, "G", 0);
	grid_column(grid, GRID_TEXT, "T", 0);
	grid_column(grid, GRID_FIGURE, "V", 0);
	grid_column(grid, GRID_BESIDE, "C", 0);
	grid_column(grid, GRID_FIGURE, "D", 0);
	grid_row(grid, row);
	grid_row(grid, row);
	whole = grid_format(grid);
	text = grid_format_within(grid, 26, &least);
	assert_string_equal(text, whole);
	free(text);
	free(whole);
	text = grid_format_within(grid, 25, &least);
	assert_string_equal(text, parts);
	free(text);
	text = grid_format_within(grid, 21, &least);
	assert_string_equal(text, parts);
	free(text);
	assert_null(grid_format_within(grid, 20, &least));
	assert_int_equal(least, 21);
	grid_free(grid);
}

/* What Markdown or HTML would read as its own. */
static void test_markdown(void **state)
{
	static const char *const row[] = { "a|b", "<b>*x*&amp;", "`1`\\" };
	struct grid *grid = grid_new();
	char *text;

	(void)state;
	grid_column(grid, GRID_GROUP, "G\nH\n", 0);
	grid_column(grid, GRID_TEXT, "T_t_", 0);
	grid_column(grid, GRID_FIGURE, "V", 0);
	grid_row(grid, row);
	grid_row(grid, row);
	text = grid_markdown(grid);
	assert_string_equal(text,
		"| G<br>H | T\\_t\\_ | V |\n"
		"| --- | --- | ---: |\n"
		"| a\\|b | &lt;b>\\*x\\*&amp;amp; | \\`1\\`\\\\ |\n"
		"| a\\|b | &lt;b>\\*x\\*&amp;amp; | \\`1\\`\\\\ |\n");
	free(text);
	grid_free(grid);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cover),
		cmocka_unit_test(test_width),
		cmocka_unit_test(test_within),
		cmocka_unit_test(test_markdown),
	};

	return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
