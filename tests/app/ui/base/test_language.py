from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtGui import QFont, QFontDatabase, QTextLayout
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from app.config.preference_values import LanguageChoice
from app.ui.base import language as language_module
from app.ui.base.language import language_of, set_language
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.wording.ui.drive import DrivePanelWording


@pytest.fixture(autouse=True)
def english_after(qapp: QApplication) -> Iterator[None]:
    yield
    set_language(qapp, LanguageChoice.ENGLISH)


@pytest.mark.parametrize(
    ("system", "language"),
    [
        ([], LanguageChoice.ENGLISH),
        (["C"], LanguageChoice.ENGLISH),
        (["en-GB", "en"], LanguageChoice.ENGLISH),
        (["zh-Hans-CN", "zh-CN", "zh"], LanguageChoice.CHINESE),
        (["zh_SG"], LanguageChoice.CHINESE),
        # its readers know Simplified Chinese better than English
        (["zh-Hant-TW", "zh-TW"], LanguageChoice.CHINESE),
        (["zh-HK"], LanguageChoice.CHINESE),
        # one that is not spoken here is passed over, and what is wanted before counts before
        (["de-DE", "de", "zh-CN"], LanguageChoice.CHINESE),
        (["en-US", "zh-CN"], LanguageChoice.ENGLISH),
        (["fr-FR"], LanguageChoice.ENGLISH),
    ],
)
def test_the_language_of_the_system_is_the_first_that_is_spoken_here(
    system: list[str], language: LanguageChoice
) -> None:
    assert language_of(LanguageChoice.SYSTEM, system) is language


@pytest.mark.parametrize("choice", [LanguageChoice.ENGLISH, LanguageChoice.CHINESE])
def test_a_chosen_language_is_taken_whatever_the_system_speaks(choice: LanguageChoice) -> None:
    assert language_of(choice, ["zh-CN"]) is choice
    assert language_of(choice, ["en-US"]) is choice


def test_sentences_and_buttons_of_qt_are_said_in_the_language_and_in_english_again(
    qapp: QApplication, qtbot: QtBot
) -> None:
    def said() -> tuple[str, str]:
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        qtbot.addWidget(buttons)
        return say(DrivePanelWording.QUIT()), buttons.button(QDialogButtonBox.StandardButton.Cancel).text()

    english = said()
    set_language(qapp, LanguageChoice.CHINESE)
    chinese = said()
    # once more puts nothing on top
    set_language(qapp, LanguageChoice.CHINESE)
    set_language(qapp, LanguageChoice.ENGLISH)

    assert all(one != other for one, other in zip(english, chinese, strict=True))
    assert said() == english


def _drawn_in(text: str, font: QFont) -> set[str]:
    """The families that letters are really taken from."""
    layout = QTextLayout(text, font)
    layout.beginLayout()
    layout.createLine()
    layout.endLayout()
    return {run.rawFont().familyName() for run in layout.glyphRuns()}


@pytest.fixture
def han(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The families with letters of Simplified Chinese that there are; another one stands for them where none is."""
    found = [name for name in language_module.CHINESE_FAMILIES if QFontDatabase.hasFamily(name)]
    if not found:
        found = QFontDatabase.families()[-1:]
        monkeypatch.setattr(language_module, "CHINESE_FAMILIES", ("Nobody Has This", *found))
    return found


def test_chinese_is_written_in_letters_of_simplified_chinese(qapp: QApplication, han: list[str]) -> None:
    """Elsewhere than in China, Qt takes the Japanese shapes of 话 and 骨."""
    usual = qapp.font().families()
    set_language(qapp, LanguageChoice.CHINESE)
    is_there = QFontDatabase.WritingSystem.SimplifiedChinese in QFontDatabase.writingSystems(han[0])
    for font in (QFont(), QLabel().font(), fixed_font()):
        assert font.families()[1:] == han
        assert not is_there or _drawn_in("话骨", font) <= {font.families()[0], han[0]}
    set_language(qapp, LanguageChoice.ENGLISH)

    assert qapp.font().families() == usual
    assert len(fixed_font().families()) == 1


def test_text_of_another_size_keeps_the_letters_of_the_language(
    qapp: QApplication, themes: Themes, preferences: Preferences, han: list[str]
) -> None:
    del themes
    set_language(qapp, LanguageChoice.CHINESE)
    before = qapp.font().pointSizeF()
    preferences.set_value("text_percent", 150)

    assert qapp.font().pointSizeF() == pytest.approx(before * 1.5)
    assert qapp.font().families()[1:] == han
    preferences.set_value("text_percent", 100)
