#!/bin/sh
# Tests Teledeck, after setting up whatever is missing.
#
#   ./test.sh                      every test that needs no foreign server, then a real window on a virtual screen
#   ./test.sh PYTEST ARGUMENTS     only what the arguments choose, without the window
set -eu
root=$(cd -- "$(dirname -- "$(readlink -f -- "$0")")" && pwd -P)
cd -- "$root"
sh packaging/set_up.sh test </dev/null

# the same language and encoding for everyone; Qt warns of anything but UTF-8, and a warning fails a test
export LC_ALL=C.UTF-8

# where the environment has nothing compiled kept, every process and every run would compile all tests anew
unset PYTHONDONTWRITEBYTECODE

# in the whole check one of so many tests may have bad luck, for they keep the machine busy; what is broken fails alone as well
run=".venv/bin/python -m pytest"
[ -z "${CI:-}" ] || run=".ci/second_try --one-in=5000 .venv/bin/python"

if [ $# -gt 0 ]; then
    export QT_QPA_PLATFORM=offscreen
    # shellcheck disable=SC2086 # several words, none with a space in it
    exec $run "$@"
fi

status=0
window=$(mktemp)
trap 'rm -f -- "$window"' EXIT
# beside the others, for it waits for much of its time; what it prints comes in one piece at the end
# shellcheck disable=SC2086
QT_QPA_PLATFORM=xcb xvfb-run -a -s '-screen 0 1440x900x24' $run tests/smoke >"$window" 2>&1 &
# a file at a time in each of some processes, one more than there are cores, for many tests wait for much of their time; more
# than four would starve the servers that tests start
jobs=$(.venv/bin/python -c 'import os; print(min(4, 1 + (os.cpu_count() or 1)))')
# a crash ends the run: with a process started in place of the crashed one, pytest may wait for ever
# shellcheck disable=SC2086
QT_QPA_PLATFORM=offscreen $run -n "$jobs" --dist=loadfile --max-worker-restart=0 || status=1
wait $! || status=1
cat -- "$window"
# pytest calls a run good in which everything was skipped, but then nobody has seen a window
if grep -Eq '^=+ .*[0-9]+ skipped' "$window" || ! grep -Eq '^=+ .*[0-9]+ passed' "$window"; then
    echo "test.sh: the smoke test did not run as a whole" >&2
    status=1
fi
exit "$status"
