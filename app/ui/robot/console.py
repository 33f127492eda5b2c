"""The console of a robot: log lines of its programs as they come, as filtered rows of a bounded history."""

from __future__ import annotations

import enum
import time
from collections import deque
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, cast

from PySide6.QtCore import QObject, QPoint
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHeaderView,
    QLabel,
    QVBoxLayout,
    QWidget,
)
from typing_extensions import override

from app.model.messages.values import LogLevel, LogLine
from app.model.schema import DecodeError, Role
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, format_stamp, listed, say
from app.ui.robot.robot_panel import RobotPanel
from app.ui.topics.message_feed import MessageFeed, PastFeed
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.filtered_rows import FilteredLines, Index, LineFilter, split_words
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, TableView, size_columns
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.row_delegates import LineCell, LineDelegate, row_height
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.robot import ConsoleWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

MAX_LINES: Final = 20_000

# number of surplus rows before they are removed: each removal lays out the view again
_SLACK: Final = 4_000

# colour roles of each level: of its icon and word, and of its text
LEVEL_ROLES: Final = {
    LogLevel.DEBUG: ("muted", "muted"),
    LogLevel.INFO: ("accent", "text"),
    LogLevel.WARN: ("warn", "warn"),
    LogLevel.ERROR: ("error", "error"),
    LogLevel.FATAL: ("error", "error"),
}

OWNER: Final = "console"
PAST_OWNER: Final = "console, past"

# faster than anybody reads; the frames between are for everything else
INTERVAL_S: Final = 1 / 20

# thread time of a refresh: time that others take of a busy machine must not cause a backlog
_BUDGET_S: Final = 0.008
_BATCH: Final = 50

_LAYOUT: Final = "console"
_LEVEL: Final = "console-level"


class ConsoleColumn(enum.IntEnum):
    """The columns."""

    TIME = 0
    LEVEL = 1
    NODE = 2
    TEXT = 3


# what a line says has the room, and after it who said it
_PRIORITY: Final = ColumnPriority(
    ConsoleColumn.TEXT,
    0,
    (ConsoleColumn.NODE, None, ConsoleColumn.LEVEL, ConsoleColumn.TIME),
    min_share=0.5,
    short={ConsoleColumn.TIME: "00:00:00", ConsoleColumn.LEVEL: "00"},
)


class ConsoleModel(FilteredLines[LogLine]):
    """Model of console lines.

    Attributes:
        nodes: names of nodes that have logged so far.
        is_short: whether there is room for whole seconds and the sign of a level only.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        titles = (
            say(ConsoleWording.TIME()),
            say(ConsoleWording.LEVEL()),
            say(ConsoleWording.NODE()),
            say(ConsoleWording.MESSAGE()),
        )
        super().__init__(titles, MAX_LINES, _SLACK, parent)
        self.nodes: set[str] = set()
        self.is_short = False

    @override
    def append(self, lines: Sequence[LogLine]) -> None:
        self.nodes.update(line.node for line in lines)
        super().append(lines)

    @override
    def clear(self) -> None:
        self.nodes.clear()
        super().clear()

    @override
    def passes(self, line: LogLine, wanted: LineFilter) -> bool:
        return wanted.passes(line.level, line.node, line.text)

    @override
    def text_of(self, row: int) -> str:
        line = self.line(row)
        location = f" [{line.place}]" if line.place else ""
        return f"{format_stamp(line.stamp_ns)} {line.level.name} {line.node}: {line.text}{location}"

    @override
    def cell(self, index: Index) -> LineCell:
        line, column = self.line(index.row()), index.column()
        sign, text = LEVEL_ROLES[line.level]
        if column == ConsoleColumn.TIME:
            moment = format_stamp(line.stamp_ns, with_date=False)
            if self.is_short:
                whole, _, rest = moment.partition(".")
                moment = f"{whole} s" if rest.endswith(" s") else whole
            return LineCell(moment, "muted")
        if column == ConsoleColumn.LEVEL:
            word = "" if self.is_short else level_word(line.level)
            return LineCell(word, sign, f"level-{line.level.name.lower()}")
        if column == ConsoleColumn.NODE:
            return LineCell(line.node, "muted")
        return LineCell(line.text.partition("\n")[0], text)

    @override
    def tip(self, index: Index) -> str:
        line = self.line(index.row())
        parts = (format_stamp(line.stamp_ns), level_word(line.level), line.node, line.place)
        return f"{line.text}\n{listed(filter(None, parts))}"


def level_word(level: LogLevel) -> str:
    """Return a level as a word for the operator."""
    return {
        LogLevel.DEBUG: say(ConsoleWording.DEBUG()),
        LogLevel.INFO: say(ConsoleWording.INFO()),
        LogLevel.WARN: say(ConsoleWording.WARNING()),
        LogLevel.ERROR: say(ConsoleWording.ERROR()),
        LogLevel.FATAL: say(ConsoleWording.FATAL()),
    }[level]


class ConsolePanel(RobotPanel):
    """Console panel. It subscribes as long as its dock is open, also behind another dock: no line is to be missed."""

    interval_s = INTERVAL_S

    def __init__(
        self,
        topics: Topics,
        tools: RobotTools,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "console", parent)
        self._topics = topics
        self._key: TopicKey | None = None
        self._open = True
        self._unreadable = 0
        self.feed = MessageFeed()
        # lines of the time that views show, while that is past, and after which jump those that are shown came
        self._past: PastFeed | None = None
        self._jumps: int | None = None
        # those of now meanwhile
        self._kept: deque[LogLine] = deque(maxlen=MAX_LINES)
        self.model = ConsoleModel(self)
        self._make_filters()
        self.follow = self.tool_button(
            say(ConsoleWording.FOLLOW()), say(ConsoleWording.FOLLOW_TIP()), "console", checkable=True
        )
        self.follow.setChecked(True)
        self.copy_button = self.tool_button(say(ConsoleWording.COPY()), say(ConsoleWording.COPY_TIP()), "copy")
        self.clear_button = self.tool_button(say(ConsoleWording.CLEAR()), say(ConsoleWording.CLEAR_TIP()), "delete")
        self.count = QLabel()
        self.count.setProperty("muted", True)
        self.lost = QLabel()
        self.view = self._make_view()
        self.setFocusProxy(self.filter)
        self._lay_out()
        self.follow.toggled.connect(self._follow)
        self.copy_button.clicked.connect(self.copy)
        self.clear_button.clicked.connect(self.clear)
        tools.themes.changed.connect(self._restyle)
        self._restyle()

    # RobotPanel

    @override
    def has_content(self, info: ConnectionInfo) -> bool:
        return bool(info.log_topic)

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return (
            say(ConsoleWording.HAS_NONE(name=name)),
            say(ConsoleWording.HAS_NONE_TIP()),
        )

    @override
    def robot_changed(self) -> None:
        self._jumps = None
        self._kept.clear()
        self.clear_button.setEnabled(True)
        self.clear()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        del now
        self.subscribe(info)
        self._add_lines()
        self._fill_nodes()
        self._show_counts()
        if self.model.is_empty and self._jumps is not None and self._key is not None:
            self._show_nothing_then(self._key)
            return
        if self.model.is_empty:
            self.show_nothing(
                say(ConsoleWording.NOTHING_YET()),
                say(ConsoleWording.LOGGED_FROM_NOW()),
            )
            return
        self.show_body()
        if self.follow.isChecked():
            self.view.scrollToBottom()

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._columns.save_state())
        self._preferences.set_choice(_LEVEL, LogLevel(self.level.currentData()).name)

    @override
    def set_open(self, opened: bool) -> None:
        # subscribe while the dock is open, and not while it is closed
        self._open = opened
        if not opened:
            self._set_topic(None)

    def subscribe(self, info: ConnectionInfo) -> None:
        """Subscribe to the log of a robot."""
        self._set_topic(TopicKey(info.id, info.log_topic) if self._open else None)

    # operator actions

    def copy(self) -> None:
        """Copy the selected lines; all that are shown if none is selected."""
        self.model.copy(self.view)

    def clear(self) -> None:
        """Remove all lines."""
        self.feed.clear()
        self.feed.received = self.feed.dropped = self._unreadable = 0
        self.model.clear()
        self.node.clear()
        self.node.addItem(say(ConsoleWording.ALL_NODES()), "")
        self._show_counts()

    # internals

    def _make_filters(self) -> None:
        self.level = ElidedComboBox()
        self.level.setAccessibleName(say(ConsoleWording.LOWEST_LEVEL()))
        self.level.setToolTip(self.level.accessibleName())
        for level in LogLevel:
            word = level_word(level)
            self.level.addItem(word if level is LogLevel.FATAL else say(ConsoleWording.AND_ABOVE(level=word)), level)
        self._restore_level()
        self._preferences.imported.connect(self._restore_level)
        self.node = ElidedComboBox()
        self.node.setAccessibleName(say(ConsoleWording.NODE()))
        self.node.setToolTip(self.node.accessibleName())
        self.node.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.node.setMinimumContentsLength(14)
        self.node.addItem(say(ConsoleWording.ALL_NODES()), "")
        self.filter = FilterField(self._themes, say(ConsoleWording.FILTER_THE_LINES()))
        self._apply_filter()
        self.level.currentIndexChanged.connect(self._apply_filter)
        self.node.currentIndexChanged.connect(self._apply_filter)
        self.filter.textChanged.connect(self._apply_filter)

    def _restore_level(self) -> None:
        saved = self._preferences.choice(_LEVEL)
        names = [level.name for level in LogLevel]
        self.level.setCurrentIndex(names.index(saved) if saved in names else 0)

    def _make_view(self) -> TableView:
        view = TableView(row_height(QFontMetrics(self.font())))
        view.setAccessibleName(say(ConsoleWording.CONSOLE_LINES()))
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setModel(self.model)
        view.setItemDelegate(LineDelegate(self.model.cell, self._themes, view))
        view.copy_requested.connect(self.copy)
        view.customContextMenuRequested.connect(self._show_menu)
        view.selectionModel().selectionChanged.connect(self._selected)
        view.verticalScrollBar().actionTriggered.connect(self._scrolled)
        header = view.horizontalHeader()
        size_columns(header, {ConsoleColumn.TIME: 17, ConsoleColumn.LEVEL: 14, ConsoleColumn.NODE: 26})
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setStretchLastSection(False)
        header.setSectionResizeMode(ConsoleColumn.TEXT, QHeaderView.ResizeMode.Stretch)
        self._columns = ColumnHider(header, _PRIORITY)
        self._columns.shortened.connect(self._shorten)
        return view

    def _lay_out(self) -> None:
        row = ToolRow()
        row.add(self.level)
        row.add(self.node)
        row.add(self.filter, 1)
        # what was lost must be seen
        row.add(self.lost, stays=True)
        row.add_fact(self.count)
        for button in (self.follow, self.copy_button, self.clear_button):
            row.add_button(button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(row)
        layout.addWidget(self.view, 1)

    def _set_topic(self, key: TopicKey | None) -> None:
        if key == self._key:
            return
        if self._key is not None:
            self._topics.set_sink(OWNER, self._key, None)
            self._topics.set_sink(PAST_OWNER, self._key, None)
        self._key = key
        self._past = None
        if key is not None:
            self._past = PastFeed(self._topics, key)
            self._topics.set_sink(OWNER, key, self.feed.put, is_history=True)
            self._topics.set_sink(PAST_OWNER, key, self._past.put)
        self._topics.set_subscriptions(OWNER, () if key is None else (key,))

    def _add_lines(self) -> None:
        """Add the lines that came, of now or of the time that views show; those of now are kept meanwhile."""
        lines = self._read(self.feed)
        if self._key is None or self._past is None or not self._topics.is_past(self._key):
            if self._jumps is not None:
                self._jumps = None
                self._begin_anew([*self._kept, *lines])
                self._kept.clear()
            else:
                self.model.append(lines)
            return
        jumps = self._topics.jumps
        if self._jumps is None:
            self._kept.extend(self.model.lines)
            # what is now is held until a time is gone to
            self._jumps = -1 if self._topics.has_moved else jumps
        self._kept.extend(lines)
        if jumps != self._jumps:
            self._jumps = jumps
            self._begin_anew([])
        then = self._past.since(jumps)
        if then is not None:
            self.model.append(self._read(then))

    def _begin_anew(self, lines: Sequence[LogLine]) -> None:
        """Show these lines alone, and the last of them."""
        self.model.clear()
        self.follow.setChecked(True)
        self.clear_button.setEnabled(self._jumps is None)
        self.model.append(lines)

    def _show_nothing_then(self, key: TopicKey) -> None:
        if self._topics.nobody_listened(key):
            self.show_nothing(say(WidgetsWording.NOBODY_LISTENED()), say(WidgetsWording.NOBODY_LISTENED_TIP()))
        else:
            self.show_nothing(say(ConsoleWording.NOTHING_LOGGED_THEN()), say(ConsoleWording.WHAT_IS_KEPT()))

    def _read(self, feed: MessageFeed) -> list[LogLine]:
        """Read as many of the waiting lines as there is time for."""
        lines: list[LogLine] = []
        end_s = time.thread_time() + _BUDGET_S
        while time.thread_time() < end_s:
            batch = feed.take(_BATCH)
            if not batch:
                break
            for message in batch:
                if Role.LOG_LINE not in message.schema.roles():
                    continue
                try:
                    lines.append(cast("LogLine", message.schema.read(Role.LOG_LINE, message.payload)))
                except DecodeError:
                    self._unreadable += 1
        return lines

    def _apply_filter(self) -> None:
        words = split_words(self.filter.text())
        self.model.set_filter(LineFilter(self.level.currentData(), self.node.currentData() or "", words))

    def _fill_nodes(self) -> None:
        if len(self.model.nodes) + 1 == self.node.count():
            return
        known = [self.node.itemData(index) for index in range(self.node.count())]
        for name in sorted(self.model.nodes - set(known)):
            index = next((i for i in range(1, self.node.count()) if self.node.itemData(i) > name), self.node.count())
            self.node.insertItem(index, name, name)

    def _follow(self, following: bool) -> None:  # noqa: FBT001 - a slot
        self.model.set_held(not following)
        if following:
            self.view.clearSelection()
            self.view.scrollToBottom()
        self._show_counts()

    def _selected(self) -> None:
        # selected lines are being read, and must not scroll away
        if self.view.selectionModel().hasSelection():
            self.follow.setChecked(False)

    def _scrolled(self) -> None:
        # the position is read after this: scrolling up stops following, scrolling to the end starts it
        bar = self.view.verticalScrollBar()
        self.follow.setChecked(bar.sliderPosition() >= bar.maximum())

    def _show_counts(self) -> None:
        count = self.model.rowCount()
        text = say(ConsoleWording.ONE_LINE() if count == 1 else ConsoleWording.LINES(count=format_count(count)))
        if self.model.held_back:
            more = say(ConsoleWording.MORE_SINCE(count=format_count(self.model.held_back)))
            text = listed((text, more))
        if text != self.count.text():
            self.count.setText(text)
        lost = []
        if self.feed.dropped:
            lost.append(say(ConsoleWording.DROPPED(count=format_count(self.feed.dropped))))
        if self._unreadable:
            lost.append(say(ConsoleWording.UNREADABLE(count=format_count(self._unreadable))))
        text = listed(lost)
        if text != self.lost.text():
            self.lost.setText(text)
            self.lost.setToolTip(say(ConsoleWording.DROPPED_TIP()))

    def _show_menu(self, position: QPoint) -> None:
        index = self.view.indexAt(position)
        menu = context_menu(self)
        if index.isValid():
            line = self.model.line(index.row())
            add_entry(menu, say(ConsoleWording.COPY_LINES()), self.copy)
            add_copy(menu, say(ConsoleWording.COPY_TEXT()), line.text)
            menu.addSeparator()
            only = say(ConsoleWording.ONLY(name=line.node))
            add_entry(menu, only, lambda: self.node.setCurrentIndex(self.node.findData(line.node)))
            level = say(ConsoleWording.ONLY_AND_ABOVE(level=level_word(line.level)))
            add_entry(menu, level, lambda: self.level.setCurrentIndex(self.level.findData(line.level)))
        add_entry(menu, say(ConsoleWording.SHOW_ALL()), self._show_all)
        menu.addSeparator()
        add_entry(menu, say(ConsoleWording.CLEAR()), self.clear)
        menu.popup(self.view.viewport().mapToGlobal(position))

    def _show_all(self) -> None:
        self.level.setCurrentIndex(0)
        self.node.setCurrentIndex(0)
        self.filter.clear()

    def _shorten(self, short: bool) -> None:  # noqa: FBT001 - a slot
        self.model.is_short = short
        self.view.viewport().update()

    def _restyle(self) -> None:
        self.lost.setStyleSheet(f"color: {self._themes.current.warn};")
        self.view.viewport().update()
