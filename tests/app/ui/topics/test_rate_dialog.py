from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox
from pytestqt.qtbot import QtBot

from app.model.topics import PollRate
from app.ui.topics.topic_dialogs import RateDialog


@pytest.fixture
def dialog(qtbot: QtBot) -> RateDialog:
    dialog = RateDialog("rover::chassis", PollRate(30.0, 20.0, 1.0, 200.0))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def test_a_rate_that_a_topic_may_have_is_taken(dialog: RateDialog) -> None:
    chosen: list[float] = []
    dialog.chosen.connect(chosen.append)
    assert dialog.value() == 30.0
    dialog.rate.setText("12.5")
    dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).click()

    assert chosen == [12.5]


@pytest.mark.parametrize("text", ["0", "0.9", "201", "-5", "inf", "nan", "often", ""])
def test_no_other_is(dialog: RateDialog, text: str) -> None:
    dialog.rate.setText(text)

    assert not dialog.buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled()
    with pytest.raises(ValueError, match=r"."):
        dialog.value()
