"""The alerts of one run, as views and commands use them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from app.model.alerts import Alert, Alerts
from app.net.link_thread import LinkThread
from app.session.recorded_side import RecordedSide

_T = TypeVar("_T")


class SessionAlerts:
    """The current alerts, to which views add theirs. Any thread may call it.

    Only the link thread writes alerts, so what views raise is handed to the link thread, in the order of the calls.

    Args:
        note_change: called in the link thread when the alerts have changed.

    Attributes:
        past: gives what views show of the past; None while they show now.
    """

    past: Callable[[], RecordedSide | None] = staticmethod(lambda: None)

    def __init__(self, link: LinkThread, alerts: Alerts, note_change: Callable[[], None]) -> None:
        self._link = link
        self._alerts = alerts
        self._note_change = note_change

    @property
    def current(self) -> tuple[Alert, ...]:
        """The current alerts, oldest first."""
        return self._alerts.current

    @property
    def shown(self) -> tuple[Alert, ...]:
        """The alerts of the time that views show, oldest first; the same tuple as long as they are the same."""
        past = self.past()
        return past.alerts if past is not None else self._alerts.current

    @property
    def revision(self) -> int:
        """A number that changes with the alerts."""
        return self._alerts.revision

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
            self._note_change()
