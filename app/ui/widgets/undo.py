"""Undo in a panel: it can have back what was removed, or how it was before; and undo of what has the focus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QUndoCommand, QUndoStack
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMenu, QMenuBar, QPlainTextEdit, QTextEdit, QWidget
from shiboken6 import Shiboken

from app.ui.widgets.notices import OfferNotice

_LIMIT: Final = 20


class _Removal(QUndoCommand):
    def __init__(self, remove: Callable[[], object], put_back: Callable[[], bool]) -> None:
        super().__init__()
        self._remove = remove
        self._put_back = put_back
        self._is_removed = True

    def redo(self) -> None:
        # it was removed already when it is pushed
        if not self._is_removed:
            self._remove()
        self._is_removed = True

    def undo(self) -> None:
        self._is_removed = False
        self.setObsolete(not self._put_back())


class Removals(QUndoStack):
    """Removals of a panel, of which the last ones can be undone.

    Args:
        notice: offers to undo the last removal.
    """

    def __init__(self, panel: QWidget, notice: OfferNotice) -> None:
        super().__init__(panel)
        self._notice = notice
        self.setUndoLimit(_LIMIT)

    def add(self, word: str, name: str, remove: Callable[[], object], put_back: Callable[[], bool]) -> None:
        """Add what was removed, and offer to undo that.

        Args:
            word: says what was done.
            name: that of what was removed.
            remove: removes it again.
            put_back: puts it back; returns False if there is no room for it: then it is gone for good.
        """
        self.push(_Removal(remove, put_back))
        self._notice.offer_undo(word, name, self.undo_last)

    def add_change(self, change: Callable[[], object], change_back: Callable[[], bool]) -> None:
        """Add what was changed, by which nothing is lost: it is undone with the rest, and not offered to be.

        `change_back` returns False if that can't be done any more.
        """
        self.push(_Removal(change, change_back))

    def undo_last(self) -> None:
        """Undo the last removal or change, if there is one."""
        if self.canUndo():
            # another offer stays, such as to cancel what is going on
            self._notice.withdraw(self.undo_last)
            self.undo()

    def forget(self) -> None:
        """Forget all removals."""
        self._notice.hide()
        self.clear()


class FocusUndo(QObject):
    """Undo and redo of what has the keyboard focus: of the text in a field, else of the removals of the panel.

    The actions have no keys: fields and panels have their own.
    """

    def __init__(self, undo: QAction, redo: QAction, parent: QObject) -> None:
        super().__init__(parent)
        self._undo = undo
        self._redo = redo
        self._focus: QWidget | None = None
        undo.triggered.connect(lambda: self._do(redo=False))
        redo.triggered.connect(lambda: self._do(redo=True))
        app = QApplication.instance()
        assert isinstance(app, QApplication)  # noqa: S101 - there are widgets
        app.focusChanged.connect(self._note)
        self._note(None, QApplication.focusWidget())

    def refresh(self) -> None:
        """Enable what can be done now: the menu is about to be shown."""
        target = self._target
        self._undo.setEnabled(target is not None and _can_undo(target))
        self._redo.setEnabled(target is not None and _can_redo(target))

    @property
    def _target(self) -> _Undoable | None:
        widget = self._focus
        if widget is None or not Shiboken.isValid(widget):
            return None
        if isinstance(widget, QComboBox):
            return widget.lineEdit()
        while widget is not None and not isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
            stack = widget.findChild(QUndoStack, options=Qt.FindChildOption.FindDirectChildrenOnly)
            if stack is not None:
                return stack
            widget = widget.parentWidget()
        return widget

    def _note(self, _before: QWidget | None, now: QWidget | None) -> None:
        # a menu bar takes the focus while its menus are open
        if now is not None and not isinstance(now, QMenuBar | QMenu):
            self._focus = now

    def _do(self, *, redo: bool) -> None:
        target = self._target
        if target is None:
            return
        if redo:
            target.redo()
        elif isinstance(target, Removals):
            target.undo_last()
        else:
            target.undo()


_Undoable = QLineEdit | QPlainTextEdit | QTextEdit | QUndoStack


def _can_undo(target: _Undoable) -> bool:
    if isinstance(target, QUndoStack):
        return target.canUndo()
    if target.isReadOnly():
        return False
    return target.isUndoAvailable() if isinstance(target, QLineEdit) else target.document().isUndoAvailable()


def _can_redo(target: _Undoable) -> bool:
    if isinstance(target, QUndoStack):
        return target.canRedo()
    if target.isReadOnly():
        return False
    return target.isRedoAvailable() if isinstance(target, QLineEdit) else target.document().isRedoAvailable()
