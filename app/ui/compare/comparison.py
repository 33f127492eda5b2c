"""The comparison of plotted curves with the same curves of runs: pairs, and their figures, calculated in a thread."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Final, NamedTuple

from app.model.analysis.comparison import ComparedCurve, compare
from app.model.analysis.progress import AnalysisError, ProgressCallback, progress_part
from app.model.reference_runs import ReferenceRun, are_same_type
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.timeseries.series import Floats, Samples
from app.ui.analysis.calculation_thread import CalculationThread
from app.ui.compare.run_curves import PlottedCurve, RunCurves, curve_of, missing_topic
from app.wording import sentence_of
from app.wording.names import in_a_row
from app.wording.record import ReferenceWording
from app.wording.ui.compare import FiguresWording
from app.wording.ui.widgets import WidgetsWording

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.reference_runs import ReferenceRuns

# more are neither read nor waited for
MAX_PAIRS: Final = 64
# how often figures follow what is live, and what share of the time their calculation may take
LIVE_S: Final = 3.0
_SHARE: Final = 0.03
# what is dragged is not calculated at each place
_SETTLE_S: Final = 0.4

# what a pair is known by
PairKey = tuple[CurveSpec, TimeBase, str]
_Found = dict[PairKey, tuple[ComparedCurve | None, str]]
# tolerances by unit
Tolerances = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class ComparedPair:
    """A plotted curve and a run, with what is known of how far they are apart.

    Attributes:
        figures: None as long as there are none.
        note: why there are none, or what is to be kept in mind; empty for nothing.
        is_fault: whether there are none because of that.
    """

    curve: PlottedCurve
    run: ReferenceRun
    figures: ComparedCurve | None = None
    note: str = ""
    is_fault: bool = False

    @property
    def key(self) -> PairKey:
        """The identity of the pair among others."""
        return self.curve.spec, self.curve.base, self.run.id


class _Question(NamedTuple):
    """The samples of a pair, those of the run where it lies."""

    pair: ComparedPair
    ours: tuple[Floats, Floats]
    theirs: tuple[Floats, Floats]
    tolerance: float | None


class Comparison:
    """The pairs of plotted curves and shown runs, and their figures.

    Args:
        tolerances: gives how far curves may be apart, by their units.
        clock: the monotonic time, in seconds.

    Attributes:
        pairs: the pairs with their figures; replaced as a whole.
        is_held: whether nothing is calculated until something else is chosen.
    """

    def __init__(
        self,
        runs: ReferenceRuns,
        curves: RunCurves,
        tolerances: Callable[[], Tolerances],
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runs = runs
        self._curves = curves
        self._tolerances = tolerances
        self._clock = clock
        self._worker = CalculationThread()
        self.pairs: tuple[ComparedPair, ...] = ()
        self.is_held = False
        self._found: _Found = {}
        # what was chosen, when it was calculated and now
        self._answered: object = None
        self._chosen: object = None
        self._seen: object = None
        self._due_s = 0.0
        self._began_s = 0.0

    @property
    def is_current(self) -> bool:
        """Whether the figures are those of what is chosen now: of its runs, their places, and the tolerances."""
        return self._answered == self._chosen

    @property
    def progress(self) -> float | None:
        """How much of a calculation that takes long is done, from 0 to 1; None while there is none."""
        is_long = self._clock() - self._began_s > _SETTLE_S
        return self._worker.progress if is_long else None

    def wanted(self) -> list[tuple[CurveSpec, TimeBase]]:
        """Return the curves of runs that are compared."""
        return [
            (curve_of(pair.run, pair.curve.spec), pair.curve.base)
            for pair in self._possible()
            if missing_topic(pair.run, pair.curve.spec) is None
        ]

    def refresh(self) -> None:
        """Take figures that were calculated, and begin to calculate those that are due."""
        self._worker.deliver_result()
        now, tolerances = self._clock(), self._tolerances()
        pairs = [self._checked(pair) for pair in self._possible()]
        places = [(pair.key, pair.run.stamp_place, pair.run.place, pair.is_fault) for pair in pairs]
        chosen = places, dict(tolerances)
        if chosen != self._chosen:
            self._chosen, self.is_held, self._seen = chosen, False, None
            self._due_s = now if not self._found else now + _SETTLE_S
        self.pairs = tuple(self._with_figures(pair) for pair in pairs)
        if now >= self._due_s and not self.is_held and self._worker.progress is None:
            self._begin([pair for pair in pairs if not pair.is_fault], tolerances, now)

    def cancel(self) -> None:
        """End the calculation, and begin none until something else is chosen."""
        self._worker.cancel()
        self.is_held = True

    # inside

    def _possible(self) -> list[ComparedPair]:
        runs = [run for run in self._runs.runs if run.is_shown and run.topics]
        return [ComparedPair(curve, run) for curve in self._curves.plotted() for run in runs][:MAX_PAIRS]

    def _checked(self, pair: ComparedPair) -> ComparedPair:
        """Return a pair with what is wrong with it."""
        run, curve = pair.run, pair.curve
        if (topic := missing_topic(run, curve.spec)) is not None:
            return _faulty(pair, ReferenceWording.NO_TOPIC(topic=topic))
        spec = curve_of(run, curve.spec)
        if not self._curves.is_kept(spec, curve.base) or not self._curves.is_read(spec, curve.base):
            return _faulty(pair, FiguresWording.BEING_READ())
        if fault := self._curves.fault(spec, curve.base):
            return _faulty(pair, fault)
        theirs = self._curves.unit(spec, curve.base)
        if curve.unit and theirs and theirs != curve.unit:
            return _faulty(pair, FiguresWording.OTHER_UNIT(theirs=theirs, ours=curve.unit))
        ours, theirs = self._curves.live_type(curve.spec.key), run.topics[curve.spec.key.topic]
        notes: list[str] = list(self._curves.parts_missing(spec, curve.base))
        if ours and theirs and not are_same_type(ours, theirs):
            notes.append(FiguresWording.OTHER_TYPE(theirs=theirs, ours=ours))
        return replace(pair, note=in_a_row(notes, WidgetsWording.LISTED_APART))

    def _with_figures(self, pair: ComparedPair) -> ComparedPair:
        figures, fault = self._found.get(pair.key, (None, ""))
        if pair.is_fault:
            return pair
        if self.is_held and not self.is_current:
            return _faulty(pair, FiguresWording.NOT_CALCULATED())
        return replace(pair, figures=figures, note=fault or pair.note, is_fault=bool(fault))

    def _begin(self, pairs: Sequence[ComparedPair], tolerances: Tolerances, now: float) -> None:
        questions = [self._question(pair, tolerances) for pair in pairs]
        # a long run comes to lie at its place a little later
        times = [times for each in questions for times in (each.ours[0], each.theirs[0])]
        seen = [(len(each), each[:1].tolist(), each[-1:].tolist()) for each in times]
        self._due_s = now + LIVE_S
        if seen == self._seen:
            return
        self._seen, self._began_s = seen, now
        take, fail = (functools.partial(do, self._chosen) for do in (self._take, self._take_failure))
        self._worker.start(functools.partial(_calculate, questions), take, fail)

    def _question(self, pair: ComparedPair, tolerances: Tolerances) -> _Question:
        ours = self._curves.live(pair.curve)
        theirs = self._curves.samples(curve_of(pair.run, pair.curve.spec), pair.curve.base)
        tolerance = tolerances.get(pair.curve.unit)
        empty = theirs.times[:0], theirs.values[:0]
        if ours is None:
            return _Question(pair, empty, empty, tolerance)
        # what is live may go back for hours
        return _Question(pair, _beside(ours, theirs), (theirs.times, theirs.values), tolerance)

    def _take(self, chosen: object, found: _Found) -> None:
        self._found, self._answered = found, chosen
        took_s = self._clock() - self._began_s
        self._due_s = max(self._due_s, self._clock() + took_s / _SHARE)

    def _take_failure(self, chosen: object, reason: str) -> None:
        del reason
        self._take(chosen, {pair.key: (None, FiguresWording.FAILED()) for pair in self.pairs})


def _beside(ours: Samples, theirs: Samples) -> tuple[Floats, Floats]:
    """Return the samples of one curve in the time of another, with one more at each end."""
    if not len(theirs.times):
        return ours.times[:0], ours.values[:0]
    begin = max(ours.index_at(float(theirs.times[0])) - 1, 0)
    end = ours.index_at(float(theirs.times[-1])) + 2
    return ours.times[begin:end], ours.values[begin:end]


def _faulty(pair: ComparedPair, note: str) -> ComparedPair:
    return replace(pair, note=note, is_fault=True)


def _calculate(questions: Sequence[_Question], step: ProgressCallback) -> _Found:
    """Calculate the figures of pairs, or else why there are none; in a thread. Raises CalculationCancelled."""
    found: _Found = {}
    for number, (pair, ours, theirs, tolerance) in enumerate(questions):
        part = progress_part(step, number / len(questions), (number + 1) / len(questions))
        try:
            figures = compare(*ours, *theirs, tolerance, is_stepped=pair.curve.is_stepped, step=part)
        except AnalysisError as error:
            found[pair.key] = None, sentence_of(error)
        else:
            found[pair.key] = figures, ""
    return found
