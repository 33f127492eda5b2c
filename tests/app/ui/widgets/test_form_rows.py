from __future__ import annotations

from PySide6.QtWidgets import QFormLayout, QLineEdit, QPlainTextEdit, QWidget
from pytestqt.qtbot import QtBot

from app.ui.widgets.form_rows import add_row


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
