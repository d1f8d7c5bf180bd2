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

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_cover),
		cmocka_unit_test(test_width),
	};

	return cmocka_run_group_tests_name("grid", tests, NULL, NULL);
}
