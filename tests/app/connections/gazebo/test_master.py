"""One link to the master after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo.master import REJECTIONS, MasterLink, MasterLinkLostError, MasterRequests
from app.model.topics import TopicInfo
from app.net.errors import LinkError, LinkRefusedError
from app.net.tasks import TaskPool
from protocols.errors import GazeboClosedError, GazeboRejectedError
from protocols.gazebo.master import GazeboMasterGreeted, MasterEvent, MasterSession
from protocols.gazebo.names import GazeboEndpoint
from protocols.gazebo.packets import GazeboTopicInfo as MasterTopicInfo
from protocols.gazebo.packets import PublisherRecord, SubscriberRecord
from protocols.timing import BackoffPolicy
from tests.fakes.gazebo import read_packets
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.waiting import eventually


class Kept:
    """A master link that is kept, and what it tells."""

    def __init__(self, server: GazeboServer) -> None:
        self.events: list[MasterEvent] = []
        self.lost = 0
        self.link = MasterLink(GazeboEndpoint(server.host, server.port), Settings(), self._on_event, self._on_lost)
        self._tasks = TaskPool("test")
        self._tasks.spawn(self.link.run(), "master")

    def _on_event(self, event: MasterEvent, now: float) -> None:
        assert now <= asyncio.get_running_loop().time()
        self.events.append(event)

    def _on_lost(self) -> None:
        self.lost += 1

    async def close(self) -> None:
        await self._tasks.cancel()
        self.link.close()


@pytest.fixture
async def kept(server: GazeboServer) -> AsyncIterator[Kept]:
    kept = Kept(server)
    yield kept
    await kept.close()


async def test_while_greeted_commands_are_taken_and_nothing_has_failed(server: GazeboServer, kept: Kept) -> None:
    assert not kept.link.command(lambda session, now: session.ask_publishers(now))
    await eventually(lambda: kept.link.is_greeted)

    assert isinstance(kept.events[0], GazeboMasterGreeted)
    assert kept.link.failure is None
    assert kept.link.failed_at is None
    assert kept.link.address == "127.0.0.1"
    assert kept.link.local_address == "127.0.0.1"
    assert 0 < kept.link.heard_at <= asyncio.get_running_loop().time()
    requests = len(server.packets("request"))
    assert kept.link.command(lambda session, now: session.ask_publishers(now))
    await eventually(lambda: len(server.packets("request")) > requests)


async def test_a_lost_link_says_why_and_is_made_again(server: GazeboServer, kept: Kept) -> None:
    await eventually(lambda: kept.link.is_greeted)
    failures: list[object] = []
    kept.link._on_lost = lambda: failures.append(kept.link.failure)
    server.hang_up()
    await eventually(lambda: server.accepted == 2 and kept.link.is_greeted)

    assert len(failures) == 1
    # the system says that a server broke the link if it had not read all of ours
    assert isinstance(failures[0], GazeboClosedError | LinkError)
    assert len([event for event in kept.events if isinstance(event, GazeboMasterGreeted)]) == 2


async def test_the_failure_lasts_from_the_first_attempt_on(server: GazeboServer, kept: Kept) -> None:
    await eventually(lambda: kept.link.is_greeted)
    server.stop()
    await eventually(lambda: kept.link.failed_at is not None)
    since = kept.link.failed_at
    await eventually(lambda: kept.lost >= 4)

    assert kept.link.failed_at == since
    assert isinstance(kept.link.failure, LinkRefusedError)
    assert not kept.link.is_greeted


async def test_attempts_come_less_and_less_often(server: GazeboServer, monkeypatch: pytest.MonkeyPatch) -> None:
    attempts: list[int] = []

    class Policy(BackoffPolicy):
        def delay_s(self, attempt: int, random: object) -> float:
            del random
            attempts.append(attempt)
            return 0.001

    monkeypatch.setattr("app.connections.gazebo.master.RECONNECT", Policy())
    monkeypatch.setattr("app.connections.gazebo.master.GOOD_LINK_S", 1000.0)
    server.stop()
    kept = Kept(server)
    await eventually(lambda: len(attempts) >= 4)
    await kept.close()

    assert attempts[:4] == [1, 2, 3, 4]


@pytest.mark.parametrize(("long_s", "attempt"), [(0.02, 0), (20.0, 1)], ids=["lasted", "lost at once"])
async def test_a_link_that_the_master_closes_makes_room_for_longer_if_it_did_not_last(
    server: GazeboServer, monkeypatch: pytest.MonkeyPatch, long_s: float, attempt: int
) -> None:
    monkeypatch.setattr("app.connections.gazebo.master.LONG_LINK_S", long_s)
    attempts: list[int] = []

    class Policy(BackoffPolicy):
        def delay_s(self, attempt: int, random: object) -> float:
            del random
            attempts.append(attempt)
            return 0.001

    monkeypatch.setattr("app.connections.gazebo.master.RELINK", Policy())
    kept = Kept(server)
    await eventually(lambda: kept.link.is_greeted)
    began = asyncio.get_running_loop().time()
    await eventually(lambda: asyncio.get_running_loop().time() > began + 0.03)
    server.hang_up()
    await eventually(lambda: server.accepted == 2)
    await kept.close()

    assert attempts == [attempt]


async def test_a_closed_link_takes_no_commands(server: GazeboServer, kept: Kept) -> None:
    await eventually(lambda: kept.link.is_greeted)
    await kept.close()
    await eventually(lambda: not server.connections)

    assert not kept.link.command(lambda session, now: session.ask_publishers(now))
    assert kept.lost == 0


async def test_one_that_is_turned_away_may_have_made_room_for_a_newcomer_until_it_happens_again_and_again(
    server: GazeboServer,
) -> None:
    server.turns_away = True
    kept = Kept(server)
    doubts: list[bool] = []
    kept.link._on_lost = lambda: doubts.append(kept.link.is_doubtful)
    await eventually(lambda: len(doubts) >= REJECTIONS)
    await kept.close()

    assert doubts[:REJECTIONS] == [True] * (REJECTIONS - 1) + [False]
    assert isinstance(kept.link.failure, GazeboRejectedError)


async def test_one_that_is_greeted_after_it_was_turned_away_has_no_doubts(
    server: GazeboServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # whatever number of attempts it takes
    monkeypatch.setattr("app.connections.gazebo.master.REJECTIONS", 1_000_000)
    server.turns_away = True
    kept = Kept(server)
    await eventually(lambda: kept.link.is_doubtful)
    server.turns_away = False
    await eventually(lambda: kept.link.is_greeted)

    assert not kept.link.is_doubtful
    assert kept.link.failure is None
    await kept.close()


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
