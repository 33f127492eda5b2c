"""Pictures of the window at incidents, in which all that shows an address of a robot, or a secret, is covered."""

from __future__ import annotations

import asyncio
import functools
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QModelIndex, QObject, QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QImage, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QComboBox,
    QDockWidget,
    QGroupBox,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QStatusBar,
    QTabBar,
    QTextEdit,
    QWidget,
)
from shiboken6 import Shiboken

from app.config.atomic_file import write_atomically
from app.record.incidents import PICTURE, Incident
from app.ui.base.refresh import Spawn
from app.ui.base.saving import encode_image
from app.ui.connect.recent_robots import RecentRobots
from app.ui.robot.connections import ConnectionsPanel

if TYPE_CHECKING:
    from app.record.hiding import Hider

# what happens at a stop is not held up, and is seen
DELAY_MS: Final = 1000
MAX_WIDTH: Final = 1600
# each of their rows is a robot
_LISTS: Final = (ConnectionsPanel, RecentRobots)
# what is painted by other means is told to screen readers
_TEXTS: Final = (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole)

_LOGGER = logging.getLogger(__name__)


class WindowPictures(QObject):
    """Takes pictures of a window.

    Args:
        hider: gives what hides the addresses that are known now, and secrets.

    Signals:
        begun: an incident has begun; emitted in any thread.
    """

    begun: Final = Signal(object)

    def __init__(self, window: QWidget, hider: Callable[[], Hider], spawn: Spawn, delay_ms: int = DELAY_MS) -> None:
        super().__init__(window)
        self._window = window
        self._hider = hider
        self._spawn = spawn
        self._delay_ms = delay_ms
        self.begun.connect(self._wait, Qt.ConnectionType.QueuedConnection)

    def take(self, incident: Incident) -> None:
        """Take a picture soon, as a file of an incident. Any thread."""
        if Shiboken.isValid(self):
            self.begun.emit(incident)

    def _wait(self, incident: Incident) -> None:
        QTimer.singleShot(self._delay_ms, self, functools.partial(self._take, incident.folder / PICTURE))

    def _take(self, path: Path) -> None:
        if self._window.isVisible() and not self._window.isMinimized():
            self._spawn(_save(path, covered_picture(self._window, self._hider())), "keep a picture of the window")


def covered_picture(window: QWidget, hide: Hider) -> QImage:
    """Return a picture of a window in which what must not be seen is covered by a plain colour."""
    pixmap = window.grab()
    painter = QPainter(pixmap)
    for rect in covered_rects(window, hide):
        painter.fillRect(rect, window.palette().color(QPalette.ColorRole.Mid))
    painter.end()
    return pixmap.toImage()


def covered_rects(window: QWidget, hide: Hider) -> list[QRect]:
    """Return the places in a window of lists of robots, and of texts with an address or a secret."""
    found = []
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or widget.window() is not window:
            continue
        origin = widget.mapTo(window, QPoint())
        rects = [widget.rect()] if isinstance(widget, _LISTS) or _is_told(_texts(widget), hide) else ()
        found += [rect.translated(origin) for rect in rects or _parts(widget, hide)]
    return found


def _is_told(texts: Iterator[str], hide: Hider) -> bool:
    return any(text and hide.text(text) != text for text in texts)


def _texts(widget: QWidget) -> Iterator[str]:
    """Yield what a widget shows as a whole; painted views say it for screen readers."""
    yield widget.accessibleName()
    yield widget.accessibleDescription()
    if isinstance(widget, QLabel | QLineEdit | QAbstractButton):
        yield widget.text()
        # what is shortened is whole there
        yield widget.toolTip()
    if isinstance(widget, QLineEdit):
        yield widget.placeholderText()
    elif isinstance(widget, QComboBox):
        yield widget.currentText()
    elif isinstance(widget, QGroupBox):
        yield widget.title()
    elif isinstance(widget, QStatusBar):
        yield widget.currentMessage()
    elif isinstance(widget, QPlainTextEdit | QTextEdit):
        yield widget.toPlainText()
    parent = widget.parentWidget()
    if isinstance(parent, QDockWidget) and parent.titleBarWidget() is widget:
        yield parent.windowTitle()


def _parts(widget: QWidget, hide: Hider) -> Iterator[QRect]:
    """Yield the parts of a widget with several texts that show what must not be seen, in its own coordinates."""
    if isinstance(widget, QTabBar):
        for number in range(widget.count()):
            if _is_told(iter((widget.tabText(number), widget.tabToolTip(number))), hide):
                yield widget.tabRect(number)
    elif isinstance(widget, QAbstractItemView):
        origin = widget.viewport().pos()
        for row in _rows(widget):
            if _is_told(_cell_texts(row), hide):
                rect = widget.visualRect(row)
                # long texts may reach into other cells
                yield QRect(0, rect.y(), widget.viewport().width(), rect.height()).translated(origin)


def _rows(view: QAbstractItemView) -> Iterator[QModelIndex]:
    """Yield an index of each row that is in sight."""
    height, y = view.viewport().height(), 0
    while y < height:
        index = view.indexAt(QPoint(0, y))
        rect = view.visualRect(index) if index.isValid() else QRect()
        if not rect.isValid():
            return
        yield index
        y = max(rect.bottom(), y) + 1


def _cell_texts(row: QModelIndex) -> Iterator[str]:
    """Yield the texts of all cells of a row."""
    cell = row.siblingAtColumn(0)
    while cell.isValid():
        yield from (str(cell.data(role) or "") for role in _TEXTS)
        # a model need not show how many columns it has
        cell = row.siblingAtColumn(cell.column() + 1)


async def _save(path: Path, image: QImage) -> None:
    try:
        await asyncio.to_thread(_write, path, image)
    except FileNotFoundError:
        # deleted meanwhile
        pass
    except OSError as error:
        # the incident is worth more than its picture
        _LOGGER.warning("a picture of the window can't be kept: %s", error.strerror or error)


def _write(path: Path, image: QImage) -> None:
    image.setDevicePixelRatio(1.0)
    if image.width() > MAX_WIDTH:
        image = image.scaledToWidth(MAX_WIDTH, Qt.TransformationMode.SmoothTransformation)
    write_atomically(path, [encode_image(image)], private=True)
