#!/usr/bin/env bash
# A real Gazebo Classic 11 for the tests, in a Debian 11 root of its own: later releases no longer package it.
#
#   gazebo-root.sh install                 build the root once (about 2 minutes, 1.5 GB)
#   gazebo-root.sh serve [PORT] [WORLD]    run gzserver in the foreground on PORT (11345), which announces 127.0.0.1; cameras
#                                          render in software. The process is gzserver itself: kill it and all is gone
#   gazebo-root.sh gz ARGUMENT...          Gazebo's own tool against 127.0.0.1:$GZ_PORT (11345): gz topic -l
#   gazebo-root.sh protos                  where Gazebo's own .proto files lie
#   gazebo-root.sh remove                  unmount and delete the root. Never rm it while proc and dev are mounted in it
#
# The root is $GAZEBO_ROOT (~/.cache/gazebo11-root). Everything here needs root, by sudo if need be.
set -euo pipefail
root=${GAZEBO_ROOT:-${XDG_CACHE_HOME:-$HOME/.cache}/gazebo11-root}
here=$(cd "$(dirname "$0")" && pwd)

if ((EUID != 0)); then
    exec sudo GAZEBO_ROOT="$root" GZ_PORT="${GZ_PORT:-11345}" "$BASH" "$0" "$@"
fi

mount_into() {
    mkdir -p "$1/proc" "$1/dev"
    # asked again after a failure: another server may have been quicker
    mountpoint -q "$1/proc" || mount -t proc proc "$1/proc" || mountpoint -q "$1/proc"
    mountpoint -q "$1/dev" || mount --bind /dev "$1/dev" || mountpoint -q "$1/dev"
}

delete() {
    for name in proc dev; do
        mountpoint -q "$1/$name" && umount "$1/$name"
    done
    rm -rf --one-file-system "$1"
}

# in_root PORT COMMAND…: replaces this process. No model is fetched from the network.
in_root() {
    exec chroot "$root" /usr/bin/env GAZEBO_MASTER_URI="http://127.0.0.1:$1" GAZEBO_IP=127.0.0.1 GAZEBO_MODEL_DATABASE_URI= \
        HOME=/ LC_ALL=C.UTF-8 LIBGL_ALWAYS_SOFTWARE=1 "${@:2}"
}

# The mirror that this machine uses, if it is one for Debian; debootstrap has a default of its own.
mirror() {
    grep -qx 'ID=debian' /etc/os-release || return 0
    awk '/^URIs:/ {print $2; exit} /^deb / {for (i = 2; i <= NF; i++) if ($i ~ /^http/) {print $i; exit}}' \
        /etc/apt/sources.list.d/debian.sources /etc/apt/sources.list 2>/dev/null || true
}

build() {
    command -v debootstrap >/dev/null || { apt-get update -qq && apt-get install -y -qq --no-install-recommends debootstrap; }
    local source
    source=$(mirror)
    debootstrap --variant=minbase --include=ca-certificates bullseye "$1" ${source:+"$source"}
    mount_into "$1"
    chroot "$1" apt-get update -qq
    DEBIAN_FRONTEND=noninteractive chroot "$1" apt-get install -y -qq --no-install-recommends \
        gazebo gazebo-common gazebo-plugin-base libgazebo-dev xvfb xauth libgl1-mesa-dri procps
}

install() {
    if [[ -x $root/usr/bin/gzserver ]]; then
        echo "already there: $root"
        return
    fi
    # built beside its place and moved when it is whole: what is in its place can be trusted
    local part=$root.part
    delete "$part"
    delete "$root"
    mkdir -p "$part"
    # its own process: `set -e` has no effect in a function that is asked for its result
    if ! "$BASH" "$0" build "$part" >"$root.log" 2>&1; then
        tail -n 40 "$root.log"
        delete "$part"
        echo "Gazebo could not be installed; all of it: $root.log" >&2
        exit 1
    fi
    umount "$part/proc" "$part/dev"
    mv "$part" "$root"
    echo "installed: $root"
}

case ${1:-} in
install)
    mkdir -p "$(dirname "$root")"
    exec 9>"$root.lock"
    flock 9
    install
    ;;
build) build "$2" ;; # the inner half of install
serve)
    mount_into "$root"
    world=${3:-$here/../data/rover.world}
    mkdir -p "$root/worlds"
    cp "$world" "$root/worlds/"
    # the virtual screen goes with gzserver, also with one that ends before it has drawn anything
    # shellcheck disable=SC2016 # the inner shell's own variables
    in_root "${2:-11345}" bash -c '
        coproc SCREEN { exec setpriv --pdeathsig TERM Xvfb -displayfd 1 -screen 0 800x600x24 -nolisten tcp 2>/dev/null; }
        read -r display <&"${SCREEN[0]}"
        DISPLAY=:$display exec gzserver "$1"' - "/worlds/$(basename "$world")"
    ;;
gz) in_root "${GZ_PORT:-11345}" gz "${@:2}" ;;
protos) echo "$root/usr/include/gazebo-11/gazebo/msgs/proto" ;;
remove)
    delete "$root"
    echo "removed: $root"
    ;;
*)
    sed -n '2,12p' "$0"
    exit 2
    ;;
esac
