"""The fields of a message as a tree, with the actions on the current field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, Final

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QAccessible, QFont, QFontDatabase, QGuiApplication, QKeyEvent, QMouseEvent, QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QInputDialog, QStyleOptionViewItem, QWidget
from typing_extensions import override

from app.model.schema import FieldPath, is_list
from app.model.topics import TopicKey
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.text import say, translate
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.inspector.value_item import ValueColumn
from app.ui.inspector.value_model import Index, ValueTreeModel
from app.ui.time_axis.fields import FieldDragView
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TreeView, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.window.actions import MessageActions
from app.wording.ui.inspector import InspectorWording

_LAYOUT: Final = "inspector"

_BAR_WIDTH: Final = 3

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
        ViewKey("P, Double click", "Plot the field, and stay here"),
        ViewKey("Shift+P", "Plot the field, and go to the plot"),
        ViewKey("S", "Show the states of the field"),
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
        self._themes = themes
        self._preferences = preferences
        self._actions = actions
        self.topic: TopicKey | None = None
        self.values = ValueTreeModel(themes, self)
        self.values.set_value_font(_value_font())
        self.setModel(self.values)
        self.copy_requested.connect(self.copy_value)
        self.customContextMenuRequested.connect(self._show_menu)
        self.expanded.connect(lambda index: self.values.set_open(index, True))
        self.collapsed.connect(lambda index: self.values.set_open(index, False))
        self.activated.connect(self.values.show_more)
        self.clicked.connect(self.values.show_more)
        self.selectionModel().currentChanged.connect(self._emit_selected)
        self.values.modelReset.connect(lambda: self.field_selected.emit(None))
        actions.copy_value.triggered.connect(self.copy_value)
        actions.copy_path.triggered.connect(self.copy_path)
        actions.go_to_element.triggered.connect(self.ask_for_element)
        header = self.header()
        size_columns(header, {ValueColumn.FIELD: 24, ValueColumn.TYPE: 14})
        header.setSectionResizeMode(ValueColumn.VALUE, QHeaderView.ResizeMode.Stretch)
        header.restoreState(preferences.widget_state(_LAYOUT))
        short: dict[int, str] = {ValueColumn.FIELD: "0" * _SHORT_NAME}
        self._columns = ColumnHider(
            header, ColumnPriority(ValueColumn.VALUE, 0, (ValueColumn.TYPE, None), min_share=_VALUE_SHARE, short=short)
        )

    def height_of(self, rows: int) -> int:
        """Return the height of the tree with so many rows."""
        row = max(self.sizeHintForRow(0), self.fontMetrics().lineSpacing())
        return self.header().sizeHint().height() + rows * row + 2 * self.frameWidth()

    def save_layout(self) -> None:
        """Save the columns."""
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    def copy_value(self) -> None:
        """Copy the exact value of the current row."""
        if self.currentIndex().isValid():
            QGuiApplication.clipboard().setText(self.values.exact_text(self.currentIndex()))

    def copy_path(self) -> None:
        """Copy the field path of the current row."""
        if self.currentIndex().isValid():
            QGuiApplication.clipboard().setText(self.values.path(self.currentIndex()))

    def ask_for_element(self) -> None:
        """Ask for the element of the list at the current row to go to."""
        found = self.values.list_at(self.currentIndex())
        item = self.values.item_at(found)
        if item is None:
            return
        path, last = self.values.path(found), len(item.value) - 1
        dialog = QInputDialog(self)
        dialog.setWindowTitle(translate("Inspector", "Go to element"))
        dialog.setLabelText(say(InspectorWording.ELEMENT(path=path, last=last)))
        dialog.setInputMode(QInputDialog.InputMode.IntInput)
        dialog.setIntRange(0, last)
        dialog.resize(320, dialog.sizeHint().height())
        # another topic may be shown by then
        topic = self.topic
        dialog.intValueSelected.connect(lambda number: self.go_to(path, number) if topic == self.topic else None)
        dialogs.show_dialog(dialog, path, replace=True)

    def go_to(self, path: str, number: int) -> None:
        """Show an element of the list at `path`, which may have changed or gone since the dialog was opened."""
        found = self.values.index_of(FieldPath.parse(path))
        element = self.values.show_element(found, number)
        if element.isValid():
            self.expand(found)
            self.setCurrentIndex(element)
            self.scrollTo(element, QAbstractItemView.ScrollHint.PositionAtCenter)

    def plot_current(self) -> None:
        """Request a plot of the current row: a number, a list of numbers, or the numbers in a message."""
        fields = self._to_plot(self.currentIndex())
        if fields:
            self.plot_asked.emit(fields)

    def ask_to_analyse(self) -> bool:
        """Request an analysis of the number or numbers of the current row; whether there are any."""
        fields = self._to_plot(self.currentIndex())
        if fields:
            self.analyse_asked.emit(fields)
        return bool(fields)

    def show_states_of_current(self) -> None:
        """Request the states of the current row: a text, a boolean or an enumeration."""
        fields = self._to_states(self.currentIndex())
        if fields:
            self.states_asked.emit(fields)

    @override
    def fields_at(self, place: QPoint) -> list[tuple[TopicKey, str]]:
        return self._to_drag(self.indexAt(place))

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
            self.values.set_value_font(_value_font())

    def _emit_selected(self, index: QModelIndex) -> None:
        path = self.values.path(index)
        item = self.values.item_at(index)
        self.field_selected.emit(FieldPath.parse(path) if path and item is not None and not item.is_remainder else None)

    def _show_menu(self, position: QPoint) -> None:
        menu = context_menu(self)
        index = self.indexAt(position)
        if index.isValid():
            menu.addActions([self._actions.copy_value, self._actions.copy_path])
        menu.addActions([self._actions.copy_message, self._actions.copy_topic])
        if self.values.list_at(index).isValid():
            menu.addSeparator()
            menu.addAction(self._actions.go_to_element)
        if self._to_plot(index):
            menu.addSeparator()
            add_entry(menu, translate("Inspector", "&Plot this field"), self.plot_current).setShortcut("P")
            add_entry(menu, translate("Inspector", "Anal&yse this field\tCtrl+Shift+Y"), self.ask_to_analyse)
        if self._to_states(index):
            if not self._to_plot(index):
                menu.addSeparator()
            add_entry(menu, translate("Inspector", "Show as &states"), self.show_states_of_current).setShortcut("S")
        menu.popup(self.viewport().mapToGlobal(position))


def _value_font() -> QFont:
    return QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
