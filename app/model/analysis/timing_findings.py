"""Findings on the timing of a topic: codes with numbers, and the sentences made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from app.wording.analysis import TimingWording

# the least number that is rounded to 1 with three digits
_ROUNDED_UP: Final = 0.9995

# a learned rate is shown as a round number that differs from it by no more than this fraction
_AS_MEANT: Final = 0.003

# nobody reads more digits
_MAX_DIGITS: Final = 1e15


class TimingCode(Enum):
    """The codes of findings; the names of the values of each are in the comment after it."""

    NOMINAL_LEARNED = "nominal learned"  # learned_hz
    NOMINAL_GIVEN = "nominal given"  # rate_hz
    RATE_LOW = "rate low"  # rate_hz
    RATE_HIGH = "rate high"  # rate_hz
    NONE_LATE = "none late"  # over_s
    LATE = "late"  # share, over_s
    IN_BURSTS = "in bursts"  # count
    IN_PERIODIC_BURSTS = "in periodic bursts"  # period_s
    PERIODIC = "periodic"  # period_s
    LIKE_POWER_SAVE = "like power save"
    LIKE_NETWORK = "like network"
    LIKE_BATCHES = "like batches"
    LIKE_SENDER = "like sender"
    LIKE_LOSS = "like loss"  # count
    LIKE_OTHER_RATE = "like other rate"  # rate_hz
    LONGEST_GAP = "longest gap"  # gap_s
    REORDERED = "reordered"  # count
    NO_STAMPS = "no stamps"
    PACE = "pace"  # ratio
    DELAY_GROWS = "delay grows"  # s_per_minute
    CLOCK_AHEAD = "clock ahead"  # offset_s
    CLOCK_BEHIND = "clock behind"  # offset_s
    LEAST_DELAY = "least delay"  # delay_s
    CLOCK_FAST = "clock fast"  # ppm
    CLOCK_SLOW = "clock slow"  # ppm
    DELAY_VARIES = "delay varies"  # jitter_s, most_s


@dataclass(frozen=True, slots=True)
class TimingFinding:
    """A finding on the timing."""

    code: TimingCode
    values: Mapping[str, float] = field(default_factory=dict)


def finding_sentences(findings: Iterable[TimingFinding]) -> tuple[str, ...]:
    """The findings in sentences, one for each."""
    return tuple(
        TimingWording[finding.code.name](**{name: _value_text(name, value) for name, value in finding.values.items()})
        for finding in findings
    )


def duration_text(seconds: float) -> str:
    """A duration with three digits and a suitable unit."""
    for size, unit in ((86_400.0, "days"), (3_600.0, "h"), (60.0, "min")):
        if abs(seconds) >= 2 * size:
            return f"{_number_text(seconds / size)} {unit}"
    for size, unit in ((1.0, "s"), (1e-3, "ms")):
        if abs(seconds) >= size * _ROUNDED_UP:
            return f"{_number_text(seconds / size)} {unit}"
    return f"{_number_text(seconds / 1e-6)} µs"


def _number_text(number: float) -> str:
    return f"{number:,.0f}" if 1000 * _ROUNDED_UP <= abs(number) < _MAX_DIGITS else f"{number:.3g}"


def _learned_text(rate: float) -> str:
    """The text of a learned rate: the round number nearby, if there is one."""
    meant = float(f"{rate:.2g}")
    return _number_text(meant if abs(rate / meant - 1) < _AS_MEANT else rate)


def _share_text(fraction: float) -> str:
    percent = 100 * fraction
    if percent < 0.01:
        return "less than 0.01 %"
    return f"{percent:.0f} %" if percent >= 9.95 else f"{percent:.2g} %"


def _value_text(name: str, value: float) -> str:
    return next((format_value for end, format_value in _FORMATS if name.endswith(end)), _number_text)(value)


# the format of a value, by the end of its name
_FORMATS: Final[tuple[tuple[str, Callable[[float], str]], ...]] = (
    ("share", _share_text),
    ("learned_hz", _learned_text),
    ("count", "{:,.0f}".format),
    ("_s", duration_text),
    ("s_per_minute", duration_text),
)
