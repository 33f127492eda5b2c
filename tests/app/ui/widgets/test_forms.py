from __future__ import annotations

import pytest
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QVBoxLayout
from pytestqt.qtbot import QtBot

from app.ui.widgets.forms import show_input_error


@pytest.mark.parametrize(("text", "said"), [("2.5", ""), ("x", "could not convert string to float: 'x'")])
def test_what_makes_no_sense_is_not_taken_and_it_is_said_why(qtbot: QtBot, text: str, said: str) -> None:
    dialog, error, buttons = QDialog(), QLabel(), QDialogButtonBox(QDialogButtonBox.StandardButton.Ok)
    qtbot.addWidget(dialog)
    layout = QVBoxLayout(dialog)
    layout.addWidget(error)
    layout.addWidget(buttons)
    dialog.show()
    show_input_error(lambda: float(text), error, buttons)

    assert error.text() == said
    assert error.isVisible() is bool(said)
    assert buttons.button(QDialogButtonBox.StandardButton.Ok).isEnabled() is not bool(said)
