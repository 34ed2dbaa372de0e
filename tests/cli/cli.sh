#!/bin/sh
# cli.sh PROGRAM|BUILD_DIR - the command line from outside: what it prints, what it refuses, how it
# leaves, and that no file, however damaged, makes it crash or hang.
set -u
program=$1
[ -d "$program" ] && program=$program/sandtable
case $program in /*) ;; *) program=$(pwd)/$program ;; esac
here=$(cd "$(dirname "$0")" && pwd)
T=$(mktemp -d) || exit 2
trap 'rm -rf "$T"' EXIT
cd "$T" || exit 2
export XDG_STATE_HOME="$T/state"
mkdir "$XDG_STATE_HOME"
unset NO_COLOR
passed=0 failed=0

cc -O1 -o jsoncheck "$here/jsoncheck.c" -ljansson || exit 2

bad() {
    failed=$((failed + 1))
    echo "FAILED: $*"
    sed 's/^/    out: /' out | head -8
    sed 's/^/    err: /' err | head -8
}
good() { passed=$((passed + 1)); }

# ends STATUS ARGUMENT...: the program ends so, within a minute; out and err hold what it said.
ends() {
    want=$1
    shift
    timeout 60 "$program" "$@" >out 2>err </dev/null
    got=$?
    if [ "$got" = "$want" ]; then good; else bad "status $got, not $want: sandtable $*"; fi
}
# feeds STATUS FILE ARGUMENT...: the same with FILE as its input.
feeds() {
    want=$1 input=$2
    shift 2
    timeout 60 "$program" "$@" >out 2>err <"$input"
    got=$?
    if [ "$got" = "$want" ]; then good; else bad "status $got, not $want: sandtable $* <$input"; fi
}
says() { if grep -qe "$1" out; then good; else bad "not told: $1"; fi; }
silent() { if grep -qe "$1" out; then bad "told: $1"; else good; fi; }
complains() { if grep -qe "$1" err; then good; else bad "no complaint: $1"; fi; }
json() { if ./jsoncheck <out >value; then good; else bad "no JSON"; fi; }
holds() { # holds PATH VALUE: in the JSON just written
    found=$(./jsoncheck "$1" <out 2>/dev/null)
    if [ "$found" = "$2" ]; then good; else bad "JSON $1 is \`$found\`, not \`$2\`"; fi
}
same() { if cmp -s "$1" "$2"; then good; else bad "$1 and $2 differ"; fi; }
is() { if [ "$1" = "$2" ]; then good; else bad "\`$1\` is not \`$2\`"; fi; }

# ---- commands, help, misspelt words ---------------------------------------------------------

ends 0 --version
says '^sandtable [0-9]'
ends 0 --help
commands=$(grep -o '^  [a-z][a-z]*' out | tr -d ' ')
says 'sandtable learn GAME'
is "$(echo "$commands" | wc -l)" "$(grep -cE '\bcli_[a-z]+ },$' "$here/../../src/cli/main.c")"
for command in $commands; do
    ends 0 "$command" --help
    says "^Usage: sandtable $command"
    says '^Exit status'
    ends 0 help "$command"
    ends 2 "$command" --no-such-option
    is "$command $(grep -c "^\.BI $command " "$here/../../src/cli/sandtable.1")" "$command 1"
    complains 'no option `--no-such-option`'
done
ends 2
ends 2 gmaes
complains 'did you mean `games`'
ends 2 chart blank --jsno
complains 'did you mean `json`'
ends 2 chart
complains 'which GAME? One of shields, mons'
ends 2 verify
complains 'which RECORD'
ends 2 games too much
ends 2 scenarios balnk
complains 'did you mean `blank`'
ends 2 position blank/dual
complains 'did you mean `duel`'
ends 2 chart blank stirke
complains 'did you mean `strike`'
ends 2 chart blank strike --at wods,3
complains 'did you mean `woods`'
ends 2 chart blank strike --at clear,9
complains 'no column `9`'
ends 2 chart blank strike --at clear
ends 2 rules blank B3.22
complains 'did you mean'
ends 2 ask blank strik
complains 'did you mean `strike`'
ends 2 ask blank strike grund=woods
complains 'did you mean `ground`'
ends 2 ask blank strike ground=wods
complains 'did you mean `woods`'
ends 2 odds blank/duel stike
complains 'did you mean `strike`'
ends 2 odds blank/duel 'move 0302' --measure North.stps
complains 'did you mean `steps`'
ends 2 play blank/duel --seat North=level:6
complains 'level:1 to level:5'
ends 2 play blank/duel --seat Noth=greedy
complains 'did you mean `North`'
ends 2 play blank/duel --seat North=gredy
complains 'did you mean `greedy`'
ends 2 play blank/duel --mode enforec
complains 'did you mean `enforce`'
ends 2 play blank/duel --dice sed:3
ends 2 position blank/duel --set trns=3
complains 'did you mean `turns`'
ends 2 position blank/duel --set turns=many
complains 'blank/scenarios/duel.txt'
ends 2 position blank
complains 'which scenario'
ends 2 position blank/duel --side Nroth
complains 'did you mean `North`'

# ---- looking things up ----------------------------------------------------------------------

ends 0 games
says '^blank '
cp out games.list
ends 0 games --json
json
for game in $(sed -n 's/^\([a-z]*\) .*/\1/p' games.list); do
    ends 0 games "$game"
    says '^Moves$'
    says '^Steps the game can wait in$'
    ends 0 games "$game" --json
    json
    holds id "$game"
done
ends 0 games blank
says '^  move {hex}$'
says '^    hex\*  *where he stands = {hex}$'
says '^  strike  *B3.2  *die$'
says '^    ground=clear|woods '
ends 0 games blank --json
holds steps.0.kind decision
holds fields.2.name turn
holds questions.0.inputs.0.key ground
ends 2 games balnk
complains 'did you mean `blank`'
ends 0 scenarios blank
says 'duel'
says 'turns=12 .*Length in turns (B4.1): 1 to 99'
ends 0 scenarios blank --set turns=7
says 'turns=7 '
ends 0 scenarios skirmish
says 'options=none .*command (Command, 5.14.1), line_fire (Line fire, 5.14.2)'
ends 0 scenarios blank --json
json
holds 0.id duel
holds 0.options.1.key turns
holds 0.options.1.hi 99
ends 0 chart blank
says '^strike '
ends 0 chart blank --json
json
ends 0 chart blank strike
says 'woods'
ends 0 chart blank B3.2
says 'Strike table'
ends 0 chart blank strike --tsv
says '^clear	miss'
ends 0 chart blank strike --json
json
holds cells.1.3 miss
holds cells.0.3 hit
ends 0 chart blank strike --at woods,4
is "$(cat out)" 'B3.2 Strike table, row woods, column 4: miss'
ends 0 chart blank strike --at woods,5 --json
json
holds cell hit
ends 0 chart blank strike --svg
says '^<svg '
says '^</svg>'
ends 2 chart blank strike --svg --json

ends 0 hint blank/duel --nodes 50
says '% to win'
ends 0 hint blank/duel wait --nodes 0 --json
json
holds side North
ends 2 hint blank/duel strike
complains 'B3.1'
ends 2 hint blank/duel --nodes none
ends 0 play blank/duel --seat North=greedy --seat South=greedy --dice seed:5 --record review.rec --quiet
ends 0 analyse review.rec --nodes 20
says 'by skill'
says 'costliest\|No decision'
ends 0 analyse review.rec --nodes 0 --json
json
ends 0 analyse review.rec --nodes 0 --svg
says '^<svg '
head -n 14 review.rec >cut.rec
ends 0 analyse cut.rec --nodes 0
says 'ends before the game does'
# A review speaks of sides and dice by name, in the terminal's language, and of no loss that is none.
ends 0 analyse "$here/../records/guerre-open-flight.rec" --nodes 0
silent '^[AB] \|, [AB],\|for [AB]$\|-0\.0 %\| [AB][0-9][0-9]*, d'
ends 0 analyse review.rec --lang de
says 'durch Können'
ends 0 ask blank strike --lang de
says '^Was '
# What happened agrees with who it happened to: sides and bodies of men are many.
for rec in "$here"/../records/*.rec; do "$program" replay "$rec" --json; done | grep -o '"says":"[^"]*"' | sort -u >out
says 'won the battle'
many='French|Imperials|Venetians|Spanish|Germans|British|Normans|English|Vikings|knights|riders|bowmen|crossbows|lances|spearmen|thegns'
grep -E "($many)(, [a-z]+)? (is|has|wins|plays|controls|receives|retreats|routs|loses|activates|marches|attacks|fires|replies|recoils|flees|follows|withdraws|keeps|breaks|does) " \
    out >wrong && mv wrong out && bad 'one verb for many' || good
grep -E 'storm against [A-Z]|[a-z] wins|blow at .* is void' out >wrong && mv wrong out && bad 'half a sentence' || good
ends 0 learn
says '^blank  *first'
ends 0 learn blank --check
says 'in order'
ends 2 learn blank frist
complains 'did you mean `first`'
ends 2 learn blank first --page 9
complains 'no page 9'
printf '\nmove 0303\n\n\nwait\nmove 0303\nhint\ndo\n\n\nstrike\n' >typed
feeds 0 typed learn blank first --no-map
says 'Refused by B2.2'
says 'Towards him: 0302'
says '50.0 %.*South loses a step'
says '^A hit'
says 'Go on with: sandtable learn blank first --page 2'
printf 'do\n\n' >typed
feeds 0 typed learn blank first --no-map
says 'press Enter to read on'
silent 'This stretch is yours'
feeds 0 typed learn blank first --no-map --lang de
says 'Enter liest weiter'
printf '\ndo\nchart terrain row marsh\nquit\n' >typed
feeds 0 typed learn shields --page 3 --no-map
says 'Ground (.chart terrain.)'
says 'Norman spearmen march to 0506.*move N4 0506' # nothing new is said of it
says 'Terrain.*│\|│'
printf 'chart bonus\nquit\n' >typed
feeds 0 typed learn shields --no-map
silent '_'
printf '\n\n\nquit\n' >typed
feeds 0 typed learn honour --no-map
silent 'FA1'
printf '\n\n\n\ndo\nquit\n' >typed
feeds 0 typed learn honour --no-map
says 'Refused by .*No joining before turn 2.*: The Venetians may not'
printf 'moves move A3:\nquit\n' >typed
feeds 0 typed play guerre/teaching_ofanto --seat B=greedy --dice seed:3 --no-map --no-record
says '^ *[0-9]*  La Palice.s lances move: 120 mm ahead\. *move A1: A 120'
says 'more: .moves A1.'
says 'with places and numbers of your own'
says 'Swiss pikes (front) move: 90 degrees to the left, 17 mm ahead'
ends 0 ask mons assault
says 'The Germans lose 4 steps  *5/18'
silent 'GE\.lost'
printf 'done\ndone\ngroup B3,B4,B5,B6 open\nmoves\n' >typed
feeds 0 typed play skirmish/guildo_ford --no-record
says 'form up in 4 files, 1132 mm from the west and 540 mm from the south edge, facing east'
printf 'odds G09 against 4th Middlesex\nodds nobody against B07\nodds Infantry against B07\n' >typed
feeds 0 typed play mons/nimy --seat BR=greedy --dice seed:1 --no-map --no-record
says '^If Fusilier Regiment 86 met 4th Middlesex'
says 'The Germans lose 4 steps'
says 'Nobody here is called `nobody`'
says 'More than one is called `Infantry`'

ends 0 rules blank
says 'B3 Striking'
says 'move HEX'
ends 0 rules blank --short
says "^Blank in five minutes"
ends 0 rules blank B3.2
is "$(wc -l <out)" 2
says 'B3.2 Roll d6'
silent 'B3.1'
ends 0 rules blank B3
says 'B3.1' && says 'B3.2'
silent 'B4'
ends 0 rules blank §B1.2
says 'B1.2'
ends 0 rules blank b1.1
says 'B1.1'
silent 'B1.2'
ends 0 rules skirmish 4.4 # a table behind a blank line belongs to its paragraph
says 'EARLY DICE'
silent '4.5'
ends 0 rules blank --json
json
ends 0 rules blank B3.2 --json
json
holds para B3.2

ends 0 ask blank
says 'strike'
ends 0 ask blank --inputs
says 'ground=clear|woods'
ends 0 ask blank --json
json
ends 0 ask blank strike
says '1/2'
ends 0 ask blank strike ground=woods
says '1/3'
ends 0 ask blank strike ground=woods --json
json
holds exact true
ends 0 ask blank strike ground=woods --svg
says '^<svg '
says '>2/3<'
says '>B3.2  Strike table<'
says '^</svg>'
ends 1 ask mons cost unit=B10 leaving=yes path=2205
says '^Refused by 9.11'
ends 1 ask mons cost unit=B10 leaving=yes path=2205 --json
says '"refused":{"para":"9.11"'
json
holds exact true
holds complete true
ends 0 ask mons cost unit=B01 path=2209 # a unit of the second scenario alone
says 'answered for Mons, 23-24 August 1914'
ends 0 ask mons cost unit=B01 path=2209 --json
json
holds scenario mons
ends 0 ask mons cost unit=B01 path=2209 --svg
says 'answered for Mons, 23-24 August 1914'
ends 0 ask mons cost unit=B06
silent 'answered for'
ends 2 ask mons cost unit=B99
complains 'no unit `B99` in nimy'
ends 2 ask mons cost unit=B01 scenario=nimy
complains 'no unit `B01` in nimy'
ends 2 ask blank --svg
ends 2 ask blank strike --svg --json
ends 0 ask blank strike ground=woods dice=5 --json
json
holds result hit
ends 2 ask blank strike dice=7
ends 2 ask blank strike ground

# ---- odds -----------------------------------------------------------------------------------

near='move 0302; wait'
ends 0 odds blank/duel strike --after "$near"
says 'd6  Strike at South'
says 'column 6: hit (He is hit and loses a step)'
says '^  the man in the south, Steps left$'
silent 'South.steps'
says '1/2 *50.0 %'
ends 0 odds honour/relief_1525 'source SA2' --after 'dice 6' --given '?' --lang de
says 'In jedem Fall: .*Montmorency' # once, and not in every line
silent 'Money\|then\|Suppos'
ends 0 odds "$here/../records/shields-hastings-wall.rec" 'retreat B7 0807' --to 171
says '^  Nothing happens  *62.5 %' # what the sheet has no word for is told by its title
says '^  Sussex fyrd, Stands in: 0906  *37.5 %'
ends 0 odds blank/duel strike --after "$near" --json
json
holds rows.0.p 1/2
holds faces.5.cite.cell hit
holds exact true
holds complete true
ends 0 odds blank/duel strike --after "$near" --svg
says '>North: strike<'
says '>4 to 6: 1/2, hit<'
is "$(grep -c 'fill="#ffd24a"' out)" 6
says '^</svg>'
ends 1 odds blank/duel strike --svg
is "$(cat out)" ''
ends 2 odds blank/duel strike --after "$near" --svg --json
ends 0 odds blank/duel strike --after "$near" --measure South.steps,turn --json
json
holds rows.0.values.turn 2
ends 0 odds blank/duel --after "$near; strike"
says 'd6'
ends 0 odds blank/duel wait --after "$near; strike; dice 6"
ends 1 odds blank/duel strike
complains 'B3.1'
ends 1 odds blank/duel strike --json
json
holds refused.para B3.1
ends 1 odds blank/duel strike --after 'move 0503'
complains 'B2.2'
ends 2 odds blank/duel
ends 2 odds blank/duel wait --after 'dice 3'
ends 2 odds blank/duel strike --after "$near; strike; dice 9"
ends 2 odds blank/duel strike --after "$near" --given 'wiat'
ends 2 odds blank/duel strike --after "$near" --measure ,
# Odds go through to the end, supposing what looks best and saying so; never that somebody gives up.
ends 0 odds shields/malfosse 'attack E3 by N1' --after 'assign 2 horse Pursuit; done; charge N1 0504; end'
says 'Supposing what then looks best'
says '^  Normans: Our horsemen do not stay for that'
silent 'to decide'
ends 2 odds shields/malfosse attack
complains '^It is written: attack UNIT by'
ends 2 odds shields/malfosse
complains 'for example `done`'
# What a newcomer types wrongly: he is told what there is.
ends 2 play shields/bulge
complains 'there are malfosse, stamford, hastings'
ends 2 play shields
complains '`shields/malfosse`, `shields/stamford` or `shields/hastings`'
ends 2 play mons nimy
complains '`mons/nimy`'
ends 2 mons/nimy
complains '`sandtable play mons/nimy` plays it'
ends 2 play mons/nimy --seat level:2
complains '`British=level:3`'
ends 2 play mons/nimy --lang fr
complains 'there are en, de, or a sheet of words'
ends 2 play guerre/open --set army.A=Klingon
complains 'there are FRENCH'
ends 0 rules shields combat
says '^R11 Combat'
# A side is called as the game calls it, in any case.
printf 'pieces brigade\nforces B1\nmap\nquit\n' >typed
feeds 0 typed play skirmish/salt_path --seat 'brigade=level:3' --no-record --dice seed:1
says '^Brigade of the Ferme$'
says 'Brigadier  *Seasoned fighter, Hidden'
silent 'Ground under him' # nobody knows where he lies
silent 'quarter degrees\|exited\|unseen'
says 'A1 Jean Cottereau 100,400'
feeds 0 typed play mons/nimy --seat German=level:1 --no-record --dice seed:1
says 'Germans (GE): level:1'
feeds 2 typed play mons/nimy --seat French=level:1 --no-record
complains 'no side `French` (they are Germans and British)'
ends 0 scenarios guerre
says 'French against Spanish'
# Names in any case; what is free is shown with an example; forms are for people; charts are at hand.
printf 'assign 1 MOVE pursuit\nchart terrain\nchart\nmove N1 0406 0407\nquit\n' >typed
feeds 0 typed play shields/malfosse --no-record --dice seed:1
says '^1 Normans  Order Move to the Pursuit'
says '; the form is: move UNIT HEX-HEX...$'
silent '{unit}\|No move or command `chart`'
printf 'moves\nquit\n' >typed
feeds 0 typed play guerre/teaching_ofanto --no-record --dice seed:1
says '^        `move A[0-9,]*: .*: .* ahead'
says 'WL: wheeling left (Counted in quarters of a degree'
silent '{element,}'
# The end is told in a sentence, with what one may do next.
ends 0 play blank/duel --seat North=greedy --seat South=greedy --dice seed:2 --record end.rec
says '^Won by\|^The game is a draw'
says "sandtable analyse 'end.rec'"
silent '^; over'
ends 0 replay end.rec
says '^1 North  The man in the north'
ends 0 replay end.rec --notation
says '^1 North  [a-z]'
says '^; over'
# Half a move that has no place here: what is asked instead.
printf 'done\ndone\nshoot A1 pistol B4\nquit\n' >typed
feeds 0 typed play skirmish/salt_path --no-record --dice seed:1
says 'Now it is asked: .*group'
# A march said by its end that the enemy holds: that is the reason, not how paths are written.
printf 'move G08 2404\nmove G09 2305\nmove N1 0503\nquit\n' >typed
feeds 0 typed play mons/nimy --no-record --dice seed:1
silent 'begins where it stands'
# What a newcomer stumbles on: a move half written is told its form with an example, and every answer is in words.
printf '%s\n' assign 'assign horse' undo odds 'moves attack' 'pieces N1' 'rules 9' 'move N1 0504' quit >typed
feeds 0 typed play shields/malfosse --no-record --dice seed:1
says '^It is written: assign MARKER COMMAND WING, for example: assign [0-9] [a-z]* Pursuit$'
says '^It cannot be taken back. There is nothing to take back'
says '^No die is awaited. Say of which move: `odds MOVE`'
says '^Now it is asked: Which commands do you give'
says '^    0507, Heavy Horse B, 2 of 2 left' && says '^    5 points, charges' # what it is, not its numbers alone
says '^R9 ' # where paragraphs begin with a letter, the number alone is the paragraph and no reading
silent 'Not understood: there is nothing\|Not understood: no die'
printf '%s\n' 'assign 1 move Pursuit' 'assign 2 horse Pursuit' 'move N1 0504' 'move N2 0406' 'move N3 0404' 'move N4 0505' \
    'move N5 0605' 'move N6 0506' quit >typed
feeds 0 typed play shields/malfosse --no-record --dice seed:5
is "$(grep -c 'Nothing else could be done: This Phase is over' out)" 2 # not the same line twice running
# On a map of paths the list has ends, each once; a phase that ended by itself is told without codes.
printf '%s\n' end 'move G09 2304' 'move G12 2305' 'move G12 2407' 'move G12 2303' 'move G08 2404' 'move G11 2204' 'move G13 2403' end quit >typed
feeds 0 typed play mons/nimy --seat BR=level:2 --no-record --dice seed:5
says '^  move G08 [0-9]\{4\} [0-9]\{4\} [0-9 ]* ' && silent '^  move G08 .*-'
says 'That has ended by itself' && silent '^GE: \|`movement`'
says '`moves move G12` lists where it may go' && silent 'is not next to' # the last step of the way is what is refused
# Families that differ in the piece alone are one form, and their example is of it.
printf '%s\n' 'group A1,A2,A3,A4,A5,A6 open' 'moves move A1' 'move A1 300,400' 'undo' 'odds A1 against B4' quit >typed
feeds 0 typed play skirmish/salt_path --seat B=level:2 --no-record --dice seed:5
is "$(grep -c '^      move MAN X,Y-X,Y' out)" 2
sed -n '/move A1 X,Y/{n;p;}' out >example
if grep -q '`move A1 ' example; then good; else bad "the example is of another man: $(cat example)"; fi
silent '^It cannot be taken back. B has' && silent '^  B4 out\|^  A1 out'
printf '%s\n' 'odds move A3,A4: A 70 5' quit >typed
feeds 0 typed play guerre/teaching_ofanto --seat B=level:2 --no-record --dice seed:5
says '70 mm ahead, 5 mm to the right'
# Numbers and units agree, in notes and refusals; the log is told in sentences, or as records have it.
printf '%s\n' 'move A3,A4: A 40' 'move A3: A 20' log notation 'log 1' quit >typed
feeds 0 typed play guerre/teaching_ofanto --seat B=level:2 --no-record --dice seed:5
says 'Refused by 5.2.9: The Swiss pikes (front) have had their order this turn'
says '^1 French  The Swiss pikes (front) and the Swiss pikes (rear) move: 40 mm ahead' && says '^1 A  move A3,A4: A 40'
is "$(grep -c '^1 French  The Swiss pikes' out)" 2 # when it was made, and in the log
feeds 0 /dev/null play honour/bicocca_1522 --no-record --dice seed:1
says 'The Royal army in Monza (1601): 28 SP under Lautrec, Order: Attack'
# Lessons and the rules in five minutes are German where German is spoken: the same tasks, and no page left out.
ends 0 learn --check --lang de
is "$(grep -c 'in order$' out)" "$(cat "$here"/../../games/*/lessons/*.de.lesson | grep -c '^title: ')"
for lesson in "$here"/../../games/*/lessons/*.de.lesson; do
    bare='s/^(title|about|page|say|free|back):.*/\1/; s/^(else:( \([^)]*\))?).*/\1/; s/^(warn: .* =>).*/\1/; s/^(sees: [^,]* = [^,]*,).*/\1/'
    sed -E "$bare" "$lesson" >one
    sed -E "$bare" "${lesson%.de.lesson}.lesson" >other
    same one other
done
ends 0 scenarios shields --lang de
says 'Normannen: Einheiten, die zu vernichten sind (R15.2): 1 bis 64'
silent 'Length\|units to\|the Primary'
ends 0 learn --lang de
says 'Die Brücke von Nimy (12 Minuten, 13 Seiten)'
for game in blank shields mons guerre skirmish honour; do
    ends 0 rules $game --short --lang de
    says 'in fünf Minuten$'
done
# Orders are told apart by what they allow, and the signs of the aim are explained.
printf 'source SA1\nsource SB1\ndone\naim\nquit\n' >typed
feeds 0 typed play honour/pavia_1524 --no-map --no-record --dice seed:1
says "Order the King's army to stand (in this hex: dig, besiege, rally); Francis I pays"
says '^\* reached as things stand, - not yet\.$'
# A scenario named alone is told where it is, and what is written within another option how.
ends 2 play nimy
complains 'it is a scenario, `mons/nimy`'
ends 2 play shields/malfosse --seed 4
complains 'no option `--seed`; write `--dice seed:...`'
# Half a move is told what may come next in it, in words, slot by slot; what is wrong in it is told first.
printf 'assign\nassign 2\nassign 2 hores\nquit\n' >typed
feeds 0 typed play shields/malfosse --no-map --no-record
says '^`assign` goes on with one of these:'
says '^  1  Move, Withdraw$'
says '^  horse Pursuit  *Order Horse to the Pursuit'
says 'did you mean `horse`'
printf 'move\nmove G08\nquit\n' >typed
feeds 0 typed play mons/nimy --no-map --no-record
says '^  G08  Infantry Regiment 84$'
says '^  2304  Infantry Regiment 84 marches to Maisières'
# What was typed wrongly is told in one's own language too.
printf '%s\n' assign 'assign 2 hors Pursuit' 'assign 2 horse Pursuit x' pices quit >typed
feeds 0 typed play shields/malfosse --lang de --no-record --dice seed:1
says '^`assign` geht so weiter:'
says '^  1  Bewegen, Absetzen' && says 'meinen Sie „horse“' && says 'meinen Sie `pieces`' && says 'ist zu viel; geschrieben wird es: assign MARKER'
silent 'is missing\|did you mean\|the form is'
# What letters and figures of counters mean stands under the list.
printf '%s\n' forces quit >typed
feeds 0 typed play guerre/teaching_ofanto --no-record --dice seed:1
says '^R regular, V veteran, E elite, C recruits; \* the commander, s Swiss'
# Rules for people: no signs of a page, no marks of provenance.
ends 0 rules shields R2
says '^- R2.7 Commands are given first'
silent '\*\*\|\[D\]'
ends 0 rules mons --short
silent '!\[\|\*'
# A lesson knows the words of play that look, and the numbers of its list.
printf 'foo\npieces\naim\nrules\nquit\n' >typed
feeds 0 typed learn shields first --no-map
says '^Nothing is to be done yet'
says '^  \* N1    Eustace'
says '^- R2.7'
silent 'Not understood\|no verb'
# What a move without a die comes to is a sentence; what only the book-keeping knows is no outcome.
attack='assign 1 move Pursuit; assign 2 horse Pursuit'
ends 0 odds shields/malfosse 'move N6 0506' --after "$attack"
says 'Bowmen march to 0506'
says 'Nothing is at stake'
silent 'Has acted\|%'
ends 0 odds shields/malfosse end --after "$attack"
says "Next, Normans: Charge"
silent 'Has acted\|: horse$'
ends 0 odds mons/nimy end
silent 'Has marched'
says 'Next, British: Your two phases'
ends 0 odds guerre/teaching_ofanto 'move A2: A 120' --after 'dice 4'
silent 'North\|Orders left'
ends 0 odds guerre/teaching_ofanto end --after 'dice 4' --json
json
holds outcomes.0.says 'Next to move: Spanish'
# A hint tells all that may happen, and never to give up.
ends 0 hint shields/malfosse 'attack E6 by N3' --nodes 0 --after "$attack; move N3 0605; end; charge N3 0904; end"
says 'Exchange 25.0 %; Attackers retreat 25.0 %'
ends 0 hint mons/nimy --nodes 0 --json
json
silent '"resign"'

# ---- scripts --------------------------------------------------------------------------------

cat >good.script <<'END'
# North comes near and strikes
move 0302
dice 5 2           # for both strikes, in advance
wait
strike             # a hit

strike
! set South steps 1
END
ends 0 run blank/duel --script good.script --record good.rec
says 'South is hit, 1 step left'
says '^4 South  strike'
ends 0 run blank/duel --script good.script --json
json
holds lines.3.events.0.cite.cell hit
holds refused null
ends 0 verify good.rec
says 'good.rec: sound.*, 1 ruling;'
# What verify did not look at, it says.
feeds 0 /dev/null play blank/duel --seat North=random --seat South=random --dice seed:7 --quiet \
    --record seeded.rec
ends 0 verify seeded.rec
says 'seeded.rec: sound: [0-9]* decisions, [0-9]* dice recomputed (seed:7), [0-9]* check'
ends 0 verify seeded.rec --json
holds 0.whole true
for tag in Dice Tables Mode South; do
    sed "s/^\[$tag /[Anything /" seeded.rec >renamed.rec
    ends 0 verify renamed.rec
    says "sound as far as can be told: .*missing tag: $tag; unknown tag: Anything"
    ends 0 verify renamed.rec --json
    holds 0.whole false
    holds 0.missing.0 $tag
done
sed 's/^\[Dice .*/[Dice "hand"]/' seeded.rec >typed.rec
ends 0 verify typed.rec
says 'sound as far as can be told: .* dice typed, not checkable (hand)'
grep -v '^=' seeded.rec >unchecked.rec
ends 0 verify unchecked.rec
says 'sound as far as can be told: .*, no checks of the position'
sed 's/^\. d6 /. d8 /' seeded.rec >otherdie.rec
ends 1 verify otherdie.rec
says 'a d8 was rolled, but it is a d6'
sed 's/^\(\. d6 [0-9]*\) .*/\1 nonsense/' seeded.rec >reworded.rec
ends 0 verify reworded.rec
says 'called otherwise than by us'
sed 's/^\[Mode .*/[Mode "enforse"]/' seeded.rec >mode.rec
ends 1 verify mode.rec
says 'no mode `enforse`'
printf 'move 0302\nwait\nwait\nmove 0302\n' >refused.script
ends 1 run blank/duel --script refused.script
complains 'refused.script:4: .*B1.2'
ends 1 run blank/duel --script refused.script --json
json
holds refused.line 4
holds refused.para B1.2
printf 'move 0302\nrefused B1.2: move 0302\nrefused -: mvoe 0302\nwait\n' >meant.script
ends 0 run blank/duel --script meant.script
says 'move 0302: refused by B1.2'
ends 0 run blank/duel --script meant.script --json
json
printf 'move 0302\nrefused B9.9: move 0302\n' >other.script
ends 2 run blank/duel --script other.script
complains 'other.script:2: refused by B1.2, not by B9.9'
printf 'refused B1.2: move 0302\n' >allowed.script
ends 2 run blank/duel --script allowed.script
complains 'allowed.script:1: .move 0302. is allowed, not refused by B1.2'
printf 'refused B1.2\n' >nothing.script
ends 2 run blank/duel --script nothing.script
complains 'nothing.script:1: .refused. wants'
printf 'move 0302\nwiat\n' >unknown.script
ends 2 run blank/duel --script unknown.script
complains 'unknown.script:2: .*did you mean `wait`'
printf 'move 0302\nwait\nstrike\nwait\n' >nodice.script
ends 2 run blank/duel --script nodice.script
complains 'nodice.script:4: a die must fall'
ends 0 run blank/duel --script nodice.script --dice seed:1
printf 'move 0302\ndice 3\n' >toomany.script
ends 2 run blank/duel --script toomany.script
complains 'toomany.script:2: 1 dice are left over'
printf 'move 0302\nwait\ndice 9\nstrike\n' >face.script
ends 1 run blank/duel --script face.script
complains 'face.script:3: refused by B3.2'
printf 'dice x\n' >face.script
ends 2 run blank/duel --script face.script
complains 'face.script:1'
: >empty.script
ends 0 run blank/duel --script empty.script
ends 2 run blank/duel --script nowhere.script
complains 'nowhere.script'
ends 2 run blank/duel
feeds 0 good.script run blank/duel --script -

# In mode warn the rules are told and overruled: a ruling, a remark, a warning.
printf 'assign 1 move Pursuit\ndone\nmove N1 0101\nend\n' >warn.script
ends 1 run shields/malfosse --script warn.script
complains 'warn.script:3: refused by R4.5'
ends 0 run shields/malfosse --script warn.script --mode warn --record overruled.rec
complains 'warn.script:3: warning: refused by R4.5'
grep -q '^! Norman  move N1 0101$' overruled.rec && good || bad "no ruling in the record"
grep -q '^; refused by R4.5: N1 cannot reach 0101' overruled.rec && good || bad "no remark in the record"
ends 0 verify overruled.rec
says ', 1 ruling;'
ends 1 run blank/duel --script refused.script --mode warn
complains 'nor as a ruling'

# ---- records: verify, replay, position ------------------------------------------------------

ends 0 replay good.rec
says 'The man in the south is hit'
ends 0 replay good.rec --notation
says 'South is hit'
says '^North: The man in the north: step, strike or wait? (B2.1)'
ends 0 replay good.rec --to 1
says '^1 North'
silent '^2 South'
says '^South: The man in the south: step, strike or wait? (B2.1)'
ends 0 replay good.rec --json
json
holds position.turn.side North
ends 0 position good.rec
ends 0 position good.rec --to 0 --json
json
holds measures.turn 1
ends 0 position good.rec --moves
says 'strike'
ends 0 position blank/duel --svg
says '^</svg>'
ends 0 position blank/duel --json
json
holds map.cols 5
holds pieces.0.hex 0301
ends 0 position mons/nimy # a window of a larger map, and water that leaves the counters alone
says '^ *20   21   22   23   24   25   26$'
silent '0101'
says 'INF8'
ends 0 position mons/nimy --json
json
holds map.window.first_col 20
holds map.window.last_row 8
ends 0 position mons/nimy --svg
silent '>0101<'
ends 0 position "$here/../records/skirmish-guildo_ford.rec" --to 60 --svg # who has fired is seen to be unloaded
says 'use href="#k-mark-empty"'
says 'use href="#k-quality-3"'
sed 's/^3 North  strike/3 North  move 0505/' good.rec >unsound.rec
ends 1 verify unsound.rec
says 'unsound.rec:[0-9]*: '
ends 1 verify good.rec unsound.rec --json
json
holds 0.sound true
holds 1.sound false
ends 1 replay unsound.rec
ends 1 position unsound.rec
ends 1 odds unsound.rec wait
sed 's/^\[Dice.*/[Dice "hand/' good.rec >damaged.rec
ends 2 verify damaged.rec
says 'damaged.rec:[0-9]*: '
ends 2 verify good.rec nowhere.rec
says 'nowhere.rec'
ends 2 position nowhere.rec
ends 2 odds . wait

# ---- cases ----------------------------------------------------------------------------------

cat >good.case <<'END'
game  blank
case  B2.2 a man goes to the next hex only
given duel
try   move 0305
refused B1.2
END
ends 2 case nowhere.case
complains 'nowhere.case'
is "$(tail -n 1 out)" '0 passed, 0 failed'
ends 0 case good.case
is "$(tail -n 1 out)" '1 passed, 0 failed'
sed 's/refused .*/refused B9.9/' good.case >failing.case
ends 1 case good.case failing.case
says '^failing.case:[0-9]*: '
is "$(tail -n 1 out)" '1 passed, 1 failed'
ends 1 case good.case failing.case --json
json
holds failed 1
echo 'no such word' >damaged.case
ends 2 case damaged.case good.case
complains 'damaged.case:1'
is "$(tail -n 1 out)" '1 passed, 0 failed'

# ---- play by pipe ---------------------------------------------------------------------------

cat >moves <<'END'
help
map
moves
moves mo
pieces
odds move 0302
rules B2.2
ask strike ground=woods
strike
why
move 0302
log
undo
move 0302
! set North steps 1
note it begins
wiat
wait
strike
log all
/quit
END
feeds 0 moves play blank/duel --dice seed:7 --record pipe.rec
says 'Refused by B3.1'
says 'did you mean `wait`'
says '1 decision taken back'
says 'B2.2 A move goes to'
says 'Go on with: sandtable play --resume .pipe.rec.'
ends 0 verify pipe.rec
grep -q '^; it begins' pipe.rec && good || bad "the note is not in the record"
if grep -q "$(printf '\033')" out; then bad "escape codes in a pipe"; else good; fi
feeds 2 moves play blank/duel --record pipe.rec
complains 'a file is there already'
echo wait >one
feeds 0 one play --resume pipe.rec
ends 0 verify pipe.rec
feeds 2 one play --resume pipe.rec --dice seed:8
complains 'stay so'
feeds 2 one play --resume nowhere.rec
feeds 1 one play --resume unsound.rec
complains 'unsound.rec:[0-9]*: '
: >one
feeds 0 one play --resume pipe.rec
says 'Taken up after 4 decisions'

printf 'move 0302\nwait\nstrike\n9\nwait\n4\nquit\n' >moves
feeds 0 moves play blank/duel --dice hand --record hand.rec
says 'Roll d6: Strike at South'
says 'The man in the south is hit'
ends 0 verify hand.rec
echo '4 5, 6 1 2 3' >faces
printf 'move 0302\nwait\nstrike\nstrike\nquit\n' >moves
feeds 0 moves play blank/duel --dice tape:faces --record tape.rec
grep -q '^\. d6 5' tape.rec && good || bad "the tape's second face did not fall"
printf 'strike\nstrike\n' >moves
feeds 2 moves play --resume tape.rec
feeds 0 moves play --resume tape.rec --dice tape:faces
says 'Won by the man\|The game is over\|d6 6'
feeds 2 moves play blank/duel --dice tape:nowhere

printf 'strike\nstrike\nquit\n' >moves
feeds 0 moves play blank/duel --mode warn --record warn.rec
says 'Refused by B3.1'
grep -q '^!' warn.rec && bad "blank has no rulings of moves" || good
printf 'save copy.rec\nsave copy.rec\nquit\n' >moves
feeds 0 moves play blank/duel --record saved.rec
says 'Saved as copy.rec'
says 'is there already'
ends 0 verify copy.rec
printf 'wait\nquit\n' >moves
feeds 0 moves play blank/duel
is "$(ls state/sandtable | wc -l)" 1
feeds 0 moves play blank/duel --no-record
is "$(ls state/sandtable | wc -l)" 1

# Every ground has its sign, and every sign its word: no question mark but at the end of a sentence.
for game in blank shields mons guerre skirmish honour; do
    for scenario in $("$program" scenarios $game --json | grep -o '"id":"[a-z_0-9]*"' | cut -d'"' -f4); do
        ends 0 position $game/$scenario
        if grep -qE '(^|[^A-Za-z)])\?' out; then
            bad "$game/$scenario draws a question mark"
        else
            good
        fi
    done
done

# Before something is wasted one is asked, at a terminal or when wished; typed again it is made.
printf 'careful on\nend\nend\nquit\n' >wasteful
feeds 0 wasteful play mons/nimy --no-record --dice seed:7 --seat BR=level:1
says '^5 units could still act: Infantry Regiment 84' && says '^Type it again if you mean it'
says '^1 Germans  The Germans end the march'
printf 'careful on\nassign 2 combat Pursuit\nassign 2 combat Pursuit\nbonus 4 Pursuit combat\nquit\n' >wasteful
feeds 0 wasteful play shields/malfosse --no-map --no-record --dice seed:1
is "$(grep -c '^Nobody could act on this command' out)" 2 # the command, and Bonus on it
printf 'careful on\nassign 3 fire Pursuit\nquit\n' >wasteful
feeds 0 wasteful play shields/malfosse --no-record --dice seed:7 --seat English=level:1
says '^Nobody could act on this command' && silent '^1 Normans'
printf 'end\nquit\n' >hasty
feeds 0 hasty play mons/nimy --no-record --dice seed:7 --seat BR=level:1
silent 'could still act' && says '^1 Germans  The Germans end the march'

# Everything with a name is told about: units, leaders, places and who stands there.
printf 'pieces Eustace\npieces 0507\npieces Malfosse\nquit\n' >named
feeds 0 named play shields/malfosse --no-record --dice seed:7
says "^N1  Eustace's knights" && says "^    Eustace's knights" && says 'Malfosse (0[0-9]*)' && silent 'Nobody here'
printf 'pieces Lautrec\npieces Monza\npieces UA1\nquit\n' >named
feeds 0 named play honour/bicocca_1522 --no-record --dice seed:7
says 'Lautrec' && says 'Monza' && silent 'Nobody here'

# The table speaks: briefing, sentences with the notation beside; a move by its number, its sentence or the end of its line.
printf '%s\n' aim 'forces North' 'forces south' 2 notation 'The man in the south waits.' quit >words
feeds 0 words play blank/duel --no-record
says 'You are the man in the north.'
says 'Strike the other man down before turn'
says '^   1  The man in the north steps to .*move '
says '1 North  The man in the north steps to'
says 'Told as records have it.'
says '2 South  wait'
says 'Steps left '
printf 'kind\tid\tform\tsays\tshort\texplains\tpara\nstep\tturn\t\tZiehen oder warten?\t\t\t\n' >de.tsv
feeds 0 /dev/null play blank/duel --no-record --lang de.tsv
says 'Ziehen oder warten?'
printf 'kind\tid\n' >de.tsv
feeds 2 /dev/null play blank/duel --no-record --lang de.tsv
complains 'own.tsv'
LANG=de_DE.UTF-8 LC_ALL= feeds 0 /dev/null play blank/duel --no-record
says '^  Auftrag   Schlagen' && silent 'Task' # the terminal's own words too
says 'gehen, schlagen oder warten'
# The terminal's sheets have the same rows.
cut -f1 "$here/../../src/cli/words/en.tsv" >rows.en
cut -f1 "$here/../../src/cli/words/de.tsv" >rows.de
if cmp -s rows.en rows.de && [ -z "$(sort rows.en | uniq -d)" ]; then good; else bad "the terminal's sheets differ"; fi
LANG=fr_FR.UTF-8 LC_ALL= feeds 0 /dev/null play blank/duel --no-record # there is no such sheet
says 'step, strike or wait'
ends 0 position blank/duel --aim
says 'Task *Strike the other man down'
# A march by its end takes the cheapest way.
for verb in enter move; do # whoever is off the map can only come in
    printf '%s\n' "$verb G02 2303" quit >words
    feeds 0 words play mons/mons --seat BR=random --no-record --dice seed:3
    says 'The cheapest way, for [0-9]*: enter G02 .*-2303'
done

# Two computers play to the end, the same game for the same seed.
for side in 1 2; do
    ends 0 play blank/duel --seat North=greedy --seat South=random --dice seed:11 --record "pc$side.rec"
    says 'Won by\|is a draw'
    ends 0 verify "pc$side.rec"
done
same pc1.rec pc2.rec

# ---- leaving in a hurry ---------------------------------------------------------------------

wait_for() { # wait_for PATTERN FILE
    tries=0
    until grep -q "$1" "$2" 2>/dev/null; do
        tries=$((tries + 1))
        [ $tries -gt 600 ] && { bad "never came: $1 in $2"; return; }
        sleep 0.05
    done
}
for signal in KILL INT TERM; do
    mkfifo pipe
    "$program" play blank/duel --dice seed:7 --record "$signal.rec" <pipe >out 2>err &
    pid=$!
    exec 3>pipe
    printf 'move 0302\nwait\nstrike\n' >&3
    wait_for '^\. d6' "$signal.rec"
    kill -s "$signal" "$pid"
    wait "$pid" 2>/dev/null
    status=$?
    exec 3>&-
    rm pipe
    if [ "$signal" != KILL ]; then
        is "$status" 0
        says 'Go on with'
    fi
    ends 0 verify "$signal.rec"
    printf 'wait\n' >one
    feeds 0 one play --resume "$signal.rec"
    says 'Taken up after 3 decisions'
    ends 0 verify "$signal.rec"
done
same KILL.rec INT.rec
printf '5 So' >>KILL.rec # a line torn off while it was written
feeds 0 one play --resume KILL.rec
complains 'unfinished last line'
ends 0 verify KILL.rec

# A game between computers, killed in the middle, goes on to its end.
"$program" play blank/duel --set turns=99 --set steps=9 --seat North=greedy --seat South=greedy \
    --dice seed:5 --record long.rec >out 2>err &
pid=$!
wait_for '^2 South' long.rec
kill -s KILL "$pid" 2>/dev/null
wait "$pid" 2>/dev/null
ends 0 verify long.rec
ends 0 play --resume long.rec
says 'Won by\|is a draw'
ends 0 verify long.rec
ends 0 play blank/duel --set turns=99 --set steps=9 --seat North=greedy --seat South=greedy \
    --dice seed:5 --record whole.rec
same long.rec whole.rec
# Computers go on as they would have, wherever the game was left.
for cut in 11 14 17; do
    head -n $cut pc1.rec >cut.rec
    ends 0 play --resume cut.rec
    same cut.rec pc1.rec
done

# ---- houses of one's own --------------------------------------------------------------------

mkdir house own
"$program" chart blank strike --tsv | sed 's/^clear.*/clear	hit	hit	hit	hit	hit	hit/' >house/strike.tsv
ends 0 ask blank strike --tables house --json
json
holds rows.0.p 1
ends 0 play blank/duel --seat North=random --seat South=random --dice seed:3 --tables house --record house.rec
ends 1 verify house.rec
ends 0 verify house.rec --tables house
echo x >house/stirke.tsv
ends 0 ask blank strike --tables house
complains 'did you mean `strike`'
mkdir remarks
"$program" chart shields unit_types --tsv | sed 's/Veteran/Old hand/' >remarks/unit_types.tsv
ends 0 chart shields unit_types --tables remarks
says '^No rule reads name'
complains 'unit_types, row V, column name: `Old hand` in place of `Veteran` changes nothing, no rule'
printf '# para\tB3.2\nground\t1\t2\nclear\tmiss\n' >house/strike.tsv
ends 2 ask blank strike --tables house
complains '^sandtable: house/strike.tsv:3'
ends 2 ask blank strike --tables nowhere
cat >own/bridge.txt <<'END'
id = bridge
title = Two on a bridge
cols = 3
rows = 2
woods = 0101
man.North = 0201
man.South = 0202
steps = 1
turns = 3
END
ends 0 position blank:own/bridge.txt
says 'Two on a bridge'
ends 0 play blank:./own/bridge.txt --seat North=random --seat South=random --dice seed:3 --record own.rec
ends 2 verify own.rec
ends 0 verify own.rec --scenarios own
ends 0 position blank/bridge --scenarios own
cp own/bridge.txt own/other.scn # any name will do
ends 0 play blank:own/other.scn --seat North=random --seat South=random --dice seed:3 --record scn.rec
ends 0 verify scn.rec --scenarios own
mkdir own/duel # a folder is no scenario: the library's is used
ends 0 position blank/duel --scenarios own
sed 's/^turns.*/turns/' own/bridge.txt >own/broken.txt
ends 2 position blank:own/broken.txt
complains 'own/broken.txt:9'
ends 2 position blank:own/nowhere.txt

# ---- damaged input of every kind ------------------------------------------------------------

long=$(head -c 9000 /dev/zero | tr '\0' x)
printf 'wait\n\0wait\n' >nul
printf '%s\n' "$long" >endless
head -c 70000000 /dev/zero | tr '\0' '\n' >huge
for file in nul endless huge; do
    ends 2 run blank/duel --script $file
    complains "$file"
    ends 2 verify $file
    says "$file"
    ends 2 replay $file
    complains "$file"
    ends 2 position $file
    ends 2 odds $file wait
    ends 2 case $file
    complains "$file"
    ends 2 play blank/duel --dice tape:$file
    complains "$file"
    ends 2 play --resume $file
    complains "$file"
    ends 2 position blank:$file
    complains "$file"
    cp $file house/strike.tsv
    ends 2 position blank/duel --tables house
    complains 'house/strike.tsv'
done
feeds 0 nul play blank/duel --record nul.rec
says 'NUL'
ends 0 verify nul.rec
feeds 0 endless play blank/duel --record endless.rec
says 'more than'
printf 'wait' >noend
feeds 0 noend play blank/duel --record noend.rec
grep -q '^1 North  wait' noend.rec && good || bad "the last line without an end was not taken"
ends 2 run blank/duel --script .
ends 2 verify .
ends 2 case /dev/null/none
ends 2 play blank/duel --record /nowhere/x.rec
complains '/nowhere/x.rec'
"$program" games >/dev/full 2>err
is $? 2

# ---- counting and measuring -----------------------------------------------------------------

ends 0 perft blank/duel 3
is "$(cat out)" "1	4
2	24
3	137"
ends 0 perft blank/duel 2 --json
json
holds counts.1 24
ends 0 perft blank/duel 1 --after "$near; strike"
is "$(cat out)" "1	6"
ends 2 perft blank/duel 0
ends 2 perft blank/duel many
ends 0 bench blank --seconds 0.01
says '^blank/duel: random play'
ends 0 bench blank --seconds 0.01 --json
json
holds figures.0.unit steps/s
sheet() { printf 'figure\tscenario\tof\tafter\tgoal\ttitle\n%b\n' "$1" >sheet.tsv; }
sheet 'check\tduel\tmove 0302\t\t1 s or less\tone step\nodds\tduel\tstrike\tmove 0302; wait\t1 ns or less\t
ask\t\t3 x strike ground=woods; strike\t\t\t\nsize\t*\t\t\t4096 bytes or less\t'
ends 0 bench blank --sheet sheet.tsv --seconds 0.01
says 'one step .*reached: 1 s or less'
says 'strike .*MISSED:  1 ns or less'
says 'size of a position .*bytes'
sheet 'reach\tduel\tmove\t\t\t\nbatch\t*\tall observed\t\t\t'
ends 0 bench blank --sheet sheet.tsv --seconds 0.01
says "one's range, [1-9].* x bare bucket queue"
says 'all moves told.* x play that lists all'
bad_sheet() { sheet "$1"; ends 2 bench blank --sheet sheet.tsv --seconds 0.01; complains "sheet.tsv:2: .*$2"; }
bad_sheet 'plya\t*\t\t\t\t' 'did you mean `play`'
bad_sheet 'play\t\t\t\t\t' 'needs a scenario'
bad_sheet 'play\tdual\t\t\t\t' 'no scenario `dual`'
bad_sheet 'play\t*\t\t\t5 apples or more\t' 'steps/s'
bad_sheet 'play\t*\t\t\tsoon\t' 'a goal is'
bad_sheet 'check\tduel\tmove 0305\t\t\t' 'off the map'
bad_sheet 'odds\tduel\twait\tmove 0309\t\t' 'cannot be made'
bad_sheet 'reach\tduel\tfly\t\t\t' 'no verb `fly`'
bad_sheet 'ask\t\tstirke\t\t\t' 'did you mean `strike`'
ends 2 bench --sheet sheet.tsv
ends 2 bench --seconds 0
ends 2 bench --all blank
ends 0 bench --all --play
says '^Play: blank '
ends 0 bench blank --play
says '^Play: blank [0-9a-f]\{8\}$'
cp out first
ends 0 bench blank --play
same first out
ends 0 bench blank --play --json
json
holds playouts.0.game blank

# ---- players against each other ------------------------------------------------------------

ends 0 match greedy random blank/duel --pairs 6 --jobs 1
says '^greedy against random, blank/duel, seed 1: 6 pairs$'
says '  score [0-9.]* % (.* to .*), Elo [+-]'
complains '6 of 6 pairs'
grep -v ms out >first
ends 0 match greedy random blank/duel --pairs 6 --jobs 2 # threads change nothing
grep -v ms out >again
same first again
ends 0 match greedy random blank/duel --pairs 3 --resume pairs.txt
ends 0 match greedy random blank/duel --pairs 6 --resume pairs.txt --json # nor does a pause
json
holds pairs 6
is "$(grep -c '^[0-9]' pairs.txt)" 6
ends 2 match greedy random blank/duel --pairs 6 --resume pairs.txt --seed 2
complains 'pairs.txt:1: another match is kept there'
printf '7 1\n' >>pairs.txt
ends 2 match greedy random blank/duel --pairs 8 --resume pairs.txt
complains 'pairs.txt:8: not a pair'
ends 0 match random greedy blank/duel --pairs 20 --keep lost
ends 0 verify lost/*.rec
ends 0 match greedy random blank/duel --pairs 200 --sprt 0,100
says 'sequential test of Elo 0 against 100: stronger'
ends 2 match greedy random blank/duel --pairs 0
complains '\-\-pairs'
ends 2 match greedy gredy blank/duel
complains 'did you mean `greedy`'
ends 0 match level:2 level:1 blank/duel --pairs 2
ends 2 match level:6 random blank/duel
complains 'no level `6`; there are 1 to 5'
ends 2 match search:0 random blank/duel
complains '`0` is no budget'
ends 2 match search random blank/duel --nodes 0
complains '`0` is no budget'
ends 2 match search random blank/duel
complains 'is no budget'
ends 2 match greedy random blank/duel --sprt 30,0
complains 'the smaller first'
ends 2 match greedy random
complains 'which GAME/SCENARIO'
ends 2 match greedy random blank/dual

ends 0 tune blank --games 40
says '^# duel: Brier 0\.[0-9]*, mid-game'
says '^duel	-*[0-9]*	[0-9]*$'
cp out first
ends 0 tune blank --games 40 --write chance.tsv
same first chance.tsv
ends 0 tune blank --weights --rounds 2 --pairs 2
says '^step	-*[0-9]*$'
ends 2 tune blank --games 0
complains '\-\-games'
ends 0 tune blank --games 40 --scenario duel
same first out
ends 2 tune blank --scenario dual
complains 'no scenario `dual`'
ends 2 tune blnk

# ---- completion in the shell ----------------------------------------------------------------

if command -v bash >/dev/null; then
    offers() { # offers WORD...: what bash would offer for the last word
        bash -c 'compopt() { :; }; source "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _sandtable
                 printf "%s\n" "${COMPREPLY[@]}"' - "$here/../../src/cli/sandtable.bash" "$program" "$@" >out 2>err
    }
    offers pos
    is "$(cat out)" position
    offers chart bla
    is "$(cat out)" blank
    offers chart blank str
    is "$(cat out)" strike
    offers ask blank strike gr
    is "$(cat out)" ground=
    offers play blank/d
    is "$(cat out)" blank/duel
    offers play blank/duel --se
    says '^--seat$'
    offers position good.r
    is "$(cat out)" good.rec
fi
if command -v man >/dev/null && command -v groff >/dev/null; then
    man --warnings -l "$here/../../src/cli/sandtable.1" >out 2>err
    is "$(cat err)" ''
    for command in $commands; do
        says "^ *$command"
    done
fi

# ---- at a terminal --------------------------------------------------------------------------

if command -v script >/dev/null; then
    printf 'wa\t\nquit\n' >keys
    (sleep 1; cat keys; sleep 1) | TERM=xterm-256color script -qec \
        "'$program' play blank/duel --record tty.rec" /dev/null >out 2>err
    if grep -q "$(printf '\033')\[0" out; then good; else bad "no colour at a terminal"; fi
    grep -q '^1 North  wait' tty.rec && good || bad "Tab does not complete"
    NO_COLOR=1 TERM=xterm-256color script -qec "'$program' position blank/duel" /dev/null >out 2>err </dev/null
    if grep -q "$(printf '\033')\[0" out; then bad "colour against NO_COLOR"; else good; fi
fi

# ---- codes in files -------------------------------------------------------------------------

# Neither an escape nor a direction code of a file reaches a terminal, whatever prints it.
harmless() {
    if LC_ALL=C grep -qaP '[\x00-\x08\x0b-\x1f\x7f]|\xc2[\x80-\x9f]|\xd8\x9c|\xe2\x80[\x8e\x8f\xaa-\xae]|\xe2\x81[\xa6-\xa9]|[^\x00-\x7f\xc2-\xf4][\x9b]' out err
    then bad "codes reach the terminal: $*"; else good; fi
}
bidi=$(printf '\342\200\256gpj\342\201\246\302\233\062J\330\234')
mkdir codes
sed "s/^title = .*/title = Two$bidi men/; s/^id = .*/id = codes/" own/bridge.txt >codes/codes.txt
ends 0 position blank:codes/codes.txt
says 'Two?gpj??2J? men'
harmless position
ends 0 position blank:codes/codes.txt --json
says 'Two\\u202egpj\\u2066\\u009b2J\\u061c men'
harmless position --json
ends 0 position blank:codes/codes.txt --svg
harmless position --svg
{ cat seeded.rec; echo "; a note$bidi with codes"; } >codes.rec
sed "s/^\[North .*/[North \"Anna$bidi\"]/" codes.rec >codes2.rec
for command in verify replay position odds; do
    timeout 60 "$program" $command codes2.rec >out 2>err </dev/null
    harmless $command
    timeout 60 "$program" $command codes2.rec --json >out 2>err </dev/null
    harmless $command --json
done
ends 0 replay codes.rec
says 'a note?gpj??2J? with codes'
printf 'game blank\ncase %s\ngiven duel\nlegal: move 0101\nsays "%s"\n' "$bidi" "$bidi" >codes.case
ends 1 case codes.case
harmless case
printf 'wait\n%s\n' "$bidi" >codes.script
ends 2 run blank/duel --script codes.script
harmless run
sed "s/^title = .*/title = $(printf '\033]0;x\007')/" own/bridge.txt >codes/escape.txt
ends 2 position blank:codes/escape.txt
complains 'escape.txt:2: a control character'
harmless position escape
printf 'case \033[2J\ngiven duel\n' >escape.case
ends 2 case escape.case
harmless case escape

# ---- a stranger at the terminal -------------------------------------------------------------

# A lesson whose dice are given tells all that followed from its moves, not only what the last die did.
printf '\n\ndo\nquit\n' >typed
feeds 0 typed learn shields --page 6 --no-map
says 'R12.1  *Class B, row B'
says 'R12.5  *-1 die: supporters'

# Charts and questions are listed by the names under which log and odds tell of them, in the language chosen.
ends 0 chart shields
says '^crt  *R13.1  *What the die does$'
ends 0 chart shields crt
says '^R13.1  What the die does'
says '^Printed as: Combat results table'
LANG=de_DE.UTF-8 ends 0 chart shields
says 'Was der Würfel bewirkt'
LANG=de_DE.UTF-8 ends 0 ask skirmish
says '^  shot .*Wie stehen die Aussichten eines Schusses'
attack='assign 2 horse Pursuit; done; charge N1 0504; end'
ends 0 odds shields/malfosse --after "$attack" 'attack E3 by N1'
says '1/8  R13.1 What the die does, row C (Class C), column 0: DL (Defender loses a step)'
ends 0 odds shields/malfosse --after "$attack" 'attack E3 by N1' --lang de
silent 'Combat results table\| row \| column '
# Odds are nested: an outcome a line, its states inside, and where somebody decides.
ends 0 odds shields/malfosse --after "$attack" 'attack E3 by N1' --given ''
says '^      Kentish fyrd, Strength: 1$'
says '^      Normans to decide: Your horsemen$'
ends 0 odds shields/malfosse --after "$attack" 'attack E3 by N1' --given '?'
is "$(grep -c '^      [A-Z]' out)" 1
ends 0 odds mons/nimy 'bombard 2204 by B13' --after 'move G11 2202-2203-2204; end; programme FF'
silent '^      Steps lost'
# What a question is answered for is said where nothing was; its rows are words unless they are codes of the chart.
ends 0 ask guerre melee
says '^  You are thrown back 20 mm  *11,12'
says '^Answered for type=PI grade=R enemy=SW'
says 'sandtable ask guerre melee --inputs'
ends 0 ask guerre melee --lang de
silent 'recoils\|Roll\|Own'
ends 0 ask guerre melee type=GE
silent '^Answered for'
# A die that is rolled by hand is called as people call it.
printf 'assign 2 horse Pursuit\ndone\ncharge N1 0504\nend\nattack E3 by N1\nquit\n' >typed
feeds 0 typed play shields/malfosse --dice hand --no-map --no-record
says "^Roll d8: Eustace's knights attack the Kentish fyrd"
silent 'N1 attacks E3'
# Only a name: all about it, and what it can do.
printf 'assign 2 horse Pursuit\ndone\nn1\nPursuit\nquit\n' >typed
feeds 0 typed play shields/malfosse --no-map --no-record
silent 'No move or command'
says '^    0507, Heavy Horse B'
is "$(grep -c 'charge N1 0504' out)" 2
# Forces stand with those they march with; captains and Forces among them, weapons beside their men, nobody at `-`.
printf 'forces\npieces Franco-Flemish\nquit\n' >typed
feeds 0 typed play shields/hastings --no-map --no-record
says '^  The Bretons$'
says '^  The French and Flemings$'
is "$(grep -c '^  \* F8 ' out)" 2
printf 'forces\nquit\n' >typed
feeds 0 typed play honour/relief_1525 --no-map --no-record
says '^  Captains$'
says '^    CA4 .*Galiot de Genouillac.*Initiative: 1; Master of sieges$'
feeds 0 typed play skirmish/salt_path --no-map --no-record
says 'Jean Cottereau .*Seasoned fighter, pistol, cudgel'
silent '  -, '
# A rule without a number is cited by its title, by events as by refusals.
printf '1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\n1\nquit\n' >typed
feeds 0 typed play honour/bicocca_1522 --seat B=greedy --dice seed:3 --no-map --no-record
says '“The Swiss will not wait”: The Swiss march home'
silent 'special 2'
# Sentences that were none: what is declined, what agrees, what is at stake, and codes.
ends 0 ask honour assault
says '^  The attackers lose 1 SP, the attackers are beaten  33.3 %'
silent '/ --\|, The '
ends 0 ask honour discipline
says '^  They stand  16.7 %'
ends 0 ask honour skirmish # one number of several: that it is as before does not mean that nothing happens
silent '^  Nothing happens'
says '^  The attackers, SP lost: 0  33.3 %'
ends 0 ask skirmish melee
silent '^  [AB] '
ends 0 odds mons/nimy 'bombard 2204 by B13' --after 'move G11 2202-2203-2204; end; programme FF'
says 'd6  Shells on the railway embankment'
printf 'programme MF\nquit\n' >typed
feeds 0 typed play mons/nimy --seat GE=greedy --dice seed:3 --no-map --no-record
says 'The British: move, then fight; first phase: march'
says '^   1  End the march  *end$' # as the question calls it
feeds 0 typed play mons/nimy --seat GE=greedy --dice seed:3 --no-map --no-record --lang de
says 'Die Briten: erst Marsch, dann Kampf; erste Phase: Marsch'
silent 'programme MF,\|(march)\|first phase'
yes do | head -400 | sed 's/$/\n/' >typed
feeds 0 typed learn guerre --no-map
silent 'against no\.\|0 mm aside\|Two points are left'
says 'They fight no further'
says 'The Ordonnance lances: 7, against the Sword-and-buckler men: 5\.'
says '^  d6 [1-6]  Do the French pursue?'
feeds 0 typed learn skirmish --no-map
silent 'wins$\|of the 4 men\|at Brigadier\|The shot of Brigadier'
feeds 0 typed learn honour --no-map
silent 'column 4: D$\|column affecting: 3 (Three SP)'
# Whoever asks before he moves is understood as if he moved; a number that is not in the list is told how far it goes.
printf 'programme MF\nodds move b07 2305\nhint move B07 2305\nhint foo\n999\nlog x\nmap\nquit\n' >typed
feeds 0 typed play mons/nimy --seat GE=greedy --dice seed:3 --no-map --no-record
says '^British: move B07 2506-2405-2305'
says '^Yours: The 4th Middlesex marches to Nimy'
says '^There is no move 999 in the list: its numbers go from 1 to 96'
silent '^= \|No move or command\|begins where it stands'
# The canal is crossed where # stands, and every sign of the map is explained.
says '^Signs .*~ ≀ river   = ‖ canal   # bridge'
says 'several stand there'
says '2105.x2==#B10'
printf 'quit\n' >typed
feeds 0 typed play shields/malfosse --no-map --no-record
says 'Ends with "No more commands"'
says '^   1  No more commands  *done$'
# A record cut in the middle of a line says so; words of play are known as such.
head -c 700 "$here/../records/shields-malfosse-greedy.rec" >cut.rec
ends 1 analyse cut.rec
complains 'cut.rec:30: '
complains 'ends in the middle of this line'
ends 2 aim
complains '.aim. is typed in a game: .sandtable play'
# A scenario says how long, how hard, and where to sit first.
ends 0 scenarios mons
says '5 turns\. 15 to 25 minutes\. Begin here: nine units, one aim\. For a first game: British\.'
ends 0 scenarios mons --lang de
says 'Deutsche gegen Briten'
silent ' against \|pieces'
feeds 0 typed play mons/nimy --no-map --no-record
says '^First game  British'
# Reasons and verdicts of answers are words, in the language chosen.
ends 0 ask shields combat dice=4
says '^Result: EX (Exchange)$'
ends 0 ask shields combat dice=4 --lang de
silent 'Column\|Result'
ends 0 ask guerre result
says '^Destroyed by Gendarmes'
silent ' GE \| CV '
ends 0 ask honour weather --lang de
says '^  Schnee  33.3 %'
ends 0 ask guerre terrain
says '2 pieces of ground; none may be removed or turned; no bridge, the river is dry'
# No micrometre, sample or code of a chart reaches a player, and a German answer is German to its end.
for asked in overlap corners 'overlap by=415'; do
    ends 0 ask guerre $asked
    silent '[0-9] um\|[0-9]\{6\}\|pen '
done
says '115.000 mm from edge to edge'
ends 0 ask skirmish sight
silent 'sample\|terrain -1'
ends 0 ask mons cost
says 'open ground$'
says '^3 of 4 movement points'
ends 0 ask guerre command
says '^1 command point$'
ends 0 ask mons melee
says '^  1/1 A step each '
ends 0 chart mons 13_5_melee
says '^2/1: the attacker loses two steps, the defender one step$'
silent '^1: one step'
ends 0 chart honour artillery_fire
says '^b: The wall opens'
ends 0 chart shields fire_modifiers
silent 'mark\|No rule reads'
for asked in 'guerre result' 'guerre ground' 'guerre terrain' 'guerre corners' 'guerre shoot' 'skirmish sight' 'mons cost' 'shields cost' 'honour skirmish'; do
    ends 0 ask $asked --lang de
    silent '[Rr]ecoils\|[Ss]low\|pieces\|centre\|shoot$\|target$\|seen\| of \|clear$\|policy'
done
ends 1 ask shields fire distance=50 --lang de
says '^Abgelehnt nach R9.2: Die Reichweite'
# A position ends in the question or the die as people call it.
ends 0 position guerre/cerignola_1503
says '^How many orders? (5.2.3)$'
silent 'cp A\|is awaited'
ends 0 position skirmish/guildo_ford
says 'First fire: who shoots before anyone moves? 16 men have a target\. (5.8.6)$'
silent 'early shots'
# On a bare table a list goes by pieces, in the order of its numbers, and `moves B1` has all of one.
printf 'moves B1\nquit\n' >typed
feeds 0 typed play guerre/teaching_ofanto --seat A=greedy --dice seed:3 --no-map --no-record
is "$(grep -o '^ *[0-9][0-9]*  .*\(side\|about\|move\) B1' out | grep -c .)" 15
says 'more: .moves B2,B4,B5,B3.'
is "$(sed -n '/^  You end it/,/more: .moves B5/p' out | grep -o '^ *[0-9][0-9]*  ' | sort -nc 2>&1)" ''
# Nothing of it is broken in the middle of a word, and a long answer leaves its headline in sight.
if command -v script >/dev/null; then
    TERM=xterm timeout 60 script -qec "stty cols 80; '$program' ask honour battle" /dev/null </dev/null >out 2>err
    says 'more rows, .* together'
    printf 'done\nquit\n' >typed
    TERM=xterm timeout 60 script -qec "stty cols 80; '$program' play honour/bicocca_1522 --no-record --no-map <typed" /dev/null </dev/null >out 2>err
    awk '{ gsub(/\033\[[0-9;]*m/, ""); if (length($0) > 82) n++ } END { exit n > 0 }' out && good || bad 'lines beyond 80 columns'
    [ "$(wc -l <out)" -lt 80 ] && good || bad 'a page and more for one question'
fi

# ---- the sum ---------------------------------------------------------------------------------

echo "$passed passed, $failed failed"
[ "$failed" = 0 ]
