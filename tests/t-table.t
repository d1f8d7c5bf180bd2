#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench table: the tables of small made-up records, and what it refuses.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
ref=$tmp/ref

for session in 1 2
do
	for arch in arm64:neoverse-n1 x86_64:Nehalem
	do
		cpu=${arch#*:} arch=${arch%:*}
		icount "$ref/bench/$arch/v6.19.6/base/-/off/$session.record" \
			$arch $cpu base - off $session 300 301
		icount "$ref/bench/$arch/v6.19.6/base/-/on/$session.record" \
			$arch $cpu base - on $session 360 3000
		icount "$ref/bench/$arch/v6.19.6/kstack/v5/on/$session.record" \
			$arch $cpu kstack v5 on $session 270 271
	done
done
for arch in arm64 x86_64
do
	echo "$arch v6.19.6 base - off bench -"
	echo "$arch v6.19.6 base - on bench -"
	echo "$arch v6.19.6 kstack v5 on bench - per-cpu-prng,not posted"
done >"$tmp/plan"

table () {
	"$patchbench" table --plan "$tmp/plan" --data "$root/bench-data" "$@"
}

reference () {
	table --from-reference "$ref" --sessions 2 "$@"
}

run 0 'two tables from reference records' reference
is "$err" '' 'nothing on standard error'
is "$(grep -c '^+=' "$tmp/out")" 2 'a table for each architecture'

run 0 'one architecture' reference --arch arm64
cat >"$tmp/expected" <<'EOT'
arm64 (QEMU icount, neoverse-n1):

+-----------------+---------------+-------------+--------------+
| Benchmark       | Result Class  |     v6.19.6 | per-cpu-prng |
|                 |               | rndstack-on |   not posted |
|                 |               |             |              |
+=================+===============+=============+==============+
| syscall/getpid  | mean (insns)  |  (R) 37.59% |  (I) -10.00% |
|                 | p99 (insns)   | (R) 896.68% |   (I) -9.97% |
|                 | p99.9 (insns) | (R) 896.68% |   (I) -9.97% |
+-----------------+---------------+-------------+--------------+
| syscall/getppid | mean (insns)  |  (R) 37.59% |  (I) -10.00% |
|                 | p99 (insns)   | (R) 896.68% |   (I) -9.97% |
|                 | p99.9 (insns) | (R) 896.68% |   (I) -9.97% |
+-----------------+---------------+-------------+--------------+

Instructions, not time: rdtsc, a barrier or a cache miss counts 1 each, so
a change that trades a counter read for arithmetic looks like a cost here
and may be a gain on hardware.
Against the unpatched v6.19.6, parameters off; (R) more, (I) fewer: the 95%
intervals do not overlap.
2 sessions (boots) of 1000 calls each; 15 of 18 values are exact (the same
in every session); empty body, subtracted: 3 insns.
Too few sessions for a distribution-free interval of a median: it takes 6.
12 comparisons, 10 of them of exact figures; of the other 2, 5% are 0.1:
that many a test would mark by chance, this rule marks fewer.
From reference records; nothing was measured on this machine.
EOT
ok 'it is the expected table' diff -u "$tmp/expected" "$tmp/out"
is "$(awk 'length > 75' "$tmp/out")" '' 'no line is wider than 75 columns'

run 0 'the full form' reference --arch arm64 --full
like "$out" '| p99.99 (insns) ' 'it has p99.99'
like "$out" ' 300.02 exact ' 'it has exact absolute values'
like "$out" ' 304.00 exact \| 302.50 +- 6.35 ' 'and intervals'
like "$out" '| n  *|  *2 x 1000 |' 'and the number of calls'

run 0 'one session' table --from-reference "$ref" --sessions 1 --arch arm64
unlike "$out" '(R) [0-9]' 'it has no marks'
like "$out" 'Too few sessions' 'it says why'

run 3 'a session that is not there' table --from-reference "$ref" --sessions 3
is "$out" '' 'no half report'
like "$err" 'arm64 v6.19.6 kstack/v5/on: no reference record of session 3' \
	'it names the cell and the session'
is "$(wc -l <"$tmp/err" | tr -d ' ')" 6 'it names all of them'

run 2 'unknown architecture' reference --arch riscv
like "$err" 'riscv' 'it is named'
for bad in 0 -1 x 1e30 '' 99999999999999999999
do
	run 2 "--samples '$bad'" reference --samples "$bad"
	like "$err" "'$bad'" 'it is named'
done
run 2 'unknown option' reference --colour
run 2 'one word too many' reference word
run 2 'no plan' "$patchbench" table --data "$root/bench-data"
run 0 'help' "$patchbench" table --help

# damaged NAME PATTERN COMMAND...: with the record changed by COMMAND, given its
# path as the last argument, the table is refused and the message matches
damaged () {
	name=$1 pattern=$2
	shift 2
	victim=$ref/bench/arm64/v6.19.6/base/-/on/2.record
	cp "$victim" "$tmp/keep"
	"$@" "$victim"
	run 4 "$name" reference
	is "$out" '' "$name: no output"
	like "$err" "on/2.record.*$pattern" "$name: the message"
	cp "$tmp/keep" "$victim"
}

cut_in_half () {
	head -c $(($(wc -c <"$1") / 2)) "$1" >"$tmp/half" && cp "$tmp/half" "$1"
}

without_end () {
	sed '$d' "$1" >"$tmp/half" && cp "$tmp/half" "$1"
}

change () {
	reseal "$2" "$1"
}

damaged 'cut in half' 'cut short' cut_in_half
damaged 'its last line gone' 'sha256: missing' without_end
damaged 'wrong checksum' 'sha256: wrong' sed -i 's/^seed 2/seed 3/'
damaged 'empty' 'record: empty' truncate -s 0
damaged 'negative count' 'count of a bin: not a number' \
	change 's/^363 980/363 -980/'
damaged '2^63 ticks' 'ticks: 9223372036854775808 is above 2^53' \
	change 's/^3003 20/9223372036854775808 20/'
damaged '2^53 ticks and one' 'ticks: 9007199254740993 is above 2^53' \
	change 's/^3003 20/9007199254740993 20/'
damaged '2^64 ticks' 'ticks: not a number' \
	change 's/^3003 20/18446744073709551616 20/'
damaged 'negative ticks' 'ticks: not a number' change 's/^3003 20/-3003 20/'
damaged 'a count of 2^64' 'count of a bin: not a number' \
	change 's/^363 980/363 18446744073709551616/'
damaged 'counts that come round to the sum' 'counts of the bins' \
	change 's/^363 980/363 18446744073709551596/; s/^3003 20/3003 1020/'
damaged 'negative session' "session: not a proper value: '-2'" \
	change 's/^session .*/session -2/'
damaged 'no frequency' "frequency: not a proper value: '0'" \
	change 's/^frequency .*/frequency 0/'
damaged 'an escape sequence' 'byte 0x1b' change 's/^cpu .*/cpu \x1b[2J/'
damaged 'wrong sum' 'sum is 999' change 's/^3003 20/3003 19/'
damaged 'another unit' 'unit: ns does not go with backend icount' \
	change 's/^unit .*/unit ns/'
damaged 'host record between' 'unit: ns in a table of insns' \
	change 's/^unit .*/unit ns/; s/^backend .*/backend host/'
damaged 'another session' 'session: 1 in the place of 2' \
	change 's/^session .*/session 1/'
damaged 'the same session twice' 'session: 1 in the place of 2' \
	cp "$ref/bench/arm64/v6.19.6/base/-/on/1.record"
damaged 'another cell' 'parameters: off in the place of on' \
	cp "$ref/bench/arm64/v6.19.6/base/-/off/2.record"
damaged 'another kernel' 'image-sha256: fedc.* beside sessions of 0123' \
	change 's/^image-sha256 .*/image-sha256 fedcba9876543210fedcba9876543210fedcba9876543210fedcba9876543210/'
damaged 'a seed twice' 'seed: 1 is that of another session' \
	change 's/^seed .*/seed 1/'
damaged 'another CPU' 'cpu: max in a table of neoverse-n1' \
	change 's/^cpu .*/cpu max/'
damaged 'bytes after the end' 'bytes after' sed -i '$a more'
damaged 'a byte above ASCII' 'byte 0xff' change 's/^cpu .*/cpu \xff/'

sed '/base - off/d' "$tmp/plan" >"$tmp/plan.new"
run 3 'a plan without baseline' "$patchbench" table --plan "$tmp/plan.new" \
	--data "$root/bench-data" --from-reference "$ref" --sessions 2
like "$err" 'no baseline' 'it says so'

# The running kernel
store=$tmp/store
backend_host () {
	"$patchbench" table --backend host --store "$store" "$@"
}

run 3 'no host record' backend_host
like "$err" 'make bench-host' 'it names the command'
for session in 1 2
do
	host "$store/host/x86_64/v6.19.6/base/-/off/k/$session.record" \
		base - off $session 220 boot-$session
	host "$store/host/x86_64/v6.19.6/kstack/v5/on/k/$session.record" \
		kstack v5 on $session $((239 + session)) boot-1
done
run 0 'two kernels of one machine' backend_host --data "$root/bench-data"
cat >"$tmp/expected" <<'EOT'
x86_64 (Some CPU 9000):

+----------------+--------------+---------+-----------+------------+
| Benchmark      | Result Class | v6.19.6 | kstack v5 |     change |
|                |              |     off |           |            |
|                |              |         |           |            |
+================+==============+=========+===========+============+
| syscall/getpid | mean (ns)    |  100.00 |    110.25 | (R) 10.25% |
|                | p99 (ns)     |  100.00 |    110.25 | (R) 10.25% |
|                | p99.9 (ns)   |  100.00 |    110.25 | (R) 10.25% |
+----------------+--------------+---------+-----------+------------+
EOT
head -n 11 "$tmp/out" >"$tmp/head"
ok 'side by side in ns' diff -u "$tmp/expected" "$tmp/head"
like "$out" 'kstack/v5/on (2 sessions, 1 boot)' 'sessions of one boot are named'
like "$out" 'Machine: counter of 2000000000 Hz, governor: performance' \
	'the machine is described'
run 0 'another baseline' backend_host --baseline kstack/v5/on
like "$out" 'Against kstack v5 on v6.19.6, parameters on' 'it is named'
run 3 'a baseline that is not there' backend_host --baseline kstack/v4/on
cp "$store/host/x86_64/v6.19.6/kstack/v5/on/k/1.record" \
	"$store/host/x86_64/v6.19.6/kstack/v5/on/k/3.record"
run 4 'the same session twice' backend_host
like "$err" '3.record: session: 1 in the place of 3' 'it is named'

# From the store, against the reference
image=$tmp/image guest=$tmp/guest
mkdir -p "$image" "$guest/arm64"
cat >"$image/provenance" <<EOT
key 0123456789abcdef
arch arm64
base v6.19.6
base-commit $hash
stack base
revision -
tree -
config-name bench
release 6.19.6
image-sha256 $hash
config-sha256 $hash
compiler gcc 12.2.0
linker ld 2.40
EOT
for program in init syscall-latency
do
	echo $program >"$guest/arm64/$program"
done
sed -n "/^arm64/s, bench -, bench $image,p" "$tmp/plan" >"$tmp/plan.new" &&
mv "$tmp/plan.new" "$tmp/plan"

from_store () {
	table --store "$store" --guest "$guest" --samples 1000 --sessions 2 "$@"
}

if ! command -v qemu-system-aarch64 >/dev/null
then
	skip 'no qemu-system-aarch64' 'tables from the store'
	done_testing
	exit
fi
run 3 'an empty store' from_store
like "$err" 'arm64 v6.19.6 kstack/v5/on: no record of session 1' 'it says what'
like "$err" \
	'make bench BASE=v6.19.6 ARCH=arm64 STACK=kstack REV=v5 SAMPLES=1000' \
	'and which command brings it'
sed -n 's/.* (\(.*\)\/1.record).*/\1/p' "$tmp/err" >"$tmp/folders"
is "$(wc -l <"$tmp/folders" | tr -d ' ')" 3 'three cells are missing'
while read -r folder
do
	mkdir -p "$folder"
	cell=${folder#"$store"/}
	cp "$ref/bench/${cell%/*}/1.record" "$ref/bench/${cell%/*}/2.record" "$folder"
done <"$tmp/folders"
run 0 'from the store' from_store
unlike "$out" 'reference' 'it is no reference'
is "$err" '' 'and nothing is compared'
run 0 'against the reference' from_store --compare "$ref"
is "$err" 'patchbench: arm64: reference: same (6 of 6 records)' 'it is the same'
change 's/^compiler .*/compiler gcc 14/' \
	"$ref/bench/arm64/v6.19.6/base/-/off/1.record"
run 0 'reference of another compiler' from_store --compare "$ref"
same='patchbench: arm64: reference: same (6 of 6 records)'
is "$err" "$same; what else differs: compiler (1)" 'it is named'
change 's/^303 980/302 980/' "$ref/bench/arm64/v6.19.6/base/-/off/1.record"
rm "$ref/bench/arm64/v6.19.6/base/-/on/1.record"
run 0 'other figures' from_store --compare "$ref"
like "$err" 'reference: differs (4 of 5 records are the same); what else' \
	'it differs'
like "$err" 'compiler (1); no reference for 1 more' 'it says in what'
echo damaged >"$ref/bench/arm64/v6.19.6/base/-/off/1.record"
run 0 'a damaged reference keeps nobody from the figures' \
	from_store --compare "$ref"
like "$err" 'off/1.record: not compared with' 'it is named and left out'
run 0 'no reference' from_store --compare "$tmp/none"
is "$err" 'patchbench: arm64: reference: none' 'it says so'

done_testing
