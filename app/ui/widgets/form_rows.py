"""Rows of a form whose labels stand level with their fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QFormLayout, QWidget

# letters on both sides of a mnemonic are not drawn as close to each other as they are measured
_MNEMONIC_SLACK: Final = 3


def add_row(form: QFormLayout, text: str, field: QWidget, line_height: int | None = None) -> None:
    """Add a field with its label; `line_height` is that of a field of one line, for one that has more."""
    form.addRow(text, field)
    label = form.labelForField(field)
    label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
    label.setFixedHeight(field.sizeHint().height() if line_height is None else line_height)
