"""A session whose connections note what they are told."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping
from dataclasses import replace

import pytest

from app.config.run_settings import Settings
from app.connections.schemes import SCHEMES
from app.model.alerts import Alerts
from app.model.topics import TopicStore
from app.net.link_thread import LinkThread
from app.record.player import Played, Player
from app.session.session import Session
from protocols.errors import LocalProtocolError
from tests.fakes.opened_connection import FakeConnection

Opened = list[FakeConnection]


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


@pytest.fixture
def played_topics(monkeypatch: pytest.MonkeyPatch) -> list[set[str]]:
    """The topics that players were set to read, each time that one was."""
    asked: list[set[str]] = []
    set_wanted = Player.set_wanted

    def noted(player: Player, topics: Collection[str], beside: Collection[str] = ()) -> list[Played]:
        told = set_wanted(player, topics, beside)
        asked.append(set(topics))
        return told

    monkeypatch.setattr(Player, "set_wanted", noted)
    return asked


@pytest.fixture
def opened(monkeypatch: pytest.MonkeyPatch) -> Opened:
    """The connections that the session has started, in place of real ones."""
    connections: Opened = []

    def opener(
        uri: str,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> FakeConnection:
        if "bad" in uri:
            raise LocalProtocolError(f"{uri} is bad", "Write a good one.")
        connection = FakeConnection(uri, store, alerts, settings, environ, on_change)
        connections.append(connection)
        return connection

    monkeypatch.setitem(SCHEMES, "gazebo", replace(SCHEMES["gazebo"], open=opener))
    return connections


@pytest.fixture
async def session(link: LinkThread, opened: Opened) -> AsyncIterator[Session]:
    del opened
    session = Session(link, environ={"GAZEBO_MASTER_URI": "somewhere"})
    yield session
    await session.close()
