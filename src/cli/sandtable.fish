# fish completion for sandtable; words come from the program itself.

function __sandtable_ids # the "id" values of a listing in JSON
    sandtable $argv --json 2>/dev/null | string match -ar '"id":"[^"]*"' | string replace -r '.*:"(.*)"' '$1'
end

function __sandtable_commands
    sandtable --help 2>/dev/null | string match -r '^  [a-z]+ .*' | string replace -r '^  ([a-z]+) +(.*)' '$1\t$2'
end

function __sandtable_scenarios
    for game in (__sandtable_ids games)
        for scenario in (__sandtable_ids scenarios $game)
            echo $game/$scenario
        end
    end
end

function __sandtable_options # what --help of the command lists
    set -l words (commandline -opc)
    set -q words[2]; and sandtable $words[2] --help 2>/dev/null | string match -r '^  --[a-z-]+' | string trim
end

function __sandtable_nth # is the word being typed number N?
    test (count (commandline -opc)) -eq $argv[1]
end

set -l by_game games scenarios chart learn rules ask bench tune
set -l by_scenario play run odds hint analyse position perft
complete -c sandtable -n '__sandtable_nth 1' -f -a '(__sandtable_commands)'
complete -c sandtable -n '__sandtable_nth 1' -f -a '--help --version'
complete -c sandtable -n "__sandtable_nth 2; and __fish_seen_subcommand_from $by_game" -f -a '(__sandtable_ids games)'
complete -c sandtable -n "__sandtable_nth 2; and __fish_seen_subcommand_from $by_scenario" -a '(__sandtable_scenarios)'
complete -c sandtable -n '__fish_seen_subcommand_from match; and not __sandtable_nth 4' -f \
    -a 'random pass greedy level:1 level:2 level:3 level:4 level:5 search: program:'
complete -c sandtable -n '__fish_seen_subcommand_from match; and __sandtable_nth 4' -f -a '(__sandtable_scenarios)'
complete -c sandtable -n 'not __sandtable_nth 1' -a '(__sandtable_options)'
