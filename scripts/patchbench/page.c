// SPDX-License-Identifier: GPL-2.0-only
/* Text as HTML, and the frame of a page; see page.h. */
#include <stdlib.h>
#include <string.h>

#include <openssl/evp.h>

#include "page.h"
#include "patchbench.h"

#define REPLACEMENT	"\xef\xbf\xbd"	/* U+FFFD */

/*
 * The code point at @s and its length; -1 with length 1 where there is none.
 * The shortest form only, no surrogates (RFC 3629).
 */
static long code_point(const char *s, size_t *len)
{
	static const long least[] = { 0, 0, 0x80, 0x800, 0x10000 };
	const unsigned char *u = (const unsigned char *)s;
	long code;
	size_t i, n;

	*len = 1;
	if (u[0] < 0x80)
		return u[0];
	n = u[0] >= 0xf0 ? 4 : u[0] >= 0xe0 ? 3 : 2;
	if (u[0] < 0xc2 || u[0] > 0xf4)
		return -1;
	code = u[0] & (0x7f >> n);
	for (i = 1; i < n; i++) {
		if ((u[i] & 0xc0) != 0x80)
			return -1;
		code = code << 6 | (u[i] & 0x3f);
	}
	if (code < least[n] || code > 0x10ffff ||
	    (code >= 0xd800 && code <= 0xdfff))
		return -1;
	*len = n;
	return code;
}

/* No character of a text: a control, or a change of direction. */
static bool unwanted(long code)
{
	return code < 0x20 || (code >= 0x7f && code < 0xa0) ||
	       code == 0x61c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) ||
	       (code >= 0x2066 && code <= 0x2069) || code == 0xfffe ||
	       code == 0xffff;
}

static void add_code(struct bytes *out, long code, const char *s, size_t len)
{
	if (unwanted(code))
		bytes_printf(out, REPLACEMENT);
	else if (code == '<')
		bytes_printf(out, "&lt;");
	else if (code == '>')
		bytes_printf(out, "&gt;");
	else if (code == '&')
		bytes_printf(out, "&amp;");
	else if (code == '"')
		bytes_printf(out, "&quot;");
	else if (code == '\'')
		bytes_printf(out, "&#39;");
	else
		bytes_add(out, s, len);
}

void page_text(struct bytes *out, const char *s)
{
	size_t len;

	for (; *s; s += len) {
		long code = code_point(s, &len);

		add_code(out, code, s, len);
	}
}

size_t page_text_length(const char *s)
{
	size_t nr = 0, len;

	for (; *s; s += len) {
		code_point(s, &len);
		nr++;
	}
	return nr;
}

void page_text_short(struct bytes *out, const char *s, size_t max)
{
	bool cut = page_text_length(s) > max;
	size_t nr, len;

	for (nr = 0; *s && nr < max - cut; nr++, s += len) {
		long code = code_point(s, &len);

		add_code(out, code, s, len);
	}
	if (cut)
		bytes_printf(out, "\xe2\x80\xa6");
}

/*
 * Blue, orange and grey: a pair that colour-blind eyes tell apart, and nothing
 * rests on colour alone: the baseline's lines are wider, p99 is the lower bar.
 * Each is at least 3:1 against its background, text 4.5:1 (WCAG 2.1).
 */
static const char style[] =
":root{color-scheme:light dark;--bg:#fff;--fg:#1b1b1b;--soft:#595959;"
"--line:#d4d4d4;--panel:#f5f5f5;--base:#8a8a8a;--cell:#0064a6;--tail:#d97706;"
"--more:#b03a00;--fewer:#00568f}\n"
"@media (prefers-color-scheme:dark){:root{--bg:#161616;--fg:#e8e8e8;"
"--soft:#b0b0b0;--line:#3d3d3d;--panel:#212121;--base:#8f8f8f;--cell:#5cb8f5;"
"--tail:#c8701e;--more:#ff9d5c;--fewer:#7cc7ff}}\n"
"@media print{:root{color-scheme:light;--bg:#fff;--fg:#000;--soft:#444;"
"--line:#bbb;--panel:#fff;--base:#8a8a8a;--cell:#0064a6;--tail:#d97706;"
"--more:#b03a00;--fewer:#00568f}}\n"
"*{box-sizing:border-box}\n"
"body{margin:0 auto;padding:1rem;max-width:80rem;background:var(--bg);"
"color:var(--fg);font:1rem/1.45 system-ui,sans-serif;overflow-wrap:anywhere}\n"
"h1,h2,h3,h4{line-height:1.2;margin:1.6em 0 .5em}h1{margin-top:0}\n"
"h2{border-top:2px solid var(--line);padding-top:1em}\n"
"a{color:var(--cell)}figure{margin:1.2rem 0}figcaption{margin-bottom:.3rem}\n"
".scroll{overflow:auto;max-width:100%}\n"
"details .scroll{max-height:28rem}summary{cursor:pointer;color:var(--soft)}\n"
"table{border-collapse:collapse;font-size:.85rem;"
"font-variant-numeric:tabular-nums;overflow-wrap:normal}\n"
"th,td{padding:.2rem .6rem;border-bottom:1px solid var(--line);"
"text-align:right;vertical-align:top;white-space:nowrap}\n"
"thead th{vertical-align:bottom;border-bottom:2px solid var(--fg)}\n"
"th.l,td.l{text-align:left}tbody th{font-weight:normal}\n"
"tr.group th{font-weight:bold;background:var(--panel)}\n"
".figures th.l:first-child{position:sticky;left:0;background:var(--bg)}\n"
".figures tr.group th.l:first-child{background:var(--panel)}\n"
".hash,pre,dd{font-family:ui-monospace,monospace;font-size:.8rem}\n"
"pre{white-space:pre-wrap;background:var(--panel);padding:.5rem}\n"
"dl{margin:.5rem 0}dt{color:var(--soft)}dd{margin:0 0 .3rem 1rem}\n"
".m-r{color:var(--more)}.m-i{color:var(--fewer)}.soft{color:var(--soft)}\n"
".key{white-space:nowrap;margin-left:.5em}.key i{display:inline-block;"
"width:.9em;height:.9em;margin-right:.3em;vertical-align:-.1em;"
"print-color-adjust:exact}\n"
".k1{background:var(--base)}.k2{background:var(--cell)}"
".k3{background:var(--tail)}\n"
"svg{display:block;overflow:hidden}"
"svg text{font:12px system-ui,sans-serif}svg path{fill:none}\n"
".s0,.s4{stroke:var(--soft)}.s1{stroke:var(--base)}.s2{stroke:var(--cell)}"
".s3{stroke:var(--tail)}.s5,.s7{stroke:var(--fg)}.s6{stroke:var(--line)}\n"
".f0,.f5,.f7{fill:var(--fg)}.f1{fill:var(--base)}.f2{fill:var(--cell)}"
".f3{fill:var(--tail)}.f4{fill:var(--soft)}.f6{fill:var(--line)}\n"
"@media print{body{max-width:none;padding:0}.scroll{overflow:visible}"
"details .scroll{max-height:none}svg{width:100%;height:auto}"
"table{font-size:6.5pt}th,td{padding:.1rem .2rem;white-space:normal}"
".figures th.l:first-child{position:static}"
"figure,tr{break-inside:avoid}h2,h3{break-after:avoid}}\n";

/* The style's hash, by which alone the page's own policy lets it in. */
static void add_policy(struct bytes *out)
{
	unsigned char raw[EVP_MAX_MD_SIZE], text[64];

	if (!EVP_Digest(style, sizeof(style) - 1, raw, NULL, EVP_sha256(),
			NULL))
		die(ST_MACHINE, "SHA-256 is not to be had from libcrypto");
	EVP_EncodeBlock(text, raw, 32);
	bytes_printf(out, "<meta http-equiv=\"Content-Security-Policy\" "
		     "content=\"default-src 'none'; style-src 'sha256-%s'; "
		     "base-uri 'none'; form-action 'none'\"/>\n",
		     (const char *)text);
}

/* Well-formed as XML, too: one parser more to check it with. */
void page_begin(struct bytes *out, const char *title)
{
	bytes_printf(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n"
		     "<meta charset=\"utf-8\"/>\n");
	add_policy(out);
	bytes_printf(out, "<meta name=\"viewport\" "
		     "content=\"width=device-width, initial-scale=1\"/>\n"
		     "<meta name=\"color-scheme\" content=\"light dark\"/>\n"
		     "<title>");
	page_text(out, title);
	bytes_printf(out, "</title>\n<style>%s</style>\n</head>\n<body>\n"
		     "<main>\n<h1>", style);
	page_text(out, title);
	bytes_printf(out, "</h1>\n");
}

void page_end(struct bytes *out)
{
	bytes_printf(out, "</main>\n</body>\n</html>\n");
}
