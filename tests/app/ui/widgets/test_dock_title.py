from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDockWidget, QLabel, QMenu, QTabBar, QTextEdit, QToolButton
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.base.theme import Themes
from app.ui.widgets.dock_places import VIEW_PROPERTY, visible_docks
from app.ui.widgets.docks import DockTitleBar, DockTools, DockWindow, dock_menu, make_dock
from app.wording.ui.widgets import WidgetsWording
from tests.tools.mouse import move_mouse

# windows of their own, and menus
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")

LEFT = Qt.MouseButton.LeftButton
MIDDLE = Qt.MouseButton.MiddleButton


class Seats:
    """A window with a list in the middle, two tabs and an inspector at the right, and a strip at the bottom."""

    def __init__(self, window: DockWindow, themes: Themes) -> None:
        self.window = window
        self.themes = themes
        window.setCentralWidget(QTextEdit())
        self.docks = {name: self.make(name) for name in ("one", "two", "inspector", "strip")}
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.docks["one"], Qt.Orientation.Horizontal)
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.docks["inspector"], Qt.Orientation.Horizontal)
        window.tabifyDockWidget(self.docks["one"], self.docks["two"])
        window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, self.docks["strip"])
        window.strip = self.docks["strip"]
        self.docks["two"].raise_()

    def make(self, name: str) -> QDockWidget:
        dock = make_dock(self.window, name, name.title())
        dock.setWidget(QTextEdit())
        dock.setTitleBarWidget(DockTitleBar(dock, self.themes))
        dock.setProperty(VIEW_PROPERTY, name in {"one", "two"})
        return dock

    @property
    def seen(self) -> list[str]:
        QApplication.processEvents()
        return sorted(dock.objectName() for dock in visible_docks(self.window))

    @property
    def places(self) -> dict[str, object]:
        """Where everything stands; None is hidden, and nowhere what is behind another."""
        seen = self.seen
        places: dict[str, object] = {
            name: None if dock.isHidden() else dock.geometry().getRect() if name in seen else (0, 0, 0, 0)
            for name, dock in self.docks.items()
        }
        return {**places, "list": self.window.centralWidget().geometry().getRect()}

    @property
    def tabs(self) -> QTabBar:
        (found,) = (bar for bar in self.window.findChildren(QTabBar) if bar.isVisible())
        return found

    def press_tab(self, title: str, press: Callable[..., None], button: Qt.MouseButton) -> None:
        index = next(index for index in range(self.tabs.count()) if self.tabs.tabText(index) == title)
        press(self.tabs, button, Qt.KeyboardModifier.NoModifier, self.tabs.tabRect(index).center())
        QTest.qWait(1)


@pytest.fixture
def seats(qtbot: QtBot, themes: Themes) -> Seats:
    window = DockWindow(themes)
    qtbot.addWidget(window)
    window.resize(1100, 700)
    window.setMinimumSize(300, 200)
    made = Seats(window, themes)
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    docks = made.docks
    window.resizeDocks([docks["two"], docks["inspector"]], [400, 250], Qt.Orientation.Horizontal)
    window.resizeDocks([docks["strip"]], [200], Qt.Orientation.Vertical)
    QApplication.processEvents()
    return made


def title(dock: QDockWidget) -> DockTitleBar:
    found = dock.titleBarWidget()
    assert isinstance(found, DockTitleBar)
    return found


def tools(dock: QDockWidget) -> list[QToolButton]:
    """Close, maximise, float, menu."""
    return title(dock).findChildren(QToolButton)


def entry(menu: QMenu, *titles: str) -> None:
    """Trigger an entry of a menu, or of a menu in it."""
    for text in titles[:-1]:
        menu = next(found for action in menu.actions() if (found := action.menu()) and action.text() == text)  # type: ignore[assignment]
    next(action for action in menu.actions() if action.text() == titles[-1]).trigger()


def test_it_names_the_dock_and_closes_it(seats: Seats) -> None:
    dock = seats.docks["inspector"]
    assert [label.text() for label in title(dock).findChildren(QLabel)] == ["Inspector"]

    QTest.mouseClick(tools(dock)[0], LEFT)
    assert not dock.isVisible()


def test_a_title_stands_out_from_the_labels_below_it(seats: Seats) -> None:
    (label,) = title(seats.docks["inspector"]).findChildren(QLabel)

    assert label.font().bold()


def test_tabs_take_the_place_of_titles_while_there_is_more_than_one(seats: Seats) -> None:
    one, two = seats.docks["one"], seats.docks["two"]
    assert [title(dock).height() for dock in (one, two)] == [0, 0]
    assert title(seats.docks["inspector"]).height() > 15
    assert seats.tabs.y() < two.y()
    two.hide()
    QApplication.processEvents()

    assert title(one).height() > 15


def test_a_double_click_on_a_title_maximises_and_another_is_back_to_exactly_what_was(seats: Seats) -> None:
    before = seats.places
    QTest.mouseDClick(title(seats.docks["inspector"]), LEFT)
    assert seats.seen == ["inspector"]
    assert seats.window.maximised is seats.docks["inspector"]
    assert not seats.window.centralWidget().isVisible()
    assert seats.docks["inspector"].width() > 1080
    QTest.mouseDClick(title(seats.docks["inspector"]), LEFT)

    assert seats.places == before
    assert seats.window.maximised is None


def test_a_double_click_on_a_tab_maximises_its_dock(seats: Seats) -> None:
    seats.docks["one"].raise_()
    before = seats.places
    seats.press_tab("Two", QTest.mouseDClick, LEFT)
    assert seats.seen == ["two"]
    QTest.mouseClick(tools(seats.docks["two"])[1], LEFT)
    seats.docks["one"].raise_()

    assert seats.places == before


def test_escape_is_back_where_nothing_else_takes_it(seats: Seats) -> None:
    before = seats.places
    seats.window.set_maximised(seats.docks["inspector"])
    seats.docks["inspector"].widget().setFocus()
    QTest.keyClick(seats.docks["inspector"].widget(), Qt.Key.Key_Escape)

    assert seats.places == before


def test_the_key_maximises_what_has_the_focus_or_else_the_largest_view(seats: Seats) -> None:
    seats.docks["inspector"].widget().setFocus()
    seats.window.toggle_maximised()
    assert seats.seen == ["inspector"]
    seats.window.toggle_maximised()
    seats.window.centralWidget().setFocus()
    seats.docks["two"].raise_()
    QApplication.processEvents()
    seats.window.toggle_maximised()

    assert seats.seen == ["two"]


def test_the_strip_stays_as_low_as_it_is_while_it_is_needed(seats: Seats) -> None:
    seats.window.resizeDocks([seats.docks["strip"]], [150], Qt.Orientation.Vertical)
    before = seats.places
    seats.window.set_maximised(seats.docks["one"])
    assert seats.seen == ["one"]
    seats.window.set_maximised(None)
    seats.window.strip_is_needed = lambda: True
    seats.window.set_maximised(seats.docks["one"])
    assert seats.seen == ["one", "strip"]
    assert abs(seats.docks["strip"].height() - 150) < 4
    seats.window.set_maximised(None)

    assert seats.places == before


def test_a_strip_that_was_put_away_stays_away(seats: Seats) -> None:
    seats.docks["strip"].hide()
    seats.window.strip_is_needed = lambda: True
    seats.window.set_maximised(seats.docks["one"])

    assert seats.seen == ["one"]


def test_another_dock_that_is_shown_ends_it(seats: Seats) -> None:
    seats.docks["strip"].hide()
    before = seats.places
    seats.window.set_maximised(seats.docks["inspector"])
    seats.docks["strip"].show()
    assert seats.window.isVisible()
    assert {name for name, place in seats.places.items() if place} == {"one", "two", "inspector", "strip", "list"}
    seats.docks["strip"].hide()

    assert seats.places == before


def test_a_maximised_dock_that_is_closed_leaves_the_others_as_they_were(seats: Seats) -> None:
    before = seats.places
    seats.window.set_maximised(seats.docks["inspector"])
    seats.docks["inspector"].close()
    assert {name for name, place in seats.places.items() if place} == {"one", "two", "strip", "list"}
    seats.docks["inspector"].show()

    assert seats.places == before


def test_a_dock_that_is_added_or_removed_ends_it(seats: Seats) -> None:
    seats.window.set_maximised(seats.docks["inspector"])
    new = seats.make("new")
    seats.window.tabifyDockWidget(seats.docks["one"], new)
    new.show()
    assert seats.window.maximised is None
    seats.window.set_maximised(new)
    seats.window.removeDockWidget(new)

    assert seats.window.maximised is None
    assert {name for name, place in seats.places.items() if place} == {"one", "two", "inspector", "strip", "list"}


def test_a_dock_gets_a_window_of_its_own_and_comes_back(seats: Seats) -> None:
    dock = seats.docks["inspector"]
    QTest.mouseClick(tools(dock)[2], LEFT)
    assert dock.isFloating()
    assert not tools(dock)[1].isVisible()
    QTest.mouseDClick(title(dock), LEFT)

    assert not dock.isFloating()
    assert "inspector" in seats.seen


def test_the_middle_button_closes_a_tab(seats: Seats) -> None:
    seats.press_tab("Two", QTest.mouseClick, MIDDLE)

    assert seats.docks["two"].isHidden()
    assert "one" in seats.seen


def test_the_buttons_at_the_end_of_the_tabs_are_for_the_one_in_front(seats: Seats) -> None:
    seats.docks["two"].raise_()
    QApplication.processEvents()
    close = seats.tabs.findChildren(DockTools)[0].findChildren(QToolButton)[0]
    assert close.isVisible()
    QTest.mouseClick(close, LEFT)

    assert seats.docks["two"].isHidden()
    assert not seats.docks["one"].isHidden()


def test_long_titles_of_tabs_are_cut_and_the_buttons_stay(seats: Seats) -> None:
    bar = seats.tabs
    buttons = bar.findChildren(DockTools)[0]
    short = bar.tabRect(1).width()
    seats.docks["one"].setWindowTitle("/gazebo/default/rover/chassis/camera/left/image")
    seats.docks["one"].raise_()
    for width in (400, 300, 260):
        seats.window.resizeDocks([seats.docks["one"]], [width], Qt.Orientation.Horizontal)
        QApplication.processEvents()

        assert buttons.isVisible()
        assert bar.tabRect(1).right() < buttons.x()
        # no short title is cut for a long one
        assert bar.tabRect(1).width() == short
    seats.docks["two"].setWindowTitle("/gazebo/default/rover/chassis/camera/right/image")
    QApplication.processEvents()
    assert buttons.isVisible()
    assert bar.tabRect(1).right() < buttons.x()
    assert abs(bar.tabRect(0).width() - bar.tabRect(1).width()) <= 1
    # with room they are whole again
    for name in ("one", "two"):
        seats.docks[name].setWindowTitle(name.title())
    QApplication.processEvents()
    assert bar.tabRect(1).width() == short


def test_the_buttons_at_the_end_of_the_tabs_do_nothing_for_a_dock_that_is_gone(seats: Seats) -> None:
    seats.docks["two"].raise_()
    QApplication.processEvents()
    tools = seats.tabs.findChildren(DockTools)[0]
    buttons = tools.findChildren(QToolButton)
    Shiboken.delete(seats.docks["two"])
    for button in buttons:
        button.click()
    seats.themes.changed.emit()

    assert seats.seen == ["inspector", "one", "strip"]


def test_the_menu_has_all_of_it(seats: Seats) -> None:
    one = seats.docks["one"]
    one.raise_()
    QApplication.processEvents()
    entry(dock_menu(one), WidgetsWording.MAXIMISE())
    assert seats.seen == ["one"]
    entry(dock_menu(one), WidgetsWording.RESTORE())
    entry(dock_menu(one), WidgetsWording.SPLIT(), WidgetsWording.BELOW_THE_OTHER_TABS())
    assert seats.seen == ["inspector", "one", "strip", "two"]
    assert one.y() > seats.docks["two"].y()
    entry(dock_menu(one), WidgetsWording.MOVE_TO(), WidgetsWording.TAB_GROUP_OF(title="Two"))
    assert seats.seen == ["inspector", "one", "strip"]
    entry(dock_menu(one), WidgetsWording.MOVE_TO(), WidgetsWording.BOTTOM())
    assert seats.window.dockWidgetArea(one) is Qt.DockWidgetArea.BottomDockWidgetArea
    entry(dock_menu(one), WidgetsWording.OPEN_IN_A_SEPARATE())
    assert one.isFloating()
    entry(dock_menu(one), WidgetsWording.CLOSE())

    assert one.isHidden()


def test_a_right_click_on_title_and_tab_opens_the_menu(seats: Seats) -> None:
    for widget in (title(seats.docks["inspector"]), seats.tabs):
        place = QPoint(8, 8)
        QApplication.sendEvent(
            widget, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, widget.mapToGlobal(place))
        )
        menu = QApplication.activePopupWidget()
        assert isinstance(menu, QMenu)
        menu.close()


def test_docks_are_tabbed_where_the_window_becomes_too_small_and_come_back_with_the_room(seats: Seats) -> None:
    for name in ("one", "two", "inspector"):
        seats.docks[name].widget().setMinimumWidth(300)
    seats.window.resize(500, 700)
    QTest.qWait(5)
    assert seats.window.minimumSizeHint().width() <= seats.window.width() == 500
    assert not any(dock.isHidden() for dock in seats.docks.values())
    seats.window.resize(1100, 700)
    QTest.qWait(5)

    assert seats.seen == ["inspector", "strip", "two"]
    assert seats.window.tabifiedDockWidgets(seats.docks["inspector"]) == []
    assert abs(seats.docks["inspector"].width() - 300) < 8


def test_a_tab_that_is_dragged_away_becomes_a_window_of_its_own(seats: Seats) -> None:
    tabs, two = seats.tabs, seats.docks["two"]
    index = next(index for index in range(tabs.count()) if tabs.tabText(index) == "Two")
    place = tabs.tabRect(index).center()
    QTest.mousePress(tabs, LEFT, pos=place)
    for down in (30, 60, 90):
        move_mouse(tabs, QPointF(place + QPoint(0, down)))
    QTest.qWait(5)

    assert two.isFloating()
    QTest.mouseRelease(two, LEFT)
    QTest.qWait(5)
    assert two.isFloating()
    assert title(two).height() > 15
    assert "one" in seats.seen
