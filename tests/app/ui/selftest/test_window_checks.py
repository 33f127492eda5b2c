"""The checks of the window, with faults made on purpose; that they find all well is seen by the command's own test."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication

from app.config.preference_values import LanguageChoice
from app.model.doctor import DoctorCheck
from app.net.tasks import TaskPool
from app.program.check import Check, run_check
from app.ui.analysis.chart_library import CHART_LIBRARY
from app.ui.base.language import set_language
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.selftest import window_checks
from app.ui.selftest.window_checks import DemoWindow
from app.ui.window.main_window import MainWindow
from app.wording.selftest import WindowCheckWording
from app.wording.ui.preferences import PreferenceLabels
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import tells


@pytest.fixture
async def shown(session: FakeSession, themes: Themes, preferences: Preferences) -> AsyncIterator[DemoWindow]:
    window, tasks = MainWindow(themes, preferences), TaskPool("window")
    window.show()
    window.open(session, tasks.spawn)
    yield DemoWindow(window, URI)
    window.close_at_once()
    await tasks.cancel()
    window.deleteLater()


async def found(look: object, shown: DemoWindow, timeout_s: float = 10.0) -> DoctorCheck:
    return await run_check(Check("it", look, timeout_s), shown)  # type: ignore[arg-type]


async def test_a_platform_without_a_screen_is_told_as_that(shown: DemoWindow) -> None:
    finding = await found(window_checks.screen, shown)

    assert finding.ok is None
    assert tells(finding.text, WindowCheckWording.SCREENS_UNSEEN, platform="offscreen")


async def test_letters_icons_and_pictures_are_drawn_here(shown: DemoWindow) -> None:
    for look in (window_checks.fonts, window_checks.icons, window_checks.image_files):
        assert (await found(look, shown)).ok is True


async def test_boxes_in_place_of_chinese_letters_name_the_package_that_has_them(
    shown: DemoWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = window_checks._drawn_letter

    def without_chinese(window: MainWindow, letter: str) -> QImage:
        # what no font has is drawn as the same box
        return whole(window, letter if ord(letter) < 0x3000 else "\N{WHITE SQUARE}")

    monkeypatch.setattr(window_checks, "_drawn_letter", without_chinese)
    finding = await found(window_checks.fonts, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.NO_LETTERS, letters="话题")
    assert tells(finding.tip, WindowCheckWording.NO_LETTERS_TIP, package="fonts-noto-cjk")


async def test_a_window_in_english_needs_the_other_languages_too(
    shown: DemoWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (await found(window_checks.languages, shown)).ok is True
    monkeypatch.setattr("app.ui.base.language.resource", lambda *names: Path("/nowhere", *names))
    finding = await found(window_checks.languages, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.TRANSLATION_MISSING, file="zh_CN.qm")


async def test_a_window_that_speaks_english_to_a_chinese_system_is_a_fault(
    shown: DemoWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_checks, "language_of", lambda _choice: LanguageChoice.CHINESE)
    finding = await found(window_checks.languages, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.NOT_TRANSLATED)


async def test_the_words_of_a_chinese_window_are_seen_to_be_chinese(
    qapp: QApplication, themes: Themes, preferences: Preferences, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_checks, "language_of", lambda _choice: LanguageChoice.CHINESE)
    set_language(qapp, LanguageChoice.CHINESE)
    try:
        window = MainWindow(themes, preferences)
    finally:
        set_language(qapp, LanguageChoice.ENGLISH)
    finding = await found(window_checks.languages, DemoWindow(window, URI))
    window.close_at_once()
    window.deleteLater()

    assert finding.ok is True
    assert tells(finding.text, WindowCheckWording.LANGUAGES, language=PreferenceLabels.CHINESE())


async def test_an_icon_that_can_not_be_drawn_is_named(
    shown: DemoWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "icons").mkdir()
    (tmp_path / "icons" / "empty.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>', encoding="utf-8")
    monkeypatch.setattr(window_checks, "root", lambda: tmp_path)

    finding = await found(window_checks.icons, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.ICON_NOT_DRAWN, icon="empty.svg")


async def test_a_kind_of_pictures_that_qt_can_not_read_is_a_fault(
    shown: DemoWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(window_checks, "_FORMATS", ("PNG", "NONE"))

    finding = await found(window_checks.image_files, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.FORMAT_NOT_READ, format="NONE")


async def test_a_window_without_the_robots_topics_is_a_fault(shown: DemoWindow) -> None:
    assert (await found(window_checks.topics, shown, 0.3)).ok is False


async def test_charts_that_can_not_be_drawn_are_a_fault(shown: DemoWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CHART_LIBRARY, "fault", "No module named 'pyqtgraph'")

    finding = await found(window_checks.analysis, shown)

    assert finding.ok is False
    assert tells(finding.text, WindowCheckWording.CHARTS_NOT_DRAWN, reason="No module named 'pyqtgraph'")
