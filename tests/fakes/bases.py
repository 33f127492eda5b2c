"""Bases that do late, slower or otherwise what they are told, and tell of it now and then."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from app.drive.control.values import ZERO, Velocity

Commands = Callable[[float], Velocity]


@dataclass
class LateBase:
    """A base with an odometry.

    Attributes:
        delay_s: from a command to what the odometry tells of it.
        rate_hz: how often it tells; 0 for never.
        scale: its speed by the one that it is told.
        acceleration_m_s2: how hard it speeds up; None for at once.
        noise: added to what it tells.
    """

    delay_s: float = 0.0
    rate_hz: float = 20.0
    scale: float = 1.0
    acceleration_m_s2: float | None = None
    noise: Callable[[], float] = lambda: 0.0
    _told: list[tuple[float, Velocity]] = field(default_factory=list)
    _speed: Velocity = ZERO
    _stepped_at: float | None = None
    _shown: tuple[float, Velocity] | None = None

    def tell(self, command: Velocity, now: float) -> None:
        """Tell it to move; to be called with every step."""
        self._told.append((now, command))
        obeyed = ZERO
        while len(self._told) > 1 and self._told[1][0] <= now - self.delay_s:
            self._told.pop(0)
        if self._told[0][0] <= now - self.delay_s:
            obeyed = self._told[0][1]
        wanted = _velocity([self.scale * number for number in obeyed.numbers])
        elapsed_s = 0.0 if self._stepped_at is None else now - self._stepped_at
        self._stepped_at = now
        most = None if self.acceleration_m_s2 is None else self.acceleration_m_s2 * elapsed_s
        pairs = zip(self._speed.numbers, wanted.numbers, strict=True)
        self._speed = _velocity([new if most is None else old + min(max(new - old, -most), most) for old, new in pairs])
        if self.rate_hz and (self._shown is None or now - self._shown[0] >= 1.0 / self.rate_hz - 1e-9):
            self._shown = now, _velocity([number + self.noise() for number in self._speed.numbers])

    def look(self, now: float) -> tuple[Velocity | None, float]:
        """What it told last, and how long ago; nothing that is older than half a second."""
        if self._shown is None or now - self._shown[0] > 0.5:
            return None, 0.0
        return self._shown[1], now - self._shown[0]


def steps(*changes: tuple[float, Velocity]) -> Commands:
    """Commands that change all at once, at times."""

    def command(at_s: float) -> Velocity:
        return next((velocity for since_s, velocity in reversed(changes) if at_s >= since_s), ZERO)

    return command


def ramp(velocity: Velocity, *, at_s: float, acceleration_m_s2: float = 0.8) -> Commands:
    """Commands that speed up as the usual limits have it."""

    def command(now_s: float) -> Velocity:
        most = max(0.0, now_s - at_s) * acceleration_m_s2
        return _velocity([min(number, most) for number in velocity.numbers])

    return command


def _velocity(numbers: Sequence[float]) -> Velocity:
    """A velocity of the base, of the first of its numbers."""
    linear_m_s, angular_rad_s, lateral_m_s = numbers[:3]
    return Velocity(linear_m_s, angular_rad_s, lateral_m_s)
