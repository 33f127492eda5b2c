from __future__ import annotations

from PySide6.QtCore import QObject
from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.inspector.message_bar import FIELDS_TAB, RAW_TAB, MessageBar
from app.ui.window.message_actions import MessageActions


def test_tabs_and_action_are_one_switch(qtbot: QtBot, themes: Themes, qapp: QObject) -> None:
    actions = MessageActions(themes, qapp)
    bar = MessageBar(themes, actions)
    qtbot.addWidget(bar)
    pages: list[int] = []
    bar.page_chosen.connect(pages.append)
    actions.raw_bytes.trigger()
    assert bar.tabs.currentIndex() == RAW_TAB

    bar.tabs.setCurrentIndex(FIELDS_TAB)
    assert not actions.raw_bytes.isChecked()
    assert pages == [RAW_TAB, FIELDS_TAB]


def test_buttons_are_named_shortly_and_stay_so(qtbot: QtBot, themes: Themes, qapp: QObject) -> None:
    actions = MessageActions(themes, qapp)
    bar = MessageBar(themes, actions)
    qtbot.addWidget(bar)
    actions.history.trigger()
    actions.enable(topic=True, message=True, field=True)

    assert (bar.history.text(), bar.pause.text()) == ("History", "Pause")
    assert [action.text() for action in bar.copy.choices.actions()] == [action.text() for action in actions.copying]
