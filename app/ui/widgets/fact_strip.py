"""Row of short facts, each with its icon, in columns that are the same in all rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget

from app.ui.widgets.labels import ElidedLabel

_ICON_SIZE: Final = QSize(16, 16)
_SPACING: Final = 14


@dataclass(frozen=True, slots=True)
class Fact:
    """Fact that is shown in one column; an empty text shows nothing.

    Attributes:
        icon: icon before the text.
        text: short text.
        tip: the same in full.
        color: #rrggbb.
    """

    icon: QIcon
    text: str
    tip: str
    color: str


class FactStrip(QWidget):
    """Row of facts. Facts of the same column stand below each other in all rows.

    Args:
        widest: a text for each column, as wide as any that is expected there.
    """

    def __init__(self, widest: Sequence[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._icons: list[QLabel] = []
        self._texts: list[ElidedLabel] = []
        self._keys: list[int] = []
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        for text in widest:
            icon, label = QLabel(), ElidedLabel(mode=Qt.TextElideMode.ElideRight)
            icon.setFixedSize(_ICON_SIZE)
            width = label.fontMetrics().horizontalAdvance(text)
            label.setMaximumWidth(width)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            layout.addWidget(icon)
            layout.addSpacing(5)
            # an empty column keeps its room, so that the columns behind it do not move
            layout.addWidget(label, width)
            layout.addSpacing(_SPACING)
            self._icons.append(icon)
            self._texts.append(label)
            self._keys.append(0)
        layout.addStretch(1)

    @property
    def texts(self) -> tuple[str, ...]:
        """The texts that are shown, column by column."""
        return tuple(label.text() for label in self._texts)

    def show_facts(self, facts: Sequence[Fact | None]) -> None:
        """Show facts, one for each column; nothing is drawn anew that stays the same."""
        for number, fact in enumerate(facts):
            icon, label = self._icons[number], self._texts[number]
            key = fact.icon.cacheKey() if fact is not None else 0
            if key != self._keys[number]:
                self._keys[number] = key
                icon.clear()
                if fact is not None:
                    icon.setPixmap(fact.icon.pixmap(_ICON_SIZE, self.devicePixelRatioF()))
            text = fact.text if fact is not None else ""
            if label.text() != text:
                label.setText(text)
            if fact is not None:
                icon.setToolTip(fact.tip)
                label.setAccessibleDescription(fact.tip)
                style = f"color: {fact.color};"
                if label.styleSheet() != style:
                    label.setStyleSheet(style)
        self.setVisible(any(fact is not None for fact in facts))
