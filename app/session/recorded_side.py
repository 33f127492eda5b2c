"""The side of Teledeck as the black box keeps it: the states of links, and alerts, as they are noted and read again."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import msgspec

from app.model.alerts import Alert
from app.model.status import ConnectionState, ConnectionStatus, LinkQuality, RobotCondition
from protocols.sentence import SaidLine, Sentence, said_line, said_text

if TYPE_CHECKING:
    from app.connections.base import Connection
    from app.session.recorded_drive import RecordedDrive

LINKS: Final = "connections"
ALERTS: Final = "alerts"
DRIVE: Final = "drive"


@dataclass(frozen=True, slots=True)
class LinkState:
    """The state of a link, and what the robot behind it reported of itself.

    Attributes:
        condition: while values are current without the time of the report, which would be another one all the time.
    """

    status: ConnectionStatus
    quality: LinkQuality | None = None
    condition: RobotCondition | None = None


def links_note(links: Iterable[tuple[str, LinkState]]) -> dict[str, Any]:
    """Return what is noted of links, by their ids."""
    links = list(links)
    conditions = {}
    for name, link in links:
        condition = link.condition
        if condition is not None and link.status.state is ConnectionState.CONNECTED:
            condition = replace(condition, received_ns=0)
        if condition is not None:
            conditions[name] = condition
    return {
        "value": [(name, link.status, link.quality) for name, link in links],
        "conditions": conditions,
        "said": {name: _said(link.status.reason, link.status.tip) for name, link in links},
    }


def alerts_note(alerts: Iterable[Alert]) -> dict[str, Any]:
    """Return what is noted of alerts."""
    alerts = tuple(alerts)
    return {"value": alerts, "said": {alert.key: _said(alert.text, alert.tip) for alert in alerts}}


def link_state(connection: Connection) -> LinkState:
    """Return the state of a link now."""
    return LinkState(connection.status, connection.quality, connection.condition)


class LoggedLine(NamedTuple):
    """A line of the log of an earlier run: the time of the wall clock, the level's name, the logger, and the text."""

    time_ns: int
    level: str
    logger: str
    text: str


class RecordedSide:
    """The links and alerts of a time. One thread writes, any thread reads: what is read is replaced as a whole.

    Attributes:
        links: the states of links by their ids.
        alerts: the alerts, oldest first.
        drive: how a robot was driven; None where none was, or that is not known.
    """

    def __init__(self, links: Mapping[str, LinkState], alerts: tuple[Alert, ...]) -> None:
        self.links = links
        self.alerts = alerts
        self.drive: RecordedDrive | None = None

    def forget(self) -> None:
        """Know nothing: what is known of another time is told next."""
        self.links, self.alerts, self.drive = {}, (), None

    def take(self, name: str, payload: bytes) -> None:
        """Take what was noted on one of our own channels; what can't be understood is left out."""
        with contextlib.suppress(msgspec.MsgspecError, ValueError, RecursionError):
            if name == LINKS:
                self.links = _links(payload)
            elif name == ALERTS:
                self.alerts = _alerts(payload)
            elif name == DRIVE:
                # it knows driving, which the first window would wait for
                from app.session.recorded_drive import read_drive  # noqa: PLC0415

                self.drive = None
                self.drive = read_drive(payload)


class _Battery(msgspec.Struct):
    fraction: float | None = None
    voltage_v: float | None = None
    charging: bool | None = None


class _Condition(msgspec.Struct):
    battery: _Battery | None = None
    activity: str = ""
    received_ns: int = 0
    still: bool = False


class _Links(msgspec.Struct):
    value: list[tuple[str, ConnectionStatus, LinkQuality | None]] = []
    conditions: dict[str, _Condition] = {}
    said: dict[str, list[SaidLine]] = {}


class _Alerts(msgspec.Struct):
    value: list[Alert] = []
    said: dict[str, list[SaidLine]] = {}


def _links(payload: bytes) -> dict[str, LinkState]:
    told = msgspec.json.decode(payload, type=_Links)
    links = {}
    for name, status, quality in told.value:
        reason, tip = _texts(told.said, name, status.reason, status.tip)
        condition = told.conditions.get(name)
        links[name] = LinkState(
            replace(status, reason=reason, tip=tip), quality, _condition(condition) if condition is not None else None
        )
    return links


def _condition(told: _Condition) -> RobotCondition:
    # not needed before there is a robot, and slow to load
    from app.model.messages.values import Battery  # noqa: PLC0415

    battery = told.battery
    return RobotCondition(
        Battery(battery.fraction, battery.voltage_v, battery.charging) if battery is not None else None,
        told.activity,
        told.received_ns,
        told.still,
    )


def _alerts(payload: bytes) -> tuple[Alert, ...]:
    told = msgspec.json.decode(payload, type=_Alerts)
    alerts = []
    for alert in told.value:
        text, tip = _texts(told.said, alert.key, alert.text, alert.tip)
        alerts.append(replace(alert, text=text, tip=tip))
    return tuple(alerts)


def _said(*texts: str) -> list[SaidLine]:
    """Return how each text is told where it is a sentence; None for one that is none."""
    return [said_line(text) if isinstance(text, Sentence) else None for text in texts]


def _texts(said: Mapping[str, list[SaidLine]], key: str, *plain: str) -> list[str]:
    """Return the sentences that were told, else the texts as they were written."""
    lines = said.get(key, [])
    told = [*lines, *[None] * (len(plain) - len(lines))]
    return [text if line is None else said_text(line, text) for line, text in zip(told, plain, strict=False)]
