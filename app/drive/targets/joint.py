"""Commands to joints, a single one or those of the wheels: the topic that takes them, how a message is filled."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.config.profile import Profile
from app.drive.values import Velocity
from app.model.meaning import HOLD, JointQuantity
from app.model.topic_store import TopicInfo

_PACK: Final = "Joint"
_GAZEBO: Final = "gazebo.msgs.JointCmd"
_NUMBER: Final = "std_msgs/Float64"
_SCOPE: Final = "::"
_EVERY: Final = tuple(JointQuantity)


@dataclass(frozen=True, slots=True)
class JointChannel:
    """The way to command one joint.

    Attributes:
        topic, type_name: of the commands.
        joint: its name in them; empty where the topic is that of the joint alone.
        quantities: what may be commanded by it.
    """

    topic: str
    type_name: str
    joint: str = ""
    quantities: tuple[JointQuantity, ...] = _EVERY

    def message(self, quantity: JointQuantity, value: float) -> Mapping[str, Any]:
        """The message that commands one quantity and leaves the others alone."""
        return _FILLED[self.type_name](self.joint, quantity, value)


def channel_of(scheme: str, topic: str, joint: str, infos: Iterable[TopicInfo]) -> JointChannel | None:
    """The channel of a joint that messages of `topic` tell of; None where the operator has to choose it, or none is.

    Args:
        scheme: of the robot's address.
        topic: which the joint's state comes by.
        joint: its name in those messages; empty where the topic has it.
        infos: all topics of the robot.
    """
    if scheme in {"nrp+grpc", "nrp+json"}:
        return JointChannel(topic, _PACK)
    if scheme == "gazebo":
        ending = f"/{joint.partition(_SCOPE)[0]}/joint_cmd"
        taken = (info.name for info in infos if info.type_name in {"", _GAZEBO} and info.subscribers != 0)
        found = next((name for name in taken if name.endswith(ending)), None)
        return JointChannel(found, _GAZEBO, joint) if found is not None and _SCOPE in joint else None
    return None


def channels_by_hand(scheme: str, joint: str, infos: Iterable[TopicInfo]) -> list[str]:
    """The topics among which an operator chooses the one of a joint, those that are called after the joint first."""
    if scheme != "ros1":
        return []
    names = [info.name for info in infos if info.type_name == _NUMBER and info.subscribers != 0]
    return sorted(names, key=lambda name: (joint not in name, name))


def chosen_channel(topic: str, quantity: JointQuantity) -> JointChannel:
    """The channel by a topic that an operator chose: which quantity its number is can't be told by the robot."""
    return JointChannel(topic, _NUMBER, quantities=(quantity,))


def joints_of(profile: Profile) -> str:
    """The joints that a profile drives as the topic of their commands: one name, with commas between."""
    return profile.joint or ",".join(profile.wheels.joints)


def joints_of_engine(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """The commands to the joints that a profile drives, by their names, as an engine of NRP-core takes them.

    Instead of a quantity a joint that is to hold where it is has `HOLD`.
    """
    if not profile.joint:
        return _of_wheels(velocity, profile)
    if profile.joint_effort and profile.joint_on_stop == "hold" and velocity.is_zero:
        return {profile.joint: {HOLD: True}}
    return {profile.joint: _of_pack(profile.joint, *_commanded(velocity, profile))}


def joint_of_gazebo(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """gazebo.msgs.JointCmd to the one joint that a profile drives."""
    return _of_gazebo(profile.joint, *_commanded(velocity, profile))


def joint_by_number(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """std_msgs/Float64 to the one joint that a profile drives."""
    return _of_number(profile.joint, *_commanded(velocity, profile))


def measured(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """The motion by the velocities of joints, as it is commanded by them; None where one does not tell."""
    if not profile.joint:
        return _rolling(joints, profile)
    speed = joints.get(profile.joint)
    if speed is None:
        return None
    if profile.joint_slides:
        return Velocity(profile.linear_sign * speed + 0.0, 0.0)
    return Velocity(0.0, profile.angular_sign * speed + 0.0)


def _of_wheels(velocity: Velocity, profile: Profile) -> Mapping[str, Any]:
    """The velocity in rad/s of each joint of a differential drive, by its name."""
    of = profile.wheels
    half = velocity.angular_rad_s * of.track_m / 2
    left = of.left_sign * (velocity.linear_m_s - half) / of.wheel_radius_m
    right = of.right_sign * (velocity.linear_m_s + half) / of.wheel_radius_m
    # without the zero that has a sign
    told = dict.fromkeys(of.left_joints, left + 0.0) | dict.fromkeys(of.right_joints, right + 0.0)
    return {joint: {"velocity": value} for joint, value in told.items()}


def _rolling(joints: Mapping[str, float], profile: Profile) -> Velocity | None:
    """The motion of a differential drive whose wheels do not slip."""
    of = profile.wheels
    if not of.joints or not all(joint in joints for joint in of.joints):
        return None
    # of several on a side the fastest: one that turns is not hidden by others that stand
    left = of.left_sign * max((joints[joint] for joint in of.left_joints), key=abs) * of.wheel_radius_m
    right = of.right_sign * max((joints[joint] for joint in of.right_joints), key=abs) * of.wheel_radius_m
    linear_m_s, angular_rad_s = (left + right) / 2, (right - left) / of.track_m
    return Velocity(profile.linear_sign * linear_m_s + 0.0, profile.angular_sign * angular_rad_s + 0.0)


def _commanded(velocity: Velocity, profile: Profile) -> tuple[JointQuantity, float]:
    """The quantity by which the one joint is driven, and how much of it."""
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
