from __future__ import annotations

import pytest

from app.connections.alerts import ConnectionAlerts
from app.model.alerts import Alerts, Severity


class Raised:
    """The alerts of one connection among all, and how often they have changed."""

    def __init__(self) -> None:
        self.changes = 0
        self.all = Alerts()
        self.own = ConnectionAlerts("x://robot", self.all, self._count)

    def _count(self) -> None:
        self.changes += 1


@pytest.fixture
def raised() -> Raised:
    return Raised()


def test_an_alert_is_counted_when_raised_again_and_one_that_is_ensured_is_not(raised: Raised) -> None:
    raised.own.raise_alert("a", Severity.ERROR, "broken")
    raised.own.raise_alert("a", Severity.ERROR, "broken")
    raised.own.ensure("a", Severity.ERROR, "broken")
    assert [(alert.text, alert.count, alert.source) for alert in raised.all.current] == [("broken", 2, "x://robot")]
    assert raised.changes == 2

    raised.own.ensure("a", Severity.ERROR, "broken otherwise")
    assert raised.all.current[0].text == "broken otherwise"


def test_clearing_an_alert_is_a_change_only_if_it_stood(raised: Raised) -> None:
    raised.own.clear("a")
    assert raised.changes == 0

    raised.own.raise_alert("a", Severity.ERROR, "broken")
    raised.own.clear("a")
    assert raised.all.current == ()
    assert raised.changes == 2


def test_to_ensure_an_empty_text_clears_the_alert(raised: Raised) -> None:
    raised.own.ensure("a", Severity.ERROR, "broken")
    raised.own.ensure("a", Severity.ERROR, "")

    assert raised.all.current == ()


def test_two_connections_have_alerts_of_one_name_apart(raised: Raised) -> None:
    other = ConnectionAlerts("x://other", raised.all, lambda: None)
    raised.own.raise_alert("a", Severity.ERROR, "broken")
    other.raise_alert("a", Severity.ERROR, "broken, too")
    other.clear("a")

    assert [alert.source for alert in raised.all.current] == ["x://robot"]
