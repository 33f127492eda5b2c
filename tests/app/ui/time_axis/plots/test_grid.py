from __future__ import annotations

import json

import pytest
from pytestqt.qtbot import QtBot

from app.model.json_document import JsonError, convert_json
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.data import OWNER, PlotData
from app.ui.time_axis.plots.grid import MAX_PLOTS, PlotGrid
from app.ui.time_axis.plots.panel import SavedPlots
from app.ui.time_axis.plots.plot import MAX_CURVES, MAX_CURVES_IN_ALL, Plot
from app.ui.time_axis.ranges import TimeWindow
from tests.fakes.session import URI, FakeSession
from tests.fakes.spawned import Spawned


@pytest.fixture
def grid(qtbot: QtBot, themes: Themes) -> PlotGrid:
    grid = PlotGrid(lambda plot: PlotCell(plot, TimeWindow(), Cursors(), themes, Spawned()))
    qtbot.addWidget(grid)
    grid.resize(800, 600)
    return grid


def restore(grid: PlotGrid, state: object, data: PlotData) -> None:
    saved = convert_json({"grid": state}, SavedPlots)
    grid.restore(saved.grid, lambda one, room: Plot.restored(one, data, room))


def _plot(data: PlotData, path: str) -> Plot:
    plot = Plot(data)
    plot.add(CurveSpec(TopicKey(URI, "/odom"), path))
    return plot


def _shape(state: dict[str, object]) -> object:
    """Rows as lists, columns as tuples, plots as their field."""
    if "plot" in state:
        plot = state["plot"]
        assert isinstance(plot, dict)
        return plot["curves"][0]["path"]
    children = state["children"]
    assert isinstance(children, list)
    shapes = [_shape(child) for child in children]
    return tuple(shapes) if state["split"] == "columns" else shapes


def test_plots_are_added_below_one_another(grid: PlotGrid, data: PlotData) -> None:
    for path in "abc":
        grid.add(_plot(data, path))

    assert _shape(grid.state()) == ["a", "b", "c"]
    assert len(grid.cells) == 3


def test_a_plot_is_split_to_the_right_and_below(grid: PlotGrid, data: PlotData) -> None:
    first = grid.add(_plot(data, "a"))
    grid.add(_plot(data, "b"))
    right = grid.split(first, _plot(data, "c"), right=True)
    grid.split(right, _plot(data, "d"), right=False)
    grid.split(first, _plot(data, "e"), right=True)

    assert _shape(grid.state()) == [("a", "e", ["c", "d"]), "b"]


def test_where_there_are_columns_another_plot_comes_below_all(grid: PlotGrid, data: PlotData) -> None:
    first = grid.add(_plot(data, "a"))
    grid.split(first, _plot(data, "b"), right=True)
    assert _shape(grid.state()) == ("a", "b")
    grid.add(_plot(data, "c"))

    assert _shape(grid.state()) == [("a", "b"), "c"]


def test_a_plot_that_goes_leaves_no_splitter_of_one(grid: PlotGrid, data: PlotData) -> None:
    first = grid.add(_plot(data, "a"))
    grid.add(_plot(data, "b"))
    right = grid.split(first, _plot(data, "c"), right=True)
    grid.remove(right)

    assert _shape(grid.state()) == ["a", "b"]
    for cell in grid.cells:
        grid.remove(cell)
    assert grid.cells == []


def test_it_comes_back_from_what_was_saved(grid: PlotGrid, data: PlotData) -> None:
    first = grid.add(_plot(data, "a"))
    grid.add(_plot(data, "b"))
    grid.split(first, _plot(data, "c"), right=True)
    state = json.loads(json.dumps(grid.state()))
    grid.clear()
    restore(grid, state, data)

    assert _shape(grid.state()) == [("a", "c"), "b"]


@pytest.mark.parametrize(
    "state",
    [
        None,
        [],
        {},
        {"children": 5},
        {"children": [5]},
        {"children": [{"plot": 5}]},
        {"children": [{"children": []}]},
        {"children": [], "split": "circle"},
        {"children": [], "split": []},
        {"children": [{"plot": {}}], "sizes": [1, 2]},
        {"children": [{"plot": {}}], "sizes": [True]},
        {"children": [{"plot": {}}], "sizes": [-1]},
        {"children": [{"plot": {}}], "sizes": 1},
        {"children": [{"plot": {}}] * (MAX_PLOTS + 1)},
        {"children": [{"children": [{"plot": {}}] * 9}] * 9},
    ],
)
def test_what_is_no_grid_is_refused_and_changes_nothing(
    session: FakeSession, grid: PlotGrid, data: PlotData, state: object
) -> None:
    grid.add(_plot(data, "a"))
    with pytest.raises(JsonError):
        restore(grid, state, data)

    assert _shape(grid.state()) == ["a"]
    assert len(session.topics.wants[OWNER]) == 1


def test_a_state_that_is_far_too_deep_is_refused(grid: PlotGrid, data: PlotData) -> None:
    state: dict[str, object] = {"plot": {}}
    for _ in range(100):
        state = {"children": [state]}
    with pytest.raises(JsonError):
        restore(grid, state, data)


def test_of_more_curves_than_can_be_drawn_as_many_come_as_there_is_room_for(
    grid: PlotGrid, session: FakeSession, data: PlotData
) -> None:
    grid.add(_plot(data, "a"))
    curves = [CurveSpec(TopicKey(URI, "/odom"), f"f{number}").as_json() for number in range(MAX_CURVES)]
    state = {"children": [{"plot": {"curves": curves}}] * (MAX_CURVES_IN_ALL // MAX_CURVES + 1)}
    restore(grid, state, data)

    *others, last = (cell.plot for cell in grid.cells)
    assert {(len(plot.curves), len(plot.left_out)) for plot in others} == {(MAX_CURVES, 0)}
    assert (last.curves, [spec.path for spec in last.left_out]) == ([], [f"f{number}" for number in range(MAX_CURVES)])
    assert data.curves == MAX_CURVES_IN_ALL
    grid.clear()
    assert data.curves == 0
    assert session.topics.wants[OWNER] == set()


def test_of_more_plots_than_there_is_room_for_the_newest_is_scrolled_to(
    qtbot: QtBot, grid: PlotGrid, data: PlotData
) -> None:
    grid.resize(400, 200)
    grid.show()
    cells = [grid.add(_plot(data, path)) for path in "abcdefgh"]

    qtbot.waitUntil(lambda: cells[0].view.visibleRegion().isEmpty())
    assert not cells[-1].view.visibleRegion().isEmpty()
    assert all(cell.view.height() >= cell.view.minimumHeight() for cell in cells)
    assert grid.height() <= 260


def test_the_window_need_not_grow_with_the_number_of_plots(qtbot: QtBot, grid: PlotGrid, data: PlotData) -> None:
    grid.show()
    grid.add(_plot(data, "a"))
    grid.add(_plot(data, "b"))
    qtbot.waitUntil(lambda: grid.minimumSizeHint().height() > 100)
    two = grid.minimumSizeHint().height()

    for path in "cdefgh":
        grid.add(_plot(data, path))
    qtbot.wait(20)

    assert grid.minimumSizeHint().height() == two <= 150


def test_a_plot_that_goes_before_it_has_its_place_is_not_scrolled_to(
    qtbot: QtBot, grid: PlotGrid, data: PlotData
) -> None:
    grid.show()
    grid.remove(grid.add(_plot(data, "a")))
    left = grid.add(_plot(data, "b"))

    qtbot.waitUntil(lambda: not left.view.visibleRegion().isEmpty())
    assert grid.cells == [left]
