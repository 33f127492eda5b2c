"""The motions that messages of ROS 1 command, by types and topics; what ends them; and the types of sensors."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Decoded = Mapping[str, Any]

_STILL: Final = {part: {"x": 0.0, "y": 0.0, "z": 0.0} for part in ("linear", "angular")}
_NO_DRIVE: Final = {"speed": 0.0, "acceleration": 0.0, "jerk": 0.0, "steering_angle_velocity": 0.0}

# whatever the topic is called: a pad, an arm, a gripper, a flight controller, a wrench in a simulation
_MOVING: Final = frozenset(
    {
        "sensor_msgs/Joy",
        "trajectory_msgs/JointTrajectory",
        "trajectory_msgs/MultiDOFJointTrajectory",
        "control_msgs/JointJog",
        "control_msgs/GripperCommand",
        "gazebo_msgs/LinkState",
        "gazebo_msgs/ModelState",
        "mavros_msgs/ActuatorControl",
        "mavros_msgs/AttitudeTarget",
        "mavros_msgs/GlobalPositionTarget",
        "mavros_msgs/ManualControl",
        "mavros_msgs/OverrideRCIn",
        "mavros_msgs/PositionTarget",
        "mavros_msgs/Thrust",
    }
)
_ACTION_GOAL: Final = "ActionGoal"
_NUMBERS: Final = frozenset(
    f"std_msgs/{number}{kind}"
    for number in ("Float32", "Float64", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64")
    for kind in ("", "MultiArray")
)

# messages of these types are measurements as often as commands: the topic decides
_BY_NAME: Final = _NUMBERS | {
    *("geometry_msgs/Pose", "geometry_msgs/PoseStamped", "geometry_msgs/Pose2D", "geometry_msgs/PoseArray"),
    *("geometry_msgs/Point", "geometry_msgs/PointStamped", "geometry_msgs/Vector3", "geometry_msgs/Vector3Stamped"),
    *("geometry_msgs/Wrench", "geometry_msgs/WrenchStamped", "geometry_msgs/Quaternion", "nav_msgs/Path"),
    *("sensor_msgs/JointState", "std_msgs/Bool", "std_msgs/Empty", "std_msgs/String"),
}

# numbers on such a topic are obeyed until others come, and zero means to stand still
_SPEED_OR_FORCE: Final = ("cmd_vel", "velocity", "speed", "effort", "force", "torque", "throttle", "thrust")
_COMMANDING: Final = (
    *_SPEED_OR_FORCE,
    *("command", "cmd", "_controller/", "goal", "target", "setpoint", "desired", "reference", "waypoint", "teleop"),
    *("jog", "move", "motor", "wheel", "servo", "steer", "brake", "takeoff", "land", "wander", "dock", "gripper"),
)

# what sensors send that has no role of a picture or a scan
SENSORS: Final = frozenset(
    {
        *("sensor_msgs/PointCloud", "sensor_msgs/PointCloud2", "sensor_msgs/MultiEchoLaserScan"),
        *("stereo_msgs/DisparityImage", "theora_image_transport/Packet", "velodyne_msgs/VelodyneScan"),
    }
)


def _within(name: str, still: Decoded) -> Callable[[Decoded], Decoded]:
    """Make the stop message of a stamped command, by that of the command in its field `name`."""

    def rest(value: Decoded) -> Decoded:
        command = value.get(name)
        return {**value, name: {**(command if isinstance(command, Mapping) else {}), **still}}

    return rest


def _hands_off(value: Decoded) -> Decoded:
    """The state of a pad with released sticks and all buttons up."""
    return {**value, "axes": [0.0] * len(value.get("axes", ())), "buttons": [0] * len(value.get("buttons", ()))}


# Commands that a robot obeys until the next one comes, whatever the topic is called, and their stop messages.
MOTIONS: Final[Mapping[str, Callable[[Decoded], Decoded]]] = {
    "geometry_msgs/Twist": lambda value: {**value, **_STILL},
    "geometry_msgs/TwistStamped": _within("twist", _STILL),
    "ackermann_msgs/AckermannDrive": lambda value: {**value, **_NO_DRIVE},
    "ackermann_msgs/AckermannDriveStamped": _within("drive", _NO_DRIVE),
}


def commands_motion(type_name: str) -> bool:
    """Whether messages of a type set a robot in motion until the next one comes."""
    return type_name in MOTIONS


def may_move(topic: str, type_name: str) -> bool:
    """Whether messages of a type on a topic may move a robot or a part of it, in any way."""
    if type_name in MOTIONS or type_name in _MOVING or type_name.endswith(_ACTION_GOAL):
        return True
    return type_name in _BY_NAME and any(word in topic.lower() for word in _COMMANDING)


def stop_message_for(topic: str, type_name: str, value: Decoded) -> Decoded | None:
    """The message that ends the motion which `value`, valid as it is, commands; None where none does.

    A position is reached and held: position zero would be a motion of its own.
    """
    if (rest := MOTIONS.get(type_name)) is not None:
        return rest(value)
    if type_name == "sensor_msgs/Joy":
        return _hands_off(value)
    if type_name in _NUMBERS and may_move(topic, type_name) and _commands_speed(topic):
        data = value.get("data", 0)
        return {**value, "data": [0] * len(data) if type_name.endswith("MultiArray") else 0}
    return None


def _commands_speed(topic: str) -> bool:
    name = topic.lower()
    return any(word in name for word in _SPEED_OR_FORCE) and "position" not in name
