#!/bin/sh
# Makes .venv beside the sources hold exactly what the locks say: `set_up.sh run` to start the program, `set_up.sh test` to
# test it, `set_up.sh package` to make packages of it (packaging/build.sh). What is there already costs a few milliseconds.
#
# TELEDECK_SYSTEM_PACKAGES=no leaves the system's packages alone. TELEDECK_PYTHON names the Python that a new .venv is made with.
set -eu
# standard output belongs to the program: `./run.sh echo … --json | jq`
exec >&2
purpose=$1
cd -- "$(dirname -- "$(readlink -f -- "$0")")/.."

# Qt's libraries for a display that is not there (offscreen), X11 and Wayland
libraries="libglib2.0-0 libegl1 libgl1 libfontconfig1 libdbus-1-3 libxkbcommon0 libbrotli1
    libxcb-cursor0 libxcb-icccm4 libxcb-keysyms1 libxcb-randr0 libxcb-shape0 libxcb-sync1 libxcb-xfixes0 libxcb-xkb1
    libxkbcommon-x11-0 libx11-xcb1 libwayland-client0 libwayland-cursor0 libwayland-egl1"
# without the first there is no text at all, without the second no Chinese, Japanese or Korean
fonts="fonts-dejavu-core fonts-noto-cjk"
# and keys on it from outside: their layouts, and XTEST
virtual_screen="xvfb xauth x11-xkb-utils libxtst6"
# a bus of its own for each test that needs one; before Debian 12 dbus-daemon is no package by itself
bus="dbus"
# Python as a library (the name without a version brings headers, too), what reads libraries, what packs
freezing="libpython3-dev binutils xz-utils"

say() { echo "teledeck: $*"; }
fail() { say "$@"; exit 1; }

# A terminal shows the tools' own progress; elsewhere they are heard only when they fail.
quietly() {
    if [ -t 1 ]; then
        "$@"
        return
    fi
    log=$(mktemp)
    if "$@" >"$log" 2>&1; then
        rm -f -- "$log"
    else
        result=$?
        cat -- "$log"
        rm -f -- "$log"
        return "$result"
    fi
}

# Everything that an environment depends on. The folder is part of it because an environment can't be moved.
description() {
    .venv/bin/python -V 2>&1
    pwd -P
    cat requirements*.txt pyproject.toml app/version.py packaging/set_up.sh
}

stamped() { [ -f ".venv/.set-up-$1" ] && description 2>/dev/null | cmp -s - ".venv/.set-up-$1"; }

# What serves the tests serves the program as well.
current() { stamped "$purpose" || { [ "$purpose" = run ] && stamped test; }; }

pythons=${TELEDECK_PYTHON:-python3 python3.14 python3.13 python3.12 python3.11}
python=
find_python() {
    for candidate in $pythons; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            python=$candidate
            return
        fi
    done
}

installed() { dpkg-query -W -f '${db:Status-Status}\n' "$1" 2>/dev/null | grep -qx installed; }

as_root() {
    if [ "$(id -u)" -eq 0 ]; then
        "$@"
    else
        sudo "$@"
    fi
}

need_python() {
    [ -n "$python" ] || fail "Python 3.11 or newer is needed; python3 here is $(python3 -V 2>/dev/null || echo missing).
    Debian 12 and Ubuntu 24.04 have one: apt-get install python3 python3-venv
    Ubuntu 22.04 has one in universe: add-apt-repository universe; apt-get update; apt-get install python3.11 python3.11-venv
    Other systems: https://www.python.org/downloads
    Then start this again; whatever else is missing is added then."
}

# The package of a Python that is new enough: some releases have one beside an older python3.
python_package() {
    for candidate in $pythons; do
        name=${candidate##*/}
        version=$(apt-cache show "$name" 2>/dev/null | sed -n 's/^Version: //p' | head -n 1)
        if [ -n "$version" ] && dpkg --compare-versions "$version" ge 3.11; then
            echo "$name"
            return
        fi
    done
}

add_debian_packages() {
    wanted="$libraries"
    case $purpose in
    package) wanted="$wanted $freezing" ;;
    test) wanted="$wanted $fonts $virtual_screen $bus" ;;
    *) wanted="$wanted $fonts" ;;
    esac
    if [ -z "$python" ]; then
        # before anything is added: without it all the rest would be in vain
        package=$(python_package)
        if [ -z "$package" ] && { [ "$(id -u)" -eq 0 ] || command -v sudo >/dev/null; }; then
            say "looking for a newer Python among the system's packages"
            quietly as_root apt-get -q -o Acquire::Retries=5 update || fail "apt-get update failed"
            package=$(python_package)
        fi
        [ -n "$package" ] || need_python
        wanted="$wanted $package $package-venv"
    elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
        wanted="$wanted ${python##*/}-venv"
    fi
    missing=
    for package in $wanted; do
        # releases since 2024 rename some libraries whose interface holds a time: libglib2.0-0t64
        installed "$package" || installed "${package}t64" || missing="$missing $package"
    done
    [ -n "$missing" ] || return 0

    by_hand="apt-get install$missing"
    if [ "$(id -u)" -ne 0 ] && ! command -v sudo >/dev/null; then
        fail "these packages are missing, and only root can add them: $by_hand
    (TELEDECK_SYSTEM_PACKAGES=no goes on without them)"
    fi
    say "adding system packages:$missing"
    # what an interrupted run left half done would make apt refuse
    quietly as_root dpkg --configure -a || fail "dpkg has unfinished business: dpkg --configure -a"
    quietly as_root apt-get -q -o Acquire::Retries=5 update || fail "apt-get update failed"
    names=
    for package in $missing; do
        if [ -n "$(apt-cache show "${package}t64" 2>/dev/null)" ]; then
            package=${package}t64
        fi
        names="$names $package"
    done
    # shellcheck disable=SC2086 # a list of names
    quietly as_root env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o Acquire::Retries=5 -o DPkg::Lock::Timeout=120 \
        install --no-install-recommends $names || fail "the packages could not be added: $by_hand"
}

# An environment that was interrupted, moved or left behind by another Python is not repaired but made anew.
usable() {
    [ ! -e .venv/.setting-up ] &&
        [ -f .venv/bin/pip ] && head -n 2 .venv/bin/pip | grep -qF "$(pwd -P)/.venv/bin/" &&
        .venv/bin/python -I -c 'import sys, pip; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

pip_install() { quietly .venv/bin/python -I -m pip --disable-pip-version-check install "$@"; }

fill_environment() {
    if ! usable; then
        "$python" -c 'import ensurepip, venv' 2>/dev/null ||
            fail "$("$python" -V) here can't make .venv, for its modules venv and ensurepip are not there. On Debian and
    Ubuntu they are a package of their own: apt-get install ${python##*/}-venv"
        say "making .venv with $("$python" -V)"
        "$python" -m venv --clear .venv
    fi
    rm -f .venv/.set-up-run .venv/.set-up-test .venv/.set-up-package
    : >.venv/.setting-up
    say "adding Python packages (about 100 MB when they are new)"
    case $purpose in
    package) locks="-r requirements.txt -r requirements-package.txt" ;;
    test) locks="-r requirements-dev.txt" ;;
    *) locks="-r requirements.txt" ;;
    esac
    # shellcheck disable=SC2086 # a list of options
    pip_install --require-hashes --only-binary=:all: $locks -r requirements-build.txt
    # without isolation the build tools are those of the lock; without an index nothing else can come in
    pip_install --no-deps --no-build-isolation --no-index --editable .
    rm .venv/.setting-up
    # last, and at once: a stamp that exists is whole
    description >.venv/.stamp
    mv .venv/.stamp ".venv/.set-up-$purpose"
}

current && exit

if command -v flock >/dev/null; then
    exec 9<packaging/set_up.sh
    flock -n 9 || { say "waiting for another set-up to end" && flock 9; }
    current && exit
fi

find_python
if [ "${TELEDECK_SYSTEM_PACKAGES:-yes}" = no ]; then
    need_python
    say "leaving the system's packages alone"
elif command -v dpkg-query >/dev/null && command -v apt-get >/dev/null; then
    add_debian_packages
    find_python
    need_python
else
    need_python
    say "this is no Debian: if Qt does not start, add glib 2, EGL, GL, fontconfig, D-Bus, brotli, xkbcommon (also its X11" \
        "part), the xcb libraries (cursor, icccm, keysyms, randr, shape, sync, xfixes, xkb), the Wayland client and a font"
    [ "$purpose" != test ] || say "the tests also need Xvfb, xvfb-run, xauth, setxkbmap and libXtst"
fi
fill_environment
