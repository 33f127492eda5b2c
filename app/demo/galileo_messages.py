"""The messages of the demo robot on Galileo UDP: every topic with its rate and its content.

A message that fits into one datagram is a JSON text, in the shape of the corresponding ROS message. A longer one, a
scan or an image, is bytes: a text can't be sent in parts.
"""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.demo.camera import encode_png
from app.demo.ros1_messages import Ros1Messages
from app.demo.rover import RoverVelocity
from app.demo.simulation import Simulation
from protocols.ros1.messages.schema import Ros1Schema
from protocols.ros1.messages.standard_types import find_message

STATUS: Final = "galileo/status"
ODOM: Final = "odom"
SCAN: Final = "scan"
CAMERA: Final = "camera"
CMD_VEL: Final = "cmd_vel"

# values of chargeStatus on BWBot's robots
_NOT_CHARGING, _CHARGING, _FULL = 0, 1, 2
# targetNumID and the like: no goal; a goal without a number; the robot is on its way
_NONE, _UNNUMBERED, _ON_ITS_WAY = -1, -2, 1
_SCAN_TYPE: Final = "sensor_msgs/LaserScan"
_DIGITS: Final = 6
_MAX_COMMAND: Final = 4096


@dataclass(frozen=True, slots=True)
class DemoGalileoFeed:
    """A topic that the robot publishes.

    Attributes:
        rate_hz: in simulated time.
        make: makes a message: `str` is sent as a text, `bytes` in parts.
    """

    path: str
    rate_hz: int
    make: Callable[[], str | bytes]


class GalileoMessages:
    """Makes the messages of one simulation.

    Args:
        simulation: of the robot.
        clock: gives real time in nanoseconds since 1970.
    """

    def __init__(self, simulation: Simulation, clock: Callable[[], int]) -> None:
        self._simulation = simulation
        self._ros = Ros1Messages(simulation, clock)
        message = find_message(_SCAN_TYPE)
        if message is None:
            raise ValueError(f"{_SCAN_TYPE} is no standard type")
        self._scan_schema = Ros1Schema(message)

    def feeds(self) -> tuple[DemoGalileoFeed, ...]:
        """Every topic that the robot publishes."""
        return (
            DemoGalileoFeed(STATUS, 5, self.status),
            DemoGalileoFeed(ODOM, 20, self.odometry),
            DemoGalileoFeed(SCAN, 10, self.scan),
            DemoGalileoFeed(CAMERA, 5, self.camera_image),
        )

    def status(self) -> str:
        """The status of the robot."""
        simulation = self._simulation
        rover, battery = simulation.rover, simulation.battery
        full, wanders = battery.charge >= 1.0, simulation.wanders
        return _text(
            {
                "header": self._ros.header("status", ""),
                "navStatus": int(wanders),
                "visualStatus": 1,
                "mapStatus": 0,
                "gcStatus": 0,
                "gbaStatus": 0,
                "chargeStatus": _FULL if full else _CHARGING if battery.current_a < 0 else _NOT_CHARGING,
                "loopStatus": 0,
                "power": battery.voltage(),
                "targetNumID": _UNNUMBERED if wanders else _NONE,
                "targetStatus": _ON_ITS_WAY if wanders else _NONE,
                "targetDistance": float(_NONE),
                "angleGoalStatus": _NONE,
                "controlSpeedX": rover.command.linear,
                "controlSpeedTheta": rover.command.angular,
                "currentSpeedX": rover.measured.linear,
                "currentSpeedTheta": rover.measured.angular,
                "currentPosX": rover.pose.x,
                "currentPosY": rover.pose.y,
                "currentAngle": rover.pose.yaw,
                "busyStatus": 0,
            }
        )

    def odometry(self) -> str:
        """The robot's odometry: nav_msgs/Odometry."""
        return _text(self._ros.odometry())

    def scan(self) -> bytes:
        """The lidar's scan: sensor_msgs/LaserScan as ROS 1 serialises it."""
        return self._scan_schema.encode(self._ros.scan())

    def camera_image(self) -> bytes:
        """The camera's image, as a PNG."""
        width, height = self._simulation.image_size
        return encode_png(width, height, self._simulation.camera_image())


def parse_twist(payload: bytes) -> RoverVelocity | None:
    """The velocity in a Twist as JSON; None if it is no Twist. A missing part is zero."""
    if len(payload) > _MAX_COMMAND:
        return None
    try:
        twist = json.loads(payload)
    except (ValueError, RecursionError):
        return None
    if not isinstance(twist, dict) or not ("linear" in twist or "angular" in twist):
        return None
    linear, angular = _number(twist.get("linear", {}), "x"), _number(twist.get("angular", {}), "z")
    return None if linear is None or angular is None else RoverVelocity(linear, angular)


def _number(vector: object, axis: str) -> float | None:
    value = vector.get(axis, 0.0) if isinstance(vector, dict) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    try:
        number = float(value)
    except OverflowError:
        return None
    return number if math.isfinite(number) else None


def _text(value: Mapping[str, Any]) -> str:
    """Encode as compact JSON, which has to fit into a datagram."""
    return json.dumps(_rounded(value), separators=(",", ":"))


def _rounded(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _rounded(item) for key, item in value.items()}
    if isinstance(value, list):
        return [_rounded(item) for item in value]
    return round(value, _DIGITS) if isinstance(value, float) else value
