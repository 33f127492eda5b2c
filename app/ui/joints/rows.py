"""A joint as it is shown."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Final

from app.model.meaning import UNLIMITED, JointDescription, JointKind, JointLimits, JointState
from app.model.schema import DecodeError
from app.model.topic_store import TopicKey
from app.ui.joints.trace import JointTrace

UNDESCRIBED: Final = JointDescription()


class Standing(enum.Enum):
    """The worth of a joint's values now; the value names its icon.

    Attributes:
        WAITING: nothing has come yet.
        LIVE: values are current.
        STALE: values came and come no more.
        AWAY: the robot is away.
        UNPUBLISHED: nobody tells of it.
        UNREADABLE: what comes can't be read.
    """

    WAITING = "topic-waiting"
    LIVE = "topic-live"
    STALE = "topic-stale"
    AWAY = "topic-away"
    UNPUBLISHED = "topic-unpublished"
    UNREADABLE = "level-error"


@dataclass(slots=True, eq=False)
class JointRow:
    """A joint; or, as long as a topic told of none, that topic.

    Attributes:
        name: as it is shown: of a joint without a name that of its topic.
        order: where it stands when nothing else is asked for.
        fields: the paths of position, velocity and effort in its message.
        heard_s: when it was told of last, monotonic; None before.
        error: why what comes can't be read.
        is_topic: whether no joint is known of the topic.
        is_ambiguous: whether another topic tells of a joint of the same name.
    """

    key: TopicKey
    name: str
    order: tuple[int, int]
    is_topic: bool = False
    is_ambiguous: bool = False
    position: float | None = None
    velocity: float | None = None
    effort: float | None = None
    told_kind: JointKind | None = None
    chosen_kind: JointKind | None = None
    told_limits: JointLimits = UNLIMITED
    described: JointDescription = UNDESCRIBED
    fields: tuple[str, str, str] = ("", "", "")
    heard_s: float | None = None
    standing: Standing = Standing.WAITING
    error: DecodeError | None = None
    trace: JointTrace = field(default_factory=JointTrace)

    @property
    def kind(self) -> JointKind | None:
        """How it moves: as its messages tell, else as the robot is described, else as the operator said."""
        return self.told_kind or self.described.kind or self.chosen_kind

    @property
    def limits(self) -> JointLimits:
        """As its messages tell, else as the robot is described."""
        return self.told_limits if self.told_limits is not UNLIMITED else self.described.limits

    @property
    def numbers(self) -> tuple[float | None, float | None, float | None]:
        """Position, velocity and effort."""
        return self.position, self.velocity, self.effort

    @property
    def is_old(self) -> bool:
        """Whether its values may not be so any more."""
        return self.standing is not Standing.LIVE

    def age_s(self, now_s: float) -> float | None:
        """How long ago it was told of."""
        return None if self.heard_s is None else max(now_s - self.heard_s, 0.0)

    def share(self) -> float | None:
        """Where between its limits it is, 0 to 1 within them; None where that is not known."""
        lower, upper = self.limits.lower, self.limits.upper
        if self.position is None or lower is None or upper is None:
            return None
        return (self.position - lower) / (upper - lower)

    def take(self, joint: JointState, at_s: float) -> None:
        """It was told of."""
        self.position, self.velocity, self.effort = joint.position, joint.velocity, joint.effort
        self.told_kind, self.told_limits, self.fields = joint.kind, joint.limits, joint.fields
        self.heard_s = at_s
        if joint.position is not None:
            self.trace.add(at_s, joint.position)
