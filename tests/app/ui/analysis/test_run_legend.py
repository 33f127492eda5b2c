"""The legend below a chart with runs."""

from __future__ import annotations

from pytestqt.qtbot import QtBot

from app.ui.analysis.calculations import RunRequest, RunResult
from app.ui.analysis.run_legend import RunLegend
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes

FIRST, SECOND = RunRequest("run:1", "slow", 0), RunRequest("run:2", "fast <b>", 1, note="Only the first are read.")


def test_it_names_what_is_analysed_and_each_run_and_tells_what_is_wrong(qtbot: QtBot, themes: Themes) -> None:
    legend = RunLegend(themes)
    qtbot.addWidget(legend)
    legend.show_runs("x", [RunResult(FIRST, object()), RunResult(SECOND, fault="It has no such topic.")])
    texts = [label.text() for label in legend.labels]
    legend.show()
    legend.grab()

    assert texts[:2] == ["x", "slow"]
    assert texts[2].startswith("fast <b>")
    assert texts[2] != "fast <b>"
    assert "It has no such topic." in legend.labels[2].toolTip()
    assert "Only the first are read." in legend.labels[2].toolTip()


def test_it_hides_without_runs_and_forgets_those_that_went(qtbot: QtBot, themes: Themes) -> None:
    legend = RunLegend(themes)
    qtbot.addWidget(legend)
    legend.show_runs("x", [RunResult(FIRST, object()), RunResult(SECOND, object())])
    legend.show_runs("x", [RunResult(SECOND, object())])
    assert [label.text() for label in legend.labels] == ["x", "fast <b>"]
    legend.show_runs("x", [])

    assert legend.labels == []
    assert legend.isHidden()


def test_its_lines_follow_the_theme(qtbot: QtBot, themes: Themes) -> None:
    legend = RunLegend(themes)
    qtbot.addWidget(legend)
    legend.show_runs("x", [RunResult(FIRST, object())])
    before = legend._swatches[1].pixmap().toImage()
    themes.choose(ThemeChoice.LIGHT)

    assert legend._swatches[1].pixmap().toImage() != before
