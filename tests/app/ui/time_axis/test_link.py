from __future__ import annotations

import pytest

from app.model.timeseries.feeds import TimeBase
from app.ui.time_axis.link import Cursors, TimeLink
from app.ui.time_axis.ranges import TimeWindow


class View:
    """Counts how often it was told of another time."""

    def __init__(self, base: TimeBase = TimeBase.RECEIPT, newest_s: float | None = None) -> None:
        self.time_window = TimeWindow()
        self.cursors = Cursors()
        self.newest_s = newest_s
        self.base = base
        self.told = 0

    @property
    def time_base(self) -> TimeBase:
        return self.base

    def show_time(self) -> None:
        self.told += 1


def pair(link: TimeLink) -> tuple[View, View]:
    one, other = View(), View()
    link.join(one)
    link.join(other)
    return one, other


def test_span_pause_and_cursors_of_one_are_those_of_all() -> None:
    link = TimeLink()
    one, other = pair(link)
    one.time_window.set_now(100.0)
    one.time_window.show(50.0, 60.0)
    one.cursors.put(55.0, second=False)
    one.cursors.put(57.0, second=True)
    one.cursors.hover_s = 58.0
    link.broadcast(one)

    assert other.time_window.shown == (50.0, 60.0)
    assert (other.cursors.first_s, other.cursors.second_s, other.cursors.hover_s) == (55.0, 57.0, 58.0)
    assert (one.told, other.told) == (0, 2)


def test_one_that_comes_later_shows_the_time_of_the_others() -> None:
    link = TimeLink()
    one = View()
    link.join(one)
    one.time_window.set_span(5.0)
    other = View()
    link.join(other)

    assert other.time_window.span_s == 5.0
    assert (one.told, other.told) == (0, 1)


def test_one_of_another_clock_goes_its_own_way() -> None:
    link = TimeLink()
    one, other = View(), View(TimeBase.STAMP, 7.0)
    link.join(one)
    link.join(other)
    one.time_window.set_span(5.0)
    link.broadcast(one)

    assert other.time_window.span_s == 30.0
    assert other.told == 0
    assert link.newest_s(one) is None
    assert link.newest_s(other) == 7.0


def test_unlinked_each_has_its_own_and_linked_again_all_that_of_the_last() -> None:
    link = TimeLink(linked=False)
    one, other = pair(link)
    one.time_window.set_span(5.0)
    other.time_window.set_span(60.0)
    link.broadcast(one)
    link.broadcast(other)
    assert one.time_window.span_s == 5.0
    link.set_linked(True)

    assert one.time_window.span_s == 60.0


@pytest.mark.parametrize("linked", [True, False])
def test_one_that_left_hears_of_nothing(linked: bool) -> None:  # noqa: FBT001 - pytest's
    link = TimeLink(linked=linked)
    one, other = pair(link)
    told = one.told
    link.broadcast(one)
    link.leave(one)
    link.broadcast(other)
    link.set_linked(True)

    assert one.told == told
    link.leave(one)


def test_the_end_of_what_there_is_is_that_of_the_newest() -> None:
    link = TimeLink()
    one, other = View(newest_s=3.0), View(newest_s=9.0)
    link.join(one)
    link.join(other)
    assert link.newest_s(one) == 9.0
    link.set_linked(False)

    assert link.newest_s(one) == 3.0


def test_a_time_is_named_by_the_number_of_its_cursor_where_there_are_two() -> None:
    cursors = Cursors()
    cursors.put(20.0, second=False)
    assert cursors.named(20.0, "20 s") == "20 s"

    cursors.put(10.0, second=True)
    cursors.hover_s = 15.0
    assert cursors.times == [10.0, 15.0, 20.0]
    assert [cursors.named(at_s, f"{at_s:g} s") for at_s in cursors.times] == ["2: 10 s", "15 s", "1: 20 s"]


def test_without_anybody_who_shows_times_nothing_goes_anywhere() -> None:
    link = TimeLink()
    asked: list[float] = []
    link.go_to(5.0, False)
    link.go_to = lambda at_s, _by_stamp: asked.append(at_s)
    link.go_to(6.0, False)
    assert asked == [6.0]
