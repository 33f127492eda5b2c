"""Grid of plots, beside and below one another as the operator splits them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from PySide6.QtCore import QEvent, QObject, QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QVBoxLayout, QWidget

from app.model.timeseries.curve_spec import SavedStateError
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.plot import MAX_CURVES_IN_ALL, Plot

MAX_PLOTS: Final = 16
_MAX_DEPTH: Final = 8
_LARGEST: Final = 100_000

# the largest minimum size that the grid asks of its dock: two rows of one column; beyond it plots are scrolled
_MOST_WANTED: Final = QSize(360, 260)

MakeCell = Callable[[Plot], PlotCell]

# makes the plot of a saved state, with at most so many curves; raises SavedStateError
RestorePlot = Callable[[object, int], Plot]

_Shape = Plot | tuple[list[Any], Qt.Orientation, list[int]]


class PlotGrid(QWidget):
    """Grid of plot cells in nested splitters; it scrolls where there is no room for all plots.

    Args:
        make: makes the cell of a plot.
    """

    def __init__(self, make: MakeCell, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._make = make
        self._root = QSplitter(Qt.Orientation.Vertical)
        self._root.setChildrenCollapsible(False)
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
        inner = QSplitter(orientation)
        inner.setChildrenCollapsible(False)
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

    def restore(self, state: object, make_plot: RestorePlot) -> None:
        """Replace all plots by those of a saved state; each plot knows the curves that there was no room for.

        Raises:
            SavedStateError: says what is wrong with the state; nothing was changed.
        """
        plots: list[Plot] = []

        def tracked(one: object) -> Plot:
            if len(plots) >= MAX_PLOTS:
                raise SavedStateError(f"there are more than {MAX_PLOTS} plots")
            try:
                plots.append(make_plot(one, MAX_CURVES_IN_ALL - sum(len(plot.curves) for plot in plots)))
            except SavedStateError as error:
                raise SavedStateError(f"plot {len(plots) + 1}: {error}") from error
            return plots[-1]

        try:
            shape = _read(state, tracked, 0)
        except SavedStateError:
            for plot in plots:
                plot.close()
            raise
        self.clear()
        children, orientation, sizes = shape if isinstance(shape, tuple) else ([shape], Qt.Orientation.Vertical, [])
        self._fill(self._root, children, orientation, sizes)

    def _add_row(self, cell: PlotCell) -> None:
        """Add a cell as the last row; columns at the root become the first row."""
        if self._root.count() <= 1 or self._root.orientation() is Qt.Orientation.Vertical:
            self._root.setOrientation(Qt.Orientation.Vertical)
            self._root.addWidget(cell)
            return
        inner = QSplitter(self._root.orientation())
        inner.setChildrenCollapsible(False)
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
                inner = QSplitter()
                inner.setChildrenCollapsible(False)
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


def _read(state: object, make_plot: Callable[[object], Plot], depth: int) -> _Shape:
    if not isinstance(state, Mapping):
        raise SavedStateError("a part of the grid is no object")
    if "plot" in state:
        return make_plot(state["plot"])
    children, sizes, split = state.get("children"), state.get("sizes", []), state.get("split", "rows")
    if depth > _MAX_DEPTH or not isinstance(children, list) or len(children) > MAX_PLOTS or (depth and not children):
        raise SavedStateError(f"“children” is no list of 1 to {MAX_PLOTS}, or too deep")
    if split not in ("rows", "columns"):
        raise SavedStateError("“split” is neither rows nor columns")
    good = isinstance(sizes, list) and all(type(size) is int and 0 <= size <= _LARGEST for size in sizes)
    if not good or len(sizes) not in {0, len(children)}:
        raise SavedStateError("“sizes” does not fit")
    orientation = Qt.Orientation.Horizontal if split == "columns" else Qt.Orientation.Vertical
    return [_read(child, make_plot, depth + 1) for child in children], orientation, sizes
