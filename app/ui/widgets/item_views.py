"""Lists, tables and trees of rows of one height, their column headers and tool tips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QAbstractListModel,
    QByteArray,
    QEvent,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QPoint,
    QPointF,
    QRect,
    Qt,
    Signal,
)
from PySide6.QtGui import QGuiApplication, QHelpEvent, QKeyEvent, QKeySequence, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QListView, QTableView, QToolTip, QTreeView, QWidget
from typing_extensions import override

from app.ui.base.text import plain_tip, say
from app.ui.base.text_size import fixed_font, text_scale
from app.ui.base.view_keys import ViewKey
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    # a class can have one base of Qt only
    _View = object


Index = QModelIndex | QPersistentModelIndex

# in pixels, of both sides of a cell
_CELL_PADDING: Final = 14

# in pixels, above and below the text of a row together
_LEAST_AROUND: Final = 4


def show_cell_tip(view: QAbstractItemView, event: QEvent) -> bool:
    """Show the tool tip of the cell if an event of the viewport asks for one; True if a tip was shown."""
    if event.type() != QEvent.Type.ToolTip or not isinstance(event, QHelpEvent):
        return False
    index = view.indexAt(event.pos())
    if not index.isValid():
        return False
    rect = view.visualRect(index)
    text = index.data(Qt.ItemDataRole.ToolTipRole)
    if not text and view.sizeHintForIndex(index).width() > rect.width():
        text = index.data()
    if not text:
        return False
    QToolTip.showText(event.globalPos(), plain_tip(str(text)), view.viewport(), rect)
    return True


class ColumnHeader(QHeaderView):
    """Horizontal header with elided titles."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(Qt.Orientation.Horizontal, parent)
        self.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self.setSectionsMovable(False)
        self.setHighlightSections(False)
        self.setAccessibleName(say(WidgetsWording.COLUMNS()))

    def cut_title(self, column: int) -> str:
        """Return the title of a column if it is elided, else an empty text."""
        if column < 0 or self.sectionSizeFromContents(column).width() <= self.sectionSize(column):
            return ""
        return str(self.model().headerData(column, Qt.Orientation.Horizontal) or "")

    def viewportEvent(self, event: QEvent) -> bool:
        """Show the tool tip of a title that is elided."""
        if event.type() == QEvent.Type.ToolTip and isinstance(event, QHelpEvent):
            title = self.cut_title(self.logicalIndexAt(event.pos()))
            if title:
                QToolTip.showText(event.globalPos(), title, self.viewport())
                return True
        return super().viewportEvent(event)


def name_list(view: QTreeView, name: str) -> None:
    """Name a list and its columns for screen readers."""
    view.setAccessibleName(name)
    view.header().setAccessibleName(say(WidgetsWording.COLUMNS()))


def size_columns(header: QHeaderView, characters: Mapping[int, int]) -> None:
    """Size columns for so many characters each, but never narrower than their titles."""
    width = header.fontMetrics().averageCharWidth()
    for column, count in characters.items():
        header.resizeSection(column, max(width * count, header.sectionSizeHint(column)))


@dataclass(frozen=True, slots=True)
class ColumnPriority:
    """Order in which the columns of a header give up their room to one of them.

    Attributes:
        stretched: the column that takes the room that the others leave.
        min_characters: its minimum room, in characters; others can't be dragged wider than that leaves.
        order: columns that are hidden for it, in this order; None stands where those in `short` are shortened.
        min_share: its minimum share of the width, likewise.
        short: columns that can be shortened, and a text that they still have room for then.
    """

    stretched: int
    min_characters: int
    order: Sequence[int | None]
    min_share: float = 0.0
    short: Mapping[int, str] = field(default_factory=dict)


class ColumnHider(QObject):
    """Shortens and hides columns of a header while it is narrow, and shows them again.

    Signals:
        shortened: whether columns are shortened now.
    """

    shortened: Final = Signal(bool)

    def __init__(self, header: QHeaderView, priority: ColumnPriority) -> None:
        super().__init__(header)
        self._header = header
        self._priority = priority
        self._absent: frozenset[int] = frozenset()
        # of each column as the operator has it
        self._widths: dict[int, int] = {}
        self._is_short = self._is_fitting = False
        header.installEventFilter(self)
        header.sectionResized.connect(self._limit)

    @property
    def is_short(self) -> bool:
        """Whether columns are shortened now."""
        return self._is_short

    def set_hidden_columns(self, columns: Collection[int]) -> None:
        """Hide these columns whatever room there is, and show the others in `order` where there is room."""
        absent = frozenset(columns)
        if absent != self._absent:
            self._absent = absent
            self._fit()

    def widen(self, column: int, wanted: int, least: int, *, left: int = 0) -> bool:
        """Make a column as wide as is wanted, or as those that are shown leave room for, but not narrower than `least`.

        The stretched column keeps `left` more than its minimum. Return whether that was possible: a hidden column that
        doesn't fit with `least` either stays hidden.
        """
        if self._header.isSectionHidden(column):
            self._widths[column] = least
            # the width that it has when it is shown
            self._header.resizeSection(column, least)
            self._fit()
        if self._header.isSectionHidden(column):
            return False
        header, kept = self._header, {column, self._priority.stretched}
        shown = {each for each in range(header.count()) if not header.isSectionHidden(each)} - kept
        others = sum(self.width(each) for each in shown)
        self._resize({column: max(min(wanted, self.room - others - left), least)})
        self._fit()
        return True

    @property
    def is_fitting(self) -> bool:
        """Whether the widths that change now are changed here, not by the operator."""
        return self._is_fitting

    def width(self, column: int) -> int:
        """Return the width of a column where there is room."""
        return self._widths.get(column, self._header.defaultSectionSize())

    def save_state(self) -> QByteArray:
        """Return the header's state for `restoreState`, with the columns as wide as the operator has them."""
        header = self._header
        shown = {column: header.sectionSize(column) for column in self._priority.short}
        self._resize({column: self.width(column) for column in shown if self._is_short})
        state = header.saveState()
        self._resize({column: width for column, width in shown.items() if self._is_short and width})
        return state

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        header, priority = self._header, self._priority
        for column in range(header.count()):
            if not header.isSectionHidden(column) and not (self._is_short and column in priority.short):
                self._widths[column] = header.sectionSize(column)
        there = [column for column in range(header.count()) if column not in self._absent]
        widths = {column: self.width(column) for column in there if column != priority.stretched}
        hidden = set(self._absent)
        short = False
        for each in priority.order:
            if sum(widths.values()) <= self.room:
                break
            if each is None:
                short = True
                shortened = widths.keys() & priority.short.keys()
                widths |= {column: min(widths[column], self._short_width(column)) for column in shortened}
            elif widths.pop(each, None) is not None:
                hidden.add(each)
        for each in priority.order:
            if each is not None:
                header.setSectionHidden(each, each in hidden)
        known = self._widths.keys() | priority.short.keys()
        if any(column not in known and not header.isSectionHidden(column) for column in there):
            # it was hidden when the header was made: its width is known only now
            self._fit()
            return
        self._resize({column: widths[column] for column in priority.short if column in widths})
        if short != self._is_short:
            self._is_short = short
            self.shortened.emit(short)

    def _limit(self, column: int, before: int, width: int) -> None:
        """Keep a column that is dragged from taking the room of the stretched one."""
        priority = self._priority
        header, by_hand = self._header, not self._is_fitting
        if not (by_hand and before and header.isVisible()) or column == priority.stretched:
            return
        others = sum(header.sectionSize(each) for each in range(header.count()) if each != priority.stretched)
        if width > before and others > self.room:
            self._resize({column: max(width - others + self.room, before)})

    def _resize(self, widths: Mapping[int, int]) -> None:
        self._is_fitting = True
        for column, width in widths.items():
            if not self._header.isSectionHidden(column) and self._header.sectionSize(column) != width:
                self._header.resizeSection(column, width)
        self._is_fitting = False

    @property
    def room(self) -> int:
        """Width of the columns beside the stretched one."""
        priority, width = self._priority, self._header.width()
        least = priority.min_characters * self._header.fontMetrics().averageCharWidth()
        return width - max(least, round(priority.min_share * width))

    def _short_width(self, column: int) -> int:
        header = self._header
        wanted = header.fontMetrics().horizontalAdvance(self._priority.short[column]) + _CELL_PADDING
        return max(wanted, header.minimumSectionSize())


class _RowView(_View):
    """Mixin of views whose owner decides what is copied.

    Signals:
        copy_requested: the key to copy was pressed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Ctrl+C", WidgetsWording.COPY_ROWS_KEY),)

    copy_requested: Final = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `copy_requested`; Qt would copy the text of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Keep the current row in view where it was, and scroll to it when the view is first shown."""
        before, current = event.oldSize(), self.currentIndex()
        seen = current.isValid() and (
            not before.isValid() or self.visualRect(current).intersects(QRect(QPoint(), before))
        )
        super().resizeEvent(event)
        if seen:
            self.scrollTo(current)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show tool tips of cells."""
        return show_cell_tip(self, event) or super().viewportEvent(event)


class TableView(_RowView, QTableView):
    """Table whose owner decides what is copied. Unlike a tree it never reads rows that are not visible.

    Args:
        row_height: in pixels; the rows are higher where the text needs it.
    """

    def __init__(self, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row_height = row_height
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerItem)
        self.setCornerButtonEnabled(False)
        rows = self.verticalHeader()
        rows.setVisible(False)
        rows.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self._fit_rows()
        self._header = ColumnHeader(self)
        self._header.setStretchLastSection(False)
        self.setHorizontalHeader(self._header)

    @override
    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in {QEvent.Type.FontChange, QEvent.Type.StyleChange}:
            self._fit_rows()

    def _fit_rows(self) -> None:
        height = max(self._row_height, self.fontMetrics().height() + _LEAST_AROUND)
        rows = self.verticalHeader()
        if rows.defaultSectionSize() != height:
            rows.setMinimumSectionSize(height)
            rows.setDefaultSectionSize(height)


class TreeView(_RowView, QTreeView):
    """Tree whose owner decides what is copied.

    Signals:
        middle_clicked: the index of a row that was clicked by the middle button.
    """

    middle_clicked: Final = Signal(object)

    def __init__(self, elide: Qt.TextElideMode, indentation: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._header = ColumnHeader(self)
        self.setHeader(self._header)
        # without it Qt asks every row for its height
        self.setUniformRowHeights(True)
        self.setAllColumnsShowFocus(True)
        self.setTextElideMode(elide)
        self.setIndentation(indentation)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.header().setStretchLastSection(False)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Tell of the middle button, which selects nothing."""
        if event.button() is not Qt.MouseButton.MiddleButton:
            super().mousePressEvent(event)
            return
        index = self.indexAt(event.position().toPoint())
        if index.isValid():
            self.middle_clicked.emit(index)

    @override
    def drawBranches(self, painter: QPainter, rect: QRect, index: Index) -> None:
        # the style has arrows of one size
        scale = max(text_scale(), 1.0)
        middle = QPointF(rect.right() + 1 - self.indentation() / 2, rect.center().y())
        painter.save()
        painter.translate(middle)
        painter.scale(scale, scale)
        painter.translate(-middle)
        super().drawBranches(painter, rect, index)
        painter.restore()


class EditTree(TreeView):
    """Tree whose rows are edited in one column, in whatever cell the current one is when F2 is pressed.

    Args:
        column: the column.
    """

    def __init__(self, elide: Qt.TextElideMode, indentation: int, column: int, parent: QWidget | None = None) -> None:
        super().__init__(elide, indentation, parent)
        self._edited = column

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Edit the current row."""
        cell = self.currentIndex().siblingAtColumn(self._edited)
        if event.key() == Qt.Key.Key_F2 and cell.flags() & Qt.ItemFlag.ItemIsEditable:
            self.edit(cell)
        else:
            super().keyPressEvent(event)


class NameList(_RowView, QListView):
    """List of names in rows of one height, the chosen one of which stays in view."""

    def __init__(self, model: QAbstractItemModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("lines", True)
        # without it Qt asks every row for its height
        self.setUniformItemSizes(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(name)
        self.setStyleSheet("QListView::item { padding: 3px 4px; }")
        self.setModel(model)


class LinesView(QListView):
    """List of lines in a fixed font, of which the selected ones, or else all, are copied."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Ctrl+C", WidgetsWording.COPY_LINES_KEY),)

    def __init__(self, model: QAbstractListModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("lines", True)
        self.setModel(model)
        self.setAccessibleName(name)
        # without it Qt asks every row for its height
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFont(fixed_font())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected lines, or else all; Qt would copy the current line alone."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        model = self.model()
        rows = sorted(index.row() for index in self.selectedIndexes()) or range(model.rowCount())
        QGuiApplication.clipboard().setText("\n".join(str(model.index(row, 0).data()) for row in rows))
