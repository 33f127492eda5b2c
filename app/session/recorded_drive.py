"""Driving at a time, as the black box has kept the report of the drive process.

Apart from `recorded_side`, since it knows driving, which the first window would wait for.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import msgspec

from app.drive.control.values import ZERO, Reason, Stage, Velocity
from app.drive.messages.report import PadReport


@dataclass(frozen=True, slots=True)
class RecordedDrive:
    """Driving as it was reported at a time.

    Attributes:
        reason: why it last stopped; empty where it did not.
        pads: the pads as driving read them.
    """

    stage: Stage
    command: Velocity = ZERO
    measured: Velocity | None = None
    reason: str = ""
    pads: tuple[PadReport, ...] = ()


# a number that was none is written as null
class _Velocity(msgspec.Struct):
    linear_m_s: float | None = 0.0
    angular_rad_s: float | None = 0.0
    lateral_m_s: float | None = 0.0
    steering_rad: float | None = 0.0


class _Report(msgspec.Struct):
    stage: Stage
    command: _Velocity
    measured: _Velocity | None = None
    # its effect, text and tip
    reason: tuple[str, str, str] | None = None
    pads: tuple[PadReport, ...] = ()


class _Note(msgspec.Struct):
    value: _Report | None = None


def read_drive(payload: bytes) -> RecordedDrive | None:
    """Read what was noted of driving; None where none was driven. Raises ValueError, as of another version's report."""
    told = msgspec.json.decode(payload, type=_Note).value
    if told is None:
        return None
    return RecordedDrive(
        told.stage,
        _velocity(told.command),
        _velocity(told.measured) if told.measured is not None else None,
        _reason(told.reason[1]) if told.reason is not None else "",
        told.pads,
    )


def _velocity(told: _Velocity) -> Velocity:
    numbers = told.linear_m_s, told.angular_rad_s, told.lateral_m_s, told.steering_rad
    ahead, around, aside, steering = (math.nan if number is None else number for number in numbers)
    return Velocity(ahead, around, aside, steering)


def _reason(text: str) -> str:
    """Return the sentence that was written, which is said in any language; one of another version as it is."""
    return next((reason.text for reason in Reason if str(reason.text) == text), text)
