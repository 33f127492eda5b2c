from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from app.model.alerts import Alert, Alerts, Severity
from app.net.link_thread import LinkThread
from app.session.alerts import SessionAlerts
from tests.fakes.waiting import eventually

ALERT = Alert("plots 1", Severity.WARNING, "gazebo://robot:11345", "x is above 5: 6")


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


async def test_alerts_of_views_are_written_in_the_thread_that_writes_all_others(link: LinkThread) -> None:
    alerts, threads = Alerts(), []
    views = SessionAlerts(link, alerts, lambda: threads.append(threading.current_thread().name))
    views.raise_alert(ALERT)
    await eventually(lambda: alerts.current, "the alert is raised")
    assert alerts.current == (ALERT,)
    views.clear(ALERT.key)
    await eventually(lambda: not alerts.current, "it is cleared")

    assert threads == ["link of the test"] * 2


async def test_where_nothing_changes_nobody_is_told(link: LinkThread) -> None:
    told: list[bool] = []
    views = SessionAlerts(link, Alerts(), lambda: told.append(True))
    views.clear("nothing")
    views.raise_alert(ALERT)
    await eventually(lambda: told, "the alert is told")

    assert told == [True]
