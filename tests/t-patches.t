#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Patches of strangers: what is taken gives the tree that quilt gives without
# fuzz, and what is refused is refused by file and line.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null
export GIT_AUTHOR_NAME=a GIT_AUTHOR_EMAIL=a@localhost
export GIT_COMMITTER_NAME=a GIT_COMMITTER_EMAIL=a@localhost
unset QUILT_PATCHES QUILT_SERIES
export QUILT_PATCH_OPTS=--fuzz=0

# The tree that all cases begin with.
seed=$tmp/seed
mkdir -p "$seed/src/deep" && cd "$seed" && git init -q .
seq 1 40 | sed 's/^/line /' >src/a.c
printf 'one\ntwo\n\n\n' >blank
printf 'no\nend' >noend
printf 'dos\r\nfile\r\n' >dos
for n in 1 2 3 4 5 6
do
	printf '{\n\tsame();\n}\n\n'
done >src/deep/same.c
printf '#!/bin/sh\n' >run && chmod +x run
: >empty
ln -s src/a.c link
ln -s src linkdir
printf 'space\n' >'with space'
git add -A && git commit -q -m seed

# quilt_tree DIR: the tree that quilt makes of a copy with DIR as patches/
quilt_tree () {
	rm -rf "$tmp/q" && cp -a "$seed" "$tmp/q" && cp -a "$1" "$tmp/q/patches" &&
	cd "$tmp/q" || return
	if test -n "$(grep -v -e '^#' -e '^ *$' patches/series)"
	then
		quilt --quiltrc - push -a >"$tmp/quilt" 2>&1 || return
	fi
	rm -rf .pc patches && git add -A -f && git write-tree
}

# ours DIR [STATUS] NAME
ours () {
	run "$2" "$3" "$pb" apply --series "$1/series" --patches "$1" \
		--git "$seed/.git" --onto HEAD
}

stack () {
	rm -rf "$tmp/p" && mkdir "$tmp/p" &&
	if test -e "$tmp/in"
	then
		mv "$tmp/in" "$tmp/p/x.patch"
	else
		cat >"$tmp/p/x.patch"
	fi &&
	printf '%s\n' "${1:-x.patch}" >"$tmp/p/series"
}

# same NAME [SERIES]: the patch on standard input gives quilt's tree
same () {
	stack "${2:-}"
	ours "$tmp/p" 0 "$1"
	is "$out" "$(quilt_tree "$tmp/p" || tail -n 3 "$tmp/quilt")" \
		"$1: as quilt has it"
}

# fails NAME PATTERN: it does not apply, for quilt neither
fails () {
	stack
	ours "$tmp/p" 1 "$1"
	like "$err" "x.patch: $2" "$1: says where"
	is "$(quilt_tree "$tmp/p" >/dev/null && echo applies)" '' \
		"$1: not for quilt either"
}

# refused NAME PATTERN [SERIES]: with file and line, also without a kernel
refused () {
	stack "${3:-}"
	run 4 "$1" "$pb" check --series "$tmp/p/series" --patches "$tmp/p"
	like "$err" "$2" "$1: says where and why"
	is "$out" '' "$1: nothing on standard output"
	ours "$tmp/p" 4 "$1: nor is it applied"
}

edit () {
	cat <<-\EOP
	--- a/src/a.c
	+++ b/src/a.c
	@@ -9,5 +9,5 @@
	 line 9
	 line 10
	-line 11
	+LINE 11
	 line 12
	 line 13
	EOP
}

# ----------------------------------------------------------------- taken

edit >"$tmp/in"
same 'a plain unified diff'
edit | sed 's|^\(...\) [ab]/|\1 |' >"$tmp/in"
same 'with -p0' 'x.patch -p0'
edit | sed 's|^\(...\) [ab]/|\1 x/y/|' >"$tmp/in"
same 'with -p2' 'x.patch -p2'
edit | sed 's|^\(...\) \(.*\)$|\1 \2	2026-01-01 10:00:00.000000000 +0100|' >"$tmp/in"
same 'with times behind tabs'
edit | sed 's|^\(...\) \([ab]/.*\)$|\1 \2 2026-01-01 10:00:00|' >"$tmp/in"
same 'with times behind blanks'
edit | sed 's|^--- a/src/a.c|--- a/src/a.c.orig|' >"$tmp/in"
same 'from a name with .orig'
edit | sed 's| [ab]/| ./|' >"$tmp/in"
same 'with names that begin with a dot'
{
	printf 'Description: a thing\n With more of it\n .\n and more\n'
	printf 'Author: Some One <some@localhost>\nBug: https://localhost/1\n---\n'
	printf 'This patch header follows DEP-3\n--- \n\n'
	edit
} >"$tmp/in"
same 'with a header of DEP-3'
{
	printf 'From 0123456789012345678901234567890123456789 Mon Sep 17 00:00:00 2001\n'
	printf 'From: A <a@localhost>\nSubject: [PATCH] x\n\nWhy.\n---\n src/a.c | 2 +-\n\n'
	printf 'diff --git a/src/a.c b/src/a.c\nindex 1234567..89abcde 100644\n'
	edit
	printf -- '-- \n2.39.5\n\n'
} >"$tmp/in"
same 'as git format-patch writes it'
{
	printf 'Index: linux/src/a.c\n%s\n' \
		===================================================================
	edit
} >"$tmp/in"
same 'as quilt writes it'
{
	printf 'Log with @@ alone:\n@@\n@@ -1,2 +1,2 @@\n\nand\n'
	printf '> --- a/x\n> +++ b/x\n> @@ -1 +1 @@\n> -a\n> +b\n'
	printf '| --- a/x\n| +++ b/x\n| @@ -1 +1 @@\nand --- a/b +++ c @@ -1\n\n'
	edit
} >"$tmp/in"
same 'a log with a lone @@ and quoted diffs'
edit | sed 's/^@@.*$/@@ -2,5 +2,5 @@ function/' >"$tmp/in"
same 'a hunk that has moved down'
edit | sed 's/^@@.*$/@@ -33,5 +33,5 @@/' >"$tmp/in"
same 'a hunk that has moved up'
same 'two hunks, the second moved as the first was' <<\EOP
--- a/src/deep/same.c
+++ b/src/deep/same.c
@@ -3,3 +3,3 @@
 {
-	same();
+	first();
 }
@@ -11,3 +11,3 @@
 {
-	same();
+	second();
 }
EOP
same 'nearest of equals, down before up' <<\EOP
--- a/src/deep/same.c
+++ b/src/deep/same.c
@@ -11,3 +11,3 @@
 {
-	same();
+	changed();
 }
EOP
same 'short context holds a hunk to the end' <<\EOP
--- a/src/deep/same.c
+++ b/src/deep/same.c
@@ -5,3 +5,4 @@
 	same();
 }
 
+added
EOP
same 'short context holds a hunk to the start' <<\EOP
--- a/src/deep/same.c
+++ b/src/deep/same.c
@@ -1,2 +1,3 @@
+added
 {
 	same();
EOP
same 'no context' <<\EOP
--- a/src/a.c
+++ b/src/a.c
@@ -3 +3 @@
-line 3
+three
@@ -7,0 +8,2 @@
+seven and a half
+nearly eight
@@ -20,2 +21,0 @@
-line 20
-line 21
EOP
same 'a new file' <<\EOP
--- /dev/null
+++ b/new/file.c
@@ -0,0 +1,2 @@
+one
+two
EOP
same 'a new file by its time' <<\EOP
--- a/new.c	1970-01-01 00:00:00.000000000 +0000
+++ b/new.c	2026-01-01 00:00:00.000000000 +0000
@@ -0,0 +1 @@
+one
EOP
same 'a new file by its range alone' <<\EOP
--- a/new.c
+++ b/new.c
@@ -0,0 +1 @@
+one
EOP
same 'a file that was empty' <<\EOP
--- a/empty
+++ b/empty
@@ -0,0 +1 @@
+one
EOP
same 'a new program' <<\EOP
diff --git a/new b/new
new file mode 100755
index 000..111
--- /dev/null
+++ b/new
@@ -0,0 +1 @@
+#!/bin/sh
EOP
same 'a new empty file' <<\EOP
diff --git a/new b/new
new file mode 100644
index 0000000..e69de29
EOP
same 'a new link' <<\EOP
diff --git a/src/here b/src/here
new file mode 120000
index 000..111
--- /dev/null
+++ b/src/here
@@ -0,0 +1 @@
+../run
\ No newline at end of file
EOP
same 'a deleted file' <<\EOP
--- a/blank
+++ /dev/null
@@ -1,4 +0,0 @@
-one
-two
-
-
EOP
same 'a deleted file by its time' <<\EOP
--- a/blank	2026-01-01 00:00:00.000000000 +0000
+++ b/blank	1970-01-01 00:00:00.000000000 +0000
@@ -1,4 +0,0 @@
-one
-two
-
-
EOP
same 'a deleted empty file' <<\EOP
diff --git a/empty b/empty
deleted file mode 100644
index e69de29..0000000
EOP
same 'a file that becomes empty stays' <<\EOP
--- a/blank
+++ b/blank
@@ -1,4 +0,0 @@
-one
-two
-
-
EOP
same 'a rename' <<\EOP
diff --git a/src/a.c b/src/b.c
similarity index 100%
rename from src/a.c
rename to src/b.c
EOP
same 'a rename with a change' <<\EOP
diff --git a/src/a.c b/other/b.c
similarity index 90%
rename from src/a.c
rename to other/b.c
index 123..456 100644
--- a/src/a.c
+++ b/other/b.c
@@ -1,4 +1,4 @@
-line 1
+LINE 1
 line 2
 line 3
 line 4
EOP
same 'a copy' <<\EOP
diff --git a/run b/run2
similarity index 100%
copy from run
copy to run2
EOP
same 'a program that is no longer one, and one that becomes one' <<\EOP
diff --git a/run b/run
old mode 100755
new mode 100644
diff --git a/blank b/blank
old mode 100644
new mode 100755
EOP
same 'a mode and a change' <<\EOP
diff --git a/run b/run
old mode 100755
new mode 100644
index 123..456
--- a/run
+++ b/run
@@ -1 +1,2 @@
 #!/bin/sh
+exit 0
EOP
same 'no newline at the end, before and after' <<\EOP
--- a/noend
+++ b/noend
@@ -1,2 +1,2 @@
 no
-end
\ No newline at end of file
+END
\ No newline at end of file
EOP
same 'a newline is added at the end' <<\EOP
--- a/noend
+++ b/noend
@@ -1,2 +1,2 @@
 no
-end
\ No newline at end of file
+end
EOP
same 'no newline at the end as context' <<\EOP
--- a/noend
+++ b/noend
@@ -1,2 +1,2 @@
-no
+NO
 end
\ No newline at end of file
EOP
same 'the patch itself has no newline at its end' <<EOP
$(printf -- '--- a/src/a.c\n+++ b/src/a.c\n@@ -39,2 +39,3 @@\n line 39\n line 40\n+line 41')
EOP
printf -- '--- a/src/a.c\n+++ b/src/a.c\n@@ -39,2 +39,3 @@\n line 39\n line 40\n+line 41' >"$tmp/in"
refused 'a patch that ends in the middle of a line' 'x.patch:6: the file ends'
same 'blank context that an editor trimmed' <<\EOP
--- a/blank
+++ b/blank
@@ -1,4 +1,4 @@
-one
+ONE
 two


EOP
printf -- '--- a/blank\n+++ b/blank\n@@ -1,4 +1,4 @@\n-one\n+ONE\n two\n' >"$tmp/in"
same 'blank context that an editor trimmed off the end'
printf -- '--- a/dos\n+++ b/dos\n@@ -1,2 +1,2 @@\n dos\r\n-file\r\n+FILE\r\n' >"$tmp/in"
same 'a file with CR LF, in a patch with LF'
printf -- '--- a/with space\t2026-01-01\n+++ b/with space\t2026-01-01\n@@ -1 +1 @@\n-space\n+SPACE\n' >"$tmp/in"
same 'a name with a blank'
printf -- '--- "a/with space"\n+++ "b/with space"\n@@ -1 +1 @@\n-space\n+SPACE\n' >"$tmp/in"
same 'a name in quotes'
printf 'diff --git "a/h\\303\\274" "b/h\\303\\274"\nnew file mode 100644\n--- /dev/null\n+++ "b/h\\303\\274"\n@@ -0,0 +1 @@\n+x\n' >"$tmp/in"
same 'a name in quotes with octal numbers'
{
	edit
	printf 'Only in b: something\ndiff -Nru a/blank b/blank\n'
	printf -- '--- a/blank\n+++ b/blank\n@@ -1,4 +1,4 @@\n-one\n+ONE\n two\n \n \n'
} >"$tmp/in"
same 'two files with what diff says between them'
{
	edit
	printf -- '--- a/src/a.c\n+++ b/src/a.c\n@@ -10,3 +10,3 @@\n line 10\n-LINE 11\n+eleven\n line 12\n'
} >"$tmp/in"
same 'the same file twice'
same 'a comment removed that begins with two dashes' <<\EOP
--- a/src/a.c
+++ b/src/a.c
@@ -1,3 +1,4 @@
 line 1
+-- comment
 line 2
 line 3
EOP
: >"$tmp/in"
same 'a patch of 0 bytes'
edit >"$tmp/in"
same 'a series with comments' '# first

x.patch # behind'
: >"$tmp/in"
same 'a series without a patch' '# nothing'
: >"$tmp/p/series"
ours "$tmp/p" 0 'a series of 0 bytes'
is "$out" "$(git -C "$seed" rev-parse 'HEAD^{tree}')" 'is the base itself'

same 'a deletion by a time in another zone' <<\EOP
--- a/blank	2026-01-01 00:00:00.000000000 +0100
+++ b/blank	1970-01-01 01:00:00.000000000 +0100
@@ -1,4 +0,0 @@
-one
-two
-
-
EOP
same 'hunks whose context overlaps' <<\EOP
--- a/src/deep/same.c
+++ b/src/deep/same.c
@@ -2,5 +2,5 @@
 	same();
 }
-
+Y
 {
 	same();
@@ -4,5 +4,5 @@
 
 {
-	same();
+	Z();
 }
 
EOP
{
	printf 'A list:\n2a\n\n'
	edit
} >"$tmp/in"
same 'a log with what ed would take for a command'
{
	edit
	printf 'Property changes on: x\n____\nAdded: svn:executable\n## -0,0 +1 ##\n+*\n'
} >"$tmp/in"
same "Subversion's properties at the end"
{
	edit
	printf 'Files a/x and b/x are identical\n=== modified file x\n'
	edit | sed 's/line 11/LINE 11/;s/+LINE 11/+eleven/;s/^-line/-LINE/'
} >"$tmp/in"
same 'what diff and bzr say between files'
edit >"$tmp/in"
same 'a series with a dot before the name' ./x.patch
printf 'diff --git a/nw b/nw\nindex 0000000..1\n--- /dev/null\n+++ b/nw\n@@ -0,0 +1 @@\n+x\n' >"$tmp/in"
same 'a new file whose header does not say so'

# Random edits, made with diff, moved and applied: where both take them, the
# trees are the same. The numbers are awk's, the seeds are fixed.
random_case () {
	awk -v seed="$1" 'BEGIN {
		srand(seed)
		for (i = 1; i <= 60; i++)
			print rand() < .5 ? "{" : rand() < .5 ? "" : "x" int(rand() * 4)
	}' >"$tmp/old"
	awk -v seed="$1" 'BEGIN { srand(seed + 1000) } {
		r = rand()
		if (r < .04) next
		if (r < .08) { print "new"; print; next }
		if (r < .12) { print "changed" int(rand() * 9); next }
		print
	}' "$tmp/old" >"$tmp/new"
	# The target has lost and won lines of its own elsewhere.
	awk -v seed="$1" 'BEGIN { srand(seed + 2000) } {
		r = rand()
		if (r < .02) next
		print
		if (r > .98) print "{"
	}' "$tmp/old" >"$tmp/target"
	diff -U"$(($1 % 4))" --label a/random --label b/random "$tmp/old" "$tmp/new"
}
agree=0 taken=0
for n in $(seq 1 24)
do
	random_case $n >"$tmp/in"
	stack
	cp "$tmp/target" "$seed/random"
	git -C "$seed" add random && git -C "$seed" commit -q -m random
	theirs=$(quilt_tree "$tmp/p") || theirs=no
	mine=$("$pb" apply --series "$tmp/p/series" --patches "$tmp/p" \
		--git "$seed/.git" --onto HEAD 2>/dev/null) || mine=no
	test "$mine" = no || taken=$((taken + 1))
	if test "$mine" = "$theirs"
	then
		agree=$((agree + 1))
	else
		diag "random case $n: ours $mine, quilt's $theirs"
	fi
done
git -C "$seed" reset -q --hard "$(git -C "$seed" rev-list --max-parents=0 HEAD)"
is $agree 24 'quilt and we agree on 24 random edits'
ok 'of which many applied' test $taken -ge 6
ok 'and many did not' test $taken -le 22

# ------------------------------------------------------------- do not apply

edit | sed 's/line 12/line twelve/' >"$tmp/in"
fails 'context that is not there' 'src/a.c: hunk 1 (line 3) does not apply'
edit | sed 's|src/a.c|src/none.c|' >"$tmp/in"
fails 'a file that is not there' 'src/none.c (line 1): is not there'
fails 'context in another order of lines than the hunks before' \
	'src/a.c: hunk 2 (line 8)' <<\EOP
--- a/src/a.c
+++ b/src/a.c
@@ -20,3 +20,3 @@
 line 20
-line 21
+X
 line 22
@@ -5,3 +5,3 @@
 line 5
-line 6
+Y
 line 7
EOP
fails 'a hunk that comes before the one above it' \
	'src/a.c: hunk 2 (line 8) does not apply' <<\EOP
--- a/src/a.c
+++ b/src/a.c
@@ -20,3 +20,3 @@
 line 20
-line 21
+X
 line 22
@@ -20,2 +20,2 @@
 line 20
-line 21
+Y
EOP
fails 'two names, and neither is there' 'src/q.c (line 1): two names' <<\EOP
--- a/src/q.c
+++ b/src/rr.c
@@ -1,2 +1,2 @@
-line 1
+X
 line 2
EOP
fails 'a deletion of a file that has more' 'blank (line 1): has more' <<\EOP
--- a/blank
+++ /dev/null
@@ -1,2 +0,0 @@
-one
-two
EOP
fails 'a patch for a link' 'link (line 1): is a symbolic link' <<\EOP
--- a/link
+++ b/link
@@ -1 +1 @@
-line 1
+X
EOP

# What quilt lets pass, and we do not.
ours_only () {
	stack
	ours "$tmp/p" 1 "$1"
	like "$err" "x.patch: $2" "$1: says where"
}
ours_only 'a new file where there is one' 'src/a.c' <<\EOP
--- /dev/null
+++ b/src/a.c
@@ -0,0 +1 @@
+one
EOP
ours_only 'a rename onto a file' 'blank (line 1): is there already' <<\EOP
diff --git a/run b/blank
similarity index 100%
rename from run
rename to blank
EOP
ours_only 'a file below a link' 'linkdir/a.c (line 1): linkdir is no folder' <<\EOP
--- a/linkdir/a.c
+++ b/linkdir/a.c
@@ -1,2 +1,2 @@
-line 1
+X
 line 2
EOP

# ---------------------------------------------------------------- refused

for options in -R '-p1 -R' -p1x -pab -p '--fuzz=3' '-E'
do
	edit >"$tmp/in"
refused "the option $options" "series:1: '.*' is not -pN" \
		"x.patch $options"
done
edit >"$tmp/in"
refused 'an entry twice' "series:2: 'x.patch' stands in line 1" 'x.patch
x.patch'
edit >"$tmp/in"
refused 'an entry that climbs' "series:1: '../x.patch' climbs" '../x.patch'
edit >"$tmp/in"
refused 'an absolute entry' "series:1: '/x.patch' is an absolute" /x.patch
edit >"$tmp/in"
stack 'x.patch
missing.patch'
run 3 'a missing patch' "$pb" check --series "$tmp/p/series" --patches "$tmp/p"
like "$err" 'series:2: .*missing.patch: No such file' 'is named'
edit >"$tmp/in"
stack 'x.patch
missing.patch'
ours "$tmp/p" 3 'and nothing is applied'
is "$out" '' 'and no tree is printed'
run 3 'a missing series' "$pb" check --series "$tmp/none" --patches "$tmp/p"
mkdir "$tmp/p/x.d"
printf 'x.d\n' >"$tmp/p/series"
run 4 'an entry that is a folder' "$pb" check --series "$tmp/p/series" --patches "$tmp/p"
rm -rf "$tmp/p" && mkdir "$tmp/p" && mkfifo "$tmp/p/x.patch"
printf 'x.patch\n' >"$tmp/p/series"
run 4 'an entry that is a pipe' "$pb" check --series "$tmp/p/series" --patches "$tmp/p"

named () {
	edit | sed "s|[ab]/src/a.c|$1|"
}
named /etc/passwd >"$tmp/in"
refused 'an absolute name' "x.patch:1: '/etc/passwd' is an absolute"
named /etc/passwd >"$tmp/in"
refused 'also where stripping would make it harmless' \
	"x.patch:1: '/etc/passwd' is an absolute" 'x.patch -p1'
named a/../../x >"$tmp/in"
refused 'a name that climbs' "x.patch:1: 'a/../../x' climbs"
named ../a/x >"$tmp/in"
refused 'also before stripping' "x.patch:1: '../a/x' climbs"
named a/.git/config >"$tmp/in"
refused "git's folder" "x.patch:1: .* is git's own"
named a/src/.GIT/hooks/x >"$tmp/in"
refused "git's folder in capitals" "x.patch:1: .* is git's own"
named a/.pc/x >"$tmp/in"
refused "quilt's folder" "x.patch:1: .* is quilt's own"
named a//x >"$tmp/in"
refused 'an empty component' "x.patch:1: .* has an empty component"
named x >"$tmp/in"
refused 'nothing left to strip' "x.patch:1: 'x' has too few components"
printf -- '--- a/x\0y\n+++ b/x\0y\n@@ -1 +1 @@\n-a\n+b\n' >"$tmp/in"
refused 'a NUL in a name' 'x.patch:1: a NUL in'
printf -- '--- "a/x\\000y"\n+++ "b/x\\000y"\n@@ -1 +1 @@\n-a\n+b\n' >"$tmp/in"
refused 'a NUL in a quoted name' 'x.patch:1: a quoted name that cannot be read'
printf -- '--- "a/x\\ny"\n+++ "b/x\\ny"\n@@ -1 +1 @@\n-a\n+b\n' >"$tmp/in"
refused 'a line break in a quoted name' 'x.patch:1: .the name. has a control character'
printf -- '--- a/with space\n+++ b/with space\n@@ -1 +1 @@\n-space\n+SPACE\n' >"$tmp/in"
refused 'a blank in a name that patch would cut' 'x.patch:1: a name with a blank'
printf 'text with a \0 in it\n' | cat - "$tmp/p/x.patch" >"$tmp/in"
refused 'a NUL in the text' 'x.patch:1: a NUL in the text'
for target in ../../etc/passwd /etc/passwd .git/config src/../../x
do
	printf 'diff --git a/l b/l\nnew file mode 120000\nindex 0..1\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+%s\n\\ No newline at end of file\n' $target >"$tmp/in"
refused "a link to $target" "x.patch:6: 'l' is a link"
done
edit | sed 's/^@@.*/@@ -9,5 +9,6 @@/' >"$tmp/in"
refused 'a count that is too large' 'x.patch:3: the hunk counts 5 and 6'
edit | sed 's/^@@.*/@@ -9,4 +9,4 @@/' >"$tmp/in"
refused 'a count that is too small' 'x.patch:9: more lines than the hunk in line 3'
{
	edit | sed 's/^@@.*/@@ -9,4 +9,4 @@/;$s/^ /+/'
} >"$tmp/in"
refused 'lines that patch would skip' 'x.patch:9: more lines than'
edit | sed 's/^@@.*/@@ -9,5 +9,5 @/' >"$tmp/in"
refused 'a hunk header cut short' 'x.patch:3: '
edit | sed 's/^@@.*/@@ -9,5, +9,5 @@/' >"$tmp/in"
refused 'a hunk header with a comma' 'x.patch:3: '
edit | sed 's/^@@.*/@@ -a,5 +9,5 @@/' >"$tmp/in"
refused 'a hunk header with a letter' 'x.patch:3: '
edit | sed 's/^@@.*/@@ -99999999999999999999,5 +9,5 @@/' >"$tmp/in"
refused 'a hunk header beyond all numbers' 'x.patch:3: '
{
	edit
	printf '@@  -30,3 +30,3 @@\n line 30\n-line 31\n+X\n line 32\n'
} >"$tmp/in"
refused 'a second hunk header that patch would skip' 'x.patch:10: a hunk header that patch would skip'
{
	edit
	printf '\n@@ -30,3 +30,3 @@\n line 30\n-line 31\n+X\n line 32\n'
} >"$tmp/in"
refused 'a hunk behind a blank line' 'x.patch:11: '
for indent in '' ' ' '    ' '	' 'X' '- '
do
	{
		printf 'A log that shows a diff:\n\n'
		printf '%s--- a/blank\n%s+++ b/blank\n%s@@ -1,2 +1,2 @@\n' \
			"$indent" "$indent" "$indent"
		printf '%s-one\n%s+ONE\n%s two\n\nand goes on\n---\n' \
			"$indent" "$indent" "$indent"
		edit
	} >"$tmp/in"
refused "a diff in the log, indented by '$indent'" 'x.patch:'
done
{
	printf 'Before:\n--- a/blank\n\nand behind:\n  +++ b/blank\n\n@@ -1,2 +1,2 @@\n\n'
	edit
} >"$tmp/in"
refused 'names and hunk far apart in the log' 'x.patch:7: patch would begin here'
for names in 'Index: blank' '  Index: blank' 'diff --git a/blank b/blank' '*** a/blank'
do
	{
		printf '%s\n\nand:\n\n@@ -1,2 +1,2 @@\n\n' "$names"
		edit
	} >"$tmp/in"
	refused "a hunk in the log behind '$names'" 'x.patch:5: patch would begin here'
done
{
	printf 'Index: blank\ndiff --git a/b b/c\n\n*** a star\n'
	edit
} >"$tmp/in"
same 'names in the log and no hunk'
{
	edit
	printf '\n  @@ -30,3 +30,3 @@\n   line 30\n'
} >"$tmp/in"
refused 'an indented hunk header that patch would skip' 'x.patch:11: a hunk header that patch would skip'
{
	printf 'See\n  diff --git a/x b/x\n  new file mode 100644\n\n'
	edit
} >"$tmp/in"
refused 'a header of git in the log' 'x.patch:2: patch would begin here'
{
	printf 'See\n3d2\n< foo\n\n'
	edit
} >"$tmp/in"
refused 'a diff without context in the log' 'x.patch:3: a diff without context'
{
	edit
	printf '1d\n'
} >"$tmp/in"
refused 'a script of ed at the end' 'x.patch:10: patch would take this for a script of ed'
printf '*** a/src/a.c\n--- b/src/a.c\n***************\n*** 1,2 ****\n! line 1\n  line 2\n--- 1,2 ----\n! X\n  line 2\n' >"$tmp/in"
refused 'a context diff' 'x.patch:4: a context diff'
mail () {
	printf 'From %040d Mon Sep 17 00:00:00 2001\nFrom: A <a@localhost>\nSubject: x\n\nWhy.\n---\n' 1
	edit
	printf -- '-- \n2.39.5\n\n'
}
{
	mail
	mail
} >"$tmp/in"
refused 'two mails' 'x.patch:19: a second mail begins here'
{
	printf 'Subject: one\n\n'
	edit
	printf 'Subject: two\n\n'
	edit
} >"$tmp/in"
refused 'two mails without a mailbox' 'x.patch:12: a second mail begins here'
printf 'diff --git a/x b/x\nindex 1..2 100644\nGIT binary patch\nliteral 1\nIcmZP=000010RR91\n' >"$tmp/in"
refused 'a binary patch of git' 'x.patch:3: a binary patch'
{
	edit
	printf 'Binary files a/x and b/x differ\n'
} >"$tmp/in"
refused 'a binary file of diff' 'x.patch:10: a binary patch'
edit | sed 's/$/\r/' >"$tmp/in"
refused 'CR LF throughout' 'x.patch:1: ends with CR LF'
edit | sed '1,2s/$/\r/' >"$tmp/in"
refused 'CR LF in its names' 'x.patch:1: ends with CR LF'
printf 'only text\n' >"$tmp/in"
refused 'no diff at all' 'x.patch:1: no diff in it'
printf -- '--- a/src/a.c\n+++ b/src/a.c\n' >"$tmp/in"
refused 'names without a hunk' 'x.patch:'
printf -- '--- a/src/a.c\n+++ b/src/a.c\n@@ -1,4 +1,4 @@\n-line 1\n+X\n' >"$tmp/in"
refused 'a hunk cut off' 'x.patch:3: the hunk counts'
printf -- '--- a/noend\n+++ b/noend\n@@ -1,2 +1,3 @@\n no\n\\ No newline at end of file\n end\n+x\n' >"$tmp/in"
refused 'no newline in the middle' 'x.patch:6: a line behind the last'
printf 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+\n\\ No newline at end of file\n' >"$tmp/in"
refused 'a link to nothing' 'x.patch:7: an empty line without an end'
printf 'diff --git a/x b/y\nsimilarity index 100%%\nrename from x\n' >"$tmp/in"
refused 'half a rename' 'x.patch:1: half of a rename'
printf 'diff --git a/x b/x\nnew file mode 160000\n--- /dev/null\n+++ b/x\n@@ -0,0 +1 @@\n+Subproject commit 1\n' >"$tmp/in"
refused 'a submodule' "x.patch:2: '160000' is no mode"
printf 'diff --git a/x b/x\nold mode 100644\nnew mode 104755\n' >"$tmp/in"
refused 'a set-user-id bit' "x.patch:3: '104755' is no mode"

printf 'diff --git a/blank b/b2\nsimilarity index 100%%\nrename from blank\nrename to b2\nIndex: src/a.c\n=====\n' >"$tmp/in"
edit >>"$tmp/in"
refused 'a plain diff behind a rename' 'x.patch:7: a diff without diff --git beside one in line 1'
printf 'log\ndiff --git a/src/a.c b/src/a.c\nsome text\n old mode 100644\nnew mode 100755\n' >"$tmp/in"
edit >>"$tmp/in"
refused 'header lines of git in the log' 'x.patch:4: a header line of git, far from'
printf 'diff --git a/src/a.c b/src/new.c\nsimilarity index 100%%\nrename from blank\nrename to b2\n' >"$tmp/in"
refused 'a rename of other names' 'x.patch:1: the diff --git line has not the names'
printf 'diff --git a/blank b/run\nsimilarity index 100%%\nrename from blank\nrename to run\ndiff --git a/run b/blank\nsimilarity index 100%%\nrename from run\nrename to blank\n' >"$tmp/in"
refused 'renames in a circle' "x.patch:1: 'blank' is renamed to what another"
printf -- '--- a/run\n+++ b/run\n@@ -1 +1,2 @@\n #!/bin/sh\n+exit\ndiff --git a/run b/run2\nsimilarity index 100%%\ncopy from run\ncopy to run2\n' >"$tmp/in"
refused 'a plain diff before a copy' 'x.patch:1: a diff without diff --git'
printf 'diff --git a/blank b/blank\ndeleted file mode 100644\nindex 814f4a4..0000000\n' >"$tmp/in"
refused 'a deletion without the lines that it deletes' 'x.patch:1: a file that is not empty'
printf 'diff --git a/with space b/with space\nold mode 100644\nnew mode 100755\n' >"$tmp/in"
refused 'a blank in names that patch cannot read' 'x.patch:.*: a diff --git line whose two names'
printf -- '--- a/src/a.c\n+++ b/src/a.c\n@@ -1,2 +1,2 @@\n line 1\n line 2\n' >"$tmp/in"
refused 'a hunk of context alone' 'x.patch:3: a hunk that changes nothing'
printf -- '--- a/n\t1970-01-01 00:00:00 +0000\n+++ b/src/new.c\t2020-01-01 00:00:00 +0000\n@@ -0,0 +1 @@\n+x\n' >"$tmp/in"
refused 'two names for a new file' 'x.patch:2: two names for a file that is made'
printf 'diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1 @@\n+src/deep/../../../etc\n\\ No newline at end of file\n' >"$tmp/in"
refused 'a link that goes up behind a folder' "x.patch:5: 'l' is a link that goes up again"
edit | sed '1s/a.c$/a.c\t1 Jan 1970/' >"$tmp/in"
refused 'a time near 1970 that cannot be read' 'x.patch:1: a time near 1970'
edit | gzip >"$tmp/in"
refused 'a compressed patch' 'x.patch:1: it is compressed'
{ printf '\357\273\277'; edit; } >"$tmp/in"
refused 'a byte order mark' 'x.patch:1: it begins with a byte order mark'
printf -- '--- "a/x\\010y"\n+++ "b/x\\010y"\n@@ -1 +1 @@\n-a\n+b\n' >"$tmp/in"
refused 'a control byte in a name' "x.patch:1: 'a/x?y' has a control"

# What would count through all the lines of the world.
{
	printf -- '--- a/src/a.c\n+++ b/src/a.c\n'
	for n in $(seq 200)
	do
		printf '@@ -99999999,1 +99999999,1 @@\n-line %d\n+x%d\n@@ -1,1 +1,1 @@\n-x\n+y\n' $n $n
	done
} >"$tmp/in"
stack
run 1 'hunks that name lines far away' timeout 5 "$pb" apply --series "$tmp/p/series" \
	--patches "$tmp/p" --git "$seed/.git" --onto HEAD

# Nothing but objects has come into the repository.
is "$(git -C "$seed" status --porcelain)" '' 'index and files are as they were'
done_testing
