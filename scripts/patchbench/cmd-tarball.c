// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench tarball: a kernel tarball becomes a git fast-import stream
 *
 * The content of the files goes out as it is read; the names are kept, checked
 * as a whole, and only then is the commit written. git takes nothing from a
 * stream that ends before its `done`, so that a refused tarball leaves nothing.
 */
#include <archive.h>
#include <archive_entry.h>
#include <ctype.h>
#include <errno.h>
#include <locale.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>
#include <unistd.h>

#include "patchbench.h"
#include "verbs.h"

#define MAX_ENTRIES	2000000
#define MAX_LINK	4095

struct entry {
	char *path;		/* without the top folder; "" is that folder */
	char *target;		/* of a symbolic link, else NULL */
	bool dir;
	bool exec;
};

struct import {
	const char *name;	/* of the tarball, for messages */
	struct archive *a;
	struct entry *entry;
	size_t nr, room;
	char *top;		/* the top folder, NULL before the first entry */
	size_t *mark;		/* entry of each mark, in the order written */
	size_t marks;
	time_t newest;
	uint64_t bytes;
	time_t said;
};

static int refuse(const struct import *im, const char *entry, const char *what)
{
	return error(ST_REFUSED, "%s: %.300s: %s", im->name, entry, what);
}

static void put(const void *data, size_t len)
{
	if (fwrite(data, 1, len, stdout) != len)
		die(ST_MACHINE, "standard output: %s", strerror(errno));
}

/*
 * A component that git, or a file system that folds names, may take for the
 * folder of a repository.
 */
static bool is_git_name(const char *s, size_t len)
{
	size_t colon;

	for (colon = 0; colon < len && s[colon] != ':'; colon++)
		;
	len = colon;
	while (len && (s[len - 1] == '.' || s[len - 1] == ' '))
		len--;
	return (len == 4 && !strncasecmp(s, ".git", 4)) ||
	       (len == 5 && !strncasecmp(s, "git~1", 5));
}

static const char *bad_path(const char *s)
{
	const char *p;

	if (*s == '/')
		return "is absolute";
	for (p = s; *p; p++)
		if ((unsigned char)*p < 0x20 || *p == 0x7f)
			return "has a control byte in its name";
	for (;;) {
		size_t len = strcspn(s, "/");

		if (!len)
			return "has an empty component";
		if (len == 2 && !strncmp(s, "..", 2))
			return "climbs out of the tarball";
		if (len == 1 && *s == '.')
			return "has a component `.`";
		if (is_git_name(s, len))
			return "has a name that git keeps for itself";
		s += len;
		if (!*s)
			return NULL;
		s++;
	}
}

/* Order in which a folder is followed by what is in it. */
static int path_cmp(const char *a, const char *b)
{
	for (; *a && *a == *b; a++, b++)
		;
	if (*a == *b)
		return 0;
	if (!*a || !*b)
		return *a ? 1 : -1;
	if (*a == '/' || *b == '/')
		return *a == '/' ? -1 : 1;
	return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
}

static int entry_cmp(const void *va, const void *vb)
{
	const struct entry *const *a = va, *const *b = vb;

	return path_cmp((*a)->path, (*b)->path);
}

static const struct entry *find(struct entry **sorted, size_t nr,
				const char *path)
{
	struct entry key = { .path = (char *)path }, *pkey = &key;
	struct entry **hit = bsearch(&pkey, sorted, nr, sizeof(*sorted),
				     entry_cmp);

	return hit ? *hit : NULL;
}

/*
 * Walk the link as the kernel would, over other links too, and say what is
 * wrong with where it leads. A target that does not exist is none of our
 * business, one outside of the tree is.
 */
static const char *bad_link(struct entry **sorted, size_t nr,
			    const struct entry *link)
{
	char *here = xstrdup(link->path), *slash;
	char *todo = xstrdup(link->target);
	const char *bad = NULL;
	int hops = 0;

	slash = strrchr(here, '/');
	*(slash ? slash : here) = '\0';
	while (*todo && !bad) {
		size_t len = strcspn(todo, "/");
		char *rest = xstrdup(todo + len + (todo[len] == '/'));
		const struct entry *e;

		if (todo[0] == '/') {
			bad = "is a link to an absolute path";
		} else if (len == 2 && !strncmp(todo, "..", 2)) {
			if (!*here)
				bad = "is a link that leads out of the tree";
			slash = strrchr(here, '/');
			*(slash ? slash : here) = '\0';
		} else if (is_git_name(todo, len)) {
			bad = "is a link to what git keeps for itself";
		} else if (len && !(len == 1 && *todo == '.')) {
			char *next = xasprintf("%s%s%.*s", here,
					       *here ? "/" : "", (int)len,
					       todo);

			e = find(sorted, nr, next);
			if (e && e->target) {
				char *joined = xasprintf("%s%s%s", e->target,
							 *rest ? "/" : "",
							 rest);

				free(rest);
				rest = joined;
				free(next);
				if (++hops > 40)
					bad = "is a link that goes in a circle";
			} else {
				free(here);
				here = next;
			}
		}
		free(todo);
		todo = rest;
	}
	free(here);
	free(todo);
	return bad;
}

static int check_all(const struct import *im)
{
	struct entry **sorted = xcalloc(im->nr, sizeof(*sorted));
	const char *bad = NULL;
	int status = 0;
	size_t i;

	for (i = 0; i < im->nr; i++)
		sorted[i] = &im->entry[i];
	qsort(sorted, im->nr, sizeof(*sorted), entry_cmp);
	for (i = 0; i + 1 < im->nr && !status; i++) {
		const struct entry *a = sorted[i], *b = sorted[i + 1];
		size_t len = strlen(a->path);

		if (!strcmp(a->path, b->path))
			status = refuse(im, b->path, "is there twice");
		else if (!a->dir && !strncmp(a->path, b->path, len) &&
			 b->path[len] == '/')
			status = refuse(im, b->path,
					"is inside of what is no folder");
	}
	for (i = 0; i < im->nr && !status; i++) {
		if (!sorted[i]->target)
			continue;
		bad = bad_link(sorted, im->nr, sorted[i]);
		if (bad)
			status = refuse(im, sorted[i]->path, bad);
	}
	free(sorted);
	return status;
}

static void progress(struct import *im)
{
	time_t now = time(NULL);

	if (now - im->said < 5)
		return;
	im->said = now;
	note("%s: %zu files, %llu MB", im->name, im->marks,
	     (unsigned long long)(im->bytes >> 20));
}

/* A broken archive, or a disk that cannot be read. */
static int archive_failed(const struct import *im, const char *where)
{
	int err = archive_errno(im->a);
	const char *what = archive_error_string(im->a);

	if (err == EIO || err == ENOMEM)
		return error(ST_MACHINE, "%s: %s: %s", im->name, where, what);
	return refuse(im, where, what ? what : "the archive is damaged");
}

static int copy_data(struct import *im, const char *path, uint64_t size)
{
	static char buf[1 << 17];
	uint64_t left = size;
	la_ssize_t got;

	printf("blob\nmark :%zu\ndata %llu\n", im->marks + 1,
	       (unsigned long long)size);
	while ((got = archive_read_data(im->a, buf, sizeof(buf))) > 0) {
		if ((uint64_t)got > left)
			return refuse(im, path, "is longer than it says");
		put(buf, (size_t)got);
		left -= (uint64_t)got;
		im->bytes += (uint64_t)got;
		progress(im);
	}
	if (got < 0)
		return archive_failed(im, path);
	if (left)
		return refuse(im, path, "is shorter than it says");
	put("\n", 1);
	return 0;
}

static struct entry *add_entry(struct import *im, const char *path)
{
	struct entry *e;

	if (im->nr == im->room) {
		im->room = im->room ? 2 * im->room : 4096;
		im->entry = xrealloc(im->entry, im->room * sizeof(*e));
		im->mark = xrealloc(im->mark, im->room * sizeof(*im->mark));
	}
	e = &im->entry[im->nr++];
	memset(e, 0, sizeof(*e));
	e->path = xstrdup(path);
	return e;
}

/* Check the top folder of @full; what is below it goes to @below. */
static int below_top(struct import *im, const char *full, bool dir,
		     const char **below)
{
	size_t len = strcspn(full, "/");

	if (!im->top)
		im->top = xstrndup(full, len);
	if (strlen(im->top) != len || strncmp(im->top, full, len))
		return refuse(im, full, "is a second top folder");
	if (!full[len] && !dir)
		return refuse(im, full, "is not inside a top folder");
	*below = full + len + !!full[len];
	return 0;
}

static int take_entry(struct import *im, struct archive_entry *ae)
{
	const char *given = archive_entry_pathname(ae);
	const char *below = "", *bad;
	bool dir = archive_entry_filetype(ae) == AE_IFDIR;
	const char *target = NULL;
	struct entry *e;
	char *full;
	size_t len;
	int status;

	if (!given)
		return refuse(im, "an entry", "has a name that cannot be read");
	full = xstrdup(given);
	len = strlen(full);
	if (dir && len > 1 && full[len - 1] == '/')
		full[len - 1] = '\0';
	bad = bad_path(full);
	if (!bad && archive_entry_hardlink(ae))
		bad = "is a hard link";
	else if (!bad && !dir && archive_entry_filetype(ae) != AE_IFREG &&
		 archive_entry_filetype(ae) != AE_IFLNK)
		bad = "is neither file, folder nor symbolic link";
	if (!bad && archive_entry_filetype(ae) == AE_IFLNK) {
		target = archive_entry_symlink(ae);
		if (!target || !*target || strlen(target) > MAX_LINK ||
		    strchr(target, '\n'))
			bad = "is a link to nowhere";
	}
	if (!bad && im->nr == MAX_ENTRIES)
		bad = "is one entry too many";
	status = bad ? refuse(im, full, bad) :
		 below_top(im, full, dir, &below);
	if (status)
		goto out;

	e = add_entry(im, below);
	e->dir = dir;
	e->exec = archive_entry_perm(ae) & 0100;
	if (archive_entry_mtime_is_set(ae) &&
	    archive_entry_mtime(ae) > im->newest)
		im->newest = archive_entry_mtime(ae);
	if (dir)
		goto out;
	if (target) {
		e->target = xstrdup(target);
		printf("blob\nmark :%zu\ndata %zu\n%s\n", im->marks + 1,
		       strlen(target), target);
	} else if (!archive_entry_size_is_set(ae) ||
		   archive_entry_size(ae) < 0) {
		status = refuse(im, full, "has no size");
	} else {
		status = copy_data(im, full, (uint64_t)archive_entry_size(ae));
	}
	im->mark[im->marks++] = im->nr - 1;
out:
	free(full);
	return status;
}

static int read_entries(struct import *im)
{
	struct archive_entry *ae;
	char *where = xstrdup("the first entry");
	int ret, status = 0;

	while (!status) {
		ret = archive_read_next_header(im->a, &ae);
		if (ret == ARCHIVE_EOF)
			break;
		if (ret != ARCHIVE_OK) {
			status = archive_failed(im, where);
			break;
		}
		status = take_entry(im, ae);
		free(where);
		where = xasprintf("after %s", im->nr ?
				  im->entry[im->nr - 1].path : "the start");
	}
	free(where);
	if (!status && !im->marks)
		status = refuse(im, "the archive", "holds no file");
	return status;
}

static void put_commit(const struct import *im, const char *tag)
{
	char *message = xasprintf("%s\n", tag);
	const char *c;
	size_t i;

	printf("commit refs/tags/%s\ncommitter "
	       "Patchbench <patchbench@localhost> %lld +0000\ndata %zu\n%s\n",
	       tag, (long long)im->newest, strlen(message), message);
	free(message);
	for (i = 0; i < im->marks; i++) {
		const struct entry *e = &im->entry[im->mark[i]];

		printf("M %s :%zu \"", e->target ? "120000" :
		       e->exec ? "100755" : "100644", i + 1);
		for (c = e->path; *c; c++) {
			if (*c == '"' || *c == '\\')
				putchar('\\');
			putchar(*c);
		}
		printf("\"\n");
	}
	printf("\ndone\n");
}

static int import(const char *file, const char *tag)
{
	struct import im = { .said = time(NULL) };
	int status;
	size_t i;

	im.name = strrchr(file, '/') ? strrchr(file, '/') + 1 : file;
	if (access(file, R_OK))
		return error(errno == ENOENT ? ST_MISSING : ST_MACHINE,
			     "%s: %s", file, strerror(errno));
	/* Names are bytes to git; libarchive wants a character set. */
	setlocale(LC_CTYPE, "C.UTF-8");
	im.a = archive_read_new();
	if (!im.a)
		die(ST_MACHINE, "out of memory");
	archive_read_support_filter_xz(im.a);
	archive_read_support_filter_gzip(im.a);
	archive_read_support_filter_bzip2(im.a);
	archive_read_support_filter_zstd(im.a);
	archive_read_support_format_tar(im.a);
	printf("feature done\n");
	if (archive_read_open_filename(im.a, file, 1 << 18) != ARCHIVE_OK)
		status = archive_failed(&im, "the archive");
	else
		status = read_entries(&im);
	if (!status)
		status = check_all(&im);
	if (!status)
		put_commit(&im, tag);
	if (fflush(stdout) || ferror(stdout))
		die(ST_MACHINE, "standard output: %s", strerror(errno));
	archive_read_free(im.a);
	for (i = 0; i < im.nr; i++) {
		free(im.entry[i].path);
		free(im.entry[i].target);
	}
	free(im.entry);
	free(im.mark);
	free(im.top);
	return status;
}

static bool is_tag(const char *s)
{
	size_t len = strlen(s);

	return isalnum((unsigned char)*s) && len <= 100 && !strstr(s, "..") &&
	       strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
		      "0123456789._+-") == len && s[len - 1] != '.' &&
	       (len < 5 || strcmp(s + len - 5, ".lock"));
}

int cmd_tarball(int argc, char **argv)
{
	const char *file = NULL, *tag = NULL;
	FILE *out = stderr;
	int i;

	for (i = 1; i < argc; i++) {
		if (!strcmp(argv[i], "--help")) {
			out = stdout;
			goto help;
		}
		if (!strcmp(argv[i], "--tag") && i + 1 < argc && !tag)
			tag = argv[++i];
		else if (argv[i][0] != '-' && !file)
			file = argv[i];
		else
			goto help;
	}
	if (!file || !tag)
		goto help;
	if (!is_tag(tag))
		return error(ST_USAGE, "'%s' is no name for a tag", tag);
	return import(file, tag);
help:
	fputs("usage: patchbench tarball TARBALL --tag TAG\n\n"
	      "Writes a git fast-import stream of the tarball: one commit, "
	      "tagged TAG.\n", out);
	return out == stdout ? ST_YES : ST_USAGE;
}
