"""Messages between a drive process, its watchdog and the window: JSON objects, one a line. Pure.

the drive process to its watchdog, by a pipe
{"profile":{…}}                          the robot is driven by this profile, from now on
{"watch":{"uri":…,"topic":…,"pid":…}}    the robot to stand by for; the first line but for a profile
{"stage":"armed","moving":true,…}        its stage, at every change and every 50 ms: the sign of life
{"pause":true}                           no line follows until its next stage, by its own will
{"goodbye":true}                         it ends in order, and the robot is known to stand

the window to the watchdog, by a socket of this machine
{"next":"disarmed"}                      the stage of the drive process that has the robot now, at every change
{"stop":true}                            STOP, and the drive process may not be there to obey it
{"stands":true}                          the operator says that the robot stands
{"leave":true}                           the robot is driven no more

the watchdog to both; to the window its first line is {"token":…,"launch":…}
{"ready":true,"moving":false,"words":"","tip":"","name":"/teledeck_7"}
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeVar

from app.config.profile import Profile, ProfileError, profile_from_json
from app.drive.control.values import Stage
from app.drive.messages.commands import LineError, decode_object
from app.drive.messages.report import DriveReport
from app.wording.drive import LineWording

_ENCODER: Final = json.JSONEncoder(separators=(",", ":"), allow_nan=False)

_Value = TypeVar("_Value")

_STAGES: Final = {stage.value: stage for stage in Stage}
# in these stages a process may have left the robot in motion, whatever else it says
_MOVABLE: Final = frozenset({Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED})


@dataclass(frozen=True, slots=True)
class WatchOrder:
    """The orders of a watchdog: the robot that it stands by for, and the processes around it.

    Attributes:
        uri: the robot's address, with its tokens: it goes by a pipe that nobody else reads.
        topic, type_name: as asked for; empty for those of the profile, or the usual ones.
        publisher_port, slave_port: see `Settings`.
        pid: the number of the drive process.
        window: the address at which the window listens, as text of `WindowAddress`; empty for no window.
    """

    uri: str = field(repr=False)
    topic: str = ""
    type_name: str = ""
    publisher_port: int = 0
    slave_port: int = 0
    pid: int = 0
    window: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class WindowAddress:
    """The address at which a window listens for watchdogs.

    Attributes:
        token: proves that a watchdog belongs to this window.
        launch: the number of the drive process, among all that this window started.
        publisher_port, slave_port: the ports that the watchdog may use, see `Settings`.
    """

    port: int
    token: str = field(repr=False)
    launch: int
    publisher_port: int = 0
    slave_port: int = 0

    @property
    def text(self) -> str:
        """The address as text, as an environment hands it on."""
        return json.dumps(dataclasses.asdict(self), separators=(",", ":"))


@dataclass(frozen=True, slots=True)
class DriveMessage:
    """A message of the drive process; what it does not say is left at its default.

    Attributes:
        moving: the last command was a motion, or the stop after it is not shown to have arrived.
        unobeyed: the robot was told to stand, and reports that it moves on.
    """

    order: WatchOrder | None = None
    profile: Profile | None = None
    stage: Stage | None = None
    moving: bool = False
    unobeyed: bool = False
    pause: bool = False
    goodbye: bool = False

    @property
    def may_move(self) -> bool:
        """Whether a process whose last message this is may have left the robot in motion."""
        return self.moving or self.stage in _MOVABLE


@dataclass(frozen=True, slots=True)
class WindowMessage:
    """A message of the window; what it does not say is left at its default."""

    next: Stage | None = None
    stop: bool = False
    stands: bool = False
    leave: bool = False


@dataclass(frozen=True, slots=True)
class WatchdogState:
    """The state of a watchdog, as it sends it.

    Attributes:
        ready: the watchdog could send zeros now.
        moving: the watchdog was needed, and none of its zeros is shown to have arrived.
        words, tip: why the watchdog is not ready, where it knows.
        name: the watchdog's name on the topic, as others see it; empty where they don't, or not yet.
    """

    ready: bool = False
    moving: bool = False
    words: str = ""
    tip: str = ""
    name: str = ""


def encode_line(value: Mapping[str, Any]) -> bytes:
    """Encode an object as a line, with its end."""
    return _ENCODER.encode(value).encode() + b"\n"


def watch_order_line(order: WatchOrder) -> bytes:
    """Format the orders of a watchdog as a line."""
    return encode_line({"watch": dataclasses.asdict(order)})


def stage_line(told: DriveReport) -> bytes:
    """Format the sign of life of a drive process, out of its report."""
    moving = told.owed or (told.sent is not None and not told.sent.is_zero)
    return encode_line({"stage": told.stage.value, "moving": moving, "unobeyed": told.unobeyed})


def watchdog_state_line(state: WatchdogState) -> bytes:
    """Format the state of a watchdog as a line."""
    return encode_line(dataclasses.asdict(state))


def parse_drive_message(data: bytes) -> DriveMessage:
    """Parse a line of the drive process. Raises LineError."""
    given = decode_object(data)
    order, profile = given.get("watch"), given.get("profile")
    return DriveMessage(
        order=None if order is None else _made(WatchOrder, order, "Order"),
        profile=None if profile is None else _profile(profile),
        stage=_stage(given, "stage"),
        moving=_flag(given, "moving"),
        unobeyed=_flag(given, "unobeyed"),
        pause=_flag(given, "pause"),
        goodbye=_flag(given, "goodbye"),
    )


def parse_window_message(data: bytes) -> WindowMessage:
    """Parse a line of the window. Raises LineError."""
    given = decode_object(data)
    return WindowMessage(_stage(given, "next"), _flag(given, "stop"), _flag(given, "stands"), _flag(given, "leave"))


def parse_watchdog_state(data: bytes) -> WatchdogState:
    """Parse a line of a watchdog. Raises LineError."""
    return _made(WatchdogState, decode_object(data), "WatchdogState")


def parse_window_address(text: str) -> WindowAddress:
    """Parse the address of a window. Raises LineError."""
    return _made(WindowAddress, decode_object(text.encode()), "WindowPlace")


def _made(kind: type[_Value], given: object, name: str) -> _Value:
    kinds = {"str": str, "int": int, "bool": bool}
    expected = {field.name: kinds[str(field.type)] for field in dataclasses.fields(kind)}  # type: ignore[arg-type]
    if not isinstance(given, dict) or given.keys() - expected.keys():
        raise LineError(LineWording.NO_MESSAGE(name=name))
    for key, value in given.items():
        if type(value) is not expected[key]:
            raise LineError(LineWording.ANOTHER_KIND(key=key))
    try:
        return kind(**given)
    except TypeError as error:
        raise LineError(LineWording.NO_MESSAGE_FOR(name=name, error=str(error))) from error


def _stage(given: Mapping[str, Any], key: str) -> Stage | None:
    value = given.get(key)
    if value is None:
        return None
    if not isinstance(value, str) or value not in _STAGES:
        raise LineError(LineWording.NO_STAGE(stage=str(value)[:40]))
    return _STAGES[value]


def _flag(given: Mapping[str, Any], key: str) -> bool:
    value = given.get(key, False)
    if not isinstance(value, bool):
        raise LineError(LineWording.NO_BOOLEAN(key=key))
    return value


def _profile(given: object) -> Profile:
    try:
        return profile_from_json(given)
    except ProfileError as error:
        raise LineError(error.reason) from error
