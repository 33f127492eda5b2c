from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.robot.call_targets import SERVICES, TOPICS, CallTargets
from app.wording.ui.robot import CallsWording


@pytest.fixture
def targets(qtbot: QtBot, themes: Themes) -> CallTargets:
    targets = CallTargets(themes)
    qtbot.addWidget(targets)
    targets.show()
    targets.set_names(["/add", "/reset"], ["/chatter"])
    return targets


@pytest.fixture
def told(targets: CallTargets) -> list[str]:
    found: list[str] = []
    targets.chosen.connect(lambda: found.append(targets.name))
    return found


def test_a_name_is_chosen_whatever_the_filter_says(targets: CallTargets, told: list[str]) -> None:
    targets.filter.setText("nothing of it")
    assert targets.none.text() == CallsWording.NO_NAME_MATCHES()
    targets.choose(TOPICS, "/chatter")
    assert (targets.page, targets.name) == (TOPICS, "/chatter")
    targets.choose(SERVICES, "/reset")

    assert told[-1] == "/reset"
    assert targets.list.isVisible()


def test_what_is_chosen_stays_while_others_come(targets: CallTargets, told: list[str]) -> None:
    targets.choose(SERVICES, "/reset")
    targets.set_names(["/a", "/reset", "/z"], [])
    assert targets.name == "/reset"

    targets.set_names(["/a"], [])
    assert targets.name == ""
    assert told[0] == "/reset"
    assert told[-1] == ""


def test_where_there_is_nothing_that_is_said(targets: CallTargets) -> None:
    targets.set_names([], [])
    assert targets.none.text() == CallsWording.NO_SERVICES()
    targets.tabs.setCurrentIndex(TOPICS)
    assert targets.none.text() == CallsWording.NO_TOPICS()


def test_the_chosen_name_stays_in_view_when_the_list_gets_lower_and_is_copied(targets: CallTargets) -> None:
    targets.resize(300, 500)
    names = [f"/service_{number:02d}" for number in range(60)]
    targets.set_names(names, [])
    targets.choose(SERVICES, names[10])
    QApplication.processEvents()
    view = targets.list
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()))

    targets.resize(300, 150)
    QApplication.processEvents()
    assert view.viewport().rect().contains(view.visualRect(view.currentIndex()).center())

    view.copy_requested.emit()
    assert QApplication.clipboard().text() == names[10]
