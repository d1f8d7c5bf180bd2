#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The matrix of revisions and kernels, and putting a revision on a clone.

. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/fake-kernels.sh"
for version in 1.0 1.1 1.2 1.3
do
	fake_kernel $version
done
# 1.1 has other lines elsewhere, 1.2 another context, 1.3 the change itself.
lines 1 5 >"$tmp/linux-1.1/kernel/late.c"
sed -i 's/line 9$/nine/' "$tmp/linux-1.2/kernel/fork.c"
sed -i 's/^line 10$/ten/' "$tmp/linux-1.3/kernel/fork.c"
for version in 1.0 1.1 1.2 1.3
do
	pack $version
done
fake_stacks
export KERNEL_TARBALLS="$tmp/tarballs"
for version in 1.0 1.1 1.2 1.3
do
	"$kernel/sources" v$version 2>"$tmp/err" || diag "$(cat "$tmp/err")"
done
store=$tmp/cache/kernels.git
pb=$PATCHBENCH
series=$tmp/series stacks=$tmp/stacks

# cell STACK/REV BASE: what --full says of it
cell () {
	sed -n "s|^$1 $2 ||p" "$tmp/out"
}

# manifest STACK REV LINE...: put lines in front of a series file
manifest () {
	file=$series/$1/$2
	shift 2
	printf '# %s\n' "$@" >"$tmp/manifest"
	cat "$file" >>"$tmp/manifest" && cp "$tmp/manifest" "$file"
}

# ------------------------------------------------------------- the matrix

run 0 'the matrix' "$pb" apply
like "$out" '^ *v1.0  *v1.1  *v1.2  *v1.3' 'has a column per kernel'
like "$out" '^demo/v1  ' 'and a line per revision'
like "$out" '^other/v1  ' 'of each stack'
like "$out" "demo/v1 on v1.2: demo/v1/0001-ten.patch: kernel/fork.c: hunk 1 (line [0-9]*) does not apply" \
	'says patch, file, hunk and why below'
run 0 'the matrix in full' "$pb" apply --full
result=$(cell demo/v1 v1.0)
like "$result" '^applies [0-9a-f]\{40\}$' 'has whole ids'
result=${result#applies }
is "$(cell demo/v1 v1.1)" "applies $result" \
	'the result id is the same where only other files differ'
like "$(cell demo/v1 v1.3)" 'partly merged (1 of 2)' 'a part of it is merged'
is "$(cell demo/v1 v1.2)" fails 'context that differs'
is "$(cell demo/v2 v1.3)" 'superseded by v1:1' \
	'another revision of the stack is superseded by that part'
like "$(cell other/v1 v1.3)" '^applies ' 'another stack is not'

# All of it merged.
fake_kernel 1.4
sed -i 's/^line 10$/ten/' "$tmp/linux-1.4/kernel/fork.c"
echo new >"$tmp/linux-1.4/kernel/added.c"
pack 1.4
run 0 'a kernel known, and not in the store' "$pb" apply
like "$out" 'not here' 'is shown as such'
like "$out" "^v1.4 is not in the store; 'make sources BASE=v1.4' brings it" \
	'with the command that brings it'
"$kernel/sources" v1.4 2>"$tmp/err" || diag "$(cat "$tmp/err")"
run 0 'the matrix once more' "$pb" apply --full
is "$(cell demo/v1 v1.4)" merged 'the whole stack is merged'
is "$(cell demo/v2 v1.4)" 'superseded by v1' 'and supersedes the other'
run 0 'one stack, one revision, one kernel' \
	"$pb" apply --full --stack demo --rev v1 --base v1.4
is "$out" 'demo/v1 v1.4 merged' 'and nothing else'
run 2 'an unknown stack' "$pb" apply --stack none
run 2 'an unknown revision' "$pb" apply --stack demo --rev v7
like "$err" 'known in .*/series/demo are: v1 v2' 'names the known'

# What the manifest says holds, or it is an error.
cp "$series/demo/v1" "$tmp/kept"
manifest demo v1 'Base: v1.0' "Result: $result" "Also: v1.1 $result" \
	'Merged: v1.3 1' 'Merged: v1.4'
run 0 'a manifest that holds' "$pb" apply
unlike "$out" '!' 'is not marked'
sed -i 's/^# Merged: v1.3 1/# Merged: v1.3/' "$series/demo/v1"
run 1 'a manifest that says more is merged than is' "$pb" apply
like "$out" 'demo/v1 on v1.3: ! .*says that 2 of its patches are in v1.3; 1 are' 'is told'
cp "$tmp/kept" "$series/demo/v1"
manifest demo v1 'Base: v1.2' "Result: $result"
run 1 'a base on which it does not apply' "$pb" apply
like "$out" 'demo/v1 on v1.2: .*hunk 1.*! .*says that it applies to v1.2' 'is told'
cp "$tmp/kept" "$series/demo/v1"
manifest demo v1 'Base: v1.0' 'Result: 0123456789012345678901234567890123456789'
run 1 'a result id that is another' "$pb" apply
like "$out" "says that v1.0 gives 0123.*; it gives $result" 'is told'
cp "$tmp/kept" "$series/demo/v1"

# Patches for another base.
make_patch demo v1+v1.2 0001-ten 's/^line 10$/ten/' kernel/fork.c
(
	cd "$tmp" && rm -rf twelve && cp -a linux-1.2 twelve && cd twelve &&
	sed -i 's/^line 10$/ten/' kernel/fork.c && cd .. &&
	git diff --no-index linux-1.2 twelve |
		sed 's|a/linux-1.2/|a/|g;s|b/twelve/|b/|g;s|b/linux-1.2/|b/|g;s|a/twelve/|a/|g' \
		>"$stacks/demo/v1+v1.2/0001-ten.patch"
)
printf '# Stack: demo\n# Revision: v1\n# Label: a-label\ndemo/v1+v1.2/0001-ten.patch\ndemo/v1/0002-add.patch\n' \
	>"$series/demo/v1+v1.2"
run 0 'a variant for one base' "$pb" apply --full --stack demo --rev v1
like "$(cell demo/v1 v1.2)" '^applies .* with v1+v1.2$' 'is taken there'
is "$(cell demo/v1 v1.0)" "applies $result" 'and not elsewhere'
run 0 'treeid takes it as well' "$kernel/treeid" demo v1 v1.2
variant_tree=$out
run 0 'a tree of that base' "$kernel/tree" "$tmp/tree" demo v1 v1.2
run 0 'pushes with quilt' sh -c "cd '$tmp/tree' && QUILT_PATCH_OPTS=--fuzz=0 quilt --quiltrc - push -a"
is "$(cd "$tmp/tree" && git add -A . && git write-tree)" "$variant_tree" \
	'to the same tree'

# ---------------------------------------------------------- on a clone

clone=$tmp/clone
git clone -q "$store" "$clone" -b v1.0 2>/dev/null
before=$(cd "$clone" && git for-each-ref && git status --porcelain && cat .git/HEAD)
run 0 'a revision on a clone' "$pb" apply demo/v1 --git "$clone" --onto v1.0
tree=$out
is "$tree" "$("$kernel/treeid" demo v1 v1.0)" 'gives the id that treeid gives'
is "$(git -C "$clone" cat-file -t "$tree")" tree 'the tree is in the clone'
is "$(cd "$clone" && git for-each-ref && git status --porcelain && cat .git/HEAD)" \
	"$before" 'branches, index and files are as they were'
run 0 'on a branch' "$pb" apply demo/v1 --git "$clone" --onto HEAD
is "$out" "$tree" 'is the same'
run 0 'its first patch' "$pb" apply demo/v1:1 --git "$clone" --onto HEAD
unlike "$out" "$tree" 'is another tree'
run 0 'the result id' "$pb" apply demo/v1 --git "$clone" --onto HEAD --result
is "$out" "$result" 'is that of the files alone'
run 0 'the variant that fits is found by trying' \
	"$pb" apply demo/v1 --git "$clone" --onto "$(git -C "$clone" rev-parse v1.2)"
is "$out" "$variant_tree" 'and gives its tree'
run 2 'more patches than there are' "$pb" apply demo/v1:3 --git "$clone" --onto HEAD
run 2 'no revision' "$pb" apply demo --git "$clone" --onto HEAD
run 2 'a revision that climbs' "$pb" apply ../demo/v1 --git "$clone" --onto HEAD
run 2 'no commit' "$pb" apply demo/v1 --git "$clone"
run 3 'an unknown commit' "$pb" apply demo/v1 --git "$clone" --onto v9
run 3 'no repository' "$pb" apply demo/v1 --git "$tmp/none" --onto v1.0
run 1 'where it does not apply' "$pb" apply demo/v2 --git "$clone" --onto v1.3
is "$out" '' 'nothing is printed'
mkdir "$tmp/elsewhere"
run 0 'from any folder' sh -c "cd '$tmp/elsewhere' && '$pb' apply demo/v1 --git '$clone' --onto v1.0"
is "$out" "$tree" 'as well'

# ----------------------------------------------------------------- check

for rev in v1 v1+v1.2 v2
do
	sed -i '/^# Label/a # Prefix: PATCH\n# Subject: A subject\n# Posted: no\n# Date: 2026-01-02' \
		"$series/demo/$rev"
done
rm -r "$series/other" "$stacks/other"
v2=$("$pb" apply demo/v2 --git "$store" --onto v1.0 --result)
manifest demo v2 'Base: v1.0' "Result: $v2"
manifest demo v1 'Base: v1.0' "Result: $result"
manifest demo v1+v1.2 'Base: v1.2' \
	"Result: $("$pb" apply demo/v1 --git "$store" --onto v1.2 --result)"
run 0 'everything the repository holds' "$pb" check
like "$out" 'demo/v1: 2 patches, 2 diffs' 'is told'
refused () {
	run 4 "$1" "$pb" check
	like "$err" "$2" "$1: is told"
	cp "$tmp/kept" "$file"
}
file=$series/demo/v2
cp "$file" "$tmp/kept"
sed -i 's/^# Revision: v2/# Revision: v3/' "$file"
refused 'a manifest of another revision' "demo/v2: Revision is 'v3', not v2"
sed -i 's/^# Stack: demo/# Stack: omed/' "$file"
refused 'a manifest of another stack' "demo/v2: Stack is 'omed', not demo"
sed -i '/^# Posted/d' "$file"
refused 'a manifest without a Message-ID' 'demo/v2: the manifest has no Posted'
sed -i 's/^# Posted: no/# Posted: <a@b>/' "$file"
refused 'a Message-ID in brackets' "Posted '<a@b>' is neither"
sed -i 's/^# Date: .*/# Date: 2 Jan 2026/' "$file"
refused 'a date in other words' "Date '2 Jan 2026' is not"
sed -i '/^# Result/d' "$file"
refused 'a base without a result' 'Base and Result go together'
sed -i 's/^# Result: .*/# Also: v1.1/' "$file"
refused 'another base without a result' "demo/v2:[0-9]*: '' is no result id"
cp "$stacks/demo/v2/0001-eleven.patch" "$stacks/demo/v2/0002-forgotten.patch"
refused 'a patch in no series' 'v2/0002-forgotten.patch is in no series file'
rm "$stacks/demo/v2/0002-forgotten.patch"
sed -i "s/^# Result: .*/# Result: $result/" "$file"
run 1 'a result that is another' "$pb" check
cp "$tmp/kept" "$file"
: >"$series/demo/notes"
run 4 'a file that is no revision' "$pb" check
like "$err" 'demo/notes: neither vN nor vN+TAG' 'is named'
rm "$series/demo/notes"

# ------------------------------------------------------------------ diff

run 0 'two revisions' "$pb" diff demo/v1 demo/v2
like "$out" '^1:.*[<!].*' 'as a range-diff'
like "$out" '^+++ b/kernel/fork.c' 'and the difference of their trees'
run 0 'a revision and itself' "$pb" diff demo/v1 demo/v1
like "$out" '^the same$' 'is the same'
run 0 'all revisions' "$pb" diff demo
like "$out" '^v1  *2 files +2 -3' 'say how far they differ'
run 2 'one revision alone' "$pb" diff demo/v1
run 2 'two stacks' "$pb" diff demo/v1 other/v1
run 2 'an unknown revision' "$pb" diff demo/v1 demo/v9
run 3 'a base that is not in the store' "$pb" diff demo/v1 demo/v2 --base v9
is "$(ls -d "${TMPDIR:-/tmp}"/patchbench-diff.* 2>/dev/null)" '' 'nothing is left behind'
done_testing
