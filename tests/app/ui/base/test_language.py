from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.config.preference_values import LanguageChoice
from app.ui.base.language import language_of, set_language
from app.ui.base.text import say
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
