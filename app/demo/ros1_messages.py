"""The messages of the demo robot on ROS 1: every topic with its type, its rate and its content.

Messages are made as mappings of plain values; the node encodes them. Stamps are real time, as on a robot with a clock
of its own.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from app.demo import lidar
from app.demo.camera import encode_png
from app.demo.rover import ANTENNA_LIMIT, ANTENNA_SPEED, CAPACITY_AH, MAX_SPEED, MAX_TURN, WHEEL_RADIUS, WIDTH
from app.demo.scenery import MAP_RESOLUTION, draw_map
from app.demo.shapes import Pose2, wrap_angle
from app.demo.simulation import BODY_HEIGHT, CAMERA_AHEAD, LASER_AHEAD, SENSOR_HEIGHT, WHEEL_SPEED, Simulation

NODE: Final = "/rover"
CMD_VEL: Final = "/cmd_vel"
TWIST: Final = "geometry_msgs/Twist"
ROSOUT: Final = "/rosout"
LOG: Final = "rosgraph_msgs/Log"
RESET: Final = "/reset"
SET_WANDER: Final = "/set_wander"

MAP, ODOM, BASE, LASER, CAMERA, IMU = "map", "odom", "base_link", "laser", "camera", "imu"
JOINTS: Final = ("left_wheel_hinge", "right_wheel_hinge", "antenna_hinge")
# rosgraph_msgs/Log and sensor_msgs/BatteryState
INFO, WARNING = 2, 4
_CHARGING, _DISCHARGING, _FULL = 1, 2, 4
_HEALTHY: Final = 1
_LITHIUM_ION: Final = 2
# variances: motions that a planar rover can't make are known well
_SURE, _UNSURE = 1e-6, 1e-3

Value = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class DemoRosFeed:
    """A topic that the robot publishes.

    Attributes:
        rate_hz: in simulated time; 0: once, at the start, and latched.
    """

    topic: str
    msg_type: str
    rate_hz: int
    make: Callable[[], Value]

    @property
    def latched(self) -> bool:
        """Whether later subscribers get the last message."""
        return not self.rate_hz


class Ros1Messages:
    """Makes the messages of one simulation.

    Args:
        simulation: of the robot.
        clock: gives real time in nanoseconds since 1970.
    """

    def __init__(self, simulation: Simulation, clock: Callable[[], int]) -> None:
        self._simulation = simulation
        self._clock = clock
        self._seq: dict[str, int] = {}

    def feeds(self) -> tuple[DemoRosFeed, ...]:
        """Every topic that the robot publishes by itself."""
        return (
            DemoRosFeed("/imu", "sensor_msgs/Imu", 100, self.imu),
            DemoRosFeed("/odom", "nav_msgs/Odometry", 50, self.odometry),
            DemoRosFeed("/tf", "tf2_msgs/TFMessage", 20, self.transforms),
            DemoRosFeed("/tf_static", "tf2_msgs/TFMessage", 0, self.static_transforms),
            DemoRosFeed("/scan", "sensor_msgs/LaserScan", 10, self.scan),
            DemoRosFeed("/camera/image_raw", "sensor_msgs/Image", 15, self.image),
            DemoRosFeed("/camera/image_raw/compressed", "sensor_msgs/CompressedImage", 15, self.compressed_image),
            DemoRosFeed("/map", "nav_msgs/OccupancyGrid", 0, self.map),
            DemoRosFeed("/joint_states", "sensor_msgs/JointState", 50, self.joint_states),
            DemoRosFeed("/battery", "sensor_msgs/BatteryState", 1, self.battery),
            DemoRosFeed("/state", "std_msgs/String", 5, self.state),
        )

    # what moves

    def odometry(self) -> Value:
        """The robot's odometry: nav_msgs/Odometry."""
        rover = self._simulation.rover
        return {
            "header": self.header("odom", ODOM),
            "child_frame_id": BASE,
            "pose": {"pose": _pose(rover.odometry), "covariance": _covariance(_UNSURE)},
            "twist": {
                "twist": {
                    "linear": _vector(rover.measured.linear, 0.0, 0.0),
                    "angular": _vector(0.0, 0.0, rover.measured.angular),
                },
                "covariance": _covariance(_UNSURE),
            },
        }

    def transforms(self) -> Value:
        """The transforms from the map to the odometry's origin, and from there to the robot."""
        rover = self._simulation.rover
        drift = _difference(rover.pose, rover.odometry)
        return {
            "transforms": [
                self._transform("tf", MAP, ODOM, drift.x, drift.y, 0.0, drift.yaw),
                self._transform("tf", ODOM, BASE, rover.odometry.x, rover.odometry.y, 0.0, rover.odometry.yaw),
            ]
        }

    def static_transforms(self) -> Value:
        """The transforms from the robot to its sensors."""
        places = ((LASER, LASER_AHEAD, SENSOR_HEIGHT), (CAMERA, CAMERA_AHEAD, SENSOR_HEIGHT), (IMU, 0.0, BODY_HEIGHT))
        return {
            "transforms": [
                self._transform("tf_static", BASE, frame, ahead, 0.0, height, 0.0) for frame, ahead, height in places
            ]
        }

    # sensors

    def imu(self) -> Value:
        """The IMU's measurement: sensor_msgs/Imu."""
        motion = self._simulation.imu_reading()
        x, y, z, w = motion.orientation
        return {
            "header": self.header("imu", IMU),
            "orientation": {"x": x, "y": y, "z": z, "w": w},
            "orientation_covariance": _diagonal(3, _SURE),
            "angular_velocity": _vector(*motion.angular_velocity),
            "angular_velocity_covariance": _diagonal(3, _SURE),
            "linear_acceleration": _vector(*motion.linear_acceleration),
            "linear_acceleration_covariance": _diagonal(3, _UNSURE),
        }

    def scan(self) -> Value:
        """The lidar's scan: sensor_msgs/LaserScan."""
        return {
            "header": self.header("scan", LASER),
            "angle_min": -lidar.MAX_ANGLE,
            "angle_max": lidar.MAX_ANGLE,
            "angle_increment": lidar.ANGLE_STEP,
            "scan_time": 0.1,
            "range_min": lidar.RANGE_MIN,
            "range_max": lidar.RANGE_MAX,
            "ranges": self._simulation.scan(),
        }

    def image(self) -> Value:
        """The camera's image: sensor_msgs/Image."""
        width, height = self._simulation.image_size
        return {
            "header": self.header("image", CAMERA),
            "height": height,
            "width": width,
            "encoding": "rgb8",
            "step": 3 * width,
            "data": self._simulation.camera_image(),
        }

    def compressed_image(self) -> Value:
        """The camera's image as a PNG: sensor_msgs/CompressedImage."""
        width, height = self._simulation.image_size
        return {
            "header": self.header("compressed", CAMERA),
            "format": "rgb8; png compressed bgr8",
            "data": encode_png(width, height, self._simulation.camera_image()),
        }

    def map(self) -> Value:
        """The map: nav_msgs/OccupancyGrid."""
        drawn = draw_map(SENSOR_HEIGHT)
        header = self.header("map", MAP)
        return {
            "header": header,
            "info": {
                "map_load_time": header["stamp"],
                "resolution": MAP_RESOLUTION,
                "width": drawn.width,
                "height": drawn.height,
                "origin": _pose(Pose2(drawn.x, drawn.y, 0.0)),
            },
            # the bytes of signed numbers
            "data": memoryview(drawn.cells).cast("b").tolist(),
        }

    def joint_states(self) -> Value:
        """The states of wheels and antenna: sensor_msgs/JointState."""
        simulation = self._simulation
        joints = (simulation.wheel(0), simulation.wheel(1), simulation.antenna.motion())
        return {
            "header": self.header("joints", ""),
            "name": list(JOINTS),
            "position": [joint.position for joint in joints],
            "velocity": [joint.velocity for joint in joints],
            "effort": [joint.effort for joint in joints],
        }

    def battery(self) -> Value:
        """The state of the battery: sensor_msgs/BatteryState."""
        battery = self._simulation.battery
        charging = battery.current_a < 0
        return {
            "header": self.header("battery", ""),
            "voltage": battery.voltage(),
            # temperature is not measured
            "temperature": math.nan,
            "current": -battery.current_a,
            "charge": battery.charge * CAPACITY_AH,
            "capacity": CAPACITY_AH,
            "design_capacity": CAPACITY_AH,
            "percentage": battery.charge,
            "power_supply_status": _FULL if battery.charge >= 1.0 else _CHARGING if charging else _DISCHARGING,
            "power_supply_health": _HEALTHY,
            "power_supply_technology": _LITHIUM_ION,
            "present": True,
            "location": "chassis",
        }

    def state(self) -> Value:
        """The robot's activity, a word: std_msgs/String."""
        return {"data": self._simulation.activity}

    def log(self, level: int, text: str, topics: list[str]) -> Value:
        """A line for /rosout: rosgraph_msgs/Log."""
        return {
            "header": self.header("log", ""),
            "level": level,
            "name": NODE,
            "msg": text,
            "file": "rover",
            "function": "run",
            "line": 1,
            "topics": topics,
        }

    def header(self, what: str, frame: str) -> dict[str, Any]:
        """The header of the next message of a topic."""
        self._seq[what] = seq = self._seq.get(what, -1) + 1
        secs, nsecs = divmod(self._clock(), 1_000_000_000)
        return {"seq": seq & 0xFFFFFFFF, "stamp": {"secs": secs, "nsecs": nsecs}, "frame_id": frame}

    # parts of messages

    def _transform(self, what: str, parent: str, child: str, x: float, y: float, z: float, yaw: float) -> Value:
        return {
            "header": self.header(what, parent),
            "child_frame_id": child,
            "transform": {"translation": _vector(x, y, z), "rotation": _turned(yaw)},
        }


def parameters() -> Value:
    """The initial parameters."""
    return {
        "rosdistro": "noetic\n",
        "rosversion": "1.16.0\n",
        "robot_description": _description(),
        "rover": {
            "wheel_radius": WHEEL_RADIUS,
            "track": WIDTH,
            "max_speed": MAX_SPEED,
            "max_turn": MAX_TURN,
            "frames": [MAP, ODOM, BASE],
        },
    }


def _description() -> str:
    """The rover's joints as URDF."""
    left, right, antenna = JOINTS
    wheels = (
        f"""  <joint name="{name}" type="continuous">
    <parent link="{BASE}"/><child link="{name}_link"/><axis xyz="0 1 0"/>
    <limit velocity="{WHEEL_SPEED:g}" effort="5"/>
  </joint>"""
        for name in (left, right)
    )
    links = "\n".join(f'  <link name="{name}"/>' for name in (BASE, *(f"{joint}_link" for joint in JOINTS)))
    return f"""<?xml version="1.0"?>
<robot name="rover">
{links}
{chr(10).join(wheels)}
  <joint name="{antenna}" type="revolute">
    <parent link="{BASE}"/><child link="{antenna}_link"/><axis xyz="0 0 1"/>
    <limit lower="{-ANTENNA_LIMIT}" upper="{ANTENNA_LIMIT}" velocity="{ANTENNA_SPEED}" effort="1"/>
  </joint>
</robot>
"""


def _difference(pose: Pose2, other: Pose2) -> Pose2:
    """The pose of the origin of `other`'s frame in the frame of `pose`, for both to be the same place."""
    yaw = wrap_angle(pose.yaw - other.yaw)
    cos, sin = math.cos(yaw), math.sin(yaw)
    return Pose2(pose.x - cos * other.x + sin * other.y, pose.y - sin * other.x - cos * other.y, yaw)


def _vector(x: float, y: float, z: float) -> dict[str, float]:
    return {"x": x, "y": y, "z": z}


def _turned(yaw: float) -> dict[str, float]:
    return {"x": 0.0, "y": 0.0, "z": math.sin(yaw / 2), "w": math.cos(yaw / 2)}


def _pose(pose: Pose2) -> dict[str, Any]:
    return {"position": _vector(pose.x, pose.y, 0.0), "orientation": _turned(pose.yaw)}


def _diagonal(size: int, variance: float) -> list[float]:
    return [variance if column == row else 0.0 for row in range(size) for column in range(size)]


def _covariance(variance: float) -> list[float]:
    """The covariance of a pose or a twist, `(36,)`, with this variance of x, y and the rotation about z."""
    covariance = _diagonal(6, _SURE)
    for index in (0, 7, 35):
        covariance[index] = variance
    return covariance
