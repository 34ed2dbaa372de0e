#compdef sandtable
# zsh completion for sandtable; words come from the program itself.

_sandtable_ids() { # the "id" values of a listing in JSON
    sandtable "$@" --json 2>/dev/null | grep -o '"id":"[^"]*"' | cut -d'"' -f4
}

_sandtable_scenarios() {
    local game
    for game in $(_sandtable_ids games); do
        _sandtable_ids scenarios $game | sed "s|^|$game/|"
    done
}

_sandtable_offer() { # each line a word
    local -a list
    list=(${(f)"$("$@")"})
    compadd -a list
}

_sandtable() {
    local command=$words[2]

    if ((CURRENT == 2)); then
        compadd -- $(sandtable --help 2>/dev/null | grep -o '^  [a-z][a-z]*' | tr -d ' ') --help --version
        return
    fi
    if [[ $words[CURRENT] == -* ]]; then
        compadd -- $(sandtable $command --help 2>/dev/null | grep -o '^  --[a-z-]*' | tr -d ' ')
        return
    fi
    case $words[CURRENT-1] in
    --tables | --scenarios | --data | --web | --keep) _files -/; return ;;
    --script | --record | --resume | --sheet | --write) _files; return ;;
    --dice) compadd -S '' seed: tape: ; compadd hand; return ;;
    --mode) compadd enforce warn record-only; return ;;
    esac
    case $command in
    games | scenarios | learn | rules | bench | tune) ((CURRENT == 3)) && _sandtable_offer _sandtable_ids games ;;
    chart | ask)
        ((CURRENT == 3)) && _sandtable_offer _sandtable_ids games
        ((CURRENT == 4)) && _sandtable_offer _sandtable_ids $command $words[3]
        ;;
    match)
        if ((CURRENT < 5)); then
            compadd random pass greedy level:{1..5}
            compadd -S '' search: program:
        else
            _sandtable_offer _sandtable_scenarios
        fi
        ;;
    play | run) ((CURRENT == 3)) && _sandtable_offer _sandtable_scenarios ;;
    odds | hint | position | perft)
        if ((CURRENT == 3)); then
            _sandtable_offer _sandtable_scenarios
            _files
        fi
        ;;
    case | verify | replay | analyse) _files ;;
    esac
}

_sandtable "$@"
