"""The line above lanes: pause, how much time is shown, and which time that is."""

from __future__ import annotations

import math
from typing import Final

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QToolButton, QWidget

from app.model.series_feed import TimeBase
from app.ui.plots.ranges import SPANS_S, TimeWindow
from app.ui.text import translate
from app.ui.theme import Themes
from app.ui.widgets.menu_button import MenuButton

_ICON: Final = QSize(16, 16)


class LanesBar(QWidget):
    """See the module.

    Signals:
        pause_asked: hold what is shown, or follow what comes.
        span_chosen: in seconds.
        base_chosen: a TimeBase.
    """

    pause_asked: Final = Signal()
    span_chosen: Final = Signal(float)
    base_chosen: Final = Signal(object)

    def __init__(self, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self.pause, self.transitions, self.add = QToolButton(), QToolButton(), MenuButton()
        self.span, self.base = QComboBox(), QComboBox()
        for span_s in SPANS_S:
            self.span.addItem(_span_text(span_s), float(span_s))
        self.span.setToolTip(translate("Lane", "How much time is shown"))
        self.base.addItem(translate("Lane", "By time of receipt"), TimeBase.RECEIPT)
        self.base.addItem(translate("Lane", "By stamp of the message"), TimeBase.STAMP)
        self.base.setToolTip(translate("Lane", "What time states are of; another one begins anew"))
        for box in (self.span, self.base):
            box.setAccessibleName(box.toolTip())
        self.add.setText(translate("Lane", "Add"))
        self.add.setToolTip(translate("Lane", "Add a field that has states"))
        self.transitions.setText(translate("Lane", "Transitions"))
        self.transitions.setToolTip(translate("Lane", "All states of the lane that was chosen last, as a list (Enter)"))
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(6)
        for button in (self.pause, self.add, self.transitions):
            button.setAutoRaise(True)
            button.setIconSize(_ICON)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        for widget in (self.pause, self.span, self.base):
            line.addWidget(widget)
        line.addStretch(1)
        line.addWidget(self.transitions)
        line.addWidget(self.add)
        self.pause.clicked.connect(self.pause_asked)
        self.span.activated.connect(lambda place: self.span_chosen.emit(self.span.itemData(place)))
        self.base.activated.connect(lambda place: self.base_chosen.emit(self.base.itemData(place)))
        themes.changed.connect(self._draw)
        self._live = True
        self._draw()

    def show_time(self, window: TimeWindow, base: TimeBase) -> None:
        """Show what is chosen."""
        if window.live != self._live:
            self._live = window.live
            self._draw()
        place = self.span.findData(window.span_s)
        if place != self.span.currentIndex():
            self.span.setCurrentIndex(place)
        if place < 0:
            self.span.setPlaceholderText(_span_text(window.span_s))
        self.base.setCurrentIndex(self.base.findData(base))

    def _draw(self) -> None:
        icon, text = ("pause", translate("Lane", "Pause")) if self._live else ("play", translate("Lane", "Follow"))
        self.pause.setIcon(self._themes.icon(icon))
        self.pause.setText(text)
        self.pause.setToolTip(
            translate("Lane", "Hold what is shown while states go on coming (Space)")
            if self._live
            else translate("Lane", "Follow the robot again (Space, or Home)")
        )
        self.add.setIcon(self._themes.icon("add", "ok"))
        self.transitions.setIcon(self._themes.icon("history"))


def _span_text(span_s: float) -> str:
    if span_s < 60 or math.fmod(span_s, 60):
        return translate("Lane", "{seconds} s").format(seconds=f"{span_s:.4g}")
    if span_s < 3600:
        return translate("Lane", "{minutes} min").format(minutes=round(span_s / 60))
    return translate("Lane", "1 h")
