"""`teledeck drive` as a command; what comes to the robot is tested with the drive process."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from app.cli.parser import parse
from app.drive.supervisor.drive_process import PROFILE_VARIABLE
from app.wording.drive import DriveWording
from tests.fakes.command import ROOT, Outcome
from tests.fakes.driven_robot import driven_robot
from tests.fakes.driving import driving
from tests.fakes.waiting import eventually


def test_the_options_are_understood() -> None:
    arguments = parse(["drive", "ros1://robot", "--topic", "/joy_vel", "--type", "geometry_msgs/TwistStamped"])

    assert (arguments.topic, arguments.type, arguments.supervised) == ("/joy_vel", "geometry_msgs/TwistStamped", False)


async def test_a_profile_that_is_not_there_is_wrong_usage(call: Callable[..., Awaitable[Outcome]]) -> None:
    outcome = await call("drive", "ros1://robot", "--profile", "no such robot")

    assert outcome.code == 2
    assert "no such robot" in outcome.err


async def test_a_profile_of_nonsense_is_wrong_usage(call: Callable[..., Awaitable[Outcome]], tmp_path: Path) -> None:
    path = tmp_path / "fast.teledeck-profile.json"
    path.write_text('{"limits": {"linear_m_s": 1000}}')

    outcome = await call("drive", "ros1://robot", "--profile", str(path))

    assert outcome.code == 2
    assert "linear_m_s" in outcome.err


async def test_a_window_gives_the_profile_by_a_variable(
    call: Callable[..., Awaitable[Outcome]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(PROFILE_VARIABLE, '{"limits": {"linear_m_s": 1000}}')

    outcome = await call("drive", "ros1://robot", "--supervised")

    assert outcome.code == 2
    assert "linear_m_s" in outcome.err


async def test_a_type_that_moves_nothing_is_wrong_usage(tmp_path: Path) -> None:
    async with (
        driven_robot("ros1") as robot,
        driving(robot.uri, tmp_path, "--type", "std_msgs/String") as drive,
    ):
        assert await drive.exit() == 2


async def test_the_profile_limits_what_is_driven_and_the_log_keeps_it(tmp_path: Path) -> None:
    path = tmp_path / "slow.teledeck-profile.json"
    path.write_text('{"name": "slow", "limits": {"linear_m_s": 0.1}, "linear_sign": -1}')
    async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, "--profile", str(path)) as drive:
        await drive.drive(robot, 0.5, reaches=-0.1)

        assert min(came.v for came in robot.commands) == pytest.approx(-0.1)
        assert await drive.end() == 0
    (log,) = (tmp_path / "teledeck" / "drive").glob("*.jsonl")
    text = log.read_text()
    assert '"began":"ros1://' in text
    assert '"v":0.1' in text
    assert '"stop":"exit"' in text


async def test_one_that_takes_the_place_of_a_stopped_one_begins_stopped(tmp_path: Path) -> None:
    async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, "--latched") as drive:
        await eventually(lambda: drive.state.get("subscribers"))

        assert drive.state["state"] == "stopped"
        await eventually(lambda: robot.commands)
        assert robot.commands[-1].is_zero
        assert await drive.end() == 0


def test_a_person_at_a_terminal_is_told_how_and_what_is(tmp_path: Path) -> None:
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "app", "drive", "ros1://127.0.0.1:9"],
        cwd=ROOT,
        stdin=inner,
        stdout=inner,
        stderr=subprocess.PIPE,
        env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
    )
    os.close(inner)
    shown, deadline = b"", time.monotonic() + 120
    try:
        while time.monotonic() < deadline:
            try:
                data = os.read(outer, 4096)
            except OSError:
                break
            shown += data
        _, complaint = process.communicate(timeout=60)
    finally:
        process.kill()
        process.wait()
        os.close(outer)

    assert DriveWording.DRIVING_BY().splitlines()[-1].encode() in shown
    assert b"disarmed" in shown
    assert process.returncode == 1
    assert b"teledeck: " in complaint
