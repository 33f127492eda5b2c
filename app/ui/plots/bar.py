"""The bar above plots: what time they show, what memory they take, and another one."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from app.model.series_budget import SeriesBudget
from app.model.series_feed import TimeBase
from app.ui.plots.memory_label import MemoryLabel
from app.ui.plots.ranges import SPANS_S, TimeWindow
from app.ui.text import translate
from app.ui.theme import Themes

_ICON: Final = QSize(16, 16)


class PlotsBar(QWidget):
    """See the module; whoever owns it connects what it has.

    Attributes:
        pause: holds what is shown.
        span: how much time is shown; the data of an entry is in seconds.
        base: what time it is; the data of an entry is a TimeBase.
        link: whether the time is that of other views too; hidden unless `show_link` is called.
    """

    def __init__(self, themes: Themes, budget: SeriesBudget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pause, self.new, self.link = _button(), _button(), _button()
        self.pause.setCheckable(True)
        self.span, self.base = QComboBox(), QComboBox()
        self.memory = MemoryLabel(budget)
        self.link.setVisible(False)
        self._fill()
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        for widget in (self.pause, self.span, self.base, self.link):
            layout.addWidget(widget)
        layout.addStretch(1)
        layout.addWidget(self.memory)
        layout.addWidget(self.new)

    def offer_link(self, action: QAction) -> None:
        """Have this action, which links the time of all views, at hand while there are others."""
        self.link.setDefaultAction(action)
        self.link.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
        self.link.setVisible(False)

    def show_link(self, shown: bool) -> None:  # noqa: FBT001 - a setter
        """Whether there is anything else to be linked to."""
        self.link.setVisible(shown and self.link.defaultAction() is not None)

    def show_window(self, window: TimeWindow) -> None:
        """Tell what time is shown."""
        if self.pause.isChecked() == window.live:
            self.pause.setChecked(not window.live)
        place = self.span.findData(window.span_s)
        if place < 0:
            self.span.setCurrentIndex(-1)
            self.span.setPlaceholderText(_span_text(window.span_s))
        elif self.span.currentIndex() != place:
            self.span.setCurrentIndex(place)

    def draw(self, *, live: bool) -> None:
        """Say what the buttons do now."""
        icon, text = ("pause", translate("Plots", "Pause")) if live else ("play", translate("Plots", "Follow"))
        self.pause.setIcon(self._themes.icon(icon))
        self.pause.setText(text)
        self.pause.setToolTip(
            translate("Plots", "Hold what is shown while data goes on coming (Ctrl+Shift+H)")
            if live
            else translate("Plots", "Follow the data again (Ctrl+Shift+H, or End)")
        )
        self.new.setIcon(self._themes.icon("add", "ok"))
        self.new.setText(translate("Plots", "New plot"))
        self.new.setToolTip(translate("Plots", "Another plot below the others; the menu of a plot splits it"))

    def _fill(self) -> None:
        for span_s in SPANS_S:
            self.span.addItem(_span_text(span_s), float(span_s))
        self.span.setToolTip(translate("Plots", "How much time is shown"))
        self.span.setAccessibleName(self.span.toolTip())
        self.base.addItem(translate("Plots", "By time of receipt"), TimeBase.RECEIPT)
        self.base.addItem(translate("Plots", "By stamp of the message"), TimeBase.STAMP)
        self.base.setToolTip(translate("Plots", "What time values are of; another one begins anew"))
        self.base.setAccessibleName(self.base.toolTip())


def _button() -> QToolButton:
    button = QToolButton()
    button.setAutoRaise(True)
    button.setIconSize(_ICON)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
    return button


def _span_text(span_s: float) -> str:
    if span_s < 60 or math.fmod(span_s, 60):
        return translate("Plots", "{seconds} s").format(seconds=f"{span_s:.4g}")
    if span_s < 3600:
        return translate("Plots", "{minutes} min").format(minutes=round(span_s / 60))
    return translate("Plots", "1 h")
