"""Runs in the report of a result."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.model.analysis.spectrum import Peak
from app.ui.analysis import report
from app.ui.analysis.calculations import RunRequest, RunResult
from app.ui.analysis.run_report import lay_beneath, rows_of_peaks
from app.wording.ui.analysis import FigureWording
from tests.fakes.analyses import spectrum_result, texts_of, timing_result

RUN = RunRequest("run:1", "slow, heavy", 0)


def test_rows_of_the_same_name_stand_side_by_side() -> None:
    then = replace(timing_result(), rate_hz=8.5, delay=None)
    told = lay_beneath(report.timing_report(timing_result()), [RunResult(RUN, then)], report.timing_report)
    rows = {row[0]: row[1:] for row in told.rows}

    assert told.heads[2:] == ("slow, heavy",)
    assert rows[FigureWording.RATE()] == ("17.4 Hz", "8.5 Hz")
    assert rows[FigureWording.STAMP_TO_RECEIPT()][1] == ""
    assert told.gap_rows == report.timing_report(timing_result()).gap_rows


def test_a_figure_that_only_a_run_has_comes_last() -> None:
    now = replace(timing_result(), delay=None)
    told = lay_beneath(report.timing_report(now), [RunResult(RUN, timing_result())], report.timing_report)

    assert told.rows[-1][1] == ""
    assert told.rows[-1][2] != ""


def test_the_file_has_columns_of_runs_whatever_they_are_called() -> None:
    told = lay_beneath(report.timing_report(timing_result()), [RunResult(RUN, timing_result())], report.timing_report)
    head, *lines = texts_of(told.as_csv())

    assert head.endswith('"time_s (slow, heavy)","interval_s (slow, heavy)","stamp_interval_s (slow, heavy)"')
    assert all(line.count(",") == 5 for line in lines)


def test_a_run_without_a_result_says_why_and_has_an_empty_column() -> None:
    told = lay_beneath(
        report.timing_report(timing_result()), [RunResult(RUN, fault="It has no such topic.")], report.timing_report
    )

    assert told.of_runs == ("slow, heavy: It has no such topic.",)
    assert {row[2] for row in told.rows} == {""}


def test_a_run_of_which_nothing_is_to_be_said_says_nothing() -> None:
    now = replace(timing_result(), findings=())
    told = lay_beneath(report.timing_report(now), [RunResult(RUN, now)], report.timing_report)

    assert told.of_runs == ()


def test_without_runs_a_report_is_what_it_was() -> None:
    told = report.timing_report(timing_result())

    assert lay_beneath(told, [], report.timing_report) is told


@pytest.mark.parametrize(("off_hz", "rows"), [(0.05, 2), (0.5, 3)])
def test_peaks_within_a_line_are_one(off_hz: float, rows: int) -> None:
    now = spectrum_result()
    then = replace(now, peaks=(Peak(5.0 + off_hz, 1.5), Peak(20.0, 0.25)))
    found = rows_of_peaks(now, [then, None])

    assert len(found) == rows
    assert found[1] == ("20", "0.5", "0.25", "")
    assert found[0][1] == "2"
    assert ("1.5" in found[0]) is (rows == 2)


def test_a_name_of_many_lines_leaves_the_copied_table_whole() -> None:
    run = replace(RUN, name="a\tb\nc")
    told = lay_beneath(report.timing_report(timing_result()), [RunResult(run, timing_result())], report.timing_report)

    assert {line.count("\t") for line in told.as_text().split("\n")} == {2}
