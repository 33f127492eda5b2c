"""Grid of plots, beside and below one another as the operator splits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta
from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.plot import MAX_CURVES_IN_ALL, Plot, SavedPlot
from app.ui.widgets.splitters import KeySplitter

MAX_PLOTS: Final = 16
_MAX_DEPTH: Final = 8
_LARGEST: Final = 100_000

# the largest minimum size that the grid asks of its dock; beyond it plots are scrolled
_MOST_WANTED: Final = QSize(240, 110)

MakeCell = Callable[[Plot], PlotCell]

# makes the plot of a saved state, with at most so many curves
RestorePlot = Callable[[SavedPlot, int], Plot]

_Shape = Plot | tuple[list[Any], Qt.Orientation, list[int]]


class SavedGrid(msgspec.Struct):
    """A part of the grid as it is saved: a plot, or parts in rows or columns.

    Attributes:
        children: None for a plot.
        sizes: of the parts, in pixels; empty for equal ones.
    """

    plot: SavedPlot | None = None
    children: Annotated[list[SavedGrid], Meta(max_length=MAX_PLOTS)] | None = None
    split: Literal["rows", "columns"] = "rows"
    sizes: list[Annotated[int, Meta(ge=0, le=_LARGEST)]] = []

    def __post_init__(self) -> None:
        if self.plot is None and self.children is None:
            raise ValueError("it has neither a plot nor children")
        if self.sizes and len(self.sizes) != len(self.children or ()):
            raise ValueError("“sizes” does not fit")

    @property
    def plots(self) -> Iterator[SavedPlot]:
        """All plots in the part, row by row."""
        if self.plot is not None:
            yield self.plot
        for child in self.children or ():
            yield from child.plots

    def count_plots(self, depth: int = 0) -> int:
        """The number of plots in the part. Raises ValueError if there are too many, or one is too deep in it."""
        if self.plot is not None:
            return 1
        if depth > _MAX_DEPTH or (depth and not self.children):
            raise ValueError("“children” is empty, or too deep")
        plots = sum(child.count_plots(depth + 1) for child in self.children or ())
        if plots > MAX_PLOTS:
            raise ValueError(f"there are more than {MAX_PLOTS} plots")
        return plots


class PlotGrid(QWidget):
    """Grid of plot cells in nested splitters; it scrolls where there is no room for all plots.

    Args:
        make: makes the cell of a plot.
    """

    def __init__(self, make: MakeCell, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._root = KeySplitter(Qt.Orientation.Vertical)
        self.scroller = _Scroller(self._root)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self.scroller)

    @property
    def cells(self) -> list[PlotCell]:
        """The cells of all plots, row by row."""
        return list(_cells(self._root))

    def add(self, plot: Plot) -> PlotCell:
        """Add a plot below all others; return its cell."""
        cell = self._make(plot)
        self._add_row(cell)
        _even(self._root)
        self.scroller.reveal(cell)
        return cell

    def split(self, cell: PlotCell, plot: Plot, *, right: bool) -> PlotCell:
        """Add a plot at the right of a cell, or below the cell; return the new cell."""
        new = self._make(plot)
        orientation = Qt.Orientation.Horizontal if right else Qt.Orientation.Vertical
        parent = cell.parentWidget()
        if not isinstance(parent, QSplitter):
            raise TypeError(parent)
        place = parent.indexOf(cell)
        if parent.orientation() is orientation or parent.count() == 1:
            parent.setOrientation(orientation)
            parent.insertWidget(place + 1, new)
            _even(parent)
            self.scroller.reveal(new)
            return new
        sizes = parent.sizes()
        inner = KeySplitter(orientation)
        parent.insertWidget(place, inner)
        inner.addWidget(cell)
        inner.addWidget(new)
        parent.setSizes(sizes)
        _even(inner)
        self.scroller.reveal(new)
        return new

    def remove(self, cell: PlotCell) -> None:
        """Remove and delete a cell; its plot is not closed."""
        parent = cell.parentWidget()
        self.scroller.reveal(None)
        cell.setParent(None)
        cell.deleteLater()
        while isinstance(parent, QSplitter) and parent is not self._root and parent.count() <= 1:
            above = parent.parentWidget()
            if not isinstance(above, QSplitter):
                break
            place = above.indexOf(parent)
            left = parent.widget(0)
            if left is not None:
                above.insertWidget(place, left)
            parent.setParent(None)
            parent.deleteLater()
            parent = above

    def clear(self) -> None:
        """Remove all cells, and close their plots."""
        for cell in self.cells:
            cell.plot.close()
            self.remove(cell)

    def state(self) -> dict[str, Any]:
        """Return the state for `restore`, as plain values."""
        return _state_of(self._root)

    def restore(self, state: SavedGrid, make_plot: RestorePlot) -> None:
        """Replace all plots by those of a saved state; each plot knows the curves that there was no room for."""
        plots: list[Plot] = []

        def made(part: SavedGrid) -> _Shape:
            if part.plot is not None:
                plots.append(make_plot(part.plot, MAX_CURVES_IN_ALL - sum(len(plot.curves) for plot in plots)))
                return plots[-1]
            orientation = Qt.Orientation.Horizontal if part.split == "columns" else Qt.Orientation.Vertical
            return [made(child) for child in part.children or ()], orientation, part.sizes

        shape = made(state)
        self.clear()
        children, orientation, sizes = shape if isinstance(shape, tuple) else ([shape], Qt.Orientation.Vertical, [])
        self._fill(self._root, children, orientation, sizes)

    def _add_row(self, cell: PlotCell) -> None:
        """Add a cell as the last row; columns at the root become the first row."""
        if self._root.count() <= 1 or self._root.orientation() is Qt.Orientation.Vertical:
            self._root.setOrientation(Qt.Orientation.Vertical)
            self._root.addWidget(cell)
            return
        inner = KeySplitter(self._root.orientation())
        while (first := self._root.widget(0)) is not None:
            inner.addWidget(first)
        self._root.setOrientation(Qt.Orientation.Vertical)
        self._root.addWidget(inner)
        self._root.addWidget(cell)

    def _fill(self, splitter: QSplitter, children: list[_Shape], orientation: Qt.Orientation, sizes: list[int]) -> None:
        splitter.setOrientation(orientation)
        for child in children:
            if isinstance(child, Plot):
                splitter.addWidget(self._make(child))
            else:
                inner = KeySplitter()
                splitter.addWidget(inner)
                self._fill(inner, *child)
        if sizes:
            splitter.setSizes(sizes)
        else:
            _even(splitter)


class _Scroller(QScrollArea):
    """Scroll area of the plots that there is no room for."""

    def __init__(self, shown: QWidget) -> None:
        super().__init__()
        self._asked: QWidget | None = None
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        # the keys that would scroll move about in time: the plots take them
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(shown)

    def minimumSizeHint(self) -> QSize:
        """Return the minimum size of all plots, up to `_MOST_WANTED`."""
        shown = self.widget()
        return shown.minimumSizeHint().boundedTo(_MOST_WANTED) if shown is not None else _MOST_WANTED

    def reveal(self, new: QWidget | None) -> None:
        """Scroll to a cell as soon as it is laid out; None cancels that, as the cell may be the one that is removed."""
        self._asked = new

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow layout requests of the scrolled widget, which QScrollArea watches."""
        taken = super().eventFilter(watched, event)
        if event.type() is QEvent.Type.LayoutRequest:
            self.updateGeometry()
            asked, self._asked = self._asked, None
            if asked is not None:
                self.ensureWidgetVisible(asked, 0, 0)
        return taken


def _cells(splitter: QSplitter) -> Iterator[PlotCell]:
    for place in range(splitter.count()):
        widget = splitter.widget(place)
        if isinstance(widget, PlotCell):
            yield widget
        elif isinstance(widget, QSplitter):
            yield from _cells(widget)


def _even(splitter: QSplitter) -> None:
    splitter.setSizes([1000] * splitter.count())


def _state_of(splitter: QSplitter) -> dict[str, Any]:
    children = []
    for place in range(splitter.count()):
        widget = splitter.widget(place)
        if isinstance(widget, PlotCell):
            children.append({"plot": widget.plot.state()})
        elif isinstance(widget, QSplitter):
            children.append(_state_of(widget))
    across = splitter.orientation() is Qt.Orientation.Horizontal
    return {"split": "columns" if across else "rows", "sizes": splitter.sizes(), "children": children}
