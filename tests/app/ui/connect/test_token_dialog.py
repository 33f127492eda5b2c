from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.session.addresses import address_tokens
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.token_dialog import TokenDialog

Open = Callable[[str], TokenDialog]


@pytest.fixture
def opened(qtbot: QtBot, themes: Themes, preferences: Preferences) -> Open:
    def open_dialog(uri: str) -> TokenDialog:
        access = address_tokens(uri)
        assert access is not None
        dialog = TokenDialog(themes, preferences, "Tug", "the robot refuses", access)
        # the dialog deletes itself when it closes
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def test_it_says_of_which_robot_and_why(opened: Open) -> None:
    dialog = opened("galileo://10.0.0.7")

    assert dialog.windowTitle() == "Token of Tug"
    assert dialog.reason.text() == "The robot refuses"
    assert not dialog.fields.proxy_token.isVisible()
    dialog.reject()


def test_enter_decides_as_soon_as_there_is_a_token(opened: Open) -> None:
    dialog = opened("galileo://10.0.0.7")
    chosen: list[tuple[str, str, bool]] = []
    dialog.chosen.connect(lambda *words: chosen.append(words))
    QTest.keyClick(dialog.fields.token, Qt.Key.Key_Return)
    assert chosen == []
    assert dialog.isVisible()
    assert not dialog.connect_button.isEnabled()

    QTest.keyClicks(dialog.fields.token, "abc")
    assert dialog.connect_button.isEnabled()
    QTest.keyClick(dialog.fields.token, Qt.Key.Key_Return)
    assert chosen == [("abc", "", False)]
    assert not dialog.isVisible()


def test_the_token_of_a_proxy_alone_is_enough_and_can_be_kept(opened: Open) -> None:
    dialog = opened("galileo://ab12.robot1.bwbot.org")
    chosen: list[tuple[str, str, bool]] = []
    dialog.chosen.connect(lambda *words: chosen.append(words))
    dialog.fields.set_store_name("Wallet")
    dialog.fields.proxy_token.setText("xyz")
    dialog.connect_button.click()

    assert chosen == [("", "xyz", True)]


def test_escape_decides_nothing(opened: Open) -> None:
    dialog = opened("galileo://10.0.0.7")
    chosen: list[object] = []
    dialog.chosen.connect(lambda *words: chosen.append(words))
    dialog.fields.token.setText("abc")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)

    assert chosen == []
    assert not dialog.isVisible()
