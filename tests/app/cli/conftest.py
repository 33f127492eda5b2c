"""A server on loopback with a process that publishes, and commands run in the process of the test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import pytest

import app.session
from app.cli import commands, parser
from tests.fakes.command import Outcome
from tests.fakes.gazebo_server import GazeboServer, PublishingProcess
from tests.fakes.graph_access import FakeAccess, GraphConnection


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
        code = await asyncio.to_thread(commands.run, parser.parse(argv))
        return Outcome(code, *capsys.readouterr())

    return call


@pytest.fixture
def access(monkeypatch: pytest.MonkeyPatch) -> FakeAccess:
    """What the robot at ros1://robot:11311 offers, and what it was asked."""
    access = FakeAccess()
    monkeypatch.setattr(app.session, "SCHEMES", {"ros1": lambda *arguments: GraphConnection(access, *arguments)})
    return access
