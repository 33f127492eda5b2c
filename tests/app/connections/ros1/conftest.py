"""A master on loopback, and connections to it whose patience is counted in hundredths of a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from app.connections import publishing
from app.connections.ros1 import connection, graph_access, master_watch, node, subscription, subscriptions
from protocols.timing import BackoffPolicy
from tests.fakes.ros1_station import FakeMaster, FakeTalker, Station
from tests.fakes.station import stations
from tests.fakes.waiting import TIMEOUT_S


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds in earnest takes hundredths here."""
    quick = BackoffPolicy(first_s=0.02, factor=1.5, cap_s=0.05)
    monkeypatch.setattr(connection, "ASSESS_INTERVAL_S", 0.01)
    monkeypatch.setattr(connection, "MASTER_GRACE_S", 0.05)
    monkeypatch.setattr(connection, "DATA_FRESH_S", 0.1)
    # whoever answers does so within this, however busy the machine is
    monkeypatch.setattr(connection, "FAREWELL_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(node, "ANSWER_TIMEOUT_S", TIMEOUT_S)
    monkeypatch.setattr(master_watch, "LOOK_INTERVAL_S", 0.05)
    monkeypatch.setattr(master_watch, "LOOK_PAUSE_S", 0.01)
    monkeypatch.setattr(master_watch, "RETRY", quick)
    monkeypatch.setattr(subscription, "REDIAL", quick)
    monkeypatch.setattr(subscriptions, "ASK_INTERVAL_S", 0.05)
    monkeypatch.setattr(graph_access, "SETTLE_S", 0.01)
    monkeypatch.setattr(publishing, "DRAIN_TIMEOUT_S", 0.3)


@pytest.fixture
async def master() -> AsyncIterator[FakeMaster]:
    async with FakeMaster() as master:
        yield master


@pytest.fixture
async def talker() -> AsyncIterator[FakeTalker]:
    async with FakeTalker() as talker:
        yield talker


@pytest.fixture
async def make_station() -> AsyncIterator[Callable[..., Station]]:
    async with stations(Station) as make:
        yield make


@pytest.fixture
async def station(master: FakeMaster, make_station: Callable[..., Station]) -> Station:
    """A connection that has reached `master`."""
    station = make_station(master.uri)
    await station.reach("connected")
    return station
