#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The verb `import`: one revision whole out of a mailbox, or nothing.

. "$(dirname "$0")/tap.sh"
pb=${PATCHBENCH:-$root/build/patchbench}
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null LC_ALL=C
export GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@example.org
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org
cd "$tmp" || exit 1

# import [OPTION...]: of $tmp/m, to $tmp/o
import () {
	rm -rf "$tmp/o"
	"$pb" import "$tmp/m" --stack s --patches "$tmp/o/p" \
		--series "$tmp/o/s" "$@"
}

# takes NAME [OPTION...]
takes () {
	takes_name=$1
	shift
	run 0 "$takes_name" import "$@"
	said=$err
	is "$out" "$tmp/o/s" "$takes_name: the series file is printed"
	run 0 "$takes_name: and read" "$pb" series "$tmp/o/s" \
		--patches "$tmp/o/p"
}

# refuses NAME PATTERN [OPTION...]
refuses () {
	refuses_name=$1 refuses_pattern=$2
	shift 2
	run 4 "refused: $refuses_name" import "$@"
	like "$err" "$refuses_pattern" "$refuses_name: says so"
	is "$(ls -A "$tmp/o" 2>/dev/null)$out" '' \
		"$refuses_name: nothing is written"
}

# mail ID SUBJECT [HEADER...]: with the text on standard input, as lore has it
mail () {
	printf 'From mboxrd@z Thu Jan  1 00:00:00 1970\n'
	printf 'From: A U Thor <author@example.org>\n'
	printf 'Date: Tue, 3 Mar 2026 15:08:38 +0000\n'
	printf 'Subject: %s\n' "$2"
	test -z "$1" || printf 'Message-ID: <%s>\n' "$1"
	shift 2
	for header
	do
		printf '%s\n' "$header"
	done
	printf '\n'
	cat
	printf '\n'
}

# text NAME: a log and the diff that makes a file of that name
text () {
	printf 'The log of %s.\n\nSigned-off-by: A U Thor <author@example.org>\n' "$1"
	printf -- '---\n %s | 1 +\n 1 file changed, 1 insertion(+)\n\n' "$1"
	printf 'diff --git a/%s b/%s\nnew file mode 100644\n' "$1" "$1"
	printf 'index 0000000..a1a1a1a\n--- /dev/null\n+++ b/%s\n' "$1"
	printf '@@ -0,0 +1 @@\n+%s\n-- \n2.39.5\n' "$1"
}

# patch ID SUBJECT [HEADER...]: such a mail
patch () {
	text f | mail "$@"
}

# pair VERSION ID: a cover and two patches
pair () {
	pair_v=$1 pair_id=$2
	echo 'The cover.' | mail "$pair_id-0" "[PATCH $pair_v 0/2] sub: Both"
	text one | mail "$pair_id-1" "[PATCH $pair_v 1/2] sub: One" \
		"In-Reply-To: <$pair_id-0>"
	text two | mail "$pair_id-2" "[PATCH $pair_v 2/2] sub: Two" \
		"In-Reply-To: <$pair_id-0>"
}

# tree MAIL...: the tree and the commits that git am makes of these mails
tree () {
	rm -rf "$tmp/am" &&
	git clone -q "$tmp/src" "$tmp/am" &&
	git -C "$tmp/am" reset -q --hard base &&
	git -c mailinfo.quotedCr=nowarn -C "$tmp/am" am -q --keep-cr "$@" >&2 &&
	git -C "$tmp/am" rev-parse HEAD^{tree} &&
	git -C "$tmp/am" log --format='%an|%ae|%ad|%B' base..
}

# ------------------------------------------------------- what git itself makes

git init -q src
(
	cd src || exit 1
	printf 'a\nb\nc\n' >f
	printf 'x\r\ny\r\n' >crlf
	printf 'latin \344\n' >latin
	git add . && git commit -q -m base && git tag base
	printf 'a\nFrom here\n>From there\nb\nc\n' >f
	printf 'x\r\nz\r\ny\r\n' >crlf
	printf 'latin \344\nmore \344\n' >latin
	git commit -q -a --author='Zoë M. Müller <zoe@example.org>' \
		-m 'sub: Change a.. file, with (signs): a subject that is longer than a line of a mail' \
		-m 'Text with an ä.

From here on it is text.
>From there as well.
-- 
Not a signature.

Link: https://example.org/ä
Signed-off-by: Zoë M. Müller <zoe@example.org>'
	: >empty && git add empty
	chmod +x f
	git commit -q -a --author='"Comma, Name" <n@example.org>' \
		-m 'Über: [tag] Ein Betreff'
	git mv f moved
	git commit -q -a -m 'moved'
) || exit 1

git -C src format-patch -q -o "$tmp/plain" base
written=$tmp/o/p/s/v1/*.patch
tree "$tmp"/plain/*.patch >wanted
is "$(grep -c '|sub: \||.*ber: \||moved' wanted)" 3 "git's own commits"

git -C src format-patch -q --stdout base >m
takes 'what format-patch prints'
tree $written >got
ok 'git am makes the same commits of it' cmp wanted got
is "$(cd o/p/s/v1 && echo *)" "$(cd plain && echo *)" \
	'the files have the names that git gives'
is "$(cat "o/s")" "# Stack: s
# Revision: v1
# Prefix: PATCH
# Subject: sub: Change a.. file, with (signs): a subject that is longer than a line of a mail
# Label: v1
# Posted: no
# Date: $(date -u +%Y-%m-%d)
$(cd plain && printf 's/v1/%s\n' *)" 'the series file'

git -C src format-patch -q --stdout --cover-letter --thread=deep -v3 \
	--rfc base >m
written=$tmp/o/p/s/v3/*.patch
takes 'a deep thread with a cover'
tree $written >got
ok 'git am makes the same commits of a deep thread' cmp wanted got
is "$("$pb" series --get Prefix o/s)" 'RFC PATCH' 'its prefix'
is "$("$pb" series --get Posted o/s)" \
	"$(sed -n 's/^Message-Id: <\(cover.*\)>$/\1/p' m)" 'its Message-ID'
is "$(sed 5q o/p/s/v3/0000-cover-letter.txt | sed 's/^Date: .*/Date/')" \
	"Subject: *** SUBJECT HERE ***
From: C <c@example.org>
Date

*** BLURB HERE ***" 'the cover is kept'

# The same mails in other encodings, each as another program would send it.
cat >encode.py <<'EOP'
import base64, re, sys
how, source = sys.argv[1:]
out = sys.stdout.buffer
text = open(source, 'rb').read()
for part in re.split(rb'(?m)^From [0-9a-f]{40} Mon Sep 17.*\n', text)[1:]:
    head, body = part.split(b'\n\n', 1)
    body = body[:-1] if body.endswith(b'\n\n') else body
    head = b'\n'.join(l for l in head.split(b'\n') if not
                      re.match(rb'(?i)mime-|content-', l))
    kind = {'qp': b'quoted-printable', 'base64': b'base64'}.get(how, b'8bit')
    head += (b'\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8'
             b'\nContent-Transfer-Encoding: ' + kind)
    if how == 'qp':
        body = re.sub(rb'[=\r\x80-\xff]', lambda m: b'=%02X' % m[0][0], body)
        body = re.sub(rb'(?m)^(.{60}[^=\n]{6})(.)', rb'\1=\n\2', body)
    elif how == 'base64':
        body = base64.encodebytes(body)
    if how == 'mboxrd':
        body = re.sub(rb'(?m)^(>*From )', rb'>\1', body)
    mark = b'From mboxrd@z Thu Jan  1 00:00:00 1970\n'
    if how == 'mbox':
        mark = b'From a@example.org Tue Mar  3 15:08:38 2026\n'
    part = mark + head + b'\n\n' + body + (b'' if how == 'b4' else b'\n')
    if how == 'crlf':
        part = part.replace(b'\n', b'\r\n')
    out.write(part)
EOP
git -C src format-patch -q --stdout --thread -v3 base >git.mbox
for how in qp base64 mboxrd b4 crlf mbox
do
	python3 encode.py $how git.mbox >m
	takes "sent as $how"
	tree $written >got
	ok "$how: git am makes the same commits" cmp wanted got
done
python3 encode.py mboxrd git.mbox | gzip >m
takes 'through gzip'
tree $written >got
ok 'gzip: git am makes the same commits' cmp wanted got
head -c 700 m >m2 && mv m2 m
refuses 'gzip that ends early' 'gzip data is damaged'

# ----------------------------------------------------------- which mails

{ pair v1 a; pair v3 c; pair v2 b; } >m
takes 'the newest revision'
is "$("$pb" series --get Revision o/s)" v3 'is the third'
is "$(cat o/p/s/v3/0001-sub-One.patch)" \
	"From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: A U Thor <author@example.org>
Date: Tue, 3 Mar 2026 15:08:38 +0000
Subject: sub: One

$(text one)" 'a patch as it is written'
takes 'a revision by name' --rev v1
is "$("$pb" series --get Posted o/s)" a-0 'is that one'
run 3 'a revision that is not there' import --rev v4
like "$err" 'has no v4' 'is named'
run 2 'v03 is no revision' import --rev v03
run 2 'nor is 3' import --rev 3

{
	echo cover | mail z-0 '[RFC PATCH v6,0/2] x'
	text one | mail z-1 '[PATCHv6 1/2] one' 'References: <z-0>'
	text two | mail z-2 '[PATCH 2/2 V6] two' 'References: <y> <z-0>'
	echo thanks | mail z-3 'Re: [PATCH v7 1/2] one' 'References: <z-0>'
	text other | mail z-4 'Re: [PATCH v6,1/2] one' 'References: <z-0> <z-1>'
	text other | mail z-5 'AW: [PATCH v7] one' 'References: <z-0> <z-1>'
} >m
takes 'subjects in the wild'
is "$("$pb" series o/s)" "s/v6/0001-one.patch
s/v6/0002-two.patch" 'answers with a diff are no patches'
{ text one | mail a '[PATCH1/1] one'; } >m
takes 'PATCH1/1'
patch a '[PATCH net-next v2] sub: A single one' >m
takes 'a single patch'
is "$("$pb" series --get Prefix o/s)$(ls o/p/s/v2)" \
	'PATCH net-next0001-sub-A-single-one.patch' 'its prefix and name'

{ pair v1 a; pair v2 b | sed '/^From mboxrd/,$!d' | awk '/^From mboxrd/ { n++ } n != 2'; } >m
takes 'the newest that is whole'
like "$said" 'v2 is incomplete (1/2 not in the mailbox), v1 is taken' \
	'and the other is named'
refuses 'a revision with a gap' 'v2 is incomplete: 1/2 not' --rev v2
{ pair v1 a; pair v1 b; } >m
refuses 'one version twice' 'v1 is there more than once, with message <a-0> and with message <b-0>'
takes 'unless one is picked' --id b-2
is "$("$pb" series --get Posted o/s)" b-0 'the one that was picked'
run 3 'ids are bytes' import --id B-2
run 2 'and none is none' import --id '<>'
{ pair v1 a; pair v1 a; } >m
takes 'the same mails twice'
{ pair v1 a; text one | mail a-9 '[PATCH v1 1/2] sub: One' 'In-Reply-To: <a-0>'; } >m
takes 'a patch sent again'
{ pair v1 a; text six | mail a-9 '[PATCH v1 1/2] sub: One' 'In-Reply-To: <a-0>'; } >m
refuses 'two patches under one number' '<a-9>: differs from message <a-1>'
{
	text one | mail a-1 '[PATCH 1/2] one' 'In-Reply-To: <a-0>'
	text two | mail b-2 '[PATCH 2/2] two' 'In-Reply-To: <b-0>'
} >m
refuses 'halves of two series' 'v1 is there more than once'
git -C src format-patch -q --stdout base >m && cat m >>m2 && cat m >>m2 && mv m2 m
refuses 'two series without ids' 'v1 is there more than once, with mail 1 and with mail 4'
git -C src format-patch -q --attach --stdout base >m
refuses 'what git attaches' 'm:1: mail: has an attachment'
{ pair v5 a; patch p '[PATCH v5.1 2/2] two' 'In-Reply-To: <a-0>'; } >m
refuses 'the replacement of one patch' '<p>: a version with a point'
{ pair v5 a; patch p '[PATCH v5 1.5/2] two' 'In-Reply-To: <a-0>'; } >m
refuses 'a number in between' '<p>: its number is not understood'
{ pair v5 a; patch p '[PATCH v5 3/2] two' 'In-Reply-To: <a-0>'; } >m
refuses 'a number behind the last' '<p>: its number'
echo hello | mail a 'Hello' >m
refuses 'no patch at all' 'holds no patch'

# ------------------------------------------------------- what is in a mail

{ pair v1 a; } | sed '/^In-Reply-To: <a-0>/i Content-Type: text/plain; charset=utf-8; format=Flowed' >m
refuses 'format=flowed' '<a-1>: is format=flowed'
{ echo no | mail a-1 '[PATCH 1/1] no diff'; } >m
refuses 'a patch without a diff' '<a-1>: has the number of a patch, but no diff'
{
	printf -- '--x\n\nThe log.\n--x\nContent-Type: text/x-patch\n'
	printf 'Content-Disposition: attachment\n\n'
	text one
	printf -- '--x--\n'
} >body
mail a '[PATCH] x' 'MIME-Version: 1.0' \
	'Content-Type: multipart/mixed; boundary=x' <body >m
refuses 'a diff in an attachment' '<a>: has an attachment'
{ printf '<pre>'; text one; } | mail a '[PATCH] x' \
	'Content-Type: text/html' >m
refuses 'a diff in HTML' '<a>: is HTML'
{
	printf -- '--x\n\n'
	text one
	printf -- '--x\nContent-Type: text/html\n\n<pre>\n--x--\n'
} | mail a '[PATCH] x' 'Content-Type: multipart/alternative; boundary=x' >m
refuses 'HTML beside the text' 'HTML'
{
	printf -- '--x\n\n'
	text one
	printf -- '--x\nContent-Type: application/pgp-signature\n\n'
	printf -- '-----BEGIN PGP SIGNATURE-----\n--x--\n'
} | mail a '[PATCH] x' 'Content-Type: multipart/signed; boundary=x' >m
takes 'a signed text'
text one | mail a '[PATCH] x' 'Content-Transfer-Encoding: x-uuencode' >m
refuses 'an unknown encoding' '<a>: its transfer encoding is unknown'
{ printf 'if (a == b)\n'; text one; } | mail a '[PATCH] x' \
	'Content-Transfer-Encoding: quoted-printable' >m
refuses 'what is not quoted-printable' '<a>: its quoted-printable is damaged'
{ text one | base64; echo 'A list, with its footer'; } | mail a '[PATCH] x' \
	'Content-Transfer-Encoding: base64' >m
refuses 'what is not base64' '<a>: its base64 is damaged'

{
	printf 'From: =?iso-8859-1?q?J=F6rg?= <j@example.org>\nSubject: [PATCH] other\n\n'
	printf 'Gr\374n.\n\n'
	text one
} | mail a '[PATCH] x' 'Content-Type: text/plain; charset=ISO-8859-1' \
	'Content-Transfer-Encoding: 8bit' >m
takes 'another character set, an author in the text'
like "$(cat o/p/s/v1/0001-other.patch)" '^From: Jörg <j@example.org>$' \
	'the author as UTF-8'
like "$(cat o/p/s/v1/0001-other.patch)" '^Grün.$' 'the text as UTF-8'
is "$(grep -c '^From: \|^Subject: ' o/p/s/v1/0001-other.patch)" 2 \
	'its headers are in the text no more'
tree "$tmp/m" >wanted
tree "$tmp"/o/p/s/v1/*.patch >got
ok 'git am sees the same author, subject and log' cmp wanted got
like "$(cat got)" '^Jörg|' 'and there is one'
{
	printf 'From: Jo <j@example.org>\n\nDate: is the first word of this log.\n\n'
	text one
} | mail a '[PATCH] x' >m
takes 'a log that begins like a header'
tree "$tmp/m" >wanted
tree "$tmp"/o/p/s/v1/*.patch >got
ok 'git am sees the same log' cmp wanted got
{ printf 'Gr\374n.\n\n'; text one; } | mail a '[PATCH] x' >m
refuses 'bytes of no declared character set' '<a>: its text is not UTF-8'
{ printf 'Gr\374n.\n\n'; text one; } | mail a '[PATCH] x' \
	'Content-Type: text/plain; charset=x-none' >m
refuses 'an unknown character set' '<a>: its text is not in the character set'
{ printf 'A \033[2J\n\n'; text one; } | mail a '[PATCH] x' >m
refuses 'an escape in the log' '<a>: .*0x1b'
{ printf 'A \000\n\n'; text one; } | mail a '[PATCH] x' >m
refuses 'a NUL in the text' '<a>: its text holds a NUL'
patch a '[PATCH] x' 'From: another <b@example.org>' >m
refuses 'two authors' '<a>: has 2 headers From'
patch a '[PATCH] x' | sed '/^Date:/d' >m
refuses 'no date' '<a>: has no header Date'
patch a '[PATCH] x' | sed 's/^From: .*/From: nobody/' >m
refuses 'no address' '<a>: its From is not one address'
patch a '[PATCH] x' "$(printf 'X-A: \001B')" | tr '\001' '\000' >m
refuses 'a NUL in a header' '<a>: its headers hold a NUL'

# --------------------------------------------------------------- From lines

{
	printf 'From the start.\n\nFrom a@b Tue Mar  3 15:08:38 2026\n'
	printf 'is how a mail begins.\n\n'
	printf 'From b@c Tue Mar  3 15:08:38 2026\nNote: this is none.\n\n'
	text one
} >body
mail a '[PATCH] x' <body >m
takes 'lines From that begin no mail, unquoted'
is "$(sed '1,/^$/d' o/p/s/v1/*.patch)" "$(cat body)" 'they are as they were'
sed 's/^>*From /&/;s/^\(>*From \)/>\1/' body | mail a '[PATCH] x' >m
takes 'the same, quoted'
like "$said" "<a>: git am will take line 3 of its text" 'git am is warned of'
is "$(sed '1,/^$/d' o/p/s/v1/*.patch)" "$(cat body)" 'the quotes are gone'
{ printf '>From the start.\n\n'; text one; } | mail a '[PATCH] x' |
	sed '1s/.*/From a@b Tue Mar  3 15:08:38 2026/' >m
takes 'a quote in a mailbox that does not quote'
is "$(grep -c '^>From the' o/p/s/v1/*.patch)" 1 'it is kept'
patch a '[PATCH] x' | sed 1d >m
refuses 'no mailbox' ':1: is no mailbox'
: >m
refuses 'nothing' 'is empty'
head -c 100000 /dev/zero >m
refuses 'zeros' ':1: is no mailbox'

# ---------------------------------------------------------------- hostile

patch a '[PATCH] ../../../etc/passwd' >m
takes 'a subject that climbs'
is "$(ls -A o/p/s/v1)" 0001-.-.-.-etc-passwd.patch 'its file does not'
patch a '[PATCH] ...' >m
takes 'a subject of points'
is "$(ls -A o/p/s/v1)" 0001-patch.patch 'has a name nevertheless'
patch a "[PATCH] $(printf '\342\200\256')gpj" >m
refuses 'a subject that turns round' 'its Subject has a control character'
patch a '[PATCH] =?utf-8?q?a=0Ab?=' >m
takes 'a line break in a subject'
is "$("$pb" series --get Subject o/s)" 'a b' 'is a blank'
patch a '[PATCH] =?utf-8?q?a=1B[2J?=' >m
refuses 'an escape in a subject' 'its Subject has a control'
patch a '[PATCH] =?x-none?q?abc?=' >m
refuses 'an encoded word of no known kind' 'its Subject has an encoded word'
patch a '[PATCH]' >m
refuses 'no subject' '<a>: its subject is empty'
{
	patch a '[PATCH] x' | sed '/^$/q'
	awk 'BEGIN { for (i = 0; i < 200000; i++)
		print "some text that is here to make the mail too long for anyone" }'
} >m
refuses 'a mail of 12 MB' '<a>: is longer than 8 MiB'
{ patch b '[PATCH v2] x'; cat m; } >m2 && mv m2 m
takes 'another in the same mailbox'
awk 'BEGIN {
	print "From a@b Thu Jan  1 00:00:00 1970\nFrom: a <a@b>"
	print "Date: Tue, 3 Mar 2026 15:08:38 +0000\nSubject: [PATCH] x"
	for (i = 0; i < 100000; i++)
		printf "Content-Type: multipart/mixed; boundary=b%d\n\n--b%d\n", i, i
}' >m
refuses 'parts in parts in parts' 'has too many parts'

# ------------------------------------------------------------ what is there

pair v1 a >m
import 2>/dev/null >/dev/null
cp -R o kept
again () {
	"$pb" import "$tmp/m" --stack s --patches "$tmp/o/p" \
		--series "$tmp/o/s" "$@"
}
run 4 'what is there is not replaced' again
like "$err" 'is there already; --force' 'it says so'
ok 'and all is as it was' diff -r o kept
{ pair v1 b; patch x '[PATCH v2] x'; } | sed 's/sub: One/sub: Ein/' >m
run 0 'unless --force is given' again --rev v1 --force
is "$(ls -A o/p/s/v1)" '0000-cover-letter.txt
0001-sub-Ein.patch
0002-sub-Two.patch' 'nothing of the old one is left'
is "$(ls -A o/p/s) $(ls -A o)" "$(printf 'v1 p\ns')" 'and nothing else is there'
cp o/p/s/v1/0002-sub-Two.patch o/p/s/v1/my-own.patch
run 4 'a patch that the series does not list is not replaced' again --rev v1 --force
like "$err" 'my-own.patch is no patch of' 'it is named'
rm o/p/s/v1/my-own.patch
run 4 'nor is a file that is no series of it' "$pb" import m --stack s --rev v1 \
	--patches o/p --series m --force
ok 'the mailbox is still there' grep -q '^Subject' m
for odd in ./o/p/s/v1/series o//p/s/v1/series
do
	run 2 "the series file among the patches, as $odd" "$pb" import m \
		--stack s --rev v1 --patches o/p --series "$odd"
done
echo mine >o/p/s/v1/notes.md
run 4 'what no import wrote is not replaced' again --rev v1 --force
is "$(cat o/p/s/v1/notes.md)" mine 'it is kept'
rm -rf o && mkdir -p o/s
run 4 'a folder in place of the series file' again --rev v1 --force
is "$(ls -A o)" s 'leaves nothing'
rm -rf o && mkdir o && : >o/q
run 5 'a file in place of a folder' "$pb" import m --stack s --rev v1 \
	--patches o/p --series o/q/x/s
is "$(ls -A o)" q 'leaves nothing, too'
run 2 'the series file among the patches' "$pb" import m --stack s --rev v1 \
	--patches o/p --series o/p/s/v1/series
rm -rf o && mkdir -p repo/series repo/patches repo/docs
run 0 'the default places' sh -c "cd repo/docs &&
	'$pb' import ../../m --stack s --rev v1"
is "$(cd repo && find . -type f | sort)" './patches/s/v1/0000-cover-letter.txt
./patches/s/v1/0001-sub-Ein.patch
./patches/s/v1/0002-sub-Two.patch
./series/s/v1' 'are those of the repository'
mkdir -p own/series own/patches
run 0 'in no repository' sh -c "cd '$tmp/src' && PATCHBENCH_SERIES='$tmp/own/series' \
	PATCHBENCH_PATCHES='$tmp/own/patches' '$pb' import ../m --stack s --rev v1"
is "$out" "$tmp/own/series/s/v1" 'it is the own stacks that take it'
run 0 'explicit folders come before a repository' sh -c "rm -rf own/series/s own/patches/s &&
	cd repo/docs && PATCHBENCH_SERIES='$tmp/own/series' \
	PATCHBENCH_PATCHES='$tmp/own/patches' '$pb' import ../../m --stack s --rev v1"
is "$out" "$tmp/own/series/s/v1" 'and take it'
run 2 'no stack' "$pb" import m
run 2 'no mailbox' "$pb" import --stack s
run 2 'a name that climbs' "$pb" import m --stack ../s
run 2 'a name with a slash' "$pb" import m --stack a/s
run 3 'a mailbox that is missing' "$pb" import nothing --stack s
run 4 'a mailbox that is a folder' "$pb" import src --stack s

# ------------------------------------------------------------------- large

# As users have it: the sanitizers' memory is their own.
"$root/tests/big-mbox.sh" 50000 2100 >m
pb=$root/build/patchbench
if test -x "$pb"
then
	run 0 '100 MB of 50,000 mails in 300 MiB and 10 s' sh -c "
		ulimit -v 307200
		exec timeout 10 '$pb' import m --stack s --rev v5 \
			--patches o/p --series o/s"
	is "$(ls o/p/s/v5 | wc -l)" 13 'all of it is there'
else
	skip 'build/patchbench is not built' '100 MB of 50,000 mails'
fi
done_testing
