"""The proof that an engine was told to stand, by the answers to calls; time is a number."""

from __future__ import annotations

import pytest

from app.connections.nrp.call_tracker import PROMPT_S, TURN_S, UNDER_WAY_S, EngineCallTracker
from app.connections.nrp.engine_link import GIVEN_UP_S

EVERY_S = 0.05
TOOK_S = 0.01


def moved(at: float = 0.0) -> EngineCallTracker:
    """One motion was carried out."""
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, at), at + TOOK_S, answered=True)
    return ledger


def zero(ledger: EngineCallTracker, number: int, at: float, took_s: float = TOOK_S, *, answered: bool = True) -> None:
    ledger.end_zero(ledger.start_zero(number, at), at + took_s, answered=answered)


def standing(ledger: EngineCallTracker) -> tuple[int, bool]:
    return ledger.arrived, ledger.moves


def zeros_until_proven(ledger: EngineCallTracker, number: int, at: float) -> float:
    """Zeros at 20 Hz, each answered at once; when the first began that proves the stop."""
    while ledger.arrived < number:
        zero(ledger, number, at)
        at += EVERY_S
        assert at < 1000
    return at - EVERY_S


def test_zero_that_is_answered_proves_the_stop() -> None:
    ledger = moved()

    zero(ledger, 2, 1.0)

    assert standing(ledger) == (2, False)


def test_zero_that_is_not_answered_proves_nothing() -> None:
    ledger = moved()

    zero(ledger, 2, 1.0, answered=False)

    assert standing(ledger) == (1, True)


def test_who_never_moved_the_robot_owes_no_proof() -> None:
    ledger = EngineCallTracker()

    zero(ledger, 1, 1.0)

    assert ledger.arrived == 1


def test_zero_that_began_before_a_motion_was_answered_may_have_been_carried_out_before_it() -> None:
    ledger = EngineCallTracker()
    motion = ledger.start_motion(1, 0.0)
    early = ledger.start_zero(2, 0.1)
    ledger.end_motion(motion, 0.2, answered=True)
    assert (ledger.is_busy, ledger.wants_zero) == (True, True)

    ledger.end_zero(early, 0.3, answered=True)

    assert standing(ledger) == (1, True)
    again = ledger.start_zero(2, 0.3)
    assert (ledger.is_busy, ledger.wants_zero) == (True, False)
    ledger.end_zero(again, 0.31, answered=True)
    assert standing(ledger) == (2, False)


def test_zero_that_is_answered_while_a_motion_is_not_proves_nothing() -> None:
    ledger = EngineCallTracker()
    ledger.start_motion(1, 0.0)

    zero(ledger, 2, 0.1)

    assert standing(ledger) == (0, True)


def test_after_a_motion_without_answer_the_stop_is_proven_when_it_can_not_come_any_more() -> None:
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, 0.0), 0.4, answered=False)

    proven_at = zeros_until_proven(ledger, 2, 0.5)

    assert proven_at == pytest.approx(GIVEN_UP_S + UNDER_WAY_S, abs=EVERY_S)


def test_an_engine_that_hung_has_to_answer_for_a_while_before_its_answers_prove_a_stop() -> None:
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, 0.0), 10.0, answered=False)
    hung = [ledger.start_zero(2, 10.0 + number) for number in range(3)]
    for call in hung:
        ledger.end_zero(call, 30.0, answered=True)

    assert ledger.arrived == 0
    assert zeros_until_proven(ledger, 2, 30.1) == pytest.approx(30.0 + TURN_S, abs=2 * EVERY_S)


def test_an_engine_that_hangs_again_begins_that_while_anew() -> None:
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, 0.0), 10.0, answered=False)
    for number in range(15):
        zero(ledger, 2, 20.0 + number * EVERY_S)
    # the motion may have waited beside this one
    zero(ledger, 2, 21.5, took_s=5.0)

    assert ledger.arrived == 0
    assert zeros_until_proven(ledger, 2, 26.6) == pytest.approx(26.5 + TURN_S, abs=2 * EVERY_S)


def test_an_answer_after_a_gap_may_be_of_an_engine_that_hung() -> None:
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, 0.0), 10.0, answered=False)
    zero(ledger, 2, 20.0)

    zero(ledger, 2, 20.0 + TURN_S + PROMPT_S)

    assert ledger.arrived == 0


def test_what_began_before_a_motion_was_lost_says_nothing_of_the_engine_afterwards() -> None:
    ledger = EngineCallTracker()
    motion, early = ledger.start_motion(1, 0.0), ledger.start_zero(2, 0.1)
    ledger.end_motion(motion, 5.0, answered=False)
    ledger.end_zero(early, 5.1, answered=True)

    assert zeros_until_proven(ledger, 2, 7.0) >= 7.0 + TURN_S


def test_what_the_engine_refuses_was_not_carried_out_and_is_owed_its_zero() -> None:
    ledger = EngineCallTracker()

    ledger.end_motion(ledger.start_motion(1, 0.0), 0.1, answered=True, refused=True)

    assert standing(ledger) == (0, True)
    zero(ledger, 2, 0.2)
    assert standing(ledger) == (2, False)


def test_who_stands_by_for_another_waits_for_what_that_may_have_sent() -> None:
    ledger = EngineCallTracker(others_moved=True)

    assert zeros_until_proven(ledger, 1, 100.0) == pytest.approx(100.0 + GIVEN_UP_S + UNDER_WAY_S, abs=EVERY_S)
    zero(ledger, 2, 103.2)
    assert standing(ledger) == (2, False)
    # another stop, after the other one may have moved it again
    zero(ledger, 3, 200.0)
    assert standing(ledger) == (2, True)


def test_nobody_waits_for_what_was_given_up() -> None:
    ledger = EngineCallTracker()
    ledger.end_motion(ledger.start_motion(1, 0.0), 0.4, answered=False)

    ledger.give_up()

    zero(ledger, 2, 0.5)
    assert ledger.arrived == 2


def test_what_is_under_way_is_counted_from_its_oldest() -> None:
    ledger = EngineCallTracker()
    assert ledger.under_way[0] == 0
    ledger.start_zero(1, 3.0)
    ledger.start_zero(2, 4.0)

    assert ledger.under_way == (2, 3.0)
    assert ledger.zeros_under_way == 2
