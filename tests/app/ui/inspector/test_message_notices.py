from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.ui.base.theme import Themes
from app.ui.inspector.message_notices import MessageFaultNotice, PauseNotice


def test_what_is_held_is_told_with_how_many_came_since(qtbot: QtBot, themes: Themes) -> None:
    notice = PauseNotice(themes)
    qtbot.addWidget(notice)
    notice.show_newer(1200)
    assert notice.texts == ("Paused", "", "1,200 newer", "")
    assert notice.button.text() == "Resume"
    # a robot that was started again counts anew
    notice.show_newer(-5)

    assert notice.texts[2] == "0 newer"


def test_a_large_message_can_be_read_all_the_same_a_broken_one_not(qtbot: QtBot, themes: Themes) -> None:
    notice = MessageFaultNotice(themes)
    qtbot.addWidget(notice)
    notice.show_large_message(3_000_000)
    assert notice.texts[0] == "Large message"
    assert notice.texts[2] == "3.00 MB"
    assert not notice.button.isHidden()
    notice.show_fault("it ends too soon", "Ask who sent it.")

    assert notice.texts == ("Can't be read", "", "It ends too soon", "Ask who sent it.")
    assert notice.button.isHidden()
