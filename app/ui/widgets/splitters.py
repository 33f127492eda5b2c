"""Splitter between whose parts Tab comes to a divider, which the arrow keys move."""

from __future__ import annotations

from typing import ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent, QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QSplitter, QSplitterHandle
from typing_extensions import override

from app.ui.base.text import say
from app.ui.base.view_keys import ViewKey
from app.wording.ui.widgets import WidgetsWording

# in pixels: by a press of a key
DIVIDER_STEP: Final = 24
# in pixels: with the focus, less would hardly be seen
_RING_WIDTH: Final = 2

_BACK: Final = frozenset({Qt.Key.Key_Left, Qt.Key.Key_Up})
_FORTH: Final = frozenset({Qt.Key.Key_Right, Qt.Key.Key_Down})


class KeySplitter(QSplitter):
    """Splitter whose parts keep their least sizes; its dividers are moved by mouse and keyboard."""

    def __init__(self, orientation: Qt.Orientation = Qt.Orientation.Horizontal) -> None:
        super().__init__(orientation)
        self.setChildrenCollapsible(False)

    @override
    def createHandle(self) -> QSplitterHandle:
        return _Divider(self.orientation(), self)


class _Divider(QSplitterHandle):
    """Divider between two parts; arrow keys across it move it by a step, Home and End as far as it goes."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Left, Right, Up, Down", WidgetsWording.DIVIDER_BY_STEPS),
        ViewKey("Home, End", WidgetsWording.DIVIDER_TO_END),
    )

    def __init__(self, orientation: Qt.Orientation, splitter: KeySplitter) -> None:
        super().__init__(orientation, splitter)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(say(WidgetsWording.DIVIDER()))
        self.setAccessibleDescription(say(WidgetsWording.DIVIDER_KEYS()))

    @override
    def keyPressEvent(self, event: QKeyEvent) -> None:
        place = self.x() if self.orientation() is Qt.Orientation.Horizontal else self.y()
        key = Qt.Key(event.key())
        if key in _BACK:
            self.moveSplitter(place - DIVIDER_STEP)
        elif key in _FORTH:
            self.moveSplitter(place + DIVIDER_STEP)
        elif key is Qt.Key.Key_Home:
            self.moveSplitter(0)
        elif key is Qt.Key.Key_End:
            self.moveSplitter(max(self.splitter().width(), self.splitter().height()))
        else:
            super().keyPressEvent(event)

    @override
    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self.hasFocus():
            painter = QPainter(self)
            middle = self.rect().center()
            line = self.rect()
            if self.orientation() is Qt.Orientation.Horizontal:
                line.setX(middle.x() - _RING_WIDTH // 2)
                line.setWidth(_RING_WIDTH)
            else:
                line.setY(middle.y() - _RING_WIDTH // 2)
                line.setHeight(_RING_WIDTH)
            painter.fillRect(line, self.palette().color(QPalette.ColorRole.Accent))
            painter.end()
