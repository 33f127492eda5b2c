"""The licences of the program and its libraries: from the list in a bundle, else from the installed packages."""

from __future__ import annotations

import platform
import re
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Final

import msgspec

from app.resources import package_folder, resource
from app.version import VERSION

# many times the size of the longest licence
_MAX_BYTES: Final = 4 * 1024 * 1024
_FILES: Final = re.compile(r"(licen[cs]e|copying|notice|copyright)", re.IGNORECASE)
_REQUIRED: Final = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]*")
_OURS: Final = "teledeck"


class LicensedPart(msgspec.Struct, frozen=True):
    """A part of the program that has a licence.

    Attributes:
        license: the name of the licence; empty if only its texts tell it.
        files: the paths of its texts; in a bundle, within the folder of all licences.
    """

    name: str
    version: str = ""
    license: str = ""
    files: tuple[str, ...] = ()


def licensed_parts() -> tuple[LicensedPart, ...]:
    """All parts of the program, sorted by name. Takes a moment, for it reads many files."""
    folder = resource("licenses")
    try:
        listed = msgspec.json.decode(_read(folder / "index.json"), type=list[LicensedPart])
    except (OSError, msgspec.MsgspecError):
        found = [*_installed()]
    else:
        found = [_within(folder, part) for part in listed]
    return tuple(sorted(found, key=lambda part: part.name.lower()))


def license_text(part: LicensedPart) -> str:
    """The texts of a part's licence, one below the other; empty if none can be read."""
    texts = []
    for file in part.files:
        try:
            text = _read(Path(file)).decode(errors="replace").strip("\n")
        except OSError:
            continue
        texts.append(f"{Path(file).name}\n\n{text}\n" if len(part.files) > 1 else f"{text}\n")
    return "\n\n".join(texts)


def _within(folder: Path, part: LicensedPart) -> LicensedPart:
    """The part with absolute paths; those that lead out of the folder are left out."""
    paths = ((folder / file).resolve() for file in part.files)
    return msgspec.structs.replace(
        part, files=tuple(str(path) for path in paths if path.is_relative_to(folder.resolve()))
    )


def _installed() -> Iterator[LicensedPart]:
    """The program, Python, and the installed packages that the program requires."""
    ours = package_folder().with_name("LICENSE")
    yield LicensedPart("Teledeck", VERSION, "Apache-2.0", (str(ours),) if ours.is_file() else ())
    yield LicensedPart("Python", platform.python_version(), "PSF-2.0")
    for distribution in _required():
        told = distribution.metadata
        files = (distribution.locate_file(file) for file in distribution.files or () if _FILES.search(file.name))
        yield LicensedPart(
            distribution.name,
            distribution.version,
            _license_of(told),
            tuple(str(file) for file in files if Path(str(file)).suffix not in {".py", ".pyc"}),
        )


def _required() -> Iterator[metadata.Distribution]:
    """The packages that the program requires, directly or not, as far as they are installed."""
    waiting, known = [_OURS], {_OURS}
    while waiting:
        try:
            distribution = metadata.distribution(waiting.pop())
        except metadata.PackageNotFoundError:
            # a package for another system, or the sources are not installed
            continue
        if distribution.name.lower() != _OURS:
            yield distribution
        for line in distribution.requires or ():
            name = _REQUIRED.match(line)
            if name and "extra ==" not in line and _normalized(name[0]) not in known:
                known.add(_normalized(name[0]))
                waiting.append(name[0])


def _license_of(told: metadata.PackageMetadata) -> str:
    fields = (*(told.get_all("License-Expression") or ()), *(told.get_all("License") or ()))
    short = next((field.strip() for field in fields if field.strip() and "\n" not in field.strip()), "")
    classified = (line.rpartition(" :: ")[2] for line in told.get_all("Classifier") or () if line.startswith("License"))
    return short or next((name for name in classified if name != "OSI Approved"), "")


def _normalized(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _read(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(_MAX_BYTES)
