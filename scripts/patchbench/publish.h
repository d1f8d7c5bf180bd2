/* SPDX-License-Identifier: GPL-2.0-only */
/* A revision put where it belongs: a folder of patches and a series file. */
#ifndef PUBLISH_H
#define PUBLISH_H

#include <stdbool.h>
#include <stddef.h>

struct publish_file {
	char *name;		/* inside the folder */
	char *data;
	size_t len;
};

/*
 * Write the @nr files into the new folder @dir, and @text to the new file
 * @list: both or neither. What is there already is refused, unless @force; then
 * it is replaced, where it holds nothing but what an import writes. Returns 0,
 * or ST_REFUSED or ST_MACHINE after a message.
 */
int publish(const char *dir, const struct publish_file *files, size_t nr,
	    const char *list, const char *text, bool force);

#endif
