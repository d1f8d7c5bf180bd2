#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# The report page in a browser: at 360 pixels the page itself does not scroll
# sideways, what is wide does so in its own box, and its style is let in.
# Leaves screenshots, light, dark and narrow, in OUT for someone to look at.

. "$(dirname "$0")/tap.sh"

out_dir=${OUT:-$root/out}
case $out_dir in
/*) ;;
*) out_dir=$root/$out_dir ;;
esac
mkdir -p "$out_dir" || exit 1
page=$tmp/report.html

# Nothing is fetched: a browser that runs as root has no sandbox.
browse () {
	timeout 120 chromium --headless --no-sandbox --disable-gpu \
		--hide-scrollbars --no-first-run --disable-extensions \
		--host-resolver-rules='MAP * ~NOTFOUND' \
		--user-data-dir="$tmp/profile" "$@" 2>"$tmp/browser.err"
}

# picture NAME OPTION... FILE: a screenshot
picture () {
	name=$1
	shift
	rm -f "$out_dir/$name"
	browse --screenshot="$out_dir/$name" "$@" >/dev/null
	test -s "$out_dir/$name"
}

"$root/scripts/plan" --no-images v6.19.6 bench all all x86_64 arm64 \
	>"$tmp/plan" || exit 1
run 0 'the page of all reference records' "$root/build/patchbench" html \
	--plan "$tmp/plan" --data "$root/bench-data" \
	--from-reference "$root/bench-data/results" --out "$page"

# The page has no scripts, so a copy without its policy measures itself; in a
# frame, as a window of a browser cannot be as narrow as a telephone.
cat >"$tmp/measure" <<'EOP'
<script>
addEventListener("load", function () {
	var wide = 0, out = 0, all = document.querySelectorAll("body *");
	for (var e of all) {
		if (e.closest(".scroll")) {
			if (e.matches(".scroll") && e.scrollWidth > e.clientWidth)
				wide++;
			continue;
		}
		if (e.getBoundingClientRect().right > innerWidth)
			out++;
	}
	var line = document.querySelector("svg path.s2");
	parent.postMessage("viewport=" + innerWidth + " document=" +
		document.documentElement.scrollWidth + " scrolling=" + wide +
		" outside=" + out + " line=" + getComputedStyle(line).stroke,
		"*");
});
</script>
EOP
sed -e '/Content-Security-Policy/d' -e "/^<body>/r $tmp/measure" "$page" \
	>"$tmp/measured.html"
# On paper nobody scrolls: the same with the style of paper, on a sheet.
sed 's/@media print/@media all/' "$tmp/measured.html" >"$tmp/paper.html"
cat >"$tmp/frame.html" <<'EOP'
<body style="margin:0"><pre id="said">nothing</pre>
<script>addEventListener("message", function (e) {
	document.getElementById("said").textContent = e.data; });</script>
<iframe src="measured.html" width="360" height="2400" style="border:0"></iframe>
</body>
EOP
sed 's/measured/paper/;s/360/700/' "$tmp/frame.html" >"$tmp/sheet.html"
# measure FRAME OPTION...: what the copy in it says of itself
measure () {
	frame=$1
	shift
	browse --virtual-time-budget=10000 --dump-dom "$@" \
		"file://$tmp/$frame.html" |
	sed -n 's/.*<pre id="said">\(.*\)<\/pre>.*/\1/p'
}

said=$(measure frame)
like "$said" '^viewport=360 document=360 ' 'at 360 pixels nothing is wider'
like "$said" ' outside=0 ' 'nothing that does not scroll sticks out'
unlike "$said" ' scrolling=0 ' 'tables and plots scroll in their boxes'
light=${said##*line=}
said=$(measure frame --blink-settings=preferredColorScheme=0)
unlike "line=${said##*line=}" "line=$light\$" 'lines of plots differ in the dark'
like "${said##*line=}" '^rgb' 'and have a colour there'

said=$(measure sheet)
like "$said" '^viewport=700 document=700 ' 'on paper nothing is cut off'

# Messages of the console tell of a style that the page's policy keeps out.
browse --enable-logging=stderr --v=0 --dump-dom "file://$page" >"$tmp/dom"
is "$(grep -c 'Content Security Policy' "$tmp/browser.err")" 0 \
	'the policy has nothing to say'

sed 's/measured/report/;s/<pre.*pre>//' "$tmp/frame.html" >"$tmp/narrow.html"
ok 'a picture in light' picture report-light.png --window-size=1280,3400 \
	"file://$page"
ok 'a picture in dark' picture report-dark.png --window-size=1280,3400 \
	--blink-settings=preferredColorScheme=0 "file://$page"
ok 'a picture at 360 pixels' picture report-narrow.png \
	--window-size=500,2400 "file://$tmp/narrow.html"
ok 'on paper' browse --no-pdf-header-footer \
	--print-to-pdf="$out_dir/report.pdf" "file://$page"
done_testing
