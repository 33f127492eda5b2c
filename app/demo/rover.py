"""The demo rover: two driven wheels and a castor, the motors of its joints, its antenna and its battery.

The wheels follow the command within their acceleration. The body moves with them unless something solid stands in the
way: then the rover stands still and the wheels slip, which the odometry counts as distance.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Final

from app.demo.shapes import Box, PlaneShape, Pose2, wrap_angle

CAPACITY_AH: Final = 6.0
RESISTANCE_OHM: Final = 0.06
IDLE_A: Final = 0.7
AMPERES_PER_M_S: Final = 2.4
AMPERES_PER_RAD_S: Final = 0.8
# wheels that slip against a wall draw the most
STALL_A: Final = 3.0
CHARGING_A: Final = 8.0
# below this the battery is replaced by a full one, so that a demo can run for days
EXCHANGED_AT: Final = 0.05
NOISE_V: Final = 0.008

# charge and voltage at rest of three cells, from empty to full
_DISCHARGE_CURVE: Final = ((0.0, 9.6), (0.05, 10.4), (0.15, 10.9), (0.5, 11.25), (0.8, 11.9), (1.0, 12.6))


# near its goal a motor moves by this share of the remaining way per second
_GAIN_PER_S: Final = 5.0

# N m for each rad/s: the only load of a motor
FRICTION: Final = 0.2
ANTENNA_LIMIT: Final = 1.5
ANTENNA_SPEED: Final = 1.0
ANTENNA_ACCELERATION: Final = 4.0
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


class RoverBattery:
    """The state of charge and the voltage of the battery.

    Attributes:
        charge: 0 to 1.
        current_a: the current that is drawn now, in amperes; negative while charging.
    """

    def __init__(self, random: Random, charge: float = 0.92) -> None:
        self._random = random
        self.charge = charge
        self.current_a = IDLE_A

    def step(self, dt_s: float, speed_m_s: float, turn_rad_s: float, *, stalled: bool, docked: bool) -> None:
        """Advance time with the wheels at these speeds."""
        current = IDLE_A + AMPERES_PER_M_S * abs(speed_m_s) + AMPERES_PER_RAD_S * abs(turn_rad_s)
        if stalled:
            current += STALL_A
        if docked and self.charge < 1.0:
            current -= CHARGING_A
        self.current_a = current
        self.charge = min(1.0, self.charge - current * dt_s / (CAPACITY_AH * 3600))
        if self.charge < EXCHANGED_AT:
            self.charge = 1.0

    def voltage(self) -> float:
        """The measured voltage now, with noise, in volts."""
        return _voltage_at_rest(self.charge) - self.current_a * RESISTANCE_OHM + self._random.gauss(0.0, NOISE_V)


def _voltage_at_rest(charge: float) -> float:
    for (low, low_v), (high, high_v) in pairwise(_DISCHARGE_CURVE):
        if charge <= high:
            return low_v + (high_v - low_v) * (charge - low) / (high - low)
    return _DISCHARGE_CURVE[-1][1]


@dataclass(frozen=True, slots=True)
class JointMotion:
    """Position, velocity and effort of a joint: rad, rad/s, N m."""

    position: float
    velocity: float
    effort: float


class Motor:
    """The motor of a joint, which obeys its last command.

    Args:
        speed_rad_s: its maximum speed.
        acceleration_rad_s2: of its joint; goals are approached so that the joint can stop there.
        turns_at_rad_s: its velocity until the first command.
    """

    def __init__(self, speed_rad_s: float, acceleration_rad_s2: float, turns_at_rad_s: float = 0.0) -> None:
        self._speed = speed_rad_s
        self._acceleration = acceleration_rad_s2
        self._velocity = turns_at_rad_s
        self._goal: float | None = None

    def command(self, position: float, velocity: float, effort: float) -> bool:
        """Take a command; NaN changes nothing, and of several numbers the last counts.

        Returns:
            Whether any number of the command was finite.
        """
        if math.isfinite(position):
            self._goal = position
        if math.isfinite(velocity):
            self._goal, self._velocity = None, velocity
        if math.isfinite(effort):
            # the speed at which friction balances the effort
            self._goal, self._velocity = None, effort / FRICTION
        return any(map(math.isfinite, (position, velocity, effort)))

    def wanted_rad_s(self, position: float) -> float:
        """The velocity that the motor wants at this position of its joint, in rad/s."""
        wish = self._velocity
        if self._goal is not None:
            way = self._goal - position
            wish = math.copysign(min(_GAIN_PER_S * abs(way), math.sqrt(self._acceleration * abs(way))), way)
        return max(-self._speed, min(self._speed, wish))


class Antenna:
    """The antenna on the rover's back, which turns about the vertical between two stops.

    Attributes:
        position: in rad, 0 ahead.
        velocity: in rad/s.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Set the antenna ahead, at rest."""
        self.position = self.velocity = 0.0
        self._motor = Motor(ANTENNA_SPEED, ANTENNA_ACCELERATION)

    def command(self, position: float, velocity: float, effort: float) -> None:
        """Take a command, as `Motor.command` does."""
        self._motor.command(position, velocity, effort)

    def motion(self) -> JointMotion:
        """Position, velocity and effort of the antenna."""
        return JointMotion(self.position, self.velocity, FRICTION * self.velocity)

    def step(self, dt_s: float) -> None:
        """Advance time."""
        most = ANTENNA_ACCELERATION * dt_s
        change = self._motor.wanted_rad_s(self.position) - self.velocity
        self.velocity += max(-most, min(most, change))
        wish = self.position + self.velocity * dt_s
        self.position = max(-ANTENNA_LIMIT, min(ANTENNA_LIMIT, wish))
        if self.position != wish:
            self.velocity = 0.0


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
