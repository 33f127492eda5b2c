from __future__ import annotations

import pytest
from PySide6.QtGui import QAction
from pytestqt.qtbot import QtBot

from app.model.timeseries.budget import SeriesBudget
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.bar import PlotsBar
from app.ui.time_axis.ranges import TimeWindow


@pytest.fixture
def bar(qtbot: QtBot, themes: Themes) -> PlotsBar:
    bar = PlotsBar(themes, SeriesBudget())
    qtbot.addWidget(bar)
    return bar


def test_any_other_time_is_told_too(bar: PlotsBar) -> None:
    window = TimeWindow(60.0)
    bar.show_window(window)
    assert bar.span.currentText() == "1 min"
    window.set_span(12.5)
    window.pause()
    bar.show_window(window)

    assert bar.span.placeholderText() == "12.5 s"
    assert bar.pause.isChecked()


def test_time_is_linked_from_here_while_there_is_anything_to_link_it_to(bar: PlotsBar) -> None:
    bar.show_link(True)
    assert bar.link.isHidden()
    action = QAction("Link", bar)
    action.setCheckable(True)
    bar.offer_link(action)
    assert bar.link.isHidden()
    bar.show_link(True)
    bar.link.click()

    assert action.isChecked()
    assert not bar.link.isHidden()


def test_what_a_button_does_is_told_in_words_and_tips(bar: PlotsBar) -> None:
    bar.draw(live=True)
    assert (bar.pause.text(), bar.new.text()) == ("Pause", "New plot")
    bar.draw(live=False)

    assert bar.pause.text() == "Follow"
    assert all(widget.toolTip() for widget in (bar.pause, bar.new, bar.span, bar.base))
