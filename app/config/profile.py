"""Robot profiles: how a robot is driven. A profile file may come from anybody, so everything in it is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Final

import msgspec

from app.config.folders import config_folder, read_beginning
from app.model.errors import UserFacingError
from app.model.json_document import JsonError, convert_json, decode_json
from app.wording.config import ProfileWording
from protocols.names import name_fault

PROFILE_SUFFIX: Final = ".teledeck-profile.json"
PROFILE_VERSION: Final = 1

# many times a profile, which is a page of text
MAX_BYTES: Final = 64 * 1024

MAX_NAME_LENGTH: Final = 60
# of the profile as one line of JSON in UTF-8: fits into a line of the pipe to the drive process, with its envelope
MAX_LINE_BYTES: Final = 4000

# slow enough for a base's own time-out of 0.25 s; sticks are not polled faster
MIN_RATE_HZ: Final = 5.0
MAX_RATE_HZ: Final = 100.0

# The range of each number, in the unit of its name; turbo is not less than without. The fastest is 36 km/h: to drive
# faster by hand over a network, the program should be changed, not a file.
RANGES: Final[Mapping[str, tuple[float, float]]] = {
    "linear_m_s": (0.01, 10.0),
    "angular_rad_s": (0.01, 20.0),
    "linear_m_s2": (0.05, 50.0),
    "angular_rad_s2": (0.05, 100.0),
    "turbo_linear_m_s": (0.01, 10.0),
    "turbo_angular_rad_s": (0.01, 20.0),
    "rate_hz": (MIN_RATE_HZ, MAX_RATE_HZ),
    "wheel_radius_m": (0.001, 10.0),
    "track_m": (0.01, 100.0),
    "joint_effort": (0.001, 10_000.0),
}
# how a joint driven by effort stops: zero effort, under which an arm may fall, or holding its position
STOP_BEHAVIOURS: Final = ("zero", "hold")
# on each side
MAX_JOINTS: Final = 8

# the fields that are objects
_GROUPS: Final = ("limits", "pad", "wheels")

_NAME: Final = re.compile(r"[^\W_][\w .-]*", re.ASCII)
# names of devices on Windows, with any suffix
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\..*)?", re.IGNORECASE)
# SDL's names, or numbers for sticks without a mapping
_AXIS: Final = re.compile(r"leftx|lefty|rightx|righty|lefttrigger|righttrigger|axis[0-9]{1,2}")
_BUTTON: Final = re.compile(
    r"|a|b|x|y|back|guide|start|(left|right)(stick|shoulder)|dp(up|down|left|right)|misc1|paddle[1-4]|touchpad"
    r"|(left|right)trigger|button[0-9]{1,3}"
)


class ProfileError(UserFacingError):
    """A profile can't be used.

    Attributes:
        field: the key in the file whose value is wrong; empty if it is none in particular.
    """

    def __init__(self, reason: str, tip: str = "", field: str = "") -> None:
        super().__init__(reason, tip)
        self.field = field


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of speed and acceleration; deceleration may be twice the acceleration. Raises ProfileError out of range.

    Attributes:
        turbo_linear_m_s, turbo_angular_rad_s: with the turbo button held; not less than without.
    """

    linear_m_s: float = 0.3
    angular_rad_s: float = 0.8
    linear_m_s2: float = 0.8
    angular_rad_s2: float = 3.2
    turbo_linear_m_s: float | None = None
    turbo_angular_rad_s: float | None = None

    def __post_init__(self) -> None:
        for name in ("linear_m_s", "angular_rad_s", "linear_m_s2", "angular_rad_s2"):
            _range(name, getattr(self, name))
        if self.turbo_linear_m_s is not None:
            _range("turbo_linear_m_s", self.turbo_linear_m_s, self.linear_m_s)
        if self.turbo_angular_rad_s is not None:
            _range("turbo_angular_rad_s", self.turbo_angular_rad_s, self.angular_rad_s)


class PadMapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The axes and buttons of a pad, by SDL's names, or as “axis0” and “button0” for those that SDL can't name.

    A trigger may be a button, too. Raises ProfileError for an unknown name.

    Attributes:
        forward, turn: axes; SDL's grow downwards and to the right, so both are inverted to drive forward and left.
        hold: the button to hold to drive. A pad without one can't drive.
        turbo, arm, clear: empty for none.
        stop: the buttons for STOP.
    """

    forward: str = "lefty"
    turn: str = "leftx"
    forward_inverted: bool = True
    turn_inverted: bool = True
    hold: str = "leftshoulder"
    turbo: str = "rightshoulder"
    stop: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ("b",)
    arm: str = "start"
    clear: str = "back"

    def __post_init__(self) -> None:
        for name, axis in (("forward", self.forward), ("turn", self.turn)):
            if not _AXIS.fullmatch(axis):
                raise ProfileError(ProfileWording.NO_AXIS(name=name, axis=axis[:40]), ProfileWording.WRITE_AXIS())
        for name, button in self._buttons():
            if not _BUTTON.fullmatch(button):
                raise ProfileError(
                    ProfileWording.NO_BUTTON(name=name, button=button[:40]), ProfileWording.WRITE_BUTTON()
                )
        if self.forward == self.turn:
            raise ProfileError(ProfileWording.SAME_AXIS())
        if not self.hold or not self.stop or not all(self.stop):
            raise ProfileError(ProfileWording.NO_HOLD_OR_STOP())
        used = [button for _, button in self._buttons() if button]
        if len(set(used)) < len(used) or {self.forward, self.turn} & set(used):
            raise ProfileError(ProfileWording.INPUT_TWICE())

    def _buttons(self) -> list[tuple[str, str]]:
        named = [(name, getattr(self, name)) for name in ("hold", "turbo", "arm", "clear")]
        return named + [("stop", button) for button in self.stop]


class Wheels(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The wheels of a differential drive whose joints are driven by velocity.

    Raises ProfileError for values that can't be those of a differential drive.

    Attributes:
        left_joints, right_joints: names of joints, each on one side only; both empty for a robot that takes the
            velocity of its body.
        wheel_radius_m: of all wheels.
        track_m: from the left wheels to the right wheels.
        left_sign, right_sign: 1, or -1 where a positive velocity rolls them back.
    """

    left_joints: tuple[str, ...] = ()
    right_joints: tuple[str, ...] = ()
    wheel_radius_m: float = 0.1
    track_m: float = 0.5
    left_sign: int = 1
    right_sign: int = 1

    def __post_init__(self) -> None:
        for side in ("left_joints", "right_joints"):
            _check_joints(side, getattr(self, side))
        if bool(self.left_joints) != bool(self.right_joints):
            side = "right_joints" if self.left_joints else "left_joints"
            raise ProfileError(ProfileWording.ONE_SIDE_EMPTY(side=side), ProfileWording.NAME_BOTH_SIDES(), side)
        both = set(self.left_joints) & set(self.right_joints)
        if both:
            raise ProfileError(ProfileWording.JOINT_ON_BOTH_SIDES(joint=min(both)), field="right_joints")
        for name in ("wheel_radius_m", "track_m"):
            _range(name, getattr(self, name))
        for name in ("left_sign", "right_sign"):
            _check_sign(name, getattr(self, name))

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints of both sides."""
        return self.left_joints + self.right_joints


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The profile by which one robot, or one kind of robot, is driven. Raises ProfileError for a wrong value.

    Attributes:
        topic, type_name: of the commands; empty for the protocol's usual ones.
        frame: the `frame_id` of commands that have one.
        node: the name of the base's own node, whose answers tell the quality of the link; without names, the address
            of its machine. No other subscriber counts; empty for any subscriber that is no tool for watching.
        linear_sign, angular_sign: 1, or -1 for a robot with reversed directions.
        rate_hz: how often an unchanged command is repeated.
        wheels: of a robot that takes the velocities of its joints, as those of NRP-core's engines do.
        joint: the one joint that is driven, by its velocity, instead of a base; empty for a base. A turning joint
            follows the turn axis, up to `limits.angular_rad_s`, with left as positive.
        joint_slides: whether the joint slides; then it follows the forward axis, up to `limits.linear_m_s`.
        joint_effort: the maximum effort, in N m or N, of a joint that is driven by effort: the effort at full speed. 0
            for a joint that is driven by velocity.
        joint_on_stop: one of `STOP_BEHAVIOURS`; needed for effort.
        lock_topic, stop_service, stop_goal: actions at STOP beside zeros, if the protocol has them: a topic on which
            true (std_msgs/Bool) is published until STOP is cleared, a service that is called with an empty request, an
            action whose goals are all cancelled; empty for none.
    """

    name: str = "default"
    limits: Limits = msgspec.field(default_factory=Limits)
    topic: str = ""
    type_name: str = ""
    frame: str = "base_link"
    node: str = ""
    linear_sign: int = 1
    angular_sign: int = 1
    rate_hz: float = 20.0
    pad: PadMapping = msgspec.field(default_factory=PadMapping)
    wheels: Wheels = msgspec.field(default_factory=Wheels)
    joint: str = ""
    joint_slides: bool = False
    joint_effort: float = 0.0
    joint_on_stop: str = ""
    lock_topic: str = ""
    stop_service: str = ""
    stop_goal: str = ""

    def __post_init__(self) -> None:
        check_profile_name(self.name)
        _range("rate_hz", self.rate_hz)
        for name in ("topic", "type_name", "frame", "node", "lock_topic", "stop_service", "stop_goal"):
            text = getattr(self, name)
            if fault := name_fault(text):
                raise ProfileError(ProfileWording.BAD_VALUE(name=name, fault=fault), field=name)
        for name in ("linear_sign", "angular_sign"):
            _check_sign(name, getattr(self, name))
        if self.joint:
            _check_joints("joint", (self.joint,))
        self._check_effort()
        if len(json.dumps(msgspec.to_builtins(self), ensure_ascii=False).encode()) > MAX_LINE_BYTES:
            raise ProfileError(ProfileWording.NAMES_TOO_LONG(), ProfileWording.TAKE_SHORTER())

    @classmethod
    def from_json(cls, value: object) -> Profile:
        """Make a profile from decoded JSON. Raises ProfileError, also for unknown keys."""
        given = dict(value) if isinstance(value, Mapping) else value
        version = given.pop("version", PROFILE_VERSION) if isinstance(given, dict) else PROFILE_VERSION
        if type(version) is not int or not 1 <= version <= PROFILE_VERSION:
            raise ProfileError(ProfileWording.OTHER_VERSION(), ProfileWording.TAKE_NEWER())
        try:
            return convert_json(given, Profile)
        except JsonError as error:
            name = error.field.rpartition(".")[2].partition("[")[0]
            # what is wrong with a whole group is wrong with no field in particular
            raise ProfileError(
                ProfileWording.NO_JSON(error=error.args[0]), field="" if name in _GROUPS else name
            ) from error

    def _check_effort(self) -> None:
        if self.joint_on_stop not in {"", *STOP_BEHAVIOURS}:
            raise ProfileError(ProfileWording.BAD_ON_STOP(), field="joint_on_stop")
        if self.joint_effort == 0:
            return
        _range("joint_effort", self.joint_effort)
        if not self.joint:
            raise ProfileError(ProfileWording.EFFORT_WITHOUT_JOINT(), ProfileWording.NAME_JOINT(), "joint_effort")
        if not self.joint_on_stop:
            raise ProfileError(
                ProfileWording.EFFORT_WITHOUT_STOP(),
                ProfileWording.SAY_HOW_IT_STANDS(),
                "joint_on_stop",
            )


def check_profile_name(name: str) -> None:
    """Check that a profile can have this name, which is also its file's. Raises ProfileError."""
    if len(name) > MAX_NAME_LENGTH or not _NAME.fullmatch(name) or name[-1] in " ." or _DEVICE.fullmatch(name):
        raise ProfileError(
            ProfileWording.BAD_NAME(),
            ProfileWording.USE_LETTERS(limit=MAX_NAME_LENGTH),
            "name",
        )


def format_profile(profile: Profile) -> bytes:
    """The bytes of a profile's file."""
    values = {"version": PROFILE_VERSION} | msgspec.to_builtins(profile)
    return f"{json.dumps(values, indent=2, ensure_ascii=False)}\n".encode()


def parse_profile(data: bytes) -> Profile:
    """Read a profile from a file's bytes. Raises ProfileError."""
    if len(data) > MAX_BYTES:
        raise ProfileError(ProfileWording.TOO_LONG(limit_kib=MAX_BYTES // 1024))
    try:
        value = decode_json(data)
    except JsonError as error:
        raise ProfileError(ProfileWording.NO_JSON(error=error.args[0])) from error
    return Profile.from_json(value)


def load_profile(name: str, folder: Path | None = None) -> Profile:
    """Load the profile of this name, or from this file. Raises ProfileError.

    In the folder of profiles, the name of the file is the profile's name, whatever the file says, so names are unique.
    """
    if name.endswith(PROFILE_SUFFIX):
        return _loaded(Path(name))
    return msgspec.structs.replace(_loaded(profile_path(name, folder)), name=name)


def profile_path(name: str, folder: Path | None = None) -> Path:
    """The path of the profile of this name. Raises ProfileError if it can't be a name."""
    check_profile_name(name)
    return (config_folder() / "profiles" if folder is None else folder) / (name + PROFILE_SUFFIX)


def _loaded(path: Path) -> Profile:
    try:
        return parse_profile(read_beginning(path, MAX_BYTES + 1))
    except FileNotFoundError as error:
        raise ProfileError(ProfileWording.NO_PROFILE(path=path), ProfileWording.NAME_ANOTHER()) from error
    except OSError as error:
        raise ProfileError(ProfileWording.NOT_READ(path=path, error=error.strerror or str(error))) from error
    except ProfileError as error:
        raise ProfileError(
            ProfileWording.FAULT_OF(name=path.name, reason=error.reason), error.tip, error.field
        ) from error


def _range(name: str, value: object, least: float = 0.0) -> None:
    low, most = RANGES[name]
    low = max(low, least)
    if isinstance(value, bool) or not isinstance(value, int | float) or not low <= value <= most:
        raise ProfileError(ProfileWording.OUT_OF_RANGE(name=name, low=low, most=most), field=name)


def _check_sign(name: str, value: object) -> None:
    if value not in {1, -1}:
        raise ProfileError(ProfileWording.NO_SIGN(name=name), field=name)


def _check_joints(side: str, joints: tuple[str, ...]) -> None:
    if len(joints) > MAX_JOINTS or len(set(joints)) < len(joints):
        raise ProfileError(ProfileWording.TOO_MANY_JOINTS(side=side, limit=MAX_JOINTS), field=side)
    for joint in joints:
        # the rule for names in an engine
        fault = name_fault(joint) or ("" if joint == joint.strip() else ProfileWording.BLANK_AROUND())
        if not joint or fault or "," in joint:
            why = fault or (ProfileWording.COMMA() if joint else ProfileWording.EMPTY())
            raise ProfileError(ProfileWording.BAD_JOINT(side=side, why=why), field=side)
