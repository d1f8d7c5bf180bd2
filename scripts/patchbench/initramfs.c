// SPDX-License-Identifier: GPL-2.0-only
/* The first file system of a measured kernel; see initramfs.h. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <archive.h>
#include <archive_entry.h>

#include "cell.h"
#include "initramfs.h"
#include "patchbench.h"

#define PROGRAM_MAX	((size_t)64 << 20)	/* bytes of a guest program */

static void add(struct archive *a, const char *path, const void *data,
		size_t len, unsigned int type, unsigned int mode)
{
	struct archive_entry *e = archive_entry_new();

	archive_entry_set_pathname(e, path);
	archive_entry_set_filetype(e, type);
	archive_entry_set_perm(e, mode);
	archive_entry_set_size(e, (la_int64_t)len);
	archive_entry_set_mtime(e, 0, 0);
	archive_entry_set_uid(e, 0);
	archive_entry_set_gid(e, 0);
	archive_entry_set_nlink(e, type == AE_IFDIR ? 2 : 1);
	if (archive_write_header(a, e) != ARCHIVE_OK ||
	    (len && archive_write_data(a, data, len) != (la_ssize_t)len))
		die(ST_MACHINE, "initramfs: %s: %s", path,
		    archive_error_string(a));
	archive_entry_free(e);
}

static int add_file(struct archive *a, const char *dir, const char *file,
		    const char *path, size_t *total)
{
	char *from = xasprintf("%s/%s", dir, file);
	size_t len;
	char *data = file_read(from, PROGRAM_MAX, &len);

	if (!data) {
		error(ST_MISSING, "%s: %s; 'make tools' builds it", from,
		      strerror(errno));
		free(from);
		return -1;
	}
	/* Without an archive this only adds up what will be needed. */
	if (a)
		add(a, path, data, len, AE_IFREG, 0755);
	*total += len;
	free(data);
	free(from);
	return 0;
}

static int add_all(struct archive *a, const char *dir,
		   const struct benchmark *benchmarks, size_t nr,
		   size_t *total)
{
	size_t i, j;

	if (add_file(a, dir, "init", "init", total))
		return -1;
	if (a)
		add(a, "bin", NULL, 0, AE_IFDIR, 0755);
	for (i = 0; i < nr; i++) {
		char *path;
		int ret;

		for (j = 0; j < i; j++)
			if (!strcmp(benchmarks[j].program,
				    benchmarks[i].program))
				break;
		if (j < i)
			continue;
		path = xasprintf("bin/%s", benchmarks[i].program);
		ret = add_file(a, dir, benchmarks[i].program, path, total);
		free(path);
		if (ret)
			return -1;
	}
	return 0;
}

char *initramfs_make(const char *dir, const struct benchmark *benchmarks,
		     size_t nr, size_t *len)
{
	struct archive *a;
	size_t room = 65536 + 4096 * nr;
	char *out;

	if (add_all(NULL, dir, benchmarks, nr, &room))
		return NULL;
	out = xcalloc(1, room);
	a = archive_write_new();
	if (!a || archive_write_set_format_cpio_newc(a) != ARCHIVE_OK ||
	    archive_write_set_bytes_per_block(a, 512) != ARCHIVE_OK ||
	    archive_write_open_memory(a, out, room, len) != ARCHIVE_OK)
		die(ST_MACHINE, "libarchive writes no newc archive");
	if (add_all(a, dir, benchmarks, nr, &(size_t){ 0 }) ||
	    archive_write_close(a) != ARCHIVE_OK)
		die(ST_MACHINE, "%s changed while it was read", dir);
	archive_write_free(a);
	return out;
}
