// SPDX-License-Identifier: GPL-2.0-only
/*
 * Which mails of a mailbox are one revision of one series? Those with the same
 * version and the same total that answer each other, or the same mail. git
 * gives the mails of one run Message-IDs with the same stem, which helps where
 * they are in no thread. Mails without any id, as git format-patch prints them,
 * must follow each other by place and number. What is left open is refused: a
 * guess would measure another series.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "patchbench.h"
#include "thread.h"

/* One number may have come over that many lists. */
#define MAX_COPIES	16

struct entry {
	size_t index;
	struct subject s;
	char *id, *stem;
	char **refs;
	size_t nr_refs;
	size_t set;		/* union-find: an entry of the same set */
	bool wanted;		/* of the entry that names its set */
};

struct thread {
	const char *name;
	char *own_name;
	struct entry *entry;
	size_t nr, room;
	bool joined;
};

/* ---------------------------------------------------------------- subjects */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static size_t skip_blanks(const char *s)
{
	return strspn(s, " \t");
}

/* Does an answer begin here? Mailers have several words for it. */
static bool is_reply(const char *s)
{
	static const char *const words[] = {
		"re", "aw", "fwd", "fw", "sv", "vs", "wg", "antw", "antwort",
		"odp",
	};
	size_t i;

	for (i = 0; i < sizeof(words) / sizeof(words[0]); i++) {
		size_t n = strlen(words[i]);

		if (strncasecmp(s, words[i], n))
			continue;
		if (s[n] == '[' || s[n] == '^') {
			size_t digits = n + 1 + strspn(s + n + 1,
						       "0123456789");

			if (digits > n + 1)
				n = digits + (s[digits] == ']');
		}
		n += skip_blanks(s + n);
		if (s[n] == ':')
			return true;
	}
	return false;
}

/* A number that ends at @len. */
static bool number(const char *s, size_t len, unsigned int max,
		   unsigned int *value)
{
	char copy[8];
	uint64_t v;

	if (!len || len >= sizeof(copy))
		return false;
	memcpy(copy, s, len);
	copy[len] = '\0';
	if (!parse_u64(copy, 0, max, &v))
		return false;
	*value = (unsigned int)v;
	return true;
}

struct brackets {
	bool patch, rfc;	/* one of the words is there */
	bool versioned;
	struct subject *s;
	char *prefix;
};

static void add_prefix(struct brackets *b, const char *word, size_t len)
{
	char *joined = xasprintf("%s%s%.*s", b->prefix, *b->prefix ? " " : "",
				 (int)len, word);

	free(b->prefix);
	b->prefix = joined;
}

/* v3, and v5.1, which is not understood. False where it is a word. */
static bool take_version(struct brackets *b, const char *w, size_t len)
{
	struct subject *s = b->s;
	unsigned int v;
	size_t n;

	if ((*w != 'v' && *w != 'V') || (len > 1 && !is_digit(w[1])))
		return false;
	/* The prefix of a subsystem. */
	if (len > 2 && !strncasecmp(w, "v4l", 3))
		return false;
	for (n = 1; n < len && is_digit(w[n]); n++)
		;
	if (!number(w + 1, n - 1, THREAD_MAX_VERSION, &v) || !v) {
		s->fault = "its version is not understood";
		return true;
	}
	if (b->versioned && s->version != v)
		s->fault = "it has two versions";
	if (n < len)
		s->fault = "a version with a point, such as replaces one patch, is not understood";
	b->versioned = true;
	s->version = v;
	return true;
}

/* 3/12. False where it is a word. */
static bool take_number(struct brackets *b, const char *w, size_t len)
{
	const char *slash = memchr(w, '/', len);
	struct subject *s = b->s;
	size_t left, right;
	unsigned int n, total;

	if (!slash)
		return false;
	left = (size_t)(slash - w);
	right = len - left - 1;
	/* A word such as drm/i915 has no digit beside its slash on the left. */
	if (!left || !right ||
	    (!is_digit(w[left - 1]) && !(left == 1 && is_digit(slash[1]))) ||
	    !(is_digit(w[0]) || left == 1))
		return false;
	if (!number(w, left, THREAD_MAX_PATCHES, &n) ||
	    !number(slash + 1, right, THREAD_MAX_PATCHES, &total) ||
	    !total || n > total) {
		s->fault = "its number is not understood";
		return true;
	}
	if (s->numbered && (s->number != n || s->total != total))
		s->fault = "it has two numbers";
	s->numbered = true;
	s->number = n;
	s->total = total;
	return true;
}

static void take_word(struct brackets *b, const char *w, size_t len)
{
	static const char *const heads[] = { "PATCH", "RFC" };
	size_t i;

	for (i = 0; i < 2; i++) {
		size_t n = strlen(heads[i]), glued = n;
		const char *rest;

		if (len < n || strncasecmp(w, heads[i], n))
			continue;
		*(i ? &b->rfc : &b->patch) = true;
		/* PATCH1/8, PATCHv3 and PATCH-v3 are two words in one. */
		while (glued < len && strchr("-_.", w[glued]))
			glued++;
		rest = w + glued;
		if (glued < len &&
		    (take_version(b, rest, len - glued) ||
		     take_number(b, rest, len - glued)))
			len = n;
		break;
	}
	if (!take_version(b, w, len) && !take_number(b, w, len))
		add_prefix(b, w, len);
}

static void take_words(struct brackets *b, const char *p, size_t len)
{
	const char *end = p + len;

	while (p < end) {
		size_t n = 0;

		while (p + n < end && !strchr(" \t,;:()", p[n]))
			n++;
		if (n)
			take_word(b, p, n);
		p += n + 1;
	}
}

void subject_parse(const char *s, struct subject *out)
{
	struct brackets b = { .s = out };
	const char *close;

	memset(out, 0, sizeof(*out));
	out->version = 1;
	b.prefix = xstrdup("");
	for (;;) {
		struct subject had = *out;
		struct brackets before = b;
		bool taken = b.patch || (b.rfc && out->numbered);

		s += skip_blanks(s);
		if (!taken && is_reply(s))
			break;
		close = *s == '[' ? strchr(s, ']') : NULL;
		if (!close)
			break;
		before.prefix = xstrdup(b.prefix);
		if (!taken) {
			/* What a list put before it is none of the prefix. */
			free(b.prefix);
			b.prefix = xstrdup("");
		}
		take_words(&b, s + 1, (size_t)(close - s) - 1);
		/* Behind it, brackets with a number or version belong too. */
		if (taken && strcmp(b.prefix, before.prefix)) {
			free(b.prefix);
			b = before;
			*out = had;
			break;
		}
		free(before.prefix);
		s = close + 1;
	}
	out->patch = b.patch || (b.rfc && out->numbered);
	if (!out->patch)
		out->fault = NULL;
	if (!out->numbered)
		out->number = out->total = 1;
	out->prefix = b.prefix;
	out->text = xstrdup(s + skip_blanks(s));
}

void subject_free(struct subject *s)
{
	free(s->prefix);
	free(s->text);
	memset(s, 0, sizeof(*s));
}

/* ----------------------------------------------------------------- threads */

struct thread *thread_new(const char *name)
{
	struct thread *t = xcalloc(1, sizeof(*t));

	t->own_name = xstrdup(name);
	t->name = t->own_name;
	return t;
}

/* git: DATE.PID-NUMBER-ADDRESS; all but NUMBER, or NULL. */
static char *stem_of(const char *id)
{
	size_t date = strspn(id, "0123456789");
	const char *dot = id + date, *dash, *rest;

	if (date != 14 || *dot != '.')
		return NULL;
	dash = dot + 1 + strspn(dot + 1, "0123456789");
	if (dash == dot + 1 || *dash != '-')
		return NULL;
	rest = dash + 1 + strspn(dash + 1, "0123456789");
	if (rest == dash + 1 || *rest != '-')
		return NULL;
	return xasprintf("%.*s%s", (int)(dash - id), id, rest);
}

void thread_add(struct thread *t, const struct mail_head *h, size_t index)
{
	struct subject s;
	struct entry *e;
	size_t i;

	subject_parse(h->subject, &s);
	if (!s.patch) {
		subject_free(&s);
		return;
	}
	if (t->nr == t->room) {
		t->room = t->room ? 2 * t->room : 64;
		t->entry = xrealloc(t->entry, t->room * sizeof(*t->entry));
	}
	e = &t->entry[t->nr];
	memset(e, 0, sizeof(*e));
	e->index = index;
	e->s = s;
	e->id = xstrdup(h->id);
	e->stem = stem_of(h->id);
	e->refs = xcalloc(h->nr_refs, sizeof(*e->refs));
	for (i = 0; i < h->nr_refs; i++)
		e->refs[e->nr_refs++] = xstrdup(h->refs[i]);
	e->set = t->nr++;
	t->joined = false;
}

static size_t find_set(struct thread *t, size_t i)
{
	while (t->entry[i].set != i) {
		t->entry[i].set = t->entry[t->entry[i].set].set;
		i = t->entry[i].set;
	}
	return i;
}

static void join(struct thread *t, size_t a, size_t b)
{
	a = find_set(t, a);
	b = find_set(t, b);
	if (a < b)
		t->entry[b].set = a;
	else
		t->entry[a].set = b;
}

/* May the two be of one series? */
static bool alike(const struct entry *a, const struct entry *b)
{
	return !a->s.fault && !b->s.fault && a->s.version == b->s.version &&
	       a->s.total == b->s.total && a->s.numbered && b->s.numbered;
}

/* A word and who has it; sorted, those with the same word lie together. */
struct key {
	const char *word;
	size_t entry;
};

static int key_cmp(const void *va, const void *vb)
{
	const struct key *a = va, *b = vb;
	int ret = strcmp(a->word, b->word);

	if (ret)
		return ret;
	return a->entry < b->entry ? -1 : a->entry > b->entry;
}

/* The first of @keys with that word, or NULL. */
static const struct key *find_key(const struct key *keys, size_t nr,
				  const char *word)
{
	size_t from = 0, to = nr;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (strcmp(keys[middle].word, word) < 0)
			from = middle + 1;
		else
			to = middle;
	}
	return from < nr && !strcmp(keys[from].word, word) ? &keys[from] : NULL;
}

/*
 * Join neighbours with the same word. Those of other series may lie between
 * two that are alike: each looks back over a few only, so that a mailbox made
 * of one word costs no more than any other.
 */
static void join_same(struct thread *t, struct key *keys, size_t nr)
{
	size_t i, j;

	qsort(keys, nr, sizeof(*keys), key_cmp);
	for (i = 1; i < nr; i++) {
		for (j = i; j-- && i - j <= 64; ) {
			struct entry *a = &t->entry[keys[i].entry];
			struct entry *b = &t->entry[keys[j].entry];

			if (strcmp(keys[i].word, keys[j].word))
				break;
			if (!alike(a, b))
				continue;
			join(t, keys[i].entry, keys[j].entry);
			break;
		}
	}
}

/* Join each mail with the nearest of its series that it answers. */
static void join_answers(struct thread *t, const struct key *ids, size_t nr,
			 bool *linked)
{
	size_t i, j;

	for (i = 0; i < t->nr; i++) {
		struct entry *e = &t->entry[i];

		/* A cover letter is the top; it may answer an older one. */
		if (e->s.numbered && !e->s.number)
			continue;
		for (j = 0; j < e->nr_refs && !linked[i]; j++) {
			const struct key *k = find_key(ids, nr, e->refs[j]);

			if (!k || k->entry == i ||
			    !alike(e, &t->entry[k->entry]))
				continue;
			join(t, i, k->entry);
			linked[i] = true;
		}
	}
}

static void join_all(struct thread *t)
{
	struct key *keys = xcalloc(t->nr, sizeof(*keys));
	bool *linked = xcalloc(t->nr, sizeof(*linked));
	size_t i, j, n = 0;

	if (t->joined)
		goto out;
	for (i = 0; i < t->nr; i++) {
		if (*t->entry[i].id)
			keys[n++] = (struct key){ t->entry[i].id, i };
	}
	qsort(keys, n, sizeof(*keys), key_cmp);
	join_answers(t, keys, n, linked);
	/* The same mail, come by two ways. */
	for (i = 1; i < n; i++) {
		const struct subject *a = &t->entry[keys[i - 1].entry].s;
		const struct subject *b = &t->entry[keys[i].entry].s;

		if (!strcmp(keys[i].word, keys[i - 1].word) &&
		    a->version == b->version && a->number == b->number &&
		    a->total == b->total && a->numbered == b->numbered)
			join(t, keys[i].entry, keys[i - 1].entry);
	}
	/* Answers to one mail that is not of their series, or not here. */
	for (i = n = 0; i < t->nr; i++) {
		if (!linked[i] && t->entry[i].nr_refs && t->entry[i].s.number)
			keys[n++] = (struct key){ t->entry[i].refs[0], i };
	}
	join_same(t, keys, n);
	for (i = n = 0; i < t->nr; i++) {
		if (t->entry[i].stem)
			keys[n++] = (struct key){ t->entry[i].stem, i };
	}
	join_same(t, keys, n);
	for (i = 1; i < t->nr; i++) {
		const struct entry *a = &t->entry[i - 1], *b = &t->entry[i];

		/* `b4 am` leaves ids, and nothing that a mail answers. */
		if (!a->nr_refs && !b->nr_refs && !a->stem && !b->stem &&
		    !*a->id == !*b->id && alike(a, b) &&
		    a->index + 1 == b->index &&
		    a->s.number + 1 == b->s.number)
			join(t, i - 1, i);
	}
	/* One patch without a number, sent again under another id. */
	for (i = n = 0; i < t->nr; i++) {
		if (!t->entry[i].s.numbered && !t->entry[i].s.fault)
			keys[n++] = (struct key){ t->entry[i].s.text, i };
	}
	qsort(keys, n, sizeof(*keys), key_cmp);
	for (i = 1; i < n; i++) {
		if (!strcmp(keys[i].word, keys[i - 1].word) &&
		    t->entry[keys[i].entry].s.version ==
		    t->entry[keys[i - 1].entry].s.version)
			join(t, keys[i].entry, keys[i - 1].entry);
	}
	/* From here on each names its set at once. */
	for (i = 0; i < t->nr; i++) {
		j = find_set(t, i);
		t->entry[i].set = j;
	}
	t->joined = true;
out:
	free(keys);
	free(linked);
}

/* Which mail is meant, for a message. Caller frees. */
static char *describe(const struct entry *e)
{
	return *e->id ? xasprintf("message <%s>", e->id) :
			xasprintf("mail %zu", e->index + 1);
}

/* Mark the sets that hold the mail @id, or all of them. */
static void mark_wanted(struct thread *t, const char *id)
{
	size_t i;

	for (i = 0; i < t->nr; i++)
		t->entry[i].wanted = !id;
	for (i = 0; id && i < t->nr; i++) {
		if (!strcmp(t->entry[i].id, id))
			t->entry[t->entry[i].set].wanted = true;
	}
}

/* The numbers that a set lacks, or NULL where it is whole. Caller frees. */
static char *missing(const struct thread *t, size_t set)
{
	bool there[THREAD_MAX_PATCHES + 1] = { false };
	unsigned int total = t->entry[set].s.total, i, n = 0;
	char *list = NULL;
	size_t j;

	for (j = 0; j < t->nr; j++) {
		if (t->entry[j].set == set)
			there[t->entry[j].s.number] = true;
	}
	for (i = 1; i <= total; i++) {
		char *more;

		if (there[i])
			continue;
		if (++n > 10)
			continue;
		more = xasprintf("%s%s%u/%u", list ? list : "",
				 list ? ", " : "", i, total);
		free(list);
		list = more;
	}
	if (n > 10) {
		char *more = xasprintf("%s and %u more", list, n - 10);

		free(list);
		list = more;
	}
	return list;
}

static int choice_cmp(const void *va, const void *vb)
{
	const struct choice_mail *a = va, *b = vb;

	if (a->number != b->number)
		return a->number < b->number ? -1 : 1;
	return a->index < b->index ? -1 : a->index > b->index;
}

static void fill_choice(const struct thread *t, size_t set, struct choice *out)
{
	size_t i;

	out->version = t->entry[set].s.version;
	out->total = t->entry[set].s.total;
	out->mails = xcalloc(t->nr, sizeof(*out->mails));
	for (i = 0; i < t->nr; i++) {
		const struct entry *e = &t->entry[i];

		if (e->set != set)
			continue;
		out->mails[out->nr++] = (struct choice_mail){
			e->index, e->id, e->s.number,
		};
	}
	qsort(out->mails, out->nr, sizeof(*out->mails), choice_cmp);
}

/*
 * Find a mail of @version that is not understood: any, or, if @near, one that
 * answers a mail of the set or what such a mail answers.
 */
static const struct entry *find_odd(const struct thread *t,
				    unsigned int version, bool near,
				    size_t set)
{
	struct key *keys = xcalloc(2 * t->nr, sizeof(*keys));
	const struct entry *odd = NULL;
	size_t i, j, n = 0;

	for (i = 0; near && i < t->nr; i++) {
		const struct entry *e = &t->entry[i];

		if (e->set != set)
			continue;
		keys[n++] = (struct key){ e->id, i };
		if (e->nr_refs)
			keys[n++] = (struct key){ e->refs[0], i };
	}
	qsort(keys, n, sizeof(*keys), key_cmp);
	for (i = 0; i < t->nr && !odd; i++) {
		const struct entry *e = &t->entry[i];

		if (!e->s.fault || e->s.version != version)
			continue;
		if (!near)
			odd = e;
		for (j = 0; j < e->nr_refs && !odd; j++) {
			if (find_key(keys, n, e->refs[j]))
				odd = e;
		}
	}
	free(keys);
	return odd;
}

/*
 * Try the revision @version. Returns 0 if it was chosen, ST_NO if it is not
 * there or not whole (@lacks then says what is missing), else ST_REFUSED.
 */
static int try_version(const struct thread *t, unsigned int version,
		       const char *id, struct choice *out, char **lacks)
{
	const struct entry *first = NULL, *odd = NULL;
	size_t i, set = 0;
	char *a, *b;

	for (i = 0; i < t->nr; i++) {
		const struct entry *e = &t->entry[i];

		if (e->s.version != version || e->s.fault || e->set != i ||
		    !e->wanted)
			continue;
		if (first) {
			a = describe(first);
			b = describe(e);
			error(ST_REFUSED,
			      "%s: v%u is there more than once, with %s and with %s; --id MESSAGE-ID picks one",
			      t->name, version, a, b);
			free(a);
			free(b);
			return ST_REFUSED;
		}
		first = e;
		set = i;
	}
	if (!id || first)
		odd = find_odd(t, version, id, set);
	if (odd) {
		a = describe(odd);
		error(ST_REFUSED, "%s: %s: %s", t->name, a, odd->s.fault);
		free(a);
		return ST_REFUSED;
	}
	if (!first)
		return ST_NO;
	*lacks = missing(t, set);
	if (*lacks)
		return ST_NO;
	fill_choice(t, set, out);
	for (i = MAX_COPIES; i < out->nr; i++) {
		if (out->mails[i].number != out->mails[i - MAX_COPIES].number)
			continue;
		error(ST_REFUSED, "%s: v%u has more than %d mails %u/%u",
		      t->name, version, MAX_COPIES, out->mails[i].number,
		      out->total);
		choice_free(out);
		return ST_REFUSED;
	}
	return 0;
}

static int not_there(const struct thread *t, unsigned int version,
		     const char *id)
{
	const char *why = t->nr ? "" : ": it holds no patch";

	if (id && version)
		return error(ST_MISSING,
			     "%s has no v%u with the message <%s>%s", t->name,
			     version, id, why);
	if (id)
		return error(ST_MISSING, "%s has no patch <%s>%s", t->name, id,
			     why);
	if (version)
		return error(ST_MISSING,
			     "%s has no v%u%s; 'b4 mbox MESSAGE-ID' brings a thread",
			     t->name, version, why);
	return error(ST_REFUSED, "%s holds no patch", t->name);
}

/* The entry of the first mail of a choice. */
static size_t first_of(const struct thread *t, const struct choice *c)
{
	size_t i = 0;

	while (t->entry[i].index != c->mails[0].index)
		i++;
	return i;
}

int thread_choose(struct thread *t, unsigned int version, const char *id,
		  struct choice *out)
{
	bool known[THREAD_MAX_VERSION + 1] = { false };
	char *newest = NULL, *lacks;
	unsigned int v, newest_version = 0;
	int status = ST_NO;
	size_t i;

	memset(out, 0, sizeof(*out));
	join_all(t);
	mark_wanted(t, id);
	for (i = 0; i < t->nr; i++)
		known[t->entry[i].s.version] = true;
	for (v = THREAD_MAX_VERSION; v && status == ST_NO; v--) {
		if (!known[v] || (version && v != version))
			continue;
		lacks = NULL;
		status = try_version(t, v, id, out, &lacks);
		if (status == ST_NO && lacks && !newest) {
			newest = lacks;
			newest_version = v;
		} else {
			free(lacks);
		}
	}
	/* In the thread of a series somebody shows a patch of his own. */
	if (!status && !version && !id &&
	    !t->entry[first_of(t, out)].s.numbered) {
		for (i = 0; i < t->nr && !status; i++) {
			if (!t->entry[i].s.numbered || t->entry[i].s.fault)
				continue;
			status = error(ST_REFUSED,
				       "%s: v%u is a patch without a number, beside a series; --rev or --id picks one",
				       t->name, out->version);
			choice_free(out);
		}
	}
	if (status == ST_NO && newest)
		status = error(ST_REFUSED,
			       "%s: v%u is incomplete: %s not in the mailbox",
			       t->name, newest_version, newest);
	else if (status == ST_NO)
		status = not_there(t, version, id);
	else if (!status && newest)
		note("%s: v%u is incomplete (%s not in the mailbox), v%u is taken",
		     t->name, newest_version, newest, out->version);
	free(newest);
	return status;
}

void choice_free(struct choice *c)
{
	free(c->mails);
	memset(c, 0, sizeof(*c));
}

void thread_free(struct thread *t)
{
	size_t i, j;

	if (!t)
		return;
	for (i = 0; i < t->nr; i++) {
		struct entry *e = &t->entry[i];

		for (j = 0; j < e->nr_refs; j++)
			free(e->refs[j]);
		free(e->refs);
		free(e->id);
		free(e->stem);
		subject_free(&e->s);
	}
	free(t->entry);
	free(t->own_name);
	free(t);
}
