"""What is sent to a robot, and how a stop is said until the robot has shown that it hears."""

from __future__ import annotations

import asyncio
import json
import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.connections.base import Publisher
from app.connections.galileo import publisher as publisher_module
from app.connections.galileo import topic_link
from app.connections.galileo.converters import TWIST, stop_twist
from app.connections.galileo.publisher import commands_motion, encode, may_move, stop_message_for
from app.connections.publishing import FINAL_REPEATS
from app.wording.connections import ConnectionWording, GalileoWording
from protocols.errors import EncodeError, LocalProtocolError
from protocols.galileo import client_session
from protocols.galileo.packets import MAX_TEXT, Opcode
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

MakeStation = Callable[..., Station]

FORWARD = {"linear": {"x": 0.2}}
WHOLE = {"linear": {"x": 0.2, "y": 0.0, "z": 0.0}, "angular": {"x": 0.0, "y": 0.0, "z": 0.0}}


def sent(robot: FakeRobot, topic: str = "cmd_vel") -> list[Any]:
    return [json.loads(text) for text in robot.texts.get(topic, [])]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that is there has answered within this, however busy the machine is."""
    monkeypatch.setattr(publisher_module, "FINAL_TIMEOUT_S", 2 * TIMEOUT_S)
    monkeypatch.setattr(topic_link, "CLOSE_TIMEOUT_S", 2 * TIMEOUT_S)
    monkeypatch.setattr(client_session, "CLOSE_TIMEOUT_S", 2 * TIMEOUT_S)


@pytest.fixture
async def publisher(station: Station) -> Publisher:
    """One of `cmd_vel`, that the robot hears."""
    publisher = await station.connection.advertise("cmd_vel", TWIST, TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    return publisher


# messages


@pytest.mark.parametrize("type_name", ["geometry_msgs/Twist", "geometry_msgs/msg/Twist"])
def test_a_twist_is_sent_with_all_of_its_six_numbers(type_name: str) -> None:
    assert json.loads(encode(type_name, FORWARD)) == WHOLE
    assert json.loads(encode(type_name, b'{"linear": {"x": 0.2}}')) == WHOLE


@pytest.mark.parametrize("type_name", ["json", "JSON", "JSON text"])
def test_json_is_sent_as_it_is(type_name: str) -> None:
    assert encode(type_name, {"text": "你好", "n": [1, None]}) == '{"text":"你好","n":[1,null]}'.encode()


@pytest.mark.parametrize(
    ("type_name", "value"),
    [
        ("json", {"x": math.nan}),
        ("json", {"x": {1, 2}}),
        ("json", b"[1]"),
        ("json", b"{"),
        ("json", b"\xff"),
        ("json", b"[" * 100_000),
        ("json", {"x": "y" * MAX_TEXT}),
        (TWIST, {"speed": 1}),
        (TWIST, {"linear": {"x": math.inf}}),
        ("bytes", {"text": "x"}),
        ("bytes", {"bytes": "no base64!"}),
        ("bytes", {"bytes": [256]}),
        ("bytes", {"bytes": ["1"]}),
        ("bytes", {"bytes": 7}),
        ("bytes", bytes(1024 * 1024 + 1)),
        ("sensor_msgs/Image", {}),
        ("", {}),
    ],
)
def test_what_cannot_be_sent_is_refused(type_name: str, value: Any) -> None:
    with pytest.raises(LocalProtocolError) as refusal:
        encode(type_name, value)

    assert refusal.value.reason


def test_a_text_may_fill_a_datagram_and_no_more() -> None:
    room = MAX_TEXT - len('{"x":""}')

    assert len(encode("json", {"x": "y" * room})) == MAX_TEXT
    with pytest.raises(EncodeError, check=says(GalileoWording.TEXT_TOO_LONG, limit_bytes=MAX_TEXT)):
        encode("json", {"x": "y" * (room + 1)})


@pytest.mark.parametrize("value", [b"abc", {"bytes": "YWJj"}, {"bytes": [97, 98, 99]}, {"bytes": b"abc"}])
def test_bytes_are_sent_however_they_are_written(value: Any) -> None:
    assert encode("bytes", value) == b"abc"


@given(st.dictionaries(st.text(max_size=10), st.integers() | st.text(max_size=10) | st.none(), max_size=5))
def test_any_object_is_sent_or_refused(value: dict[str, Any]) -> None:
    try:
        data = encode("json", value)
    except EncodeError:
        return
    assert json.loads(data.decode("utf-8", "surrogatepass")) == value


@pytest.mark.parametrize(
    ("topic", "type_name", "value", "ends"),
    [
        ("cmd_vel", "json", {"speed": 1}, True),
        ("cmd_vel", TWIST, FORWARD, True),
        ("other", TWIST, {}, True),
        ("other", "json", FORWARD, True),
        ("other", "json", {"power": 1}, False),
        ("other", "bytes", {"bytes": ""}, False),
    ],
)
def test_what_moves_a_robot_is_ended_by_six_zeros(topic: str, type_name: str, value: Any, ends: bool) -> None:  # noqa: FBT001
    assert stop_message_for(topic, type_name, value) == (stop_twist() if ends else None)


def test_motion_is_known_by_its_topic_or_its_type() -> None:
    assert commands_motion("cmd_vel", "json")
    assert commands_motion("other", TWIST)
    assert not commands_motion("other", "json")
    # a task of the robot's may come by any of them
    assert may_move("cmd_vel", "json")
    assert may_move("other", "json")
    assert not may_move("galileo/status", "json")


# publishing


async def test_a_message_reaches_the_robot_on_its_topic(
    robot: FakeRobot, station: Station, publisher: Publisher
) -> None:
    publisher.publish(FORWARD)

    await eventually(lambda: sent(robot) == [WHOLE])
    assert publisher.topic == "cmd_vel"
    assert publisher.type_name == TWIST
    assert publisher.subscribers == (f"127.0.0.1:{robot.port}",)
    assert await publisher.drain(TIMEOUT_S)
    assert station.topic("cmd_vel").live


async def test_bytes_go_in_parts(robot: FakeRobot, station: Station) -> None:
    publisher = await station.connection.advertise("audio", "bytes", TIMEOUT_S)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)

    publisher.publish(bytes(1000))

    await eventually(lambda: sum(map(len, robot.fragments.get("audio", []))) == 1000)


async def test_bytes_that_could_not_be_ended_are_no_command(station: Station) -> None:
    with pytest.raises(LocalProtocolError, check=says(GalileoWording.CMD_VEL_TAKES_TEXTS)):
        await station.connection.advertise("cmd_vel", "bytes", TIMEOUT_S)


async def test_a_type_that_is_none_is_refused(station: Station) -> None:
    with pytest.raises(LocalProtocolError):
        await station.connection.advertise("cmd_vel", "std_msgs/String", TIMEOUT_S)


async def test_nothing_waits_for_a_robot_that_is_not_there(make_station: MakeStation, robot: FakeRobot) -> None:
    robot.refused = {"cmd_vel"}
    station = make_station(robot.uri())
    await station.reach("connected")
    publisher = await station.connection.advertise("cmd_vel", TWIST, TIMEOUT_S)

    publisher.publish(FORWARD)
    assert (publisher.subscribers, publisher.dropped) == ((), 1)
    assert not await publisher.wait_for_subscriber(0.05)
    robot.refused = set()

    assert await publisher.wait_for_subscriber(TIMEOUT_S)
    publisher.publish({})
    await eventually(lambda: sent(robot) == [stop_twist()])
    await publisher.close()


async def test_the_end_says_its_last_words_until_the_robot_has_answered(
    robot: FakeRobot, station: Station, publisher: Publisher
) -> None:
    publisher.set_final_message(publisher.encode({}))
    publisher.publish(FORWARD)
    (client,) = robot.clients("cmd_vel")

    assert await publisher.close()

    await eventually(lambda: client in robot.left)
    assert sent(robot)[0] == WHOLE
    assert sent(robot)[1:] == [stop_twist()] * (len(sent(robot)) - 1)
    assert len(sent(robot)) > FINAL_REPEATS
    assert robot.left[client] == GalileoWireWording.CLOSED_BY_CLIENT()
    with pytest.raises(LocalProtocolError, check=says(ConnectionWording.PUBLISHED_NO_MORE, topic="cmd_vel")):
        publisher.publish(FORWARD)
    assert station.connection.topics[-1].path != "cmd_vel"


async def test_last_words_that_nobody_answers_are_not_taken_for_delivered(
    robot: FakeRobot, publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publisher_module, "FINAL_TIMEOUT_S", 0.3)
    publisher.set_final_message(publisher.encode({}))
    publisher.publish(FORWARD)
    robot.silent = True

    assert not await publisher.close()


async def test_last_words_get_through_a_bad_network(robot: FakeRobot, publisher: Publisher) -> None:
    publisher.publish(FORWARD)
    await eventually(lambda: len(sent(robot)) == 1)
    publisher.set_final_message(publisher.encode({}))
    rng = random.Random(1)
    number = 0

    def drop(data: bytes) -> bool:
        nonlocal number
        number += 1
        is_pong = len(data) == 6 and data[5] == Opcode.PONG
        return is_pong if number < 60 else rng.random() < 0.3

    robot.drop = drop

    assert await publisher.close()

    assert sent(robot)[-1] == stop_twist()


async def test_last_words_are_said_by_the_next_session_where_one_has_ended(
    robot: FakeRobot, publisher: Publisher
) -> None:
    publisher.set_final_message(publisher.encode({}))
    publisher.publish(FORWARD)
    await eventually(lambda: len(sent(robot)) == 1)
    robot.session.close(robot.clients("cmd_vel")[0])
    robot.flush()

    assert await publisher.close()

    assert sent(robot)[-1] == stop_twist()


@pytest.mark.usefixtures("short_silence")
async def test_last_words_are_said_anew_to_a_robot_that_was_started_again(
    robot: FakeRobot, publisher: Publisher
) -> None:
    publisher.set_final_message(publisher.encode({}))
    publisher.publish(FORWARD)
    await eventually(lambda: len(sent(robot)) == 1)
    # the zeros of before go to nobody
    robot.silent = True
    closing = asyncio.get_running_loop().create_task(publisher.close())
    await asyncio.sleep(0.1)
    await robot.stop()
    await robot.start()
    robot.silent = False

    assert await closing

    assert sent(robot)[1:].count(stop_twist()) >= FINAL_REPEATS


async def test_a_publisher_that_sent_nothing_to_nobody_owes_nothing(
    make_station: MakeStation, robot: FakeRobot
) -> None:
    robot.refused = {"cmd_vel"}
    station = make_station(robot.uri())
    publisher = await station.connection.advertise("cmd_vel", TWIST, TIMEOUT_S)
    publisher.set_final_message(publisher.encode({}))

    async with asyncio.timeout(TIMEOUT_S):
        assert await publisher.close()


async def test_the_end_of_the_connection_stops_the_robot(
    robot: FakeRobot, station: Station, publisher: Publisher
) -> None:
    publisher.set_final_message(publisher.encode({}))
    publisher.publish(FORWARD)

    await station.connection.close()

    await eventually(lambda: not robot.session.clients)
    assert sent(robot)[-1] == stop_twist()


async def test_what_was_sent_last_goes_before_the_end_of_the_session(robot: FakeRobot, publisher: Publisher) -> None:
    publisher.publish(FORWARD)

    assert await publisher.close()

    assert sent(robot) == [WHOLE]
    await eventually(lambda: not robot.clients("cmd_vel"))


async def test_two_publishers_share_a_session(robot: FakeRobot, station: Station, publisher: Publisher) -> None:
    other = await station.connection.advertise("/cmd_vel", "json", TIMEOUT_S)
    assert len(robot.clients("cmd_vel")) == 1

    await other.close()

    publisher.publish(FORWARD)
    await eventually(lambda: sent(robot) == [WHOLE])
    assert len(robot.clients("cmd_vel")) == 1
