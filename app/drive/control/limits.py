"""The limits between an input and a velocity: deadzone, expo, caps, slew. Pure functions."""

from __future__ import annotations

import math
from typing import Final

from app.config.profile import Limits
from app.drive.control.values import ZERO, InputState, LinkLevel, Stick, Velocity

# the share of a stick's travel that is neutral; new pads rest within 0.05, worn ones within 0.1
DEADZONE: Final = 0.10

# the share of the cube in the curve: finer near the middle, and full speed at the end
EXPO: Final = 0.3

# a share of full speed that counts as zero: some bases raise any turn that isn't exactly zero to 0.15 rad/s, so a stick
# that is pushed forward and a hair to the side must not turn
SNAP: Final = 0.02

# the ratio of the deceleration limit to the acceleration limit
DECELERATION: Final = 2.0

# the share of the caps that is left while the robot answers late
POOR_SHARE: Final = 0.5


def shaped_stick(stick: Stick) -> tuple[float, float]:
    """Shape the position of a stick to forward and turn, as shares of full speed from -1 to 1.

    Exactly zero within the deadzone, from there on growing from zero. On one stick the direction stays and the distance
    from the middle counts, so that the corners are no faster than the edge.
    """
    if not stick.radial:
        return _snapped(_curve(stick.forward)), _snapped(_curve(stick.turn))
    way = math.hypot(stick.forward, stick.turn)
    if way < DEADZONE:
        return 0.0, 0.0
    scale = _curve(way) / way
    return _snapped(stick.forward * scale), _snapped(stick.turn * scale)


def _curve(way: float) -> float:
    beyond = (min(abs(way), 1.0) - DEADZONE) / (1.0 - DEADZONE)
    if beyond <= 0.0:
        return 0.0
    return math.copysign((1.0 - EXPO) * beyond + EXPO * beyond**3, way)


def _snapped(share: float) -> float:
    return share if abs(share) >= SNAP else 0.0


def is_neutral(hand: InputState) -> bool:
    """Whether an input asks for nothing: a stick is centred, held or not; a set-point is zero or not held."""
    if isinstance(hand.request, Stick):
        return hand.seen and shaped_stick(hand.request) == (0.0, 0.0)
    return hand.request.is_zero or not hand.held


def asks_for_motion(hand: InputState) -> bool:
    """Whether an input asks for motion."""
    return hand.held and hand.seen and not is_neutral(hand)


def velocity_cap(limits: Limits, *, turbo: bool, speed: float, level: LinkLevel) -> Velocity:
    """Return the highest velocity that may be asked for now, on each axis."""
    linear, angular = limits.linear_m_s, limits.angular_rad_s
    if turbo:
        linear = limits.turbo_linear_m_s or linear
        angular = limits.turbo_angular_rad_s or angular
    share = min(max(speed, 0.0), 1.0) * (POOR_SHARE if level >= LinkLevel.POOR else 1.0)
    return Velocity(linear * share, angular * share)


def target_velocity(wish: Stick | Velocity, most: Velocity) -> Velocity:
    """Return the velocity that an input asks for, within the caps; a set-point beyond them keeps its arc, slower."""
    if isinstance(wish, Stick):
        forward, turn = shaped_stick(wish)
        return Velocity(forward * most.linear_m_s, turn * most.angular_rad_s)
    share = min(_share(wish.linear_m_s, most.linear_m_s), _share(wish.angular_rad_s, most.angular_rad_s))
    return Velocity(
        _within(wish.linear_m_s * share, most.linear_m_s), _within(wish.angular_rad_s * share, most.angular_rad_s)
    )


def _share(value: float, most: float) -> float:
    return 1.0 if abs(value) <= most else most / abs(value)


def _within(value: float, most: float) -> float:
    # a product may be a rounding above the cap; adding zero turns -0.0 into 0.0
    return min(max(value, -most), most) + 0.0


def slew(before: Velocity, wanted: Velocity, limits: Limits, elapsed_s: float) -> Velocity:
    """Return the velocity between `before` and `wanted` after this time. A stop is not slewed: it is zero at once."""
    if wanted.is_zero:
        return ZERO
    return Velocity(
        _slewed(before.linear_m_s, wanted.linear_m_s, limits.linear_m_s2, elapsed_s),
        _slewed(before.angular_rad_s, wanted.angular_rad_s, limits.angular_rad_s2, elapsed_s),
    )


def _slewed(before: float, wanted: float, acceleration: float, elapsed_s: float) -> float:
    """Slew one axis: down to zero or to `wanted` with the harder limit, up from there with the softer."""
    if before * wanted < 0.0 or abs(wanted) < abs(before):
        floor = wanted if before * wanted > 0.0 else 0.0
        takes_s = abs(before - floor) / (DECELERATION * acceleration)
        if takes_s > elapsed_s:
            return before - math.copysign(DECELERATION * acceleration * elapsed_s, before)
        before, elapsed_s = floor, elapsed_s - takes_s
    step = acceleration * elapsed_s
    return wanted if abs(wanted - before) <= step else before + math.copysign(step, wanted - before)
