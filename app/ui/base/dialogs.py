"""Dialogs, each of which is a window of its own that holds up no other.

A modal dialog takes the mouse from every other window, and with it STOP from the operator who drives. So no dialog is
modal, and what it asks about may change or go while it is open: a callback that gets the answer checks again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QApplication, QDialog, QFileDialog, QMessageBox, QWidget
from shiboken6 import Shiboken

from app.config.preference_values import SaveFolder
from app.ui.base.text import say
from app.ui.base.text_size import grown
from app.ui.base.theme import Themes
from app.wording.ui.widgets import WidgetsWording

DialogT = TypeVar("DialogT", bound=QDialog)

# size of the sign in pixels, as in the platform's style
_ICON_SIZE = 36

# of a screen, for the frame of a window
_FRAME = QSize(20, 40)


def show_dialog(dialog: DialogT, about: str, *, replace: bool = False) -> DialogT:
    """Show a dialog, which is deleted on close, and return the dialog that is shown.

    If a dialog of the same kind, parent and subject is open already, that one is raised with all that was typed and
    returned, and `dialog` is deleted.

    Args:
        dialog: a dialog that was never shown.
        about: its subject, which distinguishes it from others of its kind.
        replace: close the dialog that is open, and show the new one.
    """
    name = f"{type(dialog).__name__}: {about}"
    parent = dialog.parentWidget()
    known = parent.findChild(type(dialog), name, Qt.FindChildOption.FindDirectChildrenOnly) if parent else None
    if known is not None and known.isVisible():
        if replace:
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
    _fit_height(dialog)
    dialog.activateWindow()
    return dialog


def resize_for_text(dialog: QDialog, usual: QSize, themes: Themes) -> None:
    """Give a dialog its usual size, and as much more as larger text needs, up to the size of the screen."""
    room = dialog.screen().availableGeometry().size() - _FRAME
    grown = usual * (themes.preferences.values.text_percent / 100)
    dialog.resize(grown.boundedTo(room).expandedTo(usual))


def _fit_height(dialog: QDialog) -> None:
    """Make a dialog as high as its wrapped texts need at its width, which Qt does not ask them for."""
    layout = dialog.layout()
    if layout is not None and layout.hasHeightForWidth():
        room = dialog.screen().availableGeometry().height() - _FRAME.height()
        needed = layout.totalHeightForWidth(dialog.width())
        dialog.resize(dialog.width(), max(dialog.height(), min(needed, room)))


def close_all_dialogs() -> None:
    """Close all dialogs, as Escape does: their window is gone."""
    # a dialog that has opened another is closed only after that one
    for _ in range(2):
        for widget in QApplication.topLevelWidgets():
            if isinstance(widget, QDialog) and widget.isVisible():
                widget.close()


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
    box = _make_box(parent, yes, question, more)
    _set_icon(box, themes, *(("alert-warning", "warn") if harmful else ("alert-question", "accent")))
    button = box.addButton(yes, QMessageBox.ButtonRole.AcceptRole)
    cancel = box.addButton(QMessageBox.StandardButton.Cancel)
    box.setDefaultButton(cancel if harmful else button)
    box.accepted.connect(do)
    return _show(box)


def show_warning(parent: QWidget, themes: Themes, text: str, tip: str) -> None:
    """Show a warning: the reason, as errors give it, and a tip."""
    box = _make_box(parent, "Teledeck", say(text), say(tip))
    _set_icon(box, themes, "alert-warning", "warn")
    _show(box)


def _make_box(parent: QWidget, title: str, text: str, more: str) -> QMessageBox:
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
    return show_dialog(box, f"{box.text()} {box.informativeText()}", replace=True)


def _set_icon(box: QMessageBox, themes: Themes, icon: str, role: str) -> None:
    box.setIconPixmap(themes.pixmap(icon, role, grown(_ICON_SIZE), box.devicePixelRatioF()))


class FileDialog(QFileDialog):
    """Qt's file dialog, not modal; show it by `dialogs.show`.

    The message boxes that it opens, which Qt makes modal, hold up only this dialog.
    """

    def __init__(self, window: QWidget, title: str, path: Path, kinds: str) -> None:
        super().__init__(window, title, str(path), kinds)
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
    view: QWidget,
    themes: Themes,
    title: str,
    suggested: Path,
    kinds: str,
    write: Callable[[Path], object],
    suffix: str = "",
    folder: SaveFolder = SaveFolder.EXPORTS,
) -> None:
    """Ask for a file and call `write` with it, if the view still exists by then; else say why nothing was written.

    `suggested` is offered, a name alone in the folder of the preferences; a name without a suffix gets `suffix`, or
    else that of `suggested`. `kinds` are file filters as in `QFileDialog`. The folder that is chosen is offered next.
    """
    window, preferences = view.window(), themes.preferences
    place = suggested.parent if suggested.is_absolute() else preferences.save_folder(folder)
    dialog = FileDialog(window, title, place, kinds)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix((suffix or suggested.suffix).removeprefix("."))
    dialog.selectFile(suggested.name)

    def on_selected(chosen: str) -> None:
        preferences.set_last_folder(folder, Path(chosen).parent)
        if Shiboken.isValid(view):
            write(Path(chosen))
        else:
            _warn_view_closed(window, themes, Path(chosen))

    dialog.fileSelected.connect(on_selected)
    # what is written is what was seen when it was asked for: a newer image may have the same name
    show_dialog(dialog, str(suggested), replace=True)


def _warn_view_closed(window: QWidget, themes: Themes, file: Path) -> None:
    text = say(WidgetsWording.VIEW_CLOSED(file=file.name))
    show_warning(window, themes, text, say(WidgetsWording.VIEW_CLOSED_TIP()))
