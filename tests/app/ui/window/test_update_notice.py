from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest
from PySide6.QtWidgets import QMessageBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.drive.control.values import Stage
from app.ui.base.theme import Themes
from app.ui.widgets.notices import WindowNotices
from app.ui.window import update_notice
from app.ui.window.main_window import MainWindow
from app.ui.window.update_notice import UpdateNotice


class Window(QWidget):
    """As much of a window as says that it was updated."""

    def __init__(self, themes: Themes) -> None:
        super().__init__()
        self.news = WindowNotices(themes)
        QVBoxLayout(self).addWidget(self.news)
        self.started = 0
        self.state: Any = None
        self.docks = SimpleNamespace(drive=SimpleNamespace(client=self))

    def restart(self) -> None:
        self.started += 1


class Case:
    def __init__(self, window: Window, themes: Themes) -> None:
        self.window = window
        self.replaced = False
        self.notice = UpdateNotice(cast("MainWindow", window), themes, lambda: self.replaced)

    def told(self) -> str:
        self.notice.refresh(0.0)
        bar = self.window.news.bars.get("updated")
        return bar.words.text() if bar is not None else ""

    def press(self) -> list[QMessageBox]:
        """Press the button; the boxes that ask or tell something."""
        self.window.news.bars["updated"].buttons[0].click()
        return [box for box in self.window.findChildren(QMessageBox) if box.isVisible()]


@pytest.fixture
def case(qtbot: QtBot, themes: Themes) -> Case:
    window = Window(themes)
    qtbot.addWidget(window)
    window.show()
    return Case(window, themes)


@pytest.fixture
def updated(case: Case) -> Case:
    case.replaced = True
    assert case.told()
    return case


def test_it_is_said_from_when_it_is_so_and_stays(case: Case) -> None:
    assert case.told() == ""
    case.replaced = True
    assert "updated" in case.told()
    case.press()
    assert "updated" in case.told()


def test_it_is_started_again_at_once_while_no_robot_is_armed(updated: Case) -> None:
    updated.window.state = SimpleNamespace(stage=Stage.DISARMED, may_be_moving=False)

    assert updated.press() == []
    assert updated.window.started == 1


@pytest.mark.parametrize(
    ("stage", "may_be_moving"),
    [(Stage.ARMED, False), (Stage.ARMING, False), (Stage.STOPPING, True), (Stage.DISARMED, True)],
)
def test_it_asks_first_while_a_robot_is_armed_or_may_be_moving(
    updated: Case, stage: Stage, *, may_be_moving: bool
) -> None:
    updated.window.state = SimpleNamespace(stage=stage, may_be_moving=may_be_moving)
    (box,) = updated.press()
    assert updated.window.started == 0
    # Enter disarms nobody
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)

    next(button for button in box.buttons() if box.buttonRole(button) is QMessageBox.ButtonRole.AcceptRole).click()
    assert updated.window.started == 1


def test_a_program_that_is_gone_is_not_left_for_nothing(updated: Case, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(update_notice, "can_be_started", lambda: False)
    (box,) = updated.press()

    assert updated.window.started == 0
    box.close()
