// SPDX-License-Identifier: GPL-2.0-only
/*
 * patchbench import MBOX --stack NAME [--rev vN] [--id MESSAGE-ID]
 *                   [--patches DIR --series FILE] [--force]
 *
 *   $ build/patchbench import t.mbox.gz --stack kstack --rev v3 \
 *         --patches patches --series series/kstack/v3
 *   patchbench: v3: 3 patches and a cover letter
 *   series/kstack/v3
 *
 * Takes one revision whole out of a mailbox and writes it as a stack. The
 * mailbox is read twice: once for what is in it, once for the mails chosen, so
 * that a large one needs little memory.
 */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "mail.h"
#include "mbox.h"
#include "options.h"
#include "patch.h"
#include "patchbench.h"
#include "publish.h"
#include "series.h"
#include "stack.h"
#include "thread.h"
#include "verbs.h"

/* All mails of a revision together. */
#define MAX_TOTAL	((size_t)64 << 20)
/* As git names its files, with the number and without .patch. */
#define MAX_NAME	57

static const char usage[] =
	"usage: patchbench import MBOX --stack NAME [options]\n"
	"\n"
	"  --rev vN           this revision; else the newest that is whole\n"
	"  --id MESSAGE-ID    of the series that holds this mail\n"
	"  --patches DIR      the patches folder; they go to DIR/NAME/vN/\n"
	"  --series FILE      the series file\n"
	"  --force            replace what is there\n"
	"\n"
	"Prints the name of the series file that was written.\n";

/* One number of the chosen revision. */
struct item {
	bool there;
	struct mail mail;
	struct subject subject;	/* of its header, for the prefix */
	char *name;		/* what messages call it */
};

struct import {
	const char *mbox;
	const char *stack;
	struct thread *thread;
	struct choice choice;
	bool unquote;
	struct item *items;	/* 0, the cover letter, to choice.total */
	size_t bytes;
};

static int find_patches(struct import *im)
{
	struct mbox_mail raw;
	struct mail_head head;
	struct mbox *m;
	bool found;
	int status = mbox_open(im->mbox, &m);

	if (status)
		return status;
	while (!(status = mbox_next(m, &raw, &found)) && found) {
		if (!mail_head_read(raw.data, raw.len, &head))
			continue;
		thread_add(im->thread, &head, raw.index);
		mail_head_free(&head);
	}
	im->unquote = !mbox_unquoted(m);
	mbox_close(m);
	return status;
}

static int take_mail(struct import *im, const struct choice_mail *want,
		     const struct mbox_mail *raw)
{
	struct item item = { .there = true }, *slot = &im->items[want->number];
	struct mail_head head = { 0 };
	char *content;
	size_t len;
	int status;

	item.name = *want->id ? xasprintf("%s: message <%s>", im->mbox,
					  want->id) :
		    xasprintf("%s:%zu: mail", im->mbox, raw->line);
	content = mbox_content(raw, raw->mboxrd && im->unquote, &len);
	im->bytes += len;
	if (raw->cut)
		status = error(ST_REFUSED, "%s: is longer than %zu MiB",
			       item.name, MBOX_MAX_MAIL >> 20);
	else if (im->bytes > MAX_TOTAL)
		status = error(ST_REFUSED, "%s: v%u is longer than %zu MiB",
			       im->mbox, im->choice.version, MAX_TOTAL >> 20);
	else if (!mail_head_read(content, len, &head) ||
		 strcmp(head.id, want->id))
		status = error(ST_REFUSED, "%s: changed while it was read",
			       im->mbox);
	else
		status = mail_decode(item.name, content, len, want->number,
				     &item.mail);
	free(content);
	if (!status && slot->there && !mail_same(&slot->mail, &item.mail))
		status = error(ST_REFUSED,
			       "%s: differs from message <%s>, and both are %u/%u of v%u",
			       item.name, slot->mail.id, want->number,
			       im->choice.total, im->choice.version);
	if (!status && !slot->there) {
		subject_parse(head.subject, &item.subject);
		*slot = item;
	} else {
		mail_free(&item.mail);
		free(item.name);
	}
	mail_head_free(&head);
	return status;
}

static int by_index(const void *va, const void *vb)
{
	const struct choice_mail *a = va, *b = vb;

	return a->index < b->index ? -1 : a->index > b->index;
}

static int read_chosen(struct import *im)
{
	struct choice *c = &im->choice;
	struct mbox_mail raw;
	struct mbox *m;
	bool found;
	size_t i = 0;
	int status = mbox_open(im->mbox, &m);

	if (status)
		return status;
	qsort(c->mails, c->nr, sizeof(*c->mails), by_index);
	while (i < c->nr && !(status = mbox_next(m, &raw, &found)) && found) {
		if (raw.index != c->mails[i].index)
			continue;
		status = take_mail(im, &c->mails[i++], &raw);
		if (status)
			break;
	}
	mbox_close(m);
	if (!status && i < c->nr)
		status = error(ST_REFUSED, "%s: changed while it was read",
			       im->mbox);
	return status;
}

/* NNNN-words-of-the-subject.patch, as git names it. Caller frees. */
static char *file_name(unsigned int number, const char *subject)
{
	char base[MAX_NAME + 1];
	size_t n = (size_t)snprintf(base, sizeof(base), "%04u-", number);
	size_t start = n;
	bool gap = false;

	for (; *subject && n < MAX_NAME; subject++) {
		char c = *subject;

		if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
		    (c >= '0' && c <= '9') || c == '.' || c == '_') {
			if (gap && n > start)
				base[n++] = '-';
			gap = false;
			/* Two points lead up, to some. */
			if (n < MAX_NAME && (c != '.' || base[n - 1] != '.'))
				base[n++] = c;
		} else {
			gap = true;
		}
	}
	while (n > start && (base[n - 1] == '.' || base[n - 1] == '-'))
		n--;
	base[n] = '\0';
	return n > start ? xasprintf("%s.patch", base) :
			   xasprintf("%spatch.patch", base);
}

/* The subject without its brackets. Caller frees. */
static char *bare_subject(const struct mail *m)
{
	struct subject s;
	char *text;

	subject_parse(m->subject, &s);
	text = xstrdup(s.patch ? s.text : m->subject);
	subject_free(&s);
	return text;
}

/* git am has its own idea of where a mail begins. */
static void warn_of_from(const struct item *item)
{
	const char *p = item->mail.body, *end = p + item->mail.len;
	const char *eol;
	size_t line = 1;

	for (; p < end; p = eol + 1, line++) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (!eol)
			eol = end;
		if (!mbox_from_line(p, (size_t)(eol - p)))
			continue;
		note("%s: git am will take line %zu of its text for a new mail",
		     item->name, line);
		return;
	}
}

static int make_patch(const struct item *item, unsigned int number,
		      struct publish_file *out)
{
	char *subject = bare_subject(&item->mail);
	struct patch patch;
	int status;

	if (!*subject) {
		free(subject);
		return error(ST_REFUSED, "%s: its subject is empty",
			     item->name);
	}
	out->name = file_name(number, subject);
	out->data = mail_format(&item->mail, subject, &out->len);
	free(subject);
	status = patch_parse(item->name, out->data, out->len, 1, &patch);
	if (status)
		return status;
	patch_free(&patch);
	warn_of_from(item);
	return 0;
}

static void make_cover(const struct item *item, struct publish_file *out)
{
	const struct mail *m = &item->mail;
	char *subject = bare_subject(m);

	out->name = xstrdup("0000-cover-letter.txt");
	out->data = xasprintf("Subject: %s\nFrom: %s\nDate: %s\n\n%s%s",
			      *subject ? subject : "(none)", m->from, m->date,
			      m->body, m->len && m->body[m->len - 1] == '\n' ?
			      "" : "\n");
	out->len = strlen(out->data);
	free(subject);
}

/* The series file; @files are the patches. NULL after a message. */
static char *make_series(const struct import *im, const char *rev,
			 const struct publish_file *files, size_t nr)
{
	const struct item *top = &im->items[!im->items[0].there];
	char *subject = bare_subject(&top->mail), *text;
	struct series check;
	size_t i;

	text = xasprintf("# Stack: %s\n# Revision: %s\n# Prefix: %s\n"
			 "# Subject: %s\n# Label: %s\n# Posted: %s\n"
			 "# Date: %s\n", im->stack, rev, top->subject.prefix,
			 *subject ? subject : "(none)", rev,
			 *top->mail.id ? top->mail.id : "no", top->mail.iso);
	free(subject);
	for (i = 0; i < nr; i++) {
		char *more = xasprintf("%s%s/%s/%s\n", text, im->stack, rev,
				       files[i].name);

		free(text);
		text = more;
	}
	/* Whatever a mail brought: the one parser of these files takes it. */
	if (series_parse(top->name, text, strlen(text), true, &check)) {
		free(text);
		return NULL;
	}
	series_free(&check);
	return text;
}

/* The folder, here or above, that has series/ and patches/, or NULL. Caller frees. */
static char *find_top(void)
{
	char *here = getcwd(NULL, 0);

	if (!here)
		die(ST_MACHINE, "the current folder: %s", strerror(errno));
	for (;;) {
		char *series = xasprintf("%s/series", here);
		char *patches = xasprintf("%s/patches", here);
		struct stat a, b;
		bool found = !stat(series, &a) && !stat(patches, &b) &&
			     S_ISDIR(a.st_mode) && S_ISDIR(b.st_mode);
		char *slash = strrchr(here, '/');

		free(series);
		free(patches);
		if (found)
			return here;
		if (!slash || !slash[1])
			break;
		slash[slash == here] = '\0';
	}
	free(here);
	return NULL;
}

/* @path from the root, without what changes nothing in it. Caller frees. */
static char *plain_path(const char *path)
{
	char *here = *path == '/' ? xstrdup("") : getcwd(NULL, 0), *out, *to;
	const char *p;

	if (!here)
		die(ST_MACHINE, "the current folder: %s", strerror(errno));
	out = xasprintf("%s/%s", here, path);
	free(here);
	for (p = to = out; *p; ) {
		size_t len = strcspn(p, "/");

		if (len && !(len == 1 && *p == '.')) {
			*to++ = '/';
			memmove(to, p, len);
			to += len;
		}
		p += len + (p[len] == '/');
	}
	*to = '\0';
	return out;
}

static bool is_mailbox(const struct import *im, const char *path)
{
	struct stat a, b;

	return !stat(im->mbox, &a) && !stat(path, &b) &&
	       a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/*
 * May --force replace @file and what is in @dir? Only what an import or a
 * revision of that name has put there: the series file of this revision, and the
 * patches that it lists.
 */
static int check_replaced(const struct import *im, const char *file,
			  const char *dir, const char *rev)
{
	const char *value;
	struct series s = { 0 };
	struct dirent *e;
	DIR *d;
	size_t len, i;
	char *text = file_read(file, 1 << 20, &len);
	int status = 0;

	if (text)
		status = series_parse(file, text, len, true, &s);
	if (text && !status &&
	    (!(value = series_get(&s, "Stack")) || strcmp(value, im->stack) ||
	     !(value = series_get(&s, "Revision")) || strcmp(value, rev)))
		status = error(ST_REFUSED, "%s is not the series file of %s/%s: it is not replaced",
			       file, im->stack, rev);
	d = opendir(dir);
	while (!status && d && (e = readdir(d))) {
		char *name = xasprintf("%s/%s/%s", im->stack, rev, e->d_name);
		char *path = xasprintf("%s/%s", dir, e->d_name);
		bool known = !strcmp(e->d_name, ".") ||
			     !strcmp(e->d_name, "..") ||
			     !strcmp(e->d_name, "0000-cover-letter.txt");

		for (i = 0; i < s.nr_patches && !known; i++)
			known = !strcmp(s.patches[i].name, name);
		if (!known || is_mailbox(im, path))
			status = error(ST_REFUSED, "%s is no patch of %s: it is not replaced",
				       path, file);
		free(name);
		free(path);
	}
	if (d)
		closedir(d);
	free(text);
	series_free(&s);
	return status;
}

static int write_all(struct import *im, const char *patches, const char *list,
		     bool force)
{
	unsigned int i, total = im->choice.total;
	struct publish_file *files = xcalloc(total + 1, sizeof(*files));
	char *rev = xasprintf("v%u", im->choice.version);
	/* In no repository: that of this program. */
	const char *set_patches = getenv("PATCHBENCH_PATCHES");
	const char *set_series = getenv("PATCHBENCH_SERIES");
	char *top = patches && list ? NULL : find_top();
	char *below = patches ? xstrdup(patches) :
		      top && !(set_patches && *set_patches) ?
		      xasprintf("%s/patches", top) : patches_folder();
	char *dir = xasprintf("%s/%s/%s", below, im->stack, rev);
	char *lists = list ? xstrdup("") : top && !(set_series && *set_series) ?
		      xasprintf("%s/series", top) : series_folder();
	char *file = list ? xstrdup(list) :
		     xasprintf("%s/%s/%s", lists, im->stack, rev);
	bool cover = im->items[0].there;
	char *plain_dir = plain_path(dir), *plain_file = plain_path(file);
	size_t len = strlen(plain_dir);
	char *text = NULL;
	int status = 0;

	for (i = 1; i <= total && !status; i++)
		status = make_patch(&im->items[i], i, &files[i - 1]);
	if (!status && !strncmp(plain_file, plain_dir, len) &&
	    (!plain_file[len] || plain_file[len] == '/'))
		status = error(ST_USAGE, "%s is no place for a series file: the patches go to %s",
			       file, dir);
	if (!status) {
		text = make_series(im, rev, files, total);
		status = text ? 0 : ST_REFUSED;
	}
	if (!status && cover)
		make_cover(&im->items[0], &files[total]);
	if (!status && force)
		status = check_replaced(im, file, dir, rev);
	if (!status)
		status = publish(dir, files, total + cover, file, text, force);
	if (!status) {
		note("%s: %u patch%s and %s cover letter", rev, total,
		     total == 1 ? "" : "es", cover ? "a" : "no");
		printf("%s\n", file);
	}
	for (i = 0; i <= total; i++) {
		free(files[i].name);
		free(files[i].data);
	}
	free(files);
	free(rev);
	free(top);
	free(plain_dir);
	free(plain_file);
	free(below);
	free(dir);
	free(lists);
	free(file);
	free(text);
	return status;
}

static int check_mbox(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		return error(errno == ENOENT || errno == ENOTDIR ? ST_MISSING :
			     ST_MACHINE, "%s: %s", path, strerror(errno));
	/* It is read twice. */
	if (!S_ISREG(st.st_mode))
		return error(ST_REFUSED, "%s is no file", path);
	return 0;
}

/* Letters, digits and ._+- as the scripts take them. */
static bool is_name(const char *s)
{
	return word_ok(s) && !strchr("_:+-", *s) && !strchr(s, ':') &&
	       !strstr(s, "..") && strcmp(s, "base");
}

int cmd_import(int argc, char **argv)
{
	const char *stack = NULL, *rev = NULL, *id = NULL, *patches = NULL;
	const char *list = NULL, *mbox;
	bool force = false;
	const struct option_row rows[] = {
		{ "stack", .text = &stack },
		{ "rev", .text = &rev },
		{ "id", .text = &id },
		{ "patches", .text = &patches },
		{ "series", .text = &list },
		{ "force", .flag = &force },
		{ 0 },
	};
	struct import im = { 0 };
	uint64_t version = 0;
	char *bare = NULL;
	unsigned int i;
	int status;

	if (options_parse_words(argc, argv, rows, usage, &mbox, 1) != 1 || !stack) {
		fputs(usage, stderr);
		return ST_USAGE;
	}
	if (!is_name(stack))
		return error(ST_USAGE, "'%s' is no name for a stack", stack);
	if (rev && (*rev != 'v' || rev[1] == '0' ||
		    !parse_u64(rev + 1, 1, THREAD_MAX_VERSION, &version)))
		return error(ST_USAGE, "'%s' is no revision such as v3", rev);
	if ((patches && !*patches) || (list && !*list))
		return error(ST_USAGE, "--patches and --series take a name");
	if (id && (!*id || !strcmp(id, "<>")))
		return error(ST_USAGE, "--id takes a Message-ID");
	status = check_mbox(mbox);
	if (status)
		return status;
	/* As mails have it, in brackets, or without them. */
	if (id && *id == '<' && id[strlen(id) - 1] == '>')
		id = bare = xstrndup(id + 1, strlen(id) - 2);
	im.mbox = mbox;
	im.stack = stack;
	im.thread = thread_new(mbox);
	status = find_patches(&im);
	if (!status)
		status = thread_choose(im.thread, (unsigned int)version, id,
				       &im.choice);
	if (!status) {
		im.items = xcalloc(im.choice.total + 1, sizeof(*im.items));
		status = read_chosen(&im);
	}
	if (!status)
		status = write_all(&im, patches, list, force);
	for (i = 0; im.items && i <= im.choice.total; i++) {
		mail_free(&im.items[i].mail);
		subject_free(&im.items[i].subject);
		free(im.items[i].name);
	}
	free(im.items);
	choice_free(&im.choice);
	thread_free(im.thread);
	free(bare);
	return status;
}
