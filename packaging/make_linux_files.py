"""Lays out what a Linux package installs beside the program itself.

    make_linux_files.py FOLDER

Below FOLDER it writes usr/share with the desktop entry, icons, the file type of layouts, AppStream's description, the
manual page, completion for shells, and a rule for gamepads as an example. It wants the packages of requirements.txt and
requirements-package.txt, and no screen. Two runs write the same bytes. SOURCE_DATE_EPOCH is the day of the page, and of
a version that the changelog has no day for.
"""

from __future__ import annotations

import gzip
import os
import re
import shutil
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from xml.etree import ElementTree as ET

_HERE: Final = Path(__file__).resolve().parent
_ROOT: Final = _HERE.parent
_LINUX: Final = _HERE / "linux"
sys.path.insert(0, str(_ROOT))

from completion import completion  # noqa: E402 - the sources are found only here
from icon_files import LAYOUT, PROGRAM, png  # noqa: E402
from manual_page import manual_page  # noqa: E402

from app.version import VERSION  # noqa: E402

_SIZES: Final = (16, 22, 24, 32, 48, 64, 128, 256, 512)
_COMPLETIONS: Final = {
    "bash-completion/completions/teledeck": "bash",
    "fish/vendor_completions.d/teledeck.fish": "fish",
    # the first is Debian's alone, which does not look into the second
    "zsh/vendor-completions/_teledeck": "zsh",
    "zsh/site-functions/_teledeck": "zsh",
}
_RELEASE: Final = re.compile(r"^## \[(\d+\.\d+\.\d+)\] - (\d{4}-\d\d-\d\d)$", re.MULTILINE)


def main(folder: Path) -> None:
    """Write everything."""
    share = folder / "usr" / "share"
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    date = datetime.fromtimestamp(seconds, UTC).date().isoformat() if seconds else ""
    _copy(_LINUX / "teledeck.desktop", share / "applications")
    _copy(_LINUX / "teledeck.xml", share / "mime" / "packages")
    _copy(_LINUX / "70-teledeck-gamepads.rules", share / "doc" / "teledeck")
    for name, data in {
        "metainfo/org.teledeck.Teledeck.metainfo.xml": metainfo((_ROOT / "CHANGELOG.md").read_text("utf-8"), date),
        "man/man1/teledeck.1.gz": gzip.compress(manual_page(date).encode(), mtime=0),
        **{name: completion(shell).encode() for name, shell in _COMPLETIONS.items()},
        **dict(_icons()),
    }.items():
        (share / name).parent.mkdir(parents=True, exist_ok=True)
        (share / name).write_bytes(data)


def metainfo(changelog: str, date: str) -> bytes:
    """AppStream's description with the releases of the changelog, ahead of them this version if it is none."""
    root = ET.fromstring((_LINUX / "org.teledeck.Teledeck.metainfo.xml").read_bytes())  # noqa: S314 - our own file
    releases = root.find("releases")
    assert releases is not None  # noqa: S101 - for the type checker
    told = dict(_RELEASE.findall(changelog))
    if date and VERSION not in told:
        ET.SubElement(releases, "release", version=VERSION.replace(".dev", "~dev"), date=date, type="development")
    for version, day in told.items():
        ET.SubElement(releases, "release", version=version, date=day)
    if len(releases) == 0:
        root.remove(releases)
    ET.indent(root)
    text: bytes = ET.tostring(root, "utf-8")
    return b'<?xml version="1.0" encoding="UTF-8"?>\n' + text + b"\n"


def _icons() -> Iterator[tuple[str, bytes]]:
    """Each icon by where it goes."""
    for drawing, name in ((PROGRAM, "apps/teledeck"), (LAYOUT, "mimetypes/application-x-teledeck-layout+json")):
        for size in _SIZES:
            yield f"icons/hicolor/{size}x{size}/{name}.png", png(drawing, size)
        yield f"icons/hicolor/scalable/{name}.svg", drawing.read_bytes()


def _copy(file: Path, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, folder / file.name)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
