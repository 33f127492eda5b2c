"""Topics, seen from the thread of a view or a command."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from app.model.topics import Delivery, TopicInfo, TopicKey
from app.net.link_thread import LinkThread
from app.session.connection_info import MessageTotals
from app.session.errors import SessionError
from app.session.session import Session
from app.wording.connections import ConnectionWording
from app.wording.session import SessionWording
from protocols.frames import FrameBatch
from tests.fakes.opened_connection import URI, FakeConnection, settled
from tests.fakes.session import FakeSession, JsonSchema
from tests.tools.sentences import says

Opened = list[FakeConnection]


async def test_robots_that_send_by_themselves_are_not_polled(session: Session) -> None:
    session.links.connect(URI)
    key = TopicKey(URI, "/a")

    assert session.topics.poll_rate_of(key) is None
    with pytest.raises(SessionError, check=says(ConnectionWording.NOT_ASKED_FOR)):
        session.topics.set_poll_rate(key, 5.0)


async def test_what_was_wanted_of_a_connection_is_wanted_when_it_is_connected_again(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.topics.set_subscriptions("view", {TopicKey(URI, "/a")})
    session.links.connect(URI)
    await session.links.disconnect(URI)
    session.links.connect(URI)
    await settled(link)

    assert opened[1].wanted[-1] == {"/a": True}


async def test_what_several_owners_want_is_merged_and_latched_is_or_ed(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.links.connect(URI)
    session.topics.set_subscriptions("plot", {TopicKey(URI, "/a"), TopicKey(URI, "/b")}, latched=False)
    session.topics.set_subscriptions("inspector", {TopicKey(URI, "/a"), TopicKey("gazebo://other:1", "/c")})
    await settled(link)
    assert opened[0].wanted[-1] == {"/a": True, "/b": False}

    session.topics.set_subscriptions("plot", ())
    await settled(link)
    assert opened[0].wanted[-1] == {"/a": True}

    session.topics.set_subscriptions("inspector", set())
    await settled(link)
    assert opened[0].wanted[-1] == {}


async def test_wanting_the_same_again_is_no_work(session: Session, link: LinkThread, opened: Opened) -> None:
    session.links.connect(URI)
    session.topics.set_subscriptions("view", {TopicKey(URI, "/a")})
    await settled(link)
    count = len(opened[0].wanted)
    session.topics.set_subscriptions("view", {TopicKey(URI, "/a")})
    session.topics.set_subscriptions("nobody", ())
    await settled(link)

    assert len(opened[0].wanted) == count


async def test_wants_may_come_before_the_connection(session: Session, link: LinkThread, opened: Opened) -> None:
    session.topics.set_subscriptions("view", {TopicKey(URI, "/a")})
    session.links.connect(URI)
    await settled(link)

    assert opened[0].wanted[-1] == {"/a": True}


async def test_sinks_are_given_before_the_wants_and_taken_back(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    def sink(_delivery: Delivery) -> None:
        raise NotImplementedError

    key = TopicKey(URI, "/a")
    session.links.connect(URI)
    session.topics.set_sink("view", key, sink)
    session.topics.set_sink("recorder", key, sink)
    session.topics.set_subscriptions("view", {key})
    await settled(link)
    assert opened[0].sinks == {"/a": 2}

    session.topics.set_sink("view", key, None)
    session.topics.set_sink("nobody", key, None)
    await settled(link)
    assert opened[0].sinks == {"/a": 1}


async def test_what_is_newest_is_told_behind_the_sink_so_that_nothing_is_missed(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    key = TopicKey(URI, "/a")
    told: list[int] = []

    def said(received_ns: int) -> Delivery:
        return Delivery(FrameBatch(b"x", (0,), (1,), 1), JsonSchema("a"), 0.0, received_ns)

    def sink(delivery: Delivery) -> None:
        told.append(delivery.received_ns)

    async def begin() -> None:
        session.topics.set_sink("view", key, sink)
        session.topics.tell_newest(key, sink)
        # it comes before the sink is there
        topic.receive(said(2))

    session.links.connect(URI)
    session.topics.set_subscriptions("other", {key})
    await settled(link)
    topic = session.topics.live.get_or_create(key)
    topic.receive(said(1))
    session.topics.tell_newest(key, sink)
    await settled(link)
    # of a topic that nobody listens to it is old
    assert told == []
    topic.live = True
    await link.run(begin())
    await settled(link)

    assert told == [2]
    assert opened[0].sinks == {"/a": 1}


async def test_a_name_that_can_be_no_topics_is_an_error(session: Session) -> None:
    session.links.connect(URI)
    assert session.topics.check_topic(TopicKey(URI, "/~a")) == TopicKey(URI, "//worlda")

    with pytest.raises(SessionError, match="a is no topic"):
        session.topics.check_topic(TopicKey(URI, "a"))


async def test_a_topic_is_found_by_the_name_that_the_operator_writes(session: Session, opened: Opened) -> None:
    session.links.connect(URI)
    assert session.topics.topic(TopicKey(URI, "~/a")) is None
    assert session.topics.store.topics == ()

    made = opened[0].store.get_or_create(TopicKey(URI, "/world/a"))
    assert session.topics.topic(TopicKey(URI, "~/a")) is made


async def test_asking_for_a_connection_that_is_not_there_is_an_error(session: Session) -> None:
    key = TopicKey(URI, "/a")
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        session.topics.topic(key)
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        session.topics.check_topic(key)
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        await session.topics.list_topics(URI, 1.0)


async def test_a_robot_that_was_left_keeps_no_messages_for_a_view_that_has_not_heard_of_it_yet(
    session: Session, opened: Opened
) -> None:
    session.links.connect(URI)
    opened[0].store.get_or_create(TopicKey(URI, "/a"))
    assert session.topics.kept_messages(TopicKey(URI, "/a")) == ()
    await session.links.disconnect(URI)

    assert session.topics.kept_messages(TopicKey(URI, "/a")) == ()


async def test_totals_are_those_of_all_topics_that_were_heard(
    session: Session, opened: Opened, link: LinkThread
) -> None:
    session.links.connect(URI)
    await settled(link)
    session.topics.store.reveal(opened[0].id)
    session.topics.store.get_or_create(TopicKey(URI, "/silent"))
    for name in ("/a", "/b"):
        topic = opened[0].store.get_or_create(TopicKey(URI, name))
        topic.messages, topic.nbytes, topic.dropped = 3, 50, 1

    assert session.topics.totals == MessageTotals(6, 100, 2)


async def test_topics_are_listed_from_any_loop(session: Session, opened: Opened) -> None:
    session.links.connect(URI)
    assert await session.topics.list_topics(URI, 1.0) == (TopicInfo("/a"),)
    assert opened[0].threads == {"link of the test"}

    opened[0].fails = True
    with pytest.raises(SessionError, match="nothing within 1 s") as caught:
        await session.topics.list_topics(URI, 1.0)
    assert caught.value.tip == "Wait."
    opened[0].fails = False


@pytest.mark.expects_log("Exception in callback")
async def test_what_fails_in_the_link_thread_is_logged(session: Session, link: LinkThread) -> None:
    session.links.connect(URI)
    session.topics.set_subscriptions("view", {TopicKey(URI, "/broken")})
    await settled(link)


@pytest.fixture
def fake() -> FakeSession:
    return FakeSession()


def test_before_the_first_message_it_is_that_of_the_type(fake: FakeSession, monkeypatch: pytest.MonkeyPatch) -> None:
    known, asked = JsonSchema("test.Known"), []
    fake.add_topics("/new", schema=known)
    topic = fake.topic("/new")
    assert fake.topics.schema_of_topic(topic) is known
    topic.schema = None

    def of_type(connection: str, type_name: str) -> JsonSchema:
        asked.append((connection, type_name))
        return known

    monkeypatch.setattr(fake.topics, "schema_of", of_type)
    assert fake.topics.schema_of_topic(topic) is known
    assert asked == [(URI, "test.Known")]


def test_of_a_type_that_nobody_knows_and_of_a_robot_that_is_gone_there_is_none(
    fake: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(connection: str, type_name: str) -> JsonSchema:
        raise SessionError(f"{connection} is gone, with {type_name}")

    assert fake.topics.schema_of_topic(fake.topics.store.get_or_create(TopicKey(URI, "/untold"))) is None
    fake.add_topics("/new")
    topic = fake.topic("/new")
    topic.schema = None
    monkeypatch.setattr(fake.topics, "schema_of", gone)
    assert fake.topics.schema_of_topic(topic) is None


async def test_after_the_past_topics_of_parts_tell_what_goes_before_now_and_then_what_came_meanwhile(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    def said(received_ns: int) -> Delivery:
        return Delivery(FrameBatch(b"x", (0,), (1,), 1), JsonSchema("a"), 0.0, received_ns)

    async def in_link(call: Callable[[], None]) -> None:
        call()

    key, other = TopicKey(URI, "/tf"), TopicKey(URI, "/odom")
    told: list[int] = []
    session.links.connect(URI)
    for each in (key, other):
        session.topics.set_sink("view", each, lambda delivery: told.append(delivery.received_ns))
    session.topics.set_subscriptions("view", {key, other})
    look: Any = SimpleNamespace(parts={key}, set_wanted=lambda _: None)
    await link.run(in_link(lambda: session.topics.show_past(look)))
    await link.run(in_link(lambda: session.topics.show_past(None)))
    for received_ns in (3, 4):
        for sink in opened[0].given["/tf"]:
            sink(said(received_ns))
    assert told == []
    for sink in opened[0].given["/odom"]:
        sink(said(1))
    assert told == [1]

    # of another look that ended before
    await link.run(in_link(lambda: session.topics.tell_now(SimpleNamespace(), [])))  # type: ignore[arg-type]
    assert told == [1]
    lead = [(key, said(2)), (key, said(3))]
    await link.run(in_link(lambda: session.topics.tell_now(look, lead)))

    assert told == [1, 2, 3, 4]
    for sink in opened[0].given["/tf"]:
        sink(said(5))
    assert told[-1] == 5
