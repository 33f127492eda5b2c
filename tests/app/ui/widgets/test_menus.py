from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.widgets.menus import add_submenu, empty_menu


@pytest.fixture
def menu(qtbot: QtBot) -> QMenu:
    menu = QMenu()
    qtbot.addWidget(menu)
    return menu


def fill(menu: QMenu) -> tuple[QMenu, QAction]:
    empty_menu(menu)
    menu.addAction("First")
    below = add_submenu(menu, "&More")
    return below, below.addAction("Within")


def delete_what_waits() -> None:
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)
    gc.collect()


def test_a_menu_offers_what_it_was_filled_with_last(menu: QMenu) -> None:
    for _ in range(3):
        below, within = fill(menu)

    assert [action.text() for action in menu.actions()] == ["First", "&More"]
    assert menu.actions()[1] is below.menuAction()
    assert below.actions() == [within]


def test_nothing_is_left_of_what_was_offered_before(menu: QMenu) -> None:
    before = [weakref.ref(thing) for thing in fill(menu)]

    fill(menu)
    delete_what_waits()

    assert [thing() for thing in before] == [None, None]
    assert len(menu.findChildren(QMenu)) == 1


def test_what_is_chosen_may_fill_the_menu_it_stands_in(menu: QMenu) -> None:
    below, within = fill(menu)
    within.triggered.connect(lambda: fill(menu))

    within.trigger()

    # it is in the middle of telling
    assert Shiboken.isValid(within)
    delete_what_waits()
    assert not Shiboken.isValid(below)
