"""Runs beneath a result in its report: a column of the table for each, columns of the file, and what is said of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, Final

from app.model.analysis.spectrum import Spectrum
from app.ui.analysis.calculations import RunResult
from app.ui.analysis.report import AnalysisReport, Cells, number_text
from app.ui.base.text import followed, say, titled, with_tip

# peaks within so many lines of each other are one
_SAME_LINES: Final = 1.0


def lay_beneath(
    report: AnalysisReport,
    runs: Sequence[RunResult],
    of_run: Callable[[Any], AnalysisReport],
    rows: Callable[[Sequence[Any]], tuple[Cells, ...]] | None = None,
) -> AnalysisReport:
    """The report of a result with what is laid beneath.

    Args:
        report: that of the result.
        runs: what was calculated of each run.
        of_run: the report of a run's result.
        rows: the rows of the table by the results of all runs, of which some may be None; without it rows of the same
            name are one.
    """
    if not runs:
        return report
    told = [of_run(run.result) if run.result is not None else None for run in runs]
    names, columns = list(report.names), list(report.columns)
    for run, own in zip(runs, told, strict=True):
        if own is not None:
            names += [f"{name} ({run.run.name})" for name in own.names]
            columns += own.columns
    return replace(
        report,
        heads=(*report.heads, *(run.run.name for run in runs)),
        rows=rows([run.result for run in runs]) if rows is not None else _merged(report, told),
        names=tuple(names),
        columns=tuple(columns),
        of_runs=tuple(
            titled(run.run.name, words)
            for run, own in zip(runs, told, strict=True)
            if (words := _said(run.fault, run.run.note, *(own.sentences if own is not None else ())))
        ),
    )


def rows_of_peaks(above: Spectrum, runs: Sequence[Spectrum | None]) -> tuple[Cells, ...]:
    """The rows of the peaks of spectra: frequency, and the amplitude in each; near ones are one peak."""
    spectra = [above, *runs]
    found: list[tuple[float, list[str]]] = []
    for place, spectrum in enumerate(spectra):
        if spectrum is None:
            continue
        within_hz = _SAME_LINES / min(above.window_s, spectrum.window_s)
        for peak in spectrum.peaks:
            near = [row for row in found if abs(row[0] - peak.frequency_hz) <= within_hz and not row[1][place]]
            row = min(near, key=lambda one: abs(one[0] - peak.frequency_hz), default=None)
            if row is None:
                row = (peak.frequency_hz, [""] * len(spectra))
                found.append(row)
            row[1][place] = number_text(peak.amplitude)
    return tuple((f"{hertz:.5g}", *amplitudes) for hertz, amplitudes in found)


def _merged(report: AnalysisReport, runs: Sequence[AnalysisReport | None]) -> tuple[Cells, ...]:
    """The rows with a column for each run; a figure that only runs have comes last."""
    tables = [dict(_pairs(one.rows)) if one is not None else {} for one in (report, *runs)]
    named = dict.fromkeys(name for table in tables for name in table)
    return tuple((name, *(table.get(name, "") for table in tables)) for name in named)


def _pairs(rows: Iterable[Cells]) -> Iterable[tuple[str, str]]:
    return ((row[0], row[1]) for row in rows)


def _said(*texts: str) -> str:
    return followed(*(with_tip(say(text).rstrip(".\N{IDEOGRAPHIC FULL STOP}")) for text in texts if text))
