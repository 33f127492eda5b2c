"""Row of short facts, each with its icon, in columns that are the same in all rows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QHBoxLayout, QLabel, QSizePolicy, QWidget
from typing_extensions import override

from app.ui.base.text_size import grown, grown_square
from app.ui.widgets.labels import ElidedLabel

_ICON_SIZE: Final = 16
_SPACING: Final = 14

# least room behind an icon, in pixels
_GAP: Final = 5


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
        self._widest = tuple(widest)
        for _ in widest:
            icon, label = QLabel(), ElidedLabel(mode=Qt.TextElideMode.ElideRight)
            label.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
            layout.addWidget(icon)
            # an empty column keeps its room, so that the columns behind it do not move
            layout.addWidget(label)
            layout.addSpacing(_SPACING)
            self._icons.append(icon)
            self._texts.append(label)
            self._keys.append(0)
        layout.addStretch(1)
        self._line = layout
        self._fit()

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
                    icon.setPixmap(fact.icon.pixmap(grown_square(_ICON_SIZE), self.devicePixelRatioF()))
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

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self._fit()

    def _fit(self) -> None:
        """Give each column the room that its widest text needs in the present font, and each icon a gap behind it."""
        metrics = self.fontMetrics()
        gap = max(_GAP, metrics.horizontalAdvance(" ") + 1)
        for icon, label, text in zip(self._icons, self._texts, self._widest, strict=True):
            icon.setFixedSize(grown(_ICON_SIZE) + gap, grown(_ICON_SIZE))
            width = metrics.horizontalAdvance(text)
            label.setMaximumWidth(width)
            self._line.setStretchFactor(label, width)
