"""`teledeck selftest`: its lines, its exit code, its end; the last ones really, as a user runs it."""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from app.cli.selftest.command import CHECKS, SelftestProgress, run
from app.cli.selftest.demo_bench import DemoBench
from app.cli.stopping import Stopped
from app.demo.demo_process import DEMO_SCHEMES
from app.demo.serve import DemoOptions, DemoServer
from app.model.doctor import DoctorCheck
from app.program.check import Check, CheckFailed, CheckSkipped
from app.wording.commands import CommandWording
from app.wording.selftest import SelftestWording
from tests.fakes.command import ROOT, Command, run_command
from tests.fakes.waiting import eventually


def test_names_are_as_scripts_know_them_and_each_its_own() -> None:
    names = [check.name for check in CHECKS]

    assert names == list(dict.fromkeys(names))
    assert {"versions", "folders", "demo robot", "read ros1", "drive ros1", "pictures"} <= set(names)


def test_what_is_the_users_is_looked_at_before_the_demo_robot_puts_it_aside() -> None:
    names = [check.name for check in CHECKS]

    for check in ("folders", "host name", "key store"):
        assert names.index(check) < names.index("demo robot")


async def test_every_protocol_of_the_demo_robot_is_read_and_driven() -> None:
    demo = DemoServer(DemoOptions())
    await demo.start()
    served = set(demo.uris)
    await demo.close()

    assert served == set(DEMO_SCHEMES)
    names = {check.name for check in CHECKS}
    assert {f"{verb} {scheme}" for verb in ("read", "drive") for scheme in DEMO_SCHEMES} <= names


ARGUMENTS = argparse.Namespace(json=False, gui=False)


async def well(_bench: DemoBench) -> str:
    return "it is well"


async def broken(_bench: DemoBench) -> str:
    raise CheckFailed("it is broken", "Mend it.")


async def absent(_bench: DemoBench) -> str:
    raise CheckSkipped("it is not there")


async def stopped(_bench: DemoBench) -> str:
    signal.raise_signal(signal.SIGINT)
    return "never"


def test_all_well_is_zero_with_a_line_for_each(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(ARGUMENTS, (Check("one", well), Check("two", absent))) == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "ok    one:            It is well."
    assert lines[1] == "?     two:            It is not there."
    assert lines[2] == SelftestWording.WELL_BUT_MARKED(checks=2, marked=1, took_s=0.0)


def test_a_fault_is_one_with_its_tip_and_the_others_are_done(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(ARGUMENTS, (Check("one", broken), Check("two", well))) == 1

    lines = capsys.readouterr().out.splitlines()
    assert lines[:2] == ["FAULT one:            It is broken.", "                      Mend it."]
    assert lines[2].startswith("ok")
    assert lines[3] == SelftestWording.FAULTS(faults=1, checks=2, took_s=0.0)


def test_for_programs_each_is_a_line_of_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(argparse.Namespace(json=True, gui=False), (Check("one", broken), Check("two", absent))) == 1

    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [set(line) for line in lines] == [{"check", "ok", "text", "tip", "duration_s", "said"}] * 2
    assert [line["ok"] for line in lines] == [False, None]


def test_ctrl_c_ends_it_in_order(capsys: pytest.CaptureFixture[str]) -> None:
    handler = signal.getsignal(signal.SIGINT)

    with pytest.raises(Stopped):
        run(ARGUMENTS, (Check("one", stopped), Check("two", well)))

    assert "two" not in capsys.readouterr().out
    assert signal.getsignal(signal.SIGINT) is handler


def test_at_a_terminal_what_runs_is_shown_and_taken_away(capsys: pytest.CaptureFixture[str]) -> None:
    progress = SelftestProgress(as_json=False, shows=True)
    progress.begin_check("one")
    shown = capsys.readouterr().out
    progress.end_check(DoctorCheck("one", True, "it is well"))

    assert shown.endswith("one")
    assert capsys.readouterr().out == f"\r{' ' * len(shown)}\rok    one:            It is well.\n"


def test_without_a_window_qt_is_not_loaded() -> None:
    code = "import sys; from app.cli.selftest import command; sys.exit('PySide6' in sys.modules)"

    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


async def test_the_whole_of_it_finds_a_working_installation_well(tmp_path: Path) -> None:
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": "", "XDG_STATE_HOME": "", "TMPDIR": str(tmp_path)}
    command = await Command.start(
        "selftest", "--json", "--gui", environ=home | {"QT_QPA_PLATFORM": "offscreen", "ROS_IP": "127.0.0.1"}
    )
    assert command.process.stdout is not None
    lines = [json.loads(line) async for line in command.process.stdout]
    outcome = await command.end()

    assert [line for line in lines if line["ok"] is False] == []
    assert outcome.code == 0
    names = [line["check"] for line in lines]
    assert names[: len(CHECKS)] == [check.name for check in CHECKS]
    assert names[len(CHECKS) :] == [
        "screen",
        "fonts",
        "languages",
        "icons",
        "image files",
        "topic list",
        "views",
        "analysis",
        "window",
    ]
    # of fontconfig and the like
    assert _names_in(tmp_path) <= {".cache"}


async def test_stopped_in_the_middle_it_leaves_no_process(tmp_path: Path) -> None:
    command = await Command.start("selftest", environ={"TMPDIR": str(tmp_path)})
    while "read gazebo:" not in (line := await command.line()):
        assert line
    own = _children(command.process.pid)
    assert own

    outcome = await command.end(signal.SIGINT)

    assert outcome.code == 1
    assert CommandWording.STOPPED() in outcome.err
    assert not any(map(_runs, own))
    assert _names_in(tmp_path) == set()


async def test_killed_it_leaves_no_process_either(tmp_path: Path) -> None:
    command = await Command.start("selftest", environ={"TMPDIR": str(tmp_path)})
    while "drive gazebo:" not in (line := await command.line()):
        assert line
    own = _children(command.process.pid)
    assert own

    await command.end(signal.SIGKILL)

    await eventually(lambda: not any(map(_runs, own)), f"the end of {own}")


async def test_wrong_usage_is_told() -> None:
    assert (await run_command("selftest", "ros1://robot")).code == 2


def _children(pid: int) -> list[int]:
    """Those of a process, and theirs."""
    found = [
        int(number)
        for task in Path(f"/proc/{pid}/task").iterdir()
        for number in (task / "children").read_text().split()
    ]
    return found + [below for child in found for below in _children(child)]


def _runs(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def _names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}
