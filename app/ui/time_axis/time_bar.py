"""Left part of the bar above every view with a time axis: pause, time span and time base."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PySide6.QtWidgets import QToolButton, QWidget

from app.model.timeseries.feeds import TimeBase
from app.ui.base.text import translate
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import SPANS_S, TimeWindow
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.tool_row import ToolRow


@dataclass(frozen=True, slots=True)
class TimeTips:
    """Tool tips of the bar: of the pause button while following and while paused, and of the time base."""

    hold: str
    follow: str
    base: str


class TimeBar(ToolRow):
    """Bar above a view with a time axis; the view connects its widgets and adds further ones.

    Attributes:
        pause: the button that pauses and follows.
        span: the choice of the time span; the data of an entry is in seconds.
        base: the choice of the time base; the data of an entry is a TimeBase.
    """

    def __init__(self, themes: Themes, tips: TimeTips, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._tips = tips
        self.pause = QToolButton()
        self.span, self.base = ElidedComboBox(), ElidedComboBox()
        for span_s in SPANS_S:
            self.span.addItem(_span_text(span_s), float(span_s))
        self.span.setToolTip(translate("TimeRow", "How much time is shown"))
        self.base.addItem(translate("TimeRow", "By time of receipt"), TimeBase.RECEIPT)
        self.base.addItem(translate("TimeRow", "By stamp of the message"), TimeBase.STAMP)
        self.base.setToolTip(tips.base)
        self.add_button(self.pause)
        for box in (self.span, self.base):
            box.setAccessibleName(box.toolTip())
            self.add(box)

    def show_span(self, window: TimeWindow) -> None:
        """Show the span of a time window, also one that is not among the choices."""
        place = self.span.findData(window.span_s)
        if place != self.span.currentIndex():
            self.span.setCurrentIndex(place)
        if place < 0:
            self.span.setPlaceholderText(_span_text(window.span_s))

    def draw_pause(self, *, live: bool) -> None:
        """Set icon, text and tool tip of the pause button."""
        icon, text = ("pause", translate("TimeRow", "Pause")) if live else ("play", translate("TimeRow", "Follow"))
        self.pause.setIcon(self._themes.icon(icon))
        self.pause.setText(text)
        self.pause.setToolTip(self._tips.hold if live else self._tips.follow)


def _span_text(span_s: float) -> str:
    if span_s < 60 or math.fmod(span_s, 60):
        return translate("TimeRow", "{seconds} s").format(seconds=f"{span_s:.4g}")
    if span_s < 3600:
        return translate("TimeRow", "{minutes} min").format(minutes=round(span_s / 60))
    return translate("TimeRow", "1 h")
