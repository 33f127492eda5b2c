"""The stages of driving, as a table of transitions. Pure.

    DISARMED --ARM--> ARMING --CONFIRMED--> ARMED
        ^                |                    |
        |<----FAULT------+                  FAULT
        |                                     v
        +<-------------SETTLED----------- STOPPING <--CLEARED-- STOPPED <--STOP-- everywhere

Only ARMED lets anything move, and there is one way into it: the operator asks (ARM), in a stage in which nothing is
owed, and the robot answers to a probe that was sent after that (CONFIRMED). Every fault leads out of it, by way of
STOPPING, which ends when the zeros are shown to have arrived, after a minute, or when the operator says that the robot
stands (SETTLED). Where it turns out afterwards that the zeros may not have been read, STOPPING begins again (OWED).
STOP leads to STOPPED from everywhere; clearing leads only to the stage that follows a fault.

Every change of the stage goes through `next_stage`; a transition that is not in the table would be a bug of ours.
"""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import Final

from app.drive.control.values import Stage


class StageEvent(enum.Enum):
    """The events that lead from one stage to another."""

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
    """The stage has no transition by this event."""


def next_stage(stage: Stage, event: StageEvent) -> Stage:
    """Return the stage after an event. Raises StageError for an event that the stage does not have."""
    try:
        return TRANSITIONS[stage][event]
    except KeyError:
        raise StageError(f"{stage.value} has no {event.value}") from None
