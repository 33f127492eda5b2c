"""What the timing of a topic means: findings as codes with numbers, and English made of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum


class TimingCode(Enum):
    """What is found, with the names of its values."""

    NOMINAL_LEARNED = "nominal learned"  # rate_hz
    NOMINAL_GIVEN = "nominal given"  # rate_hz
    RATE_LOW = "rate low"  # rate_hz
    RATE_HIGH = "rate high"  # rate_hz
    NONE_LATE = "none late"  # over_s
    LATE = "late"  # share, over_s
    IN_BURSTS = "in bursts"  # count
    IN_PERIODIC_BURSTS = "in periodic bursts"  # period_s
    PERIODIC_PAUSES = "periodic pauses"  # period_s
    LIKE_POWER_SAVE = "like power save"
    LIKE_NETWORK = "like network"
    LIKE_SENDER = "like sender"
    LIKE_LOSS = "like loss"  # count
    LONGEST_GAP = "longest gap"  # gap_s
    REORDERED = "reordered"  # count
    STAMPS_STAND_STILL = "stamps stand still"
    CLOCK_AHEAD = "clock ahead"  # offset_s
    CLOCK_BEHIND = "clock behind"  # offset_s
    LEAST_DELAY = "least delay"  # delay_s
    CLOCK_FAST = "clock fast"  # ppm
    CLOCK_SLOW = "clock slow"  # ppm
    DELAY_VARIES = "delay varies"  # jitter_s


@dataclass(frozen=True, slots=True)
class TimingFinding:
    """One thing that is found, to be said in any language."""

    code: TimingCode
    values: Mapping[str, float] = field(default_factory=dict)


def sentences(findings: Iterable[TimingFinding]) -> tuple[str, ...]:
    """The findings in English."""
    raise NotImplementedError
