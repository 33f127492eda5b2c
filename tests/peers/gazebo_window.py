"""A window with a session, as the program puts them together, for tests against a real gzserver."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from app.main import make_application
from app.model.topics import TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow

IMAGE = "/gazebo/default/rover/chassis/camera/image"
STATS = "/gazebo/default/world_stats"


class Deck:
    """A window with a session, as the program puts them together."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        preferences = Preferences(folder / "settings.json")
        self.window = MainWindow(Themes(app, preferences), preferences)
        self.link = LinkThread()
        self.link.start()
        self.session = Session(self.link)
        self._tasks = TaskPool("deck")

    def open(self) -> None:
        """Show it."""
        self.window.show()
        self.window.open(self.session, self._tasks.spawn)

    async def close(self) -> None:
        """End it in the program's order."""
        try:
            self.window.close_at_once()
            self.window.refresher.stop()
            await self.session.close()
            await self._tasks.cancel()
        finally:
            self.link.stop()
            self.window.deleteLater()

    async def look_at(self, uri: str, topic: str) -> None:
        """Connect, and select a topic."""
        self.window.connect_to(uri)
        key = TopicKey(uri, topic)
        await until(lambda: self.window.topics.model.index_of(key).isValid())
        self.window.topics.tree.setCurrentIndex(self.window.topics.model.index_of(key))

    def shown(self, field: str) -> str:
        """What the inspector shows as the value of a field, empty if it doesn't."""
        model = self.window.inspector.model
        rows = [row for row in range(model.rowCount()) if model.path(model.index(row, 0)) == field]
        return str(model.index(rows[0], 1).data()) if rows else ""


async def until(condition: Callable[[], bool], timeout_s: float = 60) -> None:
    """Wait while the window lives on."""
    async with asyncio.timeout(timeout_s):
        while not condition():  # noqa: ASYNC110 - what is waited for is what a person would see
            await asyncio.sleep(0.02)


@pytest.fixture
async def deck(qapp: QApplication, tmp_path: Path) -> AsyncIterator[Deck]:
    assert make_application() is qapp
    deck = Deck(qapp, tmp_path)
    deck.open()
    yield deck
    await deck.close()
