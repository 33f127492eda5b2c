from __future__ import annotations

import pytest

from app.connections.ros1.publisher import encode
from protocols.errors import EncodeError
from protocols.ros1.messages.definitions import parse_message
from protocols.ros1.messages.schema import Ros1Schema
from tests.fakes.ros1_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually

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
