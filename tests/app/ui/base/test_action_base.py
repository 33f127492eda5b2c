from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QKeySequence

from app.ui.base.action_base import PALETTE_NAME_PROPERTY, make_action


def test_it_has_a_key_if_there_is_one_for_it(qapp: QObject) -> None:
    assert make_action(qapp, "x", "Ctrl+Shift+Y").shortcuts() == [QKeySequence("Ctrl+Shift+Y")]
    assert make_action(qapp, "x").shortcuts() == []


def test_only_what_is_given_a_name_has_one(qapp: QObject) -> None:
    assert make_action(qapp, "x", name="World: x").property(PALETTE_NAME_PROPERTY) == "World: x"
    assert make_action(qapp, "x").property(PALETTE_NAME_PROPERTY) is None
