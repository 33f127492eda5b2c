#!/bin/sh
# Starts Teledeck from its sources, after setting up whatever is missing: ./run.sh [ARGUMENTS OF teledeck]
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
# without standard input: it belongs to the program
sh "$root/packaging/set_up.sh" run </dev/null
exec "$root/.venv/bin/teledeck" "$@"
