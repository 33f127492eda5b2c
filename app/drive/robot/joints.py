"""Commands to joints, a single one or those of the wheels: the topics that take them, and their messages."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.config.profile import Profile
from app.drive.control.values import Velocity
from app.model.messages.values import HOLD, JointQuantity
from app.model.topics import TopicInfo

_PACK: Final = "Joint"
_GAZEBO: Final = "gazebo.msgs.JointCmd"
_NUMBER: Final = "std_msgs/Float64"
_SCOPE: Final = "::"
_EVERY: Final = tuple(JointQuantity)


@dataclass(frozen=True, slots=True)
class JointChannel:
    """The channel of commands to one joint.

    Attributes:
        topic, type_name: the topic and the type of the commands.
        joint: the joint's name in the commands; empty where the topic is that of the joint alone.
        quantities: the quantities that can be commanded.
    """

    topic: str
    type_name: str
    joint: str = ""
    quantities: tuple[JointQuantity, ...] = _EVERY

    def message(self, quantity: JointQuantity, value: float) -> Mapping[str, Any]:
        """Make the message that commands one quantity and leaves the others alone."""
        return _FILLED[self.type_name](self.joint, quantity, value)


def no_channel(topic: str, joint: str, infos: Iterable[TopicInfo]) -> JointChannel | None:
    """Return the channel of a joint; None where the operator has to choose it, or there is none: as here.

    Args:
        topic: the topic by which the joint's state comes.
        joint: the joint's name in the messages of that topic; empty where the topic is that of the joint alone.
        infos: all topics of the robot.
    """
    del topic, joint, infos
    return None


def engine_channel(topic: str, joint: str, infos: Iterable[TopicInfo]) -> JointChannel:
    """Return the channel of a joint of an engine of NRP-core; see `no_channel`."""
    del joint, infos
    return JointChannel(topic, _PACK)


def gazebo_channel(topic: str, joint: str, infos: Iterable[TopicInfo]) -> JointChannel | None:
    """Return the channel of a joint in Gazebo; see `no_channel`."""
    del topic
    ending = f"/{joint.partition(_SCOPE)[0]}/joint_cmd"
    taken = (info.name for info in infos if info.type_name in {"", _GAZEBO} and info.subscribers != 0)
    found = next((name for name in taken if name.endswith(ending)), None)
    return JointChannel(found, _GAZEBO, joint) if found is not None and _SCOPE in joint else None


def no_channels(joint: str, infos: Iterable[TopicInfo]) -> list[str]:
    """Return the topics among which an operator chooses that of a joint: none."""
    del joint, infos
    return []


def number_topics(joint: str, infos: Iterable[TopicInfo]) -> list[str]:
    """Return the topics of numbers, among which an operator chooses that of a joint; first those with its name."""
    names = [info.name for info in infos if info.type_name == _NUMBER and info.subscribers != 0]
    return sorted(names, key=lambda name: (joint not in name, name))


def chosen_channel(topic: str, quantity: JointQuantity) -> JointChannel:
    """Make the channel of a topic that an operator chose; the robot can't tell which quantity its number is."""
    return JointChannel(topic, _NUMBER, quantities=(quantity,))


def joints_topic(profile: Profile) -> str:
    """Return the joints that a profile drives as the topic of their commands: their names with commas between."""
    return profile.joint or ",".join(profile.wheels.joints)


def engine_joints_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make the commands to the joints that a profile drives, by their names, as an engine of NRP-core takes them.

    A joint that is to hold its position has `HOLD` instead of a quantity.
    """
    if not profile.joint:
        return _of_wheels(velocity, profile)
    if profile.joint_effort and profile.joint_on_stop == "hold" and velocity.is_zero:
        return {profile.joint: {HOLD: True}}
    return {profile.joint: _of_pack(profile.joint, *_commanded(velocity, profile))}


def gazebo_joint_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make a gazebo.msgs.JointCmd to the one joint that a profile drives."""
    return _of_gazebo(profile.joint, *_commanded(velocity, profile))


def joint_number_message(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make a std_msgs/Float64 to the one joint that a profile drives."""
    return _of_number(profile.joint, *_commanded(velocity, profile))


def measured_velocity(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """Compute the robot's velocity from those of its joints; None where the velocity of a joint is missing."""
    if not profile.joint:
        return _rolling(joints, profile)
    speed = joints.get(profile.joint)
    if speed is None:
        return None
    if profile.joint_slides:
        return Velocity(profile.linear_sign * speed + 0.0, 0.0)
    return Velocity(0.0, profile.angular_sign * speed + 0.0)


def _of_wheels(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """Make the commands to the wheels of a differential drive: the velocity in rad/s of each joint, by its name."""
    of = profile.wheels
    half = velocity.angular_rad_s * of.track_m / 2
    left = of.left_sign * (velocity.linear_m_s - half) / of.wheel_radius_m
    right = of.right_sign * (velocity.linear_m_s + half) / of.wheel_radius_m
    # without the zero that has a sign
    told = dict.fromkeys(of.left_joints, left + 0.0) | dict.fromkeys(of.right_joints, right + 0.0)
    return {joint: {"velocity": value} for joint, value in told.items()}


def _rolling(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """Compute the velocity of a differential drive whose wheels do not slip."""
    of = profile.wheels
    if not of.joints or not all(joint in joints for joint in of.joints):
        return None
    # of several wheels on a side the fastest: a wheel that turns is not hidden by others that stand
    left = of.left_sign * max((joints[joint] for joint in of.left_joints), key=abs) * of.wheel_radius_m
    right = of.right_sign * max((joints[joint] for joint in of.right_joints), key=abs) * of.wheel_radius_m
    linear_m_s, angular_rad_s = (left + right) / 2, (right - left) / of.track_m
    return Velocity(profile.linear_sign * linear_m_s + 0.0, profile.angular_sign * angular_rad_s + 0.0)


def _commanded(velocity: Velocity, profile: Profile) -> tuple[JointQuantity, float]:
    """Return the quantity by which the one joint is driven, and its value."""
    limits = profile.limits
    speed = velocity.linear_m_s if profile.joint_slides else velocity.angular_rad_s
    if not profile.joint_effort:
        return JointQuantity.VELOCITY, speed
    most = limits.linear_m_s if profile.joint_slides else limits.angular_rad_s
    # turbo drives a joint no harder
    return JointQuantity.EFFORT, max(-1.0, min(1.0, speed / most)) * profile.joint_effort


def _of_pack(_joint: str, quantity: JointQuantity, value: float) -> Mapping[str, Any]:
    return {quantity.value: value}


def _of_gazebo(joint: str, quantity: JointQuantity, value: float) -> Mapping[str, Any]:
    # the gains are left as they are
    told = {"force": value} if quantity is JointQuantity.EFFORT else {quantity.value: {"target": value}}
    return {"name": joint, "axis": 0, **told}


def _of_number(_joint: str, _quantity: JointQuantity, value: float) -> Mapping[str, Any]:
    return {"data": value}


_FILLED: Final[Mapping[str, Callable[[str, JointQuantity, float], Mapping[str, Any]]]] = {
    _PACK: _of_pack,
    _GAZEBO: _of_gazebo,
    _NUMBER: _of_number,
}
