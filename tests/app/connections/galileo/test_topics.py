"""Which topics have a session, and how many."""

from __future__ import annotations

import asyncio
import random

import pytest

from app.connections.galileo import topics
from app.connections.galileo.converters import TWIST
from app.connections.galileo.topics import MAX_KNOWN
from app.demo import camera as camera_module
from app.model.schema import Role
from app.model.topics import DecoderChoice, Delivery
from app.wording.connections import GalileoWording
from protocols.errors import LocalProtocolError
from protocols.galileo.packets import Opcode
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

PICTURE = camera_module.encode_png(32, 24, random.Random(1).randbytes(32 * 24 * 3))


@pytest.fixture
async def camera(robot: FakeRobot, station: Station) -> Station:
    """A connection that reads `camera`, on which the index of the robot is known."""
    station.want("camera")
    await station.enter("camera")
    for _ in range(4):
        robot.say("camera", b"warming up")
    await station.get("camera", 4)
    return station


async def test_bytes_are_shown_with_their_size(robot: FakeRobot, camera: Station) -> None:
    robot.say("camera", b"abc")
    await camera.get("camera", 5)

    assert camera.newest("camera") == {"size": 3, "bytes": memoryview(b"abc")}
    assert camera.topic("camera").info.type_name == "bytes"


async def test_a_picture_is_read_as_the_operator_chose(robot: FakeRobot, camera: Station) -> None:
    camera.connection.set_decoder("/camera", "PNG")
    robot.say("camera", PICTURE)

    await camera.get("camera", 5)

    topic = camera.topic("camera")
    assert topic.newest is not None
    assert bytes(topic.newest.payload) == PICTURE
    assert topic.schema is not None
    assert topic.schema.roles() == {Role.IMAGE}
    assert topic.info.type_name == "PNG"
    assert camera.newest("camera")["width"] == 32


async def test_the_rate_of_what_is_read_otherwise_begins_anew(robot: FakeRobot, camera: Station) -> None:
    topic = camera.topic("camera")
    topic.rate_hz = 500.0
    robot.say("camera", b"abc")
    await camera.get("camera", 5)
    assert topic.rate_hz is not None

    camera.connection.set_decoder("camera", "PNG")
    robot.say("camera", PICTURE)
    await camera.get("camera", 6)

    assert topic.rate_hz is None


async def test_a_choice_holds_for_sessions_to_come(robot: FakeRobot, camera: Station) -> None:
    camera.connection.set_decoder("camera", "ROS 1", "std_msgs/String")
    camera.want()
    await eventually(lambda: not robot.clients("camera"))

    camera.want("camera")
    await camera.enter("camera")
    messages = camera.topic("camera").messages
    for _ in range(5):
        robot.say("camera", b"\x02\0\0\0hi")
    await camera.get("camera", messages + 1)

    assert camera.newest("camera") == {"data": "hi"}
    assert camera.topic("camera").info.type_name == "std_msgs/String"


async def test_a_message_of_whole_fragments_is_given_after_a_moment(robot: FakeRobot, camera: Station) -> None:
    camera.connection.set_decoder("camera", "JPEG")
    robot.say("camera", bytes(512))

    await camera.get("camera", 5)

    assert camera.topic("camera").nbytes >= 512


async def test_only_bytes_have_a_choice(robot: FakeRobot, camera: Station) -> None:
    await camera.get("galileo/status")

    choice = camera.connection.decoder_of("/camera")

    assert choice == DecoderChoice("bytes", ("bytes", "JPEG", "PNG", "ROS 1"), frozenset(("ROS 1",)))
    assert camera.connection.decoder_of("galileo/status") is None
    assert camera.connection.decoder_of("never heard of") is None
    camera.connection.set_decoder("later", "JPEG")
    assert camera.connection.decoder_of("later") == DecoderChoice("JPEG", choice.offered, choice.typed)
    assert "sensor_msgs/Image" in camera.connection.decoder_types("ROS 1")
    assert robot.clients("camera")


@pytest.mark.parametrize(("name", "decoder"), [("camera", "GIF"), ("camera", "ROS 1"), ("//", "JPEG")])
async def test_a_choice_that_cannot_be_changes_nothing(station: Station, name: str, decoder: str) -> None:
    with pytest.raises(LocalProtocolError):
        station.connection.set_decoder(name, decoder)

    assert station.connection.decoder_of(name) is None


async def test_choices_are_bounded(station: Station) -> None:
    for number in range(MAX_KNOWN):
        station.connection.set_decoder(f"topic{number}", "JPEG")

    with pytest.raises(LocalProtocolError, check=says(GalileoWording.TOO_MANY_DECODERS, limit=MAX_KNOWN)):
        station.connection.set_decoder("another", "JPEG")
    station.connection.set_decoder("topic1", "PNG")


async def test_texts_and_bytes_of_one_topic_are_each_read_their_own_way(robot: FakeRobot, camera: Station) -> None:
    robot.say("camera", {"note": 1})
    await camera.get("camera", 5)
    assert camera.newest("camera") == {"note": 1}

    robot.say("camera", b"abc")
    await camera.get("camera", 6)
    assert camera.newest("camera")["size"] == 3


async def test_who_listens_gets_every_message_and_one_that_fails_does_not_harm(
    robot: FakeRobot, camera: Station, caplog: pytest.LogCaptureFixture
) -> None:
    got: list[bytes] = []

    def good(delivery: Delivery) -> None:
        got.extend(map(bytes, delivery.payloads))

    camera.connection.set_sinks("camera", [good])
    for number in range(10):
        robot.say("camera", bytes([number]))
    await eventually(lambda: len(got) == 10)

    camera.connection.set_sinks("camera", ())
    robot.say("camera", b"later")
    await camera.get("camera", 15)

    assert got == [bytes([number]) for number in range(10)]
    assert not [record for record in caplog.records if record.levelname == "ERROR"]


async def test_pictures_that_are_not_whole_are_counted(robot: FakeRobot, camera: Station) -> None:
    camera.connection.set_decoder("camera", "PNG")
    parts = 0

    def drop(data: bytes) -> bool:
        nonlocal parts
        is_part = len(data) > 500 and data[5] == Opcode.BINARY
        parts += is_part
        return is_part and parts == 2

    robot.drop = drop
    for _ in range(4):
        robot.say("camera", PICTURE)
        await asyncio.sleep(0.02)

    await eventually(lambda: camera.topic("camera").messages >= 4 + 2)
    await eventually(lambda: camera.topic("camera").dropped)
    assert camera.topic("camera").dropped <= 2


async def test_a_topic_that_is_wanted_has_a_session_until_it_is_not(robot: FakeRobot, station: Station) -> None:
    station.want("odom")
    await station.enter("odom")
    (client,) = robot.clients("odom")
    assert station.topic("odom").live

    station.want()

    await eventually(lambda: robot.left.get(client) == GalileoWireWording.CLOSED_BY_CLIENT())
    assert not station.topic("odom").live
    assert len(robot.clients("galileo/status")) == 1


async def test_a_leading_slash_is_that_of_the_same_topic(robot: FakeRobot, station: Station) -> None:
    station.want("/odom", "odom")
    got: list[bytes] = []
    station.connection.set_sinks("/odom", [lambda delivery: got.extend(map(bytes, delivery.payloads))])
    await eventually(lambda: robot.clients("odom"))

    robot.say("odom", {"x": 1})
    await station.get("odom")

    assert got == [b'{"x": 1}']
    assert station.connection.resolve("/odom") == "odom"
    assert len(robot.clients("odom")) == 1


async def test_a_name_that_is_none_is_said(station: Station) -> None:
    station.want("//")

    alert = station.alert("name //")

    assert alert is not None
    assert tells(alert.text, GalileoWording.TOPIC_UNNAMED)
    station.want()
    assert station.alert("name //") is None
    with pytest.raises(LocalProtocolError):
        station.connection.check_topic("x" * 2000)


async def test_thousands_of_topics_are_bounded(robot: FakeRobot, station: Station) -> None:
    station.want(*(f"topic{number}" for number in range(3000)))
    await eventually(lambda: len(robot.session.clients) >= topics.MAX_TOPICS)

    assert len(station.connection.topics) == topics.MAX_TOPICS
    assert station.connection.topics[0].path == "galileo/status"
    assert len(station.store.topics) <= topics.MAX_TOPICS + 2
    assert station.alert("topics") is not None

    station.want("odom")

    assert [topic.path for topic in station.connection.topics] == ["galileo/status", "odom"]
    assert station.alert("topics") is None


async def test_names_that_were_wanted_once_are_forgotten_in_time(
    station: Station, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(topics, "MAX_KNOWN", 10)

    for number in range(50):
        station.want(f"topic{number}")

    assert len(station.store.topics) <= 11
    assert station.topic("topic49").live
    await station.get("galileo/status", station.topic("galileo/status").messages + 1)


async def test_a_publisher_more_than_there_may_be_topics_is_refused(station: Station) -> None:
    for number in range(topics.MAX_TOPICS - 1):
        await station.connection.advertise(f"topic{number}", "json", TIMEOUT_S)

    with pytest.raises(LocalProtocolError, check=says(GalileoWording.TOO_MANY_TOPICS, limit=topics.MAX_TOPICS)):
        await station.connection.advertise("cmd_vel", TWIST, TIMEOUT_S)
    assert len(station.connection.topics) == topics.MAX_TOPICS


async def test_a_topic_that_is_read_and_published_has_one_session(robot: FakeRobot, station: Station) -> None:
    publisher = await station.connection.advertise("chat", "json", TIMEOUT_S)
    station.want("chat")
    await station.enter("chat")

    station.want()
    assert station.topic("chat").live
    await publisher.close()

    await eventually(lambda: not robot.clients("chat"))
    assert not station.topic("chat").live


async def test_nothing_is_opened_after_the_end(robot: FakeRobot, station: Station) -> None:
    await station.connection.close()

    station.want("odom")

    assert station.connection.topics == ()
    await eventually(lambda: not robot.session.clients)
