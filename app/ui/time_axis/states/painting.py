"""Painting of state rows: a header for each, and its blocks below."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QFontMetrics, QPainter, QPen

from app.ui.base.text import format_stamp, topic_text, translate
from app.ui.base.theme import Theme, Themes
from app.ui.time_axis.axis import format_time
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.blocks import BlocksFrame
from app.ui.time_axis.states.head import RowHeaderText
from app.ui.time_axis.states.rows import StateReading, StateRow, StateRows

if TYPE_CHECKING:
    from app.ui.time_axis.states.view import StateView

_GAP: Final = 7
_BAR: Final = 3


@dataclass(frozen=True, slots=True)
class RowGeometry:
    """Geometry of state rows, in logical pixels: each has a header and a band of blocks below it."""

    count: int
    left: int
    width: int
    full: int
    metrics: QFontMetrics

    @property
    def head_height(self) -> int:
        """Height of a header."""
        return self.metrics.height() + 3

    @property
    def band_height(self) -> int:
        """Height of a band of blocks."""
        return self.metrics.height() + 8

    @property
    def pitch(self) -> int:
        """Distance from a row to the next."""
        return self.head_height + self.band_height + _GAP

    @property
    def height(self) -> int:
        """Height of all rows."""
        return self.count * self.pitch + _GAP

    def head(self, row: int) -> QRect:
        """Return the rectangle of the header of a row."""
        return QRect(self.left, row * self.pitch + _GAP // 2, self.width, self.head_height)

    def band(self, row: int) -> QRect:
        """Return the rectangle of the blocks of a row."""
        return QRect(self.left, row * self.pitch + _GAP // 2 + self.head_height, self.width, self.band_height)

    def whole(self, row: int) -> QRect:
        """Return the rectangle of a whole row."""
        return QRect(0, row * self.pitch, self.full, self.pitch)

    def row_at(self, y: float) -> int | None:
        """Return the index of the row at a height; None if there is none."""
        row = int(y // self.pitch)
        return row if 0 <= row < self.count else None

    def is_head(self, place: QPoint) -> bool:
        """Whether a place is in the header of a row."""
        row = self.row_at(place.y())
        return row is not None and place.y() < self.band(row).top()

    def gap_at(self, y: float) -> int:
        """Return the index at which a row would be inserted that is dropped at a height."""
        return min(max(round(y / self.pitch), 0), self.count)


class StatePainter:
    """Painter of state rows."""

    def __init__(self, lanes: StateRows, themes: Themes) -> None:
        self._lanes = lanes
        self._themes = themes

    def paint(self, view: StateView, dirty: QRect, window: TimeWindow, cursors: Cursors, drop_at: int | None) -> None:
        """Paint the dirty part of a view; `drop_at` is the index at which fields would be dropped."""
        painter = QPainter(view)
        try:
            self._paint(painter, view, dirty, window, cursors, drop_at)
        finally:
            # a painter that outlives its paint event crashes the program
            painter.end()

    def _paint(
        self,
        painter: QPainter,
        view: StateView,
        dirty: QRect,
        window: TimeWindow,
        cursors: Cursors,
        drop_at: int | None,
    ) -> None:
        theme, rows, across = self._themes.current, view.row_geometry, view.axis[0]
        painter.fillRect(dirty, theme.color("window"))
        plain = painter.font()
        for row, lane in enumerate(self._lanes.all):
            if not rows.whole(row).intersects(dirty):
                continue
            if lane is view.current and view.hasFocus():
                mark = rows.whole(row).adjusted(0, _GAP // 2, 0, -_GAP + _GAP // 2)
                painter.fillRect(QRect(0, mark.top(), _BAR, mark.height()), theme.color("accent"))
            now_s = window.now_s
            frame = BlocksFrame(rows.band(row), across, lane.known_until_s(now_s), lane.is_stale)
            lane.blocks.draw(painter, frame, lane.history, theme, view.devicePixelRatioF())
            # while time is paused, the header shows the state at the end of the shown time
            at_s = cursors.read_s if cursors.read_s is not None else (None if window.live else across[1])
            reading = lane.read_now(now_s) if at_s is None else lane.read_at(at_s, now_s)
            words = self._words(lane, reading, theme)
            lane.header.draw(painter, rows.head(row), words, theme, plain, view.devicePixelRatioF())
        self._paint_cursors(painter, theme, view, cursors)
        if drop_at is not None:
            y = min(drop_at * rows.pitch, max(view.height() - 2, 0))
            painter.fillRect(QRect(rows.left, y, rows.width, 2), theme.color("accent"))

    def tip(self, lane: StateRow, at_s: float, window: TimeWindow) -> str:
        """Return the tool tip of a row at a time: field, topic, robot, the state with its duration, and faults."""
        spec = lane.spec
        lines = [str(spec.path), topic_text(spec.key.topic), spec.key.connection, ""]
        reading = lane.read_at(at_s, window.now_s)
        if reading.run is None:
            lines.append(reading.note)
        else:
            run = reading.run
            end_s = lane.known_until_s(window.now_s) if run.end_s is None else run.end_s
            until = translate("Lane", "still so") if run.end_s is None else format_stamp(round(end_s * 1e9))
            since = format_stamp(round(run.start_s * 1e9))
            lines.append(reading.word)
            lines.append(translate("Lane", "from {since} to {until}").format(since=since, until=until))
            lines.append(translate("Lane", "{seconds} s").format(seconds=f"{end_s - run.start_s:,.3f}"))
        if lane.fault:
            lines.append(lane.fault)
        lines.append("")
        lines.append(translate("Lane", "Drag the name to move the lane; double-click it for all transitions"))
        return "\n".join(lines)

    def _words(self, lane: StateRow, reading: StateReading, theme: Theme) -> RowHeaderText:
        spec = lane.spec
        where = "  ".join(filter(None, (topic_text(spec.key.topic), lane.robot)))
        color = ""
        if reading.word and not reading.old and reading.run is not None and reading.run.code is not None:
            color = self._lanes.colors.ink(theme, lane.history.word(reading.run.code)).fill.name()
        return RowHeaderText(str(spec.path), where, reading.word, reading.note, color)

    def _paint_cursors(self, painter: QPainter, theme: Theme, view: StateView, cursors: Cursors) -> None:
        rows = view.row_geometry
        painter.setPen(QPen(theme.color("text"), 1, Qt.PenStyle.DashLine))
        for at_s in {cursors.first_s, cursors.second_s, cursors.hover_s} - {None}:
            x = round(view.x_of(at_s)) if at_s is not None else 0
            if rows.left <= x <= rows.left + rows.width:
                for row in range(rows.count):
                    band = rows.band(row)
                    painter.drawLine(x, band.top(), x, band.bottom())


def cursor_text(at_s: float, window: TimeWindow, last_s: float) -> str:
    """Format the time of a cursor: relative to `last_s` while following the data, else as clock time."""
    if window.live:
        return translate("Lane", "{time} s").format(time=f"{at_s - last_s:.3f}")
    return format_time(at_s)
