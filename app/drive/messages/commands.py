"""Commands to the drive process: JSON objects, one a line, on its standard input. Pure; reports are in `report`.

The lines come from the program that started this one, and are not trusted: a line that is too long, that is no object
of known keys, or that holds a number that isn't finite is a fault, never a guess.

    {}                                     a sign of life
    {"arm":true}                           arm; {"arm":false} disarms, for a reason if there is one: "why":"unfocused"
    {"arm":true,"unwatched":true}          arm, though no watchdog is there
    {"v":0.2,"w":0.0,"hold":true}          a set-point in m/s and rad/s; "from":"screen" or "keyboard" says whose it is,
                                           "t" its time, by the clock of the reports
    {"stop":true}  {"clear":true}          STOP; one of the two steps of clearing it
    {"speed":0.5}                          the share of the limits that may be used
    {"seen":false}                         the operator can't see who else drives: until true nothing is armed anew
    {"profile":{…}}                        drive by another profile, see `app.config.profile`
    {"setup":{"do":"begin","pad":0}}     set up a pad, see `pad_commands`
    {"pad":{"axes":{"lefty":-1}}}          move the virtual pad, where there is one, see `pad_commands`
"""

from __future__ import annotations

import dataclasses
import json
import logging
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from typing_extensions import override

from app.config.profile import Profile, ProfileError, profile_from_json
from app.drive.control.input_source import InputSource, SourceInputs
from app.drive.control.values import LEASE_S, ZERO, DriveSource, InputState, Outcome, Reason, Stage, Velocity
from app.drive.messages.pad_commands import (
    PadCommand,
    PadCommandError,
    SetupCommand,
    SetupCommandError,
    parse_pad_command,
    parse_setup_command,
)
from app.wording.drive import LineWording

# a set-point takes 60 bytes, a profile 900
MAX_LINE: Final = 4096

# lines that may come at once; to read more would hold up the next zero
MAX_LINES: Final = 250

# a tenth of a slow robot's speed is as slow as wheels turn; for no speed at all the operator lets go
_LEAST_SPEED: Final = 0.05

_Value = TypeVar("_Value")

_SOURCES: Final[Mapping[str, DriveSource]] = {
    "lines": DriveSource.LINES,
    "keyboard": DriveSource.KEYBOARD,
    "screen": DriveSource.SCREEN,
}
_KEYS: Final = frozenset(
    {"arm", "unwatched", "why", "v", "w", "hold", "t", "from", "stop", "clear", "speed", "seen", "profile", "setup"}
)
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
_PIPE_SOURCES: Final = (DriveSource.KEYBOARD, DriveSource.SCREEN, DriveSource.LINES)


class LineError(Exception):
    """A line that can't be read.

    Attributes:
        fault: the reason for the controller: BAD_LINE or NOT_FINITE.
        text: what is wrong with the line.
    """

    def __init__(self, words: str, fault: Reason = Reason.BAD_LINE) -> None:
        super().__init__(words)
        self.text = words
        self.fault = fault


@dataclass(frozen=True, slots=True)
class SetPoint:
    """A velocity that is asked for.

    Attributes:
        meant_at_s: the time of the set-point by our clock; None for now.
    """

    velocity: Velocity
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
    profile: Profile | None = None
    pad: PadCommand | None = None
    setup: SetupCommand | None = None


# a sign of life and nothing else
SIGN_OF_LIFE: Final = DriveCommand()


def parse_command(data: bytes, *, virtual_pad: bool = False) -> DriveCommand:
    """Parse a line; `pad` is known only where there is a virtual pad. Raises LineError."""
    given = decode_object(data)
    if unknown := given.keys() - _KEYS - ({"pad"} if virtual_pad else frozenset()):
        raise LineError(LineWording.UNKNOWN_KEY(key=min(unknown)[:40]))
    for key in ("stop", "clear"):
        if given.get(key, True) is not True:
            raise LineError(LineWording.ONLY_TRUE(key=key))
    arm, unwatched = _bool(given, "arm"), _bool(given, "unwatched")
    if unwatched is not None and arm is not True:
        raise LineError(LineWording.UNWATCHED_ALONE())
    return DriveCommand(
        arm=arm is True and not unwatched,
        arm_unwatched=unwatched is True,
        disarm=_why(given) if arm is False or "why" in given else None,
        set_point=_set_point(given) if given.keys() & {"v", "w", "hold", "t", "from"} else None,
        stop="stop" in given,
        clear="clear" in given,
        speed=_speed(given) if "speed" in given else None,
        seen=_bool(given, "seen"),
        profile=_profile(given["profile"]) if "profile" in given else None,
        pad=_pad(given["pad"]) if "pad" in given else None,
        setup=_setup(given["setup"]) if "setup" in given else None,
    )


def decode_object(data: bytes) -> dict[str, Any]:
    """Decode the JSON object of a line, each key once and every number finite. Raises LineError."""
    if len(data) > MAX_LINE:
        raise LineError(LineWording.TOO_LONG(limit=MAX_LINE))
    try:
        value = json.loads(data.decode("utf-8"), object_pairs_hook=_once, parse_float=_float, parse_constant=_float)
    except (ValueError, RecursionError) as error:
        raise LineError(LineWording.NO_JSON(error=str(error)[:120])) from error
    if not isinstance(value, dict):
        raise LineError(LineWording.NO_OBJECT())
    return value


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Make an object of pairs; of two values for one key it is not known which is meant. Raises LineError."""
    if len({key for key, _ in pairs}) < len(pairs):
        raise LineError(LineWording.KEY_TWICE())
    return dict(pairs)


def _float(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise LineError(LineWording.VALUE_NOT_FINITE(), Reason.NOT_FINITE)
    return value


def finite_number(given: Mapping[str, Any], key: str, default: float = 0.0) -> float:
    """Return the finite number at a key. Raises LineError."""
    value = given.get(key, default)
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise LineError(LineWording.NO_NUMBER(key=key), Reason.NOT_FINITE)
    try:
        value = float(value)
    except OverflowError:
        value = math.inf
    if not math.isfinite(value):
        raise LineError(LineWording.NOT_FINITE(key=key), Reason.NOT_FINITE)
    return value


def _bool(given: Mapping[str, Any], key: str) -> bool | None:
    value = given.get(key)
    if key in given and not isinstance(value, bool):
        raise LineError(LineWording.NO_BOOLEAN(key=key))
    return value


def _why(given: Mapping[str, Any]) -> Reason:
    if given.get("arm") is not False:
        raise LineError(LineWording.WHY_ALONE())
    return _named(given, "why", "by_operator", _WHYS.get)


def _set_point(given: Mapping[str, Any]) -> SetPoint:
    if not given.keys() & {"v", "w", "hold"}:
        raise LineError(LineWording.NO_SET_POINT())
    return SetPoint(
        Velocity(finite_number(given, "v"), finite_number(given, "w")),
        held=bool(_bool(given, "hold")),
        source=_named(given, "from", "lines", _SOURCES.get),
        meant_at_s=finite_number(given, "t") if "t" in given else None,
    )


def _named(given: Mapping[str, Any], key: str, default: str, look_up: Callable[[str], _Value | None]) -> _Value:
    name = given.get(key, default)
    found = look_up(name) if isinstance(name, str) else None
    if found is None:
        raise LineError(LineWording.UNKNOWN_VALUE(key=key))
    return found


def _speed(given: Mapping[str, Any]) -> float:
    speed = finite_number(given, "speed")
    if not _LEAST_SPEED <= speed <= 1.0:
        raise LineError(LineWording.NO_SPEED(least=_LEAST_SPEED))
    return speed


def _profile(value: object) -> Profile:
    try:
        return profile_from_json(value)
    except ProfileError as error:
        raise LineError(error.reason) from error


def _pad(value: object) -> PadCommand:
    try:
        return parse_pad_command(value)
    except PadCommandError as error:
        raise LineError(error.args[0]) from error


def _setup(value: object) -> SetupCommand:
    try:
        return parse_setup_command(value)
    except SetupCommandError as error:
        raise LineError(error.args[0]) from error


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
        seen: whether the operator can see who else drives. While not, nothing is armed; what is armed stays so.
        profile: the last profile that a line gave, until it is taken.

    Args:
        move_pad: called with commands for the virtual pad.
        set_up: called with commands for the setting up of a pad.
    """

    name = "lines"

    def __init__(
        self,
        now: float,
        move_pad: Callable[[PadCommand], None] = lambda _: None,
        set_up: Callable[[SetupCommand], None] = lambda _: None,
    ) -> None:
        self._move_pad = move_pad
        self._set_up = set_up
        self.heard_at_s = now
        self.speed = 1.0
        self.seen = True
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
        if line.speed is not None:
            self.speed = line.speed
        if line.seen is not None:
            self.seen = line.seen
        if line.profile is not None:
            self.profile = line.profile
        if line.pad is not None:
            self._move_pad(line.pad)
        if line.setup is not None:
            self._set_up(line.setup)

    def take_profile(self) -> Profile | None:
        """Return the profile to change to, once; None where there is none."""
        profile, self.profile = self.profile, None
        return profile

    @override
    def poll(self, now: float) -> SourceInputs:
        if not self.seen and self._stage is not Stage.ARMED:
            self._reasons.append(Reason.UNSEEN)
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
    return InputState(point.source, point.velocity, at_s, held=point.held, device=DEVICE)


def profile_command(profile: Profile) -> dict[str, Any]:
    """Make the command to drive by another profile; defaults are left out, for a line is short."""
    return {"profile": _differences(profile, Profile())}


def _differences(value: Any, usual: Any) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for field in dataclasses.fields(value):
        one, other = getattr(value, field.name), getattr(usual, field.name)
        if one == other:
            continue
        found[field.name] = _differences(one, other) if dataclasses.is_dataclass(one) else one
    return found
