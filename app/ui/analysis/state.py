"""Saved state of an analysis: frozen, fit for JSON, and checked when it is read, for it may come from anywhere."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Annotated, Any, Final

from msgspec import Meta

from app.model.json_document import JsonError
from app.model.json_salvage import FiniteNumber, SavedKey, plain_json, salvage_json
from app.model.timeseries.curve_spec import CurveSpec
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
_OVERLAP: Final = 0.5

_Subjects = Annotated[list[dict[str, Any]], Meta(max_length=MAX_SUBJECTS)]


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
        window_s: the window of a spectrum, no longer than the history; None for an automatic one.
        overlap: the fraction of a window that it shares with the next one.
        density: whether to show density instead of amplitude.
        bins: the number of bins of a histogram; None for an automatic one.
        thresholds: the thresholds whose duty is shown.
        expected_hz: the expected rate of a topic; None for the learned one.
    """

    window_s: Annotated[float, Meta(ge=1e-3, le=LONGEST_S)] | None = None
    overlap: float = _OVERLAP
    density: bool = False
    log_frequency: bool = False
    log_value: bool = False
    bins: Annotated[int, Meta(ge=1, le=MAX_BINS)] | None = None
    thresholds: Annotated[tuple[FiniteNumber, ...], Meta(max_length=MAX_THRESHOLDS)] = ()
    expected_hz: Annotated[float, Meta(ge=1e-3, le=MAX_HZ)] | None = None


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """The saved state of a dock.

    Attributes:
        current, other: indices of the subjects that are the curve, and the second one of a pair.
    """

    subjects: tuple[AnalysisSubject, ...] = ()
    current: Annotated[int, Meta(ge=0)] = 0
    other: Annotated[int, Meta(ge=0)] = 0
    tab: AnalysisTab = AnalysisTab.SPECTRUM
    span_s: Annotated[float, Meta(ge=SHORTEST_S, le=LONGEST_S)] = SPAN_S
    base: TimeBase = TimeBase.RECEIPT
    options: AnalysisOptions = AnalysisOptions()

    def as_json(self) -> dict[str, Any]:
        """The state as decoded JSON, which `from_json` reads."""
        saved: dict[str, Any] = {"version": STATE_VERSION} | plain_json(self)
        saved["subjects"] = [_saved(subject) for subject in self.subjects]
        saved.update(saved.pop("options"))
        return saved

    @classmethod
    def from_json(cls, saved: object) -> AnalysisState:
        """Read a saved state as far as it is valid; the rest is default."""
        if not isinstance(saved, dict) or saved.get("version") != STATE_VERSION:
            return AnalysisState()
        listed = salvage_json(saved.get("subjects"), _Subjects)[0] or []
        subjects = tuple(dict.fromkeys(subject for each in listed if (subject := _subject(each)) is not None))
        state = salvage_json({**saved, "subjects": [], "options": saved}, AnalysisState)[0] or AnalysisState()
        if state.options.overlap not in OVERLAPS:
            state = replace(state, options=replace(state.options, overlap=_OVERLAP))
        last = max(len(subjects) - 1, 0)
        return replace(
            state,
            subjects=subjects,
            current=state.current if state.current <= last else 0,
            other=state.other if state.other <= last else 0,
        )


def _saved(subject: AnalysisSubject) -> dict[str, Any]:
    if subject.spec is not None:
        return subject.spec.as_json()
    return {"connection": subject.key.connection, "topic": subject.key.topic}


def _subject(told: Mapping[str, Any]) -> AnalysisSubject | None:
    if told.get("path") or told.get("expression"):
        try:
            return AnalysisSubject.for_curve(CurveSpec.from_json(told))
        except JsonError:
            return None
    key = salvage_json([told.get("connection"), told.get("topic")], SavedKey)[0]
    return None if key is None else AnalysisSubject(key.key)
