"""A publisher of a connection: its messages, its subscribers, its end."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any

import pytest

from app.connections import publishing as module
from app.connections.base import Publisher
from app.connections.gazebo import publisher as gazebo_publisher
from app.wording.connections import ConnectionWording
from protocols.errors import EncodeError, LocalProtocolError
from protocols.gazebo.packets import SubscriberRecord, encode_frame, encode_subscription
from protos.gazebo import basics_pb2 as basics
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

MakeStation = Callable[..., Station]

X = "/gazebo/default/x"
INT = "gazebo.msgs.Int"


def number(value: int) -> bytes:
    return basics.Int(data=value).SerializeToString()


def frames(*values: int) -> bytes:
    return b"".join(encode_frame(number(value)) for value in values)


class Subscriber:
    """One who dials a publisher and reads what it likes."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.reader: asyncio.StreamReader
        self.writer: asyncio.StreamWriter

    async def subscribe(self, topic: str = X, *, latching: bool = False, limit: int = 2**16) -> Subscriber:
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self._port, limit=limit)
        record = SubscriberRecord(topic, INT, "127.0.0.1", self.port, latching)
        self.writer.write(encode_subscription("sub", record, 0.0))
        return self

    @property
    def port(self) -> int:
        name: tuple[str, int] = self.writer.get_extra_info("sockname")
        return name[1]

    async def leave(self) -> None:
        self.writer.close()
        await self.writer.wait_closed()


Subscribe = Callable[..., Any]


@pytest.fixture(autouse=True)
def quick_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "FINAL_INTERVAL_S", 0.005)
    # who is there hears them, however busy the machine is
    monkeypatch.setattr(module, "FINAL_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(module, "DRAIN_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(gazebo_publisher, "READ_TIME_S", 0.01)


@pytest.fixture
async def publisher(station: Station) -> Publisher:
    return await station.connection.advertise("~/x", INT, TIMEOUT_S)


@pytest.fixture
async def subscribe(server: GazeboServer, publisher: Publisher) -> AsyncIterator[Subscribe]:
    """Makes subscribers of the publisher, and lets them go."""
    subscribers: list[Subscriber] = []
    count = 0

    async def make(*, stays: bool = True, **options: Any) -> Subscriber:
        nonlocal count
        await eventually(lambda: server.master.publishers)
        (record,) = [known for known in server.master.publishers if known.topic == publisher.topic]
        subscriber = await Subscriber(record.port).subscribe(**options)
        subscribers.append(subscriber)
        count += 1
        if stays:
            await eventually(lambda: len(publisher.subscribers) >= count)
        return subscriber

    yield make
    for subscriber in subscribers:
        await subscriber.leave()


async def test_it_has_the_full_name_and_the_type(publisher: Publisher) -> None:
    assert (publisher.topic, publisher.type_name) == (X, INT)
    assert publisher.subscribers == ()
    assert publisher.dropped == 0


async def test_messages_reach_every_subscriber_in_order(publisher: Publisher, subscribe: Subscribe) -> None:
    subscribers = [await subscribe(), await subscribe()]
    publisher.publish({"data": 1})
    publisher.publish(number(2))

    for subscriber in subscribers:
        assert await subscriber.reader.readexactly(len(frames(1, 2))) == frames(1, 2)


async def test_subscribers_are_known_by_their_address_until_they_leave(
    publisher: Publisher, subscribe: Subscribe
) -> None:
    first, second = await subscribe(), await subscribe()
    assert publisher.subscribers == (f"127.0.0.1:{first.port}", f"127.0.0.1:{second.port}")

    await first.leave()
    await eventually(lambda: publisher.subscribers == (f"127.0.0.1:{second.port}",))


async def test_who_comes_later_and_asks_for_it_gets_the_last_message(
    publisher: Publisher, subscribe: Subscribe
) -> None:
    publisher.publish({"data": 1})
    publisher.publish({"data": 2})
    late, later = await subscribe(latching=True), await subscribe()
    publisher.publish({"data": 3})

    assert await late.reader.readexactly(len(frames(2, 3))) == frames(2, 3)
    assert await later.reader.readexactly(len(frames(3))) == frames(3)


async def test_a_subscriber_can_be_waited_for(publisher: Publisher, subscribe: Subscribe) -> None:
    assert not await publisher.wait_for_subscriber(0.02)

    waiting = asyncio.get_running_loop().create_task(publisher.wait_for_subscriber(TIMEOUT_S))
    await subscribe()

    assert await waiting
    assert await publisher.wait_for_subscriber(0.0)


async def test_when_the_last_subscriber_has_left_one_is_waited_for_again(
    publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    await subscriber.leave()
    await eventually(lambda: not publisher.subscribers)

    assert not await publisher.wait_for_subscriber(0.02)


async def test_what_is_no_message_of_the_type_is_refused_and_not_sent(
    publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    for value in ({}, {"data": "x"}, b"", b"\xff"):
        with pytest.raises(EncodeError):
            publisher.publish(value)
    publisher.publish({"data": 7})

    assert await subscriber.reader.readexactly(len(frames(7))) == frames(7)


async def test_one_that_does_not_read_holds_nobody_up_and_loses_the_oldest(
    station: Station, server: GazeboServer
) -> None:
    publisher = await station.connection.advertise("/gazebo/default/big", "gazebo.msgs.GzString", TIMEOUT_S)
    await eventually(lambda: server.master.publishers)
    (record,) = server.master.publishers
    slow = await Subscriber(record.port).subscribe("/gazebo/default/big", limit=1024)
    quick = await Subscriber(record.port).subscribe("/gazebo/default/big")
    await eventually(lambda: len(publisher.subscribers) == 2)
    payload = publisher.encode({"data": "x" * 1_000_000})
    read = 0

    for _ in range(60):
        publisher.publish(payload)
        read += len(await quick.reader.readexactly(8 + len(payload)))

    assert read == 60 * (8 + len(payload))
    assert publisher.dropped > 0
    assert not await publisher.drain(0.02)
    await slow.leave()
    await eventually(lambda: len(publisher.subscribers) == 1)
    assert await publisher.drain(TIMEOUT_S)
    await quick.leave()


async def test_its_end_is_told_to_the_master_and_links_are_closed(
    server: GazeboServer, publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    publisher.publish({"data": 1})

    assert await publisher.close()

    await eventually(lambda: server.master.publishers == [])
    assert await subscriber.reader.read() == frames(1)
    assert publisher.subscribers == ()
    with pytest.raises(LocalProtocolError, check=says(ConnectionWording.PUBLISHED_NO_MORE)):
        publisher.publish({"data": 2})
    assert await publisher.close()


async def test_last_words_are_said_several_times_before_the_end(
    server: GazeboServer, publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    publisher.publish({"data": 5})
    publisher.set_final_message(publisher.encode({"data": 0}))

    assert await publisher.close()

    assert await subscriber.reader.read() == frames(5, 0, 0, 0, 0, 0)
    await eventually(lambda: server.master.publishers == [])


async def test_last_words_have_to_be_a_message(publisher: Publisher) -> None:
    with pytest.raises(EncodeError):
        publisher.set_final_message(publisher.encode({}))


async def test_last_words_that_nobody_hears_are_not_said_to_have_arrived(
    publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FINAL_TIMEOUT_S", 0.05)
    publisher.set_final_message(publisher.encode({"data": 0}))

    assert not await publisher.close()


async def test_last_words_wait_for_a_subscriber_who_comes_back(
    station: Station, publisher: Publisher, subscribe: Subscribe
) -> None:
    # what is said comes to this side as well
    station.want(X)
    before = station.messages(X)
    publisher.set_final_message(publisher.encode({"data": 0}))
    closing = asyncio.get_running_loop().create_task(publisher.close())
    await eventually(lambda: station.messages(X) == before + module.FINAL_REPEATS)
    # it is let go as soon as it has heard them
    subscriber = await subscribe(stays=False)

    assert await closing
    assert await subscriber.reader.read() == frames(0)


async def test_the_end_goes_on_when_who_asked_for_it_is_cancelled(
    server: GazeboServer, publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    publisher.set_final_message(publisher.encode({"data": 0}))
    closing = asyncio.get_running_loop().create_task(publisher.close())
    await asyncio.sleep(0)
    closing.cancel()

    assert await subscriber.reader.read() == frames(0, 0, 0, 0, 0)
    await eventually(lambda: server.master.publishers == [])


async def test_closing_the_connection_says_the_last_words(
    station: Station, publisher: Publisher, subscribe: Subscribe
) -> None:
    subscriber = await subscribe()
    publisher.publish({"data": 5})
    publisher.set_final_message(publisher.encode({"data": 0}))

    await station.connection.close()

    assert await subscriber.reader.read() == frames(5, 0, 0, 0, 0, 0)


async def test_two_publishers_of_a_topic_share_it_until_both_have_ended(
    server: GazeboServer, station: Station, publisher: Publisher, subscribe: Subscribe
) -> None:
    second = await station.connection.advertise(X, INT, TIMEOUT_S)
    assert len(server.master.publishers) == 1
    publisher.publish({"data": 1})
    second.publish({"data": 2})
    subscriber = await subscribe(latching=True)
    assert await subscriber.reader.readexactly(len(frames(1, 2))) == frames(1, 2)

    await publisher.close()
    second.publish({"data": 3})
    assert await subscriber.reader.readexactly(len(frames(3))) == frames(3)
    assert len(server.master.publishers) == 1

    await second.close()
    await eventually(lambda: server.master.publishers == [])


async def test_of_commands_an_urgent_one_replaces_what_waits(station: Station, server: GazeboServer) -> None:
    publisher = await station.connection.advertise("~/big", "gazebo.msgs.GzString", TIMEOUT_S, newest_only=True)
    await eventually(lambda: server.master.publishers)
    (record,) = server.master.publishers
    subscriber = await Subscriber(record.port).subscribe("/gazebo/default/big", limit=1024)
    await eventually(lambda: publisher.subscribers)
    for _ in range(30):
        publisher.publish({"data": "x" * 1_000_000})
    publisher.publish_encoded(publisher.encode({"data": "stop"}), urgent=True)

    assert publisher.dropped >= 10
    await publisher_ends(publisher, subscriber)


async def publisher_ends(publisher: Publisher, subscriber: Subscriber) -> None:
    """The last that comes is the stop, before the link ends."""
    reading = asyncio.get_running_loop().create_task(subscriber.reader.read())
    assert await publisher.drain(TIMEOUT_S)
    await publisher.close()
    assert (await reading).endswith(b"0000006\n\x04stop")
    await subscriber.leave()
