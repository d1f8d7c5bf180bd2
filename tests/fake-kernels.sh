# SPDX-License-Identifier: GPL-2.0-only
# Tiny kernels for the TAP scripts. Read in after tap.sh. Sets up a cache, a
# data folder, a stack `demo` with revisions v1 and v2, and a stack `other`.

export PATCHBENCH="${PATCHBENCH:-$root/build/patchbench}"
export PATCHBENCH_CACHE="$tmp/cache" PATCHBENCH_DATA="$tmp/data"
export PATCHBENCH_SERIES="$tmp/series" PATCHBENCH_PATCHES="$tmp/stacks"
export TZ=UTC LC_ALL=C
unset KERNEL_GIT KERNEL_TARBALLS PATCHBENCH_MIRROR QUILT_PATCHES QUILTRC
kernel=$root/scripts/kernel
mkdir -p "$tmp/data" "$tmp/tarballs" "$tmp/home"
export HOME="$tmp/home"
: >"$tmp/data/kernels"

# lines FROM TO: a line for each number
lines () {
	seq -f 'line %g' "$1" "$2"
}

# fake_kernel VERSION: a folder linux-VERSION below $tmp
fake_kernel () {
	(
		dir=$tmp/linux-$1
		mkdir -p "$dir/kernel/deep" "$dir/scripts" &&
		echo "VERSION = $1" >"$dir/Makefile" &&
		lines 1 40 >"$dir/kernel/fork.c" &&
		lines 1 40 >"$dir/kernel/deep/only.c" &&
		printf '*.o\n!*.patch\n' >"$dir/.gitignore" &&
		printf '#!/bin/sh\n' >"$dir/scripts/run" &&
		chmod +x "$dir/scripts/run" &&
		ln -s ../kernel/fork.c "$dir/scripts/link"
	)
}

# pack VERSION [FILE]: its tarball and its row
pack () {
	file=${2:-linux_$1.orig.tar.xz}
	tar -C "$tmp" --sort=name --owner=0 --group=0 \
		--mtime='2026-01-02 03:04:05Z' -cJf "$tmp/tarballs/$file" \
		"linux-$1" &&
	row "v$1" debian "$file"
}

# row TAG KIND FILE
row () {
	sum=$(sha256sum <"$tmp/tarballs/$3") &&
	printf '%s %s %s %s %s\n' "$1" "$2" "$3" \
		"$(stat -c %s "$tmp/tarballs/$3")" "${sum%% *}" \
		>>"$tmp/data/kernels"
}

# make_patch STACK REV NAME SED FILE: what that does to a file of linux-1.0,
# on top of the patches before it, as a patch and a line of the series
make_patch () {
	work=$tmp/patching/$1-$2
	test -d "$work" || {
		mkdir -p "$tmp/patching" &&
		cp -a "$tmp/linux-1.0" "$work"
	}
	mkdir -p "$tmp/stacks/$1/$2" "$tmp/series/$1"
	rm -rf "$tmp/patching/a" "$tmp/patching/b"
	cp -a "$work" "$tmp/patching/a"
	if test "$4" = new
	then
		echo new >"$work/$5"
	else
		sed -i "$4" "$work/$5"
	fi
	cp -a "$work" "$tmp/patching/b"
	test -s "$tmp/series/$1/$2" ||
		printf '# Stack: %s\n# Revision: %s\n# Label: a-label\n' \
			"$1" "$2" >"$tmp/series/$1/$2"
	{
		printf 'From: Nobody <nobody@localhost>\nSubject: %s\n\n' "$3"
		printf 'What it does.\n---\n'
		(
			cd "$tmp/patching" &&
			git diff --no-index a b | sed 's|\([ab]\)/[ab]/|\1/|g'
		)
		printf -- '-- \n2.39\n'
	} >"$tmp/stacks/$1/$2/$3.patch"
	printf '%s/%s/%s.patch\n' "$1" "$2" "$3" >>"$tmp/series/$1/$2"
}

fake_stacks () {
	make_patch demo v1 0001-ten 's/^line 10$/ten/' kernel/fork.c
	make_patch demo v1 0002-add new kernel/added.c
	make_patch demo v2 0001-eleven 's/^line 11$/eleven/' kernel/fork.c
	make_patch other v1 0001-thirty 's/^line 30$/thirty/' kernel/fork.c
}

# wait_for COMMAND...: up to 10 s
wait_for () {
	for try in $(seq 100)
	do
		! "$@" 2>/dev/null || return 0
		sleep 0.1
	done
	return 1
}
