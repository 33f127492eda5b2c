"""One run, with a real robot."""

from __future__ import annotations

import asyncio

import pytest

from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.session.session import Session
from app.wording.session import SessionWording
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.graph_access import FakeAccess
from tests.fakes.opened_connection import URI, FakeConnection, settled
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

Opened = list[FakeConnection]


async def test_a_real_robot_is_reached_read_and_left(link: LinkThread) -> None:
    topic = "/gazebo/default/x"
    async with GazeboServer() as server:
        process = await server.process()
        process.advertise(topic, "gazebo.msgs.Int")
        session = Session(link, environ={"GAZEBO_MASTER_URI": f"http://127.0.0.1:{server.port}"})
        assert session.links.connect("gazebo:") == server.uri
        batches: list[int] = []
        key = TopicKey(server.uri, "~/x")
        session.topics.set_sink("test", key, lambda delivery: batches.append(delivery.payloads.count))
        session.topics.set_subscriptions("test", {key})
        await eventually(lambda: process.links)
        process.publish(topic, b"\x08\x05")
        await eventually(lambda: batches == [1])
        found = session.topics.topic(key)
        assert found is not None
        assert found.key.topic == topic
        assert session.topics.totals.messages == 1
        assert session.links.connections[0].description == "Gazebo 11.1"
        infos = await session.topics.list_topics(server.uri, TIMEOUT_S)
        assert [(info.name, info.publishers, info.subscribers) for info in infos] == [(topic, 1, 0)]

        await session.close()
        await eventually(lambda: not server.connections and not process.peer_ports)


async def test_a_connection_that_is_made_again_is_told_of_who_watches_its_parameters(
    session: Session, opened: Opened, link: LinkThread
) -> None:
    session.links.connect(URI)
    session.graphs.watch_parameters("panel", URI)
    await settled(link)
    opened[0].may_end.clear()
    ending = TaskPool("test").spawn(session.links.disconnect(URI), "disconnect")
    await eventually(lambda: not session.links.connections)
    session.links.connect(URI)
    access = opened[1].graph_access = FakeAccess()
    link.call(opened[0].may_end.set)
    await ending

    assert access.watched == [True]


async def test_nothing_is_commanded_from_the_moment_in_which_the_past_is_asked_for(
    session: Session, link: LinkThread
) -> None:
    answer = asyncio.Event()

    async def admit() -> bool:
        await answer.wait()
        return False

    session.deck.admit = admit
    session.commands.allow(URI, allowed=True)
    session.deck.hold()
    await eventually(lambda: session.deck.looks_back)

    assert not session.deck.is_past
    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        session.commands.check(URI)
    link.call(answer.set)
    await eventually(lambda: not session.deck.looks_back)
