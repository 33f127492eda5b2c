"""Command targets: the types of message that a base obeys in each protocol, how each is filled, which topics fit."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.config.profile import Profile
from app.drive.control.values import ZERO, Velocity
from app.drive.robot.joints import (
    JointChannel,
    engine_channel,
    engine_joints_message,
    gazebo_channel,
    gazebo_joint_message,
    joint_number_message,
    joints_topic,
    measured_velocity,
    no_channel,
    no_channels,
    number_topics,
)
from app.model.errors import UserFacingError
from app.model.topics import TopicInfo
from app.wording.drive import DriveWording
from app.wording.names import in_a_row

# A yaw beyond half a turn is a yaw to the other side: a command to turn left fast would turn right. Close to half a
# turn single precision may round to the other side, too.
MAX_POSE_RAD_S: Final = math.pi - 1e-3

# the number of topics that are named to the operator
MAX_OFFERED: Final = 8
_ANY_TOPIC: Final = ("*",)


def twist_message(velocity: Velocity, _profile: Profile) -> Mapping[str, Any]:
    """Make a geometry_msgs/Twist or gazebo.msgs.Twist, with all six numbers, so that none is left as it was."""
    return {
        "linear": {"x": velocity.linear_m_s, "y": velocity.lateral_m_s, "z": 0.0},
        "angular": {"x": 0.0, "y": 0.0, "z": velocity.angular_rad_s},
    }


def twist_stamped_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make a geometry_msgs/TwistStamped, stamped with the time of the robot's clock."""
    return {"header": {"stamp": "now", "frame_id": profile.frame}, "twist": twist_message(velocity, profile)}


def pose_message(velocity: Velocity, _profile: Profile) -> Mapping[str, Any]:
    """Make a gazebo.msgs.Pose; the turn is clamped to less than half a turn a second."""
    yaw = max(-MAX_POSE_RAD_S, min(MAX_POSE_RAD_S, velocity.angular_rad_s))
    return {
        "position": {"x": velocity.linear_m_s, "y": velocity.lateral_m_s, "z": 0.0},
        "orientation": {"x": 0.0, "y": 0.0, "z": math.sin(yaw / 2), "w": math.cos(yaw / 2)},
    }


def ackermann_message(velocity: Velocity, _profile: Profile) -> Mapping[str, Any]:
    """Make an ackermann_msgs/AckermannDrive: all five numbers; the robot turns its wheels as fast as it can."""
    still = dict.fromkeys(("steering_angle_velocity", "acceleration", "jerk"), 0.0)
    return {"steering_angle": velocity.steering_rad, "speed": velocity.linear_m_s, **still}


def ackermann_stamped_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make an ackermann_msgs/AckermannDriveStamped, stamped with the time of the robot's clock."""
    return {"header": {"stamp": "now", "frame_id": profile.frame}, "drive": ackermann_message(velocity, profile)}


class TargetError(UserFacingError):
    """There is nothing to drive here, or too much."""


@dataclass(frozen=True, slots=True)
class Target:
    """A type of command, and how its messages are filled.

    Attributes:
        type_name: the type of the messages.
        topics: patterns of the topics of such commands; other topics of the type may mean something else.
        usual: the topic where none is named; empty where there is no usual one.
        fill: makes the whole message of a velocity.
        measure: computes the robot's velocity from the velocities of the joints that are commanded; None where the
            robot reports its velocity itself, if at all.
        commands_joint: whether the messages command joints.
        steers: whether the messages command the angle of a car's wheels.
    """

    type_name: str
    topics: tuple[str, ...]
    usual: str
    fill: Callable[[Velocity, Profile], Mapping[str, Any]]
    measure: Callable[[Mapping[str, float], Profile], Velocity | None] | None = None
    commands_joint: bool = False
    steers: bool = False

    @property
    def goes_sideways(self) -> bool:
        """Whether the messages have a part to the sides."""
        return not (self.steers or self.commands_joint)

    def commanded(self, velocity: Velocity, profile: Profile) -> Velocity:
        """Return what of a velocity is commanded: of a joint its own axis, of a car how its wheels stand and roll."""
        if self.steers:
            return Velocity(velocity.linear_m_s, steering_rad=velocity.steering_rad)
        if not (self.commands_joint and profile.joint):
            lateral_m_s = 0.0 if self.commands_joint else velocity.lateral_m_s
            return Velocity(velocity.linear_m_s, velocity.angular_rad_s, lateral_m_s)
        return Velocity(velocity.linear_m_s, 0.0) if profile.joint_slides else Velocity(0.0, velocity.angular_rad_s)

    def message(self, velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
        """Make the message that commands a velocity."""
        return self.filled(self.commanded(velocity, profile), profile)

    def filled(self, commanded: Velocity, profile: Profile) -> Mapping[str, Any]:
        """Make the message of what is commanded, with the signs of the profile; a zero is exactly zero."""
        if commanded.is_zero:
            return self.fill(ZERO, profile)
        signed = Velocity(
            # without the zero that has a sign
            profile.linear_sign * commanded.linear_m_s + 0.0,
            profile.angular_sign * commanded.angular_rad_s + 0.0,
            profile.lateral_sign * commanded.lateral_m_s + 0.0,
            profile.angular_sign * commanded.steering_rad + 0.0,
        )
        return self.fill(signed, profile)

    def fits(self, topic: str) -> bool:
        """Return whether a topic may be one of such commands, by its name."""
        return any(fnmatch.fnmatchcase(topic, pattern) for pattern in self.topics)


def _not_measured(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """Measure nothing: the state of a joint comes by other topics, and the base's motion says nothing of it."""
    del joints, profile
    return None


@dataclass(frozen=True, slots=True)
class DrivenScheme:
    """The driving of all robots whose addresses have one scheme.

    Attributes:
        targets: the types of commands, those that are preferred first; none where such robots can't be driven.
        by_joints: whether robots have no topic of commands, but joints, which a profile has to name.
        lists_senders: whether robots tell which other nodes command them.
        has_lasting_names: whether no two of these nodes ever have the same name, and dead ones may be listed for ever.
        has_free_axes: whether a field of any other message can be driven beside the base.
        has_stop_actions: whether robots can do more at STOP than stand still.
        velocity_topic: the topic by which robots report their velocity; empty where it has to be found by its type.
        find_channel: see `joints.no_channel`.
        offer_channels: see `joints.no_channels`.
    """

    targets: tuple[Target, ...] = ()
    by_joints: bool = False
    lists_senders: bool = False
    has_lasting_names: bool = False
    has_free_axes: bool = False
    has_stop_actions: bool = False
    velocity_topic: str = ""
    find_channel: Callable[[str, str, Iterable[TopicInfo]], JointChannel | None] = no_channel
    offer_channels: Callable[[str, Iterable[TopicInfo]], list[str]] = no_channels


_ENGINE: Final = DrivenScheme(
    (Target("Joint", (), "", engine_joints_message, measured_velocity, commands_joint=True),),
    by_joints=True,
    find_channel=engine_channel,
)

DRIVEN_SCHEMES: Final[Mapping[str, DrivenScheme]] = {
    "gazebo": DrivenScheme(
        (
            Target("gazebo.msgs.Pose", ("*/vel_cmd", "*/cmd_vel"), "", pose_message),
            Target("gazebo.msgs.Twist", ("*cmd_vel*", "*vel_cmd*"), "", twist_message),
            Target("gazebo.msgs.JointCmd", (), "", gazebo_joint_message, _not_measured, commands_joint=True),
        ),
        lists_senders=True,
        has_free_axes=True,
        find_channel=gazebo_channel,
    ),
    "ros1": DrivenScheme(
        (
            Target("geometry_msgs/Twist", _ANY_TOPIC, "/cmd_vel", twist_message),
            Target("geometry_msgs/TwistStamped", _ANY_TOPIC, "", twist_stamped_message),
            Target("ackermann_msgs/AckermannDrive", _ANY_TOPIC, "", ackermann_message, steers=True),
            Target("ackermann_msgs/AckermannDriveStamped", _ANY_TOPIC, "", ackermann_stamped_message, steers=True),
            Target("std_msgs/Float64", (), "", joint_number_message, _not_measured, commands_joint=True),
        ),
        lists_senders=True,
        has_lasting_names=True,
        has_free_axes=True,
        has_stop_actions=True,
        offer_channels=number_topics,
    ),
    "galileo": DrivenScheme(
        (Target("geometry_msgs/Twist", _ANY_TOPIC, "cmd_vel", twist_message),), velocity_topic="galileo/status"
    ),
    "nrp+grpc": _ENGINE,
    "nrp+json": _ENGINE,
}
_NOT_DRIVEN: Final = DrivenScheme()


def driven_scheme(address: str) -> DrivenScheme:
    """Return the driving of the robot at an address, or of all of a scheme; without targets where there is none."""
    return DRIVEN_SCHEMES.get(address.strip().partition(":")[0].lower(), _NOT_DRIVEN)


def profile_topic(address: str, profile: Profile) -> str:
    """Return the topic of commands that a profile names; empty where it names none."""
    return joints_topic(profile) if driven_scheme(address).by_joints else profile.topic


def check_joint(address: str, target: Target, profile: Profile) -> None:
    """Check that a joint is driven by a target for joints, and a base by a target for bases. Raises TargetError."""
    if profile.joint_effort and profile.joint_on_stop == "hold" and not driven_scheme(address).by_joints:
        raise TargetError(
            DriveWording.NOT_HELD(joint=profile.joint),
            DriveWording.STAND_BY_ZERO(),
        )
    if profile.joint and not target.commands_joint:
        raise TargetError(
            DriveWording.TYPE_COMMANDS_NO_JOINT(joint=profile.joint, type_name=target.type_name),
            DriveWording.NAME_JOINT_TOPIC(),
        )
    if target.commands_joint and not (profile.joint or driven_scheme(address).by_joints):
        raise TargetError(DriveWording.TYPE_COMMANDS_JOINT(type_name=target.type_name), DriveWording.NAME_JOINT())


def find_target(address: str, type_name: str) -> Target:
    """Return the target of a type. Raises TargetError for a type that commands can't be sent as."""
    targets = driven_scheme(address).targets
    for target in targets:
        if target.type_name == type_name:
            return target
    known = in_a_row(target.type_name for target in targets)
    raise TargetError(
        DriveWording.NO_SUCH_TYPE(type_name=type_name[:80]), DriveWording.KNOWN_TYPES(known=known) if known else ""
    )


def is_steered(address: str, type_name: str) -> bool:
    """Return whether commands of a type are those of a car, by the angle of its wheels."""
    return any(target.steers for target in driven_scheme(address).targets if target.type_name == type_name)


def can_go_sideways(address: str, type_name: str) -> bool:
    """Return whether commands of a type have a part to the sides, as those of a type that is not known may."""
    return all(target.goes_sideways for target in driven_scheme(address).targets if target.type_name == type_name)


def fitting_topics(address: str, infos: Iterable[TopicInfo]) -> list[tuple[str, Target]]:
    """Return the topics that take commands, those with usual names first; a topic without subscribers takes none."""
    found = [
        (info.name, target)
        for info in infos
        for target in driven_scheme(address).targets
        if info.type_name == target.type_name and target.fits(info.name) and info.subscribers != 0
    ]
    return sorted(found, key=lambda pair: (pair[0] != pair[1].usual, pair[0]))


def choose_target(address: str, topic: str, type_name: str, infos: Iterable[TopicInfo]) -> tuple[str, Target]:
    """Choose the topic of the commands and their target; `topic` and `type_name` are empty where none is asked for.

    Raises TargetError, which names the topics that there are.
    """
    if driven_scheme(address).by_joints:
        if not topic:
            raise TargetError(DriveWording.NO_WHEELS(), DriveWording.NAME_WHEELS())
        return topic, find_target(address, type_name or driven_scheme(address).targets[0].type_name)
    known = tuple(infos)
    if type_name:
        wanted = find_target(address, type_name)
        if topic:
            return topic, wanted
    offered = [pair for pair in fitting_topics(address, known) if type_name in {"", pair[1].type_name}]
    if topic:
        of_topic = next((info.type_name for info in known if info.name == topic and info.type_name), "")
        return topic, find_target(address, of_topic) if of_topic else driven_scheme(address).targets[0]
    usual = next(((target.usual, target) for target in driven_scheme(address).targets if target.usual), None)
    if usual is not None and (not offered or offered[0][0] == usual[0]) and not type_name:
        return offered[0] if offered else usual
    if len(offered) == 1:
        return offered[0]
    if not offered:
        raise TargetError(DriveWording.NO_TOPIC(), DriveWording.NAME_TOPIC())
    names = ", ".join(name for name, _ in offered[:MAX_OFFERED])
    raise TargetError(DriveWording.MANY_TOPICS(count=len(offered)), DriveWording.CHOOSE_TOPIC(names=names))
