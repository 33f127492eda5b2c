from __future__ import annotations

import pytest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot
from shiboken6 import Shiboken

from app.model.reference_runs import ReferenceRun
from app.model.timeseries.feeds import TimeBase
from app.ui.analysis.controls import AnalysisBar, AnalysisOptionsRow
from app.ui.analysis.state import AnalysisOptions, AnalysisTab
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.time_axis import TimeAxisWording


@pytest.fixture
def bar(qtbot: QtBot, themes: Themes) -> AnalysisBar:
    bar = AnalysisBar(themes)
    qtbot.addWidget(bar)
    bar.show()
    return bar


def test_a_second_curve_is_offered_for_a_pair_alone(bar: AnalysisBar) -> None:
    bar.show_subjects(["a", "b"], 1, 0, pair=False)
    assert bar.subject.currentText() == "b"
    assert bar.other.isHidden()
    bar.show_subjects(["a", "b"], 1, 0, pair=True)

    assert not bar.other.isHidden()
    assert bar.other.currentText() == "a"


def test_without_curves_there_is_nothing_to_choose(bar: AnalysisBar) -> None:
    bar.show_subjects([], 0, 0, pair=True)

    assert bar.subject.isHidden()
    assert bar.remove.isHidden()


def test_only_what_the_operator_chooses_is_told(bar: AnalysisBar) -> None:
    chosen: list[int] = []
    bar.subject_chosen.connect(chosen.append)
    bar.show_subjects(["a", "b"], 0, 0, pair=False)
    bar.show_subjects(["a", "b", "c"], 2, 0, pair=False)
    assert chosen == []
    bar.subject.activated.emit(1)

    assert chosen == [1]


def test_how_far_a_calculation_is_stands_beside_what_ends_it(bar: AnalysisBar) -> None:
    assert bar.cancel.isHidden()
    bar.show_progress(0.25)

    assert (bar.progress.value(), bar.cancel.isHidden(), bar.progress.isHidden()) == (25, False, False)


def test_it_says_whether_the_span_is_held(bar: AnalysisBar) -> None:
    window = TimeWindow(10.0)
    window.pause()
    bar.show_time(window, TimeBase.RECEIPT)

    assert bar.pause.text() == TimeAxisWording.FOLLOW()
    assert bar.span.currentData() == 10.0


CHOSEN = AnalysisOptions(2.5, 0.75, True, True, True, 40, (0.5, -1.0), 100.0)


@pytest.fixture
def row(qtbot: QtBot) -> AnalysisOptionsRow:
    row = AnalysisOptionsRow(AnalysisTab.SPECTRUM)
    qtbot.addWidget(row)
    return row


def test_what_is_shown_is_not_told_as_chosen(row: AnalysisOptionsRow) -> None:
    told: list[AnalysisOptions] = []
    row.chosen.connect(lambda: told.append(row.options))
    row.show_options(CHOSEN)

    assert told == []
    assert (row.window_s.value(), row.overlap.currentData(), row.log_value.isChecked()) == (2.5, 0.75, True)
    assert row.thresholds.text() == "0.5; -1"


def test_each_choice_is_told_and_others_stay(row: AnalysisOptionsRow) -> None:
    row.show_options(CHOSEN)
    told: list[AnalysisOptions] = []
    row.chosen.connect(lambda: told.append(row.options))
    row.window_s.setValue(0.0)
    row.measure.setCurrentIndex(0)
    row.overlap.setCurrentIndex(0)
    row.log_frequency.click()

    assert (told[0].window_s, told[1].density, told[2].overlap, told[3].log_frequency) == (None, False, 0.0, False)
    assert (told[-1].bins, told[-1].thresholds, told[-1].expected_hz) == (40, (0.5, -1.0), 100.0)


def test_what_is_not_touched_stays_as_it_was_to_the_last_digit(row: AnalysisOptionsRow) -> None:
    row.show_options(AnalysisOptions(window_s=0.001, thresholds=(101325.25, 1e-9, 1 / 3), expected_hz=0.001))
    row.thresholds.editingFinished.emit()
    row.log_value.click()

    assert row.options.thresholds == (101325.25, 1e-9, 1 / 3)
    assert (row.options.window_s, row.options.expected_hz) == (0.001, 0.001)


def test_nothing_by_hand_is_automatic(row: AnalysisOptionsRow) -> None:
    for field in (row.window_s, row.bins, row.expected_hz):
        assert field.value() == field.minimum()
        assert field.text() == field.specialValueText()


@pytest.mark.parametrize(
    ("text", "thresholds"),
    [
        ("0.5; 1e-3;0.5", (0.5, 1e-3)),
        ("", ()),
        ("a; nan; 1e999; 2", (2.0,)),
        (";".join("123456789"), tuple(range(1, 9))),
    ],
)
def test_thresholds_are_the_numbers_in_a_text(
    row: AnalysisOptionsRow, text: str, thresholds: tuple[float, ...]
) -> None:
    row.thresholds.setText(text)
    row.thresholds.editingFinished.emit()

    assert row.options.thresholds == thresholds


@pytest.mark.parametrize(
    ("tab", "count"),
    [
        (AnalysisTab.SPECTRUM, 5),
        (AnalysisTab.SPECTROGRAM, 2),
        (AnalysisTab.HISTOGRAM, 2),
        (AnalysisTab.TIMING, 1),
        (AnalysisTab.PAIR, 0),
    ],
)
def test_a_tab_has_what_its_calculation_takes(qtbot: QtBot, tab: AnalysisTab, count: int) -> None:
    row = AnalysisOptionsRow(tab)
    qtbot.addWidget(row)
    fields = (row.window_s, row.overlap, row.measure, row.log_frequency, row.log_value)

    assert sum(not field.isHidden() for field in (*fields, row.bins, row.thresholds, row.expected_hz)) == count


def test_every_field_says_what_it_is(row: AnalysisOptionsRow) -> None:
    assert all(field.toolTip() for field in (row.window_s, row.overlap, row.measure, row.log_frequency, row.log_value))


@pytest.mark.parametrize("tab", AnalysisTab)
@pytest.mark.usefixtures("qtbot")
def test_the_fields_of_other_tabs_are_never_seen_and_go_with_the_row(tab: AnalysisTab) -> None:
    row = AnalysisOptionsRow(tab)
    fields = [each for each in vars(row).values() if isinstance(each, QWidget)]
    assert len(fields) == 8
    row.show()
    assert any(field.isHidden() for field in fields)
    Shiboken.delete(row)

    assert not any(map(Shiboken.isValid, fields))


def test_runs_are_offered_by_name_with_whether_they_are_laid_beneath(bar: AnalysisBar, qtbot: QtBot) -> None:
    slow, fast = (ReferenceRun(f"run:{n + 1}", n, name, (), 0, 1) for n, name in enumerate(("slow & steady", "fast")))
    assert bar.runs.isHidden()
    bar.show_runs([(slow, True), (fast, False)])
    first, second, *_, last = bar.runs.choices.actions()
    assert not bar.runs.isHidden()
    assert [(one.text(), one.isChecked()) for one in (first, second)] == [("slow && steady", True), ("fast", False)]
    with qtbot.waitSignal(bar.run_toggled) as toggled:
        second.trigger()
    with qtbot.waitSignal(bar.from_run_asked):
        last.trigger()
    assert toggled.args == ["run:2"]
    bar.show_runs([])

    assert bar.runs.isHidden()


def test_curves_of_runs_stand_behind_the_others_as_second_ones(bar: AnalysisBar) -> None:
    bar.show_subjects(["a"], 0, 1, pair=True, of_runs=["slow: a"])

    assert not bar.other.isHidden()
    assert (bar.other.currentText(), bar.subject.count()) == ("slow: a", 1)
