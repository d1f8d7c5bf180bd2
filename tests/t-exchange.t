#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-only
# patchbench exchange: records to values and to a store of fastpath's and back,
# the output of perf, and what is refused. Records are made up.

. "$(dirname "$0")/tap.sh"
. "$root/tests/records.sh"

patchbench=${PATCHBENCH:-$root/build/patchbench}
exchange="$patchbench exchange"
cd "$tmp" || exit 1

for session in 1 2 3
do
	icount base/$session.record arm64 neoverse-n1 base - off $session 300 3000
	icount v5/$session.record arm64 neoverse-n1 kstack v5 on $session \
		$((303 + session)) 3000
	host host/$session.record kstack v5 on $session $((480 + session)) \
		5d1f1e0e-0000-4000-8000-00000000000$((session / 2))
done

run 0 'records to values' $exchange --from record --to values v5/*.record
cp out values
like "$err" 'histograms.* are not carried' 'what is lost is said'
is "$(wc -l <values | tr -d ' ')" 43 '3 sessions of 2 benchmarks, 7 classes each'
# 980 calls of 305, 20 of 3000: by hand
is "$(grep ',syscall/getpid,mean,.*,2,' values | cut -d , -f 6-)" \
	'syscall/getpid,mean,insns,smaller,,1000,2,358.9' 'the mean'
is "$(grep ',syscall/getppid,max,.*,3,' values | cut -d , -f 6-)" \
	'syscall/getppid,max,insns,smaller,,1000,3,3003' 'the maximum'
run 0 'values to values' $exchange --from values --to values values
ok 'they are the same' cmp values out

run 0 'records to a store' $exchange --from record --to fastpath --out store \
	base/*.record v5/*.record host/*.record
is "$out" '' 'nothing on standard output'
like "$err" 'keeps no numbers of sessions' 'what is lost is said'
is "$(ls store | tr '\n' ' ')" 'BENCHMARK.csv CPU.csv ERROR.csv PARAM.csv RESULT.csv RESULTCLASS.csv SUT.csv SWPROFILE.csv ' \
	'a file for each table'
is "$(head -n 1 store/BENCHMARK.csv)" 'id,suite,name,type,image,params_hash' \
	'with the columns that are documented'
is "$(sed -n 's/^[0-9]*,//p' store/SUT.csv)" 'host Some CPU 9000,x86_64
icount neoverse-n1,arm64' 'the machines'
is "$(grep -c 5d1f1e0e-0000-4000-8000-000000000001 store/RESULT.csv)" 14 \
	'sessions of one boot have its UUID'
run 0 'and back' $exchange --from fastpath --to values store/
cp out back
run 0 'beside' $exchange --from record --to values v5/*.record host/*.record \
	base/*.record
ok 'the same figures' cmp out back
run 0 'from values' $exchange --from values --to fastpath --out store-2 back
ok 'the same store' diff -r store store-2
before=$(ls)
run 4 'a store that is there' $exchange --from values --to fastpath \
	--out store back
like "$err" 'store is there already' 'is not replaced'
run 5 'no place for it' $exchange --from values --to fastpath \
	--out no/such/folder back
is "$(ls)" "$before" 'nothing is left behind'

mkdir gap && cp v5/1.record v5/3.record gap
run 0 'a session is missing' $exchange --from record --to fastpath --out gaps \
	gap/*.record
like "$err" 'session 3 will be another number' 'it is said'

# A column of another version, an error, a parameter: said, not carried.
cp -r store other
sed -i '1s/$/,roles_hash/; 2,$s/$/,x/' other/BENCHMARK.csv
echo '1,,1,1,1,,110' >>other/ERROR.csv
echo '9,threads,4,1' >>other/PARAM.csv
run 0 'a store of another version' $exchange --from fastpath --to values other
ok 'the same figures' cmp out back
like "$err" 'BENCHMARK.csv: column roles_hash is not carried' 'a column'
like "$err" 'ERROR.csv: 1 row is not carried' 'an error'
like "$err" 'PARAM.csv: 1 parameter is not carried' 'a parameter'

# broken TABLE SED-SCRIPT MESSAGE: the store, so changed, is refused
broken () {
	rm -rf bad && cp -r store bad && sed -i "$2" "bad/$1.csv"
	run 4 "$1: $3" $exchange --from fastpath --to values bad
	is "$out" '' 'no output'
	is "$err" "patchbench: bad/$3" 'the message'
}

broken RESULT '1s/value/worth/' 'RESULT.csv:1: header: no column value'
broken RESULT '3s/[^,]*$/nan/' 'RESULT.csv:3: value: not a decimal number'
broken RESULT '3s/[^,]*$/1e999/' 'RESULT.csv:3: value: not a decimal number'
broken RESULT '3s/[^,]*$/-/' 'RESULT.csv:3: value: not a decimal number'
broken RESULT '3s/^2,,1,/2,,77,/' 'RESULT.csv:3: sut_id: 77 is not in bad/SUT.csv'
broken RESULT '3s/^2,,1,/2,,-1,/' 'RESULT.csv:3: sut_id: not a number'
broken RESULT '3s/^2,,1,/2,,18446744073709551616,/' \
	'RESULT.csv:3: sut_id: not a number'
broken RESULT '3s/^2,/1,/' 'RESULT.csv:3: id: a second time'
broken RESULT '3d; 4d; $s/,[^,]*$//' \
	"RESULT.csv:$(($(wc -l <store/RESULT.csv) - 2)): row: 7 fields, but the header has 8"
broken RESULT '3s/^\(2,,1,1,\)1/\12/' \
	'RESULT.csv:3: resultclass_id: that of another benchmark'
broken RESULTCLASS '2s/smaller/odd/' \
	'RESULTCLASS.csv:2: improvement: neither smaller nor bigger'
broken RESULTCLASS '2s/insns\|ns//' 'RESULTCLASS.csv:2: unit: not a proper text'
broken SUT '2s/Some/\x1b[2J/' 'SUT.csv:2: field: byte 0x1b'
broken SUT '2s/host Some CPU 9000/"two\nlines"/' 'SUT.csv:2: name: not a proper text'
broken PARAM '2s/,10*,/,0,/' 'PARAM.csv:2: value: not a number of samples'
rm bad/SWPROFILE.csv
run 3 'a table is missing' $exchange --from fastpath --to values bad
like "$err" 'bad/SWPROFILE.csv: No such file' 'it is named'

# refused LINE MESSAGE: values whose second line is that
refused () {
	{ head -n 1 values; printf '%s\n' "$1"; } >bad-values
	run 4 "values: $2" $exchange --from values --to values bad-values
	is "$err" "patchbench: bad-values$2" 'the message'
}

refused 'm,,s,,,b,mean,ns,smaller,,1,1,' ':2: value: not a decimal number'
refused 'm,,s,,,b,mean,ns,smaller,,1,0,1' ':2: session: not a number from 1'
refused 'm,,s,,,b,mean,ns,smaller,,-1,1,1' ':2: samples: not a number'
refused 'm,,s,,,b,mean,ns,better,,1,1,1' ':2: better: neither smaller nor bigger'
refused ',,s,,,b,mean,ns,smaller,,1,1,1' ':2: machine: empty'
refused 'm,,s,,,b,mean,ns,smaller,,1,1' ':2: row: 12 fields, but the header has 13'
refused 'm,,s,,,b,mean,ns,smaller,,1,1,1
m,,s,,,b,mean,ns,smaller,,1,1,2' ': m, s, b mean, session 1: a second time'
refused 'm,,s,,,b,mean,ns,smaller,,1,1,1
m,,s,,,b,mean,insns,smaller,,1,2,2' \
	': m, s, b mean, session 2: the class has another unit'
refused 'm,,s,6.19,,b,mean,ns,smaller,,1,1,1
m,,s,6.18,,b,p50,ns,smaller,,1,1,2' \
	': m, s, b p50, session 1: the subject has another kernel or command line'
echo 'a,b' >bad-values
run 4 'another header' $exchange --from values --to values bad-values
like "$err" 'bad-values:1: header: column 1 is not machine' 'it is named'

run 4 'a record twice' $exchange --from record --to values v5/1.record v5/1.record
like "$err" 'session 1: a second time' 'it is named'
sed -i 's/^seed 1/seed 2/' gap/1.record
run 4 'a damaged record' $exchange --from record --to values gap/*.record
is "$out" '' 'no output'
like "$err" 'gap/1.record:.*sha256: wrong' 'it is named'
run 3 'no such record' $exchange --from record --to values none.record

# As perf 6.1 printed it; total and usecs/op are of one run.
cat >perf-out <<'EOP'
# Running 'syscall/basic' benchmark:
# Executed 10000000 getppid() calls
     Total time: 11.214 [sec]

       1.121474 usecs/op
         891683 ops/sec
# Running 'syscall/basic' benchmark:
# Executed 10,000,000 getppid() calls
     Total time: 13.349 [sec]

       1.334985 usecs/op
        749,072 ops/sec
EOP
perf="$exchange --from perf --to values --machine m --subject s"
run 0 'perf' $perf perf-out
is "$(sed 1d out)" 'm,,s,,,perf/syscall/basic,mean,ns,smaller,,10000000,1,1121.474
m,,s,,,perf/syscall/basic,mean,ns,smaller,,10000000,2,1334.985' 'two sessions'
like "$err" 'no percentiles' 'what perf does not tell is said'
run 0 'to a store' $exchange --from perf --to fastpath --out perf-store \
	--machine m --subject s perf-out
cp perf-store/RESULT.csv results
run 0 'and back' $exchange --from fastpath --to values perf-store
is "$(sed 1d out)" 'm,,s,,,perf/syscall/basic,mean,ns,smaller,,10000000,1,1121.474
m,,s,,,perf/syscall/basic,mean,ns,smaller,,10000000,2,1334.985' 'the same'
printf '# Running syscall/basic benchmark...\n12.486\n\n' >simple
run 0 'simple, of several' $perf --loops 10000000 simple
like "$out" ',10000000,1,1248.6$' 'its value'
like "$err" 'up to 0.1 ns too small' 'and how coarse it is'
run 4 'calls not told' $perf simple
is "$err" 'patchbench: simple:2: run: a total without the number of calls; --loops tells it' \
	'it says what'
echo 13.838 >simple
run 4 'simple, no heading' $perf --loops 10000000 simple
is "$err" 'patchbench: simple:1: run: no heading names the benchmark; --benchmark does' \
	'it says what'
run 0 'named' $perf --loops 10000000 --benchmark syscall/basic simple
like "$out" ',1383.8$' 'its value'
run 4 'two sources of the calls' $perf --loops 5 perf-out
run 2 'no machine' $exchange --from perf --to values --subject s perf-out

# bad SED-SCRIPT MESSAGE: perf's output, so changed, is refused
bad () {
	sed "$1" perf-out >bad-perf
	run 4 "perf: $2" $perf bad-perf
	is "$out" '' 'no output'
	is "$err" "patchbench: bad-perf:$2" 'the message'
}

bad '$d' '11: run: cut short'
bad '6d' '6: run: the one before is cut short'
bad '3d' '4: run: not a line of perf bench syscall'
bad '5s/1.12/1.13/' '6: run: total time, calls and usecs/op do not agree'
bad '2s/10000000/20000000/' '6: run: total time, calls and usecs/op do not agree'
bad '2s/10000000/0/' '2: run: not a number of calls'
bad '2s/10000000/-1/' '2: run: not a number of calls'
bad '2s/10000000/99999999999999999999/' '2: run: not a number of calls'
bad '5s/1.121474/nan/' '5: run: not a line of perf bench syscall'
bad '3s/11.214/11,214/' '3: run: not a line of perf bench syscall'
bad '3s/11.214/0.000/' '6: run: below a millisecond, not a measurement'
bad '1s/syscall.basic/sched\/pipe/' \
	'1: heading: not that of a benchmark of perf bench syscall'
bad '1s/basic/\x1b/' '1: line: byte 0x1b at column 20'
: >bad-perf
run 4 'nothing' $perf bad-perf
like "$err" 'no run of perf bench syscall' 'it says so'

if command -v perf >/dev/null && LC_ALL=C perf bench syscall basic -l 20000 \
	>real 2>/dev/null
then
	run 0 "this machine's perf" $perf real
	is "$(awk -F, 'END { print $6, $11, ($13 > 0) }' out)" \
		'perf/syscall/basic 20000 1' 'it is read'
else
	skip 'no perf bench here' "this machine's perf"
fi

run 2 'no words' $exchange
run 2 'no such format' $exchange --from excel --to values x
like "$err" "'excel'" 'it is named'
run 2 'no such format' $exchange --from values --to excel x
run 2 'a folder for values' $exchange --from values --to values --out d values
run 2 'no folder for a store' $exchange --from values --to fastpath values
run 2 'no file' $exchange --from values --to values
run 2 'perf words without perf' $exchange --from values --to values \
	--kernel 6.19 values
run 0 'help' $exchange --help
done_testing
