"""Reports of the drive process, as JSON lines at 20 Hz and at every change, and as text for a terminal. Pure.

A line is never longer than `commands.MAX_LINE`: names that come from a network are cut, and of too many names only the
first are told.
"""

from __future__ import annotations

import enum
import functools
import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from app.drive.control.values import (
    ZERO,
    DriveLink,
    DriveSource,
    Effect,
    LinkLevel,
    Outcome,
    OutgoingCommand,
    Reason,
    Stage,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.commands import LineError, decode_object, finite_number
from app.drive.messages.pad_setup_report import SetupReport, parse_setup_report, setup_report_object
from app.wording.drive import DriveWording, LineWording

# the lengths of lists: a robot with more entries has a fault that shows in the first ones
MAX_NAMES: Final = 6
MAX_FEW_NAMES: Final = 3
MAX_PADS: Final = 4
MAX_AXES: Final = 12
MAX_NAME_BYTES: Final = 46
MAX_AXIS_NAME_BYTES: Final = 14
MAX_TROUBLE_BYTES: Final = 160

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"))

_Enum = TypeVar("_Enum", bound=enum.Enum)

# as errors name them
_ENUM_NAMES: Final[Mapping[type[enum.Enum], str]] = {
    Stage: "stage",
    Reason: "reason",
    DriveSource: "source",
    LinkLevel: "linklevel",
    WatchdogReadiness: "watch",
}


_STAGE_TEXTS: Final = {
    Stage.DISARMED: "disarmed",
    Stage.ARMING: "arming",
    Stage.ARMED: "ARMED",
    Stage.STOPPING: "stopping",
    Stage.STOPPED: "STOP",
}
_WATCHED: Final = frozenset({Stage.ARMING, Stage.ARMED})
_LEVELS: Final = {
    LinkLevel.GOOD: "good",
    LinkLevel.SLOW: "slow",
    LinkLevel.POOR: "poor, half the speed",
    LinkLevel.LOST: "none",
}
TERMINAL_HELP: Final = DriveWording.DRIVING_BY()


@dataclass(frozen=True, slots=True)
class PadReport:
    """A pad in a report.

    Attributes:
        axes: names and positions, -1 to 1; None for an axis that has not reported yet.
        drives: whether this is the pad that can drive.
        number: the number by which the pad is set up.
        taught: whether the pad was set up here.
    """

    name: str
    axes: tuple[tuple[str, float | None], ...] = ()
    drives: bool = False
    number: int = 0
    taught: bool = False


@dataclass(frozen=True, slots=True)
class DriveReport:
    """A report of the drive process. Attributes that `Outcome` and `DriveLink` have by the same name mean the same.

    Attributes:
        at_s: the time of the report, by the clock that `t` of set-points goes by.
        sent, sent_at_s, sent_number: the last command that was written, None before there was one.
        setup: the progress of setting up a pad; None while no pad is set up.
        subscribers: the number of nodes that take our commands; `subscriber_names` has the first of their names.
        log_trouble: why the audit log can't be written now; empty where it can.
        log_dropped: how many entries of the audit log were lost so far.
    """

    at_s: float
    stage: Stage
    command: Velocity = ZERO
    sent: Velocity | None = None
    sent_at_s: float | None = None
    sent_number: int = 0
    reason: Reason | None = None
    refusal: Reason | None = None
    about: tuple[str, ...] = ()
    driver: DriveSource | None = None
    losers: tuple[DriveSource, ...] = ()
    waiting_for: tuple[DriveSource, ...] = ()
    lease_left_s: float = 0.0
    cap: Velocity = ZERO
    level: LinkLevel = LinkLevel.LOST
    watchdog: WatchdogReadiness = WatchdogReadiness.STARTING
    owed: bool = False
    unobeyed: bool = False
    clear_again: bool = False
    connected: bool = False
    subscribers: int = 0
    subscriber_names: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    round_trip_s: float | None = None
    others_advertising: tuple[str, ...] = ()
    others_sending: tuple[str, ...] = ()
    measured: Velocity | None = None
    pads: tuple[PadReport, ...] = ()
    setup: SetupReport | None = None
    unread: int = 0
    log_trouble: str = ""
    log_dropped: int = 0


def make_report(
    outcome: Outcome,
    link: DriveLink,
    now: float,
    sent: tuple[OutgoingCommand, float] | None = None,
    pads: Sequence[PadReport] = (),
    setup: SetupReport | None = None,
    log: tuple[str, int] = ("", 0),
) -> DriveReport:
    """Make the report of a step.

    `sent` is the last command and when it was written, `log` why the audit log can't be written, and how many of its
    entries were lost.
    """
    return DriveReport(
        at_s=now,
        stage=outcome.stage,
        command=outcome.command,
        sent=sent[0].velocity if sent else None,
        sent_at_s=sent[1] if sent else None,
        sent_number=sent[0].number if sent else 0,
        reason=outcome.reason,
        refusal=outcome.refusal,
        about=_names(outcome.about, MAX_FEW_NAMES),
        driver=outcome.driver,
        losers=outcome.losers,
        waiting_for=outcome.waiting_for,
        lease_left_s=outcome.lease_left_s,
        cap=outcome.cap,
        level=outcome.level,
        watchdog=outcome.watchdog,
        owed=outcome.owed,
        unobeyed=outcome.unobeyed,
        clear_again=outcome.clear_again,
        connected=link.connected,
        subscribers=len(link.subscribers),
        subscriber_names=_names(link.subscribers),
        missed=_names(link.missed, MAX_FEW_NAMES),
        onlookers=_names(link.onlookers, MAX_FEW_NAMES),
        round_trip_s=link.round_trip_s,
        others_advertising=_names(link.others_advertising),
        others_sending=_names(link.others_sending),
        measured=link.measured,
        # the axes of a pad that is set up are in `setup`, and a line has room for no more
        pads=tuple(_cut_pad(pad, MAX_AXES if setup is None else 0) for pad in pads[:MAX_PADS]),
        setup=setup,
        unread=link.unread,
        # a line has no room for both, and nothing is armed while a pad is set up
        log_trouble=_cut(log[0], MAX_TROUBLE_BYTES) if setup is None else "",
        log_dropped=log[1],
    )


def format_report(told: DriveReport) -> bytes:
    """Format a report as a line, with its end. A number that is not finite becomes null."""
    sent = None
    if told.sent is not None:
        sent = _velocity(told.sent) | {"t": _finite(told.sent_at_s), "n": told.sent_number}
    line = {
        "t": _finite(told.at_s),
        "state": told.stage.value,
        **_velocity(told.command),
        "sent": sent,
        "reason": _reason(told.reason),
        "refusal": _reason(told.refusal),
        "about": told.about,
        "driver": None if told.driver is None else told.driver.name.lower(),
        "losers": [source.name.lower() for source in told.losers],
        "waiting_for": [source.name.lower() for source in told.waiting_for],
        "lease_left_s": _finite(told.lease_left_s),
        "cap": _velocity(told.cap),
        "link": told.level.name.lower(),
        "watchdog": told.watchdog.value,
        "owed": told.owed,
        "unobeyed": told.unobeyed,
        "clear_again": told.clear_again,
        "connected": told.connected,
        "subscribers": told.subscribers,
        "subscriber_names": told.subscriber_names,
        "missed": told.missed,
        "onlookers": told.onlookers,
        "round_trip_s": _finite(told.round_trip_s),
        "others_advertising": told.others_advertising,
        "others_sending": told.others_sending,
        "measured": None if told.measured is None else _velocity(told.measured),
        "pads": [
            {
                "name": pad.name,
                "number": pad.number,
                "drives": pad.drives,
                "taught": pad.taught,
                "axes": {name: _finite(value, 3) for name, value in pad.axes},
            }
            for pad in told.pads
        ],
        "setup": None if told.setup is None else setup_report_object(told.setup),
        "unread": told.unread,
        "log_trouble": told.log_trouble,
        "log_dropped": told.log_dropped,
    }
    return _ENCODER.encode(line).encode() + b"\n"


def parse_report(data: bytes) -> DriveReport:
    """Parse a line to a report. Raises LineError: the other end of a pipe is another program."""
    given = decode_object(data)
    sent = _given(given, "sent", dict, {}, none=True)
    return DriveReport(
        at_s=finite_number(given, "t"),
        stage=_value_of(Stage, given.get("state")),
        command=_velocity_of(given),
        sent=_velocity_of(sent) if sent else None,
        sent_at_s=_perhaps(sent, "t") if sent else None,
        sent_number=_given(sent, "n", int, 0) if sent else 0,
        reason=_perhaps_named(Reason, given, "reason"),
        refusal=_perhaps_named(Reason, given, "refusal"),
        about=_texts(given, "about"),
        driver=_perhaps_named(DriveSource, given, "driver"),
        losers=tuple(_member(DriveSource, name) for name in _given(given, "losers", list, [])),
        waiting_for=tuple(_member(DriveSource, name) for name in _given(given, "waiting_for", list, [])),
        lease_left_s=_perhaps(given, "lease_left_s") or 0.0,
        cap=_velocity_of(_given(given, "cap", dict, {})),
        level=_member(LinkLevel, given.get("link", "lost")),
        watchdog=_member(WatchdogReadiness, given.get("watchdog", "starting")),
        owed=_given(given, "owed", bool, False),
        unobeyed=_given(given, "unobeyed", bool, False),
        clear_again=_given(given, "clear_again", bool, False),
        connected=_given(given, "connected", bool, False),
        subscribers=_given(given, "subscribers", int, 0),
        subscriber_names=_texts(given, "subscriber_names"),
        missed=_texts(given, "missed"),
        onlookers=_texts(given, "onlookers"),
        round_trip_s=_perhaps(given, "round_trip_s"),
        others_advertising=_texts(given, "others_advertising"),
        others_sending=_texts(given, "others_sending"),
        measured=_velocity_of(_given(given, "measured", dict, {})) if given.get("measured") is not None else None,
        pads=tuple(_pad_of(pad) for pad in _given(given, "pads", list, [])),
        setup=parse_setup_report(_given(given, "setup", dict, {})) if given.get("setup") is not None else None,
        unread=_given(given, "unread", int, 0),
        log_trouble=_given(given, "log_trouble", str, ""),
        log_dropped=_given(given, "log_dropped", int, 0),
    )


# formatting


def _velocity(velocity: Velocity) -> dict[str, Any]:
    return {"v": _finite(velocity.linear_m_s), "w": _finite(velocity.angular_rad_s)}


def _finite(value: float | None, digits: int = 6) -> float | None:
    return round(value, digits) if value is not None and math.isfinite(value) else None


def _reason(reason: Reason | None) -> dict[str, str] | None:
    return None if reason is None else {"name": reason.name.lower(), "words": reason.text, "tip": reason.tip}


def _names(names: Sequence[str], most: int = MAX_NAMES) -> tuple[str, ...]:
    return tuple(_cut(name, MAX_NAME_BYTES) for name in names[:most])


# the same names are in report after report
@functools.lru_cache(maxsize=256)
def _cut(text: str, longest: int) -> str:
    """Return the start of an untrusted text, printable and of at most `longest` bytes."""
    plain = "".join(c if c.isprintable() and c not in '"\\' else "?" for c in text[:longest])
    return plain.encode("utf-8", "replace")[:longest].decode("utf-8", "ignore")


def _cut_pad(pad: PadReport, most_axes: int) -> PadReport:
    axes = tuple((_cut(name, MAX_AXIS_NAME_BYTES), value) for name, value in pad.axes[:most_axes])
    return PadReport(_cut(pad.name, MAX_NAME_BYTES), axes, pad.drives, pad.number, pad.taught)


# parsing


def _given(given: Mapping[str, Any], key: str, kind: type[Any], default: Any, *, none: bool = False) -> Any:
    value = given.get(key, default)
    if none and value is None:
        return default
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise LineError(LineWording.ANOTHER_KIND(key=key))
    return value


def _perhaps(given: Mapping[str, Any], key: str) -> float | None:
    return None if given.get(key) is None else finite_number(given, key)


def _velocity_of(given: Mapping[str, Any]) -> Velocity:
    # null stands for a number that was not finite
    v, w = (finite_number(given, key) if given.get(key, 0.0) is not None else math.nan for key in ("v", "w"))
    return Velocity(v, w)


def _texts(given: Mapping[str, Any], key: str) -> tuple[str, ...]:
    texts = _given(given, key, list, [])
    if not all(isinstance(text, str) for text in texts):
        raise LineError(LineWording.NO_TEXT(key=key))
    return tuple(texts)


def _value_of(kind: type[_Enum], value: object) -> _Enum:
    try:
        return kind(value)
    except ValueError as error:
        raise LineError(LineWording.NO_MEMBER(kind=_ENUM_NAMES[kind], name=str(value)[:40])) from error


def _member(kind: type[_Enum], name: object) -> _Enum:
    found = kind.__members__.get(name.upper()) if isinstance(name, str) else None
    if found is None:
        raise LineError(LineWording.NO_MEMBER(kind=_ENUM_NAMES[kind], name=str(name)[:40]))
    return found


def _perhaps_named(kind: type[_Enum], given: Mapping[str, Any], key: str) -> _Enum | None:
    value = given.get(key)
    name = value.get("name") if isinstance(value, dict) else value
    return None if value is None else _member(kind, name)


def _pad_of(given: object) -> PadReport:
    if not isinstance(given, dict):
        raise LineError(LineWording.PAD_NO_OBJECT())
    axes = _given(given, "axes", dict, {})
    return PadReport(
        _given(given, "name", str, ""),
        tuple((name, _perhaps(axes, name)) for name in axes),
        _given(given, "drives", bool, False),
        _given(given, "number", int, 0),
        _given(given, "taught", bool, False),
    )


def report_text(told: DriveReport) -> str:
    """Format a report; what matters most stands first, what may be cut off last."""
    parts = [_STAGE_TEXTS[told.stage], f"{told.command.linear_m_s:+.2f} m/s {told.command.angular_rad_s:+.2f} rad/s"]
    if told.owed:
        parts.append(DriveWording.MAY_BE_MOVING())
    if told.stage in _WATCHED and told.watchdog is not WatchdogReadiness.READY:
        parts.append(DriveWording.NO_WATCHDOG())
    if told.log_trouble:
        parts.append(DriveWording.NOTHING_LOGGED(trouble=told.log_trouble))
    elif told.log_dropped:
        parts.append(DriveWording.LOG_LOST(count=told.log_dropped))
    parts.append(f"link {_LEVELS[told.level]}" + _milliseconds(told.round_trip_s))
    parts.append(DriveWording.NOBODY_TAKES() if not told.subscribers else DriveWording.TAKING(count=told.subscribers))
    if told.others_sending:
        parts.append(DriveWording.ALSO_SENDING(names=", ".join(told.others_sending)))
    if told.refusal is not None:
        parts.append(DriveWording.NOT_ARMED(reason=told.refusal.text, tip=told.refusal.tip).rstrip())
    elif told.reason is not None and told.stage is not Stage.ARMED:
        parts.append(DriveWording.BECAUSE(reason=_reason_text(told.reason, told.about), tip=told.reason.tip).rstrip())
    elif told.reason is not None and told.reason.effect is Effect.ZERO and told.waiting_for:
        parts.append(DriveWording.STOPPED(reason=_reason_text(told.reason, told.about)))
    return " | ".join(parts)


def _reason_text(reason: Reason, about: tuple[str, ...]) -> str:
    return DriveWording.REASON_ABOUT(reason=reason.text, about=", ".join(about)) if about else reason.text


def _milliseconds(round_trip_s: float | None) -> str:
    return "" if round_trip_s is None else f" {round_trip_s * 1000:.0f} ms"
