#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench run on a QEMU that is a shell script: it plays a good guest, and
# every bad one.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
store=$tmp/store work=$tmp/work
export FAKE_DIR="$tmp"

# What the fake does stands in the file `play`; each boot is noted in `boots`.
cat >"$tmp/qemu" <<'END'
#!/bin/sh
if test "$1" = --version
then
	echo "fake QEMU 1"
	exit
fi
while test $# -gt 0
do
	case $1 in
	-append)
		line=$2 ;;
	-seed)
		seed=$2 ;;
	esac
	shift
done
echo "$seed" >>"$FAKE_DIR/boots"
samples=${line##*--samples }
samples=${samples%% *}
block () {
	cat >"$FAKE_DIR/block.$$"
	cat "$FAKE_DIR/block.$$"
	printf 'crc %s\n' "$(gzip -c <"$FAKE_DIR/block.$$" | tail -c 8 | head -c 4 |
		od -An -tx4 | tr -d ' ')"
}
report () {
	{
		echo 'patchbench guest 1'
		echo 'fact counter rdtsc'
		echo "fact frequency ${frequency:-0}"
		echo 'fact kernel-release 9.9'
		echo "fact kernel-command-line $line"
	} | block
	for name in empty syscall/getpid ${1-syscall/getppid}
	do
		printf 'histogram %s %s 1 0 0 0\n%s %s\n' $name \
			"$samples" "${empty:-5}" "$samples" | block
	done
	echo done | block
	echo "exit ${2:-0}"
}
echo 'Linux version 9.9' >console
case $(cat "$FAKE_DIR/play") in
good)
	report >channel ;;
slow)
	sleep 1
	report >channel ;;
lingers)
	report >channel
	sleep 60 ;;
silent)
	sleep 60 ;;
babbles)
	while :
	do
		echo tick
		sleep 0.1
	done >console ;;
panic)
	printf 'Kernel panic - not syncing: \033[31mno init\n' >console
	sleep 60 ;;
oops)
	echo 'Internal error: Oops: 96000004 [#1]' >console ;;
early)
	echo 'reboot: Power down' >>console ;;
flood)
	yes 'flooding the console' >console ;;
cut)
	report | head -n 9 >channel
	echo 'exit 0' >>channel ;;
oopsed)
	echo 'Internal error: Oops: 96000004 [#1]' >>console
	report >channel ;;
flipped)
	report | sed 's/^5 /6 /' >channel ;;
failed)
	echo 'exit 127' >channel ;;
fewer)
	report '' >channel ;;
scaled)
	empty=6
	report >channel ;;
frequency)
	frequency=62500000
	report >channel ;;
refuses)
	echo 'qemu: no such machine' >&2
	rm console
	exit 1 ;;
esac
END
chmod +x "$tmp/qemu"
mkdir -p "$tmp/data/arches" "$tmp/guest/aa" "$tmp/image"
cat >"$tmp/data/arches/aa" <<END
kernel-arch	x86
empty	5
qemu	$tmp/qemu
machine	-M fake
cpu	fakecpu
channel	/dev/c
channel-options	-serial chardev:channel
parameters	quiet
packages	qemu-fake
END
printf 'off\tr=off\non\tr=on\trnd\n' >"$tmp/data/parameters"
printf 'syscall/getpid\tsyscall-latency\tgetpid\nsyscall/getppid\tsyscall-latency\tgetppid\n' \
	>"$tmp/data/benchmarks"
echo init >"$tmp/guest/aa/init"
echo program >"$tmp/guest/aa/syscall-latency"
echo kernel >"$tmp/image/image"
zero=0000000000000000000000000000000000000000000000000000000000000000
cat >"$tmp/image/provenance" <<END
key 0123456789abcdef
image-sha256 $zero
config-sha256 $zero
tree 0000000000000000000000000000000000000000
compiler fake cc
release 9.9
END
for parameters in off on
do
	echo "aa v9.9 base - $parameters bench $tmp/image -"
done >"$tmp/plan"

run_plan () {
	"$pb" run --plan "$tmp/plan" --store "$store" --guest "$tmp/guest" \
		--data "$tmp/data" --work "$work" --samples 100 --sessions 2 \
		--jobs 2 "$@"
}
play () {
	echo "$1" >"$tmp/play"
	: >"$tmp/boots"
	rm -rf "$store" "$work"
}
boots () {
	wc -l <"$tmp/boots" | tr -d ' '
}
records () {
	find "$store" -name '*.record' 2>/dev/null | sort
}

play good
run 0 'four sessions are measured' run_plan
is "$(records | wc -l | tr -d ' ')" 4 'four records'
is "$out" '' 'nothing is on standard output'
like "$err" '4 of 4, about 0 s left' 'progress is told'
is "$(sort "$tmp/boots" | tr '\n' ' ')" '1 1 2 2 ' 'a seed for each session'
record=$(records | sed 1q)
like "$(cat "$record")" "^command $tmp/qemu -M fake " 'the command is kept'
is "$(grep '^sha256 ' "$record")" \
	"sha256 $(grep -v '^sha256 ' "$record" | sha256sum | cut -d ' ' -f 1)" \
	'the checksum is that of what stands above it'
before=$(records | xargs sha256sum)
run 0 'again' run_plan
is "$(boots)" 4 'nothing is measured again'
run 0 'with --force' run_plan --force
is "$(boots)" 8 'everything is'
is "$(records | xargs sha256sum)" "$before" 'with the same result'
is "$(ls "$work")" '' 'no folder is left behind'

# The baseline against itself takes as many sessions again, in turn with the rest.
run 0 'the baseline twice' run_plan --again base/off
is "$(boots)" 10 'two more are measured'
is "$(records | sed 's,.*/v9.9/,,; s,/[0-9a-f]*/,/,' | tr '\n' ' ')" \
	'base/-/off/1.record base/-/off/2.record base/-/off/3.record base/-/off/4.record base/-/on/1.record base/-/on/2.record ' \
	'of that cell, sessions 3 and 4'
play good
run 0 'all in one' run_plan --again base/off --jobs 1
is "$(tr '\n' ' ' <"$tmp/boots")" '1 1 3 2 2 4 ' 'the sessions are interleaved'
run 0 'listed' run_plan --again base/off --list
is "$(printf '%s\n' "$out" | wc -l | tr -d ' ')" 6 'as many records'
run 2 'of a cell that the plan has not' run_plan --again kstack/v5/on
like "$err" "'kstack/v5/on'" 'it is named'
play good
run 0 'without it' run_plan
record=$(records | sed 1q)

head -c 300 "$record" >"$tmp/half" && cp "$tmp/half" "$record"
run 0 'a record cut in half' run_plan
like "$err" "$record:[0-9]*: " 'is named'
is "$(boots)" 5 'and measured again'
is "$(records | xargs sha256sum)" "$before" 'with the same result'

for case in \
	'panic 1 the kernel panicked' \
	'oops 1 the kernel oopsed' \
	'oopsed 1 the kernel oopsed' \
	'scaled 4 the empty body took 6 ticks, it has 5 instructions' \
	'early 1 it powered off before it had measured' \
	'flood 1 it wrote more than a guest may' \
	'failed 1 the guest program ended with status 127' \
	'cut 4 cut short' \
	'flipped 4 damaged' \
	'fewer 4 2 histograms, not 3' \
	'frequency 4 the counter runs at 62500000 Hz' \
	'refuses 5 QEMU refused to run'
do
	how=${case%% *} rest=${case#* }
	play "$how"
	run "${rest%% *}" "$how: status ${rest%% *}" run_plan
	like "$err" "aa v9.9 base/off session 1.*${rest#* }" "$how: it is said"
	is "$(records)" '' "$how: no record"
done
play panic
run_plan 2>"$tmp/err"
like "$(cat "$tmp/err")" '| Kernel panic - not syncing: ?\[31mno init' \
	'the console is shown without its control characters'
is "$(boots)" 2 'a cell that failed is not tried again'
ok 'the console is kept' test -s "$work/failed-aa-v9.9-base---off-1/console"

play silent
run 5 'silence has its limit' run_plan --silence 1
like "$err" 'it said nothing for 1 s' 'and is said'
play babbles
run 5 'so has the whole' run_plan --limit 2
like "$err" 'it was not done after 2 s' 'and is said'
play lingers
run 0 'a guest that said all but does not leave is ended' \
	timeout 50 "$pb" run --plan "$tmp/plan" --store "$store" \
	--guest "$tmp/guest" --data "$tmp/data" --work "$work" --samples 100 \
	--sessions 1 --jobs 2

# Interrupted by TERM and by KILL, in the middle of the second pair.
for signal in TERM KILL
do
	play slow
	run_plan 2>"$tmp/err" &
	pid=$!
	i=0
	while test "$(records | wc -l)" -lt 1 && test $i -lt 100
	do
		sleep 0.1
		i=$((i + 1))
	done
	sleep 0.3
	pkill -$signal -P $pid 2>/dev/null || kill -$signal $pid
	wait $pid
	status=$?
	test $signal = KILL || is $status 5 'TERM ends it with status 5'
	kept=$(records | xargs sha256sum)
	n=$(records | wc -l)
	run 0 "$signal: the next run completes" run_plan
	is "$(records | wc -l | tr -d ' ')" 4 "$signal: four records"
	printf '%s\n' "$kept" >"$tmp/kept"
	ok "$signal: what was finished stays" sha256sum -c --quiet "$tmp/kept"
	ok "$signal: and is not measured again" test $(boots) -le $((4 + 4 - n))
	is "$(ls "$work" | grep -v failed)" '' "$signal: no folder is left"
done

play good
for samples in 0 -1 x 1e30 '' 99999999999999999999
do
	run 2 "--samples '$samples' is wrong usage" run_plan --samples "$samples"
	like "$err" 'takes a whole number' 'and said'
done
run 2 'so is --sessions 0' run_plan --sessions 0
run 2 'and an unknown option' run_plan --nonsense
is "$(boots)" 0 'nothing was booted'

sed 's|^qemu.*|qemu no-such-qemu|' "$tmp/data/arches/aa" >"$tmp/aa" &&
	mv "$tmp/aa" "$tmp/data/arches/aa"
run 3 'a missing QEMU' run_plan
like "$err" 'no-such-qemu is missing.*qemu-fake' 'is named with its package'
sed "s|^qemu.*|qemu $tmp/qemu|" "$tmp/data/arches/aa" >"$tmp/aa" &&
	mv "$tmp/aa" "$tmp/data/arches/aa"
rm "$tmp/guest/aa/syscall-latency"
run 3 'a missing guest program' run_plan
like "$err" "aa/syscall-latency: .*make tools" 'is named'
echo program >"$tmp/guest/aa/syscall-latency"
echo "aa v9.9 base - off bench $tmp/nowhere -" >"$tmp/plan"
run 3 'a missing image' run_plan
like "$err" "plan:1: $tmp/nowhere/provenance" 'is named with the plan'"'"'s line'
echo "aa v9.9 base - off" >"$tmp/plan"
run 4 'a plan that is cut short' run_plan
like "$err" 'plan:1: 5 fields' 'is refused by line'
echo "zz v9.9 base - off bench $tmp/image -" >"$tmp/plan"
run 2 'an unknown architecture' run_plan
echo "aa ../v9.9 base - off bench $tmp/image -" >"$tmp/plan"
run 4 'a name that climbs' run_plan

# A full disk: records cannot be written.
if test "$(id -u)" = 0 && mkdir "$tmp/small" &&
	mount -t tmpfs -o size=64k tmpfs "$tmp/small" 2>/dev/null
then
	echo "aa v9.9 base - off bench $tmp/image -" >"$tmp/plan"
	play good
	store=$tmp/small
	head -c 60000 /dev/zero >"$tmp/small/full"
	cat /dev/zero >>"$tmp/small/full" 2>/dev/null
	run 5 'a full disk is status 5' run_plan
	like "$err" 'No space left on device' 'and said'
	is "$(find "$tmp/small" -name '*.record*')" '' 'nothing half written'
	umount "$tmp/small"
else
	skip 'no tmpfs without root' 'a full disk is status 5'
fi

done_testing
