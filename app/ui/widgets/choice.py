"""Combo box that can be narrow: its text is elided where it has no room."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent, QPalette
from PySide6.QtWidgets import QComboBox, QStyle, QStyleOptionComboBox

# in pixels, beside the room that the style leaves
_MARGIN = 2


class ElidedComboBox(QComboBox):
    """Combo box with elided text. It may be made narrower than its entries by `setMinimumWidth`."""

    def sizeHint(self) -> QSize:
        """Return the room for the entries, with the margin: else the widest would be elided."""
        return super().sizeHint() + QSize(_MARGIN, 0)

    @property
    def drawn_text(self) -> str:
        """The current text, elided to the room that there is."""
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        text = option.currentText if self.currentIndex() >= 0 else self.placeholderText()
        control, part = QStyle.ComplexControl.CC_ComboBox, QStyle.SubControl.SC_ComboBoxEditField
        room = self.style().subControlRect(control, option, part, self).width() - _MARGIN
        return self.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint as Qt does, with the elided text."""
        del event
        option = QStyleOptionComboBox()
        self.initStyleOption(option)
        option.currentText = self.drawn_text
        if self.currentIndex() < 0:
            palette = option.palette
            palette.setBrush(QPalette.ColorRole.ButtonText, palette.placeholderText())
            option.palette = palette
        painter = QPainter(self)
        self.style().drawComplexControl(QStyle.ComplexControl.CC_ComboBox, option, painter, self)
        self.style().drawControl(QStyle.ControlElement.CE_ComboBoxLabel, option, painter, self)
        painter.end()
