"""File dialogs: Qt's own, as those of a system may be modal, or another process that knows of no STOP.

Qt's dialog runs event loops inside: for its question whether to replace a file, and for its menu. Meanwhile the view
may be closed, by a layout that is shown or a robot that goes. What stands on the stack by then must not be deleted with
the view, so the dialog belongs to the window, and only deletes itself.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QWidget
from shiboken6 import Shiboken

from app.ui.base import boxes, dialogs
from app.ui.base.text import translate
from app.ui.base.theme import Themes


class FileDialog(QFileDialog):
    """Qt's file dialog, not modal; show it by `dialogs.show`.

    The message boxes that it opens, which Qt makes modal, hold up only this dialog.
    """

    def __init__(self, window: QWidget, title: str, place: Path, kinds: str) -> None:
        super().__init__(window, title, str(place), kinds)
        self.setOption(QFileDialog.Option.DontUseNativeDialog)
        self._box: QDialog | None = None
        app = QApplication.instance()
        if app is not None:
            # not all of its message boxes are its children
            app.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Make a message box that is about to be shown non-modal."""
        if event.type() == QEvent.Type.Polish and isinstance(watched, QDialog) and watched.isModal():
            watched.setModal(False)
            self._box = watched
        return super().eventFilter(watched, event)

    def accept(self) -> None:
        """Accept, unless a question of its own is open. See QDialog."""
        if not self._asks():
            super().accept()

    def done(self, result: int) -> None:
        """Close, unless a question of its own is open. See QDialog."""
        if not self._asks():
            super().done(result)

    def _asks(self) -> bool:
        """Whether a question of its own is open, which is then raised: its event loop is on the stack."""
        box = self._box
        if box is None or not Shiboken.isValid(box) or not box.isVisible():
            return False
        box.activateWindow()
        return True


def ask_for_save_path(
    view: QWidget, themes: Themes, title: str, place: Path, kinds: str, write: Callable[[Path], object]
) -> None:
    """Ask for a file and call `write` with it, if the view still exists by then; else say why nothing was written.

    `place` is offered; its suffix is also added to a name without one. `kinds` are file filters as in `QFileDialog`.
    """
    window = view.window()
    dialog = FileDialog(window, title, place.parent, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix(place.suffix.removeprefix("."))
    dialog.selectFile(place.name)

    def take(chosen: str) -> None:
        if Shiboken.isValid(view):
            write(Path(chosen))
        else:
            _tell_of_closed(window, themes, Path(chosen))

    dialog.fileSelected.connect(take)
    # what is written is what was seen when it was asked for: a newer image may have the same name
    dialogs.show_dialog(dialog, str(place), renew=True)


def _tell_of_closed(window: QWidget, themes: Themes, file: Path) -> None:
    text = translate("Files", "{file} was not written: the view was closed meanwhile").format(file=file.name)
    boxes.show_warning(
        window, themes, text, translate("Files", "Bring it back by Undo or Ctrl+Shift+T, and save again.")
    )
