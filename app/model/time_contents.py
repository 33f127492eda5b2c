"""The contents of a recording, or of the black box, over time: how many messages, and events."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from app.model.marks import TimeMark

if TYPE_CHECKING:
    # it needs numpy, which takes 100 ms to load
    from app.model.density import Density


class TimeEventKind(enum.Enum):
    """The kind of an event."""

    ALERT = "alert"
    STOP = "stop"
    INCIDENT = "incident"


@dataclass(frozen=True, slots=True)
class TimeEvent:
    """An event at a time, in words."""

    time_ns: int
    kind: TimeEventKind
    text: str


@dataclass(frozen=True, slots=True)
class TimeContents:
    """The contents of a recording over time, as far as it was looked at.

    Attributes:
        density: how many messages it has when; None before that is known.
        marks: moments that were marked, in the order of time.
        events: alerts and stops, in the order of time.
    """

    density: Density | None = None
    marks: tuple[TimeMark, ...] = ()
    events: tuple[TimeEvent, ...] = ()


NO_CONTENTS: Final = TimeContents()
