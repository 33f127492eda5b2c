"""The fields of a message as a tree, with the actions on the current field."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QByteArray, QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QGuiApplication, QKeyEvent, QMouseEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QInputDialog, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.model.schema import FieldPath, UnknownFieldError, is_list
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.action_base import HINTS
from app.ui.base.preferences import Preferences
from app.ui.base.text import say
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.inspector.value_item import ValueColumn
from app.ui.inspector.value_model import Index, ValueTreeModel
from app.ui.time_axis.fields import MAX_DRAGGED, FieldDragView
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TreeView, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording

_LAYOUT: Final = "inspector"
_DRAGGED: Final = "inspector, dragged columns"

_BAR_WIDTH: Final = 3

# characters of columns that are as wide as what is in them needs, unless the operator has dragged them: at least
_CHARACTERS: Final[dict[int, int]] = {ValueColumn.FIELD: 24, ValueColumn.TYPE: 14}
# share of the width that values have, and characters of a name where there is little room
_VALUE_SHARE: Final = 0.4
_SHORT_NAME: Final = 14


class ValueTree(FieldDragView, TreeView):
    """Tree of the fields of a message.

    Signals:
        field_selected: FieldPath of the current row, or None where the row is no field.
        plot_asked: a list of (TopicKey, path) is to be plotted.
        plots_asked: the operator wants to go to the plots.
        states_asked: a list of (TopicKey, path) is to be shown as states.
        analyse_asked: a list of (TopicKey, path) is to be analysed.

    Attributes:
        topic: the topic of the message; set by the owner.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("P, Double click", InspectorWording.PLOT_KEY),
        ViewKey("Shift+P", InspectorWording.PLOT_GO_KEY),
        ViewKey("S", InspectorWording.STATES_KEY),
        ViewKey("Ctrl+Click, Shift+Click", InspectorWording.SELECT_SEVERAL_FIELDS),
    )

    field_selected: Final = Signal(object)
    plot_asked: Final = Signal(object)
    plots_asked: Final = Signal()
    states_asked: Final = Signal(object)
    analyse_asked: Final = Signal(object)

    def __init__(
        self, themes: Themes, preferences: Preferences, actions: MessageActions, parent: QWidget | None = None
    ) -> None:
        super().__init__(Qt.TextElideMode.ElideRight, 14, parent)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setAccessibleName(say(InspectorWording.MESSAGE_VALUES()))
        self._themes = themes
        self._preferences = preferences
        self._actions = actions
        self.topic: TopicKey | None = None
        # whether rows are open as the operator wants them: as they were, or as it fits
        self._is_arranged = False
        self._arranging = False
        self.values = ValueTreeModel(themes, self)
        self.values.set_value_font(fixed_font())
        self.setModel(self.values)
        self.copy_requested.connect(self.copy_value)
        self.customContextMenuRequested.connect(self._show_menu)
        self.expanded.connect(lambda index: self._set_open(index, opened=True))
        self.collapsed.connect(lambda index: self._set_open(index, opened=False))
        self.activated.connect(self.values.show_more)
        self.clicked.connect(self.values.show_more)
        self.selectionModel().currentChanged.connect(self._emit_selected)
        self.values.modelReset.connect(self._start_anew)
        # angles may have another unit
        themes.changed.connect(self.viewport().update)
        actions.copy_value.triggered.connect(self.copy_value)
        actions.copy_path.triggered.connect(self.copy_path)
        actions.go_to_element.triggered.connect(self.ask_for_element)
        header = self.header()
        size_columns(header, _CHARACTERS)
        header.setSectionResizeMode(ValueColumn.VALUE, QHeaderView.ResizeMode.Stretch)
        header.restoreState(preferences.widget_state(_LAYOUT))
        short: dict[int, str] = {ValueColumn.FIELD: "0" * _SHORT_NAME}
        self._columns = ColumnHider(
            header, ColumnPriority(ValueColumn.VALUE, 0, (ValueColumn.TYPE, None), min_share=_VALUE_SHARE, short=short)
        )
        self._dragged = set(preferences.widget_state(_DRAGGED).data())
        header.sectionResized.connect(self._note_dragged)

    def height_of(self, rows: int) -> int:
        """Return the height of the tree with so many rows."""
        return self.header().sizeHint().height() + rows * self._row_height + 2 * self.frameWidth()

    @property
    def _row_height(self) -> int:
        # Qt has it at hand for rows of one height, and asks each cell in a row for its hint otherwise
        return max(self.rowHeight(self.values.index(0, 0)), self.fontMetrics().lineSpacing())

    def save_layout(self) -> None:
        """Save the columns."""
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())
        self._preferences.set_widget_state(_DRAGGED, QByteArray(bytes(self._dragged)))

    def open_rows(self, height: int) -> None:
        """Open the rows of the first message of a topic: those that were open in its type, or those that fit."""
        if self._is_arranged or self.values.is_empty:
            return
        self._is_arranged = self._arranging = True
        schema = self.values.schema
        saved = self._preferences.opened_fields(schema.name) if schema is not None else None
        if saved is None:
            for index in self.values.items_to_open((height - self.height_of(0)) // self._row_height):
                self.expand(index)
        for path in saved or ():
            # what a list holds changes, and a name may be no path
            with contextlib.suppress(UnknownFieldError):
                self.expand(self.values.index_of(FieldPath.parse(path)))
        self._arranging = False
        self._widen_columns()

    def copy_value(self) -> None:
        """Copy the exact value of the current row; of several selected rows a line each, with their paths."""
        rows = self._rows()
        texts = [self.values.exact_text(row) for row in rows]
        if len(rows) > 1:
            texts = [f"{self.values.path(row)}\t{text}" for row, text in zip(rows, texts, strict=True)]
        if rows:
            QGuiApplication.clipboard().setText("\n".join(texts))

    def copy_path(self) -> None:
        """Copy the field paths of the selected rows."""
        if rows := self._rows():
            QGuiApplication.clipboard().setText("\n".join(map(self.values.path, rows)))

    def ask_for_element(self) -> None:
        """Ask for the element of the list at the current row to go to."""
        found = self.values.list_at(self.currentIndex())
        item = self.values.item_at(found)
        if item is None:
            return
        path, last = self.values.field_path(found), len(item.value) - 1
        if path is None:
            return
        dialog = QInputDialog(self)
        dialog.setWindowTitle(say(InspectorWording.GO_TO_ELEMENT()))
        dialog.setLabelText(say(InspectorWording.ELEMENT(path=str(path), last=last)))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(0, last)
        dialog.resize(320, dialog.sizeHint().height())
        # another topic may be shown by then
        topic = self.topic
        dialog.intValueSelected.connect(lambda number: self.go_to(path, number) if topic == self.topic else None)
        dialogs.show_dialog(dialog, str(path), replace=True)

    def go_to(self, path: FieldPath, number: int) -> None:
        """Show an element of the list at `path`, which may have changed or gone since the dialog was opened."""
        found = self.values.index_of(path)
        element = self.values.show_element(found, number)
        if element.isValid():
            self.expand(found)
            self.setCurrentIndex(element)
            self.scrollTo(element, QAbstractItemView.ScrollHint.PositionAtCenter)

    def plot_current(self) -> None:
        """Request a plot of the selected rows: numbers, lists of numbers, and the numbers in messages."""
        fields = self._fields_of(self._rows(), self._to_plot)
        if fields:
            self.plot_asked.emit(fields)

    def ask_to_analyse(self) -> bool:
        """Request an analysis of the numbers of the selected rows; whether there are any."""
        fields = self._fields_of(self._rows(), self._to_plot)
        if fields:
            self.analyse_asked.emit(fields)
        return bool(fields)

    def show_states_of_current(self) -> None:
        """Request the states of the selected rows: texts, booleans and enumerations."""
        fields = self._fields_of(self._rows(), self._to_states)
        if fields:
            self.states_asked.emit(fields)

    @override
    def fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        return self._fields_of(self.selected_at(place), self._to_drag)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle P (plots the field; with Shift it goes to the plot) and S (shows its states)."""
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        if event.key() == Qt.Key.Key_P and plain:
            self.plot_current()
        elif event.key() == Qt.Key.Key_P and event.modifiers() == Qt.KeyboardModifier.ShiftModifier:
            self.plot_current()
            self.plots_asked.emit()
        elif event.key() == Qt.Key.Key_S and plain:
            self.show_states_of_current()
        else:
            super().keyPressEvent(event)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        """Plot a number on a double click; a row with rows below it is expanded."""
        super().mouseDoubleClickEvent(event)
        item = self.values.item_at(self.indexAt(event.position().toPoint()))
        if item is not None and isinstance(item.value, int | float):
            self.plot_current()

    def _rows(self) -> list[QModelIndex]:
        """Return the selected rows from the top, or else the current one."""
        rows = sorted(self.selectionModel().selectedRows(), key=lambda row: self.visualRect(row).top())
        current = self.currentIndex().siblingAtColumn(0)
        return rows or ([current] if current.isValid() else [])

    @staticmethod
    def _fields_of(
        rows: Sequence[QModelIndex], fields_of: Callable[[QModelIndex], list[tuple[TopicKey, str]]]
    ) -> list[tuple[TopicKey, str]]:
        return list(dict.fromkeys(field for row in rows for field in fields_of(row)))[:MAX_DRAGGED]

    def _start_anew(self) -> None:
        self._is_arranged = False
        self.field_selected.emit(None)

    def _note_dragged(self, column: int, before: int, width: int) -> None:
        by_hand = self.isVisible() and not self._columns.is_fitting
        if by_hand and before and width and column in _CHARACTERS:
            self._dragged.add(column)

    def _widen_columns(self, *, grow: bool = False) -> None:
        """Give names of fields, then types, the room that those on screen need; with `grow` no column becomes narrower.

        Values keep their share. Columns that the operator has dragged stay as they are.
        """
        character = self.header().fontMetrics().averageCharWidth()
        for column, characters in _CHARACTERS.items():
            if column not in self._dragged:
                least = max(character * characters, self._columns.width(column) if grow else 0)
                self._columns.widen(column, self.sizeHintForColumn(column), least)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give names and types more of a larger width."""
        super().resizeEvent(event)
        if self._is_arranged and event.size().width() > event.oldSize().width() > 0:
            self._widen_columns(grow=True)

    def _set_open(self, index: QModelIndex, *, opened: bool) -> None:
        self.values.set_open(index, opened)
        if opened and not self._arranging:
            self._widen_columns(grow=True)
        schema = self.values.schema
        if schema is not None and schema.name and not self._arranging:
            self._preferences.set_opened_fields(schema.name, self.values.open_paths())

    def _to_plot(self, index: QModelIndex) -> list[tuple[TopicKey, str]]:
        item = self.values.item_at(index)
        if item is None or item.is_remainder or self.topic is None:
            return []
        value = item.value
        # a list of numbers may be empty now; of a message its numbers are plotted
        if isinstance(value, int | float | dict) or (
            is_list(value) and all(isinstance(one, int | float) for one in value[:1])
        ):
            return [(self.topic, self.values.path(index))]
        return []

    def _to_states(self, index: QModelIndex) -> list[tuple[TopicKey, str]]:
        item = self.values.item_at(index)
        if item is None or item.is_remainder or self.topic is None or is_list(item.value):
            return []
        named = item.field is not None and bool(item.field.enum_names)
        return [(self.topic, self.values.path(index))] if named or isinstance(item.value, str | bool) else []

    def _to_drag(self, index: QModelIndex) -> list[tuple[TopicKey, str]]:
        return self._to_plot(index) or self._to_states(index)

    def dataChanged(self, first: Index, last: Index, roles: Sequence[int] = ()) -> None:
        """Repaint the changed values. Qt would measure all rows, which have one height, and repaint all of them."""
        if first.column() == last.column() == ValueColumn.VALUE and not QAccessible.isActive():
            self.viewport().update(self.visualRect(first).united(self.visualRect(last)))
        else:
            super().dataChanged(first, last, list(roles))
            # the signs that open rows are in no cell
            self.viewport().update()

    def drawRow(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """Draw a bar beside a value that changed, besides its bold font."""
        super().drawRow(painter, option, index)
        item = self.values.item_at(index)
        if item is not None and self.values.is_marked(item) and not self.isColumnHidden(ValueColumn.VALUE):
            left = self.header().sectionViewportPosition(ValueColumn.VALUE)
            bar = QRect(left, option.rect.top() + 2, _BAR_WIDTH, option.rect.height() - 4)
            painter.fillRect(bar, self._themes.current.color("accent"))

    def changeEvent(self, event: QEvent) -> None:
        """Follow a change of the font."""
        super().changeEvent(event)
        # Qt sends the first change from inside its constructor
        if event.type() == QEvent.Type.FontChange and hasattr(self, "values"):
            self.values.set_value_font(fixed_font())

    def _emit_selected(self, index: QModelIndex) -> None:
        item = self.values.item_at(index)
        is_field = item is not None and not item.is_remainder
        self.field_selected.emit(self.values.field_path(index) if is_field else None)

    def _show_menu(self, position: QPoint) -> None:
        menu = context_menu(self)
        index, rows = self.indexAt(position), self._rows() if self.indexAt(position).isValid() else []
        icon = self._themes.icon
        if self._fields_of(rows, self._to_plot):
            one, several = say(InspectorWording.PLOT_THIS_FIELD()), say(InspectorWording.PLOT_THESE_FIELDS())
            plot = several if len(rows) > 1 else one
            add_entry(menu, plot, self.plot_current, key="P", icon=icon("history"))
        if self._fields_of(rows, self._to_states):
            states = say(InspectorWording.SHOW_AS_STATES())
            add_entry(menu, states, self.show_states_of_current, key="S", icon=icon("lane"))
        if self._fields_of(rows, self._to_plot):
            analyse = say(InspectorWording.ANALYSE())
            add_entry(menu, analyse, self.ask_to_analyse, key=HINTS.key("analysis.analyse"), icon=icon("spectrum"))
        if self.values.list_at(index).isValid():
            menu.addSeparator()
            menu.addAction(self._actions.go_to_element)
        menu.addSeparator()
        if index.isValid():
            menu.addActions([self._actions.copy_value, self._actions.copy_path])
        menu.addActions([self._actions.copy_message, self._actions.copy_topic])
        menu.popup(self.viewport().mapToGlobal(position))
