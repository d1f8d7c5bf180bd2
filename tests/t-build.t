#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Building kernels: scripts/kernel/build on a small source that answers to the
# kernel's make targets.

. "$(dirname "$0")/tap.sh"

export PATCHBENCH_CACHE="$tmp/cache" PATCHBENCH_DATA="$tmp/data"
export PATCHBENCH_CONFIGS="$tmp/configs" BUILD_LOG="$tmp/steps"
build=$root/scripts/kernel/build

# A kernel whose image is made of four slow steps, each noted in $BUILD_LOG.
# CONFIG_GONE is a symbol that it does not know.
mkdir -p "$tmp/linux/init" "$tmp/data/arches" "$tmp/configs"
echo 'one' >"$tmp/linux/init/main.c"
cat >"$tmp/linux/Makefile" <<'END'
KCONFIG_CONFIG ?= $(O)/.config
tinyconfig:
	@printf 'CONFIG_TINY=y\nCONFIG_TEXT="two words"\n' >$(KCONFIG_CONFIG)
olddefconfig:
	@awk -F= '/^CONFIG/ && !/GONE/ { v[$$1] = $$2 } \
		END { for (s in v) if (v[s] != "n") print s "=" v[s] }' \
		$(KCONFIG_CONFIG) | sort >$(KCONFIG_CONFIG).tmp
	@mv $(KCONFIG_CONFIG).tmp $(KCONFIG_CONFIG)
Image: $(O)/1.o $(O)/2.o $(O)/3.o $(O)/4.o
	@mkdir -p $(O)/include/config
	@cat $^ $(O)/.config >$(O)/Image
	@echo 9.9 >$(O)/include/config/kernel.release
	@tr -d '"' <$(O)/.config >$(O)/include/config/auto.conf
$(O)/%.o: init/main.c $(O)/.config
	@echo "  CC      $*.o"
	@echo $* >>$(BUILD_LOG)
	@printf half >$@; sleep $(or $(STEP),0.1); cat init/main.c >$@
END
for arch in aa bb
do
	cat >"$tmp/data/arches/$arch" <<'END'
kernel-arch	x86
cross		
image		Image
END
	echo "CONFIG_ARCH=y" >"$tmp/configs/$arch.config"
done
sed -i '/^cross/d' "$tmp/data/arches/aa" "$tmp/data/arches/bb"
echo 'CONFIG_COMMON=y' >"$tmp/configs/common.config"
printf '# asks for what is not there\nCONFIG_GONE=y\n' >"$tmp/configs/bad.config"
printf 'CONFIG_COMMON=n\n' >"$tmp/configs/less.config"
printf 'what is this\n' >"$tmp/configs/nonsense.config"

# The store, as `make sources` leaves it.
git init -q "$tmp/linux"
git -C "$tmp/linux" add -A
git -C "$tmp/linux" -c user.name=t -c user.email=t@localhost commit -q -m 9.9
git -C "$tmp/linux" tag v9.9
git clone -q --bare "$tmp/linux" "$tmp/cache/kernels.git"

steps () {
	test ! -f "$BUILD_LOG" || wc -l <"$BUILD_LOG" | tr -d ' '
}

run 2 'an unknown architecture is wrong usage' $build v9.9 bench base - zz
like "$err" "architecture 'zz' is unknown; known are: aa bb" 'it names the known ones'
run 2 'an unknown configuration is wrong usage' $build v9.9 nope base - aa
like "$err" "configuration 'nope' is unknown" 'and named'
run 3 'an unknown base is missing' $build v1.0 bench base - aa
like "$err" 'make sources BASE=v1.0' 'the command that brings it is named'
run 3 'with --check nothing is built' $build --check v9.9 bench base - aa
is "$(steps)" '' 'no step was taken'

run 4 'a symbol that does not survive is refused' $build v9.9 bad base - aa
like "$err" 'bad.config:2: CONFIG_GONE=y did not survive olddefconfig, it is n' \
	'file, line and symbol are named'
run 4 'a line that is none is refused' $build v9.9 nonsense base - aa
like "$err" 'nonsense.config:1: not a line of a configuration' 'and named'

run 0 'two architectures are built' $build v9.9 bench base - aa bb
is "$(steps)" 8 'four steps each'
image=$(printf '%s\n' "$out" | sed 1q)
ok 'the image is there' test -s "$image/image"
is "$(sed -n 's/^image-sha256 //p' "$image/provenance")" \
	"$(sha256sum <"$image/image" | cut -d ' ' -f 1)" \
	'its hash stands in the provenance'
is "$(sed -n 's/^tree //p' "$image/provenance")" \
	"$(git -C "$tmp/linux" rev-parse 'v9.9^{tree}')" 'and its tree'
run 0 'again' $build v9.9 bench base - aa bb
is "$(steps)" 8 'nothing is built again'
run 0 'a later fragment overrules' $build v9.9 less base - aa
unlike "$(cat "$out/config")" COMMON=y 'the symbol is gone'

# A build that was ended holds its lock no longer than a compiler that is just
# at work: here, a step of two seconds.
wait_free () {
	for i in $(seq 35)
	do
		! flock -n "$PATCHBENCH_CACHE/locks/build-tree" true || return 0
		sleep 0.1
	done
	return 1
}

# Interrupted: TERM, then KILL; the half-written object is not believed.
for signal in TERM KILL
do
	rm -rf "$PATCHBENCH_CACHE/objects" "$PATCHBENCH_CACHE/images"
	: >"$BUILD_LOG"
	STEP=2 setsid "$build" v9.9 bench base - aa >"$tmp/o" 2>"$tmp/e" &
	pid=$!
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20
	do
		test ! -s "$BUILD_LOG" || break
		sleep 0.1
	done
	if test $signal = KILL
	then
		kill -KILL -$pid
	else
		kill -TERM $pid
	fi
	wait $pid 2>/dev/null
	status=$?
	if test $signal = TERM
	then
		is $status 5 'TERM ends it with status 5'
	fi
	is "$(ls "$PATCHBENCH_CACHE/images" 2>/dev/null)" '' \
		"$signal: no image is left half made"
	ok "$signal: nothing goes on behind its back" wait_free
	run 0 "$signal: the next run completes" $build v9.9 bench base - aa
	unlike "$(cat "$out/image")" half "$signal: and believes no half object"
	is "$(sha256sum <"$out/image")" "$(sed -n 's/^image-sha256 //p' \
		"$out/provenance")  -" "$signal: the image is whole"
done

# Two at once share one build.
rm -rf "$PATCHBENCH_CACHE/objects" "$PATCHBENCH_CACHE/images"
: >"$BUILD_LOG"
$build v9.9 bench base - aa >"$tmp/first" 2>/dev/null &
$build v9.9 bench base - aa >"$tmp/second" 2>/dev/null
wait $!
is "$(cat "$tmp/first")" "$(cat "$tmp/second")" 'two at once get the same'
is "$(steps)" 4 'and built it once'

# A kernel that does not build.
echo two >"$tmp/linux/init/main.c"
sed -i 's|sleep.*|echo "main.c:1: error: no"; exit 1|' "$tmp/linux/Makefile"
git -C "$tmp/linux" -c user.name=t -c user.email=t@localhost commit -q -a -m 9.10
git -C "$tmp/linux" tag v9.10
git -C "$tmp/cache/kernels.git" fetch -q --tags "$tmp/linux"
run 1 'a kernel that does not build is a no' $build v9.10 bench base - aa
like "$err" 'main.c:1: error: no' 'with its error'

done_testing
