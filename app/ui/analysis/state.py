"""Saved state of an analysis: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

import enum
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from app.model.timeseries.curve_spec import CurveSpec, SavedStateError
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.time_axis.ranges import LONGEST_S, SHORTEST_S

STATE_VERSION: Final = 1
MAX_SUBJECTS: Final = 16
MAX_THRESHOLDS: Final = 8
MAX_BINS: Final = 1000
MAX_HZ: Final = 1e6
SPAN_S: Final = 30.0
OVERLAPS: Final = (0.0, 0.25, 0.5, 0.75)

_MAX_TEXT: Final = 1024


class AnalysisTab(enum.Enum):
    """The tabs of an analysis, in their order."""

    SPECTRUM = "spectrum"
    SPECTROGRAM = "spectrogram"
    HISTOGRAM = "histogram"
    TIMING = "timing"
    PAIR = "pair"


@dataclass(frozen=True, slots=True)
class AnalysisSubject:
    """The subject of an analysis: a topic, and a curve of its numbers; a topic without numbers has no curve."""

    key: TopicKey
    spec: CurveSpec | None = None

    @classmethod
    def for_curve(cls, spec: CurveSpec) -> AnalysisSubject:
        """The subject of a curve, whatever its colour in a plot."""
        return cls(spec.key, replace(spec, color=0, visible=True))


@dataclass(frozen=True, slots=True)
class AnalysisOptions:
    """The options that the operator chose, for all tabs.

    Attributes:
        window_s: the window of a spectrum; None for an automatic one.
        overlap: the fraction of a window that it shares with the next one.
        density: whether to show density instead of amplitude.
        bins: the number of bins of a histogram; None for an automatic one.
        thresholds: the thresholds whose duty is shown.
        expected_hz: the expected rate of a topic; None for the learned one.
    """

    window_s: float | None = None
    overlap: float = 0.5
    density: bool = False
    log_frequency: bool = False
    log_value: bool = False
    bins: int | None = None
    thresholds: tuple[float, ...] = ()
    expected_hz: float | None = None


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The saved state of a dock.

    Attributes:
        current, other: indices of the subjects that are the curve, and the second one of a pair.
    """

    subjects: tuple[AnalysisSubject, ...] = ()
    current: int = 0
    other: int = 0
    tab: AnalysisTab = AnalysisTab.SPECTRUM
    span_s: float = SPAN_S
    base: TimeBase = TimeBase.RECEIPT
    options: AnalysisOptions = AnalysisOptions()

    def as_dict(self) -> dict[str, Any]:
        """The state as plain values, which `read_analysis_state` reads."""
        chosen = self.options
        return {
            "version": STATE_VERSION,
            "subjects": [_told(subject) for subject in self.subjects],
            "current": self.current,
            "other": self.other,
            "tab": self.tab.value,
            "span_s": self.span_s,
            "base": self.base.value,
            "window_s": chosen.window_s,
            "overlap": chosen.overlap,
            "density": chosen.density,
            "log_frequency": chosen.log_frequency,
            "log_value": chosen.log_value,
            "bins": chosen.bins,
            "thresholds": list(chosen.thresholds),
            "expected_hz": chosen.expected_hz,
        }


def read_analysis_state(told: object) -> AnalysisState:
    """Read a saved state as far as it is valid; the rest is default."""
    if not isinstance(told, Mapping) or told.get("version") != STATE_VERSION:
        return AnalysisState()
    listed = _listed(told.get("subjects"), MAX_SUBJECTS)
    subjects = tuple(dict.fromkeys(subject for each in listed if (subject := _subject(each)) is not None))
    last = max(len(subjects) - 1, 0)
    return AnalysisState(
        subjects,
        int(_number(told.get("current"), 0, last) or 0),
        int(_number(told.get("other"), 0, last) or 0),
        next((tab for tab in AnalysisTab if tab.value == told.get("tab")), AnalysisTab.SPECTRUM),
        _number(told.get("span_s"), SHORTEST_S, LONGEST_S) or SPAN_S,
        next((base for base in TimeBase if base.value == told.get("base")), TimeBase.RECEIPT),
        _options(told),
    )


def _options(told: Mapping[Any, Any]) -> AnalysisOptions:
    overlap = told.get("overlap")
    bins = _number(told.get("bins"), 1, MAX_BINS)
    limits = (_number(each, -math.inf, math.inf) for each in _listed(told.get("thresholds"), MAX_THRESHOLDS))
    return AnalysisOptions(
        # a window can't be longer than the history
        window_s=_number(told.get("window_s"), 1e-3, LONGEST_S),
        overlap=overlap if overlap in OVERLAPS and not isinstance(overlap, bool) else 0.5,
        density=told.get("density") is True,
        log_frequency=told.get("log_frequency") is True,
        log_value=told.get("log_value") is True,
        bins=None if bins is None else int(bins),
        thresholds=tuple(limit for limit in limits if limit is not None),
        expected_hz=_number(told.get("expected_hz"), 1e-3, MAX_HZ),
    )


def _told(subject: AnalysisSubject) -> dict[str, Any]:
    if subject.spec is not None:
        return subject.spec.as_dict()
    return {"connection": subject.key.connection, "topic": subject.key.topic}


def _subject(told: object) -> AnalysisSubject | None:
    if not isinstance(told, Mapping):
        return None
    if told.get("path") or told.get("expression"):
        try:
            return AnalysisSubject.for_curve(CurveSpec.from_dict(told))
        except SavedStateError:
            return None
    connection, topic = told.get("connection"), told.get("topic")
    # the name of a topic may be empty
    if not isinstance(connection, str) or not isinstance(topic, str) or not connection:
        return None
    return AnalysisSubject(TopicKey(connection, topic)) if max(len(connection), len(topic)) <= _MAX_TEXT else None


def _listed(told: object, most: int) -> Sequence[Any]:
    return told[:most] if isinstance(told, list) else ()


def _number(told: object, least: float, most: float) -> float | None:
    """A finite number within limits; None for anything else."""
    if isinstance(told, bool) or not isinstance(told, int | float):
        return None
    try:
        number = float(told)
    except OverflowError:
        return None
    return number if math.isfinite(number) and least <= number <= most else None
