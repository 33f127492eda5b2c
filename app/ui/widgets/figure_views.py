"""Tree and table views whose last columns are figures that change all the time.

A view calls a delegate for each cell, at several times the cost of painting it. So when only columns of figures are to
be painted, as a refresh requests, all of their rows are painted here in one go.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import (
    QAbstractItemModel,
    QEvent,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    SignalInstance,
)
from PySide6.QtGui import QCursor, QFontMetrics, QHoverEvent, QKeyEvent, QPainter, QPaintEvent, QRegion
from PySide6.QtWidgets import QAbstractItemView, QApplication, QHeaderView, QStyledItemDelegate, QStyleOptionViewItem
from typing_extensions import override

from app.ui.base.theme import Themes
from app.ui.widgets.item_views import TableView, TreeView
from app.ui.widgets.row_delegates import EntryDelegate, EntrySource, FigureDelegate, FigureSource, row_height

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    # a class can have one base of Qt only
    _View = object

RowFigures = tuple[Sequence[str], bool, str] | None

# rectangle and index of a visible row
VisibleRow = tuple[QRect, QModelIndex]

# returns whether a key was handled; other keys go on to the view
KeyHandler = Callable[[QKeyEvent], bool]


# what an event leaves out stays so
_WITHIN = Qt.ClipOperation.IntersectClip


class _BlankDelegate(QStyledItemDelegate):
    """Delegate of cells that are painted all at once, when the others are."""

    @override
    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        pass


class RowSource(FigureSource, EntrySource, Protocol):
    """Model of words and figures. Implemented by item models, hence no abstract base class."""

    def figures(self, index: QModelIndex | QPersistentModelIndex) -> RowFigures:
        """Return the figures of a row, whether they are old, and the key of its icon; None if it has words only."""


class FigureColumns:
    """Painter of the columns of figures of a view; the view's `paintEvent` calls it first.

    Args:
        view: the view to paint on.
        header: header of the view.
        source: model of the figures.
        themes: current theme and icons.
        columns: the columns of figures.
        seen: returns the visible rows: the same list as long as none of them moves.
        shows_hover: whether the row below the mouse is tinted.
    """

    def __init__(
        self,
        view: QAbstractItemView,
        header: QHeaderView,
        source: RowSource,
        themes: Themes,
        columns: range,
        visible_rows: Callable[[], list[VisibleRow]],
        *,
        shows_hover: bool,
    ) -> None:
        self._visible_rows = visible_rows
        self._shows_hover = shows_hover
        self._view = view
        self._header = header
        self._source = source
        self._themes = themes
        self._columns = columns
        self._rows: list[VisibleRow] = []
        # those that were visible when the view was told which of them is below the mouse
        self._hover_rows: list[VisibleRow] = []
        self._figures: list[RowFigures] | None = None
        # rows, and which of their figures differ from those that were painted; and the region of these
        self._changed: dict[int, set[int]] = {}
        self._changed_region = QRegion()
        # else the widgets behind the view are painted too, each time: with a style sheet no view is marked as opaque
        view.viewport().setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)
        self._words = EntryDelegate(source, themes, view)
        self._cells = FigureDelegate(source, themes, view)
        blank = _BlankDelegate(view)
        for column in range(columns.stop):
            view.setItemDelegateForColumn(column, blank if column in columns else self._words)

    @property
    def left(self) -> int:
        """Left end of the columns of figures, in pixels."""
        return self._header.sectionViewportPosition(self._columns.start)

    def refresh(self) -> None:
        """Schedule the painting of figures that have changed; of the whole view if the icon of a row has changed."""
        viewport, figures_of = self._view.viewport(), self._source.figures
        rows, before = self._visible_rows(), self._figures
        self._figures = [figures_of(index) for _, index in rows]
        if rows is not self._hover_rows:
            # rows that moved may have been painted since, but where the mouse was before
            self._hover_rows = rows
            self._update_hover()
        if before is None or rows is not self._rows:
            self._rows = rows
            self._forget_changes()
            left = self.left
            viewport.update(left, 0, viewport.width() - left, viewport.height())
            return
        if not self._collect_changes(before, self._figures):
            self._forget_changes()
            viewport.update()
        elif self._changed:
            viewport.update(self._changed_region)

    def paint(self, event: QPaintEvent) -> bool:
        """Paint the changes that `refresh` found, and return True; False if more than figures has to be painted."""
        changed, changed_region = self._changed, self._changed_region
        self._forget_changes()
        if self._figures is None or event.rect().left() < self.left or self._visible_rows() is not self._rows:
            self._figures = None
            return False
        region = event.region()
        if not changed or region != changed_region:
            left, width, every = self.left, self._view.viewport().width(), range(len(self._columns))
            changed = {
                row: set(every)
                for row, (rect, _) in enumerate(self._rows)
                if region.intersects(QRect(left, rect.top(), width - left, rect.height()))
            }
        self._paint(changed, self._figures)
        return True

    def paint_ground(self, event: QPaintEvent) -> None:
        """Paint the background of the rows."""
        painter = QPainter(self._view.viewport())
        painter.fillRect(event.rect(), self._themes.current.color("base"))
        painter.end()

    def paint_rows(self, event: QPaintEvent) -> None:
        """Paint words and figures of all rows, in a view without a tree's branches."""
        self._paint_all(event, with_words=True)

    def paint_figures(self, event: QPaintEvent) -> None:
        """Paint the figures of all rows, behind words that the view has painted."""
        self._paint_all(event, with_words=False)

    def _paint_all(self, event: QPaintEvent, *, with_words: bool) -> None:
        region, width, every = event.region(), self._view.viewport().width(), range(len(self._columns))
        rows, figures_of = self._visible_rows(), self._source.figures
        to_paint = {
            row: every
            for row, (rect, _) in enumerate(rows)
            if region.intersects(QRect(0, rect.top(), width, rect.height()))
        }
        figures = [figures_of(index) if row in to_paint else None for row, (_, index) in enumerate(rows)]
        self._rows = rows
        if len(to_paint) == len(rows) and event.rect() == self._view.viewport().rect():
            self._figures = figures
        self._paint(to_paint, figures, with_words=with_words)

    def _forget_changes(self) -> None:
        self._changed = {}
        self._changed_region = QRegion()

    def _collect_changes(self, before: Sequence[RowFigures], after: Sequence[RowFigures]) -> bool:
        """Collect the changed figures; False if more than figures has changed."""
        bounds, region = self._bounds(self._columns), self._changed_region
        for row, (then, now) in enumerate(zip(before, after, strict=True)):
            if then == now:
                continue
            if now is None or then is None or now[2] != then[2]:
                return False
            changed = self._changed.setdefault(row, set())
            rect = self._rows[row][0]
            for number, (left, right) in enumerate(bounds):
                if now[0][number] != then[0][number] or now[1] != then[1]:
                    changed.add(number)
                    region += QRect(left, rect.top(), right - left, rect.height())
        self._changed_region = region.intersected(self._view.viewport().rect())
        return True

    def _bounds(self, columns: range) -> list[tuple[int, int]]:
        """Return left and right end of each column, in pixels."""
        header = self._header
        lefts = [header.sectionViewportPosition(column) for column in columns]
        return [(left, left + header.sectionSize(column)) for left, column in zip(lefts, columns, strict=True)]

    def _paint(
        self,
        changed: Mapping[int, Iterable[int]],
        figures_of_rows: Sequence[RowFigures],
        *,
        with_words: bool = False,
    ) -> None:
        """Paint the given figures of rows, and with `with_words` their words; the event's region clips the rest."""
        viewport, theme, bounds = self._view.viewport(), self._themes.current, self._bounds(self._columns)
        selected = self._view.selectionModel().selectedRows()
        hovered = self._hovered()
        text, muted = theme.color("text"), theme.color("muted")
        left, end_of_columns = 0 if with_words else self.left, bounds[-1][1]
        words = self._bounds(range(self._columns.start)) if with_words else []
        painter = QPainter(viewport)
        painter.setClipRect(QRect(left, 0, viewport.width() - left, viewport.height()), _WITHIN)
        painter.fillRect(left, 0, viewport.width() - left, viewport.height(), theme.color("base"))
        self._cells.use_font(painter)
        self._words.use_font(painter)
        draw, draw_words = self._cells.draw, self._words.draw
        for row, numbers in changed.items():
            (rect, index), figures = self._rows[row], figures_of_rows[row]
            top, height = rect.top(), rect.height()
            ground = "selection" if index in selected else "hover" if hovered is not None and index == hovered else ""
            if ground:
                painter.fillRect(left, top, end_of_columns - left, height, theme.color(ground))
            if figures is None:
                # the words go over all columns
                draw_words(painter, self._view.visualRect(index), index, selected=index in selected)
                continue
            for column, (start, end) in enumerate(words):
                if start < end:
                    place = QRect(start, top, end - start, height)
                    draw_words(painter, place, index.siblingAtColumn(column), selected=index in selected)
            texts, old, _ = figures
            painter.setPen(muted if old and index not in selected else text)
            for number in numbers:
                if texts[number]:
                    start, end = bounds[number]
                    draw(painter, end, end - start, top, height, texts[number])
        painter.end()

    def _update_hover(self) -> None:
        """Tell the view which row is below the mouse now: Qt finds that out only when the mouse moves."""
        viewport = self._view.viewport()
        if self._shows_hover and viewport.underMouse():
            position = QPointF(viewport.mapFromGlobal(QCursor.pos()))
            event = QHoverEvent(QEvent.Type.HoverMove, position, QPointF(QCursor.pos()), position)
            QApplication.sendEvent(viewport, event)

    def _hovered(self) -> QModelIndex | None:
        viewport = self._view.viewport()
        if not self._shows_hover or not viewport.underMouse():
            return None
        return self._view.indexAt(viewport.mapFromGlobal(QCursor.pos())).siblingAtColumn(0)


def _signals_that_move_rows(model: QAbstractItemModel) -> tuple[SignalInstance, ...]:
    return model.rowsInserted, model.rowsRemoved, model.rowsMoved, model.layoutChanged, model.modelReset


class _FigureView(_View):
    """Mixin of both views, which has `figures` painted, and keeps the list of visible rows."""

    figures: FigureColumns
    _handle_key: KeyHandler
    # yields the visible rows, from above
    _iterate_rows: Callable[[], Iterator[VisibleRow]]
    # kept while none of them moves; None while a base class is being constructed, too
    _rows_seen: list[VisibleRow] | None = None

    def paintEvent(self, event: QPaintEvent) -> None:
        """Paint only the figures if that is enough, else everything."""
        if not self.figures.paint(event):
            self._paint_all(event)

    def _paint_all(self, event: QPaintEvent) -> None:
        self.figures.paint_ground(event)
        super().paintEvent(event)
        self.figures.paint_figures(event)

    def setModel(self, model: QAbstractItemModel | None) -> None:
        """Set the model, and connect the signals that move rows, to get them before the rows are laid out."""
        super().setModel(model)
        self._rows_move()
        if model is not None:
            for signal in _signals_that_move_rows(model):
                signal.connect(self._rows_move)

    def updateGeometries(self) -> None:
        """Drop the list of visible rows. Every layout ends here: rows opened, closed, resized or hidden, or fonts."""
        super().updateGeometries()
        self._rows_move()

    def scrollContentsBy(self, dx: int, dy: int) -> None:
        """Drop the list of visible rows, as others are visible."""
        super().scrollContentsBy(dx, dy)
        self._rows_move()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Offer a key to the owner of the view first."""
        if not self._handle_key(event):
            super().keyPressEvent(event)

    def _rows_move(self) -> None:
        self._rows_seen = None

    def _visible_rows(self) -> list[VisibleRow]:
        if self._rows_seen is None:
            # this may lay out the rows
            rows = list(self._iterate_rows())
            self._rows_seen = rows
        return self._rows_seen


class FigureTree(_FigureView, TreeView):
    """Tree with columns of figures."""

    def __init__(self, source: RowSource, themes: Themes, columns: range, handle_key: KeyHandler) -> None:
        super().__init__(Qt.TextElideMode.ElideMiddle, 16)
        # the tint of a focused row would go from the figures with their next painting; the selection is visible anyway
        self.setAllColumnsShowFocus(False)
        self._handle_key, self._iterate_rows = handle_key, self._rows_from_top
        self.figures = FigureColumns(self, self.header(), source, themes, columns, self._visible_rows, shows_hover=True)

    def _rows_from_top(self) -> Iterator[VisibleRow]:
        index = self.indexAt(QPoint(0, 0))
        rect = self.visualRect(index)
        below, height = self.viewport().height(), rect.height()
        while index.isValid() and rect.top() < below:
            yield rect, index
            index = self.indexBelow(index)
            rect = rect.translated(0, height)


class FigureTable(_FigureView, TableView):
    """Table with columns of figures."""

    def __init__(self, source: RowSource, themes: Themes, columns: range, handle_key: KeyHandler) -> None:
        super().__init__(row_height(QFontMetrics(QApplication.font())))
        self._handle_key, self._iterate_rows = handle_key, self._rows_from_top
        self.figures = FigureColumns(
            self, self.horizontalHeader(), source, themes, columns, self._visible_rows, shows_hover=False
        )

    def viewportEvent(self, event: QEvent) -> bool:
        """Ignore a mouse that only passes by: Qt would tint the one cell below it."""
        if event.type() in {QEvent.Type.HoverEnter, QEvent.Type.HoverMove}:
            return True
        return super().viewportEvent(event)

    def horizontalScrollbarValueChanged(self, value: int) -> None:
        """Ignore that rows pass below the mouse, which is all that Qt handles here."""
        del value

    def verticalScrollbarValueChanged(self, value: int) -> None:
        """Ignore that rows pass below the mouse, which is all that Qt handles here."""
        del value

    def _paint_all(self, event: QPaintEvent) -> None:
        self.figures.paint_rows(event)

    def _rows_from_top(self) -> Iterator[VisibleRow]:
        row, height, bottom = (
            max(self.rowAt(0), 0),
            self.verticalHeader().defaultSectionSize(),
            self.viewport().height(),
        )
        top, count, model = self.rowViewportPosition(row), self.model().rowCount(), self.model()
        while row < count and top < bottom:
            yield QRect(0, top, 0, height), model.index(row, 0)
            row, top = row + 1, top + height
