from __future__ import annotations

import gc
import weakref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QPoint
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.widgets.menus import add_copy, add_entry, add_submenu, context_menu, empty_menu


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


def test_an_entry_calls_without_the_state_of_its_action(menu: QMenu) -> None:
    calls = list[tuple[object, ...]]()
    entry = add_entry(menu, "Trails", lambda *given: calls.append(given), key="T", enabled=True, checked=False)
    entry.trigger()

    assert calls == [()]
    assert entry.text() == "Trails\tT"
    assert entry.isChecked()
    assert not add_entry(menu, "Gone", print, enabled=False).isCheckable()
    assert not menu.actions()[1].isEnabled()


def test_only_a_text_can_be_copied(menu: QMenu) -> None:
    add_copy(menu, "Copy name", "laser")
    add_copy(menu, "Copy type", "")
    menu.actions()[0].trigger()

    assert QGuiApplication.clipboard().text() == "laser"
    assert not menu.actions()[1].isEnabled()


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_context_menu_does_not_outlive_its_closing(qtbot: QtBot) -> None:
    widget = QWidget()
    qtbot.addWidget(widget)
    menu = context_menu(widget)
    add_entry(menu, "One", print)
    menu.popup(QPoint())
    menu.close()

    qtbot.waitUntil(lambda: not Shiboken.isValid(menu))
