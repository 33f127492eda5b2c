from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.session.addresses import address_tokens
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.connect.tokens import TokenDialog, TokenFields
from app.wording.ui.connect import ConnectWording

Open = Callable[[str], TokenDialog]


@pytest.fixture
def opened(qtbot: QtBot, themes: Themes, preferences: Preferences) -> Open:
    def open_dialog(uri: str) -> TokenDialog:
        access = address_tokens(uri)
        assert access is not None
        dialog = TokenDialog(themes, preferences, "Tug", "The robot refuses", access)
        # the dialog deletes itself when it closes
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def test_it_says_of_which_robot_and_why(opened: Open) -> None:
    dialog = opened("galileo://10.0.0.7")

    assert dialog.windowTitle() == ConnectWording.TITLE_OF_ROBOT(name="Tug")
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


LAN = address_tokens("galileo://10.0.0.7/odom")
WAN = address_tokens("galileo://ab12.3547.robot1.bwbot.org/odom")


@pytest.fixture
def fields(qtbot: QtBot, themes: Themes, preferences: Preferences) -> TokenFields:
    fields = TokenFields(themes, preferences)
    qtbot.addWidget(fields)
    return fields


def test_an_address_without_tokens_needs_no_fields(fields: TokenFields) -> None:
    fields.show()
    fields.show_access(None)

    assert fields.isHidden()


def test_only_a_robot_behind_a_proxy_has_the_second_field(fields: TokenFields) -> None:
    fields.show_access(LAN)
    fields.proxy_token.setText("typed before")
    assert (fields.token.isVisible(), fields.proxy_token.isVisible()) == (True, False)
    assert fields.tokens == ("", "")

    fields.show_access(WAN)
    assert fields.proxy_token.isVisible()
    assert fields.tokens == ("", "typed before")


def test_tokens_of_the_address_are_taken_and_an_address_without_any_leaves_what_is_typed(fields: TokenFields) -> None:
    fields.show_access(address_tokens("galileo://10.0.0.7?token=abc&galileo_proxy_token=d"))
    assert fields.tokens == ("abc", "d")

    fields.show_access(LAN)
    assert fields.tokens == ("abc", "")
    fields.clear()
    assert fields.tokens == ("", "")


def test_space_around_a_pasted_token_is_none_of_it(fields: TokenFields) -> None:
    fields.show_access(LAN)
    QTest.keyClicks(fields.token, "  abc ")

    assert fields.tokens == ("abc", "")


def test_the_key_store_is_asked_for_once_and_only_by_who_sees_the_fields(fields: TokenFields) -> None:
    asked: list[int] = []
    fields.store_wanted.connect(lambda: asked.append(1))
    fields.show_access(None)
    assert asked == []

    for access in (LAN, None, WAN):
        fields.show_access(access)
    assert asked == [1]


def test_tokens_can_be_kept_where_there_is_a_key_store(fields: TokenFields) -> None:
    fields.show_access(LAN)
    before = (fields.keep.isEnabled(), fields.should_save)
    assert before == (False, False)

    fields.set_store_name("R&D Wallet")
    assert fields.keep.isEnabled()
    assert fields.keep.text().endswith("(R&&D Wallet)")
    assert fields.should_save
    assert not fields.note.isVisible()


def test_without_a_key_store_it_is_said_that_nothing_is_kept(fields: TokenFields) -> None:
    fields.show_access(LAN)
    fields.set_store_name("")

    assert not fields.keep.isVisible()
    assert fields.note.isVisible()
    assert fields.note.text() == ConnectWording.NOT_KEPT()
    assert not fields.should_save


def test_whether_tokens_are_kept_is_remembered(
    qtbot: QtBot, fields: TokenFields, themes: Themes, preferences: Preferences
) -> None:
    fields.show_access(LAN)
    fields.set_store_name("Wallet")
    fields.keep.click()
    again = TokenFields(themes, preferences)
    qtbot.addWidget(again)
    again.set_store_name("Wallet")

    assert not again.should_save


def test_nothing_is_cut_in_text_of_twice_the_size(opened: Open, preferences: Preferences, qtbot: QtBot) -> None:
    preferences.set_value("text_percent", 200)
    dialog = opened("galileo://10.0.0.7")
    keep = dialog.fields.keep
    dialog.fields.set_store_name("A wallet with a long name")
    keep.show()

    qtbot.waitUntil(lambda: keep.width() >= keep.sizeHint().width())
    dialog.reject()
