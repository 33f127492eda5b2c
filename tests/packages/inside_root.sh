#!/usr/bin/env bash
# What fresh_root.sh has done in a minimal system, as root: /teledeck.deb is installed, used by somebody else, and removed.
set -euo pipefail
export DEBIAN_FRONTEND=noninteractive
user=pilot
home=/home/$user

fail() {
    echo "FAILED: $*"
    exit 1
}

# tried WORDS COMMAND…: what the command says is shown only where it fails
tried() {
    local log=/tmp/tried.log
    if ! "${@:2}" >"$log" 2>&1; then
        tail -n 30 "$log"
        fail "$1"
    fi
    echo "ok  $1"
}

as_user() { runuser --user "$user" -- env HOME="$home" "$@"; }

# told WORDS PATTERN COMMAND…: whether what it says holds the pattern
told() {
    local said
    said=$("${@:3}" 2>&1) || { echo "$said" | tail -n 30 && fail "$1"; }
    grep -qE "$2" <<<"$said" || { echo "$said" | tail -n 30 && fail "$1: nothing like $2 was said"; }
    echo "ok  $1"
}

! command -v python3 >/dev/null || fail "there is a Python here, which the program might use"
tried "apt-get update" apt-get -q update
# a font for Chinese is only recommended, and the one that is recommended is large
tried "the package is installed without anything recommended" \
    apt-get -q -y install --no-install-recommends /teledeck.deb fonts-wqy-microhei
rm /teledeck.deb
! command -v python3 >/dev/null || fail "the package brings a Python"
dpkg-query -L teledeck >/installed
useradd --create-home "$user"

told "it tells its version" '^teledeck [0-9]' as_user teledeck --version

as_user teledeck demo --serve --json --wander >/tmp/demo.json 2>/tmp/demo.log &
for _ in {1..150}; do
    [[ ! -s /tmp/demo.json ]] || break
    sleep 0.1
done
[[ -s /tmp/demo.json ]] || { cat /tmp/demo.log && fail "the demo robot does not start"; }
declare -A address
while IFS= read -r pair; do
    address[${pair%% *}]=${pair#* }
done < <(grep -oE '"[a-z0-9+]+": ?"[^"]*"' /tmp/demo.json | sed -E 's/^"([^"]*)": ?"(.*)"$/\1 \2/')
((${#address[@]} >= 5)) || fail "the demo robot tells ${#address[@]} addresses: $(</tmp/demo.json)"

declare -A topic=([gazebo]='~/pose/info' [ros1]=/odom [galileo]=galileo/status [nrp+grpc]=rover::chassis [nrp+json]=rover::chassis)
for protocol in "${!topic[@]}"; do
    told "$protocol: topics" "${topic[$protocol]##*/}" as_user teledeck topics "${address[$protocol]}"
    told "$protocol: echo" '[0-9]' as_user teledeck echo -n 2 --timeout 15 "${address[$protocol]}" "${topic[$protocol]}"
    told "$protocol: doctor" '^ok' as_user teledeck doctor "${address[$protocol]}"
done

# Qt takes 0.1 s and 15 MB of each process that does not need it
running=()
for process in /proc/[0-9]*; do
    [[ $(readlink "$process/exe" || true) != /opt/teledeck/teledeck ]] || running+=("${process#/proc/}")
done
((${#running[@]} == 1)) || fail "of the program run ${#running[@]} processes, where only the demo robot should"
! grep -q libQt6 "/proc/${running[0]}/maps" || fail "the demo robot has loaded Qt"
echo "ok  no Qt in a process without a window"
kill "${running[0]}"

tried "a window without a screen" as_user env -u DISPLAY teledeck demo --screenshot /tmp/offscreen.png --after 3
[[ $(stat -c %s /tmp/offscreen.png) -gt 20000 ]] || fail "the picture of the window is empty"
tried "a window on an X server" as_user env QT_QPA_PLATFORM=xcb teledeck demo --screenshot /tmp/xcb.png --after 3
[[ $(stat -c %s /tmp/xcb.png) -gt 20000 ]] || fail "the picture of the window is empty"
told "selftest: this system, a Chinese window, and the demo robot read and driven by every protocol" \
    '^ok +languages.* 简体中文.*会话' as_user env -u LC_ALL LANG=zh_CN.UTF-8 QT_QPA_PLATFORM=xcb teledeck selftest --gui

as_user mkdir -p "$home/.config/teledeck"
as_user touch "$home/.config/teledeck/settings.json"
tried "the package is removed" apt-get -q -y purge teledeck
while IFS= read -r path; do
    [[ -d $path && $path != *teledeck* ]] || [[ ! -e $path && ! -L $path ]] || fail "$path is left"
done </installed
left=$(find / -xdev -iname '*teledeck*' -not -path "$home/*" -not -path '/var/cache/*' -not -path '/tmp/*' -not -path '/proc/*')
[[ -z $left ]] || fail "is left: $left"
[[ -e $home/.config/teledeck/settings.json ]] || fail "what belonged to the user is gone"
echo "ok  nothing is left but what belongs to the user"
