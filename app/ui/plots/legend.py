"""The curves of a plot as a table: what is drawn in which colour, and what it says in numbers."""

from __future__ import annotations

import enum
import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPixmap, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from app.ui.plots.colors import curve_color, swatch
from app.ui.plots.data import series_of
from app.ui.plots.fields import Dragging, Fields
from app.ui.plots.plot import Plot, PlotCurve, PlotKind
from app.ui.plots.ranges import TimeWindow
from app.ui.plots.readings import summary, value_at
from app.ui.plots.view import Cursors
from app.ui.text import format_age, translate
from app.ui.theme import Themes
from app.ui.widgets.table_view import TableView

_SWATCH: Final = 10
_ROWS: Final = 5
_ROW: Final = 21
_PAD: Final = 8
_NAME_CHARACTERS: Final = 18


class Figure(enum.IntEnum):
    """The columns."""

    CURVE = 0
    VALUE = 1
    DIFFERENCE = 2
    LOW = 3
    HIGH = 4
    MEAN = 5


_Index = QModelIndex | QPersistentModelIndex


class LegendModel(QAbstractTableModel):
    """A row for each curve. Call `refresh` some times a second; `reset` when curves came or went."""

    def __init__(self, plot: Plot, window: TimeWindow, cursors: Cursors, themes: Themes) -> None:
        super().__init__()
        self._plot = plot
        self._window = window
        self._cursors = cursors
        self._themes = themes
        self._texts: list[tuple[str, ...]] = []
        self._tips: list[str] = []
        self._broken: set[int] = set()
        self._pale: list[bool] = []
        self._swatches: dict[int, QPixmap] = {}
        self.reset()

    def reset(self) -> None:
        """Curves came or went."""
        self.beginResetModel()
        self._make(0.0)
        self.endResetModel()

    def refresh(self, now_s: float) -> None:
        """Tell the figures of now, by the clock on the wall."""
        before = self._texts, self._pale, self._broken
        self._make(now_s)
        if not self._texts or before == (self._texts, self._pale, self._broken):
            return
        # a name has a sign beside it, and takes longest to paint: mostly it is only the figures that are others
        same = before[1] == self._pale and [row[0] for row in before[0]] == [row[0] for row in self._texts]
        roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ForegroundRole]
        first = self.index(0, Figure.VALUE if same else Figure.CURVE)
        self.dataChanged.emit(first, self.index(len(self._texts) - 1, Figure.MEAN), roles)

    def curve(self, index: _Index) -> PlotCurve | None:
        """The curve of a row."""
        curves = self._plot.curves
        return curves[index.row()] if index.isValid() and index.row() < len(curves) else None

    def as_text(self) -> str:
        """All of it, as a spreadsheet takes it."""
        return "\n".join("\t".join(row) for row in [_titles(), *self._texts])

    def rowCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(self._texts)

    def columnCount(self, parent: _Index = QModelIndex()) -> int:  # noqa: B008 - Qt's signature
        """See QAbstractItemModel."""
        return 0 if parent.isValid() else len(Figure)

    def flags(self, index: _Index) -> Qt.ItemFlag:
        """See QAbstractItemModel."""
        flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
        return flags | Qt.ItemFlag.ItemIsUserCheckable if index.column() == Figure.CURVE else flags

    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See QAbstractItemModel."""
        curve = self.curve(index)
        if curve is None or index.row() >= len(self._texts):
            return None
        if role == Qt.ItemDataRole.DisplayRole:
            return self._texts[index.row()][index.column()]
        if role == Qt.ItemDataRole.ToolTipRole:
            return self._tips[index.row()]
        return self._look(index, curve, role)

    def _look(self, index: _Index, curve: PlotCurve, role: int) -> Any:
        first = index.column() == Figure.CURVE
        if role == Qt.ItemDataRole.TextAlignmentRole and not first:
            return Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        if role == Qt.ItemDataRole.ForegroundRole:
            return self._foreground(index)
        if role == Qt.ItemDataRole.DecorationRole and first:
            return self._swatch(curve_color(self._themes.current, curve.spec.color))
        if role == Qt.ItemDataRole.CheckStateRole and first:
            return Qt.CheckState.Checked if curve.spec.visible else Qt.CheckState.Unchecked
        return None

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """See QAbstractItemModel: whether it is drawn."""
        curve = self.curve(index)
        if curve is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        curve.change(replace(curve.spec, visible=Qt.CheckState(value) is Qt.CheckState.Checked))
        self._pale[index.row()] = curve.lost or not curve.spec.visible
        self.dataChanged.emit(index, index, [role])
        return True

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        """See QAbstractItemModel."""
        if orientation is not Qt.Orientation.Horizontal:
            return None
        if role == Qt.ItemDataRole.TextAlignmentRole:
            side = Qt.AlignmentFlag.AlignLeft if section == Figure.CURVE else Qt.AlignmentFlag.AlignRight
            return side | Qt.AlignmentFlag.AlignVCenter
        return _titles()[section] if role == Qt.ItemDataRole.DisplayRole else None

    def _foreground(self, index: _Index) -> QColor | None:
        theme = self._themes.current
        if index.column() == Figure.VALUE and index.row() in self._broken:
            return theme.color("error")
        return theme.color("muted") if self._pale[index.row()] else None

    def _swatch(self, color: QColor) -> QPixmap:
        known = self._swatches.get(color.rgb())
        if known is None:
            known = self._swatches[color.rgb()] = swatch(color)
        return known

    def _make(self, now_s: float) -> None:
        names = names_of(self._plot.curves)
        if self._plot.kind is PlotKind.XY and names:
            names[0] = translate("Plot", "{name} (axis below)").format(name=names[0])
        self._texts = [self._row(curve, name, now_s) for curve, name in zip(self._plot.curves, names, strict=True)]
        self._tips = [_tip(curve) for curve in self._plot.curves]
        self._pale = [curve.lost or not curve.spec.visible for curve in self._plot.curves]
        broken = [curve for curve, _ in self._plot.broken]
        self._broken = {row for row, curve in enumerate(self._plot.curves) if curve in broken}

    def _row(self, curve: PlotCurve, label: str, now_s: float) -> tuple[str, ...]:
        received_s = curve.received_s
        if curve.lost and received_s is not None and now_s:
            age = format_age(now_s - received_s)
            label = translate("Plot", "{name} (lost, {age} old)").format(name=label, age=age)
        samples, cursors = curve.samples, self._cursors
        if samples is None or not len(samples.values):
            return label, translate("Plot", "no value yet"), "", "", "", ""
        over_time = self._plot.kind is not PlotKind.PROFILE
        read_s = cursors.read_s if over_time else None
        value = curve.newest_value if read_s is None else value_at(samples, read_s)
        difference = ""
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            difference = _number(value_at(samples, cursors.second_s) - value_at(samples, cursors.first_s))
        shown = self._window.shown
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            shown = min(cursors.first_s, cursors.second_s), max(cursors.first_s, cursors.second_s)
        if curve.values is None:
            # its last number is no value of now
            value, found = math.nan, summary(series_of(samples), 0.0, math.inf)
        else:
            found = summary(curve.values.series, *shown)
        figures = ("", "", "") if found is None else tuple(map(_number, (found.low, found.high, found.mean)))
        return (label, _number(value), difference, *figures)


class Legend(TableView):
    """See the module.

    Signals:
        remove_asked: the key to remove the current curve was pressed.
        edit_asked: a curve was double-clicked, or Enter was pressed.
    """

    remove_asked: Final = Signal(object)
    edit_asked: Final = Signal(object)

    def __init__(self, model: LegendModel, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self.setModel(model)
        self._curves = model
        self._dragging = Dragging(self, self._fields_at)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setIconSize(QSize(_SWATCH, _SWATCH))
        self.setAccessibleName(translate("Plot", "Curves"))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        self._differences = False
        # six digits of what is small
        self._figure_width = width = self.fontMetrics().horizontalAdvance("-0.000000000") + _PAD
        header.setSectionResizeMode(Figure.CURVE, QHeaderView.ResizeMode.Stretch)
        for figure in Figure:
            if figure is not Figure.CURVE:
                self.setColumnWidth(figure, width)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.activated.connect(lambda index: self.edit_asked.emit(model.curve(index)))
        model.modelReset.connect(self._fit)
        self._fit()

    def show_differences(self, shown: bool) -> None:  # noqa: FBT001 - a setter
        """Whether there are two cursors to tell the difference of."""
        if shown != self._differences:
            self._differences = shown
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Figures that there is no room for are not told."""
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """With all curves, up to some."""
        return QSize(super().sizeHint().width(), self._height_of(min(self._curves.rowCount(), _ROWS)))

    def minimumSizeHint(self) -> QSize:
        """With one curve: the plot comes first, and the others can be scrolled to."""
        return QSize(super().minimumSizeHint().width(), self._height_of(1))

    def _arrange(self) -> None:
        room = self.viewport().width() - self.fontMetrics().averageCharWidth() * _NAME_CHARACTERS
        # in the order of what they are worth
        for figure in (Figure.VALUE, Figure.DIFFERENCE, Figure.LOW, Figure.HIGH, Figure.MEAN):
            wanted = figure is not Figure.DIFFERENCE or self._differences
            if wanted:
                room -= self._figure_width
            hidden = not wanted or (room < 0 and figure is not Figure.VALUE)
            if self.isColumnHidden(figure) != hidden:
                self.setColumnHidden(figure, hidden)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """It may begin to be dragged."""
        self._dragging.press(event)
        super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Drag the field of a curve to another view."""
        if not self._dragging.move(event):
            super().mouseMoveEvent(event)

    def _fields_at(self, place: QPoint) -> Fields:
        curve = self._curves.curve(self.indexAt(place))
        # an expression is no field that other views know
        return [(curve.spec.key, curve.spec.path)] if curve is not None and curve.spec.path else []

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """The key to remove the current curve."""
        curve = self._curves.curve(self.currentIndex())
        if event.key() == Qt.Key.Key_Delete and curve is not None:
            self.remove_asked.emit(curve)
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """As high as its curves need, up to some."""
        rows = min(self._curves.rowCount(), _ROWS)
        self.setVisible(rows > 0)
        self.setMaximumHeight(self._height_of(rows))
        self.updateGeometry()

    def _height_of(self, rows: int) -> int:
        return self.horizontalHeader().sizeHint().height() + rows * _ROW + 2 * self.frameWidth() + 2


def names_of(curves: Sequence[PlotCurve]) -> list[str]:
    """What curves of one plot are called: with so much of where they come from that they can be told apart."""
    keys = {curve.spec.key for curve in curves}
    if len(keys) < 2:
        return [curve.spec.label for curve in curves]
    topics = {key.topic for key in keys}
    short = len({_leaf(topic) for topic in topics}) == len(topics)
    many = len({key.connection for key in keys}) > 1
    names = []
    for spec in (curve.spec for curve in curves):
        robot = f"{spec.key.connection.partition('://')[2]} " if many else ""
        names.append(f"{robot}{_leaf(spec.key.topic) if short else spec.key.topic} {spec.label}")
    return names


def _leaf(topic: str) -> str:
    return topic.rpartition("/")[2]


def _titles() -> list[str]:
    return [
        translate("Plot", "Curve"),
        translate("Plot", "Value"),
        translate("Plot", "Difference"),
        translate("Plot", "Lowest"),
        translate("Plot", "Highest"),
        translate("Plot", "Mean"),
    ]


def _number(value: float) -> str:
    return "" if math.isnan(value) else f"{value:.6g}"


def _tip(curve: PlotCurve) -> str:
    topics = sorted({f"{field.key.topic}  {field.key.connection}" for field in curve.spec.fields})
    return "\n".join([curve.spec.label, *topics])
