from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.ui.plots.range_dialog import RangeDialog


@pytest.fixture
def dialog(qtbot: QtBot) -> RangeDialog:
    dialog = RangeDialog(-1.00049, 2.0)
    qtbot.addWidget(dialog)
    return dialog


def may_accept(dialog: RangeDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_it_begins_with_what_is_shown_and_tells_what_was_chosen(qtbot: QtBot, dialog: RangeDialog) -> None:
    assert (dialog.low.value(), dialog.high.value()) == (-1.0, 2.0)
    dialog.high.setValue(5.5)
    with qtbot.waitSignal(dialog.chosen, timeout=10_000) as caught:
        dialog.buttons.accepted.emit()

    assert caught.args == [-1.0, 5.5]


@pytest.mark.parametrize(("low", "high"), [(2.0, 2.0), (3.0, 2.0), (1e12, 1e12)])
def test_there_must_be_room_between_them(dialog: RangeDialog, low: float, high: float) -> None:
    assert may_accept(dialog)
    dialog.low.setValue(low)
    dialog.high.setValue(high)

    assert not may_accept(dialog)
