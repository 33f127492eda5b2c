"""The dock of diagnostics: the state of each part of a robot, its values, and what got worse."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Final, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QGuiApplication, QStandardItem, QStandardItemModel
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.messages.diagnostic_tree import DiagnosticTree
from app.model.messages.values import DiagnosticLevel, Diagnostics
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, listed, listed_names, say
from app.ui.base.view_keys import ViewKey
from app.ui.diagnostics.rows import (
    ChangeColumn,
    DiagnosticChanges,
    DiagnosticColumn,
    DiagnosticRows,
    DiagnosticRowsWanted,
    level_word,
)
from app.ui.robot.robot_panel import RobotPanel
from app.ui.topics.message_feed import MessageFeed
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.filtered_rows import split_words
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TableView, TreeView, size_columns
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.named_rows import NamedTree, add_step_keys
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.row_delegates import LineDelegate, row_height
from app.ui.widgets.splitters import KeySplitter
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.diagnostics import DiagnosticsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

OWNER: Final = "diagnostics"

# publishers send once a second
INTERVAL_S: Final = 0.5
# messages of a topic that wait: some minutes of a busy robot, while the dock is behind another
_MAX_WAITING: Final = 2000
# seconds of this thread for a refresh, so that a flood holds up no frame
_BUDGET_S: Final = 0.02
_LAYOUT: Final = "diagnostics"
_LEVEL: Final = "diagnostics-level"
_SHORT_NAME: Final = 22
# share of the width of what a part says
_MESSAGE_SHARE: Final = 0.34
_WIDTHS: Final[dict[int, int]] = {
    DiagnosticColumn.NAME: 34,
    DiagnosticColumn.LEVEL: 11,
    DiagnosticColumn.AGE: 9,
    DiagnosticColumn.HARDWARE: 16,
    DiagnosticColumn.WORSENED: 11,
}

# topics with diagnostics of one robot
_MAX_TOPICS: Final = 8
# an aggregator takes the states of all nodes together, in groups that people have thought of
_AGGREGATED: Final = "_agg"


def diagnostic_topics(topics: Topics, connection: str) -> tuple[TopicKey, ...]:
    """Return the topics of a robot with diagnostics, by name; those that nobody publishes are left out."""
    # there may be ten thousand topics, but of a few types
    known: dict[str, bool] = {}
    found: list[TopicKey] = []
    for topic in topics.live.topics:
        if topic.key.connection != connection or topic.info.publishers == 0:
            continue
        kind = topic.info.type_name
        if topic.schema is not None or kind not in known:
            schema = topics.schema_of_topic(topic)
            known[kind] = schema is not None and Role.DIAGNOSTICS in schema.roles()
        if known[kind]:
            found.append(topic.key)
    return tuple(sorted(found, key=lambda key: key.topic)[:_MAX_TOPICS])


def shown_at_first(found: Sequence[TopicKey]) -> str:
    """Return the topic that is shown until another is chosen: the aggregated one; empty for all of them."""
    return next((key.topic for key in found if key.topic.endswith(_AGGREGATED)), "")


class DiagnosticsPanel(RobotPanel):
    """Diagnostics panel. It listens as long as its dock is open, also behind another one: no fault is to be missed."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (ViewKey("F4, Shift+F4", DiagnosticsWording.GO_TO_FAULT),)

    interval_s = INTERVAL_S
    # what it lists has come in parts since the dock was opened
    is_of_now = True

    def __init__(
        self,
        topics: Topics,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "diagnostics", parent)
        self._topics = topics
        self._show_topic = show_topic
        self._open = True
        self._store_revision = -1
        self._found: tuple[TopicKey, ...] = ()
        self._feeds: dict[TopicKey, MessageFeed] = {}
        self._told_changes = 0
        self._shown_values: object = None
        self.unreadable = 0
        self.model = DiagnosticRows(tools.themes, self)
        self.changes = DiagnosticChanges(self)
        self.values = QStandardItemModel(0, 2, self)
        self.level = self._make_levels()
        self._restore_level()
        tools.preferences.imported.connect(self._restore_level)
        self.topic = self._make_topics()
        self.filter = FilterField(tools.themes, say(DiagnosticsWording.FILTER()))
        self.history = self.tool_button("", say(DiagnosticsWording.SHOW_HISTORY()), "history")
        self.history.setCheckable(True)
        self.copy_button = self.tool_button(say(DiagnosticsWording.COPY()), say(DiagnosticsWording.COPY_TIP()), "copy")
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.fault_count = QLabel()
        self.tree = self._make_tree()
        self.no_match = EmptyState(tools.themes, "search")
        self.changes_view = self._make_changes()
        self.values_view = self._make_values()
        self.no_details = EmptyState(tools.themes, "history")
        self._lay_out()
        self._connect()
        self.setFocusProxy(self.tree)
        self._show_details()

    # RobotPanel

    @override
    def has_content(self, info: ConnectionInfo) -> bool:
        # whether it has topics is known when it was asked for them
        return True

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return say(DiagnosticsWording.NONE(name=name)), say(DiagnosticsWording.NONE_TIP())

    @override
    def robot_changed(self) -> None:
        self._store_revision, self._found = -1, ()
        self._told_changes = self.unreadable = 0
        self.tree.forget_collapsed()
        self.model.parts = DiagnosticTree()
        self.model.remove_all()
        self.changes.clear()
        self._offer_topics()
        self._listen()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        del now
        self._find_topics(info.id)
        self._listen()
        self._read()
        if not self._found:
            self.show_nothing(*self.no_content_text(self._preferences.robot_name(info.id)))
            return
        if not self.model.parts.parts:
            self.show_waiting(info, say(DiagnosticsWording.NONE_YET()))
            if self.nothing.hint != info.status.reason:
                names = listed_names(key.topic for key in self._feeds)
                hint = say(DiagnosticsWording.NONE_YET_TIP(topics=names))
                self.nothing.set_texts(say(DiagnosticsWording.NONE_YET()), hint)
            return
        self.show_body()
        self.show_parts()

    @override
    def set_open(self, opened: bool) -> None:
        if opened and not self._open:
            self.model.parts.forget_silence(time.time_ns())
        self._open = opened
        self._listen()

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())
        self._preferences.set_choice(_LEVEL, DiagnosticLevel(self.level.currentData()).name)

    # operator actions

    @property
    def current(self) -> str:
        """The key of the current row; empty for none."""
        return self.tree.current

    def select(self, key: str) -> None:
        """Select a part."""
        self.tree.select(key)

    def go_to_fault(self, step: int) -> None:
        """Go to the next part that is not well, or to the one before with a `step` of -1."""
        self.tree.go_to_next(self.model.faults, step)

    def show_parts(self) -> None:
        """Show the parts, their values and what got worse as they are now."""
        parts = self.model.parts
        self.model.now_ns = time.time_ns()
        parts.find_stale(self.model.now_ns)
        wanted = DiagnosticRowsWanted(
            tuple(key.topic for key in self._chosen()),
            DiagnosticLevel(self.level.currentData()),
            split_words(self.filter.text()),
        )
        if self.model.show_parts(wanted):
            self.tree.expand_rows()
        fresh = parts.worsened - self._told_changes
        if fresh:
            self._told_changes = parts.worsened
            self.changes.append(list(parts.changes)[-fresh:])
            self.changes_view.scrollToBottom()
        self._show_counts(wanted)
        self._show_details()
        self.tree.viewport().update()

    # internals

    def _make_levels(self) -> ElidedComboBox:
        box = ElidedComboBox()
        box.setAccessibleName(say(DiagnosticsWording.LOWEST_LEVEL()))
        box.setToolTip(box.accessibleName())
        for level in DiagnosticLevel:
            word = level_word(level)
            if level is DiagnosticLevel.OK:
                word = say(DiagnosticsWording.ALL_LEVELS())
            elif level is not DiagnosticLevel.STALE:
                word = say(DiagnosticsWording.AND_WORSE(level=word))
            box.addItem(word, level)
        return box

    def _restore_level(self) -> None:
        saved = self._preferences.choice(_LEVEL)
        names = [level.name for level in DiagnosticLevel]
        self.level.setCurrentIndex(names.index(saved) if saved in names else 0)

    def _make_topics(self) -> ElidedComboBox:
        box = ElidedComboBox()
        box.setAccessibleName(say(DiagnosticsWording.SHOWN_TOPIC()))
        box.setToolTip(box.accessibleName())
        box.setSizeAdjustPolicy(ElidedComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        box.setMinimumContentsLength(14)
        box.setVisible(False)
        return box

    def _make_tree(self) -> NamedTree:
        tree = NamedTree(self.model)
        tree.setAccessibleName(say(DiagnosticsWording.ALL_PARTS()))
        tree.setProperty("signs", True)
        header = tree.header()
        size_columns(header, _WIDTHS)
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(DiagnosticColumn.MESSAGE, QHeaderView.ResizeMode.Stretch)
        order = (
            *(DiagnosticColumn.WORSENED, DiagnosticColumn.HARDWARE, DiagnosticColumn.AGE, None),
            DiagnosticColumn.LEVEL,
        )
        short = {int(DiagnosticColumn.NAME): "0" * _SHORT_NAME}
        priority = ColumnPriority(DiagnosticColumn.MESSAGE, _SHORT_NAME // 2, order, _MESSAGE_SHARE, short)
        self._columns = ColumnHider(header, priority)
        return tree

    def _make_changes(self) -> TableView:
        view = TableView(row_height(QFontMetrics(self.font())))
        view.setAccessibleName(say(DiagnosticsWording.WHAT_GOT_WORSE()))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setModel(self.changes)
        view.setItemDelegate(LineDelegate(self.changes.cell, self._themes, view))
        header = view.horizontalHeader()
        size_columns(header, {ChangeColumn.TIME: 18, ChangeColumn.LEVEL: 21, ChangeColumn.NAME: 26})
        header.setSectionResizeMode(ChangeColumn.MESSAGE, QHeaderView.ResizeMode.Stretch)
        priority = ColumnPriority(ChangeColumn.MESSAGE, 8, (ChangeColumn.LEVEL, ChangeColumn.TIME), 0.3)
        ColumnHider(header, priority)
        return view

    def _make_values(self) -> TreeView:
        view = TreeView(Qt.TextElideMode.ElideRight, 0)
        view.setAccessibleName(say(DiagnosticsWording.PART_VALUES()))
        view.setRootIsDecorated(False)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.values.setHorizontalHeaderLabels([say(DiagnosticsWording.NAME()), say(DiagnosticsWording.VALUE())])
        view.setModel(self.values)
        size_columns(view.header(), {0: _SHORT_NAME})
        view.header().setSectionResizeMode(1, QHeaderView.ResizeMode.Stretch)
        return view

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.level)
        line.add(self.topic)
        line.add(self.filter, 1)
        line.add_fact(self.count)
        line.add_fact(self.fault_count)
        line.add_button(self.history, say(DiagnosticsWording.GOT_WORSE(count="0,000")))
        line.add_button(self.copy_button)
        self.details = PageStack()
        for page in (self.no_details, self.values_view, self.changes_view):
            self.details.addWidget(page)
        above = QWidget()
        rows = QVBoxLayout(above)
        rows.setContentsMargins(0, 0, 0, 0)
        rows.addWidget(self.tree)
        rows.addWidget(self.no_match)
        self.no_match.setVisible(False)
        self.splitter = KeySplitter(Qt.Orientation.Vertical)
        for part, stretch in ((above, 3), (self.details, 1)):
            self.splitter.addWidget(part)
            self.splitter.setStretchFactor(self.splitter.count() - 1, stretch)
            part.setMinimumHeight(48)
        for view in (self.tree, self.values_view, self.changes_view):
            view.setMinimumHeight(48)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.splitter, 1)

    def _connect(self) -> None:
        self.filter.filtered = self.tree
        self.filter.textChanged.connect(self._show_now)
        self.level.currentIndexChanged.connect(self._show_now)
        self.topic.currentIndexChanged.connect(self._choose_topic)
        self.history.toggled.connect(self._show_details)
        self.copy_button.clicked.connect(self.tree.copy_rows)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.selectionModel().currentChanged.connect(self._show_details)
        self.changes_view.copy_requested.connect(lambda: self.changes.copy(self.changes_view))
        self.changes_view.activated.connect(lambda index: self.select(self.changes.line(index.row()).key))
        self.values_view.copy_requested.connect(self._copy_values)
        add_step_keys(self, Qt.Key.Key_F4, self.go_to_fault)

    def _find_topics(self, connection: str) -> None:
        if self._topics.live.revision == self._store_revision:
            return
        self._store_revision = self._topics.live.revision
        found = diagnostic_topics(self._topics, connection)
        if found != self._found:
            self._found = found
            self._offer_topics()

    def _offer_topics(self) -> None:
        """Offer all topics with diagnostics; that which was chosen stays, else it is the one that has all in it."""
        before, box = self.topic.currentData(), self.topic
        box.blockSignals(True)
        box.clear()
        if len(self._found) > 1:
            box.addItem(say(DiagnosticsWording.ALL_TOPICS()), "")
        for key in self._found:
            box.addItem(key.topic, key.topic)
        wanted = before if before is not None and box.findData(before) >= 0 else shown_at_first(self._found)
        box.setCurrentIndex(max(box.findData(wanted), 0))
        box.blockSignals(False)
        box.setVisible(len(self._found) > 1)

    def _choose_topic(self) -> None:
        self._listen()
        self._show_now()

    def _chosen(self) -> tuple[TopicKey, ...]:
        name = self.topic.currentData()
        return tuple(key for key in self._found if not name or key.topic == name)

    def _listen(self) -> None:
        """Listen to the chosen topics while the dock is open."""
        wanted = self._chosen() if self._open and self.connection is not None else ()
        for key in self._feeds.keys() - set(wanted):
            del self._feeds[key]
            self._topics.set_sink(OWNER, key, None)
        for key in wanted:
            if key not in self._feeds:
                feed = self._feeds[key] = MessageFeed(_MAX_WAITING)
                self._topics.set_sink(OWNER, key, feed.put, is_history=True)
        self._topics.set_subscriptions(OWNER, wanted)

    def _read(self) -> None:
        """Read as many of the waiting messages as there is time for."""
        end_s = time.thread_time() + _BUDGET_S
        for key, feed in self._feeds.items():
            while feed.waiting and time.thread_time() < end_s:
                for message in feed.take(1):
                    if Role.DIAGNOSTICS not in message.schema.roles():
                        continue
                    try:
                        told = cast("Diagnostics", message.schema.read(Role.DIAGNOSTICS, message.payload))
                    except DecodeError:
                        self.unreadable += 1
                        continue
                    self.model.parts.take(told, key.topic, message.received_ns)

    def _show_now(self) -> None:
        if self.model.parts.parts:
            self.show_parts()

    def _show_counts(self, wanted: DiagnosticRowsWanted) -> None:
        parts, now_ns = self.model.parts, self.model.now_ns
        levels = [
            level
            for part in parts.parts.values()
            if part.topic in wanted.topics and (level := part.level(now_ns)) is not None
        ]
        many = DiagnosticsWording.PARTS(count=format_count(len(levels)))
        self.count.setText(say(DiagnosticsWording.ONE_PART() if len(levels) == 1 else many))
        lost = parts.left_out + self.unreadable + sum(feed.dropped for feed in self._feeds.values())
        facts = [
            say(code(count=format_count(count)))
            for code, count in (
                (DiagnosticsWording.ERRORS, levels.count(DiagnosticLevel.ERROR)),
                (DiagnosticsWording.WARNINGS, levels.count(DiagnosticLevel.WARN)),
                (DiagnosticsWording.STALES, levels.count(DiagnosticLevel.STALE)),
                (DiagnosticsWording.LEFT_OUT, lost),
            )
            if count
        ]
        text = listed(facts)
        if text != self.fault_count.text():
            self.fault_count.setText(text)
            bad = DiagnosticLevel.ERROR in levels
            theme = self._themes.current
            self.fault_count.setStyleSheet(f"color: {theme.error if bad else theme.warn};")
        worse = say(DiagnosticsWording.GOT_WORSE(count=format_count(parts.worsened)))
        if worse != self.history.text():
            self.history.setText(worse)
        matches = bool(self.model.rowCount())
        self.tree.setVisible(matches)
        self.no_match.setVisible(not matches)
        if not matches:
            self._show_no_match(len(levels), fine=not wanted.words)

    def _show_no_match(self, total: int, *, fine: bool) -> None:
        title, tip = (
            (DiagnosticsWording.NO_FAULTS(), DiagnosticsWording.NO_FAULTS_TIP(count=format_count(total)))
            if fine
            else (DiagnosticsWording.NO_MATCH(), DiagnosticsWording.NO_MATCH_TIP())
        )
        self.no_match.set_texts(say(title), say(tip), "state-connected" if fine else "search")

    def _show_details(self) -> None:
        """Show what got worse, or the values of the current part."""
        if self.history.isChecked():
            if self.changes.is_empty:
                self.no_details.set_texts("", say(DiagnosticsWording.NOTHING_WORSE()), "history")
            self.details.setCurrentWidget(self.no_details if self.changes.is_empty else self.changes_view)
            return
        part = self.model.part(self.current)
        status = part.status if part is not None else None
        if status is None or not status.values:
            word = DiagnosticsWording.SELECT() if status is None else DiagnosticsWording.NO_VALUES()
            self.no_details.set_texts("", say(word), "diagnostics")
            self.details.setCurrentWidget(self.no_details)
            return
        if (self.current, status.values) != self._shown_values:
            self._shown_values = (self.current, status.values)
            self._fill_values(status.values)
        self.details.setCurrentWidget(self.values_view)

    def _fill_values(self, values: tuple[tuple[str, str], ...]) -> None:
        """Show these values; rows of the same names keep their places and their selection."""
        names = [self.values.item(row, 0).text() for row in range(self.values.rowCount())]
        if names != [name for name, _ in values]:
            self.values.removeRows(0, self.values.rowCount())
            for name, value in values:
                self.values.appendRow([_plain(name), _plain(value)])
            return
        for row, (_, value) in enumerate(values):
            if self.values.item(row, 1).text() != value:
                self.values.item(row, 1).setText(value)
                self.values.item(row, 1).setToolTip(value)

    def _values_text(self, key: str) -> str:
        part = self.model.part(key)
        status = part.status if part is not None else None
        return "\n".join(f"{name}: {value}" for name, value in status.values) if status is not None else ""

    def _copy_values(self) -> None:
        rows = sorted({index.row() for index in self.values_view.selectionModel().selectedRows()})
        lines = self._values_text(self.current).split("\n")
        text = "\n".join(lines[row] for row in rows or range(len(lines)) if row < len(lines))
        if text:
            QGuiApplication.clipboard().setText(text)

    def _show_menu(self, position: Any) -> None:
        menu, key = context_menu(self), self.model.name(self.tree.indexAt(position))
        part = self.model.part(key) if key else None
        if part is not None:
            status = part.status
            add_copy(menu, say(DiagnosticsWording.COPY_NAME()), status.name if status is not None else part.name)
            add_copy(menu, say(DiagnosticsWording.COPY_MESSAGE()), status.text if status is not None else "")
            add_copy(menu, say(DiagnosticsWording.COPY_VALUES()), self._values_text(key))
            add_entry(menu, say(DiagnosticsWording.COPY_ROWS()), self.tree.copy_rows)
            menu.addSeparator()
            if self.connection is not None:
                topic = TopicKey(self.connection, part.topic)
                add_entry(menu, say(DiagnosticsWording.SHOW_TOPIC()), lambda: self._show_topic(topic))
                menu.addSeparator()
        add_entry(menu, say(DiagnosticsWording.NEXT_FAULT()), lambda: self.go_to_fault(1), key="F4")
        add_entry(menu, say(DiagnosticsWording.EXPAND_ALL()), self.tree.expandAll)
        add_entry(menu, say(DiagnosticsWording.COLLAPSE_ALL()), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(position))


def _plain(text: str) -> QStandardItem:
    item = QStandardItem(text)
    item.setEditable(False)
    item.setToolTip(text)
    return item
