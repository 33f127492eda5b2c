"""The gap between the icon of a tool button and the text beside it."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtWidgets import QToolButton
from typing_extensions import override

_BESIDE = Qt.ToolButtonStyle.ToolButtonTextBesideIcon


class _TextShift(QObject):
    """Event filter that draws a tool button, and between its icon and its text a blank.

    Qt draws them two pixels apart in any size of text, and has room for two blanks behind the text.
    """

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.Paint or not isinstance(watched, QToolButton):
            return False
        if watched.toolButtonStyle() is not _BESIDE or watched.icon().isNull():
            return False
        # the constants of styles take long to be made, and the first window needs none
        from PySide6.QtWidgets import QStyle, QStyleOptionToolButton, QStylePainter  # noqa: PLC0415 - see above

        option = QStyleOptionToolButton()
        watched.initStyleOption(option)
        option.text = f" {option.text}"
        painter = QStylePainter(watched)
        painter.drawComplexControl(QStyle.ComplexControl.CC_ToolButton, option)
        painter.end()
        return True


def separate_icon(button: QToolButton) -> None:
    """Have the icon of a tool button keep clear of the text beside it, by a gap that grows with the text."""
    button.installEventFilter(_TextShift(button))
