"""The real servers that tests ask for, and an end for all that tests start."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest

from tests.fakes.watchdogs import STARTED_BY, end_watchdogs
from tests.peers.gazebo_server import GazeboServer, end_all, running_gazebo
from tests.peers.repeats import pytest_runtest_makereport, pytest_runtest_protocol
from tests.peers.ros1_fixtures import own_ros1, ros1, ros1_nodes, shared_roscore, talking

__all__ = (
    "own_ros1",
    "pytest_runtest_makereport",
    "pytest_runtest_protocol",
    "ros1",
    "ros1_nodes",
    "shared_roscore",
    "talking",
)


@pytest.fixture(autouse=True)
def _nothing_is_left_running(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv(STARTED_BY, str(os.getpid()))
    try:
        yield
        end_all()
    finally:
        end_watchdogs()


@pytest.fixture(scope="session")
def gazebo() -> Iterator[GazeboServer]:
    """One server for all tests that leave it alone."""
    with running_gazebo() as server:
        yield server


@pytest.fixture(autouse=True)
def _gazebo_is_there(request: pytest.FixtureRequest) -> None:
    """Start a server of several tests anew that has crashed: that is to cost the test alone in which it did."""
    if "gazebo" in request.fixturenames:
        server: GazeboServer = request.getfixturevalue("gazebo")
        server.revive()


@pytest.fixture
def own_gazebo() -> Iterator[GazeboServer]:
    """A server for one test, which may kill it."""
    with running_gazebo() as server:
        yield server
