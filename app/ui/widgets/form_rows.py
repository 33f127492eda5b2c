"""Rows of a form, with labels that are level with their fields."""

from __future__ import annotations

from typing import Final

from PySide6.QtWidgets import QFormLayout, QWidget

# in pixels: letters beside a mnemonic are drawn further apart than Qt measures
_MNEMONIC_SLACK: Final = 3


def add_row(form: QFormLayout, text: str, field: QWidget, line_height: int | None = None) -> None:
    """Add a field with its label. For a field of several lines `line_height` is the height of a field of one."""
    form.addRow(text, field)
    label = form.labelForField(field)
    label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
    label.setFixedHeight(field.sizeHint().height() if line_height is None else line_height)
