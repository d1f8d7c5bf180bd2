// SPDX-License-Identifier: GPL-2.0-only
/* Messages, checked allocation, whole-file input and output, SHA-256. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <openssl/evp.h>

#include "patchbench.h"

static void vnote(const char *fmt, va_list ap)
{
	/* One write for the whole line: verbs may run side by side. */
	char line[4096], *c;
	int n;

	n = vsnprintf(line, sizeof(line), fmt, ap);
	if (n < 0)
		line[0] = '\0';
	/* What a stranger named must not reach the terminal as a command. */
	for (c = line; *c; c++)
		if (((unsigned char)*c < ' ' && *c != '\n' && *c != '\t') ||
		    *c == 0x7f)
			*c = '?';
	fprintf(stderr, "patchbench: %s\n", line);
}

void die(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vnote(fmt, ap);
	va_end(ap);
	exit(status);
}

int error(int status, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vnote(fmt, ap);
	va_end(ap);
	return status;
}

void note(const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	vnote(fmt, ap);
	va_end(ap);
}

void *xmalloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		die(ST_MACHINE, "out of memory (%zu bytes)", size);
	return p;
}

void *xcalloc(size_t n, size_t size)
{
	void *p = calloc(n ? n : 1, size ? size : 1);

	if (!p)
		die(ST_MACHINE, "out of memory (%zu times %zu bytes)", n, size);
	return p;
}

void *xrealloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		die(ST_MACHINE, "out of memory (%zu bytes)", size);
	return p;
}

char *xstrndup(const char *s, size_t n)
{
	char *p = xmalloc(n + 1);

	memcpy(p, s, n);
	p[n] = '\0';
	return p;
}

char *xstrdup(const char *s)
{
	return xstrndup(s, strlen(s));
}

char *xvasprintf(const char *fmt, va_list ap)
{
	char *s;

	if (vasprintf(&s, fmt, ap) < 0)
		die(ST_MACHINE, "out of memory");
	return s;
}

char *xasprintf(const char *fmt, ...)
{
	va_list ap;
	char *s;

	va_start(ap, fmt);
	s = xvasprintf(fmt, ap);
	va_end(ap);
	return s;
}

bool parse_u64(const char *s, uint64_t min, uint64_t max, uint64_t *value)
{
	uint64_t v = 0;

	if (!s || !*s)
		return false;
	for (; *s; s++) {
		unsigned int digit;

		if (*s < '0' || *s > '9')
			return false;
		digit = (unsigned int)(*s - '0');
		if (v > (UINT64_MAX - digit) / 10)
			return false;
		v = v * 10 + digit;
	}
	if (v < min || v > max)
		return false;
	*value = v;
	return true;
}

bool word_ok(const char *s)
{
	return *s && *s != '.' &&
	       !s[strspn(s, "abcdefghijklmnopqrstuvwxyz"
			    "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789._:+-")];
}

char *file_read(const char *path, size_t max, size_t *len)
{
	size_t used = 0, room = 65536;
	char *buf;
	int fd, err;

	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return NULL;
	buf = xmalloc(room);
	for (;;) {
		ssize_t got = read(fd, buf + used, room - used - 1);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			goto fail;
		if (!got)
			break;
		used += (size_t)got;
		if (used > max) {
			errno = EFBIG;
			goto fail;
		}
		if (used + 1 == room) {
			room *= 2;
			buf = xrealloc(buf, room);
		}
	}
	close(fd);
	buf[used] = '\0';
	if (len)
		*len = used;
	return buf;
fail:
	err = errno;
	close(fd);
	free(buf);
	errno = err;
	return NULL;
}

static int write_all(int fd, const char *data, size_t len)
{
	while (len) {
		ssize_t put = write(fd, data, len);

		if (put < 0 && errno == EINTR)
			continue;
		if (put < 0)
			return -1;
		data += put;
		len -= (size_t)put;
	}
	return 0;
}

int file_write_atomic(const char *path, const void *data, size_t len)
{
	char *tmp = xasprintf("%s.tmp-%ld", path, (long)getpid());
	struct stat st;
	int fd, err;

	/* A device or a link would be gone, and nothing written to it. */
	if (!lstat(path, &st) && !S_ISREG(st.st_mode)) {
		free(tmp);
		errno = EEXIST;
		return -1;
	}
	fd = open(tmp, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
	if (fd < 0)
		goto fail;
	if (write_all(fd, data, len) || fsync(fd)) {
		err = errno;
		close(fd);
		errno = err;
		goto fail;
	}
	if (close(fd) || rename(tmp, path))
		goto fail;
	free(tmp);
	return 0;
fail:
	err = errno;
	unlink(tmp);
	free(tmp);
	errno = err;
	return -1;
}

int mkdir_parents(const char *path)
{
	char *copy = xstrdup(path), *p;
	int ret = 0;

	for (p = copy + 1; !ret; p++) {
		char c = *p;

		if (c != '/' && c != '\0')
			continue;
		*p = '\0';
		if (mkdir(copy, 0777) && errno != EEXIST)
			ret = -1;
		*p = c;
		if (!c)
			break;
	}
	free(copy);
	return ret;
}

static void hex(const unsigned char *raw, size_t n, char *out)
{
	size_t i;

	for (i = 0; i < n; i++)
		sprintf(out + 2 * i, "%02x", raw[i]);
}

void sha256_hex(const void *data, size_t len, char out[65])
{
	unsigned char raw[EVP_MAX_MD_SIZE];

	if (!EVP_Digest(data, len, raw, NULL, EVP_sha256(), NULL))
		die(ST_MACHINE, "SHA-256 is not to be had from libcrypto");
	hex(raw, 32, out);
}

int sha256_file_hex(const char *path, char out[65])
{
	EVP_MD_CTX *ctx = EVP_MD_CTX_new();
	unsigned char raw[EVP_MAX_MD_SIZE], buf[65536];
	size_t got;
	FILE *f;
	int ret = -1, err;

	if (!ctx || !EVP_DigestInit_ex(ctx, EVP_sha256(), NULL))
		die(ST_MACHINE, "SHA-256 is not to be had from libcrypto");
	f = fopen(path, "rbe");
	if (!f)
		goto out;
	while ((got = fread(buf, 1, sizeof(buf), f)) > 0)
		EVP_DigestUpdate(ctx, buf, got);
	if (!ferror(f)) {
		EVP_DigestFinal_ex(ctx, raw, NULL);
		hex(raw, 32, out);
		ret = 0;
	}
	err = errno;
	fclose(f);
	errno = err;
out:
	EVP_MD_CTX_free(ctx);
	return ret;
}
