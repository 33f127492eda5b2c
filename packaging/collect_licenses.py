"""Collects the licences of everything in a bundle.

    collect_licenses.py CONTENTS SOURCES VERSION BORROWED OUTPUT COPYRIGHT

CONTENTS is what teledeck.spec has written, SOURCES the sources of the build, VERSION that of the package. BORROWED
holds what the wheels of Qt and SDL bring no texts of: a file `copyright` in a folder per package of Debian. OUTPUT
becomes the folder of the texts with index.json, COPYRIGHT the file of that name in Debian's form.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from bundle_parts import OURS, Part, parts

COMMON: Final = Path("/usr/share/common-licenses")
SHARED: Final = "common-licenses"
INSTALLED: Final = "/opt/teledeck/_internal/resources/licenses"
LGPL: Final = "LGPL-3.0-only OR GPL-2.0-only OR GPL-3.0-only"
QT_PACKAGES: Final = ("libqt6core6", "libqt6svg6", "libqt6waylandclient6")

# by title, part of the file names, licence
IN_NUMPY: Final = (
    ("OpenBLAS", "libscipy_openblas", "BSD-3-Clause"),
    ("LAPACK", "libscipy_openblas", "BSD-3-Clause-Open-MPI"),
    ("GCC runtime library", "libgfortran", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    ("libquadmath", "libquadmath", "LGPL-2.1-or-later"),
)
# by part of a licence's name: what its notice only points to
WHOLE: Final = {"LGPL-2.1": "LGPL-2.1"}

QT_NOTE: Final = """\
Qt {version} and Qt for Python {version}, by The Qt Company and others, are used here under the GNU Lesser General
Public License, version 3. They are not changed: the libraries are those of the wheels PySide6_Essentials and shiboken6
{version}. They lie as files of their own in the folder PySide6/Qt/lib beside the program, where they may be replaced by
other builds of them.

Their source:
    https://download.qt.io/archive/qt/{series}/{version}/single/
    https://download.qt.io/official_releases/QtForPython/pyside6/

What other projects' code is in Qt, with its licences: https://doc.qt.io/qt-6/licenses-used-in-qt.html. The wheels bring
no such list: those beside this file are Debian's, of Qt 6.4, whose parts are nearly the same.
"""

HEAD: Final = f"""\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Teledeck
Comment: This package holds all that the program needs. Each paragraph names a part, where it lies and under which
 licence it is used; its texts are in {INSTALLED}. The modules of Python
 packages are in the executable."""

SHORT_NAMES: Final = re.compile(r"^License:[ \t]*(\S[^\n]*)$", re.MULTILINE)
# where Debian's notices leave the texts that many share, which other systems do not have
POINTERS: Final = re.compile(rf"{COMMON}/([A-Za-z0-9.+-]*[A-Za-z0-9])")
HOLDERS: Final = re.compile(r"^\W*(Copyright (?:\(c\)|©|\d{4}|20|19)[^\n]{4,160})$", re.MULTILINE | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Notice:
    """What has to be told of a part.

    Attributes:
        license: short names, as its makers write them.
        texts: by their file names.
        where: paths in the bundle.
    """

    name: str
    version: str
    license: str
    texts: dict[str, str]
    where: tuple[str, ...] = field(default=())

    @property
    def files(self) -> list[str]:
        """Paths of the texts in the folder of licences."""
        return [*(f"{self.name}/{name}" for name in self.texts), *(f"{SHARED}/{name}.txt" for name in self.shared)]

    @property
    def shared(self) -> list[str]:
        """The texts that its own ones point to, by their names in Debian's folder of those."""
        named = {name for text in self.texts.values() for name in POINTERS.findall(text)}
        named |= {whole for part, whole in WHOLE.items() if part in self.license}
        return sorted(name for name in named if (COMMON / name).is_file())


def notices(found: list[Part], sources: Path, borrowed: Path) -> list[Notice]:
    """Those of all parts, and of what is inside of some under a licence of its own."""
    told = []
    of_python = {part.name.lower() for part in found if part.distribution is not None}
    for part in found:
        if part.name == OURS:
            texts = {"LICENSE": _read(sources / "LICENSE")}
            told.append(Notice(part.name, part.version, "Apache-2.0", texts, _places(part)))
        elif part.distribution is None:
            # the library that a package of Python is for may have its name
            told.append(_of_debian(part, f"lib{part.name}" if part.name in of_python else part.name))
        else:
            told += _of_python(part, borrowed)
    return told


def _of_debian(part: Part, name: str) -> Notice:
    # packages of one source often have one text
    texts: dict[str, str] = {}
    for package in part.debian:
        text = _read(Path("/usr/share/doc", package, "copyright"))
        if text not in texts.values():
            texts[f"{package}.txt"] = text
    names = "PSF-2.0" if part.name.startswith("python3") else _short_names("".join(texts.values()))
    return Notice(name, part.version, names, texts, _places(part))


def _of_python(part: Part, borrowed: Path) -> list[Notice]:
    name = part.name.lower()
    if name.startswith(("pyside6", "shiboken6")):
        return _of_qt(part, borrowed)
    texts = _own_texts(part)
    if not texts:
        raise LookupError(f"{part.name} {part.version} brings no text of its licence")
    own = Notice(part.name, part.version, _declared(part), texts, _places(part))
    if name == "pysdl2-dll":
        # its own text is that of the wheel's makers; of the libraries only SDL itself is taken
        own.texts.pop("README.txt", None)
        sdl = {"copyright.txt": _read(borrowed / "libsdl2-2.0-0/copyright")}
        return [own, Notice("SDL", part.version, _short_names(sdl["copyright.txt"]), sdl, _places(part))]
    if name == "numpy":
        (whole,) = (text for text in texts.values() if "Name: OpenBLAS" in text)
        version = f"of NumPy {part.version}"
        return [own] + [
            Notice(title, version, names, {"LICENSE.txt": whole}, _places(part, needle))
            for title, needle, names in IN_NUMPY
        ]
    return [own]


def _of_qt(part: Part, borrowed: Path) -> list[Notice]:
    series = ".".join(part.version.split(".")[:2])
    texts = {
        "README.txt": QT_NOTE.format(version=part.version, series=series),
        **{f"{name}.txt": _read(COMMON / name) for name in ("LGPL-3", "GPL-3", "GPL-2")},
    }
    if part.name.lower().startswith("shiboken6"):
        return [Notice(part.name, part.version, LGPL, texts, _places(part))]
    others = {f"others-{name}.txt": _read(borrowed / name / "copyright") for name in QT_PACKAGES}
    icu = {"copyright.txt": _read(borrowed / "libicu72/copyright")}
    return [
        Notice(part.name, part.version, LGPL, texts | others, _places(part)),
        Notice("ICU", "73", "Unicode-3.0", icu, _places(part, "libicu")),
    ]


def _own_texts(part: Part) -> dict[str, str]:
    """The licence files of a wheel, by names that are told apart."""
    assert part.distribution is not None  # noqa: S101 - for the type checker
    wanted = re.compile(r"(^|/)(licen[cs]e|copying|notice|authors)[^/]*$", re.IGNORECASE)
    texts: dict[str, str] = {}
    for file in part.distribution.files or ():
        path = file.as_posix()
        if ".dist-info/" in path and (wanted.search(path) or "/licenses/" in path):
            inner = re.sub(r"^.*?\.dist-info/(licenses/)?", "", path).replace("/", "-")
            texts[inner] = _read(Path(str(part.distribution.locate_file(file))))
    return texts


def _declared(part: Part) -> str:
    assert part.distribution is not None  # noqa: S101 - for the type checker
    metadata = part.distribution.metadata
    classified = [line for line in metadata.get_all("Classifier") or [] if line.startswith("License :: ")]
    names = [line.split(" :: ")[-1] for line in classified]
    for said in (*(metadata.get_all(key) or [""] for key in ("License-Expression", "License")), [" OR ".join(names)]):
        if said[0]:
            return str(said[0]).split("\n")[0]
    return "see the text"


def _short_names(text: str) -> str:
    # texts of no fixed form have lines that only look like names
    names = dict.fromkeys(name.strip() for name in SHORT_NAMES.findall(text)) if text.startswith("Format") else {}
    return " AND ".join(names) or "see the text"


def _places(part: Part, needle: str = "") -> tuple[str, ...]:
    """Where it lies in the bundle: folders of its own, single files, the executable."""
    places = set()
    for member in part.members:
        if needle in member.name:
            top, *rest = member.name.split("/")
            places.add("teledeck" if member.in_archive else f"_internal/{top}" + ("/*" if rest else ""))
    return tuple(sorted(places or {"teledeck"}))


def _read(path: Path) -> str:
    return path.read_text(encoding="utf-8", errors="replace")


def debian_copyright(told: list[Notice]) -> str:
    """All of it in Debian's machine-readable form; the texts are named, not repeated."""
    paragraphs = [HEAD]
    # later paragraphs count more: what is everywhere comes first
    for notice in sorted(told, key=lambda each: each.name != OURS):
        where = ["*"] if notice.name == OURS else [f"opt/teledeck/{place}" for place in notice.where]
        lines = sorted({line for text in notice.texts.values() for line in HOLDERS.findall(text)})[:5]
        holders = "\n ".join(lines) or "see the texts"
        texts = "\n".join(f" {INSTALLED}/{file}" for file in notice.files)
        paragraphs.append(
            f"Files: {' '.join(where)}\n"
            f"Copyright: {holders}\n"
            f"License: {notice.license}\n The texts:\n{texts}\n"
            f"Comment: {notice.name} {notice.version}"
        )
    return "\n\n".join(paragraphs) + "\n"


def main() -> int:
    """Write both; the exit code."""
    contents, sources, version, borrowed, output, copyright_file = sys.argv[1:]
    told = notices(parts(Path(contents), Path(sources), version), Path(sources), Path(borrowed))
    folder = Path(output)
    shutil.rmtree(folder, ignore_errors=True)
    for notice in told:
        (folder / notice.name).mkdir(parents=True)
        for name, text in notice.texts.items():
            (folder / notice.name / name).write_text(text, encoding="utf-8")
    (folder / SHARED).mkdir(parents=True)
    for name in sorted({name for notice in told for name in notice.shared}):
        (folder / SHARED / f"{name}.txt").write_text(_read(COMMON / name), encoding="utf-8")
    index = [
        {"name": each.name, "version": each.version, "license": each.license, "files": each.files} for each in told
    ]
    (folder / "index.json").write_text(json.dumps(index, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    Path(copyright_file).write_text(debian_copyright(told), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
