// SPDX-License-Identifier: GPL-2.0-only
/*
 * Puts a folder and a file in place, both or neither. All is written under
 * names of our own beside them; two renames at the end make it true.
 */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "patchbench.h"
#include "publish.h"

static int failed(const char *path)
{
	return error(ST_MACHINE, "%s: %s", path, strerror(errno));
}

/* The folder that holds @path. Caller frees. */
static char *parent_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return xstrdup(".");
	return slash == path ? xstrdup("/") :
			       xstrndup(path, (size_t)(slash - path));
}

/* A name of our own beside @path. Caller frees. */
static char *beside(const char *path, const char *what)
{
	const char *slash = strrchr(path, '/');
	int len = slash ? (int)(slash - path) + 1 : 0;

	return xasprintf("%.*s.%s.%s-%ld", len, path, path + len, what,
			 (long)getpid());
}

static bool is_ours(const char *name)
{
	size_t len = strlen(name);

	return *name != '.' &&
	       ((len > 6 && !strcmp(name + len - 6, ".patch")) ||
		!strcmp(name, "0000-cover-letter.txt"));
}

/* Call @each with every name in the folder; stops where it returns not 0. */
static int walk(const char *dir, int (*each)(const char *dir, const char *name))
{
	DIR *d = opendir(dir);
	struct dirent *e;
	int status = 0;

	if (!d)
		return failed(dir);
	while (!status && (errno = 0, e = readdir(d))) {
		if (strcmp(e->d_name, ".") && strcmp(e->d_name, ".."))
			status = each(dir, e->d_name);
	}
	if (!status && errno)
		status = failed(dir);
	closedir(d);
	return status;
}

/* What an import did not write must not go with what it wrote. */
static int check_name(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	struct stat st;
	int status = 0;

	if (lstat(path, &st))
		status = failed(path);
	else if (!S_ISREG(st.st_mode) || !is_ours(name))
		status = error(ST_REFUSED,
			       "%s: no import wrote this; %s is not replaced",
			       path, dir);
	free(path);
	return status;
}

static int remove_name(const char *dir, const char *name)
{
	char *path = xasprintf("%s/%s", dir, name);
	int status = unlink(path) ? failed(path) : 0;

	free(path);
	return status;
}

static int remove_folder(const char *dir)
{
	int status = walk(dir, remove_name);

	if (!status && rmdir(dir))
		status = failed(dir);
	return status;
}

/* Is @path there, and may it be replaced? */
static int check_target(const char *path, bool folder, bool force, bool *there)
{
	struct stat st;

	*there = false;
	if (lstat(path, &st))
		return errno == ENOENT ? 0 : failed(path);
	*there = true;
	if (!force)
		return error(ST_REFUSED, "%s is there already; --force replaces it",
			     path);
	if (folder ? !S_ISDIR(st.st_mode) : !S_ISREG(st.st_mode))
		return error(ST_REFUSED, "%s is no %s and is not replaced", path,
			     folder ? "folder" : "file");
	return folder ? walk(path, check_name) : 0;
}

/*
 * Make the folder @path and those above it. The topmost that was made, or NULL,
 * goes to @top. Caller frees.
 */
static int make_parents(const char *path, char **top)
{
	char *here = xstrdup(path), *up;
	struct stat st;

	*top = NULL;
	while (stat(here, &st) && errno == ENOENT) {
		free(*top);
		*top = here;
		here = parent_of(here);
	}
	free(here);
	if (!mkdir_parents(path))
		return 0;
	failed(path);
	/* Whatever was made is empty. */
	for (up = xstrdup(path); *top; ) {
		char *next = parent_of(up);
		bool last = !strcmp(up, *top);

		rmdir(up);
		free(up);
		up = next;
		if (last) {
			free(*top);
			*top = NULL;
		}
	}
	free(up);
	return ST_MACHINE;
}

/* Take back the folders from @path up to @top; those in use stay. */
static void unmake_parents(const char *path, const char *top)
{
	char *here = xstrdup(path);

	while (top && !rmdir(here) && strcmp(here, top)) {
		char *next = parent_of(here);

		free(here);
		here = next;
	}
	free(here);
}

static int sync_folder(const char *dir)
{
	int fd = open(dir, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int ret;

	if (fd < 0)
		return -1;
	ret = fsync(fd);
	close(fd);
	return ret;
}

static int write_folder(const char *dir, const struct publish_file *files,
			size_t nr)
{
	int status = 0;
	size_t i;

	if (mkdir(dir, 0777))
		return failed(dir);
	for (i = 0; i < nr && !status; i++) {
		char *path = xasprintf("%s/%s", dir, files[i].name);

		if (file_write_atomic(path, files[i].data, files[i].len))
			status = failed(path);
		free(path);
	}
	if (!status && sync_folder(dir))
		status = failed(dir);
	if (status)
		remove_folder(dir);
	return status;
}

/* Rename where nothing is: a folder that came meanwhile is not replaced. */
static int rename_new(const char *from, const char *to)
{
	struct stat st;

	if (!renameat2(AT_FDCWD, from, AT_FDCWD, to, RENAME_NOREPLACE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	if (!lstat(to, &st)) {
		errno = EEXIST;
		return -1;
	}
	return rename(from, to);
}

/* The two change places. */
static int exchange(const char *a, const char *b)
{
	char *old;
	int ret, err;

	if (!renameat2(AT_FDCWD, a, AT_FDCWD, b, RENAME_EXCHANGE))
		return 0;
	if (errno != EINVAL && errno != ENOSYS)
		return -1;
	old = beside(b, "old");
	ret = rename(b, old);
	if (!ret && (ret = rename(a, b))) {
		err = errno;
		if (rename(old, b))
			note("%s is left at %s", b, old);
		errno = err;
	} else if (!ret) {
		ret = rename(old, a);
	}
	free(old);
	return ret;
}

static int put_in_place(const char *new_dir, const char *dir, bool old_dir,
			const char *new_list, const char *list, bool old_list)
{
	int ret, status;

	ret = old_dir ? exchange(new_dir, dir) : rename_new(new_dir, dir);
	if (ret)
		return failed(dir);
	ret = old_list ? rename(new_list, list) : rename_new(new_list, list);
	if (!ret)
		return 0;
	status = failed(list);
	ret = old_dir ? exchange(new_dir, dir) : rename(dir, new_dir);
	if (ret)
		failed(dir);
	return status;
}

int publish(const char *dir, const struct publish_file *files, size_t nr,
	    const char *list, const char *text, bool force)
{
	char *new_dir = beside(dir, "new"), *new_list = beside(list, "new");
	char *dir_up = parent_of(dir), *list_up = parent_of(list);
	char *dir_top = NULL, *list_top = NULL;
	bool old_dir, old_list, made = false, done = false;
	sigset_t set, before;
	int status;

	/* What takes milliseconds is finished, not broken off. */
	sigemptyset(&set);
	sigaddset(&set, SIGINT);
	sigaddset(&set, SIGTERM);
	sigaddset(&set, SIGHUP);
	sigprocmask(SIG_BLOCK, &set, &before);

	status = check_target(dir, true, force, &old_dir);
	if (!status)
		status = check_target(list, false, force, &old_list);
	if (!status)
		status = make_parents(dir_up, &dir_top);
	if (!status)
		status = make_parents(list_up, &list_top);
	if (!status) {
		status = write_folder(new_dir, files, nr);
		made = !status;
	}
	if (!status && file_write_atomic(new_list, text, strlen(text)))
		status = failed(list);
	if (!status) {
		status = put_in_place(new_dir, dir, old_dir, new_list, list,
				      old_list);
		done = !status;
		if (status)
			unlink(new_list);
	}
	/* Here lies what was written for nothing, or what was replaced. */
	if (made && (!done || old_dir))
		remove_folder(new_dir);
	if (done) {
		sync_folder(dir_up);
		sync_folder(list_up);
	} else {
		unmake_parents(list_up, list_top);
		unmake_parents(dir_up, dir_top);
	}
	free(new_dir);
	free(new_list);
	free(dir_up);
	free(list_up);
	free(dir_top);
	free(list_top);
	sigprocmask(SIG_SETMASK, &before, NULL);
	return status;
}
