"""The wheel, built as pip builds it: complete, with nothing beside the program."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.tools.tracked_files import ROOT, tracked_files

PACKAGES = ("app", "protocols", "protos", "resources")
# what the build reads beside them
DESCRIPTION = ("LICENSE", "README.md", "pyproject.toml")


@pytest.fixture(scope="module")
def sources(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of what is tracked: a build leaves files of its own beside it."""
    copy = tmp_path_factory.mktemp("sources")
    for path in tracked_files():
        name = path.relative_to(ROOT)
        if name.parts[0] in PACKAGES or str(name) in DESCRIPTION:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(path, copy / name)
    return copy


@pytest.fixture(scope="module")
def wheel(sources: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built without an index by what the lock has brought."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "wheel", "--no-deps", "--no-index"]
    command += ["--no-build-isolation", "--wheel-dir", str(folder), str(sources)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    (made,) = folder.glob("*.whl")
    return made


def test_everything_that_is_tracked_is_in_the_wheel_byte_by_byte(wheel: Path, sources: Path) -> None:
    tracked = {
        path.relative_to(sources).as_posix()
        for top in PACKAGES
        for path in (sources / top).rglob("*")
        if path.is_file()
    }
    assert {"app/py.typed", "protos/py.typed", "resources/icons/teledeck.svg", "resources/CHANGELOG.md"} <= tracked

    with zipfile.ZipFile(wheel) as packed:
        own = {name for name in packed.namelist() if ".dist-info/" not in name}
        assert own == tracked
        assert [name for name in sorted(own) if packed.read(name) != (sources / name).read_bytes()] == []


def test_the_wheel_brings_the_licence_and_the_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as packed:
        told = {Path(name).name: packed.read(name).decode() for name in packed.namelist() if ".dist-info/" in name}

    assert told["LICENSE"] == (ROOT / "LICENSE").read_text(encoding="utf-8")
    assert "teledeck = app.__main__:main" in told["entry_points.txt"]
