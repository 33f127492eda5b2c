"""Commands, and the lock before them."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.connections.publishing import FINAL_REPEATS
from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand
from app.net.link_thread import LinkThread
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.errors import SessionError, UnreachableError
from app.session.session import Session
from app.wording.connections import ConnectionWording, LinkWording
from app.wording.session import SessionWording
from protocols.protobuf.wording import ProtobufWording
from protocols.wording import FieldWording
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.graph_access import FakeAccess
from tests.fakes.opened_connection import URI, FakeConnection, settled
from tests.fakes.waiting import TIMEOUT_S, eventually
from tests.tools.sentences import says

Opened = list[FakeConnection]


async def test_a_topic_is_published_from_any_thread_until_it_is_closed(link: LinkThread) -> None:
    topic = "/gazebo/default/x"
    async with GazeboServer() as server:
        session, reader = Session(link), Session(link)
        uri = session.links.connect(server.uri)
        session.commands.allow(uri, allowed=True)
        publisher = await session.commands.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", TIMEOUT_S)
        assert (publisher.topic, publisher.type_name, publisher.subscribers) == (topic, "gazebo.msgs.Int", ())
        assert [known.can_publish for known in session.links.connections] == [True]
        key = TopicKey(reader.links.connect(server.uri), topic)
        reader.topics.set_subscriptions("view", {key})
        assert await publisher.wait_for_subscriber(TIMEOUT_S)
        assert len(publisher.subscribers) == 1

        await asyncio.to_thread(publisher.publish, {"data": 1})
        publisher.publish(b"\x08\x02")
        assert await publisher.drain(TIMEOUT_S)
        publisher.set_final_message({"data": 0})
        assert await publisher.close()
        publisher.publish({"data": 3})
        await settled(link)

        slot = reader.topics.topic(key)
        assert slot is not None
        assert slot.messages == 2 + FINAL_REPEATS
        assert publisher.dropped == 0
        await reader.close()
        await session.close()


def test_nothing_is_commanded_while_views_show_the_past(link: LinkThread) -> None:
    is_past = False
    commands = Commands(link, OpenConnections(link), looks_back=lambda: is_past)
    commands.allow(URI, allowed=True)
    commands.check(URI)

    is_past = True
    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        commands.check(URI)
    # the operator's permission stays as it was
    assert commands.allows(URI)


async def test_what_can_not_be_published_is_refused_with_a_tip(link: LinkThread) -> None:
    async with GazeboServer() as server:
        session = Session(link)
        uri = session.links.connect(server.uri)
        session.commands.allow(uri, allowed=True)
        publisher = await session.commands.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", TIMEOUT_S)
        for give in (publisher.publish, publisher.set_final_message):
            with pytest.raises(SessionError, check=says(FieldWording.INTEGER_WANTED, field="data")):
                give({"data": "x"})
        with pytest.raises(SessionError, check=says(ProtobufWording.REQUIRED, field="data")):
            session.commands.encode(uri, "gazebo.msgs.Int", {})
        assert session.commands.encode(uri, "gazebo.msgs.Int", {"data": 2}) == b"\x08\x02"
        with pytest.raises(SessionError, match="can't be published as") as caught:
            await session.commands.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Pose", TIMEOUT_S)
        assert caught.value.tip
        assert not isinstance(caught.value, UnreachableError)
        assert session.topics.stop_message_for(TopicKey(uri, "~/vel_cmd"), "gazebo.msgs.Pose", {}) is not None
        await session.close()


async def test_a_robot_that_can_not_be_asked_is_unreachable(link: LinkThread) -> None:
    session = Session(link)
    uri = session.links.connect("gazebo://127.0.0.1:1")
    session.commands.allow(uri, allowed=True)
    await eventually(lambda: (status := session.links.status(uri)) is not None and status.failed)
    with pytest.raises(UnreachableError, check=says(LinkWording.NOTHING_LISTENS)):
        await session.commands.advertise(TopicKey(uri, "~/x"), "gazebo.msgs.Int", 0.2)
    await session.close()


async def test_a_robot_is_only_looked_at_until_it_is_unlocked_for_this_run(session: Session, opened: Opened) -> None:
    session.links.connect(URI)
    command = WorldCommand(WorldAction.PAUSE)
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await session.commands.control_world(URI, command)
    assert not session.commands.allows(URI)

    session.commands.allow(URI, allowed=True)
    await session.links.disconnect(URI)
    session.links.connect(URI)
    assert session.commands.allows(URI)
    with pytest.raises(SessionError, check=says(ConnectionWording.NO_WORLD)):
        await session.commands.control_world(URI, command)

    session.commands.allow(URI, allowed=False)
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await session.commands.control_world(URI, command)
    assert len(opened) == 2


@pytest.mark.parametrize(
    "send",
    [
        lambda commands: commands.control_world(URI, WorldCommand(WorldAction.PAUSE)),
        lambda commands: commands.call_service(URI, "/spawn", {}, 1.0),
        lambda commands: commands.set_parameter(URI, "/a", 1, 1.0),
        lambda commands: commands.delete_parameter(URI, "/a", 1.0),
        lambda commands: commands.cancel_goal(URI, "/dock", "", 1.0),
        lambda commands: commands.advertise(TopicKey(URI, "/a"), "x/Type", 1.0),
    ],
)
async def test_nothing_is_sent_to_a_robot_before_commands_are_allowed_nor_to_one_that_is_gone(
    session: Session, opened: Opened, send: Callable[[Commands], Awaitable[object]]
) -> None:
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        await send(session.commands)
    session.links.connect(URI)
    access = opened[0].graph_access = FakeAccess()

    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await send(session.commands)

    assert access.asked == []
