from __future__ import annotations

import asyncio
import time

import pytest

from app.ui.base.refresh import Refresher
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.usefixtures("qapp")


class FakeView:
    def __init__(self, *, seen: bool = True, fails: bool = False) -> None:
        self.seen = seen
        self.fails = fails
        self.times: list[float] = []

    def can_be_seen(self) -> bool:
        return self.seen

    def refresh(self, now: float) -> None:
        self.times.append(now)
        if self.fails:
            raise ValueError("broken view")


class FakeClock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def _run(refresher: Refresher, clock: FakeClock, seconds: float, tick_s: float = 0.016) -> None:
    for _ in range(round(seconds / tick_s)):
        clock.now += tick_s
        refresher.tick()


def test_each_view_has_its_own_rate() -> None:
    clock, fast, slow = FakeClock(), FakeView(), FakeView()
    refresher = Refresher(clock)
    refresher.add(fast, 0.0)
    refresher.add(slow, 0.2)
    _run(refresher, clock, 4.0)

    assert len(fast.times) == 250
    assert 19 <= len(slow.times) <= 21


def test_a_view_that_nobody_sees_is_left_alone_and_then_drawn_at_once() -> None:
    clock, view = FakeClock(), FakeView(seen=False)
    refresher = Refresher(clock)
    refresher.add(view, 10.0)
    _run(refresher, clock, 1.0)
    assert view.times == []

    view.seen = True
    _run(refresher, clock, 0.016)
    assert len(view.times) == 1


def test_late_ticks_are_not_made_up_for() -> None:
    clock, view = FakeClock(), FakeView()
    refresher = Refresher(clock)
    refresher.add(view, 0.1)
    _run(refresher, clock, 0.5)
    before = len(view.times)
    clock.now += 10.0
    _run(refresher, clock, 0.2)

    assert len(view.times) - before <= 4


@pytest.mark.expects_log("FakeView can't be refreshed")
def test_a_view_that_fails_is_told_of_once_and_stops_no_other(caplog: pytest.LogCaptureFixture) -> None:
    clock, broken, good = FakeClock(), FakeView(fails=True), FakeView()
    refresher = Refresher(clock)
    refresher.add(broken, 0.0)
    refresher.add(good, 0.0)
    _run(refresher, clock, 0.16)

    assert (len(broken.times), len(good.times)) == (1, 10)
    assert len([record for record in caplog.records if record.levelname == "ERROR"]) == 1


async def test_the_timer_ticks_at_about_sixty_hertz_until_it_is_stopped() -> None:
    view, refresher = FakeView(), Refresher()
    refresher.add(view, 0.0)
    began = time.monotonic()
    refresher.start()
    await eventually(lambda: len(view.times) >= 20)
    refresher.stop()
    seen, elapsed_s = len(view.times), time.monotonic() - began
    await asyncio.sleep(0.1)

    # a busy machine may skip some, none may come a third as often again
    assert seen <= 80 * elapsed_s + 1
    assert len(view.times) == seen
