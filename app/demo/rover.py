"""The demo rover: two driven wheels and a castor, moved by velocity commands.

The wheels follow the command within their acceleration. The body moves with them unless something solid stands in the
way: then the rover stands still and the wheels slip, which the odometry counts as distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import Final

from app.demo.shapes import Box, PlaneShape, Pose2, wrap_angle

LENGTH: Final = 0.5
# including the wheels, which stand out from the 0.3 m of the chassis
WIDTH: Final = 0.4
WHEEL_RADIUS: Final = 0.1
MAX_SPEED: Final = 1.0
MAX_TURN: Final = 2.0
ACCELERATION: Final = 1.0
TURN_ACCELERATION: Final = 4.0

# relative error of each wheel's radius in the odometry, and noise of its rolling
WHEEL_ERROR: Final = 0.004
ROLL_NOISE: Final = 0.02


@dataclass(frozen=True, slots=True)
class RoverVelocity:
    """A velocity: ahead in m/s and counter-clockwise in rad/s."""

    linear: float = 0.0
    angular: float = 0.0

    def of_wheels(self) -> tuple[float, float]:
        """The rolling velocities of the left and the right wheel, in m/s."""
        half = self.angular * WIDTH / 2
        return self.linear - half, self.linear + half


def footprint(pose: Pose2) -> Box:
    """The area that the rover covers."""
    return Box(pose.x, pose.y, LENGTH, WIDTH, pose.yaw)


class Rover:
    """The pose and the motion of the rover.

    Attributes:
        command: the commanded velocity.
        pose: the true pose.
        velocity: the true velocity of the body.
        wheels: the velocity that the wheels would give the body, were there nothing in the way.
        odometry: the pose as estimated from the wheels alone.
        measured: the velocity as measured by the wheels.
        wheel_angles: angles of the left and the right wheel, in radians.
        touched: the shape that the rover pushes against, None while it moves freely.
    """

    def __init__(self, start: Pose2, obstacles: Iterable[PlaneShape], random: Random) -> None:
        self._start = start
        self._obstacles = tuple(obstacles)
        self._random = random
        self._left_error = random.gauss(0.0, WHEEL_ERROR)
        self._right_error = random.gauss(0.0, WHEEL_ERROR)
        self.command = RoverVelocity()
        self.reset()

    def reset(self) -> None:
        """Put the rover back at its start, standing, without a command."""
        self.command = RoverVelocity()
        self.pose = self._start
        self.velocity = self.wheels = self.measured = RoverVelocity()
        self.odometry = Pose2(0.0, 0.0, 0.0)
        self.wheel_angles = (0.0, 0.0)
        self.touched: PlaneShape | None = None

    def drive(self, linear_m_s: float, angular_rad_s: float) -> None:
        """Command a velocity, which holds until the next command; commands that are not finite are ignored."""
        if math.isfinite(linear_m_s) and math.isfinite(angular_rad_s):
            self.command = RoverVelocity(_within(linear_m_s, MAX_SPEED), _within(angular_rad_s, MAX_TURN))

    def step(self, dt_s: float) -> None:
        """Advance time by so little that a step is shorter than any object is thick."""
        self.wheels = RoverVelocity(
            _approach(self.wheels.linear, self.command.linear, ACCELERATION * dt_s),
            _approach(self.wheels.angular, self.command.angular, TURN_ACCELERATION * dt_s),
        )
        self.velocity = self._move(dt_s)
        self._measure(dt_s)

    def _move(self, dt_s: float) -> RoverVelocity:
        """Move the body as far as it can go; returns its velocity."""
        wheels = self.wheels
        self.touched = None
        if wheels == RoverVelocity():
            return wheels
        # a rover that is blocked ahead may still turn on the spot
        for tried in (wheels, RoverVelocity(0.0, wheels.angular)):
            pose = advance(self.pose, tried, dt_s)
            obstacle = self._obstacle_at(pose)
            if obstacle is None:
                self.pose = pose
                return tried
            self.touched = self.touched or obstacle
        return RoverVelocity()

    def _obstacle_at(self, pose: Pose2) -> PlaneShape | None:
        ground = footprint(pose)
        for shape in self._obstacles:
            reach = shape.radius + ground.radius
            if abs(shape.x - pose.x) < reach and abs(shape.y - pose.y) < reach and shape.overlaps(ground):
                return shape
        return None

    def _measure(self, dt_s: float) -> None:
        wheels = self.wheels
        if wheels == RoverVelocity():
            self.measured = wheels
            return
        left, right = wheels.of_wheels()
        left_angle, right_angle = self.wheel_angles
        self.wheel_angles = left_angle + left * dt_s / WHEEL_RADIUS, right_angle + right * dt_s / WHEEL_RADIUS
        left *= 1 + self._left_error + self._random.gauss(0.0, ROLL_NOISE)
        right *= 1 + self._right_error + self._random.gauss(0.0, ROLL_NOISE)
        self.measured = RoverVelocity((left + right) / 2, (right - left) / WIDTH)
        self.odometry = advance(self.odometry, self.measured, dt_s)


def advance(pose: Pose2, velocity: RoverVelocity, dt_s: float) -> Pose2:
    """The pose after moving at a velocity for a short time."""
    turn = velocity.angular * dt_s
    way = velocity.linear * dt_s
    # along the chord of the arc
    heading = pose.yaw + turn / 2
    return Pose2(pose.x + way * math.cos(heading), pose.y + way * math.sin(heading), wrap_angle(pose.yaw + turn))


def _within(value: float, limit: float) -> float:
    return max(-limit, min(limit, value))


def _approach(value: float, goal: float, most: float) -> float:
    return goal if abs(goal - value) <= most else value + math.copysign(most, goal - value)
