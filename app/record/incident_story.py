"""The story of an incident: what each side did, moment by moment, in words and numbers."""

from __future__ import annotations

import enum
import functools
import heapq
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final, Generic, TypeVar

import msgspec

from app.wording import Catalogue
from app.wording.drive import StopWording
from app.wording.incident_page import IncidentStoryWording

MAX_TEXT: Final = 400
# slower than this a robot stands
STANDS_M_S: Final = 0.02
STANDS_RAD_S: Final = 0.05

_T = TypeVar("_T")


class Who(enum.Enum):
    """The side that did something."""

    ROBOT = IncidentStoryWording.WHO_ROBOT
    LINK = IncidentStoryWording.WHO_LINK
    PAD = IncidentStoryWording.WHO_PAD
    OPERATOR = IncidentStoryWording.WHO_OPERATOR
    TELEDECK = IncidentStoryWording.WHO_TELEDECK


class Weight(enum.Enum):
    """The importance of an event."""

    PLAIN = "plain"
    GOOD = "good"
    WARNING = "warning"
    STOP = "stop"


@dataclass(frozen=True, slots=True)
class Event:
    """An event: what somebody did at a time, in words."""

    time_ns: int
    who: Who
    text: str
    weight: Weight = Weight.PLAIN


@dataclass(frozen=True, slots=True)
class OwnLogLine:
    """A line of the program's log."""

    time_ns: int
    level: str
    logger: str
    text: str


@dataclass(frozen=True, slots=True)
class Sample:
    """The numbers of driving at a time; None for what was not known."""

    time_ns: int
    stage: str
    driver: int | None
    command: Motion
    measured: Motion | None
    round_trip_s: float | None


class Motion(msgspec.Struct, frozen=True):
    """A velocity as it was recorded; None for a number that was not finite."""

    linear_m_s: float | None = 0.0
    angular_rad_s: float | None = 0.0
    lateral_m_s: float | None = 0.0

    @property
    def speed(self) -> float:
        """The speed over ground."""
        return math.hypot(self.linear_m_s or 0.0, self.lateral_m_s or 0.0)

    @property
    def stands(self) -> bool:
        """Whether it is as good as zero."""
        return self.speed < STANDS_M_S and abs(self.angular_rad_s or 0.0) < STANDS_RAD_S

    @property
    def words(self) -> str:
        """The velocity in words."""
        linear, angular = self.linear_m_s or 0.0, self.angular_rad_s or 0.0
        if abs(angular) >= STANDS_RAD_S:
            return IncidentStoryWording.TURNS(linear_m_s=linear, angular_rad_s=angular)
        code = IncidentStoryWording.BACKWARD if linear < 0 else IncidentStoryWording.FORWARD
        return code(linear_m_s=abs(linear))


class Nearest(Generic[_T]):
    """Values, of which those nearest to a time stay; `total` counts all."""

    def __init__(self, limit: int, time_ns: int, time_of: Callable[[_T], int]) -> None:
        self.total = 0
        self._limit = limit
        self._distance = lambda value: abs(time_of(value) - time_ns)
        self._time_of = time_of
        self._values: list[_T] = []

    def add(self, value: _T) -> None:
        """Add a value."""
        self.total += 1
        self._values.append(value)
        if len(self._values) >= 4 * self._limit:
            self._values = self._kept()

    @property
    def values(self) -> list[_T]:
        """The values that stay, in the order of time."""
        return sorted(self._kept(), key=self._time_of)

    def _kept(self) -> list[_T]:
        return heapq.nsmallest(self._limit, self._values, key=self._distance)


@dataclass(slots=True)
class Story:
    """The story of an incident, as a recording tells it.

    Attributes:
        start_ns, end_ns: the time that is told of.
        samples: the numbers of driving, oldest first.
        round_trips: of connections, with their times.
        about: what the recording says of the program.
        unreadable: how many of our own messages could not be read.
        fault: why the recording could not be read to its end; empty where it could.
    """

    start_ns: int
    end_ns: int
    events: Nearest[Event]
    log: Nearest[OwnLogLine]
    samples: Nearest[Sample]
    round_trips: Nearest[tuple[int, float]]
    marks: Nearest[tuple[int, str]]
    about: dict[str, str] = field(default_factory=dict)
    unreadable: int = 0
    fault: str = ""


def shortened(text: str, most: int = MAX_TEXT) -> str:
    """Return a text that is not longer than so many characters."""
    return text if len(text) <= most else text[: most - 1] + "…"


def stop_code(text: str) -> Catalogue | None:
    """Return the code of a recorded reason; None for one that this version does not know."""
    return _stop_codes().get(text)


@functools.cache
def _stop_codes() -> dict[str, Catalogue]:
    return {code.value: code for code in StopWording}
