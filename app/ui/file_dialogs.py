"""Asks for the file that something in a view is written to.

A dialog of Qt's own runs loops of its own inside: for its question whether to replace a file, and for its menu.
Meanwhile the view may be closed, by a layout that is shown or a robot that goes. What stands on the stack by then must
not go with it, so the dialog belongs to the window, and nobody deletes it but itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QWidget
from shiboken6 import Shiboken

from app.ui import boxes
from app.ui.text import translate
from app.ui.theme import Themes


def ask_where_to_write(
    view: QWidget, themes: Themes, title: str, place: Path, kinds: str, write: Callable[[Path], object]
) -> None:
    """Ask for a file and have it written, if the view is still there by then; else say why it is not.

    Offered is `place`, whose suffix is also that of a name without one; `kinds` of files are as `QFileDialog` has them.
    """
    window = view.window()
    dialog = QFileDialog(window, title, str(place), kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(place.suffix.removeprefix("."))
    dialog.selectFile(place.name)

    def take(chosen: str) -> None:
        if Shiboken.isValid(view):
            write(Path(chosen))
        else:
            _tell_of_closed(window, themes, Path(chosen))

    dialog.fileSelected.connect(take)
    dialog.finished.connect(dialog.deleteLater)
    dialog.open()


def _tell_of_closed(window: QWidget, themes: Themes, file: Path) -> None:
    text = translate("Files", "{file} was not written: the view was closed meanwhile").format(file=file.name)
    boxes.tell(window, themes, text, translate("Files", "Bring it back by Undo or Ctrl+Shift+T, and save again."))
