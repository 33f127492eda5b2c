"""Commands to the drive process: lines on its standard input. Pure; reports are in `report`.

{}                                     a sign of life
{"arm":true}                           arm; {"arm":false} disarms, for a reason if there is one: "why":"unfocused"
{"arm":true,"unwatched":true}          arm, though no watchdog is there
{"v":0.2,"w":0.0,"hold":true}          a set-point in m/s and rad/s
{"forward":1.0,"turn":0,"hold":true}   the same by the position of a stick, -1 to 1
{"free":[0.5,0],"hold":true}           free axes of the profile, -1 to 1; alone, or beside either of these
{"stop":true}  {"clear":true}          STOP; one of the two steps of clearing it
{"speed":0.5}                          the share of the limits that may be used
{"seen":false}                         the operator can't see who else drives: until true nothing is armed anew
{"goal":true}                          the robot drives to a goal: until false nothing is armed anew
{"past":3}                             views show the past, by their third look: until 0, for now, nothing is armed anew
{"profile":{…}}                        drive by another profile, see `app.config.profile`
{"rumble":"short"}                     have the pad rumble, to feel what a pattern is like
{"setup":{"do":"begin","pad":0}}       set up a pad, see `pad_commands`
{"pad":{"axes":{"lefty":-1}}}          move the virtual pad, where there is one, see `pad_commands`

In a set-point, "from":"screen" or "keyboard" says whose it is, and "t" its time, by the clock of the reports.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import UNSET, UnsetType
from typing_extensions import override

from app.config.feedback import FeedbackPattern
from app.config.profile import MAX_FREE_AXES, Profile
from app.config.profile_checks import ProfileError
from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.limits import LEAST_SHARE, asks_for_motion, stepped_share
from app.drive.control.values import (
    LEASE_S,
    ZERO,
    DriveSource,
    InputState,
    Outcome,
    Pace,
    Reason,
    Stage,
    Stick,
    Velocity,
)
from app.drive.messages.lines import MAX_LINE, LineError, decode_object
from app.drive.messages.pad_commands import PadCommand, SetupCommand
from app.model.json_document import JsonError, changed_values, convert_json
from app.wording.drive import LineWording

# lines that may come at once; to read more would hold up the next zero
MAX_LINES: Final = 250

# what is no number at these keys is a fault of its own
_NUMBERS: Final = frozenset({"v", "w", "vy", "steer", "forward", "turn", "lateral", "t", "speed"})
_WHYS: Final[Mapping[str, Reason]] = {
    reason.name.lower(): reason
    for reason in (
        Reason.BY_OPERATOR,
        Reason.UNFOCUSED,
        Reason.MINIMISED,
        Reason.PANEL_CLOSED,
        Reason.ROBOT_CHANGED,
        Reason.TOPIC_CHANGED,
        Reason.EXIT,
    )
}

_LOGGER = logging.getLogger(__name__)

# inputs that come by lines are other inputs than those of the devices of this process
DEVICE: Final = "lines"
# nobody has said yet whether views show the past
UNTOLD: Final = -1
_PIPE_SOURCES: Final = (DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES)


@dataclass(frozen=True, slots=True)
class SetPoint:
    """Request of an input.

    Attributes:
        request: a velocity, or the position of a stick.
        meant_at_s: the time of the set-point by our clock; None for now.
    """

    request: Velocity | Stick
    held: bool = False
    source: DriveSource = DriveSource.LINES
    meant_at_s: float | None = None


@dataclass(frozen=True, slots=True)
class DriveCommand:
    """The contents of a line; what the line does not say is left at its default.

    Attributes:
        disarm: the reason to disarm; None where the line does not disarm.
    """

    arm: bool = False
    arm_unwatched: bool = False
    disarm: Reason | None = None
    set_point: SetPoint | None = None
    stop: bool = False
    clear: bool = False
    speed: float | None = None
    seen: bool | None = None
    goal: bool | None = None
    past: int | None = None
    profile: Profile | None = None
    pad: PadCommand | None = None
    setup: SetupCommand | None = None
    rumble: FeedbackPattern | None = None


# a sign of life and nothing else
SIGN_OF_LIFE: Final = DriveCommand()

_Position = Annotated[float, msgspec.Meta(ge=-1.0, le=1.0)]
_Positions = Annotated[tuple[_Position, ...], msgspec.Meta(max_length=MAX_FREE_AXES)]


class _Line(msgspec.Struct, forbid_unknown_fields=True):
    """A line as it was written."""

    arm: bool | UnsetType = UNSET
    unwatched: bool | UnsetType = UNSET
    why: str | UnsetType = UNSET
    v: float | UnsetType = UNSET
    w: float | UnsetType = UNSET
    vy: float | UnsetType = UNSET
    steer: float | UnsetType = UNSET
    forward: _Position | UnsetType = UNSET
    turn: _Position | UnsetType = UNSET
    lateral: _Position | UnsetType = UNSET
    free: _Positions | UnsetType = UNSET
    pace: Pace | UnsetType = UNSET
    deadman: bool | UnsetType = UNSET
    hold: bool | UnsetType = UNSET
    meant_at_s: float | UnsetType = msgspec.field(name="t", default=UNSET)
    source: Literal["lines", "keyboard", "screen"] | UnsetType = msgspec.field(name="from", default=UNSET)
    stop: bool | UnsetType = UNSET
    clear: bool | UnsetType = UNSET
    speed: Annotated[float, msgspec.Meta(ge=LEAST_SHARE, le=1.0)] | UnsetType = UNSET
    seen: bool | UnsetType = UNSET
    goal: bool | UnsetType = UNSET
    past: Annotated[int, msgspec.Meta(ge=0)] | UnsetType = UNSET
    profile: Any = UNSET
    pad: PadCommand | UnsetType = UNSET
    setup: SetupCommand | UnsetType = UNSET
    rumble: FeedbackPattern | UnsetType = UNSET


def parse_command(data: bytes, *, virtual_pad: bool = False) -> DriveCommand:
    """Parse a line; `pad` is known only where there is a virtual pad. Raises LineError."""
    line = _decoded(data)
    if line.pad is not UNSET and not virtual_pad:
        raise LineError(LineWording.UNKNOWN_KEY(key="pad"))
    for key in ("stop", "clear"):
        if getattr(line, key) is False:
            raise LineError(LineWording.ONLY_TRUE(key=key))
    if line.unwatched is not UNSET and line.arm is not True:
        raise LineError(LineWording.UNWATCHED_ALONE())
    return DriveCommand(
        arm=line.arm is True and line.unwatched is not True,
        arm_unwatched=line.unwatched is True,
        disarm=_why(line),
        set_point=_set_point(line),
        stop=line.stop is True,
        clear=line.clear is True,
        speed=line.speed or None,
        seen=None if line.seen is UNSET else line.seen,
        goal=None if line.goal is UNSET else line.goal,
        past=None if line.past is UNSET else line.past,
        profile=None if line.profile is UNSET else profile_from_line(line.profile),
        pad=line.pad or None,
        setup=line.setup or None,
        rumble=None if line.rumble is UNSET else line.rumble,
    )


def _decoded(data: bytes) -> _Line:
    given = decode_object(data)
    try:
        return convert_json(given, _Line)
    except JsonError as error:
        # a key of the line may look like the path of a field
        no_number = error.field in _NUMBERS and type(given.get(error.field, 0.0)) not in {int, float}
        raise LineError(error.args[0], Reason.NOT_FINITE if no_number else Reason.BAD_LINE) from error


def _why(line: _Line) -> Reason | None:
    if line.why is UNSET:
        return Reason.BY_OPERATOR if line.arm is False else None
    if line.arm is not False:
        raise LineError(LineWording.WHY_ALONE())
    if line.why not in _WHYS:
        raise LineError(LineWording.UNKNOWN_VALUE(key="why"))
    return _WHYS[line.why]


def _set_point(line: _Line) -> SetPoint | None:
    velocity = any(number is not UNSET for number in (line.v, line.w, line.vy, line.steer))
    stick = any(place is not UNSET for place in (line.forward, line.turn, line.lateral))
    # free axes alone are those of a stick
    stick = stick or (line.free is not UNSET and not velocity)
    if not (velocity or stick) and line.hold is UNSET:
        if any(each is not UNSET for each in (line.meant_at_s, line.source, line.pace, line.deadman)):
            raise LineError(LineWording.NO_SET_POINT())
        return None
    if velocity and stick:
        raise LineError(LineWording.TWO_SET_POINTS())
    for key in ("pace", "deadman"):
        if velocity and getattr(line, key) is not UNSET:
            raise LineError(LineWording.OF_STICK(key=key))
    source = DriveSource[(line.source or "lines").upper()]
    return SetPoint(
        # opposite to a stick, one key does not make another's way shorter
        Stick(
            line.forward or 0.0,
            line.turn or 0.0,
            radial=source is not DriveSource.KEYBOARD,
            pace=line.pace or Pace.USUAL,
            lateral=line.lateral or 0.0,
            free=line.free or (),
            deadman=line.deadman is True,
        )
        if stick
        else Velocity(line.v or 0.0, line.w or 0.0, line.vy or 0.0, line.steer or 0.0, line.free or ()),
        held=line.hold is True,
        source=source,
        meant_at_s=None if line.meant_at_s is UNSET else line.meant_at_s,
    )


def profile_from_line(value: object) -> Profile:
    """Make the profile that a line gives. Raises LineError."""
    try:
        return Profile.from_json(value)
    except ProfileError as error:
        raise LineError(error.reason) from error


class CommandReader:
    """A reader of lines out of a pipe's data, which may be cut anywhere."""

    def __init__(self, *, virtual_pad: bool = False) -> None:
        self._virtual_pad = virtual_pad
        self._rest = bytearray()
        self._skipping = False
        # the line that has begun is older than it seems
        self._stale = False

    def feed(self, data: bytes) -> list[DriveCommand | LineError]:
        """Return the lines that end in `data`, each parsed or as the error that says what is wrong with it.

        Lines beyond `MAX_LINES` are not read, which is a fault; they are treated as by `discard`.
        """
        found: list[DriveCommand | LineError] = []
        *ended, rest = data.split(b"\n")
        for piece in ended[:MAX_LINES]:
            self._add(piece, found)
            if self._stale:
                found += self._lasting([bytes(self._rest)])
            elif not self._skipping:
                found.append(self._read(bytes(self._rest)))
            self._rest.clear()
            self._skipping = self._stale = False
        if more := ended[MAX_LINES:]:
            found.append(LineError(LineWording.TOO_MANY(limit=MAX_LINES)))
            found += self._lasting(more)
        if rest:
            self._add(rest, found)
        return found

    def discard(self, data: bytes) -> list[DriveCommand | LineError]:
        """Throw away what was read from the pipe, and all of a line that began there, but for what is never too old.

        STOP and the newest profile are never too old: by the old profile other limits would hold than are shown.
        """
        found: list[DriveCommand | LineError] = []
        whole, end, rest = data.rpartition(b"\n")
        if end:
            found = self._lasting((bytes(self._rest) + whole).split(b"\n"))
            self._rest.clear()
            self._skipping = False
        if rest or self._rest:
            self._stale = True
            # a line that is too long is thrown away as well, and is no fault of now
            self._add(rest, [])
        elif end:
            self._stale = False
        return found

    def _lasting(self, lines: list[bytes]) -> list[DriveCommand | LineError]:
        """Return what is obeyed of lines that are too old."""
        if self._skipping:
            lines = lines[1:]
        # most lines are neither, and there may be a thousand of them to go through before the first zero is sent
        stop = any(
            read.stop for line in lines if b'"stop"' in line and isinstance(read := self._read(line), DriveCommand)
        )
        profiles = (self._read(line) for line in reversed(lines) if b'"profile"' in line)
        profile = next((read.profile for read in profiles if isinstance(read, DriveCommand) and read.profile), None)
        return [DriveCommand(stop=stop, profile=profile)] if stop or profile else []

    def _add(self, piece: bytes, found: list[DriveCommand | LineError]) -> None:
        if self._skipping:
            return
        if len(self._rest) + len(piece) > MAX_LINE:
            found.append(LineError(LineWording.TOO_LONG(limit=MAX_LINE)))
            self._skipping = True
            return
        self._rest += piece

    def _read(self, data: bytes) -> DriveCommand | LineError:
        if data == b"{}":
            return SIGN_OF_LIFE
        try:
            return parse_command(data, virtual_pad=self._virtual_pad)
        except LineError as error:
            return error


class PipeInputSource(InputSource):
    """The input source of a pipe's commands.

    It has an input state for each source that lines can speak for, from the start: a set-point of zero.

    Attributes:
        heard_at_s: when the last line came; the time of the start, before the first line.
        speed: the share of the limits that may be used, 0 to 1.
        speed_asked: the share that lines asked for last; `speed` differs from it where the operator made steps since.
        seen: whether the operator can see who else drives. While not, nothing is armed; what is armed stays so.
        goal: whether the robot drives to a goal by itself. While it does, nothing is armed; what is armed stays so.
        past: the number of the look into the past that views show; 0 for none, and nothing is armed in one.
        profile: the last profile that a line gave, until it is taken.

    Args:
        move_pad: called with commands for the virtual pad.
        set_up: called with commands for the setting up of a pad.
        try_rumble: called with a pattern that is to be felt, and the time.
        speed: the share of the limits before any line says otherwise.
        past: the same before any line says otherwise; `UNTOLD` where one has to.
    """

    name = "lines"

    def __init__(
        self,
        now: float,
        move_pad: Callable[[PadCommand], None] = lambda _: None,
        set_up: Callable[[SetupCommand], None] = lambda _: None,
        speed: float = 1.0,
        try_rumble: Callable[[FeedbackPattern, float], None] = lambda _pattern, _now: None,
        past: int = 0,
    ) -> None:
        self._move_pad = move_pad
        self._set_up = set_up
        self._try_rumble = try_rumble
        self.heard_at_s = now
        self.speed = self.speed_asked = speed
        # the shares that were reported since lines asked for the last
        self._speeds_told = {speed}
        self.seen = True
        self.goal = False
        self.past = past
        self.profile: Profile | None = None
        self._hands = {source: _input_state(SetPoint(ZERO, source=source), now) for source in _PIPE_SOURCES}
        self._arm = self._arm_unwatched = False
        self._stop = False
        self._clears = 0
        self._reasons: list[Reason] = []
        self._stage = Stage.DISARMED

    def receive(self, lines: Iterable[DriveCommand | LineError], now: float) -> None:
        """Take in the lines that were read by now."""
        for line in lines:
            if isinstance(line, LineError):
                # no sign of life: something is there, but nobody knows what
                self._reasons.append(line.fault)
                _LOGGER.warning("a line could not be read: %s", line.text)
            else:
                self._hear(line, now)

    def _hear(self, line: DriveCommand, now: float) -> None:
        self.heard_at_s = now
        self._arm = (self._arm or line.arm) and line.disarm is None
        self._arm_unwatched = (self._arm_unwatched or line.arm_unwatched) and line.disarm is None
        self._stop = self._stop or line.stop
        self._clears += line.clear
        if line.disarm is not None:
            self._reasons.append(line.disarm)
        if line.set_point is not None:
            self._hands[line.set_point.source] = _input_state(line.set_point, now)
        if line.speed is not None and line.speed != self.speed_asked:
            # one that is repeated is no choice of now: steps may have been made since
            self._ask_speed(line.speed)
        if line.seen is not None:
            self.seen = line.seen
        if line.goal is not None:
            self.goal = line.goal
        if line.past is not None:
            self.past = line.past
        if line.profile is not None:
            self.profile = line.profile
        if line.pad is not None:
            self._move_pad(line.pad)
        if line.setup is not None:
            self._set_up(line.setup)
        if line.rumble is not None:
            self._try_rumble(line.rumble, now)

    def _ask_speed(self, asked: float) -> None:
        """Take the share that a line asks for; one that was reported may be an echo: it undoes no step down since."""
        self.speed = min(self.speed, asked) if asked in self._speeds_told else asked
        self.speed_asked = asked
        self._speeds_told = {self.speed}

    def step_speed(self, steps: int) -> None:
        """Change the share of the limits by so many steps."""
        self.speed = stepped_share(self.speed, steps)
        self._speeds_told.add(self.speed)

    def take_profile(self) -> Profile | None:
        """Return the profile to change to, once; None where there is none."""
        profile, self.profile = self.profile, None
        return profile

    @override
    def poll(self, now: float) -> SourceInputs:
        if self._stage is not Stage.ARMED:
            if not self.seen:
                self._reasons.append(Reason.UNSEEN)
            if self.goal:
                self._reasons.append(Reason.GOAL_ACTIVE)
            if self.past:
                self._reasons.append(Reason.LOOKS_BACK)
        heard = SourceInputs(
            tuple(self._hands.values()),
            arm=self._arm,
            arm_unwatched=self._arm_unwatched,
            stop=self._stop,
            clears=self._clears,
            reasons=tuple(self._reasons),
        )
        self._arm = self._arm_unwatched = self._stop = False
        self._clears = 0
        self._reasons.clear()
        return heard

    @override
    def handle_outcome(self, outcome: Outcome, now: float) -> None:
        self._stage = outcome.stage

    @override
    def close(self) -> None:
        pass


def _input_state(point: SetPoint, now: float) -> InputState:
    """Convert a set-point to an input state; no sender's clock makes a lease longer.

    A set-point whose time is a little in the future counts as of now. A set-point whose time is more than a lease ahead
    keeps it, and moves nothing: its sender goes by another clock, which would not tell what is old.
    """
    meant_at_s = now if point.meant_at_s is None else point.meant_at_s
    at_s = min(now, meant_at_s) if meant_at_s - now <= LEASE_S else meant_at_s
    asked = InputState(point.source, point.request, at_s, held=point.held, device=DEVICE)
    # a stick that asks for nothing is told once: unlike that of a device, it stays at rest however long ago that was
    return asked if asks_for_motion(asked) else replace(asked, request=ZERO)


def profile_command(profile: Profile) -> dict[str, Any]:
    """Make the command to drive by another profile; defaults are left out, for a line is short."""
    return {"profile": changed_values(profile)}
