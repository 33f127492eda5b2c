"""Alerts by key: raised where a fault is seen, cleared by the code that proves that it is over."""

from __future__ import annotations

import enum
from dataclasses import dataclass

# active alerts of one run; beyond it the oldest are dropped: a robot with that many faults has one cause
MAX_ALERTS = 500


class Severity(enum.IntEnum):
    """The importance of an alert to an operator."""

    INFO = 0
    WARNING = 1
    ERROR = 2


@dataclass(frozen=True, slots=True)
class Alert:
    """One fault: what happened, where, and what to do.

    Attributes:
        key: the same fault has the same key and replaces itself.
        source: the connection or part that raised it.
        count: how often it was raised since it was last cleared.
    """

    key: str
    severity: Severity
    source: str
    text: str
    tip: str = ""
    raised_ns: int = 0
    count: int = 1


class Alerts:
    """The alerts that are active now.

    One thread writes, any thread reads: `current` is an immutable snapshot, `revision` changes with it.
    """

    def __init__(self) -> None:
        self.current: tuple[Alert, ...] = ()
        self.revision = 0

    def raise_alert(self, alert: Alert) -> None:
        """Add an alert, or replace the one of the same key and count it up."""
        others = tuple(known for known in self.current if known.key != alert.key)
        before = next((known for known in self.current if known.key == alert.key), None)
        if before is not None:
            alert = Alert(
                alert.key, alert.severity, alert.source, alert.text, alert.tip, before.raised_ns, before.count + 1
            )
        self._set((*others, alert)[-MAX_ALERTS:])

    def clear(self, key: str) -> None:
        """Remove the alert of this key, if there is one."""
        if any(known.key == key for known in self.current):
            self._set(tuple(known for known in self.current if known.key != key))

    def clear_source(self, source: str) -> None:
        """Remove all alerts of a source."""
        if any(known.source == source for known in self.current):
            self._set(tuple(known for known in self.current if known.source != source))

    def _set(self, alerts: tuple[Alert, ...]) -> None:
        self.current = alerts
        self.revision += 1
