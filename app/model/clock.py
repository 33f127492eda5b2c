"""The clock of a robot that does not keep ours: simulated or replayed time."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SimClock:
    """What is known of it.

    Attributes:
        now_ns: its time at the last message, None before the first: programs of the robot stand still until then.
        received_ns: when that came, by the wall clock.
        jumps_back: how often it went back, as when a simulation is reset or a recording begins again.
    """

    now_ns: int | None = None
    received_ns: int = 0
    jumps_back: int = 0
