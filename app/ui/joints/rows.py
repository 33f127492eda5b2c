"""A joint as a row of the table, with its newest values and the trace of its last seconds."""

from __future__ import annotations

import enum
import math
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from app.model.messages.values import UNLIMITED, JointDescription, JointKind, JointLimits, JointState
from app.model.schema import DecodeError
from app.model.timeseries.series import Floats
from app.model.topics import TopicKey

SPAN_S: Final = 10.0
PARTS: Final = 100
PART_S: Final = SPAN_S / PARTS

# parts without a position that interrupt the line
_GAP: Final = round(2.0 / PART_S)

UNDESCRIBED: Final = JointDescription()


class JointTrace:
    """The least and the greatest position in each part of the last seconds. Times are monotonic, in seconds.

    Attributes:
        holds: whether the joint stays at its last position until another comes.
    """

    def __init__(self) -> None:
        self.holds = False
        # ring buffers by the number of the part; NaN where no position came
        self._low = np.full(PARTS, math.nan)
        self._high = np.full(PARTS, math.nan)
        self._newest = 0
        self._last = math.nan

    def add(self, at_s: float, position: float) -> None:
        """Add a position at a time."""
        number = int(at_s / PART_S)
        self._go_on(number)
        place = self._newest % PARTS
        low = self._low[place]
        if not low <= position:
            self._low[place] = position
        if not self._high[place] >= position:
            self._high[place] = position
        self._last = position

    @property
    def extent(self) -> tuple[float, float] | None:
        """The least and the greatest position; None where none is known."""
        low, high = float(np.fmin.reduce(self._low)), float(np.fmax.reduce(self._high))
        return None if math.isnan(low) else (low, high)

    @property
    def span(self) -> float | None:
        """The range of the joint's motion; None where no position is known."""
        extent = self.extent
        return extent[1] - extent[0] if extent is not None else None

    def lines(self, now_s: float) -> list[Floats]:
        """The lines to draw: arrays `(n, 2)` of the fraction of the span and the position, in order of time."""
        end = int(now_s / PART_S)
        if self.holds:
            self._go_on(end)
        first = end - PARTS + 1
        parts = np.arange(max(first, self._newest - PARTS + 1), self._newest + 1)
        low, high = self._low[parts % PARTS], self._high[parts % PARTS]
        there = np.flatnonzero(~np.isnan(low))
        if not len(there):
            return []
        parts, low, high = parts[there], low[there], high[there]
        points = _points((parts - first) / (PARTS - 1), low, high)
        breaks = np.flatnonzero(np.diff(parts) > _GAP) + 1
        return np.split(points, 2 * breaks) if len(breaks) else [points]

    def _go_on(self, number: int) -> None:
        """Advance to a part; skipped parts hold the last position if `holds`, else they are unknown."""
        if number <= self._newest:
            return
        passed = np.arange(max(self._newest, number - PARTS) + 1, number + 1) % PARTS
        self._low[passed] = self._high[passed] = self._last if self.holds else math.nan
        self._newest = number


def _points(at: Floats, low: Floats, high: Floats) -> Floats:
    """Points `(2n, 2)`: both extremes of each part, in the order in which the joint probably passed them."""
    middle = low + high
    rises = np.empty(len(at), dtype=bool)
    rises[0] = True
    np.greater_equal(middle[1:], middle[:-1], out=rises[1:])
    points = np.empty((2 * len(at), 2))
    points[0::2, 0] = points[1::2, 0] = at
    points[0::2, 1] = np.where(rises, low, high)
    points[1::2, 1] = np.where(rises, high, low)
    return points


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
