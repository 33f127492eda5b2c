"""A robot on loopback, and connections to it whose patience is counted in tenths of a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from app.connections.galileo import connection, topic_link
from app.net import udp
from protocols.galileo import client_session, connecting
from protocols.timing import BackoffPolicy
from tests.fakes.galileo_robot import FakeRobot, Station
from tests.fakes.station import stations

MakeStation = Callable[..., Station]


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds in earnest takes tenths here."""
    monkeypatch.setattr(topic_link, "RETRY", BackoffPolicy(first_s=0.02, factor=1.5, cap_s=0.05))
    monkeypatch.setattr(connection, "MEASURE_INTERVAL_S", 0.02)
    monkeypatch.setattr(udp, "WATCH_INTERVAL_S", 0.05)
    monkeypatch.setattr(connecting, "CONNECT_PERIOD_S", 0.05)
    monkeypatch.setattr(connecting, "REFUSED_PERIOD_S", 0.05)
    monkeypatch.setattr(connecting, "UNANSWERED_S", 1.0)
    monkeypatch.setattr(client_session, "STALE_S", 2.0)
    monkeypatch.setattr(client_session, "LOST_S", 5.0)


@pytest.fixture
def short_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """For tests in which robots fall silent; others shall not mind a machine that is held up for a second."""
    monkeypatch.setattr(client_session, "STALE_S", 0.3)
    monkeypatch.setattr(client_session, "LOST_S", 0.8)


@pytest.fixture
async def robot() -> AsyncIterator[FakeRobot]:
    async with FakeRobot() as robot:
        yield robot


@pytest.fixture
async def make_station() -> AsyncIterator[MakeStation]:
    async with stations(Station) as make:
        yield make


@pytest.fixture
async def station(robot: FakeRobot, make_station: MakeStation) -> Station:
    """A connection that has reached `robot`."""
    station = make_station(robot.uri())
    await station.reach("connected")
    return station
