"""Targets for fingers: what can be pressed in the drive panel, and STOP wherever it is, in every scene of driving."""

from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QAbstractButton, QApplication, QComboBox, QSlider, QWidget
from pytestqt.qtbot import QtBot

from app.config.preference_values import SystemChoice
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.drive.panel import DrivePanel
from app.ui.drive.stick import DriveStick
from app.ui.drive.stop_button import StopButton
from app.ui.window.main_window import MainWindow
from tests.scenes.drive import DRIVE_SCENES, drive_session_of
from tests.scenes.window import Stage

LEAST = 44
SCENES = sorted(name for name in DRIVE_SCENES if name.startswith("drive-"))


def too_small(qapp: QApplication) -> list[str]:
    """What a finger would miss: it is visible, and smaller than that one way or the other."""
    targets: list[QWidget] = [each for each in qapp.allWidgets() if isinstance(each, StopButton)]
    for panel in (each for each in qapp.allWidgets() if isinstance(each, DrivePanel)):
        for kind in (QAbstractButton, QComboBox, QSlider, DriveStick):
            targets += panel.findChildren(kind)
    return [
        f"{type(each).__name__} {each.accessibleName() or getattr(each, 'text', str)()} {each.width()}x{each.height()}"
        for each in targets
        if each.isVisible() and min(each.width(), each.height()) < LEAST
    ]


@pytest.mark.qt_log_ignore("This plugin does not support")
@pytest.mark.parametrize("size", [(1366, 768), (840, 600)], ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("name", SCENES)
async def test_a_finger_finds_all_that_drives(
    qapp: QApplication, qtbot: QtBot, themes: Themes, preferences: Preferences, name: str, size: tuple[int, int]
) -> None:
    preferences.set_value("large_targets", SystemChoice.ALWAYS)
    window = MainWindow(themes, preferences)
    qtbot.addWidget(window)
    window.resize(QSize(*size))
    window.show()
    stage = Stage(window, themes, preferences, drive_session_of(name))
    stage.open()
    await stage.look(0.1)
    shown = await DRIVE_SCENES[name](stage)
    await stage.look(0.1)
    missed, panel = too_small(qapp), window.docks.drive.panel
    cut = [] if panel is None or not panel.isVisible() else _cut(panel)
    if shown is not window:
        shown.close()
    window.close_at_once()
    await asyncio.sleep(0)
    assert not missed
    assert not cut


def _cut(panel: DrivePanel) -> list[str]:
    """What of the buttons that stop is not in sight, and which button is too narrow for its word."""
    face = panel.ui
    buttons = (face.stop, face.disarm)
    narrow = [each for each in (*buttons, face.arm, face.clear, face.mode, face.edit) if _is_narrow(each)]
    return [each.text() for each in narrow] + [
        f"{each.accessibleName() or each.text()} {each.visibleRegion().boundingRect()}"
        for each in buttons
        if each.isVisible() and each.visibleRegion().boundingRect() != each.rect()
    ]


def _is_narrow(button: QAbstractButton) -> bool:
    return button.width() < button.fontMetrics().horizontalAdvance(button.text())


async def test_without_touch_they_are_as_large_as_ever(qtbot: QtBot, themes: Themes, preferences: Preferences) -> None:
    button = StopButton(30, 1.1)
    qtbot.addWidget(button)
    button.show()
    assert button.minimumHeight() == 0
    preferences.set_value("large_targets", SystemChoice.ALWAYS)
    assert button.minimumHeight() >= LEAST
    preferences.set_value("large_targets", SystemChoice.NEVER)
    assert (button.minimumHeight(), button.sizeHint().height()) == (0, 30)
    del themes
