from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from app.ui.analysis.bar import AnalysisBar
from app.ui.base.theme import Themes
from app.ui.time_axis.ranges import TimeWindow


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
    bar.show_time(window)

    assert bar.pause.text() == "Follow"
    assert bar.span.currentData() == 10.0
