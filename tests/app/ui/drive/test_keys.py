from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.drive.control.values import Pace, Stick
from app.ui.drive.keys import (
    BACKWARD,
    FORWARD,
    FREE_WAYS,
    LEFT,
    RIGHT,
    TO_THE_LEFT,
    TO_THE_RIGHT,
    HeldKeys,
    KeyDirection,
    KeyStroke,
)

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier
NO = _Modifier.NoModifier


def stroke(code: int | None, symbol: int, way: KeyDirection | None = None) -> KeyStroke:
    pace = {_Key.Key_Shift: Pace.TURBO, _Key.Key_X: Pace.SLOW}.get(_Key(symbol), Pace.USUAL)
    steps = {_Key.Key_Plus: 1, _Key.Key_Minus: -1}.get(_Key(symbol), 0)
    letter = {_Key.Key_V: "v", _Key.Key_K: "k", _Key.Key_Q: "q", _Key.Key_P: "p"}.get(_Key(symbol), "")
    return KeyStroke(code, symbol, NO, False, way, False, pace, steps, letter)


def with_shift(stroke: KeyStroke) -> KeyStroke:
    return replace(stroke, modifiers=_Modifier.ShiftModifier)


def again(stroke: KeyStroke) -> KeyStroke:
    return replace(stroke, repeated=True)


W = stroke(25, _Key.Key_W, FORWARD)
A = stroke(38, _Key.Key_A, LEFT)
S = stroke(39, _Key.Key_S, BACKWARD)
D = stroke(40, _Key.Key_D, RIGHT)
UP = stroke(111, _Key.Key_Up, FORWARD)
PAD_8 = stroke(80, _Key.Key_Up, FORWARD)
Q = stroke(24, _Key.Key_Q)
SHIFT = with_shift(stroke(50, _Key.Key_Shift))
J = stroke(44, _Key.Key_J, TO_THE_LEFT)
L = stroke(46, _Key.Key_L, TO_THE_RIGHT)
X = stroke(53, _Key.Key_X)
PLUS = stroke(21, _Key.Key_Plus)
V = stroke(55, _Key.Key_V)
K = stroke(45, _Key.Key_K)


@pytest.fixture
def keys() -> HeldKeys:
    return HeldKeys()


def pace(keys: HeldKeys) -> Pace | None:
    return None if keys.stick is None else keys.stick.pace


def test_shift_is_turbo_and_x_slow_while_they_are_down_beside_a_driving_key(keys: HeldKeys) -> None:
    keys.press(SHIFT)
    assert keys.stick is None
    keys.press(with_shift(W))
    assert pace(keys) is Pace.TURBO
    keys.press(with_shift(X))
    assert pace(keys) is Pace.SLOW
    keys.release(with_shift(X))
    keys.release(SHIFT)
    assert pace(keys) is Pace.USUAL


@pytest.mark.parametrize("key", [SHIFT, X, PLUS])
def test_a_key_of_a_pace_or_of_a_step_moves_nothing_by_itself(keys: HeldKeys, key: KeyStroke) -> None:
    keys.press(key)

    assert keys.stick is None


@pytest.mark.parametrize("key", [SHIFT, X, PLUS])
def test_a_key_of_a_pace_or_of_a_step_lets_nobody_go(keys: HeldKeys, key: KeyStroke) -> None:
    keys.press(W)
    keys.press(key)

    assert keys.stick is not None


def test_a_driving_key_that_repeats_without_shift_says_that_it_is_up(keys: HeldKeys) -> None:
    keys.press(SHIFT)
    keys.press(with_shift(W))
    keys.press(again(W))

    assert pace(keys) is Pace.USUAL


def test_a_key_of_a_pace_that_the_system_knows_to_be_up_counts_no_more(keys: HeldKeys) -> None:
    keys.press(X)
    keys.press(W)
    for _ in range(2):
        keys.sync({25})

    assert pace(keys) is Pace.USUAL


def test_what_lets_go_of_the_keys_ends_the_pace(keys: HeldKeys) -> None:
    keys.press(SHIFT)
    keys.release_all()
    keys.press(with_shift(W))

    assert pace(keys) is Pace.USUAL


@pytest.mark.parametrize("key", [W, S, A, D, J, L, UP, stroke(None, _Key.Key_W, FORWARD)])
def test_a_key_counts_while_it_is_down(keys: HeldKeys, key: KeyStroke) -> None:
    assert key.direction is not None
    assert keys.press(key)
    way = key.direction
    assert keys.stick == Stick(way.forward, way.turn, radial=False, lateral=way.lateral)
    assert keys.release(key)
    assert keys.stick is None


def test_two_keys_are_a_bend_and_opposite_ones_are_nothing(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(A)
    assert keys.stick == Stick(1, 1, radial=False)
    keys.press(D)
    assert keys.stick == Stick(1, 0, radial=False)


def test_two_keys_of_one_meaning_are_no_faster(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(UP)
    assert keys.stick == Stick(1, 0, radial=False)


def test_the_repetitions_of_a_key_never_count(keys: HeldKeys) -> None:
    keys.press(again(W))
    assert keys.stick is None

    keys.press(W)
    keys.release(again(W))
    keys.press(again(W))
    assert keys.stick == Stick(1, 0, radial=False)


def test_after_all_was_let_go_repetitions_of_a_key_that_is_still_down_do_not_count(keys: HeldKeys) -> None:
    keys.press(W)
    keys.release_all()
    keys.press(again(W))
    assert keys.stick is None


def test_a_key_whose_going_up_was_lost_counts_no_more(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(A)
    keys.press(W)
    assert keys.stick is None


def test_a_key_goes_up_in_its_place_whatever_it_stands_for_by_then(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(PAD_8)
    keys.release(replace(W, symbol=0x426))
    keys.release(replace(PAD_8, symbol=_Key.Key_8.value))
    assert keys.stick is None


def test_a_key_that_repeats_as_another_is_let_go_for_the_layout_has_changed(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(A)
    keys.press(replace(again(A), symbol=0x424))
    assert keys.stick is None


@pytest.mark.parametrize("modifier", [_Modifier.ControlModifier, _Modifier.AltModifier, _Modifier.GroupSwitchModifier])
def test_a_key_with_control_is_for_something_else_and_ends_what_is_held(
    keys: HeldKeys, modifier: Qt.KeyboardModifier
) -> None:
    keys.press(W)
    assert not keys.press(replace(S, modifiers=modifier))
    assert keys.stick is None


@pytest.mark.parametrize(
    "symbol", [_Key.Key_Q, _Key.Key_Control, _Key.Key_AltGr, _Key.Key_CapsLock, _Key.Key_NumLock, 0]
)
def test_any_other_key_ends_what_is_held(keys: HeldKeys, symbol: int) -> None:
    keys.press(W)
    assert not keys.press(stroke(37, symbol))
    assert keys.stick is None


def test_shift_does_no_harm(keys: HeldKeys) -> None:
    keys.press(W)
    assert not keys.press(SHIFT)
    assert keys.press(replace(A, modifiers=_Modifier.ShiftModifier))
    assert keys.stick == Stick(1, 1, radial=False, pace=Pace.TURBO)
    keys.release(replace(W, modifiers=_Modifier.ShiftModifier))
    keys.release(A)
    assert keys.stick is None


def test_an_arrow_of_the_number_block_is_one(keys: HeldKeys) -> None:
    assert keys.press(replace(PAD_8, modifiers=_Modifier.KeypadModifier))
    assert keys.stick == Stick(1, 0, radial=False)


def test_other_keys_are_not_ours(keys: HeldKeys) -> None:
    assert not keys.press(Q)
    assert not keys.release(Q)


def test_a_key_that_the_system_knows_to_be_up_is_let_go(keys: HeldKeys) -> None:
    keys.press(W)
    keys.press(A)
    keys.sync({25, 38})
    keys.sync({25, 38, 99})
    assert keys.stick == Stick(1, 1, radial=False)
    keys.sync({38})
    assert keys.stick == Stick(0, 1, radial=False)
    keys.sync(set())
    assert keys.stick is None


def test_what_was_asked_before_a_key_went_down_says_nothing_of_it(keys: HeldKeys) -> None:
    keys.press(W)
    keys.sync(set())
    assert keys.stick is not None
    keys.sync(set())
    assert keys.stick is None


def test_a_key_that_is_down_and_was_never_heard_of_drives_nothing(keys: HeldKeys) -> None:
    keys.sync({25})
    keys.sync({25})
    assert keys.stick is None


def test_of_a_key_without_a_place_the_system_can_tell_nothing(keys: HeldKeys) -> None:
    keys.press(stroke(None, _Key.Key_W, FORWARD))
    keys.sync(set())
    keys.sync(set())
    assert keys.stick is not None


@pytest.fixture
def deadman(keys: HeldKeys) -> HeldKeys:
    """Keys that drive by K alone."""
    keys.deadman = "k"
    return keys


def has_deadman(keys: HeldKeys) -> bool | None:
    return None if keys.stick is None else keys.stick.deadman


def test_the_deadman_counts_while_it_is_down_and_drives_nothing_by_itself(deadman: HeldKeys) -> None:
    assert deadman.press(K)
    assert deadman.stick is None
    deadman.press(again(K))
    deadman.press(W)
    assert has_deadman(deadman)
    assert deadman.release(K)
    assert has_deadman(deadman) is False


def test_the_deadman_is_no_key_of_a_pace(deadman: HeldKeys) -> None:
    deadman.press(SHIFT)
    deadman.press(with_shift(K))
    deadman.press(with_shift(W))
    assert (has_deadman(deadman), pace(deadman)) == (True, Pace.TURBO)
    deadman.release(SHIFT)
    assert (has_deadman(deadman), pace(deadman)) == (True, Pace.USUAL)


@pytest.mark.parametrize("other", [V, Q, stroke(37, _Key.Key_Control)], ids=["V", "Q", "Ctrl"])
def test_any_other_key_ends_the_deadman_too(deadman: HeldKeys, other: KeyStroke) -> None:
    deadman.press(K)
    deadman.press(W)
    deadman.press(other)
    deadman.press(again(K))
    deadman.press(W)

    assert has_deadman(deadman) is False


def test_a_deadman_whose_release_was_lost_counts_no_more(deadman: HeldKeys) -> None:
    deadman.press(K)
    deadman.press(W)
    deadman.sync({25, 45})
    deadman.sync({25})
    assert has_deadman(deadman) is False
    # nor where nobody tells, when it goes down again
    deadman.press(K)
    deadman.press(K)
    assert deadman.stick is None


def test_a_deadman_that_types_something_else_by_now_counts_no_more(deadman: HeldKeys) -> None:
    deadman.press(K)
    deadman.press(W)
    deadman.press(replace(again(K), symbol=0x41B))

    assert deadman.stick is None


def test_without_a_deadman_its_keys_are_keys_as_any_other(keys: HeldKeys) -> None:
    keys.press(W)
    assert not keys.press(K)

    assert keys.stick is None


R, F = stroke(27, _Key.Key_R, FREE_WAYS[0]), stroke(41, _Key.Key_F, FREE_WAYS[1])
H = stroke(43, _Key.Key_H, FREE_WAYS[5])


def test_the_keys_of_free_axes_move_those_that_there_are(keys: HeldKeys) -> None:
    keys.axis_count = 1
    assert keys.press(R)
    assert keys.stick == Stick(radial=False, free=(1,))
    assert keys.press(W)
    assert keys.stick == Stick(1, radial=False, free=(1,))
    assert keys.press(F)
    assert keys.stick == Stick(1, radial=False, free=())
    assert keys.release(R)
    assert keys.stick == Stick(1, radial=False, free=(-1,))


def test_a_key_of_an_axis_that_there_is_not_is_no_driving_key(keys: HeldKeys) -> None:
    assert not keys.press(R)
    keys.axis_count = 2
    keys.press(W)
    assert not keys.press(H)
    # as any other key it lets go of what is held
    assert keys.stick is None
    assert not keys.release(H)
