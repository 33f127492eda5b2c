"""Row of tools that can be narrow."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

_ICON: Final = QSize(16, 16)
_SPACING: Final = 6
# of a combo box, in pixels: a few letters, which `ElidedComboBox` elides
_NARROW: Final = 66
# in pixels: Qt's gap between icon and text
_GAP: Final = 4


class ToolRow(QWidget):
    """Row of tools. Where it is narrow, facts are hidden first, then the texts beside icons, then combo boxes are cut.

    Widgets stand in the order in which they are added; each needs a tool tip.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._line = QHBoxLayout(self)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.setSpacing(_SPACING)
        self._widgets: list[QWidget] = []
        self._worded: list[QToolButton] = []
        self._facts: list[QWidget] = []
        self._with_facts = self._with_words = True

    def add(self, widget: QWidget, stretch: int = 0) -> None:
        """Add a widget that keeps its size, except for a combo box, which may be cut."""
        if isinstance(widget, QComboBox):
            widget.setMinimumWidth(_NARROW)
        elif isinstance(widget, QToolButton):
            widget.setAutoRaise(True)
            widget.setIconSize(_ICON)
        self._widgets.append(widget)
        self._line.addWidget(widget, stretch)

    def add_button(self, button: QToolButton) -> None:
        """Add a button with an icon, whose text is shown where there is room for it."""
        button.setToolButtonStyle(_style(words=self._with_words))
        self._worded.append(button)
        self.add(button)

    def add_fact(self, widget: QWidget) -> None:
        """Add a widget that is shown only where there is room."""
        self._facts.append(widget)
        self.add(widget)

    def add_stretch(self) -> None:
        """Add a stretch, so that the following widgets stand at the right."""
        self._line.addStretch(1)

    # overrides of QWidget

    def minimumSizeHint(self) -> QSize:
        """Return the room for the icons and the narrowest combo boxes."""
        return QSize(self._width(facts=False, words=False, cut=True), super().minimumSizeHint().height())

    def sizeHint(self) -> QSize:
        """Return the room for all widgets with their texts."""
        return QSize(self._width(facts=True, words=True), super().sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit the widgets to the new width."""
        super().resizeEvent(event)
        self._fit()

    def event(self, event: QEvent) -> bool:
        """Fit the widgets after texts have changed, or widgets were shown or hidden."""
        done = super().event(event)
        if event.type() is QEvent.Type.LayoutRequest:
            self._fit()
        return done

    # internals

    def _fit(self) -> None:
        facts = self._width(facts=True, words=True) <= self.width()
        if facts != self._with_facts:
            self._with_facts = facts
            for fact in self._facts:
                fact.setVisible(facts)
        words = facts or self._width(facts=False, words=True) <= self.width()
        if words != self._with_words:
            self._with_words = words
            for button in self._worded:
                button.setToolButtonStyle(_style(words=words))

    def _width(self, *, facts: bool, words: bool, cut: bool = False) -> int:
        widths = []
        for widget in self._widgets:
            if widget in self._facts:
                widths += [widget.sizeHint().width()] if facts else []
            elif not widget.isHidden():
                widths.append(self._width_of(widget, words=words, cut=cut))
        return sum(widths) + _SPACING * max(len(widths) - 1, 0)

    def _width_of(self, widget: QWidget, *, words: bool, cut: bool) -> int:
        if isinstance(widget, QToolButton) and widget in self._worded:
            metrics = widget.fontMetrics()
            of_words = metrics.horizontalAdvance(widget.text()) + 2 * metrics.horizontalAdvance(" ") + _GAP
            return widget.sizeHint().width() + of_words * (words - self._with_words)
        if cut:
            return widget.minimumWidth() or widget.minimumSizeHint().width()
        return widget.sizeHint().width()


def _style(*, words: bool) -> Qt.ToolButtonStyle:
    return Qt.ToolButtonStyle.ToolButtonTextBesideIcon if words else Qt.ToolButtonStyle.ToolButtonIconOnly
