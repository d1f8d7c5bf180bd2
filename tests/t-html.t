#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench html: the page is well-formed and needs nothing else, says what the
# records say, and takes no word of a stranger for markup or a command. Records
# are made up.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
ref=$tmp/ref
page=$tmp/page.html

for session in 1 2 3
do
	at=$ref/bench/arm64/v6.19.6
	icount "$at/base/-/off/$session.record" arm64 neoverse-n1 base - off \
		$session 300 3000
	icount "$at/base/-/on/$session.record" arm64 neoverse-n1 base - on \
		$session $((400 + session)) 4000
	icount "$at/kstack/v5/on/$session.record" arm64 neoverse-n1 kstack v5 \
		on $session 350 350000
done
# A label that ends the title, runs a script, and what gnuplot would run.
cat >"$tmp/plan" <<EOP
arm64 v6.19.6 base - off bench -
arm64 v6.19.6 base - on bench -
arm64 v6.19.6 kstack v5 on bench - </title><script>x()</script>,\`touch\${IFS}$tmp/ran\`
EOP

# html ARGUMENT...: the page of the made-up records
html () {
	"$patchbench" html --plan "$tmp/plan" --data "$root/bench-data" \
		--from-reference "$ref" --sessions 3 --samples 1000 "$@"
}

# What the page holds, by parsers that are not ours.
cat >"$tmp/read.py" <<'EOP'
import sys, xml.etree.ElementTree as tree
from html.parser import HTMLParser

text = open(sys.argv[2], encoding="utf-8").read()
root = tree.fromstring(text.partition("\n")[2])

class Tags(HTMLParser):
    names, attributes = {}, []
    def handle_starttag(self, tag, attributes):
        self.names[tag] = self.names.get(tag, 0) + 1
        self.attributes += attributes

tags = Tags()
tags.feed(text)
attributes = tags.attributes
if sys.argv[1] == "count":
    print(*[tags.names.get(n, 0) for n in sys.argv[3:]])
elif sys.argv[1] == "foreign":
    # Attributes that run or load something, or point out of the page.
    print(*[a for a in attributes if a[0].startswith("on") or a[0] in
            ("src", "style", "srcdoc", "action", "xlink:href") or
            a[0] == "href" and not a[1].startswith("#")])
elif sys.argv[1] == "ids":
    ids = [v for n, v in attributes if n == "id"]
    wanted = [v[1:] for n, v in attributes if n == "href"]
    for n, v in attributes:
        if n == "aria-labelledby":
            wanted += v.split()
    print(len(ids) == len(set(ids)), all(w in ids for w in wanted), len(ids))
elif sys.argv[1] == "svg":
    for svg in root.iter("svg"):
        kinds = [child.tag for child in svg]
        assert svg.get("role") == "img" and kinds[:2] == ["title", "desc"]
        assert all(child.text for child in svg[:2])
        assert set(kinds[2:]) <= {"path", "polygon", "text"}, kinds
        assert kinds.count("path") > 2
        for child in svg:
            assert child.get("fill") is None and child.get("stroke") is None
    print("ok")
elif sys.argv[1] == "rows":
    # The rows of the tables below the plots of one kind: distribution 0, ...
    figures = list(root.iter("figure"))[int(sys.argv[3])::3]
    for row in figures[0].iter("tr"):
        print("|".join("".join(c.itertext()) for c in row))
elif sys.argv[1] == "text":
    print(" ".join(root.itertext()))
EOP

# see WHAT...: what the page last made holds
see () {
	what=$1
	shift
	python3 "$tmp/read.py" "$what" "$page" "$@" 2>&1
}

run 0 'a page' html --out "$page"
is "$out" "$page" 'its name is printed'
is "$(see count svg figure details section script link img iframe)" \
	'6 6 9 1 0 0 0 0' \
	'three plots a benchmark, their numbers, the records; nothing foreign'
is "$(see foreign)" '' 'nothing runs, nothing is loaded'
is "$(grep -c 'https\{0,1\}://' "$page")" 0 'no address of another place'
is "$(see ids)" 'True True 15' 'ids are unique, and what is meant is there'
is "$(see svg)" ok 'plots have titles, and colours as classes only'
style=$(sed -n '/<style>/,/<\/style>/p' "$page" |
	sed -e '1s/.*<style>//' -e '/<\/style>/d')
like "$(cat "$page")" "style-src 'sha256-$(printf '%s\n' "$style" |
	openssl dgst -sha256 -binary | base64)'" 'its policy lets its own style in'
like "$(cat "$page")" "default-src 'none'" 'and nothing else'

# The label is shown, and is nothing but text.
like "$(see text)" '</title><script>x()</script>' 'a hostile label is text'
ok 'gnuplot has run nothing of it' test ! -e "$tmp/ran"
is "$(see count title)" 7 'no title of it, six of the plots'

# What is plotted is what the records hold: 980, 19 and 1 of three sessions.
is "$(see rows 0 | sed -n '2,3p;5,7p')" 'v6.19.6 off|300|300|2940|0.98
v6.19.6 off|3000|3000|60|0.02
v6.19.6 rndstack-on|402|402|980|0.326667
v6.19.6 rndstack-on|403|403|980|0.326667
v6.19.6 rndstack-on|4000|4000|60|0.02' 'the distribution of all sessions'
is "$(see rows 1 | sed -n '4,7p')" 'v6.19.6 rndstack-on|401|401|3000|1
v6.19.6 rndstack-on|402|402|2020|0.673333
v6.19.6 rndstack-on|403|403|1040|0.346667
v6.19.6 rndstack-on|4000|4000|60|0.02' 'the tail'
like "$(see rows 2)" '^v6.19.6 off|354.00 exact||3000.00 exact|' \
	'mean and p99'
for session in 1 2 3
do
	for cell in base/-/off base/-/on kstack/v5/on
	do
		sha256sum <"$ref/bench/arm64/v6.19.6/$cell/$session.record"
	done
done | cut -d ' ' -f 1 >"$tmp/hashes"
is "$(grep -o -F -f "$tmp/hashes" "$page" | sort -u | wc -l | tr -d ' ')" 9 \
	'the hash of every record'
like "$(see text)" 'make bench BASE=v6.19.6 ARCH=arm64 CONFIG=bench STACK=kstack REV=v5 SAMPLES=1000 SESSIONS=3' \
	'and the command that makes one again'
unlike "$(cat "$page")" "$tmp/ref" 'no path of this machine'
like "$(see text)" 'From reference records' 'the notes are there'

# The same records, wherever they lie, make the same page.
cp "$page" "$tmp/first.html"
mv "$ref" "$tmp/elsewhere"
ref=$tmp/elsewhere
run 0 'once more' env TZ=Asia/Tokyo HOME="$tmp" LC_ALL=C \
	"$patchbench" html --plan "$tmp/plan" --data "$root/bench-data" \
	--from-reference "$ref" --sessions 3 --samples 1000 --out "$page"
ok 'the same bytes' cmp "$tmp/first.html" "$page"

# The options of a table.
run 0 'another baseline' html --baseline base/on --out "$page"
like "$(see rows 2 | sed -n 2p)" '^v6.19.6 rndstack-on' 'it comes first'
run 0 'by a test' html --rule test --holm --out "$page"
like "$(see text)" 'Holm' 'it is named'
run 2 'Holm without a test' html --holm --out "$page"
run 2 'no page asked for' html
like "$err" 'out is needed' 'it says so'
run 2 'neither plan nor host' "$patchbench" html --out "$page"

# Running kernels, in ns; a call as short as the empty body takes none.
for session in 1 2
do
	host "$tmp/store/host/a/$session.record" base - off $session 20 one
	host "$tmp/store/host/b/$session.record" kstack v5 on $session \
		$((120 + session)) two
done
run 0 'running kernels' "$patchbench" html --backend host \
	--store "$tmp/store" --data "$root/bench-data" --out "$page"
is "$(see rows 0 | sed -n 2,4p | cut -d '|' -f 2-)" '0.00|0.00|20|1
50.50|50.50|10|0.5
51.00|51.00|10|0.5' 'half a ns a tick, less the empty body'
is "$(see svg)" ok 'its plots'
like "$(see text)" 'make bench-host SAMPLES=10 SESSIONS=2' 'how to have it again'

# The second kernel's counter runs twice as fast.
for session in 1 2
do
	host "$tmp/two/host/a/$session.record" base - off $session 420 one
	host "$tmp/two/host/b/$session.record" kstack v5 on $session 820 two
	reseal "$tmp/two/host/b/$session.record" \
		's/^frequency .*/frequency 4000000000/'
done
run 0 'counters that differ' "$patchbench" html --backend host \
	--store "$tmp/two" --data "$root/bench-data" --out "$page"
is "$(see rows 0 | tail -n 2)" 'v6.19.6 off|200.00|200.00|20|1
kstack v5|200.00|200.00|20|1' 'each column by its own'
is "$(see rows 2 | cut -d '|' -f 1-2 | tail -n 2)" 'v6.19.6 off|200.00 exact
kstack v5|200.00 exact' 'as in the table'

# A failure leaves the page that was there, and nothing beside it.
echo old >"$page"
mkdir "$tmp/bin"
ln -s "$tmp/fake" "$tmp/bin/gnuplot"
# as_gnuplot SCRIPT: what is taken for gnuplot
as_gnuplot () {
	printf '#!/bin/sh\n%s\n' "$1" >"$tmp/fake" &&
	chmod +x "$tmp/fake"
}
left () {
	is "$(cat "$page"; ls "$tmp" | grep '^page')" "old
page.html" "$1: the old page stays, no half one"
}
run 3 'a record is missing' html --sessions 4 --out "$page"
like "$err" 'session 4' 'it is named'
left 'a record is missing'
mkdir "$tmp/none"
run 3 'no gnuplot' env PATH="$tmp/none" "$patchbench" html \
	--plan "$tmp/plan" --data "$root/bench-data" --from-reference "$ref" \
	--sessions 3 --samples 1000 --out "$page"
like "$err" 'gnuplot-nox' 'its package is named'
left 'no gnuplot'
PATH=$tmp/bin:$PATH
as_gnuplot 'echo "line 1: no" >&2; exit 1'
run 5 'gnuplot fails' html --out "$page"
like "$err" 'line 1: no' 'its message is handed on'
as_gnuplot 'echo "<svg><script>x()</script><text>hello</text></svg>"'
run 5 'gnuplot draws something else' html --out "$page"
as_gnuplot 'kill -9 $$'
run 5 'gnuplot is killed' html --out "$page"
left 'gnuplot fails'
as_gnuplot "echo \$\$ >'$tmp/pid.new'; mv '$tmp/pid.new' '$tmp/pid'; exec sleep 60"
for signal in TERM HUP
do
	rm -f "$tmp/pid"
	"$patchbench" html --plan "$tmp/plan" --data "$root/bench-data" \
		--from-reference "$ref" --sessions 3 --samples 1000 \
		--out "$page" 2>"$tmp/err" &
	while test ! -e "$tmp/pid"
	do
		kill -0 $! 2>/dev/null || break
		sleep 0.1
	done
	kill -$signal $!
	wait $!
	is $? 5 "SIG$signal: interrupted"
	i=0
	while kill -0 "$(cat "$tmp/pid")" 2>/dev/null && test $i -lt 50
	do
		i=$((i + 1))
		sleep 0.1
	done
	ok 'gnuplot has gone, too' test $i -lt 50
	left "SIG$signal"
done
rm "$tmp/bin/gnuplot"
run 5 'no place for the page' html --out "$tmp/no/where.html"
like "$err" 'no/where.html' 'it is named'

# Many values: merged, and all of them counted.
awk -v max=20000 'BEGIN { for (i = 1; i <= max; i++) print 300 + 7 * i, 1 }' \
	>"$tmp/bins"
for file in $(find "$ref" -name '*.record')
do
	sed -e '/^sha256 /d' -e 's/^samples .*/samples 20000/' \
		-e '/^histogram syscall/,$d' "$file" >"$file.new" &&
	{
		echo 'histogram syscall/getpid 20000 20000 0 0 0' &&
		cat "$tmp/bins"
	} >>"$file.new" &&
	seal "$file.new" &&
	mv "$file.new" "$file"
done
run 0 'twenty thousand values' html --samples 20000 --out "$page"
like "$(see text)" 'In 3 of 3 columns near values are drawn as one' 'it is said'
see rows 0 | grep '^v6.19.6 off' >"$tmp/rows"
ok 'some hundred points' test "$(wc -l <"$tmp/rows")" -le 300 -a \
	"$(wc -l <"$tmp/rows")" -ge 75
is "$(awk -F'|' '{ n += $4 } END { print n }' "$tmp/rows")" 60000 \
	'every call is in one'
is "$(sed -n '1s/^[^|]*|\([0-9]*\)|.*/\1/p' "$tmp/rows") $(tail -n 1 "$tmp/rows" |
	cut -d '|' -f 3)" '304 140297' 'from the least to the largest'
ok 'a page of less than a megabyte' test "$(wc -c <"$page")" -lt 1000000

# What is there and is no file is not replaced.
mkfifo "$tmp/fifo"
ln -s "$page" "$tmp/link"
for out_name in fifo link
do
	run 5 "--out is a $out_name" html --out "$tmp/$out_name"
	like "$err" "$tmp/$out_name: File exists" 'it is named'
done
ok 'the pipe is one still' test -p "$tmp/fifo"
ok 'the link is one still' test -L "$tmp/link"
done_testing
