from __future__ import annotations

import itertools

import pytest

from app.drive.control.stages import TRANSITIONS, StageError, StageEvent, next_stage
from app.drive.control.values import Stage


def test_every_stage_is_in_the_table() -> None:
    assert set(TRANSITIONS) == set(Stage)


@pytest.mark.parametrize("stage", Stage)
def test_stop_leads_to_stopped_from_everywhere(stage: Stage) -> None:
    assert next_stage(stage, StageEvent.STOP) is Stage.STOPPED


def test_there_is_one_way_into_armed() -> None:
    ways = [
        (stage, event) for stage, events in TRANSITIONS.items() for event, to in events.items() if to is Stage.ARMED
    ]

    assert ways == [(Stage.ARMING, StageEvent.CONFIRMED)]


def test_there_is_one_way_into_arming() -> None:
    ways = [
        (stage, event) for stage, events in TRANSITIONS.items() for event, to in events.items() if to is Stage.ARMING
    ]

    assert ways == [(Stage.DISARMED, StageEvent.ARM)]


@pytest.mark.parametrize("stage", [Stage.ARMED, Stage.ARMING])
def test_a_fault_always_leads_out_of_driving(stage: Stage) -> None:
    assert next_stage(stage, StageEvent.FAULT) in {Stage.STOPPING, Stage.DISARMED}


def test_out_of_stopped_leads_only_clearing() -> None:
    assert {event for event, to in TRANSITIONS[Stage.STOPPED].items() if to is not Stage.STOPPED} == {
        StageEvent.CLEARED
    }


@pytest.mark.parametrize(("stage", "event"), list(itertools.product(Stage, StageEvent)))
def test_what_is_not_in_the_table_cannot_happen(stage: Stage, event: StageEvent) -> None:
    if event in TRANSITIONS[stage]:
        assert next_stage(stage, event) is TRANSITIONS[stage][event]
    else:
        with pytest.raises(StageError, match=f"{stage.value} has no {event.value}"):
            next_stage(stage, event)
