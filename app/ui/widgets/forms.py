"""Validation of the input of a dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QLabel

from app.ui.base.text import begin_sentence


def show_input_error(values: Callable[[], object], error: QLabel, buttons: QDialogButtonBox) -> None:
    """Show the error that `values` raises (ValueError with the reason), and enable OK only if it raises none."""
    reason = ""
    try:
        values()
    except ValueError as found:
        reason = begin_sentence(str(found))
    error.setText(reason)
    error.setVisible(bool(reason))
    buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)
