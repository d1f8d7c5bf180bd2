/* SPDX-License-Identifier: GPL-2.0-only */
/* The options of a verb, as a table. */
#ifndef OPTIONS_H
#define OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An option; exactly one of @text, @number and @flag says what it sets. */
struct option_row {
	const char *name;	/* without its dashes */
	const char **text;	/* --name WORD; points into argv */
	uint64_t *number;	/* --name N, a whole number from min to max */
	uint64_t min, max;
	bool *flag;		/* --name */
};

/*
 * Parse the long options of @argv by @rows, which ends with an empty row. --help
 * prints @usage and exits with 0; an unknown option, a bad number or a word that
 * belongs to no option exits with ST_USAGE after a message.
 */
void options_parse(int argc, char **argv, const struct option_row *rows,
		   const char *usage);

/*
 * The same for a verb that takes up to @max words besides: they go to @words and
 * point into argv. Returns how many there are.
 */
size_t options_parse_words(int argc, char **argv,
			   const struct option_row *rows, const char *usage,
			   const char **words, size_t max);

#endif
