#!/bin/sh
# types.sh - the pages pass the strict type checker.
set -eu
cd "$(dirname "$0")/../../web"
if [ ! -x node_modules/.bin/tsc ]; then
    echo "types: SKIPPED: typescript is missing; \`make web\` installs it"
    exit 77
fi
node_modules/.bin/tsc --noEmit
exec node_modules/.bin/tsc --noEmit -p test
