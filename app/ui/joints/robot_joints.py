"""The joints of a robot with their newest values, from the messages of all topics of joint states."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, cast

from app.model.messages.values import JointDescription, JointKind, JointStates
from app.model.schema import DecodeError, Payload, Role, Schema
from app.model.status import ConnectionState
from app.model.topics import Delivery, Message, Topic, TopicKey
from app.ui.joints.rows import UNDESCRIBED, JointRow, JointStatus

if TYPE_CHECKING:
    # importing these at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# values are old after a longer silence
STALE_S: Final = 2.0
# values of a slow topic are not old before so many messages are missing
_MISSED: Final = 4

# messages between two refreshes
_MOST_WAITING: Final = 64
# joints of one topic
MAX_JOINTS: Final = 5000


class _TopicJoints:
    """The joints of one topic: a sink, see `Session.set_sink`.

    Where every message holds the same joints only the newest is read; where several programs publish a few joints each,
    all messages are.

    Attributes:
        rows: the joints by their names.
        own: the row of the topic itself, shown until a joint is known.
        error: why the newest message can't be read; None if it can.
        skipped: the number of joints of the newest message that make no sense, or were too many.
    """

    def __init__(self, key: TopicKey, place: int) -> None:
        self.key = key
        self.place = place
        self.rows: dict[str, JointRow] = {}
        self.own = JointRow(key, key.topic, (place, 0), is_topic=True)
        self.error: DecodeError | None = None
        self.skipped = 0
        self._waiting: deque[tuple[Payload, Schema, float]] = deque(maxlen=_MOST_WAITING)

    def __call__(self, delivery: Delivery) -> None:
        """Queue messages that arrived together; called in the link thread."""
        self._waiting.extend((payload, delivery.schema, delivery.arrived_s) for payload in delivery.payloads)

    def begin(self, message: Message, at_s: float) -> None:
        """Queue a message that came before the subscription."""
        self._waiting.append((message.payload, message.schema, at_s))

    def end(self) -> None:
        """End the subscription: release messages, whose memory may be needed, and mark all values as old."""
        self._waiting.clear()
        for row in self.rows.values():
            row.status = JointStatus.STALE

    def move(self, place: int) -> None:
        """Set the position of the topic in the order of topics."""
        self.place = place
        for row in (self.own, *self.rows.values()):
            row.order = (place, row.order[1])

    def renew(self) -> tuple[bool, bool]:
        """Read the messages that came; return whether there were any, and whether new joints appeared."""
        waiting: list[tuple[Payload, Schema, float]] = []
        while self._waiting:
            waiting.append(self._waiting.popleft())
        if not waiting:
            return False, False
        known = len(self.rows)
        payload, schema, at_s = waiting[-1]
        newest = self._read(schema, payload)
        if len(waiting) > 1 and not self._tells_of_all(newest):
            for earlier, earlier_schema, then_s in waiting[:-1]:
                self._take(self._read(earlier_schema, earlier), then_s)
            newest = self._read(schema, payload)
        self._take(newest, at_s)
        return True, len(self.rows) != known

    def _tells_of_all(self, states: JointStates | None) -> bool:
        return states is not None and self.rows.keys() <= {joint.name for joint in states.joints}

    def _read(self, schema: Schema, payload: Payload) -> JointStates | None:
        if Role.JOINT not in schema.roles():
            return None
        try:
            states = cast("JointStates", schema.read(Role.JOINT, payload))
        except DecodeError as error:
            self.error = error
            return None
        self.error, self.skipped = None, states.skipped
        return states

    def _take(self, states: JointStates | None, at_s: float) -> None:
        if states is None:
            return
        self.own.heard_s = at_s
        for number, joint in enumerate(states.joints):
            row = self.rows.get(joint.name)
            if row is None:
                if len(self.rows) >= MAX_JOINTS:
                    self.skipped += 1
                    continue
                row = JointRow(self.key, joint.name or self.key.topic, (self.place, number))
                self.rows[joint.name] = row
            row.set_state(joint, at_s)


class RobotJoints:
    """The joints of the present robot, each with its newest values: those of now, by which joints are moved.

    Args:
        owner: the name under which it subscribes.

    Attributes:
        rows: all joints in their order; replaced by another list when joints appear or go.
        kind_of: returns the kind of a joint that the operator chose where the robot does not tell; set by the panel.
    """

    def __init__(self, topics: Topics, owner: str) -> None:
        self.rows: list[JointRow] = []
        self.kind_of: Callable[[str], JointKind | None] = lambda _name: None
        self._topics = topics
        self._owner = owner
        self._joint_topics: dict[TopicKey, _TopicJoints] = {}
        self._described: Mapping[str, JointDescription] = {}
        self._listening = False

    @property
    def skipped(self) -> int:
        """The number of joints of newest messages that make no sense, or were too many."""
        return sum(topic.skipped for topic in self._joint_topics.values())

    def set_topics(self, keys: tuple[TopicKey, ...]) -> None:
        """Set the topics of joint states; joints of other topics are dropped."""
        if keys == tuple(self._joint_topics):
            return
        for key in self._joint_topics.keys() - set(keys):
            self._topics.set_sink(self._owner, key, None)
            self._joint_topics[key].end()
        before = self._joint_topics
        self._joint_topics = {key: before.get(key) or _TopicJoints(key, place) for place, key in enumerate(keys)}
        for place, topic in enumerate(self._joint_topics.values()):
            topic.move(place)
        self._arrange()
        if self._listening:
            self._subscribe([key for key in keys if key not in before])

    def set_subscribed(self, *, seen: bool) -> None:
        """Subscribe to all topics while the joints are visible."""
        if seen is self._listening:
            return
        self._listening = seen
        if seen:
            self._subscribe(list(self._joint_topics))
            return
        for key, topic in self._joint_topics.items():
            self._topics.set_sink(self._owner, key, None)
            topic.end()
        self._topics.set_subscriptions(self._owner, set())

    def clear(self) -> None:
        """Drop all joints and descriptions."""
        self.set_topics(())
        self._described = {}

    def set_descriptions(self, described: Mapping[str, JointDescription]) -> None:
        """Set the joints of the robot's description, by their names."""
        self._described = described
        self._arrange()

    def apply_chosen_kinds(self) -> None:
        """Apply the kinds of joints that the operator chose."""
        self._arrange()

    def refresh(self, now_s: float, state: ConnectionState, *, holds: bool) -> bool:
        """Read the messages that came; return whether there were any.

        Args:
            now_s: monotonic.
            state: the state of the robot's connection.
            holds: whether the robot sends only values that change.
        """
        changed = others = False
        for key, joints in self._joint_topics.items():
            topic = self._topics.live.get(key)
            came, new = joints.renew()
            changed, others = changed or came, others or new
            _judge(joints, topic, now_s, state, holds=holds)
        if others:
            self._arrange()
        return changed

    # inside

    def _subscribe(self, keys: list[TopicKey]) -> None:
        for key in keys:
            joints, topic = self._joint_topics[key], self._topics.live.get(key)
            # before the subscription: a latched message would come immediately
            if topic is not None and topic.live and topic.newest is not None:
                joints.begin(topic.newest, topic.last_arrival_s)
            self._topics.set_sink(self._owner, key, joints, is_history=True)
        self._topics.set_subscriptions(self._owner, set(self._joint_topics))

    def _arrange(self) -> None:
        """Arrange a row for each joint, and for each topic without any."""
        rows: list[JointRow] = []
        for topic in self._joint_topics.values():
            rows += topic.rows.values() or (topic.own,)
        rows.sort(key=lambda row: row.order)
        counts = Counter(row.name for row in rows)
        for row in rows:
            row.described = self._described.get(row.name, UNDESCRIBED)
            row.chosen_kind = self.kind_of(row.name)
            row.is_ambiguous = counts[row.name] > 1
        self.rows = rows


def _judge(joints: _TopicJoints, topic: Topic | None, now_s: float, state: ConnectionState, *, holds: bool) -> None:
    """Set the standing of a topic's joints: how far their values are valid."""
    standing = JointStatus.WAITING
    if state not in {ConnectionState.CONNECTED, ConnectionState.STALE}:
        standing = JointStatus.AWAY
    elif joints.error is not None:
        standing = JointStatus.UNREADABLE
    elif topic is not None and topic.info.publishers == 0:
        standing = JointStatus.UNPUBLISHED
    joints.own.status, joints.own.error = standing, joints.error
    rate_hz = topic.rate_hz if topic is not None else None
    limit_s = max(STALE_S, _MISSED / rate_hz) if rate_hz else STALE_S
    is_stale = state is ConnectionState.STALE
    for row in joints.rows.values():
        row.error, row.trace.holds = joints.error, holds and standing is JointStatus.WAITING
        if standing is JointStatus.WAITING:
            is_old = row.heard_s is None or is_stale or (now_s - row.heard_s > limit_s and not holds)
            row.status = JointStatus.STALE if is_old else JointStatus.LIVE
        else:
            row.status = standing
