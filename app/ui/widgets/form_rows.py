"""Rows of a form whose labels stand level with their fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QFormLayout, QWidget

# letters on both sides of a mnemonic are not drawn as close to each other as they are measured
_MNEMONIC_SLACK: Final = 3


def add_row(form: QFormLayout, text: str, field: QWidget, line_height: int | None = None) -> None:
    """Add a field with its label, level with its first line: `line_height` is that of one of one line, if it has more."""
    form.addRow(text, field)
    label = form.labelForField(field)
    label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
    label.setFixedHeight(field.sizeHint().height() if line_height is None else line_height)
