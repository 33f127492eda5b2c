from __future__ import annotations

import math
from dataclasses import replace

import pytest
from PySide6.QtCore import QEvent, QItemSelectionModel, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.model.messages.shown_units import AngleUnit, SpeedUnit
from app.model.schema import Field, FieldKind
from app.model.status import ConnectionState
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.preferences import ThemeChoice
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_from_mime
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.legend import Legend, LegendColumn, LegendModel
from app.ui.time_axis.plots.plot import Plot, PlotKind, Threshold
from app.ui.time_axis.plots.readings import number_text
from app.ui.time_axis.ranges import TimeWindow
from app.wording.record import ReferenceWording
from app.wording.ui.time_axis import PlotWording
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.tools.sentences import shows

ODOM, GOAL = TopicKey(URI, "/odom"), TopicKey(URI, "/goal")
FAR = "ros1://far:11311"


class _Table:
    def __init__(self, data: PlotData, themes: Themes) -> None:
        self.plot = Plot(data)
        self.curve = self.plot.add(CurveSpec(TopicKey(URI, "/odom"), "x"))
        self.window = TimeWindow(10.0)
        self.window.set_now(1010.0)
        self.cursors = Cursors()
        self.model = LegendModel(self.plot, self.window, self.cursors, themes)

    def texts(self, now_s: float = 1010.0) -> list[str]:
        self.plot.drain()
        self.model.refresh(now_s)
        return [self.model.index(0, figure).data() for figure in LegendColumn]


@pytest.fixture
def table(data: PlotData, themes: Themes) -> _Table:
    return _Table(data, themes)


def _receive(session: FakeSession) -> None:
    for second, value in ((1001.0, 1.0), (1005.0, 2.0), (1009.0, 6.0)):
        session.now = second
        session.receive("/odom", {"x": value})


def test_names_that_there_is_no_room_for_can_be_told_apart_by_their_ends(qtbot: QtBot, table: _Table) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    names = [f"pose.pose.position.{axis}" for axis in "xyz"]
    width = legend.fontMetrics().horizontalAdvance(names[0]) // 2
    cut = {legend.fontMetrics().elidedText(name, legend.textElideMode(), width) for name in names}

    assert len(cut) == 3
    assert not cut & set(names)


def test_before_the_first_message_it_says_so(table: _Table) -> None:
    assert table.texts()[:2] == ["x", PlotWording.NO_VALUE()]


def test_why_there_are_no_values_stands_beside_the_name(session: FakeSession, table: _Table, themes: Themes) -> None:
    fields = {"test.Odom": [Field("x", FieldKind.STRING, "string"), Field("y", FieldKind.FLOAT, "double")]}
    session.add_topics("/odom", schema=JsonSchema("test.Odom", fields))
    assert table.texts()[LegendColumn.CURVE] == PlotWording.IS_TEXT(path="x")
    index = table.model.index(0, LegendColumn.CURVE)
    assert index.data(Qt.ItemDataRole.ForegroundRole) == themes.current.color("error")
    assert index.data(Qt.ItemDataRole.ToolTipRole).endswith(PlotWording.IS_TEXT(path="x"))
    assert table.model.fault == PlotWording.IS_TEXT(path="x")
    table.plot.add(CurveSpec(ODOM, "y"))
    session.receive("/odom", {"x": "on", "y": 1.0})
    table.texts()

    assert [table.model.index(row, LegendColumn.VALUE).data() for row in range(2)] == [PlotWording.NO_NUMBER(), "1"]
    assert table.model.fault == ""


def test_the_figures_are_those_of_what_is_shown(session: FakeSession, table: _Table) -> None:
    _receive(session)
    assert table.texts() == ["x", "6", "", "1", "6", "3"]
    table.window.show(1004.0, 1006.0)

    assert table.texts() == ["x", "2", "", "2", "2", "2"]
    table.window.show(1006.5, 1007.5)
    # none of it is shown: it was the value of that time all the same
    assert table.texts() == ["x", "2", "", "", "", ""]
    table.window.resume()

    assert table.texts()[LegendColumn.VALUE] == "6"


def test_figures_are_shown_in_the_chosen_unit_with_its_name(
    session: FakeSession, data: PlotData, themes: Themes
) -> None:
    fields = {"test.Odom": [Field("speed", FieldKind.FLOAT, "double"), Field("turn_rad", FieldKind.FLOAT, "double")]}
    session.add_topics("/odom", schema=JsonSchema("test.Odom", fields))
    table = _Table(data, themes)
    table.plot.remove(table.plot.curves[0])
    for field in ("speed", "turn_rad"):
        table.plot.add(CurveSpec(ODOM, field))
    session.now = 1009.0
    session.receive("/odom", {"speed": 10.0, "turn_rad": math.pi})

    def shown() -> list[str]:
        table.texts()
        return [table.model.index(row, LegendColumn.HIGH).data() for row in range(2)]

    assert shown() == ["10", "3.14159"]
    themes.preferences.set_value("speed", SpeedUnit.KILOMETRES_PER_HOUR)
    themes.preferences.set_value("angle", AngleUnit.DEGREES)

    assert shown() == ["36 km/h", "180°"]
    # what is kept is in SI units
    assert table.plot.curves[0].newest_value == 10.0


def test_of_a_list_all_of_it_is_summed_up(session: FakeSession, data: PlotData, themes: Themes) -> None:
    ranges = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": ranges}))
    plot = Plot(data)
    plot.add(CurveSpec(TopicKey(URI, "/scan"), "ranges"))
    session.receive("/scan", {"ranges": [1.0, 2.0, 6.0]})
    plot.drain()
    model = LegendModel(plot, TimeWindow(), Cursors(), themes)

    assert [model.index(0, figure).data() for figure in LegendColumn] == ["ranges", "", "", "1", "6", "3"]


def test_a_list_that_ends_with_no_number_or_is_empty_is_no_fault(
    session: FakeSession, data: PlotData, themes: Themes
) -> None:
    ranges = [Field("ranges", FieldKind.FLOAT, "double", repeated=True)]
    session.add_topics("/scan", schema=JsonSchema("test.Scan", {"test.Scan": ranges}))
    plot = Plot(data)
    plot.add(CurveSpec(TopicKey(URI, "/scan"), "ranges"))
    model = LegendModel(plot, TimeWindow(), Cursors(), themes)
    session.receive("/scan", {"ranges": [1.0, 3.0, math.nan]})
    plot.drain()
    model.refresh(1010.0)

    assert [model.index(0, figure).data() for figure in LegendColumn] == ["ranges", "", "", "1", "3", "2"]
    assert model.fault == ""
    session.receive("/scan", {"ranges": []})
    plot.drain()
    model.refresh(1010.0)

    assert [model.index(0, figure).data() for figure in LegendColumn] == ["ranges", "empty", "", "", "", ""]
    assert model.fault == ""
    session.receive("/scan", {"ranges": 1.0})
    plot.drain()
    model.refresh(1010.0)

    assert model.fault == PlotWording.NO_LIST(path="ranges")


def test_values_that_are_no_numbers_are_called_so(session: FakeSession, table: _Table) -> None:
    session.now = 1005.0
    session.receive("/odom", {"x": "far"})
    assert table.texts() == ["x", PlotWording.NO_NUMBER(), "", "", "", ""]
    table.window.show(1001.0, 1003.0)
    assert table.texts() == ["x", "", "", "", "", ""]
    table.window.resume()
    session.receive("/odom", {"x": 2.0})

    assert table.texts()[LegendColumn.VALUE] == "2"


def test_cursors_tell_the_value_and_the_difference(session: FakeSession, table: _Table) -> None:
    _receive(session)
    table.cursors.put(1001.5, second=False)
    assert table.texts()[LegendColumn.VALUE] == "1"
    table.cursors.put(1009.5, second=True)
    assert table.texts() == ["x", "1", "5", "2", "6", "4"]
    table.cursors.hover_s = 1006.0

    assert table.texts()[LegendColumn.VALUE] == "2"


def test_while_views_show_the_past_values_are_those_of_then_where_nothing_is_pointed_at(
    session: FakeSession, table: _Table
) -> None:
    _receive(session)
    table.cursors.past_s = 1001.5
    assert table.texts()[LegendColumn.VALUE] == "1"

    table.cursors.hover_s = 1006.0
    assert table.texts()[LegendColumn.VALUE] == "2"


def test_what_was_lost_is_told_with_its_age(session: FakeSession, table: _Table, themes: Themes) -> None:
    _receive(session)
    session.set_state(ConnectionState.LOST)

    assert table.texts(1051.0)[LegendColumn.CURVE] == "x"
    assert shows(table.model.lost, PlotWording.LOST, robot=URI, age="42 s")
    color = table.model.index(0, LegendColumn.VALUE).data(Qt.ItemDataRole.ForegroundRole)
    assert color == themes.current.color("muted")


def test_a_robot_that_was_removed_is_named_with_or_without_values(session: FakeSession, table: _Table) -> None:
    del session.links.infos[URI]
    table.texts()
    assert table.model.lost == ""
    assert shows(table.model.fault, PlotWording.NOT_CONNECTED, robot=URI)
    _receive(session)
    session.topics.store.remove_connection(URI)

    assert table.texts()[LegendColumn.CURVE] == "x"
    assert shows(table.model.lost, PlotWording.NOT_CONNECTED, robot=URI)
    assert table.texts()[LegendColumn.VALUE] == "6"


def test_a_value_beyond_a_threshold_is_marked(session: FakeSession, table: _Table, themes: Themes) -> None:
    table.plot.thresholds = [Threshold(5.0)]
    _receive(session)
    table.texts()

    color = table.model.index(0, LegendColumn.VALUE).data(Qt.ItemDataRole.ForegroundRole)
    assert color == themes.current.color("error")


def test_another_theme_colours_curves_that_it_was_not_told_of(table: _Table, themes: Themes) -> None:
    table.plot.add(CurveSpec(ODOM, "y"))
    themes.choose(ThemeChoice.LIGHT)

    assert [table.model.index(row, 0).data() for row in range(table.model.rowCount())] == ["x", "y"]


def test_a_curve_is_hidden_by_its_box(table: _Table) -> None:
    index = table.model.index(0, 0)
    assert index.data(Qt.ItemDataRole.CheckStateRole) is Qt.CheckState.Checked
    assert table.model.setData(index, Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    assert not table.plot.curves[0].spec.visible
    assert not table.model.setData(index, "x", Qt.ItemDataRole.EditRole)


def test_all_of_a_row_is_painted_when_its_box_changes(table: _Table, themes: Themes) -> None:
    painted: list[tuple[int, int]] = []
    table.model.dataChanged.connect(lambda first, last, _: painted.append((first.column(), last.column())))
    table.model.setData(table.model.index(0, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)

    last = table.model.index(0, LegendColumn.MEAN)
    assert last.data(Qt.ItemDataRole.ForegroundRole) == themes.current.color("muted")
    assert painted == [(LegendColumn.CURVE, LegendColumn.MEAN)]


def test_the_tip_says_whose_it_is(table: _Table) -> None:
    assert table.model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == f"x\n/odom  {URI}"


def test_figures_go_when_there_is_no_room(qtbot: QtBot, table: _Table) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(900, 80)
    legend.show()
    assert [legend.isColumnHidden(figure) for figure in LegendColumn] == [False, False, True, False, False, False]
    legend.show_differences(True)
    assert not legend.isColumnHidden(LegendColumn.DIFFERENCE)
    legend.resize(260, 80)

    assert [legend.isColumnHidden(figure) for figure in LegendColumn] == [False, False, True, True, True, True]


def test_a_key_asks_to_remove_the_current_curve(qtbot: QtBot, table: _Table) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.setCurrentIndex(table.model.index(0, 0))
    with qtbot.waitSignal(legend.remove_asked, timeout=10_000) as caught:
        QTest.keyClick(legend, Qt.Key.Key_Delete)

    assert caught.args == [table.curve]


def test_without_curves_there_is_no_table(qtbot: QtBot, table: _Table) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    assert not legend.isHidden()
    table.plot.remove(table.plot.curves[0])
    table.model.reset()

    assert legend.isHidden()


def test_a_name_has_its_room_before_the_figures_that_can_be_done_without(
    session: FakeSession, qtbot: QtBot, table: _Table
) -> None:
    _receive(session)
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(700, 120)
    legend.show()
    assert not legend.isColumnHidden(LegendColumn.MEAN)
    curve = table.plot.curves[0]
    curve.change(replace(curve.spec, name="the distance between both ends of the arm"))
    table.model.refresh(0.0)

    assert legend.columnWidth(LegendColumn.CURVE) > legend.fontMetrics().horizontalAdvance(curve.spec.name)
    assert legend.isColumnHidden(LegendColumn.MEAN)
    assert not legend.isColumnHidden(LegendColumn.VALUE)


def test_why_a_curve_has_no_values_stands_over_the_figures_that_it_has_not(
    session: FakeSession, qtbot: QtBot, table: _Table
) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    session.add_topics("/odom", schema=JsonSchema("test.Odom", {"test.Odom": [Field("x", FieldKind.STRING, "string")]}))
    table.model.refresh(0.0)
    assert legend.columnSpan(0, LegendColumn.CURVE) == len(LegendColumn)
    session.add_topics("/odom", schema=JsonSchema("test.Odom"))
    _receive(session)
    table.texts()

    assert legend.columnSpan(0, LegendColumn.CURVE) == 1


def test_a_curve_is_named_by_a_key(qtbot: QtBot, table: _Table) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.setCurrentIndex(table.model.index(0, 0))
    with qtbot.waitSignal(legend.name_asked, timeout=10_000) as caught:
        QTest.keyClick(legend, Qt.Key.Key_F2)

    assert caught.args == [table.plot.curves[0]]


def test_which_curve_is_the_axis_below_is_told(table: _Table) -> None:
    table.plot.add(CurveSpec(ODOM, "y"))
    table.plot.set_kind(PlotKind.XY)
    table.model.reset()

    assert [table.model.index(row, 0).data() for row in range(2)] == [PlotWording.AXIS_BELOW(name="x"), "y"]


def test_the_field_of_a_curve_is_dragged_to_another_view_and_an_expression_is_not(
    qtbot: QtBot, table: _Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    dragged: list[list[tuple[TopicKey, str]]] = []
    monkeypatch.setattr("app.ui.time_axis.fields.run_drag", lambda _, data: dragged.append(fields_from_mime(data)))
    table.plot.add(CurveSpec(ODOM, expression="x * 2"))
    table.model.reset()
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(500, 120)
    legend.show()
    button, modifiers = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    for row in range(2):
        at = QPointF(40, legend.rowViewportPosition(row) + 10)
        far = at + QPointF(60, 0)
        legend.mousePressEvent(QMouseEvent(QEvent.Type.MouseButtonPress, at, at, at, button, button, modifiers))
        legend.mouseMoveEvent(QMouseEvent(QEvent.Type.MouseMove, far, far, far, button, button, modifiers))

    assert dragged == [[(ODOM, "x")]]


def test_with_little_room_it_shows_one_curve_and_the_others_can_be_scrolled_to(table: _Table, qtbot: QtBot) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    assert legend.minimumSizeHint().height() == legend.sizeHint().height() == legend.maximumHeight()
    table.plot.add(CurveSpec(ODOM, "y"))
    table.model.reset()

    assert legend.minimumSizeHint().height() < legend.sizeHint().height() == legend.maximumHeight()


def test_the_longest_figure_has_room(table: _Table, qtbot: QtBot) -> None:
    legend = Legend(table.model)
    qtbot.addWidget(legend)

    assert (
        legend.columnWidth(LegendColumn.VALUE) > legend.fontMetrics().horizontalAdvance(number_text(-7.51745e299)) + 4
    )


def test_the_title_of_the_values_says_which_time_they_are_of(session: FakeSession, table: _Table) -> None:
    _receive(session)

    def title() -> str:
        table.texts()
        return table.model.as_text().splitlines()[0].split("\t")[LegendColumn.VALUE]

    assert title() == "Value"
    table.cursors.put(1001.5, second=False)
    assert title() == "At cursor"
    table.cursors.put(1009.5, second=True)
    assert title() == "At cursor 1"
    table.cursors.hover_s = 1006.0
    assert title() == "At pointer"
    table.cursors.hover_s = None
    table.cursors.past_s = 1001.5
    assert title() == "At cursor 1"
    table.cursors.clear()
    assert title() == "Then"
    table.cursors.past_s = None
    assert title() == "Value"


def test_selected_curves_are_dragged_and_removed_together(qtbot: QtBot, table: _Table) -> None:
    for path in ("y", "z"):
        table.plot.add(CurveSpec(ODOM, path))
    table.model.reset()
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(500, 160)
    legend.show()
    legend.selectRow(0)
    flags = QItemSelectionModel.SelectionFlag
    legend.selectionModel().select(table.model.index(2, 0), flags.Select | flags.Rows)

    def dragged(row: int) -> list[str]:
        return [path for _, path in legend.fields_at(legend.visualRect(table.model.index(row, 0)).center())]

    assert (dragged(0), dragged(1), dragged(2)) == (["x", "z"], ["y"], ["x", "z"])
    removed: list[str] = []
    legend.remove_asked.connect(lambda curve: removed.append(curve.spec.path))
    legend.setFocus()
    QTest.keyClick(legend, Qt.Key.Key_Delete)
    assert sorted(removed) == ["x", "z"]


def test_a_name_takes_what_short_figures_leave_of_their_column(
    session: FakeSession, qtbot: QtBot, table: _Table
) -> None:
    _receive(session)
    table.texts()
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(400, 120)
    legend.show()
    roomy = legend.columnWidth(LegendColumn.VALUE)
    curve = table.plot.curves[0]
    curve.change(replace(curve.spec, name="a" * 60))
    table.texts()
    narrow = legend.columnWidth(LegendColumn.VALUE)
    assert narrow < roomy
    assert narrow > legend.fontMetrics().horizontalAdvance(PlotWording.AT_CURSOR_1())
    session.now = 1009.5
    session.receive("/odom", {"x": -7.51745e299})
    table.texts()

    assert legend.columnWidth(LegendColumn.VALUE) > legend.fontMetrics().horizontalAdvance(number_text(-7.51745e299))


def test_a_figure_with_a_long_unit_is_not_cut(
    session: FakeSession, qtbot: QtBot, data: PlotData, themes: Themes
) -> None:
    fields = {"test.Odom": [Field("speed", FieldKind.FLOAT, "double")]}
    session.add_topics("/odom", schema=JsonSchema("test.Odom", fields))
    table = _Table(data, themes)
    table.plot.remove(table.plot.curves[0])
    table.plot.add(CurveSpec(ODOM, "speed"))
    themes.preferences.set_value("speed", SpeedUnit.KILOMETRES_PER_HOUR)
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    legend.resize(700, 120)
    legend.show()
    session.now = 1009.0
    session.receive("/odom", {"speed": -1.23456e-209})
    table.texts()
    shown = table.model.index(0, LegendColumn.VALUE).data()

    assert shown.endswith("km/h")
    assert legend.columnWidth(LegendColumn.VALUE) > legend.fontMetrics().horizontalAdvance(shown) + 4


def _lay(session: FakeSession, *values: float, name: str = "", topic: str = "/odom") -> None:
    """A run that has a value of x each second from 1001 on."""
    messages = messages_of([(1001.0 + second, {"x": x}) for second, x in enumerate(values)], JsonSchema("test.Numbers"))
    session.runs.put({topic: messages}, name)


def _row(table: _Table, row: int) -> list[str]:
    return [table.model.index(row, figure).data() for figure in LegendColumn]


def test_each_run_has_a_row_below_its_curve(session: FakeSession, table: _Table, themes: Themes) -> None:
    table.plot.add(CurveSpec(GOAL, "x"))
    _receive(session)
    _lay(session, *range(10), name="Tuesday")
    table.texts()
    assert [_row(table, row)[0] for row in range(4)][:2] == ["odom x", "Tuesday"]
    assert _row(table, 1)[LegendColumn.VALUE :] == ["9", "", "0", "9", "4.5"]
    own, of_run = (table.model.index(row, 0).data(Qt.ItemDataRole.DecorationRole) for row in (0, 1))
    assert own.toImage() != of_run.toImage()
    assert table.model.curve(table.model.index(1, 0)) is None
    assert table.model.listed(table.model.index(1, 0)) is table.plot.runs.all[0]
    assert not table.model.index(1, 0).flags() & Qt.ItemFlag.ItemIsUserCheckable
    assert themes.current.color("warn") == table.model.index(3, 0).data(Qt.ItemDataRole.ForegroundRole)
    session.runs.remove(session.runs.runs[0].id)
    table.texts()
    assert table.model.rowCount() == 2


def test_a_run_is_read_at_the_cursor_and_as_of_the_shown_time(session: FakeSession, table: _Table) -> None:
    _receive(session)
    _lay(session, *range(20))
    table.texts()
    assert _row(table, 1)[LegendColumn.VALUE] == "9"
    table.window.show(1000.0, 1005.5)
    table.texts()
    assert _row(table, 1)[LegendColumn.VALUE] == "4"
    table.cursors.hover_s = 1003.2
    table.texts()
    assert _row(table, 1)[LegendColumn.VALUE] == "2"


def test_what_is_wrong_with_a_run_stands_beside_its_name_or_in_its_tip(session: FakeSession, table: _Table) -> None:
    _receive(session)
    _lay(session, 1.0, name="Tuesday", topic="/other")
    _lay(session, 1.0, name="Wednesday")
    session.runs.damaged_of["run:2"] = 3
    table.texts()
    fault = ReferenceWording.NO_TOPIC(topic="/odom")
    assert _row(table, 1)[0].endswith(str(fault))
    assert _row(table, 2)[0] == "Wednesday"
    tip = table.model.index(2, 0).data(Qt.ItemDataRole.ToolTipRole)
    assert str(PlotWording.DAMAGED_PARTS(count=3)) in tip
    assert table.model.fault == ""


def test_of_differences_the_rows_of_runs_tell_and_the_curves_are_pale(
    session: FakeSession, table: _Table, themes: Themes
) -> None:
    _receive(session)
    _lay(session, *range(10), name="Tuesday")
    table.plot.set_differences(True)
    table.texts()
    assert _row(table, 1)[:2] == [PlotWording.RUN_LESS_NOW(run="Tuesday"), "2"]
    assert table.model.index(0, 0).data(Qt.ItemDataRole.ForegroundRole) == themes.current.color("muted")


def test_nothing_of_a_run_is_edited_or_removed_but_it_can_be_dragged(
    qtbot: QtBot, session: FakeSession, table: _Table
) -> None:
    _lay(session, 1.0)
    table.texts()
    legend = Legend(table.model)
    qtbot.addWidget(legend)
    asked: list[object] = []
    for signal in (legend.edit_asked, legend.remove_asked, legend.name_asked):
        signal.connect(asked.append)
    index = table.model.index(1, 0)
    legend.setCurrentIndex(index)
    legend.activated.emit(index)
    for key in (Qt.Key.Key_Delete, Qt.Key.Key_F2):
        QTest.keyClick(legend, key)
    assert asked == []
    legend.resize(400, 200)
    assert legend.fields_at(legend.visualRect(index).center()) == [(TopicKey("run:1", "/odom"), "x")]
