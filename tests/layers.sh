#!/bin/sh
# layers.sh - who may include whom (docs/architecture.md, section 2), and what rules may not call.
set -u
cd "$(dirname "$0")/.."
bad=$(mktemp)
trap 'rm -f "$bad"' EXIT

# may FOLDER LAYER...: the quoted includes of src/FOLDER come from these layers only.
may() {
    folder=$1
    shift
    layers=$(echo "$@" | tr ' ' '|')
    grep -rnE '^ *# *include +"' --include='*.[ch]' "src/$folder" 2>/dev/null |
        grep -vE "include +\"($layers)/" >>"$bad"
}

# Code without its comments; line numbers stay.
code() {
    "${CC:-cc}" -fpreprocessed -dD -E "$1" 2>/dev/null | grep -v '^#' ||
        echo "$1: the compiler cannot read it" >>"$bad"
}

# never PATTERN FILE: the code does not match; what stands in quotes counts only if QUOTES is set.
never() {
    code "$2" | { [ -n "${QUOTES:-}" ] && cat || sed 's/"[^"]*"/""/g'; } | grep -nE "$1" |
        sed "s|^|$2, about line |" >>"$bad"
}

may base base
may core base core space
may space base space
may odds base core space odds
may ai base core space odds ai
may play base core space odds ai play
may learn base core space odds ai play learn
may review base core space odds ai play review
may case base core space odds ai play case
may view base core space odds ai play learn review view
may store base core store
may server base core odds ai play view store server
may match base core space odds ai play match
may bench base core space odds ai play view bench
may cli base core space odds ai play learn review view case match bench server cli
may web base core space odds ai play view web

# A game: the engine below it and its own headers; no memory, no files, no printing, no clock, no
# random numbers of the machine, no floating point.
calls='malloc|calloc|realloc|free|alloca|printf|fprintf|vprintf|puts|fputs|putchar'
calls="$calls|fopen|fwrite|fread|time|clock|gettimeofday|rand|srand|random|getenv"
for folder in games/*/; do
    game=$(basename "$folder")
    for file in "$folder"*.[ch]; do
        [ -e "$file" ] || continue
        grep -nHE '^ *# *include +"' "$file" | grep -vE "include +\"((base|core|space)/|$game)" >>"$bad"
        grep -nHE '^ *# *include +"[^"]*\.\.' "$file" >>"$bad"
        grep -nHE '^ *# *include +<(time|unistd|math|pthread|fcntl|sys/.*)\.h>' "$file" >>"$bad"
        never "\\b($calls) *\\(|\\b(stdin|stdout|stderr|double|float)\\b" "$file"
    done
done
grep -nHE '^ *# *include +"' games/*.c | grep -vE 'include +"(base|core)/' >>"$bad"

# Only games/ knows a game by name.
ids=$(for folder in games/*/; do basename "$folder"; done | tr '\n' '|' | sed 's/|$//')
for file in $(find src include tools -name '*.[ch]'); do
    QUOTES=1 never "st_game_($ids)\\b|\"($ids)[\"/]" "$file"
done

# The frame of the smallest game: what is left of it without its rules and its judgement.
frame=$(awk '/---- B[0-9]/ { rules = 1 } /---- the scenario/ { rules = 0 } !rules { n++ } END { print n }' games/blank/blank.c)
[ "$frame" -lt 250 ] || echo "games/blank/blank.c: a frame of $frame lines" >>"$bad"

if [ -s "$bad" ]; then
    echo "against the layers:"
    cat "$bad"
    exit 1
fi
echo "layers: in order"
