"""Driving with a real roscore, and a rospy node that listens: what comes to it, and when."""

from __future__ import annotations

import asyncio
import itertools
import json
import signal
import struct
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from xmlrpc.client import ServerProxy

import pytest

from app.connections.ros1.read_counter import link_number_in, read_totals_in
from tests.fakes.broken_links import reset_links
from tests.fakes.driven_robot import clock
from tests.fakes.driving import Driving, driving
from tests.fakes.ports import free_port
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.fakes.watchdogs import send_to, watchdogs_of
from tests.peers.driving_fixtures import first_alone
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
# what nobody reads is noticed by the next answer, and disarms after half a second
UNREAD_S = 0.6 + READ_S
# what was sent until then, 50 a second, and the one in whose callback it hung
UNREAD_COMMANDS = 10
# longer than the 20 ms between two commands
SLOW_S = 0.05
SLOW_STOP_S = 0.6
# until the base tells that its E-stop is pressed, and what it takes from then on
ESTOP_S = 0.2 + 0.25


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


def call(method: Callable[..., Any], *arguments: Any) -> Any:
    """What a node answers."""
    code, _, value = method(*arguments)
    assert code == 1
    return value


async def move(drive: Driving, base: Base) -> None:
    await drive.hold_until(lambda: base.look() and base.look()[-1].v == 0.3, lambda: {"v": 0.3, "w": 0.1, "hold": True})


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


async def test_the_deadman_that_is_let_go_under_a_key_that_is_held_stops_until_that_is_let_go(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    held = {"forward": 1, "turn": 0, "hold": True, "from": "keyboard"}
    async with driving_on(ros1, tmp_path, topic) as drive:
        drive.say(profile={"name": "heavy", "deadman": "k"})
        await drive.arm()
        drive.feed(lambda: held)
        await asyncio.sleep(0.5)
        assert not any(came.v for came in base.look())
        drive.feed(lambda: held | {"forward": 0, "deadman": True})
        await asyncio.sleep(0.2)
        drive.feed(lambda: held | {"deadman": True})
        await eventually(lambda: base.look() and base.look()[-1].v == pytest.approx(0.3), f"motion, not {drive.state}")
        moment = time.time()
        drive.feed(lambda: held)
        await stands_after(base, moment, 0.1)

        drive.feed(lambda: held | {"deadman": True})
        await asyncio.sleep(0.5)
        assert not any(came.v for came in base.since(moment + 0.1 + READ_S))
        assert drive.state["state"] == "armed"


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
        # as a machine that stands still: one that is frozen alone is ended by its watchdog
        watchdogs = watchdogs_of(drive.process.pid)
        send_to(watchdogs, signal.SIGSTOP)
        drive.send_signal(signal.SIGSTOP)
        await asyncio.sleep(1)
        moment = time.time()
        drive.send_signal(signal.SIGCONT)
        send_to(watchdogs, signal.SIGCONT)

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


async def test_a_node_of_roscpp_does_not_tell_what_it_has_read_and_is_driven_all_the_same(
    ros1: Ros1, topic: str, tmp_path: Path
) -> None:
    base = Base(ros1.listener("roscpp", topic, TWIST))
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        moment = time.time()
        drive.say(stop=True)

        await stands_after(base, moment, 0.06)
        await eventually(lambda: drive.state["state"] == "stopped" and not drive.state["owed"])


async def test_a_base_tells_how_many_commands_it_has_read(ros1: Ros1, base: Base, topic: str, tmp_path: Path) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        drive.feed(None)
        drive.say(arm=False)
        await drive.reach("disarmed")
        await asyncio.sleep(0.5)

        with ServerProxy(ros1.master.call("lookupNode", base.node.name)) as node:
            # the drive process and its watchdog, which sends nothing
            rows = [row for row in call(node.getBusInfo, "/test") if row[2:5] == ["i", "TCPROS", topic]]
            stats = call(node.getBusStats, "/test")
        told = [
            read_totals_in(stats, topic, number)
            for row in rows
            if (number := link_number_in([row], topic, row[1])) is not None
        ]
        counts = sorted(one[1] for one in told if one is not None and one[1])
        assert counts == [drive.state["sent"]["n"]] == [len(base.look())]


@pytest.mark.parametrize("options", [(), ("_queue_size:=1",)])
async def test_a_base_that_answers_and_reads_nothing_is_noticed_and_owed_a_stop_until_it_has_read_it(
    ros1: Ros1, topic: str, tmp_path: Path, options: tuple[str, ...]
) -> None:
    name = f"/hanging_{len(options)}_{topic.split('/')[1]}"
    base = Base(ros1.rospy("listener", topic, TWIST, *options, name=name))
    await eventually(lambda: ros1.subscribers(topic) == [name])
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        # a stick that moves: each command is another one
        speeds = itertools.cycle((0.30, 0.29))
        drive.feed(lambda: {"v": next(speeds), "w": 0.1, "hold": True})
        await asyncio.sleep(2)
        assert drive.state["state"] == "armed"

        moment = clock()
        base.node.send_signal(signal.SIGUSR1)
        await eventually(lambda: drive.state["state"] != "armed")

        assert drive.reason() == "unread"
        kept(drive.state["t"] - moment, UNREAD_S)
        drive.say(stop=True)
        await asyncio.sleep(5)
        assert (drive.state["state"], drive.state["owed"]) == ("stopped", True)
        hung = time.time()
        base.node.send_signal(signal.SIGUSR2)
        await eventually(lambda: not drive.state["owed"], "a stop that was read")
        late = [came for came in base.since(hung) if came.v or came.w]
        assert len(late) <= UNREAD_COMMANDS
        assert base.look()[-1].v == base.look()[-1].w == 0


async def test_a_base_that_is_slower_than_the_commands_but_reads_is_driven_on(
    ros1: Ros1, topic: str, tmp_path: Path
) -> None:
    name = f"/slow_{topic.split('/')[1]}"
    options = f"_takes_s:={SLOW_S}", "_queue_size:=1"
    base = Base(ros1.rospy("listener", topic, TWIST, *options, name=name))
    await eventually(lambda: ros1.subscribers(topic) == [name])
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        speeds = itertools.cycle((0.30, 0.29))
        drive.feed(lambda: {"v": next(speeds), "w": 0.1, "hold": True})
        await asyncio.sleep(5)
        assert drive.state["state"] == "armed", drive.state
        assert "poor" not in {state["link"] for state in drive.states}

        moment = time.time()
        drive.say(stop=True)

        # what it had before
        await stands_after(base, moment, SLOW_STOP_S)


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


async def test_tools_that_look_on_disturb_nothing_and_are_told_zero_first(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path
) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        moment = time.time()
        tools = [
            ros1.start_tool("rostopic", "echo", "-p", topic),
            ros1.start_tool("rosbag", "record", "-O", str(tmp_path / "drive.bag"), topic),
        ]
        await eventually(lambda: len(drive.state["onlookers"]) == 2, f"both, not {drive.state}", timeout_s=60)
        _head, first = [await asyncio.to_thread(tools[0].next_line) for _ in range(2)]

        assert first[1].split(",")[1] == "0.0"
        for tool in tools:
            await asyncio.to_thread(tool.stop)
        await eventually(lambda: drive.state["onlookers"] == [], f"nobody, not {drive.state}")

        assert all(came.v == 0.3 for came in base.since(moment))
        assert (drive.state["state"], drive.state["subscriber_names"]) == ("armed", [base.node.name])


async def test_nothing_is_armed_where_a_tool_alone_listens(ros1: Ros1, topic: str, tmp_path: Path) -> None:
    tool = ros1.start_tool("rostopic", "echo", topic)
    async with driving(ros1.uri, tmp_path, "--topic", topic, "--type", TWIST) as drive:
        await eventually(lambda: drive.state.get("onlookers"), "the tool", timeout_s=60)

        drive.say(arm=True)

        await eventually(lambda: drive.state["refusal"], f"a refusal, not {drive.state}")
        assert drive.state["refusal"]["name"] == "only_onlookers"
        assert drive.state["onlookers"][0].startswith("/rostopic_")
        # and is not the one that is waited for before there is a base
        late = Base(await asyncio.to_thread(ros1.listener, "rospy", topic, TWIST))
        await eventually(lambda: drive.state["subscriber_names"] == [late.node.name], f"the base, not {drive.state}")
        assert drive.state["state"] == "disarmed"
        await move(drive, late)
        assert await drive.end() == 0
    await asyncio.to_thread(tool.stop)


@pytest.mark.parametrize("kind", ["rospy", "roscpp"])
async def test_a_node_that_begins_to_listen_is_moved_only_after_neutral_and_one_that_is_ended_is_not_waited_for(
    ros1: Ros1, base: Base, topic: str, tmp_path: Path, kind: str
) -> None:
    async with driving_on(ros1, tmp_path, topic) as drive:
        await move(drive, base)
        second = Base(await asyncio.to_thread(ros1.listener, kind, topic, TWIST))
        await eventually(second.look, "a command")
        await asyncio.sleep(0.5)

        assert not any(came.v or came.w for came in second.look())
        assert not base.look()[-1].v
        assert (drive.state["state"], drive.reason(), drive.state["about"]) == ("armed", "newcomer", [second.node.name])
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: not drive.state["waiting_for"], f"nothing that is held, not {drive.state}")
        drive.feed(lambda: {"v": 0.3, "w": 0.1, "hold": True})
        await eventually(lambda: second.look()[-1].v == 0.3, f"motion, not {drive.state}")

        moment = time.time()
        await asyncio.to_thread(second.node.stop)

        # it takes its time to end
        await stands_after(base, moment, 1.0)
        assert (drive.reason(), drive.state["about"]) == ("subscriber_left", [second.node.name])
        await eventually(lambda: not drive.state["owed"], f"nobody who is missed, not {drive.state}")
        assert drive.state["state"] == "disarmed"
        # a minute if it is waited for
        kept(time.time() - moment, 10.0, "disarmed")


class RealBase:
    """A base of rospy that moves, and tells of it and of its own E-stop."""

    def __init__(self, ros1: Ros1, *options: str) -> None:
        self.space = next(_topics).rpartition("/")[0]
        self.topic = f"{self.space}/cmd_vel"
        name = f"/base_{self.space.strip('/')}"
        self.node = ros1.rospy("base", self.space, *options, name=name)
        self.ros1 = ros1
        self.heard: list[tuple[float, float, float]] = []

    def look(self) -> list[tuple[float, float, float]]:
        """All that came until now: the time, and both velocities."""
        for line in self.node.all_lines():
            at, v, w = json.loads(line)
            self.heard.append((at, v, w))
        return self.heard

    @asynccontextmanager
    async def driven(self, home: Path, **profile: object) -> AsyncIterator[Driving]:
        await eventually(lambda: self.ros1.subscribers(self.topic) == [self.node.name], "the base", 30)
        path = home / "base.teledeck-profile.json"
        path.write_text(json.dumps({"name": "base", **profile}))
        async with driving(self.ros1.uri, home, "--topic", self.topic, "--profile", str(path)) as drive:
            yield drive
            await drive.end()

    async def moves(self, drive: Driving) -> None:
        await drive.hold_until(
            lambda: self.look() and self.look()[-1][1] == 0.3, lambda: {"v": 0.3, "w": 0.1, "hold": True}
        )


@pytest.mark.parametrize("options", [("_latched:=true",), ("_latched:=false", "_estop_hz:=5")], ids=["latched", "5 Hz"])
async def test_the_estop_of_a_real_base_stops_disarms_and_keeps_from_arming(
    ros1: Ros1, tmp_path: Path, options: tuple[str, ...]
) -> None:
    base = RealBase(ros1, *options)
    async with base.driven(tmp_path, estop_topic=f"{base.space}/e_stop") as drive:
        await base.moves(drive)
        # what is latched is known however long ago it came
        await asyncio.sleep(4)
        assert (drive.state["estop"], drive.state["state"]) == ("released", "armed")
        moment = time.time()
        base.node.send_signal(signal.SIGUSR1)
        await eventually(lambda: drive.state["state"] != "armed", f"not {drive.state}")

        assert drive.reason() == "estop_pressed"
        await eventually(lambda: base.look()[-1][1:] == (0.0, 0.0), "a zero")
        zero = next(came for came in base.look() if came[0] > moment and not (came[1] or came[2]))
        kept(zero[0] - moment, ESTOP_S + READ_S)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await drive.reach("disarmed")
        drive.say(arm=True)
        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "estop", f"not {drive.state}")

        base.node.send_signal(signal.SIGUSR2)
        await eventually(lambda: drive.state["estop"] == "released", f"not {drive.state}")
        await asyncio.sleep(0.5)
        assert drive.state["state"] == "disarmed"
        await base.moves(drive)


async def test_the_estop_of_a_base_that_is_gone_or_silent_is_unknown_and_of_a_drive_that_goes_on(
    ros1: Ros1, tmp_path: Path
) -> None:
    base = RealBase(ros1, "_latched:=false", "_estop_hz:=5")
    async with base.driven(tmp_path, estop_topic="/nobody/e_stop") as drive:
        await eventually(lambda: drive.state.get("link") == "good" and drive.state["watchdog"] == "ready", "a link")
        drive.say(arm=True)
        await eventually(lambda: (drive.state["refusal"] or {}).get("name") == "estop_unheard", f"not {drive.state}")
    teller = ros1.talker("rospy", f"{base.space}/told", "std_msgs/Bool", 5)
    # its samples are true and false by turns: what counts is that it is heard, and then no more
    async with base.driven(tmp_path, estop_topic=f"{base.space}/told", estop_when="3") as drive:
        await eventually(lambda: drive.state.get("estop") == "unreadable", f"not {drive.state}", 30)
        teller.kill()
        await eventually(lambda: drive.state["estop"] == "silent", f"not {drive.state}")


async def test_a_real_base_that_is_stalled_is_said_to_stand_and_driven_on(ros1: Ros1, tmp_path: Path) -> None:
    base = RealBase(ros1, "_stalled:=true")
    async with base.driven(tmp_path) as drive:
        await base.moves(drive)
        await eventually(lambda: drive.state.get("not_following") is not None, f"not {drive.state}")
        assert (drive.state.get("not_following"), drive.state["state"]) == ("stands", "armed")


@pytest.mark.parametrize("delay_s", [0.0, 0.4])
async def test_the_delay_of_a_real_base_is_measured(ros1: Ros1, tmp_path: Path, delay_s: float) -> None:
    base = RealBase(ros1, f"_delay_s:={delay_s}")
    async with base.driven(tmp_path) as drive:
        await base.moves(drive)
        await eventually(lambda: drive.state.get("odometry_delay"), f"not {drive.state}")
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await asyncio.sleep(2.5)

        told = drive.state["odometry_delay"]
        assert abs(told["median_s"] - delay_s) <= 0.1, told
        assert told["most_s"] <= delay_s + 0.2
        assert not [state for state in drive.states if state.get("not_following")]
