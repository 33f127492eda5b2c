"""The messages and commands of the demo robot in Gazebo: every topic with its type, its rate and its content."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from google.protobuf.message import DecodeError, Message

from app.demo import lidar
from app.demo.rover import LENGTH, WHEEL_RADIUS
from app.demo.shapes import Pose2
from app.demo.simulation import BODY_HEIGHT, SENSOR_HEIGHT, Simulation
from protocols.schema import Payload
from protos.gazebo import basics_pb2 as basics
from protos.gazebo import images_pb2 as images
from protos.gazebo import model_pb2 as model
from protos.gazebo import rendering_pb2 as rendering
from protos.gazebo import sensors_pb2 as sensors
from protos.gazebo import shapes_pb2 as shapes
from protos.gazebo import time_pb2 as time
from protos.gazebo import transport_pb2 as requests
from protos.gazebo import world_pb2 as world

WORLD: Final = "default"
_ROVER: Final = f"/gazebo/{WORLD}/rover"
VEL_CMD: Final = f"{_ROVER}/vel_cmd"
WORLD_CONTROL: Final = f"/gazebo/{WORLD}/world_control"
REQUEST: Final = f"/gazebo/{WORLD}/request"
RESPONSE: Final = f"/gazebo/{WORLD}/response"
# common::Image::RGB_INT8
RGB_INT8: Final = 3
# gzserver's ids for the same rover
_ROVER_ID: Final = 15
_CHASSIS_ID: Final = 16
_WHEEL_IDS: Final = (1110, 1115)
_WHEEL_X: Final = 0.1
_WHEEL_Y: Final = 0.18
_WHEEL_WIDTH: Final = 0.04
_CHASSIS_SIZE: Final = (LENGTH, 0.3, 0.1)
_HALF_ROOT: Final = math.sqrt(0.5)
# world_control.multi_step beyond this is cut: ten minutes
MAX_STEPS: Final = 60_000


@dataclass(frozen=True, slots=True)
class DemoGazeboFeed:
    """A topic that the robot publishes.

    Attributes:
        rate_hz: in simulated time, in real time if it also `runs_in_pause`; 0: once, at the start.
        lazy: whether it is published only while it has subscribers.
    """

    topic: str
    msg_type: str
    rate_hz: int
    make: Callable[[], bytes]
    lazy: bool = False
    runs_in_pause: bool = False


@dataclass(slots=True)
class DemoWorldClock:
    """Real time as counted by the world, in seconds.

    Attributes:
        running_s: while the world ran.
        paused_s: while it was paused.
    """

    running_s: float = 0.0
    paused_s: float = 0.0


class GazeboMessages:
    """Makes the messages of one simulation."""

    def __init__(self, simulation: Simulation) -> None:
        self.clock = DemoWorldClock()
        self._simulation = simulation
        # what never changes in the large messages is set once
        self._scan = _empty_scan()
        width, height = simulation.image_size
        self._image = images.ImageStamped(
            image=images.Image(width=width, height=height, pixel_format=RGB_INT8, step=3 * width)
        )

    def feeds(self) -> tuple[DemoGazeboFeed, ...]:
        """Every topic that the robot and its world publish."""
        near, msgs = f"/gazebo/{WORLD}", "gazebo.msgs"
        return (
            DemoGazeboFeed(f"{near}/world_stats", f"{msgs}.WorldStatistics", 5, self.world_stats, runs_in_pause=True),
            DemoGazeboFeed(f"{near}/diagnostics", f"{msgs}.Diagnostics", 5, self.diagnostics),
            DemoGazeboFeed(f"{near}/model/info", f"{msgs}.Model", 0, self.model_info),
            DemoGazeboFeed(f"{near}/pose/info", f"{msgs}.PosesStamped", 60, self.poses),
            DemoGazeboFeed(f"{near}/pose/local/info", f"{msgs}.PosesStamped", 60, self.poses),
            DemoGazeboFeed(f"{near}/physics/contacts", f"{msgs}.Contacts", 10, self.contacts),
            DemoGazeboFeed(f"{_ROVER}/chassis/imu/imu", f"{msgs}.IMU", 100, self.imu),
            DemoGazeboFeed(f"{_ROVER}/chassis/laser/scan", f"{msgs}.LaserScanStamped", 10, self.scan, lazy=True),
            DemoGazeboFeed(f"{_ROVER}/chassis/camera/image", f"{msgs}.ImageStamped", 15, self.image, lazy=True),
            DemoGazeboFeed(f"{_ROVER}/odom", f"{msgs}.PoseStamped", 60, self.odometry),
            DemoGazeboFeed(f"{_ROVER}/velocity", f"{msgs}.Twist", 60, self.velocity),
            DemoGazeboFeed(f"{_ROVER}/battery", f"{msgs}.Battery", 1, self.battery),
            DemoGazeboFeed(f"{_ROVER}/state", f"{msgs}.GzString", 5, self.state),
        )

    @property
    def _now(self) -> time.Time:
        return _time(self._simulation.time_s)

    # the world

    def world_stats(self) -> bytes:
        """The world's times: WorldStatistics."""
        return world.WorldStatistics(
            sim_time=self._now,
            pause_time=_time(self.clock.paused_s),
            real_time=_time(self.clock.running_s),
            paused=self._simulation.paused,
            iterations=self._simulation.iterations,
            model_count=1,
        ).SerializeToString()

    def diagnostics(self) -> bytes:
        """The real-time factor: Diagnostics."""
        running_s = self.clock.running_s
        return world.Diagnostics(
            real_time=_time(running_s),
            sim_time=self._now,
            real_time_factor=self._simulation.time_s / running_s if running_s > 0 else 0.0,
        ).SerializeToString()

    def model_info(self) -> bytes:
        """The encoded model of the rover."""
        return self.model().SerializeToString()

    def model(self) -> model.Model:
        """The rover and its links, at the rover's pose."""
        chassis = model.Link(name="rover::chassis", id=_CHASSIS_ID, pose=_pose((0.0, 0.0, 0.0), _yaw(0.0)))
        chassis.visual.append(
            rendering.Visual(
                name="rover::chassis::v",
                parent_name="rover::chassis",
                type=rendering.Visual.VISUAL,
                geometry=shapes.Geometry(type=shapes.Geometry.BOX, box=shapes.BoxGeom(size=_vector(*_CHASSIS_SIZE))),
            )
        )
        rover = model.Model(
            name="rover", id=_ROVER_ID, is_static=False, pose=_flat_pose(self._simulation.rover.pose), link=[chassis]
        )
        for name, link_id, pose in zip(("left_wheel", "right_wheel"), _WHEEL_IDS, self._wheel_poses(), strict=True):
            geometry = shapes.Geometry(
                type=shapes.Geometry.CYLINDER,
                cylinder=shapes.CylinderGeom(radius=WHEEL_RADIUS, length=_WHEEL_WIDTH),
            )
            wheel = rendering.Visual(
                name=f"rover::{name}::v",
                parent_name=f"rover::{name}",
                type=rendering.Visual.VISUAL,
                geometry=geometry,
            )
            rover.link.append(model.Link(name=f"rover::{name}", id=link_id, pose=pose, visual=[wheel]))
        return rover

    def response(self, request: requests.Request) -> requests.Response:
        """The response to a request, as gzserver gives it."""
        answer = requests.Response(id=request.id, request=request.request, response="success")
        message: Message
        match request.request, request.data:
            case "entity_info", "rover":
                message = self.model()
            case "entity_list", _:
                message = model.Model_V(models=[model.Model(name="rover", id=_ROVER_ID)])
            case _:
                answer.type, answer.response = "error", "nonexistent"
                return answer
        answer.type = message.DESCRIPTOR.full_name
        answer.serialized_data = message.SerializeToString()
        return answer

    def poses(self) -> bytes:
        """The poses of the rover, and of its links relative to it."""
        left, right = self._wheel_poses()
        return basics.PosesStamped(
            time=self._now,
            pose=[
                _flat_pose(self._simulation.rover.pose, "rover", _ROVER_ID),
                _pose((0.0, 0.0, 0.0), _yaw(0.0), "rover::chassis", _CHASSIS_ID),
                left,
                right,
            ],
        ).SerializeToString()

    def contacts(self) -> bytes:
        """The contact between the rover and the object that it pushes against, if any."""
        message = sensors.Contacts(time=self._now)
        touched = self._simulation.touched
        if touched is not None:
            rover = self._simulation.rover
            place = rover.pose.ahead(math.copysign(LENGTH / 2, rover.wheels.linear))
            message.contact.append(
                sensors.Contact(
                    collision1="rover::chassis::c",
                    collision2=f"{touched.name}::link::c",
                    position=[_vector(place.x, place.y, BODY_HEIGHT)],
                    depth=[0.0],
                    time=self._now,
                    world=WORLD,
                )
            )
        return message.SerializeToString()

    # the rover

    def imu(self) -> bytes:
        """The IMU's measurement."""
        motion = self._simulation.imu_reading()
        return sensors.IMU(
            stamp=self._now,
            entity_name="rover::chassis",
            orientation=_quaternion(motion.orientation),
            angular_velocity=_vector(*motion.angular_velocity),
            linear_acceleration=_vector(*motion.linear_acceleration),
        ).SerializeToString()

    def scan(self) -> bytes:
        """The lidar's scan."""
        message = self._scan
        message.time.CopyFrom(self._now)
        message.scan.world_pose.CopyFrom(_flat_pose(self._simulation.laser_pose, height=SENSOR_HEIGHT))
        message.scan.ranges[:] = self._simulation.scan()
        return message.SerializeToString()

    def image(self) -> bytes:
        """The camera's image."""
        self._image.time.CopyFrom(self._now)
        self._image.image.data = self._simulation.camera_image()
        return self._image.SerializeToString()

    def odometry(self) -> bytes:
        """The odometry's pose, relative to the start."""
        pose = _flat_pose(self._simulation.rover.odometry, "rover", _ROVER_ID, height=0.0)
        return basics.PoseStamped(time=self._now, pose=pose).SerializeToString()

    def velocity(self) -> bytes:
        """The velocity of the body as measured by the wheels."""
        measured = self._simulation.rover.measured
        return basics.Twist(
            header=time.Header(str_id="rover", stamp=self._now),
            linear=_vector(measured.linear, 0.0, 0.0),
            angular=_vector(0.0, 0.0, measured.angular),
        ).SerializeToString()

    def battery(self) -> bytes:
        """The voltage of the battery."""
        return model.Battery(name="rover::battery", voltage=self._simulation.battery.voltage()).SerializeToString()

    def state(self) -> bytes:
        """The rover's activity, a word."""
        return requests.GzString(data=self._simulation.activity).SerializeToString()

    def _wheel_poses(self) -> tuple[basics.Pose, basics.Pose]:
        left, right = (
            _pose((_WHEEL_X, side * _WHEEL_Y, WHEEL_RADIUS - BODY_HEIGHT), _rolling(angle), f"rover::{name}", wheel_id)
            for name, side, angle, wheel_id in zip(
                ("left_wheel", "right_wheel"), (1, -1), self._simulation.rover.wheel_angles, _WHEEL_IDS, strict=True
            )
        )
        return left, right


class DemoGazeboCommands:
    """Carries out the commands to the demo robot and its world.

    Attributes:
        steps: ticks that are still to be simulated in a pause.
        handlers: type and handler by topic.

    Args:
        simulation: the robot and its world.
        messages: makes the responses.
        respond: publishes a response.
    """

    def __init__(self, simulation: Simulation, messages: GazeboMessages, respond: Callable[[bytes], None]) -> None:
        self.steps = 0
        self.handlers: Mapping[str, tuple[str, Callable[[Payload], None]]] = {
            VEL_CMD: ("gazebo.msgs.Pose", self.vel_cmd),
            WORLD_CONTROL: ("gazebo.msgs.WorldControl", self.world_control),
            REQUEST: ("gazebo.msgs.Request", self.request),
        }
        self._simulation = simulation
        self._messages = messages
        self._respond = respond

    def vel_cmd(self, payload: Payload) -> None:
        """Drive: m/s ahead in position.x, rad/s counter-clockwise as the yaw of the orientation."""
        message = basics.Pose()
        if _parse(message, payload):
            self._simulation.drive(message.position.x, _yaw_of(message.orientation))

    def world_control(self, payload: Payload) -> None:
        """Pause, resume, step or reset the world."""
        message = world.WorldControl()
        if not _parse(message, payload):
            return
        if message.HasField("pause"):
            self._simulation.paused = message.pause
            self.steps = 0
        if message.HasField("multi_step"):
            self._simulation.paused = True
            self.steps = min(self.steps + message.multi_step, MAX_STEPS)
        elif message.HasField("step"):
            self.steps = min(self.steps + 1, MAX_STEPS)
        if message.HasField("reset"):
            self._reset(message.reset)

    def request(self, payload: Payload) -> None:
        """Respond to a request about the world."""
        message = requests.Request()
        if _parse(message, payload):
            self._respond(self._messages.response(message).SerializeToString())

    def _reset(self, reset: world.WorldReset) -> None:
        # an unset field is ignored, whatever its default value
        everything = reset.HasField("all") and reset.all
        time_too = everything or reset.time_only
        self._simulation.reset(time=time_too, robot=everything or reset.model_only)
        if time_too:
            clock = self._messages.clock
            clock.running_s = clock.paused_s = 0.0


def _parse(message: Message, payload: Payload) -> bool:
    """Parse a message; false if that fails. Like gzserver, it reports no error."""
    try:
        message.ParseFromString(bytes(payload))
    except DecodeError:
        return False
    return True


def _yaw_of(rotation: basics.Quaternion) -> float:
    """The yaw of a quaternion of any length."""
    x, y, z, w = rotation.x, rotation.y, rotation.z, rotation.w
    return math.atan2(2 * (w * z + x * y), w * w + x * x - y * y - z * z)


def _time(seconds: float) -> time.Time:
    nanoseconds = round(seconds * 1_000_000_000)
    return time.Time(sec=nanoseconds // 1_000_000_000, nsec=nanoseconds % 1_000_000_000)


def _vector(x: float, y: float, z: float) -> basics.Vector3d:
    return basics.Vector3d(x=x, y=y, z=z)


def _quaternion(rotation: tuple[float, float, float, float]) -> basics.Quaternion:
    x, y, z, w = rotation
    return basics.Quaternion(x=x, y=y, z=z, w=w)


def _yaw(yaw: float) -> tuple[float, float, float, float]:
    return 0.0, 0.0, math.sin(yaw / 2), math.cos(yaw / 2)


def _rolling(angle: float) -> tuple[float, float, float, float]:
    """The rotation x, y, z, w of a wheel's cylinder, on its side and turned by an angle in radians."""
    sin, cos = _HALF_ROOT * math.sin(angle / 2), _HALF_ROOT * math.cos(angle / 2)
    return -cos, sin, sin, cos


def _pose(
    position: tuple[float, float, float], rotation: tuple[float, float, float, float], name: str = "", number: int = 0
) -> basics.Pose:
    pose = basics.Pose(position=_vector(*position), orientation=_quaternion(rotation))
    if name:
        pose.name = name
        pose.id = number
    return pose


def _flat_pose(pose: Pose2, name: str = "", number: int = 0, *, height: float = BODY_HEIGHT) -> basics.Pose:
    return _pose((pose.x, pose.y, height), _yaw(pose.yaw), name, number)


def _empty_scan() -> sensors.LaserScanStamped:
    return sensors.LaserScanStamped(
        scan=sensors.LaserScan(
            frame="rover::chassis",
            angle_min=-lidar.MAX_ANGLE,
            angle_max=lidar.MAX_ANGLE,
            angle_step=lidar.ANGLE_STEP,
            range_min=lidar.RANGE_MIN,
            range_max=lidar.RANGE_MAX,
            count=lidar.RAYS,
            vertical_angle_min=0.0,
            vertical_angle_max=0.0,
            # the step between one ray and none, as Gazebo gives it
            vertical_angle_step=math.nan,
            vertical_count=1,
            intensities=[0.0] * lidar.RAYS,
        )
    )
