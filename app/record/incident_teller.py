"""The telling of an incident: makes its story of what our own channels of a recording note."""

from __future__ import annotations

import itertools
import json
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, Generic, TypeVar

import msgspec

from app.model.marks import MAX_MARKS, TimeMark, joined_marks, noted_mark
from app.record.box import BoxFiles, BoxMessage
from app.record.channels import OWN
from app.record.incident_story import (
    MAX_TEXT,
    Event,
    Motion,
    Nearest,
    OwnLogLine,
    Sample,
    Story,
    Weight,
    Who,
    shortened,
    stop_code,
)
from app.record.mcap_fields import RecordingError
from app.record.recording import SegmentChannel
from app.wording import Catalogue, sentence_of
from app.wording.drive import DriveWording
from app.wording.incident_page import IncidentStoryWording

# what is further from the incident is not told
SPAN_NS: Final = 300_000_000_000
MAX_EVENTS: Final = 400
MAX_LOG: Final = 200
# points of a figure, and marks in it
MAX_POINTS: Final = 6_000
# a command that changes by less is the same in words
_SAME_COMMAND: Final = 0.03
# commands are told no more often
_SAME_NS: Final = 1_000_000_000

_T = TypeVar("_T")


def read_story(files: BoxFiles, time_ns: int) -> Story:
    """Read the story of the incident at a time; damage ends it, and is said."""
    start = max(min((segment.start_ns for segment in files.segments if segment.chunks), default=time_ns), 0)
    end = max((segment.end_ns for segment in files.segments), default=time_ns)
    start, end = max(start, time_ns - SPAN_NS), min(end, time_ns + SPAN_NS)
    start, end = min(start, time_ns), max(end, time_ns)
    story = Story(
        start,
        end,
        Nearest(MAX_EVENTS, time_ns, lambda event: event.time_ns),
        Nearest(MAX_LOG, time_ns, lambda line: line.time_ns),
        Nearest(MAX_POINTS, time_ns, lambda sample: sample.time_ns),
        Nearest(MAX_POINTS, time_ns, lambda point: point[0]),
        Nearest(MAX_LOG, time_ns, lambda mark: mark[0]),
    )
    teller = _Teller(story)
    try:
        for found in _own_messages(files, start, end + 1):
            teller.take(found.channel.topic.removeprefix(OWN), found.message.time_ns, bytes(found.message.payload))
    except (RecordingError, OSError) as error:
        story.fault = sentence_of(error)
    teller.end()
    return story


def is_own(channel: SegmentChannel) -> bool:
    """Whether a channel tells of our own side."""
    return channel.topic.startswith(OWN) and channel.message_encoding == "json"


def _own_messages(files: BoxFiles, start_ns: int, end_ns: int) -> Iterator[BoxMessage]:
    """Yield our own messages, as states what was said before the time first."""
    before = files.said_last(start_ns - 1, is_own) if start_ns else []
    states = (found for found in before if found.channel.topic.removeprefix(OWN) in _STATES)
    return itertools.chain(states, files.messages(start_ns, end_ns, is_own))


# as our own channels have them

_Reason = tuple[str, str, str]


class _Pad(msgspec.Struct, frozen=True):
    name: str = ""
    trouble: str = ""


class _Report(msgspec.Struct):
    stage: str = ""
    command: Motion = Motion()
    reason: _Reason | None = None
    refusal: _Reason | None = None
    driver: int | None = None
    about: tuple[str, ...] = ()
    level: int = 3
    watchdog: str = ""
    owed: bool = False
    others_sending: tuple[str, ...] = ()
    round_trip_s: float | None = None
    measured: Motion | None = None
    pads: tuple[_Pad, ...] = ()
    log_trouble: str = ""
    estop: str = "none"
    not_following: str | None = None


class _Status(msgspec.Struct, frozen=True):
    state: str = ""
    reason: str = ""


class _Quality(msgspec.Struct):
    round_trip_s: float | None = None


class _Alert(msgspec.Struct):
    key: str = ""
    severity: int = 0
    source: str = ""
    text: str = ""
    count: int = 1


class _LogEntry(msgspec.Struct):
    level: str = ""
    logger: str = ""
    text: str = ""


class _Step(msgspec.Struct):
    step_s: float = 0.0


class _Lost(msgspec.Struct):
    messages: int = 0


class _Entry(msgspec.Struct):
    """An entry of the audit log of driving, which knows times better than reports."""

    stop: str = ""
    effect: str = ""
    words: str = ""


class _Window(msgspec.Struct):
    frozen: bool = False
    freezes: int = 0
    last_s: float = 0.0


class _Noted(msgspec.Struct, Generic[_T]):
    value: _T


_Connections = list[tuple[str, _Status, _Quality | None]]

# what is noted whenever it changes, and holds until then
_STATES: Final = frozenset({"about", "alerts", "connections", "drive", "dropped", "parameters", "unrecorded", "window"})
# what the page says of the program
_ABOUT: Final = ("version", "system", "profile", "layout")
# more changed parameters are not named
_MAX_PARAMETERS: Final = 6
_STAGES: Final[Mapping[str, Catalogue]] = {
    "disarmed": DriveWording.STAGE_DISARMED,
    "arming": DriveWording.STAGE_ARMING,
    "armed": DriveWording.STAGE_ARMED,
    "stopping": DriveWording.STAGE_STOPPING,
    "stopped": DriveWording.STAGE_STOPPED,
}
_SOURCES: Final[Mapping[int, Catalogue]] = {
    1: IncidentStoryWording.SOURCE_PAD,
    2: IncidentStoryWording.SOURCE_KEYBOARD,
    3: IncidentStoryWording.SOURCE_SCREEN,
    4: IncidentStoryWording.SOURCE_LINES,
}
_LEVELS: Final[tuple[tuple[Catalogue, Catalogue, Weight], ...]] = (
    (DriveWording.LINK_GOOD, DriveWording.LINK_GOOD_IN, Weight.GOOD),
    (DriveWording.LINK_SLOW, DriveWording.LINK_SLOW_IN, Weight.WARNING),
    (DriveWording.LINK_POOR, DriveWording.LINK_POOR_IN, Weight.WARNING),
    (DriveWording.LINK_LOST, DriveWording.LINK_LOST_IN, Weight.STOP),
)
_ESTOPS: Final[Mapping[str, tuple[Catalogue, Weight]]] = {
    "pressed": (DriveWording.ESTOP_PRESSED, Weight.STOP),
    "released": (DriveWording.ESTOP_RELEASED, Weight.GOOD),
    **dict.fromkeys(("unheard", "silent", "unreadable"), (DriveWording.ESTOP_UNKNOWN, Weight.WARNING)),
}
_FOLLOWS: Final[Mapping[str, Catalogue]] = {
    "stands": DriveWording.ROBOT_STANDS,
    "backwards": DriveWording.ROBOT_BACKWARDS,
    "slow": DriveWording.ROBOT_SLOW,
    "fast": DriveWording.ROBOT_FAST,
}
_STATES_OF_LINKS: Final[Mapping[str, tuple[Catalogue, Weight]]] = {
    "connecting": (IncidentStoryWording.STATE_CONNECTING, Weight.PLAIN),
    "connected": (IncidentStoryWording.STATE_CONNECTED, Weight.GOOD),
    "stale": (IncidentStoryWording.STATE_STALE, Weight.WARNING),
    "lost": (IncidentStoryWording.STATE_LOST, Weight.STOP),
    "refused": (IncidentStoryWording.STATE_REFUSED, Weight.STOP),
    "closed": (IncidentStoryWording.STATE_CLOSED, Weight.PLAIN),
}
_SEVERITIES: Final = (Weight.PLAIN, Weight.WARNING, Weight.STOP)

# who was the cause of a stop, by the names of reasons; all others are of the computer and of Teledeck
REASONS_OF: Final[Mapping[Who, frozenset[str]]] = {
    Who.OPERATOR: frozenset(
        ("RELEASED", "BY_OPERATOR", "EXIT", "ROBOT_CHANGED", "TOPIC_CHANGED", "STOP", "IDLE", "PROFILE_CHANGED")
    )
    | {"SOURCE_CHANGED", "UNFOCUSED", "MINIMISED", "PANEL_CLOSED"},
    Who.LINK: frozenset(("LINK_LOST", "LINK_SILENT", "RECONNECTED", "SUBSCRIBER_LEFT", "SUBSCRIBER_GONE", "NEWCOMER")),
    Who.ROBOT: frozenset(["ESTOP_PRESSED", "NOT_OBEYED", "UNREAD"]),
    Who.PAD: frozenset({"PAD_GONE"}),
}


def source_words(driver: int | None) -> str:
    """Return who drives in words, as the beginning of a sentence."""
    return _SOURCES.get(driver or 0, IncidentStoryWording.SOURCE_LINES)()


def stage_words(stage: str) -> str:
    """Return a stage in words; one of another version as it stands."""
    code = _STAGES.get(stage)
    return shortened(stage, 40) if code is None else code()


def _reason_words(reason: _Reason) -> str:
    code = stop_code(reason[1])
    return shortened(reason[1]) if code is None else code()


def _who_caused(reason: _Reason | None) -> Who:
    code = stop_code(reason[1]) if reason is not None else None
    name = code.name if code is not None else ""
    return next((who for who, names in REASONS_OF.items() if name in names), Who.TELEDECK)


class _Teller:
    """Makes events of what has changed from one message of a channel to the next."""

    def __init__(self, story: Story) -> None:
        self._story = story
        self._drive: _Report | None = None
        self._links: dict[str, _Status] = {}
        self._alerts: dict[str, _Alert] = {}
        self._lost: int | None = None
        self._window = _Window()
        self._parameters: dict[str, Any] | None = None
        self._unrecorded: dict[tuple[str, str], str] = {}
        self._marks: deque[TimeMark] = deque(maxlen=4 * MAX_MARKS)
        # the last command that was told in words, and when
        self._commanded = Motion(), 0
        self._take: Mapping[str, tuple[Any, Callable[[int, Any], None]]] = {
            "drive": (_Noted[_Report | None], lambda at, told: self._take_drive(at, told.value)),
            "connections": (_Noted[_Connections], lambda at, told: self._take_links(at, told.value)),
            "alerts": (_Noted[list[_Alert]], lambda at, told: self._take_alerts(at, told.value)),
            "log": (_LogEntry, self._take_log),
            "about": (dict[str, Any], lambda _, told: self._take_about(told)),
            "clock": (_Step, self._take_step),
            "dropped": (_Lost, self._take_lost),
            "sent": (dict[str, Any], self._take_sent),
            "drive/audit": (_Entry, self._take_entry),
            "window": (_Window, self._take_window),
            "parameters": (dict[str, Any], self._take_parameters),
            "unrecorded": (dict[str, dict[str, str]], self._take_unrecorded),
        }

    def take(self, name: str, time_ns: int, payload: bytes) -> None:
        """Take a message of one of our own channels."""
        known = self._take.get(name)
        if name == "pad":
            # the report of driving tells of pads, too
            return
        try:
            if name == "marks":
                self._marks.append(noted_mark(payload, time_ns))
            elif known is None:
                value = msgspec.json.decode(payload)
                self._tell(time_ns, Who.TELEDECK, IncidentStoryWording.OTHER(channel=name, text=_plain(value)))
            else:
                known[1](time_ns, msgspec.json.decode(payload, type=known[0]))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            self._story.unreadable += 1

    def end(self) -> None:
        """Tell what is known when all was read: marks with the words that they got later."""
        story = self._story
        inside = (mark for mark in joined_marks(self._marks) if story.start_ns <= mark.time_ns <= story.end_ns)
        for mark in inside:
            story.marks.add((mark.time_ns, mark.words))
            said = IncidentStoryWording.MARK(text=mark.words) if mark.words else IncidentStoryWording.MARK_PLAIN()
            self._tell(mark.time_ns, Who.OPERATOR, said)

    def _tell(self, time_ns: int, who: Who, text: str, weight: Weight = Weight.PLAIN) -> None:
        # what held before the time is the state from which changes are told
        if time_ns >= self._story.start_ns:
            self._story.events.add(Event(time_ns, who, text, weight))

    # driving

    def _take_drive(self, at: int, told: _Report | None) -> None:
        before, self._drive = self._drive, told
        if told is None:
            if before is not None:
                self._tell(at, Who.TELEDECK, IncidentStoryWording.NO_REPORT(), Weight.WARNING)
            return
        self._story.samples.add(Sample(at, told.stage, told.driver, told.command, told.measured, told.round_trip_s))
        is_first = before is None
        before = before or _Report(stage=told.stage, level=told.level, estop=told.estop, watchdog=told.watchdog)
        self._tell_stage(at, before, told)
        self._tell_motion(at, before, told)
        self._tell_link(at, before, told, is_first=is_first)
        self._tell_robot(at, before, told)
        self._tell_pads(at, before, told, is_first=is_first)
        self._tell_process(at, before, told)

    def _tell_stage(self, at: int, before: _Report, told: _Report) -> None:
        if told.stage != before.stage:
            stage = stage_words(told.stage)
            if told.stage in ("armed", "arming") or told.reason is None:
                weight = Weight.GOOD if told.stage == "armed" else Weight.PLAIN
                self._tell(at, Who.OPERATOR, IncidentStoryWording.STAGE(stage=stage), weight)
            else:
                reason = _reason_words(told.reason)
                if told.about:
                    reason = DriveWording.REASON_ABOUT(reason=reason, about=_names(told.about))
                text = IncidentStoryWording.STAGE_BY(stage=stage, reason=reason)
                weight = Weight.STOP if told.stage in ("stopped", "stopping") else Weight.WARNING
                self._tell(at, _who_caused(told.reason), text, weight)
        elif told.reason is not None and told.reason != before.reason and told.reason[0] == "zero":
            self._tell(at, _who_caused(told.reason), _reason_words(told.reason))
        if told.refusal is not None and told.refusal != before.refusal:
            text = IncidentStoryWording.REFUSED(reason=_reason_words(told.refusal))
            self._tell(at, Who.TELEDECK, text, Weight.WARNING)

    def _tell_motion(self, at: int, before: _Report, told: _Report) -> None:
        who = Who.PAD if told.driver == 1 else Who.OPERATOR
        if told.command.stands:
            if not before.command.stands:
                self._tell(at, Who.PAD if before.driver == 1 else Who.OPERATOR, IncidentStoryWording.LETS_GO())
        elif (_differ(told.command, self._commanded[0]) and at - self._commanded[1] >= _SAME_NS) or (
            told.driver != before.driver or before.command.stands
        ):
            self._commanded = told.command, at
            text = IncidentStoryWording.DRIVES(source=source_words(told.driver), command=told.command.words)
            self._tell(at, who, text)
        if told.measured is not None:
            moved = before.measured is not None and not before.measured.stands
            if moved == told.measured.stands:
                code = IncidentStoryWording.STANDS if moved else IncidentStoryWording.MOVES
                self._tell(at, Who.ROBOT, code())

    def _tell_link(self, at: int, before: _Report, told: _Report, *, is_first: bool) -> None:
        if (told.level != before.level or is_first) and 0 <= told.level < len(_LEVELS):
            plain, with_time, weight = _LEVELS[told.level]
            took = told.round_trip_s
            self._tell(at, Who.LINK, plain() if took is None else with_time(took_ms=took * 1000), weight)

    def _tell_robot(self, at: int, before: _Report, told: _Report) -> None:
        if told.owed != before.owed:
            if told.owed:
                self._tell(at, Who.ROBOT, DriveWording.MAY_BE_MOVING(), Weight.STOP)
            else:
                self._tell(at, Who.ROBOT, IncidentStoryWording.STOP_ARRIVED(), Weight.GOOD)
        if told.estop != before.estop and told.estop in _ESTOPS:
            code, weight = _ESTOPS[told.estop]
            self._tell(at, Who.ROBOT, code(), weight)
        follows = _FOLLOWS.get(told.not_following or "")
        if told.not_following != before.not_following and follows is not None:
            self._tell(at, Who.ROBOT, follows(), Weight.WARNING)
        if told.others_sending and told.others_sending != before.others_sending:
            text = DriveWording.ALSO_SENDING(names=_names(told.others_sending))
            self._tell(at, Who.ROBOT, text, Weight.WARNING)

    def _tell_pads(self, at: int, before: _Report, told: _Report, *, is_first: bool) -> None:
        were = {pad.name: pad for pad in before.pads}
        are = {pad.name: pad for pad in told.pads}
        for name in () if is_first else are.keys() - were.keys():
            self._tell(at, Who.PAD, IncidentStoryWording.PAD_CAME(name=shortened(name, 80)))
        for name in were.keys() - are.keys():
            self._tell(at, Who.PAD, IncidentStoryWording.PAD_WENT(name=shortened(name, 80)), Weight.WARNING)
        for name, pad in are.items():
            if pad.trouble and (name not in were or were[name].trouble != pad.trouble):
                said = IncidentStoryWording.PAD_TROUBLE(name=shortened(name, 80), trouble=shortened(pad.trouble))
                self._tell(at, Who.PAD, said, Weight.WARNING)

    def _tell_process(self, at: int, before: _Report, told: _Report) -> None:
        if told.watchdog != before.watchdog and told.watchdog in ("ready", "missing"):
            if told.watchdog == "ready":
                self._tell(at, Who.TELEDECK, IncidentStoryWording.WATCHDOG_READY())
            else:
                self._tell(at, Who.TELEDECK, IncidentStoryWording.WATCHDOG_MISSING(), Weight.WARNING)
        if told.log_trouble and told.log_trouble != before.log_trouble:
            text = DriveWording.NOTHING_LOGGED(trouble=shortened(told.log_trouble))
            self._tell(at, Who.TELEDECK, text, Weight.WARNING)

    # the others

    def _take_links(self, at: int, told: _Connections) -> None:
        before, self._links = self._links, {name: status for name, status, _ in told}
        took = [quality.round_trip_s for _, _, quality in told if quality is not None and quality.round_trip_s]
        if len(told) == 1 and took:
            # of several links nobody could tell whose time it is
            self._story.round_trips.add((at, took[0]))
        for name, status, _ in told:
            was = before.get(name)
            if was is None or was.state != status.state:
                code, weight = _STATES_OF_LINKS.get(status.state, (None, Weight.PLAIN))
                state = shortened(status.state, 40) if code is None else code()
                text = IncidentStoryWording.STATE(
                    connection=shortened(name, 80), state=state, reason=shortened(status.reason)
                )
                self._tell(at, Who.LINK, text, weight)
        for name in before.keys() - self._links.keys():
            self._tell(at, Who.LINK, IncidentStoryWording.CONNECTION_GONE(connection=shortened(name, 80)))

    def _take_alerts(self, at: int, told: list[_Alert]) -> None:
        before, self._alerts = self._alerts, {alert.key: alert for alert in told}
        for key, alert in self._alerts.items():
            was = before.get(key)
            if was is None or (was.text != alert.text or was.severity != alert.severity):
                text = IncidentStoryWording.ALERT(source=shortened(alert.source, 80), text=shortened(alert.text))
                self._tell(at, Who.TELEDECK, text, _SEVERITIES[min(max(alert.severity, 0), 2)])
        for key in before.keys() - self._alerts.keys():
            text = IncidentStoryWording.ALERT_OVER(text=shortened(before[key].text))
            self._tell(at, Who.TELEDECK, text, Weight.GOOD)

    def _take_log(self, at: int, told: _LogEntry) -> None:
        self._story.log.add(OwnLogLine(at, shortened(told.level, 20), shortened(told.logger, 80), shortened(told.text)))

    def _take_about(self, told: dict[str, Any]) -> None:
        profile = told.get("profile")
        facts = {**told, "profile": profile.get("name", "") if isinstance(profile, dict) else profile}
        known = {name: facts[name] for name in _ABOUT if facts.get(name)}
        self._story.about = {name: _plain(value, 120) for name, value in known.items()}

    def _take_sent(self, at: int, told: dict[str, Any]) -> None:
        rest = {name: value for name, value in told.items() if name not in ("command", "connection")}
        text = IncidentStoryWording.SENT(command=_plain(told.get("command", ""), 40), text=_plain(rest))
        self._tell(at, Who.OPERATOR, text)

    def _take_entry(self, at: int, told: _Entry) -> None:
        # that the controls were let go of is told by the reports
        if told.stop and told.effect != "zero":
            reason = "", told.words, ""
            text = IncidentStoryWording.LOGGED(reason=_reason_words(reason))
            self._tell(at, _who_caused(reason), text, Weight.WARNING)

    def _take_window(self, at: int, told: _Window) -> None:
        before, self._window = self._window, told
        if told.frozen and not before.frozen:
            self._tell(at, Who.TELEDECK, IncidentStoryWording.FROZEN(), Weight.WARNING)
        elif told.freezes > before.freezes:
            self._tell(at, Who.TELEDECK, IncidentStoryWording.FROZE(stood_s=told.last_s), Weight.WARNING)

    def _take_parameters(self, at: int, told: dict[str, Any]) -> None:
        before, self._parameters = self._parameters, told
        if before is not None:
            changed = sorted(_changed(before, told))
            if changed:
                names = ", ".join(shortened(name, 80) for name in changed[:_MAX_PARAMETERS])
                text = IncidentStoryWording.PARAMETERS(count=len(changed), names=names)
                self._tell(at, Who.ROBOT, text)

    def _take_step(self, at: int, told: _Step) -> None:
        self._tell(at, Who.TELEDECK, IncidentStoryWording.CLOCK_STEP(step_s=told.step_s), Weight.WARNING)

    def _take_unrecorded(self, at: int, told: dict[str, dict[str, str]]) -> None:
        before = self._unrecorded
        self._unrecorded = {(robot, topic): why for robot, topics in told.items() for topic, why in topics.items()}
        for (robot, topic), why in self._unrecorded.items():
            if (robot, topic) not in before:
                text = IncidentStoryWording.UNRECORDED(topic=shortened(topic, 80), reason=shortened(why, 200))
                self._tell(at, Who.TELEDECK, text, Weight.WARNING)

    def _take_lost(self, at: int, told: _Lost) -> None:
        before, self._lost = self._lost, told.messages
        if before is not None and told.messages > before:
            text = IncidentStoryWording.DROPPED(count=told.messages - before)
            self._tell(at, Who.TELEDECK, text, Weight.WARNING)


def _differ(one: Motion, other: Motion) -> bool:
    pairs = ((one.linear_m_s, other.linear_m_s), (one.angular_rad_s, other.angular_rad_s))
    lateral = (one.lateral_m_s, other.lateral_m_s)
    return any(abs((a or 0.0) - (b or 0.0)) >= _SAME_COMMAND for a, b in (*pairs, lateral))


def _changed(before: Any, told: Any, name: str = "") -> set[str]:
    """Return the names of parameters that are other ones, or are in one of both alone."""
    if not (isinstance(before, dict) and isinstance(told, dict)):
        return set() if before == told else {name}
    found: set[str] = set()
    for key in before.keys() | told.keys():
        # the first names are those of robots, which are addresses
        below = f"{name}/{key.strip('/')}" if name else "/"
        found |= _changed(before.get(key), told.get(key), below.replace("//", "/"))
    return found


def _names(names: tuple[str, ...]) -> str:
    return shortened(", ".join(names))


def _plain(value: object, most: int = MAX_TEXT) -> str:
    """Return a value of JSON as a text."""
    return shortened(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False), most)
