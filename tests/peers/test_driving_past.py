"""What comes to the robot where views have shown the past: a sample of each kind of fault, real sockets and processes.

Nobody is armed in the past, held or playing. So each of these arms from it, which takes two acts, asks for it again in
the moment of the fault, which is refused, and has what is promised anywhere else. Most on ROS 1 alone, as what differs
is on this side.
"""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from tests.fakes.drive_window import DriveWindow, drive_window
from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first

__all__ = ("first",)

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# what is promised
RELEASE_S, STOP_S, FAULT_S, KILLED_S, SILENT_S = 0.1, 0.06, 0.25, 0.3, 0.6
AFTER_ZEROS_S = 0.5
# now is shown for so long before anything is armed
LIVE_S = 1.0


@pytest.fixture
async def robot(request: pytest.FixtureRequest) -> AsyncIterator[DrivenRobot]:
    async with driven_robot(getattr(request, "param", "ros1")) as robot:
        yield robot


@pytest.fixture
async def window(request: pytest.FixtureRequest, robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[DriveWindow]:
    """A window that shows the past, held or playing, of a robot that is ready."""
    async with drive_window(robot.uri, tmp_path) as window:
        await window.look_back(request.param)
        yield window


def _kill(window: DriveWindow, robot: DrivenRobot) -> None:
    del robot
    os.kill(window.pid, signal.SIGKILL)


def _freeze(window: DriveWindow, robot: DrivenRobot) -> None:
    del robot
    os.kill(window.pid, signal.SIGSTOP)


FAULTS: dict[str, tuple[Callable[[DriveWindow, DrivenRobot], object], float]] = {
    "released": (lambda window, _: window.do("release"), RELEASE_S),
    "STOP": (lambda window, _: window.do("stop"), STOP_S),
    "the drive process is killed": (_kill, KILLED_S),
    "the drive process is frozen": (_freeze, SILENT_S),
    "the window is killed": (lambda window, _: window.process.kill(), FAULT_S),
    "the window stands still": (lambda window, _: window.do("0.5"), FAULT_S),
    "the robot hangs": (lambda _, robot: robot.send_signal(signal.SIGSTOP), SILENT_S),
}
# of each kind, by the hands, of a process, of the window, and of the robot, one in either
HELD = ("released", "the drive process is killed", "the window stands still", "the robot hangs")
PLAYING = ("STOP", "the drive process is frozen", "the window is killed", "the robot hangs")


@pytest.mark.parametrize(
    ("robot", "window", "fault"),
    [
        *(("ros1", "past", fault) for fault in HELD),
        *(("ros1", "play", fault) for fault in PLAYING),
        ("gazebo", "play", "STOP"),
        ("gazebo", "past", "the drive process is killed"),
        ("nrp+json", "past", "released"),
        ("nrp+json", "play", "the window is killed"),
    ],
    indirect=["robot", "window"],
)
async def test_a_robot_that_was_armed_from_the_past_stands_in_time(
    robot: DrivenRobot, window: DriveWindow, fault: str
) -> None:
    happens, within_s = FAULTS[fault]
    window.do("arm")
    await eventually(lambda: window.state["shows"] == "now", "now")
    assert window.state["stage"] == "disarmed"
    await window.drive(robot)

    refused = window.state["refused"]
    window.do("past")
    moment = clock()
    happens(window, robot)

    if fault == "the robot hangs":
        # it reads when it goes on, and is told nothing but to stand
        # how long it is stopping before it is disarmed is a matter of its socket
        await eventually(lambda: window.state["stage"] != "armed", f"a stop, not {window.state}")
        kept(clock() - moment, within_s)
        robot.send_signal(signal.SIGCONT)
    else:
        kept(await robot.zero_after(moment), within_s)
    await asyncio.sleep(AFTER_ZEROS_S)
    assert [came for came in robot.from_zero(moment) if not came.is_zero] == []
    if fault != "the window is killed":
        assert window.state["shows"] == "now"
    if fault == "released":
        assert window.state["refused"] > refused


@pytest.mark.parametrize("window", ["play"], indirect=True)
async def test_arm_returns_to_now_and_arms_a_second_later_and_no_sooner(
    robot: DrivenRobot, window: DriveWindow
) -> None:
    window.do("arm")
    await eventually(lambda: window.state["shows"] == "now", "now")
    began = clock()
    while window.state["stage"] != "armed":
        window.do("arm")
        await asyncio.sleep(0.02)
        assert clock() - began < 10, window.state

    assert clock() - began >= LIVE_S
    assert robot.commands == []


@pytest.mark.parametrize("window", ["past"], indirect=True)
async def test_stop_is_latched_at_once_and_now_is_shown(window: DriveWindow) -> None:
    moment = window.do("stop")
    await window.reach("stopped")
    kept(clock() - moment, FAULT_S)
    await eventually(lambda: window.state["shows"] == "now", "now")


@pytest.mark.parametrize("window", ["play"], indirect=True)
async def test_a_drive_process_that_is_started_anew_arms_nothing_and_the_past_stays(
    robot: DrivenRobot, window: DriveWindow
) -> None:
    pid = window.pid
    os.kill(pid, signal.SIGKILL)
    await eventually(lambda: window.state["pid"] not in {0, pid} and window.state["stage"] == "disarmed")
    await eventually(lambda: window.state["ready"] and window.state["link"] == "GOOD", f"ready, not {window.state}")
    assert window.state["shows"] != "now"

    window.do("hold")
    await eventually(lambda: window.state["shows"] == "now", "now")
    await asyncio.sleep(0.2)
    assert robot.commands == []
