"""The panel of all joints of the present robot: position between limits, motion, and the trace of the last seconds."""

from __future__ import annotations

import functools
import logging
import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from PySide6.QtCore import QItemSelection, QItemSelectionModel, QPoint, Qt
from PySide6.QtGui import QActionGroup, QGuiApplication
from PySide6.QtWidgets import QHeaderView, QMenu, QVBoxLayout, QWidget
from typing_extensions import override

from app.config.profile import Limits, PaceShares, Profile
from app.config.profile_checks import RANGES, ProfileError
from app.drive.robot.joints import chosen_channel
from app.drive.robot.targets import driven_scheme
from app.model.messages.shown_units import AngleUnit
from app.model.messages.values import JointKind, JointQuantity
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.connection_info import ConnectionInfo
from app.session.errors import SessionError
from app.ui.base.robot_tools import RobotTools
from app.ui.base.text import format_count, say
from app.ui.base.view_keys import key_name
from app.ui.joints.joint_topics import joint_topics
from app.ui.joints.move_bar import JointMoveBar, SelectedJoint, joint_profile_name
from app.ui.joints.moves import PositionMoves
from app.ui.joints.robot_joints import RobotJoints
from app.ui.joints.rows import PART_S, JointRow, JointStatus
from app.ui.joints.table import JointTable
from app.ui.joints.table_model import FIGURES, JointColumn, JointTableModel, table_text
from app.ui.robot.robot_panel import TIMEOUT_S, RobotPanel
from app.ui.widgets.combo_boxes import ElidedComboBox
from app.ui.widgets.item_views import ColumnHider, ColumnPriority, size_columns
from app.ui.widgets.labels import ElidedLabel
from app.ui.widgets.menus import add_copy, add_entry, context_menu
from app.ui.widgets.text_fields import FilterField
from app.ui.widgets.tool_row import ToolRow
from app.wording.ui.joints import JointsWording

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.graphs import Graphs
    from app.session.topics import Topics

_LOGGER = logging.getLogger(__name__)

OWNER: Final = "joints"
# marks between limits are painted this often; numbers, which nobody could read faster, as often as traces
INTERVAL_S: Final = 0.05
_ARRANGE_S: Final = 1.0
# a description may be loaded after the robot has begun to publish joint states
_DESCRIBE_S: Final = 10.0

# the trace has room for a few characters; names give way last
_PRIORITY: Final = ColumnPriority(
    JointColumn.TRACE,
    12,
    (JointColumn.EFFORT, JointColumn.VELOCITY, JointColumn.RANGE, JointColumn.AGE, None),
    short={JointColumn.NAME: "0" * 10},
)

_LAYOUT: Final = "joints"


class JointsPanel(RobotPanel):
    """The table of joints, and the bar that moves one. Its topics are subscribed to only while it is visible."""

    interval_s = INTERVAL_S
    is_of_now = True

    def __init__(
        self,
        topics: Topics,
        graphs: Graphs,
        tools: RobotTools,
        show_topic: Callable[[TopicKey], None],
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(tools, "joint", parent)
        self._topics = topics
        self._graphs = graphs
        self._show_topic = show_topic
        self.board = RobotJoints(topics, OWNER)
        self._kinds: dict[str, JointKind] = {}
        self.board.kind_of = self._kind_of
        self.model = JointTableModel(self)
        self._store_revision = -1
        self._joint_topics: tuple[TopicKey, ...] = ()
        self._rows: list[JointRow] = []
        self._figures_due_s = self._arrange_due_s = 0.0
        self._describe_due_s = 0.0
        self._has_news = False
        self._asked: TopicKey | None = None
        self._standings: list[JointStatus] = []
        self.filter = FilterField(tools.themes, say(JointsWording.FILTER_JOINTS()))
        self.unit = self._make_units()
        self.skipped = ElidedLabel()
        self.skipped.setProperty("muted", True)
        self.skipped.setVisible(False)
        self.copy_button = self.tool_button(
            say(JointsWording.COPY()), say(JointsWording.COPY_TIP(key=key_name("Ctrl+C"))), "copy"
        )
        self.table = self._make_table()
        self.moves = PositionMoves(tools.commands, tools.switch, self)
        self.strip = JointMoveBar(self.moves, tools.preferences, self.run, self.tool_button)
        # the selected joint, and the inputs that it was found from
        self._selection: SelectedJoint | None = None
        self._found_for: object = None
        self.setFocusProxy(self.table)
        self._lay_out()
        self.filter.filtered = self.table
        self.filter.textChanged.connect(self._filter)
        self.unit.currentIndexChanged.connect(self._choose_unit)
        self.copy_button.clicked.connect(self.copy)
        tools.themes.changed.connect(self._show_units)
        self.table.selectionModel().selectionChanged.connect(self._show_selection)
        self.strip.drive_asked.connect(self._drive)
        self._show_units()

    # RobotPanel

    @override
    def has_content(self, info: ConnectionInfo) -> bool:
        # any robot may have joints
        del info
        return True

    @override
    def no_content_text(self, name: str) -> tuple[str, str]:
        return say(JointsWording.HAS_NONE(name=name)), ""

    @override
    def robot_changed(self) -> None:
        self._end_moves()
        self._store_revision = -1
        self._describe_due_s = 0.0
        self._joint_topics = ()
        self.board.clear()
        self._read_kinds()
        self._show_rows()

    @override
    def refresh_robot(self, info: ConnectionInfo, now: float) -> None:
        self._look_for_topics(info.id)
        if not self._joint_topics:
            self._say_none(info)
            return
        self._ask_for_description(info, now)
        self.model.now_s = now
        self._has_news |= self.board.refresh(now, info.status.state, holds=info.tells_changes)
        if self.board.rows is not self._rows:
            self._show_rows()
        if self._none_told:
            self._say_none_told()
            return
        self.show_body()
        self._paint(now)

    @override
    def update_subscriptions(self) -> None:
        seen = self.can_be_seen()
        if not seen:
            self._end_moves()
        self.board.set_subscribed(seen=seen)

    @override
    def end(self) -> None:
        self._spawn(self.moves.close(), "command joints no more")

    @override
    def show_lock(self) -> None:
        self._show_selection()

    @override
    def save(self) -> None:
        self._preferences.set_widget_state(_LAYOUT, self._fit.save_state())

    # commands of the operator

    def show_topic(self, key: TopicKey) -> None:
        """Select the joints of a topic, whatever the filter is, now or as soon as there are any."""
        self.filter.clear()
        self._asked = key
        self._select_asked()

    def copy(self) -> None:
        """Copy the selected joints to the clipboard as a table; all that are shown if none is selected."""
        rows = self.selected or list(self.model.rows)
        if rows:
            QGuiApplication.clipboard().setText(table_text(self.model, rows))

    @property
    def selected(self) -> list[JointRow]:
        """The selected joints, from the top."""
        places = sorted(index.row() for index in self.table.selectionModel().selectedRows())
        return [self.model.rows[place] for place in places]

    # inside

    def _end_moves(self) -> None:
        """Stop all moving joints where they are, as far as their position is known."""
        self.moves.end_all(say(JointsWording.OUT_OF_VIEW()))

    def _make_units(self) -> ElidedComboBox:
        box = ElidedComboBox()
        box.setAccessibleName(say(JointsWording.ANGLE_UNIT()))
        box.setToolTip(say(JointsWording.UNIT_OF_ANGLES_IN()))
        box.addItem(say(JointsWording.RAD()), AngleUnit.RADIANS)
        box.addItem(say(JointsWording.DEG()), AngleUnit.DEGREES)
        return box

    def _make_table(self) -> JointTable:
        table = JointTable(self.model, self._themes)
        table.setAccessibleName(say(JointsWording.JOINTS()))
        header = table.horizontalHeader()
        size_columns(
            header,
            {
                JointColumn.NAME: 34,
                JointColumn.POSITION: 17,
                JointColumn.RANGE: 42,
                JointColumn.VELOCITY: 18,
                JointColumn.EFFORT: 17,
                JointColumn.AGE: 15,
            },
        )
        header.setSectionsClickable(True)
        header.setSortIndicatorShown(True)
        header.setSortIndicatorClearable(True)
        header.setSortIndicator(-1, Qt.SortOrder.AscendingOrder)
        header.restoreState(self._preferences.widget_state(_LAYOUT))
        header.setSectionResizeMode(JointColumn.TRACE, QHeaderView.ResizeMode.Stretch)
        self._fit = ColumnHider(header, _PRIORITY)
        self.model.sort(header.sortIndicatorSection(), header.sortIndicatorOrder())
        header.sortIndicatorChanged.connect(self.model.sort)
        table.copy_requested.connect(self.copy)
        table.customContextMenuRequested.connect(self._show_menu)
        table.activated.connect(self._go)
        table.plot_asked.connect(lambda: self._plot(JointColumn.POSITION))
        return table

    def _lay_out(self) -> None:
        line = ToolRow()
        line.add(self.filter, 1)
        line.add_fact(self.skipped)
        line.add(self.unit)
        line.add_button(self.copy_button)
        layout = QVBoxLayout(self.body)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(6)
        layout.addWidget(line)
        layout.addWidget(self.table, 1)
        layout.addWidget(self.strip)

    def _ask_for_description(self, info: ConnectionInfo, now: float) -> None:
        """Request the robot's description for limits of joints, repeatedly until there is one."""
        if not info.has_graph or info.status.state is not ConnectionState.CONNECTED:
            # the robot may have another description when it is back
            self._describe_due_s = 0.0
        elif now >= self._describe_due_s:
            self._describe_due_s = now + _DESCRIBE_S
            self._spawn(self._describe(info.id), f"describe the joints of {info.id}")

    async def _describe(self, robot: str) -> None:
        try:
            described = await self._graphs.describe_joints(robot, TIMEOUT_S)
        except SessionError as error:
            _LOGGER.info("what %s says of its joints can't be had: %s", robot, error.reason)
            return
        if robot == self.connection and described:
            self._describe_due_s = math.inf
            self.board.set_descriptions(described)

    def _look_for_topics(self, robot: str) -> None:
        revision = self._topics.live.revision
        if revision != self._store_revision:
            self._store_revision = revision
            self._joint_topics = joint_topics(self._topics, robot)
            self.board.set_topics(self._joint_topics)

    def _say_none(self, info: ConnectionInfo) -> None:
        if info.status.state is not ConnectionState.CONNECTED:
            self.show_nothing(say(JointsWording.NONE_YET()), info.status.reason, "waiting")
            return
        self.show_nothing(
            say(JointsWording.NO_STATES()),
            say(JointsWording.NONE_YET_TIP()),
        )

    @property
    def _none_told(self) -> bool:
        """Whether messages have come, but none with a joint."""
        alone = all(row.is_topic and row.error is None for row in self._rows)
        return alone and any(row.heard_s is not None for row in self._rows)

    def _say_none_told(self) -> None:
        self.show_nothing(
            say(JointsWording.NONE_YET()),
            say(JointsWording.NO_STATES_TIP()),
        )

    def _show_rows(self) -> None:
        self._rows = self.board.rows
        chosen = {id(row) for row in self.selected}
        self.model.set_rows(self._rows)
        self._choose_again(chosen)
        self._select_asked()
        self._leave_out()
        skipped = self.board.skipped
        self.skipped.setVisible(bool(skipped))
        self.skipped.setText(say(JointsWording.LEFT_OUT(count=format_count(skipped))))

    def _select_asked(self) -> None:
        places = [place for place, row in enumerate(self.model.rows) if row.key == self._asked]
        if not places:
            return
        selection = QItemSelection()
        for place in places:
            selection.select(self.model.index(place, 0), self.model.index(place, len(JointColumn) - 1))
        chooses = self.table.selectionModel()
        chooses.setCurrentIndex(self.model.index(places[0], 0), QItemSelectionModel.SelectionFlag.NoUpdate)
        chooses.select(selection, QItemSelectionModel.SelectionFlag.ClearAndSelect)
        self.table.scrollTo(self.model.index(places[0], 0))
        if not self.model.rows[places[0]].is_topic:
            self._asked = None

    def _leave_out(self) -> None:
        """Hide columns for which no joint has values."""
        joints = [row for row in self._rows if not row.is_topic]
        absent = {column for column in FIGURES[1:] if not any(row.fields[FIGURES.index(column)] for row in joints)}
        if not joints:
            absent = set()
        if not any(row.limits.lower is not None for row in joints):
            absent.add(JointColumn.RANGE)
        self._fit.set_hidden_columns(absent)

    def _choose_again(self, chosen: set[int]) -> None:
        """Restore the selection after rows were replaced."""
        if chosen and not self.table.selectionModel().hasSelection():
            for place, row in enumerate(self.model.rows):
                if id(row) in chosen:
                    self.table.selectRow(place)

    def _paint(self, now: float) -> None:
        """Repaint the columns that are due."""
        columns: list[JointColumn] = []
        if self._has_news:
            self._has_news = False
            columns.append(JointColumn.RANGE)
        # numbers and traces are not painted in one frame
        if now >= self._figures_due_s:
            self._figures_due_s = now + PART_S - INTERVAL_S / 2
            columns += [*FIGURES, JointColumn.AGE]
            self._show_selection()
            self.strip.refresh()
        else:
            columns.append(JointColumn.TRACE)
        standings = [row.status for row in self.model.rows]
        if standings != self._standings:
            self._standings = standings
            columns = list(JointColumn)
        if now >= self._arrange_due_s:
            self._arrange_due_s = now + _ARRANGE_S
            self.model.sort_again()
        if columns:
            self.table.repaint_columns(columns)

    def _filter(self, text: str) -> None:
        chosen = {id(row) for row in self.selected}
        self.model.set_filter(text)
        self._choose_again(chosen)

    def _choose_unit(self) -> None:
        in_degrees = self._themes.units.angle is AngleUnit.DEGREES
        if in_degrees != (self.unit.currentData() is AngleUnit.DEGREES):
            self._preferences.set_value("angle", self.unit.currentData())

    def _show_units(self) -> None:
        units = self.model.shown_units = self._themes.units
        self.unit.setCurrentIndex(int(units.angle is AngleUnit.DEGREES))
        self.table.viewport().update()
        self._show_selection()

    def _go(self) -> None:
        index = self.table.currentIndex()
        if index.isValid():
            self._show_topic(self.model.rows[index.row()].key)

    def _kind_of(self, name: str) -> JointKind | None:
        return self._kinds.get(name)

    def _plot(self, column: JointColumn) -> None:
        """Plot a column of all selected joints."""
        number = FIGURES.index(column)
        fields = [(row.key, row.fields[number]) for row in self.selected if row.fields[number]]
        if fields:
            self.plot_asked.emit(fields)

    def _read_kinds(self) -> None:
        """Read the kinds of joints that the operator chose for this robot."""
        known = {kind.value: kind for kind in JointKind}
        told = self._preferences.joint_kinds(self.connection) if self.connection is not None else {}
        self._kinds = {name: known[word] for name, word in told.items() if word in known}
        self.board.apply_chosen_kinds()

    def _choose_kind(self, kind: JointKind) -> None:
        """Save the kind that the operator chose for the selected joints."""
        for row in self.selected:
            if self.connection is not None and row.reported_kind is None and row.described.kind is None:
                self._preferences.set_joint_kind(self.connection, row.name, kind.value)
                self._kinds[row.name] = kind
        self.board.apply_chosen_kinds()
        self.table.viewport().update()

    def _show_selection(self) -> None:
        """Show the selected joint, if it is a single one, in the bar that moves it."""
        chosen, robot = self.selected, self.connection
        selection = None
        if robot is not None and len(chosen) == 1 and not chosen[0].is_topic:
            selection = self._selection_of(robot, chosen[0])
        units = self.model.units(selection.row) if selection is not None else None
        self.strip.show_selection(selection, units, allowed=self.allowed)

    def _selection_of(self, robot: str, row: JointRow) -> SelectedJoint:
        topic, kept = self._preferences.joint_topic(robot, row.name)
        store = self._topics.live
        found_for = (robot, store.revision, row, topic, kept)
        if self._selection is None or self._found_for != found_for:
            infos = tuple(topic.info for topic in store.topics if topic.key.connection == robot)
            driven, name = driven_scheme(robot), "" if row.name == row.key.topic else row.name
            channel = driven.find_channel(row.key.topic, name, infos)
            topics = driven.offer_channels(name, infos)
            if channel is None and kept in set(JointQuantity):
                channel = chosen_channel(topic, JointQuantity(kept))
                # the subscriber may come later
                topics += [topic] if topic not in topics else []
            self._found_for = found_for
            self._selection = SelectedJoint(robot, row, channel, tuple(topics))
        return self._selection

    def _drive(self, most: float) -> None:
        """Drive the selected joint by hand, with a profile of its own."""
        selection = self.strip.selection
        if selection is None or selection.channel is None:
            return
        row, channel = selection.row, selection.channel
        slides, tells = row.kind is JointKind.PRISMATIC, channel.topic == row.key.topic
        low, high = RANGES["linear_m_s" if slides else "angular_rad_s"]
        speed = min(max(most, low), high)
        try:
            profile = Profile(
                joint_profile_name(row.name),
                Limits(linear_m_s=speed) if slides else Limits(angular_rad_s=speed),
                # a topic of joint states may take commands, too, and is then identified by the joint
                "" if tells else channel.topic,
                "" if tells else channel.type_name,
                joint=channel.joint or row.name,
                joint_slides=slides,
                # the operator has just said how fast
                pace=PaceShares(share=1.0),
            )
        except ProfileError as error:
            # robots choose the names of joints
            self.show_error(SessionError(error.reason, error.tip))
            return
        self.moves.stop(selection.connection, channel)
        self.drive_asked.emit(selection.connection, profile)

    def _show_menu(self, place: QPoint) -> None:
        row = self.table.row_at(place)
        if row is None:
            return
        menu = context_menu(self)
        for column, text in (
            (JointColumn.POSITION, say(JointsWording.PLOT_POSITION())),
            (JointColumn.VELOCITY, say(JointsWording.PLOT_VELOCITY())),
            (JointColumn.EFFORT, say(JointsWording.PLOT_EFFORT())),
        ):
            may, icon = bool(row.fields[FIGURES.index(column)]), self._themes.icon("history")
            add_entry(menu, text, functools.partial(self._plot, column), icon=icon, enabled=may)
        if not row.is_topic and row.reported_kind is None and row.described.kind is None:
            self._add_kinds(menu, row)
        menu.addSeparator()
        add_entry(menu, say(JointsWording.GO_TO_TOPIC()), self._go)
        menu.addSeparator()
        add_entry(menu, say(JointsWording.COPY()), self.copy)
        add_copy(menu, say(JointsWording.COPY_NAME()), row.name)
        menu.popup(self.table.viewport().mapToGlobal(place))

    def _add_kinds(self, menu: QMenu, row: JointRow) -> None:
        """Add actions to choose the kind of a joint where the robot does not tell it."""
        menu.addSeparator()
        group = QActionGroup(menu)
        for kind, text in (
            (JointKind.REVOLUTE, say(JointsWording.REVOLUTE_RAD())),
            (JointKind.PRISMATIC, say(JointsWording.PRISMATIC_M())),
        ):
            do = functools.partial(self._choose_kind, kind)
            add_entry(menu, text, do, checked=row.kind is kind, group=group)
