"""teledeck.spec on each system: PyInstaller's parts are fakes, the description and the files that it names are real."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from app.version import VERSION
from tests.tools.tracked_files import ROOT

SPEC = ROOT / "packaging" / "teledeck.spec"


class Made:
    """What the description asked for, by what it is."""

    def __init__(self) -> None:
        self.programs: dict[str, dict[str, Any]] = {}
        self.application: dict[str, Any] = {}
        self.analysis: dict[str, Any] = {}


@pytest.fixture
def describe(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Run the description as if on a system."""
    hooks, bindepend = ModuleType("PyInstaller.utils.hooks"), ModuleType("PyInstaller.depend.bindepend")
    hooks.collect_submodules = lambda name, filter=None: [name]  # type: ignore[attr-defined] # noqa: A006, ARG005
    hooks.collect_dynamic_libs = lambda name: [(f"{name}/libSDL2.so", name)]  # type: ignore[attr-defined]
    hooks.copy_metadata = lambda name: []  # type: ignore[attr-defined] # noqa: ARG005
    bindepend.get_imports = lambda _: set()  # type: ignore[attr-defined]
    for module in (hooks, bindepend):
        for depth in range(1, module.__name__.count(".") + 1):
            parent = ".".join(module.__name__.split(".")[:depth])
            monkeypatch.setitem(sys.modules, parent, ModuleType(parent))
        monkeypatch.setitem(sys.modules, module.__name__, module)

    def run(platform: str) -> Made:
        made = Made()

        def analysis(scripts: list[str], **options: Any) -> SimpleNamespace:
            made.analysis = {"scripts": scripts, **options}
            datas = [(name, source, "DATA") for source, name in options["datas"]]
            return SimpleNamespace(pure=[], binaries=[], datas=datas, scripts=[("entry", scripts[0], "PYSOURCE")])

        def program(*_: object, name: str, **options: Any) -> str:
            made.programs[name] = options
            return name

        names = {
            "SPECPATH": str(SPEC.parent),
            "workpath": str(tmp_path),
            "Analysis": analysis,
            "PYZ": list,
            "EXE": program,
            "COLLECT": lambda *parts, **_: parts,
            "BUNDLE": lambda *_, **options: made.application.update(options),
        }
        monkeypatch.setattr(sys, "platform", platform)
        monkeypatch.setattr(sys, "path", list(sys.path))
        exec(compile(SPEC.read_text(encoding="utf-8"), SPEC, "exec"), names)  # noqa: S102 - our own file
        return made

    return run


@pytest.mark.parametrize("platform", ["linux", "win32", "darwin"])
def test_all_that_goes_in_is_there(describe: Any, tmp_path: Path, platform: str) -> None:
    made = describe(platform)

    for source, _ in made.analysis["datas"]:
        assert Path(source).exists()
    assert Path(made.analysis["scripts"][0]).is_file()
    assert json.loads((tmp_path / "contents.json").read_bytes())


def test_windows_has_a_program_for_commands_and_one_for_the_window(describe: Any) -> None:
    made = describe("win32")

    assert {name: options["console"] for name, options in made.programs.items()} == {
        "teledeck": True,
        "teledeckw": False,
    }
    assert all(options["icon"].endswith("teledeck.ico") for options in made.programs.values())


def test_macos_has_an_application_with_a_window(describe: Any) -> None:
    made = describe("darwin")

    assert [(name, options["console"]) for name, options in made.programs.items()] == [("teledeck", False)]
    assert made.application["name"] == "Teledeck.app"
    assert made.application["version"] == VERSION
    assert made.application["info_plist"]["NSLocalNetworkUsageDescription"]


def test_linux_has_one_program_and_no_application(describe: Any) -> None:
    made = describe("linux")

    assert list(made.programs) == ["teledeck"]
    assert made.programs["teledeck"]["console"]
    assert made.application == {}
