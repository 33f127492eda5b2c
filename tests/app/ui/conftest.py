"""The surroundings of every view: a look, preferences in a folder of the test's own, and a session made by hand."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QSettings
from PySide6.QtWidgets import QApplication

from app.ui.preferences import Preferences, ThemeChoice
from app.ui.theme import Themes
from tests.fakes.session import FakeSession


@pytest.fixture
def preferences(tmp_path: Path) -> Preferences:
    return Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def themes(qapp: QApplication, preferences: Preferences) -> Themes:
    preferences.theme = ThemeChoice.DARK
    return Themes(qapp, preferences)


@pytest.fixture
def session() -> FakeSession:
    return FakeSession()
