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

from app.config.profile import PadMapping, Profile, format_profile
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


async def _armed(drive: Driving, *axes: str) -> None:
    """Try the axes that drive, those of the first profile unless others are named, and arm.

    Once more where that was thrown away, as it is on a machine that stood still.
    """
    await eventually(lambda: drive.state.get("subscribers") and drive.state.get("link") == "good", "the robot")
    tried = axes or ("leftx", "lefty")
    for _ in range(5):
        for value in (0.5, 0):
            drive.say(pad={"axes": dict.fromkeys(tried, value)})
            await asyncio.sleep(0.1)
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


async def test_turbo_keeps_to_the_limits_and_ends_with_the_pad(robot: DrivenRobot, drive: Driving) -> None:
    await _driven(drive, robot)
    drive.say(speed=0.5)
    await eventually(lambda: robot.commands[-1].v == pytest.approx(0.15))
    drive.say(pad={"buttons": {"rightshoulder": True}})
    await eventually(lambda: robot.commands[-1].v == pytest.approx(0.3))

    await _stands_after(robot, drive.say(pad={"plugged": False}), GONE_S)
    assert max(came.v for came in robot.commands) <= 0.3 + 1e-6


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
        await self.shows(b"reports when you release a key")
        await self.shows(b"link good")
        for _ in range(5):
            self.press(b"\x1b[13;1:1u\x1b[13;1:3u")
            with contextlib.suppress(AssertionError):
                await eventually(lambda: b"ARMED" in self.far_end.seen, timeout_s=2)
                break
        # with the share of the limits that the usual profile begins with
        for _ in range(10):
            self.press(b"\x1b[119;1:3u\x1b[119;1:1u")
            with contextlib.suppress(AssertionError):
                await eventually(lambda: robot.commands and robot.commands[-1].v == pytest.approx(0.15), timeout_s=3)
                return
        pytest.fail(f"not driven: {self.far_end.seen[-2000:]!r}")


@pytest.fixture
async def ros_robot() -> AsyncIterator[DrivenRobot]:
    async with driven_robot("ros1") as robot:
        yield robot


def _profile(folder: Path, profile: Profile) -> str:
    file = folder / "tried.teledeck-profile.json"
    file.write_bytes(format_profile(profile))
    return str(file)


async def test_the_sticks_drive_as_the_profile_assigns_them(ros_robot: DrivenRobot, tmp_path: Path) -> None:
    car = _profile(tmp_path, Profile("car", pad=PadMapping(turn="rightx", forward_inverted=False)))
    async with driving(ros_robot.uri, tmp_path, "--virtual-pad", "--profile", car) as drive:
        await eventually(lambda: drive.state.get("pads"), "the pad")
        await _armed(drive, "lefty", "rightx")
        # pulled, for the stick is the other way round, and to the right; the other axis turns nothing any more
        axes = {"lefty": 1, "rightx": 1, "leftx": -1}
        drive.say(pad={"axes": axes, "buttons": {"leftshoulder": True}})
        await eventually(lambda: ros_robot.commands and ros_robot.commands[-1].v == pytest.approx(0.3))
        assert ros_robot.commands[-1].w == pytest.approx(-0.8)

        let_go = {"axes": dict.fromkeys(axes, 0), "buttons": {"leftshoulder": False}}
        await _stands_after(ros_robot, drive.say(pad=let_go), RELEASE_S)
        assert drive.state["state"] == "armed"


async def test_who_does_not_drive_is_disarmed_after_the_idle_time_of_the_profile(
    ros_robot: DrivenRobot, tmp_path: Path
) -> None:
    async with driving(
        ros_robot.uri, tmp_path, "--virtual-pad", "--profile", _profile(tmp_path, Profile("soon", idle_s=5.0))
    ) as drive:
        await _driven(drive, ros_robot)
        moment = drive.say(pad=LET_GO)
        await eventually(lambda: drive.state["v"] == 0.0)
        # to feel a pattern is nothing that drives
        drive.say(rumble="double")
        await eventually(lambda: "idle_left_s" in drive.state, "that it is told")
        assert drive.state["state"] == "armed"
        assert 0.0 < drive.state["idle_left_s"] <= 2.5

        await drive.reach("disarmed")
        assert drive.reason() == "idle"
        assert 4.9 < drive.state["t"] - moment < 5.5
        assert "idle_left_s" not in drive.state


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
    assert b"terminal" in complaint
