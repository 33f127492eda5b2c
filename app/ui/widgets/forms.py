"""Helpers for dialogs that are forms: rows with level labels, and validation of the input."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtWidgets import QDialogButtonBox, QFormLayout, QLabel, QWidget

from app.ui.base.text import say

# in pixels: letters beside a mnemonic are drawn further apart than Qt measures
_MNEMONIC_SLACK: Final = 3


def add_row(form: QFormLayout, text: str, field: QWidget, line_height: int | None = None) -> None:
    """Add a field with its label. For a field of several lines `line_height` is the height of a field of one."""
    form.addRow(text, field)
    label = form.labelForField(field)
    label.setMinimumWidth(label.sizeHint().width() + _MNEMONIC_SLACK)
    label.setFixedHeight(field.sizeHint().height() if line_height is None else line_height)


def show_input_error(values: Callable[[], object], error: QLabel, buttons: QDialogButtonBox) -> None:
    """Show the error that `values` raises (ValueError with the reason), and enable OK only if it raises none."""
    reason = ""
    try:
        values()
    except ValueError as found:
        reason = say(str(found))
    error.setText(reason)
    error.setVisible(bool(reason))
    buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)
