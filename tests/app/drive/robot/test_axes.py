"""Free axes: their messages, and the sender of base and axes together, over senders that a test plays."""

from __future__ import annotations

import asyncio
import itertools
import math
import struct
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from msgspec.structs import replace as replace_struct
from typing_extensions import override

from app.config.profile import FreeAxis, Profile
from app.connections.base import CommandSender, CommandSenderState
from app.drive.control.values import BASE_PART, ZERO, OutgoingCommand, Velocity
from app.drive.robot.axes import (
    BASE,
    AxesCommandSender,
    AxisRests,
    AxisTopic,
    axis_topics,
    check_base_axes,
    with_base_axes,
)
from app.drive.robot.robot import DrivenRobot
from app.drive.robot.targets import TargetError, find_target
from app.model.status import ConnectionState, ConnectionStatus
from app.model.topics import TopicInfo, TopicStore
from app.net.errors import LinkError
from app.wording.drive import DriveWording
from protocols.errors import LocalProtocolError
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells

TWIST = "geometry_msgs/Twist"
LIFT = FreeAxis("lift", topic="/lift", least=-0.2, most=0.4)
TILT = FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Int16", least=-30, most=90, neutral=10)
RISE = FreeAxis("rise", field="linear.z")
ALL = Profile(axes=(LIFT, TILT, RISE))


class FakeSender(CommandSender):
    """A sender that encodes as ROS 1 does, and writes into a list."""

    def __init__(self, topic: str, type_name: str, still: Mapping[str, Any] | None = None) -> None:
        self.topic, self.type_name = topic, type_name
        message = find_message(type_name)
        assert message is not None
        self._schema = Ros1Schema(message)
        self.now = CommandSenderState(epoch=1, receivers=(f"/node_of{topic.replace('/', '_')}",), probe_age_s=0.01)
        self.stand_by(still or {})
        self.sent: list[tuple[bytes, int, bool]] = []
        self.is_lost = self.closed = False
        self.renewals = 0

    @property
    def commands(self) -> list[bytes]:
        return [payload for payload, _, _ in self.sent]

    @override
    def prepare(self, command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        payload = self._schema.encode(command, (0, 0))
        return lambda: self.sent.append((payload, number, moves))

    @override
    def stand_by(self, command: Mapping[str, Any]) -> None:
        self.still = self._schema.encode(command, (7, 0))

    @override
    def state(self) -> CommandSenderState:
        return self.now

    @property
    @override
    def has_lost_receiver(self) -> bool:
        return self.is_lost

    @override
    def give_up_lost(self) -> None:
        self.is_lost = False

    @override
    async def reconnect(self) -> None:
        self.renewals += 1

    @override
    async def close(self) -> None:
        self.closed = True


class FakeConnection:
    id = "ros1://robot"

    def __init__(self) -> None:
        self.status = ConnectionStatus(ConnectionState.CONNECTED, "ROS 1")
        self.senders: dict[str, FakeSender] = {}
        self.refuses: dict[str, Exception] = {}
        self.asked: list[tuple[str, str, bool]] = []
        self.wanted: Mapping[str, bool] = {}

    def start(self) -> None:
        pass

    def resolve(self, name: str) -> str:
        return "/" + name.lstrip("/")

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        self.wanted = names

    async def list_topics(self, timeout_s: float) -> list[TopicInfo]:
        del timeout_s
        return [TopicInfo("/cmd_vel", TWIST, 0, 1)]

    async def open_command_sender(
        self, name: str, type_name: str, timeout_s: float, *, still: Mapping[str, Any], node: str, silent: bool
    ) -> FakeSender:
        del timeout_s
        self.asked.append((name, node, silent))
        if name in self.refuses:
            raise self.refuses[name]
        self.senders[name] = FakeSender(name, type_name, still)
        return self.senders[name]

    async def close(self) -> None:
        pass


@pytest.fixture
def connection() -> FakeConnection:
    return FakeConnection()


@pytest.fixture
def failed() -> list[Exception]:
    return []


def driven(
    connection: FakeConnection, failed: list[Exception], profile: Profile, *, silent: bool = False
) -> DrivenRobot:
    anything: Any = connection
    robot = DrivenRobot(anything, TopicStore(), "ros1", profile, "", "", failed.append, silent=silent)
    robot.start()
    return robot


def combined(*topics: str) -> tuple[AxesCommandSender, dict[str, FakeSender]]:
    parts = {topic: FakeSender(topic, "std_msgs/Float64") for topic in topics}
    base = FakeSender("/cmd_vel", TWIST)
    return AxesCommandSender(base, parts), {BASE: base, **parts}


def doubles(data: bytes) -> tuple[float, ...]:
    return struct.unpack(f"<{len(data) // 8}d", data)


async def test_base_and_axes_are_told_together_and_so_is_a_stop(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, replace_node(ALL))
    await eventually(lambda: robot.topic)
    base, lift, tilt = (connection.senders[topic] for topic in ("/cmd_vel", "/lift", "/tilt"))

    robot.send(OutgoingCommand(Velocity(0.2, free=(0.5, -1.0, 1.0)), 1))
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))

    assert [doubles(data) for data in base.commands] == [(0.2, 0.0, 1.0, 0.0, 0.0, 0.0), (0.0,) * 6]
    assert [doubles(data) for data in lift.commands] == [(0.2,), (0.0,)]
    assert [struct.unpack("<h", data) for data in tilt.commands] == [(-30,), (10,)]
    for one in (base, lift, tilt):
        assert [(number, moves) for _, number, moves in one.sent] == [(1, True), (2, False)]
    # what a newcomer gets first is what stands, and the base's own node has to be no other topic's
    assert (doubles(lift.still), struct.unpack("<h", tilt.still)) == ((0.0,), (10,))
    assert connection.asked == [("/cmd_vel", "base", False), ("/lift", "", False), ("/tilt", "", False)]
    assert failed == []
    await robot.close()
    assert all(one.closed for one in (base, lift, tilt))


def replace_node(profile: Profile) -> Profile:
    return Profile(axes=profile.axes, node="base")


async def test_an_axis_alone_moves_and_so_says_its_command(connection: FakeConnection, failed: list[Exception]) -> None:
    robot = driven(connection, failed, ALL)
    await eventually(lambda: robot.topic)

    robot.send(OutgoingCommand(Velocity(free=(0.0, 0.0, -1.0)), 1))

    base = connection.senders["/cmd_vel"]
    assert doubles(base.commands[0]) == (0.0, 0.0, -1.0, 0.0, 0.0, 0.0)
    assert base.sent[0][2]
    await robot.close()


async def test_a_topic_that_is_told_to_stand_is_told_so_whatever_else_moves(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(LIFT, TILT)))
    await eventually(lambda: robot.topic)

    robot.send(OutgoingCommand(Velocity(0.2, free=(1.0, 0.0)), 1))
    robot.send(OutgoingCommand(Velocity(free=(1.0, 0.0)), 2))
    robot.send(OutgoingCommand(Velocity(0.2, free=(0.0, 0.0)), 3))

    told = {one.topic: [moves for _, _, moves in one.sent] for one in connection.senders.values()}
    assert told == {"/cmd_vel": [True, False, True], "/lift": [True, True, False], "/tilt": [False] * 3}
    await robot.close()


async def test_an_integer_never_leaves_its_range_by_rounding(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    axis = FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Int16", least=-2.6, most=2.6)
    robot = driven(connection, failed, Profile(axes=(axis,)))
    await eventually(lambda: robot.topic)

    for number, share in enumerate((1.0, -1.0, 0.5), 1):
        robot.send(OutgoingCommand(Velocity(free=(share,)), number))

    assert [struct.unpack("<h", data) for data in connection.senders["/tilt"].commands] == [(2,), (-2,), (1,)]
    await robot.close()


async def test_a_number_in_the_header_is_refused_and_what_fails_otherwise_is_told(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    axis = FreeAxis("a", topic="/body", type_name="geometry_msgs/TwistStamped", field="header.seq")
    robot = driven(connection, failed, Profile(axes=(axis,)))
    await eventually(lambda: failed)
    assert isinstance(failed[0], TargetError)
    assert tells(failed[0].reason, DriveWording.NO_AXIS_FIELD)
    await robot.close()

    failed.clear()
    connection.refuses["/lift"] = TypeError("no number")
    robot = driven(connection, failed, ALL)
    await eventually(lambda: failed)
    assert isinstance(failed[0], TypeError)
    await robot.close()


async def test_the_watchdogs_zeros_have_every_axis_stand(connection: FakeConnection, failed: list[Exception]) -> None:
    robot = driven(connection, failed, ALL, silent=True)
    await eventually(lambda: robot.topic)

    robot.send(OutgoingCommand(ZERO, 1, urgent=True))

    assert {topic for topic, _, silent in connection.asked if silent} == {"/cmd_vel", "/lift", "/tilt"}
    assert [one.sent[0][1:] for one in connection.senders.values()] == [(1, False)] * 3
    assert struct.unpack("<h", connection.senders["/tilt"].commands[0]) == (10,)
    await robot.close()


async def test_without_axes_the_base_has_a_sender_of_its_own_as_before(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile())
    await eventually(lambda: robot.topic)

    assert robot._helm is connection.senders["/cmd_vel"]
    assert list(connection.senders) == ["/cmd_vel"]
    await robot.close()


async def test_where_an_axis_is_not_to_be_had_nothing_is_driven_and_nothing_stays_open(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    connection.refuses["/tilt"] = LinkError("busy")
    robot = driven(connection, failed, ALL)
    await eventually(lambda: ("/tilt", "", False) in connection.asked)
    await eventually(lambda: connection.senders["/cmd_vel"].closed and connection.senders["/lift"].closed)
    assert robot.link().subscribers == ()

    del connection.refuses["/tilt"]

    await eventually(lambda: robot.topic)
    assert not connection.senders["/cmd_vel"].closed
    await robot.close()


@pytest.mark.parametrize(
    "axis",
    [
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/UInt8", least=-1, most=1),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Int16", least=-1, most=40_000),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Int16", neutral=0.5),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Bool"),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/String"),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Float64MultiArray"),
        FreeAxis("tilt", topic="/tilt", type_name="std_msgs/Float64", field="date"),
        FreeAxis("tilt", topic="/tilt", type_name=TWIST, field="linear"),
        FreeAxis("tilt", topic="/tilt", type_name="sensor_msgs/Joy", field="axes"),
    ],
)
async def test_what_is_no_number_or_can_t_have_all_of_its_range_is_refused_before_anything_is_sent(
    connection: FakeConnection, failed: list[Exception], axis: FreeAxis
) -> None:
    robot = driven(connection, failed, Profile(axes=(axis,)))

    await eventually(lambda: failed)

    assert isinstance(failed[0], LocalProtocolError)
    assert not any(one.sent for one in connection.senders.values())
    await robot.close()


async def test_two_axes_of_one_topic_stand_in_each_of_its_messages(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    body = "geometry_msgs/TwistStamped"
    axes = (
        FreeAxis("height", topic="/body", type_name=body, field="twist.linear.z"),
        FreeAxis("pitch", topic="/body", type_name=body, field="twist.angular.y", least=-0.5, most=0.5),
    )
    robot = driven(connection, failed, Profile(axes=axes))
    await eventually(lambda: robot.topic)

    robot.send(OutgoingCommand(Velocity(free=(1.0, -1.0)), 1))

    sender = connection.senders["/body"]
    assert doubles(sender.commands[0][-48:]) == (0.0, 0.0, 1.0, 0.0, -0.5, 0.0)
    # what a newcomer gets, or who moves at the end, has the time of then
    assert struct.unpack("<II", sender.still[4:12]) == (7, 0)
    await robot.close()


async def test_another_profile_with_other_axes_is_another_way_and_what_was_driven_before_is_told_to_stand(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, ALL)
    await eventually(lambda: robot.topic)
    lift = connection.senders["/lift"]
    robot.send(OutgoingCommand(Velocity(free=(1.0, 0.0, 0.0)), 1))
    lift.now = replace(lift.now, arrived=0)

    robot.use_profile(Profile())
    await eventually(lambda: len(lift.sent) > 1)

    assert doubles(lift.commands[-1]) == (0.0,)
    assert robot.is_leaving
    for one in (*connection.senders.values(),):
        one.now = replace(one.now, arrived=1)
    await eventually(lambda: robot.topic)
    assert lift.closed
    await robot.close()


def test_a_stop_has_arrived_where_all_have_it_and_how_good_the_link_is_each_topic_tells_of_itself() -> None:
    sender, parts = combined("/lift", "/tilt")
    parts[BASE].now = CommandSenderState(1, ("/base",), 0.1, 0.02, 1, 0.1, 9, ("/nav",), (), "/me", None, ())
    parts["/lift"].now = CommandSenderState(4, ("/base",), 0.3, 0.01, 3, 0.2, 7, ("/nav",), ("/ui",), "/me", 5, ("/a",))
    parts["/tilt"].now = CommandSenderState(
        2, ("/tilter",), 0.2, None, 0, 0.0, 8, (), (), "/me", 6, (), ("/bag",), 2, 0.4
    )

    state = sender.state()

    assert state.receivers == ("/base", "/base (/lift)", "/tilter (/tilt)")
    assert (state.probe_age_s, state.round_trip_s, state.unacknowledged, state.oldest_s) == (0.1, 0.02, 1, 0.1)
    assert (state.arrived, state.last_obeyed, state.missed) == (7, 5, ("/a (/lift)",))
    assert (state.advertisers, state.senders, state.own_name) == (("/nav",), (), "/me")
    assert (state.onlookers, state.unread, state.unread_s) == (("/bag (/tilt)",), 0, 0.0)
    assert state.axes == {topic: parts[topic].now for topic in ("/lift", "/tilt")}


async def test_whoever_sends_on_an_axis_is_one_of_the_others_and_no_other_on_the_base(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(LIFT,)))
    await eventually(lambda: robot.topic)
    base, lift = connection.senders["/cmd_vel"], connection.senders["/lift"]
    base.now = replace(base.now, senders=("/nav",))
    lift.now = replace(lift.now, senders=("/nav", "/ui"))

    link = robot.link()

    assert (link.others_sending, link.others_on_axes) == (("/nav", "/ui"), ("/ui",))
    await robot.close()


async def test_a_topic_without_a_receiver_is_unheard_and_its_node_alone_is_gone(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(LIFT, TILT)))
    await eventually(lambda: robot.topic)
    lift = connection.senders["/lift"]
    there = lift.now
    lift.now = replace(there, receivers=())

    link = robot.link()

    assert link.subscribers == ("/node_of_cmd_vel", "/node_of_tilt (/tilt)")
    assert (link.unheard, link.axes_left) == (("/lift",), ())
    lift.now = there
    assert robot.link().unheard == ()
    lift.now = replace(there, receivers=())
    assert (robot.link().unheard, robot.link().axes_left) == (("/lift",), ("/lift",))
    await robot.close()


async def test_of_another_command_sender_no_topic_is_left_before_it_had_a_receiver(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(LIFT,)))
    await eventually(lambda: robot.topic)
    robot.link()
    before = connection.senders["/lift"]

    robot.use_profile(Profile(axes=(LIFT, TILT)))
    await eventually(lambda: robot.topic)
    lift = connection.senders["/lift"]
    lift.now = replace(lift.now, receivers=())

    assert lift is not before
    assert (robot.link().unheard, robot.link().axes_left) == (("/lift",), ())
    await robot.close()


async def test_without_a_receiver_of_the_base_there_is_none(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(LIFT, TILT)))
    await eventually(lambda: robot.topic)
    base = connection.senders["/cmd_vel"]
    base.now = replace(base.now, receivers=())

    link = robot.link()

    assert (link.subscribers, link.unheard) == ((), ())
    assert link.axis_subscribers == ("/node_of_lift (/lift)", "/node_of_tilt (/tilt)")
    await robot.close()


async def test_each_axis_has_the_link_of_its_topic_and_none_where_it_is_in_the_bases_messages(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(RISE, LIFT)))
    await eventually(lambda: robot.topic)
    lift = connection.senders["/lift"]
    lift.now = replace(lift.now, probe_age_s=0.3, unacknowledged=3, oldest_s=0.2, unread=2, unread_s=0.4)

    link = robot.link()

    assert (link.probe_age_s, link.unacknowledged, link.unread) == (0.01, 0, 0)
    base, axis = link.axes
    assert base is None
    assert axis is not None
    assert (axis.probe_age_s, axis.unacknowledged, axis.oldest_unacknowledged_s) == (0.3, 3, 0.2)
    assert (axis.unread, axis.unread_s, axis.subscribers) == (2, 0.4, ("/node_of_lift",))
    await robot.close()


async def test_axes_of_one_topic_have_one_link(connection: FakeConnection, failed: list[Exception]) -> None:
    body = "geometry_msgs/Twist"
    axes = tuple(FreeAxis(name, topic="/body", type_name=body, field=f"linear.{name}") for name in "xy")
    robot = driven(connection, failed, Profile(axes=axes))
    await eventually(lambda: robot.topic)

    one, other = robot.link().axes

    assert one is other
    await robot.close()


async def test_what_waits_is_not_written_and_all_others_are(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, ALL)
    await eventually(lambda: robot.topic)

    moving = Velocity(0.2, free=(1.0, 1.0, 0.0))
    robot.send(OutgoingCommand(moving, 1, waiting=frozenset({0})))
    robot.send(OutgoingCommand(moving, 2, waiting=frozenset({BASE_PART, 1})))

    told = {topic: [number for _, number, _ in one.sent] for topic, one in connection.senders.items()}
    assert told == {"/cmd_vel": [1], "/lift": [2], "/tilt": [1]}
    await robot.close()


def test_each_topic_whose_link_is_another_makes_another_epoch() -> None:
    sender, parts = combined("/lift", "/tilt")
    epochs = [sender.state().epoch, sender.state().epoch]
    for topic in ("/tilt", BASE, "/lift"):
        parts[topic].now = replace(parts[topic].now, epoch=7)
        epochs.append(sender.state().epoch)

    assert epochs == [1, 1, 2, 3, 4]


def test_where_one_message_can_t_be_encoded_none_is_written() -> None:
    sender, parts = combined("/lift")

    with pytest.raises(LocalProtocolError):
        sender.prepare({BASE: {}, "/lift": {"data": "fast"}}, 1, moves=True)

    assert not any(one.sent for one in parts.values())


def test_where_one_can_t_be_told_to_stand_the_others_are_all_the_same() -> None:
    sender, parts = combined("/lift")

    with pytest.raises(LocalProtocolError):
        sender.send({BASE: {"forward": 0}, "/lift": {}}, 1, moves=False)

    assert [len(one.sent) for one in parts.values()] == [0, 1]


@pytest.mark.parametrize("error", [LocalProtocolError("closed"), OSError("no way")])
def test_where_one_can_t_be_written_the_others_are_all_the_same(error: Exception) -> None:
    sender, parts = combined("/lift")

    def closed(command: Mapping[str, Any], number: int, *, moves: bool) -> Callable[[], None]:
        del command, number, moves

        def write() -> None:
            raise error

        return write

    parts[BASE].prepare = closed  # type: ignore[method-assign]
    with pytest.raises(type(error)):
        sender.send({BASE: {}, "/lift": {}}, 1, moves=False)

    assert len(parts["/lift"].sent) == 1


def test_those_that_are_missed_are_dialled_and_given_up() -> None:
    sender, parts = combined("/lift", "/tilt")
    parts["/lift"].is_lost = True
    parts["/tilt"].now = replace(parts["/tilt"].now, receivers=())
    assert sender.has_lost_receiver

    asyncio.run(sender.reconnect())
    sender.give_up_lost()

    assert [one.renewals for one in parts.values()] == [0, 1, 0]
    assert not sender.has_lost_receiver


def test_an_axis_that_nobody_hears_is_dialled_only_where_nobody_hears_the_base() -> None:
    sender, parts = combined("/lift")
    parts["/lift"].now = replace(parts["/lift"].now, receivers=())
    asyncio.run(sender.reconnect())
    assert [one.renewals for one in parts.values()] == [0, 0]

    parts[BASE].now = replace(parts[BASE].now, receivers=())
    asyncio.run(sender.reconnect())

    assert [one.renewals for one in parts.values()] == [1, 1]


def test_where_one_renewal_is_that_of_all_topics_there_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(FakeSender, "renews_all", True)
    sender, parts = combined("/lift", "/tilt")
    for one in parts.values():
        one.is_lost = True
    parts["/tilt"].now = replace(parts["/tilt"].now, receivers=())

    asyncio.run(sender.reconnect())

    assert [one.renewals for one in parts.values()] == [0, 0, 1]


def test_a_field_of_the_base_must_be_there_and_not_be_the_bases_own() -> None:
    twist = find_target("ros1", TWIST)
    check_base_axes(twist, Profile(axes=(RISE, FreeAxis("roll", field="angular.x"))))
    for field, code in (
        ("linear.y", DriveWording.AXIS_FIELD_TAKEN),
        ("angular.z", DriveWording.AXIS_FIELD_TAKEN),
        ("linear", DriveWording.NO_AXIS_FIELD),
        ("linear.z.z", DriveWording.NO_AXIS_FIELD),
        ("data", DriveWording.NO_AXIS_FIELD),
    ):
        with pytest.raises(TargetError) as told:
            check_base_axes(twist, Profile(axes=(FreeAxis("a", field=field),)))
        assert tells(told.value.reason, code)
    for type_name, field in (
        ("geometry_msgs/TwistStamped", "header.frame_id"),
        ("ackermann_msgs/AckermannDrive", "speed"),
        ("ackermann_msgs/AckermannDrive", "steering_angle"),
    ):
        with pytest.raises(TargetError):
            check_base_axes(find_target("ros1", type_name), Profile(axes=(FreeAxis("a", field=field),)))
    pose = find_target("gazebo", "gazebo.msgs.Pose")
    for part in "xyzw":
        with pytest.raises(TargetError):
            check_base_axes(pose, Profile(axes=(FreeAxis("a", field=f"orientation.{part}"),)))
    check_base_axes(pose, Profile(axes=(FreeAxis("a", field="position.z"),)))


def test_the_bases_message_stays_as_it_is_where_it_has_no_axis() -> None:
    message = {"linear": {"x": 1.0, "z": 0.0}}

    assert with_base_axes(message, (1.0,), Profile(axes=(LIFT,))) is message
    assert with_base_axes(message, (1.0, 0.0, 1.0), ALL) == {"linear": {"x": 1.0, "z": 1.0}}
    assert message == {"linear": {"x": 1.0, "z": 0.0}}


def test_a_topic_of_an_axis_is_never_that_of_the_base() -> None:
    def resolve(name: str) -> str:
        return "/" + name.lstrip("/")

    with pytest.raises(TargetError):
        axis_topics("ros1", Profile(axes=(FreeAxis("a", topic="cmd_vel", field="linear.z"),)), resolve, "/cmd_vel")
    for one, other in (
        (FreeAxis("a", topic="lift"), FreeAxis("b", topic="/lift", field="x", type_name="std_msgs/Int32")),
        (FreeAxis("a", topic="lift"), FreeAxis("b", topic="/lift")),
        (FreeAxis("a", topic="lift", field="x"), FreeAxis("b", topic="/lift", field="x.y")),
    ):
        with pytest.raises(TargetError):
            axis_topics("ros1", Profile(axes=(one, other)), resolve, "/cmd_vel")
    assert axis_topics("ros1", ALL, resolve, "/cmd_vel") == (
        AxisTopic("/lift", "std_msgs/Float64", ((0, LIFT),)),
        AxisTopic("/tilt", "std_msgs/Int16", ((1, TILT),)),
    )
    assert axis_topics("galileo", Profile(), resolve, "cmd_vel") == ()
    for scheme in ("galileo", "nrp+grpc", "nrp+json"):
        with pytest.raises(TargetError) as told:
            axis_topics(scheme, ALL, resolve, "cmd_vel")
        assert tells(told.value.reason, DriveWording.NO_FREE_AXES)


HELD = FreeAxis("lift", topic="/lift", least=-0.2, most=0.4, measured_topic="/lift/position")
STOP, LET_GO = OutgoingCommand(ZERO, 9, urgent=True), OutgoingCommand(ZERO, 9, urgent=True, released=True)


def _unknown(number: int) -> float | None:
    del number
    return None


def _at_0_3(number: int) -> float:
    del number
    return 0.3


def moved(*free: float) -> OutgoingCommand:
    return OutgoingCommand(Velocity(free=free), 1)


def written(rests: AxisRests, send: OutgoingCommand, now: float) -> tuple[float, ...]:
    command = rests.values(send, now)
    rests.note_written(command)
    return command.values


def test_an_axis_has_another_value_at_a_stop_than_when_it_is_let_go_of_and_keeps_it_until_it_is_moved() -> None:
    axis = FreeAxis("lift", topic="/lift", least=-0.2, most=0.4, neutral=0.1, zero=-0.1)
    rests = AxisRests((axis,), _unknown)
    assert written(rests, OutgoingCommand(Velocity(0.1, free=(0.0,)), 1), 0.0) == (0.1,)
    assert written(rests, moved(1.0), 0.1) == (0.4,)
    assert written(rests, LET_GO, 0.2) == (0.1,)
    assert written(rests, STOP, 0.3) == rests.resting == (-0.1,)

    # whoever drives something else, or lets go of that, does not move it
    assert written(rests, OutgoingCommand(Velocity(0.1, free=(0.0,)), 2), 9.0) == (-0.1,)
    assert written(rests, LET_GO, 9.1) == (-0.1,)
    written(rests, moved(-1.0), 9.2)
    assert written(rests, LET_GO, 9.3) == (0.1,)


def test_an_axis_that_holds_is_told_the_position_that_it_had_at_the_first_zero_of_a_stop() -> None:
    position: list[float | None] = [0.25]
    rests = AxisRests((HELD,), lambda number: position[number])
    written(rests, moved(1.0), 0.0)
    assert rests.at_stop(0.1) == (0.25,)
    assert written(rests, STOP, 0.1) == (0.25,)
    position[0] = 0.2
    assert [written(rests, STOP, 0.1 + step / 20) for step in range(1, 5)] == [(0.25,)] * 4
    assert rests.at_stop(0.35) == (0.25,)

    # another stop: others may have moved it
    assert written(rests, STOP, 5.0) == (0.2,)
    written(rests, moved(1.0), 5.1)
    position[0] = 7.0
    assert written(rests, STOP, 5.2) == (0.4,)


def test_an_axis_whose_position_is_not_known_holds_what_it_was_told_last() -> None:
    rests = AxisRests((HELD,), _unknown)
    assert rests.at_stop(0.0) == (0.0,)
    written(rests, moved(0.5), 0.1)

    assert written(rests, STOP, 0.2) == (0.2,)
    assert written(rests, STOP, 5.0) == (0.2,)


def test_an_axis_without_a_topic_of_its_position_is_a_speed_and_holds_by_its_zero() -> None:
    rests = AxisRests((replace_struct(HELD, measured_topic=""),), _at_0_3)
    written(rests, moved(1.0), 0.1)

    assert written(rests, STOP, 0.2) == (0.0,)


def test_an_axis_that_holds_is_not_moved_by_the_first_command_to_another() -> None:
    rests = AxisRests((HELD, TILT), _at_0_3)

    assert written(rests, moved(0.0, 1.0), 0.0) == (0.3, 90)


RAISED = FreeAxis("lift", topic="/lift", least=0.0, most=2.0, rate_s=0.5, measured_topic="/lift/position")
SPEED = replace_struct(RAISED, measured_topic="")


@pytest.mark.parametrize(
    ("axis", "end"),
    [
        (RAISED, 1.0),
        (RAISED, -1.0),
        (replace_struct(RAISED, least=-2.0), -1.0),
        (replace_struct(SPEED, zero=1.2), 1.0),
        (replace_struct(SPEED, zero=1.2, neutral=2.0), 1.0),
        (replace_struct(SPEED, zero=1.2, neutral=2.0), -1.0),
    ],
)
def test_an_axis_that_is_pushed_where_it_was_stopped_goes_from_there_no_faster_than_it_may(
    axis: FreeAxis, end: float
) -> None:
    rests = AxisRests((axis,), lambda _: 1.2)
    told = [*written(rests, STOP, 0.0)]
    assert told == [1.2]

    for step in range(1, 301):
        share = math.copysign(min(step * 0.02 * axis.share_rate_s, 1.0), end)
        told += written(rests, moved(share), 5.0 + step * 0.02)

    steps = [after - before for before, after in itertools.pairwise(told)]
    up = axis.value(end) > 1.2
    # the first may take what a repeat takes
    assert abs(steps[0]) <= 2 * 0.5 * 0.05 + 1e-9
    assert max(map(abs, steps[1:])) <= 2 * 0.5 * 0.02 + 1e-9
    assert all(step >= 0.0 if up else step <= 0.0 for step in steps)
    assert told[-1] == axis.value(end)
    # away from neutral it is half as fast
    past = [abs(after - before) for before, after in itertools.pairwise(told[1:]) if _is_away(axis, before, after)]
    assert max(past, default=0.0) <= 0.5 * 0.02 + 1e-9

    # whoever lets go of it has it neutral at once
    assert written(rests, LET_GO, 11.1) == (axis.neutral,)


def _is_away(axis: FreeAxis, before: float, after: float) -> bool:
    return (
        abs(after - axis.neutral) > abs(before - axis.neutral) and (before - axis.neutral) * (after - axis.neutral) >= 0
    )


def test_an_axis_that_is_pushed_through_its_neutral_value_goes_on_from_there_half_as_fast() -> None:
    rests = AxisRests((FreeAxis("lift", topic="/lift", rate_s=0.5, zero=0.025),), lambda _: None)
    written(rests, STOP, 0.0)

    # half of the longest step gets it to neutral
    assert written(rests, moved(-1.0), 1.0) == pytest.approx((-0.0125,))
    assert written(rests, moved(-1.0), 1.02) == pytest.approx((-0.0225,))


def test_an_axis_that_is_pushed_less_far_than_it_was_stopped_goes_back_as_fast_as_it_may() -> None:
    rests = AxisRests((RAISED,), lambda _: 1.2)
    written(rests, STOP, 0.0)
    assert written(rests, moved(0.05), 1.0) == (1.2,)
    assert written(rests, moved(0.1), 1.02) == (1.2,)

    # the share stays, and its repeats carry it on
    told = [written(rests, moved(0.1), 1.02 + step * 0.05)[0] for step in range(1, 30)]

    assert told[:2] == pytest.approx([1.15, 1.1])
    assert told[-1] == RAISED.value(0.1)


def test_the_first_command_that_pushes_an_axis_that_holds_moves_it_from_where_it_is() -> None:
    rests = AxisRests((RAISED,), lambda _: 1.2)

    assert written(rests, moved(-0.01), 0.0) == pytest.approx((1.15,))


def test_an_axis_whose_motion_waited_or_was_not_written_holds_where_it_was_told_to() -> None:
    measured: list[float | None] = [0.3]
    rests = AxisRests((HELD, TILT), lambda number: measured[number])
    assert written(rests, STOP, 0.0) == (0.3, 10)
    measured[0] = None

    rests.values(moved(1.0, 1.0), 1.0)
    assert [rests.resting, rests.at_stop(1.0)] == [(0.3, 10)] * 2
    rests.note_written(rests.values(moved(1.0, 1.0), 1.02), frozenset({0}))
    assert rests.at_stop(1.03) == (0.3, 10)
    assert written(rests, OutgoingCommand(Velocity(free=(0.0, 0.5)), 3), 1.04)[0] == 0.3

    # and so it is for one that was told nothing at all
    rests, measured[0] = AxisRests((HELD, TILT), lambda number: measured[number]), 0.3
    rests.note_written(rests.values(moved(1.0, 1.0), 0.0), frozenset({0}))
    assert written(rests, LET_GO, 0.1) == (0.3, 10)


async def test_what_stands_by_is_that_of_the_commands_that_were_written(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    rise = replace_struct(HELD, name="rise", topic="", field="linear.z")
    robot = driven(connection, failed, Profile(axes=(HELD, rise)))
    await eventually(lambda: robot.topic)
    robot.use_axes_at_stop((0.3, 0.1))
    robot.send(STOP)
    base, lift = connection.senders["/cmd_vel"], connection.senders["/lift"]

    pushed = OutgoingCommand(Velocity(free=(1.0, 1.0)), 10)
    robot.prepare(pushed)
    robot.send(replace(pushed, waiting=frozenset({0, BASE_PART})))
    assert (doubles(lift.still), doubles(base.still)[2]) == ((0.3,), 0.1)
    robot.send(replace(pushed, waiting=frozenset({BASE_PART})))
    assert (doubles(lift.still), doubles(base.still)[2]) == ((0.0,), 0.1)
    robot.send(pushed)
    assert (doubles(lift.still), doubles(base.still)[2]) == ((0.0,), 0.0)
    await robot.close()


async def test_an_axis_that_is_pushed_moves_wherever_it_is_by_now(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(
        connection, failed, Profile(axes=(RAISED, replace_struct(RAISED, name="rise", topic="", field="linear.z")))
    )
    await eventually(lambda: robot.topic)
    robot.use_axes_at_stop((1.2, 0.0))
    robot.send(STOP)

    robot.send(OutgoingCommand(Velocity(free=(0.01, 0.0)), 10))
    robot.send(OutgoingCommand(Velocity(free=(0.0, -0.01)), 11))

    base, lift = connection.senders["/cmd_vel"], connection.senders["/lift"]
    assert [(doubles(payload)[0], moves) for payload, _, moves in lift.sent] == [
        (1.2, False),
        (1.2, True),
        (0.0, False),
    ]
    assert [(doubles(payload)[2], moves) for payload, _, moves in base.sent] == [
        (0.0, False),
        (0.0, False),
        (0.0, True),
    ]
    await robot.close()


async def test_a_stop_has_an_axis_hold_where_it_is_and_so_does_whoever_comes_then(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    rise = replace_struct(HELD, name="rise", topic="", field="linear.z")
    robot = driven(connection, failed, Profile(axes=(HELD, rise)))
    await eventually(lambda: robot.topic)
    robot.use_axes_at_stop((0.3, 0.1))
    assert robot.axes_at_stop() == (0.3, 0.1)
    assert "/lift/position" in connection.wanted

    robot.send(OutgoingCommand(Velocity(free=(1.0, 1.0)), 1))
    robot.send(STOP)

    base, lift = connection.senders["/cmd_vel"], connection.senders["/lift"]
    assert doubles(base.commands[-1])[2] == doubles(base.still)[2] == 0.1
    assert [doubles(lift.commands[-1]), doubles(lift.still)] == [(0.3,)] * 2
    assert [one.sent[-1][2] for one in (base, lift)] == [False, False]

    # it stands there, whoever drives the base
    robot.send(OutgoingCommand(Velocity(0.1, free=(0.0, 0.0)), 10))
    assert (doubles(lift.commands[-1]), lift.sent[-1][2]) == ((0.3,), False)
    await robot.close()


async def test_another_process_that_measures_anew_has_the_stop_hold_that(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(HELD,)), silent=True)
    await eventually(lambda: robot.topic)
    told = []
    for position in (0.3, 0.3, 0.2):
        robot.use_axes_at_stop((position,))
        robot.send(STOP)
        told.append(doubles(connection.senders["/lift"].commands[-1]))

    assert told == [(0.3,), (0.3,), (0.2,)]
    assert "/lift/position" not in connection.wanted
    await robot.close()


async def test_what_another_process_has_measured_is_not_that_of_the_axes_of_another_profile(
    connection: FakeConnection, failed: list[Exception]
) -> None:
    robot = driven(connection, failed, Profile(axes=(HELD,)), silent=True)
    await eventually(lambda: robot.topic)
    robot.use_axes_at_stop((0.3,))
    lift = connection.senders["/lift"]
    robot.send(OutgoingCommand(ZERO, 1, urgent=True))
    lift.now = replace(lift.now, arrived=1)
    connection.senders["/cmd_vel"].now = replace(lift.now, receivers=("/base",))

    robot.use_profile(Profile(axes=(replace_struct(HELD, name="height", topic="/height"),)))
    await eventually(lambda: robot.topic)
    robot.send(OutgoingCommand(ZERO, 2, urgent=True))

    assert doubles(lift.commands[-1]) == (0.3,)
    assert doubles(connection.senders["/height"].commands[-1]) == (0.0,)
    await robot.close()
