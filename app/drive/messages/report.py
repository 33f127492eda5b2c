"""Reports of the drive process, as JSON lines at 20 Hz and at every change. Pure.

A line is never longer than `lines.MAX_LINE`: names that come from a network are cut, and of too many names only the
first are told.
"""

from __future__ import annotations

import enum
import functools
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, TypedDict, TypeVar

import msgspec
from msgspec import UNSET, UnsetType
from typing_extensions import Unpack

from app.config.profile import MAX_FREE_AXES
from app.drive.control.following import FollowFault
from app.drive.control.odometry_delay import OdometryDelay
from app.drive.control.values import (
    ZERO,
    DriveLink,
    DriveSource,
    EstopState,
    LinkLevel,
    Outcome,
    OutgoingCommand,
    Reason,
    Stage,
    Velocity,
    WatchdogReadiness,
)
from app.drive.messages.lines import MAX_LINE, LineError, cut_text, decode_line, encode_struct
from app.drive.messages.pad_setup_report import SetupLine, SetupReport, setup_line, setup_report
from app.wording.drive import LineWording
from protocols.sentence import SaidLine, Sentence, said_text

# the lengths of lists: a robot with more entries has a fault that shows in the first ones
MAX_NAMES: Final = 6
MAX_FEW_NAMES: Final = 3
MAX_PADS: Final = 4
# as many as a hand marks while the window stands still
MAX_MARKS: Final = 3
MAX_AXES: Final = 8
MAX_NAME_BYTES: Final = 36
# of a name that is longer: as much of its end as the numbers that Teledeck's own names end with
_NAME_END_BYTES: Final = 21
_CUT: Final = "..."
MAX_AXIS_NAME_BYTES: Final = 14
MAX_TROUBLE_BYTES: Final = 130
MAX_PAD_TROUBLE_BYTES: Final = 240

_Enum = TypeVar("_Enum", bound=enum.Enum)

# as errors name them
_ENUM_NAMES: Final[Mapping[type[enum.Enum], str]] = {
    Reason: "reason",
    DriveSource: "source",
    LinkLevel: "linklevel",
}


@dataclass(frozen=True, slots=True)
class PadReport:
    """A pad in a report.

    Attributes:
        axes: names and positions as driving reads them, -1 to 1; None for an axis that has not reported yet.
        drives: whether this is the pad that can drive.
        number: the number by which the pad is set up.
        taught: whether the pad was set up here.
        numbers: the positions of the device's axes, by their numbers; only of the first pad, as `inputs`.
        inputs: which inputs of the device SDL's names are, as in a mapping string: “lefty:a1~,a:b0”.
        trouble: why the pad can't drive; empty where it can.
    """

    name: str
    axes: tuple[tuple[str, float | None], ...] = ()
    drives: bool = False
    number: int = 0
    taught: bool = False
    numbers: tuple[float | None, ...] = ()
    inputs: str = ""
    trouble: str = ""


@dataclass(frozen=True, slots=True)
class DriveReport:
    """A report of the drive process. Attributes that `Outcome` and `DriveLink` have by the same name mean the same.

    Attributes:
        at_s: the time of the report, by the clock that `t` of set-points goes by.
        sent, sent_at_s, sent_number: the last command that was written, None before there was one.
        setup: the progress of setting up a pad; None while no pad is set up.
        subscribers: the number of nodes that take our commands; `subscriber_names` has the first of their names.
        unheard, hanging, lagging: the first of those names, and of these three only the first that has any.
        log_trouble: why the audit log can't be written now; empty where it can.
        log_dropped: how many entries of the audit log were lost so far.
        speed: the share of the limits that the operator allows; by steps it may differ from what lines asked for.
        speed_asked: the share that lines asked for last.
        stops: how often STOP was pressed on what this process reads itself, such as a pad, since it began.
        marked_at_s: when the operator marked the moment on a pad, by the clock of `at_s`: the newest times, the last of
            all at the end; none while a pad is set up.
        past: the number of the look into the past that views show, as this process was told; negative before it was.
        returns: how often somebody asked to drive meanwhile, on what this process reads itself, since it began.
        own_name: the name of this process on the topic as others see it; empty where they don't, or not yet.
        not_following: how the robot does not follow its commands; None where it does, or that is not known.
        odometry_delay: how long commands take to show in the odometry; None where that is not known.
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
    unheard: tuple[str, ...] = ()
    hanging: tuple[str, ...] = ()
    lagging: tuple[str, ...] = ()
    round_trip_s: float | None = None
    others_advertising: tuple[str, ...] = ()
    others_sending: tuple[str, ...] = ()
    measured: Velocity | None = None
    pads: tuple[PadReport, ...] = ()
    setup: SetupReport | None = None
    unread: int = 0
    log_trouble: str = ""
    log_dropped: int = 0
    speed: float = 1.0
    speed_asked: float = 1.0
    stops: int = 0
    marked_at_s: tuple[float, ...] = ()
    past: int = 0
    returns: int = 0
    idle_left_s: float | None = None
    own_name: str = ""
    estop: EstopState = EstopState.NONE
    not_following: FollowFault | None = None
    odometry_delay: OdometryDelay | None = None


class OwnFacts(TypedDict, total=False):
    """Facts that the loop itself knows of a step, by the names of the report."""

    pads: Sequence[PadReport]
    setup: SetupReport | None
    log_trouble: str
    log_dropped: int
    speed: float
    speed_asked: float
    stops: int
    own_name: str
    not_following: FollowFault | None
    odometry_delay: OdometryDelay | None
    marked_at_s: Sequence[float]
    past: int
    returns: int


def make_report(
    outcome: Outcome,
    link: DriveLink,
    now: float,
    sent: tuple[OutgoingCommand, float] | None = None,
    **own: Unpack[OwnFacts],
) -> DriveReport:
    """Make the report of a step; `sent` is the last command and when it was written."""
    told = DriveReport(
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
        # a line has no room for all, and the next is told when the first is there
        unheard=_names(link.unheard, 1),
        hanging=() if link.unheard else _names(outcome.hanging, 1),
        lagging=() if link.unheard or outcome.hanging else _names(outcome.lagging, 1),
        round_trip_s=link.round_trip_s,
        others_advertising=_names(link.others_advertising),
        others_sending=_names(link.others_sending),
        measured=link.measured,
        unread=link.unread,
        idle_left_s=outcome.idle_left_s,
        estop=link.estop,
        **_bounded(own),
    )
    return told if told.setup is None else _beside_setup(told)


def _bounded(own: OwnFacts) -> dict[str, Any]:
    """Return what the loop knows, of which a line has room for no more."""
    pads = own.get("pads", ())[:MAX_PADS]
    return {
        **own,
        "pads": tuple(_cut_pad(pad, MAX_AXES, is_first=not place) for place, pad in enumerate(pads)),
        "log_trouble": cut_text(own.get("log_trouble", ""), MAX_TROUBLE_BYTES),
        "marked_at_s": tuple(own.get("marked_at_s", ()))[-MAX_MARKS:],
        "own_name": report_name(own.get("own_name", "")),
    }


def _beside_setup(told: DriveReport) -> DriveReport:
    """Leave out what a line has no room for beside a pad that is set up: nothing is armed, nor marked, meanwhile."""
    return replace(
        told,
        # the axes of the pad are in `setup`
        pads=tuple(_cut_pad(pad, 0, is_first=not place) for place, pad in enumerate(told.pads)),
        log_trouble="",
        marked_at_s=(),
        not_following=None,
        odometry_delay=None,
    )


_Shares = Annotated[tuple[float | None, ...], msgspec.Meta(max_length=MAX_FREE_AXES)]


class _VelocityLine(msgspec.Struct):
    # null stands for a number that was not finite
    v: float | None = 0.0
    w: float | None = 0.0
    # left out where it is zero
    vy: float | UnsetType | None = UNSET
    steer: float | UnsetType | None = UNSET
    free: _Shares | UnsetType = UNSET


class _SentLine(_VelocityLine):
    t: float | None = None
    n: int = 0


class _ReasonLine(msgspec.Struct):
    name: str
    words: str = ""
    tip: str = ""


class _PadLine(msgspec.Struct):
    name: str = ""
    number: int = 0
    drives: bool = False
    taught: bool = False
    axes: dict[str, float | None] = {}
    # left out where there is none, or no room for them
    numbers: tuple[float | None, ...] | UnsetType = UNSET
    inputs: str | UnsetType = UNSET
    trouble: str | UnsetType = UNSET
    # the same for the window
    said: SaidLine | UnsetType = UNSET


class _ReportLine(msgspec.Struct):
    """A report as it stands in its line."""

    t: float
    state: Stage
    v: float | None = 0.0
    w: float | None = 0.0
    vy: float | UnsetType | None = UNSET
    steer: float | UnsetType | None = UNSET
    free: _Shares | UnsetType = UNSET
    sent: _SentLine | None = None
    reason: _ReasonLine | None = None
    refusal: _ReasonLine | None = None
    about: tuple[str, ...] = ()
    driver: str | None = None
    losers: tuple[str, ...] = ()
    waiting_for: tuple[str, ...] = ()
    lease_left_s: float | None = 0.0
    cap: _VelocityLine = msgspec.field(default_factory=_VelocityLine)
    link: str = "lost"
    watchdog: WatchdogReadiness = WatchdogReadiness.STARTING
    owed: bool = False
    unobeyed: bool = False
    clear_again: bool = False
    connected: bool = False
    subscribers: int = 0
    subscriber_names: tuple[str, ...] = ()
    missed: tuple[str, ...] = ()
    onlookers: tuple[str, ...] = ()
    # left out where there are none
    unheard: tuple[str, ...] | UnsetType = UNSET
    hanging: tuple[str, ...] | UnsetType = UNSET
    lagging: tuple[str, ...] | UnsetType = UNSET
    round_trip_s: float | None = None
    others_advertising: tuple[str, ...] = ()
    others_sending: tuple[str, ...] = ()
    measured: _VelocityLine | None = None
    pads: tuple[_PadLine, ...] = ()
    setup: SetupLine | None = None
    unread: int = 0
    log_trouble: str = ""
    log_said: SaidLine | UnsetType = UNSET
    log_dropped: int = 0
    speed: float = 1.0
    speed_asked: float = 1.0
    stops: int = 0
    # left out where there were none
    marked_at_s: tuple[float | None, ...] | UnsetType = UNSET
    past: int | UnsetType = UNSET
    returns: int | UnsetType = UNSET
    # left out where it is not soon over
    idle_left_s: float | UnsetType | None = UNSET
    own_name: str = ""
    estop: EstopState = EstopState.NONE
    # left out where nothing is known
    not_following: FollowFault | UnsetType = UNSET
    odometry_delay: OdometryDelay | UnsetType = UNSET


# what stands in a line as in a report
_SAME: Final = (
    *("about", "watchdog", "owed", "unobeyed", "clear_again", "connected", "subscribers", "subscriber_names"),
    *("missed", "onlookers", "others_advertising", "others_sending", "unread", "log_dropped"),
    *("speed", "speed_asked", "stops", "own_name", "estop"),
)


def format_report(told: DriveReport) -> bytes:
    """Format a report as a line, with its end. A number that is not finite becomes null."""
    sent = told.sent
    line = _ReportLine(
        # without a time it is refused by whoever reads it
        t=_finite(told.at_s),  # type: ignore[arg-type]
        state=told.stage,
        **_numbers(told.command),
        sent=None if sent is None else _SentLine(**_numbers(sent), t=_finite(told.sent_at_s), n=told.sent_number),
        reason=_reason_line(told.reason),
        refusal=_reason_line(told.refusal),
        driver=None if told.driver is None else told.driver.name.lower(),
        losers=tuple(source.name.lower() for source in told.losers),
        waiting_for=tuple(source.name.lower() for source in told.waiting_for),
        lease_left_s=_finite(told.lease_left_s),
        cap=_velocity_line(told.cap),
        link=told.level.name.lower(),
        unheard=told.unheard or UNSET,
        hanging=told.hanging or UNSET,
        lagging=told.lagging or UNSET,
        round_trip_s=_finite(told.round_trip_s),
        measured=None if told.measured is None else _velocity_line(told.measured),
        pads=tuple(map(_pad_line, told.pads)),
        setup=None if told.setup is None else setup_line(told.setup),
        marked_at_s=tuple(_finite(at_s, 3) for at_s in told.marked_at_s) or UNSET,
        past=told.past or UNSET,
        returns=told.returns or UNSET,
        idle_left_s=UNSET if told.idle_left_s is None else _finite(told.idle_left_s, 1),
        not_following=told.not_following or UNSET,
        odometry_delay=told.odometry_delay or UNSET,
        log_trouble=str(told.log_trouble),
        log_said=_said(told.log_trouble),
        **{name: getattr(told, name) for name in _SAME},
    )
    return _fitting(line)


def _fitting(line: _ReportLine) -> bytes:
    """Encode a report; of one that is too long, what matters least is left out."""
    data = encode_struct(line)
    if len(data) > MAX_LINE:
        for pad in line.pads:
            pad.numbers = pad.inputs = pad.trouble = pad.said = UNSET
        # the plain text stays
        line.log_said = UNSET
        data = encode_struct(line)
    if line.setup is None or len(data) <= MAX_LINE:
        return data
    # plain texts are shorter than sentences, and still say which input has which role
    plain = tuple((str(role), str(what)) for role, what in line.setup.found)
    for part, rest in (("found", plain), ("found", ()), ("tip", "")):
        if len(data) > MAX_LINE:
            setattr(line.setup, part, rest)
            data = encode_struct(line)
    return data


def _pad_line(pad: PadReport) -> _PadLine:
    return _PadLine(
        pad.name,
        pad.number,
        pad.drives,
        pad.taught,
        {name: _finite(value, 3) for name, value in pad.axes},
        numbers=tuple(_finite(value, 3) for value in pad.numbers) or UNSET,
        inputs=pad.inputs or UNSET,
        trouble=str(pad.trouble) or UNSET,
        said=_said(pad.trouble),
    )


def _pad_report(line: _PadLine) -> PadReport:
    return PadReport(
        line.name,
        tuple(line.axes.items()),
        line.drives,
        line.number,
        line.taught,
        numbers=line.numbers or (),
        inputs=line.inputs or "",
        trouble=said_text(line.said, line.trouble or ""),
    )


def parse_report(data: bytes) -> DriveReport:
    """Parse a line to a report. Raises LineError: the other end of a pipe is another program."""
    line = decode_line(data, _ReportLine)
    return DriveReport(
        at_s=line.t,
        stage=line.state,
        command=_velocity(line),
        sent=None if line.sent is None else _velocity(line.sent),
        sent_at_s=None if line.sent is None else line.sent.t,
        sent_number=0 if line.sent is None else line.sent.n,
        reason=None if line.reason is None else _member(Reason, line.reason.name),
        refusal=None if line.refusal is None else _member(Reason, line.refusal.name),
        driver=None if line.driver is None else _member(DriveSource, line.driver),
        losers=tuple(_member(DriveSource, name) for name in line.losers),
        waiting_for=tuple(_member(DriveSource, name) for name in line.waiting_for),
        lease_left_s=line.lease_left_s or 0.0,
        cap=_velocity(line.cap),
        level=_member(LinkLevel, line.link),
        unheard=line.unheard or (),
        hanging=line.hanging or (),
        lagging=line.lagging or (),
        round_trip_s=line.round_trip_s,
        measured=None if line.measured is None else _velocity(line.measured),
        pads=tuple(map(_pad_report, line.pads)),
        setup=None if line.setup is None else setup_report(line.setup),
        marked_at_s=tuple(at_s for at_s in line.marked_at_s or () if at_s is not None),
        past=line.past or 0,
        returns=line.returns or 0,
        idle_left_s=None if line.idle_left_s is UNSET else line.idle_left_s,
        not_following=None if line.not_following is UNSET else line.not_following,
        odometry_delay=None if line.odometry_delay is UNSET else line.odometry_delay,
        log_trouble=said_text(line.log_said, line.log_trouble),
        **{name: getattr(line, name) for name in _SAME},
    )


def _velocity_line(velocity: Velocity) -> _VelocityLine:
    return _VelocityLine(**_numbers(velocity))


def _numbers(velocity: Velocity) -> dict[str, Any]:
    """The numbers of a velocity by their keys; those that most robots don't have only where they are not zero."""
    more = {"vy": velocity.lateral_m_s, "steer": velocity.steering_rad}
    told = {"v": velocity.linear_m_s, "w": velocity.angular_rad_s} | {key: more[key] for key in more if more[key]}
    free = {"free": tuple(_finite(share, 3) for share in velocity.free)} if any(velocity.free) else {}
    return {key: _finite(number) for key, number in told.items()} | free


def _velocity(line: _VelocityLine | _ReportLine) -> Velocity:
    told = line.v, line.w, line.vy, line.steer
    free = tuple(math.nan if number is None else number for number in line.free or ())
    v, w, vy, steer = (math.nan if number is None else 0.0 if number is UNSET else number for number in told)
    return Velocity(v, w, vy, steer, free)


def _finite(value: float | None, digits: int = 6) -> float | None:
    return round(value, digits) if value is not None and math.isfinite(value) else None


def _reason_line(reason: Reason | None) -> _ReasonLine | None:
    return None if reason is None else _ReasonLine(reason.name.lower(), str(reason.text), str(reason.tip))


def _said(text: str) -> SaidLine | UnsetType:
    # other programs read the text
    return text if isinstance(text, Sentence) else UNSET


def _member(kind: type[_Enum], name: str) -> _Enum:
    found = kind.__members__.get(name.upper())
    if found is None:
        raise LineError(LineWording.NO_MEMBER(kind=_ENUM_NAMES[kind], name=name[:40]))
    return found


def _names(names: Sequence[str], most: int = MAX_NAMES) -> tuple[str, ...]:
    return tuple(report_name(name) for name in names[:most])


@functools.lru_cache(maxsize=256)
def report_name(name: str) -> str:
    """Return an untrusted name as reports have it: cut in its middle, for long names of one robot begin alike."""
    if len(name.encode("utf-8", "replace")) <= MAX_NAME_BYTES:
        return _cut(name, MAX_NAME_BYTES)
    end = _cut(name[: -_NAME_END_BYTES - 1 : -1], _NAME_END_BYTES)[::-1]
    return f"{_cut(name, MAX_NAME_BYTES - _NAME_END_BYTES - len(_CUT))}{_CUT}{end}"


# the same names are in report after report
_cut = functools.lru_cache(maxsize=256)(cut_text)


def _cut_pad(pad: PadReport, most_axes: int, *, is_first: bool) -> PadReport:
    axes = tuple((_cut(name, MAX_AXIS_NAME_BYTES), value) for name, value in pad.axes[:most_axes])
    return replace(
        pad,
        name=_cut(pad.name, MAX_NAME_BYTES),
        axes=axes,
        # the one that drives, or would
        numbers=pad.numbers[:most_axes] if is_first else (),
        inputs=pad.inputs if is_first and most_axes else "",
        trouble=cut_text(pad.trouble, MAX_PAD_TROUBLE_BYTES) if most_axes else "",
    )
