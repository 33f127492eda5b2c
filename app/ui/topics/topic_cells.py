"""The text and icons of topic cells, made when they are painted, from the current state of the store."""

from __future__ import annotations

import enum
import time
from collections.abc import Callable, Sequence
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QIcon

from app.model.messages.stamps import StampLag
from app.model.status import ConnectionState
from app.model.topics import PollRate, Topic, TopicKey
from app.session.connection_info import ConnectionInfo
from app.ui.base.text import (
    format_age,
    format_bandwidth,
    format_rate,
    say,
    topic_text,
    with_tip,
)
from app.ui.base.theme import STATE_ROLES, Themes
from app.ui.topics.topic_contents import NewestValues, TopicKinds
from app.ui.topics.topic_node import TopicNode
from app.ui.widgets.row_delegates import EntryContent
from app.wording.ui.topics import TopicsWording

DISPLAY = int(Qt.ItemDataRole.DisplayRole)
_DECORATION = int(Qt.ItemDataRole.DecorationRole)
_ALIGNMENT = int(Qt.ItemDataRole.TextAlignmentRole)
_TOOL_TIP = int(Qt.ItemDataRole.ToolTipRole)
_RIGHT = int(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)


class TopicColumn(enum.IntEnum):
    """The columns."""

    TOPIC = 0
    TYPE = 1
    VALUE = 2
    RATE = 3
    BANDWIDTH = 4
    AGE = 5


COLUMNS = len(TopicColumn)
FIGURES = range(TopicColumn.VALUE, TopicColumn.AGE + 1)


class TopicState(enum.Enum):
    """State of a topic's values; the value names its icon.

    Attributes:
        IDLE: not subscribed..
        WAITING: subscribed, and nothing has come.
        LIVE: values are current.
        STALE: values came and come no more.
        AWAY: the robot is disconnected.
        UNPUBLISHED: it has subscribers only.
        STILL: values are current and do not change.
        FAULTY: it can't be read: the robot says why.
    """

    IDLE = "topic"
    WAITING = "topic-waiting"
    LIVE = "topic-live"
    STALE = "topic-stale"
    AWAY = "topic-away"
    UNPUBLISHED = "topic-unpublished"
    STILL = "topic-still"
    FAULTY = "topic-faulty"


_ROLES = {
    TopicState.IDLE: "muted",
    TopicState.WAITING: STATE_ROLES[ConnectionState.CONNECTING],
    TopicState.LIVE: STATE_ROLES[ConnectionState.CONNECTED],
    TopicState.STALE: STATE_ROLES[ConnectionState.STALE],
    TopicState.AWAY: STATE_ROLES[ConnectionState.LOST],
    TopicState.UNPUBLISHED: "muted",
    TopicState.STILL: "accent",
    TopicState.FAULTY: "warn",
}


class TopicCells:
    """Maker of cells of topics.

    Attributes:
        measured: whether all below a path is measured; set by the owner.
        robot_name: returns the operator's name for the robot of a connection; set by the owner.
        lag_of: returns the delay of a topic's stamps against our clock; set by the owner.
        rate_of: returns the poll rate of a topic, where it has one; set by the owner.
        then: returns the words about a topic at the time that views show, where that is past; None where it is now.
        kinds: what topics hold; replaced by the owner, who knows more types.
        values: the newest values of topics.
    """

    def __init__(self, themes: Themes, clock: Callable[[], float] = time.monotonic) -> None:
        self.measured: Callable[[tuple[str, ...]], bool] = lambda _path: False
        self.robot_name: Callable[[str], str] = lambda address: address
        self.lag_of: Callable[[Topic], StampLag | None] = lambda _topic: None
        self.rate_of: Callable[[TopicKey], PollRate | None] = lambda _key: None
        self.then: Callable[[TopicKey], str] | None = None
        self.kinds = TopicKinds(lambda topic: topic.schema)
        self.values = NewestValues(units=lambda: themes.units)
        self._themes = themes
        self._clock = clock

    def header(self, section: int, role: int) -> Any:
        """Return the header of a column."""
        if role == DISPLAY:
            return (
                say(TopicsWording.TOPIC()),
                say(TopicsWording.TYPE()),
                say(TopicsWording.VALUE()),
                say(TopicsWording.RATE() if self.then is None else TopicsWording.THEN()),
                say(TopicsWording.BANDWIDTH()),
                say(TopicsWording.AGE()),
            )[section]
        return _RIGHT if role == _ALIGNMENT and section >= TopicColumn.VALUE else None

    def data(self, node: TopicNode, column: int, role: int) -> Any:
        """Return the data of a cell for a role of Qt."""
        if role == DISPLAY:
            return self.text(node, column)
        if role == _DECORATION and column == TopicColumn.TOPIC:
            return self.icon(node)
        if role == _ALIGNMENT and column >= TopicColumn.VALUE:
            return _RIGHT
        return self.tool_tip(node) if role == _TOOL_TIP else None

    def text(self, node: TopicNode, column: int) -> str:
        """Return the current text of a cell."""
        topic = node.topic
        if column == TopicColumn.TOPIC:
            return topic_text(node.label) if topic is not None else node.label
        if topic is None:
            return ""
        if column == TopicColumn.TYPE:
            return "".join(type_parts(topic))
        return self._figure(node, topic, column, topic_state(node, topic))

    def figure(self, node: TopicNode, column: int) -> tuple[str, bool]:
        """Return the current text of a figure, and whether it is old."""
        topic = node.topic
        if topic is None:
            return "", True
        state = topic_state(node, topic)
        return self._figure(node, topic, column, state), state is not TopicState.LIVE

    def figures(self, node: TopicNode) -> tuple[tuple[str, ...], bool, str] | None:
        """Return all figures of a row, whether they are old, and its state; None for a row without figures."""
        topic = node.topic
        if topic is None:
            return None
        state = topic_state(node, topic)
        if state is TopicState.LIVE:
            # nearly all rows are live, at every refresh
            rate = self.then(topic.key) if self.then is not None else format_rate(topic.rate_hz)
            bandwidth = format_bandwidth(topic.bandwidth_bytes_s)
            return (self.values.text(topic), rate, bandwidth, self._age(topic)), False, state.name
        return tuple([self._figure(node, topic, column, state) for column in FIGURES]), True, state.name

    def entry(
        self, node: TopicNode, column: int, text: str, lead: str = "", *, with_origin: bool = False
    ) -> EntryContent:
        """Return the current content of a cell with text; `with_origin` adds the robot."""
        if column != TopicColumn.TOPIC:
            # where there is little room the package gives way first
            package, name = type_parts(node.topic) if node.topic is not None else ("", "")
            return EntryContent(None, package, name, muted=True)
        # a namespace that has no row is measured by the row that stands for it
        begins = len(node.above.path) + 1 if node.above is not None else 1
        measured = any(self.measured(node.path[:end]) for end in range(begins, len(node.path) + 1))
        badge = say(TopicsWording.MEASURED()) if measured else ""
        if node.info is not None:
            edge = self._themes.robot_color(node.info.id)
            name, state = self.robot_name(node.info.id), connection_word(node.info)
            return EntryContent(self.icon(node), lead, name, state, badge, edge=edge)
        origin = None
        if with_origin:
            address = node.path[0]
            origin = self._themes.robot_dot_of(address), self.robot_name(address)
        kind = self._themes.icon(self.kinds.icon(node.topic), "muted") if node.topic is not None else None
        return EntryContent(self.icon(node), lead, text, "", badge, origin, kind=kind)

    def icon(self, node: TopicNode) -> QIcon:
        """Return the icon of a row: every state has a shape of its own."""
        if node.topic is not None:
            state = topic_state(node, node.topic)
            return self._themes.icon(state.value, _ROLES[state])
        if node.info is not None:
            return self._themes.connection_icon(node.info.status.state, unreached=node.info.is_unreached)
        return self._themes.icon("namespace", "muted")

    def tool_tip(self, node: TopicNode) -> str:
        """Return all that is known of a row."""
        topic = node.topic
        if topic is None:
            info = node.info
            return f"{info.id}\n{say(info.status.reason)}".strip() if info is not None else node.full_name
        lines = [topic_text(topic.info.name), topic.info.type_name or say(TopicsWording.TYPE_UNKNOWN())]
        if topic.info.publishers is not None and topic.info.subscribers is not None:
            lines.append(
                say(TopicsWording.PUBLISHERS(publishers=topic.info.publishers, subscribers=topic.info.subscribers))
            )
        rate = self.rate_of(topic.key)
        if rate is not None:
            lines.append(say(TopicsWording.ASKED_FOR(rate=format_rate(rate.rate_hz))))
        lag = self.lag_of(topic)
        late = with_tip(lag.text) if lag is not None and lag.text else ""
        notes = (with_tip(words) if words else "" for words in (topic.info.fault, topic.info.cost))
        if self.then is not None and (then := self.then(topic.key)):
            lines.append(say(TopicsWording.THEN_TIP(then=then)))
        lines += filter(None, [*notes, _explanation(topic_state(node, topic)), late])
        return "\n".join(lines)

    def _age(self, topic: Topic) -> str:
        """Return the age of current values or, behind a mark, how late they come."""
        lag = self.lag_of(topic)
        if lag is not None and lag.is_late:
            return say(TopicsWording.LATE_AGE(age=format_age(lag.behind_s)))
        return format_age(self._clock() - topic.last_arrival_s)

    def _figure(self, node: TopicNode, topic: Topic, column: int, state: TopicState) -> str:
        if column == TopicColumn.VALUE:
            return self.values.text(topic)
        if column == TopicColumn.RATE and self.then is not None:
            return self.then(topic.key)
        if column == TopicColumn.AGE:
            if state is TopicState.LIVE:
                return self._age(topic)
            return format_age(self._clock() - topic.last_arrival_s) if topic.messages else ""
        if state is TopicState.LIVE:
            return (
                format_rate(topic.rate_hz) if column == TopicColumn.RATE else format_bandwidth(topic.bandwidth_bytes_s)
            )
        return state_word(node, state) if column == TopicColumn.RATE else ""


def type_parts(topic: Topic) -> tuple[str, str]:
    """Return the package of a topic's type with its slash, and the name that is left; of “a.b.C” the name alone."""
    name = topic.info.type_name.rpartition(".")[2]
    package, slash, last = name.rpartition("/")
    return package + slash, last


def topic_state(node: TopicNode, topic: Topic) -> TopicState:
    """Return the current state of a topic's values."""
    live, messages = topic.live, topic.messages
    info = None
    if live or messages:
        info = node.connection
        if info is None or info.status.state is not ConnectionState.CONNECTED:
            first = info is not None and info.status.state is ConnectionState.CONNECTING and not messages
            return TopicState.WAITING if first else TopicState.AWAY
        if live and messages and topic.rate_hz and not topic.info.fault:
            return TopicState.LIVE
    return _quiet_state(topic, still=_is_still(info))


def _quiet_state(topic: Topic, *, still: bool) -> TopicState:
    """Return the state of a topic that does not send regularly, as far as known, or can't be read."""
    info, received = topic.info, topic.live and topic.messages
    if info.fault:
        return TopicState.FAULTY
    if received and topic.rate_hz is None and not (still and info.on_change) and not topic.recorded_only:
        return TopicState.LIVE
    if received and info.on_change:
        return TopicState.STILL
    if info.publishers == 0:
        return TopicState.UNPUBLISHED
    # what the black box alone listens to, nobody waits for
    if not topic.live or topic.recorded_only:
        return TopicState.IDLE
    return TopicState.STALE if received else TopicState.WAITING


def _is_still(info: ConnectionInfo | None) -> bool:
    return info is not None and info.condition is not None and info.condition.still


def next_live(rows: Sequence[TopicNode], after: TopicKey | None) -> TopicKey | None:
    """Return the next topic with current values, from the top again after the last; None if there is none."""
    keys = [leaf.topic.key if leaf.topic is not None else None for leaf in rows]
    start = keys.index(after) + 1 if after in keys else 0
    for leaf in (*rows[start:], *rows[:start]):
        if leaf.topic is not None and topic_state(leaf, leaf.topic) is TopicState.LIVE:
            return leaf.topic.key
    return None


def state_word(node: TopicNode, state: TopicState) -> str:
    """Return the state as a word; empty where there is nothing to say."""
    if state is TopicState.AWAY:
        info = node.connection
        return connection_word(info) if info is not None else say(TopicsWording.LOST())
    if state is TopicState.WAITING:
        info = node.connection
        word = connection_word(info) if info is not None else ""
        return word or say(TopicsWording.WAITING())
    if state is TopicState.STALE:
        return say(TopicsWording.STALE())
    if state is TopicState.STILL:
        return say(TopicsWording.PAUSED()) if _is_still(node.connection) else say(TopicsWording.UNCHANGED())
    if state is TopicState.FAULTY:
        unknown = node.topic is not None and node.topic.info.publishers == 0
        return say(TopicsWording.UNKNOWN()) if unknown else say(TopicsWording.UNREADABLE())
    return say(TopicsWording.NO_PUBLISHER()) if state is TopicState.UNPUBLISHED else ""


def connection_word(info: ConnectionInfo) -> str:
    """Return the state of a connection as it stands behind a name."""
    if info.is_unreached:
        return say(TopicsWording.NOT_REACHED())
    return {
        ConnectionState.CONNECTING: say(TopicsWording.CONNECTING()),
        ConnectionState.CONNECTED: "",
        ConnectionState.STALE: say(TopicsWording.STALE()),
        ConnectionState.LOST: say(TopicsWording.LOST()),
        ConnectionState.REFUSED: say(TopicsWording.REFUSED()),
        ConnectionState.CLOSED: say(TopicsWording.CLOSED()),
    }[info.status.state]


def _explanation(state: TopicState) -> str:
    return {
        TopicState.IDLE: say(TopicsWording.IDLE_TIP()),
        TopicState.WAITING: say(TopicsWording.WAITING_TIP()),
        TopicState.LIVE: "",
        TopicState.STALE: say(TopicsWording.STALE_TIP()),
        TopicState.AWAY: say(TopicsWording.AWAY_TIP()),
        TopicState.UNPUBLISHED: say(TopicsWording.UNPUBLISHED_TIP()),
        TopicState.STILL: say(TopicsWording.STILL_TIP()),
        TopicState.FAULTY: "",
    }[state]
