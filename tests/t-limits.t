#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench limits and the table that scripts/entropy-limits makes with it:
# the same line for a seed whatever the processes, and nothing half written.

. "$(dirname "$0")/tap.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
export PATCHBENCH="$patchbench"

limits () {
	"$patchbench" limits --width 2 --samples 8705 "$@"
}

run 0 'a line' limits --simulations 4 --rank 1 --seed 1
line=$out
like "$line" '^2 8705 4 1 1 [01]\.[0-9]\{6\}$' 'it is a line of the table'
is "$err" '' 'and all that is said'
run 0 'three processes' limits --simulations 4 --rank 1 --seed 1 --jobs 3
is "$out" "$line" 'the same line'
run 0 'more processes than simulations' \
	limits --simulations 4 --rank 1 --seed 1 --jobs 9
is "$out" "$line" 'the same line again'
run 0 'another seed' limits --simulations 4 --rank 1 --seed 2
unlike "$out" "${line##* }\$" 'another limit'
run 0 'another rank' limits --simulations 4 --rank 4 --seed 1
ok 'the highest is above the lowest' awk -v a="${line##* }" -v b="${out##* }" \
	'BEGIN { exit !(b > a) }'

run 2 'no option' "$patchbench" limits
like "$err" '^usage: patchbench limits' 'the usage'
run 2 'no seed' limits --simulations 4 --rank 1
run 2 'a rank too high' limits --simulations 4 --rank 5 --seed 1
like "$err" '--rank 5 of 4' 'it is named'
for bad in '--width 9' '--width 0' '--samples 8704' '--samples 268435456' \
	'--simulations 1048576' '--seed 4096' '--jobs 0' '--jobs 257' '--seed x'
do
	# The last one counts, and is to be split.
	run 2 "$bad" limits --simulations 4 --rank 1 --seed 1 $bad
	like "$err" "${bad% *} takes a whole number" "$bad: it is named"
	is "$out" '' "$bad: nothing is printed"
done
run 2 'a word' limits --simulations 4 --rank 1 --seed 1 more
run 0 'help' "$patchbench" limits --help

# The workers go with the command.
"$patchbench" limits --width 8 --samples 10000000 --simulations 4 --rank 1 \
	--seed 1 --jobs 2 >"$tmp/killed" 2>"$tmp/err" &
pid=$!
sleep 1
children=$(ps -o pid= --ppid $pid | tr -d ' ')
is "$(printf '%s\n' "$children" | grep -c .)" 2 'two workers'
kill $pid
wait $pid 2>/dev/null
gone () {
	for try in 1 2 3 4 5 6 7 8 9 10
	do
		left=
		for child in $children
		do
			kill -0 "$child" 2>/dev/null && left=yes
		done
		test "$left" || return 0
		sleep 1
	done
	return 1
}
ok 'killed: no worker is left' gone
is "$(cat "$tmp/killed")" '' 'killed: nothing was printed'

# A worker that is lost takes the command with it.
"$patchbench" limits --width 8 --samples 10000000 --simulations 4 --rank 1 \
	--seed 1 --jobs 2 >"$tmp/killed" 2>"$tmp/err" &
pid=$!
sleep 1
children=$(ps -o pid= --ppid $pid | tr -d ' ')
kill -9 $(printf '%s\n' "$children" | head -n 1)
wait $pid
is $? 5 'a worker is killed: status 5'
like "$(cat "$tmp/err")" 'ended by signal 9' 'it says so'
is "$(cat "$tmp/killed")" '' 'and prints nothing'
ok 'no other worker is left' gone

table=$tmp/limits
entropy_limits () {
	"$root/scripts/entropy-limits" "$table" "${1:-2}"
}
printf '# one\n\n%s\n# two\n2 8705 4 1 2 0.000000' "${line% *} 0.000000" \
	>"$table"
run 0 'a table' entropy_limits
is "$(sed -n 1,4p "$table")" "$(printf '# one\n\n%s\n# two' "$line")" \
	'comments stay, a limit is filled in'
like "$(sed -n 5p "$table")" '^2 8705 4 1 2 [01]\.[0-9]*[1-9]' 'and the next'
cp "$table" "$tmp/before"
run 0 'again' entropy_limits
ok 'the same table' cmp "$tmp/before" "$table"
for bad in '2 8705 4 1' '2 8705 4 1 2 0.0 0' '2 8705 4 1 $x 0.0' '- - - - - -'
do
	printf '%s\n%s\n' "$line" "$bad" >"$table"
	cp "$table" "$tmp/before"
	run 4 "'$bad'" entropy_limits
	ok "'$bad': nothing is changed" cmp "$tmp/before" "$table"
done
printf '%s\n2 1 4 1 1 0.0\n' "$line" >"$table"
cp "$table" "$tmp/before"
run 2 'what the command refuses' entropy_limits
ok 'it: nothing is changed' cmp "$tmp/before" "$table"
run 2 'no processes' entropy_limits 0
is "$(ls "$tmp" | grep -c 'limits.new')" 0 'nothing is left beside the table'
rm "$table"
run 3 'no table' entropy_limits
done_testing
