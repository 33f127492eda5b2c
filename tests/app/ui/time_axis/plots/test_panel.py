from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, QRect, Qt
from PySide6.QtGui import QDesktopServices, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.model.json_document import JsonError
from app.model.marks import MarkLine, TimeMark
from app.model.schema import Field, FieldKind
from app.model.timeseries.budget import SeriesBudget
from app.model.timeseries.curve_spec import CurveSpec
from app.model.timeseries.feeds import TimeBase
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.plots.cell import PlotCell
from app.ui.time_axis.plots.data import OWNER
from app.ui.time_axis.plots.grid import MAX_PLOTS
from app.ui.time_axis.plots.panel import PlotsPanel, state_with_fields
from app.ui.time_axis.plots.plot import MAX_CURVES, MAX_CURVES_IN_ALL, PlotKind, Threshold, too_many_curves
from app.wording.ui.time_axis import PlotWording, TimeAxisWording
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.fakes.spawned import Spawned
from tests.tools.sentences import shows

ODOM = TopicKey(URI, "/odom")


@pytest.fixture
def panel(qtbot: QtBot, session: FakeSession, themes: Themes) -> PlotsPanel:
    services = session.links, session.topics, session.alerts
    panel = PlotsPanel(*services, themes, Spawned(), lambda: session.now, runs=session.runs)
    qtbot.addWidget(panel)
    panel.resize(700, 500)
    return panel


def _paths(panel: PlotsPanel) -> list[list[str]]:
    return [[curve.spec.path for curve in cell.plot.curves] for cell in panel.grid.cells]


def _alerts(session: FakeSession) -> list[str]:
    return [alert.text for alert in session.alerts.current]


def _choose(cell: PlotCell, text: str) -> None:
    """Press what the menu of a plot offers."""
    menu = cell.make_menu(None)
    actions = [action for one in (menu, *menu.findChildren(QMenu)) for action in one.actions()]
    next(action for action in actions if action.text().replace("&", "") == text).trigger()
    menu.deleteLater()


def _values(panel: PlotsPanel) -> list[float]:
    (curve,) = panel.grid.cells[0].plot.curves
    samples = curve.samples
    assert samples is not None
    found: list[float] = samples.values.tolist()
    return found


def test_it_begins_with_an_empty_plot(session: FakeSession, panel: PlotsPanel) -> None:
    assert _paths(panel) == [[]]
    assert (panel.bar.span.currentData(), panel.bar.base.currentData()) == (30.0, TimeBase.RECEIPT)
    assert not session.topics.wants.get(OWNER)


def test_a_state_is_filled_plot_by_plot_and_more_come_below(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "a")])
    panel.new_plot()
    panel.restore(state_with_fields(panel.state(), [[(ODOM, "x"), (ODOM, "y")], [(ODOM, "z")]]))

    assert _paths(panel) == [["a"], ["x", "y"], ["z"]]
    assert [curve.spec.color for curve in panel.grid.cells[1].plot.curves] == [0, 1]


def test_fields_go_into_the_plot_that_was_handled_last(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.new_plot()
    panel.add_fields([(ODOM, "y"), (ODOM, "z")])

    assert _paths(panel) == [["x"], ["y", "z"]]


def test_history_is_kept_while_it_cannot_be_seen(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1}, {"x": 2})
    panel.refresh(1.0)

    assert not panel.isVisible()
    assert _values(panel) == [1.0, 2.0]


def test_a_removed_curve_comes_back_with_its_history(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1})
    cell = panel.grid.cells[0]
    cell.remove(cell.plot.curves[0])
    assert panel.notice.texts == (PlotWording.REMOVED(), "x", "", "")
    session.receive("/odom", {"x": 2})
    panel.notice.action.click()
    panel.refresh(1.0)

    assert _paths(panel) == [["x"]]
    assert _values(panel) == [1.0, 2.0]
    assert panel.notice.isHidden()


def test_what_cannot_be_had_back_any_more_is_let_go(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (TopicKey(URI, "/goal"), "y")])
    cell = panel.grid.cells[0]
    cell.remove(cell.plot.curves[0])
    assert session.topics.wants[OWNER] == {ODOM, TopicKey(URI, "/goal")}
    cell.remove(cell.plot.curves[0])

    assert session.topics.wants[OWNER] == {TopicKey(URI, "/goal")}


def test_a_closed_plot_comes_back(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 5})
    panel.close_plot(panel.grid.cells[0])
    assert _paths(panel) == [[]]
    panel.notice.action.click()
    panel.refresh(1.0)

    assert _paths(panel) == [["x"]]
    assert _values(panel) == [5.0]


def test_a_curve_comes_back_also_if_its_plot_was_closed_meanwhile(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 5})
    cell = panel.grid.cells[0]
    cell.remove(cell.plot.curves[0])
    panel.close_plot(cell)
    panel.notice.action.click()
    panel.refresh(1.0)

    assert _paths(panel) == [["x"]]
    assert _values(panel) == [5.0]


def test_all_that_was_removed_comes_back_one_by_one_and_goes_again(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (ODOM, "y")])
    (cell,) = panel.grid.cells
    cell.add_threshold(Threshold(5.0))
    cell.remove(cell.plot.curves[0])
    _choose(cell, "Remove: above 5")
    panel.close_plot(cell)
    panel.new_plot()
    panel.add_fields([(ODOM, "z")])
    second = panel.grid.cells[-1]
    second.remove(second.plot.curves[0])
    assert session.topics.wants[OWNER] == {ODOM}
    seen = []
    for step in [panel.removals.undo_last] * 5 + [panel.removals.redo] * 5:
        step()
        panel.refresh(1.0)
        seen.append((_paths(panel), [list(one.plot.thresholds) for one in panel.grid.cells]))

    warned = [Threshold(5.0)]
    assert [paths[2:] for paths, _ in seen[:4]] == [[], [["y"]], [["y"]], [["x", "y"]]]
    assert all(paths[:2] == [[], ["z"]] for paths, _ in seen[:4])
    assert [thresholds[-1] for _, thresholds in seen[1:4]] == [[], warned, warned]
    assert seen[4] == seen[3]
    assert [paths for paths, _ in seen[5:9]] == [[[], ["z"], ["y"]], [[], ["z"], ["y"]], [[], ["z"]], [[], []]]
    assert seen[9] == seen[8]
    assert panel.data.curves == 0


def test_only_what_was_removed_last_keeps_its_history(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (TopicKey(URI, "/goal"), "y")])
    (cell,) = panel.grid.cells
    session.receive("/odom", {"x": 1})
    for _ in range(2):
        cell.remove(cell.plot.curves[0])
    session.receive("/odom", {"x": 2})
    panel.removals.undo_last()
    panel.removals.undo_last()
    session.receive("/odom", {"x": 3})
    panel.refresh(1.0)

    assert _paths(panel) == [["x", "y"]]
    assert cell.plot.curves[0].newest_value == 3.0
    assert cell.plot.curves[0].value_count == 1
    assert panel.data.curves == 2


def test_a_plot_that_is_closed_again_comes_back_with_what_was_added_meanwhile(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.close_plot(panel.grid.cells[0])
    panel.removals.undo_last()
    panel.grid.cells[0].add_fields([(ODOM, "y")])
    panel.removals.redo()
    assert _paths(panel) == [[]]
    panel.removals.undo_last()

    assert _paths(panel) == [["x", "y"]]


def test_a_list_that_was_removed_comes_back_as_a_list(session: FakeSession, panel: PlotsPanel) -> None:
    fields = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": fields}))
    panel.add_fields([(TopicKey(URI, "/scan"), "ranges")])
    (cell,) = panel.grid.cells
    kinds = [cell.plot.kind]
    cell.remove(cell.plot.curves[0])
    kinds.append(cell.plot.kind)
    panel.removals.undo_last()
    kinds.append(cell.plot.kind)

    assert kinds == [PlotKind.PROFILE, PlotKind.TIME, PlotKind.PROFILE]


def test_a_plot_that_there_is_no_room_for_stays_closed(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.close_plot(panel.grid.cells[0])
    while panel.new_plot() is not None:
        pass
    panel.removals.undo_last()

    assert len(panel.grid.cells) == MAX_PLOTS
    assert panel.data.curves == 0
    assert not panel.removals.canUndo()
    assert "16 plots" in panel.notice.texts[2]


def test_an_empty_plot_is_closed_without_a_word(panel: PlotsPanel) -> None:
    panel.new_plot()
    panel.close_plot(panel.grid.cells[0])

    assert len(panel.grid.cells) == 1
    assert panel.notice.isHidden()


def test_there_are_not_more_plots_than_can_be_seen(panel: PlotsPanel) -> None:
    for _ in range(MAX_PLOTS + 2):
        panel.new_plot()

    assert len(panel.grid.cells) == MAX_PLOTS
    assert not panel.notice.isHidden()
    panel.notice.button.click()
    assert panel.notice.isHidden()


def test_paused_it_holds_what_is_shown(session: FakeSession, panel: PlotsPanel) -> None:
    panel.refresh(1.0)
    shown = panel.time_window.shown
    panel.bar.pause.click()
    session.now += 5.0
    panel.refresh(2.0)
    assert panel.time_window.shown == shown
    panel.bar.pause.click()
    panel.refresh(3.0)

    assert panel.time_window.shown[1] == session.now


def test_space_pauses_and_follows_again_as_in_states(panel: PlotsPanel) -> None:
    panel.refresh(1.0)
    (cell,) = panel.grid.cells
    paused = []
    for _ in range(2):
        QTest.keyClick(cell.view, Qt.Key.Key_Space)
        paused.append((panel.bar.pause.isChecked(), panel.time_window.live))

    assert paused == [(True, False), (False, True)]


def test_a_view_that_looks_back_pauses_the_panel(panel: PlotsPanel) -> None:
    panel.refresh(1.0)
    panel.time_window.pan(-5.0)
    panel.grid.cells[0].view.moved.emit()

    assert panel.bar.pause.isChecked()
    assert panel.bar.pause.text() == TimeAxisWording.FOLLOW()


def test_to_point_at_a_time_draws_no_plot_anew(qtbot: QtBot, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (ODOM, "y")])
    panel.grid.cells[0].plot.set_kind(PlotKind.XY)
    panel.new_plot()
    with qtbot.waitExposed(panel):
        panel.show()
    panel.refresh(1.0)
    over_another, over_time = (cell.view for cell in panel.grid.cells)
    over_time.moved.emit()
    panel.refresh(2.0)
    found = []
    for pan_s in (0.0, -5.0):
        panel.time_window.pan(pan_s)
        over_time.moved.emit()
        found.append(over_another.has_advanced)

    assert found == [False, True]


def test_other_marks_are_painted_and_no_figure_is_made_anew_for_them(
    qtbot: QtBot, panel: PlotsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cell,) = panel.grid.cells
    with qtbot.waitExposed(panel):
        panel.show()
    panel.refresh(1.0)
    qtbot.wait(10)
    made: list[float] = []
    monkeypatch.setattr(cell.model, "refresh", made.append)
    painted = cell.view.painted
    marks = (MarkLine(panel.time_window.shown[1], TimeMark(1, 1)),)
    panel._link.marks = lambda _: marks

    panel.refresh(1.001)

    qtbot.waitUntil(lambda: cell.view.painted > painted)
    assert (cell.view.shown_marks, made) == (marks, [])


def test_values_are_read_at_the_time_that_views_show_while_that_is_past(panel: PlotsPanel) -> None:
    past = MarkLine(7.5, TimeMark(7_500_000_000, 0, "Past"), is_past=True)
    found = []
    for marks in ((MarkLine(3.0, TimeMark(3, 1)), past), (MarkLine(3.0, TimeMark(3, 1)),)):
        panel._link.marks = lambda _, marks=marks: marks  # type: ignore[misc] # by its default
        panel.refresh(1.0)
        found.append(panel.cursors.read_s)

    assert found == [7.5, None]


def test_plots_pause_as_long_as_others_want_them_to(
    qtbot: QtBot, panel: PlotsPanel, monkeypatch: pytest.MonkeyPatch
) -> None:
    (cell,) = panel.grid.cells
    with qtbot.waitExposed(panel):
        panel.show()
    refreshed: list[float] = []
    monkeypatch.setattr(cell, "refresh", refreshed.append)
    panel._link.pause_s = lambda: 0.2
    for tick in range(100):
        panel.refresh(1.0 + tick / 50)
    assert len(refreshed) == pytest.approx(10, abs=1)

    panel._link.pause_s = lambda: 0.0
    panel.refresh(3.01)
    assert refreshed[-1] == 3.01


def test_the_span_is_chosen_and_told(panel: PlotsPanel) -> None:
    panel.bar.span.setCurrentIndex(panel.bar.span.findData(300.0))
    panel.bar.span.activated.emit(panel.bar.span.currentIndex())
    assert panel.time_window.span_s == 300.0
    panel.time_window.zoom(0.33)
    panel.grid.cells[0].view.moved.emit()

    assert panel.bar.span.currentIndex() == -1
    assert panel.bar.span.placeholderText() == "99 s"


def test_by_stamp_time_is_that_of_the_robot(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    session.receive("/odom", {"x": 1, "time": 50.0})
    panel.bar.base.setCurrentIndex(1)
    panel.bar.base.activated.emit(1)
    session.receive("/odom", {"x": 2, "time": 51.0})
    panel.refresh(1.0)
    panel.refresh(2.0)

    assert _values(panel) == [2.0]
    assert panel.time_window.shown[1] == 51.0


def test_the_memory_that_is_used_is_told(qtbot: QtBot, session: FakeSession, themes: Themes) -> None:
    panel = PlotsPanel(
        session.links, session.topics, session.alerts, themes, Spawned(), lambda: session.now, SeriesBudget(200_000)
    )
    qtbot.addWidget(panel)
    panel.add_fields([(ODOM, "x")])
    for number in range(20_000):
        session.now += 0.001
        session.receive("/odom", {"x": number})
    panel.refresh(1.0)

    assert panel.bar.memory.text() == PlotWording.SHORTENED(text=PlotWording.MEMORY(used="175 kB", limit="200 kB"))
    assert panel.bar.memory.toolTip().endswith("x")


@pytest.mark.expects_log("PlotCell can't be refreshed")
@pytest.mark.parametrize("seen", [True, False])
def test_a_plot_that_fails_holds_up_none_of_those_behind_it(
    qtbot: QtBot,
    session: FakeSession,
    panel: PlotsPanel,
    monkeypatch: pytest.MonkeyPatch,
    seen: bool,  # noqa: FBT001 - a case
) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.new_plot()
    panel.add_fields([(ODOM, "y")])
    first, second = panel.grid.cells
    second.add_threshold(Threshold(5.0))
    if seen:
        with qtbot.waitExposed(panel, timeout=20_000):
            panel.show()

    def fail() -> bool:
        raise ZeroDivisionError

    monkeypatch.setattr(first.plot, "drain", fail)
    counts = []
    for second_of_clock in range(1, 7):
        session.now += 0.5
        session.receive("/odom", {"x": second_of_clock, "y": second_of_clock})
        panel.refresh(second_of_clock / 2)
        counts.append(second.plot.curves[0].value_count)

    assert counts == [1, 2, 3, 4, 5, 6]
    assert first.plot.curves[0].value_count == 0
    # as does what looks for the thresholds of others
    assert len(_alerts(session)) == 1


def test_it_comes_back_from_what_was_saved(session: FakeSession, panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.new_plot()
    panel.add_fields([(ODOM, "y")])
    panel.time_window.set_span(120.0)
    panel.bar.base.activated.emit(1)
    state = json.loads(json.dumps(panel.state()))
    panel.close_all()
    assert session.topics.wants[OWNER] == set()
    panel.restore(state)

    assert _paths(panel) == [["x"], ["y"]]
    assert panel.data.base is TimeBase.STAMP
    assert panel.state() == state


def _with_curves(panel: PlotsPanel, count: int) -> dict[str, object]:
    """What is saved of a plot with so many curves, of which some may be too many."""
    curves = [CurveSpec(ODOM, f"f{number}").as_json() for number in range(count)]
    return {**panel.state(), "grid": {"children": [{"plot": {"curves": curves}}]}}


def test_saved_curves_that_there_is_no_room_for_are_told_until_that_is_dismissed(panel: PlotsPanel) -> None:
    state = _with_curves(panel, MAX_CURVES + 8)
    panel.restore(state)

    assert len(panel.curves) == MAX_CURVES
    some = "f50, f51, f52, f53, f54, f55, …"
    assert shows(panel.notice.texts[2], PlotWording.NOT_SHOWN, count=8, names=some)
    assert shows(panel.notice.texts[2], PlotWording.LIMITS, count=MAX_CURVES, all=MAX_CURVES_IN_ALL)
    assert panel.notice.toolTip().splitlines() == [f"f{number}" for number in range(MAX_CURVES, MAX_CURVES + 8)]
    saved = panel.state()
    assert len(saved["grid"]["children"][0]["plot"]["curves"]) == MAX_CURVES + 8

    # neither another word nor the way back of what was removed loses them
    panel.notice.show_message("something else", fault=False)
    panel.removals.undo_last()
    assert panel.state() == saved
    panel.restore(saved)
    panel.notice.button.click()
    assert panel.notice.isHidden()
    assert len(panel.state()["grid"]["children"][0]["plot"]["curves"]) == MAX_CURVES


def test_one_saved_curve_too_many_is_told_as_one(panel: PlotsPanel) -> None:
    panel.restore(_with_curves(panel, MAX_CURVES + 1))

    assert shows(panel.notice.texts[2], PlotWording.ONE_NOT_SHOWN, names="f50")


def test_of_curves_that_fit_nothing_is_told(panel: PlotsPanel) -> None:
    panel.restore(_with_curves(panel, MAX_CURVES))

    assert len(panel.curves) == MAX_CURVES
    assert panel.notice.isHidden()


def test_what_is_open_again_tells_again_of_curves_that_there_is_no_room_for(panel: PlotsPanel) -> None:
    panel.restore(_with_curves(panel, MAX_CURVES + 1))
    panel.suspend()
    assert panel.notice.isHidden()
    panel.resume()

    assert not panel.notice.isHidden()


def test_a_removed_curve_whose_place_was_taken_does_not_come_back(panel: PlotsPanel) -> None:
    panel.restore(_with_curves(panel, MAX_CURVES))
    (cell,) = panel.grid.cells
    cell.remove(cell.plot.curves[0])
    cell.add_fields([(ODOM, "another")])
    panel.removals.undo_last()

    assert len(panel.curves) == panel.data.curves == MAX_CURVES
    assert panel.notice.texts[2] == too_many_curves()


def test_a_layout_opens_before_its_data_is_there(panel: PlotsPanel) -> None:
    panel.add_fields([(TopicKey("gazebo://later:1", "/late"), "x")])
    panel.refresh(1.0)
    panel.grab()

    assert _paths(panel) == [["x"]]


@pytest.mark.parametrize(
    "change",
    [
        {"version": 2},
        {"span_s": 0.5},
        {"span_s": "x"},
        {"base": "moon"},
        {"base": "stamp", "grid": {"children": [5]}},
        {"grid": None},
    ],
)
def test_what_is_no_state_is_refused_and_changes_nothing(panel: PlotsPanel, change: dict[str, object]) -> None:
    panel.add_fields([(ODOM, "x")])
    before = panel.state()
    with pytest.raises(JsonError):
        panel.restore({**before, **change})
    with pytest.raises(JsonError):
        panel.restore(None)

    assert panel.state() == before


def test_text_is_not_plotted_but_offered_as_states(session: FakeSession, panel: PlotsPanel) -> None:
    fields = [Field("mode", FieldKind.STRING, "string"), Field("x", FieldKind.FLOAT, "double")]
    session.add_topics("/state", schema=JsonSchema("test.State", {"test.State": fields}))
    key = TopicKey(URI, "/state")
    asked: list[object] = []
    panel.states_asked.connect(asked.append)

    panel.add_fields([(key, "mode"), (key, "x")])

    assert _paths(panel) == [["x"]]
    assert shows(panel.notice.texts[2], PlotWording.TEXT_HAS_NO_AXIS, path="mode")
    assert panel.notice.action.text() == PlotWording.SHOW_AS_STATES()
    panel.notice.action.click()
    assert asked == [[(key, "mode")]]
    assert panel.notice.isHidden()


def test_a_threshold_that_was_removed_can_be_had_back_where_it_was(panel: PlotsPanel) -> None:
    cell = panel.grid.cells[0]
    thresholds = [Threshold(5.0), Threshold(1.0, above=False), Threshold(9.0)]
    for threshold in thresholds:
        cell.add_threshold(threshold)
    _choose(cell, "Remove: below 1")
    assert cell.plot.thresholds == [Threshold(5.0), Threshold(9.0)]
    assert "below 1" in panel.notice.texts[1]

    panel.notice.action.click()

    assert cell.plot.thresholds == thresholds


def test_a_threshold_that_is_there_again_is_not_put_back_twice(panel: PlotsPanel) -> None:
    cell = panel.grid.cells[0]
    cell.add_threshold(Threshold(5.0))
    _choose(cell, "Remove: above 5")
    cell.add_threshold(Threshold(5.0))

    panel.notice.action.click()

    assert cell.plot.thresholds == [Threshold(5.0)]


def test_thresholds_are_told_also_while_it_cannot_be_seen_and_not_once_it_is_closed(
    session: FakeSession, panel: PlotsPanel
) -> None:
    panel.add_fields([(ODOM, "x")])
    panel.grid.cells[0].add_threshold(Threshold(5.0))
    session.receive("/odom", {"x": 6})
    panel.refresh(1.0)
    assert not panel.isVisible()
    assert _alerts(session) == [PlotWording.IS_ABOVE(curve="/odom x", limit=5, value=6)]
    panel.suspend()
    assert _alerts(session) == []
    panel.refresh(2.0)
    assert _alerts(session) == []
    panel.resume()
    panel.refresh(3.0)
    assert len(_alerts(session)) == 1
    panel.close_all()

    assert _alerts(session) == []


def test_the_key_for_undo_brings_back_what_was_removed_last(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (ODOM, "y")])
    (cell,) = panel.grid.cells
    cell.remove(cell.plot.curves[0])
    (undo,) = [action for action in panel.actions() if action.shortcut() == QKeySequence(QKeySequence.StandardKey.Undo)]
    assert undo.shortcutContext() is Qt.ShortcutContext.WidgetWithChildrenShortcut
    undo.trigger()

    assert _paths(panel) == [["x", "y"]]
    undo.trigger()
    assert _paths(panel) == [["x", "y"]]


def test_a_look_that_was_changed_is_undone_and_done_again_with_the_rest(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (ODOM, "y")])
    (cell,) = panel.grid.cells
    curve, before = cell.plot.curves[0], cell.plot.curves[0].spec
    after = replace(before, name="forward", width=3.0, right=True)
    cell.change(curve, after)
    cell.remove(cell.plot.curves[1])
    assert panel.state()["grid"]["children"][0]["plot"]["curves"][0]["name"] == "forward"

    panel.removals.undo_last()
    panel.removals.undo_last()
    assert cell.plot.curves[0].spec == before
    panel.removals.redo()
    assert cell.plot.curves[0].spec == after


def test_plots_keep_looks_axes_and_scales_and_older_ones_have_none(panel: PlotsPanel) -> None:
    panel.add_fields([(ODOM, "x"), (ODOM, "y")])
    plot = panel.grid.cells[0].plot
    panel.grid.cells[0].change(plot.curves[0], replace(plot.curves[0].spec, name="forward", width=3.0, right=True))
    plot.equal = True
    plot.right.fix(-1.0, 5.0)
    state = json.loads(json.dumps(panel.state()))
    panel.restore(state)
    plot = panel.grid.cells[0].plot
    spec = plot.curves[0].spec
    assert (spec.name, spec.width, spec.right, plot.equal, plot.right.fixed) == (
        "forward",
        3.0,
        True,
        True,
        (-1.0, 5.0),
    )

    saved = state["grid"]["children"][0]["plot"]
    for new in ("right", "equal"):
        del saved[new]
    for curve in saved["curves"]:
        for new in ("name", "width", "right"):
            del curve[new]
    panel.restore(state)
    plot = panel.grid.cells[0].plot
    spec = plot.curves[0].spec
    assert (spec.name, spec.width, spec.right, plot.equal, plot.right.fixed) == ("", 1.0, False, False, None)


@pytest.mark.parametrize("width", [360, 900])
def test_that_a_file_was_written_hides_and_moves_no_plot_and_goes_by_itself(
    width: int, qtbot: QtBot, panel: PlotsPanel, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(QDesktopServices, "openUrl", lambda url: opened.append(url.toLocalFile()))
    panel.add_fields([(ODOM, "x")])
    panel.show()
    qtbot.waitExposed(panel)
    QApplication.processEvents()
    panel.resize(width, 500)
    QApplication.processEvents()
    cell, file = panel.grid.cells[0], tmp_path / f"{'a long name ' * 9}plot.png"
    place = cell.view.mapTo(panel, cell.view.rect().topLeft()), cell.view.size()
    cell.written.emit(file)
    QApplication.processEvents()
    assert shows(panel.notice.texts[2], PlotWording.WRITTEN, file=file.name)
    assert not panel.notice.geometry().intersects(panel.grid.geometry())
    pause = QRect(panel.bar.pause.mapTo(panel, QPoint(0, 0)), panel.bar.pause.size())
    assert not panel.notice.geometry().intersects(pause)
    assert panel.rect().contains(panel.notice.geometry())
    assert (cell.view.mapTo(panel, cell.view.rect().topLeft()), cell.view.size()) == place
    panel.refresh(100.0)
    panel.refresh(105.0)
    assert panel.notice.isVisible()
    panel.notice.action.click()
    assert opened == [str(tmp_path)]
    cell.written.emit(file)
    panel.refresh(200.0)
    panel.refresh(230.0)
    assert panel.notice.isHidden()


def test_a_fault_stays_until_it_was_dismissed(panel: PlotsPanel) -> None:
    panel.show()
    panel.grid.cells[0].notified.emit("it is full", True)
    for now in (100.0, 200.0, 300.0):
        panel.refresh(now)

    assert panel.notice.isVisible()


def test_by_stamp_runs_are_laid_anew_and_the_time_does_not_go_to_their_end(
    panel: PlotsPanel, session: FakeSession
) -> None:
    panel.add_fields([(ODOM, "x")])
    messages = messages_of([(1001.0, {"x": 1.0, "time": 40.0})], JsonSchema("test.Numbers"))
    run = session.runs.put({"/odom": messages})
    panel.refresh(0.0)
    (cell,) = panel.grid.cells
    cell.add_fields([(run.key("/odom"), "x")])
    panel.bar.base_chosen.emit(TimeBase.STAMP)
    session.receive("/odom", {"x": 2.0, "time": 7.0})
    for now in (1.0, 2.0):
        panel.refresh(now)
        assert panel.newest_s in {None, 7.0}
    assert panel.newest_s == 7.0
    (beneath,) = cell.plot.runs.all
    samples = beneath.samples
    assert samples is not None
    assert samples.times.tolist() == [40.0]
