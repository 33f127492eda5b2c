"""A drive panel around which docks are arranged anew: Qt hides it for a moment, which is no closing."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QWidget

from app.drive.control.values import DriveSource, Reason, Stage
from tests.app.ui.drive.conftest import Window

LEFT = Qt.MouseButton.LeftButton

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

Act = Callable[[Window], object]


def settle() -> None:
    for _ in range(5):
        QApplication.processEvents()


def title_of(window: Window) -> QWidget:
    """The title of the drive panel."""
    title = window.station.dock.titleBarWidget()
    assert title is not None
    return title


def double_click(window: Window) -> None:
    QTest.mouseDClick(title_of(window), LEFT, pos=QPoint(30, 5))


def drag_out(window: Window) -> None:
    """Drag the panel out of the window by its title, as Qt does by itself."""
    title, grip = title_of(window), QPoint(30, 5)
    QTest.mousePress(title, LEFT, pos=grip)
    for way in (5, 20, 60, 120):
        there = grip - QPoint(0, way)
        above = QPointF(title.mapToGlobal(there))
        moved = QMouseEvent(
            QEvent.Type.MouseMove, QPointF(there), above, Qt.MouseButton.NoButton, LEFT, Qt.KeyboardModifier.NoModifier
        )
        QApplication.sendEvent(title, moved)
        settle()
    QTest.mouseRelease(title, LEFT, pos=grip)
    assert window.station.dock.isFloating()


def maximise_another(window: Window) -> None:
    window.main.set_maximised(window.main.inspector_dock)


def maximise_it(window: Window) -> None:
    window.main.set_maximised(window.station.dock)


def make_it_float(window: Window) -> None:
    window.station.dock.setFloating(True)


def make_it_tight(window: Window) -> None:
    """Have more docks than the window has room for, once it is small."""
    wide = QDockWidget("Wide", window.main)
    wide.setObjectName("wide")
    content = QWidget()
    content.setMinimumSize(500, 100)
    wide.setWidget(content)
    window.main.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, wide)
    window.main.resize(1600, 900)
    settle()
    window.main.resize(840, 480)
    settle()
    assert window.main.tabifiedDockWidgets(wide)


def nothing(window: Window) -> None:
    del window


ACTS: dict[str, tuple[Act, Act]] = {
    "a layout with it": (nothing, lambda window: window.main.layouts.show_by_name("Drive")),
    "back from a layout": (
        lambda window: window.main.layouts.show_by_name("Drive"),
        lambda window: window.main.layouts.go_back(),
    ),
    "a layout while it floats": (make_it_float, lambda window: window.main.layouts.show_by_name("Drive")),
    "restored by its action": (
        maximise_another,
        lambda window: window.main.actions_of_window.docks.maximise.trigger(),
    ),
    "restored by Escape": (maximise_another, lambda window: QTest.keyClick(window.main, Qt.Key.Key_Escape)),
    "itself maximised": (nothing, double_click),
    "itself restored": (maximise_it, double_click),
    "floats": (nothing, make_it_float),
    "dragged out": (nothing, drag_out),
    "put back": (make_it_float, lambda window: window.station.dock.setFloating(False)),
    "put back by a double click": (make_it_float, double_click),
    "room again": (make_it_tight, lambda window: window.main.resize(1600, 900)),
}


@pytest.mark.parametrize(("before", "act"), ACTS.values(), ids=ACTS.keys())
async def test_a_panel_that_is_there_afterwards_stays_armed_and_what_was_held_is_let_go(
    window: Window, before: Act, act: Act
) -> None:
    await window.drive(stage=Stage.ARMED)
    settle()
    before(window)
    settle()
    assert window.station.panel is not None
    surface = window.station.panel.ui.surface
    surface.window().activateWindow()
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert window.handle.moves[DriveSource.KEYBOARD] is not None
    hidden: list[bool] = []
    window.station.dock.visibilityChanged.connect(lambda: hidden.append(window.station.dock.isHidden()))
    window.handle.said.clear()

    act(window)
    settle()
    window.station.client.beat()

    assert window.station.dock.isVisible()
    assert window.actions.panel.isChecked()
    assert window.handle.seen is True
    assert [said for said in window.handle.said if isinstance(said, Reason)] == []
    if any(hidden):
        assert window.handle.moves[DriveSource.KEYBOARD] is None
        # a key that is still down repeats, and counts no more
        QTest.keyRelease(surface, Qt.Key.Key_W)
        assert window.handle.moves[DriveSource.KEYBOARD] is None


@pytest.mark.parametrize("before", [nothing, make_it_float], ids=["docked", "floats"])
@pytest.mark.parametrize("by", ["layout", "state", "close", "key"])
async def test_a_panel_that_is_not_there_afterwards_was_closed(window: Window, by: str, before: Act) -> None:
    without = window.main.saveState(1)
    await window.drive(stage=Stage.ARMED)
    settle()
    before(window)
    settle()
    window.handle.said.clear()
    if by == "layout":
        window.main.layouts.show_by_name("Watch")
    elif by == "state":
        window.main.restoreState(without, 1)
    elif by == "close":
        window.station.dock.close()
        assert window.handle.said == [Reason.PANEL_CLOSED]
    else:
        window.actions.panel.trigger()
        assert window.handle.said == [Reason.PANEL_CLOSED]
    QApplication.sendPostedEvents()

    assert window.station.dock.isHidden()
    assert window.handle.said == [Reason.PANEL_CLOSED]
    assert window.handle.seen is False
    assert not window.actions.panel.isChecked()


async def test_that_it_was_closed_is_known_with_the_next_sign_of_life_at_the_latest(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    settle()
    window.handle.said.clear()
    window.station.dock.hide()
    window.station.client.beat()

    assert window.handle.said == [Reason.PANEL_CLOSED]


async def test_arming_goes_on_while_docks_are_arranged_around_the_panel(
    window: Window, monkeypatch: pytest.MonkeyPatch
) -> None:
    await window.drive(stage=Stage.ARMING)
    settle()
    told: list[bool] = []
    monkeypatch.setattr(window.handle, "set_seen", lambda *, seen: told.append(seen))
    window.main.layouts.show_by_name("Drive")
    settle()

    assert set(told) == {True}


async def test_behind_another_dock_the_stick_lets_go_and_takes_nothing(window: Window) -> None:
    await window.drive(stage=Stage.ARMED)
    window.main.log_dock.show()
    window.station.show_panel()
    settle()
    assert window.station.panel is not None
    surface = window.station.panel.ui.surface
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert window.handle.moves[DriveSource.KEYBOARD] is not None

    window.main.log_dock.raise_()
    settle()

    assert window.handle.seen is False
    assert window.handle.moves[DriveSource.KEYBOARD] is None
    assert not surface.hasFocus()
    QTest.keyRelease(surface, Qt.Key.Key_W)
    surface.setFocus()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert window.handle.moves[DriveSource.KEYBOARD] is None
    QTest.keyRelease(surface, Qt.Key.Key_W)

    window.actions.panel.trigger()
    assert surface.hasFocus()
    settle()
    QTest.keyPress(surface, Qt.Key.Key_W)
    assert window.handle.moves[DriveSource.KEYBOARD] is not None
