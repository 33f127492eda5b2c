"""The whole window with its console open, and what follows every frame beside it, as a camera's picture does."""

from __future__ import annotations

import asyncio
import gc
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QEventLoop, QObject, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QApplication, QWidget

from app.net.link_thread import LinkThread
from app.session.session import Session
from app.ui.base.preferences import Preferences
from app.ui.base.refresh import DATA_INTERVAL_S
from app.ui.base.theme import Themes
from app.ui.robot.console import ConsolePanel
from app.ui.window.main_window import MainWindow

_TIMEOUT_S = 30.0
_HEIGHT = 200


@dataclass(frozen=True, slots=True)
class Span:
    """What was seen while it lasted, per second.

    Attributes:
        frames: the window was painted with something new.
        console: the lines of the console were.
        longest_ms: from one frame to the next, at most.
        share: of a core, of the interface thread.
        messages: that came.
        lines: that the console took.
        dropped: that it could not take in time.
    """

    frames: float
    console: float
    longest_ms: float
    share: float
    messages: float
    lines: float
    dropped: float


class _Picture(QWidget):
    """Something new in every frame."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.painted: list[float] = []
        self._number = 0
        self.setGeometry(parent.width() - 330, 40, 320, 240)
        self.show()
        self.raise_()

    def can_be_seen(self) -> bool:
        """See refresh.View."""
        return True

    def refresh(self, _now: float) -> None:
        """See refresh.View."""
        self._number += 1
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:  # noqa: N802
        del event
        self.painted.append(time.monotonic())
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor.fromHsv(self._number % 360, 120, 200))
        painter.drawText(self.rect(), 0, f"{self._number}")
        painter.end()


class _Paints(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:  # noqa: N802
        if event.type() is QEvent.Type.Paint:
            self.count += 1
        return super().eventFilter(watched, event)


class ConsoleWindow:
    """Connected, with the console in front; end it with `close`."""

    def __init__(self, uri: str, preferences: Preferences) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self._link = LinkThread()
        self._link.start()
        self._session = Session(self._link)
        self._window = MainWindow(Themes(app, preferences), preferences)
        self._window.resize(1440, 900)
        self._window.show()
        self._window.open(self._session, lambda coroutine, _name: coroutine.close())
        self._session.links.connect(uri)
        panel = self._window.robot_docks.show("console")
        assert isinstance(panel, ConsolePanel)
        self.panel = panel
        self._paints = _Paints(panel.view.viewport())
        self._picture = _Picture(self._window)
        self._window.refresher.add(self._picture, DATA_INTERVAL_S)

    def wait_for_lines(self) -> None:
        """Until the console shows some: all that the program keeps is there by then."""
        self._wait(lambda: self.panel.model.rowCount() > 0)
        # as the program does
        gc.freeze()

    def set_high(self, high: bool) -> None:  # noqa: FBT001 - a setter
        """Give the console all the height there is, or what it has in the first window."""
        dock = self._window.robot_docks.docks["console"]
        self._window.resizeDocks([dock], [self._window.height() if high else _HEIGHT], Qt.Orientation.Vertical)

    def run(self, seconds: float) -> Span:
        """What is seen in so many seconds."""
        feed, began, cpu = self.panel.feed, time.monotonic(), time.thread_time()
        received, dropped, waiting, console = feed.received, feed.dropped, feed.waiting, self._paints.count
        self._picture.painted.clear()
        self._turn(seconds)
        elapsed = time.monotonic() - began
        cpu = time.thread_time() - cpu
        times = [began, *self._picture.painted, began + elapsed]
        came, lost = feed.received - received, feed.dropped - dropped
        return Span(
            len(self._picture.painted) / elapsed,
            (self._paints.count - console) / elapsed,
            1e3 * max(after - before for before, after in itertools.pairwise(times)),
            cpu / elapsed,
            came / elapsed,
            (came - lost - (feed.waiting - waiting)) / elapsed,
            lost / elapsed,
        )

    def close(self) -> None:
        """End everything."""
        gc.unfreeze()
        self._window.close()
        asyncio.run(self._session.close())
        self._link.stop()
        self._window.deleteLater()

    def _wait(self, condition: Callable[[], bool]) -> None:
        deadline = time.monotonic() + _TIMEOUT_S
        while not condition():
            if time.monotonic() > deadline:
                raise RuntimeError("the lines of the sender do not come")
            self._turn(0.1)

    @staticmethod
    def _turn(seconds: float) -> None:
        loop = QEventLoop()
        QTimer.singleShot(round(seconds * 1e3), loop.quit)
        loop.exec()
