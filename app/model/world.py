"""A simulated world, whatever the simulator: its state, and what can be asked of it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class WorldAction(enum.Enum):
    """What a world can be told.

    Attributes:
        STEP: go on for some steps, then stand still.
        RESET_ALL: time to zero, models to where they began.
        RESET_TIME, RESET_MODELS: only the one or the other.
    """

    PAUSE = "pause"
    RESUME = "resume"
    STEP = "step"
    RESET_ALL = "reset all"
    RESET_TIME = "reset time"
    RESET_MODELS = "reset models"


@dataclass(frozen=True, slots=True)
class WorldCommand:
    """One command; `steps` counts only for STEP and is at least 1."""

    action: WorldAction
    steps: int = 1

    def __post_init__(self) -> None:
        if not 1 <= self.steps < 2**32:
            raise ValueError(f"a world can't take {self.steps} steps")


@dataclass(frozen=True, slots=True)
class WorldState:
    """What a world says of itself.

    Attributes:
        sim_time_ns: the world's own time.
        real_time_ns: how long it has run for that, without pauses; None where it doesn't say.
        iterations: its steps so far.
    """

    paused: bool
    sim_time_ns: int
    real_time_ns: int | None = None
    iterations: int = 0
