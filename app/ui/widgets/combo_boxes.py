"""Combo box that ignores the wheel and takes no keyboard focus by a click."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.ui.base.text import plain_tip

# in pixels: a dot, a few letters and the arrow
_NARROWEST: Final = 90


class NoWheelComboBox(QComboBox):
    """Combo box that can't be changed by accident: the wheel scrolls what is around it, a click leaves the keys alone.

    `activated` is emitted for a choice of the operator, not for what `set_choices` shows.
    """

    def __init__(self, name: str, tip: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self.setAccessibleName(name)
        self._tip = tip
        self.setToolTip(tip)
        self.setPlaceholderText(placeholder)
        # an operator who drives by keys goes on with them
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def set_choices(self, texts: Sequence[str], current: int, icons: Sequence[QIcon] = ()) -> None:
        """Set the choices and the current one; -1 for none. An open list is left alone."""
        shown = (*texts, *(icon.cacheKey() for icon in icons))
        if self.view().isVisible():
            return
        if shown != self._shown:
            self._shown = shown
            self.clear()
            for number, text in enumerate(texts):
                self.addItem(icons[number] if icons else QIcon(), text)
        if self.currentIndex() != current:
            self.setCurrentIndex(current)
        # the text of the current choice may be elided
        tip = plain_tip("\n".join(text for text in (self.currentText(), self._tip) if text))
        if tip != self.toolTip():
            self.setToolTip(tip)

    def minimumSizeHint(self) -> QSize:
        """Return a narrow hint: texts without room are elided, the placeholder too."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _NARROWEST), hint.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Leave the wheel to what is around the box."""
        event.ignore()
