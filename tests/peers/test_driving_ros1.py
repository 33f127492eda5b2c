"""Driving with a real roscore, and a rospy node that listens: what comes to it, and when."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.fakes.broken_links import reset_links
from tests.fakes.driving import Driving, driving
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first_alone
from tests.peers.gazebo_server import free_port
from tests.peers.ros1_server import Node, Ros1

__all__ = ("first_alone",)

pytestmark = pytest.mark.timeout(240)

TWIST = "geometry_msgs/Twist"
_topics = (f"/drive_{number}/cmd_vel" for number in itertools.count())
# rospy reads in a thread of Python's, and this machine may be busy
READ_S = 0.1
REDIAL_S = 1.0
# what the system had taken when the link was reset
LATE_COMMANDS = 4


@dataclass(frozen=True)
class Came:
    at: float
    v: float
    w: float


class Base:
    """A listener, and what it heard."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self.heard: list[Came] = []

    def look(self) -> list[Came]:
        """All that came until now."""
        for line in self.node.all_lines():
            message = json.loads(line)
            numbers = struct.unpack("<6d", bytes.fromhex(message["hex"]))
            self.heard.append(Came(message["received_ns"] / 1e9, numbers[0], numbers[5]))
        return self.heard

    def since(self, moment: float) -> list[Came]:
        return [came for came in self.look() if came.at > moment]


@pytest.fixture
def topic() -> str:
    return next(_topics)


@pytest.fixture
def base(ros1: Ros1, topic: str) -> Base:
    return Base(ros1.listener("rospy", topic, TWIST))


@asynccontextmanager
async def driving_on(ros1: Ros1, home: Path, topic: str) -> AsyncIterator[Driving]:
    """`teledeck drive` that may end in its own time: the master is shared, and forgets nobody who is killed."""
    async with driving(ros1.uri, home, "--topic", topic) as drive:
        yield drive
        await drive.end()


async def move(drive: Driving, base: Base) -> None:
    await drive.arm()
    drive.feed(lambda: {"v": 0.3, "w": 0.1, "hold": True})
    await eventually(lambda: base.look() and base.look()[-1].v == 0.3, f"motion, not {drive.state}")


async def stands_after(base: Base, moment: float, limit_s: float) -> list[Came]:
    """A zero came in time, and only zeros after it."""
    await eventually(lambda: any(came.v == came.w == 0 for came in base.since(moment)))
    await asyncio.sleep(0.5)
    came = list(itertools.dropwhile(lambda one: one.v or one.w, base.since(moment)))
    assert not any(one.v or one.w for one in came)
    kept(came[0].at - moment, limit_s + READ_S)
    return came


async def test_letting_go_brings_five_zeros_and_then_silence(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        drive.feed(None)
        moment = time.time()
        drive.say(v=0, w=0, hold=False)

        came = await stands_after(base, moment, 0.1)

        assert len(came) == 5
        assert drive.state["subscriber_names"] == [base.node.name]
        assert drive.state["state"] == "armed"


async def test_stop_is_zero_at_once(ros1: Ros1, base: Base, topic: str, tmp_path: Path) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        moment = time.time()
        drive.say(stop=True)

        await stands_after(base, moment, 0.06)


async def test_a_signal_and_the_end_of_input_leave_the_robot_standing(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    for by_signal in (True, False):
        async with driving_on(ros1, tmp_path, topic) as drive:
            await move(drive, base)
            moment = time.time()
            if by_signal:
                drive.send_signal(signal.SIGTERM)
                code = await drive.exit()
            else:
                code = await drive.end()

            await stands_after(base, moment, 0.25)
            assert code == 0


async def test_a_drive_process_that_was_frozen_begins_with_zero(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        drive.send_signal(signal.SIGSTOP)
        await asyncio.sleep(1)
        moment = time.time()
        drive.send_signal(signal.SIGCONT)

        await eventually(lambda: base.since(moment))
        await asyncio.sleep(0.5)

        assert not any(came.v or came.w for came in base.since(moment))


async def test_a_base_that_hangs_is_noticed(ros1: Ros1, base: Base, topic: str, tmp_path: Path) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        base.node.send_signal(signal.SIGSTOP)
        await eventually(lambda: drive.state["state"] != "armed")
        assert drive.reason() == "link_silent"

        base.node.send_signal(signal.SIGCONT)

        await eventually(lambda: base.look()[-1].v == 0)
        await asyncio.sleep(0.5)
        assert base.look()[-1].v == 0


async def test_a_base_that_was_started_again_is_told_to_stand_first(ros1: Ros1, topic: str, tmp_path: Path) -> None:
    base = Base(ros1.rospy("listener", topic, TWIST, "__name:=base", name="/driven_base"))
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        base.node.kill()
        await eventually(lambda: drive.state["state"] != "armed")

        again = Base(ros1.rospy("listener", topic, TWIST, name="/driven_base"))

        await eventually(lambda: drive.state["subscribers"])
        await eventually(lambda: again.look() or drive.state["state"] == "disarmed")
        await asyncio.sleep(0.5)
        assert not any(came.v or came.w for came in again.look())


async def test_a_base_whose_link_was_reset_is_told_to_stand_within_a_second(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    port = free_port()
    async with driving(ros1.uri, tmp_path, "--topic", topic, "--publisher-port", str(port)) as drive:
        await move(drive, base)
        moment = time.time()
        assert await asyncio.to_thread(reset_links, port) == 1

        # what came before it was reset is none of the new link
        await stands_after(base, moment, REDIAL_S)

        assert drive.state["state"] == "disarmed"
        await eventually(lambda: not drive.state["owed"], f"an answer, not {drive.state}")
        assert drive.state["subscriber_names"] == [base.node.name]
        assert await drive.end() == 0


async def test_driving_goes_on_while_roscore_is_started_again(own_ros1: Ros1, tmp_path: Path) -> None:
    base = Base(own_ros1.listener("rospy", "/cmd_vel", TWIST))
    async with driving(own_ros1.uri, tmp_path) as drive:
        await move(drive, base)
        moment = time.time()
        own_ros1.kill()
        await asyncio.sleep(1)
        await asyncio.to_thread(own_ros1.start)
        await asyncio.sleep(2)

        assert drive.state["state"] == "armed"
        assert all(came.v == 0.3 for came in base.since(moment))
        assert await drive.end() == 0
        await eventually(lambda: base.look()[-1].v == 0)


@asynccontextmanager
async def driving_past_roscore(own_ros1: Ros1, home: Path) -> AsyncIterator[tuple[Driving, Base, int]]:
    """A base that moves, and a roscore that was started again since, which knows nothing of it; and our port."""
    base, port = Base(own_ros1.listener("rospy", "/cmd_vel", TWIST)), free_port()
    async with driving(own_ros1.uri, home, "--publisher-port", str(port)) as drive:
        await move(drive, base)
        own_ros1.kill()
        await asyncio.sleep(1)
        await asyncio.to_thread(own_ros1.start)
        await asyncio.sleep(2)
        assert drive.state["state"] == "armed"
        yield drive, base, port


async def test_a_base_that_a_new_roscore_does_not_know_is_told_to_stand_when_its_link_was_reset(
    own_ros1: Ros1, tmp_path: Path
) -> None:
    async with driving_past_roscore(own_ros1, tmp_path) as (drive, base, port):
        moment = time.time()
        assert await asyncio.to_thread(reset_links, port) == 1

        # nobody tells it of us any more: it has to dial by itself
        await stands_after(base, moment, REDIAL_S)

        assert drive.state["state"] == "disarmed"
        await eventually(lambda: not drive.state["owed"], f"an answer, not {drive.state}")
        assert drive.state["subscriber_names"] == [base.node.name]
        # and is driven again by whoever arms it
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: drive.state["link"] == "good", f"an answer, not {drive.state}")
        await move(drive, base)
        assert await drive.end() == 0


async def test_one_that_does_not_dial_again_may_be_moving_until_it_does_and_is_told_zero_first(
    own_ros1: Ros1, tmp_path: Path
) -> None:
    async with driving_past_roscore(own_ros1, tmp_path) as (drive, base, port):
        base.node.send_signal(signal.SIGSTOP)
        assert await asyncio.to_thread(reset_links, port) == 1
        await eventually(lambda: drive.state["state"] != "armed", f"a stop, not {drive.state}")
        reset = len(drive.states)

        await asyncio.sleep(4)

        for state in drive.states[reset:]:
            assert (state["state"], state["owed"], state["subscribers"]) == ("stopping", True, 0)
        drive.say(arm=True)
        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "still_owed", f"not {drive.state}")
        moment = time.time()
        base.node.send_signal(signal.SIGCONT)

        await eventually(lambda: any(came.v == came.w == 0 for came in base.since(moment)), "a zero")
        await eventually(lambda: not drive.state["owed"], f"an answer, not {drive.state}")
        await asyncio.sleep(0.5)
        late = list(itertools.takewhile(lambda one: one.v or one.w, base.since(moment)))
        assert len(late) <= LATE_COMMANDS
        assert not any(came.v or came.w for came in base.since(moment)[len(late) :])
        assert drive.state["state"] == "disarmed"
        assert await drive.end() == 0
