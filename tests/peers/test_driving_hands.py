"""What comes to the robot, and when, when a pad or a terminal's keys drive it: real sockets, times taken at its end."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot, go_first
from tests.fakes.driving import ATTEMPTS, Driving, driving
from tests.fakes.promise import kept
from tests.fakes.terminal import FarEnd
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first, robot

__all__ = ("first", "robot")

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# what is promised
RELEASE_S, STOP_S, GONE_S = 0.1, 0.06, 0.15
AFTER_ZEROS_S = 0.5

PUSHED = {"axes": {"lefty": -1}, "buttons": {"leftshoulder": True}}
LET_GO = {"axes": {"lefty": 0}, "buttons": {"leftshoulder": False}}


@pytest.fixture
async def drive(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[Driving]:
    async with driving(robot.uri, tmp_path, "--virtual-pad") as drive:
        yield drive


async def _armed(drive: Driving) -> None:
    await eventually(lambda: drive.state.get("subscribers") and drive.state.get("link") == "good", "the robot")
    for value in (0.5, 0):
        drive.say(pad={"axes": {"leftx": value, "lefty": value}})
        await asyncio.sleep(0.1)
    for _ in range(5):
        for pressed in (True, False):
            drive.say(pad={"buttons": {"start": pressed}})
            await asyncio.sleep(0.1)
        with contextlib.suppress(AssertionError):
            await eventually(lambda: drive.state.get("state") == "armed", timeout_s=2)
            return
    pytest.fail(f"not armed: {drive.state}")


async def _driven(drive: Driving, robot: DrivenRobot) -> None:
    await _armed(drive)
    await _pushed(drive, robot)


async def _pushed(drive: Driving, robot: DrivenRobot) -> None:
    for _ in range(ATTEMPTS):
        drive.say(pad=PUSHED)
        with contextlib.suppress(AssertionError):
            await eventually(lambda: robot.commands and robot.commands[-1].v == pytest.approx(0.3), timeout_s=3)
            return
        # what comes while the machine stands still is thrown away, and whoever holds has to let go
        drive.say(pad=LET_GO)
        await _armed(drive)
    pytest.fail(f"no motion: {drive.state}")


async def _stands_after(robot: DrivenRobot, moment: float, limit_s: float) -> None:
    took_s = await robot.zero_after(moment)
    await asyncio.sleep(AFTER_ZEROS_S)
    assert all(command.is_zero for command in robot.from_zero(moment))
    kept(took_s, limit_s)


@pytest.mark.parametrize(
    "fault", [{"buttons": {"leftshoulder": False}}, {"axes": {"lefty": 0}}], ids=["button", "stick"]
)
async def test_letting_go_of_the_pad_stops_and_stays_armed_and_moves_again_after_neutral(
    robot: DrivenRobot, drive: Driving, fault: dict[str, Any]
) -> None:
    await _driven(drive, robot)
    await _stands_after(robot, drive.say(pad=fault), RELEASE_S)
    assert drive.state["state"] == "armed"
    drive.say(pad=LET_GO)
    await asyncio.sleep(0.2)

    await _pushed(drive, robot)


async def test_pulling_the_pad_out_stops_and_disarms(robot: DrivenRobot, drive: Driving) -> None:
    await _driven(drive, robot)
    await _stands_after(robot, drive.say(pad={"plugged": False}), GONE_S)

    # on Galileo the proof of a stop takes seconds
    await drive.reach("disarmed")
    assert drive.reason() == "pad_gone"
    assert drive.state["pads"] == []
    drive.say(pad={"plugged": True})
    await asyncio.sleep(0.1)
    begun = drive.say(pad=PUSHED)
    await asyncio.sleep(AFTER_ZEROS_S)
    assert all(command.is_zero for command in robot.since(begun))


async def test_stop_on_the_pad_stops_and_is_latched(robot: DrivenRobot, drive: Driving) -> None:
    await _driven(drive, robot)
    await _stands_after(robot, drive.say(pad={"buttons": {"b": True}}), STOP_S)

    assert drive.state["state"] == "stopped"


async def test_the_pads_and_their_axes_are_told(tmp_path: Path) -> None:
    async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, "--virtual-pad") as drive:
        await eventually(lambda: drive.state.get("pads"))
        drive.feed(lambda: {"pad": {"axes": {"lefty": -1}}})
        await eventually(lambda: drive.state["pads"][0]["axes"]["lefty"] == -1.0)

        assert drive.state["pads"][0]["drives"]
        assert drive.state["pads"][0]["axes"]["leftx"] is None
        assert await drive.end() == 0


async def test_without_a_virtual_pad_a_line_for_one_is_a_fault(tmp_path: Path) -> None:
    async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path) as drive:
        await drive.drive(robot)
        drive.say(pad={"plugged": False})
        await eventually(lambda: drive.reason() == "bad_line")


# the keys of a terminal


class Typing:
    """`teledeck drive --keyboard` on the far end's terminal."""

    def __init__(self, far_end: FarEnd, process: subprocess.Popen[bytes]) -> None:
        self.far_end = far_end
        self.process = process

    def press(self, data: bytes) -> float:
        self.far_end.type(data)
        return clock()

    async def shows(self, words: bytes) -> None:
        await eventually(lambda: words in self.far_end.seen, f"{words!r} in {self.far_end.seen[-2000:]!r}")

    async def driven(self, robot: DrivenRobot) -> None:
        await self.shows(b"tells when a key is let go of")
        await self.shows(b"link good")
        for _ in range(5):
            self.press(b"\x1b[13;1:1u\x1b[13;1:3u")
            with contextlib.suppress(AssertionError):
                await eventually(lambda: b"ARMED" in self.far_end.seen, timeout_s=2)
                break
        for _ in range(10):
            self.press(b"\x1b[119;1:3u\x1b[119;1:1u")
            with contextlib.suppress(AssertionError):
                await eventually(lambda: robot.commands and robot.commands[-1].v == pytest.approx(0.3), timeout_s=3)
                return
        pytest.fail(f"not driven: {self.far_end.seen[-2000:]!r}")


@pytest.fixture
async def ros_robot() -> AsyncIterator[DrivenRobot]:
    async with driven_robot("ros1") as robot:
        yield robot


@pytest.fixture
def typing(ros_robot: DrivenRobot, tmp_path: Path) -> Iterator[Typing]:
    far_end = FarEnd()
    home = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path)}
    # the leader of a session takes the first terminal that it opens for its own
    program = "import os, sys; os.open(sys.argv.pop(1), os.O_RDWR); from app.__main__ import main; sys.exit(main())"
    process = subprocess.Popen(
        [sys.executable, "-c", program, far_end.path, "drive", ros_robot.uri, "--keyboard"],
        cwd=ROOT,
        env={name: value for name, value in os.environ.items() if not name.startswith(("GAZEBO", "QT_"))} | home,
        stdin=far_end.near,
        stdout=far_end.near,
        stderr=far_end.near,
        start_new_session=True,
        preexec_fn=go_first,  # noqa: PLW1509 - no thread of this process takes a lock that it needs
    )
    yield Typing(far_end, process)
    process.kill()
    process.wait()
    far_end.close()


async def test_a_key_up_stops_the_robot(ros_robot: DrivenRobot, typing: Typing) -> None:
    await typing.driven(ros_robot)
    await _stands_after(ros_robot, typing.press(b"\x1b[119;1:3u"), RELEASE_S)


async def test_space_stops_the_robot_and_is_latched(ros_robot: DrivenRobot, typing: Typing) -> None:
    await typing.driven(ros_robot)
    await _stands_after(ros_robot, typing.press(b"\x1b[32;1:1u"), STOP_S)
    await typing.shows(b"STOP | +0.00 m/s")


@pytest.mark.parametrize("end", [b"\x1b[99;5u", signal.SIGTERM], ids=["ctrl-c", "SIGTERM"])
async def test_the_end_stops_the_robot_and_gives_the_terminal_back(
    ros_robot: DrivenRobot, typing: Typing, end: bytes | signal.Signals
) -> None:
    await typing.driven(ros_robot)
    begun = clock()
    if isinstance(end, bytes):
        typing.press(end)
    else:
        typing.process.send_signal(end)
    await _stands_after(ros_robot, begun, 0.25)
    await eventually(lambda: typing.process.poll() is not None)

    assert typing.process.returncode == 0
    await eventually(typing.far_end.is_as_found)


async def test_a_terminal_that_no_longer_answers_stops_the_robot(ros_robot: DrivenRobot, typing: Typing) -> None:
    """Its network is gone, and the key-up with it."""
    await typing.driven(ros_robot)
    typing.far_end.pause()

    await _stands_after(ros_robot, clock(), 0.4)


async def test_a_keyboard_without_a_terminal_is_wrong_usage(tmp_path: Path) -> None:
    async with driven_robot("ros1") as robot:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "app", "drive", robot.uri, "--keyboard"),
            cwd=ROOT,
            env=os.environ | {"XDG_STATE_HOME": str(tmp_path)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        _, complaint = await process.communicate()

    assert process.returncode == 2
    assert b"there is no terminal to read keys from" in complaint
