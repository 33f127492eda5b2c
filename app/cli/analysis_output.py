"""Results of `teledeck analyse` as they are printed: an object of JSON, or lines for a terminal."""

from __future__ import annotations

import argparse
import dataclasses
import math
from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any, Final

import numpy as np

from app.cli.analysis_samples import Arrivals, CollectedSamples
from app.cli.output import columns, counted, printable, topic_text
from app.model.analysis.figures import CurveFigures, Histogram
from app.model.analysis.spectrum import Spectrum
from app.model.analysis.timing import Bursts, Timing
from app.model.value_text import jsonable
from app.wording.commands import CommandWording

# lines; all peaks are in the JSON
_MAX_PEAKS: Final = 10
AnalysisResult = Spectrum | Timing | tuple[Histogram, CurveFigures]


def result_json(
    arguments: argparse.Namespace,
    samples: CollectedSamples,
    came: Arrivals,
    result: AnalysisResult | None,
    *,
    fault: str,
    exceeded: Sequence[str],
) -> dict[str, Any]:
    """The result as one JSON object; without a result it is null, and `error` says why."""
    told = {
        "topic": arguments.topic,
        "field": arguments.field if arguments.kind != "timing" else None,
        "began_ns": samples.began_ns,
        "seconds": samples.end_s,
        "stopped": samples.stopped,
        "messages": len(samples.received_s),
        "stamped": samples.stamps_s is not None,
        "rate_hz": came.rate_hz,
        "longest_gap_s": came.gap_s,
        "longest_gap_at_s": came.gap_at_s,
        "exceeded": list(exceeded),
        arguments.kind: None if result is None else _plain_result(result),
    }
    return told | ({"error": fault} if fault else {})


def result_lines(
    arguments: argparse.Namespace, samples: CollectedSamples, came: Arrivals, result: AnalysisResult | None
) -> Iterator[str]:
    """The result as lines of text for a terminal."""
    name = " ".join(part for part in (topic_text(arguments.topic), arguments.field) if part)
    if arguments.kind == "timing":
        code = CommandWording.ALL_STAMPED if samples.stamps_s is not None else CommandWording.NOT_ALL_STAMPED
    else:
        code = CommandWording.BY_STAMPS if samples.times_s is samples.stamps_s else CommandWording.BY_RECEIPT
    yield printable(code(name=name, messages=counted(len(samples.received_s), "message"), seconds=samples.end_s))
    rows: list[tuple[str, str]] = [
        ("rate", f"{came.rate_hz:.4g} Hz"),
        ("longest gap", CommandWording.GAP(gap=time_text(came.gap_s), at_s=came.gap_at_s)),
    ]
    sentences: Sequence[str] = ()
    if isinstance(result, Spectrum):
        rows += _spectrum_rows(result)
        sentences = result.notes if result.peaks else (CommandWording.NO_PEAKS(), *result.notes)
    elif isinstance(result, Timing):
        rows += _timing_rows(result)
        sentences = result.words
    elif result is not None:
        rows += _figure_rows(*result)
    yield from columns(rows)
    yield from map(printable, sentences)


def _spectrum_rows(result: Spectrum) -> list[tuple[str, str]]:
    code = CommandWording.WINDOWS_RESAMPLED if result.resampled else CommandWording.WINDOWS
    made = code(
        windows=counted(result.nwindows, "window"),
        window_s=result.window_s,
        rate_hz=result.sample_rate_hz,
        gap_share=result.gap_share,
    )
    peaks = [
        ("peak", CommandWording.PEAK(frequency_hz=peak.frequency_hz, amplitude=peak.amplitude))
        for peak in result.peaks[:_MAX_PEAKS]
    ]
    return [("looked at", made), *peaks]


def _timing_rows(result: Timing) -> list[tuple[str, str]]:
    rows: list[tuple[str, str]] = [
        ("nominal", f"{result.nominal_hz:.4g} Hz"),
        ("jitter", time_text(result.jitter_s)),
        ("late", CommandWording.LATER(share=result.late_share, over=time_text(result.late_over_s))),
        ("bursts", _bursts_text(result.bursts)),
        ("out of order", counted(result.reordered, "message")),
    ]
    if result.delay is not None:
        rows += [
            ("stamp to receipt", time_text(result.delay.offset_s)),
            (
                "- drifts by",
                f"{result.delay.drift_s_per_s * 1e6:+.3g} us/s"
                if result.delay.drift_known
                else CommandWording.TOO_SHORT(),
            ),
            (
                "- varies by",
                CommandWording.AT_MOST(jitter=time_text(result.delay.jitter_s), most=time_text(result.delay.most_s)),
            ),
        ]
    return rows


def _bursts_text(bursts: Bursts | None) -> str:
    if bursts is None:
        return CommandWording.NO_BURSTS()
    told = {"count": bursts.count, "messages": bursts.messages, "held": time_text(bursts.held_s)}
    if bursts.period_s is None:
        return CommandWording.BURSTS(**told)
    return CommandWording.PERIODIC_BURSTS(**told, period=time_text(bursts.period_s))


def _figure_rows(histogram: Histogram, figures: CurveFigures) -> list[tuple[str, str]]:
    most = int(np.argmax(histogram.counts))
    low, high = (number_text(float(edge)) for edge in histogram.edges[most : most + 2])
    share = float(histogram.counts[most] / max(1, histogram.counts.sum()))
    return [
        ("values", f"{figures.count:,}"),
        ("mean", number_text(figures.mean)),
        ("standard deviation", number_text(figures.standard_deviation)),
        ("RMS", number_text(figures.rms)),
        ("least", number_text(figures.least)),
        *((f"{below.percent:g} % are below", number_text(below.value)) for below in figures.percentiles),
        ("greatest", number_text(figures.greatest)),
        ("drift per hour", number_text(figures.drift_per_hour)),
        (
            "most are",
            CommandWording.FULLEST_BIN(low=low, high=high, share=share, bins=counted(len(histogram.counts), "bin")),
        ),
    ]


def _plain_result(result: AnalysisResult) -> dict[str, Any]:
    if isinstance(result, tuple):
        histogram, figures = result
        return {**_plain(histogram), **_plain(figures)}
    plain: dict[str, Any] = _plain(result)
    if isinstance(result, Timing):
        # as long as the list of messages; `echo` gives the received_ns of each
        plain = {name: value for name, value in plain.items() if not name.endswith("intervals_s")}
        plain["words"] = list(result.words)
    return plain


def _plain(value: Any) -> Any:
    """Convert a result to JSON values: numbers that are not finite to their names, dataclasses to objects."""
    if dataclasses.is_dataclass(value):
        return {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, np.ndarray | np.generic):
        return jsonable(value.tolist())
    if isinstance(value, tuple):
        return [_plain(item) for item in value]
    if isinstance(value, Mapping):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Enum):
        return value.value
    return jsonable(value)


def number_text(value: float | None) -> str:
    """The text of a number; a dash for none."""
    return f"{value:.6g}" if value is not None and math.isfinite(value) else "-"


def time_text(seconds: float) -> str:
    """The text of a duration: a short one in ms, a long one in s."""
    if not math.isfinite(seconds):
        return "-"
    return f"{seconds:.4g} s" if abs(seconds) >= 10 else f"{seconds * 1e3:.4g} ms"
