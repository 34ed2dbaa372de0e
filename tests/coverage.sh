#!/bin/sh
# coverage.sh BUILD - which lines of the engine and the games the tests of BUILD went through.
set -eu
root=$(cd "$(dirname "$0")/.." && pwd)
cd "$1"
find . -name '*.gcda' | while read -r data; do
    gcov -n -o "$(dirname "$data")" "$data" 2>/dev/null
done | awk -v root="$root/" '
    /^File / { file = $2; gsub("\047", "", file); next }
    /^Lines executed:/ && index(file, root) == 1 {
        name = substr(file, length(root) + 1)
        split($0, part, /[:% ]+/)           # "Lines executed" share "of" count
        if (name !~ /^(src|games)\//) next
        share = part[3]; count = part[5]
        if (!(name in lines) || share > best[name]) { best[name] = share; lines[name] = count }
        file = ""
    }
    END {
        for (name in lines) {
            printf "%6.1f%%  %5d  %s\n", best[name], lines[name], name | "sort -n"
            all += lines[name]; run += lines[name] * best[name] / 100
        }
        close("sort -n")
        printf "%6.1f%%  %5d  in all\n", all ? 100 * run / all : 0, all
    }'
