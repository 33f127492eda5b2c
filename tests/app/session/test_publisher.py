from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from app.connections.base import Message, Publisher
from app.net.link_thread import LinkThread
from app.session.errors import SessionError
from app.session.publisher import PublisherHandle
from protocols.errors import EncodeError, LocalProtocolError


class FakePublisher(Publisher):
    topic = "/x"
    type_name = "Int"
    subscribers = ("robot:1",)
    dropped = 3

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.last_words: list[bytes] = []
        self.is_open = True

    def encode(self, value: Message) -> bytes:
        if not isinstance(value, bytes):
            raise EncodeError("that is no Int", "Write a number.")
        return value

    def publish_encoded(self, payload: bytes, *, urgent: bool = False) -> None:
        if not self.is_open:
            raise LocalProtocolError("it was closed")
        assert not urgent
        self.sent.append(payload)

    def set_final_message(self, payload: bytes) -> None:
        self.last_words.append(payload)

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        return timeout_s > 1

    async def drain(self, timeout_s: float) -> bool:
        return timeout_s > 2

    async def close(self) -> bool:
        self.is_open = False
        return True


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


async def test_messages_go_out_in_order_in_the_link_thread(link: LinkThread) -> None:
    publisher = FakePublisher()
    handle = PublisherHandle(publisher, link)
    handle.publish(b"1")
    handle.publish(b"2")
    handle.set_final_message(b"0")
    await link.run(asyncio.sleep(0))

    assert publisher.sent == [b"1", b"2"]
    assert publisher.last_words == [b"0"]
    assert (handle.topic, handle.type_name, handle.subscribers, handle.dropped) == ("/x", "Int", ("robot:1",), 3)
    assert [await handle.wait_for_subscriber(s) for s in (1, 2)] == [False, True]
    assert [await handle.drain(s) for s in (2, 3)] == [False, True]


async def test_a_wrong_message_is_refused_before_anything_is_sent(link: LinkThread) -> None:
    publisher = FakePublisher()
    for give in (PublisherHandle(publisher, link).publish, PublisherHandle(publisher, link).set_final_message):
        with pytest.raises(SessionError, match="no Int") as caught:
            give({"data": "x"})
        assert caught.value.tip == "Write a number."
    assert publisher.sent == []


async def test_a_message_after_the_end_is_no_fault(link: LinkThread) -> None:
    publisher = FakePublisher()
    handle = PublisherHandle(publisher, link)
    assert await handle.close()
    handle.publish(b"1")
    await link.run(asyncio.sleep(0))

    assert publisher.sent == []


async def test_what_is_sent_is_told_but_not_what_is_wrong(link: LinkThread) -> None:
    told: list[object] = []
    handle = PublisherHandle(FakePublisher(), link, told.append)
    handle.publish(b"1")
    with pytest.raises(SessionError):
        handle.publish({"data": "x"})
    assert told == [b"1"]
