#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Wrong words, and packages that are missing: said before any work is done.

. "$(dirname "$0")/tap.sh"

for samples in 0 -1 x 1e30 '' 01 100000001 '1 2'
do
	run 2 "SAMPLES='$samples' is wrong usage" \
		"$root/scripts/arguments" "$samples" 6 2 arm64
	like "$err" "SAMPLES='$samples' is no whole number from 1 to" 'and named'
done
run 2 'SESSIONS=0 is' "$root/scripts/arguments" 1000 0 2 arm64
run 2 'JOBS=none is' "$root/scripts/arguments" 1000 6 none arm64
run 2 'no architecture is' "$root/scripts/arguments" 1000 6 2
run 2 'an unknown architecture is' "$root/scripts/arguments" 1000 6 2 arm64 vax
like "$err" "architecture 'vax' is unknown; known are: .*arm64.*x86_64" \
	'and the known ones are named'
run 0 'good words are not' "$root/scripts/arguments" 1000 6 2 arm64 x86_64

pb=${PATCHBENCH:-$root/build/patchbench}
export PATCHBENCH="$pb" PATCHBENCH_CACHE="$tmp/cache"
plan=$root/scripts/plan
run 2 'an unknown stack is' "$plan" --no-images v6.19.6 bench nope newest arm64
like "$err" "stack 'nope' is unknown; known are: .*kstack" 'and the known ones are named'
run 2 'an unknown revision is' "$plan" --no-images v6.19.6 bench kstack v99 arm64
like "$err" "stack kstack has no revision 'v99'; it has: .*v5" \
	'and the known ones are named'
run 0 'a plan without images' "$plan" --no-images v6.19.6 bench kstack v5 arm64
is "$out" 'arm64 v6.19.6 base - off bench - -
arm64 v6.19.6 base - on bench - -
arm64 v6.19.6 kstack v5 on bench - per-cpu-prng' 'has a line per cell'

run 0 'the unpatched kernel alone' "$plan" --no-images v6.19.6 bench base newest arm64
is "$(printf '%s\n' "$out" | wc -l | tr -d ' ')" 2 'has two cells'
for word in FULL=maybe FORCE=1 REFERENCE=no BACKEND=foo
do
	run 2 "$word is wrong usage" make -s -C "$root" help $word
	like "$err" "${word%%=*}='${word#*=}' is neither" 'and named'
done

# Nothing of a value is run, and no empty one is taken for a choice.
for word in "BASELINE=base/off'; echo ran; '" "STACK=x'; echo ran; '" \
	"TABLE=x'; echo ran; '" "FORM='"
do
	run 2 "$word is wrong usage" make -s -C "$root" table REFERENCE=yes "$word"
	like "$err" 'has a quote in it' 'and named'
	is "$out" '' 'and not run'
done
run 2 'more than words in ARCH' make -s -C "$root" table REFERENCE=yes \
	'ARCH=arm64; echo ran'
is "$out" '' 'and not run'
run 2 'more than a word in STACK' make -s -C "$root" apply REV=newest \
	"STACK=kstack; touch $tmp/ran;"
ok 'and not run' test ! -e "$tmp/ran"
run 2 'a quote in the folder of the records' make -s -C "$root" table \
	REFERENCE=yes "PATCHBENCH_STORE=x'; echo ran; '"
is "$out" '' 'and not run'
for word in STACK= REV= BASE= ARCH= OUT=
do
	run 2 "$word is wrong usage" make -s -C "$root" table REFERENCE=yes $word
	like "$err" "${word%=} is empty" 'and named'
done

# A machine without root and without sudo: what is missing is named.
mkdir -p "$tmp/bin" "$tmp/data/arches"
printf '#!/bin/sh\necho 1000\n' >"$tmp/bin/id"
printf '#!/bin/sh\nexit 1\n' >"$tmp/bin/sudo"
chmod +x "$tmp/bin/id" "$tmp/bin/sudo"
printf 'few\tlibc6 no-such-qemu no-such-gcc\nnone\tlibc6\n' >"$tmp/data/packages"
packages () {
	PATH="$tmp/bin:$PATH" PATCHBENCH_DATA="$tmp/data" \
		"$root/scripts/packages" "$@"
}
run 3 'missing packages are missing' packages few
like "$err" 'apt-get install no-such-qemu no-such-gcc$' \
	'and named with the command that brings them'
run 0 'nothing missing is fine' packages none
run 2 'an unknown group is wrong usage' packages nothing

run 2 'an unknown verb is' "$pb" nonsense
run 2 'so is none' "$pb"
run 0 'help is not' "$pb" help
for verb in tarball import series check apply diff run host table published \
	reproduce html exchange
do
	like "$out" "^  $verb " "help lists $verb"
done
done_testing
