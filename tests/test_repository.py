"""What must hold of the repository as a whole, whatever the program does."""

from __future__ import annotations

import ast
import fnmatch
import os
import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.tools.tracked_files import ROOT, tracked_files

LOCKS = ("requirements.txt", "requirements-dev.txt", "requirements-build.txt", "requirements-package.txt")
PIN = re.compile(r"(?P<name>[a-z0-9-]+)==(?P<version>[^ ]+)(?: ; [^;]+?)?(?: --hash=sha256:[0-9a-f]{64})+")

# Homes, and where build machines keep their checkouts. As a pattern it does not find itself.
MACHINE_PATH = re.compile(r"(?<![\w.$~-])(?:[A-Z]:)?[/\\](?:home|root|work|Users)[/\\]\w")

# Modules without a test file of their own, each with the reason.
UNMIRRORED = {
    "app/drive/supervisor/drive_state.py": "by tests/app/drive/supervisor/test_drive_supervisor.py, whose state it is",
    "app/connections/navigator.py": "what connections offer, by tests/app/connections/ros1/test_navigation.py",
    "app/connections/nrp/base_connection.py": "by tests/app/connections/nrp/test_connection.py",
    "app/model/discovery.py": "values without logic",
    "app/record/mcap_format.py": "layouts without logic, by the tests of the writer and the reader",
    "app/model/graph.py": "values without logic",
    "app/ui/base/robot_tools.py": "values without logic",
    "app/model/errors.py": "the base of errors, without logic",
    "app/session/connection_info.py": "a value without logic",
    "app/connections/scheme.py": "by tests/app/connections/test_schemes.py, which walks every scheme",
    "app/connections/galileo/scheme.py": "by test_schemes.py and tests/app/session/test_addresses.py",
    "app/connections/gazebo/scheme.py": "by tests/app/connections/test_schemes.py",
    "app/connections/nrp/scheme.py": "by test_schemes.py and tests/app/session/test_addresses.py",
    "app/connections/ros1/scheme.py": "by tests/app/connections/test_schemes.py",
    "app/config/preference_values.py": "values, by tests/app/ui/base/test_preferences.py",
    "app/ui/topics/topic_columns.py": "by tests/app/ui/topics/test_topics_panel.py, whose columns they are",
    "app/ui/drive/drive_figures.py": "by tests/app/ui/drive/test_panel_places.py, which sees where they are cut",
    "app/ui/widgets/changing_docks.py": "by tests/app/ui/widgets/test_docks.py, whose window it is",
    "app/ui/window/preference_rows.py": "by tests/app/ui/window/test_preferences_dialog.py, whose rows they are",
    "app/session/look_back.py": "by tests/app/session/test_deck.py, whose past it is",
    "app/model/addresses.py": "values, by tests/app/session/test_addresses.py",
    "app/ui/time_axis/panel.py": "by the tests of both its panels, tests/app/ui/time_axis/{plots,states}/test_panel.py",
}

# They read only what belongs to the program or the system.
OWN_FILES = {
    "app/drive/supervisor/watched_process.py",
    "app/program/guide.py",
    "app/program/installation.py",
    "app/program/licenses.py",
    "app/program/release_notes.py",
    "app/record/incidents.py",
    "app/ui/base/icon_drawing.py",
    "app/ui/base/memory.py",
    "app/version.py",
}


def _pins(lock: str) -> dict[str, str]:
    """The name and version of every pin; anything else in a lock fails the test that asks."""
    pins = {}
    for line in (ROOT / lock).read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        pin = PIN.fullmatch(re.sub(" +", " ", line))
        assert pin, f"{lock}: not a pin with hashes: {line[:80]!r}"
        pins[pin["name"]] = pin["version"]
    return pins


def _project() -> tuple[list[str], ...]:
    """What pyproject.toml asks for: to run, to develop, to build, to make packages."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    run = project["project"]["dependencies"]
    develop = run + project["project"]["optional-dependencies"]["dev"]
    return run, develop, project["build-system"]["requires"], project["dependency-groups"]["package"]


def _modules() -> list[str]:
    """Every module of ours that can hold logic, as a path from the root."""
    paths = [path for top in ("app", "protocols") for path in (ROOT / top).rglob("*.py")]
    return sorted(
        path.relative_to(ROOT).as_posix()
        for path in paths
        if path.name not in {"__init__.py", "__main__.py"} and not path.stem.endswith("_pb2")
    )


def _mirror(module: str) -> Path:
    path = Path(module)
    if path.parts[:2] == ("app", "wording"):
        # all catalogues of the program are tested by one file, those of the protocols by another
        path = Path("app/wording/catalogues.py")
    elif path.parts[0] == "protocols" and path.name == "wording.py":
        path = Path("protocols/wording.py")
    return ROOT / "tests" / path.parent / f"test_{path.name}"


@pytest.mark.parametrize("lock", LOCKS)
def test_lock_is_pins_with_hashes_and_names_no_registry(lock: str) -> None:
    assert _pins(lock)
    assert "://" not in (ROOT / lock).read_text(encoding="utf-8")


def test_locks_agree_on_every_version() -> None:
    everything = _pins("requirements-dev.txt")

    assert _pins("requirements.txt").items() <= everything.items()
    assert _pins("requirements-build.txt").items() <= everything.items()
    tools = _pins("requirements-package.txt")
    assert {name: tools[name] for name in tools.keys() & everything.keys()}.items() <= everything.items()


def test_locks_hold_what_the_project_asks_for() -> None:
    for lock, wanted in zip(LOCKS, _project(), strict=True):
        pins = _pins(lock)
        for requirement in map(Requirement, wanted):
            assert requirement.specifier.contains(pins[canonicalize_name(requirement.name)]), f"{lock}: {requirement}"


def test_packaging_is_no_package() -> None:
    """It would shadow the library of that name, which pytest and others import."""
    assert not list((ROOT / "packaging").rglob("__init__.py"))


@pytest.mark.parametrize(
    "script", ["run.sh", "test.sh", ".ci/run", ".ci/on_python", ".ci/second_try", "packaging/build.sh"]
)
def test_script_can_be_executed(script: str) -> None:
    assert os.access(ROOT / script, os.X_OK)


def test_no_file_holds_a_path_of_a_development_machine() -> None:
    found = []
    for path in tracked_files():
        data = path.read_bytes()
        if b"\0" in data:
            continue
        for number, line in enumerate(data.decode(errors="replace").splitlines(), 1):
            if MACHINE_PATH.search(line):
                found.append(f"{path.relative_to(ROOT)}:{number}")

    assert found == []


def _reads_a_file(node: ast.AST) -> bool:
    """Whether it is a call that reads a file of whatever length."""
    if not isinstance(node, ast.Call):
        return False
    called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
    modes = {word.value for word in node.args if isinstance(word, ast.Constant)}
    return called in {"read_text", "read_bytes"} or (called in {"open", "fdopen"} and bool(modes & {"r", "rb", "rt"}))


def test_what_a_user_names_is_read_by_the_one_function_that_has_a_limit() -> None:
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "app").rglob("*.py")
        if any(map(_reads_a_file, ast.walk(ast.parse(path.read_text(encoding="utf-8")))))
    }

    assert found == OWN_FILES | {"app/config/folders.py"}


def test_every_module_has_a_test_file_in_the_mirrored_place() -> None:
    missing = [module for module in _modules() if module not in UNMIRRORED and not _mirror(module).exists()]

    assert missing == []


def test_every_exemption_from_the_mirror_is_still_needed() -> None:
    assert [module for module in UNMIRRORED if not (ROOT / module).exists() or _mirror(module).exists()] == []


def test_every_part_of_the_program_but_the_window_is_kept_free_of_qt() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = {contract["name"]: contract for contract in project["tool"]["importlinter"]["contracts"]}
    parts = {
        f"app.{path.stem}"
        for path in (ROOT / "app").iterdir()
        if path.suffix == ".py" or (path.is_dir() and (path / "__init__.py").exists())
    }

    named = set(contracts["Qt only in app.ui and app.main"]["source_modules"])
    assert parts - named == {"app.__init__", "app.__main__", "app.main", "app.ui"}


def test_every_test_against_peers_is_in_a_step_of_the_whole_run() -> None:
    steps = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    patterns = re.findall(r"tests/peers/test_[\w*]+\.py", steps)
    left_out = [
        path.name
        for path in sorted((ROOT / "tests" / "peers").glob("test_*.py"))
        if not any(fnmatch.fnmatch(f"tests/peers/{path.name}", pattern) for pattern in patterns)
    ]
    assert left_out == []
