"""The stages of driving as a table.

    DISARMED --ARM--> ARMING --CONFIRMED--> ARMED
        ^                |                    |
        |<----FAULT------+                  FAULT
        |                                     v
        +<-------------SETTLED----------- STOPPING <--CLEARED-- STOPPED <--STOP-- everywhere

Only ARMED lets anything move, and there is one way into it: somebody asks (ARM), in a stage in which nothing is owed,
and the robot answers to a probe that was sent after that (CONFIRMED). Every fault leads out of it, by way of STOPPING,
which ends when the zeros are shown to have arrived, after a minute, or when the operator says that the robot stands
(SETTLED). Where it turns out afterwards that they may not have been read, one is there again (OWED). STOP leads to
STOPPED from everywhere; clearing it leads only to where one is after a fault.

Everything that changes the stage goes through `next_stage`; what is not in the table can't happen, and would be a bug
of ours.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from app.drive.values import Stage


class StageEvent(enum.Enum):
    """What leads from one stage to another."""

    ARM = "arm"
    CONFIRMED = "confirmed"
    FAULT = "fault"
    STOP = "stop"
    CLEARED = "cleared"
    SETTLED = "settled"
    OWED = "owed"


_E = StageEvent

TRANSITIONS: Final[Mapping[Stage, Mapping[StageEvent, Stage]]] = {
    Stage.DISARMED: {_E.ARM: Stage.ARMING, _E.STOP: Stage.STOPPED, _E.OWED: Stage.STOPPING},
    Stage.ARMING: {
        _E.CONFIRMED: Stage.ARMED,
        _E.FAULT: Stage.DISARMED,
        _E.STOP: Stage.STOPPED,
        _E.OWED: Stage.STOPPING,
    },
    Stage.ARMED: {_E.FAULT: Stage.STOPPING, _E.STOP: Stage.STOPPED},
    Stage.STOPPING: {_E.SETTLED: Stage.DISARMED, _E.STOP: Stage.STOPPED},
    Stage.STOPPED: {_E.STOP: Stage.STOPPED, _E.CLEARED: Stage.STOPPING},
}


class StageError(Exception):
    """An event that the stage does not have."""


def next_stage(stage: Stage, event: StageEvent) -> Stage:
    """Where an event leads. Raises StageError for one that the stage does not have."""
    try:
        return TRANSITIONS[stage][event]
    except KeyError:
        raise StageError(f"{stage.value} has no {event.value}") from None
