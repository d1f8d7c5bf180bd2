#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Debian source packages with quilt patches: patchbench makes the tree that quilt
# makes. Fetches the packages that tests/debian-packages lists, or those named,
# into the cache; `make test-debian` runs it, CI does not.

. "$(dirname "$0")/tap.sh"

pb=${PATCHBENCH:-$root/build/patchbench}
cache=${PATCHBENCH_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/patchbench}
debian=$cache/debian
export GIT_CONFIG_NOSYSTEM=1 GIT_CONFIG_GLOBAL=/dev/null LC_ALL=C
unset QUILT_PATCHES QUILT_SERIES

# apt with source lists of its own, made of the machine's: it checks signatures
# and hashes, and the machine's own lists stay as they are.
mkdir -p "$debian/lists/partial" "$debian/packages" || exit 5
apt-get indextargets --format '$(REPO_URI) $(CODENAME) $(COMPONENT)' \
	'Created-By: Packages' | sort -u |
while read -r uri suite component
do
	printf 'deb-src [signed-by=%s] %s %s %s\n' \
		/usr/share/keyrings/debian-archive-keyring.gpg \
		"$uri" "$suite" "$component"
done >"$debian/sources.list"
apt () {
	apt-get -q -o Dir::Etc::SourceList="$debian/sources.list" \
		-o Dir::Etc::SourceParts=/dev/null \
		-o Dir::State::Lists="$debian/lists" \
		-o Dir::Cache::srcpkgcache= -o Dir::Cache::pkgcache= \
		-o APT::Sandbox::User=root "$@"
}
test -n "$(find "$debian/lists" -name '*Sources*' -mtime -7 2>/dev/null)" ||
	apt update >&2 || exit 3

if test $# = 0
then
	set -- $(sed '/^#/d' "$root/tests/debian-packages")
fi
cd "$debian/packages" || exit 5
for package
do
	ls "$package"_*.dsc >/dev/null 2>&1 ||
		apt source --download-only "$package" >"$tmp/apt" 2>&1 ||
		diag "$(tail -n 3 "$tmp/apt")"
	dsc=$(ls "$package"_*.dsc 2>/dev/null | sort -V | tail -n 1)
	rm -rf "$tmp/tree"
	run 0 "$package is unpacked" dpkg-source --no-check --skip-patches \
		-x "$dsc" "$tmp/tree"
	series=$tmp/tree/debian/patches/series
	if ! test -f "$series"
	then
		report 1 "$package has quilt patches"
		continue
	fi
	# Without what dpkg-source left of its own, and as git sees it.
	rm -rf "$tmp/tree/.pc" "$tmp/repo" "$tmp/patches"
	cp -a "$tmp/tree/debian/patches" "$tmp/patches"
	git init -q --bare "$tmp/repo"
	git --git-dir="$tmp/repo" --work-tree="$tmp/tree" add -A -f 2>/dev/null
	base=$(git --git-dir="$tmp/repo" write-tree)
	run 0 "$package: patchbench applies $(grep -c '^[^#]' "$tmp/patches/series") patches" \
		"$pb" apply --series "$tmp/patches/series" \
		--patches "$tmp/patches" --git "$tmp/repo" --onto "$base"
	ours=$out
	(
		cd "$tmp/tree" && QUILT_PATCHES=debian/patches \
			QUILT_PATCH_OPTS=--fuzz=0 quilt --quiltrc - push -a
	) >"$tmp/quilt" 2>&1
	status=$?
	rm -rf "$tmp/tree/.pc"
	git --git-dir="$tmp/repo" --work-tree="$tmp/tree" add -A -f 2>/dev/null
	theirs=$(git --git-dir="$tmp/repo" write-tree)
	test $status = 0 || theirs="quilt: $(tail -n 2 "$tmp/quilt")"
	is "$ours" "$theirs" "$package: as quilt has it"
done
done_testing
