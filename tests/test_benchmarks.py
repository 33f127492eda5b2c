"""What the benchmarks need: said before any begins, and nothing else is needed."""

from __future__ import annotations

import ast
import functools
import importlib
import importlib.metadata
import re
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest
from packaging.utils import canonicalize_name

from tests.benchmarks import __main__ as benchmarks
from tests.benchmarks.common import BENCHMARKS, COMPILER, FROZEN, Need

ROOT = Path(__file__).parent.parent
OURS = ("app", "protocols", "protos", "tests")
GONE = Need("no-such-program", "something that nobody has")


def _module_file(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    return next((file for file in (path.with_suffix(".py"), path / "__init__.py") if file.exists()), None)


@functools.cache
def _imports(file: Path) -> frozenset[str]:
    """What a file imports, early or late, and the modules of tests that it names to start them."""
    return frozenset(_found_imports(file))


def _found_imports(file: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (str(node.module), *(f"{node.module}.{alias.name}" for alias in node.names))
        elif isinstance(node, ast.Constant) and re.fullmatch(r"tests(\.\w+)+", str(node.value)):
            yield str(node.value)


def _reached(benchmark: str) -> set[str]:
    """All modules that a benchmark may load, except those that only others of ours would."""
    reached: set[str] = set()
    waiting = [f"tests.benchmarks.{benchmark}"]
    while waiting:
        module = waiting.pop()
        file = _module_file(module) if module.partition(".")[0] in OURS else None
        if module not in reached:
            reached.add(module)
            waiting += _imports(file) if file is not None else ()
    return reached


@functools.cache
def _providers() -> Mapping[str, list[str]]:
    """The packages that bring a top-level module."""
    return importlib.metadata.packages_distributions()


def _packages_to_run() -> set[str]:
    lines = (ROOT / "requirements.txt").read_text(encoding="utf-8").splitlines()
    return {canonicalize_name(line.partition("==")[0]) for line in lines if re.match(r"\w.*==", line)}


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_what_a_benchmark_loads_is_there_to_run_the_program_or_declared(benchmark: str) -> None:
    reached = _reached(benchmark)
    providers = _providers()
    to_run = _packages_to_run()
    foreign = {module.partition(".")[0] for module in reached} - {*OURS, *sys.stdlib_module_names}
    needed = {top for top in foreign if not {canonicalize_name(name) for name in providers[top]} & to_run}
    if "tests.benchmarks.common.compile_c" in reached:
        needed.add(COMPILER.name)
    if "tests.benchmarks.common.FROZEN" in reached:
        needed.add(FROZEN.name)

    assert needed == {need.name for need in BENCHMARKS[benchmark]}


def test_every_benchmark_is_a_module_that_runs() -> None:
    for name in BENCHMARKS:
        file = _module_file(f"tests.benchmarks.{name}")
        assert file is not None
        assert "\ndef run() -> list[Section]:" in file.read_text(encoding="utf-8")


def test_all_that_is_missing_is_said_before_anything_begins(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(benchmarks, "BENCHMARKS", {"start": (), "tree": (GONE,), "views": (GONE,)})
    monkeypatch.setattr(importlib, "import_module", lambda name: pytest.fail(f"{name} began"))
    monkeypatch.setattr(sys, "argv", ["benchmarks"])

    assert benchmarks.main() == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err == f"tree needs {GONE.words}\nviews needs {GONE.words}\n"


def test_a_need_is_met_by_a_program_or_a_package(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert Need("pytest", "").met
    assert not COMPILER.met

    (tmp_path / "cc").touch(0o755)
    assert COMPILER.met
