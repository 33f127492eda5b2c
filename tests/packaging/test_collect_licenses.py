"""Licences of what is in a bundle, by real packages of Python and of Debian, and a list as PyInstaller's would be."""

from __future__ import annotations

import importlib.metadata
import json
import re
import shutil
import sys
from pathlib import Path

import pytest
from bundle_parts import OURS, Part, parts
from collect_licenses import debian_copyright, main, notices

ON_DEBIAN = pytest.mark.skipif(shutil.which("dpkg-query") is None, reason="asks Debian's list of packages")


class Bundle:
    """The list of a bundle, to be added to, and the folders that the collector reads."""

    def __init__(self, folder: Path) -> None:
        self.sources = folder / "sources"
        self.borrowed = folder / "borrowed"
        self._contents = folder / "contents.json"
        self._entries: list[dict[str, str]] = []
        self.sources.mkdir()
        (self.sources / "LICENSE").write_text("Apache License", encoding="utf-8")
        for package in ("libqt6core6", "libqt6svg6", "libqt6waylandclient6", "libicu72", "libsdl2-2.0-0"):
            (self.borrowed / package).mkdir(parents=True)
            text = f"Format: 1.0\n\nFiles: *\nLicense: {package}-license\n"
            (self.borrowed / package / "copyright").write_text(text, encoding="utf-8")

    def add(self, name: str, source: Path, kind: str = "BINARY") -> None:
        self._entries.append({"name": name, "source": str(source), "kind": kind})

    def add_from(self, package: str, ending: str, kind: str = "BINARY") -> None:
        """A file of an installed Python package, by the end of its path."""
        files = importlib.metadata.files(package) or []
        (found,) = (file for file in files if re.search(f"{ending}$", file.as_posix()))
        self.add(found.as_posix(), Path(str(found.locate())), kind)

    @property
    def contents(self) -> Path:
        """The list, as PyInstaller would write it."""
        self._contents.write_text(json.dumps(self._entries), encoding="utf-8")
        return self._contents

    def parts(self) -> dict[str, Part]:
        return {part.name: part for part in parts(self.contents, self.sources, "1.2")}

    def notices(self) -> dict[str, tuple[str, dict[str, str]]]:
        """The licence and the texts by name."""
        told = notices(list(self.parts().values()), self.sources, self.borrowed)
        return {notice.name: (notice.license, notice.texts) for notice in told}

    def written(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, list[str]]:
        """Have all be written to a folder; the files of each part as the index has them."""
        self.parts()
        arguments = (self._contents, self.sources, "1.2", self.borrowed, folder, folder.with_name("copyright"))
        monkeypatch.setattr(sys, "argv", ["collect_licenses.py", *map(str, arguments)])
        assert main() == 0
        return {each["name"]: each["files"] for each in json.loads((folder / "index.json").read_bytes())}

    def copyright(self) -> str:
        return debian_copyright(notices(list(self.parts().values()), self.sources, self.borrowed))


@pytest.fixture
def bundle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Bundle:
    # who makes packages has it, who tests has not
    info = tmp_path / "packages/pyinstaller-6.22.3.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(
        "Metadata-Version: 2.1\nName: pyinstaller\nVersion: 6.22.3\nLicense: GPLv2+\n", "utf-8"
    )
    (info / "COPYING.txt").write_text("the bootloader's exception", encoding="utf-8")
    (info / "RECORD").write_text(f"{info.name}/COPYING.txt,,\n{info.name}/METADATA,,\n", encoding="utf-8")
    monkeypatch.syspath_prepend(info.parent)
    made = Bundle(tmp_path)
    (made.sources / "app").mkdir()
    made.add("app.main", made.sources / "app/main.py", "PYMODULE")
    return made


def test_a_module_has_the_licence_that_its_package_brings(bundle: Bundle) -> None:
    bundle.add_from("aiohttp", r"aiohttp/client\.py", "PYMODULE")

    license_name, texts = bundle.notices()["aiohttp"]

    assert "Apache-2.0" in license_name
    assert any("Apache License" in text for text in texts.values())


def test_the_executable_is_the_bootloader_of_pyinstaller_though_no_list_holds_it(bundle: Bundle) -> None:
    assert bundle.notices()["pyinstaller"] == ("GPLv2+", {"COPYING.txt": "the bootloader's exception"})


@ON_DEBIAN
def test_qt_is_told_with_the_text_of_the_lgpl_and_where_its_source_is(bundle: Bundle) -> None:
    bundle.add_from("PySide6-Essentials", r"lib/libQt6Core\.so\.6")

    license_name, texts = bundle.notices()["PySide6_Essentials"]

    assert license_name.startswith("LGPL-3.0-only")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in texts["LGPL-3.txt"]
    version = importlib.metadata.version("PySide6-Essentials")
    assert f"https://download.qt.io/archive/qt/{version.rsplit('.', 1)[0]}/{version}/" in texts["README.txt"]
    assert "libqt6core6-license" in texts["others-libqt6core6.txt"]


def test_libraries_within_wheels_are_told_by_their_own_names(bundle: Bundle) -> None:
    bundle.add_from("numpy", r"numpy\.libs/libscipy_openblas[^/]*")
    bundle.add_from("pysdl2-dll", r"libSDL2-2\.0\.so")

    told = bundle.notices()

    assert "OpenBLAS" in told["OpenBLAS"][1]["LICENSE.txt"]
    assert told["SDL"][0] == "libsdl2-2.0-0-license"


def test_every_library_that_numpy_names_in_its_licence_is_told(bundle: Bundle) -> None:
    bundle.add_from("numpy", r"numpy\.libs/libquadmath[^/]*")

    told = bundle.notices()

    (whole,) = (text for text in told["numpy"][1].values() if "numpy.libs" in text)
    within = re.findall(r"^Name: (.*)\nFiles: numpy\.libs/.*\n(?:.+\n)*?License: (\S+)", whole, re.MULTILINE)
    assert ("libquadmath", "LGPL-2.1-or-later") in within
    assert {name: told[name][0].split()[0] for name, _ in within} == dict(within)


@ON_DEBIAN
def test_texts_that_a_notice_leaves_to_debian_are_brought_once(
    bundle: Bundle, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bundle.add_from("pysdl2-dll", r"libSDL2-2\.0\.so")
    text = "Format: 1.0\n\nLicense: LGPL-2.1+\n On Debian systems: /usr/share/common-licenses/LGPL-2.1.\n"
    (bundle.borrowed / "libsdl2-2.0-0" / "copyright").write_text(text, encoding="utf-8")

    index = bundle.written(tmp_path / "licenses", monkeypatch)

    assert index["SDL"] == ["SDL/copyright.txt", "common-licenses/LGPL-2.1.txt"]
    for files in index.values():
        assert all((tmp_path / "licenses" / file).stat().st_size for file in files)
    said = (tmp_path / "licenses/common-licenses/LGPL-2.1.txt").read_text(encoding="utf-8")
    assert "GNU LESSER GENERAL PUBLIC LICENSE" in said


@ON_DEBIAN
def test_a_library_of_the_system_has_the_licence_of_its_debian_package(bundle: Bundle) -> None:
    (library,) = Path("/usr/lib").glob("*-linux-gnu/libz.so.1")
    bundle.add("libz.so.1", library)

    assert bundle.parts()["zlib"].debian == ("zlib1g",)
    assert bundle.notices()["zlib"][0] == "Zlib"


@ON_DEBIAN
def test_a_library_and_the_package_of_python_for_it_have_names_of_their_own(bundle: Bundle) -> None:
    (library,) = Path("/usr/lib").glob("*/liblz4.so.1")
    bundle.add("liblz4.so.1", library)
    bundle.add_from("lz4", r"lz4/_version[^/]*\.so")

    told = notices(parts(bundle.contents, bundle.sources, "1.2"), bundle.sources, bundle.borrowed)

    assert {"lz4", "liblz4"} <= {notice.name for notice in told}
    assert len({notice.name for notice in told}) == len(told)


@ON_DEBIAN
def test_a_file_that_nobody_is_known_to_have_made_ends_the_build(bundle: Bundle, tmp_path: Path) -> None:
    stray = tmp_path / "libstray.so"
    stray.touch()
    bundle.add("libstray.so", stray)

    with pytest.raises(LookupError, match=r"libstray\.so"):
        bundle.parts()


def test_a_file_in_the_environment_that_no_package_has_brought_ends_the_build(bundle: Bundle) -> None:
    stray = bundle.sources / ".venv/lib/stray.py"
    bundle.add("stray", stray, "PYMODULE")

    with pytest.raises(LookupError, match=r"stray\.py"):
        bundle.parts()


def test_the_copyright_of_debian_has_a_paragraph_per_part_with_the_files_and_the_texts(bundle: Bundle) -> None:
    bundle.add_from("numpy", r"numpy\.libs/libscipy_openblas[^/]*")

    head, everything, *others = bundle.copyright().split("\n\n")

    assert head.startswith("Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/")
    # the last that fits counts, so what is everywhere comes first
    assert everything.startswith("Files: *\n")
    assert f"Comment: {OURS} 1.2" in everything
    (openblas,) = (each for each in others if "Comment: OpenBLAS" in each)
    assert "Files: opt/teledeck/_internal/numpy.libs/*" in openblas
    assert "/opt/teledeck/_internal/resources/licenses/OpenBLAS/LICENSE.txt" in openblas
    assert all(re.search(r"^Copyright: \S", each, re.MULTILINE) for each in [everything, *others])
