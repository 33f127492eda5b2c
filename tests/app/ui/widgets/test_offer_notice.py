from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.widgets.notices import OfferNotice
from app.wording.ui.widgets import WidgetsWording


@pytest.fixture
def notice(qtbot: QtBot, themes: Themes) -> OfferNotice:
    notice = OfferNotice(themes, "lane")
    qtbot.addWidget(notice)
    return notice


def test_it_stands_there_only_until_it_is_dismissed(notice: OfferNotice) -> None:
    told: list[str] = []
    assert notice.isHidden()
    notice.show_message("The disk is full", fault=True, dismissed=lambda: told.append("dismissed"))
    assert notice.texts == (WidgetsWording.NOT_DONE(), "", "The disk is full", "")
    assert notice.action.isHidden()
    assert notice.button.toolTip() == WidgetsWording.DISMISS()
    notice.button.click()

    assert notice.isHidden()
    assert told == ["dismissed"]


def test_another_message_dismisses_nothing(notice: OfferNotice) -> None:
    told: list[str] = []
    notice.show_message("some are left out", dismissed=lambda: told.append("dismissed"))
    notice.show_message("another")
    notice.button.click()

    assert notice.texts[0] == WidgetsWording.NOTE()
    assert not told


def test_what_is_offered_is_done_once(notice: OfferNotice) -> None:
    told: list[str] = []
    notice.offer("x is a number: plot it", "Plot it", lambda: told.append("plot"))
    assert (notice.action.text(), notice.action.isHidden()) == ("Plot it", False)
    notice.action.click()
    notice.action.click()

    assert told == ["plot"]
    assert notice.isHidden()


def test_a_removal_can_be_undone_or_dismissed(notice: OfferNotice) -> None:
    told: list[str] = []
    notice.offer_undo("Removed", "mode", lambda: told.append("undo"))
    assert notice.texts[:2] == ("Removed", "mode")
    assert (notice.action.text(), notice.action.isHidden()) == (WidgetsWording.UNDO(), False)
    notice.button.click()

    assert notice.isHidden()
    assert not told


def test_its_cross_has_the_colour_of_the_look(notice: OfferNotice, themes: Themes) -> None:
    pictures = []
    for theme in (ThemeChoice.DARK, ThemeChoice.LIGHT):
        themes.choose(theme)
        pictures.append(notice.button.icon().pixmap(16, 16).toImage())

    assert pictures[0] != pictures[1]
