"""Message boxes. No caller waits for the answer: a loop inside a click would let the window change under it.

A box with the same text replaces the one that is still open.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from app.ui.base import dialogs
from app.ui.base.text import begin_sentence
from app.ui.base.theme import Themes

# size of the sign in pixels, as in the platform's style
_SIGN_SIZE = 36


def ask_to_confirm(
    parent: QWidget,
    themes: Themes,
    question: str,
    more: str,
    yes: str,
    do: Callable[[], object],
    *,
    harmful: bool = False,
) -> QMessageBox:
    """Ask the operator to confirm, and call `do` on yes.

    `harmful` marks what can't be undone: Enter does not confirm it. To withdraw the question, close the returned box.
    """
    box = _make(parent, yes, question, more)
    _sign(box, themes, *(("alert-warning", "warn") if harmful else ("alert-question", "accent")))
    button = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel if harmful else button)
    box.accepted.connect(do)
    return _show(box)


def show_warning(parent: QWidget, themes: Themes, text: str, tip: str) -> None:
    """Show a warning: the reason, as errors give it, and a tip."""
    box = _make(parent, "Teledeck", begin_sentence(text), tip)
    _sign(box, themes, "alert-warning", "warn")
    _show(box)


def _make(parent: QWidget, title: str, text: str, more: str) -> QMessageBox:
    box = QMessageBox(parent.window())
    # native boxes may be modal, and have no place for a STOP
    box.setOption(QMessageBox.Option.DontUseNativeDialog)
    # names come from outside: they are not markup
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setWindowTitle(title)
    box.setText(text)
    box.setInformativeText(more)
    return box


def _show(box: QMessageBox) -> QMessageBox:
    return dialogs.show_dialog(box, f"{box.text()} {box.informativeText()}", renew=True)


def _sign(box: QMessageBox, themes: Themes, icon: str, role: str) -> None:
    box.setIconPixmap(themes.pixmap(icon, role, _SIGN_SIZE, box.devicePixelRatioF()))
