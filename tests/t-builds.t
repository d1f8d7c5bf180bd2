#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The matrix of what compiles: scripts/kernel/builds and touched, on a small
# source that answers to the kernel's make targets. A line `broken` in a source
# file is an error.

. "$(dirname "$0")/tap.sh"
# These scripts call the command some hundred times, and the sanitizers have
# seen each of the calls elsewhere.
test ! -x "$root/build/patchbench" || PATCHBENCH=$root/build/patchbench
. "$(dirname "$0")/fake-kernels.sh"

export PATCHBENCH_CONFIGS="$tmp/configs" BUILD_LOG="$tmp/steps"
builds=$kernel/builds
mkdir -p "$tmp/data/arches" "$tmp/data/cross" "$tmp/configs"
fake_kernel 1.0
mkdir -p "$tmp/linux-1.0/include"
echo 'int one;' >"$tmp/linux-1.0/include/one.h"
echo 'int two;' >"$tmp/linux-1.0/include/two.h"
sed -i '1i #include "one.h"' "$tmp/linux-1.0/kernel/fork.c"
cat >"$tmp/linux-1.0/Makefile" <<'END'
KCONFIG_CONFIG ?= $(O)/.config
check = test -z "$$KILLED" || { echo "cc: Killed"; exit 1; }; \
	! grep -n '^broken' $(1) | sed 's/:.*/:1: error: broken/;s|^|$(1):|' | \
	grep .
tinyconfig defconfig:
	@echo config >>$(BUILD_LOG)
	@echo 'CONFIG_TINY=y' >$(KCONFIG_CONFIG)
olddefconfig:
	@sort -u -o $(KCONFIG_CONFIG) $(KCONFIG_CONFIG)
Image:
	@echo image >>$(BUILD_LOG)
	@$(call check,kernel/fork.c)
	@mkdir -p $(O)/include/config
	@cat kernel/fork.c >$(O)/Image
	@echo 1.0 >$(O)/include/config/kernel.release
	@cat $(O)/.config >$(O)/include/config/auto.conf
%.o: %.c
	@echo $@ >>$(BUILD_LOG)
	@$(call check,$<)
	@mkdir -p $(O)/$(@D) && cp $< $(O)/$@
	@sed -n 's|#include "\(.*\)"|$(CURDIR)/include/\1|p' $< \
		>$(O)/$(@D)/.$(@F).cmd
END
cp -a "$tmp/linux-1.0" "$tmp/linux-1.1"
sed -i 's/line 9$/nine/' "$tmp/linux-1.1/kernel/fork.c"
cp -a "$tmp/linux-1.0" "$tmp/linux-1.9"
sed -i 's/^line 10$/ten/' "$tmp/linux-1.9/kernel/fork.c"
for version in 1.0 1.1 1.9
do
	mkdir -p "$tmp/git"
	rm -rf "$tmp/git/"[a-zA-Z]*
	cp -a "$tmp/linux-$version/." "$tmp/git"
	git init -q "$tmp/git" && git -C "$tmp/git" add -A &&
	git -C "$tmp/git" -c user.name=t -c user.email=t@localhost \
		commit -q -m $version && git -C "$tmp/git" tag v$version
done
mkdir -p "$tmp/cache"
git clone -q --bare "$tmp/git" "$tmp/cache/kernels.git"

for arch in aa bb
do
	printf 'kernel-arch x86\nimage Image\n' >"$tmp/data/arches/$arch"
	echo 'CONFIG_ARCH=y' >"$tmp/configs/$arch.config"
done
echo 'CONFIG_COMMON=y' >"$tmp/configs/common.config"
printf 'kernel-arch cc\nsource arch/cc\ndefconfig defconfig\nconfig CONFIG_C=y\n' \
	>"$tmp/data/cross/cc"
printf '# comment\nall kernel/fork.o\n' >"$tmp/data/touched"

# v1 is two patches, v2 does the same as the first of them, v3 is broken in
# the middle, v4 touches a header.
make_patch demo v1 0001-ten 's/^line 10$/ten/' kernel/fork.c
make_patch demo v1 0002-add new kernel/added.c
make_patch demo v2 0001-ten 's/^line 10$/ten/' kernel/fork.c
make_patch demo v3 0001-twenty 's/^line 20$/twenty/' kernel/fork.c
make_patch demo v3 0002-break 's/^line 25$/broken/' kernel/fork.c
make_patch demo v3 0003-mend 's/^broken$/mended/' kernel/fork.c

# steps WORD: how often make took that step since the last call
steps () {
	grep -c "^$1" "$BUILD_LOG" 2>/dev/null
	: >"$BUILD_LOG"
}

# ---------------------------------------------------------------- words

run 2 'too few words' "$builds" v1.0 demo v1
run 2 'an unknown architecture' "$builds" v1.0 demo v1 vax
like "$err" "architecture 'vax' is unknown; known are: aa bb cc" \
	'the known ones are named'
run 2 'an architecture twice' "$builds" v1.0 demo v1 aa aa
run 2 'an unknown stack' "$builds" v1.0 nope v1 aa
like "$err" "stack 'nope' is unknown; known are: demo" 'the known are named'
run 2 'an unknown revision' "$builds" v1.0 demo v9 aa
like "$err" "revision 'v9' of demo is unknown; known are: v1 v2 v3" \
	'the known are named'
run 3 'a base that is not there' "$builds" v7.0 demo v1 aa
like "$err" "'make sources BASE=v7.0' brings it" 'says what brings it'
ok 'nothing was built for any of them' test ! -e "$BUILD_LOG"

# ---------------------------------------------------------------- kernels

run 0 'a revision for two architectures' "$builds" v1.0 demo v1 aa bb
is "$out" 'prefix     aa      bb
demo/v1:1  builds  builds
demo/v1:2  builds  builds' 'a line per prefix, a column per architecture'
is "$(steps image)" 4 'each is built'
run 0 'again' "$builds" v1.0 demo v1 aa bb
is "$(steps image)" 0 'nothing is built again'
is "$(printf '%s\n' "$out" | tail -n 1)" 'demo/v1:2  builds  builds' \
	'the answer is the same'
is "$err" '' 'and that is all'
run 0 'a revision that equals a prefix' "$builds" v1.0 demo v2 aa
is "$(steps image)" 0 'shares its kernel'

run 1 'a prefix that does not compile is a no' "$builds" v1.0 all all aa
is "$out" 'prefix     aa
demo/v1:1  builds
demo/v1:2  builds
demo/v2:1  builds
demo/v3:1  builds
demo/v3:2  FAILS
demo/v3:3  builds' 'and the others are built all the same'
like "$err" 'aa: v1.0 demo/v3:2: kernel/fork.c:26:1: error: broken' \
	'the error is named'
is "$(steps image)" 3 'three were built or tried'
run 1 'again' "$builds" v1.0 demo v3 aa
is "$(steps image)" 0 'the failure is remembered'
like "$err" 'demo/v3:2: kernel/fork.c:26:1: error: broken' 'with its error'
run 1 'with --force' "$builds" --force v1.0 demo v3 aa
is "$(steps image)" 1 'it alone is tried again'
run 0 'the newest of it, a part' "$builds" v1.0 demo v3:1 aa
is "$(printf '%s\n' "$out" | tail -n 1)" 'demo/v3:1  builds' 'is one line'

run 5 'a compiler that was killed proves nothing' \
	env KILLED=yes "$builds" v1.0 demo v3 bb
is "$(ls "$tmp/cache/failures" | wc -l | tr -d ' ')" 1 'and is not remembered'
run 1 'the next run' "$builds" v1.0 demo v3 bb
like "$out" 'demo/v3:3  builds' 'goes on from there'
: >"$BUILD_LOG"

# ------------------------------------------------------- other architectures

run 0 'what a revision touches is compiled' "$builds" v1.0 demo v1 cc
is "$out" 'prefix   cc
demo/v1  builds' 'a line per revision'
is "$(sort "$BUILD_LOG" | xargs)" 'config kernel/added.o kernel/fork.o' \
	'what the data names and what is touched, each once'
: >"$BUILD_LOG"
run 0 'again' "$builds" v1.0 demo v1 cc
is "$(steps .)" 0 'nothing is compiled again'
run 0 'each prefix' "$builds" --prefixes v1.0 demo v1 cc
is "$out" 'prefix     cc
demo/v1:1  builds
demo/v1:2  builds' 'has a line when asked for'
is "$(steps config)" 0 'the same Kconfig files are not read again'

run 1 'one that does not compile is a no' "$builds" --prefixes v1.0 demo v3 cc
is "$(printf '%s\n' "$out" | sed 1d | xargs)" \
	'demo/v3:1 builds demo/v3:2 FAILS demo/v3:3 builds' \
	'the others are compiled'
like "$err" 'cc: v1.0 demo/v3:2: kernel/fork.c:26:1: error: broken' \
	'the error is named'
: >"$BUILD_LOG"
run 1 'again' "$builds" --prefixes v1.0 demo v3 cc
is "$(steps .)" 0 'the failure is remembered'
run 1 'with --force' "$builds" --force --prefixes v1.0 demo v3 cc
is "$(steps kernel/fork.o)" 1 'it alone is tried again'

make_patch demo v4 0001-header 's/one/ONE/' include/one.h
run 0 'a header that something includes' "$builds" v1.0 demo v4 cc
make_patch demo v4 0002-header 's/two/TWO/' include/two.h
run 3 'a header that nothing includes' "$builds" v1.0 demo v4 cc
like "$out" '^demo/v4  unknown$' 'is not known to compile'
like "$err" 'no object of bench-data/touched includes include/two.h' 'is named'
echo 'cc -include/two.h' >>"$tmp/data/touched"
run 0 'unless the data says that it has no use' "$builds" v1.0 demo v4 cc
echo 'cc kernel/gone.o' >>"$tmp/data/touched"
run 3 'an object that there is no source of' "$builds" v1.0 demo v4 cc
like "$err" 'kernel/gone.o is not built' 'is named'
sed -i '$d' "$tmp/data/touched"

make_patch demo v5 0001-thirty 's/^line 30$/thirty/' kernel/fork.c
run 5 'a compiler that was killed proves nothing' \
	env KILLED=yes "$builds" v1.0 demo v5 cc
run 0 'the next run compiles it' "$builds" v1.0 demo v5 cc
echo 'config CONFIG_D=maybe' >>"$tmp/data/cross/cc"
sed -i 's/^olddefconfig:/&\n\t@sed -i s,D=maybe,D=n, $(KCONFIG_CONFIG)/' \
	"$tmp/git/Makefile"
git -C "$tmp/git" -c user.name=t -c user.email=t@localhost commit -q -a -m 1.2
git -C "$tmp/git" tag v1.2
git -C "$tmp/cache/kernels.git" fetch -q --tags "$tmp/git"
run 4 'a symbol that does not survive is refused' "$builds" v1.2 demo v3:1 cc
like "$err" 'CONFIG_D=maybe of bench-data/cross/cc did not survive' 'and named'
sed -i '$d' "$tmp/data/cross/cc"
echo 'cross none-such-' >>"$tmp/data/cross/cc"
run 3 'a compiler that is missing' "$builds" v1.0 demo v1 cc
like "$err" "none-such-gcc is missing; 'scripts/packages cc' brings it" \
	'is named, with what brings it'
sed -i '$d' "$tmp/data/cross/cc"

run 0 'all architectures' "$builds" v1.0 demo v1 all
is "$out" 'prefix     aa      bb
demo/v1:1  builds  builds
demo/v1:2  builds  builds

prefix   cc
demo/v1  builds' 'are two parts'

# ---------------------------------------------------------------- other bases

run 1 'a revision that does not apply' "$builds" v1.1 demo v2 all
is "$(printf '%s\n' "$out" | xargs)" \
	'prefix aa bb demo/v2:1 FAILS FAILS prefix cc demo/v2 FAILS' 'fails'
like "$err" 'demo/v2/0001-ten.patch: kernel/fork.c: hunk 1' 'patch and hunk are named'
mkdir -p "$tmp/stacks/demo/v2+v1.1"
sed 's/^ line 9$/ nine/' "$tmp/stacks/demo/v2/0001-ten.patch" \
	>"$tmp/stacks/demo/v2+v1.1/0001-ten.patch"
printf '# Stack: demo\n# Revision: v2\n# Base: v1.5\n# Result: %s\n# Also: v1.1 %s\n%s\n' \
	0123456789012345678901234567890123456789 \
	0123456789012345678901234567890123456789 \
	demo/v2+v1.1/0001-ten.patch >"$tmp/series/demo/v2+v1.1"
run 0 'one that has a variant for that base' "$builds" v1.1 demo v2 aa
is "$(printf '%s\n' "$out" | tail -n 1)" 'demo/v2:1  builds' \
	'is built from it'
run 0 'where the first base is taken' "$builds" v1.0 demo v2 aa
run 0 'one that the base has already' "$builds" v1.9 demo v2 aa
is "$out" '' 'has no line'
like "$err" 'v1.9 has demo/v2' 'says so'

# -------------------------------------------------------- the data carried

for file in "$root"/bench-data/cross/*
do
	for key in kernel-arch source packages defconfig
	do
		is "$(grep -c "^$key[ 	]" "$file")" 1 \
			"bench-data/cross/${file##*/} has one $key"
	done
	is "$(grep -c -E '^(cross|llvm)[ 	]' "$file")" 1 'and one compiler'
done
sed '/^#/d;/^$/d' "$root/bench-data/touched" | cut -f 1 | sort -u |
while read -r arch
do
	test "$arch" = all || test -f "$root/bench-data/cross/$arch" ||
		echo "$arch"
done >"$tmp/strangers"
is "$(cat "$tmp/strangers")" '' 'bench-data/touched names known architectures'

done_testing
