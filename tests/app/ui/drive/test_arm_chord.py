from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.ui.drive.arm_chord import HOLD_S, LONGEST_S, TOGETHER_S, ArmChord, ChordPhase
from app.ui.drive.keys import KeyStroke

NO, SHIFT = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier
BEAT_S = 0.05


def stroke(code: int, symbol: Qt.Key, letter: str = "") -> KeyStroke:
    return KeyStroke(code, symbol, NO, repeated=False, direction=None, is_space=False, letter=letter)


Q = stroke(24, Qt.Key.Key_Q, "q")
P = stroke(33, Qt.Key.Key_P, "p")
K = stroke(45, Qt.Key.Key_K, "k")
TAB = stroke(23, Qt.Key.Key_Tab)


def again(key: KeyStroke) -> KeyStroke:
    return replace(key, repeated=True)


class Hands:
    """Two hands on the keys, and a window that looks 20 times a second.

    Attributes:
        armed: how often the chord was made.
    """

    def __init__(self) -> None:
        self.chord = ArmChord()
        self.chord.is_ready = True
        self.now = 100.0
        self.armed = 0

    def wait(self, seconds: float) -> None:
        for _ in range(round(seconds / BEAT_S)):
            self.now += BEAT_S
            self.chord.beat(self.now)

    def press(self, *keys: KeyStroke) -> None:
        for key in keys:
            self.now += 0.01
            self.chord.press(key, self.now)

    def release(self, *keys: KeyStroke) -> None:
        for key in keys:
            self.now += 0.01
            self.armed += self.chord.release(key, self.now)

    def make(self) -> None:
        self.press(Q, P)
        self.wait(HOLD_S + BEAT_S)
        self.release(Q, P)


@pytest.fixture
def hands() -> Hands:
    return Hands()


@pytest.mark.parametrize("first", [(Q, P), (P, Q)], ids=["Q", "P"])
@pytest.mark.parametrize("last", [(Q, P), (P, Q)], ids=["Q", "P"])
def test_both_held_for_half_a_second_and_then_both_released_arm_once(
    hands: Hands, first: tuple[KeyStroke, ...], last: tuple[KeyStroke, ...]
) -> None:
    hands.press(*first)
    hands.wait(HOLD_S)
    assert hands.chord.phase is ChordPhase.HELD
    hands.release(last[0])
    assert (hands.chord.phase, hands.armed) == (ChordPhase.RELEASING, 0)
    hands.release(last[1])
    assert (hands.chord.phase, hands.armed) == (ChordPhase.IDLE, 1)
    hands.wait(3)
    hands.release(Q, P)

    assert hands.armed == 1


def test_repetitions_while_both_are_held_are_nothing(hands: Hands) -> None:
    hands.press(Q, P)
    for _ in range(20):
        hands.wait(BEAT_S)
        hands.release(again(P))
        hands.press(again(P))
    hands.release(P, Q)

    assert hands.armed == 1


def _one_key(hands: Hands) -> None:
    hands.press(Q)
    hands.wait(0.6)
    hands.release(Q)


def _one_key_twice(hands: Hands) -> None:
    hands.press(Q, Q)
    hands.wait(0.6)
    hands.release(Q, Q)


def _too_short(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(HOLD_S - 2 * BEAT_S)
    hands.release(Q, P)


def _both_down_before(hands: Hands) -> None:
    hands.press(again(Q), again(P))
    hands.wait(0.6)
    hands.release(Q, P)


def _one_down_before(hands: Hands) -> None:
    hands.press(again(Q), P)
    hands.wait(0.6)
    hands.release(P, Q)


def _repeats_of_one_that_was_down_before(hands: Hands) -> None:
    hands.press(P)
    hands.press(again(Q))
    hands.wait(0.6)
    hands.release(P, Q)


def _another_between(hands: Hands) -> None:
    hands.press(Q, TAB, P)
    hands.wait(0.6)
    hands.release(Q, P)


def _another_while_held(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.press(K)
    hands.release(K, Q, P)


def _another_between_the_releases(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.release(Q)
    hands.press(K)
    hands.release(P)


def _another_that_was_down_before_goes_up(hands: Hands) -> None:
    hands.press(Q, P)
    hands.release(K)
    hands.wait(0.6)
    hands.release(Q, P)


def _with_shift(hands: Hands) -> None:
    hands.press(Q, replace(P, modifiers=SHIFT))
    hands.wait(0.6)
    hands.release(Q, P)


def _one_of_them_is_stuck(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.release(P)
    hands.wait(TOGETHER_S + 2 * BEAT_S)
    hands.release(Q)


def _one_of_them_is_stuck_and_the_other_is_pressed_again(hands: Hands) -> None:
    hands.press(Q)
    hands.wait(TOGETHER_S + 2 * BEAT_S)
    for _ in range(3):
        hands.press(P)
        hands.wait(0.6)
        hands.release(P)
        hands.wait(0.2)


def _something_lies_on_both(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(LONGEST_S + 2 * BEAT_S)
    hands.release(Q, P)


def _pressed_again_where_the_system_marks_no_repetitions(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.release(P)
    hands.press(P)
    hands.wait(0.6)
    hands.release(P)
    hands.wait(0.1)
    hands.release(Q)


def _the_window_stands_still(hands: Hands) -> None:
    hands.press(Q, P)
    # nobody knows when they went up
    hands.now += 0.6
    hands.release(Q, P)


def _the_window_stands_still_before_the_last(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.release(Q)
    hands.now += 0.3
    hands.release(P)


def _it_can_not_be_armed(hands: Hands) -> None:
    hands.chord.is_ready = False
    hands.make()


def _it_can_not_be_armed_any_more(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.chord.is_ready = False
    hands.release(Q, P)


def _it_can_be_armed_only_when_one_is_down(hands: Hands) -> None:
    hands.chord.is_ready = False
    hands.press(Q)
    hands.chord.is_ready = True
    hands.press(P)
    hands.wait(0.6)
    hands.release(Q, P)


def _forgotten(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.chord.forget()
    hands.release(Q, P)


def _cancelled(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.chord.cancel()
    hands.release(Q, P)


def _the_clock_goes_back(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.now -= 10
    hands.release(Q, P)


def _the_system_knows_another_key_to_be_down(hands: Hands) -> None:
    hands.press(Q, P)
    hands.chord.sync({24, 33, 99})
    hands.wait(0.6)
    hands.release(Q, P)


def _the_system_knows_one_to_be_up(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.6)
    hands.chord.sync({24})
    hands.chord.sync({24})
    hands.release(Q, P)


_NOTHING: list[Callable[[Hands], None]] = [
    _one_key,
    _one_key_twice,
    _too_short,
    _both_down_before,
    _one_down_before,
    _repeats_of_one_that_was_down_before,
    _another_between,
    _another_while_held,
    _another_between_the_releases,
    _another_that_was_down_before_goes_up,
    _with_shift,
    _one_of_them_is_stuck,
    _one_of_them_is_stuck_and_the_other_is_pressed_again,
    _something_lies_on_both,
    _pressed_again_where_the_system_marks_no_repetitions,
    _the_window_stands_still,
    _the_window_stands_still_before_the_last,
    _it_can_not_be_armed,
    _it_can_not_be_armed_any_more,
    _it_can_be_armed_only_when_one_is_down,
    _forgotten,
    _cancelled,
    _the_clock_goes_back,
    _the_system_knows_another_key_to_be_down,
    _the_system_knows_one_to_be_up,
]


@pytest.mark.parametrize("what", _NOTHING, ids=lambda what: what.__name__.strip("_"))
def test_nothing_else_arms(hands: Hands, what: Callable[[Hands], None]) -> None:
    what(hands)

    assert hands.armed == 0


@pytest.mark.parametrize("what", [_too_short, _another_while_held, _one_of_them_is_stuck, _forgotten])
def test_after_all_keys_were_up_the_chord_can_be_made_again(hands: Hands, what: Callable[[Hands], None]) -> None:
    what(hands)
    assert hands.chord.phase is ChordPhase.IDLE
    assert not hands.chord.is_held
    hands.make()

    assert hands.armed == 1


def test_how_long_both_have_to_be_held_still_is_told(hands: Hands) -> None:
    hands.press(Q, P)
    hands.wait(0.2)
    assert hands.chord.left_s == pytest.approx(0.3)
    hands.wait(0.6)
    assert hands.chord.left_s == 0.0


def test_a_single_report_of_the_system_may_be_older_than_a_key(hands: Hands) -> None:
    hands.press(Q, P)
    hands.chord.sync(set())
    hands.chord.sync({24, 33})
    hands.wait(0.6)
    hands.chord.sync({24})
    hands.release(P)
    hands.chord.sync(set())
    hands.release(Q)

    assert hands.armed == 1


def test_a_key_that_went_up_unheard_keeps_from_no_other_chord(hands: Hands) -> None:
    hands.press(Q, P)
    for _ in range(2):
        hands.chord.sync(set())
    assert hands.chord.phase is ChordPhase.IDLE
    hands.make()

    assert hands.armed == 1
