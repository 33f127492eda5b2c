"""Free axes beside a base, with a real roscore and rospy nodes that listen: what comes to each, and when."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import json
import signal
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.broken_links import reset_links
from tests.fakes.driving import Driving, driving
from tests.fakes.ports import free_port
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first_alone
from tests.peers.ros1_server import Node, Ros1

__all__ = ("first_alone",)

pytestmark = pytest.mark.timeout(240)

TWIST, NUMBER = "geometry_msgs/Twist", "std_msgs/Float64"
_numbers = itertools.count()
# as in test_driving_ros1
READ_S = 0.1
REDIAL_S = 1.0
KILLED_S = 0.3
# of a command that stays
REPEAT_S = 0.05
UP, STANDS = 0.4, 0.0
RISES, LEVEL = 1.5, 0.5


@dataclass(frozen=True)
class Axis:
    """A listener to one number, and what it heard: when, and how much."""

    node: Node
    at: int
    stands: float
    heard: list[tuple[float, float]]

    def look(self) -> list[tuple[float, float]]:
        for line in self.node.all_lines():
            message = json.loads(line)
            data = bytes.fromhex(message["hex"])
            value = struct.unpack(f"<{len(data) // 8}d", data)[self.at]
            self.heard.append((message["received_ns"] / 1e9, value))
        return self.heard

    def since(self, moment: float) -> list[tuple[float, float]]:
        return [one for one in self.look() if one[0] > moment]

    async def stands_after(self, moment: float, limit_s: float) -> int:
        """It stands in time, and does from then on; how often it was told so."""
        await eventually(lambda: any(value == self.stands for _, value in self.since(moment)), "an axis that stands")
        await asyncio.sleep(0.5)
        still = list(itertools.dropwhile(lambda one: one[1] != self.stands, self.since(moment)))
        assert {value for _, value in still} == {self.stands}
        kept(still[0][0] - moment, limit_s + READ_S)
        return len(still)


@dataclass(frozen=True)
class Robot:
    """A base with an axis in its own messages, and a lift with a topic of its own."""

    topic: str
    base: Axis
    lift: Axis
    profile: Path

    @property
    def all(self) -> tuple[Axis, Axis]:
        return self.base, self.lift


@pytest.fixture
def robot(ros1: Ros1, tmp_path: Path) -> Robot:
    name = f"/axes_{next(_numbers)}"
    topic, lift = f"{name}/cmd_vel", f"{name}/lift"
    axes = [
        {"name": "lift", "topic": lift, "least": -0.2, "most": UP, "rate_s": 2.0},
        {"name": "rise", "field": "linear.z", "least": 0.0, "most": RISES, "neutral": LEVEL, "rate_s": 5.0},
    ]
    profile = tmp_path / "lifting.teledeck-profile.json"
    pad = {"free": [{"axis": "righty"}, {"more": "dpright", "less": "dpleft"}]}
    profile.write_text(json.dumps({"name": "lifting", "axes": axes, "pad": pad, "pace": {"share": 1.0}}))
    return Robot(
        topic,
        Axis(ros1.listener("rospy", topic, TWIST), 2, LEVEL, []),
        Axis(ros1.listener("rospy", lift, NUMBER), 0, STANDS, []),
        profile,
    )


@asynccontextmanager
async def driving_it(ros1: Ros1, home: Path, robot: Robot, *more: str) -> AsyncIterator[Driving]:
    async with driving(ros1.uri, home, "--topic", robot.topic, "--profile", str(robot.profile), *more) as drive:
        yield drive


async def move(drive: Driving, robot: Robot) -> None:
    await drive.hold_until(
        lambda: [axis.look()[-1][1] if axis.look() else None for axis in robot.all] == [RISES, UP],
        lambda: {"free": [1, 1], "hold": True},
    )


async def test_they_move_only_while_they_are_held(ros1: Ros1, robot: Robot, tmp_path: Path) -> None:
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        # the lift was not there at once
        assert len({value for _, value in robot.lift.look()}) > 1
        drive.feed(None)
        moment = time.time()
        drive.say(free=[0, 0], hold=False)

        assert [await axis.stands_after(moment, 0.1) for axis in robot.all] == [5, 5]
        assert drive.state["state"] == "armed"
        await eventually(lambda: not drive.state["owed"])

        # whoever only goes silent holds no longer than a lease
        await move(drive, robot)
        moment = time.time()
        drive.feed(None)
        for axis in robot.all:
            await axis.stands_after(moment, 0.25)
        await drive.end()


async def armed_by_pad(drive: Driving) -> None:
    """Arm by the virtual pad, all of whose sticks have been seen."""
    await eventually(lambda: drive.state.get("subscribers") and drive.state.get("link") == "good", "the robot")
    for value in (0.5, 0):
        drive.say(pad={"axes": {"leftx": value, "lefty": value, "righty": value}})
        await asyncio.sleep(0.1)
    for _ in range(5):
        for pressed in (True, False):
            drive.say(pad={"buttons": {"start": pressed}})
            await asyncio.sleep(0.1)
        with contextlib.suppress(AssertionError):
            await eventually(lambda: drive.state.get("state") == "armed", timeout_s=2)
            return
    pytest.fail(f"not armed: {drive.state}")


@pytest.mark.parametrize(
    ("fault", "state"),
    [({"buttons": {"leftshoulder": False}}, "armed"), ({"plugged": False}, "disarmed")],
    ids=["button", "plug"],
)
async def test_a_pad_moves_them_while_its_button_is_held_and_it_is_there(
    ros1: Ros1, robot: Robot, tmp_path: Path, fault: dict[str, Any], state: str
) -> None:
    async with driving_it(ros1, tmp_path, robot, "--virtual-pad") as drive:
        await armed_by_pad(drive)
        drive.say(pad={"axes": {"righty": -1}, "buttons": {"dpright": True}})
        await asyncio.sleep(0.3)
        assert [axis.look() for axis in robot.all] == [[], []]
        drive.say(pad={"axes": {"righty": 0}, "buttons": {"dpright": False}})
        await asyncio.sleep(0.1)

        drive.say(pad={"axes": {"righty": -1}, "buttons": {"dpright": True, "leftshoulder": True}})
        await eventually(
            lambda: [axis.look()[-1][1] if axis.look() else None for axis in robot.all] == [RISES, UP],
            f"motion, not {drive.state}",
        )
        moment = time.time()
        drive.say(pad=fault)

        for axis in robot.all:
            await axis.stands_after(moment, 0.15)
        assert drive.state["state"] == state
        await drive.end()


async def test_stop_has_all_of_them_stand_at_once(ros1: Ros1, robot: Robot, tmp_path: Path) -> None:
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        moment = time.time()
        drive.say(stop=True)

        for axis in robot.all:
            await axis.stands_after(moment, 0.06)
        await eventually(lambda: drive.state["state"] == "stopped" and not drive.state["owed"])
        await drive.end()


async def test_a_drive_process_that_is_killed_leaves_none_of_them_moving(
    ros1: Ros1, robot: Robot, tmp_path: Path
) -> None:
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        moment = time.time()
        drive.send_signal(signal.SIGKILL)

        for axis in robot.all:
            await axis.stands_after(moment, KILLED_S)


async def test_after_a_cut_of_all_links_all_of_them_are_told_to_stand(ros1: Ros1, robot: Robot, tmp_path: Path) -> None:
    port = free_port()
    async with driving_it(ros1, tmp_path, robot, "--publisher-port", str(port)) as drive:
        await move(drive, robot)
        moment = time.time()
        assert await asyncio.to_thread(reset_links, port) == 2

        for axis in robot.all:
            await axis.stands_after(moment, REDIAL_S)

        assert drive.state["state"] == "disarmed"
        await eventually(lambda: not drive.state["owed"], f"an answer, not {drive.state}")
        await drive.end()


async def test_an_axis_that_hangs_is_named_and_owed_its_stop_and_the_base_is_steered_as_before(
    ros1: Ros1, robot: Robot, tmp_path: Path
) -> None:
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        moment = time.time()
        robot.lift.node.send_signal(signal.SIGSTOP)

        await eventually(lambda: drive.state.get("hanging") == ["lift"], str(drive.state), timeout_s=2)
        kept(time.time() - moment, 0.8 + READ_S)
        await asyncio.sleep(0.5)
        assert (drive.state["state"], drive.state["free"]) == ("armed", [0.0, 1.0])
        gaps = [after - before for (before, _), (after, _) in itertools.pairwise(robot.base.since(moment))]
        assert max(gaps) < REPEAT_S + READ_S
        assert {value for _, value in robot.base.since(moment)} == {RISES}

        # the zero of the base waits for no axis, and that of the axis is owed until it has it
        let_go = time.time()
        drive.feed(None)
        drive.say(free=[0, 0], hold=False)
        await robot.base.stands_after(let_go, 0.1)
        assert drive.state["owed"]
        drive.say(arm=False)
        await eventually(lambda: drive.state["state"] == "stopping")

        robot.lift.node.send_signal(signal.SIGCONT)
        await eventually(lambda: not drive.state["owed"] and robot.lift.look()[-1][1] == STANDS)
        await eventually(lambda: "hanging" not in drive.state)
        await drive.end()


async def test_a_base_that_hangs_stops_all_and_the_axis_at_once(ros1: Ros1, robot: Robot, tmp_path: Path) -> None:
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        robot.base.node.send_signal(signal.SIGSTOP)
        await asyncio.sleep(0.2)
        # its own zero waits for no base
        moment = time.time()
        drive.feed(lambda: {"free": [0, 1], "hold": True})
        await robot.lift.stands_after(moment, 0.1)

        await eventually(lambda: drive.reason() in {"link_silent", "unread"})
        robot.base.node.send_signal(signal.SIGCONT)
        await eventually(lambda: not drive.state["owed"] and robot.base.look()[-1][1] == LEVEL)
        await drive.end()


async def test_while_nobody_takes_the_commands_of_an_axis_nobody_arms(ros1: Ros1, robot: Robot, tmp_path: Path) -> None:
    robot.lift.node.stop()
    async with driving_it(ros1, tmp_path, robot) as drive:
        await eventually(lambda: drive.state.get("connected"))
        drive.say(arm=True)

        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "axis_unheard", str(drive.state))
        drive.feed(lambda: {"v": 0.3, "free": [1], "hold": True})
        await asyncio.sleep(0.5)
        assert robot.base.look() == []
        await drive.end()


async def test_an_axis_that_holds_stays_where_it_is_at_stop_and_when_the_drive_process_is_killed(
    ros1: Ros1, robot: Robot, tmp_path: Path
) -> None:
    told = json.loads(robot.profile.read_text())
    measured = f"{robot.topic}/height"
    told["axes"][0] |= {"measured_topic": measured}
    told["axes"][1] |= {"zero": 0.25}
    robot.profile.write_text(json.dumps(told))
    ros1.start_tool("rostopic", "pub", "-r", "20", measured, NUMBER, "0.125")
    lift, base = replace(robot.lift, stands=0.125), replace(robot.base, stands=0.25)
    async with driving_it(ros1, tmp_path, robot) as drive:
        await move(drive, robot)
        moment = time.time()
        drive.say(stop=True)
        for axis in (lift, base):
            await axis.stands_after(moment, 0.06)
        await eventually(lambda: drive.state["state"] == "stopped" and not drive.state["owed"])
        drive.feed(None)
        drive.say(free=[0, 0], hold=False)
        for _ in range(2):
            drive.say(clear=True)
            await asyncio.sleep(0.1)

        await move(drive, robot)
        moment = time.time()
        drive.send_signal(signal.SIGKILL)
        for axis in (lift, base):
            await axis.stands_after(moment, KILLED_S)
