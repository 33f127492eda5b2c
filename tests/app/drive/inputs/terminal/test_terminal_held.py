"""Which keys are down."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.drive.inputs.terminal.protocol import KeyAction, KeyEvent
from app.drive.inputs.terminal.terminal_held import FIRST_REPEAT_S, REPEAT_S, ReleasedKeys, RepeatedKeys

W, D = KeyEvent("w"), KeyEvent("d")
NOTHING: frozenset[str] = frozenset()


def _hold(keys: RepeatedKeys, count: int, *, first: float = 10.0, delay: float = 0.5, every: float = 1 / 30) -> float:
    """Hold W as a keyboard repeats it; when it repeated last."""
    now = first
    for number in range(count):
        now = first if number == 0 else first + delay + (number - 1) * every
        keys.feed(W, now)
    return now


def test_a_key_is_down_until_it_is_let_go_of_where_that_is_told() -> None:
    keys = ReleasedKeys()
    assert keys.feed(W, 1.0)
    assert not keys.feed(KeyEvent("w", KeyAction.REPEAT), 1.5)
    assert keys.down(100.0) == {"w"}
    keys.feed(D, 100.0)
    assert keys.down(100.0) == {"w", "d"}
    assert not keys.feed(KeyEvent("w", KeyAction.RELEASE), 100.1)

    assert keys.down(100.1) == {"d"}
    keys.let_go()
    assert keys.down(100.2) == NOTHING


def test_a_key_that_only_repeats_was_pressed_before_we_listened_and_is_not_down() -> None:
    keys = ReleasedKeys()
    keys.feed(W, 1.0)
    keys.let_go()
    keys.feed(KeyEvent("w", KeyAction.REPEAT), 1.1)

    assert keys.down(1.1) == NOTHING


def test_elsewhere_motion_begins_with_the_second_repeat() -> None:
    for count, down in ((1, NOTHING), (2, NOTHING), (3, frozenset("w")), (9, frozenset("w"))):
        keys = RepeatedKeys()
        now = _hold(keys, count)

        assert keys.down(now) == down, count


def test_elsewhere_motion_ends_200_ms_after_the_last_repeat() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)

    assert keys.down(now + REPEAT_S - 0.001) == {"w"}
    assert keys.down(now + REPEAT_S + 0.001) == NOTHING


def test_after_a_pause_a_key_must_be_held_anew() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5) + REPEAT_S + 0.01
    for step in range(2):
        keys.feed(W, now + step * 0.03)
        assert keys.down(now + step * 0.03) == NOTHING


def test_two_taps_move_nothing() -> None:
    keys = RepeatedKeys()
    for now in (1.0, 1.15):
        keys.feed(W, now)
        assert keys.down(now) == NOTHING


def test_another_key_ends_the_first() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5) + 0.01
    keys.feed(D, now)

    assert keys.down(now) == NOTHING


def test_what_comes_all_at_once_was_not_held() -> None:
    """A network that hung delivers everything that it kept."""
    keys = RepeatedKeys()
    for _ in range(50):
        keys.feed(W, 1.0)

    assert keys.down(1.0) == NOTHING


def test_letting_go_means_that_it_must_be_held_anew() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)
    keys.let_go()
    keys.feed(W, now + 0.03)
    keys.feed(W, now + 0.06)

    assert keys.down(now + 0.06) == NOTHING


def test_a_clock_that_went_backwards_holds_nothing() -> None:
    keys = RepeatedKeys()
    now = _hold(keys, 5)

    assert keys.down(now - 5) == NOTHING


@pytest.mark.parametrize("delay", [0.25, 0.5, 1.0])
def test_auto_repeat_is_no_second_press(delay: float) -> None:
    """Else a held Enter would arm again and again."""
    keys = RepeatedKeys()
    presses = [keys.feed(KeyEvent("enter"), now) for now in (1.0, 1.0 + delay, 1.03 + delay, 1.06 + delay)]

    assert presses == [True, False, False, False]
    assert keys.feed(KeyEvent("enter"), 1.06 + delay + FIRST_REPEAT_S + 0.01)


def test_letting_go_does_not_make_a_repeat_a_press() -> None:
    keys = RepeatedKeys()
    keys.feed(KeyEvent("enter"), 1.0)
    keys.let_go()

    assert not keys.feed(KeyEvent("enter"), 1.5)


@given(st.lists(st.tuples(st.sampled_from("wd"), st.floats(0, 2)), max_size=50))
def test_nothing_is_ever_down_without_three_of_it_in_a_row_and_the_last_just_now(
    typed: list[tuple[str, float]],
) -> None:
    keys = RepeatedKeys()
    now = 0.0
    row: list[str] = []
    for name, gap in typed:
        silent = keys.down(now + gap)
        assert not silent or gap <= REPEAT_S
        now += gap
        row.append(name)
        keys.feed(KeyEvent(name), now)
        down = keys.down(now)
        assert down <= {name}
        if down:
            assert row[-3:] == [name] * 3
