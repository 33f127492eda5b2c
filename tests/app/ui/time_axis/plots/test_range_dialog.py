from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.ui.time_axis.plots.dialogs import RangeDialog


@pytest.fixture
def dialog(qtbot: QtBot) -> RangeDialog:
    dialog = RangeDialog(-1.00049, 2.0)
    qtbot.addWidget(dialog)
    return dialog


def may_accept(dialog: RangeDialog) -> bool:
    return dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()


def test_it_begins_with_what_is_shown_and_tells_what_was_chosen(qtbot: QtBot, dialog: RangeDialog) -> None:
    assert (dialog.low.text(), dialog.high.text()) == ("-1.0005", "2")
    dialog.high.setText("5.5")
    with qtbot.waitSignal(dialog.chosen, timeout=10_000) as caught:
        dialog.buttons.accepted.emit()

    assert caught.args == [-1.00049, 5.5]


def test_small_values_are_shown_and_can_be_chosen(qtbot: QtBot) -> None:
    dialog = RangeDialog(1e-9, 2e-9)
    qtbot.addWidget(dialog)
    assert (dialog.low.text(), dialog.high.text()) == ("1e-09", "2e-09")
    dialog.low.setText("-3e-10")

    assert may_accept(dialog)
    assert dialog.values() == (-3e-10, 2e-9)


@pytest.mark.parametrize(
    ("low", "high", "reason"),
    [("2", "2", "highest"), ("3", "2", "highest"), ("-1.7e308", "1.7e308", "range"), ("0", "1,5", "comma")],
)
def test_there_must_be_room_between_them(dialog: RangeDialog, low: str, high: str, reason: str) -> None:
    assert may_accept(dialog)
    dialog.low.setText(low)
    dialog.high.setText(high)

    assert not may_accept(dialog)
    assert reason in dialog.error.text()
