from __future__ import annotations

import ctypes
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.program.startup import allow_open_files, show_message_box, show_notice, start_log_path
from tests.fakes.command import ROOT

TELL = [
    sys.executable,
    "-c",
    "from app.program.startup import show_notice; show_notice('it can not be', 'More of it.')",
]
TOLD = "teledeck: it can not be\nMore of it.\n"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    return tmp_path


@pytest.fixture
def boxes(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Any, ...]]:
    """The boxes that Windows shows."""
    boxes: list[tuple[Any, ...]] = []
    windows = SimpleNamespace(user32=SimpleNamespace(MessageBoxW=lambda *told: boxes.append(told)))
    monkeypatch.setattr(ctypes, "windll", windows, raising=False)
    monkeypatch.setattr(sys, "platform", "win32")
    return boxes


def test_it_is_said_on_standard_error_where_somebody_reads_that() -> None:
    done = subprocess.run(TELL, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stderr == TOLD
    assert not start_log_path().exists()


def test_where_nobody_reads_that_as_on_a_desktop_it_stands_in_a_file_too() -> None:
    subprocess.run(TELL, cwd=ROOT, stderr=subprocess.DEVNULL, check=True)

    assert start_log_path().read_text("utf-8") == TOLD


def test_a_file_that_can_not_be_written_is_no_fault(home: Path) -> None:
    (home / "teledeck").touch()

    done = subprocess.run(TELL, cwd=ROOT, stderr=subprocess.DEVNULL, stdout=subprocess.PIPE, check=False)

    assert (done.returncode, done.stdout) == (0, b"")
    assert not start_log_path().exists()


def test_the_windowed_program_of_windows_has_a_box(
    monkeypatch: pytest.MonkeyPatch, boxes: list[tuple[Any, ...]]
) -> None:
    monkeypatch.setattr(sys, "stderr", None)
    show_notice("it can not be", "More of it.")

    assert boxes == [(None, "It can not be\n\nMore of it.", "Teledeck", 0x10)]
    assert start_log_path().read_text("utf-8") == TOLD


def test_one_with_a_console_has_none(boxes: list[tuple[Any, ...]], capsys: pytest.CaptureFixture[str]) -> None:
    show_notice("it can not be")

    assert boxes == []
    assert capsys.readouterr().err == "teledeck: it can not be\n"


def test_other_systems_have_no_boxes(monkeypatch: pytest.MonkeyPatch, boxes: list[tuple[Any, ...]]) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    show_message_box("Nothing.")

    assert boxes == []


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["--nonsense"]])
def test_without_any_stream_no_command_line_is_a_fault(arguments: list[str], home: Path) -> None:
    code = "import sys; sys.stdout = sys.stderr = None; from app.__main__ import main; sys.exit(main(sys.argv[1:]))"
    environ = {**os.environ, "XDG_STATE_HOME": str(home)}
    done = subprocess.run([sys.executable, "-c", code, *arguments], cwd=ROOT, env=environ, check=False)

    assert done.returncode == (2 if arguments == ["--nonsense"] else 0)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such limit")
@pytest.mark.parametrize(("soft", "hard", "allowed"), [(64, 512, 512), (64, 8192, 4096), (64, 64, 64)])
def test_as_many_files_may_be_open_as_the_system_allows_within_reason(soft: int, hard: int, allowed: int) -> None:
    code = (
        f"import resource as r; r.setrlimit(r.RLIMIT_NOFILE, ({soft}, {hard}));"
        "from app.program.startup import allow_open_files as a; print(a(), a(), r.getrlimit(r.RLIMIT_NOFILE)[0])"
    )
    told = subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    assert told.split() == [str(allowed)] * 3


def test_where_there_is_no_such_limit_it_is_within_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resource", None)
    assert allow_open_files() >= 1000
