from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from app.model.layout import Layout
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import docks_in, shown_docks
from app.ui.widgets.docks import DockWindow, make_dock
from app.ui.window.layouts.window_arrangement import WindowArrangement

_RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


@pytest.fixture
def window(qapp: QApplication, themes: Themes) -> Iterator[DockWindow]:
    """A window with an inspector and a view at its right, and log and strip at its bottom."""
    del qapp
    window = DockWindow(themes)
    window.setCentralWidget(QWidget())
    docks = {name: make_dock(window, name, name) for name in ("inspector", "view", "log", "drive")}
    for name, dock in docks.items():
        dock.setWidget(QWidget())
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea if name in {"log", "drive"} else _RIGHT, dock)
    window.beside, window.strip = docks["inspector"], docks["drive"]
    window.resize(1000, 700)
    window.show()
    yield window
    window.close()
    window.deleteLater()


@pytest.fixture
def list_shown(qapp: QApplication) -> QAction:
    return QAction("list", qapp, checkable=True, checked=True)


@pytest.fixture
def arrangement(window: DockWindow, list_shown: QAction) -> WindowArrangement:
    return _arrangement(window, list_shown)


def _arrangement(window: DockWindow, list_shown: QAction) -> WindowArrangement:
    docks = {dock.objectName(): dock for dock in docks_in(window)}
    return WindowArrangement(window, list_shown, docks["inspector"], docks["log"])


@pytest.mark.parametrize(("driving", "stays"), [(False, ["log"]), (True, ["drive", "log"])])
def test_without_a_robot_only_what_may_be_needed_is_there_and_the_rest_comes_back_as_it_was(
    window: DockWindow, arrangement: WindowArrangement, *, driving: bool, stays: list[str]
) -> None:
    window.strip_is_needed = lambda: driving
    before = arrangement.state()
    arrangement.set_idle(idle=True)

    assert shown_docks(window) == stays
    assert arrangement.wanted_docks() == ["drive", "inspector", "log", "view"]
    arrangement.set_idle(idle=False)
    assert (arrangement.is_idle, arrangement.state()) == (False, before)


def test_docks_that_were_changed_without_a_robot_stay_so(window: DockWindow, arrangement: WindowArrangement) -> None:
    window.strip_is_needed = lambda: True
    arrangement.set_idle(idle=True)
    assert window.strip is not None
    window.strip.hide()
    arrangement.set_idle(idle=False)

    assert shown_docks(window) == ["inspector", "log", "view"]


def test_a_layout_that_is_opened_without_a_robot_is_shown_with_the_next(
    window: DockWindow, arrangement: WindowArrangement, list_shown: QAction
) -> None:
    arrangement.set_idle(idle=True)
    assert arrangement.show_layout(Layout("one", folded=("topics",)), {"view"})

    assert shown_docks(window) == []
    assert (list_shown.isChecked(), arrangement.folded()) == (False, ("topics",))
    assert arrangement.wanted_docks() == ["view"]
    arrangement.set_idle(idle=False)
    assert shown_docks(window) == ["view"]


def test_what_is_saved_without_a_robot_is_the_arrangement_with_one(
    window: DockWindow, arrangement: WindowArrangement, list_shown: QAction, preferences: Preferences
) -> None:
    before = arrangement.state()
    arrangement.set_idle(idle=True)
    arrangement.save(preferences)
    for dock in docks_in(window):
        dock.hide()
    again = _arrangement(window, list_shown)
    again.restore(preferences)

    assert again.state() == before


@pytest.mark.parametrize("small_at", ["start", "end"])
def test_a_run_without_a_robot_in_a_small_window_leaves_the_sizes_as_they_were(
    window: DockWindow, arrangement: WindowArrangement, list_shown: QAction, preferences: Preferences, small_at: str
) -> None:
    docks = {dock.objectName(): dock for dock in docks_in(window)}
    window.resizeDocks([docks["inspector"], docks["view"]], [300, 450], Qt.Orientation.Horizontal)
    QApplication.processEvents()
    before = {name: dock.width() for name, dock in docks.items()}
    arrangement.save(preferences)

    # a window that is to be maximised is small at first
    window.resize(400 if small_at == "start" else 1000, 700)
    QApplication.processEvents()
    again = _arrangement(window, list_shown)
    again.restore(preferences)
    again.set_idle(idle=True)
    window.resize(400 if small_at == "end" else 1000, 700)
    QApplication.processEvents()
    again.save(preferences)
    window.resize(1000, 700)
    QApplication.processEvents()
    _arrangement(window, list_shown).restore(preferences)
    QApplication.processEvents()

    assert {name: dock.width() for name, dock in docks.items()} == before


def test_at_the_first_start_the_inspector_is_there(
    window: DockWindow, arrangement: WindowArrangement, preferences: Preferences
) -> None:
    assert window.beside is not None
    window.beside.hide()
    arrangement.restore(preferences)

    assert window.beside.isVisible()
