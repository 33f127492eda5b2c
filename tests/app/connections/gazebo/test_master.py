"""One link to the master after the other."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.config.run_settings import Settings
from app.connections.gazebo.master import REJECTIONS, MasterLink
from app.net.errors import LinkError, LinkRefusedError
from app.net.tasks import TaskPool
from protocols.backoff import BackoffPolicy
from protocols.errors import GazeboClosedError, GazeboRejectedError
from protocols.gazebo.master import GazeboMasterGreeted, MasterEvent
from protocols.gazebo.names import GazeboEndpoint
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
