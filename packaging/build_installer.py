"""Makes the installer for the system that it runs on, Windows or macOS. Never run on either: see docs/packaging.md.

    build_installer.py LICENSES    into dist/

It wants the packages of requirements.txt and requirements-package.txt. LICENSES is the folder of texts that
packaging/build.sh has collected (resources/licenses in its bundle). Windows wants Inno Setup's ISCC on the PATH.
On macOS, TELEDECK_IDENTITY names the certificate to sign with (without: signed for this machine only),
TELEDECK_NOTARY_PROFILE what `xcrun notarytool store-credentials` was told to call the account.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

_HERE: Final = Path(__file__).resolve().parent
_ROOT: Final = _HERE.parent
sys.path.insert(0, str(_ROOT))

from icon_files import write_icons  # noqa: E402 - the sources are found only now

from app.version import VERSION  # noqa: E402

_BUILD: Final = _ROOT / "build" / "package"
_OUTPUT: Final = _ROOT / "dist"
# where teledeck.spec looks for them
_ICONS: Final = _ROOT / "build" / "icons"


def main(licenses: Path) -> int:
    """Make it; the exit code."""
    # not the name that type checkers know: they would look at one system only
    system: str = sys.platform
    if system not in {"win32", "darwin"}:
        print("This is for Windows and macOS: packaging/build.sh makes packages for Linux.", file=sys.stderr)
        return 2
    if not (licenses / "index.json").is_file():
        print(f"{licenses} has no index.json: it is not what packaging/build.sh has collected.", file=sys.stderr)
        return 2
    write_icons(_ICONS)
    _OUTPUT.mkdir(exist_ok=True)
    spec = _HERE / "teledeck.spec"
    work, made = _BUILD / "work", _BUILD / "dist"
    _run(sys.executable, "-m", "PyInstaller", "--noconfirm", "--workpath", work, "--distpath", made, spec)
    if system == "win32":
        bundle = made / "teledeck"
        _tell(bundle / "_internal" / "resources", "windows", licenses)
        _make_setup(bundle)
    else:
        bundle = made / "Teledeck.app"
        _tell(bundle / "Contents" / "Resources" / "resources", "macos", licenses)
        _make_image(bundle)
    return 0


def _tell(resources: Path, package: str, licenses: Path) -> None:
    """Have the bundle say what it was made from, and under which licences."""
    commit, seconds = _said_by("git", "log", "-1", "--format=%H %ct").split()
    date = datetime.fromtimestamp(int(seconds), UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    told = {"commit": commit, "date": date, "package": package}
    (resources / "build.json").write_text(json.dumps(told) + "\n", encoding="utf-8")
    shutil.copytree(licenses, resources / "licenses", dirs_exist_ok=True)


def _make_setup(bundle: Path) -> None:
    defined = {"Version": VERSION, "Bundle": bundle, "Icons": _ICONS, "Output": _OUTPUT}
    _run("ISCC", *(f"/D{name}={value}" for name, value in defined.items()), _HERE / "windows" / "teledeck.iss")


def _make_image(bundle: Path) -> None:
    """Sign last: whatever is changed behind that makes the signature void."""
    identity = os.environ.get("TELEDECK_IDENTITY", "-")
    entitlements = _HERE / "macos" / "entitlements.plist"
    # a signature for this machine has no time that others would vouch for
    vouched = ["--timestamp"] if identity != "-" else []
    sign = ["codesign", "--force", "--deep", "--options", "runtime", "--entitlements", str(entitlements)]
    _run(*sign, "--sign", identity, *vouched, bundle)
    _run("codesign", "--verify", "--deep", "--strict", bundle)
    image = _OUTPUT / f"teledeck-{VERSION}-macos-{_said_by('uname', '-m')}.dmg"
    defined = ["-D", f"app={bundle}", "-D", f"icon={_ICONS / 'teledeck.icns'}"]
    _run("dmgbuild", "-s", _HERE / "macos" / "dmg_settings.py", *defined, "Teledeck", image)
    profile = os.environ.get("TELEDECK_NOTARY_PROFILE")
    if profile:
        _run("xcrun", "notarytool", "submit", image, "--keychain-profile", profile, "--wait")
        _run("xcrun", "stapler", "staple", image)


def _run(*command: str | Path) -> None:
    subprocess.run([str(word) for word in command], cwd=_ROOT, check=True)


def _said_by(*command: str) -> str:
    return subprocess.run(command, cwd=_ROOT, check=True, capture_output=True, text=True).stdout.strip()


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
