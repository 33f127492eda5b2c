#!/usr/bin/env bash
# What the tests of Galileo UDP need beside Python: Node for BWBot's sample client, `ip` for networks that go away.
#
#   galileo_packages.sh install    add those that are missing (root, or sudo), then see that they work
set -euo pipefail

# shellcheck source=tests/peers/packages.sh
. "$(dirname "$(readlink -f "$0")")/packages.sh"

packages=(nodejs iproute2)

case ${1:-} in
install)
    add_missing
    echo "Node $(node --version), $(ip -V) are there"
    ;;
*)
    sed -n '2,4p' "$0"
    exit 2
    ;;
esac
