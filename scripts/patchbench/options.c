// SPDX-License-Identifier: GPL-2.0-only
/* The options of a verb, as a table; see options.h. */
#include <getopt.h>
#include <stdio.h>
#include <stdlib.h>

#include "options.h"
#include "patchbench.h"

#define OPTIONS_MAX	32

void options_parse(int argc, char **argv, const struct option_row *rows,
		   const char *usage)
{
	options_parse_words(argc, argv, rows, usage, NULL, 0);
}

size_t options_parse_words(int argc, char **argv,
			   const struct option_row *rows, const char *usage,
			   const char **words, size_t max)
{
	/* One more for --help, one for the end. */
	struct option longs[OPTIONS_MAX + 2] = { 0 };
	size_t n, i;
	int c, which;

	for (n = 0; rows[n].name; n++)
		if (n == OPTIONS_MAX)
			die(ST_USAGE, "%s has too many options", argv[0]);
	for (i = 0; i < n; i++) {
		longs[i].name = rows[i].name;
		longs[i].has_arg = rows[i].flag ? no_argument :
						  required_argument;
	}
	longs[n].name = "help";
	optind = 1;
	while ((c = getopt_long(argc, argv, "", longs, &which)) != -1) {
		const struct option_row *row = &rows[which];

		if (c) {
			fputs(usage, stderr);
			exit(ST_USAGE);
		}
		if ((size_t)which == n) {
			fputs(usage, stdout);
			exit(ST_YES);
		}
		if (row->flag)
			*row->flag = true;
		else if (row->text)
			*row->text = optarg;
		else if (!parse_u64(optarg, row->min, row->max, row->number))
			die(ST_USAGE,
			    "%s: --%s takes a whole number from %llu to %llu, not '%s'",
			    argv[0], row->name, (unsigned long long)row->min,
			    (unsigned long long)row->max, optarg);
	}
	for (i = 0; optind < argc && i < max; i++)
		words[i] = argv[optind++];
	if (optind < argc)
		die(ST_USAGE, "%s: '%s' does not belong here", argv[0],
		    argv[optind]);
	return i;
}
