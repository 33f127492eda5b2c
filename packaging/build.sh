#!/usr/bin/env bash
# Makes packages of the commit that is checked out, on Debian 12 for all that are not older:
#
#   build.sh [deb|rpm|tar|all]      into dist/, and prints their paths; without an argument all
#
# What is missing of Debian's packages is added (root, or sudo). All else happens in build/package, on Debian's own Python and
# with the packages of the locks; .venv and what isn't committed are left alone. TELEDECK_MAINTAINER='Name <address>' is who the
# packages say made them; else it is the author of the commit. TELEDECK_SYSTEM_PACKAGES=no as for set_up.sh.
set -euo pipefail
kinds=${1:-all}
case $kinds in
all) kinds="deb rpm tar" ;;
deb | rpm | tar) ;;
*)
    sed -n '2,8p' "$0"
    exit 2
    ;;
esac
cd "$(dirname "$(readlink -f "$0")")/.."
export LC_ALL=C.UTF-8 TZ=UTC
umask 022

say() { echo "build.sh: $*" >&2; }
fail() {
    say "$@"
    exit 1
}

# the folder may belong to somebody else than who builds
git() { command git -c safe.directory='*' "$@"; }

command -v git >/dev/null || fail "git is needed, which knows what is committed: apt-get install git"
commit=$(git rev-parse --verify HEAD) || fail "this is no checkout of Git: which commit it is can't be told"
[[ -z $(git status --porcelain --untracked-files=no) ]] || say "what isn't committed is left out"

# What two builds of one commit would differ in otherwise: times, and the order of sets.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct "$commit")
export SOURCE_DATE_EPOCH PYTHONHASHSEED=0
date=$(date --date="@$SOURCE_DATE_EPOCH" +%Y-%m-%dT%H:%M:%SZ)

build=$PWD/build/package
sources=$build/sources
python=$sources/.venv/bin/python
bundle=$build/dist/teledeck
# the tree as it is installed
stage=$build/stage
output=$PWD/dist
maintainer=${TELEDECK_MAINTAINER:-$(git log -1 --format='%an <%ae>' "$commit")}
mkdir -p "$sources" "$output"
exec 9>"$build/.lock"
flock -n 9 || fail "another build is going on here"

# The environment of the build before stays: it is made anew where the locks say another.
export_sources() {
    find "$sources" -mindepth 1 -maxdepth 1 ! -name .venv -exec rm -rf {} +
    git archive --format=tar "$commit" | tar --extract --directory="$sources"
}

# Python's own version, that of the next release, is older than the release for Debian and RPM only with a tilde. The time of the
# commit makes each build newer than those before; a commit that carries its release's tag is that release.
package_version() {
    local version
    version=$(sed -n 's/^VERSION = "\(.*\)"$/\1/p' "$sources/app/version.py" | sed -E 's/\.?(a|b|rc|dev)([0-9]+)/~\1\2/g')
    [[ $version ]] || fail "app/version.py tells no version"
    if [[ $version == *~* ]] || ! git tag --points-at "$commit" | grep -qxF "v$version"; then
        version+=+$(date --date="@$SOURCE_DATE_EPOCH" +%Y%m%d%H%M%S).${commit:0:10}
    fi
    echo "$version"
}

freeze() {
    say "freezing $version"
    rm -rf "$build/work" "$build/dist"
    (cd "$sources" && "$python" -m PyInstaller --noconfirm --log-level=WARN --workpath="$build/work" --distpath="$build/dist" \
        packaging/teledeck.spec)
}

# download PACKAGE FOLDER: one of Debian's, as a file.
download() {
    (cd "$2" && apt-get -qq -o APT::Sandbox::User=root -o Acquire::Retries=5 download "$1")
}

# What the wheels of Qt and SDL bring no licences of: those that Debian's packages of them tell. Nothing is installed.
borrow_copyrights() {
    local package
    for package in libqt6core6 libqt6svg6 libqt6waylandclient6 libicu72 libsdl2-2.0-0; do
        local folder=$build/borrowed/$package
        [[ ! -s $folder/copyright ]] || continue
        mkdir -p "$folder"
        # the lists may be older than what is there now
        download "$package" "$folder" || { ((EUID == 0)) && apt-get -qq -o Acquire::Retries=5 update && download "$package" "$folder"; } ||
            fail "Debian's package $package can't be had: apt-get update, then again"
        dpkg-deb --fsys-tarfile "$folder"/*.deb | tar --extract --to-stdout "./usr/share/doc/$package/copyright" >"$folder/copyright"
        rm "$folder"/*.deb
    done
}

collect_licenses() {
    say "collecting the licences"
    borrow_copyrights
    "$python" "$sources/packaging/collect_licenses.py" "$build/work/teledeck/contents.json" "$sources" "$version" \
        "$build/borrowed" "$bundle/_internal/resources/licenses" "$build/copyright"
}

# tell KIND: what `teledeck` says of itself, and the time of everything.
tell() {
    printf '{"commit": "%s", "date": "%s", "package": "%s"}\n' "$commit" "$date" "$1" >"$bundle/_internal/resources/build.json"
    find "$bundle" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

installed_tree() {
    rm -rf "$stage"
    mkdir -p "$stage/opt"
    cp -a "$bundle" "$stage/opt/"
    QT_QPA_PLATFORM=offscreen "$python" "$sources/packaging/make_linux_files.py" "$stage"
    cp "$build/copyright" "$stage/usr/share/doc/teledeck/"
    find "$stage" -exec touch --no-dereference --date="@$SOURCE_DATE_EPOCH" {} +
}

make_with_nfpm() {
    say "making the .$1"
    tell "$1"
    installed_tree
    # the names are those that each system gives its packages; the time of everything is taken from SOURCE_DATE_EPOCH
    local file=$output/teledeck_${version}_amd64.deb
    [[ $1 == deb ]] || file=$output/teledeck-${version}-1.x86_64.rpm
    (cd "$build" && VERSION=$version MAINTAINER=$maintainer "$sources/.venv/bin/nfpm" package \
        --config "$sources/packaging/nfpm.yaml" --packager "$1" --target "$file" >&2)
    echo "$file"
}

# All in one folder that can lie anywhere.
make_tar() {
    say "making the .tar.xz"
    tell tar
    installed_tree
    local name="teledeck-$version-linux-x86_64"
    mv "$stage/opt/teledeck" "$stage/$name"
    mv "$stage/usr/share" "$stage/$name/share"
    cp "$sources/packaging/linux/README.txt" "$stage/$name/"
    tar --directory="$stage" --create --sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH" "$name" |
        xz --threads=2 -6 >"$output/$name.tar.xz.part"
    mv "$output/$name.tar.xz.part" "$output/$name.tar.xz"
    echo "$output/$name.tar.xz"
}

export_sources
version=$(package_version)
TELEDECK_PYTHON=/usr/bin/python3 sh "$sources/packaging/set_up.sh" package
freeze
collect_licenses
for kind in $kinds; do
    case $kind in
    tar) make_tar ;;
    *) make_with_nfpm "$kind" ;;
    esac
done
