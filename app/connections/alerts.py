"""The alerts of one connection, for all of its parts."""

from __future__ import annotations

import time
from collections.abc import Callable

from app.model.alerts import Alert, Alerts, Severity


def topic_name_alert(name: str) -> str:
    """The name of the alert of a wanted topic that can't be subscribed to because of its name."""
    return f"name {name}"


class ConnectionAlerts:
    """The alerts of one connection, each by a name that is its own within the connection.

    Args:
        connection_id: the connection's name in the store.
        alerts: the alerts of all connections.
        on_change: called when any of them has changed.
    """

    def __init__(self, connection_id: str, alerts: Alerts, on_change: Callable[[], None]) -> None:
        self._connection_id = connection_id
        self._alerts = alerts
        self._on_change = on_change

    def raise_alert(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise an alert, or count it up."""
        source = self._connection_id
        self._alerts.raise_alert(Alert(self._key(name), severity, source, text, tip, time.time_ns()))
        self._on_change()

    def ensure(self, name: str, severity: Severity, text: str, tip: str = "") -> None:
        """Raise an alert unless it stands with the same text: for a fault that is checked again and again.

        Where the text is empty there is no fault, and the alert is cleared.
        """
        if not text:
            self.clear(name)
        elif not any(alert.key == self._key(name) and alert.text == text for alert in self._alerts.current):
            self.raise_alert(name, severity, text, tip)

    def clear(self, name: str) -> None:
        """Clear an alert: its fault is proven to be over."""
        before = self._alerts.revision
        self._alerts.clear(self._key(name))
        if self._alerts.revision != before:
            self._on_change()

    def _key(self, name: str) -> str:
        return f"{self._connection_id} {name}"
