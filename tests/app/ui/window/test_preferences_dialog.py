from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from app.ui.window.keys_page import KeysPage
from app.ui.window.main_window import MainWindow
from app.ui.window.preferences_dialog import PAGES, PreferencesDialog


async def test_a_key_opens_the_preferences_with_the_page_of_keys(window: MainWindow) -> None:
    assert QTest.qWaitForWindowActive(window)
    QTest.keyClick(window.windowHandle(), Qt.Key.Key_Comma, Qt.KeyboardModifier.ControlModifier)
    (dialog,) = [dialog for dialog in window.findChildren(PreferencesDialog) if dialog.isVisible()]

    assert [type(page) for page in dialog.pages] == [KeysPage]
    assert len(dialog.pages) == len(PAGES) == dialog.names.count()
    assert dialog.pages[0].isVisible()
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert not dialog.isVisible()


async def test_what_is_changed_there_holds_at_once(window: MainWindow) -> None:
    window.actions_of_window.preferences.trigger()
    (dialog,) = [dialog for dialog in window.findChildren(PreferencesDialog) if dialog.isVisible()]
    page = dialog.pages[0]
    assert isinstance(page, KeysPage)
    page.select("quit")
    QTest.keyClick(page.field, Qt.Key.Key_F12)

    assert [key.toString() for key in window.actions_of_window.quit.shortcuts()] == ["F12"]
