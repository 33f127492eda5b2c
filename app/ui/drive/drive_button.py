"""Button of the drive panel that arms, disarms or clears: it stays where it is, and is not pressed by accident."""

from __future__ import annotations

import html
import time
from collections.abc import Callable, Sequence
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QSize, Qt
from PySide6.QtGui import QFocusEvent, QHelpEvent, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QApplication,
    QPushButton,
    QSizePolicy,
    QStyle,
    QStyleOptionButton,
    QToolTip,
)
from typing_extensions import override

# the least pause between two presses of Enter that are not one that is held: longer than keyboards wait before they
# repeat a key, whose repetitions look like presses where the system is too busy to mark them
PAUSE_S: Final = 0.7

_ENTER: Final = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_SPACE: Final = frozenset({Qt.Key.Key_Space, Qt.Key.Key_Select})

# in pixels, between the tool tip and what it must not cover
_GAP: Final = 4


class DriveButton(QPushButton):
    """Button that arms, disarms or clears.

    It has room for all texts of all such buttons, so that they are equal and none of them moves. A double click is one
    press: the second of two has to be meant. Of the keys only Enter presses it, as Space is STOP here; one that was
    down when the focus came, and its repetitions, do not, but where the button is a safe one. Tab reaches it, but a
    click leaves the focus where it is.

    Args:
        texts: all texts of the buttons that are equal; the first is shown.
        tip: the tool tip, until `explain` gives another.
        is_safe: whether the robot stands after it was pressed, whoever pressed it.
    """

    def __init__(
        self,
        texts: Sequence[str],
        tip: str,
        clock: Callable[[], float] = time.monotonic,
        *,
        is_safe: bool = False,
    ) -> None:
        super().__init__(texts[0])
        self._texts = texts
        self._tip = tip
        self._clock = clock
        self._is_safe = is_safe
        self._key_at = 0.0
        self.explain("")
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)

    def explain(self, obstacle: str) -> None:
        """Say in the tool tip why the button has no effect now; its usual tip where it has."""
        # rich text is wrapped
        tip = f"<p>{html.escape(obstacle or self._tip)}</p>"
        if tip != self.toolTip():
            self.setToolTip(tip)

    @override
    def sizeHint(self) -> QSize:
        self.ensurePolished()
        option, metrics = QStyleOptionButton(), self.fontMetrics()
        self.initStyleOption(option)
        # not the text of now, whose size a style may take from the option
        option.text = max(self._texts, key=metrics.horizontalAdvance)
        room = QSize(metrics.horizontalAdvance(option.text), metrics.height())
        return self.style().sizeFromContents(QStyle.ContentsType.CT_PushButton, option, room, self)

    @override
    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    @override
    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            QToolTip.showText(event.globalPos(), self.toolTip(), self, self.rect())
            self._lift_tip()
            return True
        return super().event(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ignore the second press of a double click."""
        event.accept()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Take no key that may be held already."""
        super().focusInEvent(event)
        self._key_at = self._clock()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Press the button by Enter, if that was not down before."""
        if event.key() in _SPACE:
            event.ignore()
            return
        if event.key() not in _ENTER:
            super().keyPressEvent(event)
            return
        now = self._clock()
        is_new = not event.isAutoRepeat() and now - self._key_at >= PAUSE_S
        self._key_at = now
        if is_new or self._is_safe:
            self.click()

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        """Take note that Enter was let go of; a Space that was let go of presses nothing."""
        if event.key() in _ENTER:
            self._key_at = self._clock()
        elif event.key() in _SPACE:
            event.ignore()
        else:
            super().keyReleaseEvent(event)

    def _lift_tip(self) -> None:
        """Move the tool tip above all that is around the button: it must not cover STOP."""
        around = self.parentWidget() or self
        tips = (each for each in QApplication.topLevelWidgets() if each.windowType() is Qt.WindowType.ToolTip)
        tip = next((each for each in tips if each.isVisible()), None)
        if tip is None:
            return
        top, bottom = around.mapToGlobal(QPoint(0, 0)).y(), around.mapToGlobal(QPoint(0, around.height())).y()
        above = top - tip.height() - _GAP
        tip.move(tip.x(), above if above >= around.screen().geometry().top() else bottom + _GAP)
