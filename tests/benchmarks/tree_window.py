"""The whole window while everything that a server publishes is measured by the switch."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

from PySide6.QtCore import QEventLoop, QTimer
from PySide6.QtWidgets import QApplication

from app.model.topics import Topic
from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow

_TIMEOUT_S = 30.0


class MeasuredWindow:
    """Tree and inspector are open and one topic is selected; end it with `close`."""

    def __init__(self, port: int, preferences: Preferences, topics: int) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._link = LinkThread()
        self._link.start()
        self._session = Session(self._link)
        self._window = MainWindow(Themes(app, preferences), preferences)
        self._window.resize(1440, 900)
        self._window.show()
        self._window.open(self._session, lambda coroutine, _name: coroutine.close())
        name = self._session.links.connect(f"gazebo://127.0.0.1:{port}")
        self._wait(lambda: len(self._session.topics.store.topics) >= topics)
        panel = self._window.topics
        panel.tree.expandAll()
        panel.measuring.toggle((name,))
        self._wait(lambda: sum(1 for topic in self.topics if topic.messages) >= topics)
        sending = next(topic for topic in self.topics if topic.messages)
        panel.tree.setCurrentIndex(panel.model.index_of(sending.key))

    @property
    def topics(self) -> tuple[Topic, ...]:
        """All that is measured."""
        return self._session.topics.store.topics

    def run(self, seconds: float) -> tuple[float, float]:
        """Share of a core that the interface thread took, and messages that came a second."""
        messages, began, cpu = self._messages(), time.monotonic(), time.thread_time()
        self._turn(seconds)
        elapsed = time.monotonic() - began
        return (time.thread_time() - cpu) / elapsed, (self._messages() - messages) / elapsed

    def close(self) -> None:
        """End everything."""
        self._window.close()
        asyncio.run(self._session.close())
        self._link.stop()
        self._window.deleteLater()

    def _messages(self) -> int:
        return sum(topic.messages for topic in self.topics)

    def _wait(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError("the topics of the sender do not come")
            self._turn(0.1)

    @staticmethod
    def _turn(seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1e3), loop.quit)
        loop.exec()
