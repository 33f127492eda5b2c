"""The table of joints, painted in one go: to ask a delegate for each cell costs several times as much."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import ClassVar, Final, NamedTuple

from PySide6.QtCore import QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QKeyEvent, QPainter, QPaintEvent, QPen, QPolygonF, QRegion
from PySide6.QtWidgets import QAbstractItemView, QApplication
from typing_extensions import override

from app.model.messages.values import JointKind
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.base.text import topic_text
from app.ui.base.text_size import grown
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.base.view_keys import ViewKey
from app.ui.joints.rows import JointRow, JointStatus
from app.ui.joints.table_model import FIGURES, JointColumn, JointTableModel
from app.ui.joints.units import joint_units
from app.ui.time_axis.fields import FieldDragView
from app.ui.time_axis.plots.drawing import polygon
from app.ui.widgets.item_views import TableView
from app.ui.widgets.row_delegates import StaticTextCache, row_height
from app.wording.ui.joints import JointsWording

_ICON: Final = 16
_GAP: Final = 5
# equal to those of the titles above
_MARGIN: Final = 6
_FIGURE_MARGIN: Final = 7

# a position is near a limit within this fraction of the range
NEAR: Final = 0.05

# height of the track, in pixels
_TRACK: Final = 4.0
# opacity of the track on a selected row
_FAINT: Final = 90
_MARK_WIDTH: Final = 3.0
_MARK_HEIGHT: Final = 12.0
_SHORTEST_TRACK: Final = 48

# the least range of a trace, in rad or m: the noise of an encoder must not look like motion
_LEAST_SPAN: Final = 0.02
_INSET: Final = 4.0
_HALF: Final = 0.5

_SINGLE_RIGHT: Final = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)
_SINGLE_LEFT: Final = int(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine)

_ROLES: Final = ("text", "muted", "border", "accent", "selection", "warn", "error")

STATUS_ROLES: Final = {
    JointStatus.WAITING: STATE_ROLES[ConnectionState.CONNECTING],
    JointStatus.LIVE: STATE_ROLES[ConnectionState.CONNECTED],
    JointStatus.STALE: STATE_ROLES[ConnectionState.STALE],
    JointStatus.AWAY: STATE_ROLES[ConnectionState.LOST],
    JointStatus.UNPUBLISHED: "muted",
    # as a topic that can't be read
    JointStatus.UNREADABLE: "warn",
}

# as wide as most numbers beside a track
_LIMIT: Final = "-0.0000"

_POSITION: Final = 0


class ColumnPlace(NamedTuple):
    """The place of a column in the viewport, in pixels."""

    column: JointColumn
    left: int
    width: int


class JointPainter:
    """Paints the cells of joints in the colours of the theme."""

    def __init__(self, model: JointTableModel, themes: Themes) -> None:
        self._model = model
        self._themes = themes
        self._texts = StaticTextCache()
        self._widest = (0, 0, 0)
        self._digit = 0
        self._colors: dict[str, QColor] = {}

    def prepare(self, painter: QPainter) -> None:
        """Prepare fonts and colours; to be called before each painting."""
        texts = self._texts
        texts.use_font(painter)
        every = [joint_units(kind, self._model.shown_units) for kind in (None, *JointKind)]
        # units of joints that turn and of joints that slide are aligned at their beginning
        position, velocity, effort = (
            max(texts.width(each.unit) for each in column) for column in zip(*every, strict=True)
        )
        self._widest = (position, velocity, effort)
        self._digit = texts.width("0")
        theme = self._themes.current
        self._colors = {role: theme.color(role) for role in _ROLES}

    def paint(
        self, painter: QPainter, row: JointRow, places: Sequence[ColumnPlace], top: int, height: int, *, selected: bool
    ) -> None:
        """Paint the columns at `places` of a joint."""
        for column, left, width in places:
            cell = QRect(left, top, width, height)
            if selected:
                painter.fillRect(cell, self._colors["selection"])
            if column is JointColumn.NAME:
                self._paint_name(painter, cell, row, selected=selected)
            elif column in FIGURES:
                self._paint_figure(painter, cell, row, FIGURES.index(column), selected=selected)
            elif column is JointColumn.RANGE:
                self._paint_range(painter, cell, row, selected=selected)
            elif column is JointColumn.TRACE:
                self._paint_trace(painter, cell, row, selected=selected)
            else:
                self._paint_age(painter, cell, row, selected=selected)

    def _paint_name(self, painter: QPainter, cell: QRect, row: JointRow, *, selected: bool) -> None:
        left, right = cell.left() + _MARGIN, cell.right() - _MARGIN
        icon = self._themes.icon(row.status.value, STATUS_ROLES[row.status])
        size = grown(_ICON)
        icon.paint(painter, QRect(left, cell.center().y() - size // 2 + 1, size, size))
        left += size + _GAP
        lead, text = split_name(row.name)
        room = right - left
        if room <= 0:
            return
        texts, muted = self._texts, self._colors["text" if selected else "muted"]
        text = self._fitted(painter, topic_text(text), room)
        if lead and texts.width(text) < room:
            lead = self._fitted(painter, lead, room - texts.width(text))
            painter.setPen(muted)
            texts.draw(painter, left, cell.top(), cell.height(), lead)
            left += texts.width(lead)
        painter.setPen(muted if row.is_topic else self._colors["text"])
        texts.draw(painter, left, cell.top(), cell.height(), text)
        left += texts.width(text) + 2 * _GAP
        if row.is_ambiguous and left < right:
            painter.setPen(muted)
            texts.draw(painter, left, cell.top(), cell.height(), self._fitted(painter, row.key.topic, right - left))

    def _fitted(self, painter: QPainter, text: str, room: int) -> str:
        if self._texts.width(text) <= room:
            return text
        return painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideMiddle, room)

    def _paint_figure(self, painter: QPainter, cell: QRect, row: JointRow, number: int, *, selected: bool) -> None:
        value = row.numbers[number]
        if value is None:
            return
        measure, limits = self._model.units(row)[number], row.limits
        faint = self._colors["text" if selected else "muted"]
        room, widest = cell.adjusted(_FIGURE_MARGIN, 0, -_FIGURE_MARGIN, 0), self._widest[number]
        figure = measure.number_text(value)
        if room.width() < widest + _GAP + len(figure) * self._digit:
            # a number that is cut off at its beginning would be read as another number
            return
        most = (None, limits.velocity, limits.effort)[number]
        beyond = most is not None and abs(value) > most
        painter.setPen(faint if row.is_old else self._colors["error" if beyond else "text"])
        painter.drawText(room.adjusted(0, 0, -widest - _GAP, 0), _SINGLE_RIGHT, figure)
        painter.setPen(faint)
        self._texts.draw(painter, room.right() - widest + 1, room.top(), room.height(), measure.unit)

    def _paint_age(self, painter: QPainter, cell: QRect, row: JointRow, *, selected: bool) -> None:
        text = self._model.age_text(row)
        unreadable = row.status is JointStatus.UNREADABLE
        role = "error" if unreadable else "muted" if row.is_old and not selected else "text"
        painter.setPen(self._colors[role])
        room = cell.adjusted(_FIGURE_MARGIN, 0, -_FIGURE_MARGIN, 0)
        if self._texts.width(text) > room.width():
            text = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, room.width())
        self._texts.draw(painter, room.right() + 1 - self._texts.width(text), room.top(), room.height(), text)

    def _paint_range(self, painter: QPainter, cell: QRect, row: JointRow, *, selected: bool) -> None:
        share, limits = row.limit_fraction(), row.limits
        if share is None or limits.lower is None or limits.upper is None:
            return
        room = cell.adjusted(_FIGURE_MARGIN, 0, -_FIGURE_MARGIN, 0)
        measure = self._model.units(row).position
        low, high = measure.number_text(limits.lower), measure.number_text(limits.upper)
        widest = max(self._texts.width(low), self._texts.width(high), self._texts.width(_LIMIT))
        track = QRectF(room)
        if room.width() - 2 * (widest + _MARGIN) >= _SHORTEST_TRACK:
            painter.setPen(self._colors["text" if selected else "muted"])
            self._texts.draw(painter, room.left() + widest - self._texts.width(low), room.top(), room.height(), low)
            self._texts.draw(painter, room.right() + 1 - widest, room.top(), room.height(), high)
            track = QRectF(room.adjusted(widest + _MARGIN, 0, -widest - _MARGIN, 0))
        middle = track.center().y() + 0.5
        bar = QRectF(track.left(), middle - _TRACK / 2, track.width(), _TRACK)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        ground = self._colors["muted" if selected else "border"]
        painter.setBrush(QColor(ground.red(), ground.green(), ground.blue(), _FAINT) if selected else ground)
        painter.drawRoundedRect(bar, _TRACK / 2, _TRACK / 2)
        if limits.lower < 0 < limits.upper:
            zero = bar.left() - limits.lower / (limits.upper - limits.lower) * bar.width()
            painter.fillRect(QRectF(zero - 0.5, middle - 4, 1.0, 8.0), self._colors["muted"])
        painter.setBrush(self._mark_color(row, share, selected=selected))
        _draw_mark(painter, bar, middle, share)
        painter.restore()

    def _paint_trace(self, painter: QPainter, cell: QRect, row: JointRow, *, selected: bool) -> None:
        lines = row.trace.lines(self._model.now_s)
        if not lines:
            return
        low = min(float(line[:, 1].min()) for line in lines)
        high = max(float(line[:, 1].max()) for line in lines)
        spare = max(_LEAST_SPAN - (high - low), 0.0) / 2
        width, height = cell.width() - 2 * _MARGIN, cell.height() - 2 * _INSET
        per_unit = height / (high - low + 2 * spare)
        # any wider pen takes ten times as long
        pen = QPen(self._live_color(row, selected=selected), 1.0)
        pen.setCosmetic(True)
        painter.save()
        painter.setClipRect(cell)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(pen)
        scale = (width, -per_unit)
        corner = (cell.left() + _MARGIN, cell.bottom() - _INSET + (low - spare) * per_unit)
        for line in lines:
            points = polygon(line * scale + corner)
            painter.drawPolyline(points)
            if painter.device().devicePixelRatioF() > 1.0:
                # a second line, so that it looks as wide as on other screens
                painter.drawPolyline(points.translated(0.0, _HALF))
        painter.restore()

    def _mark_color(self, row: JointRow, share: float, *, selected: bool) -> QColor:
        if row.is_old or selected:
            return self._live_color(row, selected=selected)
        if not 0.0 <= share <= 1.0:
            return self._colors["error"]
        return self._colors["warn" if is_near(share) else "accent"]

    def _live_color(self, row: JointRow, *, selected: bool) -> QColor:
        return self._colors["text" if selected else "muted" if row.is_old else "accent"]


def split_name(name: str) -> tuple[str, str]:
    """The part of a name up to its last separator, and the last part."""
    for separator in ("::", "/"):
        lead, found, last = name.rpartition(separator)
        if found and last:
            return lead + found, last
    return "", name


def is_near(share: float) -> bool:
    """Whether a fraction of the range is near one of the limits."""
    return not NEAR <= share <= 1 - NEAR


def _draw_mark(painter: QPainter, bar: QRectF, middle: float, share: float) -> None:
    """Draw a mark at the position of the joint; beyond a limit it is an arrow that points out of the track."""
    half = _MARK_HEIGHT / 2
    if 0.0 <= share <= 1.0:
        at = bar.left() + share * (bar.width() - _MARK_WIDTH)
        painter.drawRoundedRect(QRectF(at, middle - half, _MARK_WIDTH, _MARK_HEIGHT), 1.0, 1.0)
        return
    end, back = (bar.left() - 2, half) if share < 0 else (bar.right() + 2, -half)
    painter.drawPolygon(
        QPolygonF([QPointF(end, middle), QPointF(end + back, middle - half), QPointF(end + back, middle + half)])
    )


class JointTable(FieldDragView, TableView):
    """The table of joints. A number can be dragged to a plot; elsewhere in a row the position is dragged.

    Signals:
        plot_asked: the key for plotting was pressed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("P", JointsWording.PLOT_KEY),)

    plot_asked: Final = Signal()

    def __init__(self, model: JointTableModel, themes: Themes) -> None:
        super().__init__(row_height(QFontMetrics(QApplication.font())))
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self._joints = model
        self._themes = themes
        self._painter = JointPainter(model, themes)
        self.setModel(model)

    def row_at(self, place: QPoint) -> JointRow | None:
        """The joint at a point of the viewport; None where there is none."""
        index = self.indexAt(place)
        return self._joints.rows[index.row()] if index.isValid() else None

    def repaint_columns(self, columns: Iterable[JointColumn]) -> None:
        """Repaint some columns."""
        header, viewport = self.horizontalHeader(), self.viewport()
        region = QRegion()
        for column in columns:
            if not header.isSectionHidden(column):
                left, width = self.columnViewportPosition(column), self.columnWidth(column)
                region += QRect(left, 0, width, viewport.height())
        viewport.update(region)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint all cells that need it in one go."""
        viewport, region, model = self.viewport(), event.region(), self._joints
        header, height = self.horizontalHeader(), self.verticalHeader().defaultSectionSize()
        painter = QPainter(viewport)
        painter.fillRect(event.rect(), self._themes.current.color("base"))
        self._painter.prepare(painter)
        places = [
            ColumnPlace(column, self.columnViewportPosition(column), self.columnWidth(column))
            for column in JointColumn
            if not header.isSectionHidden(column)
        ]
        places = [place for place in places if region.intersects(QRect(place.left, 0, place.width, viewport.height()))]
        chosen = {index.row() for index in self.selectionModel().selectedRows()}
        row = max(self.rowAt(0), 0)
        top, bottom, rows = self.rowViewportPosition(row), viewport.height(), model.rows
        while row < len(rows) and top < bottom:
            if region.intersects(QRect(0, top, viewport.width(), height)):
                self._painter.paint(painter, rows[row], places, top, height, selected=row in chosen)
            row, top = row + 1, top + height
        painter.end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Plot the selected joints on P, as in the inspector."""
        if event.key() == Qt.Key.Key_P and not event.modifiers():
            self.plot_asked.emit()
        else:
            super().keyPressEvent(event)

    @override
    def fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        row, column = self.row_at(place), self.columnAt(place.x())
        if row is None:
            return []
        number = FIGURES.index(JointColumn(column)) if column in FIGURES else _POSITION
        return [(row.key, row.fields[number])] if row.fields[number] else []
