/* SPDX-License-Identifier: GPL-2.0-only */
/* The verbs of the command, one file each: cmd-NAME.c. */
#ifndef VERBS_H
#define VERBS_H

int cmd_import(int argc, char **argv);
int cmd_apply(int argc, char **argv);
int cmd_check(int argc, char **argv);
int cmd_diff(int argc, char **argv);
int cmd_tarball(int argc, char **argv);
int cmd_series(int argc, char **argv);
int cmd_run(int argc, char **argv);
int cmd_host(int argc, char **argv);
int cmd_entropy(int argc, char **argv);
int cmd_faults(int argc, char **argv);
int cmd_table(int argc, char **argv);
int cmd_exchange(int argc, char **argv);
int cmd_published(int argc, char **argv);
int cmd_reproduce(int argc, char **argv);
int cmd_html(int argc, char **argv);
int cmd_limits(int argc, char **argv);

#endif
