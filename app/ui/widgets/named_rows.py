"""Trees whose rows have names of their own, and are arranged anew as a whole while they are looked at."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, Final

from PySide6.QtCore import (
    QAbstractItemModel,
    QItemSelectionModel,
    QKeyCombination,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import QAbstractItemView, QWidget
from typing_extensions import override

from app.ui.widgets.item_views import TreeView

Index = QModelIndex | QPersistentModelIndex
Children = Mapping[str, Sequence[str]]

_DISPLAY: Final = int(Qt.ItemDataRole.DisplayRole)
_NO_INDEX: Final = QModelIndex()
# names that were ever shown; beyond it views forget what is selected
_MAX_NAMES: Final = 100_000


class NamedRows(QAbstractItemModel):
    """Tree of rows, each with a name that no other has. Subclasses say what is in a cell, in `data`.

    Args:
        titles: of the columns.
    """

    def __init__(self, titles: Sequence[str], parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._titles = titles
        self._children: dict[str, tuple[str, ...]] = {}
        # of each row that is shown: its parent, and its row below it
        self._places: dict[str, tuple[str, int]] = {}
        # numbers that indexes hold; they stay when a row goes, as views may still ask for it
        self._names: list[str] = []
        self._numbers: dict[str, int] = {}

    def arrange(self, children: Children) -> bool:
        """Show these rows: the names below each name, and below “” those at the top; whether anything changed.

        What is selected, current and expanded in views stays with the names.
        """
        wanted = {name: tuple(below) for name, below in children.items() if below}
        if wanted == self._children:
            return False
        if len(self._names) > _MAX_NAMES:
            self.remove_all()
        self.layoutAboutToBeChanged.emit()
        before = self.persistentIndexList()
        names = [(self.name(index), index.column()) for index in before]
        self._children = wanted
        self._places = {name: (parent, row) for parent, below in wanted.items() for row, name in enumerate(below)}
        for name in self._places.keys() - self._numbers.keys():
            self._numbers[name] = len(self._names)
            self._names.append(name)
        self.changePersistentIndexList(before, [self.index_of(name, column) for name, column in names])
        self.layoutChanged.emit()
        return True

    def remove_all(self) -> None:
        """Remove all rows, for another robot."""
        self.beginResetModel()
        self._children, self._places = {}, {}
        self._names, self._numbers = [], {}
        self.endResetModel()

    def name(self, index: Index) -> str:
        """Return the name of a row; empty for an invalid index."""
        return self._names[index.internalId()] if index.isValid() else ""

    def index_of(self, name: str, column: int = 0) -> QModelIndex:
        """Return the index of a row; invalid if it is not shown."""
        place = self._places.get(name)
        return self.createIndex(place[1], column, self._numbers[name]) if place is not None else QModelIndex()

    def names(self, below: str = "") -> Iterator[str]:
        """All names in the order of the rows."""
        for name in self._children.get(below, ()):
            yield name
            yield from self.names(name)

    def above(self, name: str) -> str:
        """Return the name of the row above one; empty at the top."""
        return self._places[name][0] if name in self._places else ""

    # QAbstractItemModel

    @override
    def index(self, row: int, column: int, parent: Index = _NO_INDEX) -> QModelIndex:
        below = self._children.get(self.name(parent), ())
        if not 0 <= row < len(below) or not 0 <= column < len(self._titles):
            return QModelIndex()
        return self.createIndex(row, column, self._numbers[below[row]])

    @override
    def parent(self, index: Index = _NO_INDEX) -> QModelIndex:  # type: ignore[override] # QObject has another one
        return self.index_of(self.above(self.name(index)))

    @override
    def rowCount(self, parent: Index = _NO_INDEX) -> int:
        return 0 if parent.column() > 0 else len(self._children.get(self.name(parent), ()))

    @override
    def columnCount(self, parent: Index = _NO_INDEX) -> int:
        del parent
        return len(self._titles)

    @override
    def headerData(self, section: int, orientation: Qt.Orientation, role: int = _DISPLAY) -> Any:
        if role != _DISPLAY or orientation is not Qt.Orientation.Horizontal:
            return None
        return self._titles[section]


class NamedTree(TreeView):
    """View of `NamedRows`. All of it is expanded but what the operator has collapsed."""

    def __init__(self, model: NamedRows) -> None:
        super().__init__(Qt.TextElideMode.ElideRight, 16)
        self._model = model
        self._collapsed: set[str] = set()
        self.setModel(model)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.copy_requested.connect(self.copy_rows)
        self.collapsed.connect(lambda index: self._collapsed.add(model.name(index)))
        self.expanded.connect(lambda index: self._collapsed.discard(model.name(index)))

    @property
    def current(self) -> str:
        """The name of the current row; empty for none."""
        return self._model.name(self.currentIndex())

    def select(self, name: str) -> None:
        """Make a row the current one, and scroll to it."""
        index = self._model.index_of(name)
        if index.isValid():
            self.selectionModel().setCurrentIndex(
                index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
            )
            self.scrollTo(index)

    def go_to_next(self, wanted: Collection[str], step: int) -> None:
        """Go to the next of the wanted rows, or to the one before with a `step` of -1."""
        name = next_name(list(self._model.names()), wanted, self.current, step)
        if name:
            self.select(name)

    def expand_rows(self) -> None:
        """Expand all that the operator has not collapsed."""
        collapsed = set(self._collapsed)
        self.expandAll()
        for name in collapsed:
            self.collapse(self._model.index_of(name))

    def forget_collapsed(self) -> None:
        """Forget what was collapsed, for another robot."""
        self._collapsed.clear()

    def copy_rows(self) -> None:
        """Copy the selected rows as they read, with a tab between cells; or else the current one."""
        model = self._model
        rows = {model.name(index) for index in self.selectionModel().selectedRows()} or {self.current}
        columns = [column for column in range(model.columnCount()) if not self.header().isSectionHidden(column)]
        shown = [name for name in model.names() if name in rows]
        lines = ["\t".join(str(model.index_of(name, column).data() or "") for column in columns) for name in shown]
        if lines:
            QGuiApplication.clipboard().setText("\n".join(lines))


def add_step_keys(panel: QWidget, key: Qt.Key, go: Callable[[int], object]) -> None:
    """Have a key go on within a panel, by 1, and with Shift back, by -1."""
    for modifier, step in ((Qt.KeyboardModifier.NoModifier, 1), (Qt.KeyboardModifier.ShiftModifier, -1)):
        QShortcut(
            QKeySequence(QKeyCombination(modifier, key)),
            panel,
            functools.partial(go, step),
            context=Qt.ShortcutContext.WidgetWithChildrenShortcut,
        )


def next_name(names: Sequence[str], wanted: Collection[str], current: str, step: int) -> str:
    """Return the next of the `wanted` names from the current one on, around the end; empty if there is none.

    `names` are all names in order; `step` is 1 for the next one, -1 for the one before.
    """
    chosen = set(wanted)
    start = names.index(current) if current in names else (-1 if step > 0 else 0)
    around = (names[(start + step * offset) % len(names)] for offset in range(1, len(names) + 1))
    return next((name for name in around if name in chosen), "")
