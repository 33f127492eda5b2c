"""Left part of the bar above every view with a time axis: pause, time span and time base."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QToolButton, QWidget

from app.model.timeseries.feeds import TimeBase
from app.ui.base.action_base import HINTS
from app.ui.base.text import say
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import SPANS_S, TimeWindow
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.time_axis import TimeAxisWording


@dataclass(frozen=True, slots=True)
class TimeTips:
    """Tool tips of the bar: of the pause button while following and while paused, and of the time base.

    Attributes:
        action: the name of the action that does what the pause button does.
    """

    hold: str
    follow: str
    base: str
    action: str = ""


class TimeBar(ToolRow):
    """Bar above views with a time axis; a panel adds further widgets.

    Signals:
        pause_asked: time is to be paused, or to follow the data again.
        span_chosen: in seconds.
        base_chosen: a TimeBase.

    Attributes:
        pause: the button that pauses and follows.
        span: the choice of the time span; the data of an entry is in seconds.
        base: the choice of the time base; the data of an entry is a TimeBase.
    """

    pause_asked: Final = Signal()
    span_chosen: Final = Signal(float)
    base_chosen: Final = Signal(object)

    def __init__(self, themes: Themes, tips: TimeTips, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._tips = tips
        self._live = True
        self.pause = QToolButton()
        self.span, self.base = ElidedComboBox(), ElidedComboBox()
        for span_s in SPANS_S:
            self.span.addItem(_span_text(span_s), float(span_s))
        self.span.setToolTip(say(TimeAxisWording.TIME_RANGE()))
        self.base.addItem(say(TimeAxisWording.BY_RECEIPT()), TimeBase.RECEIPT)
        self.base.addItem(say(TimeAxisWording.BY_STAMP()), TimeBase.STAMP)
        self.base.setToolTip(tips.base)
        self.add_button(self.pause, *_pause_texts(), stays=True)
        for box in (self.span, self.base):
            box.setAccessibleName(box.toolTip())
            self.add(box)
        self.pause.clicked.connect(self.pause_asked)
        self.span.activated.connect(lambda place: self.span_chosen.emit(self.span.itemData(place)))
        self.base.activated.connect(lambda place: self.base_chosen.emit(self.base.itemData(place)))
        themes.changed.connect(self.draw)
        HINTS.changed.connect(self.draw)

    def show_time(self, window: TimeWindow, base: TimeBase) -> None:
        """Show time base and span, also one that is not among the choices, and whether time is paused."""
        self.base.setCurrentIndex(self.base.findData(base))
        place = self.span.findData(window.span_s)
        if place != self.span.currentIndex():
            self.span.setCurrentIndex(place)
        if place < 0:
            self.span.setPlaceholderText(_span_text(window.span_s))
        # where it can be checked
        self.pause.setChecked(not window.live)
        if window.live is not self._live:
            self._live = window.live
            self.draw()

    def draw(self) -> None:
        """Set icons, and text and tool tip of the pause button."""
        live = self._live
        self.pause.setIcon(self._themes.icon("pause" if live else "play"))
        self.pause.setText(_pause_texts()[not live])
        self.pause.setToolTip(HINTS.with_key(self._tips.hold if live else self._tips.follow, self._tips.action))


def _pause_texts() -> tuple[str, str]:
    return say(TimeAxisWording.PAUSE()), say(TimeAxisWording.FOLLOW())


def _span_text(span_s: float) -> str:
    if span_s < 60 or math.fmod(span_s, 60):
        # no longer than the other choices, whose room it has
        return say(TimeAxisWording.SECONDS(seconds=f"{span_s:.3g}" if span_s < 100 else f"{span_s:.0f}"))
    if span_s < 3600:
        return say(TimeAxisWording.MINUTES(minutes=round(span_s / 60)))
    return say(TimeAxisWording.ONE_HOUR())
