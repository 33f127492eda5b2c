"""The delay from a command to what the robot's odometry shows of it. Pure.

It is what the operator feels: the way there, the base, its odometry, and the way back. It is measured where a motion
begins, turns round or ends: the velocity that was measured around that moment is shifted in time against the one that
was commanded, and where both are alike by one shift, the delay is the time until the first part of the change shows. A
base that takes long for the rest is slow, not late. What is alike by two shifts, or by none, as of a robot that is
moved by others, tells nothing: a delay that isn't known is not guessed.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median
from typing import Final

from app.drive.control.obedience import BLIND_S, STILL_M_S, STILL_RAD_S
from app.drive.control.values import DriveLink, Velocity

# the time that is looked at before and after such a moment
BEFORE_S: Final = 0.3
AFTER_S: Final = 2.0
# a longer delay is not measured: nobody can drive by it
MOST_S: Final = 1.5
# the shifts that are tried, first of all and then around the best
_COARSE_S: Final = 0.05
_FINE_S: Final = 0.01
# below this correlation nothing is known; a second shift that is nearly as good, so far from the best, makes it unsure
ALIKE: Final = 0.9
_AS_GOOD: Final = 0.03
_ELSEWHERE_S: Final = 0.3
# measurements between which the velocity may have been anything, or that are too few
_LEAST_SAMPLES: Final = 8
_MOST_SAMPLES: Final = 64
_LONGEST_GAP_S: Final = 0.3
# of two looks at one measurement the times may differ by less
_SAME_S: Final = 0.004
# this part of a change has shown when the delay is over: more than the tremble of an odometry
_PART: Final = 0.2
# a change that pauses for longer is over
_PAUSE_S: Final = 0.2
# the shift by which all of a change is most alike is longer than the delay by half of what the base takes for it
_LONGEST_CHANGE_S: Final = 0.8
# as many times what a base that stands may show
CLEAR: Final = 5.0

# as far back as commands are looked for
COMMANDS_S: Final = BEFORE_S + AFTER_S + 2 * MOST_S
KEPT_FOR_S: Final = 60.0
_KEPT: Final = 64

# what a base that stands may show, by the numbers of a velocity; the angle of a car's wheels is measured by nobody
STILL: Final = (STILL_M_S, STILL_RAD_S, STILL_M_S)


@dataclass(frozen=True, slots=True)
class OdometryDelay:
    """The delays that were measured within the last minute.

    Attributes:
        newest_s, least_s, median_s, most_s: in seconds.
        count: how often it was measured.
    """

    newest_s: float
    least_s: float
    median_s: float
    most_s: float
    count: int


class CommandHistory:
    """The commands of the last seconds, each with the time from which on it was the newest."""

    def __init__(self, kept_s: float = COMMANDS_S) -> None:
        self._kept_s = kept_s
        self._times: deque[float] = deque()
        self._values: deque[Velocity] = deque()

    def add(self, command: Velocity, now: float) -> None:
        """Note the newest command."""
        if self._times and now < self._times[-1]:
            self._times.clear()
            self._values.clear()
        if not self._values or command != self._values[-1]:
            self._times.append(now)
            self._values.append(command)
        while len(self._times) > 1 and self._times[1] <= now - self._kept_s:
            self._times.popleft()
            self._values.popleft()

    def between(self, begin_s: float, end_s: float) -> list[Velocity]:
        """Return the commands that were the newest at some time of a span."""
        first = max(0, bisect_right(self._times, begin_s) - 1)
        return [self._values[number] for number in range(first, bisect_right(self._times, end_s))]

    def sampled(self, times: Sequence[float]) -> list[Velocity]:
        """Return the commands at times, which are in order; before the first that is known nothing was commanded."""
        found: list[Velocity] = []
        number, count = -1, len(self._times)
        for at in times:
            while number + 1 < count and self._times[number + 1] <= at:
                number += 1
            found.append(self._values[number] if number >= 0 else Velocity())
        return found


class DelayMeter:
    """The meter of the delay. Call `observe` with every step.

    Args:
        commands: the history of the commands, which has the newest before `observe` is called with it.

    Attributes:
        measured: how often the delay was measured.
    """

    def __init__(self, commands: CommandHistory) -> None:
        self.measured = 0
        self._commands = commands
        self._samples: deque[tuple[float, Velocity]] = deque()
        self._before = Velocity()
        # when the moment was that is measured; None while there is none
        self._moment: float | None = None
        self._spoilt_at = -math.inf
        self._looked_at: float | None = None
        self._found: deque[tuple[float, float]] = deque(maxlen=_KEPT)
        self._told: OdometryDelay | None = None

    def observe(self, sent: Velocity, link: DriveLink, now: float) -> None:
        """Take in the newest command and the velocity that the robot reports."""
        since_s, self._looked_at = 0.0 if self._looked_at is None else now - self._looked_at, now
        if not 0.0 <= since_s <= BLIND_S or link.others_sending:
            self._spoilt_at = now
        before, self._before = self._before, sent
        if self._moment is None and sent != before and _turns(before, sent):
            self._moment = now
        self._take(link, now)
        if self._moment is not None and not 0.0 <= now - self._moment < AFTER_S:
            moment, self._moment = self._moment, None
            if now >= moment and self._spoilt_at < moment - BEFORE_S:
                self._measure(moment, steers=link.steers, now=now)

    def delay(self, now: float) -> OdometryDelay | None:
        """Return the delays of the last minute; None where none was measured."""
        found = self._found
        while found and not 0.0 <= now - found[0][0] <= KEPT_FOR_S:
            found.popleft()
            self._told = None
        if self._told is None and found:
            took = [delay_s for _, delay_s in found]
            self._told = OdometryDelay(took[-1], min(took), round(median(took), 3), max(took), len(took))
        return self._told

    def _take(self, link: DriveLink, now: float) -> None:
        samples, at = self._samples, now - link.measured_s
        while samples and not now - BEFORE_S - AFTER_S - 1.0 <= samples[0][0] <= now:
            samples.popleft()
        if link.measured is None or not link.measured.is_finite or not at <= now:
            return
        if not samples or at - samples[-1][0] > _SAME_S:
            samples.append((at, link.measured))

    def _measure(self, moment: float, *, steers: bool, now: float) -> None:
        begin_s = moment - BEFORE_S
        samples = [sample for sample in self._samples if begin_s <= sample[0] <= moment + AFTER_S]
        times = [begin_s, *(at for at, _ in samples), moment + AFTER_S]
        if len(samples) < _LEAST_SAMPLES or max(b - a for a, b in pairwise(times)) > _LONGEST_GAP_S:
            return
        samples = samples[:: -(-len(samples) // _MOST_SAMPLES)]
        # on a grid of the shifts, so that a shift is a number of places
        places = round((BEFORE_S + AFTER_S + MOST_S) / _FINE_S) + 1
        grid = self._commands.sampled([begin_s - MOST_S + number * _FINE_S for number in range(places)])
        first = round((BEFORE_S + MOST_S) / _FINE_S)
        axes = range(1 if steers else len(STILL))
        changes = [_change([command.numbers[axis] for command in grid], first) for axis in axes]
        axis = max(axes, key=lambda axis: abs(changes[axis][1] - changes[axis][0]) / STILL[axis])
        if abs(changes[axis][1] - changes[axis][0]) < CLEAR * STILL[axis]:
            return
        told = [command.numbers[axis] for command in grid]
        seen = [((at - begin_s + MOST_S) / _FINE_S, measured.numbers[axis]) for at, measured in samples]
        delay_s = _delay(told, seen, changes[axis], first)
        if delay_s is not None:
            self._found.append((now, delay_s))
            self._told = None
            self.measured += 1


def _turns(before: Velocity, sent: Velocity) -> bool:
    """Whether a motion of the base begins, ends or turns round."""
    told, now = before.numbers[: len(STILL)], sent.numbers[: len(STILL)]
    return any(old * new < 0 for old, new in zip(told, now, strict=True)) or any(told) != any(now)


def _change(told: Sequence[float], first: int) -> tuple[float, float]:
    """Return what was told before a place and what it changed to from there on, before it paused or turned back."""
    before = after = told[first - 2]
    way, paused = 0.0, 0
    for value in told[first - 1 :]:
        step = value - after
        paused = 0 if step else paused + 1
        if step * way < 0 or (way and paused > _PAUSE_S / _FINE_S):
            break
        way, after = way or step, value
    return before, after


def _delay(
    told: Sequence[float], seen: Sequence[tuple[float, float]], change: tuple[float, float], first: int
) -> float | None:
    """Return the time, in seconds, from a change of what was told until it shows; None where it can't be told."""
    shift = _best_shift(told, [(round(place), value) for place, value in seen])
    if shift is None:
        return None
    # what the robot makes of the values before and after the change
    pairs = [(told[round(place) - shift], value) for place, value in seen]
    mean_told, mean = (sum(column) / len(pairs) for column in zip(*pairs, strict=True))
    gain = sum((one - mean_told) * (two - mean) for one, two in pairs) / sum((one - mean_told) ** 2 for one, _ in pairs)
    began = change[0] + _PART * (change[1] - change[0])
    shown = mean + gain * (began - mean_told)
    way = gain * (change[1] - change[0])
    beyond = (place for place in range(first - 1, len(told)) if (told[place] - began) * (change[1] - change[0]) >= 0)
    at = next(beyond, None)
    if at is None:
        return None
    for (place, value), (later, value_later), (_, last) in zip(seen, seen[1:], seen[2:], strict=False):
        # of two measurements beyond it the first is no tremble
        if later > at and (value_later - shown) * way >= 0 and (last - shown) * way >= 0:
            part = (shown - value) / (value_later - value) if (value - shown) * way < 0 else 0.0
            took_s = max(0.0, (place + part * (later - place) - at) * _FINE_S)
            is_likely = -_COARSE_S <= shift * _FINE_S - took_s <= _LONGEST_CHANGE_S / 2
            return round(took_s, 3) if is_likely else None
    return None


def _best_shift(told: Sequence[float], measured: Sequence[tuple[int, float]]) -> int | None:
    """Return the shift, in places, by which the measured velocity is most like what was told; None where none is."""
    step, most = round(_COARSE_S / _FINE_S), round(MOST_S / _FINE_S)
    coarse = {shift: _likeness(told, measured, shift) for shift in range(0, most + 1, step)}
    about = max(coarse, key=coarse.__getitem__)
    near = range(max(0, about - step), min(most, about + step) + 1)
    fine = {shift: _likeness(told, measured, shift) for shift in near}
    best = max(fine.values())
    far = round(_ELSEWHERE_S / _FINE_S)
    unsure = any(likeness >= best - _AS_GOOD for shift, likeness in coarse.items() if abs(shift - about) > far)
    if not best >= ALIKE or unsure or about > most - step:
        return None
    # between two measurements all shifts are as good
    equal = [shift for shift, likeness in fine.items() if likeness >= best - 1e-9]
    return round(sum(equal) / len(equal))


def _likeness(told: Sequence[float], measured: Sequence[tuple[int, float]], shift: int) -> float:
    """Return the correlation at a shift, whatever its sign: a robot may report its velocity the other way round."""
    pairs = [(told[place - shift], value) for place, value in measured]
    count = len(pairs)
    mean_told, mean = (sum(column) / count for column in zip(*pairs, strict=True))
    both = sum((one - mean_told) * (two - mean) for one, two in pairs)
    spread = math.sqrt(sum((one - mean_told) ** 2 for one, _ in pairs) * sum((two - mean) ** 2 for _, two in pairs))
    return abs(both) / spread if spread > 0.0 and math.isfinite(spread) else 0.0
