// SPDX-License-Identifier: GPL-2.0-only
/*
 * The one parser of patch files. It reads what GNU patch makes a change of, and
 * refuses where patch would guess, skip or begin in the middle of a text: a
 * patch that is taken means the same to patch, to git and to its reader.
 */
#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "patch.h"
#include "patchbench.h"

#define MAX_LINES	100000000	/* counts of a hunk */
#define MAX_NAME	4000

/* Where we are: the current line without its end, and the next. */
struct reader {
	struct patch *p;
	const char *pos, *end;	/* the rest, from the current line on */
	unsigned int line;	/* number of the current line */
	unsigned int strip;
	bool mail;		/* begins as a mail does */
	unsigned int rule;	/* line of a lone --- in the text, 0: none */
};

static int __attribute__((format(printf, 3, 4)))
refuse(const struct reader *r, unsigned int line, const char *fmt, ...)
{
	char *what;
	va_list ap;
	int n;

	va_start(ap, fmt);
	n = vsnprintf(NULL, 0, fmt, ap);
	va_end(ap);
	what = xmalloc((size_t)n + 1);
	va_start(ap, fmt);
	vsnprintf(what, (size_t)n + 1, fmt, ap);
	va_end(ap);
	error(ST_REFUSED, "%s:%u: %s", r->p->name, line, what);
	free(what);
	return ST_REFUSED;
}

static bool at_end(const struct reader *r)
{
	return r->pos >= r->end;
}

/* Length of the line at @pos with its line end; every line has one. */
static size_t line_len(const struct reader *r, const char *pos)
{
	const char *eol = memchr(pos, '\n', (size_t)(r->end - pos));

	return (size_t)(eol - pos) + 1;
}

static bool has_nul(const char *s, const char *end)
{
	return s < end && memchr(s, '\0', (size_t)(end - s));
}

static void next_line(struct reader *r)
{
	r->pos += line_len(r, r->pos);
	r->line++;
}

static bool begins(const struct reader *r, const char *pos, const char *what)
{
	size_t len = strlen(what);

	return (size_t)(r->end - pos) >= len && !memcmp(pos, what, len);
}

static bool here(const struct reader *r, const char *what)
{
	return !at_end(r) && begins(r, r->pos, what);
}

/* Does the line @n lines further begin with @what? */
static bool ahead(const struct reader *r, unsigned int n, const char *what)
{
	const char *pos = r->pos;

	while (n-- && pos < r->end)
		pos += line_len(r, pos);
	return pos < r->end && begins(r, pos, what);
}

/* ------------------------------------------------------------------ names */

/*
 * Is the component one that some file system takes for git's own folder: in any
 * case, with dots or blanks behind it, with a stream, with characters in it that
 * are not seen?
 */
static bool is_git_folder(const char *p, size_t len)
{
	char plain[8];
	size_t n = 0, i;

	for (i = 0; i < len && n < sizeof(plain); i++) {
		const unsigned char *u = (const unsigned char *)p + i;

		if (*u == ':')
			break;
		if (i + 2 < len &&
		    ((u[0] == 0xe2 && u[1] == 0x80 &&
		      ((u[2] >= 0x8c && u[2] <= 0x8f) ||
		       (u[2] >= 0xaa && u[2] <= 0xae))) ||
		     (u[0] == 0xe2 && u[1] == 0x81 && u[2] >= 0xaa &&
		      u[2] <= 0xaf) ||
		     (u[0] == 0xef && u[1] == 0xbb && u[2] == 0xbf))) {
			i += 2;
			continue;
		}
		plain[n++] = p[i];
	}
	/* Dots and blanks at the end are nothing to some. */
	while (n > 4 && (plain[n - 1] == '.' || plain[n - 1] == ' '))
		n--;
	if (i < len && p[i] != ':')
		for (; i < len; i++)
			if (p[i] != '.' && p[i] != ' ')
				return false;
	return (n == 4 && !strncasecmp(plain, ".git", 4)) ||
	       (n == 5 && !strncasecmp(plain, "git~1", 5));
}

const char *path_fault(const char *path)
{
	const char *p;

	if (*path == '/')
		return "is an absolute name";
	for (p = path; ; ) {
		size_t len = strcspn(p, "/");

		if (!len)
			return "has an empty component";
		if (len == 1 && *p == '.')
			return "has a component .";
		if (len == 2 && p[0] == '.' && p[1] == '.')
			return "climbs out of the tree";
		if (is_git_folder(p, len))
			return "is git's own";
		if (len == 3 && p == path && !strncmp(p, ".pc", 3))
			return "is quilt's own";
		p += len;
		if (!*p)
			return NULL;
		p++;
	}
}

const char *link_fault(const char *path, const char *target, size_t len)
{
	const char *p, *end = target + len;
	bool below = false;
	long depth = 0;

	if (!len || memchr(target, '\0', len) || memchr(target, '\n', len))
		return "is a link to nowhere";
	if (*target == '/')
		return "is a link to an absolute name";
	for (p = path; (p = strchr(p, '/')) != NULL; p++)
		depth++;
	for (p = target; p < end; ) {
		const char *slash = memchr(p, '/', (size_t)(end - p));
		size_t n = (size_t)((slash ? slash : end) - p);

		if (n == 2 && !memcmp(p, "..", 2)) {
			/* What it goes up from may be a link itself. */
			if (below)
				return "is a link that goes up again";
			depth--;
		} else if (is_git_folder(p, n)) {
			return "is a link to what is git's own";
		} else if (n == 3 && !memcmp(p, ".pc", 3)) {
			return "is a link to what is quilt's own";
		} else if (n && !(n == 1 && *p == '.')) {
			below = true;
		}
		if (depth < 0)
			return "is a link out of the tree";
		p += n + 1;
	}
	return NULL;
}

/* The character that git's backslash escape at *@s stands for; -1: none does. */
static int unescape(const char **s, const char *end)
{
	static const char from[] = "abtnvfr\"\\", to[] = "\a\b\t\n\v\f\r\"\\";
	const char *hit;
	int value = 0, i;

	if (*s >= end)
		return -1;
	if (**s >= '0' && **s <= '3') {
		for (i = 0; i < 3; i++, (*s)++) {
			if (*s >= end || **s < '0' || **s > '7')
				return -1;
			value = value * 8 + (**s - '0');
		}
		return value;
	}
	hit = **s ? strchr(from, **s) : NULL;
	if (!hit)
		return -1;
	(*s)++;
	return (unsigned char)to[hit - from];
}

/*
 * A name in C quotes at *@s; *@s goes behind it. NULL where it is none. The
 * caller frees.
 */
static char *quoted_name(const char **s, const char *end)
{
	char *name = xmalloc((size_t)(end - *s) + 1);
	size_t n = 0;
	int c;

	for ((*s)++; *s < end && **s != '"'; ) {
		c = (unsigned char)*(*s)++;
		if (c == '\\')
			c = unescape(s, end);
		if (c <= 0)
			break;
		name[n++] = (char)c;
	}
	if (*s >= end || **s != '"') {
		free(name);
		return NULL;
	}
	(*s)++;
	name[n] = '\0';
	return name;
}

/* Does a time begin with a year, as diff writes it? */
static bool has_year(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	return end - s > 4 && isdigit((unsigned char)s[0]) &&
	       isdigit((unsigned char)s[1]) && isdigit((unsigned char)s[2]) &&
	       isdigit((unsigned char)s[3]) && s[4] == '-';
}

/* Is what follows a name a time, as diff writes one? */
static bool is_time(const char *s, const char *end)
{
	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	if (s == end)
		return true;
	if (isdigit((unsigned char)*s))
		return true;
	return end - s >= 10 && isupper((unsigned char)s[0]) &&
	       islower((unsigned char)s[1]) && islower((unsigned char)s[2]) &&
	       (s[3] == ' ' || s[3] == ',');
}

/*
 * Seconds from the epoch of "1970-01-01 01:00:00.000 +0100"; LONG_MAX where it is
 * another day than those around the epoch, or not such a time.
 */
static long seconds_from_epoch(const char *text)
{
	int year, month, day, hour, minute, second, used = 0;
	const char *zone;
	long t, offset = 0;

	if (sscanf(text, "%4d-%2d-%2d %2d:%2d:%2d%n", &year, &month, &day, &hour,
		   &minute, &second, &used) != 6 || !used)
		return LONG_MAX;
	if (year == 1970 && month == 1 && day <= 3)
		t = (day - 1) * 86400L;
	else if (year == 1969 && month == 12 && day >= 29)
		t = (day - 32) * 86400L;
	else
		return LONG_MAX;
	zone = text + used;
	if (*zone == '.')
		zone += 1 + strspn(zone + 1, "0123456789");
	zone += strspn(zone, " ");
	if ((*zone == '+' || *zone == '-') &&
	    strspn(zone + 1, "0123456789") == 4) {
		offset = ((zone[1] - '0') * 10 + zone[2] - '0') * 3600L +
			 ((zone[3] - '0') * 10 + zone[4] - '0') * 60L;
		if (*zone == '-')
			offset = -offset;
	}
	return t + hour * 3600L + minute * 60L + second - offset;
}

/* A time that says: this file does not exist. GNU patch is as generous. */
static bool is_epoch(const char *s, const char *end)
{
	static const char *const epochs[] = {
		"Thu Jan  1 00:00:00 1970",
		"Thu, 01 Jan 1970 00:00:00",
	};
	char text[64];
	size_t i, len;

	while (s < end && (*s == ' ' || *s == '\t'))
		s++;
	len = (size_t)(end - s);
	if (len >= sizeof(text))
		return false;
	memcpy(text, s, len);
	text[len] = '\0';
	if (seconds_from_epoch(text) != LONG_MAX)
		return seconds_from_epoch(text) > -25 * 3600L &&
		       seconds_from_epoch(text) < 26 * 3600L;
	for (i = 0; i < sizeof(epochs) / sizeof(epochs[0]); i++) {
		const char *rest;

		len = strlen(epochs[i]);
		if (strncmp(text, epochs[i], len))
			continue;
		rest = text + len;
		if (*rest == '.')
			rest += 1 + strspn(rest + 1, "0");
		return !*rest || !strcmp(rest, " +0000") ||
		       !strcmp(rest, " -0000") || !strcmp(rest, " GMT");
	}
	return false;
}

/*
 * Take @strip components off @name, and those that are only a dot; refuse it
 * if it is no name for a file in a tree. NULL after a message. Caller frees.
 */
static char *strip_name(const struct reader *r, unsigned int line,
			const char *name, unsigned int strip)
{
	const char *p = name, *fault = NULL;
	char *out, *to;
	unsigned int n;

	if (strlen(name) > MAX_NAME) {
		refuse(r, line, "a name of more than %d bytes", MAX_NAME);
		return NULL;
	}
	if (*name == '/') {
		refuse(r, line, "'%s' is an absolute name", name);
		return NULL;
	}
	for (p = name; *p; p++)
		if ((unsigned char)*p < ' ' || *p == 0x7f)
			fault = "has a control character in it";
	for (p = name; !fault && *p; p += strcspn(p, "/"), p += *p == '/')
		if (!strncmp(p, "..", 2) && (p[2] == '/' || !p[2]))
			fault = "climbs out of the tree";
	if (!fault && strstr(name, "//"))
		fault = "has an empty component";
	for (p = name, n = 0; !fault && n < strip; n++) {
		p = strchr(p, '/');
		if (!p)
			fault = "has too few components to strip";
		else
			p++;
	}
	if (fault) {
		refuse(r, line, "'%s' %s", strpbrk(name, "\n\r\033") ?
		       "the name" : name, fault);
		return NULL;
	}
	out = to = xmalloc(strlen(p) + 1);
	while (*p) {
		size_t len = strcspn(p, "/");

		if (len == 1 && *p == '.' && p[1]) {
			p += 2;
			continue;
		}
		memcpy(to, p, len);
		to += len;
		p += len;
		if (*p)
			*to++ = *p++;
	}
	*to = '\0';
	fault = path_fault(out);
	if (fault) {
		refuse(r, line, "'%s' %s", name, fault);
		free(out);
		return NULL;
	}
	return out;
}

/*
 * The name of a --- or +++ line, behind that word; what it says of a file that
 * does not exist goes to @gone. 0, or a status after a message.
 */
static int file_name(const struct reader *r, const char *s, char **out,
		     bool *gone)
{
	const char *end = r->pos + line_len(r, r->pos) - 1, *t;
	char *name;

	*out = NULL;
	*gone = false;
	while (s < end && *s == ' ')
		s++;
	if (has_nul(s, end))
		return refuse(r, r->line, "a NUL in a name");
	if (end > s && end[-1] == '\r')
		return refuse(r, r->line, "ends with CR LF: patch would take the CR off every line");
	if (s < end && *s == '"') {
		t = s;
		name = quoted_name(&t, end);
		if (!name)
			return refuse(r, r->line, "a quoted name that cannot be read");
		if (t < end && *t != '\t' && *t != ' ') {
			free(name);
			return refuse(r, r->line, "text behind a quoted name");
		}
	} else {
		t = memchr(s, '\t', (size_t)(end - s));
		if (!t) {
			t = s;
			while (t < end && *t != ' ')
				t++;
			if (!is_time(t, end))
				return refuse(r, r->line, "a name with a blank in it has neither quotes nor a tab behind it");
		}
		name = xstrndup(s, (size_t)(t - s));
	}
	if (!*name) {
		free(name);
		return refuse(r, r->line, "a name is missing");
	}
	if (!strcmp(name, "/dev/null")) {
		*gone = true;
		free(name);
		return 0;
	}
	*gone = is_epoch(t, end);
	if (!*gone && (memmem(t, (size_t)(end - t), "1970", 4) ||
		       memmem(t, (size_t)(end - t), "1969", 4)) &&
	    !has_year(t, end)) {
		free(name);
		return refuse(r, r->line, "a time near 1970 that cannot be read: is the file there?");
	}
	*out = strip_name(r, r->line, name, r->strip);
	free(name);
	return *out ? 0 : ST_REFUSED;
}

/* ------------------------------------------------------------------- text */

/* As patch does it: blanks, tabs, X and the dashes of a nested mail. */
static const char *unindent(const struct reader *r, const char *pos)
{
	while (pos < r->end && (*pos == ' ' || *pos == '\t' || *pos == 'X'))
		pos++;
	while (begins(r, pos, "- "))
		pos += 2;
	return pos;
}

/* Digits[,digits] at *@s, which goes behind them. */
static bool range(const char **s, const char *end)
{
	const char *p = *s;

	while (p < end && isdigit((unsigned char)*p))
		p++;
	if (p == *s)
		return false;
	if (p + 1 < end && *p == ',' && isdigit((unsigned char)p[1]))
		for (p++; p < end && isdigit((unsigned char)*p); p++)
			;
	*s = p;
	return true;
}

/* A command of ed, or of a diff without context; @normal tells which. */
static bool is_command(const char *s, const char *end, bool *normal)
{
	*normal = false;
	if (!range(&s, end) || s == end || !strchr("acdis", *s))
		return false;
	if (*s == 's')
		return end - s == 5 && !memcmp(s, "s/.//", 5);
	s++;
	if (s == end)
		return true;
	*normal = range(&s, end) && s == end;
	return *normal;
}

/* What diff and its callers write between diffs, and is no text. */
static bool is_noise(const struct reader *r)
{
	static const char *const words[] = {
		"diff ", "Index: ", "index ", "=====", "Only in ",
		"Common subdirectories: ", "RCS file: ", "retrieving revision ",
		"Property changes on", "_____", "-- ", "--\n", "#", "Prereq:",
		"File ", "Files ", "=== ", "==== ", "-----BEGIN PGP ",
		"-----END PGP ",
		"\\ ", "---\n", "cvs ", "new file", "deleted file", "old mode",
		"new mode", "similarity index", "dissimilarity index",
		"rename ", "copy ",
	};
	const char *s = r->pos;
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (begins(r, s, words[i]))
			return true;
	while (s < r->end && (*s == ' ' || *s == '\t' || *s == '\r'))
		s++;
	return *s == '\n';
}

/* A header word of a mail at the start of the line. */
static bool is_mail_header(const struct reader *r)
{
	return here(r, "Subject: ") || here(r, "Message-ID: ") ||
	       here(r, "Message-Id: ");
}

/*
 * "From HASH Mon Sep 17 00:00:00 2001", or a mailbox's own, with the headers of
 * a mail behind it: in a text a line may begin with From and be text.
 */
static bool is_mail_start(const struct reader *r)
{
	const char *s = r->pos, *end;
	int blanks = 0, colons = 0, look = 40;

	if (!here(r, "From "))
		return false;
	for (end = s + line_len(r, s) - 1; s < end; s++) {
		blanks += *s == ' ';
		colons += *s == ':';
	}
	if (blanks < 5 || colons < 2)
		return false;
	/* A mail has its headers near. */
	for (s = end + 1; s < r->end && *s != '\n' && look-- > 0;
	     s += line_len(r, s))
		if (begins(r, s, "From: ") || begins(r, s, "Subject: ") ||
		    begins(r, s, "Date: "))
			return true;
	return false;
}

static bool is_extended(const struct reader *r, const char *pos)
{
	static const char *const words[] = {
		"old mode ", "new mode ", "deleted file mode ",
		"new file mode ", "copy from ", "copy to ", "rename from ",
		"rename to ", "rename old ", "rename new ",
		"similarity index ", "dissimilarity index ", "index ",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (begins(r, pos, words[i]))
			return true;
	return false;
}

/* Do we stand on the first line of a diff? */
static bool at_diff(const struct reader *r)
{
	const char *next;

	if (here(r, "diff --git ")) {
		next = r->pos + line_len(r, r->pos);
		return next < r->end && (begins(r, next, "--- ") ||
					 is_extended(r, next) ||
					 begins(r, next, "GIT binary patch"));
	}
	return here(r, "--- ") && ahead(r, 1, "+++ ") && ahead(r, 2, "@@ -");
}

/*
 * Read text up to the next diff or the end. patch looks into every line of it,
 * so what would make it begin there is refused.
 */
static int read_text(struct reader *r, bool first)
{
	bool names = false, stars = false, command = false, normal;
	bool property = false;
	unsigned int words = 0, names_line = 0, git_line = 0, ed_line = 0;

	for (; !at_end(r) && !at_diff(r); next_line(r)) {
		const char *s = unindent(r, r->pos);
		const char *end = r->pos + line_len(r, r->pos) - 1;

		if (has_nul(r->pos, end))
			return refuse(r, r->line, "a NUL in the text");
		if (begins(r, s, "--- ") || begins(r, s, "+++ ") ||
		    begins(r, s, "*** ") || begins(r, s, "Index:") ||
		    begins(r, s, "diff --git ")) {
			names_line = names ? names_line : r->line;
			names = true;
		}
		if (begins(r, s, "@@ -") && names)
			return refuse(r, r->line, "patch would begin here, with the names of line %u: a diff in the text",
				      names_line);
		if (!first && (here(r, "@@") || begins(r, s, "@@ -")))
			return refuse(r, r->line, "a hunk header that patch would skip");
		if (first && here(r, "@@ -") &&
		    (ahead(r, 1, " ") || ahead(r, 1, "-") || ahead(r, 1, "+")))
			return refuse(r, r->line, "a hunk without the names of its file");
		if (here(r, "GIT binary patch") ||
		    (here(r, "Binary files ") && end - r->pos > 20 &&
		     !memcmp(end - 7, " differ", 7)))
			return refuse(r, r->line, "a binary patch");
		if (stars && begins(r, s, "*** "))
			return refuse(r, r->line, "a context diff; only unified ones are taken");
		stars = begins(r, s, "***************");
		if (command && (begins(r, s, "< ") || begins(r, s, "> ")))
			return refuse(r, r->line, "a diff without context");
		command = is_command(s, end, &normal);
		if (command && !normal && !ed_line)
			ed_line = r->line;
		/* patch collects these lines up to the next hunk. */
		if (git_line && is_extended(r, s))
			return refuse(r, r->line, "a header line of git, far from its diff --git in line %u",
				      git_line);
		if (begins(r, s, "diff --git "))
			git_line = r->line;
		if (here(r, "Property changes on"))
			property = true;
		if (begins(r, s, "diff --git ") && end + 1 < r->end) {
			const char *next = unindent(r, end + 1);

			if (is_extended(r, next) || begins(r, next, "--- "))
				return refuse(r, r->line, "patch would begin here: a diff in the text");
		}
		if (here(r, "diff --git ") && !first)
			return refuse(r, r->line, "a diff --git line with nothing behind it");
		if (first && is_mail_start(r) && r->line > 1)
			return refuse(r, r->line, "a second mail begins here");
		if (first && r->line == 1)
			r->mail = is_mail_start(r);
		if (end - r->pos == 3 && !memcmp(r->pos, "---", 3))
			r->rule = r->line;
		if (first)
			continue;
		if (is_mail_start(r) || is_mail_header(r))
			return refuse(r, r->line, "a second mail begins here");
		/* Subversion's properties look like anything. */
		if (property)
			continue;
		if ((*r->pos == '+' || *r->pos == '-') && !here(r, "-- ") &&
		    !here(r, "---\n") && !here(r, "--\n") &&
		    !here(r, "-----BEGIN PGP ") && !here(r, "-----END PGP ") &&
		    !here(r, "--- ") && !here(r, "+++ "))
			return refuse(r, r->line, "a line of a hunk outside of it: the counts of the hunk before are wrong");
		if (here(r, "--- ") || here(r, "+++ "))
			return refuse(r, r->line, "names of a file, and no hunk behind them");
		if (!is_noise(r))
			words = words ? words : r->line;
	}
	/* Where no diff follows, and only there, patch begins with ed. */
	if (ed_line && at_end(r))
		return refuse(r, ed_line, "patch would take this for a script of ed");
	if (!first && !at_end(r) && r->rule)
		return refuse(r, r->line, "the text ends in line %u: the diff before it stands in the text",
			      r->rule);
	if (!first && !at_end(r) && words)
		return refuse(r, words, "text between two diffs: does the first stand in the text?");
	return 0;
}

/* ------------------------------------------------------------------ hunks */

static bool number(const char **s, const char *end, size_t *value)
{
	const char *p = *s;

	*value = 0;
	while (p < end && isdigit((unsigned char)*p)) {
		*value = *value * 10 + (size_t)(*p++ - '0');
		if (*value > MAX_LINES)
			return false;
	}
	if (p == *s)
		return false;
	*s = p;
	return true;
}

static bool start_and_count(const char **s, const char *end, size_t *start,
			    size_t *count)
{
	*count = 1;
	if (!number(s, end, start))
		return false;
	if (*s < end && **s == ',') {
		(*s)++;
		return number(s, end, count);
	}
	return true;
}

static int hunk_header(const struct reader *r, struct hunk *h)
{
	const char *s = r->pos + 4, *end = r->pos + line_len(r, r->pos) - 1;
	bool good;

	h->line = r->line;
	good = start_and_count(&s, end, &h->old_start, &h->old_count);
	if (good && end - s > 2 && !memcmp(s, " +", 2)) {
		s += 2;
		good = start_and_count(&s, end, &h->new_start, &h->new_count);
	} else {
		good = false;
	}
	if (!good || end - s < 3 || memcmp(s, " @@", 3))
		return refuse(r, r->line, "a hunk header that cannot be read");
	if (s + 3 < end && end[-1] == '\r' && s + 4 == end)
		return refuse(r, r->line, "ends with CR LF: patch would take the CR off every line");
	if (!h->old_count && !h->new_count)
		return refuse(r, r->line, "a hunk of no lines");
	if ((h->old_count && !h->old_start) || (h->new_count && !h->new_start))
		return refuse(r, r->line, "a hunk that begins in line 0");
	return 0;
}

static struct hunk_line *add_line(struct hunk *h, char kind, const char *text,
				  size_t len)
{
	struct hunk_line *l;

	if (!(h->nr_lines & (h->nr_lines - 1)) || !h->nr_lines)
		h->lines = xrealloc(h->lines, (h->nr_lines ? 2 * h->nr_lines :
						16) * sizeof(*l));
	l = &h->lines[h->nr_lines++];
	l->kind = kind;
	l->text = text;
	l->len = len;
	return l;
}

/* Read the lines of a hunk, as many as its header counts. */
static int hunk_body(struct reader *r, struct hunk *h)
{
	size_t old = h->old_count, new = h->new_count;
	bool old_ended = false, new_ended = false;

	while (old || new || here(r, "\\ ")) {
		const char *s = r->pos;
		size_t len;
		char kind;

		if (at_end(r)) {
			/* patch lets an editor trim blank context there. */
			if (old != new || old > 2 || old_ended || new_ended)
				return refuse(r, h->line, "the hunk counts %zu and %zu lines, of which %zu and %zu are missing",
					      h->old_count, h->new_count, old,
					      new);
			while (old) {
				add_line(h, ' ', "\n", 1);
				old--;
				new--;
			}
			break;
		}
		len = line_len(r, s);
		kind = *s;
		if (kind == '\\') {
			struct hunk_line *l = h->nr_lines ?
					      &h->lines[h->nr_lines - 1] : NULL;

			if (!begins(r, s, "\\ ") || !l || !l->len ||
			    l->text[l->len - 1] != '\n')
				return refuse(r, r->line, "a line end is denied where there is none");
			if (l->len == 1)
				return refuse(r, r->line, "an empty line without an end is no line");
			l->len--;
			old_ended |= l->kind != '+';
			new_ended |= l->kind != '-';
			next_line(r);
			continue;
		}
		if (kind == '\n') {
			kind = ' ';
		} else if (kind == ' ' || kind == '-' || kind == '+') {
			s++;
			len--;
		} else {
			return refuse(r, r->line, "neither context nor change: the counts of the hunk in line %u are wrong, or a line was wrapped",
				      h->line);
		}
		if ((kind != '+' && !old) || (kind != '-' && !new))
			return refuse(r, r->line, "more lines than the hunk in line %u counts",
				      h->line);
		if ((kind != '+' && old_ended) || (kind != '-' && new_ended))
			return refuse(r, r->line, "a line behind the last one of its file");
		old -= kind != '+';
		new -= kind != '-';
		if (r->p->unended && r->pos + line_len(r, r->pos) == r->end)
			return refuse(r, r->line, "the file ends in the middle of a hunk's line");
		add_line(h, kind, s, len);
		next_line(r);
	}
	return 0;
}

/* Behind a hunk must not stand what reads like more of it. */
static int hunk_end(const struct reader *r, const struct hunk *h)
{
	if (at_end(r) || here(r, "-- \n") || here(r, "--\n") ||
	    here(r, "---\n") || here(r, "--- ") || here(r, "-----BEGIN PGP "))
		return 0;
	if (*r->pos == '+' || *r->pos == '-' || *r->pos == '\\')
		return refuse(r, r->line, "more lines than the hunk in line %u counts",
			      h->line);
	if (*r->pos == ' ') {
		const char *s = r->pos;

		/* An editor's blanks at the end of a file are no line. */
		while (*s == ' ' || *s == '\t' || *s == '\r')
			s++;
		if (*s != '\n')
			return refuse(r, r->line, "more lines than the hunk in line %u counts",
				      h->line);
	}
	return 0;
}

/* Does it change anything? To patch it is malformed if it does not. */
static bool is_idle(const struct hunk *h)
{
	size_t i;

	for (i = 0; i < h->nr_lines; i++)
		if (h->lines[i].kind != ' ')
			return false;
	return true;
}

static int read_hunks(struct reader *r, struct diff *d)
{
	int status;

	while (here(r, "@@ -")) {
		struct hunk *h;

		d->hunks = xrealloc(d->hunks, (d->nr_hunks + 1) *
				    sizeof(*d->hunks));
		h = &d->hunks[d->nr_hunks++];
		memset(h, 0, sizeof(*h));
		status = hunk_header(r, h);
		if (status)
			return status;
		next_line(r);
		status = hunk_body(r, h);
		if (!status && is_idle(h))
			status = refuse(r, h->line, "a hunk that changes nothing");
		if (!status)
			status = hunk_end(r, h);
		if (status)
			return status;
	}
	return 0;
}

/* ------------------------------------------------------------------ diffs */

static int read_mode(const struct reader *r, size_t skip, unsigned int *mode)
{
	const char *s = r->pos + skip;
	size_t len = line_len(r, s) - 1;

	if (len == 6 && !memcmp(s, "100644", 6))
		*mode = MODE_FILE;
	else if (len == 6 && !memcmp(s, "100755", 6))
		*mode = MODE_EXEC;
	else if (len == 6 && !memcmp(s, "120000", 6))
		*mode = MODE_LINK;
	else
		return refuse(r, r->line, "'%.*s' is no mode of a file: 100644, 100755 and 120000 are",
			      (int)(len > 40 ? 40 : len), s);
	return 0;
}

/* "rename from NAME": these names carry no a/ and b/. */
static int plain_name(const struct reader *r, size_t skip, char **out)
{
	const char *s = r->pos + skip, *t = s;
	const char *end = r->pos + line_len(r, r->pos) - 1;
	char *name;

	if (has_nul(s, end))
		return refuse(r, r->line, "a NUL in a name");
	if (*out)
		return refuse(r, r->line, "a second name for the same");
	name = *s == '"' ? quoted_name(&t, end) :
	       xstrndup(s, (size_t)(end - s));
	if (!name || (*s == '"' && t != end)) {
		free(name);
		return refuse(r, r->line, "a quoted name that cannot be read");
	}
	*out = strip_name(r, r->line, name, r->strip ? r->strip - 1 : 0);
	free(name);
	return *out ? 0 : ST_REFUSED;
}

/*
 * The one name in "diff --git a/NAME b/NAME", for a diff without other names.
 */
static int git_line_name(const struct reader *r, const char *line, char **out)
{
	const char *s = line + strlen("diff --git "), *t;
	const char *end = line + line_len(r, line) - 1;
	char *one = NULL, *two = NULL;
	size_t len;

	if (has_nul(s, end))
		return refuse(r, r->line, "a NUL in a name");
	if (*s == '"') {
		one = quoted_name(&s, end);
		if (one && s < end && *s == ' ' && s[1] == '"') {
			s++;
			two = quoted_name(&s, end);
		}
	} else if (end > s && (end - s) % 2) {
		/* Two names of the same length, but for their first folder. */
		len = (size_t)(end - s) / 2;
		t = s + len;
		if (*t == ' ' && !memchr(s, ' ', len)) {
			one = xstrndup(s, len);
			two = xstrndup(t + 1, (size_t)(end - t - 1));
		}
	}
	if (one && two && s) {
		char *a = strip_name(r, r->line, one, r->strip);
		char *b = a ? strip_name(r, r->line, two, r->strip) : NULL;
		bool same = a && b && !strcmp(a, b);
		bool said = !a || !b;

		free(one);
		free(two);
		free(b);
		if (same) {
			*out = a;
			return 0;
		}
		free(a);
		if (said)
			return ST_REFUSED;
	} else {
		free(one);
		free(two);
	}
	return refuse(r, r->line, "a diff --git line whose two names are not one");
}

/* @name without its first @n components; NULL where it has no more. */
static const char *after(const char *name, unsigned int n)
{
	while (name && n--) {
		name = strchr(name, '/');
		if (name)
			name++;
	}
	return name;
}

/* Does a diff --git line name @from and @to, where there is no other? */
static bool git_line_agrees(const struct reader *r, const char *line,
			    const char *from, const char *to)
{
	const char *s = line + strlen("diff --git ");
	const char *end = line + line_len(r, line) - 1, *t;
	bool agrees = false;

	for (t = s; t < end && !agrees; t++) {
		const char *u = t + 1, *v = s;
		char *one, *two;

		if (*t != ' ' || u == end)
			continue;
		one = *s == '"' ? quoted_name(&v, t) :
				  xstrndup(s, (size_t)(t - s));
		two = *u == '"' ? quoted_name(&u, end) :
				  xstrndup(u, (size_t)(end - u));
		if (one && two && after(one, r->strip) &&
		    after(two, r->strip))
			agrees = !strcmp(after(one, r->strip), from) &&
				 !strcmp(after(two, r->strip), to);
		free(one);
		free(two);
	}
	return agrees;
}

/* Is @hash, of @len digits, that of the empty file? */
static bool is_empty_hash(const char *hash, size_t len)
{
	static const char empty[] = "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391";

	return len && len < sizeof(empty) &&
	       (!memcmp(hash, empty, len) ||
		strspn(hash, "0") >= len);
}

/* The extended header lines of git, and what they say together. */
static int git_header(struct reader *r, struct diff *d)
{
	const char *line = r->pos;
	char *from = NULL, *to = NULL, *name = NULL;
	bool created = false, deleted = false, whole = false;
	int status = 0;

	d->git = true;
	for (next_line(r); !status && !at_end(r); next_line(r)) {
		if (here(r, "old mode "))
			status = read_mode(r, 9, &d->old_mode);
		else if (here(r, "new mode "))
			status = read_mode(r, 9, &d->new_mode);
		else if (here(r, "deleted file mode ")) {
			status = read_mode(r, 18, &d->old_mode);
			deleted = true;
		} else if (here(r, "new file mode ")) {
			status = read_mode(r, 14, &d->new_mode);
			created = true;
		} else if (here(r, "rename from ")) {
			status = plain_name(r, 12, &from);
			d->rename = true;
		} else if (here(r, "rename to ")) {
			status = plain_name(r, 10, &to);
			d->rename = true;
		} else if (here(r, "copy from ")) {
			status = plain_name(r, 10, &from);
			d->copy = true;
		} else if (here(r, "copy to ")) {
			status = plain_name(r, 8, &to);
			d->copy = true;
		} else if (here(r, "rename old ") || here(r, "rename new ")) {
			status = refuse(r, r->line, "a header line of a git of long ago");
		} else if (here(r, "index ")) {
			const char *eol = r->pos + line_len(r, r->pos) - 1;
			const char *dots = memmem(r->pos,
						  (size_t)(eol - r->pos), "..",
						  2);

			if (dots) {
				const char *h = r->pos + 6;
				size_t n = strcspn(dots + 2, " \n");

				whole = !is_empty_hash(h, (size_t)(dots - h)) ||
					!is_empty_hash(dots + 2, n);
			}
			/* It may tell the mode of a file that keeps it. */
			if (eol - r->pos > 7 && !memcmp(eol - 7, " 120000", 7))
				d->old_mode = d->new_mode = MODE_LINK;
		} else if (!here(r, "similarity index ") &&
			   !here(r, "dissimilarity index ")) {
			break;
		}
	}
	if (!status && here(r, "GIT binary patch"))
		status = refuse(r, r->line, "a binary patch");
	if (!status && here(r, "Binary files "))
		status = refuse(r, r->line, "a binary patch");
	if (!status && (d->rename || d->copy) &&
	    (!from || !to || (d->rename && d->copy) || created || deleted))
		status = refuse(r, d->line, "half of a rename or copy");
	if (!status && created && deleted)
		status = refuse(r, d->line, "a file both new and deleted");
	if (status)
		goto out;
	if ((d->rename || d->copy) && !git_line_agrees(r, line, from, to)) {
		status = refuse(r, d->line, "the diff --git line has not the names of the rename or copy");
		goto out;
	}
	/* git format-patch -D leaves out what is deleted. */
	if ((created || deleted) && whole && !here(r, "--- ")) {
		status = refuse(r, d->line, "a file that is not empty, and no hunk");
		goto out;
	}
	if (d->rename || d->copy) {
		if (!strcmp(from, to)) {
			status = refuse(r, d->line, "'%s' is renamed or copied to itself",
					from);
			goto out;
		}
		d->old_name = from;
		d->new_name = to;
		return 0;
	}
	/* The names of --- and +++ follow, unless there is no hunk. */
	if (here(r, "--- ")) {
		d->old_gone = created;
		d->new_gone = deleted;
		return 0;
	}
	status = git_line_name(r, line, &name);
	if (status)
		goto out;
	d->old_gone = created;
	d->new_gone = deleted;
	if (!created)
		d->old_name = xstrdup(name);
	if (!deleted)
		d->new_name = xstrdup(name);
out:
	free(name);
	free(from);
	free(to);
	return status;
}

/* The --- and +++ lines; @d has names already where git renames. */
static int file_names(struct reader *r, struct diff *d)
{
	bool old_gone, new_gone, git = d->git;
	char *old = NULL, *new = NULL;
	int status;

	status = file_name(r, r->pos + 4, &old, &old_gone);
	if (status)
		return status;
	next_line(r);
	if (!here(r, "+++ ")) {
		free(old);
		return refuse(r, r->line, "a +++ line must follow the --- line");
	}
	status = file_name(r, r->pos + 4, &new, &new_gone);
	if (status)
		goto out;
	if (!old && !new)
		status = refuse(r, r->line, "a diff of no file");
	else if (old_gone && new_gone)
		status = refuse(r, r->line, "a file that neither was nor is");
	else if (d->rename || d->copy) {
		if (!old || !new || strcmp(old, d->old_name) ||
		    strcmp(new, d->new_name))
			status = refuse(r, r->line, "the names are not those of the rename or copy");
	} else if (git && ((d->old_gone && !old_gone) ||
			   (d->new_gone && !new_gone))) {
		status = refuse(r, r->line, "the names do not agree with the header lines above them");
	} else if (old && new && strcmp(old, new) && (old_gone || new_gone)) {
		status = refuse(r, r->line, "two names for a file that is made or deleted");
	} else if (git && old && new && strcmp(old, new)) {
		status = refuse(r, r->line, "two names, and no header line that renames");
	}
	if (status)
		goto out;
	next_line(r);
	if (!here(r, "@@ -")) {
		status = refuse(r, at_end(r) ? r->line - 1 : r->line,
				"a hunk must follow the +++ line");
		goto out;
	}
	if (d->rename || d->copy)
		goto out;
	d->old_gone = old_gone;
	d->new_gone = new_gone;
	d->old_name = old;
	d->new_name = new;
	/* What is not there has no name of its own. */
	if (old_gone && new) {
		free(d->old_name);
		d->old_name = NULL;
	}
	if (new_gone && old) {
		free(d->new_name);
		d->new_name = NULL;
	}
	return 0;
out:
	free(old);
	free(new);
	return status;
}

/* What a new or a deleted file must look like, and a link. */
static int check_diff(const struct reader *r, const struct diff *d)
{
	const struct hunk *h = d->hunks;
	size_t i;

	if (d->old_gone && d->nr_hunks &&
	    (d->nr_hunks != 1 || h->old_count || h->old_start))
		return refuse(r, h->line, "a new file is one hunk from line 0");
	if (d->new_gone && d->nr_hunks &&
	    (d->nr_hunks != 1 || h->new_count || h->new_start))
		return refuse(r, h->line, "a deleted file is one hunk to line 0");
	if (d->old_mode && d->new_mode &&
	    (d->old_mode == MODE_LINK) != (d->new_mode == MODE_LINK))
		return refuse(r, d->line, "a file does not become a link in one diff");
	if (!d->nr_hunks && !d->rename && !d->copy && !d->old_gone &&
	    !d->new_gone && (!d->old_mode || d->old_mode == d->new_mode))
		return refuse(r, d->line, "a diff that changes nothing");
	if (d->new_mode != MODE_LINK || d->new_gone)
		return 0;
	for (i = 0; d->nr_hunks && i < h->nr_lines; i++) {
		const struct hunk_line *l = &h->lines[i];
		const char *fault;

		if (l->kind == '-')
			continue;
		if (d->nr_hunks > 1 || h->new_count != 1 ||
		    l->text[l->len - 1] == '\n')
			return refuse(r, h->line, "a link is one line without an end");
		fault = link_fault(d->new_name, l->text, l->len);
		if (fault)
			return refuse(r, h->line, "'%s' %s", d->new_name,
				      fault);
	}
	return 0;
}

static int read_diff(struct reader *r)
{
	struct patch *p = r->p;
	struct diff *d;
	int status = 0;

	p->diffs = xrealloc(p->diffs, (p->nr_diffs + 1) * sizeof(*p->diffs));
	d = &p->diffs[p->nr_diffs++];
	memset(d, 0, sizeof(*d));
	d->line = r->line;
	if (here(r, "diff --git "))
		status = git_header(r, d);
	if (!status && here(r, "--- "))
		status = file_names(r, d);
	if (!status)
		status = read_hunks(r, d);
	if (!status)
		status = check_diff(r, d);
	return status;
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/*
 * What git means by diffs that stand together, and GNU patch otherwise: it keeps
 * the state of a git header for the plain diff that follows, and takes renames
 * one by one.
 */
static int check_together(const struct reader *r)
{
	const struct patch *p = r->p;
	const struct diff *plain = NULL, *special = NULL;
	const char **from = xcalloc(p->nr_diffs, sizeof(*from));
	size_t i, nr = 0;
	int status = 0;

	for (i = 0; i < p->nr_diffs; i++) {
		const struct diff *d = &p->diffs[i];

		if (!d->git)
			plain = d;
		else if (d->rename || d->copy || d->new_gone || d->old_gone ||
			 d->old_mode != d->new_mode || !d->nr_hunks)
			special = d;
		if (d->rename)
			from[nr++] = d->old_name;
	}
	if (plain && special)
		status = refuse(r, plain->line, "a diff without diff --git beside one in line %u that needs it",
				special->line);
	if (nr)
		qsort(from, nr, sizeof(*from), by_name);
	for (i = 0; i < p->nr_diffs && nr && !status; i++) {
		const struct diff *d = &p->diffs[i];
		const char *to = d->new_name;

		if (d->rename && bsearch(&to, from, nr, sizeof(*from), by_name))
			status = refuse(r, d->line, "'%s' is renamed to what another diff renames",
					d->old_name);
	}
	free(from);
	return status;
}

int patch_parse(const char *name, const char *buf, size_t len,
		unsigned int strip, struct patch *out)
{
	struct reader r = { .p = out, .line = 1, .strip = strip };
	int status;

	memset(out, 0, sizeof(*out));
	out->name = xstrdup(name);
	out->text = xmalloc(len + 2);
	memcpy(out->text, buf, len);
	out->unended = len && buf[len - 1] != '\n';
	if (out->unended)
		out->text[len++] = '\n';
	out->text[len] = '\0';
	out->len = len;
	r.pos = out->text;
	r.end = out->text + len;
	if (!len)
		return 0;
	/* Not in @buf, which may be a byte shorter. */
	if (len > 3 && (!memcmp(out->text, "\x1f\x8b", 2) ||
			!memcmp(out->text, "BZh", 3) ||
			!memcmp(out->text, "\xfd" "7zX", 4)))
		status = refuse(&r, 1, "it is compressed");
	else if (len > 3 && !memcmp(out->text, "\xef\xbb\xbf", 3))
		status = refuse(&r, 1, "it begins with a byte order mark");
	else
		status = read_text(&r, true);
	out->head_len = (size_t)(r.pos - out->text);
	if (!status && at_end(&r))
		status = refuse(&r, r.line - 1, "no diff in it");
	r.rule = 0;
	while (!status && !at_end(&r)) {
		status = read_diff(&r);
		if (!status)
			status = read_text(&r, false);
	}
	if (!status)
		status = check_together(&r);
	if (status)
		patch_free(out);
	return status;
}

void patch_free(struct patch *p)
{
	size_t i, j;

	for (i = 0; i < p->nr_diffs; i++) {
		struct diff *d = &p->diffs[i];

		for (j = 0; j < d->nr_hunks; j++)
			free(d->hunks[j].lines);
		free(d->hunks);
		free(d->old_name);
		free(d->new_name);
	}
	free(p->diffs);
	free(p->name);
	free(p->text);
	memset(p, 0, sizeof(*p));
}
