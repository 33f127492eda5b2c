# For scripts that add packages of Debian: `packages` is an array of their names. Sourced, not run.
# shellcheck shell=bash

missing() {
    local package
    for package in "${packages[@]}"; do
        if [[ $(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null) != installed ]]; then
            echo "$package"
        fi
    done
}

as_root() {
    if ((EUID == 0)); then
        "$@"
    else
        sudo "$@"
    fi
}

quietly() {
    local log
    log=$(mktemp)
    if ! "$@" >"$log" 2>&1; then
        tail -n 40 "$log"
        rm -f "$log"
        return 1
    fi
    rm -f "$log"
}

add_missing() {
    local wanted
    mapfile -t wanted < <(missing)
    ((${#wanted[@]})) || return 0
    echo "adding system packages: ${wanted[*]}"
    # what an interrupted run left half done would make apt refuse
    quietly as_root dpkg --configure -a
    quietly as_root apt-get -q -o Acquire::Retries=5 update
    quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=5 -o DPkg::Lock::Timeout=600 \
        install --no-install-recommends "${wanted[@]}"
}
