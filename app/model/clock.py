"""The clock of a robot whose time is not ours: simulated or replayed time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SimClock:
    """The state of a simulated or replayed clock.

    Attributes:
        now_ns: the time in the last message, None before the first: until then programs of the robot stand still.
        received_ns: when the last message came, by the wall clock.
        jumps_back: how often the time went back, as when a simulation is reset or a recording begins again.
    """

    now_ns: int | None = None
    received_ns: int = 0
    jumps_back: int = 0
