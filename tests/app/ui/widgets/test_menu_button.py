from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.ui.widgets.menus import MenuButton

# the platform of the tests knows no popups
pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")


def test_a_click_opens_the_menu_and_goes_on(qtbot: QtBot) -> None:
    button = MenuButton()
    qtbot.addWidget(button)
    button.choices.addAction("Copy")
    button.show()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)

    assert button.choices.isVisible()
    button.choices.close()


def test_the_button_may_go_while_its_menu_is_open(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    button = MenuButton(window)
    button.choices.addAction("Copy")
    window.show()
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    button.deleteLater()
    QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    assert not Shiboken.isValid(button)
    assert QApplication.activePopupWidget() is None
