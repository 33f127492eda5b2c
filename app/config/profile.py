"""Robot profiles: how a robot is driven. A profile file may come from anybody, so everything in it is checked."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Final

import msgspec

from app.config.estop_condition import MAX_LENGTH as MAX_CONDITION_LENGTH
from app.config.estop_condition import USUAL_FIELD, parse_condition
from app.config.feedback import RumblePatterns
from app.config.profile_checks import (
    ProfileError,
    check_joints,
    check_path,
    check_range,
    check_sign,
    check_text_name,
)
from app.model.json_document import JsonError, changed_values, convert_json, decode_json
from app.wording.config import ProfileWording
from protocols.names import name_fault

PROFILE_SUFFIX: Final = ".teledeck-profile.json"
PROFILE_VERSION: Final = 2

# many times a profile, which is a page of text
MAX_BYTES: Final = 64 * 1024

MAX_NAME_LENGTH: Final = 60
MAX_AXIS_NAME_LENGTH: Final = 20
MAX_RECORDED: Final = 16
# of what a profile changes, as JSON in UTF-8: fits into a line of the pipe to the drive process, with its envelope
MAX_LINE_BYTES: Final = 4000

# how a joint driven by effort stops: zero effort, under which an arm may fall, or holding its position
STOP_BEHAVIOURS: Final = ("zero", "hold")
# the keys that can be the deadman of keys and the on-screen stick, by their place on a US keyboard
DEADMAN_KEYS: Final = ("v", "k")
# beside the base; as many as there are keys for
MAX_FREE_AXES: Final = 3
# a field of a message, as geometry_msgs/Twist has "linear.z"
_FIELD: Final = re.compile(r"[A-Za-z]\w*(\.[A-Za-z]\w*)*", re.ASCII)

# the fields that are objects
_GROUPS: Final = ("limits", "pace", "pad", "wheels", "rumble")

# those that version 1 did not have
_NEW_BUTTONS: Final = ("slow", "faster", "slower")
# the buttons of a pad that may be left out
_OPTIONAL_BUTTONS: Final = ("turbo", "slow", "faster", "slower", "arm", "clear", "mark")

_NAME: Final = re.compile(r"[^\W_][\w .-]*", re.ASCII)
# names of devices on Windows, with any suffix
_DEVICE: Final = re.compile(r"(con|prn|aux|nul|com[0-9]|lpt[0-9]) *(\..*)?", re.IGNORECASE)
# SDL's names, or numbers for sticks without a mapping
_AXIS: Final = re.compile(r"leftx|lefty|rightx|righty|lefttrigger|righttrigger|axis[0-9]{1,2}")
_BUTTON: Final = re.compile(
    r"|a|b|x|y|back|guide|start|(left|right)(stick|shoulder)|dp(up|down|left|right)|misc1|paddle[1-4]|touchpad"
    r"|(left|right)trigger|button[0-9]{1,3}"
)


class Limits(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Limits of speed and acceleration; deceleration may be twice the acceleration. Raises ProfileError out of range.

    Attributes:
        turbo_linear_m_s, turbo_angular_rad_s: with the turbo button held; not less than without.
        lateral_m_s, lateral_m_s2: to the sides; 0 for a robot that can't move there.
        steering_rad, steering_rad_s: of the wheels of a car, and how fast they are turned.
    """

    linear_m_s: float = 0.3
    angular_rad_s: float = 0.8
    linear_m_s2: float = 0.8
    angular_rad_s2: float = 3.2
    turbo_linear_m_s: float | None = None
    turbo_angular_rad_s: float | None = None
    lateral_m_s: float = 0.0
    lateral_m_s2: float = 0.8
    steering_rad: float = 0.5
    steering_rad_s: float = 1.0

    def __post_init__(self) -> None:
        moves = ("linear_m_s", "angular_rad_s", "linear_m_s2", "angular_rad_s2", "lateral_m_s2")
        for name in (*moves, "steering_rad", "steering_rad_s"):
            check_range(name, getattr(self, name))
        if self.lateral_m_s != 0:
            check_range("lateral_m_s", self.lateral_m_s)
        if self.turbo_linear_m_s is not None:
            check_range("turbo_linear_m_s", self.turbo_linear_m_s, self.linear_m_s)
        if self.turbo_angular_rad_s is not None:
            check_range("turbo_angular_rad_s", self.turbo_angular_rad_s, self.angular_rad_s)


class PaceShares(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Shares of the limits that are driven with; whatever they are, the limits hold. Raises ProfileError out of range.

    Attributes:
        share: the share of the limits that driving begins with, before the operator changes it.
        turbo: how many times that share is allowed while turbo is held, up to all of the limits.
        slow: the part of that share that is allowed while slow is held.
    """

    share: float = 0.5
    turbo: float = 2.0
    slow: float = 0.4

    def __post_init__(self) -> None:
        for name in ("share", "turbo", "slow"):
            check_range(name, getattr(self, name))


class PadAxis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The inputs of a pad that move one free axis: an axis, or a pair of buttons, or both; each is empty for none.

    Attributes:
        axis: SDL's grow downwards and to the right, so it is inverted to move the axis up and to the left.
        more, less: buttons that move the axis all the way to its most, and to its least.
    """

    axis: str = ""
    inverted: bool = True
    more: str = ""
    less: str = ""


class PadMapping(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The axes and buttons of a pad, by SDL's names, or as “axis0” and “button0” for those that SDL can't name.

    A trigger may be a button, too. Raises ProfileError for an unknown name.

    Attributes:
        forward, turn, lateral: axes; SDL's grow downwards and to the right, so all are inverted to drive forward and
            left. `lateral` is empty for the other stick's.
        hold: the button to hold to drive. A pad without one can't drive.
        turbo, slow: to be held, too; faster, slower: steps of the share of the limits, each time that they are pressed.
        mark: marks the moment.
        turbo, slow, faster, slower, arm, clear, mark: empty for none.
        stop: the buttons for STOP.
        free: the inputs for the free axes of the profile, in their order.
    """

    forward: str = "lefty"
    turn: str = "leftx"
    forward_inverted: bool = True
    turn_inverted: bool = True
    hold: str = "leftshoulder"
    turbo: str = "rightshoulder"
    slow: str = "x"
    faster: str = "dpup"
    slower: str = "dpdown"
    stop: Annotated[tuple[str, ...], msgspec.Meta(max_length=8)] = ("b",)
    arm: str = "start"
    clear: str = "back"
    mark: str = ""
    lateral: str = ""
    lateral_inverted: bool = True
    free: Annotated[tuple[PadAxis, ...], msgspec.Meta(max_length=MAX_FREE_AXES)] = ()

    def __post_init__(self) -> None:
        for name, axis in self._axes():
            if not _AXIS.fullmatch(axis):
                wrong = ProfileWording.NO_AXIS(name=name, axis=axis[:40])
                raise ProfileError(wrong, ProfileWording.WRITE_AXIS(), _pad_field(name))
        for name, button in self._buttons():
            if not _BUTTON.fullmatch(button):
                wrong = ProfileWording.NO_BUTTON(name=name, button=button[:40])
                raise ProfileError(wrong, ProfileWording.WRITE_BUTTON(), _pad_field(name))
        if not self.hold or not self.stop or not all(self.stop):
            raise ProfileError(ProfileWording.NO_HOLD_OR_STOP())
        used: dict[str, str] = {}
        for name, each in self.inputs:
            if each in used:
                twice = ProfileWording.INPUT_TWICE(first=used[each], second=name, input=each)
                raise ProfileError(twice, ProfileWording.CHOOSE_ANOTHER_INPUT(), _pad_field(name))
            used[each] = name

    @property
    def inputs(self) -> list[tuple[str, str]]:
        """The functions that have an input, each with its name.

        The later ones are those that can be changed in the window: axes.
        """
        return [(name, each) for name, each in (*self._buttons(), *self._axes()) if each]

    def _axes(self) -> list[tuple[str, str]]:
        named = [("forward", self.forward), ("turn", self.turn)]
        named += [("lateral", self.lateral)] if self.lateral else []
        return named + [(f"free {number}", free.axis) for number, free in enumerate(self.free, 1) if free.axis]

    def _buttons(self) -> list[tuple[str, str]]:
        named = [(name, getattr(self, name)) for name in ("hold", *_OPTIONAL_BUTTONS)]
        named += [
            (f"free {number}", button) for number, free in enumerate(self.free, 1) for button in (free.more, free.less)
        ]
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
            check_joints(side, getattr(self, side))
        if bool(self.left_joints) != bool(self.right_joints):
            side = "right_joints" if self.left_joints else "left_joints"
            raise ProfileError(ProfileWording.ONE_SIDE_EMPTY(side=side), ProfileWording.NAME_BOTH_SIDES(), side)
        both = set(self.left_joints) & set(self.right_joints)
        if both:
            raise ProfileError(ProfileWording.JOINT_ON_BOTH_SIDES(joint=min(both)), field="right_joints")
        for name in ("wheel_radius_m", "track_m"):
            check_range(name, getattr(self, name))
        for name in ("left_sign", "right_sign"):
            check_sign(name, getattr(self, name))

    @property
    def joints(self) -> tuple[str, ...]:
        """The joints of both sides."""
        return self.left_joints + self.right_joints


class FreeAxis(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A free axis: one number of a message, such as the speed of a lift. Raises ProfileError for a wrong value.

    It has its neutral value whenever it is let go of, at once: so it is a speed, or a position that may go back by
    itself. What it has at a stop it keeps until it is moved again.

    Attributes:
        name: as it is shown.
        topic: empty for the topic of the base's own commands.
        type_name: of a topic of its own.
        field: the path of the number in the message, with points.
        least, most: the ends of its range.
        neutral: the value to which it goes when it is let go of.
        rate_s: how much it changes in a second at the most, away from its neutral value; twice that towards it.
        zero: the value at a stop; None for the neutral one.
        measured_topic, measured_field: where the robot tells the position, in the unit of the commands. An axis with
            such a topic holds: it is commanded the position that is measured at the stop, or else its last value.
            Without one it is a speed, and has `zero`.
    """

    name: str
    field: str = "data"
    topic: str = ""
    type_name: str = "std_msgs/Float64"
    least: float = -1.0
    most: float = 1.0
    neutral: float = 0.0
    rate_s: float = 1.0
    zero: float | None = None
    measured_topic: str = ""
    measured_field: str = USUAL_FIELD

    def __post_init__(self) -> None:
        fault = name_fault(self.name) or ("" if self.name.strip() == self.name != "" else ProfileWording.EMPTY())
        if fault or len(self.name) > MAX_AXIS_NAME_LENGTH:
            raise ProfileError(ProfileWording.BAD_AXIS_NAME(limit=MAX_AXIS_NAME_LENGTH), field="axes")
        for key in ("topic", "type_name", "measured_topic"):
            check_text_name(f"{self.name}: {key}", getattr(self, key), "axes")
        check_path(f"{self.name}: measured_field", self.measured_field, "axes")
        if not _FIELD.fullmatch(self.field) or len(self.field) > MAX_NAME_LENGTH:
            raise ProfileError(ProfileWording.BAD_AXIS_FIELD(axis=self.name), ProfileWording.WRITE_FIELD(), "axes")
        if self.topic and not self.type_name:
            raise ProfileError(ProfileWording.AXIS_WITHOUT_TYPE(axis=self.name), field="axes")
        for key in ("least", "most", "neutral", "rate_s"):
            check_range(key, getattr(self, key), field="axes")
        if not self.least <= self.neutral <= self.most or self.least == self.most:
            raise ProfileError(ProfileWording.AXIS_ORDER(axis=self.name), field="axes")
        if not self.least <= self.stop_value <= self.most:
            raise ProfileError(ProfileWording.AXIS_ZERO(axis=self.name), field="axes")

    @property
    def stop_value(self) -> float:
        """The value at a stop, unless it holds its position."""
        return self.neutral if self.zero is None else self.zero

    @property
    def holds(self) -> bool:
        """Whether it holds its position at a stop."""
        return self.measured_topic != ""

    @property
    def share_rate_s(self) -> float:
        """The rate in shares of the longer way from the neutral value, so that the shorter one is slower."""
        return self.rate_s / max(self.most - self.neutral, self.neutral - self.least)

    def value(self, share: float) -> float:
        """Return the value at a share of the way from the neutral value to one of the ends, -1 to 1."""
        way = self.most - self.neutral if share > 0 else self.neutral - self.least
        # without the zero that has a sign
        return min(max(self.neutral + share * way, self.least), self.most) + 0.0


class Profile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The profile by which one robot, or one kind of robot, is driven. Raises ProfileError for a wrong value.

    Attributes:
        topic, type_name: of the commands; empty for the protocol's usual ones.
        frame: the `frame_id` of commands that have one.
        node: the name of the base's own node, whose answers tell the quality of the link; without names, the address
            of its machine. No other subscriber counts; empty for any subscriber that is no tool for watching.
        linear_sign, angular_sign, lateral_sign: 1, or -1 for a robot with reversed directions.
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
        wheel_base_m: of a car, from the front to the rear axle: by it a turn that is asked for in rad/s becomes an
            angle of its wheels. 0 for a car that is steered by the angle alone.
        rumble: how a pad rumbles at a stop, for each class of reasons.
        idle_s: the time after which an armed robot that nobody drives is disarmed.
        axes: the free axes beside the base.
        deadman: one of `DEADMAN_KEYS`, which has to be held beside the keys, or the on-screen stick, that drive; empty
            for none.
        estop_topic, estop_field: where the robot tells whether its own E-stop is pressed; without a topic it is not
            looked at.
        estop_when: when it is, see `estop_condition`; empty for a field that is true then.
        record_usual, record_topics: what the black box subscribes to by itself: the usual topics, and these.
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
    pace: PaceShares = msgspec.field(default_factory=PaceShares)
    lateral_sign: int = 1
    wheel_base_m: float = 0.0
    idle_s: float = 30.0
    rumble: RumblePatterns = RumblePatterns()
    axes: Annotated[tuple[FreeAxis, ...], msgspec.Meta(max_length=MAX_FREE_AXES)] = ()
    deadman: str = ""
    estop_topic: str = ""
    estop_field: str = USUAL_FIELD
    estop_when: str = ""
    record_usual: bool = True
    record_topics: Annotated[tuple[str, ...], msgspec.Meta(max_length=MAX_RECORDED)] = ()

    def __post_init__(self) -> None:
        check_profile_name(self.name)
        for name in ("rate_hz", "idle_s"):
            check_range(name, getattr(self, name))
        for name in ("topic", "type_name", "frame", "node", "lock_topic", "stop_service", "stop_goal", "estop_topic"):
            check_text_name(name, getattr(self, name), name)
        for topic in self.record_topics:
            check_text_name("record_topics", topic, "record_topics")
        if self.wheel_base_m != 0:
            check_range("wheel_base_m", self.wheel_base_m)
        for name in ("linear_sign", "angular_sign", "lateral_sign"):
            check_sign(name, getattr(self, name))
        if self.joint:
            check_joints("joint", (self.joint,))
        self._check_effort()
        self._check_axes()
        if self.deadman not in {"", *DEADMAN_KEYS}:
            raise ProfileError(ProfileWording.BAD_DEADMAN(), field="deadman")
        self._check_estop()
        if len(json.dumps(changed_values(self), ensure_ascii=False, separators=(",", ":")).encode()) > MAX_LINE_BYTES:
            raise ProfileError(ProfileWording.NAMES_TOO_LONG(), ProfileWording.TAKE_SHORTER())

    @property
    def pad_in_use(self) -> PadMapping:
        """The mapping of a pad with the axes that this robot has: to the sides that of the other stick, or none.

        Beside an axis without a name there is none but one that is named: it may be the same axis by another name.
        """
        pad = self.pad
        inputs = pad.free[: len(self.axes)]
        used = {pad.forward, pad.turn, *(free.axis for free in inputs)}
        is_known = not any(axis.startswith("axis") for axis in used)
        free = next((axis for axis in ("rightx", "leftx") if is_known and axis not in used), "")
        lateral = (pad.lateral or free) if self.limits.lateral_m_s else ""
        return msgspec.structs.replace(pad, lateral=lateral, free=inputs)

    @classmethod
    def from_json(cls, value: object, version: int = PROFILE_VERSION) -> Profile:
        """Make a profile from decoded JSON, of this version unless it names one. Raises ProfileError.

        So it does for unknown keys.
        """
        given = dict(value) if isinstance(value, Mapping) else value
        if isinstance(given, dict):
            version = given.pop("version", version)
        if type(version) is not int or not 1 <= version <= PROFILE_VERSION:
            raise ProfileError(ProfileWording.OTHER_VERSION(), ProfileWording.TAKE_NEWER())
        if isinstance(given, dict):
            given = _with_usual_fields(given if version >= 2 else _migrated(given))
        try:
            return convert_json(given, Profile)
        except JsonError as error:
            path = error.field.partition("[")[0]
            # some fields of the pad have the names of others, and an axis is wrong as a whole
            name = path if path.startswith("pad.") else path.rpartition(".")[2]
            # what is wrong with a whole group is wrong with no field in particular
            field = "" if name in _GROUPS else name
            raise ProfileError(ProfileWording.NO_JSON(error=error.args[0]), field=field) from error

    def _check_axes(self) -> None:
        if len({axis.name for axis in self.axes}) < len(self.axes):
            raise ProfileError(ProfileWording.AXIS_TWICE(), field="axes")
        if fault := fault_of_axes([(axis.topic, axis) for axis in self.axes]):
            raise ProfileError(fault, field="axes")
        if self.topic and self.topic in {axis.topic for axis in self.axes}:
            raise ProfileError(ProfileWording.AXIS_BASE_TOPIC(), ProfileWording.LEAVE_TOPIC_EMPTY(), "axes")

    def _check_estop(self) -> None:
        check_path("estop_field", self.estop_field, "estop_field")
        if parse_condition(self.estop_when) is None:
            tip = ProfileWording.WRITE_ESTOP_WHEN(limit=MAX_CONDITION_LENGTH)
            raise ProfileError(ProfileWording.BAD_ESTOP_WHEN(), tip, "estop_when")

    def _check_effort(self) -> None:
        if self.joint_on_stop not in {"", *STOP_BEHAVIOURS}:
            raise ProfileError(ProfileWording.BAD_ON_STOP(), field="joint_on_stop")
        if self.joint_effort == 0:
            return
        check_range("joint_effort", self.joint_effort)
        if not self.joint:
            raise ProfileError(ProfileWording.EFFORT_WITHOUT_JOINT(), ProfileWording.NAME_JOINT(), "joint_effort")
        if not self.joint_on_stop:
            wrong = ProfileWording.EFFORT_WITHOUT_STOP()
            raise ProfileError(wrong, ProfileWording.SAY_HOW_IT_STANDS(), "joint_on_stop")


def fault_of_axes(axes: Sequence[tuple[str, FreeAxis]]) -> str:
    """Return why axes can't be on these topics together, of which an empty one is the base's; empty where they can."""
    # a field is no part of another, either
    fields = sorted((topic, f"{axis.field}.") for topic, axis in axes)
    if any(one[0] == next_[0] and next_[1].startswith(one[1]) for one, next_ in pairwise(fields)):
        return ProfileWording.AXIS_FIELD_TWICE()
    types = {topic: axis.type_name for topic, axis in axes}
    return ProfileWording.AXIS_TYPES() if any(topic and types[topic] != axis.type_name for topic, axis in axes) else ""


def check_profile_name(name: str) -> None:
    """Check that a profile can have this name, which is also its file's. Raises ProfileError."""
    if len(name) > MAX_NAME_LENGTH or not _NAME.fullmatch(name) or name[-1] in " ." or _DEVICE.fullmatch(name):
        raise ProfileError(ProfileWording.BAD_NAME(), ProfileWording.USE_LETTERS(limit=MAX_NAME_LENGTH), "name")


def format_profile(profile: Profile) -> bytes:
    """The bytes of a profile's file."""
    return f"{json.dumps(profile_values(profile), indent=2, ensure_ascii=False)}\n".encode()


def profile_values(profile: Profile) -> dict[str, Any]:
    """Return what a profile's file says, with its version."""
    return {"version": PROFILE_VERSION, **msgspec.to_builtins(profile)}


def parse_profile(data: bytes) -> Profile:
    """Read a profile from a file's bytes. Raises ProfileError."""
    if len(data) > MAX_BYTES:
        raise ProfileError(ProfileWording.TOO_LONG(limit_kib=MAX_BYTES // 1024))
    try:
        value = decode_json(data)
    except JsonError as error:
        raise ProfileError(ProfileWording.NO_JSON(error=error.args[0])) from error
    # whoever wrote a file by hand without a version did so before there was another one
    return Profile.from_json(value, 1)


def _migrated(given: dict[str, Any]) -> dict[str, Any]:
    """Return what a profile of version 1 says in the words of now, so that the robot is driven as it was."""
    # driving began with all of the limits, and turbo had limits of its own, or none
    pace, pad = {"share": 1.0, "turbo": 1.0}, given.get("pad", {})
    if isinstance(pad, Mapping):
        pad = {**dict.fromkeys(_NEW_BUTTONS, ""), **pad}
    return {"pace": pace, **given, "pad": pad}


def _with_usual_fields(given: dict[str, Any]) -> dict[str, Any]:
    """Return what a profile says, with the usual field where it names an empty one."""
    found: dict[str, Any] = _with_usual_field(given, "estop_field")
    if isinstance(axes := found.get("axes"), list):
        found |= {"axes": [_with_usual_field(axis, "measured_field") for axis in axes]}
    return found


def _with_usual_field(given: Any, key: str) -> Any:
    is_empty = isinstance(given, Mapping) and given.get(key) == ""
    return {**given, key: USUAL_FIELD} if is_empty else given


def _pad_field(name: str) -> str:
    """Return the key of the pad for the name of an input; those of free axes are numbered."""
    return f"pad.{name.partition(' ')[0]}"
