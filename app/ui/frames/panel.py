"""The dock of coordinate frames: all transforms of a robot as a tree or a list, with what is wrong with them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHeaderView, QLabel, QVBoxLayout, QWidget
from typing_extensions import override

from app.model.messages.frame_watch import FrameWatch, roots_of
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, listed, listed_names, say, titled
from app.ui.base.view_keys import ViewKey, key_name
from app.ui.frames.chain import FrameChainBar
from app.ui.frames.frame_rows import FrameColumn, FrameRows, FrameRowsWanted
from app.ui.robot.robot_panel import RobotPanel
from app.ui.top_view.frame_feed import FrameFeed
from app.ui.widgets.filtered_rows import split_words
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, size_columns
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.named_rows import NamedTree, add_step_keys
from app.ui.widgets.pages import EmptyState
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.model import FrameWording
from app.wording.ui.frames import FramesWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs
    from app.session.topics import Topics

OWNER: Final = "frames"

# messages are read so often; what is shown changes less often, so that it can be read
INTERVAL_S: Final = 0.1
SHOWN_INTERVAL_S: Final = 0.5
# of the columns, and the choices
_LAYOUT: Final = "frames"
_VIEW: Final = "frames-view"
_LIST: Final = "list"
# the newest message of a simulated clock tells the time of what comes so soon
_CLOCK_NS: Final = 1_000_000_000
# letters of a frame where there is little room, and share of the width that problems have
_SHORT_NAME: Final = 22
_PROBLEM_SHARE: Final = 0.36

# the order in which columns make room: first what is looked at least
_ORDER: Final = (
    *(FrameColumn.ROLL, FrameColumn.PITCH, FrameColumn.Z, FrameColumn.SENDER, FrameColumn.X, FrameColumn.Y),
    *(FrameColumn.YAW, FrameColumn.KIND, FrameColumn.STAMP, FrameColumn.RATE, FrameColumn.RECEIVED, None),
    FrameColumn.PARENT,
)
_WIDTHS: Final[dict[int, int]] = {
    FrameColumn.FRAME: 28,
    FrameColumn.PARENT: 16,
    FrameColumn.SENDER: 20,
    FrameColumn.KIND: 10,
    **dict.fromkeys((FrameColumn.RECEIVED, FrameColumn.STAMP, FrameColumn.RATE), 11),
    **dict.fromkeys(range(FrameColumn.X, FrameColumn.SENDER), 9),
}


class FramesPanel(RobotPanel):
    """Frames panel. Transforms are subscribed to only while it can be seen."""

    VIEW_KEYS: ClassVar[tuple[ViewKey, ...]] = (
        ViewKey("F4, Shift+F4", FramesWording.PROBLEM_KEY),
        ViewKey("Enter, Double click", FramesWording.SHOW_KEY),
    )

    interval_s = INTERVAL_S

    def __init__(
        self,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "frame", parent)
        self._topics = topics
        self._graphs = graphs
        self._show_topic = show_topic
        self.feed = FrameFeed(topics, OWNER, watches=True)
        self.feed.clock_ns = self._clock_ns
        self._info: ConnectionInfo | None = None
        self._due_s = 0.0
        self._graph_revision = -1
        self._order = (FrameColumn.FRAME, False)
        self.model = FrameRows(tools.themes, self)
        self.filter = FilterField(tools.themes, say(FramesWording.FILTER_BY_FRAME_PARENT()))
        self.flat = self.tool_button(
            say(FramesWording.LIST()), say(FramesWording.SHOW_A_SORTABLE_LIST()), "log", checkable=True
        )
        self.only_faults = self.tool_button(
            say(FramesWording.PROBLEMS()),
            say(FramesWording.SHOW_ONLY_FRAMES_WITH()),
            "alert-warning",
            checkable=True,
        )
        self.copy_button = self.tool_button(
            say(FramesWording.COPY()), say(FramesWording.COPY_ROWS_TIP(key=key_name("Ctrl+C"))), "copy"
        )
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.fault_count = QLabel()
        self.tree = self._make_tree()
        self.no_match = EmptyState(tools.themes, "search")
        self.chain = FrameChainBar(tools.themes, self.tool_button)
        self._restore_view()
        tools.preferences.imported.connect(self._restore_view)
        self.setFocusProxy(self.tree)
        self._lay_out()
        self._connect()
        self._apply_view()

    # RobotPanel

    @override
    def has_content(self, info: ConnectionInfo) -> bool:
        # any robot may tell poses
        del info
        return True

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return say(FramesWording.NONE(name=name)), say(FramesWording.NONE_TIP())

    @override
    def robot_changed(self) -> None:
        self._due_s = 0.0
        self._graph_revision = -1
        self.tree.forget_collapsed()
        self.faults_clear()
        self.model.remove_all()
        self.chain.choose(target="", source="")
        self.chain.set_frames(())

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        self._info = info
        self.feed.find_topics(frozenset((info.id,)))
        self.feed.refresh(now)
        if now < self._due_s:
            return
        self._due_s = now + SHOWN_INTERVAL_S
        if not self.feed.wanted:
            self.show_nothing(*self.no_content_text(self._preferences.robot_name(info.id)))
            return
        if not self._watch(info.id).records:
            names = listed_names(key.topic for key in self.feed.wanted)
            self.show_waiting(info, say(FramesWording.NONE_YET()))
            if self.nothing.hint != info.status.reason:
                self.nothing.set_texts(say(FramesWording.NONE_YET()), say(FramesWording.NONE_YET_TIP(topics=names)))
            return
        self.show_body()
        self.show_frames(now)

    @override
    def update_subscriptions(self) -> None:
        seen = self.can_be_seen() and self.connection is not None
        self.feed.listen(seen=seen)
        self._topics.set_subscriptions(OWNER, self.feed.wanted if seen else ())

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())
        self._preferences.set_choice(_VIEW, _LIST if self.flat.isChecked() else "")

    def _restore_view(self) -> None:
        self.flat.setChecked(self._preferences.choice(_VIEW) == _LIST)

    # operator actions

    @property
    def current(self) -> str:
        """The frame of the current row; empty for none."""
        return self.tree.current

    def select(self, frame: str) -> None:
        """Select a frame."""
        self.tree.select(frame)

    def go_to_fault(self, step: int) -> None:
        """Go to the next frame with problems, or to the one before with a `step` of -1."""
        self.tree.go_to_next(self.model.faults, step)

    def show_frames(self, now: float) -> None:
        """Show the frames, their problems and the chosen transform as they are now; `now` is monotonic, in seconds."""
        info = self._info
        if info is None:
            return
        tree, watch, model = self.feed.frames_of(info.id), self._watch(info.id), self.model
        self._forget_senders(info, watch)
        model.tree, model.watch, model.now_ns = tree, watch, time.time_ns()
        model.clock_ns = model.now_ns if info.clock is None else info.clock.now_ns
        silent = {name: each.age_s for name, each in self.feed.silent.get(info.id, {}).items()}
        model.faults = watch.all_faults(model.now_ns, silent, roots_of(tree))
        column, descending = self._order
        wanted = FrameRowsWanted(
            split_words(self.filter.text()), self.only_faults.isChecked(), self.flat.isChecked(), column, descending
        )
        if model.show_frames(wanted) and not wanted.flat:
            self.tree.expand_rows()
        self._show_counts(watch)
        self.chain.set_frames(model.frames)
        self._show_chain()
        self.tree.viewport().update()
        del now

    def faults_clear(self) -> None:
        """Forget all problems."""
        self.model.faults = {}

    # internals

    def _make_tree(self) -> NamedTree:
        tree = NamedTree(self.model)
        tree.setAccessibleName(say(FramesWording.COORDINATE_FRAMES()))
        tree.setProperty("signs", True)
        tree.setExpandsOnDoubleClick(False)
        header = tree.header()
        size_columns(header, _WIDTHS)
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(FrameColumn.PROBLEM, QHeaderView.ResizeMode.Stretch)
        short = {int(FrameColumn.FRAME): "0" * _SHORT_NAME, int(FrameColumn.PARENT): "0" * (_SHORT_NAME // 2)}
        priority = ColumnPriority(FrameColumn.PROBLEM, _SHORT_NAME // 2, _ORDER, _PROBLEM_SHARE, short)
        self._columns = ColumnHider(header, priority)
        return tree

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.filter, 1)
        line.add_fact(self.count)
        line.add(self.fault_count, stays=True)
        for button in (self.only_faults, self.flat, self.copy_button):
            line.add_button(button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.tree, 1)
        layout.addWidget(self.no_match, 1)
        layout.addWidget(self.chain)
        self.no_match.setVisible(False)

    def _connect(self) -> None:
        self.filter.filtered = self.tree
        self.filter.textChanged.connect(self._show_now)
        self.only_faults.toggled.connect(self._show_now)
        self.flat.toggled.connect(self._apply_view)
        self.copy_button.clicked.connect(self.tree.copy_rows)
        self.tree.customContextMenuRequested.connect(self._show_menu)
        self.tree.activated.connect(lambda: self.chain.choose(source=self.current))
        self.tree.selectionModel().currentChanged.connect(self._show_chain)
        self.tree.header().sectionClicked.connect(self._sort)
        self.chain.chosen.connect(self._show_chain)
        add_step_keys(self, Qt.Key.Key_F4, self.go_to_fault)

    def _clock_ns(self, connection: str, received_ns: int) -> int | None:
        """The robot's time when a message was received; None where it is simulated and was not heard then."""
        info = self._info
        if info is None or info.id != connection or info.clock is None:
            return received_ns
        clock = info.clock
        return clock.now_ns if abs(received_ns - clock.received_ns) < _CLOCK_NS else None

    def _watch(self, connection: str) -> FrameWatch:
        watches = self.feed.watches
        assert watches is not None  # noqa: S101 - the feed was made so
        return watches.get(connection) or FrameWatch()

    def _forget_senders(self, info: ConnectionInfo, watch: FrameWatch) -> None:
        """Forget nodes that have ended: one that was started again may have another name."""
        graph = self._graphs.graph(info.id)
        if graph is not None and graph.nodes and graph.revision != self._graph_revision:
            self._graph_revision = graph.revision
            watch.keep_senders([node.name for node in graph.nodes])

    def _show_now(self) -> None:
        self.show_frames(time.monotonic())

    def _apply_view(self) -> None:
        flat, header = self.flat.isChecked(), self.tree.header()
        self._columns.set_hidden_columns(() if flat else (FrameColumn.PARENT,))
        self.tree.setRootIsDecorated(not flat)
        header.setSectionsClickable(flat)
        header.setSortIndicatorShown(flat)
        self._show_order()
        self._show_now()
        self.tree.expand_rows()

    def _sort(self, column: int) -> None:
        before, descending = self._order
        self._order = (FrameColumn(column), not descending if column == before else False)
        self._show_order()
        self._show_now()

    def _show_order(self) -> None:
        column, descending = self._order
        order = Qt.SortOrder.DescendingOrder if descending else Qt.SortOrder.AscendingOrder
        self.tree.header().setSortIndicator(column, order)

    def _show_counts(self, watch: FrameWatch) -> None:
        total, faults = len(self.model.frames), len(self.model.faults)
        many = FramesWording.FRAMES(count=format_count(total))
        self.count.setText(say(FramesWording.ONE_FRAME() if total == 1 else many))
        text = say(FramesWording.FAULTS(count=format_count(faults))) if faults else ""
        if watch.unnamed:
            text = listed(filter(None, (text, say(FramesWording.UNNAMED(count=format_count(watch.unnamed))))))
        fault = self.feed.fault
        if text != self.fault_count.text():
            self.fault_count.setText(text)
            self.fault_count.setStyleSheet(f"color: {self._themes.current.warn};")
        self.fault_count.setToolTip(say(fault[1]) if fault is not None else text)
        matches = bool(self.model.rowCount())
        self.tree.setVisible(matches)
        self.no_match.setVisible(not matches)
        if not matches:
            fine = self.only_faults.isChecked() and not self.filter.text().strip()
            title, tip = (
                (FramesWording.NO_FAULTS(), FramesWording.NO_FAULTS_TIP(count=format_count(total)))
                if fine
                else (FramesWording.NO_MATCH(), FramesWording.NO_MATCH_TIP())
            )
            self.no_match.set_texts(say(title), say(tip), "state-connected" if fine else "search")

    def _show_chain(self) -> None:
        if self._info is None:
            return
        tree = self.feed.frames_of(self._info.id)
        source, target = self.chain.ends(tree, self.current)
        silence = self.feed.silence(self._info.id, target, source)
        told = titled(silence.frame, say(FrameWording.SILENT(age_s=silence.age_s))) if silence is not None else ""
        self.chain.show_chain(tree, self.current, told)

    def _show_menu(self, position: Any) -> None:
        menu, frame = context_menu(self), self.model.name(self.tree.indexAt(position))
        if frame:
            record = self.model.watch.records.get(frame)
            add_copy(menu, say(FramesWording.COPY_NAME()), frame)
            add_entry(menu, say(FramesWording.COPY_ROWS()), self.tree.copy_rows)
            menu.addSeparator()
            add_entry(menu, say(FramesWording.TRANSFORM_FROM_THIS_FRAME()), lambda: self.chain.choose(target=frame))
            add_entry(menu, say(FramesWording.TRANSFORM_TO_THIS_FRAME()), lambda: self.chain.choose(source=frame))
            menu.addSeparator()
            add_entry(menu, say(FramesWording.USE_AS_FIXED_FRAME()), lambda: self._look_from(frame))
            if record is not None and record.topic and self.connection is not None:
                key = TopicKey(self.connection, record.topic)
                add_entry(menu, say(FramesWording.SHOW_TOPIC()), lambda: self._show_topic(key))
            menu.addSeparator()
        add_entry(menu, say(FramesWording.NEXT_PROBLEM()), lambda: self.go_to_fault(1), key="F4")
        if not self.flat.isChecked():
            add_entry(menu, say(FramesWording.EXPAND_ALL()), self.tree.expandAll)
            add_entry(menu, say(FramesWording.COLLAPSE_ALL()), self.tree.collapseAll)
        menu.popup(self.tree.viewport().mapToGlobal(position))

    def _look_from(self, frame: str) -> None:
        if self.connection is not None:
            self.look_asked.emit(self.connection, frame)
