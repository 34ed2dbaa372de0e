#!/bin/sh
# install.sh BUILD - what `make install` puts somewhere works there: only the interface can be seen of
# the library, programs find it by pkg-config and by CMake, the examples run, and it can be removed.
set -eu
build=$(cd "$1" && pwd)
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
prefix=$scratch/usr
export BUILD="$build" LIST="$scratch/installed.txt"
"$root/tools/install" "$prefix" >"$scratch/log"
lib=$(dirname "$(find "$prefix" -name libsandtable.a)")
export PKG_CONFIG_PATH=$lib/pkgconfig LD_LIBRARY_PATH=$lib

fail() {
    echo "install.sh: $*" >&2
    exit 1
}

# The names others can see are those of the headers.
cat "$root"/include/*.h | grep -o '\bsandtable_[a-z_]* *(' | tr -d ' (' | sort -u >"$scratch/said"
nm -D --defined-only "$lib/libsandtable.so" | sed 's/.* //; s/@.*//' | sort -u >"$scratch/shown"
diff "$scratch/said" "$scratch/shown" || fail "the shared library does not show what the header says"
nm -g --defined-only "$lib/libsandtable.a" 2>/dev/null | sed -n 's/.* [TDRBV] //p' | sort -u >"$scratch/shown"
diff "$scratch/said" "$scratch/shown" || fail "the static library does not show what the header says"
readelf -d "$lib/libsandtable.so" | grep -q 'SONAME.*libsandtable\.so\.[0-9]' || fail "no SONAME"

# A question loads no library of the server's or of the printer's: these are another program's, which
# the installed one finds; and says so where it does not.
! ldd "$prefix/bin/sandtable" | grep -E 'websockets|sqlite|cairo|rsvg' || fail "sandtable loads what it need not"
"$prefix/bin/sandtable" serve --help | grep -q listen || fail "serve is not found"
"$prefix/bin/sandtable" print blank/duel -o "$scratch/duel.pdf" >"$scratch/log" || fail "print is not found"
cp "$prefix/bin/sandtable" "$scratch/alone"
"$scratch/alone" serve 2>&1 | grep -q 'sandtable-more, which cannot be started' || fail "alone it says nothing"

# The examples, with either library.
version=$(pkg-config --modversion sandtable)
[ "sandtable $version" = "$("$prefix/bin/sandtable" --version)" ] || fail "two versions: $version"
for example in play odds; do
    cc -Wall -Werror "$root/examples/$example.c" $(pkg-config --cflags --libs sandtable) \
        -o "$scratch/$example"
    cc -Wall -Werror "$root/examples/$example.c" $(pkg-config --cflags sandtable) \
        "$lib/libsandtable.a" -lm -lpthread -o "$scratch/$example-static"
    "$scratch/$example" >"$scratch/$example.out"
    "$scratch/$example-static" | cmp - "$scratch/$example.out" || fail "$example: two answers"
done
grep -q 'wins\|draw' "$scratch/play.out" || fail "play did not come to an end: $(head -c 300 "$scratch/play.out")"
grep -q '"p":' "$scratch/odds.out" || fail "odds: $(head -c 300 "$scratch/odds.out")"
if command -v python3 >/dev/null; then
    python3 "$root/examples/play.py" "$lib/libsandtable.so" | grep -q 'decisions; the game is over' ||
        fail "play.py did not come to an end"
    PYTHONDONTWRITEBYTECODE=1 python3 "$root/python/try_sandtable.py" "$lib/libsandtable.so" || fail "the adaptors in Python"
fi

# The two programs of the research guide, as they stand there, say what stands there.
guide=$root/docs/research-guide.md
sed -n '/^```c$/,/^```$/{/^```/!p}' "$guide" >"$scratch/batch.c"
cc -Wall -Werror "$scratch/batch.c" $(pkg-config --cflags --libs sandtable) -o "$scratch/batch"
said=$("$scratch/batch")
grep -qxF "$said" "$guide" || fail "the batch of docs/research-guide.md says: $said"
if command -v python3 >/dev/null; then
    sed -n '/^```python$/,/^```$/{/^```/!p}' "$guide" >"$scratch/gym.py"
    said=$(cd "$root" && LIBSANDTABLE=$lib/libsandtable.so PYTHONDONTWRITEBYTECODE=1 python3 "$scratch/gym.py") ||
        fail "the Python of docs/research-guide.md does not run"
    case $said in -1.0 | 0.0 | 1.0) ;; *) fail "the Python of docs/research-guide.md says: $said" ;; esac
fi

# And by CMake.
mkdir "$scratch/user"
cat >"$scratch/user/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.25)
project(user C)
find_package(sandtable $version REQUIRED)
add_executable(user "$root/examples/odds.c")
target_link_libraries(user PRIVATE sandtable::sandtable)
END
cmake -S "$scratch/user" -B "$scratch/user/build" -DCMAKE_PREFIX_PATH="$prefix" >"$scratch/log" &&
    cmake --build "$scratch/user/build" >>"$scratch/log" || { cat "$scratch/log"; fail "find_package"; }
"$scratch/user/build/user" | cmp - "$scratch/odds.out" || fail "found by CMake it answers otherwise"

# What a desktop, a shell and a packer look for.
for file in applications/sandtable.desktop metainfo/sandtable.metainfo.xml icons/hicolor/scalable/apps/sandtable.svg \
    man/man1/sandtable.1 bash-completion/completions/sandtable zsh/site-functions/_sandtable \
    fish/vendor_completions.d/sandtable.fish; do
    [ -s "$prefix/share/$file" ] || fail "share/$file is not installed"
done
if command -v desktop-file-validate >/dev/null; then
    desktop-file-validate "$prefix/share/applications/sandtable.desktop" || fail "the desktop entry"
fi
grep -q "release version=\"$version\"" "$prefix/share/metainfo/sandtable.metainfo.xml" ||
    fail "the metainfo does not know version $version"
grep -q "^ExecStart=$prefix/bin/sandtable serve" "$prefix/lib/systemd/system/sandtable.service" ||
    fail "the unit of systemd starts another program than this"
if command -v fish >/dev/null; then
    PATH=$prefix/bin:$PATH fish -c "source $prefix/share/fish/vendor_completions.d/sandtable.fish
        complete -C 'sandtable sc'; complete -C 'sandtable play blank/'; complete -C 'sandtable rules shi'" >"$scratch/fish"
    [ "$(cut -f1 "$scratch/fish" | tr '\n' ' ')" = "scenarios blank/duel shields " ] || fail "fish: $(cat "$scratch/fish")"
fi
if command -v zsh >/dev/null; then
    zsh -fc 'compadd() { while [[ $1 == -* && $1 != -a ]]; do [[ $1 == -S ]] && shift; shift; done
            [[ $1 == -a ]] && print -l ${(P)2} || print -l "$@"; }
        words=(sandtable rules sh) CURRENT=3; path=('"$prefix"'/bin $path)
        source '"$prefix"'/share/zsh/site-functions/_sandtable' >"$scratch/zsh" || fail "zsh: $(cat "$scratch/zsh")"
    grep -qx shields "$scratch/zsh" || fail "zsh does not know the games: $(cat "$scratch/zsh")"
fi
if command -v bash >/dev/null; then
    PATH=$prefix/bin:$PATH bash -c ". $prefix/share/bash-completion/completions/sandtable"'
        try() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
            $(complete -p sandtable | sed "s/.*-F \([^ ]*\).*/\1/") sandtable "${*: -1}" "${@: -2:1}"; echo "${COMPREPLY[@]}"; }
        try sandtable sc; try sandtable play blank/; try sandtable rules shi' >"$scratch/bash"
    [ "$(sed 's/ *$//' "$scratch/bash" | tr '\n' ' ')" = "scenarios blank/duel shields " ] || fail "bash: $(cat "$scratch/bash")"
fi
for list in "$root"/packaging/debian/*.install; do
    while read -r pattern into; do
        if [ -n "$into" ]; then
            [ -e "$root/$pattern" ] || fail "$list: no $pattern"
            continue
        fi
        at=$(echo "$pattern" | sed 's|^usr/||; s|^lib/\*|lib*|')
        ls -d "$prefix"/$at "$prefix"/lib/*/${at#lib\*/} 2>/dev/null | grep -q . || fail "$list: nothing is $pattern"
    done <"$list"
done

# A program written for another library says so before anything else.
sed 's/define SANDTABLE_MINOR .*/define SANDTABLE_MINOR 99/' "$root/include/sandtable.h" >"$scratch/sandtable.h"
cc -I"$scratch" "$root/examples/odds.c" -L"$lib" -lsandtable -o "$scratch/newer"
if said=$("$scratch/newer" 2>&1); then fail "an old library did for a new program"; fi
echo "$said" | grep -q "needs a newer one" || fail "an old library: $said"

# A place that cannot be written is told before anything is built.
if said=$(cd "$root" && tools/install --check /dev/null/there 2>&1); then fail "installed under /dev/null"; fi
echo "$said" | grep -q "cannot be written" || fail "cannot be written: $said"
if said=$(cd "$root" && tools/install --check there 2>&1); then fail "installed under there"; fi
echo "$said" | grep -q "a whole path" || fail "no whole path: $said"

# What was put there goes again, with its folders; what others put there stays.
touch "$prefix/share/another's"
"$root/tools/install" "$prefix" >"$scratch/log"
"$root/tools/install" --remove >"$scratch/log"
[ "$(find "$prefix" | sort | tr '\n' ' ')" = "$prefix $prefix/share $prefix/share/another's " ] ||
    fail "uninstall leaves: $(find "$prefix")"
echo "install.sh: $(wc -l <"$scratch/said") functions, both libraries, examples in C and Python"
