"""Calibration of a device's axes: their rest positions, ranges and noise. Pure."""

from __future__ import annotations

import enum
import statistics
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.model.errors import UserFacingError
from app.wording.drive import PadWording

LOWEST: Final = -32768
HIGHEST: Final = 32767

# a second of a device that is read at 100 Hz: long enough for the noise to show
REST_SAMPLES: Final = 100

# an axis that moves less than this while it is let go of rests; an axis that moves more is being held
_MOST_NOISE: Final = 4096

# an axis that was moved less than this in both directions together was not swept
_LEAST_RANGE: Final = 16384

# triggers, throttles: an axis that rests this close to an end goes in one direction only
_NEAR_END: Final = 6554


class CalibrationError(UserFacingError):
    """A calibration can't be used."""


@dataclass(frozen=True, slots=True)
class AxisCalibration:
    """The calibration of one axis, in raw numbers. Raises CalibrationError for numbers that can't be.

    Attributes:
        low, high: the ends of the range.
        centre: the rest position.
        noise: the distance from the rest position that is still at rest.
    """

    low: int = LOWEST
    centre: int = 0
    high: int = HIGHEST
    noise: int = 0

    def __post_init__(self) -> None:
        if not LOWEST <= self.low <= self.centre <= self.high <= HIGHEST:
            raise CalibrationError(PadWording.AXIS_OUT_OF_ORDER())
        if not 0 <= self.noise <= _MOST_NOISE:
            raise CalibrationError(PadWording.AXIS_TREMBLES())
        if self.high - self.low < _LEAST_RANGE:
            raise CalibrationError(PadWording.AXIS_TOO_SHORT())

    @property
    def one_sided(self) -> bool:
        """Whether the axis rests at an end, as triggers do."""
        return min(self.centre - self.low, self.high - self.centre) <= _NEAR_END

    def value(self, raw: int) -> float:
        """Convert a raw number to -1 to 1; exactly 0 at rest, or exactly -1 or 1 for an axis that rests at that end."""
        if self.one_sided:
            return self._one_sided(raw)
        away = raw - self.centre
        if abs(away) <= self.noise:
            return 0.0
        # beyond the noise the value begins at 0: no step where the axis leaves its rest
        if away > 0:
            return min(1.0, (away - self.noise) / (self.high - self.centre - self.noise))
        return max(-1.0, (away + self.noise) / (self.centre - self.low - self.noise))

    def _one_sided(self, raw: int) -> float:
        sign, end = (1.0, self.high) if self.high - self.centre >= self.centre - self.low else (-1.0, self.low)
        way = abs(end - self.centre) - self.noise
        share = (abs(raw - self.centre) - self.noise) / way if (raw - self.centre) * sign > self.noise else 0.0
        return sign * (2.0 * min(1.0, share) - 1.0)


UNCALIBRATED: Final = AxisCalibration()


def calibrated(raw: Sequence[int], axes: Sequence[AxisCalibration]) -> tuple[float, ...]:
    """Convert the raw axes of a device to -1 to 1; axes beyond the end of `axes` are scaled as SDL has them."""
    return tuple(
        axes[number].value(value) if number < len(axes) else value / (-LOWEST if value < 0 else HIGHEST)
        for number, value in enumerate(raw)
    )


class CalibrationStep(enum.Enum):
    """The steps of a calibration, each with what the operator is to do."""

    REST = PadWording.REST()
    SWEEP = PadWording.SWEEP()
    DONE = "Calibrated."


class Calibrator:
    """The calibration of one device: it is fed with the raw axes, and says what to do next.

    Meanwhile the device must not drive anything: the caller sees to that.
    """

    def __init__(self) -> None:
        self.step = CalibrationStep.REST
        self._samples: list[Sequence[int]] = []
        self._rest: list[tuple[int, int]] = []
        self._low: list[int] = []
        self._high: list[int] = []

    @property
    def progress(self) -> tuple[float, ...]:
        """The share of the usual range that each axis has gone through, 0 to 1; all 0 in the step of rest."""
        if self.step is CalibrationStep.REST:
            return tuple(0.0 for _ in (self._samples[0] if self._samples else ()))
        return tuple((high - low) / (HIGHEST - LOWEST) for low, high in zip(self._low, self._high, strict=True))

    def feed(self, raw: Sequence[int]) -> None:
        """Take one reading of all axes. Raises CalibrationError if the device did not rest: then it begins anew."""
        if self.step is CalibrationStep.DONE:
            return
        if self._samples and len(raw) != len(self._samples[0]):
            raise CalibrationError(PadWording.ANOTHER_DEVICE(), PadWording.BEGIN_AGAIN())
        if self.step is CalibrationStep.REST:
            self._samples.append(tuple(raw))
            if len(self._samples) >= REST_SAMPLES:
                self._end_rest()
            return
        self._low = [min(pair) for pair in zip(self._low, raw, strict=True)]
        self._high = [max(pair) for pair in zip(self._high, raw, strict=True)]

    def finish(self) -> tuple[AxisCalibration, ...]:
        """Return the calibration of all axes. Raises CalibrationError, after which more readings may be fed.

        An axis that was not moved is left as SDL gives it: not every device has something to move for each of its axes.
        """
        if self.step is CalibrationStep.REST:
            raise CalibrationError(PadWording.STILL_WATCHED(), PadWording.WAIT())
        axes = []
        for (centre, noise), low, high in zip(self._rest, self._low, self._high, strict=True):
            if high - low <= max(4 * noise, 1024):
                axes.append(UNCALIBRATED)
            elif high - low < _LEAST_RANGE:
                raise CalibrationError(PadWording.MOVED_ONLY_A_PART(axis=len(axes)), PadWording.MOVE_ALL_AROUND())
            else:
                axes.append(AxisCalibration(low, centre, high, noise))
        if all(axis is UNCALIBRATED for axis in axes):
            raise CalibrationError(PadWording.NOTHING_MOVED(), PadWording.MOVE_ALL_AROUND())
        self.step = CalibrationStep.DONE
        return tuple(axes)

    def _end_rest(self) -> None:
        columns = list(zip(*self._samples, strict=True))
        rest = [(int(statistics.median(column)), max(column) - min(column)) for column in columns]
        if any(noise > _MOST_NOISE for _, noise in rest):
            self._samples.clear()
            raise CalibrationError(PadWording.PAD_MOVED(), PadWording.PUT_IT_DOWN())
        self._rest = rest
        self._low = [min(column) for column in columns]
        self._high = [max(column) for column in columns]
        self.step = CalibrationStep.SWEEP
