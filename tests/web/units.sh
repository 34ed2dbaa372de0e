#!/bin/sh
# units.sh - the pages' own tests: what they make of clicks and drags, over the real engine.
set -eu
cd "$(dirname "$0")/../../web"
if [ ! -x node_modules/.bin/vite ]; then
    echo "units: SKIPPED: vite is missing; \`make web\` installs it"
    exit 77
fi
exec node test/run.mjs
