"""A server on loopback, and connections to it whose patience is counted in hundredths of a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable

import pytest

from app.connections.gazebo import connection, subscription
from app.connections.gazebo import master as master_module
from protocols.gazebo import master
from protocols.timing import BackoffPolicy
from tests.fakes.gazebo_server import GazeboServer
from tests.fakes.gazebo_station import Station
from tests.fakes.station import stations


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes seconds in earnest takes hundredths here."""
    monkeypatch.setattr(connection, "ASSESS_INTERVAL_S", 0.01)
    monkeypatch.setattr(connection, "MASTER_GRACE_S", 0.1)
    monkeypatch.setattr(connection, "DATA_FRESH_S", 0.1)
    monkeypatch.setattr(connection, "NAMESPACE_WAIT_S", 0.1)
    monkeypatch.setattr(connection, "CLOSED_GRACE_S", 0.1)
    monkeypatch.setattr(master_module, "RECONNECT", BackoffPolicy(first_s=0.01, factor=1.5, cap_s=0.03))
    monkeypatch.setattr(master_module, "RELINK", BackoffPolicy(first_s=0.01, factor=1.5, cap_s=0.03))
    monkeypatch.setattr(master_module, "DOUBTED_RETRY", BackoffPolicy(first_s=0.01, factor=1.5, cap_s=0.03))
    monkeypatch.setattr(subscription, "REDIAL", BackoffPolicy(first_s=0.01, factor=1.5, cap_s=0.03))


@pytest.fixture
def fast_watchdog(monkeypatch: pytest.MonkeyPatch) -> None:
    """A master that does not answer is found out at once."""
    monkeypatch.setattr(master, "WATCHDOG_INTERVAL_S", 0.05)
    monkeypatch.setattr(master, "WATCHDOG_TIMEOUT_S", 0.2)
    monkeypatch.setattr(master, "FIRST_ANSWER_TIMEOUT_S", 0.1)
    monkeypatch.setattr(connection, "ANSWER_LATE_S", 0.05)


@pytest.fixture
async def server() -> AsyncIterator[GazeboServer]:
    async with GazeboServer() as server:
        yield server


@pytest.fixture
async def make_station() -> AsyncIterator[Callable[..., Station]]:
    async with stations(Station) as make:
        yield make


@pytest.fixture
async def station(server: GazeboServer, make_station: Callable[..., Station]) -> Station:
    """A connection to `server` that has been greeted."""
    station = make_station(server.uri)
    await station.reach("connected")
    return station
