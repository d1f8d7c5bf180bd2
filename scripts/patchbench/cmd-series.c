// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench series [--get KEY] [--patches DIR] FILE
 *
 *   $ build/patchbench series --get Label series/kstack/v5
 *   per-cpu-prng
 *
 * Prints the patches of a series file, one a line, or one value of its
 * manifest. With --patches each patch must be a file below DIR.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "patchbench.h"
#include "series.h"
#include "verbs.h"

#define MAX_SIZE	(1 << 20)

static const char usage[] =
	"usage: patchbench series [--get KEY] [--patches DIR] FILE\n";

static int check_patches(const char *file, const char *dir,
			 const struct series *s)
{
	int status = 0;
	size_t i;

	for (i = 0; !status && i < s->nr_patches; i++) {
		char *path = xasprintf("%s/%s", dir, s->patches[i].name);
		struct stat st;

		if (stat(path, &st))
			status = error(errno == ENOENT || errno == ENOTDIR ?
				       ST_MISSING : ST_MACHINE, "%s:%u: %s: %s",
				       file, s->patches[i].line, path,
				       strerror(errno));
		else if (!S_ISREG(st.st_mode))
			status = error(ST_REFUSED, "%s:%u: %s is no file", file,
				       s->patches[i].line, path);
		free(path);
	}
	return status;
}

int cmd_series(int argc, char **argv)
{
	const char *key = NULL, *dir = NULL, *file = NULL, *value;
	struct series s;
	char *buf;
	size_t i, len;
	int status;

	for (i = 1; i < (size_t)argc; i++) {
		bool more = i + 1 < (size_t)argc;

		if (!strcmp(argv[i], "--help")) {
			fputs(usage, stdout);
			return ST_YES;
		} else if (!strcmp(argv[i], "--get") && more && !key) {
			key = argv[++i];
		} else if (!strcmp(argv[i], "--patches") && more && !dir) {
			dir = argv[++i];
		} else if (*argv[i] != '-' && !file) {
			file = argv[i];
		} else {
			fputs(usage, stderr);
			return ST_USAGE;
		}
	}
	if (!file) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	buf = file_read(file, MAX_SIZE, &len);
	if (!buf && errno == EFBIG)
		return error(ST_REFUSED, "%s: larger than %d bytes", file,
			     MAX_SIZE);
	if (!buf)
		return error(errno == ENOENT || errno == ENOTDIR ? ST_MISSING :
			     ST_MACHINE, "%s: %s", file, strerror(errno));
	status = series_parse(file, buf, len, true, &s);
	free(buf);
	if (status)
		return status;
	if (dir)
		status = check_patches(file, dir, &s);
	if (!status && key) {
		value = series_get(&s, key);
		if (value)
			printf("%s\n", value);
		else
			status = error(ST_MISSING, "%s: the manifest has no '%s'",
				       file, key);
	}
	for (i = 0; !status && !key && i < s.nr_patches; i++)
		printf("%s\n", s.patches[i].name);
	series_free(&s);
	return status;
}
