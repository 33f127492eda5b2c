"""The frozen program's beginning, run by Python in place of PyInstaller's bootloader."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.tools.tracked_files import ROOT

MAIN = """
import json, os

def main():
    told = ("LD_LIBRARY_PATH", "PYINSTALLER_")
    print(json.dumps({name: value for name, value in os.environ.items() if name.startswith(told)}))
    return 3
"""

# has the bootloader name the libraries of the bundle to a process of the same program, too
AGAIN = {"PYINSTALLER_RESET_ENVIRONMENT": "1"}


def begun(folder: Path, **environment: str) -> tuple[int, dict[str, str]]:
    """Its exit code, and what the program finds of the loader's variables."""
    (folder / "app").mkdir()
    (folder / "app/__init__.py").touch()
    (folder / "app/__main__.py").write_text(MAIN, encoding="utf-8")
    kept = {name: value for name, value in os.environ.items() if not name.startswith("LD_LIBRARY_PATH")}
    done = subprocess.run(
        [sys.executable, ROOT / "packaging/entry.py"],
        env={**kept, **environment, "PYTHONPATH": str(folder)},
        check=False,
        capture_output=True,
        text=True,
        timeout=30,
    )
    return done.returncode, json.loads(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="a variable of Linux's loader")
def test_what_is_started_later_does_not_load_the_libraries_of_the_bundle(tmp_path: Path) -> None:
    assert begun(tmp_path, LD_LIBRARY_PATH="/opt/teledeck/_internal")[1] == AGAIN


@pytest.mark.skipif(sys.platform != "linux", reason="a variable of Linux's loader")
def test_libraries_that_the_user_has_named_are_named_again(tmp_path: Path) -> None:
    found = begun(tmp_path, LD_LIBRARY_PATH="/opt/teledeck/_internal:/opt/mine", LD_LIBRARY_PATH_ORIG="/opt/mine")[1]

    assert found == {"LD_LIBRARY_PATH": "/opt/mine", **AGAIN}


def test_the_exit_code_is_that_of_the_program(tmp_path: Path) -> None:
    assert begun(tmp_path)[0] == 3
