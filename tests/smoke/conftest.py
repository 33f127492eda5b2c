"""A real screen, and the program's window on it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from app.net.tasks import TaskPool
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.window.main_window import MainWindow
from tests.app.ui.drive.conftest import ROBOT, add_robot
from tests.fakes.session import FakeSession
from tests.fakes.x11 import Screen


@pytest.fixture
def screen(qapp: QApplication) -> Iterator[Screen]:
    del qapp
    if QGuiApplication.platformName() != "xcb":
        pytest.fail(f"this needs a real screen, not the platform {QGuiApplication.platformName()}")
    screen = Screen()
    yield screen
    screen.close()


@pytest.fixture
async def window(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, qapp: QApplication
) -> AsyncIterator[tuple[MainWindow, FakeSession]]:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    preferences = Preferences(tmp_path / "settings.json")
    tasks, session = TaskPool("window"), FakeSession()
    add_robot(session, ROBOT, "/cmd_vel")
    main = MainWindow(Themes(qapp, preferences), preferences)
    # not by qtbot, which would close and delete it before this ends
    main.show()
    main.open(session, tasks.spawn)
    yield main, session
    # an armed robot would be asked about
    main.close_at_once()
    await tasks.cancel()
    main.deleteLater()
