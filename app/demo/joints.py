"""The motors of the demo rover's joints, each with its own commands, and the antenna."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Final

# near its goal a motor moves by this share of the remaining way per second
_GAIN_PER_S: Final = 5.0
# N m for each rad/s: the only load of a motor
FRICTION: Final = 0.2

ANTENNA_LIMIT: Final = 1.5
ANTENNA_SPEED: Final = 1.0
ANTENNA_ACCELERATION: Final = 4.0


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
