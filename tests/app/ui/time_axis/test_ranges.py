from __future__ import annotations

import math

import pytest

from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S, TimeWindow, ValueRange


def _window(span_s: float = 30.0, now_s: float = 1000.0) -> TimeWindow:
    window = TimeWindow(span_s)
    window.set_now(now_s)
    return window


def test_it_shows_the_last_seconds_as_they_pass() -> None:
    window = _window()
    assert window.shown == (970.0, 1000.0)
    window.set_now(1001.0)

    assert window.shown == (971.0, 1001.0)


def test_paused_it_shows_the_same_while_data_goes_on() -> None:
    window = _window()
    window.pause()
    window.set_now(1100.0)

    assert window.shown == (970.0, 1000.0)
    window.resume()
    assert window.shown == (1070.0, 1100.0)


def test_looking_back_holds_it_and_looking_on_lets_it_follow_again() -> None:
    window = _window()
    window.pan(-10.0)
    assert window.shown == (960.0, 990.0)
    window.pan(20.0)

    assert window.live


def test_zoom_keeps_now_at_the_end_while_it_follows() -> None:
    window = _window()
    window.zoom(0.5, 980.0)

    assert window.shown == (985.0, 1000.0)


def test_zoom_keeps_what_is_pointed_at_while_it_is_held() -> None:
    window = _window()
    window.pause()
    window.set_now(2000.0)
    window.zoom(0.5, 980.0)

    first, last = window.shown
    assert last - first == 15.0
    assert (980.0 - first) / 15.0 == pytest.approx(10.0 / 30.0)


@pytest.mark.parametrize(("factor", "span_s"), [(1e-9, SHORTEST_S), (1e9, LONGEST_S), (math.inf, LONGEST_S)])
def test_it_shows_from_a_second_to_an_hour(factor: float, span_s: float) -> None:
    window = _window()
    window.zoom(factor)

    assert window.span_s == span_s


def test_what_was_marked_is_shown_whichever_way_it_was_drawn() -> None:
    window = _window()
    window.show(990.0, 975.0)

    assert window.shown == (975.0, 990.0)


def test_values_grow_at_once_and_shrink_only_when_much_is_empty() -> None:
    values = ValueRange()
    values.fit(0.0, 10.0)
    assert list(values.shown) == pytest.approx([-0.6, 10.6])
    values.fit(0.5, 9.5)
    assert list(values.shown) == pytest.approx([-0.6, 10.6])
    values.fit(0.0, 20.0)
    assert values.shown[1] > 20.0
    values.fit(0.0, 1.0)

    assert values.shown[1] < 2.0


def test_the_first_values_are_shown_as_large_as_they_can_be() -> None:
    values = ValueRange()
    values.fit(-0.6, 0.6)
    assert list(values.shown) == pytest.approx([-0.672, 0.672])
    values.fit(-0.5, 0.5)
    assert list(values.shown) == pytest.approx([-0.672, 0.672])
    values.set_auto()
    values.fit(-0.5, 0.5)

    assert list(values.shown) == pytest.approx([-0.56, 0.56])


@pytest.mark.parametrize("value", [0.0, 5.0, -1e-9, 1e200])
def test_one_value_has_room_above_and_below(value: float) -> None:
    values = ValueRange()
    values.fit(value, value)

    low, high = values.shown
    assert low < value < high


def test_values_that_are_none_change_nothing() -> None:
    values = ValueRange()
    values.fit(math.nan, 1.0)
    values.fit(0.0, math.inf)

    assert values.shown == (-1.0, 1.0)


def test_what_was_fixed_stays() -> None:
    values = ValueRange()
    assert values.fix(5.0, 1.0)
    values.fit(0.0, 100.0)

    assert values.shown == (1.0, 5.0)
    values.set_auto()
    assert values.shown[1] > 100.0


@pytest.mark.parametrize(("low", "high"), [(1.0, 1.0), (math.nan, 1.0), (-1e308, 1e308), (1.0, 1.0 + 1e-15)])
def test_what_is_no_range_is_not_fixed(low: float, high: float) -> None:
    values = ValueRange()

    assert not values.fix(low, high)
    assert values.fixed is None


def test_values_need_not_be_looked_at_while_the_newest_are_within() -> None:
    values = ValueRange()
    assert not values.is_within((0.0, 10.0), [0.5])
    values.fit(0.0, 1.0)

    assert values.is_within((0.02, 10.02), [0.5, math.nan])
    assert not values.is_within((0.04, 10.04), [3.0])
    assert not values.is_within((0.5, 10.5), [0.5])
    assert values.is_within((0.5, 10.5), [0.5])
    assert not values.is_within((0.5, 10.5), [0.5], "another history")
    assert values.is_within((0.5, 10.5), [0.5], "another history")


def test_what_is_shown_is_zoomed_about_a_value_and_moved_only_if_it_was_fixed() -> None:
    values = ValueRange()
    values.fit(0.0, 10.0)
    shown = values.shown
    values.pan(0.5)
    assert values.shown == shown
    values.fix(0.0, 10.0)
    values.zoom(0.5, 2.0)
    assert values.shown == (1.0, 6.0)
    values.pan(0.2)

    assert values.shown == (2.0, 7.0)


def test_the_largest_values_of_robots_are_shown_whole() -> None:
    values = ValueRange()
    values.fit(-1e300, 1e300)

    assert values.shown[0] < -1e300
    assert values.shown[1] > 1e300
