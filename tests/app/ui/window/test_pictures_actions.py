from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.theme import Themes
from app.ui.window.actions import ImageActions


def test_a_view_can_be_opened_by_key_and_by_a_menu_with_an_icon(themes: Themes, qapp: QObject) -> None:
    actions = ImageActions(themes, qapp)
    actions.enable_icons()

    assert actions.new_view.isEnabled()
    assert all(action.shortcut().toString() for action in actions.all)
    assert not actions.new_view.icon().isNull()
