"""A server on loopback with a process that publishes, and commands run in the process of the test."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import replace
from types import ModuleType

import pytest

from app.cli import command, dispatch, parser, pub
from app.connections import publishing
from app.connections.galileo import publisher as galileo_publisher
from app.connections.gazebo import connection as gazebo_worker
from app.connections.schemes import SCHEMES
from protocols.galileo import client_session
from protocols.gazebo import master
from tests.fakes.command import Outcome
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.graph_access import FakeAccess, GraphConnection

PATIENCE_S = 60.0

SetClock = Callable[[ModuleType, Callable[[], object]], None]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a robot that answers late makes commands say is no matter of theirs: in a test it may be the machine."""
    for module, *names in (
        (command, "CLOSE_TIMEOUT_S"),
        (pub, "CLOSE_TIMEOUT_S", "ASK_S"),
        (publishing, "FINAL_TIMEOUT_S", "DRAIN_TIMEOUT_S"),
        (galileo_publisher, "FINAL_TIMEOUT_S", "DRAIN_TIMEOUT_S"),
        (client_session, "STALE_S", "LOST_S"),
        (gazebo_worker, "ANSWER_LATE_S"),
        (master, "WATCHDOG_TIMEOUT_S", "FIRST_ANSWER_TIMEOUT_S"),
    ):
        for name in names:
            monkeypatch.setattr(module, name, PATIENCE_S)


@pytest.fixture
def set_clock(monkeypatch: pytest.MonkeyPatch) -> SetClock:
    """Has time begin for a command only when something holds: how long that takes is the machine's."""

    def set_clock(module: ModuleType, begins: Callable[[], object]) -> None:
        begun: list[float] = []

        def monotonic() -> float:
            if not begun and begins():
                begun.append(time.monotonic())
            return time.monotonic() - begun[0] if begun else 0.0

        monkeypatch.setattr(module, "monotonic", monotonic)

    return set_clock


@pytest.fixture
async def server() -> AsyncIterator[GazeboServer]:
    async with GazeboServer() as server:
        yield server


@pytest.fixture
async def process(server: GazeboServer) -> PublishingProcess:
    return await server.process()


@pytest.fixture
def call(capsys: pytest.CaptureFixture[str]) -> Callable[..., Awaitable[Outcome]]:
    """Runs a command in a thread of this process, which is quicker than to start one."""

    async def call(*argv: str) -> Outcome:
        capsys.readouterr()
        code = await asyncio.to_thread(dispatch.run, parser.parse(argv))
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def access(monkeypatch: pytest.MonkeyPatch) -> FakeAccess:
    """What the robot at ros1://robot:11311 offers, and what it was asked."""
    access = FakeAccess()
    scheme = replace(SCHEMES["ros1"], open=lambda *arguments: GraphConnection(access, *arguments))
    monkeypatch.setitem(SCHEMES, "ros1", scheme)
    return access
