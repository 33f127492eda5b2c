"""A demo robot that is served, and a connection to it, on the loop of the test."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from app.config.run_settings import Settings
from app.demo.serve import DemoOptions, DemoServer
from tests.fakes.gazebo_station import Station


@pytest.fixture
async def demo() -> AsyncIterator[DemoServer]:
    demo = DemoServer(DemoOptions(seed=1))
    await demo.start()
    yield demo
    await demo.close()


@pytest.fixture
async def station(demo: DemoServer) -> AsyncIterator[Station]:
    """Connected to the demo robot."""
    station = Station(demo.gazebo.uri, Settings())
    station.connection.start()
    await station.reach("connected")
    yield station
    await station.connection.close()
