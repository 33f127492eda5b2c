"""The parts that a bundle is made of and who made them, by the list that teledeck.spec leaves (contents.json)."""

from __future__ import annotations

import importlib.metadata
import json
import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

OURS: Final = "Teledeck"
PYINSTALLER: Final = "pyinstaller"


@dataclass(frozen=True, slots=True)
class Member:
    """One file of the bundle, or one module in its archive.

    Attributes:
        name: its path in the bundle, or the module's name.
        source: the file that it was made from.
        in_archive: whether it is a module that the executable holds, compressed.
    """

    name: str
    source: Path
    in_archive: bool


@dataclass(frozen=True, slots=True)
class Part:
    """What comes from one place: a Python package, a source package of Debian, or this project.

    Attributes:
        distribution: of a Python package.
        debian: the binary packages that a library of Debian is from.
    """

    name: str
    version: str
    members: tuple[Member, ...]
    distribution: importlib.metadata.Distribution | None = None
    debian: tuple[str, ...] = ()


def parts(contents: Path, sources: Path, version: str) -> list[Part]:
    """All parts, by name; raises LookupError for a file that nobody is known to have made.

    Args:
        contents: what teledeck.spec has written.
        sources: the sources of the build, with its .venv in them.
        version: of this project.
    """
    distributions = {_key(found): found for found in importlib.metadata.distributions()}
    owners = {
        os.path.realpath(str(found.locate_file(file))): key
        for key, found in distributions.items()
        for file in found.files or ()
    }
    ours: list[Member] = []
    system: list[Member] = []
    # the executable itself is PyInstaller's, which stands in no list
    python: dict[str, list[Member]] = {PYINSTALLER: []}
    for member in _members(contents):
        owner = owners.get(str(member.source))
        if owner is not None:
            python.setdefault(owner, []).append(member)
        elif member.source.is_relative_to(sources / ".venv"):
            raise LookupError(f"no Python package is known to have brought {member.source}")
        elif member.source.is_relative_to(sources):
            ours.append(member)
        else:
            system.append(member)
    found = [Part(OURS, version, tuple(ours)), *_debian_parts(system, contents.resolve().with_name("base_library.zip"))]
    for key, members in python.items():
        known = distributions[key]
        found.append(Part(known.metadata["Name"], known.version, tuple(members), distribution=known))
    return sorted(found, key=lambda part: part.name.lower())


def _key(distribution: importlib.metadata.Distribution) -> str:
    return re.sub(r"[-_.]+", "-", distribution.metadata["Name"]).lower()


def _members(contents: Path) -> Iterator[Member]:
    for entry in json.loads(contents.read_text(encoding="utf-8")):
        # packages without a file of their own have no source, links only lead to what is listed
        if entry["source"] != "-" and entry["kind"] != "SYMLINK":
            source = Path(os.path.realpath(entry["source"]))
            yield Member(entry["name"], source, in_archive=entry["kind"] == "PYMODULE")


def _debian_parts(members: Sequence[Member], own_modules: Path) -> list[Part]:
    """The source packages of Debian; `own_modules` are those that Python needs to start, as PyInstaller packs them."""
    interpreter = Path(os.path.realpath("/usr/bin/python3"))
    paths = [interpreter if member.source == own_modules else member.source for member in members]
    packages = _packages_of(paths)
    listed = _said_by(
        "dpkg-query", "-W", "-f", "${Package} ${source:Package} ${source:Version}\n", *set(packages.values())
    )
    origins = {words[0]: (words[1], words[2]) for words in map(str.split, listed)}
    found: dict[tuple[str, str], tuple[list[Member], set[str]]] = {}
    for member, path in zip(members, paths, strict=True):
        of_origin, names = found.setdefault(origins[packages[path]], ([], set()))
        of_origin.append(member)
        names.add(packages[path])
    return [
        Part(name, version, tuple(of_origin), debian=tuple(sorted(names)))
        for (name, version), (of_origin, names) in found.items()
    ]


def _packages_of(paths: Sequence[Path]) -> dict[Path, str]:
    # a package lists its libraries in /lib or in /usr/lib, which are one folder
    asked = {name: path for path in paths for name in (str(path), str(path).removeprefix("/usr"))}
    found = {}
    for line in _said_by("dpkg-query", "-S", *asked):
        package, _, name = line.partition(": ")
        if name in asked:
            found[asked[name]] = package.split(":")[0]
    for path in paths:
        if path not in found:
            raise LookupError(f"no package of Debian is known to have brought {path}")
    return found


def _said_by(*command: str) -> list[str]:
    # dpkg-query fails where it knows one name of many only
    return subprocess.run(command, check=False, capture_output=True, text=True).stdout.splitlines()
