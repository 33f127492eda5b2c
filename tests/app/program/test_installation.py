"""The program on the disk, with files that a test replaces as package managers do."""

from __future__ import annotations

import ctypes
import json
import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from app.drive.process.piped_process import PipedProcess
from app.program import installation
from app.program.installation import (
    _ROBOTS,
    MAX_ERROR_LINE,
    MAX_LOG_BYTES,
    RUNNING_MUTEX,
    ProgramReplacedError,
    ReplacementWatch,
    RestartState,
    command_line,
    is_replaced,
    last_error_line,
    open_error_log,
    restart_program,
    start_process,
    take_restart_state,
)
from app.version import EXPECTED_VARIABLE, identity
from tests.fakes.waiting import eventually

ROOT = Path(__file__).parents[3]


@pytest.fixture
def executable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The program of a bundle, that this process began with."""
    file = tmp_path / "teledeck"
    file.write_bytes(b"first")
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setattr(sys, "executable", str(file))
    monkeypatch.setattr(installation, "_BEGAN_WITH", installation._began_with())
    return file


def renamed_over(file: Path) -> None:
    """As dpkg, rpm and pip do it."""
    new = file.with_suffix(".new")
    new.write_bytes(file.read_bytes() if file.exists() else b"first")
    new.rename(file)


def written_over(file: Path) -> None:
    """As copying does it: the same file with other content, here of the same size."""
    stat = file.stat()
    file.write_bytes(b"FIRST")
    os.utime(file, ns=(stat.st_atime_ns, stat.st_mtime_ns + 1))


def taken_away(file: Path) -> None:
    """As removing the package does it."""
    file.unlink()


def test_a_program_that_nobody_touched_is_not_replaced(executable: Path) -> None:
    executable.read_bytes()

    assert not is_replaced()


@pytest.mark.parametrize("replace", [renamed_over, written_over, taken_away])
def test_one_whose_files_are_others_is(executable: Path, replace: Any) -> None:
    replace(executable)

    assert is_replaced()


def test_a_disk_that_can_not_say_is_no_upgrade(executable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_: Path) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    assert executable.exists()
    monkeypatch.setattr(Path, "stat", fails)

    assert not is_replaced()


def test_where_programs_are_worked_on_nothing_is_an_upgrade() -> None:
    assert installation._watched_file() is None


def test_an_installed_package_is_watched_by_its_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = tmp_path / "site-packages" / "app"
    monkeypatch.setattr(installation, "package_folder", lambda: package)

    assert installation._watched_file() == package / "version.py"


def test_of_the_two_programs_on_windows_children_are_the_one_with_a_console(
    executable: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    windowed = executable.with_name("teledeckw.exe")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setattr(sys, "executable", str(windowed))
    assert command_line() == [str(windowed)]

    console = executable.with_name("teledeck.exe")
    console.touch()
    assert command_line() == [str(console)]
    assert command_line(with_window=True) == [str(windowed)]


def test_no_process_of_another_version_is_started(executable: Path, tmp_path: Path) -> None:
    renamed_over(executable)

    with pytest.raises(ProgramReplacedError, match="updated"):
        start_process(["demo"])
    with pytest.raises(OSError, match="updated"):
        PipedProcess(["drive"], {}, tmp_path / "log", lambda _: None, lambda _: None)


def test_a_folder_of_the_same_name_where_it_was_started_is_not_run_in_its_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "__main__.py").write_text("print('another program')", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    with start_process(["--version"]) as process:
        said, _ = process.communicate()

    assert said.startswith(b"teledeck ")


def test_a_process_is_told_which_version_it_has_to_be(executable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[dict[str, Any]] = []

    def popen(arguments: list[str], **options: Any) -> None:
        started.append({"arguments": arguments, **options})

    monkeypatch.setattr(subprocess, "Popen", popen)
    start_process(["drive", "-"], {"A": "b"})

    assert started[0]["arguments"] == [str(executable), "drive", "-"]
    assert started[0]["env"] == {**os.environ, "A": "b", EXPECTED_VARIABLE: identity()}


def test_on_windows_no_process_opens_a_console(executable: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    flags: list[int] = []
    monkeypatch.setattr(subprocess, "CREATE_NO_WINDOW", 0x08000000, raising=False)
    monkeypatch.setattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0x00000200, raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda _, creationflags, **__: flags.append(creationflags))
    monkeypatch.setattr(sys, "platform", "win32")
    assert executable.exists()

    start_process(["demo"])

    assert flags == [0x08000200]


@pytest.mark.parametrize(
    "arguments",
    [["drive", "-", "--watchdog"], ["drive", "ros1://127.0.0.1:9", "--supervised"], ["demo", "--serve", "--json"]],
)
def test_a_process_that_is_another_version_does_nothing_and_says_why(arguments: list[str]) -> None:
    environ = {**os.environ, EXPECTED_VARIABLE: "0.0.1 of long ago"}
    ended = subprocess.run(
        [sys.executable, "-m", "app", *arguments], env=environ, cwd=ROOT, input=b"", capture_output=True, check=False
    )

    # what no other start would mend
    assert (ended.returncode, ended.stdout) == (2, b"")
    assert b"updated" in ended.stderr


@pytest.mark.expects_log("Teledeck was updated")
async def test_a_watch_sees_an_upgrade_and_does_not_forget_it(executable: Path) -> None:
    watch = ReplacementWatch(interval_s=0.01)
    try:
        assert not watch.is_replaced
        renamed_over(executable)
        await eventually(lambda: watch.is_replaced)
    finally:
        watch.close()


@pytest.mark.parametrize(("system", "told"), [("linux", []), ("win32", [RUNNING_MUTEX])])
def test_the_installer_of_windows_is_told_that_it_runs(
    executable: Path, monkeypatch: pytest.MonkeyPatch, system: str, told: list[str]
) -> None:
    held: list[str] = []
    kernel = SimpleNamespace(CreateMutexW=lambda _, __, name: held.append(name))
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel), raising=False)
    monkeypatch.setattr(sys, "platform", system)
    assert executable.exists()
    watch = ReplacementWatch()
    watch.close()
    # before what it looks at is another's again
    watch._thread.join(5)

    assert held == told


async def test_a_watch_that_is_closed_looks_no_more(executable: Path) -> None:
    watch = ReplacementWatch(interval_s=0.01)
    watch.close()
    watch._thread.join(5)
    renamed_over(executable)

    assert not watch._thread.is_alive()
    assert not watch.is_replaced


ROBOTS = RestartState(("gazebo://a:11345", "galileo://b/x?token=secret"), demo=True)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """How programs were started."""
    started: list[dict[str, Any]] = []
    monkeypatch.setattr(subprocess, "Popen", lambda line, **options: started.append({"line": line, **options}))
    return started


def test_the_next_run_has_the_arguments_and_the_robots_of_this_one(
    started: list[dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["teledeck", "--frame-limit", "2"])
    restart_program(ROBOTS)
    assert started[0]["line"] == [sys.executable, "-P", "-m", "app", "--frame-limit", "2"]

    monkeypatch.setattr(os, "environ", dict(started[0]["env"]))
    assert take_restart_state() == ROBOTS
    # for it alone, and once
    assert take_restart_state() is None


def test_no_token_stands_on_a_command_line_or_is_written_down(started: list[dict[str, Any]]) -> None:
    restart_program(ROBOTS)

    assert "secret" not in " ".join(started[0]["line"])
    assert "secret" not in repr(ROBOTS)


@pytest.mark.parametrize(
    ("told", "meant"),
    [
        (None, None),
        ("", None),
        ("[1", None),
        ("[" * 100_000, None),
        ("null", None),
        ('["gazebo://a"]', None),
        ("{}", RestartState()),
        ('{"uris": "gazebo://a", "demo": 1}', RestartState()),
        ('{"uris": [1, "gazebo://a", null], "demo": true}', RestartState(("gazebo://a",), demo=True)),
    ],
)
def test_what_nobody_of_ours_has_said_begins_nothing(
    monkeypatch: pytest.MonkeyPatch, told: str | None, meant: RestartState | None
) -> None:
    monkeypatch.setattr(os, "environ", {} if told is None else {_ROBOTS: told})

    assert take_restart_state() == meant


def test_there_is_a_bound_for_robots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {_ROBOTS: json.dumps({"uris": ["gazebo://a"] * 100_000})})
    reopening = take_restart_state()

    assert reopening is not None
    assert len(reopening.uris) == 200


@given(told=st.text(st.characters(exclude_characters="\0", codec="utf-8")))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_no_text_is_a_fault(monkeypatch: pytest.MonkeyPatch, told: str) -> None:
    monkeypatch.setattr(os, "environ", {_ROBOTS: told})

    assert isinstance(take_restart_state(), RestartState | None)


def test_the_last_words_are_the_last_line_without_our_name(tmp_path: Path) -> None:
    log = tmp_path / "log"
    assert last_error_line(log) == ""

    log.write_text("Traceback …\nteledeck: this can't be driven. Use ros1://.\n\n", "utf-8")

    assert last_error_line(log) == "this can't be driven. Use ros1://."


@pytest.mark.parametrize("data", [b"", b"\n\n", b"\xff\xfe\n", b"x" * 10**6, b"teledeck: \n" * 10**5])
def test_whatever_a_process_wrote_is_short_and_can_be_shown(tmp_path: Path, data: bytes) -> None:
    log = tmp_path / "log"
    log.write_bytes(data)

    assert len(last_error_line(log)) <= MAX_ERROR_LINE


def test_a_log_goes_on_until_it_is_too_long_and_then_begins_anew(tmp_path: Path) -> None:
    log = tmp_path / "folder" / "log"
    for _ in range(2):
        with open_error_log(log) as file:
            file.write(b"words\n")
    assert log.read_bytes() == b"words\nwords\n"

    log.write_bytes(b"x" * (MAX_LOG_BYTES + 1))
    with open_error_log(log) as file:
        file.write(b"words\n")
    assert log.read_bytes() == b"words\n"


@pytest.mark.expects_log("can't be written")
def test_where_nothing_can_be_written_words_go_nowhere(tmp_path: Path) -> None:
    (tmp_path / "file").touch()

    with open_error_log(tmp_path / "file" / "log") as file:
        assert file.name == os.devnull
        file.write(b"words\n")
