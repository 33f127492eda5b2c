"""The topics of all robots: the tree, the flat list of matches of a filter, and the notice of what is measured."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, ClassVar, Final

from PySide6.QtCore import QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base import dialogs
from app.ui.base.action_base import HINTS
from app.ui.base.preferences import Preferences
from app.ui.base.text import format_age, format_count, say, topic_text
from app.ui.base.theme import Themes
from app.ui.base.view_keys import ViewKey
from app.ui.topics.measured_topics import MeasuredTopics
from app.ui.topics.topic_cells import TopicCells, next_live
from app.ui.topics.topic_columns import TopicColumns
from app.ui.topics.topic_contents import TopicKinds
from app.ui.topics.topic_menu import add_decoders, add_measure, add_rates, command_line, fill_copy_menu
from app.ui.topics.topic_models import TopicMatchesModel, TopicTreeModel
from app.ui.topics.topic_node import TopicNode, topics_below
from app.ui.topics.topic_settings import DecoderSettings, TopicNameSettings
from app.ui.topics.topic_verbs import OPENING, TOPIC_VERBS, TopicVerb, VerbBar, verbs_of
from app.ui.topics.topic_views import TopicList, TopicTree, select_row
from app.ui.widgets.menus import add_entry, context_menu
from app.ui.widgets.notices import Notice
from app.ui.widgets.pages import EmptyState, PageStack
from app.ui.widgets.row_delegates import row_height
from app.ui.widgets.text_fields import FilterField
from app.wording.ui.topics import TopicsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.links import Links
    from app.session.topics import Topics

# of topics: what else can be done elsewhere makes room for them
_LEAST_ROWS = 3
_INTO_LIST = frozenset({Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter})
_NOT_TYPED = frozenset({"", " ", "+", "-", "*"})


class MeasureNotice(Notice):
    """Notice about measured topics; its button ends the measurement."""

    def __init__(self, measuring: MeasuredTopics, themes: Themes, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._measuring = measuring
        self._themes = themes
        self.button.setText(say(TopicsWording.STOP()))
        self.button.setProperty("framed", True)
        self.button.setVisible(True)
        self.setVisible(False)

    def refresh_text(self) -> None:
        """Update the text."""
        count = self._measuring.count
        if self._measuring.paths:
            self.set_content(
                self._themes.icon("measure", "accent"),
                say(TopicsWording.MONITORING_RATE()),
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
        verb_asked: a TopicVerb, and the TopicKey of the topic with which the operator wants to do that.
        group_selected: the name of the selected connection or namespace, and how many topics are below.
        disconnect_asked: the name of a connection that the operator wants to end.
        read_asked: the name of a connection, to read a topic of it by name.
        type_asked: TopicKey and a decoder that needs the name of a type.
    """

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("Letters", TopicsWording.FILTER_THE_TOPICS),
        ViewKey("Esc", TopicsWording.CLEAR_THE_FILTER),
        ViewKey("Enter, Down", TopicsWording.TO_TOPICS_KEY),
        ViewKey("Up", TopicsWording.TO_FILTER_KEY),
        ViewKey("Enter, Double click", TopicsWording.OPEN_THE_VIEW_THAT),
        ViewKey("Ctrl+Click, Shift+Click", TopicsWording.SELECT_SEVERAL_TO_DRAG),
        ViewKey("Del", TopicsWording.DISCONNECT_KEY),
    )

    # while views show the past
    is_of_now = True

    topic_selected: Final = Signal(object)
    verb_asked: Final = Signal(object, object)
    group_selected: Final = Signal(str, int)
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
        self._cells.kinds = TopicKinds(topics.schema_of_topic)
        self.model = TopicTreeModel(self._cells, self)
        self.matches = TopicMatchesModel(self.model, self._cells, self)

        self.filter = FilterField(themes, say(TopicsWording.FILTER_TOPICS_BY_NAME()))
        self.filter.textChanged.connect(self._apply_filter)
        self.measured = MeasureNotice(self.measuring, themes)
        self.measured.button.clicked.connect(self._stop_measuring)
        self.tree = self._make_tree()
        self.list = self._make_list()
        self._columns = TopicColumns(self.tree.header(), self.list.horizontalHeader(), preferences)
        self.nothing = EmptyState(themes, "search")
        self.verbs = VerbBar()
        self.verbs.asked.connect(lambda verb: self._do(verb, self.current_node))
        self._verbs_of: object = None
        self._stack = PageStack()
        for page in (self.tree, self.list, self.nothing):
            self._stack.addWidget(page)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(self.filter)
        layout.addWidget(self.measured)
        layout.addWidget(self._stack, 1)
        layout.addWidget(self.verbs)
        self._layout = layout
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
    def current_topic(self) -> TopicKey | None:
        """The topic of the current row; None if the row is none."""
        node = self.current_node
        return node.topic.key if node is not None and node.topic is not None else None

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
        self.verb_asked.emit(TopicVerb.ANALYSE, node.topic.key)
        return True

    def can_be_seen(self) -> bool:
        """Whether the panel is on screen."""
        return self.isVisible() and not self.window().isMinimized()

    def refresh(self, now: float) -> None:
        """Follow the store, and update the visible figures."""
        self._show_then()
        self.tree.following = True
        try:
            connections, topics = self._current_connections(), self._topics.live.topics
            self.model.sync(connections, topics)
            self.measuring.sync(connections, topics)
            self.matches.sync()
        finally:
            self.tree.following = False
        if self._topics.live.revision != self._painted_revisions[0]:
            self._columns.add_types({topic.info.type_name for topic in topics})
            self._columns.measure_names(self.model.leaves, self.tree.indentation())
        self._columns.fit(is_filtered=self.matches.is_filtered)
        self._choose_page()
        del now
        self.measured.refresh_text()
        self._repaint_figures()
        self._show_verbs()
        self._fit()

    def save_layout(self) -> None:
        """Save the columns."""
        self._columns.save()

    def focus_filter(self) -> None:
        """Focus the filter."""
        self.filter.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.filter.selectAll()

    def minimumSizeHint(self) -> QSize:
        """Return the room of the filter, the titles and some rows."""
        return QSize(super().minimumSizeHint().width(), self._room_above + self._room_of_rows(_LEAST_ROWS))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what has no room beside some rows."""
        super().resizeEvent(event)
        self._fit()

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

    def do_with(self, verb: TopicVerb, key: TopicKey) -> None:
        """Do something with a topic that may not be that of the current row any more."""
        if verb is not TopicVerb.MEASURE:
            self.verb_asked.emit(verb, key)
        elif key == self.current_topic:
            self.toggle_measure()

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
        verbs = verbs_of(self._topics, node)
        opening = next((verb for verb in OPENING if verb in verbs), None)
        if opening is not None:
            self._do(opening, node)

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
        tree.setAccessibleName(say(TopicsWording.TOPICS_NAME()))
        tree.customContextMenuRequested.connect(self._show_menu)
        tree.copy_requested.connect(self.copy_name)
        tree.doubleClicked.connect(self._open_view_at)
        tree.selectionModel().currentRowChanged.connect(self._current_changed)
        return tree

    def _make_list(self) -> TopicList:
        table = TopicList(self.matches, self._themes, self._handle_key)
        table.setAccessibleName(say(TopicsWording.TOPICS_NAME()))
        table.customContextMenuRequested.connect(self._show_menu)
        table.copy_requested.connect(self.copy_name)
        table.doubleClicked.connect(self._open_view_at)
        self.matches.modelAboutToBeReset.connect(self._before_list_reset)
        self.matches.modelReset.connect(self._after_list_reset)
        table.selectionModel().currentRowChanged.connect(self._current_changed)
        return table

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
        revisions = (self._topics.live.revision, self._preferences.robots_revision)
        if revisions != self._painted_revisions:
            self._painted_revisions = revisions
            self.view.viewport().update()
        else:
            self.view.figures.refresh()

    def _show_then(self) -> None:
        """Show in place of rates what topics said last at the time that views show, while that is past."""
        is_past = self._links.past() is not None
        if is_past is not (self._cells.then is not None):
            self._cells.then = self._then if is_past else None
            self._painted_revisions = (self._painted_revisions[0], -1)  # columns stay as wide
            for view in (self.tree.header(), self.list.horizontalHeader()):
                view.viewport().update()

    def _then(self, key: TopicKey) -> str:
        """Return what is said of a topic at the time that views show; nothing of a recording, which has its own."""
        if not self._topics.is_past(key):
            return ""
        age_s = self._topics.heard_s(key)
        return say(TopicsWording.NOT_HEARD_THEN() if age_s is None else TopicsWording.THEN_AGE(age=format_age(age_s)))

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
        if text and self._topics.live.topics:
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
        self._show_verbs()
        node = self._node_at(current)
        key = node.topic.key if node is not None and node.topic is not None else None
        if key != self._selected:
            self._selected = self.tree.wanted = key
            self.topic_selected.emit(key)
        if node is not None and node.topic is None:
            name = self._preferences.robot_name(node.name) if node.info is not None else node.full_name
            self.group_selected.emit(name, len(topics_below(node.children, [])))

    def _before_list_reset(self) -> None:
        self._list_scroll_position = self.list.verticalScrollBar().value()

    def _after_list_reset(self) -> None:
        if self._selected is not None:
            select_row(self.list, self.matches.index_of(self._selected))
        self.list.verticalScrollBar().setValue(self._list_scroll_position)

    def _node_at(self, index: QModelIndex) -> TopicNode | None:
        return self.matches.node(index) if index.model() is self.matches else self.model.node(index)

    @property
    def _room_above(self) -> int:
        """Height of what stands above the list."""
        above = [part for part in (self.filter, self.measured) if not part.isHidden()]
        return sum(part.sizeHint().height() + self._layout.spacing() for part in above)

    def _room_of_rows(self, rows: int) -> int:
        """Height of the titles and so many rows."""
        return self.tree.header().sizeHint().height() + rows * row_height(self.tree.fontMetrics())

    def _fit(self) -> None:
        """Leave out the verbs, then the titles, where a low list would have no room for topics."""
        room = self.height() - self._room_above
        verbs = self.verbs.sizeHint().height() + self._layout.spacing()
        self.verbs.setVisible(room - verbs >= self._room_of_rows(_LEAST_ROWS))
        titled = room >= self._room_of_rows(_LEAST_ROWS - 1)
        self.tree.setHeaderHidden(not titled)
        self.list.horizontalHeader().setVisible(titled)

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
        menu, icon = context_menu(self), self._themes.icon
        if node is not None:
            path = node.path
            if node.topic is not None:
                self._add_verbs(menu, node)
            add_measure(menu, self.measuring, node, self._themes, lambda: self._toggle_measure(path))
            if node.topic is not None:
                key = node.topic.key
                add_rates(
                    menu,
                    self._naming.poll_rate_of(key),
                    self._themes,
                    lambda hz: self._set_rate(key, hz),
                    lambda: self._ask_rate(key),
                )
                add_decoders(
                    menu,
                    self._decoding,
                    key,
                    self._themes,
                    lambda decoder, typed: self._choose_decoder(key, decoder, typed=typed),
                )
                if self._naming.is_named(key):
                    add_entry(
                        menu,
                        say(TopicsWording.REMOVE_FROM_LIST()),
                        lambda: self._remove_from_list(key),
                        icon=icon("delete"),
                    )
            menu.addSeparator()
            fill_copy_menu(menu, node, self._themes)
            if node.info is not None:
                menu.addSeparator()
                read = say(TopicsWording.READ_A_TOPIC_BY())
                add_entry(menu, read, lambda: self.read_asked.emit(path[0]), icon=icon("search"))
                end = say(TopicsWording.DISCONNECT())
                add_entry(menu, end, lambda: self.disconnect_asked.emit(path[0]), icon=icon("disconnect"))
            menu.addSeparator()
        if not self.matches.is_filtered:
            add_entry(menu, say(TopicsWording.EXPAND_ALL()), self.expand_all, icon=icon("chevron-down"))
            add_entry(menu, say(TopicsWording.COLLAPSE_ALL()), self.collapse_all, icon=icon("chevron-up"))
        menu.popup(self.view.viewport().mapToGlobal(position))

    def _add_verbs(self, menu: QMenu, node: TopicNode) -> None:
        """Add an action for each verb of a topic but the switch that measures, which has words of its own."""
        for verb in verbs_of(self._topics, node):
            if verb is not TopicVerb.MEASURE:
                row = TOPIC_VERBS[verb]
                key = HINTS.key("analysis.analyse") if verb is TopicVerb.ANALYSE else ""
                do = functools.partial(self._do, verb, node)
                add_entry(menu, say(row.text()), do, key=key, icon=self._themes.icon(row.icon))

    def _show_verbs(self) -> None:
        """Show the verbs of the current row, if they may have changed."""
        node = self.current_node
        of = (node.path if node is not None else None, self._topics.live.revision)
        if of != self._verbs_of:
            self._verbs_of = of
            self.verbs.show_verbs(verbs_of(self._topics, node))

    def _do(self, verb: TopicVerb, node: TopicNode | None) -> None:
        if node is None:
            return
        if verb is TopicVerb.MEASURE:
            self._toggle_measure(node.path)
        elif node.topic is not None:
            self.verb_asked.emit(verb, node.topic.key)

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
