// SPDX-License-Identifier: GPL-2.0-only
/*
 * Decodes one mail. GMime knows MIME, transfer encodings and encoded words;
 * what a patch may be is decided here: one plain text and nothing beside it.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include <gmime/gmime.h>

#include "mail.h"
#include "patchbench.h"

#define MAX_HEADERS	((size_t)256 << 10)
#define MAX_VALUE	1000
#define MAX_REFS	64
#define MAX_PARTS	16
#define MAX_DEPTH	4
/* More headers of parts than that are a bomb. */
#define MAX_TYPES	64

/* A piece of the mail, not ended by a NUL. */
struct span {
	const char *p;
	size_t len;
};

static void init(void)
{
	static bool done;

	if (!done)
		g_mime_init();
	done = true;
}

static size_t line_length(const char *p, const char *end)
{
	const char *eol = memchr(p, '\n', (size_t)(end - p));

	return eol ? (size_t)(eol - p) + 1 : (size_t)(end - p);
}

static bool is_blank_line(const char *p, size_t len)
{
	return (len == 1 && *p == '\n') ||
	       (len == 2 && p[0] == '\r' && p[1] == '\n');
}

/* The block of headers, up to the blank line. */
static struct span headers(const char *raw, size_t len)
{
	const char *end = raw + len, *p = raw;
	struct span s;

	if (len > 5 && !memcmp(raw, "From ", 5))
		p += line_length(p, end);
	s.p = p;
	while (p < end) {
		size_t n = line_length(p, end);

		if (is_blank_line(p, n))
			break;
		p += n;
	}
	s.len = (size_t)(p - s.p);
	return s;
}

/*
 * Find the field @name in @head: the first one's value, still folded, goes to
 * @value. Returns how many there are.
 */
static size_t find_field(struct span head, const char *name,
			 struct span *value)
{
	const char *p = head.p, *end = head.p + head.len;
	size_t n, name_len = strlen(name), found = 0;
	bool inside = false;

	value->p = NULL;
	value->len = 0;
	for (; p < end; p += n) {
		n = line_length(p, end);
		if (*p == ' ' || *p == '\t') {
			if (inside)
				value->len += n;
			continue;
		}
		inside = false;
		if (n <= name_len || p[name_len] != ':' ||
		    strncasecmp(p, name, name_len))
			continue;
		if (!found++) {
			inside = true;
			value->p = p + name_len + 1;
			value->len = n - name_len - 1;
		}
	}
	return found;
}

/* Runs of blanks and line ends become one blank, those at the ends nothing. */
static char *squeeze(const char *p, size_t len)
{
	char *out = xmalloc(len + 1), *to = out;
	size_t i;

	for (i = 0; i < len; i++) {
		if (!strchr(" \t\r\n", p[i]))
			*to++ = p[i];
		else if (to != out && to[-1] != ' ')
			*to++ = ' ';
	}
	if (to != out && to[-1] == ' ')
		to--;
	*to = '\0';
	return out;
}

/* Is each encoded word in a character set that is known? */
static bool words_ok(const char *s)
{
	while ((s = strstr(s, "=?"))) {
		char charset[64];
		size_t len = strcspn(s += 2, "?* ");
		iconv_t to;

		if (s[len] == ' ' || !s[len])
			continue;
		if (len >= sizeof(charset))
			return false;
		memcpy(charset, s, len);
		charset[len] = '\0';
		to = g_mime_iconv_open("UTF-8", charset);
		if (to == (iconv_t)-1)
			return false;
		g_mime_iconv_close(to);
	}
	return true;
}

/*
 * The value as UTF-8 on one line, still encoded where that cannot be undone, or
 * NULL where a NUL is in it. Caller frees.
 */
static char *decode_value(struct span value)
{
	char *plain, *decoded, *out;

	if (value.len && memchr(value.p, '\0', value.len))
		return NULL;
	plain = squeeze(value.p, value.len);
	if (!words_ok(plain))
		return plain;
	decoded = g_mime_utils_header_decode_text(NULL, plain);
	out = squeeze(decoded, strlen(decoded));
	g_free(decoded);
	free(plain);
	return out;
}

/* What stands between < and >: @p goes behind it. An empty span ends it. */
static struct span next_id(const char **p, const char *end)
{
	struct span id = { NULL, 0 };
	const char *open, *close;

	while (*p < end) {
		open = memchr(*p, '<', (size_t)(end - *p));
		close = open ? memchr(open, '>', (size_t)(end - open)) : NULL;
		if (!close)
			break;
		*p = close + 1;
		id.p = open + 1;
		id.len = (size_t)(close - open) - 1;
		if (id.len)
			return id;
	}
	*p = end;
	id.len = 0;
	return id;
}

/* An id is kept as it is: printable ASCII without blanks and brackets. */
static bool id_ok(struct span id)
{
	size_t i;

	for (i = 0; i < id.len; i++) {
		if (id.p[i] <= ' ' || id.p[i] > '~' || id.p[i] == '<')
			return false;
	}
	return id.len && id.len <= MAX_VALUE / 2;
}

/* The Message-ID: "" if there is none, NULL where it is damaged. */
static char *read_id(struct span head)
{
	struct span value, id;
	const char *p;

	if (!find_field(head, "Message-ID", &value))
		return xstrdup("");
	p = value.p;
	id = next_id(&p, value.p + value.len);
	return id_ok(id) ? xstrndup(id.p, id.len) : NULL;
}

static void add_ref(struct mail_head *h, struct span id)
{
	size_t i;

	if (!id_ok(id) || h->nr_refs == MAX_REFS)
		return;
	for (i = 0; i < h->nr_refs; i++) {
		if (strlen(h->refs[i]) == id.len &&
		    !memcmp(h->refs[i], id.p, id.len))
			return;
	}
	h->refs = xrealloc(h->refs, (h->nr_refs + 1) * sizeof(*h->refs));
	h->refs[h->nr_refs++] = xstrndup(id.p, id.len);
}

static void read_refs(struct span head, struct mail_head *h)
{
	struct span ids[MAX_REFS], value, id;
	size_t n = 0;
	const char *p;

	if (find_field(head, "In-Reply-To", &value)) {
		p = value.p;
		add_ref(h, next_id(&p, value.p + value.len));
	}
	if (!find_field(head, "References", &value))
		return;
	p = value.p;
	while ((id = next_id(&p, value.p + value.len)).len)
		ids[n++ % MAX_REFS] = id;
	/* The nearest stands last. */
	while (n && h->nr_refs < MAX_REFS) {
		add_ref(h, ids[--n % MAX_REFS]);
		ids[n % MAX_REFS].len = 0;
	}
}

bool mail_head_read(const char *raw, size_t len, struct mail_head *out)
{
	struct span head = headers(raw, len), subject;
	const char *p;
	size_t i;

	memset(out, 0, sizeof(*out));
	/* Most mails of a list are answers; they cost no decoding. */
	if (head.len > MAX_HEADERS || !find_field(head, "Subject", &subject) ||
	    subject.len > 8 * MAX_VALUE)
		return false;
	for (p = subject.p, i = subject.len; i && (*p == ' ' || *p == '\t'); i--)
		p++;
	if (i > 3 && !strncasecmp(p, "Re:", 3))
		return false;
	if (!memchr(p, '[', i) && !memmem(p, i, "=?", 2))
		return false;
	init();
	out->subject = decode_value(subject);
	if (!out->subject)
		return false;
	out->id = read_id(head);
	if (!out->id)
		out->id = xstrdup("");
	read_refs(head, out);
	return true;
}

void mail_head_free(struct mail_head *h)
{
	size_t i;

	for (i = 0; i < h->nr_refs; i++)
		free(h->refs[i]);
	free(h->refs);
	free(h->id);
	free(h->subject);
	memset(h, 0, sizeof(*h));
}

static int refuse(const char *name, const char *what)
{
	return error(ST_REFUSED, "%s: %s", name, what);
}

/*
 * A character that a terminal or an editor would obey and not show: controls,
 * and those that turn the direction of writing or have no width.
 */
static bool is_hidden(gunichar c)
{
	return c < 0x20 || (c >= 0x7f && c < 0xa0) || c == 0x61c ||
	       (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x206f) || c == 0xfeff;
}

/* What is wrong with a decoded value, or NULL. */
static const char *value_fault(const char *s)
{
	if (!*s)
		return "is empty";
	if (strlen(s) > MAX_VALUE)
		return "is longer than 1000 bytes";
	if (!g_utf8_validate(s, -1, NULL))
		return "is not UTF-8";
	if (strstr(s, "=?"))
		return "has an encoded word that cannot be decoded";
	for (; *s; s = g_utf8_next_char(s)) {
		if (is_hidden(g_utf8_get_char(s)))
			return "has a control character, or one without width or that turns the direction of text";
	}
	return NULL;
}

/* One address, with or without a name; git am wants no more. */
static const char *from_fault(const char *s)
{
	const char *open = strrchr(s, '<'), *p = open ? open + 1 : s;
	size_t len = strcspn(p, "<> \t");
	const char *fault = value_fault(s);

	if (fault)
		return fault;
	if (!memchr(p, '@', len) || (open && strcmp(p + len, ">")) ||
	    (open && strchr(s, '<') != open))
		return "is not one address";
	/* The old form: address (name). */
	if (!open && p[len] && (strncmp(p + len, " (", 2) ||
				p[strlen(p) - 1] != ')'))
		return "is not one address";
	return NULL;
}

static const char *date_fault(const char *s, char iso[11])
{
	const char *fault = value_fault(s);
	GDateTime *date;
	char *text;

	if (fault)
		return fault;
	date = g_mime_utils_header_decode_date(s);
	if (!date)
		return "is no date";
	text = g_date_time_format(date, "%Y-%m-%d");
	g_date_time_unref(date);
	if (!text || strlen(text) != 10) {
		g_free(text);
		return "is no date";
	}
	memcpy(iso, text, 11);
	g_free(text);
	return NULL;
}

static int read_headers(const char *name, struct span head, struct mail *m)
{
	static const char *const once[] = {
		"From", "Date", "Subject", "Message-ID", "Content-Type",
		"Content-Transfer-Encoding", "MIME-Version",
	};
	char **const to[] = { &m->from, &m->date, &m->subject };
	const char *fault;
	struct span value;
	size_t i;

	if (head.len > MAX_HEADERS)
		return error(ST_REFUSED, "%s: more than %zu bytes of headers",
			     name, MAX_HEADERS);
	if (head.len && memchr(head.p, '\0', head.len))
		return refuse(name, "its headers hold a NUL");
	for (i = 0; i < sizeof(once) / sizeof(once[0]); i++) {
		size_t n = find_field(head, once[i], &value);

		if (n > 1)
			return error(ST_REFUSED, "%s: has %zu headers %s", name,
				     n, once[i]);
		if (i >= sizeof(to) / sizeof(to[0]))
			continue;
		if (!n)
			return error(ST_REFUSED, "%s: has no header %s", name,
				     once[i]);
		*to[i] = decode_value(value);
		if (i == 0)
			fault = from_fault(m->from);
		else if (i == 1)
			fault = date_fault(m->date, m->iso);
		else
			fault = value_fault(m->subject);
		if (fault)
			return error(ST_REFUSED, "%s: its %s %s", name, once[i],
				     fault);
	}
	m->id = read_id(head);
	if (!m->id)
		return refuse(name, "its Message-ID is damaged");
	return 0;
}

/* A bomb of parts in parts is refused before the parser sees it. */
static bool too_many_parts(const char *p, size_t len)
{
	const char *end = p + len;
	size_t n, found = 0;

	for (; p < end; p += n) {
		n = line_length(p, end);
		if (n > 12 && !strncasecmp(p, "Content-Type", 12))
			found++;
	}
	return found > MAX_TYPES;
}

static bool is_signature(GMimeContentType *type)
{
	return g_mime_content_type_is_type(type, "application",
					   "pgp-signature") ||
	       g_mime_content_type_is_type(type, "application",
					   "pkcs7-signature") ||
	       g_mime_content_type_is_type(type, "application",
					   "x-pkcs7-signature");
}

/* Find the one text, in parts at most MAX_DEPTH deep. */
static int find_text(const char *name, GMimeObject *part, unsigned int depth,
		     GMimePart **text)
{
	GMimeContentType *type = g_mime_object_get_content_type(part);
	const char *disposition = g_mime_object_get_disposition(part);
	int status = 0, i, n;

	if (GMIME_IS_MULTIPART(part)) {
		GMimeMultipart *parts = GMIME_MULTIPART(part);

		n = g_mime_multipart_get_count(parts);
		if (depth == MAX_DEPTH || n > MAX_PARTS)
			return refuse(name, "has too many parts");
		for (i = 0; i < n && !status; i++)
			status = find_text(name,
					   g_mime_multipart_get_part(parts, i),
					   depth + 1, text);
		return status;
	}
	if (g_mime_content_type_is_type(type, "text", "html"))
		return refuse(name, "is HTML, or has a part that is");
	if (!GMIME_IS_PART(part))
		return refuse(name, "has a mail inside of it");
	if (is_signature(type))
		return 0;
	if ((disposition && !strcasecmp(disposition, "attachment")) ||
	    !g_mime_content_type_is_type(type, "text", "plain"))
		return refuse(name,
			      "has an attachment, and a patch must be the text itself");
	if (*text)
		return refuse(name, "has more than one text");
	*text = GMIME_PART(part);
	return 0;
}

static bool is_hex(char c)
{
	return g_ascii_isxdigit(c);
}

/* Each = of quoted-printable begins a byte or ends a line. */
static bool qp_ok(const char *p, size_t len)
{
	size_t i, j;

	for (i = 0; i < len; i++) {
		if (p[i] != '=')
			continue;
		if (i + 2 < len && is_hex(p[i + 1]) && is_hex(p[i + 2]))
			continue;
		for (j = i + 1; j < len && strchr(" \t\r", p[j]) && p[j]; j++)
			;
		if (j < len && p[j] != '\n')
			return false;
	}
	return true;
}

static bool base64_ok(const char *p, size_t len)
{
	size_t i, n = 0;
	bool padded = false;

	for (i = 0; i < len; i++) {
		if (strchr(" \t\r\n", p[i]) && p[i])
			continue;
		if (p[i] == '=')
			padded = true;
		else if (padded || (!g_ascii_isalnum(p[i]) && p[i] != '+' &&
				    p[i] != '/'))
			return false;
		n++;
	}
	return !(n % 4);
}

/* The bytes of a part: undo the transfer encoding. NULL after a message. */
static GByteArray *part_bytes(const char *name, GMimePart *part)
{
	const char *coding = g_mime_object_get_header(GMIME_OBJECT(part),
						"Content-Transfer-Encoding");
	GMimeDataWrapper *content = g_mime_part_get_content(part);
	GMimeStream *raw = g_mime_stream_mem_new(), *out;
	GByteArray *bytes, *array;
	char *word = NULL;
	bool ok = true;

	if (content)
		g_mime_stream_write_to_stream(
			g_mime_data_wrapper_get_stream(content), raw);
	bytes = g_mime_stream_mem_get_byte_array(GMIME_STREAM_MEM(raw));
	word = squeeze(coding ? coding : "7bit", coding ? strlen(coding) : 4);
	if (!strcasecmp(word, "quoted-printable")) {
		ok = qp_ok((char *)bytes->data, bytes->len);
	} else if (!strcasecmp(word, "base64")) {
		ok = base64_ok((char *)bytes->data, bytes->len);
	} else if (strcasecmp(word, "7bit") && strcasecmp(word, "8bit") &&
		   strcasecmp(word, "binary")) {
		error(ST_REFUSED, "%s: its transfer encoding is unknown", name);
		bytes = NULL;
	}
	if (!ok) {
		error(ST_REFUSED, "%s: its %s is damaged", name, word);
		bytes = NULL;
	}
	free(word);
	if (!bytes) {
		g_object_unref(raw);
		return NULL;
	}
	array = g_byte_array_new();
	out = g_mime_stream_mem_new_with_byte_array(array);
	g_mime_stream_mem_set_owner(GMIME_STREAM_MEM(out), FALSE);
	if (content) {
		g_mime_stream_reset(g_mime_data_wrapper_get_stream(content));
		g_mime_data_wrapper_write_to_stream(content, out);
	}
	g_object_unref(out);
	g_object_unref(raw);
	return array;
}

static bool has_high_bytes(const char *p, size_t len)
{
	size_t i;

	for (i = 0; i < len; i++) {
		if ((unsigned char)p[i] >= 0x80)
			return true;
	}
	return false;
}

/* Does the line end the log, as git am sees it? */
static bool ends_log(const char *p, size_t len)
{
	size_t i = 3;

	if ((len > 6 && !memcmp(p, "diff -", 6)) ||
	    (len > 7 && !memcmp(p, "Index: ", 7)))
		return true;
	if (len < 4 || memcmp(p, "---", 3))
		return false;
	if (p[3] == ' ' && len > 4 && !strchr(" \t\r\n", p[4]))
		return true;
	while (i < len && strchr(" \t\r\n", p[i]))
		i++;
	return i == len;
}

static void find_log(struct mail *m)
{
	const char *p = m->body, *end = p + m->len;
	bool below = false, old = false;
	size_t n;

	m->log_len = m->len;
	for (; p < end; p += n) {
		n = line_length(p, end);
		if (!below && ends_log(p, n)) {
			below = true;
			m->log_len = (size_t)(p - m->body);
		}
		if (!below)
			continue;
		if ((n > 11 && !memcmp(p, "diff --git ", 11)) ||
		    (old && n > 4 && !memcmp(p, "+++ ", 4)))
			m->diff = true;
		old = n > 4 && !memcmp(p, "--- ", 4);
	}
}

/* The text as UTF-8. What the mail does not declare must be that already. */
static int take_text(const char *name, GMimePart *part, struct mail *m)
{
	const char *charset = g_mime_object_get_content_type_parameter(
				GMIME_OBJECT(part), "charset");
	GByteArray *bytes = part_bytes(name, part);
	char *text, *utf8;
	gsize len;

	if (!bytes)
		return ST_REFUSED;
	len = bytes->len;
	g_byte_array_append(bytes, (const guint8 *)"", 1);
	text = (char *)bytes->data;
	if (charset && strcasecmp(charset, "utf-8") &&
	    strcasecmp(charset, "utf8") && strcasecmp(charset, "us-ascii") &&
	    strcasecmp(charset, "unknown-8bit")) {
		utf8 = g_convert(text, (gssize)len, "UTF-8",
				 g_mime_charset_iconv_name(charset), NULL,
				 &len, NULL);
		if (!utf8) {
			g_byte_array_unref(bytes);
			return refuse(name,
				      "its text is not in the character set it declares, or nobody knows that");
		}
		m->body = xstrndup(utf8, len);
		m->len = len;
		g_free(utf8);
		find_log(m);
		/* git am would keep the other bytes; most files are UTF-8. */
		if (has_high_bytes(m->body + m->log_len, m->len - m->log_len))
			note("%s: its diff has text that was not UTF-8; it is now",
			     name);
	} else {
		m->body = xstrndup(text, len);
		m->len = len;
		find_log(m);
	}
	g_byte_array_unref(bytes);
	return 0;
}

/* The log is for people; in the diff any byte but NUL may be meant. */
static int check_text(const char *name, const struct mail *m)
{
	size_t i;

	if (memchr(m->body, '\0', m->len))
		return refuse(name, "its text holds a NUL");
	if (!g_utf8_validate(m->body, (gssize)m->log_len, NULL))
		return refuse(name, "its text is not UTF-8, and it declares no other character set");
	for (i = 0; i < m->log_len; i++) {
		unsigned char c = (unsigned char)m->body[i];

		if ((c < 0x20 && !strchr("\t\n\r\f", c)) || c == 0x7f)
			return error(ST_REFUSED,
				     "%s: its text holds the control character 0x%02x",
				     name, c);
	}
	return 0;
}

static int decode_parts(const char *name, const char *raw, size_t len,
			bool patch, struct mail *m)
{
	GMimeStream *stream;
	GMimeParser *parser;
	GMimeMessage *message;
	GMimePart *text = NULL;
	const char *format;
	int status;

	if (too_many_parts(raw, len))
		return refuse(name, "has too many parts");
	stream = g_mime_stream_mem_new_with_buffer(raw, len);
	parser = g_mime_parser_new_with_stream(stream);
	g_object_unref(stream);
	message = g_mime_parser_construct_message(parser, NULL);
	g_object_unref(parser);
	if (!message || !g_mime_message_get_mime_part(message)) {
		status = refuse(name, "cannot be read as a mail");
		goto out;
	}
	status = find_text(name, g_mime_message_get_mime_part(message), 0,
			   &text);
	if (!status && !text)
		status = refuse(name, "has no text");
	if (status)
		goto out;
	format = g_mime_object_get_content_type_parameter(GMIME_OBJECT(text),
							  "format");
	if (format)
		format += strspn(format, " \t");
	if (patch && format && !strncasecmp(format, "flowed", 6) &&
	    !format[6 + strspn(format + 6, " \t")])
		status = refuse(name,
				"is format=flowed, which does not keep a patch as it is");
	else
		status = take_text(name, text, m);
	if (!status)
		status = check_text(name, m);
out:
	if (message)
		g_object_unref(message);
	return status;
}

/* Which of git am's headers does a line at the top of a body give? */
static int inbody_field(const char *p, size_t len)
{
	static const char *const names[] = { "From:", "Date:", "Subject:" };
	int i;

	for (i = 0; i < 3; i++) {
		size_t n = strlen(names[i]);

		if (len > n && !strncasecmp(p, names[i], n) &&
		    strchr(" \t\r\n", p[n]))
			return i;
	}
	return -1;
}

/* Take the headers at the top of the body out of it, as git am does. */
static int take_inbody(const char *name, struct mail *m)
{
	char **const to[] = { &m->from, &m->date, &m->subject };
	const char *p = m->body, *end = p + m->log_len, *fault;
	bool seen[3] = { false };
	size_t n, gone;
	int field;

	while (p < end && is_blank_line(p, line_length(p, end)))
		p += line_length(p, end);
	while (p < end) {
		struct span value;
		size_t skip;

		n = line_length(p, end);
		field = inbody_field(p, n);
		if (field < 0 || seen[field])
			break;
		skip = field == 2 ? 8 : 5;
		value.p = p + skip;
		p += n;
		while (p < end && (*p == ' ' || *p == '\t'))
			p += line_length(p, end);
		value.len = (size_t)(p - value.p);
		free(*to[field]);
		*to[field] = decode_value(value);
		fault = field == 0 ? from_fault(m->from) :
			field == 1 ? date_fault(m->date, m->iso) :
			value_fault(m->subject);
		if (fault)
			return error(ST_REFUSED, "%s: the %s at the top of its text %s",
				     name, field == 0 ? "From" : field == 1 ?
				     "Date" : "Subject", fault);
		seen[field] = true;
	}
	/* Blank lines above a log carry nothing, before and after these. */
	while (p < end && is_blank_line(p, line_length(p, end)))
		p += line_length(p, end);
	gone = (size_t)(p - m->body);
	memmove(m->body, p, m->len + 1 - gone);
	m->len -= gone;
	m->log_len -= gone;
	n = line_length(m->body, m->body + m->log_len);
	m->guard = inbody_field(m->body, n) >= 0 ||
		   !strncasecmp(m->body, "[PATCH]", 7) ||
		   !strncmp(m->body, ">From", 5);
	return 0;
}

int mail_decode(const char *name, const char *raw, size_t len, bool patch,
		struct mail *out)
{
	int status;

	memset(out, 0, sizeof(*out));
	init();
	status = read_headers(name, headers(raw, len), out);
	if (!status)
		status = decode_parts(name, raw, len, patch, out);
	if (!status && patch && !out->diff)
		status = refuse(name, "has the number of a patch, but no diff");
	if (!status && patch)
		status = take_inbody(name, out);
	if (status)
		mail_free(out);
	return status;
}

char *mail_format(const struct mail *m, const char *subject, size_t *len)
{
	bool high = has_high_bytes(m->from, strlen(m->from)) ||
		    has_high_bytes(subject, strlen(subject)) ||
		    has_high_bytes(m->body, m->len);
	char *head, *out;
	size_t n;

	head = xasprintf("From 0000000000000000000000000000000000000000 "
			 "Mon Sep 17 00:00:00 2001\n"
			 "From: %s\nDate: %s\nSubject: %s\n%s\n%s%s%s",
			 m->from, m->date, subject, high ?
			 "MIME-Version: 1.0\n"
			 "Content-Type: text/plain; charset=UTF-8\n"
			 "Content-Transfer-Encoding: 8bit\n" : "",
			 m->guard ? "From: " : "", m->guard ? m->from : "",
			 m->guard ? "\n\n" : "");
	n = strlen(head);
	out = xrealloc(head, n + m->len + 2);
	memcpy(out + n, m->body, m->len);
	n += m->len;
	if (out[n - 1] != '\n')
		out[n++] = '\n';
	out[n] = '\0';
	*len = n;
	return out;
}

/* Lists add blank lines below a mail, and nothing else that counts. */
static size_t text_length(const struct mail *m)
{
	size_t len = m->len;

	while (len && strchr(" \t\r\n", m->body[len - 1]))
		len--;
	return len;
}

bool mail_same(const struct mail *a, const struct mail *b)
{
	size_t len = text_length(a);

	return len == text_length(b) && !memcmp(a->body, b->body, len) &&
	       !strcmp(a->from, b->from) && !strcmp(a->subject, b->subject);
}

void mail_free(struct mail *m)
{
	free(m->id);
	free(m->from);
	free(m->date);
	free(m->subject);
	free(m->body);
	memset(m, 0, sizeof(*m));
}
