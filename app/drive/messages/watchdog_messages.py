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

from typing import Final

import msgspec
from typing_extensions import override

from app.config.profile import Profile
from app.drive.control.values import Stage
from app.drive.messages.commands import profile_from_line
from app.drive.messages.lines import (
    MAX_LINE,
    convert_object,
    cut_text,
    decode_line,
    decode_object,
    encode_line,
    encode_struct,
)
from app.drive.messages.report import DriveReport
from protocols.sentence import said_text

# in these stages a process may have left the robot in motion, whatever else it says
_MOVABLE: Final = frozenset({Stage.ARMING, Stage.ARMED, Stage.STOPPING, Stage.STOPPED})
# of the words, and of the tip, of a state whose line would be too long
_MAX_WORDS_BYTES: Final = 512


class WatchOrder(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The orders of a watchdog: the robot that it stands by for, and the processes around it.

    Attributes:
        uri: the robot's address, with its tokens: it goes by a pipe that nobody else reads.
        topic, type_name: as asked for; empty for those of the profile, or the usual ones.
        publisher_port, slave_port: see `Settings`.
        pid: the number of the drive process.
        window: the address at which the window listens, as text of `WindowAddress`; empty for no window.
    """

    uri: str
    topic: str = ""
    type_name: str = ""
    publisher_port: int = 0
    slave_port: int = 0
    pid: int = 0
    window: str = ""

    @override
    def __repr__(self) -> str:
        # without the secrets of the addresses
        return f"WatchOrder(topic={self.topic!r}, pid={self.pid})"


class WindowAddress(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The address at which a window listens for watchdogs.

    Attributes:
        token: proves that a watchdog belongs to this window.
        launch: the number of the drive process, among all that this window started.
        publisher_port, slave_port: the ports that the watchdog may use, see `Settings`.
    """

    port: int
    token: str
    launch: int
    publisher_port: int = 0
    slave_port: int = 0

    @property
    def text(self) -> str:
        """The address as text, as an environment hands it on."""
        return msgspec.json.encode(self).decode()

    @override
    def __repr__(self) -> str:
        return f"WindowAddress(port={self.port}, launch={self.launch})"


class DriveMessage(msgspec.Struct, frozen=True):
    """A message of the drive process; what it does not say is left at its default.

    Attributes:
        moving: the last command was a motion, or the stop after it is not shown to have arrived.
        unobeyed: the robot was told to stand, and reports that it moves on.
        axes: the values of free axes with which they are to be stopped; empty where the profile says all, and None
            while those are still to be stopped that another profile had.
    """

    order: WatchOrder | None = msgspec.field(name="watch", default=None)
    profile: Profile | None = None
    stage: Stage | None = None
    moving: bool = False
    unobeyed: bool = False
    axes: tuple[float, ...] | None = None
    pause: bool = False
    goodbye: bool = False

    @property
    def may_move(self) -> bool:
        """Whether a process whose last message this is may have left the robot in motion."""
        return self.moving or self.stage in _MOVABLE


class WindowMessage(msgspec.Struct, frozen=True):
    """A message of the window; what it does not say is left at its default."""

    next: Stage | None = None
    stop: bool = False
    stands: bool = False
    leave: bool = False


class WatchdogState(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
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


def watch_order_line(order: WatchOrder) -> bytes:
    """Format the orders of a watchdog as a line."""
    return encode_line({"watch": msgspec.to_builtins(order)})


def stage_line(told: DriveReport, axes: tuple[float, ...] | None = None) -> bytes:
    """Format the sign of life of a drive process, out of its report, and the values of axes at a stop."""
    moving = told.owed or (told.sent is not None and not told.sent.is_zero)
    held = {} if axes is None else {"axes": axes}
    return encode_line({"stage": told.stage.value, "moving": moving, "unobeyed": told.unobeyed, **held})


def watchdog_state_line(state: WatchdogState) -> bytes:
    """Format the state of a watchdog as a line; words that make it too long are cut."""
    data = encode_struct(state)
    if len(data) <= MAX_LINE:
        return data
    words, tip = (cut_text(text, _MAX_WORDS_BYTES) for text in (state.words, state.tip))
    return encode_struct(msgspec.structs.replace(state, words=words, tip=tip))


def parse_drive_message(data: bytes) -> DriveMessage:
    """Parse a line of the drive process. Raises LineError."""
    given = decode_object(data)
    profile = given.pop("profile", None)
    message = convert_object(given, DriveMessage)
    return message if profile is None else msgspec.structs.replace(message, profile=profile_from_line(profile))


def parse_window_message(data: bytes) -> WindowMessage:
    """Parse a line of the window. Raises LineError."""
    return decode_line(data, WindowMessage)


def parse_watchdog_state(data: bytes) -> WatchdogState:
    """Parse a line of a watchdog. Raises LineError."""
    given = decode_object(data)
    said = {key: said_text(given.pop(key, "")) for key in ("words", "tip")}
    return msgspec.structs.replace(convert_object(given, WatchdogState), **said)


def parse_window_address(text: str) -> WindowAddress:
    """Parse the address of a window. Raises LineError."""
    return decode_line(text.encode(), WindowAddress)
