"""Alerts that views raise, about what the operator asked them to watch."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.model.alerts import Alert, Alerts
from app.net.link_thread import LinkThread

_T = TypeVar("_T")


class ViewAlerts:
    """Raises and clears alerts for views. Any thread may call it.

    Only the link thread writes alerts, so each call is handed to the link thread, in the order of the calls.

    Args:
        changed: called in the link thread when the alerts have changed.
    """

    def __init__(self, link: LinkThread, alerts: Alerts, changed: Callable[[], None]) -> None:
        self._link = link
        self._alerts = alerts
        self._changed = changed

    def raise_alert(self, alert: Alert) -> None:
        """Raise an alert, in place of an earlier alert of the same key."""
        self._link.call(self._apply, self._alerts.raise_alert, alert)

    def clear(self, key: str) -> None:
        """Clear the alert of a key, if there is one."""
        self._link.call(self._apply, self._alerts.clear, key)

    def _apply(self, do: Callable[[_T], None], what: _T) -> None:
        before = self._alerts.revision
        do(what)
        if self._alerts.revision != before:
            self._changed()
