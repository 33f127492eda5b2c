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
from PySide6.QtGui import QKeyEvent, QPixmap, QResizeEvent, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget
from typing_extensions import override

from app.model.messages.shown_units import ShownUnit
from app.model.reference_runs import ReferenceRun
from app.ui.base.text import format_age, say, titled, topic_text
from app.ui.base.theme import Theme, Themes
from app.ui.base.view_keys import ViewKey
from app.ui.time_axis.colors import line_swatch, swatch, swatch_width
from app.ui.time_axis.fields import FieldDragView, Fields
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.curves import PlotCurve, RunCurve
from app.ui.time_axis.plots.data import samples_to_series
from app.ui.time_axis.plots.names import curve_names
from app.ui.time_axis.plots.painting import curve_look
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.readings import last_value, number_text, sample_range, summarize, value_at
from app.ui.time_axis.ranges import TimeWindow
from app.ui.widgets.item_views import TableView
from app.wording.ui.time_axis import PlotWording

_SWATCH: Final = 10
_ROWS: Final = 5
# more where runs are compared, whose values are read together
_RUN_ROWS: Final = 4
# in pixels, where the text does not need more
_ROW: Final = 21
_PAD: Final = 8
_NAME_CHARACTERS: Final = 12
# in pixels: box and colour before a name, and what is around it
_BESIDE_NAME: Final = 56
# in pixels: the line of a run, long enough for its dashes, and what is before it below that of its curve
_RUN_LINE: Final = 26
_RUN_INDENT: Final = 20

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
    """Model of the legend: a row for each curve, and below it one for each run that is compared.

    Call `refresh` some times a second; `reset` when curves came or went.

    Texts and colours lie in items of Qt's: a model that answers in Python is asked two hundred times for each painting
    of two curves, and waits for the interpreter each time.
    """

    def __init__(self, plot: Plot, window: TimeWindow, cursors: Cursors, themes: Themes) -> None:
        super().__init__(0, len(LegendColumn))
        self._plot = plot
        self._window = window
        self._cursors = cursors
        self._themes = themes
        # the curve of each row
        self._listed: list[PlotCurve] = []
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
            for curve, texts in zip(self._listed, self._texts, strict=True):
                is_own = not isinstance(curve, RunCurve)
                row = [_item(figure, text, is_own=is_own) for figure, text in zip(LegendColumn, texts, strict=True)]
                self.appendRow(row)
            self._looks = [None] * len(self._texts)
            self._look()
        self.endResetModel()

    def refresh(self, now_s: float) -> None:
        """Update the figures; `now_s` is the wall clock."""
        if self._plot.listed != self._listed:
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
        own = [
            fault for curve, fault in zip(self._listed, self._faults, strict=True) if not isinstance(curve, RunCurve)
        ]
        return own[0] if own and all(own) else ""

    def has_fault(self, row: int) -> bool:
        """Whether the curve of a row has no values, for a reason that stands beside its name."""
        return row < len(self._faults) and bool(self._faults[row])

    @property
    def swatch_width(self) -> int:
        """Pixels of the line before a name."""
        own = swatch_width(self._themes.current, _SWATCH)
        return max(own, _RUN_INDENT + _RUN_LINE) if len(self._listed) > len(self._plot.curves) else own

    @property
    def figures(self) -> list[str]:
        """All figures that are shown."""
        return [text for texts, fault in zip(self._texts, self._faults, strict=True) if not fault for text in texts[1:]]

    def curve(self, index: _Index) -> PlotCurve | None:
        """Return the curve of a row; None if there is none, or it is one of a run, which can't be changed here."""
        curve = self.listed(index)
        return None if isinstance(curve, RunCurve) else curve

    def listed(self, index: _Index) -> PlotCurve | None:
        """Return the curve of a row, which may be one of a run; None if there is none."""
        return self._listed[index.row()] if index.isValid() and index.row() < len(self._listed) else None

    @property
    def most_rows(self) -> int:
        """How many rows are to be seen at once."""
        return _ROWS + min(len(self._listed) - len(self._plot.curves), _RUN_ROWS)

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
        self._pale[index.row()] = self._is_pale(curve)
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
            for row, curve in enumerate(self._listed):
                fault, run, doubts = self._faults[row], _run_of(curve), _doubts(curve)
                look = (theme, curve.spec, run, doubts, self._pale[row], row in self._broken, fault, self._lost[row])
                if look == self._looks[row]:
                    continue
                self._looks[row] = look
                changed = True
                pale = theme.color("muted") if self._pale[row] else None
                tip = _tip(curve, fault or self._lost[row], doubts)
                for figure in LegendColumn:
                    self.item(row, figure).setData(pale, Qt.ItemDataRole.ForegroundRole)
                    self.item(row, figure).setToolTip(tip)
                if row in self._broken:
                    self.item(row, LegendColumn.VALUE).setData(theme.color("error"), Qt.ItemDataRole.ForegroundRole)
                name = self.item(row, LegendColumn.CURVE)
                if (fault or doubts) and not pale:
                    name.setData(
                        theme.color("error" if fault and run is None else "warn"), Qt.ItemDataRole.ForegroundRole
                    )
                name.setData(_swatch_of(theme, curve), Qt.ItemDataRole.DecorationRole)
                if run is not None:
                    continue
                checked = Qt.CheckState.Checked if curve.spec.visible else Qt.CheckState.Unchecked
                name.setData(checked, Qt.ItemDataRole.CheckStateRole)
        return changed

    def _draw(self) -> None:
        # a plot that was closed changes its curves without `reset`, until it is shown again
        if self._plot.listed != self._listed:
            self.reset()
        elif self._look():
            self._tell(LegendColumn.CURVE)

    def _tell(self, first: LegendColumn) -> None:
        roles = [Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ForegroundRole]
        self.dataChanged.emit(self.index(0, first), self.index(len(self._texts) - 1, LegendColumn.MEAN), roles)

    def _make(self, now_s: float) -> None:
        self._listed, plot = self._plot.listed, self._plot
        own = dict(zip(plot.curves, curve_names([curve.spec for curve in plot.curves]), strict=True))
        if plot.kind is PlotKind.XY and own:
            own[plot.curves[0]] = say(PlotWording.AXIS_BELOW(name=own[plot.curves[0]]))
        names = [_run_name(curve) if isinstance(curve, RunCurve) else own[curve] for curve in self._listed]
        self._faults = [curve.fault if math.isnan(curve.newest_value) else "" for curve in self._listed]
        self._texts = [
            self._row(curve, _with(name, fault))
            for curve, name, fault in zip(self._listed, names, self._faults, strict=True)
        ]
        self._lost = [_lost_since(curve, now_s) for curve in self._listed]
        self._pale = [self._is_pale(curve) for curve in self._listed]
        broken = [curve for curve, _ in plot.exceeded]
        self._broken = {row for row, curve in enumerate(self._listed) if curve in broken}

    def _is_pale(self, curve: PlotCurve) -> bool:
        """Whether a curve is not drawn, or is old."""
        is_covered = self._plot.shows_differences and not isinstance(curve, RunCurve)
        return curve.is_lost or not curve.spec.visible or is_covered

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
        if isinstance(curve, RunCurve) and curve.difference is None:
            # it may go on after the shown time
            value = value_at(samples, shown[1])
        if read_s is not None:
            value = value_at(samples, read_s)
        difference = ""
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            difference = figure(value_at(samples, cursors.second_s) - value_at(samples, cursors.first_s))
        if over_time and cursors.first_s is not None and cursors.second_s is not None:
            shown = min(cursors.first_s, cursors.second_s), max(cursors.first_s, cursors.second_s)
        if curve.series is None:
            # the last number of a list is no newest value
            value, found = math.nan, summarize(samples_to_series(samples), 0.0, math.inf)
        else:
            found = summarize(curve.series, *shown)
        text = figure(value)
        if curve.series is not None and found is None and operator.lt(*sample_range(samples, *shown)):
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
        self.activated.connect(self._ask_to_edit)
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
        return QSize(super().sizeHint().width(), self._height_of(min(self._curves.rowCount(), self._curves.most_rows)))

    def minimumSizeHint(self) -> QSize:
        """Return the size for one curve: the plot needs the room, and other curves can be scrolled to."""
        return QSize(super().minimumSizeHint().width(), self._height_of(1))

    def _ask_to_edit(self, index: QModelIndex) -> None:
        curve = self._curves.curve(index)
        if curve is not None:
            self.edit_asked.emit(curve)

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
        curves = [self._curves.listed(row) for row in self.selected_at(place)]
        # other views know no expressions
        return [(curve.spec.key, curve.spec.path) for curve in curves if curve is not None and curve.spec.path]

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Ask to remove the selected curves by the Delete key, or to name the current one by F2."""
        curve = self._curves.curve(self.currentIndex())
        if event.key() == Qt.Key.Key_Delete and curve is not None:
            selected = [self._curves.curve(row) for row in self.selectionModel().selectedRows()]
            for each in selected or [curve]:
                if each is not None:
                    self.remove_asked.emit(each)
        elif event.key() == Qt.Key.Key_F2 and curve is not None:
            self.name_asked.emit(curve)
        else:
            super().keyPressEvent(event)

    def _fit(self) -> None:
        """Set the maximum height to that of the curves, up to `_ROWS`."""
        rows = min(self._curves.rowCount(), self._curves.most_rows)
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


def _item(figure: LegendColumn, text: str, *, is_own: bool) -> QStandardItem:
    item = QStandardItem(text)
    item.setTextAlignment(_side(figure))
    flags = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
    item.setFlags(flags | Qt.ItemFlag.ItemIsUserCheckable if is_own and figure is LegendColumn.CURVE else flags)
    return item


def _value_title(cursors: Cursors, *, over_time: bool) -> str:
    if not over_time or cursors.read_s is None:
        return say(PlotWording.VALUE())
    if cursors.hover_s is not None:
        return say(PlotWording.AT_POINTER())
    if cursors.first_s is None:
        return say(PlotWording.THEN())
    return say(PlotWording.AT_CURSOR_1()) if cursors.second_s is not None else say(PlotWording.AT_CURSOR())


def _value_titles() -> list[str]:
    codes = (
        PlotWording.VALUE,
        PlotWording.AT_POINTER,
        PlotWording.AT_CURSOR_1,
        PlotWording.AT_CURSOR,
        PlotWording.THEN,
    )
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


def _run_of(curve: PlotCurve) -> ReferenceRun | None:
    return curve.run if isinstance(curve, RunCurve) else None


def _run_name(curve: RunCurve) -> str:
    name = curve.run.name
    return name if curve.difference is None else say(PlotWording.RUN_LESS_NOW(run=name))


def _doubts(curve: PlotCurve) -> tuple[str, ...]:
    """Return what is to be known of the values of a run."""
    return tuple(map(say, curve.doubts)) if isinstance(curve, RunCurve) else ()


def _swatch_of(theme: Theme, curve: PlotCurve) -> QPixmap:
    if not isinstance(curve, RunCurve):
        return swatch(theme, curve.spec.color)
    look = curve_look(curve, theme)
    return line_swatch(theme, look.color, look.dashes, _RUN_LINE, _SWATCH, _RUN_INDENT)


def _tip(curve: PlotCurve, fault: str, doubts: Sequence[str]) -> str:
    if isinstance(curve, RunCurve):
        topic = f"{topic_text(curve.spec.key.topic)}  {curve.run.paths[0].name if curve.run.paths else ''}".rstrip()
        return "\n".join([curve.run.name, curve.spec.label, topic, *([say(fault)] if fault else []), *doubts])
    topics = sorted({f"{topic_text(field.key.topic)}  {field.key.connection}" for field in curve.spec.fields})
    return "\n".join([curve.spec.label, *topics, *([say(fault)] if fault else [])])
