#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The guest program that observes faults of stack offsets: its words here, and
# in QEMU on the kernels that the cache holds.

. "$(dirname "$0")/tap.sh"

native=$(uname -m | sed 's/aarch64/arm64/')
program=$root/build/guest/$native/stack-faults
arch=${PATCHBENCH_TEST_ARCH:-arm64}
guest=$root/build/guest/$arch

# refused STATUS MESSAGE NAME ARG...
refused () {
	refused_message=$2 refused_name=$3
	run "$1" "$3" "$program" $4
	like "$err" "$refused_message" "$refused_name: why"
	is "$out" '' "$refused_name: nothing is written"
}

if test -x "$program"
then
	refused 2 'no test is named' 'no test' ''
	refused 2 'fault/fork is not NAME=TEST' 'no equals sign' fault/fork
	refused 2 '=fork is not NAME=TEST' 'no name' =fork
	refused 2 'spoon is no test' 'an unknown test' fault/fork=spoon
	refused 2 'whole number' 'no samples' '--samples 0 fault/fork=fork'
	refused 2 'whole number' 'samples with a sign' \
		'--samples -1 fault/fork=fork'
	refused 2 'whole number' 'samples out of range' \
		'--samples 18446744073709551617 fault/fork=fork'
	refused 2 'whole number' 'a settling time in words' \
		'--settle long fault/fork=fork'
	refused 2 'a=fork is one test too many' 'seventeen tests' \
		"$(yes a=fork | head -n 17 | tr '\n' ' ')"
	if test -e /sys/kernel/debug/provoke-crash/DIRECT
	then
		skip 'this kernel has LKDTM' 'a kernel without LKDTM'
	else
		refused 1 'DIRECT: .*it takes a kernel with LKDTM' 'a kernel without LKDTM' \
			fault/fork=fork
	fi
else
	skip "no guest program for $native" 'words'
fi

# entry NAME MODE FILE: one member of a newc archive
entry () {
	entry_size=$(wc -c <"$3") entry_name=$(printf '%s' "$1" | wc -c)
	printf '070701%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x%08x' \
		0 "$2" 0 0 1 0 "$entry_size" 0 0 0 0 $((entry_name + 1)) 0
	printf '%s\0' "$1"
	head -c $(((4 - (110 + entry_name + 1) % 4) % 4)) /dev/zero
	cat "$3"
	head -c $(((4 - entry_size % 4) % 4)) /dev/zero
}

value () {
	sed -n "s/^$1[ 	][ 	]*//p" "$root/bench-data/arches/$arch"
}

# boot STACK REV PARAMETERS CPUS ARGUMENTS: leaves $tmp/channel; false without
# such a kernel. QEMU takes what the architecture's data file says.
boot () {
	image=$("$root/scripts/kernel/build" --check v6.19.6 bench "$1" "$2" \
		"$arch" 2>"$tmp/no") || return
	rm -f "$tmp/channel" "$tmp/console"
	# A PC's table of CPUs names one of each socket.
	(cd "$tmp" && timeout 300 $(value qemu) $(value machine) \
		-icount shift=0,sleep=off -rtc base=2020-01-01,clock=vm \
		-smp "$4,sockets=$4" -nic none -nodefaults -no-reboot \
		-display none -seed 1 -chardev file,id=console,path=console \
		-chardev file,id=channel,path=channel -serial chardev:console \
		$(value channel-options) -kernel "$image/image" \
		-initrd initramfs -append "$(value parameters) randomize_kstack_offset=$3 -- $(value channel) stack-faults $5" \
		>qemu.log 2>&1 </dev/null) || diag "$(cat "$tmp/qemu.log")"
	tail -n 1 "$tmp/channel" | grep -q '^exit 0$' ||
		diag "$(grep stack-faults: "$tmp/console")"
}

# bins NAME: the lines of a histogram, one behind the other
bins () {
	awk -v name="$1" '
		/^histogram / { on = $2 == name; next }
		/^[0-9]+ [0-9]+$/ && on { printf "%s%s", sep, $0; sep = ", " }
	' "$tmp/channel"
}

whole='--samples 40 fault/migrate=migrate fault/fork=fork'
if ! command -v "$(value qemu)" >/dev/null || ! test -x "$guest/stack-faults"
then
	skip "no QEMU or no guest program for $arch" 'the faults in QEMU'
	done_testing
	exit
fi
: >"$tmp/empty"
{
	entry init 33261 "$guest/init"
	entry bin 16877 "$tmp/empty"
	entry bin/stack-faults 33261 "$guest/stack-faults"
	entry TRAILER!!! 0 "$tmp/empty"
} >"$tmp/initramfs"

if boot base - on 2 "$whole"
then
	is "$(tail -n 1 "$tmp/channel")" 'exit 0' 'unpatched: both are observed'
	if test "$arch" = arm64
	then
		is "$(bins fault/migrate)" '1024 40' \
			'unpatched: the offset that was left is used again'
	fi
	like "$(grep '^histogram fault/fork' "$tmp/channel")" \
		'^histogram fault/fork 10 ' 'unpatched: ten children'
	boot base - off 2 "$whole"
	is "$(bins fault/migrate)" '1024 40' 'off: offsets are the same'
	is "$(bins fault/fork)" '64 10' 'off: no first offset is known'
	boot base - on 1 "$whole"
	is "$(tail -n 1 "$tmp/channel")" 'exit 1' 'one CPU: it fails'
	like "$(cat "$tmp/console")" 'fault/migrate: it needs two CPUs' \
		'one CPU: why'
	is "$(bins fault/fork)" '' 'one CPU: nothing half written'
	boot base - on 1 '--samples 40 fault/fork=fork'
	is "$(tail -n 1 "$tmp/channel")" 'exit 0' 'one CPU is enough to fork'
else
	skip "$(cat "$tmp/no")" 'the faults of the unpatched kernel'
fi
if boot kstack v5 on 2 "$whole"
then
	unlike "$(bins fault/migrate)" '^1024 40$' \
		'v5: the offset that was left is not used again'
	is "$(tail -n 1 "$tmp/channel")" 'exit 0' 'v5: both are observed'
else
	skip "$(cat "$tmp/no")" 'v5'
fi
# Which task the helper of the first patch clears is seen where no offset is
# chosen on the way to a new task's first instruction.
for rev in v1:1 v2:1
do
	if test "$arch" != arm64
	then
		skip "$arch chooses at each return" "$rev: first offsets"
	elif boot kstack $rev on 1 '--samples 40 fault/fork=fork'
	then
		case $rev in
		v1:1)
			unlike "$(bins fault/fork)" '^0 10$' \
				'v1:1: a first offset is left to the child' ;;
		v2:1)
			is "$(bins fault/fork)" '0 10' \
				'v2:1: the first offset is 0' ;;
		esac
		like "$(grep '^histogram fault/fork' "$tmp/channel")" \
			'^histogram fault/fork 10 ' "$rev: ten children"
	else
		skip "$(cat "$tmp/no")" "$rev: first offsets"
	fi
done
done_testing
