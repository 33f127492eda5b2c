from __future__ import annotations

import gc
import weakref
from collections.abc import Callable

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QHoverEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QDockWidget, QTextEdit
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import visible_docks
from app.ui.widgets.docks import DockWindow, make_dock

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea
_SIDE_BY_SIDE = Qt.Orientation.Horizontal
_STACKED = Qt.Orientation.Vertical


class Docks:
    """Four docks, the last below the third, right of the second, below the first."""

    def __init__(self, window: DockWindow) -> None:
        self.window = window
        self.all = [self.make(f"dock {number}") for number in range(4)]
        window.addDockWidget(_RIGHT, self.all[0])
        self.alone = window.saveState(1)
        window.addDockWidget(_RIGHT, self.all[1])
        window.splitDockWidget(self.all[1], self.all[2], _SIDE_BY_SIDE)
        window.splitDockWidget(self.all[2], self.all[3], _STACKED)

    def make(self, name: str) -> QDockWidget:
        """One that stands nowhere yet."""
        dock = QDockWidget(name, self.window)
        dock.setObjectName(name)
        dock.setWidget(QTextEdit())
        return dock

    @property
    def line(self) -> QPointF:
        """A place between the third and the fourth."""
        below = self.all[3].geometry()
        return QPointF(QPoint(below.center().x(), below.top() - 3))

    def hover(self) -> None:
        """Point at the line."""
        event = QHoverEvent(QEvent.Type.HoverMove, self.line, QPointF(self.window.mapToGlobal(self.line)), self.line)
        QApplication.sendEvent(self.window, event)

    def mouse(self, kind: QEvent.Type, place: QPointF) -> bool:
        """Something done with the left button; whether the window took it."""
        left = Qt.MouseButton.LeftButton
        held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else left
        above = QPointF(self.window.mapToGlobal(place))
        event = QMouseEvent(kind, place, above, left, held, Qt.KeyboardModifier.NoModifier)
        QApplication.sendEvent(self.window, event)
        return event.isAccepted()


Change = Callable[[Docks], object]


def _put_all_behind_the_first(docks: Docks) -> None:
    for dock in docks.all[1:]:
        docks.window.tabifyDockWidget(docks.all[0], dock)


_CHANGES: dict[str, Change] = {
    "add": lambda docks: docks.window.addDockWidget(_RIGHT, docks.make("new")),
    "add beside": lambda docks: docks.window.addDockWidget(_RIGHT, docks.make("new"), _SIDE_BY_SIDE),
    "remove": lambda docks: docks.window.removeDockWidget(docks.all[3]),
    "split": lambda docks: docks.window.splitDockWidget(docks.all[0], docks.all[3], _SIDE_BY_SIDE),
    "tabify": _put_all_behind_the_first,
    "restore": lambda docks: docks.window.restoreState(docks.alone, 1),
}


@pytest.fixture
def docks(qtbot: QtBot, themes: Themes) -> Docks:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    window.resize(900, 600)
    window.setCentralWidget(QTextEdit())
    made = Docks(window)
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    return made


@pytest.mark.parametrize("change", _CHANGES.values(), ids=_CHANGES.keys())
def test_the_line_that_is_pointed_at_is_forgotten_before_docks_change(docks: Docks, change: Change) -> None:
    docks.hover()
    assert docks.window.cursor().shape() is Qt.CursorShape.SplitVCursor

    change(docks)

    assert docks.window.cursor().shape() is Qt.CursorShape.ArrowCursor


@pytest.mark.parametrize("change", _CHANGES.values(), ids=_CHANGES.keys())
def test_the_line_that_is_dragged_is_let_go_of_before_docks_change(docks: Docks, change: Change) -> None:
    assert docks.mouse(QEvent.Type.MouseButtonPress, docks.line)

    change(docks)

    # only the end of a drag is taken
    assert not docks.mouse(QEvent.Type.MouseButtonRelease, QPointF(5.0, 5.0))


def test_a_line_can_be_dragged_after_docks_changed(docks: Docks, qtbot: QtBot) -> None:
    docks.window.addDockWidget(Qt.DockWidgetArea.LeftDockWidgetArea, docks.make("new"))
    QApplication.processEvents()
    before = docks.all[2].height()
    line = docks.line
    assert docks.mouse(QEvent.Type.MouseButtonPress, line)

    docks.mouse(QEvent.Type.MouseMove, line + QPointF(0.0, -40.0))

    qtbot.waitUntil(lambda: docks.all[2].height() < before)
    assert docks.mouse(QEvent.Type.MouseButtonRelease, line + QPointF(0.0, -40.0))


def test_a_dock_that_was_removed_lives_until_it_is_deleted(docks: Docks) -> None:
    deleted: list[None] = []
    docks.all[3].destroyed.connect(lambda: deleted.append(None))

    docks.window.removeDockWidget(docks.all.pop())

    gc.collect()
    assert deleted == []


def test_nothing_is_left_of_a_dock_that_was_removed_and_deleted(docks: Docks) -> None:
    dock = docks.all.pop()
    kept = weakref.ref(dock)

    docks.window.removeDockWidget(dock)
    dock.deleteLater()
    # while it waits for that
    assert dock in docks.window.findChildren(QDockWidget)
    QCoreApplication.sendPostedEvents(dock, QEvent.Type.DeferredDelete.value)
    del dock

    gc.collect()
    assert kept() is None


def test_the_strip_stays_in_front_in_a_window_that_becomes_too_small(qtbot: QtBot, themes: Themes) -> None:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    window.resize(1400, 900)
    window.setMinimumSize(300, 300)
    window.setCentralWidget(QTextEdit())
    strip, other = (make_dock(window, name, name) for name in ("strip", "other"))
    fields = [QTextEdit(), QTextEdit()]
    for dock, field in zip((strip, other), fields, strict=True):
        field.setMinimumSize(300, 150)
        dock.setWidget(field)
    window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, strip)
    window.splitDockWidget(strip, other, _SIDE_BY_SIDE)
    window.strip = strip
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    assert set(visible_docks(window)) == {strip, other}
    # what has the focus would stay
    fields[1].setFocus()
    window.resize(450, 900)
    qtbot.waitUntil(lambda: len(visible_docks(window)) == 1, timeout=5_000)
    assert visible_docks(window) == [strip]


def _widths_and_heights(docks: Docks) -> list[tuple[int, int]]:
    for _ in range(5):
        QApplication.processEvents()
    return [(dock.width(), dock.height()) for dock in docks.all]


def test_docks_get_their_sizes_again_in_a_window_that_was_small(docks: Docks) -> None:
    window, (first, second, third, fourth) = docks.window, docks.all
    window.resizeDocks([second, third], [150, 330], _SIDE_BY_SIDE)
    window.resizeDocks([first, third, fourth], [120, 90, 350], _STACKED)
    before = _widths_and_heights(docks)
    for size in ((600, 420), (450, 300), (900, 300)):
        window.resize(*size)
        _widths_and_heights(docks)
    assert _widths_and_heights(docks) != before
    window.resize(900, 600)
    assert _widths_and_heights(docks) == before


def test_docks_that_were_arranged_in_the_small_window_stay_so(docks: Docks) -> None:
    window = docks.window
    _widths_and_heights(docks)
    window.resize(600, 400)
    _widths_and_heights(docks)
    window.addDockWidget(_RIGHT, docks.all[3])
    _widths_and_heights(docks)
    places = [dock.x() < docks.all[3].x() for dock in docks.all]
    window.resize(900, 600)
    _widths_and_heights(docks)

    assert [dock.x() < docks.all[3].x() for dock in docks.all] == places
