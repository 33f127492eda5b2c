from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt

from app.drive.control.values import Stick
from app.ui.drive.keys import BACKWARD, FORWARD, LEFT, RIGHT, HeldKeys, KeyDirection, KeyStroke

_Key = Qt.Key
_Modifier = Qt.KeyboardModifier
NO = _Modifier.NoModifier


def stroke(code: int | None, symbol: int, way: KeyDirection | None = None) -> KeyStroke:
    return KeyStroke(code, symbol, NO, repeated=False, direction=way, is_space=False)


def again(stroke: KeyStroke) -> KeyStroke:
    return replace(stroke, repeated=True)


W = stroke(25, _Key.Key_W, FORWARD)
A = stroke(38, _Key.Key_A, LEFT)
S = stroke(39, _Key.Key_S, BACKWARD)
D = stroke(40, _Key.Key_D, RIGHT)
UP = stroke(111, _Key.Key_Up, FORWARD)
PAD_8 = stroke(80, _Key.Key_Up, FORWARD)
Q = stroke(24, _Key.Key_Q)
SHIFT = stroke(50, _Key.Key_Shift)


@pytest.fixture
def keys() -> HeldKeys:
    return HeldKeys()


@pytest.mark.parametrize("key", [W, S, A, D, UP, stroke(None, _Key.Key_W, FORWARD)])
def test_a_key_counts_while_it_is_down(keys: HeldKeys, key: KeyStroke) -> None:
    assert key.direction is not None
    assert keys.press(key)
    assert keys.stick == Stick(*key.direction, radial=False)
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
    assert keys.stick == Stick(1, 1, radial=False)
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
