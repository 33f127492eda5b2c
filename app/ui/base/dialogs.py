"""Dialogs, each of which is a window of its own that holds up no other.

A modal dialog takes the mouse from every other window, and with it STOP from the operator who drives. So no dialog is
modal, and what it asks about may change or go while it is open: a callback that gets the answer checks again.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog

DialogT = TypeVar("DialogT", bound=QDialog)


def show_dialog(dialog: DialogT, about: str, *, renew: bool = False) -> DialogT:
    """Show a dialog, which is deleted on close, and return the dialog that is shown.

    If a dialog of the same kind, parent and subject is open already, that one is raised with all that was typed and
    returned, and `dialog` is deleted.

    Args:
        dialog: a dialog that was never shown.
        about: its subject, which distinguishes it from others of its kind.
        renew: close the dialog that is open, and show the new one.
    """
    name = f"{type(dialog).__name__}: {about}"
    parent = dialog.parentWidget()
    known = parent.findChild(type(dialog), name, Qt.FindChildOption.FindDirectChildrenOnly) if parent else None
    if known is not None and known.isVisible():
        if renew:
            known.close()
            # it is deleted later, and would be found instead of the newest
            known.setObjectName("")
        else:
            dialog.deleteLater()
            dialog = known
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # message boxes are modal by default
    dialog.setModal(False)
    dialog.show()
    dialog.activateWindow()
    return dialog


def close_all_dialogs() -> None:
    """Close all dialogs, as Escape does: their window is gone."""
    # a dialog that has opened another is closed only after that one
    for _ in range(2):
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.close()
