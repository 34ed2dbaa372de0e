#!/bin/sh
# hooks.sh - the commit message hook takes what CONTRIBUTING.md asks for, and nothing else.
set -eu
cd "$(dirname "$0")/.."
file=$(mktemp)
trap 'rm -f "$file"' EXIT
bad=0

# takes|refuses 'message'
takes() {
    printf '%b' "$1" >"$file"
    tools/hooks/commit-msg "$file" || { echo "not taken: $1"; bad=1; }
}
refuses() {
    printf '%b' "$1" >"$file"
    ! tools/hooks/commit-msg "$file" 2>/dev/null || { echo "taken: $1"; bad=1; }
}

takes 'shields: refuse fire (R9.3)\n\nWhat was wrong.\n\nPlay: shields 3fa90c11\n'
takes 'docs: a word\n\nPlay: same\n\n# a remark of git\n'
takes 'core: two games\n\nPlay: shields 3fa90c11, mons 00000000\n'
takes 'Merge branch x\n'
refuses 'shields: refuse fire (R9.3)\n'
refuses 'no place named\n\nPlay: same\n'
refuses 'core: a word\n\nPlay: different\n'
refuses 'core: a word\n\nPlay: same\n\nand more\n'
refuses ''
[ $bad = 0 ] && echo "hooks: in order"
exit $bad
