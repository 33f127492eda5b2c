from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QLabel
from pytestqt.qtbot import QtBot

from app.ui.time_axis.plots.dialogs import ThresholdDialog
from app.wording.ui.widgets import WidgetsWording
from tests.tools.sentences import shows


@pytest.mark.parametrize(("above", "word"), [(True, "above"), (False, "below")])
def test_it_asks_for_a_number_and_says_what_is_none(qtbot: QtBot, *, above: bool, word: str) -> None:
    dialog = ThresholdDialog(2.5, above=above)
    qtbot.addWidget(dialog)
    assert any(word in label.text() for label in dialog.findChildren(QLabel))
    accept = dialog.buttons.button(QDialogButtonBox.StandardButton.Ok)
    dialog.value.setText("high")
    assert not accept.isEnabled()
    assert shows(dialog.error.text(), WidgetsWording.NO_NUMBER, text="high")
    dialog.value.setText("-1e-9")
    assert accept.isEnabled()
    with qtbot.waitSignal(dialog.chosen, timeout=10_000) as caught:
        dialog.buttons.accepted.emit()

    assert caught.args == [-1e-9]
