from __future__ import annotations

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QImage, QTextDocument
from pytestqt.qtbot import QtBot

from app.program.guide import Guide, Page, installed_guide, read_book
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.help.guide_text import GuideText


@pytest.fixture(scope="module")
def guide() -> Guide:
    return installed_guide()


@pytest.fixture
def text(qtbot: QtBot, themes: Themes) -> GuideText:
    text = GuideText(themes)
    qtbot.addWidget(text)
    text.resize(700, 300)
    text.show()
    return text


def _page(guide: Guide, address: str) -> Page:
    place = guide.place(address)
    assert place is not None
    return place.page


def test_every_paragraph_of_the_guide_can_be_gone_to(text: GuideText, guide: Guide) -> None:
    lost = []
    for page in guide.pages:
        text.show_page(page)
        lost += [
            (page.address, paragraph.start) for paragraph in page.paragraphs if not text.go_to_paragraph(paragraph)
        ]

    assert lost == []


def test_a_heading_is_scrolled_to_and_a_page_begins_at_its_top(text: GuideText, guide: Guide) -> None:
    text.show_page(_page(guide, "user-guide#command-line"))
    text.go_to_heading("pads-and-keys")
    lower = text.verticalScrollBar().value()
    assert lower > text.height()

    text.show_page(_page(guide, "user-guide#plots"))
    assert text.verticalScrollBar().value() == 0


def test_all_places_of_the_words_are_marked(text: GuideText) -> None:
    (page,) = read_book("book", "# A\n\nStop here, and stop there.\n")
    text.show_page(page)
    text.mark_words(["stop", "there"])

    assert sorted(mark.cursor.selectedText() for mark in text.extraSelections()) == ["Stop", "stop", "there"]
    text.mark_words([])
    assert text.extraSelections() == []


def test_pictures_are_those_of_the_guide_and_fit(text: GuideText, guide: Guide) -> None:
    text.show_page(_page(guide, "user-guide#joints"))
    kind = QTextDocument.ResourceType.ImageResource.value
    image = text.loadResource(kind, QUrl("images/joints-light.png"))

    assert isinstance(image, QImage)
    assert image.width() > text.width()
    assert text.document().size().width() <= text.viewport().width()
    assert text.loadResource(kind, QUrl("../../secret.png")) is None


def test_another_theme_keeps_the_place(text: GuideText, guide: Guide, themes: Themes) -> None:
    text.show_page(_page(guide, "user-guide#plots"))
    text.verticalScrollBar().setValue(200)
    themes.choose(ThemeChoice.LIGHT)

    assert text.verticalScrollBar().value() == 200
