from __future__ import annotations

import pytest

from app.ui.top_view.silence import FrameSilence, SilenceTracker


def told(*moments_s: float) -> SilenceTracker:
    silences = SilenceTracker()
    for moment_s in moments_s:
        silences.add("odom", moment_s)
    return silences


def by_rate(rate_hz: float, count: int = 20) -> SilenceTracker:
    return told(*(number / rate_hz for number in range(count)))


def test_what_came_again_and_again_and_no_longer_comes_is_silent() -> None:
    silences = by_rate(10, 21)

    assert silences.silent_at(3.9) == {}
    assert silences.silent_at(4.5) == {"odom": FrameSilence("odom", 2.5)}
    silences.add("odom", 5.0)
    assert silences.silent_at(5.1) == {}


def test_what_comes_slowly_may_be_silent_for_longer() -> None:
    silences = by_rate(1.0, 20)

    assert silences.silent_at(22.5) == {}
    assert silences.silent_at(23.5)["odom"].age_s == pytest.approx(4.5)


@pytest.mark.parametrize(
    "moments_s",
    [
        (0.0,),
        tuple(number / 100 for number in range(50)),
        tuple(600.0 * number for number in range(12)),
    ],
    ids=["once", "repeated at once", "at each start of the robot"],
)
def test_what_stands_still_is_never_silent(moments_s: tuple[float, ...]) -> None:
    assert told(*moments_s).silent_at(100_000.0) == {}


def test_while_nobody_listened_nothing_was_silent() -> None:
    silences = by_rate(10, 21)
    silences.restart(60.0)

    assert silences.silent_at(61.5) == {}
    assert silences.silent_at(63.0)["odom"].age_s == pytest.approx(3.0)
