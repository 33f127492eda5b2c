"""A simulated world, whatever the simulator: its state, and the commands for it."""

from __future__ import annotations

import enum
from dataclasses import dataclass


class WorldAction(enum.Enum):
    """The commands for a world.

    Attributes:
        STEP: run for some steps, then pause.
        RESET_ALL: set time to zero, and models to where they began.
        RESET_TIME, RESET_MODELS: reset only the time, or only the models.
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
    """The state of a world by its own report.

    Attributes:
        sim_time_ns: the world's own time.
        real_time_ns: how long the world has run for that, without pauses; None where it does not tell.
        iterations: the number of its steps so far.
    """

    paused: bool
    sim_time_ns: int
    real_time_ns: int | None = None
    iterations: int = 0
