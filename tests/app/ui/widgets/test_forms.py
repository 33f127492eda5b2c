from __future__ import annotations

import pytest
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QLineEdit,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from pytestqt.qtbot import QtBot

from app.ui.widgets.forms import add_row, show_input_error


def test_labels_stand_level_with_the_first_line_of_their_fields(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    form = QFormLayout(window)
    one, more = QLineEdit(), QPlainTextEdit()
    add_row(form, "&Name", one)
    add_row(form, "&Value", more, one.sizeHint().height())
    window.resize(400, 300)
    window.show()

    name, value = (form.labelForField(field) for field in (one, more))
    assert abs(name.geometry().center().y() - one.geometry().center().y()) <= 1
    assert value.geometry().top() == more.geometry().top()
    assert value.height() == one.sizeHint().height()
    assert name.width() > name.sizeHint().width() or name.minimumWidth() > name.sizeHint().width()


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
