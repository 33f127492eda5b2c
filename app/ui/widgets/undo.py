"""Undo of removals: a panel can have back what was removed from it, and remove it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QWidget

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

    def undo_last(self) -> None:
        """Undo the last removal, if there is one."""
        if self.canUndo():
            # another offer stays, such as to cancel what is going on
            self._notice.withdraw(self.undo_last)
            self.undo()

    def forget(self) -> None:
        """Forget all removals."""
        self._notice.hide()
        self.clear()
