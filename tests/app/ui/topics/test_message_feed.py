from __future__ import annotations

from app.ui.topics.message_feed import MessageFeed
from tests.fakes.session import FakeBatch


def test_what_came_first_is_taken_first_with_its_time() -> None:
    feed = MessageFeed()
    feed.put(FakeBatch([b"a", memoryview(b"b")]), 1.0, 10)
    feed.put(FakeBatch([b"c"]), 2.0, 20)

    assert (feed.received, feed.waiting) == (3, 3)
    assert feed.take(2) == [(b"a", 10), (b"b", 10)]
    assert feed.take(2) == [(b"c", 20)]
    assert feed.take(2) == []


def test_the_newest_win_and_what_went_is_counted() -> None:
    feed = MessageFeed(max_waiting=2)
    feed.put(FakeBatch([b"a", b"b", b"c"]), 1.0, 10)
    feed.put(FakeBatch([b"d"]), 1.0, 10)

    assert (feed.received, feed.dropped) == (4, 2)
    assert [payload for payload, _ in feed.take(9)] == [b"c", b"d"]


def test_a_receive_buffer_is_not_kept_alive() -> None:
    buffer = bytearray(b"a line")
    feed = MessageFeed()
    feed.put(FakeBatch([memoryview(buffer)]), 1.0, 10)
    buffer[:] = b"others"

    assert feed.take(1) == [(b"a line", 10)]


def test_what_is_forgotten_is_not_dropped() -> None:
    feed = MessageFeed()
    feed.put(FakeBatch([b"a"]), 1.0, 10)
    feed.clear()

    assert (feed.take(1), feed.dropped) == ([], 0)
