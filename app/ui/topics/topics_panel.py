"""The topics of all robots: the tree, the flat list of matches of a filter, and the notice of what is measured."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent
from PySide6.QtWidgets import QHeaderView, QMenu, QVBoxLayout, QWidget

from app.model.status import ConnectionState
from app.model.topics import Topic, TopicKey
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.preferences import Preferences
from app.ui.base.text import format_count, say, topic_text, translate
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.images.topic_choice import carries_images
from app.ui.joints.joint_topics import has_joints
from app.ui.time_axis.fields import number_fields_of_topic
from app.ui.time_axis.states.default_fields import has_states
from app.ui.top_view.topics import is_drawable
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.topics.topic_cells import TopicCells, TopicColumn, next_live
from app.ui.topics.topic_menu import add_decoders, add_measure, add_rates, command_line, fill_copy_menu
from app.ui.topics.topic_models import TopicMatchesModel, TopicTreeModel
from app.ui.topics.topic_node import TopicNode
from app.ui.topics.topic_settings import DecoderSettings, TopicNameSettings
from app.ui.topics.topic_views import TopicList, TopicTree, select_row
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, size_columns
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.notices import Notice
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.text_fields import FilterField
from app.wording.ui.topics import TopicsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

_LAYOUT = "topics"

# room for so many characters of the name of a topic, with the signs and the indentation before it
_NAME_CHARACTERS: Final = 28
# columns in the order in which they are hidden; the tool tip of a row tells its type
_HIDDEN_FIRST: Final = (TopicColumn.TYPE, TopicColumn.BANDWIDTH, TopicColumn.AGE, TopicColumn.RATE)

_INTO_LIST = frozenset({Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter})
_NOT_TYPED = frozenset({"", " ", "+", "-", "*"})


class MeasureNotice(Notice):
    """Notice about measured topics; its button ends the measurement."""

    def __init__(self, measuring: MeasuredTopics, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measuring = measuring
        self._themes = themes
        self.button.setText(translate("Topics", "Stop"))
        self.button.setProperty("framed", True)
        self.button.setVisible(True)
        self.setVisible(False)

    def refresh_text(self) -> None:
        """Update the text."""
        count = self._measuring.count
        if self._measuring.paths:
            self.set_content(
                self._themes.icon("measure", "accent"),
                translate("Topics", "Measuring"),
                self._themes.current.text,
                "",
                say(TopicsWording.ONE_TOPIC()) if count == 1 else say(TopicsWording.TOPICS(count=format_count(count))),
                say(TopicsWording.ALL_FETCHED()),
            )
        self.setVisible(bool(self._measuring.paths))


class TopicsPanel(QWidget):
    """Topics panel.

    Signals:
        topic_selected: TopicKey of the selected topic, or None.
        image_asked: TopicKey of a topic whose images the operator wants to see.
        top_view_asked: TopicKey of a topic that the operator wants to see in a top view.
        plot_asked: a list of (TopicKey, path) that the operator wants to see plotted.
        analyse_asked: a list of (TopicKey, path) that the operator wants to have analysed.
        states_asked: TopicKey of a topic whose states the operator wants to see over time.
        joints_asked: TopicKey of a topic whose joints the operator wants to see.
        disconnect_asked: the name of a connection that the operator wants to end.
        read_asked: the name of a connection, to read a topic of it by name.
        type_asked: TopicKey and a decoder that needs the name of a type.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Letters", "Filter the topics"),
        ViewKey("Esc", "End the filter"),
        ViewKey("Enter, Down", "Go from the filter to the topics"),
        ViewKey("Up", "From the first topic go back to the filter"),
        ViewKey("Enter, Double click", "Open the view that fits the topic"),
        ViewKey("Del", "Disconnect from the robot, after a question"),
    )

    topic_selected: Final = Signal(object)
    image_asked: Final = Signal(object)
    top_view_asked: Final = Signal(object)
    plot_asked: Final = Signal(object)
    analyse_asked: Final = Signal(object)
    states_asked: Final = Signal(object)
    joints_asked: Final = Signal(object)
    disconnect_asked: Final = Signal(str)
    read_asked: Final = Signal(str)
    type_asked: Final = Signal(object, str)

    def __init__(
        self, links: Links, topics: Topics, themes: Themes, preferences: Preferences, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self._links = links
        self._topics = topics
        self._themes = themes
        self._preferences = preferences
        self._selected: TopicKey | None = None
        self._list_scroll_position = 0
        # revisions of the store and of the names and colours of robots
        self._painted_revisions = (-1, -1)
        self._session_revision = -1
        self._connections: tuple[ConnectionInfo, ...] = ()
        self.measuring = MeasuredTopics(topics)
        self._decoding = DecoderSettings(topics, preferences)
        self._naming = TopicNameSettings(links, topics, preferences)
        self._cells = TopicCells(themes)
        self._cells.measured = self.measuring.is_on
        self._cells.robot_name = preferences.robot_name
        self._cells.lag_of = topics.lag_of
        self._cells.rate_of = self._naming.poll_rate_of
        self.model = TopicTreeModel(self._cells, self)
        self.matches = TopicMatchesModel(self.model, self._cells, self)

        self.filter = FilterField(themes, translate("Topics", "Filter topics by name or type"))
        self.filter.textChanged.connect(self._apply_filter)
        self.measured = MeasureNotice(self.measuring, themes)
        self.measured.button.clicked.connect(self._stop_measuring)
        self.tree = self._make_tree()
        self.list = self._make_list()
        self.nothing = EmptyState(themes, "search")
        self._stack = PageStack()
        for page in (self.tree, self.list, self.nothing):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.filter)
        layout.addWidget(self.measured)
        layout.addWidget(self._stack, 1)
        themes.changed.connect(self._restyle)

    @property
    def selected(self) -> TopicKey | None:
        """The selected topic; it stays selected while the robot is away."""
        return self._selected

    @property
    def view(self) -> TopicTree | TopicList:
        """The view that is shown: the tree, or the list while there is a filter."""
        return self.list if self.matches.is_filtered else self.tree

    @property
    def current_node(self) -> TopicNode | None:
        """The current row of the view."""
        return self._node_at(self.view.currentIndex())

    @property
    def current_connection(self) -> str | None:
        """The connection of the current row, or of the selected topic while it has no row."""
        node = self.current_node
        if node is not None:
            return node.path[0]
        return self._selected.connection if self._selected is not None else None

    def ask_to_analyse(self) -> bool:
        """Request an analysis of the topic of the current row; whether the row is a topic."""
        node = self.current_node
        if node is None or node.topic is None:
            return False
        self.analyse_asked.emit([(node.topic.key, "")])
        return True

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Follow the store, and update the visible figures."""
        self.tree.following = True
        try:
            connections, topics = self._current_connections(), self._topics.store.topics
            self.model.sync(connections, topics)
            self.measuring.sync(connections, topics)
            self.matches.sync()
        finally:
            self.tree.following = False
        self._choose_page()
        del now
        self.measured.refresh_text()
        self._repaint_figures()

    def save_layout(self) -> None:
        """Save the columns."""
        self._preferences.set_widget_state(_LAYOUT, self.tree.header().saveState())

    def focus_filter(self) -> None:
        """Focus the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Handle Escape (clear the filter), Enter and Down (from filter to list), Delete (ask to disconnect)."""
        key = event.key()
        if key == Qt.Key.Key_Escape and (self.filter.text() or self.filter.hasFocus()):
            self.filter.clear()
            self.view.setFocus(Qt.FocusReason.OtherFocusReason)
        elif key in _INTO_LIST and self.filter.hasFocus():
            self._enter_view()
        elif key == Qt.Key.Key_Delete and self.current_connection is not None:
            self.disconnect_asked.emit(self.current_connection)
        else:
            super().keyPressEvent(event)

    def expand_all(self) -> None:
        """Expand every namespace."""
        self.tree.expandAll()

    def collapse_all(self) -> None:
        """Collapse every namespace; connections stay expanded."""
        self.tree.collapse_all()

    def toggle_measure(self) -> None:
        """Measure all below the current row, or stop that."""
        node = self.current_node
        if node is not None:
            self._toggle_measure(node.path)

    def select_next_live(self) -> None:
        """Select the next topic with current values, from the top again after the last."""
        rows = self.matches.rows if self.matches.is_filtered else self.model.leaves
        following = next_live(rows, self._selected)
        if following is None:
            return
        model = self.matches if self.matches.is_filtered else self.model
        select_row(self.view, model.index_of(following))
        self.view.scrollTo(self.view.currentIndex())

    def copy_command(self) -> None:
        """Copy the command line for the current row."""
        node = self.current_node
        if node is not None:
            QGuiApplication.clipboard().setText(command_line(node))

    def _enter_view(self) -> None:
        view = self.view
        view.setFocus(Qt.FocusReason.OtherFocusReason)
        if not view.currentIndex().isValid():
            view.setCurrentIndex(view.model().index(0, 0))

    def _open_view_at(self, index: QModelIndex) -> None:
        node = self._node_at(index)
        if node is None or node.topic is None:
            return
        if carries_images(self._topics, node.topic):
            self.image_asked.emit(node.topic.key)
        elif is_drawable(self._topics, node.topic):
            self.top_view_asked.emit(node.topic.key)
        elif has_joints(self._topics, node.topic):
            self.joints_asked.emit(node.topic.key)

    def _handle_key(self, event: QKeyEvent) -> bool:
        """Handle a key in tree or list: letters go to the filter, Up leaves the first row; whether it was handled."""
        key, text = event.key(), event.text()
        plain = not event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier)
        index = self.view.currentIndex()
        if key == Qt.Key.Key_Up and plain and index.row() == 0 and not index.parent().isValid():
            self.focus_filter()
            return True
        if key in {Qt.Key.Key_Return, Qt.Key.Key_Enter}:
            self._open_view_at(index)
            return False
        if key in {Qt.Key.Key_Escape, Qt.Key.Key_Delete}:
            event.ignore()
            return True
        # space is left alone; plus, minus and the star expand and collapse
        if not plain or not text.isprintable() or text in _NOT_TYPED or (key == Qt.Key.Key_Backspace):
            return False
        self.filter.setFocus(Qt.FocusReason.OtherFocusReason)
        self.filter.setText(self.filter.text() + text)
        return True

    def show_topic(self, key: TopicKey) -> None:
        """Select a topic whatever the filter, now or as soon as it is listed."""
        index = self.model.index_of(key)
        if not index.isValid():
            self.filter.clear()
            index = self.model.index_of(key)
        if index.isValid():
            self.tree.setCurrentIndex(index)
        elif key != self._selected:
            self._selected = self.tree.wanted = key
            # no other row is the selected topic; its own is selected when it comes
            self.tree.following = True
            self.tree.selectionModel().clear()
            self.tree.following = False
            self.topic_selected.emit(key)

    def copy_name(self) -> None:
        """Copy the name of the current row."""
        node = self.current_node
        if node is not None:
            QGuiApplication.clipboard().setText(node.full_name)

    # internals

    def _make_tree(self) -> TopicTree:
        tree = TopicTree(self.model, self._themes, self._handle_key)
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.copy_requested.connect(self.copy_name)
        tree.doubleClicked.connect(self._open_view_at)
        tree.selectionModel().currentRowChanged.connect(self._current_changed)
        self._lay_out_columns(tree.header())
        return tree

    def _make_list(self) -> TopicList:
        table = TopicList(self.matches, self._themes, self._handle_key)
        table.customContextMenuRequested.connect(self._show_menu)
        table.copy_requested.connect(self.copy_name)
        table.doubleClicked.connect(self._open_view_at)
        self.matches.modelAboutToBeReset.connect(self._before_list_reset)
        self.matches.modelReset.connect(self._after_list_reset)
        table.selectionModel().currentRowChanged.connect(self._current_changed)
        columns, of_tree = table.horizontalHeader(), self.tree.header()
        self._lay_out_columns(columns)
        # the size is read anew: a column that was dragged too wide has been limited by now
        of_tree.sectionResized.connect(lambda column: _resize(columns, column, of_tree.sectionSize(column)))
        columns.sectionResized.connect(lambda column: _resize(of_tree, column, columns.sectionSize(column)))
        return table

    def _lay_out_columns(self, header: QHeaderView) -> None:
        header.setSectionResizeMode(TopicColumn.TOPIC, QHeaderView.ResizeMode.Stretch)
        size_columns(
            header, {TopicColumn.TYPE: 22, TopicColumn.RATE: 15, TopicColumn.BANDWIDTH: 14, TopicColumn.AGE: 10}
        )
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        ColumnHider(header, ColumnPriority(TopicColumn.TOPIC, _NAME_CHARACTERS, _HIDDEN_FIRST))

    def _current_connections(self) -> tuple[ConnectionInfo, ...]:
        """Return the connections, read only when they have changed: their totals are summed over all topics."""
        if self._links.revision != self._session_revision:
            self._session_revision = self._links.revision
            self._connections = self._links.connections
        return self._connections

    def _repaint_figures(self) -> None:
        """Repaint visible figures; all cells when infos or robot names have changed.

        A dataChanged would have the same effect, but the view then looks up every cell first, which costs more than
        painting.
        """
        revisions = (self._topics.store.revision, self._preferences.robots_revision)
        if revisions != self._painted_revisions:
            self._painted_revisions = revisions
            self.view.viewport().update()
        else:
            self.view.figures.refresh()

    def _apply_filter(self, text: str) -> None:
        was_filtered = self.matches.is_filtered
        self.tree.following = True
        try:
            self.matches.set_filter(text)
            if was_filtered and not self.matches.is_filtered:
                self.tree.show_wanted()
        finally:
            self.tree.following = False
        self._choose_page()

    def _choose_page(self) -> None:
        text = self.filter.text().strip()
        if self.matches.rowCount() if self.matches.is_filtered else self.model.shown:
            self._stack.setCurrentWidget(self.view)
            return
        if text and self._topics.store.topics:
            self.nothing.set_texts(
                say(TopicsWording.NO_MATCH(text=text)),
                say(TopicsWording.NO_MATCH_TIP()),
                "search",
            )
        elif any(info.named == () for info in self._connections):
            self.nothing.set_texts(
                say(TopicsWording.NOTHING_NAMED()),
                say(TopicsWording.NOTHING_NAMED_TIP()),
                "waiting",
            )
        else:
            self.nothing.set_texts(
                say(TopicsWording.NONE_YET()),
                say(TopicsWording.NONE_OFFERED())
                if any(info.status.state is ConnectionState.CONNECTED for info in self._connections)
                else say(TopicsWording.NONE_REACHED()),
                "waiting",
            )
        self._stack.setCurrentWidget(self.nothing)

    def _current_changed(self, current: QModelIndex) -> None:
        if self.tree.following:
            return
        node = self._node_at(current)
        key = node.topic.key if node is not None and node.topic is not None else None
        if key != self._selected:
            self._selected = self.tree.wanted = key
            self.topic_selected.emit(key)

    def _before_list_reset(self) -> None:
        self._list_scroll_position = self.list.verticalScrollBar().value()

    def _after_list_reset(self) -> None:
        if self._selected is not None:
            select_row(self.list, self.matches.index_of(self._selected))
        self.list.verticalScrollBar().setValue(self._list_scroll_position)

    def _node_at(self, index: QModelIndex) -> TopicNode | None:
        return self.matches.node(index) if index.model() is self.matches else self.model.node(index)

    def _restyle(self) -> None:
        self.measured.refresh_text()
        self.view.viewport().update()

    def _toggle_measure(self, path: tuple[str, ...]) -> None:
        self.measuring.toggle(path)
        self.measured.refresh_text()
        self.view.viewport().update()

    def _stop_measuring(self) -> None:
        self.measuring.stop()
        self.measured.refresh_text()
        self.view.viewport().update()

    def _show_menu(self, position: QPoint) -> None:
        node = self._node_at(self.view.indexAt(position))
        menu = context_menu(self)
        if node is not None:
            path = node.path
            if node.topic is not None:
                self._add_views(menu, node.topic)
            add_measure(menu, self.measuring, node, self._themes, lambda: self._toggle_measure(path))
            if node.topic is not None:
                key = node.topic.key
                add_rates(
                    menu,
                    self._naming.poll_rate_of(key),
                    lambda hz: self._set_rate(key, hz),
                    lambda: self._ask_rate(key),
                )
                add_decoders(
                    menu, self._decoding, key, lambda decoder, typed: self._choose_decoder(key, decoder, typed=typed)
                )
                if self._naming.is_named(key):
                    add_entry(menu, say(TopicsWording.REMOVE_FROM_LIST()), lambda: self._remove_from_list(key))
            menu.addSeparator()
            fill_copy_menu(menu, node)
            if node.info is not None:
                menu.addSeparator()
                read = translate("Topics", "Read a topic by its name…")
                add_entry(menu, read, lambda: self.read_asked.emit(path[0]))
                add_entry(menu, translate("Topics", "Disconnect…"), lambda: self.disconnect_asked.emit(path[0]))
            menu.addSeparator()
        if not self.matches.is_filtered:
            add_entry(menu, translate("Topics", "Expand all"), self.expand_all)
            add_entry(menu, translate("Topics", "Collapse all"), self.collapse_all)
        menu.popup(self.view.viewport().mapToGlobal(position))

    def _add_views(self, menu: QMenu, topic: Topic) -> None:
        """Add an action for each view that can show a topic."""
        key = topic.key
        numbers = bool(number_fields_of_topic(self._topics, key))
        for shows, icon, text, asked, what in (
            (
                carries_images(self._topics, topic),
                "picture",
                say(TopicsWording.SHOW_IMAGE()),
                self.image_asked,
                key,
            ),
            (
                is_drawable(self._topics, topic),
                "topview",
                translate("Topics", "Show in top view"),
                self.top_view_asked,
                key,
            ),
            (has_joints(self._topics, topic), "joint", translate("Topics", "Show joints"), self.joints_asked, key),
            (has_states(self._topics, topic), "lane", translate("Topics", "Show as states"), self.states_asked, key),
            (numbers, "history", say(TopicsWording.PLOT_NUMBERS()), self.plot_asked, [(key, "")]),
            (True, "spectrum", translate("Topics", "Analyse\tCtrl+Shift+Y"), self.analyse_asked, [(key, "")]),
        ):
            if shows:
                add_entry(menu, text, functools.partial(asked.emit, what), icon=self._themes.icon(icon))

    def _set_rate(self, key: TopicKey, rate_hz: float | None) -> None:
        self._try(lambda: self._naming.set_poll_rate(key, rate_hz))

    def _ask_rate(self, key: TopicKey) -> None:
        from app.ui.topics.topic_dialogs import RateDialog  # noqa: PLC0415 - not needed to be seen

        rate = self._naming.poll_rate_of(key)
        if rate is not None:
            dialog = RateDialog(topic_text(key.topic), rate, self.window())
            dialog.chosen.connect(lambda hz: self._set_rate(key, hz))
            dialogs.show_dialog(dialog, f"{key.connection} {key.topic}")

    def _remove_from_list(self, key: TopicKey) -> None:
        self._try(lambda: self._naming.remove_topic(key))
        if key == self._selected:
            # a selected topic stays in the list
            self._selected = self.tree.wanted = None
            self.view.selectionModel().clear()
            self.topic_selected.emit(None)

    def _try(self, change: Callable[[], object]) -> None:

        try:
            change()
        except SessionError as error:
            dialogs.show_warning(self, self._themes, error.reason, error.tip)

    def _choose_decoder(self, key: TopicKey, decoder: str, *, typed: bool) -> None:
        if typed:
            self.type_asked.emit(key, decoder)
        else:
            self._try(lambda: self._decoding.choose(key, decoder))


def _resize(header: QHeaderView, column: int, width: int) -> None:
    # a hidden column has no width
    if column != TopicColumn.TOPIC and width:
        header.resizeSection(column, width)
