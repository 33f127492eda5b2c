from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.config.preference_values import LanguageChoice
from app.program.release_notes import Release
from app.ui.base.language import set_language
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.widgets.notices import WindowNotices
from app.ui.window import whats_new
from app.ui.window.whats_new import WhatsNewDialog, announce_black_box, announce_news, show_news
from app.wording.ui.window import WindowWording

RELEASES = (
    Release("Unreleased", "", "- To come."),
    Release("0.2.0", "2026-11-23", "- Newer: `topics`."),
    Release("0.1.0", "2026-10-01", "- The first."),
)


class Window(QWidget):
    """A window that says what is new."""

    def __init__(self, themes: Themes, preferences: Preferences) -> None:
        super().__init__()
        self.news = WindowNotices(themes)
        self.news.setParent(self)
        self._preferences = preferences

    def start(self, version: str) -> str:
        """What it says when this version is started."""
        self.news.remove_notice("new")
        announce_news(self._preferences, self.news, self, version)
        bar = self.news.bars.get("new")
        return bar.words.text() if bar is not None else ""

    def shown(self) -> str:
        """What the dialog shows."""
        (dialog,) = [dialog for dialog in self.findChildren(WhatsNewDialog) if dialog.isVisible()]
        return dialog.text.toPlainText()


@pytest.fixture
def window(qtbot: QtBot, themes: Themes, preferences: Preferences, monkeypatch: pytest.MonkeyPatch) -> Iterator[Window]:
    monkeypatch.setattr(whats_new, "installed_releases", lambda: RELEASES)
    window = Window(themes, preferences)
    qtbot.addWidget(window)
    window.show()
    yield window
    for dialog in window.findChildren(WhatsNewDialog):
        dialog.close()


def test_a_first_installation_has_nothing_new(window: Window) -> None:
    assert window.start("0.2.0") == ""
    assert window.start("0.2.0") == ""


def test_a_newer_version_says_once_what_came_since(window: Window) -> None:
    window.start("0.1.0")
    words = window.start("0.2.0")
    assert "0.2.0" in words
    assert "0.1.0" in words

    window.news.bars["new"].buttons[0].click()
    assert "Newer: topics." in window.shown()
    assert "The first." not in window.shown()
    assert "To come." not in window.shown()
    assert window.start("0.2.0") == ""


def test_a_notice_that_is_dismissed_shows_nothing(window: Window) -> None:
    window.start("0.1.0")
    window.start("0.2.0")
    window.news.bars["new"].buttons[1].click()

    assert window.news.bars == {}
    assert window.findChildren(WhatsNewDialog) == []


def test_an_older_version_says_nothing_and_the_newer_one_only_what_it_had_not(window: Window) -> None:
    window.start("0.2.0")
    assert window.start("0.1.0") == ""
    assert window.start("0.2.0") == ""


def test_what_is_no_version_in_the_settings_is_no_end_of_news(window: Window, preferences: Preferences) -> None:
    preferences.version_seen = "of long ago"

    assert window.start("0.1.0") == ""
    assert "0.2.0" in window.start("0.2.0")


def test_a_version_of_which_nothing_is_told_says_nothing(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    window.start("0.1.0")
    monkeypatch.setattr(whats_new, "installed_releases", lambda: ())

    assert window.start("0.2.0") == ""


def test_the_menu_shows_the_newest_versions(window: Window) -> None:
    show_news(window)

    assert "To come." in window.shown()
    assert "The first." in window.shown()


def test_without_a_changelog_the_menu_says_so(window: Window, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(whats_new, "installed_releases", lambda: ())
    show_news(window)

    assert WindowWording.NO_CHANGELOG() in window.shown()


@pytest.mark.parametrize("language", [LanguageChoice.ENGLISH, LanguageChoice.CHINESE])
def test_whoever_reads_no_english_is_told_that_the_changes_are_in_english(
    window: Window, qapp: QApplication, language: LanguageChoice
) -> None:
    set_language(qapp, language)
    try:
        show_news(window)
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)
    (dialog,) = [dialog for dialog in window.findChildren(WhatsNewDialog) if dialog.isVisible()]

    assert dialog.note.isVisible() is (language is LanguageChoice.CHINESE)


def test_that_the_last_minutes_are_kept_is_told_until_it_was_read(window: Window, tmp_path: Path) -> None:
    asked: list[bool] = []
    kept = Preferences(tmp_path / "settings.json")

    def told() -> list[str]:
        window.news.remove_notice("black box")
        announce_black_box(kept, window.news, lambda: asked.append(True))
        bar = window.news.bars.get("black box")
        return [button.text() for button in bar.buttons] if bar is not None else []

    assert len(told()) == 2
    # who closes the window has not read it
    assert len(told()) == 2
    window.news.bars["black box"].buttons[0].click()
    assert asked == [True]
    assert told() == []


def test_nothing_is_told_of_a_black_box_that_is_off(window: Window, tmp_path: Path) -> None:
    kept = Preferences(tmp_path / "settings.json")
    kept.set_value("black_box", False)
    announce_black_box(kept, window.news, lambda: None)
    assert "black box" not in window.news.bars
