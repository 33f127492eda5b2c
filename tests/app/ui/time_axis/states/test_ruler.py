from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication, QMainWindow, QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.model.timeseries.curve_spec import CurveSpec
from app.ui.base.theme import Themes
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.ranges import TimeWindow
from app.ui.time_axis.states.ruler import axis_edges
from tests.fakes.session import FakeSession
from tests.fakes.states import ODOM, STATUS, StatesStage


class _Stack:
    """A plot above a widget, and beside it perhaps."""

    def __init__(self, window: QMainWindow, session: FakeSession, themes: Themes) -> None:
        self.plot = Plot(PlotData(session.links, session.topics))
        self.plot.add(CurveSpec(ODOM, "x"))
        self.view = PlotView(self.plot, TimeWindow(), Cursors(), themes)
        self.below = QWidget()
        self.split = QSplitter(Qt.Orientation.Vertical)
        self.split.addWidget(self.view)
        self.split.addWidget(self.below)
        window.setCentralWidget(self.split)
        window.show()
        QApplication.processEvents()


@pytest.fixture
def stack(qtbot: QtBot, window: QMainWindow, session: FakeSession, themes: Themes) -> Iterator[_Stack]:
    del qtbot
    stack = _Stack(window, session, themes)
    yield stack
    stack.plot.close()


def test_lanes_below_a_plot_begin_and_end_where_its_axis_does(stack: _Stack) -> None:
    area = stack.view.axes.area
    left, width = axis_edges(stack.below, [stack.view])

    assert stack.below.mapToGlobal(QPoint(left, 0)).x() == stack.view.mapToGlobal(area.topLeft()).x()
    assert width == area.width()


def test_lanes_beside_a_plot_or_below_another_kind_have_edges_of_their_own(stack: _Stack) -> None:
    own = (8, stack.below.width() - 20)
    stack.plot.kind = PlotKind.XY
    assert axis_edges(stack.below, [stack.view]) == own
    stack.plot.kind = PlotKind.TIME
    stack.split.setOrientation(Qt.Orientation.Horizontal)
    QApplication.processEvents()

    assert axis_edges(stack.below, [stack.view]) == (8, stack.below.width() - 20)


def test_a_plot_that_cannot_be_seen_does_not_count(stack: _Stack) -> None:
    stack.view.hide()

    assert axis_edges(stack.below, [stack.view]) == (8, stack.below.width() - 20)


def test_marks_stand_below_their_times(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    ruler, view, theme = stage.panel.ruler, stage.panel.view, stage.panel.view._themes.current
    image = ruler.grab().toImage()
    shift = view.mapTo(stage.panel, view.rect().topLeft()).x() - ruler.mapTo(stage.panel, ruler.rect().topLeft()).x()

    assert len(view.axis[1]) > 3
    for tick in view.axis[1]:
        assert image.pixelColor(round(view.x_of(tick.value)) + shift, 2) == QColor(theme.border)


def test_a_cursor_is_told_and_what_lies_between_two(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    before = stage.panel.ruler.grab().toImage()
    stage.panel.cursors.put(stage.clock[0] - 20, second=False)
    one = stage.panel.ruler.grab().toImage()
    stage.panel.cursors.put(stage.clock[0] - 10, second=True)
    two = stage.panel.ruler.grab().toImage()

    assert before != one != two != before


def test_it_is_painted_anew_only_when_something_moved(stage: StatesStage) -> None:
    stage.panel.add_fields([(STATUS, "mode")])
    stage.look()
    QApplication.processEvents()
    ruler = stage.panel.ruler
    updates: list[None] = []
    ruler.update = lambda: updates.append(None)  # type: ignore[assignment,method-assign] # to count
    ruler.refresh()
    assert updates == []
    stage.panel.cursors.hover_s = stage.clock[0] - 1
    ruler.refresh()

    assert updates == [None]
