"""Engines on loopback, and connections to them whose patience is counted in tenths of a second."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator

import pytest

from app.config.run_settings import Settings
from app.connections.nrp import base_connection, connection
from protocols.timing import BackoffPolicy
from tests.fakes.nrp_engine import GrpcEngine, JsonEngine
from tests.fakes.nrp_station import NrpStation
from tests.fakes.station import stations

Engine = GrpcEngine | JsonEngine
MakeStation = Callable[..., NrpStation]


@pytest.fixture(autouse=True)
def impatience(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have what takes seconds in earnest take tenths here."""
    monkeypatch.setattr(base_connection, "RETRY", BackoffPolicy(first_s=0.02, factor=1.5, cap_s=0.05))
    monkeypatch.setattr(connection, "MEASURE_INTERVAL_S", 0.02)


@pytest.fixture(params=["grpc", "json"])
def engine(request: pytest.FixtureRequest) -> Iterator[Engine]:
    """One of each wire in turn."""
    engine: Engine = GrpcEngine() if request.param == "grpc" else JsonEngine()
    with engine:
        yield engine


@pytest.fixture
def grpc_engine() -> Iterator[GrpcEngine]:
    with GrpcEngine() as engine:
        yield engine


@pytest.fixture
def json_engine() -> Iterator[JsonEngine]:
    with JsonEngine() as engine:
        yield engine


@pytest.fixture
async def make_station() -> AsyncIterator[MakeStation]:
    def station(engine: Engine | str, query: str = "", settings: Settings | None = None) -> NrpStation:
        return NrpStation(engine if isinstance(engine, str) else engine.uri + query, settings)

    async with stations(station) as make:
        yield make
