"""The table of how far plotted curves and runs are apart: its cells, its order, and what is exported of it."""

from __future__ import annotations

import csv
import dataclasses
import enum
import io
import json
import math
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt
from PySide6.QtGui import QBrush, QPixmap
from typing_extensions import override

from app.model.analysis.comparison import ComparedCurve
from app.model.analysis.timing_findings import duration_text
from app.model.timeseries.feeds import TimeBase
from app.model.value_text import jsonable
from app.ui.analysis.report import milliseconds_text, percent_text
from app.ui.base.run_colors import run_swatch
from app.ui.base.text import format_stamp, plain_tip, say
from app.ui.base.theme import Themes
from app.ui.compare.comparison import ComparedPair, Tolerances
from app.wording import Catalogue
from app.wording.ui.compare import FiguresWording

_Index = QModelIndex | QPersistentModelIndex
_NO_INDEX: Final = QModelIndex()
# shares of the compared time below which what is missing is rounding
_LEAST_MISSING: Final = 1e-6
# a spreadsheet takes a cell that begins so for a formula
_FORMULA: Final = frozenset("=+-@\t\r")


class FigureColumn(enum.IntEnum):
    """The columns of the table."""

    CURVE = 0
    RUN = 1
    MEAN = 2
    RMS = 3
    MOST = 4
    AT = 5
    LAG = 6
    APART = 7
    COMPARED = 8
    NOTE = 9


_TITLES: Final[Mapping[FigureColumn, Catalogue]] = {column: FiguresWording[column.name] for column in FigureColumn}
_WORDS: Final = frozenset({FigureColumn.CURVE, FigureColumn.RUN, FigureColumn.NOTE})

# others are in the unit of the curve
_FORMATS: Final[Mapping[FigureColumn, Callable[[float], str]]] = {
    FigureColumn.AT: lambda at_s: format_stamp(round(at_s * 1e9)),
    FigureColumn.LAG: milliseconds_text,
    FigureColumn.APART: percent_text,
    FigureColumn.COMPARED: duration_text,
}


class FiguresModel(QAbstractTableModel):
    """Model of the pairs, which sorts them."""

    def __init__(self, themes: Themes, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._themes = themes
        self._pairs: list[ComparedPair] = []
        self._given: list[ComparedPair] = []
        self._column, self._order = FigureColumn.CURVE, Qt.SortOrder.AscendingOrder
        self._swatches: dict[int, QPixmap] = {}
        themes.changed.connect(self._redraw)

    def show_pairs(self, pairs: Sequence[ComparedPair]) -> bool:
        """Show pairs; whether others than before, so that the selection is lost."""
        if self._given == (given := list(pairs)):
            return False
        before, self._given = self._pairs, given
        self._pairs = ordered = self._sorted(given)
        if [pair.key for pair in ordered] == [pair.key for pair in before]:
            self._redraw_cells()
            return False
        self.beginResetModel()
        self.endResetModel()
        return True

    def pair(self, index: _Index) -> ComparedPair | None:
        """Return the pair of a row."""
        return self._pairs[index.row()] if index.isValid() and index.row() < len(self._pairs) else None

    def index_of(self, key: object) -> QModelIndex:
        """Return the row of a pair by its key."""
        keys = [pair.key for pair in self._pairs]
        return self.index(keys.index(key), 0) if key in keys else QModelIndex()

    def as_text(self) -> str:
        """Return the table as text that a spreadsheet can paste."""
        heads = [say(_TITLES[column]()) for column in FigureColumn]
        rows = [[cell_text(pair, column) for column in FigureColumn] for pair in self._pairs]
        return "\n".join("\t".join(row) for row in (heads, *rows))

    @override
    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._column, self._order = FigureColumn(column), order
        self.layoutAboutToBeChanged.emit()
        before = self._pairs
        self._pairs = self._sorted(before)
        keys = [pair.key for pair in self._pairs]
        for index in self.persistentIndexList():
            self.changePersistentIndex(index, self.index(keys.index(before[index.row()].key), index.column()))
        self.layoutChanged.emit()

    @override
    def rowCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._pairs)

    @override
    def columnCount(self, parent: _Index = _NO_INDEX) -> int:
        return 0 if parent.isValid() else len(FigureColumn)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation is not Qt.Orientation.Horizontal:
            return None
        column = FigureColumn(section)
        if role == Qt.ItemDataRole.DisplayRole:
            return say(_TITLES[column]())
        if role == Qt.ItemDataRole.TextAlignmentRole and column not in _WORDS:
            return int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return None

    @override
    def data(self, index: _Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        pair = self.pair(index)
        if pair is None:
            return None
        column = FigureColumn(index.column())
        told: Any = None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                told = cell_text(pair, column)
            case Qt.ItemDataRole.ToolTipRole:
                told = plain_tip(_tip(pair, column))
            case Qt.ItemDataRole.DecorationRole if column is FigureColumn.RUN:
                told = self._swatch(pair.run.number)
            case Qt.ItemDataRole.ForegroundRole if column is FigureColumn.NOTE and pair.is_fault:
                told = QBrush(self._themes.current.color("warn"))
            case Qt.ItemDataRole.TextAlignmentRole if column not in _WORDS:
                told = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        return told

    # inside

    def _sorted(self, pairs: Sequence[ComparedPair]) -> list[ComparedPair]:
        """Return pairs in the order that was chosen; those without a figure last."""
        if self._column in _WORDS:
            is_down = self._order is Qt.SortOrder.DescendingOrder
            return sorted(pairs, key=lambda pair: cell_text(pair, self._column).casefold(), reverse=is_down)
        sign = 1 if self._order is Qt.SortOrder.AscendingOrder else -1

        def place(pair: ComparedPair) -> tuple[bool, float]:
            number = _number(pair.figures, self._column)
            return number is None, sign * (number or 0.0)

        return sorted(pairs, key=place)

    def _swatch(self, number: int) -> QPixmap:
        if number not in self._swatches:
            self._swatches[number] = run_swatch(self._themes.current, number)
        return self._swatches[number]

    def _redraw(self) -> None:
        self._swatches.clear()
        self._redraw_cells()

    def _redraw_cells(self) -> None:
        if self._pairs:
            self.dataChanged.emit(self.index(0, 0), self.index(len(self._pairs) - 1, len(FigureColumn) - 1))


def cell_text(pair: ComparedPair, column: FigureColumn) -> str:
    """Return what a cell says, with its unit."""
    words = {FigureColumn.CURVE: pair.curve.title, FigureColumn.RUN: pair.run.name, FigureColumn.NOTE: pair.note}
    if column in words:
        return say(words[column])
    number = _number(pair.figures, column)
    if number is None:
        return ""
    format_number = _FORMATS.get(column)
    return format_number(number) if format_number is not None else with_its_unit(number, pair.curve.unit)


def with_its_unit(number: float, unit: str) -> str:
    """Return a number with its unit behind it."""
    text = f"{number:.4g}" if math.isfinite(number) else ""
    return f"{text} {unit}" if text and unit else text


def exported_csv(pairs: Sequence[ComparedPair], tolerances: Tolerances) -> bytes:
    """Return the figures as CSV, with a line of names first; numbers in the units of the fields."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    figures = [field.name for field in dataclasses.fields(ComparedCurve)]
    writer.writerow(["connection", "topic", "curve", "unit", "time", "run", "tolerance", *figures, "error"])
    for told in _told(pairs, tolerances):
        cells = [told[name] for name in ("connection", "topic", "curve", "unit", "time", "run", "tolerance")]
        numbers = [told.get(name) for name in figures]
        writer.writerow([_cell(value) for value in (*cells, *numbers, told.get("error", ""))])
    # a name of a file or a topic need not be text
    return out.getvalue().encode(errors="backslashreplace")


def exported_json(pairs: Sequence[ComparedPair], tolerances: Tolerances) -> bytes:
    """Return the figures as JSON, with where each run lies."""
    runs = {pair.run.id: pair.run for pair in pairs}.values()
    told = {
        "runs": [
            {
                "run": run.name,
                "files": [str(path) for path in run.paths],
                "offset_s": run.place.offset_ns / 1e9,
                "drift_s_per_s": run.place.drift,
                "stamp_offset_s": run.stamp_place.offset_ns / 1e9 if run.stamp_place is not None else None,
            }
            for run in runs
        ],
        "curves": _told(pairs, tolerances),
    }
    return (json.dumps(jsonable(told), allow_nan=False, indent=2) + "\n").encode()


def _told(pairs: Sequence[ComparedPair], tolerances: Tolerances) -> list[dict[str, Any]]:
    return [
        {
            "connection": pair.curve.spec.key.connection,
            "topic": pair.curve.spec.key.topic,
            "curve": pair.curve.name,
            "unit": pair.curve.unit,
            "time": "stamp" if pair.curve.base is TimeBase.STAMP else "received",
            "run": pair.run.name,
            "tolerance": tolerances.get(pair.curve.unit),
            **(dataclasses.asdict(pair.figures) if pair.figures is not None else {}),
            **({"error": str(pair.note)} if pair.note else {}),
        }
        for pair in pairs
    ]


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        return repr(value) if math.isfinite(value) else ""
    text = str(value)
    return f"'{text}" if text[:1] in _FORMULA and not isinstance(value, int) else text


def _number(figures: ComparedCurve | None, column: FigureColumn) -> float | None:
    """Return the number that a column shows; None where there is none."""
    if figures is None:
        return None
    found: Mapping[FigureColumn, float | None] = {
        FigureColumn.MEAN: figures.mean,
        FigureColumn.RMS: figures.rms,
        FigureColumn.MOST: figures.most,
        FigureColumn.AT: figures.most_at_s,
        FigureColumn.LAG: figures.lag_s,
        FigureColumn.APART: figures.apart_share,
        FigureColumn.COMPARED: figures.compared_s,
    }
    return found.get(column)


def _tip(pair: ComparedPair, column: FigureColumn) -> str:
    figures = pair.figures
    if column is FigureColumn.AT and figures is not None:
        return say(FiguresWording.AT_TIP())
    if column is FigureColumn.COMPARED and figures is not None:
        if figures.missing_s > _LEAST_MISSING * figures.compared_s:
            return say(FiguresWording.MISSING(missing=duration_text(figures.missing_s)))
        return ""
    return cell_text(pair, column)
