"""What somebody has filled in is taken only if it makes sense, and else it is said why not."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QDialogButtonBox, QLabel

from app.ui.text import begin_sentence


def check(values: Callable[[], object], error: QLabel, buttons: QDialogButtonBox) -> None:
    """Show why `values` can't be had, and enable OK only where they can; they raise ValueError with the reason."""
    reason = ""
    try:
        values()
    except ValueError as found:
        reason = begin_sentence(str(found))
    error.setText(reason)
    error.setVisible(bool(reason))
    buttons.button(QDialogButtonBox.StandardButton.Ok).setEnabled(not reason)
