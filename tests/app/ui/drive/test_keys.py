from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.ui.drive.keys import HeldKeys
from app.ui.drive.wish import NOTHING, Wish

NO = Qt.KeyboardModifier.NoModifier
W, A, S, D = (key.value for key in (Qt.Key.Key_W, Qt.Key.Key_A, Qt.Key.Key_S, Qt.Key.Key_D))
UP = Qt.Key.Key_Up.value


@pytest.fixture
def keys() -> HeldKeys:
    return HeldKeys()


@pytest.mark.parametrize(
    ("key", "forward", "turn"),
    [
        (Qt.Key.Key_W, 1, 0),
        (Qt.Key.Key_S, -1, 0),
        (Qt.Key.Key_A, 0, 1),
        (Qt.Key.Key_D, 0, -1),
        (Qt.Key.Key_Up, 1, 0),
        (Qt.Key.Key_Down, -1, 0),
        (Qt.Key.Key_Left, 0, 1),
        (Qt.Key.Key_Right, 0, -1),
    ],
)
def test_a_key_counts_while_it_is_down(keys: HeldKeys, key: Qt.Key, forward: int, turn: int) -> None:
    assert keys.press(key.value, NO, repeated=False)
    assert keys.wish == Wish(forward, turn, held=True)
    assert keys.release(key.value, repeated=False)
    assert keys.wish == NOTHING


def test_two_keys_are_a_bend_and_opposite_ones_are_nothing(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=False)
    keys.press(A, NO, repeated=False)
    assert keys.wish == Wish(1, 1, held=True)
    keys.press(D, NO, repeated=False)
    assert keys.wish == Wish(1, 0, held=True)


def test_two_keys_of_one_meaning_are_no_faster(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=False)
    keys.press(UP, NO, repeated=False)
    assert keys.wish == Wish(1, 0, held=True)


def test_the_repetitions_of_a_key_never_count(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=True)
    assert keys.wish == NOTHING

    keys.press(W, NO, repeated=False)
    keys.release(W, repeated=True)
    keys.press(W, NO, repeated=True)
    assert keys.wish == Wish(1, 0, held=True)


def test_after_all_was_let_go_repetitions_of_a_key_that_is_still_down_do_not_count(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=False)
    keys.release_all()
    keys.press(W, NO, repeated=True)
    assert keys.wish == NOTHING


def test_a_key_whose_going_up_was_lost_counts_no_more(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=False)
    keys.press(A, NO, repeated=False)
    keys.press(W, NO, repeated=False)
    assert keys.wish == NOTHING


def test_a_key_with_control_is_for_something_else_and_ends_what_is_held(keys: HeldKeys) -> None:
    keys.press(W, NO, repeated=False)
    assert not keys.press(S, Qt.KeyboardModifier.ControlModifier, repeated=False)
    assert keys.wish == NOTHING


def test_an_arrow_of_the_number_block_is_one(keys: HeldKeys) -> None:
    assert keys.press(UP, Qt.KeyboardModifier.KeypadModifier, repeated=False)
    assert keys.wish.forward == 1


def test_other_keys_are_not_ours(keys: HeldKeys) -> None:
    assert not keys.press(Qt.Key.Key_Q.value, NO, repeated=False)
    assert not keys.release(Qt.Key.Key_Q.value, repeated=False)
