"""A combo box that is not turned by chance: the wheel scrolls what is around it, and a click leaves the keys alone."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QWheelEvent
from PySide6.QtWidgets import QComboBox, QWidget

from app.ui.text import plain_tip

# a dot, a few letters and the arrow
_NARROWEST: Final = 90


class Chooser(QComboBox):
    """See the module. `activated` tells what the operator chose; what a program shows doesn't."""

    def __init__(self, name: str, tip: str, placeholder: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._shown: tuple[object, ...] = ()
        self.setAccessibleName(name)
        self._tip = tip
        self.setToolTip(tip)
        self.setPlaceholderText(placeholder)
        # whoever drives by keys goes on with them
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)

    def offer(self, texts: Sequence[str], current: int, icons: Sequence[QIcon] = ()) -> None:
        """Offer these, of which one is chosen; -1 for none. An open list is left alone."""
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
        # what is chosen may be shortened
        tip = plain_tip("\n".join(text for text in (self.currentText(), self._tip) if text))
        if tip != self.toolTip():
            self.setToolTip(tip)

    def minimumSizeHint(self) -> QSize:
        """Narrow: what has no room is shortened, also what stands there for nothing."""
        hint = super().minimumSizeHint()
        return QSize(min(hint.width(), _NARROWEST), hint.height())

    def wheelEvent(self, event: QWheelEvent) -> None:
        """See the module."""
        event.ignore()
