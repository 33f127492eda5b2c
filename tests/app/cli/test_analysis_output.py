"""What `teledeck analyse` prints of results that are made by hand."""

from __future__ import annotations

import argparse
import json
import math
from typing import Any

import numpy as np
import pytest

from app.cli.analysis_output import AnalysisResult, result_json, result_lines
from app.cli.analysis_samples import Arrivals, CollectedSamples
from app.model.analysis.delay import Delay
from app.model.analysis.figures import CurveFigures, Duty, Histogram, Percentile
from app.model.analysis.spectrum import Peak, Spectrum
from app.model.analysis.timing import Bursts, Timing
from app.model.analysis.timing_findings import TimingCode, TimingFinding
from app.model.value_text import json_line
from app.wording.commands import CommandWording
from tests.tools.sentences import shows

CAME = Arrivals(99.5, 0.125, 3.25)
SPECTRUM = Spectrum(
    frequencies_hz=np.array([0.0, 25.0, 50.0]),
    amplitudes=np.array([0.0, 0.5, math.nan]),
    peaks=(Peak(24.75, 0.5), Peak(3.5, 0.0625)),
    sample_rate_hz=100.0,
    window_s=0.04,
    nwindows=3,
    gap_share=0.015,
    resampled=True,
    notes=("one thing to know",),
    density=False,
)
SHAPE = (
    Histogram(np.array([0.0, 1.0, 2.0]), np.array([1, 3])),
    CurveFigures(4, 1.25, 0.5, 1.5, 0.0, 2.0, (Percentile(5.0, 0.25),), None, (Duty(1.0, 0.5, 2),)),
)
TIMING = Timing(
    intervals_s=np.array([0.01, 0.02]),
    stamp_intervals_s=None,
    rate_hz=99.5,
    nominal_hz=100.0,
    jitter_s=0.0025,
    longest_gap_s=0.125,
    longest_gap_at_s=3.25,
    late_share=0.004,
    late_over_s=0.015,
    bursts=Bursts(4, 18.0, 0.18, 2.0),
    reordered=3,
    delay=Delay(0.02, 1e-6, drift_known=True, jitter_s=0.003, median_s=0.001, most_s=0.2),
    findings=(TimingFinding(TimingCode.LATE, {"share": 0.004, "over_s": 0.015}),),
)


def samples(*, stamped: bool = True, field: bool = True) -> CollectedSamples:
    """Three messages."""
    times_s = np.array([0.0, 0.01, 0.03])
    return CollectedSamples(
        times_s, times_s if stamped else None, times_s if field else np.empty(0), 1_700_000_000_000, 10.0
    )


def asked(kind: str, topic: str = "/imu", field: str | None = "z") -> argparse.Namespace:
    """The command line that was parsed."""
    return argparse.Namespace(kind=kind, topic=topic, field=field)


def text(kind: str, result: AnalysisResult | None, *, stamped: bool = True) -> list[str]:
    """What a terminal shows."""
    return list(result_lines(asked(kind), samples(stamped=stamped), CAME, result))


def parsed(kind: str, result: AnalysisResult | None, **told: Any) -> Any:
    """The object of JSON, as another program reads it."""
    given = {"fault": "", "exceeded": []} | told
    return json.loads(json_line(result_json(asked(kind), samples(), CAME, result, **given)))


def test_what_came_is_told_first() -> None:
    lines = text("spectrum", None)

    assert lines == [
        "/imu z: 3 messages in 10 s, by their stamps",
        "rate         99.5 Hz",
        "longest gap  125 ms, 3.25 s after the first message",
    ]
    assert shows(text("spectrum", None, stamped=False)[0], CommandWording.BY_RECEIPT)
    assert text("timing", None)[0].endswith(", all with stamps")
    assert text("timing", None, stamped=False)[0].endswith(", not all with stamps")


def test_a_spectrum_tells_its_peaks_and_notes() -> None:
    lines = text("spectrum", SPECTRUM)

    assert lines[3:] == [
        "looked at    3 windows of 0.04 s, 100 samples/s, resampled, 1.50% in gaps",
        "peak         24.75 Hz, amplitude 0.5",
        "peak         3.5 Hz, amplitude 0.0625",
        "one thing to know",
    ]


def test_a_spectrum_without_peaks_says_so() -> None:
    flat = Spectrum(np.zeros(1), np.zeros(1), (), 100.0, 1.0, 1, 0.0, False, (), False)

    assert text("spectrum", flat)[-1] == CommandWording.NO_PEAKS()


def test_figures_are_told_one_a_line() -> None:
    lines = text("histogram", SHAPE)

    assert "mean                1.25" in lines
    assert "5 % are below       0.25" in lines
    # of no time there is no drift
    assert "drift per hour      -" in lines
    assert "most are            1 to 2: 75.0%, the fullest of 2 bins" in lines


def test_a_timing_tells_what_it_means_last() -> None:
    lines = text("timing", TIMING)

    assert "late              0.40% later than 15 ms" in lines
    bursts = CommandWording.PERIODIC_BURSTS(count=4, messages=18, held="180 ms", period="2000 ms")
    assert f"bursts            {bursts}" in lines
    assert "- drifts by       +1 us/s" in lines
    assert "- varies by       3 ms, at most 200 ms" in lines
    assert lines[-1] == TIMING.words[-1]


def test_what_a_terminal_would_act_on_is_escaped() -> None:
    [head, *_] = result_lines(asked("timing", "/a\x1b[2J"), samples(), CAME, None)

    assert "\x1b" not in head


def test_the_json_of_a_spectrum_has_its_lines_and_its_peaks() -> None:
    told = parsed("spectrum", SPECTRUM)

    assert {name: told[name] for name in told if name != "spectrum"} == {
        "topic": "/imu",
        "field": "z",
        "began_ns": 1_700_000_000_000,
        "seconds": 10.0,
        "stopped": False,
        "messages": 3,
        "stamped": True,
        "rate_hz": 99.5,
        "longest_gap_s": 0.125,
        "longest_gap_at_s": 3.25,
        "exceeded": [],
    }
    assert told["spectrum"]["peaks"][0] == {"frequency_hz": 24.75, "amplitude": 0.5}
    assert told["spectrum"]["frequencies_hz"] == [0.0, 25.0, 50.0]
    # JSON has no such number
    assert told["spectrum"]["amplitudes"] == [0.0, 0.5, "nan"]
    assert told["spectrum"]["notes"] == ["one thing to know"]


def test_the_json_of_a_histogram_has_bins_and_figures() -> None:
    told = parsed("histogram", SHAPE)["histogram"]

    assert (told["edges"], told["counts"]) == ([0.0, 1.0, 2.0], [1, 3])
    assert told["percentiles"] == [{"percent": 5.0, "value": 0.25}]
    assert told["duties"] == [{"threshold": 1.0, "above_share": 0.5, "rises": 2}]
    assert told["drift_per_hour"] is None


def test_the_json_of_a_timing_has_figures_and_words_but_no_interval_for_each_message() -> None:
    told = parsed("timing", TIMING)

    assert told["field"] is None
    timing = told["timing"]
    assert not any("intervals" in name for name in timing)
    assert timing["bursts"] == {"count": 4, "messages": 18.0, "held_s": 0.18, "period_s": 2.0}
    assert timing["delay"]["drift_known"] is True
    assert timing["findings"] == [{"code": "late", "values": {"share": 0.004, "over_s": 0.015}}]
    assert timing["words"] == list(TIMING.words)


def test_without_a_result_it_is_null_and_the_reason_is_there() -> None:
    told = parsed("timing", None, fault="too few messages", exceeded=["too slow"])

    assert (told["timing"], told["error"], told["exceeded"]) == (None, "too few messages", ["too slow"])
    assert "error" not in parsed("timing", TIMING)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
def test_a_figure_that_is_none_is_no_fault(value: float) -> None:
    odd = CurveFigures(1, value, value, value, value, value, (), value, ())
    shape = (Histogram(np.array([0.0, 1.0]), np.array([1])), odd)

    assert "mean                -" in text("histogram", shape)
    assert isinstance(parsed("histogram", shape)["histogram"]["mean"], str)
