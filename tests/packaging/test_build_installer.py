"""What can be said of the installers for Windows and macOS without those systems: that all they name is there."""

from __future__ import annotations

import json
import plistlib
import re
import runpy
import subprocess
import sys
from pathlib import Path
from typing import Any

import build_installer
import pytest

from app.program.installation import RUNNING_MUTEX
from app.version import VERSION
from tests.tools.tracked_files import ROOT

PACKAGING = ROOT / "packaging"
# Inno Setup takes other letters only behind a mark of their encoding
SETUP = (PACKAGING / "windows" / "teledeck.iss").read_text(encoding="ascii")


class Calls:
    """Stands for the programs that are called; PyInstaller leaves its folders."""

    def __init__(self, root: Path) -> None:
        self.commands: list[list[str]] = []
        self._made = root / "build" / "package" / "dist"

    def __call__(self, command: Any, **options: Any) -> subprocess.CompletedProcess[str]:
        assert options["check"]
        words = list(command)
        self.commands.append(words)
        if "PyInstaller" in words:
            for resources in ("teledeck/_internal/resources", "Teledeck.app/Contents/Resources/resources"):
                (self._made / resources).mkdir(parents=True)
        said = {"git": f"{'a' * 40} 1769860800\n", "uname": "arm64\n"}.get(words[0], "")
        return subprocess.CompletedProcess(words, 0, said, "")


@pytest.fixture
def calls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Calls:
    """Have everything built below a folder of the test's own."""
    made = Calls(tmp_path)
    monkeypatch.setattr(build_installer, "_BUILD", tmp_path / "build" / "package")
    monkeypatch.setattr(build_installer, "_OUTPUT", tmp_path / "dist")
    monkeypatch.setattr(build_installer, "_ICONS", tmp_path / "icons")
    monkeypatch.setattr(subprocess, "run", made)
    for name in ("TELEDECK_IDENTITY", "TELEDECK_NOTARY_PROFILE"):
        monkeypatch.delenv(name, raising=False)
    return made


@pytest.fixture
def licenses(tmp_path: Path) -> Path:
    folder = tmp_path / "licenses"
    folder.mkdir()
    (folder / "index.json").write_text("[]")
    return folder


def names(calls: Calls) -> list[str]:
    """The programs that were called, in their order."""
    return ["PyInstaller" if "PyInstaller" in words else words[0] for words in calls.commands]


def test_on_windows_the_bundle_is_told_of_before_it_is_packed(
    tmp_path: Path, calls: Calls, licenses: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "platform", "win32")

    assert build_installer.main(licenses) == 0

    assert names(calls) == ["PyInstaller", "git", "ISCC"]
    resources = tmp_path / "build/package/dist/teledeck/_internal/resources"
    assert json.loads((resources / "build.json").read_bytes()) == {
        "commit": "a" * 40,
        "date": "2026-01-31T12:00:00Z",
        "package": "windows",
    }
    assert (resources / "licenses" / "index.json").is_file()
    defined = dict(word.removeprefix("/D").split("=", 1) for word in calls.commands[-1][1:-1])
    assert set(defined) == set(re.findall(r"\{#(\w+)", SETUP)) - {"SourcePath"}
    assert defined["Version"] == VERSION
    for icon in re.findall(r"\{#Icons\}\\([\w.]+)", SETUP):
        assert Path(defined["Icons"], icon).is_file()


@pytest.mark.parametrize(("identity", "profile"), [("", ""), ("Developer ID Application: X", "notary")])
def test_on_macos_it_is_signed_when_nothing_changes_any_more(
    calls: Calls, licenses: Path, monkeypatch: pytest.MonkeyPatch, identity: str, profile: str
) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    if identity:
        monkeypatch.setenv("TELEDECK_IDENTITY", identity)
        monkeypatch.setenv("TELEDECK_NOTARY_PROFILE", profile)

    assert build_installer.main(licenses) == 0

    after = ["xcrun", "xcrun"] if profile else []
    assert names(calls) == ["PyInstaller", "git", "codesign", "codesign", "uname", "dmgbuild", *after]
    sign = calls.commands[2]
    assert sign[sign.index("--sign") + 1] == (identity or "-")
    assert ("--timestamp" in sign) == bool(identity)
    assert plistlib.loads(Path(sign[sign.index("--entitlements") + 1]).read_bytes())


@pytest.mark.parametrize("platform", ["linux", "win32"])
def test_elsewhere_and_without_licences_nothing_is_built(
    tmp_path: Path, calls: Calls, monkeypatch: pytest.MonkeyPatch, platform: str, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "platform", platform)

    assert build_installer.main(tmp_path) == 2

    assert calls.commands == []
    assert capsys.readouterr().err


def test_what_the_setup_takes_of_the_sources_is_there() -> None:
    files = re.findall(r"\{#SourcePath\}\\([^\s\"]+)", SETUP)

    assert files
    for file in files:
        assert (PACKAGING / "windows" / file.replace("\\", "/")).resolve().is_file()


def test_the_setup_names_no_task_that_it_does_not_offer() -> None:
    offered = set(re.findall(r"^Name: (\w+); Description", SETUP, re.MULTILINE))

    assert set(re.findall(r"Tasks: (\w+)", SETUP)) == offered


def test_the_setup_waits_for_a_program_that_runs_by_the_name_that_this_holds() -> None:
    assert re.findall(r"^AppMutex=(.*)$", SETUP, re.MULTILINE) == [RUNNING_MUTEX]


def test_the_disk_image_holds_the_application_and_a_way_to_all_others() -> None:
    defines = {"app": "build/Teledeck.app", "icon": "teledeck.icns"}
    settings = runpy.run_path(str(PACKAGING / "macos" / "dmg_settings.py"), {"defines": defines})

    assert settings["files"] == ["build/Teledeck.app"]
    assert set(settings["icon_locations"]) == {"Teledeck.app", *settings["symlinks"]}


def test_what_the_hosted_builds_call_is_there() -> None:
    workflow = (ROOT / ".github" / "workflows" / "packages.yml").read_text(encoding="utf-8")
    files = re.findall(r"(?:packaging/|requirements)[\w.-]+", workflow)

    assert {"packaging/build.sh", "packaging/build_installer.py", "requirements-package.txt"} <= set(files)
    assert [file for file in files if not (ROOT / file).is_file()] == []
    # a plain text of YAML ends where a colon and a blank are
    assert re.findall(r"^ *- run: [^|\n].*: ", workflow, re.MULTILINE) == []
