"""State rows on the screen, one below the other: painted as often as they change, and handled by mouse and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Final
from weakref import WeakKeyDictionary

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
)
from PySide6.QtWidgets import QToolTip, QWidget
from typing_extensions import override

from app.model.topics import TopicKey
from app.ui.base.spoken import SpokenView
from app.ui.base.text import format_stamp, listed_apart, plain_tip, say, topic_text
from app.ui.base.theme import Theme, Themes
from app.ui.base.view_keys import ViewKey
from app.ui.time_axis.axis import Tick, format_time, time_axis
from app.ui.time_axis.fields import FieldDrag, Fields
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.blocks import BlocksFrame, RowHeaderText
from app.ui.time_axis.states.rows import StateReading, StateRow, StateRows
from app.ui.time_axis.states.run_rows import RunStateRow
from app.ui.time_axis.states.run_strip import RunStrip, StripPlace
from app.ui.time_axis.view import TimeAxisView
from app.ui.widgets.marks import draw_marks, spoken_marks
from app.wording.ui.time_axis import StatesWording, TimeAxisWording

_GAP: Final = 7
_BAR: Final = 3

# above each row of a run
_RUN_GAP: Final = 2

_LEFT: Final = 8
_RIGHT: Final = 12


@dataclass(frozen=True, slots=True)
class RowGeometry:
    """Geometry of state rows, in logical pixels: each has a header and a band of blocks below it.

    Attributes:
        line: the height of a line of text.
        below: the number of rows of runs below each row; empty where there are none at all.
    """

    count: int
    left: int
    width: int
    full: int
    line: int
    below: tuple[int, ...] = ()

    @property
    def head_height(self) -> int:
        """Height of a header."""
        return self.line + 3

    @property
    def band_height(self) -> int:
        """Height of a band of blocks."""
        return self.line + 8

    @property
    def pitch(self) -> int:
        """Distance from a row without runs to the next."""
        return self.head_height + self.band_height + _GAP

    @property
    def run_height(self) -> int:
        """Height of the blocks of a run."""
        return self.line + 2

    @property
    def run_pitch(self) -> int:
        """Distance from a run to the next."""
        return self.run_height + _RUN_GAP

    @property
    def height(self) -> int:
        """Height of all rows."""
        return self.top(self.count) + _GAP

    def top(self, row: int) -> int:
        """Return the upper edge of a row."""
        return row * self.pitch + sum(self.below[:row]) * self.run_pitch

    def head(self, row: int) -> QRect:
        """Return the rectangle of the header of a row."""
        return QRect(self.left, self.top(row) + _GAP // 2, self.width, self.head_height)

    def band(self, row: int) -> QRect:
        """Return the rectangle of the blocks of a row."""
        return QRect(self.left, self.top(row) + _GAP // 2 + self.head_height, self.width, self.band_height)

    def run_band(self, row: int, number: int) -> QRect:
        """Return the rectangle of the blocks of a run below a row, by its number from 0 on."""
        band = self.band(row)
        top = band.top() + band.height() + _RUN_GAP + number * self.run_pitch
        return QRect(self.left, top, self.width, self.run_height)

    @property
    def bands(self) -> list[QRect]:
        """Rectangles of the blocks of all rows, with those of runs."""
        runs = [self.run_band(row, number) for row in range(self.count) for number in range(self._below(row))]
        return [*(self.band(row) for row in range(self.count)), *runs]

    def run_at(self, row: int, y: float) -> int | None:
        """Return the number of the run below a row at a height; None if there is none."""
        bands = (self.run_band(row, number) for number in range(self._below(row)))
        return next((number for number, band in enumerate(bands) if band.top() <= y <= band.bottom()), None)

    def whole(self, row: int) -> QRect:
        """Return the rectangle of a whole row, with its runs."""
        return QRect(0, self.top(row), self.full, self.top(row + 1) - self.top(row))

    def row_at(self, y: float) -> int | None:
        """Return the index of the row at a height; None if there is none."""
        return next((row for row in range(self.count) if self.top(row) <= y < self.top(row + 1)), None)

    def is_head(self, place: QPoint) -> bool:
        """Whether a place is in the header of a row."""
        row = self.row_at(place.y())
        return row is not None and place.y() < self.band(row).top()

    def gap_at(self, y: float) -> int:
        """Return the index at which a row would be inserted that is dropped at a height."""
        return min(range(self.count + 1), key=lambda row: abs(self.top(row) - y))

    def _below(self, row: int) -> int:
        return self.below[row] if row < len(self.below) else 0


class StatePainter:
    """Painter of state rows."""

    def __init__(self, lanes: StateRows, themes: Themes) -> None:
        self._lanes = lanes
        self._themes = themes
        # of the rows that have runs
        self._strips: WeakKeyDictionary[StateRow, RunStrip] = WeakKeyDictionary()

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
                mark = rows.head(row).united(rows.band(row))
                painter.fillRect(QRect(0, mark.top(), _BAR, mark.height()), theme.color("accent"))
            now_s = window.now_s
            frame = BlocksFrame(rows.band(row), across, lane.known_until_s(now_s), lane.is_stale)
            lane.blocks.draw(painter, frame, lane.history, theme, view.devicePixelRatioF())
            # while time is paused, the header shows the state at the end of the shown time
            at_s = cursors.read_s if cursors.read_s is not None else (None if window.live else across[1])
            reading = lane.read_now(now_s) if at_s is None else lane.read_at(at_s, now_s)
            words = self._words(lane, reading, theme)
            lane.header.draw(painter, rows.head(row), words, theme, plain, view.devicePixelRatioF())
            if lane.runs:
                self._paint_runs(painter, theme, view, rows, lane, row)
        marks = view.shown_marks
        if marks:
            bands = [rows.band(row) for row in range(rows.count) if rows.whole(row).intersects(dirty)]
            draw_marks(painter, theme, marks, view.x_of, [(band.top(), band.bottom()) for band in bands])
        self._paint_cursors(painter, theme, view, cursors)
        if drop_at is not None:
            y = min(rows.top(drop_at), max(view.height() - 2, 0))
            painter.fillRect(QRect(rows.left, y, rows.width, 2), theme.color("accent"))

    def _paint_runs(
        self, painter: QPainter, theme: Theme, view: StateView, rows: RowGeometry, lane: StateRow, row: int
    ) -> None:
        runs = [each for each in lane.runs if isinstance(each, RunStateRow)]
        first, pitch = rows.run_band(row, 0), rows.run_pitch
        area = first.adjusted(0, 0, 0, (len(runs) - 1) * pitch)
        strip = self._strips.get(lane)
        if strip is None:
            strip = self._strips[lane] = RunStrip(self._lanes.colors)
        place = StripPlace(area, first.height(), pitch, view.axis[0])
        strip.draw(painter, runs, place, theme, view.devicePixelRatioF())
        if view.hasFocus() and view.current in lane.runs:
            band = rows.run_band(row, lane.runs.index(view.current))
            painter.fillRect(QRect(0, band.top(), _BAR, band.height()), theme.color("accent"))

    def tip(self, lane: StateRow, at_s: float, window: TimeWindow) -> str:
        """Return the tool tip of a row at a time: field, topic, robot, the state with its duration, and faults."""
        spec = lane.spec
        where = lane.run.name if isinstance(lane, RunStateRow) else spec.key.connection
        lines = [str(spec.path), topic_text(spec.key.topic), where, ""]
        reading = lane.read_at(at_s, window.now_s)
        if reading.run is None:
            lines.append(reading.note)
        else:
            run = reading.run
            end_s = lane.known_until_s(window.now_s) if run.end_s is None else run.end_s
            until = say(StatesWording.STILL_SO()) if run.end_s is None else format_stamp(round(end_s * 1e9))
            since = format_stamp(round(run.start_s * 1e9))
            lines.append(reading.word)
            lines.append(say(StatesWording.FROM_TO(since=since, until=until)))
            lines.append(say(StatesWording.LASTED(seconds=f"{end_s - run.start_s:,.3f}")))
        if lane.fault and lane.fault not in lines:
            lines.append(lane.fault)
        if not isinstance(lane, RunStateRow):
            lines += ["", say(StatesWording.TRACK_TIP())]
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
                for band in rows.bands:
                    painter.drawLine(x, band.top(), x, band.bottom())


def cursor_text(at_s: float, window: TimeWindow, last_s: float) -> str:
    """Format the time of a cursor: relative to `last_s` while following the data, else as clock time."""
    if window.live:
        return say(StatesWording.AT(time=f"{at_s - last_s:.3f}"))
    return format_time(at_s)


class StateView(SpokenView, TimeAxisView):
    """Widget of state rows.

    Signals:
        dropped: a list of (TopicKey, path) was dropped, and the index among the rows.
        menu_asked: the context menu is asked for, of a Lane or None, at a place of the screen.
        key_pressed: the name of the action of a key: remove, up, down, transitions or copy.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Up, Down", StatesWording.SELECT_A_TRACK),
        ViewKey("Alt+Up, Alt+Down", StatesWording.MOVE_KEY),
        ViewKey("Enter", StatesWording.LIST_KEY),
        ViewKey("Del", StatesWording.REMOVE_KEY),
    )

    dropped: Final = Signal(object, int)
    menu_asked: Final = Signal(object, QPoint)
    key_pressed: Final = Signal(str)

    def __init__(
        self, lanes: StateRows, window: TimeWindow, cursors: Cursors, themes: Themes, parent: QWidget | None = None
    ) -> None:
        super().__init__(window, cursors, themes, parent)
        self.state_rows = lanes
        self.current: StateRow | None = None
        self._painter = StatePainter(lanes, themes)
        self._edges: tuple[int, int] | None = None
        self._axis: tuple[tuple[float, float], tuple[Tick, ...]] | None = None
        self._dragging = FieldDrag(self, self._fields_at)
        self._drop_at: int | None = None
        self.setAccessibleName(say(StatesWording.STATE_TIMELINES()))

    # geometry

    def sizeHint(self) -> QSize:
        """Return the preferred size, as high as all rows."""
        return QSize(480, self.row_geometry.height)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size, as high as all rows: the view stands in a scroll area."""
        return QSize(160, self.row_geometry.height)

    @property
    def row_geometry(self) -> RowGeometry:
        """Geometry of the rows."""
        left, width = self.edges
        below = tuple(len(lane.runs) for lane in self.state_rows.all)
        return RowGeometry(len(self.state_rows), left, width, self.width(), self.fontMetrics().height(), below)

    @property
    def edges(self) -> tuple[int, int]:
        """Left edge of the time axis and its width, in pixels."""
        return self._edges or (_LEFT, max(self.width() - _LEFT - _RIGHT, 80))

    def set_edges(self, edges: tuple[int, int]) -> None:
        """Set left edge and width of the time axis, to align it with other views."""
        if edges != self._edges:
            self._edges = edges
            self.repaint_all()

    @property
    def axis(self) -> tuple[tuple[float, float], tuple[Tick, ...]]:
        """First and last time of the axis, and its ticks."""
        if self._axis is None:
            self._axis = time_axis(self._window, self.edges[1], self.fontMetrics())
        return self._axis

    @property
    def across(self) -> tuple[float, float]:
        """First and last time of the axis."""
        return self.axis[0]

    def x_of(self, at_s: float) -> float:
        """Return the pixel column of a time."""
        (left, width), (first_s, last_s) = self.edges, self.axis[0]
        return left + (at_s - first_s) / (last_s - first_s) * width

    def row_at(self, place: QPoint) -> StateRow | None:
        """Return the row at a place, also that of a run; None if there is none."""
        rows = self.row_geometry
        row = rows.row_at(place.y())
        if row is None:
            return None
        lane, run = self.state_rows.all[row], rows.run_at(row, place.y())
        return lane if run is None else lane.runs[run]

    @override
    def spoken_text(self) -> str:
        if not self.state_rows.all:
            return say(StatesWording.NO_ROWS())
        told = []
        for lane in self.state_rows.shown:
            reading = lane.read_now(self._window.now_s)
            name = f"{lane.spec.key.topic} {lane.spec.path}"
            if isinstance(lane, RunStateRow):
                name = say(TimeAxisWording.OF_RUN(run=lane.run.name, what=name))
            told.append(say(StatesWording.SPOKEN_ROW(name=name, state=reading.word, note=reading.note)))
        told += spoken_marks(self.shown_marks)
        return listed_apart(told)

    # updates

    def advance(self, *, changed: bool) -> None:
        """Move on to the time of now, and repaint if that looks different; `changed` says whether states came too."""
        before, self._axis = self._axis, None
        if changed or before is None or before[0] != self.axis[0]:
            self.update()

    def repaint_all(self) -> None:
        """Repaint all, with a new axis."""
        self._axis = None
        super().repaint_all()

    def rows_changed(self) -> None:
        """Adapt current row and height after rows were added or removed."""
        if self.current not in self.state_rows.shown:
            self.current = self.state_rows.all[0] if self.state_rows.all else None
        self.updateGeometry()
        self.setMinimumHeight(self.row_geometry.height)
        self.repaint_all()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint the dirty part."""
        self.painted += 1
        self._painter.paint(self, event.rect(), self._window, self._cursors, self._drop_at)

    # mouse

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Start to drag a row by its header, or time by its blocks."""
        place = event.position().toPoint()
        lane = self.row_at(place)
        if lane is not None and lane is not self.current:
            self.current = lane
            self.update()
        self._dragging.press(event)
        if not self.row_geometry.is_head(place):
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag a row, pan in time, or point at a time."""
        if self._dragging.move(event):
            return
        if not event.buttons():
            head = self.row_geometry.is_head(event.position().toPoint())
            self.setCursor(Qt.CursorShape.OpenHandCursor if head else Qt.CursorShape.ArrowCursor)
        super().mouseMoveEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Ask for the transitions of a row by its header; else clear the cursors and follow the data."""
        place = event.position().toPoint()
        if self.row_geometry.is_head(place):
            self.key_pressed.emit("transitions")
        else:
            super().mouseDoubleClickEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        """Ask for the menu, by mouse or by key."""
        self._note_menu(event)
        by_key = event.reason() is QContextMenuEvent.Reason.Keyboard
        lane = self.current if by_key else self.row_at(event.pos())
        place = event.globalPos()
        if by_key and lane is not None:
            place = self.mapToGlobal(self._band_of(lane).topLeft())
        self.menu_asked.emit(lane, place)

    def event(self, event: QEvent) -> bool:
        """Show the tool tip of the row and time below the pointer."""
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            lane = self.row_at(event.pos())
            text = self._painter.tip(lane, self.at_x(event.pos().x()), self._window) if lane is not None else ""
            mark = self.mark_tip_at(event.pos().x()) if lane is not None else ""
            text = f"{mark}\n\n{text}" if mark else text
            QToolTip.showText(event.globalPos(), plain_tip(text), self)
            return True
        return super().event(event)

    # keys

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Move among rows, ask for an action on the current row, or move in time."""
        key, alt = event.key(), bool(event.modifiers() & Qt.KeyboardModifier.AltModifier)
        does: dict[int, Callable[[], object]] = {
            Qt.Key.Key_Up: lambda: self.key_pressed.emit("up") if alt else self._step(-1),
            Qt.Key.Key_Down: lambda: self.key_pressed.emit("down") if alt else self._step(1),
            Qt.Key.Key_Delete: lambda: self.key_pressed.emit("remove"),
            Qt.Key.Key_Return: lambda: self.key_pressed.emit("transitions"),
            Qt.Key.Key_Enter: lambda: self.key_pressed.emit("transitions"),
        }
        if key in does:
            does[key]()
        else:
            super().keyPressEvent(event)

    # private

    def _has_time_at(self, place: QPointF) -> bool:
        left, width = self.edges
        return left <= place.x() <= left + width and bool(len(self.state_rows))

    def _expect(self, place: QPointF | None) -> None:
        drop_at = self.row_geometry.gap_at(place.y()) if place is not None else None
        if drop_at != self._drop_at:
            self._drop_at = drop_at
            self.update()

    def _drop(self, fields: Fields, place: QPointF) -> None:
        self.dropped.emit(fields, self.row_geometry.gap_at(place.y()))

    def _zoom(self, factor: float, place: QPointF, *, control: bool) -> bool:
        # without Ctrl, the wheel is for the scroll area where not all rows fit
        around = self.parentWidget()
        scrolled = around is not None and around.height() < self.row_geometry.height
        return (control or not scrolled) and super()._zoom(factor, place, control=control)

    def _band_of(self, lane: StateRow) -> QRect:
        """Return the rectangle of the blocks of a row, also of that of a run."""
        rows = self.row_geometry
        for row, live in enumerate(self.state_rows.all):
            if lane in live.runs:
                return rows.run_band(row, live.runs.index(lane))
        return rows.band(self.state_rows.all.index(lane))

    def _fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        lane = self.row_at(place) if self.row_geometry.is_head(place) else None
        return [(lane.spec.key, str(lane.spec.path))] if lane is not None else []

    def _step(self, by: int) -> None:
        shown = self.state_rows.shown
        if self.current in shown:
            place = min(max(shown.index(self.current) + by, 0), len(shown) - 1)
            self.current = shown[place]
            self.update()
