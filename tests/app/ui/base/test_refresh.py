from __future__ import annotations

import asyncio
import time

import pytest
from PySide6.QtWidgets import QDockWidget, QWidget
from pytestqt.qtbot import QtBot

from app.ui.base.refresh import DATA_INTERVAL_S, PUT_OFF_S, RETRY_S, STATISTICS_INTERVAL_S, WELL_AFTER_S, Refresher
from app.wording.ui.widgets import WidgetsWording
from tests.fakes.session import FakeSession
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


def test_figures_let_others_go_first_for_a_while_and_follow_at_once_then() -> None:
    clock, fast, slow = FakeClock(), FakeView(), FakeView()
    refresher = Refresher(clock)
    refresher.add(fast, 0.0)
    refresher.add(slow, STATISTICS_INTERVAL_S)
    _run(refresher, clock, 0.1)
    refresher.hurries = lambda: True
    _run(refresher, clock, 10.0)
    # they are not kept from it for ever
    assert len(fast.times) == 6 + 625
    assert len(slow.times) == pytest.approx(1 + 10.0 / (STATISTICS_INTERVAL_S / 2 + PUT_OFF_S), abs=1)

    refresher.hurries = lambda: False
    clock.now = slow.times[-1] + STATISTICS_INTERVAL_S + 0.001
    refresher.tick()
    assert slow.times[-1] == clock.now


def test_views_of_messages_are_held_while_what_they_show_is_about_to_be_replaced_and_no_others() -> None:
    clock = FakeClock()
    data, beside, driving = FakeView(), FakeView(), FakeView()
    refresher = Refresher(clock)
    refresher.add(data, DATA_INTERVAL_S)
    refresher.add(beside, DATA_INTERVAL_S, is_held=False)
    refresher.add(driving, 0.05)
    refresher.holds = lambda: True
    _run(refresher, clock, 0.2)
    assert (data.times, len(beside.times) > 10, len(driving.times) > 3) == ([], True, True)

    refresher.holds = lambda: False
    _run(refresher, clock, 0.016)
    assert data.times == [clock.now]


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


def _errors(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]


@pytest.mark.expects_log("FakeView can't be refreshed")
def test_a_view_that_fails_once_loses_one_refresh_and_nothing_else(
    caplog: pytest.LogCaptureFixture, session: FakeSession
) -> None:
    clock, view, good = FakeClock(), FakeView(fails=True), FakeView()
    refresher = Refresher(clock)
    refresher.faults.report_to(session.alerts)
    refresher.add(view, 0.0)
    refresher.add(good, 0.0)
    _run(refresher, clock, 0.016)
    view.fails = False
    _run(refresher, clock, 0.144)

    assert (len(view.times), len(good.times)) == (10, 10)
    assert len(_errors(caplog)) == 1
    assert session.alerts.current == ()


@pytest.mark.expects_log("FakeView can't be refreshed")
def test_a_view_that_always_fails_is_tried_each_second_logged_once_and_counted(
    caplog: pytest.LogCaptureFixture, session: FakeSession
) -> None:
    clock, broken, good = FakeClock(), FakeView(fails=True), FakeView()
    refresher = Refresher(clock)
    refresher.faults.report_to(session.alerts)
    refresher.add(broken, 0.0)
    refresher.add(good, 0.0)
    _run(refresher, clock, 120.0)

    tries = len(broken.times)
    assert 110 <= tries <= 122
    assert len(good.times) == 7500
    first, *counted = _errors(caplog)
    assert first == "FakeView can't be refreshed"
    assert [line.rpartition(": ")[2] for line in counted] == [
        "ValueError, 10 times by now",
        "ValueError, 100 times by now",
    ]
    (alert,) = session.alerts.current
    assert alert.text == WidgetsWording.VIEW_FAILED(view="FakeView", error="ValueError")
    assert alert.count == tries - 1


@pytest.mark.expects_log("FakeView can't be refreshed")
def test_a_view_that_fails_every_other_time_goes_on_without_a_flood(caplog: pytest.LogCaptureFixture) -> None:
    clock, view = FakeClock(), FakeView()
    refresher = Refresher(clock)
    refresher.add(view, 0.0)
    shown = 0
    for _ in range(1000):
        view.fails = not view.fails
        before = len(view.times)
        _run(refresher, clock, 0.016)
        shown += not view.fails and len(view.times) > before

    assert shown >= 15 / RETRY_S
    assert len(_errors(caplog)) <= 2


@pytest.mark.expects_log("FakeView can't be refreshed")
@pytest.mark.parametrize("gone", [False, True])
def test_the_alert_goes_once_the_view_is_well_or_can_not_be_seen(session: FakeSession, *, gone: bool) -> None:
    clock, view = FakeClock(), FakeView(fails=True)
    refresher = Refresher(clock)
    refresher.faults.report_to(session.alerts)
    refresher.add(view, 0.0)
    _run(refresher, clock, 1.0)
    view.fails, view.seen = gone, not gone
    counts = [len(session.alerts.current)]
    for seconds in (WELL_AFTER_S - 1.5, 2.5):
        _run(refresher, clock, seconds)
        counts.append(len(session.alerts.current))

    assert counts == [1, 1, 0]


@pytest.mark.expects_log("FakeView can't be refreshed")
def test_the_alert_goes_when_nothing_is_refreshed_any_more(session: FakeSession) -> None:
    clock, view = FakeClock(), FakeView(fails=True)
    refresher = Refresher(clock)
    refresher.faults.report_to(session.alerts)
    refresher.add(view, 0.0)
    _run(refresher, clock, 1.0)
    counts = [len(session.alerts.current)]
    refresher.stop()
    counts.append(len(session.alerts.current))
    # it may be stopped twice
    refresher.stop()

    assert counts == [1, 0]


class WidgetView(QWidget):
    def can_be_seen(self) -> bool:
        return True

    def refresh(self, now: float) -> None:
        raise KeyError(now)


@pytest.mark.expects_log("WidgetView can't be refreshed")
def test_the_alert_names_the_dock_of_the_view(qtbot: QtBot, session: FakeSession) -> None:
    clock, dock, view = FakeClock(), QDockWidget("Plots 2"), WidgetView()
    qtbot.addWidget(dock)
    dock.setWidget(view)
    refresher = Refresher(clock)
    refresher.faults.report_to(session.alerts)
    refresher.add(view, 0.0)
    _run(refresher, clock, 0.1)

    (alert,) = session.alerts.current
    assert alert.text == WidgetsWording.VIEW_FAILED(view="Plots 2", error="KeyError")


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


def test_a_tick_that_is_hastened_takes_the_place_of_the_next_one() -> None:
    view, refresher = FakeView(), Refresher()
    refresher.add(view, 0.0)
    refresher.hasten()
    assert view.times == []

    refresher.start()
    time.sleep(0.008)
    before_ms = refresher._timer.remainingTime()
    refresher.hasten()
    assert len(view.times) == 1
    assert refresher._timer.remainingTime() > before_ms
    refresher.stop()


def test_a_window_that_stands_still_is_told_while_it_does_and_how_long_it_did() -> None:
    clock = FakeClock()
    refresher = Refresher(clock)
    assert refresher.freezes() == {"frozen": False, "freezes": 0, "last_s": 0.0}
    refresher.start()
    _run(refresher, clock, 1.0)
    assert refresher.freezes()["freezes"] == 0
    clock.now += 0.5
    assert refresher.freezes()["frozen"]
    refresher.tick()
    assert refresher.freezes() == {"frozen": False, "freezes": 1, "last_s": 0.5}
    refresher.stop()
    clock.now += 60.0
    assert not refresher.freezes()["frozen"]
