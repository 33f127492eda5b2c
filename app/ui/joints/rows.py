"""A joint as a row of the table."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

from app.model.messages.values import UNLIMITED, JointDescription, JointKind, JointLimits, JointState
from app.model.schema import DecodeError
from app.model.topics import TopicKey
from app.ui.joints.trace import JointTrace

UNDESCRIBED: Final = JointDescription()


class JointStatus(enum.Enum):
    """The status of a joint's values; the value is the name of its icon.

    Attributes:
        WAITING: no message has come yet.
        LIVE: values are current.
        STALE: values came, but come no more.
        AWAY: the robot is away.
        UNPUBLISHED: the topic has no publisher.
        UNREADABLE: messages can't be read.
    """

    WAITING = "topic-waiting"
    LIVE = "topic-live"
    STALE = "topic-stale"
    AWAY = "topic-away"
    UNPUBLISHED = "topic-unpublished"
    UNREADABLE = "level-error"


@dataclass(slots=True, eq=False)
class JointRow:
    """A joint; or a topic, as long as it has no joints.

    Attributes:
        name: the name that is shown: for a joint without a name that of its topic.
        order: its position in the default order: those of the topic, and of the joint in it.
        fields: the paths of position, velocity and effort in the message.
        heard_s: when the last message with it came, monotonic; None before.
        error: why messages can't be read.
        is_topic: whether the row stands for a topic without known joints.
        is_ambiguous: whether another topic has a joint of the same name.
    """

    key: TopicKey
    name: str
    order: tuple[int, int]
    is_topic: bool = False
    is_ambiguous: bool = False
    position: float | None = None
    velocity: float | None = None
    effort: float | None = None
    reported_kind: JointKind | None = None
    chosen_kind: JointKind | None = None
    reported_limits: JointLimits = UNLIMITED
    described: JointDescription = UNDESCRIBED
    fields: tuple[str, str, str] = ("", "", "")
    heard_s: float | None = None
    status: JointStatus = JointStatus.WAITING
    error: DecodeError | None = None
    trace: JointTrace = field(default_factory=JointTrace)

    @property
    def kind(self) -> JointKind | None:
        """The kind of the joint: by its messages, else by the robot's description, else as the operator chose."""
        return self.reported_kind or self.described.kind or self.chosen_kind

    @property
    def limits(self) -> JointLimits:
        """The limits of the joint: by its messages, else by the robot's description."""
        return self.reported_limits if self.reported_limits is not UNLIMITED else self.described.limits

    @property
    def numbers(self) -> tuple[float | None, float | None, float | None]:
        """Position, velocity and effort."""
        return self.position, self.velocity, self.effort

    @property
    def is_old(self) -> bool:
        """Whether its values may not be valid any more."""
        return self.status is not JointStatus.LIVE

    def age_s(self, now_s: float) -> float | None:
        """The age of the newest values; None before the first."""
        return None if self.heard_s is None else max(now_s - self.heard_s, 0.0)

    def limit_fraction(self) -> float | None:
        """The position as a fraction of the range, 0 to 1 within the limits; None where that is not known."""
        lower, upper = self.limits.lower, self.limits.upper
        if self.position is None or lower is None or upper is None:
            return None
        return (self.position - lower) / (upper - lower)

    def set_state(self, joint: JointState, at_s: float) -> None:
        """Set new values."""
        self.position, self.velocity, self.effort = joint.position, joint.velocity, joint.effort
        self.reported_kind, self.reported_limits, self.fields = joint.kind, joint.limits, joint.fields
        self.heard_s = at_s
        if joint.position is not None:
            self.trace.add(at_s, joint.position)
