"""The place in a recording, drawn over what the recording holds when, and what has happened."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QEvent, QPoint, QRect, QRectF, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QHelpEvent,
    QImage,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPixmap,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QSizePolicy, QSlider, QToolTip
from typing_extensions import override

from app.model.marks import MarkLine, TimeMark
from app.model.time_contents import TimeEvent, TimeEventKind
from app.ui.base.spoken import SpokenView
from app.ui.base.text import format_stamp, listed_apart, plain_tip, say
from app.ui.base.theme import Theme, Themes
from app.ui.playback.time_events import SIGN, draw_event, told_near
from app.ui.widgets.marks import draw_mark_lines, mark_tip, marks_at
from app.wording.ui.playback import PlaybackBarWording

if TYPE_CHECKING:
    # numpy takes 100 ms to load
    from app.model.density import Density

_STEPS: Final = 10_000
_WHEEL_STEP: Final = 120
_WHEEL_NS: Final = 1_000_000_000
ZOOM: Final = 1.5
# nobody needs to see less at once
LEAST_SPAN_NS: Final = 2_000_000_000
# of what is shown, the share before the place where it has moved out of it
_LEAD_SHARE: Final = 0.1
# pixels
_LEAST: Final = 120
_BAR: Final = 3
_KNOB: Final = QSize(9, 16)
_BOOKMARK: Final = 5
_PART: Final = 3
_BRACKET: Final = 5
_SHADE: Final = 60
# of a bar of messages, however few there are
_LEAST_BAR: Final = 2


@dataclass(frozen=True, slots=True)
class StripContents:
    """The contents that are drawn behind the place.

    Attributes:
        density: how many messages there are when; None where that is not known.
        bookmarks: the times of bookmarks.
        loop_ns: the times between which it is repeated; None for all of it.
    """

    density: Density | None = None
    marks: tuple[TimeMark, ...] = ()
    events: tuple[TimeEvent, ...] = ()
    bookmarks: tuple[int, ...] = ()
    loop_ns: tuple[int, int] | None = None


class PlaceStrip(SpokenView, QSlider):
    """Slider for the place in a recording. A click goes where it points to; with Shift a part is chosen.

    Signals:
        chosen: a time that the hand has chosen, in nanoseconds.
        moved_by: nanoseconds that the hand has moved the place by.
        loop_chosen: the times between which it is to be repeated, or None.

    Attributes:
        contents: what is drawn.
        shown: the first and the last time that are shown.
    """

    chosen: Final = Signal(object)
    moved_by: Final = Signal(object)
    loop_chosen: Final = Signal(object)

    def __init__(self, themes: Themes) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self._themes = themes
        self.contents = StripContents()
        self.shown = (0, 0)
        self._whole = (0, 0)
        self._place_ns = 0
        self._looping: tuple[int, int] | None = None
        self._pressed = QPoint()
        # what is behind the place, and of what it was made
        self._ground: QPixmap | None = None
        self._ground_of: object = None
        self.setRange(0, _STEPS)
        self.setMinimumWidth(_LEAST)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        """Return the preferred size."""
        return QSize(4 * _LEAST, max(2 * self.fontMetrics().height(), 4 * SIGN + 8))

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size."""
        return QSize(_LEAST, self.sizeHint().height())

    @property
    def is_zoomed(self) -> bool:
        """Whether a part is shown."""
        return self.shown != self._whole

    def show_place(self, whole: tuple[int, int], place_ns: int) -> None:
        """Show the whole time and the place in it, unless a hand has hold of it."""
        if (whole, place_ns) == (self._whole, self._place_ns) or self.isSliderDown():
            return
        was_zoomed = self.is_zoomed
        self._whole, self._place_ns = whole, place_ns
        self._show_part(*self.shown) if was_zoomed else self._show_part(*whole)
        first_ns, last_ns = self.shown
        if not first_ns <= place_ns <= last_ns:
            span_ns = last_ns - first_ns
            first_ns = place_ns - round(_LEAD_SHARE * span_ns)
            self._show_part(first_ns, first_ns + span_ns)
        start_ns, end_ns = whole
        share = (place_ns - start_ns) / (end_ns - start_ns) if end_ns > start_ns else 0.0
        with QSignalBlocker(self):
            self.setValue(round(min(max(share, 0.0), 1.0) * _STEPS))
        self.update()

    def let_go(self) -> None:
        """Let go of what a hand has hold of."""
        self._looping = None
        self.setSliderDown(False)

    def show_contents(self, contents: StripContents) -> None:
        """Show what there is."""
        if contents != self.contents:
            self.contents = contents
            self.update()

    def zoom(self, factor: float, at_ns: int | None = None) -> None:
        """Show a part that is larger by a factor, or smaller, around a time; without one around the place."""
        first_ns, last_ns = self.shown
        at_ns = self._place_ns if at_ns is None else at_ns
        span_ns = max(round((last_ns - first_ns) * factor), LEAST_SPAN_NS)
        share = (at_ns - first_ns) / max(last_ns - first_ns, 1)
        first_ns = at_ns - round(share * span_ns)
        self._show_part(first_ns, first_ns + span_ns)
        self.update()

    @override
    def spoken_text(self) -> str:
        contents = self.contents
        kinds = [event.kind for event in contents.events]
        told = [
            PlaybackBarWording.SPOKEN_PLACE(time=format_stamp(self._place_ns)),
            PlaybackBarWording.SPOKEN_CONTENTS(
                marks=len(contents.marks),
                bookmarks=len(contents.bookmarks),
                alerts=kinds.count(TimeEventKind.ALERT),
                stops=kinds.count(TimeEventKind.STOP),
                incidents=kinds.count(TimeEventKind.INCIDENT),
                gaps=len(contents.density.gaps) if contents.density is not None else 0,
            ),
        ]
        if contents.loop_ns is not None:
            begin, end = map(format_stamp, contents.loop_ns)
            told.append(PlaybackBarWording.LOOP_PART(start=begin, end=end))
        return listed_apart(map(say, told))

    # geometry

    def x_of(self, time_ns: int) -> float:
        """Return the pixel column of a time."""
        first_ns, last_ns = self.shown
        share = (time_ns - first_ns) / (last_ns - first_ns) if last_ns > first_ns else 0.0
        left, width = self._edges()
        return left + share * width

    def time_at(self, x: float) -> int:
        """Return the time at a pixel column, of those that are shown."""
        first_ns, last_ns = self.shown
        left, width = self._edges()
        share = min(max((x - left) / width, 0.0), 1.0)
        return first_ns + round(share * (last_ns - first_ns))

    def tip_at(self, x: float) -> str:
        """Return what is said of a pixel column."""
        contents, time_ns = self.contents, self.time_at(x)
        marks = [MarkLine(self.x_of(mark.time_ns), mark) for mark in contents.marks]
        lines = [mark_tip(mark) for mark in marks_at(marks, x, lambda at: at)]
        lines += told_near(contents.events, x, self.x_of)
        density = contents.density
        gap = (
            next((each for each in density.gaps if each[0] < time_ns < each[1]), None) if density is not None else None
        )
        if gap is not None:
            lines.append(say(PlaybackBarWording.GAP(time=format_stamp(time_ns), seconds=(gap[1] - gap[0]) / 1e9)))
        elif density is not None:
            rate = float(density.rates(time_ns, self.time_at(x + 1) + 1, 1)[0])
            lines.append(say(PlaybackBarWording.RATE_AT(time=format_stamp(time_ns), rate=rate)))
        if contents.loop_ns is not None:
            begin, end = map(format_stamp, contents.loop_ns)
            lines.append(say(PlaybackBarWording.LOOP_PART(start=begin, end=end)))
        return "\n".join(filter(None, (*lines, self.toolTip())))

    # events

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of what is below the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            near = QRect(event.pos().x() - 2, 0, 5, self.height())
            QToolTip.showText(event.globalPos(), plain_tip(self.tip_at(event.pos().x())), self, near)
            return True
        return super().event(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Take the place to where the mouse is, and hold it; or begin to choose a part."""
        if event.button() is not Qt.MouseButton.LeftButton:
            event.ignore()
            return
        self._pressed = event.position().toPoint()
        time_ns = self.time_at(event.position().x())
        if event.modifiers() & Qt.KeyboardModifier.ShiftModifier:
            self._looping = (time_ns, time_ns)
            return
        self.setSliderDown(True)
        self._choose(time_ns)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Take the place along, or choose a part."""
        time_ns = self.time_at(event.position().x())
        if self._looping is not None:
            self._looping = (self._looping[0], time_ns)
            self.update()
        elif self.isSliderDown():
            self._choose(time_ns)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Let the place go, or repeat what was chosen; nothing, where that was only a click."""
        if event.button() is not Qt.MouseButton.LeftButton:
            return
        looping, self._looping = self._looping, None
        if looping is not None:
            far = abs(event.position().x() - self._pressed.x()) >= QApplication.startDragDistance()
            self.loop_chosen.emit((min(looping), max(looping)) if far else None)
            self.update()
        self.setSliderDown(False)

    def wheelEvent(self, event: QWheelEvent) -> None:
        """Move by seconds, or with Ctrl show more or less."""
        steps = event.angleDelta().y() / _WHEEL_STEP
        if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self.zoom(ZOOM**-steps, self.time_at(event.position().x()))
        elif steps:
            self.moved_by.emit(round(steps * _WHEEL_NS))
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave all keys to the bar, which moves by time."""
        event.ignore()

    # painting

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint what there is, what has happened, and the place."""
        del event
        theme, painter = self._themes.current, QPainter(self)
        try:
            painter.drawPixmap(0, 0, self._ground_pixmap(theme))
            if self.isEnabled():
                self._paint_loop(painter, theme)
                self._paint_place(painter, theme)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing, False)
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(theme.color("accent" if self.hasFocus() else "edge"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        finally:
            # a painter that outlives its paint event crashes the program
            painter.end()

    def _ground_pixmap(self, theme: Theme) -> QPixmap:
        """Return what there is and what has happened, made anew where it looks different by a pixel."""
        first_ns, last_ns = self.shown
        step_ns = max((last_ns - first_ns) // max(self.width(), 1), 1)
        # a power of two, which is the same while the past goes on
        bits = step_ns.bit_length() - 1
        ratio = self.devicePixelRatioF()
        made_of = (self.contents, first_ns >> bits, last_ns >> bits, self.size(), ratio, theme, self.isEnabled())
        if self._ground is None or self._ground_of != made_of:
            self._ground_of = made_of
            self._ground = QPixmap(self.size() * ratio)
            self._ground.setDevicePixelRatio(ratio)
            self._ground.fill(theme.color("base"))
            if self.isEnabled():
                painter = QPainter(self._ground)
                self._paint_density(painter, theme)
                self._paint_signs(painter, theme)
                painter.end()
        return self._ground

    def _paint_density(self, painter: QPainter, theme: Theme) -> None:
        density, (left, width) = self.contents.density, self._edges()
        if density is None:
            return
        # whoever has made the density has loaded it
        import numpy as np  # noqa: PLC0415

        columns, height = max(width // _BAR, 1), self.height() - 2
        # few are seen beside many
        heights = density.rates(*self.shown, columns) ** 0.5
        color = theme.color("muted")
        color.setAlpha(2 * _SHADE)
        if float(heights.max()) > 0.0:
            tall = np.maximum(np.rint(heights / heights.max() * height * 2 / 3), _LEAST_BAR) * (heights > 0.0)
            # a picture of the bars: to make an object of each would take far longer
            is_bar = np.arange(height, 0, -1)[:, None] <= np.repeat(tall, _BAR)
            is_bar[:, _BAR - 1 :: _BAR] = False
            pixels = np.where(is_bar, color.rgba(), 0).astype(np.uint32)
            image = QImage(pixels.data, pixels.shape[1], height, pixels.strides[0], QImage.Format.Format_ARGB32)
            painter.drawImage(left, 1, image)
        hatch = QBrush(theme.color("edge"), Qt.BrushStyle.BDiagPattern)
        for begin_ns, end_ns in density.gaps:
            if begin_ns < self.shown[1] and end_ns > self.shown[0]:
                begin, end = max(self.x_of(begin_ns), left), min(self.x_of(end_ns), left + width)
                painter.fillRect(QRectF(begin, 1, max(end - begin, 1.0), height), hatch)

    def _paint_loop(self, painter: QPainter, theme: Theme) -> None:
        loop = self._looping or self.contents.loop_ns
        if loop is None:
            return
        begin, end = self.x_of(min(loop)), self.x_of(max(loop))
        color = theme.color("accent")
        color.setAlpha(_SHADE)
        painter.fillRect(QRectF(begin, 1, end - begin, self.height() - 2), color)
        painter.setPen(QPen(theme.color("accent"), 2))
        for x, inwards in ((begin, _BRACKET), (end, -_BRACKET)):
            corners = ((x + inwards, 2), (x, 2), (x, self.height() - 3), (x + inwards, self.height() - 3))
            painter.drawPolyline([QPoint(round(corner), y) for corner, y in corners])

    def _paint_signs(self, painter: QPainter, theme: Theme) -> None:
        color, bottom = theme.color("warn"), self.height() - 1
        for time_ns in self._within(self.contents.bookmarks):
            x = round(self.x_of(time_ns))
            painter.fillRect(x, 0, 2, bottom, color)
            painter.fillRect(x - 1, bottom - _BOOKMARK, _BOOKMARK, _BOOKMARK, color)
        marks = [self.x_of(each) for each in self._within([mark.time_ns for mark in self.contents.marks])]
        if marks:
            draw_mark_lines(painter, theme, marks, [(0, bottom)])
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        first_ns, last_ns = self.shown
        for event in self.contents.events:
            if first_ns <= event.time_ns <= last_ns:
                row = 3 * SIGN + 4 if event.kind is TimeEventKind.INCIDENT else SIGN + 2
                draw_event(painter, theme, event.kind, self.x_of(event.time_ns), row)

    def _paint_place(self, painter: QPainter, theme: Theme) -> None:
        left, width = self._edges()
        # beside a part that is shown, out of sight; a painter does not count as far as it may be away
        beyond = 2 * _KNOB.width() if self.is_zoomed else 0
        x = round(min(max(self.x_of(self._place_ns), left - beyond), left + width + beyond))
        painter.fillRect(x - 2, 0, 5, self.height(), theme.color("base"))
        painter.fillRect(x - 1, 0, 3, self.height(), theme.color("text"))
        painter.setPen(QPen(theme.color("base"), 1))
        painter.setBrush(theme.color("text"))
        knob = QRect(QPoint(x - _KNOB.width() // 2, (self.height() - _KNOB.height()) // 2), _KNOB)
        painter.drawRoundedRect(knob, 3, 3)
        if self.is_zoomed:
            # which part of the whole is shown
            (start_ns, end_ns), (left, width) = self._whole, self._edges()
            scale = width / max(end_ns - start_ns, 1)
            first_ns, last_ns = self.shown
            begin, most = left + (first_ns - start_ns) * scale, max((last_ns - first_ns) * scale, 2.0 * _PART)
            painter.fillRect(left, 0, width, _PART, theme.color("border"))
            painter.fillRect(QRectF(begin, 0, most, _PART), theme.color("accent"))

    # inside

    def _edges(self) -> tuple[int, int]:
        """Return the left edge of the times and their width: the knob has room beside them."""
        side = _KNOB.width() // 2 + 1
        return side, max(self.width() - 2 * side, 1)

    def _within(self, times_ns: Sequence[int]) -> list[int]:
        first_ns, last_ns = self.shown
        return [time_ns for time_ns in times_ns if first_ns <= time_ns <= last_ns]

    def _choose(self, time_ns: int) -> None:
        self._place_ns = time_ns
        self.update()
        self.chosen.emit(time_ns)

    def _show_part(self, first_ns: int, last_ns: int) -> None:
        start_ns, end_ns = self._whole
        span_ns = min(last_ns - first_ns, end_ns - start_ns)
        first_ns = min(max(first_ns, start_ns), end_ns - span_ns)
        self.shown = (first_ns, first_ns + span_ns)
