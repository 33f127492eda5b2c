from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from app.config.run_settings import Settings
from app.connections.ros1.publisher import encode
from app.net.tasks import TaskPool
from app.wording.connections import Ros1Wording
from protocols.errors import EncodeError, LocalProtocolError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.tcpros.header import HeaderReader, encode_header
from protocols.wording import FieldWording
from tests.fakes.ports import free_port
from tests.fakes.ros1_station import STRING_MD5, FakeMaster, FakeTalker, Station, string
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says, tells

STAMPED = Ros1Schema(parse_message("x/Stamped", "time at\nint32 n\n"))


def test_now_is_the_time_that_is_given() -> None:
    payload = encode(STAMPED, {"at": "now", "n": 1}, 3_000_000_005)

    assert payload == b"\x03\x00\x00\x00\x05\x00\x00\x00\x01\x00\x00\x00"


def test_bytes_are_taken_as_they_are_if_they_are_a_whole_message() -> None:
    assert encode(STAMPED, bytes(12), 0) == bytes(12)
    with pytest.raises(EncodeError):
        encode(STAMPED, bytes(11), 0)


async def test_a_publisher_knows_its_topic_type_and_that_nobody_listens(station: Station) -> None:
    publisher = await station.connection.advertise("out", "std_msgs/String", TIMEOUT_S)

    assert (publisher.topic, publisher.type_name) == ("/out", "std_msgs/String")
    assert publisher.subscribers == ()
    assert not await publisher.wait_for_subscriber(0.01)
    assert await publisher.drain(0.01)
    assert await publisher.close()
    await eventually(lambda: not station.connection._publishers.topics)


MakeStation = Callable[..., Station]


class Subscriber:
    """A node that subscribes to us."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer
        self.header: dict[str, str] = {}

    async def next(self) -> bytes:
        length = await self.reader.readexactly(4)
        return length + await self.reader.readexactly(int.from_bytes(length, "little"))

    async def close(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


async def subscribe(station: Station, topic: str, md5: str = "*") -> Subscriber:
    """Ask where a topic is served, dial it, and introduce ourselves."""
    code, message, where = await station.call("requestTopic", "/listener", topic, [["TCPROS"]])
    assert code == 1, message
    subscriber = Subscriber(*await asyncio.open_connection(where[1], where[2]))
    fields = {"topic": topic, "md5sum": md5, "callerid": "/listener", "type": "*"}
    subscriber.writer.write(encode_header(fields))
    header = HeaderReader()
    subscriber.header = header.feed(await subscriber.next()) or {}
    return subscriber


async def test_a_subscriber_gets_what_is_published(station: Station, master: FakeMaster) -> None:
    publisher = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    assert master.registered()["/out"] == [station.name]
    subscriber = await subscribe(station, "/out", STRING_MD5)
    assert await publisher.wait_for_subscriber(TIMEOUT_S)

    publisher.publish({"data": "hello"})

    assert await subscriber.next() == string("hello")
    assert subscriber.header["type"] == "std_msgs/String"
    assert subscriber.header["md5sum"] == STRING_MD5
    assert subscriber.header["message_definition"].startswith("string data")
    assert len(publisher.subscribers) == 1
    await subscriber.close()
    await eventually(lambda: not publisher.subscribers)


async def test_who_comes_later_gets_the_last_message(station: Station) -> None:
    publisher = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    publisher.publish({"data": "before"})

    subscriber = await subscribe(station, "/out")

    assert await subscriber.next() == string("before")
    assert subscriber.header["latching"] == "1"
    await subscriber.close()


async def test_who_comes_later_gets_no_command_of_before(station: Station) -> None:
    publisher = await station.connection.advertise("/cmd", "std_msgs/String", TIMEOUT_S, newest_only=True)
    publisher.publish({"data": "go"})

    subscriber = await subscribe(station, "/cmd")
    await eventually(lambda: publisher.subscribers)
    publisher.publish({"data": "halt"})

    assert subscriber.header["latching"] == "0"
    assert await subscriber.next() == string("halt")
    await subscriber.close()


async def test_a_subscriber_of_another_definition_is_refused_and_said(station: Station) -> None:
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    subscriber = await subscribe(station, "/out", "0" * 32)

    assert "md5sums do not match" in subscriber.header["error"]
    assert await subscriber.reader.read() == b""
    assert station.says(Ros1Wording.SUBSCRIBER_REFUSED, who="/listener") is not None
    await subscriber.close()


async def test_udpros_is_declined(station: Station) -> None:
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    code, _, value = await station.call("requestTopic", "/listener", "/out", [["UDPROS", b"x", "h", 1, 1500]])

    assert (code, value) == (0, [])


async def test_a_type_that_the_robot_knows_otherwise_is_refused_unless_forced(
    station: Station, master: FakeMaster
) -> None:
    master.do("registerPublisher", "/base", "/odom", "nav_msgs/Odometry", "http://127.0.0.1:1/")

    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.TYPE_CONFLICT, topic="/odom")) as caught:
        await station.connection.advertise("/odom", "std_msgs/String", TIMEOUT_S)
    assert "nav_msgs/Odometry" in caught.value.reason
    assert station.name not in master.registered()["/odom"]

    publisher = await station.connection.advertise("/odom", "std_msgs/String", TIMEOUT_S, force=True)
    assert station.name in master.registered()["/odom"]
    await publisher.close()


async def test_the_type_of_before_is_put_back_after_a_forced_one(station: Station, master: FakeMaster) -> None:
    master.do("registerSubscriber", "/base", "/cmd_vel", "geometry_msgs/Twist", "http://127.0.0.1:1/")
    publisher = await station.connection.advertise("/cmd_vel", "std_msgs/String", TIMEOUT_S, force=True)
    assert (await station.connection.take_snapshot(TIMEOUT_S)).type_of("/cmd_vel") == "std_msgs/String"

    await publisher.close()
    await eventually(lambda: master.registered()["/cmd_vel"] == ["/base"])

    assert (await station.connection.take_snapshot(TIMEOUT_S)).type_of("/cmd_vel") == "geometry_msgs/Twist"
    await (await station.connection.advertise("/cmd_vel", "geometry_msgs/Twist", TIMEOUT_S)).close()


async def test_a_type_without_a_definition_is_refused(station: Station) -> None:
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.TYPE_UNKNOWN, type_name="our_msgs/Secret")):
        await station.connection.advertise("/out", "our_msgs/Secret", TIMEOUT_S)


async def test_two_publishers_of_one_topic_share_it(station: Station, master: FakeMaster) -> None:
    first = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    second = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    with pytest.raises(LocalProtocolError, check=says(Ros1Wording.TYPE_CONFLICT)) as caught:
        await station.connection.advertise("/out", "std_msgs/Int32", TIMEOUT_S)
    assert tells(caught.value.reason, Ros1Wording.TYPE_PUBLISHED_HERE, type_name="std_msgs/String")

    await first.close()
    assert "/out" in master.registered()
    await second.close()
    await eventually(lambda: "/out" not in master.registered())


async def test_the_last_words_are_said_before_the_end(station: Station) -> None:
    publisher = await station.connection.advertise("/cmd", "std_msgs/String", TIMEOUT_S, newest_only=True)
    subscriber = await subscribe(station, "/cmd")
    await eventually(lambda: publisher.subscribers)
    publisher.set_final_message(publisher.encode({"data": "stop"}))

    closing = TaskPool("test").spawn(station.connection.close(), "end")

    assert await subscriber.next() == string("stop")
    await subscriber.reader.read()
    await closing
    await subscriber.close()


async def test_a_message_that_does_not_fit_its_type_is_our_own_fault(station: Station) -> None:
    publisher = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    with pytest.raises(LocalProtocolError, check=says(FieldWording.TEXT_WANTED, field="data")):
        publisher.publish({"data": 5})


async def test_now_is_the_time_of_this_machine(station: Station) -> None:
    connection = station.connection

    payload = connection.encode("std_msgs/Header", {"stamp": "now"})

    assert int.from_bytes(payload[4:8], "little") > 1_600_000_000


async def test_ports_can_be_fixed(master: FakeMaster, make_station: MakeStation) -> None:
    slave, served = free_port(), free_port()
    station = make_station(master.uri, Settings(slave_port=slave, publisher_port=served))
    await station.reach("connected")
    await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)

    assert station.api == f"http://127.0.0.1:{slave}/"
    assert (await station.call("requestTopic", "/x", "/out", [["TCPROS"]]))[2] == ["TCPROS", "127.0.0.1", served]


async def test_what_is_published_is_read_here_as_it_was_written_whatever_the_robot_means_by_the_type(
    station: Station, master: FakeMaster
) -> None:
    publisher = await station.connection.advertise("/out", "std_msgs/String", TIMEOUT_S)
    station.want("/out", "/chatter")
    publisher.publish({"data": "before"})
    assert station.newest("/out") == {"data": "before"}
    async with FakeTalker() as other:
        other.header = {"md5sum": "*", "type": "std_msgs/String", "message_definition": "int32 number\n"}
        other.frames = []
        other.register(master)
        await eventually(lambda: other.subscribers and station.topic("/chatter").schema)

        publisher.publish({"data": "after"})

        assert station.newest("/out") == {"data": "after"}
