from __future__ import annotations

import pytest
from PySide6.QtCore import Qt

from app.ui.time_axis.link import Cursors
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.view import move_by_key

NONE = Qt.KeyboardModifier.NoModifier
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


class Hand:
    """Ten seconds until 1000 s, and a hand on the keys."""

    def __init__(self) -> None:
        self.window = TimeWindow(10.0)
        self.window.set_now(1000.0)
        self.cursors = Cursors()

    def press(self, key: Qt.Key, modifiers: Qt.KeyboardModifier = NONE) -> bool:
        return move_by_key(self.window, self.cursors, key, modifiers)

    @property
    def put(self) -> list[float]:
        return [at_s for at_s in (self.cursors.first_s, self.cursors.second_s) if at_s is not None]


@pytest.fixture
def hand() -> Hand:
    return Hand()


def test_arrows_look_back_and_on(hand: Hand) -> None:
    assert hand.press(Qt.Key.Key_Left)
    assert hand.window.shown == (989.0, 999.0)
    hand.press(Qt.Key.Key_Right)

    assert hand.window.live


def test_plus_and_minus_show_less_and_more(hand: Hand) -> None:
    hand.press(Qt.Key.Key_Plus)
    assert hand.window.span_s == 8.0
    hand.press(Qt.Key.Key_Minus)

    assert hand.window.span_s == 10.0


def test_cursors_are_put_moved_and_taken_away_by_keys_alone(hand: Hand) -> None:
    hand.press(Qt.Key.Key_C)
    assert hand.cursors.first_s == 995.0
    hand.press(Qt.Key.Key_Right, CTRL)
    assert hand.cursors.first_s == pytest.approx(995.1)
    hand.press(Qt.Key.Key_C, SHIFT)
    hand.press(Qt.Key.Key_Left, CTRL | SHIFT)
    assert hand.put == pytest.approx([995.1, 994.9])
    assert hand.window.live
    hand.press(Qt.Key.Key_Escape)

    assert hand.put == []


def test_a_cursor_that_is_not_there_is_put_before_it_is_moved(hand: Hand) -> None:
    hand.press(Qt.Key.Key_Left, CTRL)
    assert hand.cursors.first_s == 995.0
    hand.press(Qt.Key.Key_Left, CTRL | SHIFT)

    assert hand.cursors.second_s == pytest.approx(994.9)


@pytest.mark.parametrize("key", [Qt.Key.Key_A, Qt.Key.Key_Escape, Qt.Key.Key_unknown, Qt.Key.Key_Tab])
def test_other_keys_are_left_to_others(hand: Hand, key: Qt.Key) -> None:
    assert not hand.press(key)
    assert not hand.press(Qt.Key.Key_C, CTRL)


def test_a_key_that_has_no_name_is_left_to_others(hand: Hand) -> None:
    assert not move_by_key(hand.window, hand.cursors, 0x7FFF1234, NONE)
