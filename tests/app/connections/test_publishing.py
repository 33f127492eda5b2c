"""What publishers share, whatever the protocol; each protocol tests it with its own links too."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable

import pytest

from app.connections import publishing
from app.connections.base import Message
from app.connections.publishing import FINAL_REPEATS, PublishedTopic, ServedPublication, TopicPublisher
from app.net.tasks import TaskPool
from app.net.tcp import Address
from app.wording.connections import ConnectionWording
from protocols.errors import LocalProtocolError
from protocols.publishing import Fanout, PublicationTable, QueueingLink
from protocols.schema import Payload
from tests.fakes.waiting import TIMEOUT_S
from tests.tools.sentences import says


class Topic(Fanout["FakeLink"]):
    """Sends frames that are payloads."""

    topic = "/x"
    type_name = "x/Type"

    def set_first_message(self, make: Callable[[], Payload] | None) -> None:
        self.first_frame = None if make is None else lambda: bytes(make())

    def publish(self, publisher: Hashable, payload: Payload, *, urgent: bool = False) -> None:
        self.send(publisher, bytes(payload), urgent=urgent)


class FakeLink(QueueingLink):
    """A subscriber, and its core."""

    def __init__(self, port: int) -> None:
        self.peer = ("robot", port)
        self.written = 0
        self.core = self
        self.frames: list[tuple[bytes, bool]] = []
        self.flushed = 0
        self.is_drained = self.is_open = True
        self.unconfirmed = 0

    def queue(self, frame: bytes, *, urgent: bool = False) -> None:
        self.frames.append((frame, urgent))

    def flush(self) -> None:
        self.flushed += 1

    def unacknowledged_bytes(self) -> int:
        return self.unconfirmed


class Server(publishing.PublicationServer["PublishedTopic[Topic]", FakeLink]):
    """Serves one topic to links that no listener has."""

    def __init__(self, tasks: TaskPool) -> None:
        super().__init__(PublicationTable(), self._see, tasks)
        self.links: list[FakeLink] = []
        self.seen: list[bytes] = []
        self.removed = 0

    def _see(self, topic: str, type_name: str, payload: bytes) -> None:
        assert (topic, type_name) == ("/x", "x/Type")
        self.seen.append(payload)

    def links_of(self, publication: ServedPublication) -> tuple[FakeLink, ...]:
        del publication
        return tuple(self.links)

    def remove(self, served: PublishedTopic[Topic]) -> None:
        del served
        self.removed += 1

    def _make_core(self, local: Address, peer: Address, now: float) -> FakeLink:
        raise NotImplementedError

    def _publication_of(self, core: FakeLink) -> ServedPublication | None:
        raise NotImplementedError


class Publisher(TopicPublisher):
    def encode(self, value: Message) -> bytes:
        if not isinstance(value, bytes):
            raise LocalProtocolError("only bytes")
        return value


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(publishing, "FINAL_INTERVAL_S", 0.001)
    monkeypatch.setattr(publishing, "FINAL_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(publishing, "DRAIN_TIMEOUT_S", TIMEOUT_S)


@pytest.fixture
async def server() -> AsyncIterator[Server]:
    tasks = TaskPool("test")
    yield Server(tasks)
    await tasks.cancel()


@pytest.fixture
def served(server: Server) -> PublishedTopic[Topic]:
    return PublishedTopic(Topic(), server)


@pytest.fixture
def publisher(served: PublishedTopic[Topic]) -> Publisher:
    return Publisher(served)


def arrive(server: Server, served: PublishedTopic[Topic]) -> FakeLink:
    link = FakeLink(len(server.links) + 1)
    server.links.append(link)
    served.publication.subscribe(link, latching=False)
    served.subscribers_changed()
    return link


async def test_a_message_goes_to_every_subscriber_and_to_this_side(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    links = [arrive(server, served), arrive(server, served)]

    publisher.publish(b"hello")

    assert [link.frames for link in links] == [[(b"hello", False)]] * 2
    assert [link.flushed for link in links] == [1, 1]
    assert server.seen == [b"hello"]
    assert publisher.subscribers == ("robot:1", "robot:2")


async def test_a_link_that_has_ended_is_none_though_nobody_was_told_yet(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    ended, link = arrive(server, served), arrive(server, served)
    ended.is_open = False

    assert publisher.links == (link,)


async def test_who_waits_for_a_subscriber_is_woken(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    assert not await publisher.wait_for_subscriber(0.01)
    waiting = server.tasks.spawn(publisher.wait_for_subscriber(TIMEOUT_S), "wait")
    await asyncio.sleep(0)

    arrive(server, served)

    assert await waiting


async def test_what_is_not_confirmed_has_not_arrived(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    link = arrive(server, served)
    link.unconfirmed = 5
    assert not await publisher.drain(0.02)
    link.unconfirmed, link.is_drained = 0, False
    assert not await publisher.drain(0.02)
    link.is_drained = True
    assert await publisher.drain(TIMEOUT_S)


async def test_the_last_words_are_said_several_times_and_urgently(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    link = arrive(server, served)
    publisher.set_final_message(b"stop")

    assert await publisher.close()

    assert link.frames == [(b"stop", True)] * FINAL_REPEATS
    assert server.removed == 1
    assert await publisher.close()
    assert server.removed == 1


async def test_whoever_comes_just_after_the_last_words_hears_them_too(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    came: list[FakeLink] = []
    publisher.set_final_message(b"stop")

    def published(_publication: ServedPublication, payload: bytes) -> None:
        server.seen.append(payload)
        if len(server.seen) == FINAL_REPEATS:
            came.append(arrive(server, served))

    monkeypatch.setattr(server, "published", published)

    assert await publisher.close()

    assert [link.frames for link in came] == [[(b"stop", True)]]


async def test_last_words_that_nobody_heard_have_not_arrived(
    publisher: Publisher, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(publishing, "FINAL_TIMEOUT_S", 0.05)
    publisher.set_final_message(b"stop")

    assert not await publisher.close()


async def test_the_topic_ends_with_its_last_publisher(
    server: Server, served: PublishedTopic[Topic], publisher: Publisher
) -> None:
    other = Publisher(served)

    await publisher.close()
    assert server.removed == 0
    assert served.publishers == (other,)
    await other.close()
    assert server.removed == 1


async def test_nothing_is_published_after_the_end(publisher: Publisher) -> None:
    await publisher.close()

    with pytest.raises(LocalProtocolError, check=says(ConnectionWording.PUBLISHED_NO_MORE)):
        publisher.publish(b"late")


async def test_a_publishers_last_message_can_be_forgotten(served: PublishedTopic[Topic], publisher: Publisher) -> None:
    publisher.publish(b"hello")
    assert served.publication.last_frame(publisher) == b"hello"

    publisher.discard_last_message()

    assert served.publication.last_frame(publisher) is None
