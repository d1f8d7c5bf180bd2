#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Trees: their ids, quilt in them, moving them, and what is refused.

. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/fake-kernels.sh"
fake_kernel 1.0
fake_kernel 1.1
lines 1 5 >"$tmp/linux-1.1/kernel/late.c"
fake_kernel 1.2
sed -i 's/line 9$/nine/' "$tmp/linux-1.2/kernel/fork.c"
for version in 1.0 1.1 1.2
do
	pack $version
done
fake_stacks
export KERNEL_TARBALLS="$tmp/tarballs"
for version in 1.0 1.1 1.2
do
	"$kernel/sources" v$version 2>"$tmp/err" || diag "$(cat "$tmp/err")"
done
tree=$tmp/tree

# ---------------------------------------------------------------- tree ids

run 0 'the id of the unpatched kernel' "$kernel/treeid" base - v1.0
base_id=$out
is "$base_id" "$(git -C "$tmp/cache/kernels.git" rev-parse 'v1.0^{tree}')" \
	'is that of its commit'
run 0 'the id of a revision' "$kernel/treeid" demo v1 v1.0
demo_id=$out
run 0 'again, from the cache' "$kernel/treeid" demo v1 v1.0
is "$out" "$demo_id" 'is the same'
run 0 'the id of its first patch alone' "$kernel/treeid" demo v1:1 v1.0
unlike "$out" "$demo_id" 'is another'
run 0 'its result id' "$kernel/treeid" --result demo v1 v1.0
result_id=$out
is "$(git -C "$tmp/cache/kernels.git" ls-tree -r --name-only "$result_id" |
	xargs)" 'kernel/added.c kernel/fork.c' 'is that of the files touched'
run 0 'the result id on a base with other files' \
	"$kernel/treeid" --result demo v1 v1.1
is "$out" "$result_id" 'is the same'
run 1 'a context that is another' "$kernel/treeid" demo v1 v1.2
like "$err" 'demo/v1/0001-ten.patch: kernel/fork.c: hunk 1 ' \
	'names patch, file and hunk'
run 2 'an unknown stack' "$kernel/treeid" nothing v1 v1.0
like "$err" "'nothing' is unknown; known in .*: demo other" 'names the known'
run 2 'an unknown revision' "$kernel/treeid" demo v9 v1.0
like "$err" "'v9' is unknown; known in .*: v1 v2" 'names the known'
run 2 'more patches than there are' "$kernel/treeid" demo v1:3 v1.0
run 2 'a revision that climbs' "$kernel/treeid" demo ../demo/v1 v1.0
run 2 'a base that climbs' "$kernel/treeid" demo v1 ../v1.0
run 3 'a base that is not there' "$kernel/treeid" demo v1 v3.0
like "$err" "'make sources BASE=v3.0' brings it" 'says what brings it'
printf '# a change\n' >>"$tmp/series/demo/v2"
before=$("$kernel/treeid" demo v2 v1.0)
cp "$tmp/stacks/demo/v2/0001-eleven.patch" "$tmp/kept"
sed -i 's/^+eleven$/+ELEVEN/' "$tmp/stacks/demo/v2/0001-eleven.patch"
unlike "$("$kernel/treeid" demo v2 v1.0)" "$before" \
	'a patch that has changed gives another id'
cp "$tmp/kept" "$tmp/stacks/demo/v2/0001-eleven.patch"
printf '[core]\n\tautocrlf = true\n[apply]\n\twhitespace = fix\n' \
	>"$tmp/home/.gitconfig"
rm -rf "$tmp/cache/ids"
is "$("$kernel/treeid" demo v1 v1.0)" "$demo_id" \
	"the user's git configuration changes nothing"
rm -f "$tmp/home/.gitconfig"

# ---------------------------------------------------------------- quilt

run 0 'make a tree' "$kernel/tree" "$tree" demo v1 v1.0
is "$out" "$tree" 'prints its path and nothing else'
is "$(git -C "$tree" status --porcelain)" '' 'git status is clean'
is "$(readlink "$tree/patches/series")" "$(realpath "$tmp/series/demo/v1")" \
	'the series is the one of the repository'
is "$(cd "$tree" && quilt series)" \
	"$(sed -n 's|^demo|patches/demo|p' "$tmp/series/demo/v1")" \
	'quilt series'
run 0 'quilt push -a' sh -c 'cd "$1" && quilt push -a' sh "$tree"
unlike "$out" 'fuzz' 'without fuzz'
is "$(cat "$tree/kernel/added.c")" new 'the file of the second patch is there'
is "$(
	export GIT_INDEX_FILE="$tmp/index"
	git -C "$tree" read-tree HEAD && git -C "$tree" add -A &&
	git -C "$tree" write-tree
)" "$demo_id" 'and the tree is the one that treeid says'
run 0 'quilt pop -a' sh -c 'cd "$1" && quilt pop -a' sh "$tree"
is "$(git -C "$tree" status --porcelain)" '' 'git status is clean again'
printf 'QUILT_PATCHES=elsewhere\n' >"$tmp/home/.quiltrc"
run 0 'a .quiltrc that names another folder changes nothing' \
	sh -c 'cd "$1" && quilt push -a -q && quilt pop -a -q' sh "$tree"
rm "$tmp/home/.quiltrc"

# ---------------------------------------------------------------- moving

stamp () {
	stat -c %Y.%y.%i "$tree/kernel/deep/only.c" "$tree/Makefile"
}

(cd "$tree" && quilt push -a -q) >/dev/null
was=$(stamp)
run 0 'move with patches pushed' "$kernel/tree" "$tree" demo v2 v1.0
is "$(git -C "$tree" status --porcelain)" '' 'pops them'
is "$(stamp)" "$was" 'and touches no other file'
is "$(ls "$tree/kernel")" "$(printf 'deep\nfork.c')" 'an added file is gone'
is "$(cd "$tree" && quilt series)" patches/demo/v2/0001-eleven.patch \
	'the series is the other one'
run 0 'move to a part of a revision' "$kernel/tree" "$tree" demo v1:1 v1.0
is "$(cd "$tree" && quilt series)" patches/demo/v1/0001-ten.patch \
	'its series is that part'
run 0 'move to another base' "$kernel/tree" "$tree" other v1 v1.1
is "$(cat "$tree/Makefile")" 'VERSION = 1.1' 'it is that base'
is "$(git -C "$tree" status --porcelain)" '' 'clean'
is "$(git -C "$tree" rev-parse HEAD)" \
	"$(git -C "$tree" rev-parse 'v1.1^{commit}')" 'HEAD is its commit'
run 0 'the unpatched kernel' "$kernel/tree" "$tree" base - v1.0
is "$(ls -A "$tree/patches")" series 'has an empty series'

# ---------------------------------------------------------------- refreshing

# in_tree COMMAND...: with quilt's own defaults, and with backups, as Debian's
# quilt makes them
in_tree () {
	(cd "$tree" && "$@")
}
patch=$tmp/stacks/demo/v1/0001-ten.patch
cp "$patch" "$tmp/kept"
"$kernel/tree" "$tree" demo v1 v1.0 >/dev/null 2>&1
in_tree quilt push -q >/dev/null
is "$(realpath "$tree/patches/demo/v1/0001-ten.patch")" "$(realpath "$patch")" \
	"the patch in the tree is the repository's file"
sed -i 's/^line 12$/twelve/' "$tree/kernel/fork.c"
run 0 'quilt refresh' in_tree quilt refresh
like "$(cat "$patch")" '^+twelve$' "changes the repository's patch"
like "$(cat "$patch")" '^What it does' 'and keeps its text'
ok 'the folder is the link that it was' test -L "$tree/patches/demo" \
	-a -L "$tree/patches/series"
is "$(in_tree git status --porcelain -- patches)" '' \
	'and nothing lies beside it in the tree'
printf 'From: Nobody <nobody@localhost>\nSubject: ten\n\nAnother text.\n---\n' \
	>"$tmp/header"
run 0 'quilt header -r' sh -c 'cd "$1" && quilt header -r <"$2"' sh \
	"$tree" "$tmp/header"
like "$(cat "$patch")" '^Another text' "changes the text of the repository's patch"
printf '#!/bin/sh\nsed -i s/Another/Edited/ "$1"\n' >"$tmp/editor"
chmod +x "$tmp/editor"
run 0 'quilt header -e' env EDITOR="$tmp/editor" sh -c 'cd "$1" && quilt header -e' \
	sh "$tree"
like "$(cat "$patch")" '^Edited text' 'so does an editor'
run 0 'with the refreshed patch pushed, the tree is moved' \
	"$kernel/tree" "$tree" demo v2 v1.0
is "$(git -C "$tree" status --porcelain)" '' 'clean'
run 0 'and moved back' "$kernel/tree" "$tree" demo v1 v1.0
run 0 'where both patches go on' in_tree quilt push -a
like "$(cat "$tree/kernel/fork.c")" '^twelve$' 'the refreshed one too'
sed -i 's/^line 13$/mine/' "$tree/kernel/fork.c"
run 4 'a change that is not refreshed is refused' \
	"$kernel/tree" "$tree" demo v2 v1.0
sed -i 's/^mine$/line 13/' "$tree/kernel/fork.c"
"$kernel/tree" "$tree" demo v1:1 v1.0 >/dev/null 2>&1
in_tree quilt push -q >/dev/null
sed -i 's/^line 12$//;s/^twelve$/dozen/' "$tree/kernel/fork.c"
run 0 'quilt refresh in a part of a revision' in_tree quilt refresh
like "$(cat "$patch")" '^+dozen$' "changes the repository's patch"
run 0 'and it is moved' "$kernel/tree" "$tree" demo v1 v1.0
cp "$tmp/kept" "$patch"
rm -f "$patch~"

# ---------------------------------------------------------------- refused

# refused NAME PATTERN: moving to demo v1 on v1.1 is, and touches nothing
refused () {
	snapshot >"$tmp/before"
	run 4 "refused: $1" "$kernel/tree" "$tree" demo v1 v1.1
	like "$err" "$2" "$1: says so"
	snapshot >"$tmp/after"
	ok "$1: left alone" cmp -s "$tmp/before" "$tmp/after"
}

snapshot () {
	(cd "$tree" && find . -printf '%p %y %T@ %s %l\n' | sort)
	cat "$(git -C "$tree" rev-parse --git-dir)/HEAD"
}

"$kernel/tree" "$tree" demo v1 v1.0 >/dev/null 2>&1
echo mine >>"$tree/Makefile"
refused 'a changed file' 'Makefile has changes'
git -C "$tree" add Makefile
refused 'a staged file' 'its index has changes'
git -C "$tree" reset -q --hard
echo mine >"$tree/mine.c"
refused 'a new file' 'mine.c is a file of yours'
rm "$tree/mine.c"
(cd "$tree" && quilt push -q) >/dev/null
sed -i 's/line 20$/mine/' "$tree/kernel/fork.c"
refused 'a change beside a pushed patch' 'kernel/fork.c has changes'
sed -i 's/^mine$/line 20/' "$tree/kernel/fork.c"
(cd "$tree" && quilt pop -q) >/dev/null
git -C "$tree" -c user.name=I -c user.email=i@localhost commit -q \
	--allow-empty -m mine
refused 'a commit' 'it has commits of yours'
git -C "$tree" reset -q --hard v1.0
echo mine >"$tree/patches/mine.patch"
refused 'a patch in patches/' 'patches/mine.patch is a file of yours'
rm "$tree/patches/mine.patch"
"$kernel/tree" "$tree" other v1 v1.0 >/dev/null 2>&1
(cd "$tree" && quilt push -q) >/dev/null
refused 'another stack pushed' 'another stack is pushed (other/v1'
(cd "$tree" && quilt pop -q) >/dev/null
run 0 'and popped it is moved' "$kernel/tree" "$tree" demo v1 v1.1

cp -a "$tree" "$tmp/copy"
run 4 'refused: a copy of a tree' "$kernel/tree" "$tmp/copy" demo v1 v1.0
mkdir "$tmp/foreign"
git -C "$tmp/foreign" init -q
echo theirs >"$tmp/foreign/file"
run 4 'refused: a repository of another kind' \
	"$kernel/tree" "$tmp/foreign" demo v1 v1.0
is "$(ls "$tmp/foreign")" file 'left alone'
run 4 'refused: no name' "$kernel/tree" '' demo v1 v1.0
run 4 'refused: a file' "$kernel/tree" "$tmp/foreign/file" demo v1 v1.0
run 4 'refused: in the repository' "$kernel/tree" "$root/new" demo v1 v1.0
run 4 'refused: in the cache' "$kernel/tree" "$tmp/cache/new" demo v1 v1.0
ok 'nothing was made there' test ! -e "$root/new" -a ! -e "$tmp/cache/new"
run 1 'a revision that does not apply' "$kernel/tree" "$tree" demo v1 v1.2
is "$(cat "$tree/Makefile")" 'VERSION = 1.1' 'leaves the tree as it is'
run 2 'an unknown stack' "$kernel/tree" "$tree" nothing v1 v1.0
run 2 'too few words' "$kernel/tree" "$tree" demo v1

# ---------------------------------------------------------------- broken off

# interrupt SIGNAL MS NAME: a new tree and a move, broken off after that time,
# are completed by the next run
interrupt () {
	rm -rf "$tmp/broken"
	for revision in v1 v2
	do
		"$kernel/tree" "$tmp/broken" demo $revision v1.0 \
			>/dev/null 2>&1 &
		sleep "$2"
		kill -"$1" $! 2>/dev/null
		wait $! 2>/dev/null
		run 0 "$3: the next run completes it" \
			"$kernel/tree" "$tmp/broken" demo $revision v1.0
		is "$(git -C "$tmp/broken" status --porcelain 2>&1)" '' \
			"$3: clean"
		(cd "$tmp/broken" && quilt push -a -q) >/dev/null 2>&1
	done
}

interrupt TERM 0.2 'TERM'
interrupt KILL 0.15 'KILL'

"$kernel/tree" "$tmp/broken" demo v1 v1.0 >/dev/null 2>&1
gitdir=$(git -C "$tmp/broken" rev-parse --absolute-git-dir)
sed -i 's/^state .*/state busy/' "$gitdir/patchbench"
: >"$gitdir/index.lock"
rm "$tmp/broken/Makefile"
echo half >"$tmp/broken/kernel/fork.c"
run 0 'a tree that is half filled' "$kernel/tree" "$tmp/broken" demo v2 v1.1
is "$(git -C "$tmp/broken" status --porcelain)" '' 'is completed'
is "$(cat "$tmp/broken/Makefile")" 'VERSION = 1.1' 'with the base asked for'

rm -rf "$tmp/broken"
"$kernel/tree" "$tmp/second" demo v1 v1.0 >/dev/null 2>&1
unlike "$(git -C "$tmp/cache/kernels.git" worktree list)" "$tmp/broken" \
	'a tree whose folder is gone is forgotten'

# worktrees: how many trees the store knows
worktrees () {
	ls "$tmp/cache/kernels.git/worktrees" | wc -l | tr -d ' '
}
before=$(worktrees)
"$kernel/tree" "$tmp/third" demo v1 v1.0 >/dev/null 2>&1
gitdir=$(git -C "$tmp/third" rev-parse --absolute-git-dir)
ok 'a tree has a note in the store' test -f "$gitdir/patchbench"
rm -rf "$tmp/third"
run 0 'when its folder is gone, moving another' \
	"$kernel/tree" "$tmp/second" demo v2 v1.0
ok 'takes the note away' test ! -e "$gitdir"
is "$(worktrees)" "$before" 'and leaves the others'
"$kernel/tree" "$tmp/third" demo v1 v1.0 >/dev/null 2>&1
gitdir=$(git -C "$tmp/third" rev-parse --absolute-git-dir)
rm -rf "$tmp/third"
echo initializing >"$gitdir/locked"
"$kernel/tree" "$tmp/second" demo v1 v1.0 >/dev/null 2>&1
ok 'one that is just being made stays' test -d "$gitdir"
touch -d '2 hours ago' "$gitdir/locked"
"$kernel/tree" "$tmp/second" demo v2 v1.0 >/dev/null 2>&1
ok 'one that a killed process left half made goes' test ! -e "$gitdir"

done_testing
