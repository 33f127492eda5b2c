#!/usr/bin/env bash
# Tries a .deb in a fresh minimal Debian without Python: installs it, uses it as a user that isn't root, removes it again.
#
#   fresh_root.sh FILE.deb [bookworm|trixie …]      each release in turn; bookworm alone if none is named
#
# What is tried there is inside_root.sh beside this. The screen is an Xvfb of this machine. Needs root, or sudo; it adds mmdebstrap and xvfb
# where they are missing. The minimal systems are kept in ~/.cache/teledeck-roots (180 MB each); everything else is gone at the end.
set -euo pipefail
here=$(cd "$(dirname "$(readlink -f "$0")")" && pwd -P)
cache=${XDG_CACHE_HOME:-$HOME/.cache}/teledeck-roots

if ((EUID != 0)); then
    exec sudo XDG_CACHE_HOME="${cache%/*}" "$BASH" "$0" "$@"
fi
# in a world of its own: with the last process all others end and all mounts are gone, however this ends
if [[ ${TELEDECK_IN_NAMESPACE:-} != yes ]]; then
    TELEDECK_IN_NAMESPACE=yes exec unshare --mount --pid --fork --kill-child --mount-proc "$BASH" "$0" "$@"
fi

package=$(readlink -f "$1")
suites=("${@:2}")
((${#suites[@]})) || suites=(bookworm)

# shellcheck disable=SC2034 # read by packages.sh
packages=(mmdebstrap xvfb)
# shellcheck source=tests/peers/packages.sh
. "$here/../peers/packages.sh"
add_missing

# made_root SUITE: where its archive is; made first where it isn't there
made_root() {
    local archive=$cache/$1.tar
    if [[ ! -f $archive ]]; then
        echo "making a minimal $1" >&2
        mkdir -p "$cache"
        rm -rf --one-file-system "$archive" "$archive.part"
        # else it makes a folder where the name does not end in .tar
        quietly mmdebstrap --variant=minbase --format=tar "$1" "$archive.part" >&2
        mv "$archive.part" "$archive"
    fi
    echo "$archive"
}

work=$(mktemp -d)
trap 'kill "${screen:-}" 2>/dev/null; umount "$work"/*/proc "$work"/*/dev "$work"/*/tmp/.X11-unix 2>/dev/null; rm -rf --one-file-system "$work"' EXIT
# who may connect is not told apart: the root's users are others than this machine's
Xvfb -displayfd 3 -ac -nolisten tcp -screen 0 1440x900x24 3>"$work/display" 2>/dev/null &
screen=$!

for suite in "${suites[@]}"; do
    began=$SECONDS
    root=$work/$suite
    mkdir "$root"
    tar --directory="$root" --extract --numeric-owner --file="$(made_root "$suite")" --exclude='./dev/*'
    mkdir -p "$root/tmp/.X11-unix"
    mount --bind /dev "$root/dev"
    mount -t proc proc "$root/proc"
    mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"
    cp -L /etc/resolv.conf "$root/etc/resolv.conf"
    echo 'Acquire::Retries "5";' >"$root/etc/apt/apt.conf.d/retries"
    # what is thrown away need not be safe on the disk
    echo force-unsafe-io >"$root/etc/dpkg/dpkg.cfg.d/unsafe-io"
    cp "$package" "$root/teledeck.deb"
    cp "$here/inside_root.sh" "$root/"
    chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 DISPLAY=":$(<"$work/display")" \
        bash /inside_root.sh || { echo "$suite: FAILED" && exit 1; }
    echo "$suite: good, $((SECONDS - began)) s"
done
