"""Legend of a plot: a table of its curves with colour, value, lowest, highest and mean."""

from __future__ import annotations

import enum
import functools
import math
import operator
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, ClassVar, Final

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QSignalBlocker, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget
from typing_extensions import override

from app.model.messages.shown_units import ShownUnit
from app.ui.base.text import format_age, say, titled, topic_text
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.time_axis.colors import swatch, swatch_width
from app.ui.time_axis.fields import FieldDragView, Fields
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.data import samples_to_series
from app.ui.time_axis.plots.names import curve_names
from app.ui.time_axis.plots.plot import Plot, PlotCurve, PlotKind
from app.ui.time_axis.plots.readings import last_value, number_text, sample_range, summarize, value_at
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.item_views import TableView
from app.wording.ui.time_axis import PlotWording

_SWATCH: Final = 10
_ROWS: Final = 5
# in pixels, where the text does not need more
_ROW: Final = 21
_PAD: Final = 8
_NAME_CHARACTERS: Final = 12
# in pixels: box and colour before a name, and what is around it
_BESIDE_NAME: Final = 56

_Index = QModelIndex | QPersistentModelIndex


class LegendColumn(enum.IntEnum):
    """Columns of the legend."""

    CURVE = 0
    VALUE = 1
    DIFFERENCE = 2
    LOW = 3
    HIGH = 4
    MEAN = 5


class LegendModel(QStandardItemModel):
    """Model of the legend, a row for each curve. Call `refresh` some times a second; `reset` when curves came or went.

    Texts and colours lie in items of Qt's: a model that answers in Python is asked two hundred times for each painting
    of two curves, and waits for the interpreter each time.
    """

    def __init__(self, plot: Plot, window: TimeWindow, cursors: Cursors, themes: Themes) -> None:
        super().__init__(0, len(LegendColumn))
        self._plot = plot
        self._window = window
        self._cursors = cursors
        self._themes = themes
        self._texts: list[tuple[str, ...]] = []
        self._broken: set[int] = set()
        self._faults: list[str] = []
        self._lost: list[str] = []
        self._pale: list[bool] = []
        # the style of each row, as its items have it
        self._looks: list[object] = []
        for figure, title in zip(LegendColumn, _titles(), strict=True):
            self.setHeaderData(figure, Qt.Orientation.Horizontal, title)
            self.setHeaderData(figure, Qt.Orientation.Horizontal, _side(figure), Qt.ItemDataRole.TextAlignmentRole)
        themes.changed.connect(self._draw)
        self.reset()

    def reset(self) -> None:
        """Rebuild all rows after curves came or went."""
        self.beginResetModel()
        with QSignalBlocker(self):
            self._make(0.0)
            self.setRowCount(0)
            for texts in self._texts:
                self.appendRow([_item(figure, text) for figure, text in zip(LegendColumn, texts, strict=True)])
            self._looks = [None] * len(self._texts)
            self._look()
        self.endResetModel()

    def refresh(self, now_s: float) -> None:
        """Update the figures; `now_s` is the wall clock."""
        if len(self._plot.curves) != len(self._texts):
            self.reset()
        before = self._texts
        self._make(now_s)
        self._show_title()
        names = self._put(before)
        if self._look():
            names = True
        # a name has an icon, and takes longest to paint: mostly only the figures changed
        if names or before != self._texts:
            self._tell(LegendColumn.CURVE if names else LegendColumn.VALUE)

    def _show_title(self) -> None:
        """Say which time the values are of."""
        title = _value_title(self._cursors, over_time=self._plot.kind is not PlotKind.PROFILE)
        if self.headerData(LegendColumn.VALUE, Qt.Orientation.Horizontal) != title:
            self.setHeaderData(LegendColumn.VALUE, Qt.Orientation.Horizontal, title)

    @property
    def lost(self) -> str:
        """A sentence for each robot that is not connected and has left curves in the plot, a line each."""
        return "\n".join(dict.fromkeys(filter(None, self._lost)))

    @property
    def fault(self) -> str:
        """Reason why the plot is empty: the fault of the first curve, if every curve has a fault; else empty."""
        if self._plot.kind is PlotKind.XY and len(self._plot.curves) == 1:
            return say(PlotWording.ONE_MORE_FIELD())
        return self._faults[0] if self._faults and all(self._faults) else ""

    def has_fault(self, row: int) -> bool:
        """Whether the curve of a row has no values, for a reason that stands beside its name."""
        return row < len(self._faults) and bool(self._faults[row])

    @property
    def swatch_width(self) -> int:
        """Pixels of the line before a name."""
        return swatch_width(self._themes.current, _SWATCH)

    @property
    def figures(self) -> list[str]:
        """All figures that are shown."""
        return [text for texts, fault in zip(self._texts, self._faults, strict=True) if not fault for text in texts[1:]]

    def curve(self, index: _Index) -> PlotCurve | None:
        """Return the curve of a row, None if there is none."""
        curves = self._plot.curves
        return curves[index.row()] if index.isValid() and index.row() < len(curves) else None

    def as_text(self) -> str:
        """Return the table with its titles, with tabs as a spreadsheet takes it."""
        titles = [str(self.headerData(figure, Qt.Orientation.Horizontal)) for figure in LegendColumn]
        return "\n".join("\t".join(row) for row in [titles, *self._texts])

    def setData(self, index: _Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        """Show or hide a curve by its check box."""
        curve = self.curve(index)
        if curve is None or role != Qt.ItemDataRole.CheckStateRole:
            return False
        curve.change(replace(curve.spec, visible=Qt.CheckState(value) is Qt.CheckState.Checked))
        self._pale[index.row()] = curve.is_lost or not curve.spec.visible
        self._look()
        # the whole row changes its colour
        first, last = self.index(index.row(), LegendColumn.CURVE), self.index(index.row(), LegendColumn.MEAN)
        self.dataChanged.emit(first, last, [role, Qt.ItemDataRole.ForegroundRole])
        return True

    def _put(self, before: Sequence[tuple[str, ...]]) -> bool:
        """Set the texts that changed; return whether a name is among them."""
        names = False
        with QSignalBlocker(self):
            for row, (old, new) in enumerate(zip(before, self._texts, strict=True)):
                for figure in LegendColumn:
                    if old[figure] != new[figure]:
                        self.item(row, figure).setText(new[figure])
                        names = names or figure is LegendColumn.CURVE
        return names

    def _look(self) -> bool:
        """Style the rows that look different now; return whether there were any."""
        theme = self._themes.current
        changed = False
        with QSignalBlocker(self):
            for row, curve in enumerate(self._plot.curves):
                fault = self._faults[row]
                look = (theme, curve.spec, self._pale[row], row in self._broken, fault, bool(self._lost[row]))
                if look == self._looks[row]:
                    continue
                self._looks[row] = look
                changed = True
                pale = theme.color("muted") if self._pale[row] else None
                tip = _tip(curve, fault or self._lost[row])
                for figure in LegendColumn:
                    self.item(row, figure).setData(pale, Qt.ItemDataRole.ForegroundRole)
                    self.item(row, figure).setToolTip(tip)
                if row in self._broken:
                    self.item(row, LegendColumn.VALUE).setData(theme.color("error"), Qt.ItemDataRole.ForegroundRole)
                name = self.item(row, LegendColumn.CURVE)
                if fault and not pale:
                    name.setData(theme.color("error"), Qt.ItemDataRole.ForegroundRole)
                name.setData(swatch(theme, curve.spec.color), Qt.ItemDataRole.DecorationRole)
                checked = Qt.CheckState.Checked if curve.spec.visible else Qt.CheckState.Unchecked
                name.setData(checked, Qt.ItemDataRole.CheckStateRole)
        return changed

    def _draw(self) -> None:
        # a plot that was closed changes its curves without `reset`, until it is shown again
        if len(self._plot.curves) != len(self._texts):
            self.reset()
        elif self._look():
            self._tell(LegendColumn.CURVE)

    def _tell(self, first: LegendColumn) -> None:
        roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ForegroundRole]
        self.dataChanged.emit(self.index(0, first), self.index(len(self._texts) - 1, LegendColumn.MEAN), roles)

    def _make(self, now_s: float) -> None:
        names = curve_names([curve.spec for curve in self._plot.curves])
        if self._plot.kind is PlotKind.XY and names:
            names[0] = say(PlotWording.AXIS_BELOW(name=names[0]))
        self._faults = [curve.fault if math.isnan(curve.newest_value) else "" for curve in self._plot.curves]
        self._texts = [
            self._row(curve, _with(name, fault))
            for curve, name, fault in zip(self._plot.curves, names, self._faults, strict=True)
        ]
        self._lost = [_lost_since(curve, now_s) for curve in self._plot.curves]
        self._pale = [curve.is_lost or not curve.spec.visible for curve in self._plot.curves]
        broken = [curve for curve, _ in self._plot.exceeded]
        self._broken = {row for row, curve in enumerate(self._plot.curves) if curve in broken}

    def _row(self, curve: PlotCurve, label: str) -> tuple[str, ...]:
        samples = curve.samples
        cursors = self._cursors
        over_time = self._plot.kind is not PlotKind.PROFILE
        if samples is None or not len(samples.values):
            empty = say(PlotWording.NO_VALUE()) if samples is None or over_time else say(PlotWording.EMPTY())
            return label, empty, "", "", "", ""
        figure = functools.partial(_figure, unit=self._themes.units.of(curve.unit))
        shown = self._window.shown
        read_s = cursors.read_s if over_time else None
        # while time is paused, the newest value is not among those shown
        value = last_value(samples, math.inf if self._window.live else shown[1])
        if read_s is not None:
            value = value_at(samples, read_s)
        difference = ""
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            difference = figure(value_at(samples, cursors.second_s) - value_at(samples, cursors.first_s))
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            shown = min(cursors.first_s, cursors.second_s), max(cursors.first_s, cursors.second_s)
        if curve.values is None:
            # the last number of a list is no newest value
            value, found = math.nan, summarize(samples_to_series(samples), 0.0, math.inf)
        else:
            found = summarize(curve.values.series, *shown)
        text = figure(value)
        if curve.values is not None and found is None and operator.lt(*sample_range(samples, *shown)):
            # mostly roots of negative numbers: an empty row would not say so
            text = say(PlotWording.NO_NUMBER())
        figures = ("", "", "") if found is None else tuple(map(figure, (found.low, found.high, found.mean)))
        return (label, text, difference, *figures)


def _figure(value: float, unit: ShownUnit) -> str:
    """Return a number in the unit that was chosen for it, with that unit if it is not that of the axis."""
    text = number_text(value * unit.factor)
    return unit.text(text) if text and unit.factor != 1.0 else text


class Legend(FieldDragView, TableView):
    """Table of the curves of a plot.

    Signals:
        remove_asked: the key to remove the current curve was pressed.
        edit_asked: a curve was double-clicked, or Enter was pressed.
        name_asked: the key to name the current curve was pressed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Del", PlotWording.REMOVE_THE_SELECTED_CURVES),
        ViewKey("Ctrl+Click, Shift+Click", PlotWording.SELECT_SEVERAL_TO_DRAG),
        ViewKey("Enter, Double click", PlotWording.EDIT_THE_CURVE),
        ViewKey("F2", PlotWording.NAME_THE_CURVE),
    )

    remove_asked: Final = Signal(object)
    edit_asked: Final = Signal(object)
    name_asked: Final = Signal(object)

    def __init__(self, model: LegendModel, parent: QWidget | None = None) -> None:
        super().__init__(_ROW, parent)
        self.setModel(model)
        self._curves = model
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setIconSize(QSize(_SWATCH, _SWATCH))
        # fields of one message mostly differ at the end of their names
        self.setTextElideMode(Qt.TextElideMode.ElideLeft)
        self.setAccessibleName(say(PlotWording.CURVES()))
        header = self.horizontalHeader()
        header.setHighlightSections(False)
        self._differences = False
        # the widest number: six digits with sign and exponent
        self._number_width = self.fontMetrics().horizontalAdvance("-0.00000e+000") + _PAD
        # characters of the longest figure since curves came or went, and pixels of the widest one
        self._longest = self._widest = 0
        header.setSectionResizeMode(LegendColumn.CURVE, QHeaderView.ResizeMode.Stretch)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.activated.connect(lambda index: self.edit_asked.emit(model.curve(index)))
        model.modelReset.connect(self._fit)
        model.dataChanged.connect(self._follow_texts)
        self._fit()

    def show_differences(self, shown: bool) -> None:  # noqa: FBT001 - a setter
        """Show or hide the column of the difference between two cursors."""
        if shown != self._differences:
            self._differences = shown
            self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the columns that there is no room for."""
        super().resizeEvent(event)
        self._arrange()

    def sizeHint(self) -> QSize:
        """Return the size for all curves, up to `_ROWS`."""
        return QSize(super().sizeHint().width(), self._height_of(min(self._curves.rowCount(), _ROWS)))

    def minimumSizeHint(self) -> QSize:
        """Return the size for one curve: the plot needs the room, and other curves can be scrolled to."""
        return QSize(super().minimumSizeHint().width(), self._height_of(1))

    def _follow_texts(self, first: QModelIndex) -> None:
        if first.column() == LegendColumn.CURVE or max(map(len, self._curves.figures), default=0) > self._longest:
            self._arrange()

    def _arrange(self) -> None:
        """Show the figures that leave names their room, and over their place why a curve has none."""
        rows = range(self._curves.rowCount())
        for row in rows:
            span = len(LegendColumn) if self._curves.has_fault(row) else 1
            if self.columnSpan(row, LegendColumn.CURVE) != span:
                self.setSpan(row, LegendColumn.CURVE, 1, span)
        names = [str(self._curves.index(row, 0).data()) for row in rows if not self._curves.has_fault(row)]
        widest = (
            max(map(self.fontMetrics().horizontalAdvance, names), default=0)
            + _BESIDE_NAME
            + self._curves.swatch_width
            - _SWATCH
        )
        least = self.fontMetrics().averageCharWidth() * _NAME_CHARACTERS
        width = self._width_of_figures(widest)
        room = self.viewport().width() - least
        # the most important first
        for figure in (
            LegendColumn.VALUE,
            LegendColumn.DIFFERENCE,
            LegendColumn.LOW,
            LegendColumn.HIGH,
            LegendColumn.MEAN,
        ):
            wanted = figure is not LegendColumn.DIFFERENCE or self._differences
            if wanted:
                room -= width
            # what cursors are for stays, if need be beside the end of a name
            short = 0 if figure is LegendColumn.DIFFERENCE else max(widest - least, 0)
            hidden = not wanted or (room < short and figure is not LegendColumn.VALUE)
            if self.isColumnHidden(figure) != hidden:
                self.setColumnHidden(figure, hidden)
            if not hidden and self.columnWidth(figure) != width:
                self.setColumnWidth(figure, width)

    def _width_of_figures(self, name: int) -> int:
        """Return the width of a column of figures: of any number, or only of those that came where a name needs more.

        It grows with the figures, but becomes no less until curves come or go: columns would jump.
        """
        figures, advance = self._curves.figures, self.fontMetrics().horizontalAdvance
        self._longest = max(self._longest, max(map(len, figures), default=0))
        self._widest = max(self._widest, *map(advance, _value_titles()), *map(advance, figures))
        needed = self._widest + 2 * _PAD
        width = max(self._number_width, needed)
        return width if name <= self.viewport().width() - width else needed

    @override
    def fields_at(self, place: QPoint) -> Fields:
        curves = [self._curves.curve(row) for row in self.selected_at(place)]
        # other views know no expressions
        return [(curve.spec.key, curve.spec.path) for curve in curves if curve is not None and curve.spec.path]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask to remove the selected curves by the Delete key, or to name the current one by F2."""
        curve = self._curves.curve(self.currentIndex())
        if event.key() == Qt.Key.Key_Delete and curve is not None:
            selected = [self._curves.curve(row) for row in self.selectionModel().selectedRows()]
            for each in selected or [curve]:
                self.remove_asked.emit(each)
        elif event.key() == Qt.Key.Key_F2 and curve is not None:
            self.name_asked.emit(curve)
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Set the maximum height to that of the curves, up to `_ROWS`."""
        rows = min(self._curves.rowCount(), _ROWS)
        self._longest = self._widest = 0
        self._arrange()
        self.setVisible(rows > 0)
        self.setMaximumHeight(self._height_of(rows))
        self.updateGeometry()

    def _height_of(self, rows: int) -> int:
        row = self.verticalHeader().defaultSectionSize()
        return self.horizontalHeader().sizeHint().height() + rows * row + 2 * self.frameWidth() + 2


def _side(figure: LegendColumn) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignLeft if figure is LegendColumn.CURVE else Qt.AlignmentFlag.AlignRight
    return side | Qt.AlignmentFlag.AlignVCenter


def _item(figure: LegendColumn, text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setTextAlignment(_side(figure))
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if figure is LegendColumn.CURVE else flags)
    return item


def _value_title(cursors: Cursors, *, over_time: bool) -> str:
    if not over_time or cursors.read_s is None:
        return say(PlotWording.VALUE())
    if cursors.hover_s is not None:
        return say(PlotWording.AT_POINTER())
    return say(PlotWording.AT_CURSOR_1()) if cursors.second_s is not None else say(PlotWording.AT_CURSOR())


def _value_titles() -> list[str]:
    codes = (PlotWording.VALUE, PlotWording.AT_POINTER, PlotWording.AT_CURSOR_1, PlotWording.AT_CURSOR)
    return [say(code()) for code in codes]


def _titles() -> list[str]:
    return [
        say(PlotWording.CURVE()),
        say(PlotWording.VALUE()),
        say(PlotWording.DIFFERENCE()),
        say(PlotWording.LOWEST_WORD()),
        say(PlotWording.HIGHEST_WORD()),
        say(PlotWording.MEAN()),
    ]


def _lost_since(curve: PlotCurve, now_s: float) -> str:
    """Return that the robot of a curve with values is not connected; empty while it is."""
    samples, received_s = curve.samples, curve.received_s
    if not curve.is_lost or samples is None or not len(samples.values):
        return ""
    robot = curve.spec.key.connection
    if received_s is None or not now_s:
        return say(PlotWording.NOT_CONNECTED(robot=robot))
    return say(PlotWording.LOST(robot=robot, age=format_age(now_s - received_s)))


def _with(name: str, fault: str) -> str:
    if not fault:
        return name
    return fault if fault.startswith(f"{name} ") else titled(name, fault)


def _tip(curve: PlotCurve, fault: str) -> str:
    topics = sorted({f"{topic_text(field.key.topic)}  {field.key.connection}" for field in curve.spec.fields})
    return "\n".join([curve.spec.label, *topics, *([say(fault)] if fault else [])])
