#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench entropy and faults: made-up records of sources that are known, what
# is refused, and the reference records.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
ref=$tmp/ref/bench/arm64/v6.19.6
samples=10000

# sampled FILE STACK REV SOURCE: offsets that an awk expression of i and r gives,
# r being fair numbers from 0 to 63
sampled () {
	mkdir -p "${1%/*}" &&
	{
		head_of offsets "$2" "$3" $samples &&
		awk -v n=$samples '
			function fair() {
				x = (x * 16807) % 2147483647
				return int(x / 2147483647 * 64)
			}
			BEGIN {
				x = 20260101
				for (i = 0; i < n; i++) {
					r = fair()
					v[i] = '"$4"'
					low = !i || v[i] < low ? v[i] : low
					top = !i || v[i] > top ? v[i] : top
				}
				digits = top - low > 15 ? 2 : 1
				printf "offsets stack-offset/cpu0 %d %d %d 16 0 0 0\n",
					n, n / 50, digits
				for (i = 0; i < n; i++) {
					if (i % 50 == 0)
						printf "%s%d ", i ? "\n" : "",
							i + i / 50 * 100
					printf "%0*x", digits, v[i] - low
				}
				printf "\n"
			}'
	} >"$1" && seal "$1"
}

# head_of UNIT STACK REV SAMPLES [ARCH CPU]
head_of () {
	cat <<-EOR
	patchbench record 1
	stack $2
	revision $3
	base v6.19.6
	arch ${5:-arm64}
	config bench
	parameters on
	backend icount
	session 1
	seed 1
	unit $1
	samples $4
	image-key 0123456789abcdef
	image-sha256 $hash
	config-sha256 $hash
	guest-sha256 $hash
	tree -
	compiler gcc 12.2.0
	qemu QEMU emulator version 7.2.22
	cpu ${6:-neoverse-n1}
	command qemu-system -icount shift=0,sleep=off
	kernel-command-line console=ttyAMA0
	kernel-release 6.19.6
	EOR
}

entropy () {
	"$patchbench" entropy --data "$root/bench-data" --plan "$tmp/plan" \
		--samples $samples --from-reference "$tmp/ref" "$@"
}

# plan REV...: the unpatched kernel and revisions of a made-up stack
plan () {
	echo 'arm64 v6.19.6 base - on bench - -'
	for rev
	do
		echo "arm64 v6.19.6 made $rev on bench - -"
	done
}

# row KERNEL: its line without bars and blanks in a row
row () {
	grep "^| $1 " "$tmp/out" | tr -s '| ' ' '
}

sampled "$ref/base/-/on/1.record" base - r
sampled "$ref/made/v1/on/1.record" made v1 'int(i / 1000) * 7 % 64'
sampled "$ref/made/v2/on/1.record" made v2 'i % 64'
sampled "$ref/made/v3/on/1.record" made v3 'r - r % 2'
sampled "$ref/made/v4/on/1.record" made v4 'r + 8'
sampled "$ref/made/v5/on/1.record" made v5 'r * 2'
plan v1 v2 v3 v4 >"$tmp/plan"

run 1 'one that is fair, three that are not, one that is moved' entropy
like "$(head -n 1 "$tmp/out")" '^arm64 v6.19.6 (QEMU, neoverse-n1), .*n = 1 x 10000:$' \
	'the caption names architecture, base and n'
like "$(row base/on)" '^ base/on pass insns 6.00 [45]\.[0-9][0-9] 3.92 [0-9]* 5000 $' \
	'a fair source passes'
like "$(row made/v1)" '^ made/v1 FAIL insns 0.01 0.00 3.92 499[0-9] 5000 $' \
	'a constant that changes ten times has no bits, and is told'
like "$(row made/v2)" '^ made/v2 FAIL insns 0.00 0.00 3.92 5000 5000 $' \
	'a counter has none either'
like "$(row made/v3)" '^ made/v3 FAIL insns 5.00 ' 'a stuck bit: 5 of 6'
like "$(row made/v4)" '^ made/v4 pass ' 'only differences are seen'
joined=$(tr '\n' ' ' <"$tmp/out")
like "$joined" 'made/v1 is constant within a generation: 9 changes in 10000 offsets\.' \
	'changes are counted'
like "$joined" 'made/v3 FAILS: width, ' 'what failed is named'
like "$joined" 'stack-entropy\.sh would print 7 for: base/on, made/v2, made/v4\.' \
	'the figure of the script, named as such'
like "$joined" 'would print 1 for: made/v1\.' 'and 1 of a constant'
is "$(awk 'length > 75' "$tmp/out")" '' 'no line is longer than 75'
cp "$tmp/out" "$tmp/first"
entropy --jobs 4 >"$tmp/again"
is "$(cmp "$tmp/first" "$tmp/again")" '' 'the same with four jobs'

run 1 'the form of a cover letter' entropy --form cover
is "$(awk 'length > 75' "$tmp/out")" '' 'it is not wider than 75'
like "$(row made/v2)" '^ made/v2 FAIL 0.00 5000 $' 'verdict, bits, predicted'
run 1 'CSV' entropy --form csv
is "$(sed -n 's/^arm64,v6.19.6,bench,made.v3,arm64,insns,1,stack-offset.cpu0,distribution,bits that move,mask,//p' \
	"$tmp/out")" 0x3e 'a figure of it: the lowest bit does not move'
run 1 'every figure' entropy --full
like "$out" 'longest repeated substring' 'an estimator by its name'
run 1 'Markdown' entropy --form markdown
like "$out" '^\*\*arm64 v6.19.6' 'its caption'

plan v5 >"$tmp/plan"
run 1 'offsets that are none of the mask' entropy
like "$(tr '\n' ' ' <"$tmp/out")" \
	'made/v5 FAILS: an offset of [0-9]* bytes is none of the mask' 'said so'

plan >"$tmp/plan"
run 0 'a fair kernel alone' entropy

run 2 'too few samples for any limit' entropy --samples 100
run 2 'an unknown form' entropy --form html
run 2 'no store' "$patchbench" entropy --data "$root/bench-data" \
	--plan "$tmp/plan"
run 3 'a length without a limit' entropy --check --samples 9000
run 4 'records of other lengths' entropy --samples 20000
like "$err" 'samples: 10000 in the place of 20000' 'it says which'
run 3 'a record that is missing' entropy --sessions 2
like "$err" 'base/on: no reference record of session 2' 'it says which'
sed -i '30s/.$/g/' "$ref/base/-/on/1.record"
run 4 'a damaged record' entropy
like "$err" '1.record:30: offsets stack-offset/cpu0: no digit' 'file and line'
rm "$ref/base/-/on/1.record"
icount "$ref/base/-/on/1.record" arm64 neoverse-n1 base - on 1 10 20
run 4 'times in the place of offsets' entropy
like "$err" 'unit: insns in the place of offsets' 'it says so'
sampled "$ref/base/-/on/1.record" base - r
cat >"$tmp/plan2" <<'END'
arm64 v6.19.6 base - off bench - -
arm64 v6.19.6 base - on bench - -
END
mkdir -p "$ref/base/-/off"
sed -e '/^sha256/d' -e 's/^parameters on/parameters off/' \
	"$ref/base/-/on/1.record" >"$ref/base/-/off/1.record"
seal "$ref/base/-/off/1.record"
run 4 'offsets where times belong' "$patchbench" table --plan "$tmp/plan2" \
	--data "$root/bench-data" --from-reference "$tmp/ref" --sessions 1
like "$err" 'unit: holds offsets' 'it says so'

# The faults.
two=$tmp/ref/bench/arm64-2cpu/v6.19.6/base/-/on
mkdir -p "$two"
{
	head_of offsets base - 200 arm64-2cpu
	printf '%s\n' 'histogram fault/migrate 200 2 1 2 3' '1000 3' '1024 197' \
		'histogram fault/fork 10 1 1 2 3' '0 10'
} >"$two/1.record"
seal "$two/1.record"
echo 'arm64-2cpu v6.19.6 base - on bench - -' >"$tmp/plan"
faults () {
	"$patchbench" faults --data "$root/bench-data" --plan "$tmp/plan" \
		--samples 200 --from-reference "$tmp/ref" "$@"
}
run 0 'faults that were counted' faults
like "$(row base/on)" '^ base/on 200 197 3.1 < 1e-300 10 always 0 $' \
	'same offsets, and first ones'
reseal "$two/1.record" 's/^0 10$/99 10/'
run 4 'a first offset that is none' faults
reseal "$two/1.record" 's/^99 10$/64 10/'
run 2 'fewer rounds than there are new tasks' faults --samples 9
run 0 'none is known' faults
like "$(row base/on)" ' not known $' 'it says so'

# What this repository holds.
cd "$root" || exit
run 2 'make entropy fails where one kernel does' env OUT="$tmp/o" make -s \
	entropy STACK=get-random REV=all ARCH=arm64 REFERENCE=yes OUT="$tmp/o"
like "$(row get-random/v1)" ' FAIL insns 0.00 0.00 ' 'get-random v1 has no bits'
like "$(row get-random/v2)" ' pass insns 6.00 ' 'v2 has'
run 0 'make entropy of kstack v5' make -s entropy REV=v5 ARCH="x86_64 arm64" \
	REFERENCE=yes OUT="$tmp/o"
is "$(grep -c '^| kstack/v5 *| pass .* 10000 |  *2[0-9] |$' "$tmp/out")" 2 \
	'v5 passes, and every offset is told, on both'
is "$(grep -c '^| base/on *| pass ' "$tmp/out")" 2 'the unpatched kernels pass'
like "$(tr '\n' ' ' <"$tmp/out")" 'base/on draws on the time-stamp counter' \
	'the other clock is named'
done_testing
