"""The demo robot in its world: time, the rover, its sensors, and the wanderer that drives it.

Everything follows from the seed and from the commands: nothing here reads a clock. Each sensor has noise of its own, so
a sensor that nobody listens to changes nothing for the others.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import ClassVar, Final

from app.demo import lidar
from app.demo.camera import Camera
from app.demo.rover import (
    ACCELERATION,
    FRICTION,
    MAX_SPEED,
    MAX_TURN,
    WHEEL_RADIUS,
    WIDTH,
    Antenna,
    JointMotion,
    Motor,
    Rover,
    RoverBattery,
    RoverVelocity,
)
from app.demo.scenery import DOCK, SCENE_OBJECTS, SOLID_OBJECTS, START, SceneObject
from app.demo.shapes import Pose2

CRUISE_M_S: Final = 0.35
TURN_RAD_S: Final = 0.7
# ahead of the laser: a rover that turns on the spot needs 0.35 m about its middle
NEAR_M: Final = 0.55
FAR_M: Final = 1.6
_SIDE_M: Final = 0.35
# half widths of the observed sectors, in rays
_AHEAD: Final = int(0.45 / lidar.ANGLE_STEP)
_SIDE: Final = int(1.5 / lidar.ANGLE_STEP)
_MIDDLE: Final = lidar.RAYS // 2
# numbers of decisions to back off, and then to turn, after a bump into an object below the laser
_BACK_OFF: Final = 7
_TURN_AWAY: Final = 8


# the fastest sensor, the IMU, measures at each tick
TICK_S: Final = 0.01
TICKS_PER_S: Final = 100
GRAVITY: Final = 9.8

# of the rover's body above the floor, and of its sensors on the body, in metres
BODY_HEIGHT: Final = 0.15
LASER_AHEAD: Final = 0.2
CAMERA_AHEAD: Final = 0.25
SENSOR_HEIGHT: Final = BODY_HEIGHT + 0.1
GYRO_NOISE: Final = 0.004
ACCELEROMETER_NOISE: Final = 0.03

# the floor's joints shake a moving rover
SHAKING_PER_M_S: Final = 0.25
TILT_NOISE: Final = 0.0006

# a slower rover counts as standing
STANDING_M_S: Final = 0.02
STANDING_RAD_S: Final = 0.05
CAMERA_SIZE: Final = (160, 120)

# the speed of a wheel at the rover's maximum speed and turn, in rad/s
WHEEL_SPEED: Final = (MAX_SPEED + MAX_TURN * WIDTH / 2) / WHEEL_RADIUS
Triple = tuple[float, float, float]


class Wanderer:
    """Decides the rover's velocity, a few times a second."""

    EVERY_TICKS: ClassVar = 20

    def __init__(self, random: Random) -> None:
        self._random = random
        self._turning = 0.0
        self._curve = 0.0
        self._bumped = 0

    def decide(self, ranges: Sequence[float], *, bumped: bool) -> RoverVelocity:
        """The velocity until the next decision, from the lidar's ranges in metres, and whether something was hit."""
        if bumped and self._bumped <= _TURN_AWAY:
            self._bumped = _BACK_OFF + _TURN_AWAY
            self._turning = self._random.choice((TURN_RAD_S, -TURN_RAD_S))
        if self._bumped:
            self._bumped -= 1
            return (
                RoverVelocity(-CRUISE_M_S / 2, 0.0) if self._bumped >= _TURN_AWAY else RoverVelocity(0.0, self._turning)
            )
        ahead = min(ranges[_MIDDLE - _AHEAD : _MIDDLE + _AHEAD])
        right = min(ranges[_MIDDLE - _SIDE : _MIDDLE - _AHEAD])
        left = min(ranges[_MIDDLE + _AHEAD : _MIDDLE + _SIDE])
        if ahead < NEAR_M or (self._turning and ahead < FAR_M):
            # turn in one direction until the way is free: alternating in a corner would never leave it
            self._turning = self._turning or (TURN_RAD_S if left > right else -TURN_RAD_S)
            return RoverVelocity(0.0, self._turning)
        self._turning = 0.0
        self._curve = max(-0.25, min(0.25, self._curve + self._random.gauss(0.0, 0.05)))
        curve = self._curve
        if min(left, right) < _SIDE_M:
            curve = 0.35 if left > right else -0.35
        return RoverVelocity(CRUISE_M_S * min(1.0, ahead / FAR_M), curve)


@dataclass(frozen=True, slots=True)
class ImuReading:
    """A measurement of the IMU: orientation as a quaternion x, y, z, w; rad/s and m/s² in the rover's own axes."""

    orientation: tuple[float, float, float, float]
    angular_velocity: Triple
    linear_acceleration: Triple


class Simulation:
    """The world and its rover.

    Args:
        seed: of all noise.
        camera_size: of the images, in pixels.
        wander: whether the rover drives itself until it is first given a command.

    Attributes:
        time_s: simulated time.
        ticks: the number of simulated steps, which is never set back, unlike time.
        paused: whether `step` does nothing.
        rover: the rover with its true pose.
        antenna: of the rover.
    """

    def __init__(self, seed: int = 0, camera_size: tuple[int, int] = CAMERA_SIZE, *, wander: bool = False) -> None:
        self.rover = Rover(START, (thing.shape for thing in SOLID_OBJECTS), _noise(seed, "wheels"))
        self.battery = RoverBattery(_noise(seed, "battery"))
        self.antenna = Antenna()
        self.paused = False
        self.ticks = 0
        self._iterations = 0
        self._left_over_s = 0.0
        self._camera = Camera(*camera_size, SENSOR_HEIGHT)
        self._imu_noise = _noise(seed, "imu")
        self._lidar_noise = _noise(seed, "lidar")
        self._acceleration = 0.0
        self._roaming = Wanderer(_noise(seed, "wander"))
        self._wanderer = self._roaming if wander else None
        # of the left and the right wheel, while they have commands of their own
        self._motors: tuple[Motor, Motor] | None = None
        self._forget()

    def _forget(self) -> None:
        """Drop the measurements, so that every sensor measures anew; until then they are the same for all protocols."""
        self._motion: ImuReading | None = None
        self._scan: list[float] | None = None
        self._picture: bytes | None = None

    @property
    def iterations(self) -> int:
        """Steps since the start, or since time was set back."""
        return self._iterations

    @property
    def time_s(self) -> float:
        """Simulated time, in seconds."""
        return self._iterations / TICKS_PER_S

    @property
    def wanders(self) -> bool:
        """Whether the rover drives itself."""
        return self._wanderer is not None

    def drive(self, linear_m_s: float, angular_rad_s: float) -> None:
        """Take a velocity command, which holds until the next; the first command ends wandering."""
        self._wanderer = self._motors = None
        self.rover.drive(linear_m_s, angular_rad_s)

    def wheel(self, side: int) -> JointMotion:
        """Position, velocity and effort of the left (0) or the right (1) wheel."""
        velocity = self.rover.wheels.of_wheels()[side] / WHEEL_RADIUS
        return JointMotion(self.rover.wheel_angles[side], velocity, FRICTION * velocity)

    def command_wheel(self, wheel: int, position: float, velocity: float, effort: float) -> None:
        """Take a command for the left (0) or the right (1) wheel alone, as `Motor.command` does.

        The other wheel keeps its command. Commands of wheels hold until the next velocity command for the rover.
        """
        command = RoverVelocity() if self.wanders else self.rover.command
        speeds = (wheel_speed / WHEEL_RADIUS for wheel_speed in command.of_wheels())
        left, right = self._motors or (Motor(WHEEL_SPEED, ACCELERATION / WHEEL_RADIUS, speed) for speed in speeds)
        if (left, right)[wheel].command(position, velocity, effort):
            self._wanderer = None
            self._motors = left, right

    def wander(self, *, on: bool) -> None:
        """Let the rover drive itself until the next command, or stand."""
        if on:
            self._wanderer = self._roaming
        elif self._wanderer is not None:
            self.drive(0.0, 0.0)

    def step(self, dt_s: float) -> int:
        """Advance time in whole ticks, the remainder at the next call; returns the number of ticks."""
        if self.paused:
            return 0
        self._left_over_s += dt_s
        # floating-point sums of ticks may be a little too small
        count = int(self._left_over_s / TICK_S + 1e-6)
        self._left_over_s -= count * TICK_S
        for _ in range(count):
            self.tick()
        return count

    def tick(self) -> None:
        """Simulate one tick, paused or not."""
        rover = self.rover
        if self._wanderer is not None and self.ticks % Wanderer.EVERY_TICKS == 0:
            wish = self._wanderer.decide(self.true_scan(), bumped=rover.touched is not None)
            rover.drive(wish.linear, wish.angular)
        elif self._motors is not None:
            left, right = (
                motor.wanted_rad_s(angle) * WHEEL_RADIUS
                for motor, angle in zip(self._motors, rover.wheel_angles, strict=True)
            )
            rover.drive((left + right) / 2, (right - left) / WIDTH)
        self.antenna.step(TICK_S)
        before = rover.velocity.linear
        rover.step(TICK_S)
        self._acceleration = (rover.velocity.linear - before) / TICK_S
        self.battery.step(
            TICK_S,
            rover.wheels.linear,
            rover.wheels.angular,
            stalled=rover.touched is not None,
            docked=self.docked,
        )
        self.ticks += 1
        self._iterations += 1
        self._forget()

    def reset(self, *, time: bool = True, robot: bool = True) -> None:
        """Set time back, put the robot back at its start, standing, or both."""
        if time:
            self._iterations = 0
        if robot:
            self.rover.reset()
            self.antenna.reset()
            self._motors = None
            self._acceleration = 0.0
        self._forget()

    @property
    def docked(self) -> bool:
        """Whether the rover stands on its dock."""
        pose = self.rover.pose
        standing = self.rover.wheels == RoverVelocity()
        return standing and math.hypot(pose.x - DOCK.x, pose.y - DOCK.y) < DOCK.radius

    @property
    def touched(self) -> SceneObject | None:
        """The object that the rover pushes against, None while it moves freely."""
        shape = self.rover.touched
        return None if shape is None else next((thing for thing in SOLID_OBJECTS if thing.shape is shape), None)

    @property
    def activity(self) -> str:
        """The rover's activity, in a word."""
        speed, turn = self.rover.velocity.linear, self.rover.velocity.angular
        if self.rover.touched is not None:
            return "blocked"
        if self.docked and self.battery.current_a < 0:
            return "charging"
        if abs(speed) < STANDING_M_S:
            return "turning" if abs(turn) >= STANDING_RAD_S else "standing"
        return "driving" if speed > 0 else "backing"

    # sensors

    @property
    def laser_pose(self) -> Pose2:
        """The pose of the laser."""
        return self.rover.pose.ahead(LASER_AHEAD)

    def imu_reading(self) -> ImuReading:
        """The IMU's measurement now."""
        if self._motion is None:
            self._motion = self._measure_motion()
        return self._motion

    def _measure_motion(self) -> ImuReading:
        rover, gauss = self.rover, self._imu_noise.gauss
        velocity = rover.velocity
        shaking = ACCELEROMETER_NOISE + SHAKING_PER_M_S * abs(velocity.linear)
        half = rover.pose.yaw / 2
        sin, cos = math.sin(half), math.cos(half)
        roll, pitch = gauss(0.0, TILT_NOISE), gauss(0.0, TILT_NOISE)
        return ImuReading(
            # a yaw after a very small roll and pitch
            orientation=(cos * roll - sin * pitch, sin * roll + cos * pitch, sin, cos),
            angular_velocity=(
                gauss(0.0, GYRO_NOISE),
                gauss(0.0, GYRO_NOISE),
                velocity.angular + gauss(0.0, GYRO_NOISE),
            ),
            linear_acceleration=(
                self._acceleration + gauss(0.0, shaking),
                velocity.linear * velocity.angular + gauss(0.0, shaking),
                GRAVITY + gauss(0.0, shaking),
            ),
        )

    def scan(self) -> list[float]:
        """The lidar's ranges now, in metres, from right to left."""
        if self._scan is None:
            self._scan = lidar.noisy_ranges(self.laser_pose, SCENE_OBJECTS, SENSOR_HEIGHT, self._lidar_noise)
        return self._scan

    def true_scan(self) -> list[float]:
        """The ranges of a lidar without noise, in metres."""
        return lidar.true_ranges(self.laser_pose, SCENE_OBJECTS, SENSOR_HEIGHT)

    def camera_image(self) -> bytes:
        """The camera's image now, as rows of red, green and blue bytes."""
        if self._picture is None:
            self._picture = self._camera.render(self.rover.pose.ahead(CAMERA_AHEAD), SCENE_OBJECTS)
        return self._picture

    @property
    def image_size(self) -> tuple[int, int]:
        """Width and height of the images, in pixels."""
        return self._camera.width, self._camera.height


def is_due(tick: int, rate_hz: int) -> bool:
    """Whether an event of this rate happens at this tick."""
    return tick * rate_hz // TICKS_PER_S != (tick - 1) * rate_hz // TICKS_PER_S


def _noise(seed: int, what: str) -> Random:
    return Random(f"{seed} {what}")  # noqa: S311 - noise is no secret
