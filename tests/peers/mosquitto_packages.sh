#!/usr/bin/env bash
# A real broker of MQTT for the tests, and its tools.
#
#   mosquitto_packages.sh install    add those that are missing (root, or sudo), then see that they work
set -euo pipefail

# shellcheck source=tests/peers/packages.sh
. "$(dirname "$(readlink -f "$0")")/packages.sh"

packages=(mosquitto mosquitto-clients)

case ${1:-} in
install)
    added=$(missing)
    add_missing
    # Debian starts what it adds; the tests start brokers of their own
    if [[ -n $added && -d /run/systemd/system ]]; then
        as_root systemctl disable --now --quiet mosquitto
    fi
    echo "mosquitto $(dpkg-query -W -f '${Version}' mosquitto), $(command -v mosquitto_pub) are there"
    ;;
*)
    sed -n '2,4p' "$0"
    exit 2
    ;;
esac
