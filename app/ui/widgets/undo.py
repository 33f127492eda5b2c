"""Undo of removals: a panel can have back what was removed from it, and remove it again."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from PySide6.QtGui import QUndoCommand, QUndoStack
from PySide6.QtWidgets import QWidget

from app.ui.widgets.notices import OfferNotice

_LIMIT: Final = 20


class Removal(QUndoCommand):
    """Removal of one thing, which was just done.

    Args:
        remove: removes it again.
        put_back: puts it back; returns False if there is no room for it any more.
        let_go: releases its data, which may begin anew if it is put back after that.
    """

    def __init__(
        self, remove: Callable[[], object], put_back: Callable[[], bool], let_go: Callable[[], object] = bool
    ) -> None:
        super().__init__()
        self._remove = remove
        self._put_back = put_back
        self._let_go = let_go
        self._is_removed = True
        self._has_data = True

    def redo(self) -> None:
        """Remove it; not when it is pushed, as it was removed already."""
        if not self._is_removed:
            self._is_removed = self._has_data = True
            self._remove()

    def undo(self) -> None:
        """Put it back."""
        if self._put_back():
            self._is_removed = self._has_data = False
        else:
            self.let_go()
            self.setObsolete(True)

    def let_go(self) -> None:
        """Release its data, if that was not done."""
        if self._has_data:
            self._has_data = False
            self._let_go()


class Removals(QUndoStack):
    """Removals of a panel, of which the last ones can be undone; the very last one keeps its data meanwhile.

    Args:
        notice: offers to undo the last removal.
    """

    def __init__(self, panel: QWidget, notice: OfferNotice) -> None:
        super().__init__(panel)
        self._notice = notice
        self.setUndoLimit(_LIMIT)

    def add(self, removal: Removal, word: str, name: str) -> None:
        """Add a removal, and offer to undo it; `word` says what was done to `name`."""
        self._let_go()
        self.push(removal)
        self._notice.offer_undo(word, name, self.undo_last)

    def undo_last(self) -> None:
        """Undo the last removal, if there is one."""
        if self.canUndo():
            self._notice.hide()
            self.undo()

    def remove_again(self) -> None:
        """Remove again what was put back last, if nothing was removed since."""
        if self.canRedo():
            self._let_go()
            self.redo()

    def forget(self) -> None:
        """Forget all removals."""
        self._notice.hide()
        self._let_go()
        self.clear()

    def _let_go(self) -> None:
        for place in range(self.index()):
            removal = self.command(place)
            if isinstance(removal, Removal):
                removal.let_go()
