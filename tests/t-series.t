#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The verb `series`: what it prints, and what it refuses.

. "$(dirname "$0")/tap.sh"
pb=${PATCHBENCH:-$root/build/patchbench}
file=$tmp/series

run 0 "the project's own series" "$pb" series "$root/series/kstack/v5" \
	--patches "$root/patches"
is "$out" "$(sed '/^#/d' "$root/series/kstack/v5")" 'its patches, in order'
run 0 'a value of its manifest' "$pb" series "$root/series/kstack/v5" \
	--get Label
is "$out" per-cpu-prng 'and nothing else'

printf '# a word to the reader\n# Stack: a\na/v1/b.patch -p1\na/v1/c.patch\n' \
	>"$file"
run 0 'an option -p1' "$pb" series "$file"
is "$out" "$(printf 'a/v1/b.patch\na/v1/c.patch')" 'is not part of the name'
run 3 'a patch that is missing' "$pb" series "$file" --patches "$tmp"
like "$err" "series:3: .*a/v1/b.patch" 'is named with its line'
mkdir -p "$tmp/a/v1/b.patch"
run 4 'a patch that is a folder' "$pb" series "$file" --patches "$tmp"
run 3 'a series that is missing' "$pb" series "$tmp/nothing"
run 3 'a key that the manifest lacks' "$pb" series "$file" --get Label
run 2 'no file' "$pb" series
run 2 'an unknown option' "$pb" series "$file" --nonsense

# refuses NAME TEXT LINE PATTERN
refuses () {
	printf "$2" >"$file"
	run 4 "refused: $1" "$pb" series "$file"
	is "$out" '' "$1: nothing is printed"
	like "$err" "$file:$3: $4" "$1: the message"
}

refuses 'an absolute name' 'a.patch\n/etc/passwd\n' 2 ".*absolute"
refuses 'a climbing name' 'a/../../b.patch\n' 1 '.*climbs'
refuses 'a name in .git' 'a/.git/b.patch\n' 1 '.*a/.git/b.patch'
refuses 'reversed' 'a.patch -R\n' 1 ".*-R"
refuses 'a depth that is none' 'a.patch -p0x\n' 1 ".*-p0x"
refuses 'the same patch twice' 'a.patch\nb.patch\na.patch\n' 3 '.*a.patch'
refuses 'a key twice' '# Base: v1\n# Base: v2\n' 2 '.*Base'
refuses 'a key spelt otherwise' '# base: v1\n' 1 '.*Base'
refuses 'a key without a value' '# Base:\n' 1 '.*Base'
refuses 'a control byte' 'a\033.patch\n' 1 'control'
refuses 'a NUL' 'a\000b.patch\n' 1 'control'

done_testing
