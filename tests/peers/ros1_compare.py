"""Values of messages as the tools of ROS and as Teledeck print them, brought to one form."""

from __future__ import annotations

import base64
import json
from typing import Any, Final

# what criterion and custom message need: a few of each package
TYPES: Final = (
    "std_msgs/String",
    "std_msgs/Float64",
    "std_msgs/Empty",
    "geometry_msgs/Twist",
    "geometry_msgs/PoseStamped",
    "nav_msgs/Odometry",
    "nav_msgs/OccupancyGrid",
    "sensor_msgs/Image",
    "sensor_msgs/CompressedImage",
    "sensor_msgs/PointCloud2",
    "sensor_msgs/LaserScan",
    "sensor_msgs/Imu",
    "tf2_msgs/TFMessage",
    "teledeck_test_msgs/Everything",
)


def topic_of(kind: str, msg_type: str) -> str:
    """Where nodes of a library, `rospy` or `roscpp`, publish samples of a type."""
    return f"/{kind}/{msg_type.rpartition('/')[2]}"


def plain(value: Any) -> Any:
    """What `teledeck … --json --bytes` prints, with bytes as numbers."""
    if isinstance(value, dict):
        if value.keys() == {"bytes", "base64"}:
            return list(base64.b64decode(value["base64"]))
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item) for item in value]
    return value


def keys_of(values: list[Any]) -> set[str]:
    """Each value as a text to compare by; what rospy counts on its own, in a header's seq, is left out."""
    return {json.dumps(_without_seq(value), sort_keys=True) for value in values}


def _without_seq(value: Any) -> Any:
    if isinstance(value, dict) and "seq" in value.get("header", ()):
        header = {key: item for key, item in value["header"].items() if key != "seq"}
        return value | {"header": header}
    return value
