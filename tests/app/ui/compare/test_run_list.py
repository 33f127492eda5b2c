from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt

from app.model.reference_runs import RunPlace
from app.session.reference_runs import RunReading
from app.ui.compare.run_list import RunColumn, offset_text
from app.wording.analysis import AnalysisWording
from app.wording.ui.compare import RunListWording
from tests.app.ui.compare.conftest import BEFORE_S, ODOM, Bench, odom_of_run
from tests.tools.sentences import shows


def cell(bench: Bench, column: RunColumn, row: int = 0) -> QModelIndex:
    return bench.panel.model.index(row, column)


def test_a_run_is_told_with_its_name_length_file_and_place(bench: Bench) -> None:
    run = bench.put("yard")
    bench.session.runs.change(run.id, place=RunPlace(1_500_000_000))
    bench.refresh()
    told = [cell(bench, column).data() for column in RunColumn]
    assert told == ["yard", "+1.500 s", "0:00:19", "run-1.mcap", ""]
    assert bench.panel.model.row_text(cell(bench, RunColumn.FILE)) == "\t".join(told)
    assert cell(bench, RunColumn.FILE).data(Qt.ItemDataRole.ToolTipRole)


def test_a_run_is_renamed_and_hidden_in_its_row(bench: Bench) -> None:
    bench.put("yard")
    index = cell(bench, RunColumn.NAME)
    assert bench.panel.model.setData(index, "  the  yard ")
    assert bench.run().name == "the yard"
    assert not bench.panel.model.setData(index, " ")
    assert bench.run().name == "the yard"
    assert bench.panel.model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert not bench.run().is_shown
    assert index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Unchecked


def test_it_is_told_how_much_of_a_run_is_read(bench: Bench) -> None:
    run = bench.put()
    reading = RunReading(run.id, frozenset({ODOM.topic}))
    reading.share = 0.25
    # what is looked through for events holds up nothing
    bench.session.runs.readings += [reading, RunReading(run.id, frozenset())]
    bench.refresh()
    assert shows(cell(bench, RunColumn.STATE).data(), RunListWording.READING, share=0.25)
    bench.panel.cancel_reading()
    assert reading._is_left.is_set()
    bench.session.runs.readings.clear()


def test_it_is_told_what_is_wrong_with_a_run(bench: Bench) -> None:
    bench.session.runs.damaged_of["run:1"] = 3
    bench.put()
    assert shows(cell(bench, RunColumn.STATE).data(), RunListWording.DAMAGED, count=3)
    bench.session.runs.put({"/other": odom_of_run(BEFORE_S)})
    bench.refresh()
    assert shows(cell(bench, RunColumn.STATE, 1).data(), RunListWording.NO_COMMON_TOPIC)


def test_topics_of_other_types_under_the_same_name_are_told(bench: Bench) -> None:
    bench.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, type_name="other.Numbers")})
    bench.refresh()
    index = cell(bench, RunColumn.STATE)
    assert shows(index.data(), RunListWording.OTHER_TYPES, count=1)
    assert shows(index.data(Qt.ItemDataRole.ToolTipRole), RunListWording.OTHER_TYPE, theirs="other.Numbers")


def test_a_type_that_its_package_names_as_well_is_no_other_type(bench: Bench) -> None:
    bench.session.runs.put({ODOM.topic: odom_of_run(BEFORE_S, type_name="rover.test.Numbers")})
    bench.refresh()
    assert not cell(bench, RunColumn.STATE).data()


def test_a_clock_that_is_corrected_is_told_in_the_tip_of_the_place(bench: Bench) -> None:
    run = bench.put()
    bench.session.runs.change(run.id, place=RunPlace(0, 0, 1e-4))
    bench.refresh()
    tip = cell(bench, RunColumn.OFFSET).data(Qt.ItemDataRole.ToolTipRole)
    assert shows(tip, AnalysisWording.CLOCK_CORRECTED)
    assert offset_text(RunPlace(-1_234_567_000_000)) == "-1,234.567 s"
