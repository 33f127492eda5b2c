"""Connections of a run, on the link loop."""

from __future__ import annotations

import asyncio

import pytest

import app.session.connections as module
from app.model.alerts import Severity
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from tests.fakes.opened_connection import URI, FakeConnection, settled
from tests.fakes.waiting import eventually

Opened = list[FakeConnection]


async def test_a_connection_is_started_in_the_link_thread_with_the_environment(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    assert session.links.connect(URI) == URI
    await settled(link)

    assert opened[0].calls[0] == "start"
    assert opened[0].threads == {"link of the test"}
    assert opened[0].environ == {"GAZEBO_MASTER_URI": "somewhere"}


async def test_disconnecting_forgets_topics_and_alerts(session: Session, link: LinkThread, opened: Opened) -> None:
    session.links.connect(URI)
    session.links.connect("gazebo://other:1")
    await settled(link)
    for connection in opened:
        connection.alerts.raise_alert("a", Severity.ERROR, "broken")
        connection.store.get_or_create(TopicKey(connection.id, "/a"))
        connection.set_status(ConnectionState.CONNECTED, "reached")

    await session.links.disconnect(URI)
    await session.links.disconnect(URI)

    assert [info.id for info in session.links.connections] == ["gazebo://other:1"]
    assert [topic.key.connection for topic in session.topics.store.topics] == ["gazebo://other:1"]
    assert [alert.source for alert in session.alerts.current] == ["gazebo://other:1"]
    assert opened[0].calls.count("close") == 1
    assert session.links.status(URI) is None


async def test_topics_are_listed_once_their_robot_was_reached_and_stay_when_it_is_lost(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.links.connect(URI)
    await settled(link)
    (connection,) = opened
    connection.world_topic = "/world"
    connection.store.get_or_create(TopicKey(URI, "/a"))
    connection.set_status(ConnectionState.CONNECTING, "nothing listens", failed=True)
    listed = [len(session.topics.store.topics)]
    worlds = [info.world_topic for info in session.links.connections]
    for state in (ConnectionState.CONNECTED, ConnectionState.LOST):
        connection.set_status(state, "")
        listed.append(len(session.topics.store.topics))
        worlds += [info.world_topic for info in session.links.connections]

    assert (listed, worlds) == ([0, 1, 1], ["", "/world", "/world"])


async def test_a_connection_made_again_begins_when_its_predecessor_has_ended(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.topics.set_subscriptions("view", {TopicKey(URI, "/a")})
    session.links.connect(URI)
    await settled(link)
    opened[0].may_end.clear()
    ending = TaskPool("test").spawn(session.links.disconnect(URI), "disconnect")
    await asyncio.sleep(0)
    session.links.connect(URI)
    await settled(link)
    session.topics.set_subscriptions("other", {TopicKey(URI, "/b")})
    await settled(link)
    assert opened[1].calls == []

    link.call(opened[0].may_end.set)
    await ending
    await settled(link)

    assert opened[1].calls.count("start") == 1
    assert opened[1].wanted[-1] == {"/a": True, "/b": True}
    assert session.links.status(URI) is opened[1].status


async def test_of_several_made_while_one_ends_only_the_last_begins(
    session: Session, link: LinkThread, opened: Opened
) -> None:
    session.links.connect(URI)
    await settled(link)
    opened[0].may_end.clear()
    first = TaskPool("test").spawn(session.links.disconnect(URI), "disconnect")
    await asyncio.sleep(0)
    session.links.connect(URI)
    await session.links.disconnect(URI)
    session.links.connect(URI)
    link.call(opened[0].may_end.set)
    await first
    await settled(link)

    assert [connection.calls.count("start") for connection in opened] == [1, 0, 1]


async def test_closing_ends_all_connections_and_the_statistics(link: LinkThread, opened: Opened) -> None:
    session = Session(link)
    session.links.connect(URI)
    session.links.connect("gazebo://other:1")
    await session.close()
    await session.close()

    assert [connection.calls.count("close") for connection in opened] == [1, 1]
    assert session.links.connections == ()
    assert session.links._open_connections._sampler is None


async def test_one_that_is_slow_to_close_holds_up_no_other(link: LinkThread, opened: Opened) -> None:
    session = Session(link)
    session.links.connect(URI)
    session.links.connect("gazebo://other:1")
    await settled(link)
    opened[0].may_end.clear()
    closing = TaskPool("test").spawn(session.close(), "close")
    await eventually(lambda: opened[1].status.state is ConnectionState.CLOSED)
    assert not closing.done()

    link.call(opened[0].may_end.set)
    await closing
    assert opened[0].status.state is ConnectionState.CLOSED


@pytest.mark.expects_log("could not be closed")
async def test_a_connection_that_can_not_be_closed_does_not_keep_the_others_open(
    link: LinkThread, opened: Opened
) -> None:
    session = Session(link)
    session.links.connect(URI)
    session.links.connect("gazebo://other:1")
    opened[0].fails = True
    await session.close()

    assert "close" in opened[1].calls


async def test_the_revision_changes_with_connections_states_and_alerts(session: Session, opened: Opened) -> None:
    seen = {session.links.revision}
    session.links.connect(URI)
    seen.add(session.links.revision)
    opened[0].set_status(ConnectionState.CONNECTED, "Robot 1")
    seen.add(session.links.revision)
    opened[0].alerts.raise_alert("a", Severity.INFO, "look")
    seen.add(session.links.revision)
    await session.links.disconnect(URI)
    seen.add(session.links.revision)

    assert len(seen) == 5


async def test_a_change_in_one_thread_never_hides_one_in_another(session: Session, link: LinkThread) -> None:
    before = session.links.revision

    async def change() -> None:
        for _ in range(2000):
            session.links._open_connections.note_change()

    changing = link.submit(change())
    for _ in range(2000):
        session.links._open_connections.note_change()
    await asyncio.wrap_future(changing)

    assert next(session.links._open_connections._revisions) == before + 4001


async def test_statistics_are_renewed_while_there_is_a_connection(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "SAMPLE_INTERVAL_S", 0.005)
    samples: list[float] = []
    monkeypatch.setattr(session.topics.store, "sample", samples.append)
    session.links.connect(URI)

    await eventually(lambda: len(samples) >= 3)
    await session.close()
    count = len(samples)
    await asyncio.sleep(0.02)
    assert len(samples) == count
