"""Answers to questions of the window, by what a button means and not by its words."""

from __future__ import annotations

from PySide6.QtWidgets import QMessageBox


def press_yes(box: QMessageBox) -> None:
    """Press the one button that does what a box asks about."""
    (yes,) = [button for button in box.buttons() if box.buttonRole(button) is QMessageBox.ButtonRole.AcceptRole]
    yes.click()
