from __future__ import annotations

import asyncio
from typing import Final

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QDockWidget,
    QHeaderView,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollBar,
    QTabBar,
    QWidget,
)
from shiboken6 import Shiboken

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.tab_order import stops
from app.ui.drive.panel import DrivePanel
from app.ui.widgets.docks import DockTitleBar, DockTools
from app.ui.window.main_window import MainWindow
from app.ui.window.panes import _PaneRing
from tests.app.ui.conftest import OpenWindow
from tests.app.ui.window.layouts.conftest import add_topics
from tests.fakes.session import URI, FakeSession

_CONTROL: Final = Qt.KeyboardModifier.ControlModifier
_SHIFT: Final = Qt.KeyboardModifier.ShiftModifier
_CONTROLS: Final = (
    *(QAbstractButton, QAbstractItemView, QAbstractSlider, QAbstractSpinBox, QComboBox, QLineEdit),
    *(QPlainTextEdit, QTabBar),
)
# parts of other controls; the buttons of a title are in its menu, and the drive panel is looked at in its own tests
_PARTS: Final = (QScrollBar, QHeaderView)
_WHOLES: Final = (QLineEdit, QComboBox, QAbstractSpinBox, QTabBar, DockTitleBar, DrivePanel)


@pytest.fixture
async def working(open_window: OpenWindow, session: FakeSession) -> MainWindow:
    """A window with a robot, in which something is plotted."""
    session.set_state(ConnectionState.CONNECTED)
    add_topics(session)
    window = open_window(width=1440, height=900)
    window.refresh(0.0)
    window.plot_docks.plot_fields([(TopicKey(URI, "/odom"), "x")])
    window.activateWindow()
    assert QTest.qWaitForWindowActive(window)
    return window


def _focused() -> QWidget:
    widget = QApplication.focusWidget()
    assert widget is not None
    return widget


def _press(window: MainWindow, key: Qt.Key, held: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(window.windowHandle(), key, held)


def _controls(window: MainWindow) -> set[QWidget]:
    """All that can be operated now, by whatever it is made of."""
    found = set()
    for widget in window.findChildren(QWidget):
        if not isinstance(widget, _CONTROLS) and widget.focusPolicy() is not Qt.FocusPolicy.StrongFocus:
            continue
        parents = []
        parent = widget.parentWidget()
        while parent is not None:
            parents.append(parent)
            parent = parent.parentWidget()
        if any(isinstance(each, _WHOLES) for each in parents) or isinstance(widget, _PARTS):
            continue
        if widget.isVisible() and widget.isEnabled() and not widget.visibleRegion().isEmpty() and not widget.isWindow():
            found.add(widget)
    return found


def _told(widgets: set[QWidget]) -> list[str]:
    return sorted(f"{type(widget).__name__} {widget.toolTip() or widget.accessibleName()}" for widget in widgets)


@pytest.mark.parametrize("back", [False, True], ids=["Tab", "Shift+Tab"])
async def test_tab_reaches_every_control_in_each_shipped_layout(working: MainWindow, *, back: bool) -> None:
    # what comes and goes with time would be missed
    working.refresher.stop()
    names = working.layouts.store.names
    assert len(names) > 1
    for name in names:
        working.layouts.show_by_name(name)
        working.refresher.tick()
        # by itself the list chooses a row, and shows what can be done with it, when it gets the focus
        working.topics.tree.setCurrentIndex(working.topics.model.index(0, 0))
        # a dock that is taken off for a moment makes the platform without windows forget which one is active
        working.activateWindow()
        assert QTest.qWaitForWindowActive(working)
        # docks are laid out a moment later
        await asyncio.sleep(0.1)
        assert any(isinstance(pane, QDockWidget) for pane in working.panes.all)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        start = working._tool_bar.widgetForAction(working.actions_of_window.connect_robot)
        start.setFocus()
        reached: set[QWidget] = set()
        while _focused() not in reached:
            reached.add(_focused())
            _press(working, Qt.Key.Key_Tab, _SHIFT if back else Qt.KeyboardModifier.NoModifier)

        # it has gone round: no control holds it
        assert _focused() is start
        assert (name, _told(_controls(working) - reached)) == (name, [])
        assert len(reached) > 15
        assert working.docks.drive.stop_button in reached


async def test_tab_goes_through_the_panes_from_top_to_bottom(working: MainWindow) -> None:
    first = working._tool_bar
    assert working.panes.all[0] is first
    working.topics.filter.setFocus()
    panes: list[QWidget] = []
    for _ in range(300):
        pane = working.panes.current
        assert pane is not None
        if pane not in panes:
            panes.append(pane)
        _press(working, Qt.Key.Key_Tab)
    start = panes.index(first)

    assert [*panes[start:], *panes[:start]] == [pane for pane in working.panes.all if not pane.isWindow()]


async def test_a_key_goes_round_all_panes_either_way(working: MainWindow) -> None:
    working.topics.filter.setFocus()
    panes = working.panes.all
    went = []
    for _ in panes:
        _press(working, Qt.Key.Key_F6, _CONTROL)
        went.append(working.panes.current)
    assert len(panes) > 2
    assert set(went) == set(panes)
    assert working.panes.current is working.centralWidget()

    _press(working, Qt.Key.Key_F6, _CONTROL | _SHIFT)
    assert working.panes.current is went[-2]


async def test_the_pane_with_the_focus_gets_another_size_by_keys(working: MainWindow) -> None:
    middle, log = working.centralWidget(), working.log_dock
    log.show()
    working.tabifyDockWidget(working.inspector_dock, next(iter(working.plot_docks.docks.values())))
    QApplication.processEvents()
    (tabs,) = (bar for bar in working.findChildren(QTabBar) if bar.isVisible() and bar.count() > 1)
    in_front = working.dock_of_tab(tabs, tabs.currentIndex())
    assert in_front is not None
    across, down = (Qt.Key.Key_F8, QWidget.width), (Qt.Key.Key_F11, QWidget.height)
    panes = ((working.topics.tree, middle, (across, down)), (tabs, in_front, (across, down)))
    for focused, pane, ways in (*panes, (working.log.filter, log, (down,))):
        focused.setFocus()
        for key, size in ways:
            before = size(pane)
            _press(working, key, _CONTROL)
            larger = size(pane)
            assert larger > before
            _press(working, key, _CONTROL | _SHIFT)
            assert size(pane) < larger


async def test_a_pane_gets_the_focus_where_it_had_it_last(working: MainWindow) -> None:
    working.topics.tree.setFocus()
    working.panes.next()
    assert not isinstance(_focused(), type(working.topics.tree))
    working.panes.previous()

    assert _focused() is working.topics.tree


async def test_going_to_a_pane_comes_to_no_button_where_there_is_anything_else(working: MainWindow) -> None:
    working.docks.drive.stop_button.setFocus()
    for _ in working.panes.all:
        working.panes.next()
        current = working.panes.current
        assert current is not None
        has_buttons_only = all(isinstance(control, QAbstractButton) for control in stops(current))
        assert current is working._tool_bar or has_buttons_only or not isinstance(_focused(), QAbstractButton)


async def test_the_pane_that_was_gone_to_has_a_ring_until_the_focus_goes_elsewhere(working: MainWindow) -> None:
    working.topics.filter.setFocus()
    working.panes.next()
    pane = working.panes.current
    rings = [ring for ring in working.findChildren(_PaneRing) if ring.isVisible()]
    assert pane is not None
    assert [ring.geometry() for ring in rings] == [pane.geometry()]

    working.topics.filter.setFocus()
    assert not rings[0].isVisible()


async def test_a_ring_goes_when_its_pane_was_deleted(working: MainWindow) -> None:
    pane = QWidget(working)
    ring = _PaneRing(pane, working._themes)
    Shiboken.delete(pane)

    working.topics.filter.setFocus()
    assert ring.isHidden()


async def test_folding_the_list_takes_the_focus_to_no_button_of_the_tool_bar(working: MainWindow) -> None:
    working.topics.tree.setFocus()

    working.actions_of_window.docks.side_bar.setChecked(False)
    QTest.qWait(1)
    assert not isinstance(_focused(), QAbstractButton)
    assert working.panes.pane_of(_focused()) is not working._tool_bar


async def test_a_button_that_is_clicked_beside_an_editor_that_ends_by_that_is_pressed(working: MainWindow) -> None:
    page = QWidget()
    editor, button = QLineEdit(page), QPushButton("Call", page)
    button.move(0, 60)
    page.setMinimumSize(200, 120)
    pressed: list[None] = []
    button.clicked.connect(lambda: pressed.append(None))
    # as that of a cell of a tree
    editor.editingFinished.connect(editor.hide)
    dock = QDockWidget("page", working)
    dock.setWidget(page)
    working.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
    dock.show()
    QTest.qWait(50)
    editor.setFocus()
    QTest.keyClicks(editor, "1")
    handle, place = working.windowHandle(), button.mapTo(working, button.rect().center())
    QTest.mouseMove(handle, place)
    QTest.mousePress(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)
    QTest.qWait(20)
    assert editor.isHidden()
    QTest.mouseRelease(handle, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier, place)

    assert pressed == [None]


async def test_maximising_and_back_never_takes_the_focus_to_a_button(working: MainWindow) -> None:
    working.topics.tree.setFocus()

    working.toggle_maximised()
    QTest.qWait(1)
    assert working.maximised is not None
    assert working.maximised.isAncestorOf(_focused())
    assert not isinstance(_focused(), QAbstractButton)

    working.toggle_maximised()
    QTest.qWait(1)
    assert not isinstance(_focused(), QAbstractButton)


async def test_the_key_of_the_world_is_not_that_of_panes(working: MainWindow) -> None:
    working.topics.filter.setFocus()
    _press(working, Qt.Key.Key_F6)

    assert _focused() is working.topics.filter


def _tab_tools(window: MainWindow) -> list[bool]:
    """Whether the buttons at the end of each row of tabs can be seen."""
    tools = [(each, each.parentWidget()) for each in window.findChildren(DockTools)]
    return [each.isVisible() for each, bar in tools if isinstance(bar, QTabBar) and bar.isVisible() and bar.count() > 1]


async def test_buttons_of_a_row_of_tabs_are_there_again_after_maximising(working: MainWindow) -> None:
    for make in (working.actions_of_window.top_views.new_view, working.actions_of_window.images.new_view):
        make.trigger()
    QTest.qWait(50)
    assert _tab_tools(working) == [True]

    working.toggle_maximised()
    QTest.qWait(50)
    working.toggle_maximised()
    QTest.qWait(50)
    assert _tab_tools(working) == [True]
