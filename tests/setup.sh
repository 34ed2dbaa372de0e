#!/bin/sh
# setup.sh - tools/setup on machines that are not this one: programs it calls are played by scripts.
set -eu
cd "$(dirname "$0")/.."
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
failed=0

# Only what a bare system has, and what the test puts beside it.
for tool in sh sed cut grep cat env dirname echo tr; do
    ln -s "$(command -v $tool)" "$bin/$tool"
done

actor() { # actor NAME LINE...: a program that says and does so
    name=$1
    shift
    { echo '#!/bin/sh'; printf '%s\n' "$@"; } >"$bin/$name"
    chmod +x "$bin/$name"
}

expect() { # expect STATUS PATTERN WHAT: how setup ended, and what it said
    status=0
    said=$(PATH=$bin sh tools/setup ${for_what:-} 2>&1) || status=$?
    if [ "$status" != "$1" ] || ! echo "$said" | grep -qE "$2"; then
        echo "$3: status $status, said: $said"
        failed=1
    fi
}

every() { sed -e 's/#.*//' packages.txt | while read -r name rest; do [ -z "$name" ] || echo "$name"; done; }

actor dpkg-query "$(every | sed 's/.*/echo "installed &"/')"
actor apt-get 'echo "apt-get called"; exit 9'
actor id 'echo 1000'
expect 0 '^$' 'nothing is missing: silence'

actor dpkg-query "$(every | grep -v cmocka | sed 's/.*/echo "installed &"/')" 'exit 1'
expect 1 'apt-get install libcmocka-dev$' 'neither root nor sudo: the command is shown'
for_what=play expect 0 '^$' 'cmocka is not needed for playing'

actor dpkg-query "$(every | grep -vE '^(npm|cmake)$' | sed 's/.*/echo "installed &"/')" 'exit 1'
expect 1 'apt-get install cmake npm$' 'npm is missing like any other'
actor npm :
actor cmake :
expect 1 'apt-get install cmake$' "somebody else's npm will do, somebody else's cmake will not"
rm "$bin/npm" "$bin/cmake"

actor dpkg-query "$(every | grep -v cmocka | sed 's/.*/echo "installed &"/')" 'exit 1'
actor id 'echo 0'
actor apt-get 'echo "apt-get $*"'
expect 0 'apt-get install .* libcmocka-dev$' 'as root: installed'
expect 0 'apt-get install .*DPkg::Lock::Timeout=[1-9]' "another package manager's work is waited for"
actor apt-get 'exit 100'
expect 100 'installing libcmocka-dev' 'an installation that fails is told'

# apt does not wait for the lists by itself: held twice, then free.
echo 2 >"$bin/held"
actor sleep :
actor apt-get 'case $1 in install) echo "apt-get $*"; exit ;; esac' \
    "read -r n <'$bin/held'; [ \"\$n\" = 0 ] && exit; echo \$((n - 1)) >'$bin/held'" \
    'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7" >&2; exit 100'
expect 0 'waiting for another package manager' 'the lists are waited for, and it is said'
echo 2 >"$bin/held"
expect 0 'apt-get install .* libcmocka-dev$' 'the lists are free: on'
echo 9999 >"$bin/held"
expect 100 'Could not get lock' 'not for ever'
actor apt-get 'echo "E: no such archive" >&2; exit 100'
expect 100 'no such archive' 'lists that cannot be had are told'

actor id 'echo 1000'
actor apt-get 'echo "apt-get $*"'
actor sudo 'echo "by sudo:"; "$@"'
expect 0 'by sudo:' 'with sudo: through it'

rm "$bin/apt-get" "$bin/dpkg-query"
actor cc 'exit 1'
actor cmake :
expect 0 'ninja is missing; the Debian package is called ninja-build' 'not Debian: told, and on'
expect 0 'clang-19 is missing' 'not Debian: every one of them'

# tools/bare needs root and debootstrap, and says so before it does anything.
bare() { # bare PATTERN WHAT
    said=$(PATH=$bin sh tools/bare 2>&1) && status=0 || status=$?
    if [ "$status" != 1 ] || ! echo "$said" | grep -qE "$1"; then
        echo "$2: status $status, said: $said"
        failed=1
    fi
}
bare 'only root' 'a bare system is made by root'
actor id 'echo 0'
bare 'apt-get install debootstrap' 'no debootstrap: where it is to be had'

[ "$failed" = 0 ] && echo "setup: as it should be"
exit "$failed"
