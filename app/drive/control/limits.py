"""The limits between an input and a velocity: deadzone, expo, caps, slew. Pure functions."""

from __future__ import annotations

import math
from itertools import zip_longest
from typing import Final

from app.config.profile import FreeAxis, Limits, Profile
from app.drive.control.values import ZERO, InputState, LinkLevel, Pace, Stick, Velocity, base_numbers

# quotients of decimal fractions are off by less
_ROUNDING: Final = 1e-6

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

# the steps of the share of the limits that the operator allows. For no speed at all the operator lets go, and less than
# the least is as slow as wheels turn
SHARE_STEP: Final = 0.1
LEAST_SHARE: Final = 0.05


def shaped_stick(stick: Stick) -> tuple[float, ...]:
    """Shape the position of a stick to shares from -1 to 1: forward, turn, to the left, and those of free axes.

    Exactly zero within the deadzone, from there on growing from zero. On one stick the direction stays and the distance
    from the middle counts, so that the corners are no faster than the edge.
    """
    shares: tuple[float, ...] = ()
    ways = stick.forward, stick.turn, stick.lateral, *stick.free
    if stick.radial:
        way = math.hypot(stick.forward, stick.turn)
        scale = _curve(way) / way if way >= DEADZONE else 0.0
        shares, ways = (stick.forward * scale, stick.turn * scale), ways[2:]
    shares += tuple(_curve(way) if abs(way) > DEADZONE else 0.0 for way in ways)
    return tuple(share if abs(share) >= SNAP else 0.0 for share in shares)


def _curve(way: float) -> float:
    """Return the share of full speed for a way beyond the deadzone."""
    beyond = (min(abs(way), 1.0) - DEADZONE) / (1.0 - DEADZONE)
    return math.copysign((1.0 - EXPO) * beyond + EXPO * beyond**3, way)


def is_neutral(hand: InputState) -> bool:
    """Whether an input asks for nothing: a stick is centred, held or not; a set-point is zero or not held."""
    if isinstance(hand.request, Stick):
        return hand.seen and not any(shaped_stick(hand.request))
    return hand.request.is_zero or not hand.held


def asks_for_motion(hand: InputState) -> bool:
    """Whether an input asks for motion."""
    return hand.held and hand.seen and not is_neutral(hand)


def stepped_share(share: float, steps: int) -> float:
    """Return the share of the limits so many steps up or down: the next tenths, from the least share to all."""
    tenths = share / SHARE_STEP
    # a share between two steps goes to the next one, up or down
    start = math.floor(tenths + _ROUNDING) if steps > 0 else math.ceil(tenths - _ROUNDING)
    return min(max(round((start + steps) * SHARE_STEP, 2), LEAST_SHARE), 1.0) if steps else share


def velocity_cap(
    profile: Profile,
    pace: Pace,
    *,
    speed: float,
    level: LinkLevel,
    steers: bool = False,
    goes_sideways: bool = True,
) -> Velocity:
    """Return the highest velocity that may be asked for now, on each axis: never more than the profile's limits.

    A car goes nowhere to the sides, and all of the angle of its wheels can be had at any pace. Others go there where
    their commands can say so. Of the way of each free axis it is a share.
    """
    limits = profile.limits
    linear, angular = limits.linear_m_s, limits.angular_rad_s
    share = min(max(speed, 0.0), 1.0)
    if pace is Pace.TURBO:
        linear = limits.turbo_linear_m_s or linear
        angular = limits.turbo_angular_rad_s or angular
        share = min(share * profile.pace.turbo, 1.0)
    elif pace is Pace.SLOW:
        share *= profile.pace.slow
    share *= POOR_SHARE if level >= LinkLevel.POOR else 1.0
    free = (share,) * len(profile.axes)
    if steers:
        return Velocity(linear * share, angular * share, steering_rad=limits.steering_rad, free=free)
    return Velocity(linear * share, angular * share, limits.lateral_m_s * share if goes_sideways else 0.0, free=free)


def target_velocity(wish: Stick | Velocity, most: Velocity, wheel_base_m: float = 0.0) -> Velocity:
    """Return the velocity that an input asks for, within the caps; a set-point beyond them keeps its arc, slower.

    One with a part that the robot has no limit for is zero: it can't do that. Of a car a turn in rad/s becomes the
    angle of its wheels, for which the wheel base is needed.
    """
    if isinstance(wish, Stick):
        forward, turn, lateral, *held = shaped_stick(wish)
        shares = _filled(tuple(held), most.free) if most.free else ()
        free = tuple(share * limit for share, limit in zip(shares, most.free, strict=False))
        if most.steering_rad:
            return Velocity(forward * most.linear_m_s, steering_rad=turn * most.steering_rad, free=free)
        return Velocity(forward * most.linear_m_s, turn * most.angular_rad_s, lateral * most.lateral_m_s, free=free)
    is_car = most.steering_rad > 0.0
    if any(value and not limit for value, limit in zip_longest(wish.numbers, most.numbers, fillvalue=0.0)):
        return ZERO
    free = tuple(map(_within, _filled(wish.free, most.free), most.free)) if most.free else ()
    if is_car and wish.angular_rad_s and not wheel_base_m:
        return ZERO
    speeds = list(zip(wish.numbers[:3], most.numbers[:3], strict=True))
    share = min(_share(*each) for each in speeds)
    linear, angular, lateral = (_within(value * share, limit) for value, limit in speeds)
    if is_car:
        angle = wish.steering_rad or _bend(linear, angular, wheel_base_m, most)
        return Velocity(linear, steering_rad=_within(angle, most.steering_rad), free=free)
    return Velocity(linear, angular, lateral, free=free)


def _filled(shares: tuple[float, ...], most: tuple[float, ...]) -> tuple[float, ...]:
    """Return the shares of all free axes that there are; those that are left out are zero."""
    return shares + (0.0,) * (len(most) - len(shares))


def _bend(linear_m_s: float, angular_rad_s: float, wheel_base_m: float, most: Velocity) -> float:
    """Return the angle of a car's wheels that makes it turn so.

    No car turns on the spot. So with no speed its wheels are turned as by a stick: by the share of the fastest turn,
    and the more speed there is, up to a creep, the more they go by the arc. So a tiny turn is never all of the angle.
    """
    share_rad = most.steering_rad * (angular_rad_s / most.angular_rad_s) if angular_rad_s else 0.0
    creep_m_s = SNAP * most.linear_m_s
    if not (linear_m_s and creep_m_s):
        return share_rad
    speed_m_s = math.copysign(max(abs(linear_m_s), creep_m_s), linear_m_s)
    arc_rad = _within(math.atan(wheel_base_m * angular_rad_s / speed_m_s), most.steering_rad)
    by_arc = min(abs(linear_m_s) / creep_m_s, 1.0)
    return by_arc * arc_rad + (1.0 - by_arc) * share_rad


def _share(value: float, most: float) -> float:
    return 1.0 if abs(value) <= most else most / abs(value)


def _within(value: float, most: float) -> float:
    # a product may be a rounding above the cap; adding zero turns -0.0 into 0.0
    return min(max(value, -most), most) + 0.0


def slew(
    before: Velocity, wanted: Velocity, limits: Limits, elapsed_s: float, axes: tuple[FreeAxis, ...] = ()
) -> Velocity:
    """Return the velocity between `before` and `wanted` after this time.

    A stop is not slewed: it is zero at once. So is the base that is let go while free axes are held, and each of them.
    """
    free: tuple[float, ...] = ()
    if wanted.free:
        free = tuple(
            slew_number(was, share, axis.share_rate_s, elapsed_s) if share else 0.0
            for was, share, axis in zip(_filled(before.free, wanted.free), wanted.free, axes, strict=True)
        )
    if not wanted.moves_base:
        # where one of them turns round it may pass zero just now
        return Velocity(free=free) if any(free) else ZERO
    rates = limits.linear_m_s2, limits.angular_rad_s2, limits.lateral_m_s2, limits.steering_rad_s
    linear, angular, lateral, steering = (
        to if was == to else slew_number(was, to, rate, elapsed_s)
        for was, to, rate in zip(base_numbers(before), base_numbers(wanted), rates, strict=True)
    )
    slewed = Velocity(linear, angular, lateral, steering, free)
    return ZERO if slewed.is_zero else slewed


def slew_number(before: float, wanted: float, acceleration: float, elapsed_s: float) -> float:
    """Return the number of one axis after this time: down to zero or `wanted` by the harder limit, up by the softer."""
    if before * wanted < 0.0 or abs(wanted) < abs(before):
        floor = wanted if before * wanted > 0.0 else 0.0
        takes_s = abs(before - floor) / (DECELERATION * acceleration)
        if takes_s > elapsed_s:
            return before - math.copysign(DECELERATION * acceleration * elapsed_s, before)
        before, elapsed_s = floor, elapsed_s - takes_s
    step = acceleration * elapsed_s
    return wanted if abs(wanted - before) <= step else before + math.copysign(step, wanted - before)
