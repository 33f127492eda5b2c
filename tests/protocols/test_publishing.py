from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from typing_extensions import override

from protocols import publishing as module
from protocols.errors import LocalProtocolError
from protocols.publishing import (
    MAX_HELD_BYTES,
    MAX_QUEUED,
    MAX_QUEUED_BYTES,
    Fanout,
    PublicationTable,
    QueueingLink,
    QueuePolicy,
    SendQueue,
)
from protocols.wording import ProtocolWording
from tests.tools.sentences import says


class Published(Fanout[Any]):
    def __init__(self, topic: str) -> None:
        super().__init__()
        self.topic = topic


def test_a_topic_is_served_once_and_until_it_is_removed() -> None:
    table: PublicationTable[Published] = PublicationTable()
    first, second = Published("/a"), Published("/b")
    table.add(first)
    table.add(second)

    with pytest.raises(LocalProtocolError, check=says(ProtocolWording.PUBLISHED_ALREADY, topic="/a")):
        table.add(Published("/a"))
    assert list(table) == [first, second]
    assert table.get("/a") is first
    table.remove("/a")
    table.remove("/never")
    assert table.get("/a") is None
    assert list(table) == [second]


def test_it_may_be_changed_while_it_is_gone_through() -> None:
    table: PublicationTable[Published] = PublicationTable()
    for topic in "abc":
        table.add(Published(topic))
    for publication in table:
        table.remove(publication.topic)

    assert list(table) == []


US, OTHER = "us", "other"


class Link(QueueingLink):
    """A subscriber's link, as the protocols have them."""

    def __init__(self, fanout: Fanout[Link]) -> None:
        self.waiting = SendQueue()
        self.waiting.topic = fanout

    @override
    def queue(self, frame: bytes, *, urgent: bool = False) -> None:
        self.waiting.put(frame, urgent=urgent)

    def sent(self) -> list[bytes]:
        """What the link gives while the transport takes everything."""
        found: list[bytes] = []
        while data := self.waiting.take():
            found += data
            self.waiting.transport_holds(0)
        return found


def subscribed(policy: QueuePolicy = QueuePolicy.QUEUE) -> tuple[Fanout[Link], Link]:
    fanout: Fanout[Link] = Fanout(policy)
    link = Link(fanout)
    fanout.subscribe(link, latching=False)
    return fanout, link


def numbers(count: int) -> list[bytes]:
    return [b"%d" % number for number in range(count)]


def test_every_subscriber_gets_every_message_in_order() -> None:
    fanout, first = subscribed()
    second = Link(fanout)
    fanout.send(US, b"one")
    fanout.subscribe(second, latching=False)
    fanout.send(US, b"two")

    assert first.sent() == [b"one", b"two"]
    assert second.sent() == [b"two"]
    assert fanout.links == (first, second)


def test_one_that_has_ended_gets_no_more() -> None:
    fanout, link = subscribed()
    fanout.unsubscribe(link)
    fanout.unsubscribe(link)
    fanout.send(US, b"one")

    assert link.sent() == []
    assert fanout.links == ()


def test_a_latecomer_gets_the_last_message_of_every_publisher_that_is_left() -> None:
    fanout, _ = subscribed()
    for publisher, frame in ((US, b"a"), (OTHER, b"b"), (US, b"c"), ("gone", b"d")):
        fanout.send(publisher, frame)
    fanout.remove_publisher("gone")
    link = Link(fanout)
    fanout.subscribe(link, latching=True)

    assert link.sent() == [b"c", b"b"]
    assert fanout.last_frame(US) == b"c"
    assert fanout.last_frame("gone") is None


def test_nothing_is_given_while_the_transport_holds_enough() -> None:
    _, link = subscribed()
    link.queue(b"one")
    link.waiting.transport_holds(MAX_HELD_BYTES)

    assert link.waiting.take() == []
    assert not link.waiting.is_drained
    link.waiting.transport_holds(MAX_HELD_BYTES - 1)
    assert link.waiting.take() == [b"one"]
    assert not link.waiting.is_drained
    link.waiting.transport_holds(0)
    assert link.waiting.is_drained


def test_a_backlog_is_given_in_portions() -> None:
    fanout, link = subscribed()
    payload = bytes(MAX_HELD_BYTES // 4)
    for _ in range(100):
        fanout.send(US, payload)

    assert sum(map(len, link.waiting.take())) < 2 * MAX_HELD_BYTES
    assert link.waiting.take() == []


def test_beyond_the_bound_the_oldest_are_dropped_and_counted_for_link_and_topic() -> None:
    fanout, link = subscribed()
    slow = Link(fanout)
    fanout.subscribe(slow, latching=False)
    for frame in numbers(MAX_QUEUED):
        fanout.send(US, frame)
    assert link.sent() == numbers(MAX_QUEUED)
    for _ in range(7):
        fanout.send(US, b"x")

    assert (link.waiting.dropped, slow.waiting.dropped, fanout.dropped) == (0, 7, 7)
    assert slow.sent() == numbers(MAX_QUEUED)[7:] + [b"x"] * 7


def test_the_bound_counts_bytes_too_but_one_message_of_any_size_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_QUEUED_BYTES", 1000)
    _, link = subscribed()
    for frame in (b"a" * 600, b"b" * 600, b"c" * 5000):
        link.queue(frame)

    assert link.waiting.dropped == 2
    assert link.sent() == [b"c" * 5000]
    assert MAX_QUEUED_BYTES >= 16 * 1024 * 1024


def test_of_commands_only_the_newest_waits_and_only_while_nothing_is_under_way() -> None:
    fanout, link = subscribed(QueuePolicy.NEWEST)
    fanout.send(US, b"one")
    assert link.waiting.take() == [b"one"]
    fanout.send(US, b"two")
    fanout.send(US, b"three")

    assert link.waiting.take() == []
    assert len(link.waiting) == 1
    link.waiting.transport_holds(0)
    assert link.sent() == [b"three"]
    assert fanout.dropped == 1


def test_the_policy_may_change_while_links_stand() -> None:
    fanout, link = subscribed()
    fanout.policy = QueuePolicy.NEWEST
    fanout.send(US, b"one")
    fanout.send(US, b"two")

    assert link.sent() == [b"two"]


@pytest.mark.parametrize("policy", QueuePolicy)
def test_an_urgent_message_replaces_what_waits_and_goes_out_whatever_is_held(policy: QueuePolicy) -> None:
    fanout, link = subscribed(policy)
    link.waiting.transport_holds(10 * MAX_HELD_BYTES)
    fanout.send(US, b"go")
    fanout.send(US, b"stop", urgent=True)
    fanout.send(US, b"go again")

    assert link.waiting.take() == [b"stop"]
    assert link.waiting.take() == []
    link.waiting.transport_holds(0)
    assert link.sent() == [b"go again"]
    assert link.waiting.dropped == 1


def test_an_urgent_message_is_not_among_those_that_are_dropped() -> None:
    _, link = subscribed()
    link.queue(b"stop", urgent=True)
    for frame in numbers(MAX_QUEUED + 1):
        link.queue(frame)

    assert len(link.waiting) == MAX_QUEUED
    assert link.sent()[:2] == [b"stop", b"2"]


def test_what_waits_can_be_forgotten() -> None:
    _, link = subscribed()
    link.queue(b"stop", urgent=True)
    link.waiting.clear()
    link.queue(b"one")
    link.waiting.transport_holds(MAX_HELD_BYTES)

    assert link.waiting.take() == []
    assert link.waiting.dropped == 0


@given(
    st.lists(st.tuples(st.booleans(), st.integers(0, 2 * MAX_HELD_BYTES), st.booleans()), max_size=60),
    st.sampled_from(QueuePolicy),
)
def test_what_is_sent_is_in_order_and_all_else_is_counted(
    steps: list[tuple[bool, int, bool]], policy: QueuePolicy
) -> None:
    fanout, link = subscribed(policy)
    sent: list[bytes] = []
    for number, (urgent, held, take) in enumerate(steps):
        fanout.send(US, b"%d" % number, urgent=urgent)
        link.waiting.transport_holds(held)
        if take:
            sent += link.waiting.take()
    link.waiting.transport_holds(0)
    sent += link.sent()

    assert [int(frame) for frame in sent] == sorted(map(int, sent))
    assert len(sent) + fanout.dropped == len(steps)
    assert not steps or int(sent[-1]) == len(steps) - 1
