# bash completion for sandtable; words come from the program itself.

_sandtable_ids() { # the "id" values of a listing in JSON
    "${COMP_WORDS[0]}" "$@" --json 2>/dev/null | grep -o '"id":"[^"]*"' | cut -d'"' -f4
}

_sandtable_scenarios() {
    local game
    for game in $(_sandtable_ids games); do
        _sandtable_ids scenarios "$game" | sed "s|^|$game/|"
    done
}

_sandtable_options() { # what --help of the command lists
    "${COMP_WORDS[0]}" "$1" --help 2>/dev/null | grep -o '^  --[a-z-]*' | tr -d ' '
}

_sandtable() {
    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local words=

    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        words=$("${COMP_WORDS[0]}" --help 2>/dev/null | grep -o '^  [a-z][a-z]*' | tr -d ' ')
        mapfile -t COMPREPLY < <(compgen -W "$words --help --version" -- "$cur")
        return
    fi
    case $prev in
    --tables | --scenarios | --data | --web)
        mapfile -t COMPREPLY < <(compgen -d -- "$cur")
        return
        ;;
    --script | --record | --resume | --sheet | --keep)
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
        return
        ;;
    --dice) words="seed: hand tape:" ;;
    --mode) words="enforce warn record-only" ;;
    --listen) words="127.0.0.1:8014 0.0.0.0:8014 [::1]:8014" ;;
    --limit)
        words="tables= connections= per-address= calls= burst= open-games= idle-seconds="
        compopt -o nospace
        ;;
    *)
        case $cur in
        -*) words=$(_sandtable_options "$command") ;;
        *)
            case $command in
            games | scenarios | chart | learn | rules | ask | bench | tune)
                if [ "$COMP_CWORD" = 2 ]; then
                    words=$(_sandtable_ids games)
                elif [ "$COMP_CWORD" = 3 ] && [ "$command" = chart ]; then
                    words=$(_sandtable_ids chart "${COMP_WORDS[2]}")
                elif [ "$command" = ask ] && [ "$COMP_CWORD" = 3 ]; then
                    words=$(_sandtable_ids ask "${COMP_WORDS[2]}")
                elif [ "$command" = ask ]; then
                    words=$("${COMP_WORDS[0]}" ask "${COMP_WORDS[2]}" "${COMP_WORDS[3]}" --inputs --json \
                        2>/dev/null | grep -o '"key":"[^"]*"' | cut -d'"' -f4 | sed 's/$/=/')
                    compopt -o nospace
                fi
                ;;
            match)
                if [ "$COMP_CWORD" -lt 4 ]; then
                    words="random pass greedy level:1 level:2 level:3 level:4 level:5 search: program:"
                else
                    words=$(_sandtable_scenarios)
                fi
                ;;
            play | run | odds | hint | analyse | position | print | perft)
                if [ "$COMP_CWORD" = 2 ]; then
                    words=$(_sandtable_scenarios)
                    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
                    [ "$command" = play ] || [ "$command" = run ] ||
                        mapfile -t -O "${#COMPREPLY[@]}" COMPREPLY < <(compgen -f -- "$cur")
                    return
                fi
                ;;
            case | verify | replay)
                mapfile -t COMPREPLY < <(compgen -f -- "$cur")
                return
                ;;
            help) words=$("${COMP_WORDS[0]}" --help 2>/dev/null | grep -o '^  [a-z][a-z]*' | tr -d ' ') ;;
            esac
            ;;
        esac
        ;;
    esac
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
}
complete -F _sandtable sandtable
