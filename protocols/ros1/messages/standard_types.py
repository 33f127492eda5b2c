"""The message and service types that every ROS 1 knows, for nodes that send no definition, and for what we send.

Most message types come from the library `rosbags`; the texts here are of those that it lacks, without comments.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from protocols.ros1.messages.definitions import (
    DefinitionSection,
    MessageType,
    ServiceType,
    TypeBuilder,
    build_service,
    parse_message,
    split_lines,
)

MESSAGE_TEXTS: Final[Mapping[str, str]] = {
    "roslib/Header": "uint32 seq\ntime stamp\nstring frame_id",
    "ackermann_msgs/AckermannDrive": """\
float32 steering_angle
float32 steering_angle_velocity
float32 speed
float32 acceleration
float32 jerk""",
    "ackermann_msgs/AckermannDriveStamped": "Header header\nackermann_msgs/AckermannDrive drive",
    "map_msgs/OccupancyGridUpdate": "Header header\nint32 x\nint32 y\nuint32 width\nuint32 height\nint8[] data",
    "tf/tfMessage": "geometry_msgs/TransformStamped[] transforms",
    "tf2_msgs/TFMessage": "geometry_msgs/TransformStamped[] transforms",
    "tf2_msgs/TF2Error": """\
uint8 NO_ERROR = 0
uint8 LOOKUP_ERROR = 1
uint8 CONNECTIVITY_ERROR = 2
uint8 EXTRAPOLATION_ERROR = 3
uint8 INVALID_ARGUMENT_ERROR = 4
uint8 TIMEOUT_ERROR = 5
uint8 TRANSFORM_ERROR = 6
uint8 error
string error_string""",
    "move_base_msgs/MoveBaseGoal": "geometry_msgs/PoseStamped target_pose",
    "move_base_msgs/MoveBaseResult": "",
    "move_base_msgs/MoveBaseFeedback": "geometry_msgs/PoseStamped base_position",
    "move_base_msgs/MoveBaseActionGoal": "Header header\nactionlib_msgs/GoalID goal_id\nMoveBaseGoal goal",
    "move_base_msgs/MoveBaseActionResult": "Header header\nactionlib_msgs/GoalStatus status\nMoveBaseResult result",
    "move_base_msgs/MoveBaseActionFeedback": """\
Header header
actionlib_msgs/GoalStatus status
MoveBaseFeedback feedback""",
    "turtlesim/Color": "uint8 r\nuint8 g\nuint8 b",
    "turtlesim/Pose": """\
float32 x
float32 y
float32 theta
float32 linear_velocity
float32 angular_velocity""",
}

SERVICE_TEXTS: Final[Mapping[str, str]] = {
    "std_srvs/Empty": "---",
    "std_srvs/SetBool": "bool data\n---\nbool success\nstring message",
    "std_srvs/Trigger": "---\nbool success\nstring message",
    "roscpp/Empty": "---",
    "roscpp/GetLoggers": "---\nLogger[] loggers",
    "roscpp/SetLoggerLevel": "string logger\nstring level\n---",
    "nav_msgs/GetMap": "---\nnav_msgs/OccupancyGrid map",
    "nav_msgs/GetPlan": """\
geometry_msgs/PoseStamped start
geometry_msgs/PoseStamped goal
float32 tolerance
---
nav_msgs/Path plan""",
    "nav_msgs/SetMap": """\
nav_msgs/OccupancyGrid map
geometry_msgs/PoseWithCovarianceStamped initial_pose
---
bool success""",
    "nav_msgs/LoadMap": """\
string map_url
---
uint8 RESULT_SUCCESS=0
uint8 RESULT_MAP_DOES_NOT_EXIST=1
uint8 RESULT_INVALID_MAP_DATA=2
uint8 RESULT_INVALID_MAP_METADATA=3
uint8 RESULT_UNDEFINED_FAILURE=255
nav_msgs/OccupancyGrid map
uint8 result""",
    "sensor_msgs/SetCameraInfo": """\
sensor_msgs/CameraInfo camera_info
---
bool success
string status_message""",
    "tf/FrameGraph": "---\nstring dot_graph",
    "tf2_msgs/FrameGraph": "---\nstring frame_yaml",
    "diagnostic_msgs/AddDiagnostics": "string load_namespace\n---\nbool success\nstring message",
    "diagnostic_msgs/SelfTest": "---\nstring id\nbyte passed\nDiagnosticStatus[] status",
    "dynamic_reconfigure/Reconfigure": "Config config\n---\nConfig config",
    "topic_tools/MuxAdd": "string topic\n---",
    "topic_tools/MuxDelete": "string topic\n---",
    "topic_tools/MuxList": "---\nstring[] topics",
    "topic_tools/MuxSelect": "string topic\n---\nstring prev_topic",
    "rospy_tutorials/AddTwoInts": "int64 a\nint64 b\n---\nint64 sum",
    "roscpp_tutorials/TwoInts": "int64 a\nint64 b\n---\nint64 sum",
    "turtlesim/Kill": "string name\n---",
    "turtlesim/SetPen": "uint8 r\nuint8 g\nuint8 b\nuint8 width\nuint8 off\n---",
    "turtlesim/Spawn": "float32 x\nfloat32 y\nfloat32 theta\nstring name\n---\nstring name",
    "turtlesim/TeleportAbsolute": "float32 x\nfloat32 y\nfloat32 theta\n---",
    "turtlesim/TeleportRelative": "float32 linear\nfloat32 angular\n---",
}


if TYPE_CHECKING:
    from rosbags.typesys.store import Typestore

# the package under which the library lists builtin types
_NOT_TYPES = "builtin_interfaces"


@functools.lru_cache(maxsize=512)
def find_message(type_name: str) -> MessageType | None:
    """Return the message type of this name, None if it is not a standard one."""
    return TypeBuilder(find_section).build(type_name) if find_section(type_name) is not None else None


@functools.lru_cache(maxsize=128)
def find_service(type_name: str) -> ServiceType | None:
    """Return the service type of this name, None if it is not a standard one."""
    text = SERVICE_TEXTS.get(type_name)
    return build_service(type_name, text, find_section) if text is not None else None


@functools.lru_cache(maxsize=512)
def find_section(type_name: str) -> DefinitionSection | None:
    """Return the text of a standard message type, None if it is not a standard one."""
    text = MESSAGE_TEXTS.get(type_name)
    if text is None:
        package, _, short = type_name.partition("/")
        name = f"{package}/msg/{short}"
        if package == _NOT_TYPES or name not in _store().fielddefs:
            return None
        definition, _ = _store().generate_msgdef(name, ros_version=1)
        text = parse_message(type_name, definition).text
    return DefinitionSection(list(split_lines(text)))


def message_names() -> list[str]:
    """Return the names of all standard message types."""
    known = (name.replace("/msg/", "/") for name in _store().fielddefs if not name.startswith(_NOT_TYPES))
    return sorted({*MESSAGE_TEXTS, *known})


def service_names() -> list[str]:
    """Return the names of all standard service types."""
    return sorted(SERVICE_TEXTS)


@functools.cache
def _store() -> Typestore:
    # the import takes a tenth of a second, which the start does not have
    from rosbags.typesys import Stores, get_typestore  # noqa: PLC0415

    return get_typestore(Stores.ROS1_NOETIC)
