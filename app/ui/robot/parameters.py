"""The parameters of a robot: a panel that shows all of them as they change, and a dialog that adds or edits one."""

from __future__ import annotations

import json
import shlex
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QItemSelectionModel, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeySequence, QShortcut
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QDialogButtonBox,
    QFormLayout,
    QHeaderView,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.model.graph import Parameter
from app.model.status import ConnectionState
from app.model.value_text import jsonable, yaml_text
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.robot_tools import RobotTools
from app.ui.base.tab_order import OrderedDialog
from app.ui.base.text import say, say_error, with_tip
from app.ui.base.text_size import fixed_font
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.robot.parameter_model import (
    WRITABLE_KINDS,
    ParameterColumn,
    ParameterItem,
    ParameterKind,
    ParameterTreeModel,
    edit_text,
    parameter_kind,
    parameter_kind_word,
    parse_parameter,
)
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.filtered_rows import TreeFilter
from app.ui.widgets.forms import add_row
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, EditTree, size_columns
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import ParametersWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs

OWNER: Final = "parameters"

_LAYOUT: Final = "parameters"

# values have room first
_PRIORITY: Final = ColumnPriority(
    ParameterColumn.VALUE, 0, (ParameterColumn.TYPE, None), min_share=0.4, short={ParameterColumn.NAME: "0" * 14}
)

# so few parameters fit on the screen expanded
_FEW: Final = 40


class ParameterDialog(OrderedDialog):
    """Dialog for a parameter. It stays open until the value is valid.

    Signals:
        chosen: a key and its value.
    """

    chosen: Final = Signal(str, object)

    def __init__(
        self,
        themes: Themes,
        robot: str,
        key: str,
        value: Parameter,
        parent: QWidget | None = None,
        *,
        adding: bool = False,
    ) -> None:
        super().__init__(parent)
        title = (
            ParametersWording.ADD_TITLE(robot=robot) if adding else ParametersWording.EDIT_TITLE(key=key, robot=robot)
        )
        self.setWindowTitle(say(title))
        self.key = QLineEdit(key)
        self.key.setPlaceholderText(say(ParametersWording.NAMESPACE_NAME()))
        self.kind = QComboBox()
        for kind in WRITABLE_KINDS:
            self.kind.addItem(parameter_kind_word(kind), kind.value)
        self.kind.setCurrentIndex(self.kind.findData(parameter_kind(value).value))
        self.value = QPlainTextEdit("" if adding else edit_text(value))
        self.value.setFont(fixed_font())
        self.value.setTabChangesFocus(True)
        self.error = QLabel()
        self.error.setWordWrap(True)
        self.error.setStyleSheet(f"color: {themes.current.error};")
        self.error.setVisible(False)
        # the type of an existing parameter can't be changed
        self.key.setEnabled(adding)
        self.kind.setEnabled(adding)
        form = QFormLayout()
        line_height = self.key.sizeHint().height()
        add_row(form, say(ParametersWording.NAME()), self.key)
        add_row(form, say(ParametersWording.TYPE_TEXT()), self.kind, line_height)
        add_row(form, say(ParametersWording.VALUE_TEXT()), self.value, line_height)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        self.set = buttons.addButton(
            say(ParametersWording.ADD()) if adding else say(ParametersWording.SET()),
            QDialogButtonBox.ButtonRole.AcceptRole,
        )
        self.set.setProperty("primary", True)
        buttons.accepted.connect(self._choose)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addLayout(form, 1)
        layout.addWidget(self.error)
        layout.addWidget(buttons)
        self.resize(480, 320)
        (self.key if adding else self.value).setFocus()

    def _choose(self) -> None:
        key = self.key.text().strip()
        try:
            value = parse_parameter(ParameterKind(self.kind.currentData()), self.value.toPlainText())
        except ValueError as error:
            self._show_input_error(say_error(error))
            return
        if not key.strip("/") or key.endswith("/") or any(character.isspace() for character in key):
            self._show_input_error(say(ParametersWording.NO_NAME(key=key)))
            return
        self.chosen.emit(key if key.startswith("/") else f"/{key}", value)
        self.accept()

    def _show_input_error(self, text: str) -> None:
        self.error.setText(text)
        self.error.setVisible(True)


class ParametersPanel(RobotPanel):
    """Parameters panel. Parameters are watched only while they can be seen."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Ins", ParametersWording.ADD_A_PARAMETER),
        ViewKey("Del", ParametersWording.DELETE_KEY),
        ViewKey("F2, Double click", ParametersWording.EDIT_THE_PARAMETER),
    )
    is_of_now = True

    def __init__(
        self,
        graphs: Graphs,
        tools: RobotTools,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "parameters", parent)
        self._graphs = graphs
        self._revision = -1
        self._watched: str | None = None
        self.model = ParameterTreeModel(tools.themes, self)
        self.shown = TreeFilter(self.model, self.model.filter_text, self)
        self.filter = FilterField(tools.themes, say(ParametersWording.FILTER_BY_NAME_OR()))
        self.add_button = self.tool_button(say(ParametersWording.ADD()), "", "add")
        self.delete_button = self.tool_button(say(ParametersWording.DELETE_BUTTON()), "", "delete")
        self.tree = self._make_tree()
        self.no_match = EmptyState(
            tools.themes,
            "search",
            say(ParametersWording.NO_PARAMETER_MATCHES()),
            say(ParametersWording.EVERY_WORD_MUST_BE()),
        )
        self.setFocusProxy(self.filter)
        self._lay_out()
        self._connect()
        self.show_lock()

    # RobotPanel

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            say(ParametersWording.HAS_NONE(name=name)),
            say(ParametersWording.HAS_NONE_TIP()),
        )

    @override
    def robot_changed(self) -> None:
        self._revision = -1
        self.model.remove_all()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        snapshot = self._graphs.parameters(info.id)
        if snapshot is None or snapshot.tree is None:
            what = say(ParametersWording.NONE_YET())
            if snapshot is not None and snapshot.reason and info.status.state is ConnectionState.CONNECTED:
                self.show_nothing(what, with_tip(snapshot.reason, snapshot.tip))
            else:
                self.show_waiting(info, what)
            return
        if snapshot.revision != self._revision:
            first = self._revision == -1
            self._revision = snapshot.revision
            self.model.set_parameters(snapshot.tree, now)
            if first:
                self._open_some()
        self.model.set_time(now)
        if self.model.is_empty:
            self.show_nothing(say(ParametersWording.NONE()), say(ParametersWording.NONE_TIP()))
            return
        self.show_body()
        matches = bool(self.shown.rowCount())
        self.tree.setVisible(matches)
        self.no_match.setVisible(not matches)

    @override
    def update_subscriptions(self) -> None:
        wanted = self.connection if self.can_be_seen() else None
        if wanted != self._watched:
            self._watched = wanted
            self._graphs.watch_parameters(OWNER, wanted)

    @override
    def show_lock(self) -> None:
        self.model.editable = self.allowed
        self.add_button.setEnabled(self.allowed)
        self.delete_button.setEnabled(self.allowed and self.current is not None)
        self.add_button.setToolTip(self.locked_tip(say(ParametersWording.ADD_TIP(key=key_name("Ins")))))
        self.delete_button.setToolTip(self.locked_tip(say(ParametersWording.DELETE_SELECTED_TIP(key=key_name("Del")))))

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())

    # operator actions

    @property
    def current(self) -> ParameterItem | None:
        """The row of the current index."""
        index = self.tree.currentIndex()
        return self.model.item(self.shown.mapToSource(index)) if index.isValid() else None

    def select(self, key: str) -> None:
        """Select a parameter."""
        index = self.shown.mapFromSource(self.model.index_of(key))
        self.tree.selectionModel().setCurrentIndex(
            index, QItemSelectionModel.SelectionFlag.ClearAndSelect | QItemSelectionModel.SelectionFlag.Rows
        )
        self.tree.scrollTo(index)

    def set(self, key: str, value: Parameter, connection: str | None = None) -> None:
        """Set a parameter of `connection`, or of the robot that is shown."""

        async def ask(connection: str) -> None:
            await self._commands.set_parameter(connection, key, value, TIMEOUT_S)

        self.run(ask, f"set {key} of", connection=connection)

    def ask_to_add(self) -> None:
        """Ask for a new parameter, beside the current one."""
        if not self.allowed:
            return
        item = self.current
        above = item if item is None or item.is_namespace else item.parent
        key = f"{above.key.rstrip('/')}/" if above is not None else "/"
        self._open_dialog(key, "", adding=True)

    def ask_to_edit(self) -> None:
        """Ask for another value of the current parameter."""
        item = self.current
        if self.allowed and item is not None and parameter_kind(item.value) in WRITABLE_KINDS:
            self._open_dialog(item.key, item.value, adding=False)

    def ask_to_delete(self) -> None:
        """Ask for confirmation to delete the current parameter, or all in a namespace."""
        item, connection = self.current, self.connection
        if item is None or connection is None or not self.allowed:
            return
        key, name = item.key, self._preferences.robot_name(connection)
        text = ParametersWording.DELETE_ALL if item.is_namespace else ParametersWording.DELETE
        dialogs.ask_to_confirm(
            self,
            self._themes,
            say(text(key=key, name=name)),
            say(ParametersWording.DELETE_TIP()),
            say(ParametersWording.DELETE_BUTTON()),
            lambda: self._delete(connection, key),
            harmful=True,
        )

    # internals

    def _make_tree(self) -> EditTree:
        tree = EditTree(Qt.TextElideMode.ElideRight, 16, ParameterColumn.VALUE)
        tree.setAccessibleName(say(ParametersWording.PARAMETERS()))
        tree.setProperty("signs", True)
        tree.setModel(self.shown)
        triggers = QAbstractItemView.EditTrigger
        tree.setEditTriggers(triggers.DoubleClicked | triggers.EditKeyPressed)
        header = tree.header()
        size_columns(header, {ParameterColumn.NAME: 32, ParameterColumn.TYPE: 18})
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(ParameterColumn.VALUE, QHeaderView.ResizeMode.Stretch)
        self._columns = ColumnHider(header, _PRIORITY)
        return tree

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.filter, 1)
        line.add_button(self.add_button)
        line.add_button(self.delete_button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.no_match, 1)
        self.no_match.setVisible(False)

    def _connect(self) -> None:
        self.filter.filtered = self.tree
        self.filter.textChanged.connect(self._apply_filter)
        self.model.edited.connect(self.set)
        self.model.refused.connect(lambda text: self.show_error(SessionError(text)))
        self.add_button.clicked.connect(self.ask_to_add)
        self.delete_button.clicked.connect(self.ask_to_delete)
        self.tree.copy_requested.connect(self._copy_name)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.selectionModel().currentChanged.connect(self.show_lock)
        for key, do in ((QKeySequence.StandardKey.Delete, self.ask_to_delete), (Qt.Key.Key_Insert, self.ask_to_add)):
            QShortcut(key, self.tree, do, context=Qt.ShortcutContext.WidgetShortcut)

    def _open_some(self) -> None:
        if sum(1 for _ in _leaves(self.model.item(self.model.index(-1, 0)))) <= _FEW:
            self.tree.expandAll()

    def _apply_filter(self, text: str) -> None:
        self.shown.set_text(text)
        if text.strip():
            self.tree.expandAll()

    def _open_dialog(self, key: str, value: Parameter, *, adding: bool) -> None:
        connection = self.connection
        if connection is None:
            return
        name = self._preferences.robot_name(connection)
        dialog = ParameterDialog(self._themes, name, key, value, self.window(), adding=adding)
        # the operator may have selected another robot by then
        dialog.chosen.connect(lambda key, value: self.set(key, value, connection))
        dialogs.show_dialog(dialog, f"{connection} {'+' if adding else key}")

    def _delete(self, connection: str, key: str) -> None:
        async def ask(connection: str) -> None:
            await self._commands.delete_parameter(connection, key, TIMEOUT_S)

        self.run(ask, f"delete {key} of", connection=connection)

    def _copy_name(self) -> None:
        if self.current is not None:
            QGuiApplication.clipboard().setText(self.current.key)

    def _show_menu(self, position: QPoint) -> None:
        item = self.current if self.tree.indexAt(position).isValid() else None
        menu = context_menu(self)
        if item is not None:
            fill_parameter_copy_menu(menu, self.connection or "", item)
            menu.addSeparator()
            may_edit = self.allowed and parameter_kind(item.value) in WRITABLE_KINDS
            add_entry(menu, say(ParametersWording.EDIT()), self.ask_to_edit, enabled=may_edit)
            add_entry(menu, say(ParametersWording.DELETE_ENTRY()), self.ask_to_delete, enabled=self.allowed)
        add_entry(menu, say(ParametersWording.ADD_TEXT()), self.ask_to_add, enabled=self.allowed)
        menu.addSeparator()
        add_entry(menu, say(ParametersWording.EXPAND_ALL()), self.tree.expandAll)
        add_entry(menu, say(ParametersWording.COLLAPSE_ALL()), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(position))


def fill_parameter_copy_menu(menu: QMenu, connection: str, item: ParameterItem) -> None:
    """Add to a menu all that can be copied of a row."""
    value = value_with_children(item)
    text = json.dumps(jsonable(value, with_bytes=True), ensure_ascii=False, indent=2 if item.is_namespace else None)
    uri, key = shlex.quote(connection), shlex.quote(item.key)
    compact = shlex.quote(json.dumps(jsonable(value, with_bytes=True)))
    for title, copied in (
        (say(ParametersWording.COPY_NAME()), item.key),
        (say(ParametersWording.COPY_AS_JSON()), text),
        (say(ParametersWording.COPY_AS_YAML()), yaml_text(value)),
        (say(ParametersWording.COPY_AS_COMMAND_GET()), f"teledeck param {uri} get {key}"),
        (say(ParametersWording.COPY_AS_COMMAND_SET()), f"teledeck param {uri} set {key} {compact}"),
    ):
        add_copy(menu, title, copied)


def value_with_children(item: ParameterItem) -> Parameter:
    """Return the value of a row, with all below it."""
    return {child.name: value_with_children(child) for child in item.children} if item.is_namespace else item.value


def _leaves(item: ParameterItem) -> list[ParameterItem]:
    return [leaf for child in item.children for leaf in (_leaves(child) if child.is_namespace else [child])]
