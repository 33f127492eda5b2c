"""Questions to the master, and what those who wait for an answer get."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from app.connections.gazebo.questions import MasterLinkLostError, MasterRequests
from app.model.topics import TopicInfo
from app.net.tasks import TaskPool
from protocols.gazebo.master import MasterSession
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from tests.fakes.gazebo import read_packets

INT = "gazebo.msgs.Int"


class FakeLink:
    """Takes commands while it is up.

    Attributes:
        asked: for each command that was given, how many questions it put.
    """

    def __init__(self) -> None:
        self.up = True
        self.asked: list[int] = []

    def command(self, give: Callable[[MasterSession, float], None]) -> bool:
        if self.up:
            session = MasterSession(GazeboEndpoint("127.0.0.1", 1), 0.0)
            give(session, 0.0)
            self.asked.append(len(read_packets(b"".join(session.data_to_send(0.0)))))
        return self.up


async def turns() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


async def test_all_topics_are_asked_about_in_one_command() -> None:
    link, pool = FakeLink(), TaskPool("test")
    questions = MasterRequests(link.command)
    asking = pool.spawn(questions.list_topics(), "list")
    await turns()
    questions.topics_listed(("/a", "/b", "/c"))
    await turns()
    assert link.asked == [1, 3]

    publisher, subscriber = PublisherRecord("/b", INT, "h", 1), SubscriberRecord("/c", INT, "h", 2)
    questions.topic_info_answered("/a", MasterTopicInfo("", (), ()))
    questions.topic_info_answered("/b", MasterTopicInfo(INT, (publisher,), ()))
    assert not asking.done()
    questions.topic_info_answered("/c", MasterTopicInfo("", (), (subscriber, subscriber)))

    assert await asking == (TopicInfo("/a", "", 0, 0), TopicInfo("/b", INT, 1, 0), TopicInfo("/c", INT, 0, 2))


async def test_a_link_that_is_lost_is_told_to_all_who_wait() -> None:
    questions, pool = MasterRequests(FakeLink().command), TaskPool("test")
    first = pool.spawn(_lost(questions.list_topics()), "first")
    await turns()
    questions.topics_listed(("/a",))
    second = pool.spawn(_lost(questions.list_topics()), "second")
    await turns()
    questions.link_lost()

    assert await first
    assert await second


async def _lost(question: Awaitable[object]) -> bool:
    try:
        await question
    except MasterLinkLostError:
        return True
    return False


async def test_without_a_link_nothing_can_be_asked() -> None:
    link = FakeLink()
    link.up = False

    with pytest.raises(MasterLinkLostError):
        await MasterRequests(link.command).list_topics()


async def test_those_who_gave_up_waiting_are_passed_over() -> None:
    questions, pool = MasterRequests(FakeLink().command), TaskPool("test")
    asking = pool.spawn(questions.list_topics(), "list")
    await turns()
    questions.topics_listed(("/a",))
    await turns()
    asking.cancel()
    await asyncio.wait([asking])

    questions.topic_info_answered("/a", MasterTopicInfo("", (), ()))
    questions.topics_listed(("/a",))
    questions.link_lost()

    assert asking.cancelled()


async def test_questions_wait_for_the_greeting_of_the_next_link() -> None:
    questions, pool = MasterRequests(FakeLink().command), TaskPool("test")
    for _ in range(2):
        waiting = pool.spawn(questions.wait_greeted(), "wait")
        await turns()
        assert not waiting.done()
        questions.link_greeted()
        await waiting
        questions.link_lost()


async def test_when_no_link_comes_any_more_nobody_waits() -> None:
    questions, pool = MasterRequests(FakeLink().command), TaskPool("test")
    waiting = pool.spawn(_lost(questions.wait_greeted()), "wait")
    await turns()
    assert not waiting.done()
    questions.close()

    assert await waiting
    assert await _lost(questions.wait_greeted())


async def test_one_topic_can_be_asked_for_alone() -> None:
    link = FakeLink()
    questions, pool = MasterRequests(link.command), TaskPool("test")
    asking = pool.spawn(questions.ask_topic("/a"), "ask")
    await turns()
    questions.topic_info_answered("/b", MasterTopicInfo("", (), ()))
    questions.topic_info_answered("/a", MasterTopicInfo(INT, (), ()))

    assert await asking == MasterTopicInfo(INT, (), ())
    lost = pool.spawn(_lost(questions.ask_topic("/a")), "ask")
    await turns()
    questions.link_lost()
    assert await lost
    link.up = False
    with pytest.raises(MasterLinkLostError):
        await questions.ask_topic("/a")
