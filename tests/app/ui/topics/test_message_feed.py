from __future__ import annotations

from app.model.topics import Message, TopicKey
from app.ui.topics.message_feed import MessageFeed, PastFeed
from tests.fakes.deliveries import SCHEMA, delivery
from tests.fakes.session import URI, FakeSession


def test_what_came_first_is_taken_first_with_its_time() -> None:
    feed = MessageFeed()
    feed.put(delivery(b"a", memoryview(b"b"), received_ns=10))
    feed.put(delivery(b"c", received_ns=20))

    assert (feed.received, feed.waiting) == (3, 3)
    assert feed.take(2) == [Message(b"a", 1, 10, SCHEMA), Message(b"b", 2, 10, SCHEMA)]
    assert feed.take(2) == [Message(b"c", 3, 20, SCHEMA)]
    assert feed.take(2) == []


def test_the_newest_win_and_what_went_is_counted() -> None:
    feed = MessageFeed(max_waiting=2)
    feed.put(delivery(b"a", b"b", b"c", received_ns=10))
    feed.put(delivery(b"d", received_ns=10))

    assert (feed.received, feed.dropped) == (4, 2)
    assert [message.payload for message in feed.take(9)] == [b"c", b"d"]


def test_a_receive_buffer_is_not_kept_alive() -> None:
    buffer = bytearray(b"a line")
    feed = MessageFeed()
    feed.put(delivery(memoryview(buffer), received_ns=10))
    buffer[:] = b"others"

    assert feed.take(1) == [Message(b"a line", 1, 10, SCHEMA)]


def test_what_is_forgotten_is_not_dropped() -> None:
    feed = MessageFeed()
    feed.put(delivery(b"a", received_ns=10))
    feed.clear()

    assert (feed.take(1), feed.dropped) == ([], 0)


def test_what_came_after_another_jump_and_what_comes_now_is_not_of_the_past_that_is_shown(session: FakeSession) -> None:
    feed = PastFeed(session.topics, TopicKey(URI, "/log"))
    feed.put(delivery(b"now"))
    assert feed.since(0) is None

    session.topics.jump = 1
    feed.put(delivery(b"a", b"b"))
    session.topics.jump = 2
    assert feed.since(2) is None
    feed.put(delivery(b"c"))
    feed.put(delivery(b"d"))

    then = feed.since(2)
    assert then is not None
    assert [message.payload for message in then.take(9)] == [b"c", b"d"]
    assert feed.since(1) is None
