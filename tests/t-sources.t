#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# Sources: where a kernel comes from, what is refused, and what an interrupted
# run leaves to the next one.

. "$(dirname "$0")/tap.sh"
. "$(dirname "$0")/fake-kernels.sh"
store=$tmp/cache/kernels.git
pool=$tmp/mirror/pool/main/l/linux
mkdir -p "$pool"

fake_kernel 1.0
pack 1.0
fake_kernel 1.1
# What xz cannot make small, so that a download and an import take a while.
head -c 1500000 /dev/urandom >"$tmp/linux-1.1/big"
pack 1.1

# forget: an empty cache
forget () {
	rm -rf "$tmp/cache"
}

# tag TAG: its tree, or nothing
tag () {
	git -C "$store" rev-parse -q --verify "refs/tags/$1^{tree}" 2>/dev/null
}

# tree_of VERSION: what git itself makes of the folder
tree_of () {
	(
		git init -q --bare "$tmp/plain.git"
		export GIT_DIR="$tmp/plain.git" GIT_WORK_TREE="$tmp/linux-$1"
		cd "$GIT_WORK_TREE" && git add -f -A . && git write-tree
		rm -rf "$GIT_DIR"
	)
}
one=$(tree_of 1.0) two=$(tree_of 1.1)

# ---------------------------------------------------------------- a folder

export KERNEL_TARBALLS="$tmp/tarballs"
run 0 'a tarball of the user' "$kernel/sources" v1.0
is "$out" '' 'nothing on standard output'
is "$(tag v1.0)" "$one" 'its tree is the one that git makes of the files'
commit=$(git -C "$store" rev-parse v1.0)
is "$(git -C "$store" log -1 --format='%an %ae %at %s' v1.0)" \
	'Patchbench patchbench@localhost 1767323045 v1.0' \
	'dated like the newest file'
run 0 'there already' env KERNEL_TARBALLS=/nothing "$kernel/sources" v1.0
forget
"$kernel/sources" v1.0 2>"$tmp/err"
is "$(git -C "$store" rev-parse v1.0)" "$commit" 'twice the same commit'
run 2 'an unknown base' "$kernel/sources" v9
like "$err" 'known are: v1.0 v1.1' 'the known are named'
run 2 'a base that is none' "$kernel/sources" ../v1.0
run 2 'no base' "$kernel/sources"

cp -r "$tmp/tarballs" "$tmp/changed"
printf x | dd of="$tmp/changed/linux_1.1.orig.tar.xz" bs=1 seek=1000 \
	conv=notrunc 2>/dev/null
run 4 'a tarball with one byte changed' \
	env KERNEL_TARBALLS="$tmp/changed" "$kernel/sources" v1.1
like "$err" 'linux_1.1.orig.tar.xz is not the pinned' 'is named'
is "$(tag v1.1)" '' 'and not imported'
ok 'the file of the user is left' test -f "$tmp/changed/linux_1.1.orig.tar.xz"
truncate -s 5000 "$tmp/changed/linux_1.1.orig.tar.xz"
run 4 'a tarball cut short' \
	env KERNEL_TARBALLS="$tmp/changed" "$kernel/sources" v1.1
unset KERNEL_TARBALLS

# ---------------------------------------------------------------- a clone

git init -q "$tmp/clone"
(
	cd "$tmp/clone" && cp -a "$tmp/linux-1.0/." . && git add -f -A &&
	git -c user.name=A -c user.email=a@localhost commit -q -m one &&
	git -c user.name=A -c user.email=a@localhost tag -a -m one v0.9
)
run 0 'any tag of a clone' env KERNEL_GIT="$tmp/clone" "$kernel/sources" v0.9
is "$(tag v0.9)" "$one" 'its tree'
run 2 'a tag that the clone has not' \
	env KERNEL_GIT="$tmp/clone" "$kernel/sources" v0.8
run 2 'a KERNEL_GIT that is none' \
	env KERNEL_GIT="$tmp/tarballs" "$kernel/sources" v0.8

# ---------------------------------------------------------------- hostile

# hostile NAME PATTERN PYTHON: a tarball made by those lines is refused
hostile () {
	printf 'import io, tarfile\n%s\n%s\nt.close()\n' '
t = tarfile.open("'"$tmp"'/tarballs/linux_bad.tar.xz", "w:xz")
def add(name, kind=tarfile.REGTYPE, link="", data=b"text"):
    i = tarfile.TarInfo(name)
    i.type, i.linkname = kind, link
    i.size = len(data) if kind == tarfile.REGTYPE else 0
    t.addfile(i, io.BytesIO(data))
add("linux/Makefile")' "$3" >"$tmp/make.py"
	python3 "$tmp/make.py"
	run 4 "refused: $1" "$PATCHBENCH" tarball \
		"$tmp/tarballs/linux_bad.tar.xz" --tag vbad
	like "$err" "$2" "$1: says so"
	unlike "$out" '^done' "$1: the stream has no end"
}

hostile 'an absolute name' '/etc/passwd: is absolute' 'add("/etc/passwd")'
hostile 'a climbing name' 'linux/../x: climbs' 'add("linux/../x")'
hostile 'a folder .git' 'linux/a/.GIT/config' 'add("linux/a/.GIT/config")'
hostile 'a second top folder' 'other/x: is a second' 'add("other/x")'
hostile 'a file twice' 'Makefile: is there twice' 'add("linux/Makefile")'
hostile 'a file in a file' 'Makefile/x: ' 'add("linux/Makefile/x")'
hostile 'a file through a link' 'a/x: ' \
	'add("linux/a", tarfile.SYMTYPE, "b"); add("linux/a/x")'
hostile 'a link out of the tree' 'linux/a/l\|a/l: is a link that leads out' \
	'add("linux/a/l", tarfile.SYMTYPE, "../../x")'
hostile 'an absolute link' 'l: is a link to an absolute' \
	'add("linux/l", tarfile.SYMTYPE, "/etc")'
hostile 'a link out over a link' 'b: is a link that leads out' \
	'add("linux/x/y/a", tarfile.SYMTYPE, "..")
add("linux/b", tarfile.SYMTYPE, "x/y/a/../..")'
hostile 'a hard link' 'l: is a hard link' \
	'add("linux/l", tarfile.LNKTYPE, "linux/Makefile")'
hostile 'a device' 'd: is neither' 'add("linux/d", tarfile.CHRTYPE)'
hostile 'a line break in a name' 'has a control byte' 'add("linux/a\nb")'

head -c 3000 "$tmp/tarballs/linux_1.1.orig.tar.xz" \
	>"$tmp/tarballs/linux_bad.tar.xz"
run 4 'refused: a tarball that ends early' "$PATCHBENCH" tarball \
	"$tmp/tarballs/linux_bad.tar.xz" --tag vbad
row vbad debian linux_bad.tar.xz
run 4 'refused by sources, though it is the pinned one' \
	env KERNEL_TARBALLS="$tmp/tarballs" "$kernel/sources" vbad
is "$(tag vbad)" '' 'no tag is left'
is "$(ls "$tmp/cache/scratch")" '' 'and nothing else'

# ---------------------------------------------------------------- a mirror

if ! command -v python3 >/dev/null || ! test -x /usr/lib/apt/apt-helper
then
	skip 'no python3 or no apt-helper' 'downloads'
	done_testing
	exit
fi
printf 'Acquire::http::Proxy::127.0.0.1 "DIRECT";\n' >"$tmp/apt.conf"
export APT_CONFIG="$tmp/apt.conf"
python3 "$root/tests/slow-mirror.py" "$tmp/mirror" "$tmp/port" "$tmp/log" &
server=$!
trap 'kill $server; rm -rf "$tmp"' EXIT
wait_for test -s "$tmp/port"
export PATCHBENCH_MIRROR="http://127.0.0.1:$(cat "$tmp/port")/"
big=linux_1.1.orig.tar.xz
cp "$tmp/tarballs/$big" "$pool/$big"
forget
run 0 'a download' "$kernel/sources" v1.1
is "$(tag v1.1)" "$two" 'its tree'
run 3 'what the mirror has not' "$kernel/sources" v1.0
like "$err" 'KERNEL_GIT=clone or KERNEL_TARBALLS=folder' 'says what helps'
like "$err" 'kernel.org.*pins no' 'and that kernel.org was not asked'

forget
cp "$tmp/tarballs/$big" "$tmp/wrong"
printf x | dd of="$tmp/wrong" bs=1 seek=1000 conv=notrunc 2>/dev/null
cp "$tmp/wrong" "$pool/$big"
run 4 'a download with one byte changed' "$kernel/sources" v1.1
like "$err" 'removed' 'is removed, and said'
is "$(ls "$tmp/cache/downloads")" '' 'nothing of it is left'
cp "$tmp/tarballs/$big" "$pool/$big"

# partial: is there some of it?
partial () {
	test -n "$(find "$tmp/cache/downloads" -type f -size +40k)"
}

# break_off SIGNAL WHAT COMMAND...: when the command succeeds
break_off () {
	forget
	"$kernel/sources" v1.1 2>"$tmp/first" &
	pid=$!
	signal=$1 tap_what=$2
	shift 2
	ok "$signal during $tap_what" wait_for "$@"
	kill -"$signal" $pid
	wait $pid 2>/dev/null
	is "$(tag v1.1)" '' 'no tag yet'
	rm -f "$tmp/mirror/slow"
	: >"$tmp/log"
	run 0 'the next run completes' timeout 20 "$kernel/sources" v1.1
	is "$(tag v1.1)" "$two" 'with the same tree'
}

: >"$tmp/mirror/slow"
break_off TERM 'the download' partial
unlike "$(cat "$tmp/log")" ' 0$' 'and goes on where the first had ended'
: >"$tmp/mirror/slow"
break_off KILL 'the download' partial

# A command that is slow to import: it says when it has begun.
cat >"$tmp/slow-import" <<EOS
#!/bin/sh
: >"$tmp/importing"
sleep 1 >/dev/null
exec "$PATCHBENCH" "\$@"
EOS
chmod +x "$tmp/slow-import"
real=$PATCHBENCH
for signal in TERM KILL
do
	rm -f "$tmp/importing"
	PATCHBENCH=$tmp/slow-import
	break_off $signal 'the import' test -e "$tmp/importing"
	is "$(cat "$tmp/log")" '' 'without another download'
done
PATCHBENCH=$real

forget
: >"$tmp/log"
: >"$tmp/mirror/slow"
"$kernel/sources" v1.1 2>"$tmp/first" &
pid=$!
wait_for partial
rm -f "$tmp/mirror/slow"
run 0 'two at once' timeout 20 "$kernel/sources" v1.1
wait $pid
is $? 0 'both succeed'
is "$(wc -l <"$tmp/log")" 1 'and share one download'

# ---------------------------------------------------------------- a full disk

small=$tmp/small
if test "$(id -u)" = 0 && mkdir "$small" &&
	mount -t tmpfs -o size=1m none "$small" 2>/dev/null
then
	trap 'kill $server; wait_for umount "$small"; rm -rf "$tmp"' EXIT
	run 5 'a full disk while downloading' \
		env PATCHBENCH_CACHE="$small" "$kernel/sources" v1.1
	like "$err" 'no space left' 'says so'
	is "$(find "$small/downloads" -type f)" '' 'nothing is left'
	run 5 'a full disk while importing' env PATCHBENCH_CACHE="$small" \
		KERNEL_TARBALLS="$tmp/tarballs" "$kernel/sources" v1.1
	like "$err" 'no space left' 'says so too'
	is "$(find "$small" -name '*.pack')" '' 'no pack is left'
	mount -o remount,size=20m "$small"
	run 0 'and with room it completes' \
		env PATCHBENCH_CACHE="$small" "$kernel/sources" v1.1
else
	skip 'not root' 'a full disk'
fi

done_testing
