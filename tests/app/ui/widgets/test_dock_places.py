from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.dock_places import (
    docks_in,
    grow_pane,
    longest_share,
    place_before,
    resize_docks,
    split_off,
    tab_until_all_fits,
    visible_docks,
)

RIGHT = Qt.DockWidgetArea.RightDockWidgetArea


class Place:
    """A window with an inspector, and parameters hidden behind it."""

    def __init__(self, window: QMainWindow) -> None:
        self.window = window
        self.docks: dict[str, QDockWidget] = {}
        self.make("inspector")
        self.make("parameters")
        window.tabifyDockWidget(self.docks["inspector"], self.docks["parameters"])
        self.docks["parameters"].hide()

    def make(self, name: str, least: tuple[int, int] = (60, 60)) -> QDockWidget:
        dock = self.docks[name] = QDockWidget(name, self.window)
        dock.setObjectName(name)
        content = QTextEdit()
        content.setMinimumSize(*least)
        dock.setWidget(content)
        self.window.addDockWidget(RIGHT, dock)
        return dock

    def seen(self) -> list[str]:
        """The docks that can be seen, from left to right."""
        QApplication.processEvents()
        return [dock.objectName() for dock in sorted(visible_docks(self.window), key=lambda dock: (dock.x(), dock.y()))]


@pytest.fixture
def place(qtbot: QtBot) -> Place:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(1200, 700)
    # with a least size of its own no window grows with what is in it
    window.setMinimumSize(200, 200)
    window.setCentralWidget(QWidget())
    made = Place(window)
    with qtbot.waitExposed(window, timeout=20_000):
        window.show()
    return made


def test_a_dock_is_placed_left_of_another_that_keeps_what_is_behind_it(place: Place) -> None:
    view = place.make("view")
    place_before(place.window, view, place.docks["inspector"])
    assert place.seen() == ["view", "inspector"]
    assert place.docks["inspector"].y() == view.y()

    place.docks["parameters"].show()
    place.docks["parameters"].raise_()
    assert place.seen() == ["view", "parameters"]


def test_a_hidden_dock_is_not_shown_by_what_is_placed_left_of_it(place: Place) -> None:
    place.docks["inspector"].hide()
    place_before(place.window, place.make("view"), place.docks["inspector"])
    assert place.seen() == ["view"]

    place.docks["inspector"].show()
    assert place.seen() == ["view", "inspector"]


@pytest.mark.parametrize(
    ("orientation", "seen"),
    [
        (Qt.Orientation.Horizontal, ["a", "c", "inspector"]),
        (Qt.Orientation.Vertical, ["a", "c", "inspector"]),
    ],
)
def test_a_tab_is_split_off_the_others(place: Place, orientation: Qt.Orientation, seen: list[str]) -> None:
    a, b, c = (place.make(name) for name in "abc")
    place_before(place.window, a, place.docks["inspector"])
    place.window.tabifyDockWidget(a, b)
    place.window.tabifyDockWidget(a, c)
    a.raise_()
    place.seen()
    resize_docks(place.window, {a: 600, place.docks["inspector"]: 300}, Qt.Orientation.Horizontal)
    assert place.seen() == ["a", "inspector"]

    split_off(place.window, c, orientation, place.docks["inspector"])

    assert place.seen() == seen
    assert place.window.tabifiedDockWidgets(a) == [b]
    assert abs(place.docks["inspector"].width() - 300) < 8
    if orientation is Qt.Orientation.Horizontal:
        assert c.y() == a.y() == place.docks["inspector"].y()
        assert abs(c.width() - a.width()) < 12
    else:
        assert c.x() == a.x()
        assert c.y() > a.y() + a.height()


def test_docks_that_have_no_room_side_by_side_or_below_one_another_are_tabbed(place: Place) -> None:
    inspector, window = place.docks["inspector"], place.window
    views = [place.make(name, (400, 300)) for name in "abc"]
    place_before(window, views[0], inspector)
    window.splitDockWidget(views[0], views[1], Qt.Orientation.Vertical)
    window.splitDockWidget(views[1], views[2], Qt.Orientation.Vertical)
    QApplication.processEvents()
    assert window.minimumSizeHint().height() > window.height()

    tab_until_all_fits(window)
    window.resize(420, 500)
    tab_until_all_fits(window)
    place.seen()

    needed = window.minimumSizeHint()
    assert needed.width() <= window.width() == 420
    assert needed.height() <= window.height() == 500
    assert not any(dock.isHidden() for dock in (*views, inspector))


def test_the_strip_stays_in_front_of_what_is_tabbed_with_it(place: Place) -> None:
    strip, other = place.make("strip", (300, 100)), place.make("other", (900, 100))
    for dock in (strip, other):
        place.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, dock, Qt.Orientation.Horizontal)
    QApplication.processEvents()
    place.window.resize(1000, 700)

    tab_until_all_fits(place.window, strip=strip)

    assert "strip" in place.seen()
    assert place.window.tabifiedDockWidgets(strip) == [other]


def test_what_was_removed_has_no_place(place: Place) -> None:
    view = place.make("view")
    assert view in docks_in(place.window)
    place.window.removeDockWidget(view)

    assert view not in docks_in(place.window)


@pytest.mark.parametrize(
    ("widths", "room", "longest"),
    [
        ((), 0, 0),
        ((50, 50), 100, 0),
        ((50, 60), 100, 50),
        ((20, 100), 100, 80),
        ((200, 20, 100), 120, 50),
        ((9,), -5, 1),
    ],
)
def test_the_longest_texts_are_cut_to_the_share_that_the_short_ones_leave(
    widths: tuple[int, ...], room: int, longest: int
) -> None:
    assert longest_share(widths, room) == longest


@pytest.mark.parametrize("pixels", [40, -40])
def test_a_dock_is_made_wider_at_the_cost_of_what_stands_beside_it(place: Place, pixels: int) -> None:
    inspector, view = place.docks["inspector"], place.make("view")
    place_before(place.window, view, inspector)
    resize_docks(place.window, {view: 300, inspector: 300}, Qt.Orientation.Horizontal)
    QApplication.processEvents()
    middle = place.window.centralWidget()
    widths = [dock.width() for dock in (inspector, view)]
    room = middle.width() + sum(widths)
    for dock in (inspector, view, middle):
        before = dock.width()
        assert grow_pane(place.window, dock, Qt.Orientation.Horizontal, pixels)
        assert dock.width() == before + pixels
        assert middle.width() + inspector.width() + view.width() == room


def test_what_stands_above_another_area_is_made_higher_at_its_cost(place: Place) -> None:
    bottom = place.make("bottom")
    place.window.addDockWidget(Qt.DockWidgetArea.BottomDockWidgetArea, bottom)
    QApplication.processEvents()
    resize_docks(place.window, {bottom: 250}, Qt.Orientation.Vertical)
    QApplication.processEvents()
    for pane in (place.docks["inspector"], place.window.centralWidget()):
        before, below = pane.height(), bottom.height()
        assert grow_pane(place.window, pane, Qt.Orientation.Vertical, 40)
        assert (pane.height(), bottom.height()) == (before + 40, below - 40)
    assert grow_pane(place.window, bottom, Qt.Orientation.Vertical, 40)
    assert bottom.height() == 210


def test_what_fills_its_window_can_not_grow_and_none_gets_less_than_its_least_size(place: Place) -> None:
    inspector, window = place.docks["inspector"], place.window
    assert not grow_pane(window, inspector, Qt.Orientation.Vertical, 40)
    for _ in range(60):
        grow_pane(window, inspector, Qt.Orientation.Horizontal, -40)
    assert inspector.width() >= inspector.minimumSizeHint().width()
    assert not grow_pane(window, inspector, Qt.Orientation.Horizontal, -40)


@pytest.mark.qt_log_ignore("This plugin does not support")
def test_a_dock_that_floats_is_made_larger_by_itself(place: Place) -> None:
    inspector, middle = place.docks["inspector"], place.window.centralWidget()
    inspector.setFloating(True)
    QApplication.processEvents()
    sizes = (inspector.width(), middle.width())

    assert grow_pane(place.window, inspector, Qt.Orientation.Horizontal, 40)
    assert (inspector.width(), middle.width()) == (sizes[0] + 40, sizes[1])
