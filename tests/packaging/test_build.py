"""packaging/build.sh where it can't build; that it builds is tried by tests/packages/fresh_root.sh."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.tools.tracked_files import ROOT

BUILD = ROOT / "packaging" / "build.sh"


def build(folder: Path, *arguments: str) -> tuple[int, str]:
    """The exit code, and what it said."""
    command = [str(folder / "packaging/build.sh"), *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=30)
    assert not done.stdout or done.returncode == 2
    return done.returncode, done.stdout + done.stderr


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    folder = tmp_path / "sources"
    (folder / "packaging").mkdir(parents=True)
    shutil.copy(ROOT / "packaging/build.sh", folder / "packaging")
    return folder


def test_a_kind_that_there_is_not_is_answered_with_those_that_there_are(sources: Path) -> None:
    code, said = build(sources, "msi")

    assert code == 2
    assert "[deb|rpm|tar|all]" in said


def test_sources_without_a_history_are_refused(sources: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(sources.parent))

    code, said = build(sources)

    assert code == 1
    assert "no checkout of Git" in said


@pytest.mark.parametrize(
    ("version", "tag", "packed"),
    [
        ("0.2.0.dev0", "v0.2.0", r"0\.2\.0~dev0\+\d{14}\.[0-9a-f]{10}"),
        ("0.2.0rc1", "v0.2.0rc1", r"0\.2\.0~rc1\+\d{14}\.[0-9a-f]{10}"),
        ("0.2.0rc1.dev3", "", r"0\.2\.0~rc1~dev3\+\d{14}\.[0-9a-f]{10}"),
        ("0.2.0", "", r"0\.2\.0\+\d{14}\.[0-9a-f]{10}"),
        ("0.2.0", "v0.2.0", r"0\.2\.0"),
    ],
)
def test_what_comes_before_a_release_is_older_than_that_to_package_managers(
    sources: Path, version: str, tag: str, packed: str
) -> None:
    (sources / "app").mkdir()
    (sources / "app/version.py").write_text(f'VERSION = "{version}"\n', encoding="utf-8")
    nobody = ("-c", "user.name=nobody", "-c", "user.email=nobody@localhost", "-c", "commit.gpgsign=false")
    for command in (["init", "-q"], ["add", "-A"], ["commit", "-q", "-m", "all"], *([["tag", tag]] if tag else [])):
        subprocess.run(["git", *nobody, *command], cwd=sources, check=True, timeout=30)
    (function,) = re.findall(r"^package_version\(\) \{$.*?^\}$", BUILD.read_text("utf-8"), re.MULTILINE | re.DOTALL)
    script = "fail() { exit 1; }; sources=$PWD; commit=$(git rev-parse HEAD); SOURCE_DATE_EPOCH=0\n"
    script = f"set -euo pipefail\n{script}{function}\npackage_version"
    done = subprocess.run(["bash", "-c", script], cwd=sources, check=True, capture_output=True, text=True, timeout=30)

    assert re.fullmatch(packed, done.stdout.strip())
