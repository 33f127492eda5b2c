from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.time_axis.states.notices import StateNotice


@pytest.fixture
def notice(qtbot: QtBot, themes: Themes) -> StateNotice:
    notice = StateNotice(themes)
    qtbot.addWidget(notice)
    return notice


def test_it_stands_there_only_until_it_is_dismissed(notice: StateNotice) -> None:
    assert notice.isHidden()
    notice.show_removed("mode")
    assert notice.texts[:2] == ("Removed", "mode")
    assert (notice.action.text(), notice.action.isHidden()) == ("Undo", False)
    notice.button.click()

    assert notice.isHidden()


def test_only_what_can_be_plotted_is_offered_to_be(notice: StateNotice) -> None:
    notice.show_reason("there are 8 lanes already", can_be_plotted=False)
    assert notice.texts[0] == "Note"
    assert notice.action.isHidden()
    notice.show_reason("x is a number: plot it", can_be_plotted=True)

    assert (notice.action.text(), notice.action.isHidden()) == ("Plot it", False)


def test_its_cross_has_the_colour_of_the_look(notice: StateNotice, themes: Themes) -> None:
    pictures = []
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(theme)
        pictures.append(notice.button.icon().pixmap(16, 16).toImage())

    assert pictures[0] != pictures[1]
