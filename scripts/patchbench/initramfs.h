/* SPDX-License-Identifier: GPL-2.0-only */
/* The first file system of a measured kernel: init and the programs. */
#ifndef INITRAMFS_H
#define INITRAMFS_H

#include <stddef.h>

struct benchmark;

/*
 * A newc archive of @dir/init as /init and of each program that @benchmarks
 * name as /bin/PROGRAM. Its bytes depend on the programs alone: times, owners
 * and inode numbers are fixed. The length goes to @len. NULL after a message
 * when a program is missing. The caller frees.
 */
char *initramfs_make(const char *dir, const struct benchmark *benchmarks,
		     size_t nr, size_t *len);

#endif
