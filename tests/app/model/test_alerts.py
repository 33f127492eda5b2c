from __future__ import annotations

from app.model.alerts import MAX_ALERTS, Alert, Alerts, Severity


def alert(key: str, text: str = "it broke", source: str = "robot", raised_ns: int = 0) -> Alert:
    return Alert(key, Severity.WARNING, source, text, "mend it", raised_ns)


def keys(alerts: Alerts) -> list[str]:
    return [standing.key for standing in alerts.current]


def test_an_alert_stands_until_its_fault_is_over() -> None:
    alerts = Alerts()
    alerts.raise_alert(alert("a"))
    alerts.raise_alert(alert("b"))
    assert keys(alerts) == ["a", "b"]

    alerts.clear("a")
    assert keys(alerts) == ["b"]


def test_the_same_fault_is_one_alert_that_counts() -> None:
    alerts = Alerts()
    alerts.raise_alert(alert("a", "first", raised_ns=1))
    alerts.raise_alert(alert("b", raised_ns=2))
    alerts.raise_alert(alert("a", "again", raised_ns=3))

    other, again = alerts.current
    assert other.key == "b"
    assert (again.text, again.count, again.raised_ns) == ("again", 2, 1)


def test_a_fault_that_comes_back_after_it_was_over_counts_anew() -> None:
    alerts = Alerts()
    alerts.raise_alert(alert("a", raised_ns=1))
    alerts.clear("a")
    alerts.raise_alert(alert("a", raised_ns=9))

    assert [(standing.count, standing.raised_ns) for standing in alerts.current] == [(1, 9)]


def test_all_alerts_of_a_source_end_with_it() -> None:
    alerts = Alerts()
    alerts.raise_alert(alert("a", source="robot"))
    alerts.raise_alert(alert("b", source="other"))
    alerts.raise_alert(alert("c", source="robot"))
    alerts.clear_source("robot")

    assert keys(alerts) == ["b"]


def test_the_revision_changes_with_the_alerts_and_only_with_them() -> None:
    alerts = Alerts()
    alerts.clear("a")
    alerts.clear_source("robot")
    assert alerts.revision == 0

    revisions = [alerts.revision]
    alerts.raise_alert(alert("a"))
    revisions.append(alerts.revision)
    alerts.raise_alert(alert("a"))
    revisions.append(alerts.revision)
    alerts.clear("a")
    revisions.append(alerts.revision)
    assert len(set(revisions)) == 4


def test_a_snapshot_never_changes() -> None:
    alerts = Alerts()
    alerts.raise_alert(alert("a"))
    before = alerts.current
    alerts.raise_alert(alert("a", "again"))
    alerts.clear("a")

    assert [(standing.text, standing.count) for standing in before] == [("it broke", 1)]


def test_the_oldest_alerts_go_when_there_are_too_many() -> None:
    alerts = Alerts()
    for number in range(MAX_ALERTS + 10):
        alerts.raise_alert(alert(str(number)))

    assert len(alerts.current) == MAX_ALERTS
    assert keys(alerts)[0] == "10"
    assert keys(alerts)[-1] == str(MAX_ALERTS + 9)


def test_severities_can_be_compared() -> None:
    assert Severity.INFO < Severity.WARNING < Severity.ERROR
