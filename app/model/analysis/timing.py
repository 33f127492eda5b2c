"""How regularly the messages of a topic come, and how long after their stamps."""

from __future__ import annotations

from dataclasses import dataclass

import numpy.typing as npt

from app.model.analysis.progress import Step, no_step
from app.model.analysis.timing_words import TimingFinding, sentences
from app.model.series_pyramid import Floats


@dataclass(frozen=True, slots=True)
class Bursts:
    """Messages that were held up and then came together.

    Attributes:
        count: of bursts.
        messages: in a burst, the median.
        held_s: how long nothing came before one, the median.
        period_s: from one to the next if they come regularly, else None.
    """

    count: int
    messages: float
    held_s: float
    period_s: float | None


@dataclass(frozen=True, slots=True)
class Delay:
    """How long after their stamps messages come, as a straight line below all delays and what is above it.

    The line is the difference of two clocks and the shortest way together: by stamps alone the two can't be told apart.

    Attributes:
        offset_s: receipt minus stamp on that line, when the first message came; less than 0: the stamps are ahead.
        drift_s_per_s: by how much the line rises: more than 0: the clock of the stamps is slow.
        drift_known: whether the data is long enough to tell a drift from jitter.
        jitter_s: standard deviation of what is above the line.
        median_s: the median of what is above the line.
        most_s: the most above the line.
    """

    offset_s: float
    drift_s_per_s: float
    drift_known: bool
    jitter_s: float
    median_s: float
    most_s: float


@dataclass(frozen=True, slots=True, eq=False)
class Timing:
    """How the messages of a topic come.

    Attributes:
        intervals_s: from each receipt to the next.
        stamp_intervals_s: from each stamp to the next, in the order of stamps; None without stamps.
        rate_hz: messages by the time from the first to the last.
        nominal_hz: what was expected, or learned.
        jitter_s: standard deviation of the intervals between receipts.
        longest_gap_s: longest of the intervals between receipts.
        longest_gap_at_s: time of receipt of the message before it.
        late_share: of the intervals, from 0 to 1, that are longer than `late_over_s`.
        late_over_s: one and a half times the nominal interval.
        bursts: messages that came together after a pause; None if there are none.
        reordered: messages whose stamp is older than that of one before.
        delay: from stamp to receipt; None without stamps that go on.
        findings: what it means.
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
        """What it means, in English sentences; the first is on the rate and on what is late."""
        return sentences(self.findings)


def timing(
    received_s: npt.ArrayLike,
    stamps_s: npt.ArrayLike | None = None,
    expected_hz: float | None = None,
    step: Step = no_step,
) -> Timing:
    """How messages come, by their times of receipt and their stamps. Raises AnalysisError and what `step` raises."""
    raise NotImplementedError
