"""The timing of a topic: how regularly its messages come, and how long after their stamps."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Final

import numpy as np
import numpy.typing as npt

from app.model.analysis.clean_samples import (
    CHUNK,
    MAX_TIME_S,
    as_floats,
    in_order,
    is_ascending,
    is_within,
    sum_of_products,
)
from app.model.analysis.delay import Delay, measure_delay
from app.model.analysis.progress import AnalysisError, ProgressCallback, ignore_progress, progress_part
from app.model.analysis.sampling import usual_interval_s
from app.model.analysis.timing_findings import TimingCode, TimingFinding, finding_sentences
from app.model.timeseries.series import Floats, Numbers
from app.wording.analysis import AnalysisWording

MIN_MESSAGES: Final = 3

# an interval is late if it is longer than this multiple of the nominal one
_LATE: Final = 1.5

# stamps run at the pace of our clock within this fraction
_SAME_SPAN: Final = 0.1

# messages at less than this fraction of the nominal interval come together, and this many of them are a burst
_TOGETHER: Final = 0.5
_MIN_IN_BURST: Final = 3
_MIN_BURSTS: Final = 2

# events are periodic if this many intervals, and this fraction of all, are multiples of the usual one within this
# fraction
_OFF_TURN: Final = 0.15
_MIN_PERIODS: Final = 4
_REGULAR: Final = 0.75

# fractions of late intervals, and of all, from which on something is reported
_MOSTLY: Final = 0.4
_NEARLY_ALL: Final = 0.9
_LOW_RATE: Final = 0.95
_LOSS_RATE: Final = 0.999
_LONG_GAP: Final = 3.0

# the limits of a radio's sleep
_SHORTEST_SLEEP_S: Final = 0.05
_LONGEST_SLEEP_S: Final = 10.0

# a longer delay is a difference of clocks
_LONG_DELAY_S: Final = 1.0
# stamps that are ahead by less may be of the present time
_CLOCKS_AGREE_S: Final = 1e-3
# clocks of computers drift by less than this; stamps that drift by more than `_PACE` are not of such a clock
_CLOCKS_PPM: Final = 500.0
_PACE: Final = 0.02


@dataclass(frozen=True, slots=True)
class Bursts:
    """Bursts: messages that were held up and then came together.

    Attributes:
        count: the number of bursts.
        messages: the median number of messages in a burst.
        held_s: the median silence before a burst.
        period_s: from one burst to the next if they come regularly, else None.
    """

    count: int
    messages: float
    held_s: float
    period_s: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Timing:
    """The timing of a topic's messages.

    Attributes:
        intervals_s: `(n,)`, from each receipt to the next.
        stamp_intervals_s: from each stamp to the next, in the order of stamps; None without stamps.
        rate_hz: messages per time from the first to the last.
        nominal_hz: the expected or learned rate.
        jitter_s: standard deviation of the intervals between receipts.
        longest_gap_s: longest of the intervals between receipts.
        longest_gap_at_s: time of receipt of the message before it.
        late_share: the fraction of intervals, 0 to 1, that are longer than `late_over_s`.
        late_over_s: one and a half times the nominal interval.
        bursts: messages that came together after a pause; None if there are none.
        reordered: the number of messages whose stamp is older than that of one before.
        delay: from stamp to receipt; None without stamps that advance.
        findings: the meaning.
    """

    intervals_s: Floats
    stamp_intervals_s: Floats | None
    rate_hz: float
    nominal_hz: float
    jitter_s: float
    longest_gap_s: float
    longest_gap_at_s: float
    late_share: float
    late_over_s: float
    bursts: Bursts | None
    reordered: int
    delay: Delay | None
    findings: tuple[TimingFinding, ...]

    @property
    def words(self) -> tuple[str, ...]:
        """The meaning in sentences, one for each finding."""
        return finding_sentences(self.findings)


def measure_timing(
    received_s: npt.ArrayLike,
    stamps_s: npt.ArrayLike | None = None,
    expected_hz: float | None = None,
    step: ProgressCallback = ignore_progress,
) -> Timing:
    """Measure the timing of messages by their times of receipt and their stamps, in the order in which they came.

    Without `expected_hz` the rate is learned. A stamp that is 0 or no time counts as missing. Raises AnalysisError and
    what `step` raises.
    """
    if expected_hz is not None and not (math.isfinite(expected_hz) and expected_hz > 0):
        raise AnalysisError(AnalysisWording.BAD_RATE())
    received, stamps = _messages(received_s, stamps_s)
    stamped = _Stamped.of(received, stamps, progress_part(step, 0.1, 0.2))
    result = _measure(received, stamped, expected_hz, progress_part(step, 0.2, 0.9))
    (late,) = np.nonzero(result.intervals_s > result.late_over_s)
    evidence = _Evidence(
        is_given=expected_hz is not None,
        has_stamps=stamps_s is not None,
        late_at_s=received[late],
        late_s=result.intervals_s[late],
        are_in_a_row=_are_in_a_row(late),
        late_by_stamps_s=_by_stamps(stamped.in_turn_s, stamps[late + 1]) if stamped else None,
    )
    step(1.0)
    return replace(result, findings=tuple(_findings(result, evidence)))


def _measure(received: Floats, stamped: _Stamped | None, expected_hz: float | None, step: ProgressCallback) -> Timing:
    """The timing, without its findings."""
    intervals = _intervals(received, progress_part(step, 0.0, 0.1))
    nominal_hz = expected_hz or _learned_hz(received, stamped)
    late_over_s = _LATE / nominal_hz
    step(0.2)
    (late,) = np.nonzero(intervals > late_over_s)
    step(0.3)
    bursts = _bursts(received, intervals, late, nominal_hz)
    step(0.4)
    longest = int(intervals.argmax())
    return Timing(
        intervals_s=intervals,
        stamp_intervals_s=_intervals(stamped.in_turn_s, progress_part(step, 0.4, 0.5)) if stamped else None,
        rate_hz=intervals.size / float(received[-1] - received[0]),
        nominal_hz=nominal_hz,
        jitter_s=_standard_deviation(intervals, progress_part(step, 0.5, 0.7)),
        longest_gap_s=float(intervals[longest]),
        longest_gap_at_s=float(received[longest]),
        late_share=late.size / intervals.size,
        late_over_s=late_over_s,
        bursts=bursts,
        reordered=stamped.reordered if stamped else 0,
        delay=measure_delay(stamped.received_s, stamped.stamps_s, progress_part(step, 0.7, 1.0)) if stamped else None,
        findings=(),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Evidence:
    """Evidence for findings beside the timing: of late intervals, when they began, their length, and that by stamps.

    Attributes:
        are_in_a_row: whether nearly all late ones come one after the other.
    """

    is_given: bool
    has_stamps: bool
    late_at_s: Floats
    late_s: Floats
    are_in_a_row: bool
    late_by_stamps_s: Floats | None


def _messages(received_s: npt.ArrayLike, stamps_s: npt.ArrayLike | None) -> tuple[Floats, Floats]:
    """Times of receipt in order, and stamps, 0 where there is none."""
    received = as_floats(received_s)
    stamps = np.zeros(received.size) if stamps_s is None else as_floats(stamps_s)
    if stamps.size != received.size:
        raise AnalysisError(AnalysisWording.STAMPS_DIFFER(stamps=stamps.size, messages=received.size))
    if not is_within(received, MAX_TIME_S):
        keep = np.abs(received) <= MAX_TIME_S
        received, stamps = received[keep], stamps[keep]
    if not is_ascending(received):
        keep = in_order(received)
        received, stamps = received[keep], stamps[keep]
    if received.size < MIN_MESSAGES:
        raise AnalysisError(AnalysisWording.FEW_MESSAGES(least=MIN_MESSAGES))
    if received[0] == received[-1]:
        raise AnalysisError(AnalysisWording.ONE_TIME_OF_RECEIPT())
    if not is_within(stamps, MAX_TIME_S):
        stamps = np.where(np.abs(stamps) <= MAX_TIME_S, stamps, 0.0)
    return received, stamps


@dataclass(frozen=True, slots=True, eq=False)
class _Stamped:
    """Messages that have a stamp: in the order in which they came, and their stamps in ascending order."""

    received_s: Floats
    stamps_s: Floats
    in_turn_s: Floats
    reordered: int

    @classmethod
    def of(cls, received: Floats, stamps: Floats, step: ProgressCallback) -> _Stamped | None:
        """The stamped ones of all messages; None if they are too few, or if their stamps do not advance."""
        if not stamps.all():
            has_stamp = stamps != 0
            received, stamps = received[has_stamp], stamps[has_stamp]
        step(0.1)
        if stamps.size < MIN_MESSAGES or stamps.min() == stamps.max():
            return None
        if is_ascending(stamps):
            return cls(received, stamps, stamps, 0)
        reordered = stamps.size - int(np.count_nonzero(in_order(stamps)))
        step(0.5)
        return cls(received, stamps, np.sort(stamps, kind="stable"), reordered)


def _intervals(times_s: Floats, step: ProgressCallback) -> Floats:
    intervals = np.empty(times_s.size - 1)
    for begin in range(0, intervals.size, CHUNK):
        piece = intervals[begin : begin + CHUNK]
        np.subtract(times_s[begin + 1 :][: piece.size], times_s[begin:][: piece.size], piece)
        step(begin / intervals.size)
    return intervals


def _standard_deviation(intervals: Floats, step: ProgressCallback) -> float:
    """The standard deviation as in numpy, without a copy."""
    mean, squares = float(intervals.mean()), 0.0
    for begin in range(0, intervals.size, CHUNK):
        off = intervals[begin : begin + CHUNK] - mean
        squares += sum_of_products(off, off)
        step(begin / intervals.size)
    return math.sqrt(squares / intervals.size)


def _learned_hz(received: Floats, stamped: _Stamped | None) -> float:
    """The rate at which messages come, or are sent, most of the time."""
    span_s = float(received[-1] - received[0])
    # stamps are more exact, as long as they are seconds
    if stamped and abs(float(stamped.in_turn_s[-1] - stamped.in_turn_s[0]) / span_s - 1) < _SAME_SPAN:
        return 1 / usual_interval_s(stamped.in_turn_s)
    return 1 / usual_interval_s(received)


def _bursts(received: Floats, intervals: Floats, late: Numbers, nominal_hz: float) -> Bursts | None:
    """Late messages that were followed immediately by others."""
    together = intervals < _TOGETHER / nominal_hz
    # the last interval within each burst; a late interval of another burst comes before its first
    (lasts,) = np.nonzero(together & ~np.append(together[1:], np.False_))
    followed = late + 1 < intervals.size
    late = late[followed][together[late[followed] + 1]]
    messages = lasts[np.searchsorted(lasts, late)] + 1 - late
    are_bursts = messages >= _MIN_IN_BURST
    if np.count_nonzero(are_bursts) < _MIN_BURSTS:
        return None
    begins = late[are_bursts]
    return Bursts(
        count=begins.size,
        messages=float(np.median(messages[are_bursts])),
        held_s=float(np.median(intervals[begins])),
        period_s=_period_s(received[begins]),
    )


def _period_s(times_s: Floats) -> float | None:
    """The period of times, some of which may be missing; None where they are irregular."""
    intervals = np.diff(times_s)
    if intervals.size < _MIN_PERIODS:
        return None
    usual = float(np.median(intervals))
    if usual <= 0:
        return None
    turns = np.rint(intervals / usual)
    regular = (turns > 0) & (np.abs(intervals / usual - turns) < _OFF_TURN)
    if np.count_nonzero(regular) < _REGULAR * intervals.size:
        return None
    return float(intervals[regular].sum() / turns[regular].sum())


def _are_in_a_row(late: Numbers) -> bool:
    following = int(np.count_nonzero(np.diff(late) == 1))
    return following >= _MIN_PERIODS and following >= _NEARLY_ALL * (late.size - 1)


def _by_stamps(in_turn_s: Floats, behind_s: Floats) -> Floats:
    """The interval to the previous stamp for the messages that ended a late interval; NaN where there is no stamp.

    The previous stamp is not always that of the message before by receipt, which may have been overtaken.
    """
    before_s = in_turn_s[np.maximum(np.searchsorted(in_turn_s, behind_s) - 1, 0)]
    return np.where(behind_s != 0, behind_s - before_s, np.nan)


def _findings(timing: Timing, evidence: _Evidence) -> Iterator[TimingFinding]:
    if evidence.is_given:
        yield TimingFinding(TimingCode.NOMINAL_GIVEN, {"rate_hz": timing.nominal_hz})
    else:
        yield TimingFinding(TimingCode.NOMINAL_LEARNED, {"learned_hz": timing.nominal_hz})
    if timing.rate_hz < _LOW_RATE * timing.nominal_hz:
        yield TimingFinding(TimingCode.RATE_LOW, {"rate_hz": timing.rate_hz})
    if timing.rate_hz > timing.nominal_hz / _LOW_RATE:
        yield TimingFinding(TimingCode.RATE_HIGH, {"rate_hz": timing.rate_hz})
    yield from _on_late(timing, evidence)
    if timing.longest_gap_s * timing.nominal_hz > _LONG_GAP:
        yield TimingFinding(TimingCode.LONGEST_GAP, {"gap_s": timing.longest_gap_s})
    if timing.reordered:
        yield TimingFinding(TimingCode.REORDERED, {"count": timing.reordered})
    if timing.delay is not None:
        yield from _on_delay(timing.delay)
    elif evidence.has_stamps:
        yield TimingFinding(TimingCode.NO_STAMPS)


def _on_late(timing: Timing, evidence: _Evidence) -> Iterator[TimingFinding]:
    nlate = evidence.late_s.size
    if not nlate:
        yield TimingFinding(TimingCode.NONE_LATE, {"over_s": timing.late_over_s})
        return
    yield TimingFinding(TimingCode.LATE, {"share": timing.late_share, "over_s": timing.late_over_s})
    bursts = timing.bursts if timing.bursts and timing.bursts.count >= _MOSTLY * nlate else None
    period_s = bursts.period_s if bursts else _period_s(evidence.late_at_s)
    if bursts and period_s is None:
        yield TimingFinding(TimingCode.IN_BURSTS, {"count": bursts.count})
    elif period_s is not None and nlate < _NEARLY_ALL * timing.intervals_s.size:
        code = TimingCode.IN_PERIODIC_BURSTS if bursts else TimingCode.PERIODIC
        yield TimingFinding(code, {"period_s": period_s})
    yield from _cause(timing, evidence, bursts)


def _cause(timing: Timing, evidence: _Evidence, bursts: Bursts | None) -> Iterator[TimingFinding]:
    """The probable cause of late messages."""
    late_s = evidence.late_s
    if evidence.late_by_stamps_s is not None:
        by_stamps_s = evidence.late_by_stamps_s
        at_sender = by_stamps_s > timing.late_over_s
        if np.count_nonzero(at_sender) >= _MOSTLY * np.count_nonzero(np.isfinite(by_stamps_s)) > 0:
            late_s, bursts = by_stamps_s[at_sender], None
        elif not bursts:
            return
    elif bursts is None and timing.rate_hz > _LOSS_RATE * timing.nominal_hz:
        # all came
        return
    if bursts:
        code = TimingCode.LIKE_NETWORK
        if bursts.period_s is not None and bursts.period_s < _LONGEST_SLEEP_S:
            code = TimingCode.LIKE_POWER_SAVE if bursts.period_s >= _SHORTEST_SLEEP_S else TimingCode.LIKE_BATCHES
        yield TimingFinding(code)
        return
    usual_s = float(np.median(late_s))
    if evidence.are_in_a_row and np.count_nonzero(np.abs(late_s / usual_s - 1) < _OFF_TURN) >= _REGULAR * late_s.size:
        yield TimingFinding(TimingCode.LIKE_OTHER_RATE, {"rate_hz": 1 / usual_s})
        return
    turns = late_s * timing.nominal_hz
    whole = np.abs(turns - np.rint(turns)) < _OFF_TURN
    if np.count_nonzero(whole) >= _REGULAR * turns.size:
        yield TimingFinding(TimingCode.LIKE_LOSS, {"count": float(np.rint(turns[whole] - 1).sum())})
    elif evidence.late_by_stamps_s is not None:
        yield TimingFinding(TimingCode.LIKE_SENDER)


def _on_delay(delay: Delay) -> Iterator[TimingFinding]:
    if abs(delay.drift_s_per_s) > _PACE:
        yield TimingFinding(TimingCode.PACE, {"ratio": 1 - delay.drift_s_per_s})
        return
    if delay.offset_s < -_CLOCKS_AGREE_S:
        yield TimingFinding(TimingCode.CLOCK_AHEAD, {"offset_s": -delay.offset_s})
    elif delay.offset_s > _LONG_DELAY_S:
        yield TimingFinding(TimingCode.CLOCK_BEHIND, {"offset_s": delay.offset_s})
    else:
        yield TimingFinding(TimingCode.LEAST_DELAY, {"delay_s": max(delay.offset_s, 0.0)})
    ppm = 1e6 * delay.drift_s_per_s
    if abs(ppm) <= _CLOCKS_PPM:
        if abs(ppm) >= 1:
            yield TimingFinding(TimingCode.CLOCK_SLOW if ppm > 0 else TimingCode.CLOCK_FAST, {"ppm": abs(ppm)})
        yield TimingFinding(TimingCode.DELAY_VARIES, {"jitter_s": delay.jitter_s, "most_s": delay.most_s})
        return
    yield TimingFinding(TimingCode.DELAY_VARIES, {"jitter_s": delay.jitter_s, "most_s": delay.most_s})
    if ppm > 0:
        yield TimingFinding(TimingCode.DELAY_GROWS, {"s_per_minute": 60 * delay.drift_s_per_s})
    else:
        yield TimingFinding(TimingCode.PACE, {"ratio": 1 - delay.drift_s_per_s})
