#!/usr/bin/env bash
# Builds the packages of the commit that is checked out twice, in two fresh clones in different folders, and compares them byte
# by byte: `reproducible.sh [deb|rpm|tar|all]`. What differs is named, and the exit code is 1. About four minutes for all, and
# 3 GB in $TMPDIR meanwhile.
set -euo pipefail
root=$(cd "$(dirname "$(readlink -f "$0")")/../.." && pwd -P)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

build() {
    local clone=$work/$1/teledeck
    git -c safe.directory='*' clone --quiet --no-hardlinks "$root" "$clone"
    "$clone/packaging/build.sh" "$2" >"$work/$1.log" 2>&1 || { tail -n 20 "$work/$1.log" && exit 1; }
}

# The same commit, another folder, another time: neither may show. The environments come from pip's cache the second time.
build one "${1:-all}"
build a/longer/name "${1:-all}"

status=0
cd "$work/one/teledeck/dist"
for name in *; do
    other=$work/a/longer/name/teledeck/dist/$name
    if cmp -s "$name" "$other"; then
        echo "the same: $(sha256sum "$name" | cut -c1-16) $(stat -c %s "$name") $name"
        continue
    fi
    status=1
    echo "DIFFERENT: $name"
    # where: the files of the bundles themselves
    diff -rq "$work/one/teledeck/build/package/dist" "$work/a/longer/name/teledeck/build/package/dist" || true
done
exit "$status"
