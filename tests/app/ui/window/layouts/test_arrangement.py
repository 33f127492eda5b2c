from __future__ import annotations

import random
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDockWidget, QMainWindow, QWidget
from pytestqt.qtbot import QtBot

from app.model.layout import DockPlace, Layout
from app.ui.widgets.dock_places import shown_docks
from app.ui.window.layouts.arrangement import arrange, dock_places, docks_of

VERSION = 3


@pytest.fixture
def window(qtbot: QtBot) -> QMainWindow:
    return made(qtbot, 1000, 700)


def made(qtbot: QtBot, width: int, height: int) -> QMainWindow:
    window = QMainWindow()
    qtbot.addWidget(window)
    window.resize(width, height)
    window.setCentralWidget(QWidget())
    for name in ("inspector", "log", "plots"):
        dock = QDockWidget(name, window)
        dock.setObjectName(name)
        dock.setWidget(QWidget())
        window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, dock)
        dock.hide()
    window.show()
    return window


PLACES = (
    DockPlace("inspector", area="right", width=0.5, height=0.4),
    DockPlace("plots", relation="below", other="inspector", width=0.5, height=0.6),
    DockPlace("log", relation="behind", other="plots"),
    DockPlace("nothing", area="left"),
)


def test_docks_are_put_where_a_layout_describes_them(window: QMainWindow) -> None:
    names = ["inspector", "plots", "log"]
    assert arrange(window, Layout("-", PLACES, front=("log", "nothing")), names, VERSION)
    QApplication.processEvents()
    docks = docks_of(window)

    assert abs(docks["inspector"].width() - 500) < 10
    assert docks["log"].geometry().top() > docks["inspector"].geometry().bottom()
    assert abs(docks["log"].height() - 420) < 60
    assert window.tabifiedDockWidgets(docks["plots"]) == [docks["log"]]
    assert docks["plots"].visibleRegion().isEmpty()
    assert shown_docks(window) == ["inspector", "log", "plots"]


def test_a_dock_that_only_waits_to_be_deleted_is_none(window: QMainWindow) -> None:
    old = docks_of(window)["log"]
    window.removeDockWidget(old)
    old.deleteLater()
    assert sorted(docks_of(window)) == ["inspector", "plots"]

    new = QDockWidget("log", window)
    new.setObjectName("log")
    window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, new)
    assert docks_of(window)["log"] is new


def test_what_was_read_off_a_window_fits_into_one_of_another_size(window: QMainWindow, qtbot: QtBot) -> None:
    arrange(window, Layout("-", PLACES, front=("plots",)), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()
    places, front = dock_places(window)
    other = made(qtbot, 1800, 1200)
    assert arrange(other, Layout("-", places, front=front), shown_docks(window), VERSION)
    QApplication.processEvents()
    docks = docks_of(other)

    assert [(place.dock, place.area, place.relation, place.other) for place in places] == [
        ("inspector", "right", "", ""),
        ("plots", "", "below", "inspector"),
        ("log", "", "behind", "plots"),
    ]
    assert front == ("plots",)
    assert abs(docks["inspector"].width() - 900) < 20
    assert abs(docks["plots"].height() - 720) < 90
    assert other.tabifiedDockWidgets(docks["plots"]) == [docks["log"]]


def test_what_was_read_off_a_window_comes_back_in_it_to_the_pixel_also_below_tabs(window: QMainWindow) -> None:
    arrange(window, Layout("-", PLACES, front=("plots",)), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()
    docks = docks_of(window)
    window.resizeDocks([docks["plots"]], [300], Qt.Orientation.Vertical)
    QApplication.processEvents()
    places, front = dock_places(window)
    heights = {name: dock.height() for name, dock in docks.items()}
    assert window.tabifiedDockWidgets(docks["plots"])
    for _ in range(2):
        arrange(window, Layout("-", places, front=front), ["inspector", "plots", "log"], VERSION)
        QApplication.processEvents()

        assert {name: dock.height() for name, dock in docks.items()} == heights
        assert dock_places(window) == (places, front)


def test_docks_within_rows_and_columns_are_told_as_they_stand(window: QMainWindow, qtbot: QtBot) -> None:
    more = (
        DockPlace("inspector", area="bottom", height=0.7),
        DockPlace("plots", relation="beside", other="inspector", width=0.5),
        DockPlace("log", relation="below", other="plots"),
    )
    arrange(window, Layout("-", more), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()
    told = [replace(place, width=0.0, height=0.0) for place in dock_places(window)[0]]
    other = made(qtbot, 900, 900)
    arrange(other, Layout("-", dock_places(window)[0]), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()

    assert told == [replace(place, width=0.0, height=0.0) for place in more]
    assert docks_of(other)["log"].geometry().left() == docks_of(other)["plots"].geometry().left()


def test_what_was_never_out_of_the_program_is_as_qt_kept_it(window: QMainWindow) -> None:
    arrange(window, Layout("-", PLACES), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()
    before, kept = docks_of(window)["inspector"].geometry(), bytes(window.saveState(VERSION).data())
    arrange(window, Layout("-", PLACES[:1]), ["inspector"], VERSION)
    assert arrange(window, Layout("-", arrangement=kept), ["inspector", "plots", "log"], VERSION)
    QApplication.processEvents()

    assert shown_docks(window) == ["inspector", "log", "plots"]
    assert docks_of(window)["inspector"].geometry().size() == before.size()


def test_what_is_not_named_is_hidden_wherever_it_was(window: QMainWindow) -> None:
    docks_of(window)["log"].show()
    assert not arrange(window, Layout("-", arrangement=b"rubbish"), ["plots"], VERSION)

    assert shown_docks(window) == ["plots"]


@pytest.mark.parametrize("seed", range(20))
def test_docks_can_be_put_in_any_order_and_by_any_other(window: QMainWindow, seed: int) -> None:
    chance, names = random.Random(seed), ["inspector", "log", "plots", "none"]
    places = tuple(
        DockPlace(
            chance.choice(names),
            *(_at_an_edge(chance) if chance.random() < 0.4 else _by_another(chance, names)),
            chance.random(),
            chance.random(),
        )
        for _ in range(6)
    )
    arrange(window, Layout("-", places), names, VERSION)
    QApplication.processEvents()

    assert shown_docks(window) == ["inspector", "log", "plots"]
    assert len(dock_places(window)[0]) == 3


def _at_an_edge(chance: random.Random) -> tuple[str, str, str]:
    return chance.choice(["left", "right", "bottom"]), "", ""


def _by_another(chance: random.Random, names: list[str]) -> tuple[str, str, str]:
    return "", chance.choice(["below", "beside", "behind"]), chance.choice(names)
