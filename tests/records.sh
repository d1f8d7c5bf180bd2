# SPDX-License-Identifier: GPL-2.0-only
# Made-up records for the tests of what reads them; to be sourced.

hash=0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef

# seal FILE: put the right sha256 line at its end
seal () {
	printf 'sha256 %s\n' "$(sha256sum <"$1" | cut -d ' ' -f 1)" >>"$1"
}

# reseal FILE SED-SCRIPT: change a record and make its checksum right again
reseal () {
	sed -e '/^sha256 /d' -e "$2" "$1" >"$1.new" &&
	seal "$1.new" &&
	mv "$1.new" "$1"
}

# icount FILE ARCH CPU STACK REV PARAMETERS SESSION FAST SLOW: 1000 calls of two
# system calls, 980 of them take FAST instructions, 20 SLOW (the empty body 3)
icount () {
	mkdir -p "${1%/*}" &&
	cat >"$1" <<-EOR &&
	patchbench record 1
	stack $4
	revision $5
	base v6.19.6
	arch $2
	config bench
	parameters $6
	backend icount
	session $7
	seed $7
	unit insns
	samples 1000
	counter counter
	frequency 1000000000
	image-key 0123456789abcdef
	image-sha256 $hash
	config-sha256 $hash
	guest-sha256 $hash
	tree -
	compiler gcc 12.2.0
	qemu QEMU emulator version 7.2.22
	cpu $3
	command qemu-system -icount shift=0,sleep=off
	kernel-command-line console=ttyS0
	kernel-release 6.19.6
	histogram empty 1000 1 0 0 0
	3 1000
	histogram syscall/getpid 1000 2 1 0 0
	$(($8 + 3)) 980
	$(($9 + 3)) 20
	histogram syscall/getppid 1000 3 1 0 0
	$(($8 + 3)) 980
	$(($9 + 3)) 19
	$(($9 + 3 + $7)) 1
	EOR
	seal "$1"
}

# host FILE STACK REV PARAMETERS SESSION TICKS BOOT
host () {
	mkdir -p "${1%/*}" &&
	cat >"$1" <<-EOR &&
	patchbench record 1
	stack $2
	revision $3
	base v6.19.6
	arch x86_64
	config user
	parameters $4
	backend host
	session $5
	unit ns
	samples 10
	counter rdtsc
	frequency 2000000000
	guest-sha256 $hash
	cpu Some CPU 9000
	kernel-command-line quiet
	kernel-release 6.19.6
	fact boot $7
	fact governor performance
	fact steal $5
	histogram empty 10 1 0 0 0
	20 10
	histogram syscall/getpid 10 1 0 0 0
	$6 10
	EOR
	seal "$1"
}
