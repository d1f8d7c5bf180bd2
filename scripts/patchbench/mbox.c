// SPDX-License-Identifier: GPL-2.0-only
/*
 * Splits a mailbox as it is read, so that its size does not matter.
 *
 * A line that begins with `From ` begins a mail only where it has an address
 * and a date, stands at the top or below a blank line, and a block of headers
 * with a From: follows; anything else is text. b4 puts no blank line between
 * the mails, so that the fixed line it and lore use needs none.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include <zlib.h>

#include "mbox.h"
#include "patchbench.h"

#define CHUNK		((size_t)256 << 10)
#define MAX_HEADERS	((size_t)1 << 20)
/* A few megabytes of gzip must not keep a machine busy for a day. */
#define MAX_TOTAL	((uint64_t)8 << 30)

static const char mark[] = "From mboxrd@z Thu Jan  1 00:00:00 1970";

struct mbox {
	char *name;
	gzFile gz;		/* or, where that is NULL, */
	const char *mem;	/* what is left in memory */
	size_t mem_len;
	uint64_t total;
	bool eof;

	char *buf;
	size_t used, room;
	size_t start;		/* where the mail begins in @buf */
	size_t next;		/* where the first unread line begins */
	size_t kept;		/* bytes of a cut mail, else 0 */
	size_t line;		/* lines read so far */
	bool inside;		/* a line began that has been cut off */
	bool blank;		/* the last line was blank */
	bool fresh;		/* no line of the mailbox was read */

	/* A `From ` line whose headers are being looked at; 0 if none is. */
	size_t from;		/* its place, plus one */
	size_t from_line;
	size_t headers;		/* lines below it so far */
	bool has_from, has_other, from_mark;

	size_t mail_line;
	bool mail_mark;
	size_t count;
	bool marked;		/* its first line is the mark */
	bool raw_from;
};

bool mbox_from_line(const char *line, size_t len)
{
	static const char days[] = "MonTueWedThuFriSatSun";
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	char copy[256], *word, *save, *d, *m;
	unsigned int day, hour, minute;
	bool address = false;

	if (len < 6 || len >= sizeof(copy) || memcmp(line, "From ", 5) ||
	    memchr(line, '\0', len))
		return false;
	memcpy(copy, line + 5, len - 5);
	copy[len - 5] = '\0';
	for (word = strtok_r(copy, " \t\r\n", &save); word;
	     word = strtok_r(NULL, " \t\r\n", &save)) {
		d = strlen(word) == 3 ? strstr(days, word) : NULL;
		if (address && d && !((d - days) % 3))
			break;
		address = true;
	}
	word = word ? strtok_r(NULL, " \t\r\n", &save) : NULL;
	if (!word || strlen(word) != 3)
		return false;
	m = strstr(months, word);
	if (!m || (m - months) % 3)
		return false;
	word = strtok_r(NULL, " \t\r\n", &save);
	if (!word || sscanf(word, "%2u", &day) != 1 || day > 31)
		return false;
	word = strtok_r(NULL, " \t\r\n", &save);
	if (!word || sscanf(word, "%2u:%2u", &hour, &minute) != 2)
		return false;
	while ((word = strtok_r(NULL, " \t\r\n", &save))) {
		if (strlen(word) == 4 && strspn(word, "0123456789") == 4)
			return true;
	}
	return false;
}

/* Length of the line without its end, LF or CRLF. */
static size_t bare(const char *line, size_t len)
{
	if (len && line[len - 1] == '\n')
		len--;
	if (len && line[len - 1] == '\r')
		len--;
	return len;
}

static bool is_mark(const char *line, size_t len)
{
	return bare(line, len) == sizeof(mark) - 1 &&
	       !memcmp(line, mark, sizeof(mark) - 1);
}

/* The name of a header field ends at a colon and has no blank in it. */
static bool is_field(const char *line, size_t len)
{
	size_t i;

	for (i = 0; i < len && line[i] > ' ' && line[i] < 0x7f; i++) {
		if (line[i] == ':')
			return i > 0;
	}
	return false;
}

static bool is_named(const char *line, size_t len, const char *name)
{
	size_t n = strlen(name);

	return len > n && !strncasecmp(line, name, n) && line[n] == ':';
}

static struct mbox *new_mbox(const char *name)
{
	struct mbox *m = xcalloc(1, sizeof(*m));

	m->name = xstrdup(name);
	m->room = CHUNK;
	m->buf = xmalloc(m->room);
	m->fresh = true;
	return m;
}

int mbox_open(const char *path, struct mbox **out)
{
	gzFile gz;

	errno = 0;
	gz = gzopen(path, "rbe");
	if (!gz)
		return error(errno == ENOENT || errno == ENOTDIR ? ST_MISSING :
			     ST_MACHINE, "%s: %s", path,
			     errno ? strerror(errno) : "out of memory");
	gzbuffer(gz, 128 << 10);
	*out = new_mbox(path);
	(*out)->gz = gz;
	return 0;
}

struct mbox *mbox_open_memory(const char *name, const char *data, size_t len)
{
	struct mbox *m = new_mbox(name);

	m->mem = data;
	m->mem_len = len;
	return m;
}

bool mbox_unquoted(const struct mbox *m)
{
	return m->raw_from;
}

void mbox_close(struct mbox *m)
{
	if (!m)
		return;
	if (m->gz)
		gzclose(m->gz);
	free(m->name);
	free(m->buf);
	free(m);
}

/* Forget @len bytes from @at on; what lies behind moves up. */
static void forget(struct mbox *m, size_t at, size_t len)
{
	memmove(m->buf + at, m->buf + at + len, m->used - at - len);
	m->used -= len;
	m->next -= len;
	if (m->from)
		m->from -= len;
}

/* Read more, behind what is there. */
static int fill(struct mbox *m)
{
	size_t got;

	if (m->used + CHUNK > m->room) {
		m->room = m->used + CHUNK + m->room / 2;
		m->buf = xrealloc(m->buf, m->room);
	}
	if (m->gz) {
		int n = gzread(m->gz, m->buf + m->used, (unsigned int)CHUNK);
		int err = Z_OK;

		/* A gzip file that was cut off is told at its end only. */
		if (n <= 0)
			gzerror(m->gz, &err);
		if (err == Z_ERRNO)
			return error(ST_MACHINE, "%s: %s", m->name,
				     strerror(errno));
		if (n < 0 || err != Z_OK)
			return error(ST_REFUSED,
				     "%s: the gzip data is damaged after %llu bytes of mail",
				     m->name, (unsigned long long)m->total);
		got = (size_t)n;
	} else {
		got = m->mem_len < CHUNK ? m->mem_len : CHUNK;
		if (got)
			memcpy(m->buf + m->used, m->mem, got);
		m->mem = got ? m->mem + got : m->mem;
		m->mem_len -= got;
	}
	m->eof = !got;
	m->used += got;
	m->total += got;
	if (m->total > MAX_TOTAL)
		return error(ST_REFUSED, "%s: more than %llu GiB of mail",
			     m->name, (unsigned long long)(MAX_TOTAL >> 30));
	return 0;
}

/* A mail that is too long keeps its beginning. */
static int cut(struct mbox *m)
{
	size_t keep = m->start + MBOX_MAX_MAIL, end;

	/* One line of headers that does not end. */
	if (m->from && m->used - m->from > MAX_HEADERS) {
		m->from = 0;
		if (m->fresh)
			return error(ST_REFUSED,
				     "%s:%zu: more than %zu bytes of headers",
				     m->name, m->from_line, MAX_HEADERS);
	}
	end = m->from ? m->from - 1 : m->next;
	if (!m->from && m->used - m->next > MAX_HEADERS) {
		m->inside = true;
		end = m->next = m->used;
	}
	if (end > keep) {
		forget(m, keep, end - keep);
		m->kept = MBOX_MAX_MAIL;
	}
	return 0;
}

/* Look at a line below a `From ` line: is that line the start of a mail? */
static bool look_at_header(struct mbox *m, const char *line, size_t len)
{
	size_t n = bare(line, len);
	size_t size = m->next + len - m->from;

	m->headers++;
	if (!n) {
		if (m->has_from && m->has_other)
			return true;
		m->from = 0;
	} else if (is_field(line, n)) {
		m->has_from |= is_named(line, n, "From");
		m->has_other |= is_named(line, n, "Subject") ||
				is_named(line, n, "Date") ||
				is_named(line, n, "Message-ID");
	} else if (m->headers == 1 ||
		   (!m->from_mark && *line != ' ' && *line != '\t')) {
		m->from = 0;
	}
	if (size > MAX_HEADERS)
		m->from = 0;
	return false;
}

/*
 * Read one line. Sets @split where a mail has ended before m->from; the line
 * that told is part of the next one.
 */
static int take_line(struct mbox *m, const char *line, size_t len, bool *split)
{
	bool marked = is_mark(line, len), had_from = m->from;
	size_t n = bare(line, len);

	m->line++;
	if (m->from) {
		*split = look_at_header(m, line, len);
		if (!m->from && m->fresh)
			return error(ST_REFUSED,
				     "%s:%zu: no headers of a mail follow the line 'From '",
				     m->name, m->from_line);
		if (!*split && had_from && !m->from && m->mail_mark)
			m->raw_from = true;
	}
	if (!m->from && len > 5 && !memcmp(line, "From ", 5)) {
		bool may = m->fresh || m->blank || (marked && m->marked);

		if (may && mbox_from_line(line, n)) {
			m->from = m->next + 1;
			m->from_line = m->line;
			m->from_mark = marked;
			m->headers = 0;
			m->has_from = m->has_other = false;
			if (m->fresh)
				m->marked = marked;
		} else if (m->mail_mark) {
			m->raw_from = true;
		}
	}
	if (m->fresh && !m->from)
		return error(ST_REFUSED,
			     "%s:1: is no mailbox: it does not begin with a line 'From ' and a date",
			     m->name);
	m->blank = !n;
	m->next += len;
	return 0;
}

/* Hand out the mail that ends before @end. */
static void give(struct mbox *m, size_t end, struct mbox_mail *mail)
{
	mail->data = m->buf + m->start;
	mail->cut = m->kept || end - m->start > MBOX_MAX_MAIL;
	mail->len = mail->cut ? MBOX_MAX_MAIL : end - m->start;
	mail->line = m->mail_line;
	mail->mboxrd = m->mail_mark;
	mail->index = m->count++;
}

/* The mail at m->from begins; what was before it has been handed out. */
static void begin(struct mbox *m)
{
	m->start = m->from - 1;
	m->mail_line = m->from_line;
	m->mail_mark = m->from_mark;
	m->kept = 0;
	m->from = 0;
	m->fresh = false;
}

int mbox_next(struct mbox *m, struct mbox_mail *mail, bool *found)
{
	int status;

	*found = false;
	/* What was handed out last is no longer needed. */
	if (m->start) {
		size_t gone = m->start;

		m->start = 0;
		forget(m, 0, gone);
	}
	for (;;) {
		const char *line = m->buf + m->next;
		size_t left = m->used - m->next;
		const char *eol = left ? memchr(line, '\n', left) : NULL;
		size_t len = eol ? (size_t)(eol - line) + 1 : left;
		bool split = false, first = m->fresh;

		if (!eol && !m->eof) {
			bool full = m->used - m->start >
				    MBOX_MAX_MAIL + MAX_HEADERS;

			status = full ? cut(m) : 0;
			if (!status)
				status = fill(m);
			if (status)
				return status;
			continue;
		}
		if (!len)
			break;
		if (m->inside) {
			m->inside = false;
			m->blank = false;
			m->line++;
			m->next += len;
			continue;
		}
		status = take_line(m, line, len, &split);
		if (status)
			return status;
		if (!split)
			continue;
		if (first) {
			begin(m);
			continue;
		}
		give(m, m->from - 1, mail);
		begin(m);
		*found = true;
		return 0;
	}
	/* The last mail may end with its headers. */
	if (m->from && m->has_from && m->has_other) {
		bool first = m->fresh;

		if (!first)
			give(m, m->from - 1, mail);
		begin(m);
		if (!first) {
			*found = true;
			return 0;
		}
	}
	if (m->fresh && m->used)
		return error(ST_REFUSED, "%s:1: holds no whole mail", m->name);
	if (m->fresh)
		return error(ST_REFUSED, "%s: is empty", m->name);
	if (m->start == m->used)
		return 0;
	give(m, m->used, mail);
	m->start = m->used;
	*found = true;
	return 0;
}

/* Does every line end with CRLF? Then the transport made it so. */
static bool all_crlf(const char *p, const char *end)
{
	const char *eol;

	bool any = false;

	for (; p < end; p = eol + 1) {
		eol = memchr(p, '\n', (size_t)(end - p));
		if (!eol)
			break;
		if (eol == p || eol[-1] != '\r')
			return false;
		any = true;
	}
	return any;
}

char *mbox_content(const struct mbox_mail *mail, bool unquote, size_t *len)
{
	const char *end = mail->data + mail->len, *p, *eol;
	char *out = xmalloc(mail->len + 1), *to = out;
	bool crlf, body = false;

	p = memchr(mail->data, '\n', mail->len);
	p = p ? p + 1 : end;
	crlf = all_crlf(p, end);
	/* In the blank line that parts two mails a CR may be missing. */
	if (!crlf && end - p > 3 && end[-1] == '\n' && end[-2] == '\n')
		crlf = all_crlf(p, end - 1);
	for (; p < end; p = eol) {
		size_t n;

		eol = memchr(p, '\n', (size_t)(end - p));
		eol = eol ? eol + 1 : end;
		n = (size_t)(eol - p);
		if (body && unquote) {
			size_t q = 0;

			while (q < n && p[q] == '>')
				q++;
			if (q && n - q > 5 && !memcmp(p + q, "From ", 5)) {
				p++;
				n--;
			}
		}
		body |= !bare(p, n);
		memcpy(to, p, n);
		to += n;
		if (crlf && n > 1 && to[-1] == '\n' && to[-2] == '\r') {
			to--;
			to[-1] = '\n';
		}
	}
	if (to - out > 2 && to[-1] == '\n' && to[-2] == '\n')
		to--;
	*to = '\0';
	*len = (size_t)(to - out);
	return out;
}
