"""The one way to show a dialog: as a window of its own that holds up no other.

A modal dialog takes the mouse from every other window, and with it STOP from whoever drives. So none is modal, and
what one asks about may change or go while it is open: whoever is told what was decided looks again.
"""

from __future__ import annotations

from typing import TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QDialog

DialogT = TypeVar("DialogT", bound=QDialog)


def show(dialog: DialogT, about: str, *, renew: bool = False) -> DialogT:
    """Show a dialog, which is deleted once it is left; the one that is shown.

    That is another one if one of the same kind, parent and subject is open already: it is brought to the front, with
    all that was typed, and `dialog` is thrown away.

    Args:
        dialog: one that was never shown.
        about: its subject, which tells it from others of its kind.
        renew: close the one that is open, and show this.
    """
    name = f"{type(dialog).__name__}: {about}"
    parent = dialog.parentWidget()
    known = parent.findChild(type(dialog), name, Qt.FindChildOption.FindDirectChildrenOnly) if parent else None
    if known is not None and known.isVisible():
        if renew:
            known.close()
            # it is deleted later, and would be found in place of the newest
            known.setObjectName("")
        else:
            dialog.deleteLater()
            dialog = known
    dialog.setObjectName(name)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    # message boxes are modal from the beginning
    dialog.setModal(False)
    dialog.show()
    dialog.activateWindow()
    return dialog


def close_all() -> None:
    """Leave all dialogs, as Escape does: there is no window any more to which they could belong."""
    # one that asks something by another is left only after that
    for _ in range(2):
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.close()
