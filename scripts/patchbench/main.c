// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench - evidence for every revision of a kernel patch series
 *
 *   $ build/patchbench help
 *
 * lists the verbs; each is one file, cmd-VERB.c, and one page in docs/.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "verbs.h"

static const struct verb verbs[] = {
	{ "tarball",	"turn a kernel tarball into a git fast-import stream",
			cmd_tarball },
	{ "import",	"take one revision whole out of a mailbox",
			cmd_import },
	{ "series",	"read a series file: its manifest and its patches",
			cmd_series },
	{ "check",	"check a stack: its series file and its patches",
			cmd_check },
	{ "apply",	"put a stack on a kernel in memory; the matrix of all",
			cmd_apply },
	{ "diff",	"compare two revisions, their patches and their trees",
			cmd_diff },
	{ "run",	"boot every cell of a plan and keep its records",
			cmd_run },
	{ "host",	"time the system calls of the running kernel",
			cmd_host },
	{ "table",	"print the performance table of a plan",
			cmd_table },
	{ "entropy",	"say how many bits the stack offset has, and whether it can be told",
			cmd_entropy },
	{ "faults",	"count how often the stack offset was one that is known",
			cmd_faults },
	{ "published",	"print a table as it was posted",
			cmd_published },
	{ "reproduce",	"set published tables beside what was measured here",
			cmd_reproduce },
	{ "html",	"make a page of the tables, with plots",
			cmd_html },
	{ "exchange",	"carry figures to and from perf and fastpath",
			cmd_exchange },
	{ "limits",	"simulate what a fair source's entropy falls below",
			cmd_limits },
};

static void list_verbs(FILE *out)
{
	size_t i;

	fprintf(out, "usage: patchbench VERB [options]\n\n");
	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++)
		fprintf(out, "  %-9s %s\n", verbs[i].name, verbs[i].summary);
	fprintf(out, "\n'patchbench VERB --help' tells a verb's options.\n");
}

int main(int argc, char **argv)
{
	size_t i;
	int status;

	if (argc < 2) {
		list_verbs(stderr);
		return ST_USAGE;
	}
	if (!strcmp(argv[1], "help") || !strcmp(argv[1], "--help")) {
		list_verbs(stdout);
		return ST_YES;
	}
	for (i = 0; i < sizeof(verbs) / sizeof(verbs[0]); i++) {
		if (strcmp(argv[1], verbs[i].name))
			continue;
		status = verbs[i].run(argc - 1, argv + 1);
		/* A table that did not reach its reader is no table. */
		if (fflush(stdout) || ferror(stdout))
			die(ST_MACHINE, "standard output: %s", strerror(errno));
		return status;
	}
	return error(ST_USAGE, "'%s' is no verb; 'patchbench help' lists them",
		     argv[1]);
}
