"""Converters from Galileo's JSON to the types of the model, and the commands of motion.

Galileo sends no types: a JSON object with the fields of a ROS message is taken for that message. What the numbers of
the status stand for is told in BWBot's description of their serial protocol, which sends the same; a robot may leave
any of them out.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any, Final

from app.model.messages.checks import checked_frame_name, checked_twist, transform_from, twist_from
from app.model.messages.geometry import Transform
from app.model.messages.values import Battery, Pose, Twist
from app.model.status import RobotCondition
from app.wording.connections import GalileoWording
from app.wording.model import MessageWording
from protocols.errors import DecodeError, EncodeError
from protocols.galileo.json_schema import JsonSchema, Reader
from protocols.schema import Field, FieldKind, FieldPath, Role, unknown_field
from protocols.sentence import sentence_of

Decoded = Mapping[str, Any]

# the frame of the position in the status: the map of the robot
MAP: Final = "map"

NUMBER_KINDS: Final = frozenset((FieldKind.INTEGER, FieldKind.FLOAT))
_POSITION: Final = ("currentPosX", "currentPosY", "currentAngle")
_SPEED: Final = ("currentSpeedX", "currentSpeedTheta")
_ODOMETRY: Final = (
    "header.frame_id",
    *(f"pose.pose.position.{axis}" for axis in "xyz"),
    *(f"pose.pose.orientation.{axis}" for axis in "xyzw"),
)
_POSE: Final = ("header.frame_id", *(path.removeprefix("pose.") for path in _ODOMETRY[1:]))


STATUS: Final = "galileo/status"
CMD_VEL: Final = "cmd_vel"
TWIST: Final = "geometry_msgs/Twist"
_PARTS: Final = ("linear", "angular")
_AXES: Final = ("x", "y", "z")

# chargeStatus
_CHARGING: Final = frozenset((1, 2))

# the most important for an operator first
_ACTIVITIES: Final[tuple[tuple[str, Mapping[int, str]], ...]] = (
    ("mapStatus", {1: GalileoWording.MAPPING()}),
    (
        "chargeStatus",
        {
            1: GalileoWording.CHARGING(),
            2: GalileoWording.CHARGED(),
            3: GalileoWording.SEEKING_CHARGER(),
            4: GalileoWording.DOCKING(),
            5: GalileoWording.CHARGING_FAILED(),
        },
    ),
    ("targetStatus", {1: GalileoWording.NAVIGATING(), 2: GalileoWording.PAUSED(), 3: GalileoWording.GOAL_FAILED()}),
    ("loopStatus", {1: GalileoWording.PATROLLING()}),
    ("busyStatus", {1: GalileoWording.BUSY()}),
    ("navStatus", {0: GalileoWording.FREE(), 1: GalileoWording.READY()}),
)


def pose_readers(schema: JsonSchema) -> dict[Role, Reader]:
    """The reader of messages of this shape as a pose; empty if they are none."""
    for paths, reader in ((_POSITION, read_status), (_ODOMETRY, read_odometry), (_POSE, read_pose_stamped)):
        if all(_is_scalar(schema, path) for path in paths):
            return {Role.POSE: reader}
    return {}


def read_status(message: Decoded) -> Pose:
    """Read the pose in galileo/status. Raises DecodeError, KeyError, TypeError, ValueError, as all readers here do."""
    x, y, yaw = (float(message[name]) for name in _POSITION)
    velocity = None
    if all(name in message for name in _SPEED):
        linear, angular = (float(message[name]) for name in _SPEED)
        velocity = checked_twist(MessageWording.VELOCITY, (linear, 0.0, 0.0), (0.0, 0.0, angular))
    try:
        return Pose(Transform.from_xy_yaw(x, y, yaw), MAP, velocity=velocity)
    except ValueError as error:
        raise DecodeError(GalileoWording.POSE_INVALID(reason=sentence_of(error))) from error


def read_odometry(message: Decoded) -> Pose:
    """Read a message with the shape of a nav_msgs/Odometry; its velocity may be left out."""
    velocity = None
    if "twist" in message:
        velocity = twist_from(MessageWording.VELOCITY, message["twist"]["twist"])
    where = transform_from(MessageWording.ODOMETRY, message["pose"]["pose"])
    name = checked_frame_name(message.get("child_frame_id", ""))
    return Pose(where, _frame(message), name, velocity=velocity)


def read_pose_stamped(message: Decoded) -> Pose:
    """Read a message with the shape of a geometry_msgs/PoseStamped."""
    return Pose(transform_from(MessageWording.POSE, message["pose"]), _frame(message))


def _frame(message: Decoded) -> str:
    return checked_frame_name(message["header"]["frame_id"])


def _is_scalar(schema: JsonSchema, path: str) -> bool:
    field = schema.find(FieldPath.parse(path))
    wanted = {FieldKind.STRING} if path.endswith("frame_id") else NUMBER_KINDS
    return field is not None and field.kind in wanted and not field.repeated


def readers_for(schema: JsonSchema) -> dict[Role, Reader]:
    """The readers of messages of this shape, by the role that they are read in."""
    readers = pose_readers(schema)
    fields = {field.name: field for field in schema.fields()}
    if _is_twist(schema, fields):
        readers[Role.TWIST] = read_twist
    if _is_number(fields.get("power")):
        readers[Role.BATTERY] = read_battery
    return readers


def read_battery(message: Decoded) -> Battery:
    """Read the battery of galileo/status, which has no charge. Raises KeyError where there is no battery."""
    battery = _battery(message)
    if battery is None:
        raise KeyError("power")
    return battery


def read_twist(message: Decoded) -> Twist:
    """Read a command or a measurement of motion. Raises KeyError, TypeError, ValueError."""
    linear, angular = (
        (float(message[part]["x"]), float(message[part]["y"]), float(message[part]["z"])) for part in _PARTS
    )
    return Twist(linear, angular)


def condition_of(message: Decoded, received_ns: int) -> RobotCondition:
    """Read the robot's report of itself in galileo/status."""
    return RobotCondition(_battery(message), _activity(message), received_ns)


def _battery(message: Decoded) -> Battery | None:
    power, charge = message.get("power"), _state(message, "chargeStatus")
    voltage_v = float(power) if isinstance(power, int | float) and math.isfinite(power) and power > 0 else None
    if voltage_v is None and charge is None:
        return None
    return Battery(None, voltage_v, None if charge is None else charge in _CHARGING)


def _activity(message: Decoded) -> str:
    """The robot's activity in a word or two; empty where no known number tells it."""
    for name, words in _ACTIVITIES:
        state = _state(message, name)
        if state is not None and state in words:
            return words[state]
    return ""


def _state(message: Decoded, name: str) -> int | None:
    value = message.get(name)
    return value if type(value) is int else None


def _is_number(field: Field | None) -> bool:
    return field is not None and field.kind in NUMBER_KINDS and not field.repeated


def _is_twist(schema: JsonSchema, fields: Mapping[str, Field]) -> bool:
    if fields.keys() != set(_PARTS):
        return False
    for part in _PARTS:
        if fields[part].kind is not FieldKind.MESSAGE or fields[part].repeated:
            return False
        below = {field.name: field for field in schema.fields(fields[part].type_name)}
        if below.keys() != set(_AXES) or not all(map(_is_number, below.values())):
            return False
    return True


# commands of motion


def stop_twist() -> Decoded:
    """The message that ends any motion: all six numbers are zero, and there is no other field that might command."""
    return {part: dict.fromkeys(_AXES, 0.0) for part in _PARTS}


def looks_like_motion(value: Decoded) -> bool:
    """Whether a message has the parts of a Twist, on whatever topic."""
    return any(isinstance(value.get(part), Mapping) for part in _PARTS)


def complete_twist(value: Decoded) -> Decoded:
    """Complete a Twist to all of its six numbers; those that were left out are zero.

    Raises:
        UnknownFieldError: there is a field that a Twist does not have.
        EncodeError: a value is no finite number.
    """
    for part in value:
        if part not in _PARTS:
            raise unknown_field(FieldPath((part,)), TWIST, part, _PARTS)
    return {part: _whole_vector(part, value.get(part, {})) for part in _PARTS}


def _whole_vector(part: str, vector: object) -> dict[str, float]:
    if not isinstance(vector, Mapping):
        raise EncodeError(GalileoWording.VECTOR_NO_OBJECT(part=part))
    for axis, number in vector.items():
        if axis not in _AXES:
            raise unknown_field(FieldPath((part, str(axis))), TWIST, str(axis), _AXES)
        if isinstance(number, bool) or not isinstance(number, int | float) or not math.isfinite(number):
            raise EncodeError(GalileoWording.NO_FINITE_NUMBER(part=part, axis=axis))
    return {axis: float(vector.get(axis, 0.0)) for axis in _AXES}


def twist_schema() -> JsonSchema:
    """The schema by which a Twist is read and written."""
    return JsonSchema(TWIST).widened(json.dumps(stop_twist()).encode())
