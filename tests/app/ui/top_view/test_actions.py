from __future__ import annotations

from PySide6.QtCore import QObject

from app.ui.base.action_base import PALETTE_NAME_PROPERTY
from app.ui.base.theme import Themes
from app.ui.top_view.actions import TopViewActions


def test_the_palette_offers_a_new_view(themes: Themes, qapp: QObject) -> None:
    actions = TopViewActions(themes, qapp)
    actions.enable_icons()

    assert actions.new_view.property(PALETTE_NAME_PROPERTY) == "New top view"
    assert not actions.new_view.icon().isNull()
    assert actions.all == [actions.new_view]
