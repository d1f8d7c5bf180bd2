// SPDX-License-Identifier: GPL-2.0-only
/* Records of one session: read strictly, written so that they read back. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "patchbench.h"
#include "record.h"

/* What the value of a header key may be. */
enum kind {
	TOKEN,		/* one word that may be part of a path */
	TEXT,		/* printable ASCII, no blank at its ends */
	HASH,		/* 64 hex digits, or - */
	NUMBER,		/* u64 from @least */
	BACKEND,
	UNIT,
};

enum {
	ALL = 1,	/* required of every record */
	QEMU = 2,	/* required where QEMU has booted it */
	TIMED = 4,	/* required of times, and of nothing else */
};

/* In the order they are written. */
static const struct key {
	const char *name;
	size_t offset;
	enum kind kind;
	unsigned int required;
	uint64_t least;
} keys[] = {
#define KEY(name, field, ...) \
	{ name, offsetof(struct record, field), __VA_ARGS__ }
	KEY("stack", stack, TOKEN, ALL, 0),
	KEY("revision", revision, TOKEN, ALL, 0),
	KEY("base", base, TOKEN, ALL, 0),
	KEY("arch", arch, TOKEN, ALL, 0),
	KEY("config", config, TOKEN, ALL, 0),
	KEY("parameters", parameters, TOKEN, ALL, 0),
	KEY("backend", backend, BACKEND, ALL, 0),
	KEY("session", session, NUMBER, ALL, 1),
	KEY("seed", seed, NUMBER, QEMU, 0),
	KEY("unit", unit, UNIT, ALL, 0),
	KEY("samples", samples, NUMBER, ALL, 1),
	KEY("counter", counter, TOKEN, TIMED, 0),
	KEY("frequency", frequency, NUMBER, TIMED, 1),
	KEY("image-key", image_key, TOKEN, QEMU, 0),
	KEY("image-sha256", image_sha256, HASH, QEMU, 0),
	KEY("config-sha256", config_sha256, HASH, QEMU, 0),
	KEY("guest-sha256", guest_sha256, HASH, ALL, 0),
	KEY("tree", tree, TOKEN, QEMU, 0),
	KEY("compiler", compiler, TEXT, QEMU, 0),
	KEY("qemu", qemu, TEXT, QEMU, 0),
	KEY("cpu", cpu, TEXT, ALL, 0),
	KEY("command", command, TEXT, QEMU, 0),
	KEY("kernel-command-line", kernel_command_line, TEXT, ALL, 0),
	KEY("kernel-release", kernel_release, TEXT, ALL, 0),
#undef KEY
};

static const char *const units[] = { "insns", "ns", "offsets" };
static const char *const backends[] = { "icount", "host", "clock" };

#define NR(array)	(sizeof(array) / sizeof((array)[0]))
#define NR_KEYS		NR(keys)

static const char sha_word[] = "sha256 ";
#define SHA_LINE	(sizeof(sha_word) - 1 + 64 + 1)

const char *unit_name(enum unit unit)
{
	return units[unit];
}

const char *backend_name(enum backend backend)
{
	return backends[backend];
}

static char **string_at(const struct record *rec, const struct key *key)
{
	return (char **)(void *)((char *)rec + key->offset);
}

static uint64_t *number_at(const struct record *rec, const struct key *key)
{
	return (uint64_t *)(void *)((char *)rec + key->offset);
}

static bool is_string(const struct key *key)
{
	return key->kind == TOKEN || key->kind == TEXT || key->kind == HASH;
}

static bool token_ok(const char *s, size_t len)
{
	size_t i;

	/* Parts of a path: neither hidden nor a way up. */
	if (!len || len > 128 || s[0] == '.')
		return false;
	for (i = 0; i < len; i++) {
		char c = s[i];

		if ((c < 'a' || c > 'z') && (c < 'A' || c > 'Z') &&
		    (c < '0' || c > '9') && !strchr("._:+~-", c))
			return false;
	}
	return true;
}

static bool hash_ok(const char *s, size_t len)
{
	size_t i;

	if (len == 1 && s[0] == '-')
		return true;
	if (len != 64)
		return false;
	for (i = 0; i < len; i++)
		if ((s[i] < '0' || s[i] > '9') && (s[i] < 'a' || s[i] > 'f'))
			return false;
	return true;
}

static bool text_ok(const char *s, size_t len)
{
	return len && s[0] != ' ' && s[len - 1] != ' ';
}

static bool word_is(const char *s, size_t len, const char *word)
{
	return strlen(word) == len && !memcmp(s, word, len);
}

static bool value_parse(const struct key *key, const char *s, size_t len,
			struct record *rec)
{
	const char *p = s;
	uint64_t number;
	int i;

	switch (key->kind) {
	case NUMBER:
		if (!scan_u64(&p, s + len, &number) || p != s + len ||
		    number < key->least)
			return false;
		*number_at(rec, key) = number;
		if (key->offset == offsetof(struct record, seed))
			rec->has_seed = true;
		return true;
	case BACKEND:
		for (i = 0; i < (int)NR(backends); i++) {
			if (!word_is(s, len, backends[i]))
				continue;
			rec->backend = (enum backend)i;
			return true;
		}
		return false;
	case UNIT:
		for (i = 0; i < (int)NR(units); i++) {
			if (!word_is(s, len, units[i]))
				continue;
			rec->unit = (enum unit)i;
			return true;
		}
		return false;
	case TOKEN:
		if (!token_ok(s, len))
			return false;
		break;
	case HASH:
		if (!hash_ok(s, len))
			return false;
		break;
	case TEXT:
		if (!text_ok(s, len))
			return false;
		break;
	}
	*string_at(rec, key) = xstrndup(s, len);
	return true;
}

static bool fact_name_ok(const char *s, size_t len)
{
	size_t i;

	if (!len || len > 64)
		return false;
	for (i = 0; i < len; i++)
		if ((s[i] < 'a' || s[i] > 'z') && (s[i] < '0' || s[i] > '9') &&
		    s[i] != '-')
			return false;
	return true;
}

static const struct fact *fact_find(const struct record *rec, const char *name,
				    size_t len)
{
	size_t i;

	for (i = 0; i < rec->nr_facts; i++)
		if (word_is(name, len, rec->facts[i].name))
			return &rec->facts[i];
	return NULL;
}

static void fact_add(struct record *rec, const char *name, size_t name_len,
		     const char *value, size_t value_len)
{
	struct fact *fact;

	rec->facts = xrealloc(rec->facts,
			      (rec->nr_facts + 1) * sizeof(*rec->facts));
	fact = &rec->facts[rec->nr_facts++];
	fact->name = xstrndup(name, name_len);
	fact->value = xstrndup(value, value_len);
}

static int fact_parse(struct text *t, const char *s, size_t len,
		      struct record *rec)
{
	const char *blank = memchr(s, ' ', len);
	size_t name_len;

	if (!blank)
		return text_error(t, "fact: no value");
	name_len = (size_t)(blank - s);
	if (!fact_name_ok(s, name_len))
		return text_error(t, "fact: no proper name");
	if (fact_find(rec, s, name_len))
		return text_error(t, "fact %.*s: a second time", (int)name_len,
				  s);
	if (rec->nr_facts == RECORD_FACTS_MAX)
		return text_error(t, "fact %.*s: more than %d facts",
				  (int)name_len, s, RECORD_FACTS_MAX);
	if (!text_ok(blank + 1, len - name_len - 1))
		return text_error(t, "fact %.*s: no proper value",
				  (int)name_len, s);
	fact_add(rec, s, name_len, blank + 1, len - name_len - 1);
	return 0;
}

static int key_parse(struct text *t, const char *line, size_t len, bool *seen,
		     struct record *rec)
{
	const char *blank = memchr(line, ' ', len);
	size_t name_len = blank ? (size_t)(blank - line) : len, i;
	int shown = (int)(name_len < 40 ? name_len : 40);

	if (!blank)
		return text_error(t, "%.*s: no value", shown, line);
	if (word_is(line, name_len, "fact"))
		return fact_parse(t, blank + 1, len - name_len - 1, rec);
	for (i = 0; i < NR_KEYS; i++)
		if (word_is(line, name_len, keys[i].name))
			break;
	if (i == NR_KEYS)
		return text_error(t, "%.*s: not a key of a record", shown,
				  line);
	if (seen[i])
		return text_error(t, "%s: a second time", keys[i].name);
	seen[i] = true;
	len -= name_len + 1;
	if (!value_parse(&keys[i], blank + 1, len, rec))
		return text_error(t, "%s: not a proper value: '%.*s'",
				  keys[i].name, (int)(len < 40 ? len : 40),
				  blank + 1);
	return 0;
}

/* The backends that have a unit. */
static bool unit_goes(enum backend backend, enum unit unit)
{
	switch (unit) {
	case UNIT_INSNS:
		return backend == BACKEND_ICOUNT;
	case UNIT_NS:
		return backend == BACKEND_HOST;
	case UNIT_OFFSETS:
		return backend != BACKEND_HOST;
	}
	return false;
}

/* Rules that hold between keys. Their line is the last of the header. */
static int header_check(const struct text *t, const bool *seen,
			const struct record *rec)
{
	unsigned int wanted = ALL;
	size_t i;

	if (rec->backend != BACKEND_HOST)
		wanted |= QEMU;
	if (rec->unit != UNIT_OFFSETS)
		wanted |= TIMED;
	for (i = 0; i < NR_KEYS; i++) {
		if (seen[i] && keys[i].required == TIMED &&
		    !(wanted & TIMED))
			return text_error(t, "%s: offsets have none",
					  keys[i].name);
		if (seen[i] || !(keys[i].required & wanted))
			continue;
		return text_error(t, "%s: missing in the header",
				  keys[i].name);
	}
	if (!strcmp(rec->stack, "base") != !strcmp(rec->revision, "-"))
		return text_error(t, "revision: %s does not go with stack %s",
				  rec->revision, rec->stack);
	if (!unit_goes(rec->backend, rec->unit))
		return text_error(t, "unit: %s does not go with backend %s",
				  unit_name(rec->unit),
				  backend_name(rec->backend));
	if (rec->unit == UNIT_INSNS && rec->frequency != 1000000000)
		return text_error(t, "frequency: a tick of %llu Hz is no "
				  "instruction",
				  (unsigned long long)rec->frequency);
	return 0;
}

static int header_parse(struct text *t, struct record *rec)
{
	bool seen[NR_KEYS] = { false };
	const char *line;
	size_t len;
	int ret;

	ret = text_line(t, &line, &len, RECORD_LINE_MAX);
	if (ret == ST_NO)
		return text_error(t, "record: empty");
	if (ret)
		return ret;
	if (!word_is(line, len, RECORD_MAGIC))
		return text_error(t, "record: first line is not '%s'",
				  RECORD_MAGIC);
	while (!histogram_ahead(t) && !offsets_ahead(t)) {
		ret = text_line(t, &line, &len, RECORD_LINE_MAX);
		if (ret == ST_NO)
			return text_error(t, "record: cut short in its header");
		if (!ret && len >= 6 && !memcmp(line, "sha256", 6))
			return text_error(t, "record: no histogram and no "
					  "offsets");
		if (!ret)
			ret = key_parse(t, line, len, seen, rec);
		if (ret)
			return ret;
	}
	return header_check(t, seen, rec);
}

/* The calls that a histogram must count. */
static bool count_ok(const struct record *rec, const struct histogram *h)
{
	if (rec->unit == UNIT_OFFSETS)
		return h->count <= rec->samples;
	return h->count == rec->samples || !strcmp(h->name, HISTOGRAM_EMPTY);
}

static int histograms_parse(struct text *t, struct record *rec)
{
	size_t bins = 0;

	while (histogram_ahead(t)) {
		struct histogram h;
		size_t start = t->line;
		struct text at;
		int ret;

		if (rec->nr == RECORD_HISTOGRAMS_MAX) {
			t->line++;
			return text_error(t, "histogram: more than %d",
					  RECORD_HISTOGRAMS_MAX);
		}
		ret = histogram_parse(t, &h);
		if (ret)
			return ret;
		/* What is wrong with the block is said of its head line. */
		at = *t;
		at.line = start + 1;
		bins += h.nr;
		if (record_find(rec, h.name))
			ret = text_error(&at, "histogram %s: a second time",
					 h.name);
		else if (bins > RECORD_BINS_MAX)
			ret = text_error(&at, "histogram %s: more than %zu "
					 "bins in one record", h.name,
					 RECORD_BINS_MAX);
		else if (!count_ok(rec, &h))
			ret = text_error(&at, "histogram %s: count %llu, but "
					 "samples are %llu", h.name,
					 (unsigned long long)h.count,
					 (unsigned long long)rec->samples);
		if (ret) {
			histogram_release(&h);
			return ret;
		}
		record_histogram(rec, &h);
	}
	return 0;
}

static int all_offsets_parse(struct text *t, struct record *rec)
{
	while (offsets_ahead(t)) {
		size_t start = t->line, i;
		struct offsets o;
		struct text at;
		int ret;

		if (rec->nr_offsets == RECORD_HISTOGRAMS_MAX ||
		    rec->unit != UNIT_OFFSETS) {
			t->line++;
			return text_error(t, rec->unit == UNIT_OFFSETS ?
					  "offsets: more than %d blocks" :
					  "offsets: in a record of times",
					  RECORD_HISTOGRAMS_MAX);
		}
		ret = offsets_parse(t, &o);
		if (ret)
			return ret;
		at = *t;
		at.line = start + 1;
		for (i = 0; !ret && i < rec->nr_offsets; i++)
			if (!strcmp(rec->offsets[i].name, o.name))
				ret = text_error(&at, "offsets %s: a second "
						 "time", o.name);
		if (!ret && o.n != rec->samples)
			ret = text_error(&at, "offsets %s: count %zu, but "
					 "samples are %llu", o.name, o.n,
					 (unsigned long long)rec->samples);
		if (ret) {
			offsets_release(&o);
			return ret;
		}
		record_offsets(rec, &o);
	}
	return 0;
}

/* A record must hold what its unit says. */
static int blocks_check(const struct text *t, const struct record *rec)
{
	if (rec->unit == UNIT_OFFSETS) {
		if (record_find(rec, HISTOGRAM_EMPTY))
			return text_error(t, "histogram %s: in a record of "
					  "offsets", HISTOGRAM_EMPTY);
		if (!rec->nr == !rec->nr_offsets)
			return text_error(t, "record: offsets or histograms, "
					  "one of them");
		return 0;
	}
	if (!record_find(rec, HISTOGRAM_EMPTY))
		return text_error(t, "histogram %s: missing", HISTOGRAM_EMPTY);
	if (rec->nr < 2)
		return text_error(t, "histogram: none but %s",
				  HISTOGRAM_EMPTY);
	return 0;
}

static int end_parse(struct text *t, const char *buf, struct record *rec)
{
	size_t covered = (size_t)(t->pos - buf), len;
	const char *line;
	char hex[65];
	int ret;

	ret = text_line(t, &line, &len, RECORD_LINE_MAX);
	if (ret == ST_NO)
		return text_error(t, "sha256: missing, the record is cut "
				  "short");
	if (ret)
		return ret;
	if (len != SHA_LINE - 1 || memcmp(line, sha_word, sizeof(sha_word) - 1))
		return text_error(t, "record: neither a histogram nor its "
				  "sha256 line");
	if (t->pos != t->end) {
		t->line++;
		return text_error(t, "record: bytes after its sha256 line");
	}
	sha256_hex(buf, covered, hex);
	if (memcmp(hex, line + sizeof(sha_word) - 1, 64))
		return text_error(t, "sha256: wrong, the content gives %s",
				  hex);
	return blocks_check(t, rec);
}

int record_parse(const char *name, const char *buf, size_t len,
		 struct record *out)
{
	struct text t;
	int ret;

	memset(out, 0, sizeof(*out));
	text_init(&t, name, buf, len);
	if (len > RECORD_BYTES_MAX)
		return text_error(&t, "record: more than %zu bytes",
				  RECORD_BYTES_MAX);
	ret = header_parse(&t, out);
	if (!ret)
		ret = histograms_parse(&t, out);
	if (!ret)
		ret = all_offsets_parse(&t, out);
	if (!ret)
		ret = end_parse(&t, buf, out);
	if (ret)
		record_free(out);
	return ret;
}

int record_load(const char *path, struct record *out)
{
	size_t len;
	char *buf;
	int ret;

	memset(out, 0, sizeof(*out));
	buf = file_read(path, RECORD_BYTES_MAX, &len);
	if (!buf && (errno == ENOENT || errno == ENOTDIR))
		return ST_MISSING;
	if (!buf && errno == EFBIG)
		return error(ST_REFUSED, "%s: record: more than %zu bytes",
			     path, RECORD_BYTES_MAX);
	if (!buf)
		return error(ST_MACHINE, "%s: %s", path, strerror(errno));
	ret = record_parse(path, buf, len, out);
	free(buf);
	return ret;
}

/* False where a newline within a value became a line of its own. */
static bool same_content(const struct record *a, const struct record *b)
{
	size_t i;

	for (i = 0; i < NR_KEYS; i++) {
		const char *x, *y;

		if (!is_string(&keys[i]))
			continue;
		x = *string_at(a, &keys[i]);
		y = *string_at(b, &keys[i]);
		if (!x != !y || (x && strcmp(x, y)))
			return false;
	}
	if (a->nr_facts != b->nr_facts)
		return false;
	for (i = 0; i < a->nr_facts; i++)
		if (strcmp(a->facts[i].name, b->facts[i].name) ||
		    strcmp(a->facts[i].value, b->facts[i].value))
			return false;
	return record_same_blocks(a, b);
}

bool record_same_blocks(const struct record *a, const struct record *b)
{
	size_t i;

	if (a->nr != b->nr || a->nr_offsets != b->nr_offsets)
		return false;
	for (i = 0; i < a->nr; i++)
		if (!histogram_equal(&a->hist[i], &b->hist[i]))
			return false;
	for (i = 0; i < a->nr_offsets; i++)
		if (!offsets_equal(&a->offsets[i], &b->offsets[i]))
			return false;
	return true;
}

int record_timed(const struct record *rec, const char *path)
{
	if (rec->unit != UNIT_OFFSETS)
		return 0;
	return error(ST_REFUSED, "%s: unit: holds offsets, which take no time",
		     path);
}

char *record_format(const struct record *rec, size_t *len)
{
	struct bytes out = { 0 };
	struct record back;
	char hex[65], *name;
	size_t i;
	int ret;

	bytes_printf(&out, "%s\n", RECORD_MAGIC);
	for (i = 0; i < NR_KEYS; i++) {
		const struct key *key = &keys[i];

		if (is_string(key) && *string_at(rec, key))
			bytes_printf(&out, "%s %s\n", key->name,
				     *string_at(rec, key));
		else if (key->kind == UNIT)
			bytes_printf(&out, "%s %s\n", key->name,
				     unit_name(rec->unit));
		else if (key->kind == BACKEND)
			bytes_printf(&out, "%s %s\n", key->name,
				     backend_name(rec->backend));
		else if (key->kind == NUMBER &&
			 (key->offset != offsetof(struct record, seed) ||
			  rec->has_seed) &&
			 (key->required != TIMED ||
			  rec->unit != UNIT_OFFSETS))
			bytes_printf(&out, "%s %llu\n", key->name,
				     (unsigned long long)*number_at(rec, key));
	}
	for (i = 0; i < rec->nr_facts; i++)
		bytes_printf(&out, "fact %s %s\n", rec->facts[i].name,
			     rec->facts[i].value);
	for (i = 0; i < rec->nr; i++)
		histogram_format(&rec->hist[i], &out);
	for (i = 0; i < rec->nr_offsets; i++)
		offsets_format(&rec->offsets[i], &out);
	sha256_hex(out.data, out.len, hex);
	bytes_printf(&out, "%s%s\n", sha_word, hex);

	name = xasprintf("record of %s session %llu",
			 rec->stack ? rec->stack : "no stack",
			 (unsigned long long)rec->session);
	ret = record_parse(name, out.data, out.len, &back);
	if (!ret && !same_content(rec, &back))
		ret = error(ST_REFUSED, "%s: a value would not read back",
			    name);
	record_free(&back);
	free(name);
	if (ret) {
		free(out.data);
		return NULL;
	}
	*len = out.len;
	return out.data;
}

void record_fact(struct record *rec, const char *name, const char *value)
{
	fact_add(rec, name, strlen(name), value, strlen(value));
}

const char *record_fact_value(const struct record *rec, const char *name)
{
	const struct fact *fact = fact_find(rec, name, strlen(name));

	return fact ? fact->value : NULL;
}

void record_histogram(struct record *rec, struct histogram *h)
{
	rec->hist = xrealloc(rec->hist, (rec->nr + 1) * sizeof(*rec->hist));
	rec->hist[rec->nr++] = *h;
	memset(h, 0, sizeof(*h));
}

void record_offsets(struct record *rec, struct offsets *o)
{
	rec->offsets = xrealloc(rec->offsets, (rec->nr_offsets + 1) *
				sizeof(*rec->offsets));
	rec->offsets[rec->nr_offsets++] = *o;
	memset(o, 0, sizeof(*o));
}

const struct histogram *record_find(const struct record *rec, const char *name)
{
	size_t i;

	for (i = 0; i < rec->nr; i++)
		if (!strcmp(rec->hist[i].name, name))
			return &rec->hist[i];
	return NULL;
}

void record_free(struct record *rec)
{
	size_t i;

	for (i = 0; i < NR_KEYS; i++)
		if (is_string(&keys[i]))
			free(*string_at(rec, &keys[i]));
	for (i = 0; i < rec->nr_facts; i++) {
		free(rec->facts[i].name);
		free(rec->facts[i].value);
	}
	free(rec->facts);
	for (i = 0; i < rec->nr; i++)
		histogram_release(&rec->hist[i]);
	free(rec->hist);
	for (i = 0; i < rec->nr_offsets; i++)
		offsets_release(&rec->offsets[i]);
	free(rec->offsets);
	memset(rec, 0, sizeof(*rec));
}
