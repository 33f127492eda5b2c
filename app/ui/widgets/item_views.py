"""Lists, tables and trees of rows of one height, their column headers and tool tips."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QAbstractListModel, QEvent, QObject, Qt, Signal
from PySide6.QtGui import QFontDatabase, QGuiApplication, QHelpEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QListView, QTableView, QToolTip, QTreeView, QWidget
from typing_extensions import override

from app.ui.base.text import plain_tip
from app.ui.base.view_keys import ViewKey

if TYPE_CHECKING:
    _View = QAbstractItemView
else:
    # a class can have one base of Qt only
    _View = object


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


def size_columns(header: QHeaderView, characters: Mapping[int, int]) -> None:
    """Size columns for so many characters each, but never narrower than their titles."""
    width = header.fontMetrics().averageCharWidth()
    for column, count in characters.items():
        header.resizeSection(column, max(width * count, header.sectionSizeHint(column)))


class ColumnHider(QObject):
    """Hides columns of a header while it is narrow, and shows them again.

    Args:
        stretched: the column that takes the room that the others leave.
        least: minimum room of that column, in characters.
        order: columns that are hidden, in this order.
    """

    def __init__(self, header: QHeaderView, stretched: int, min_characters: int, order: Sequence[int]) -> None:
        super().__init__(header)
        self._header = header
        self._stretched = stretched
        self._min_characters = min_characters
        self._order = order
        self._absent: frozenset[int] = frozenset()
        self._widths: dict[int, int] = {}
        header.installEventFilter(self)

    def set_hidden_columns(self, columns: Collection[int]) -> None:
        """Hide these columns whatever room there is, and show the others in `order` where there is room."""
        absent = frozenset(columns)
        if absent != self._absent:
            self._absent = absent
            self._fit()

    @override
    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Resize:
            self._fit()
        return super().eventFilter(watched, event)

    def _fit(self) -> None:
        header = self._header
        for column in range(header.count()):
            if not header.isSectionHidden(column):
                self._widths[column] = header.sectionSize(column)
        there = [column for column in range(header.count()) if column not in self._absent]
        others = sum(self._width(column) for column in there if column != self._stretched)
        room = header.width() - others - self._min_characters * header.fontMetrics().averageCharWidth()
        for column in self._order:
            hidden = column in self._absent or room < 0
            header.setSectionHidden(column, hidden)
            if hidden and column not in self._absent:
                room += self._width(column)

    def _width(self, column: int) -> int:
        return self._widths.get(column, self._header.defaultSectionSize())


class _RowView(_View):
    """Mixin of views whose owner decides what is copied.

    Signals:
        copy_requested: the key to copy was pressed.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Ctrl+C", "Copy the row, or what is selected"),)

    copy_requested: Final = Signal()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Emit `copy_requested`; Qt would copy the text of one cell."""
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_requested.emit()
        else:
            super().keyPressEvent(event)

    def viewportEvent(self, event: QEvent) -> bool:
        """Show tool tips of cells."""
        return show_cell_tip(self, event) or super().viewportEvent(event)


class TableView(_RowView, QTableView):
    """Table whose owner decides what is copied. Unlike a tree it never reads rows that are not visible."""

    def __init__(self, row_height: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
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
        rows.setMinimumSectionSize(row_height)
        rows.setDefaultSectionSize(row_height)
        self._header = ColumnHeader(self)
        self._header.setStretchLastSection(False)
        self.setHorizontalHeader(self._header)


class TreeView(_RowView, QTreeView):
    """Tree whose owner decides what is copied."""

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


class LinesView(QListView):
    """List of lines in a fixed font, of which the selected ones, or else all, are copied."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("Ctrl+C", "Copy the selected lines, or all"),)

    def __init__(self, model: QAbstractListModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("lines", True)
        self.setModel(model)
        self.setAccessibleName(name)
        # without it Qt asks every row for its height
        self.setUniformItemSizes(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.NoSelection)
        self.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Copy the selected lines, or else all; Qt would copy the current line alone."""
        if not event.matches(QKeySequence.StandardKey.Copy):
            super().keyPressEvent(event)
            return
        model = self.model()
        rows = sorted(index.row() for index in self.selectedIndexes()) or range(model.rowCount())
        QGuiApplication.clipboard().setText("\n".join(str(model.index(row, 0).data()) for row in rows))
