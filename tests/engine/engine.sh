#!/bin/sh
# engine.sh PROGRAM - the lines of docs/engine-protocol.md: what `sandtable engine` answers, two
# programs in a match, and programs that hang, die or talk nonsense.
set -u
program=$1
case $program in /*) ;; *) program=$(pwd)/$program ;; esac
top=$(cd "$(dirname "$0")/../.." && pwd)
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
cd "$T" || exit 2
failed=0

fail() {
    failed=$((failed + 1))
    echo "FAILED: $*"
    tail -n 5 out err 2>/dev/null | sed 's/^/    /'
}
# told LINES: what the engine answers to them
told() { printf "$1" | timeout 60 "$program" engine >out 2>err || fail "the engine ended badly on: $1"; }
says() { grep -qE "$1" out || fail "not said: $1"; }
complains() { grep -qE "$1" err || fail "no complaint: $1"; }
is() { [ "$1" = "$2" ] || fail "\`$1\` is not \`$2\`"; }

# ---- the engine ---------------------------------------------------------------------------

told 'sandtable 1\nisready\nposition blank/duel\nturn\noffers\ngo nodes 200\nquit\n'
says '^id name Sandtable [0-9]'
says '^ready$'
says '^readyok$'
says '^turn decide North '
says '^offer move 0302$'
says '^offers [0-9]+$'
says '^info chance 0\.[0-9]+ nodes [1-9][0-9]* time [0-9.]+ line [a-z]'
says '^bestmove [a-z]'
is "$(grep -c '^bestmove' out)" 1
best=$(grep '^bestmove' out)
told 'position blank/duel\ngo nodes 200\n' # the same nodes, the same move; the end of input ends it
is "$(grep '^bestmove' out)" "$best"
grep -qE "^info .* line ${best#bestmove }(;|\$)" out || fail "the line does not begin with the best move"

told 'position blank/duel moves move 0302; wait\nturn\nhint nodes 50\n'
says '^turn decide North'
says '^hint 1 chance 0\.[0-9]+ move '
says '^says .*% to win'
says '^hints [1-3]$'
told 'newgame 7\nset turns=1\nposition blank/duel moves wait; wait\nturn\n'
says '^turn over '
told "position $top/tests/records/shields-malfosse-charge.rec to 4\nturn\ngo nodes 60\n"
says '^turn decide '
says '^bestmove '

# what makes no sense is answered by a sentence, and it goes on
told 'go\nfly\nposition blank/dual\nposition blank/duel moves jump\nposition blank/duel state 12\ngo\nposition blank/duel plan 00000000\nset nothing\nposition blank/duel\ngo days 3\ngo nodes 20\n'
says '^error no position'
says '^error no command `fly`'
says '^error .*did you mean `duel`'
says '^error `jump`: '
says '^error a state of blank/duel is 8 letters'
says '^error plan 00000000 is not ours'
says '^error set wants KEY=VALUE'
says '^error go wants'
says '^bestmove'

# stop counts while it thinks; what came before it is done first, what came meanwhile after
mkfifo lines
timeout 60 "$program" engine <lines >out 2>err &
engine=$!
exec 9>lines
printf 'position blank/duel\ngo infinite\n' >&9
until grep -q '^info' out; do sleep 0.05; done
printf 'isready\nturn\n' >&9
until grep -q '^readyok' out; do sleep 0.05; done
grep -q '^bestmove' out && fail "an infinite thought ended"
printf 'stop\nquit\n' >&9
exec 9>&-
wait $engine || fail "the engine did not end after stop and quit"
is "$(sed -n 's/^\(readyok\|bestmove\|turn\).*/\1/p' out | tr '\n' ' ')" "readyok bestmove turn "

# while it thinks it says several times what looks best, and what it costs only grows
told 'position shields/malfosse\ngo nodes 30000\n'
[ "$(grep -c '^info chance [01]\.[0-9]* nodes [0-9]* time [0-9.]* line [a-z]' out)" -ge 4 ] || fail "thinking says too little"
sed -n 's/^info .* nodes \([0-9]*\) .*/\1/p' out >nodes
sort -n nodes | cmp -s - nodes || fail "nodes do not grow"

# stop counts in the first look already, wherever hundreds of moves are legal: nothing is followed beyond it
told 'position mons/mons\ngo infinite\nstop\nisready\nquit\n'
says '^bestmove '
says '^readyok$'
grep -q '^info .* nodes [1-9]' out && fail "it thought on after stop"

# ---- two programs --------------------------------------------------------------------------

two() { # two A B SCENARIO OPTION...
    a=$1 b=$2 scenario=$3
    shift 3
    timeout 100 "$program" match "$a" "$b" "$scenario" --jobs 1 "$@" >out 2>err || fail "match $a $b $scenario"
}
ours="program:$program engine"
theirs="program:python3 $top/examples/player.py"
two "$ours" "$theirs" blank/duel --pairs 3 --nodes 60
says ': 3 pairs$'
is "$(grep -c 'program:' err)" 0
cp out first
two "$ours" "$theirs" blank/duel --pairs 3 --nodes 60
is "$(head -n 4 out)" "$(head -n 4 first)"
two "$ours" "$theirs" blank/duel --pairs 1 --nodes 20 --set turns=3
is "$(grep -c 'program:' err)" 0
two "$theirs" random skirmish/salt_path --pairs 1 --seconds 0.1 # a side that does not see everything
is "$(grep -c 'program:' err)" 0
timeout 60 "$program" play blank/duel --seat "North=$theirs" --seat South=greedy --dice seed:3 --record p.rec \
    --quiet >out 2>err </dev/null || fail "play with a program"
grep -q 'ai:program' p.rec || fail "the record does not say who played"
"$program" verify p.rec >out 2>err || fail "the record is not sound"

# ---- programs that fail: a sentence, the game goes on, and is lost ---------------------------

bad() { # bad COMMAND SENTENCE
    two "program:$1" random blank/duel --pairs 1 --seconds 0.1 --patience 1
    complains "$2"
    complains 'the base player goes on, and the game is lost for it'
    says 'score 0\.0 %'
}
bad 'exec sleep 100' 'said nothing in its time'
bad 'exit 3' 'it is gone: it ended with status 3'
bad 'kill -9 $$' 'it is gone: it was ended by signal 9'
bad './no-such-program' 'it ended with status 127'
bad 'echo ready; read a; read b; read c; echo bestmove fly to the moon; cat >/dev/null' 'it answered `fly to the moon`: '
bad 'echo ready; read a; read b; read c; echo bestmove move 9999; cat >/dev/null' 'it answered `move 9999`: '
bad 'echo ready; yes babble' 'said nothing in its time'
bad 'echo ready; head -c 100000 /dev/zero; cat >/dev/null' 'a line of more than 65536 characters'
timeout 20 "$program" match program: random blank/duel >out 2>err
complains 'which program?'

[ "$failed" = 0 ] && echo "engine.sh: the lines are as docs/engine-protocol.md says"
exit "$failed"
