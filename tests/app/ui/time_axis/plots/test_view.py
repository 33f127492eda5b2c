from __future__ import annotations

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDropEvent, QHelpEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QToolTip
from pytestqt.qtbot import QtBot

from app.model.marks import MarkLine, TimeMark
from app.model.timeseries.curve_spec import CurveSpec
from app.model.topics import TopicKey
from app.ui.base.theme import Themes
from app.ui.time_axis.fields import fields_to_mime
from app.ui.time_axis.link import Cursors
from app.ui.time_axis.plots.data import PlotData
from app.ui.time_axis.plots.plot import Plot, PlotKind
from app.ui.time_axis.plots.view import PlotView
from app.ui.time_axis.ranges import TimeWindow
from app.wording.ui.time_axis import PlotWording
from tests.fakes.runs import messages_of
from tests.fakes.session import URI, FakeSession, JsonSchema
from tests.tools.mouse import move_mouse

ODOM = TopicKey(URI, "/odom")
LEFT = Qt.MouseButton.LeftButton
ALT, SHIFT = Qt.KeyboardModifier.AltModifier, Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def window() -> TimeWindow:
    window = TimeWindow(10.0)
    window.set_now(1010.0)
    return window


@pytest.fixture
def cursors() -> Cursors:
    return Cursors()


@pytest.fixture
def view(qtbot: QtBot, data: PlotData, themes: Themes, window: TimeWindow, cursors: Cursors) -> PlotView:
    plot = Plot(data)
    plot.add(CurveSpec(ODOM, "x"))
    view = PlotView(plot, window, cursors, themes)
    qtbot.addWidget(view)
    view.resize(500, 260)
    with qtbot.waitExposed(view, timeout=20_000):
        view.show()
    return view


def _middle(view: PlotView) -> QPoint:
    return view.axes.area.center()


def _wheel(view: PlotView, place: QPoint, steps: int, modifiers: Qt.KeyboardModifier) -> None:
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.mapToGlobal(place)),
        QPoint(),
        QPoint(0, steps * 120),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)


def test_values_that_came_are_painted(session: FakeSession, view: PlotView) -> None:
    before = view.grab().toImage()
    for number in range(100):
        session.now = 1000.0 + number / 10
        session.receive("/odom", {"x": number % 7})
    view.advance(changed=view.plot.drain())

    assert view.grab().toImage() != before


def test_it_is_painted_anew_only_if_it_looks_different(qtbot: QtBot, view: PlotView, window: TimeWindow) -> None:
    view.grab()
    qtbot.waitUntil(lambda: view.painted > 0, timeout=10_000)
    QApplication.processEvents()
    before = view.painted
    view.advance(changed=False)
    # a hundredth of a column
    window.set_now(window.now_s)
    view.advance(changed=False)
    QApplication.processEvents()
    assert view.painted == before
    window.set_now(window.now_s + 1.0)
    view.advance(changed=False)

    qtbot.waitUntil(lambda: view.painted > before, timeout=10_000)


def test_its_axes_are_those_of_its_size(view: PlotView) -> None:
    view.advance(changed=True)
    before = view.axes.area
    view.resize(view.width() + 100, view.height() + 50)

    assert view.axes.area == before.adjusted(0, 0, 100, 50)


def test_what_comes_later_than_what_is_held_is_not_painted(
    session: FakeSession, view: PlotView, window: TimeWindow
) -> None:
    window.pause()
    window.set_now(1100.0)
    view.advance(changed=False)
    view.grab()
    QApplication.processEvents()
    before = view.painted
    session.receive("/odom", {"x": 1})
    view.advance(changed=view.plot.drain())
    QApplication.processEvents()

    assert view.painted == before


def test_the_wheel_zooms_in_time_and_with_a_key_in_values(view: PlotView, window: TimeWindow) -> None:
    _wheel(view, _middle(view), 1, Qt.KeyboardModifier.NoModifier)
    assert window.span_s == pytest.approx(8.0)
    assert window.live
    _wheel(view, _middle(view), 1, Qt.KeyboardModifier.ControlModifier)

    assert window.span_s == pytest.approx(8.0)
    low, high = view.plot.values.fixed or (0.0, 0.0)
    assert high - low == pytest.approx(2.0 / 1.25)


def test_dragging_looks_back(view: PlotView, window: TimeWindow) -> None:
    start = _middle(view)
    QTest.mousePress(view, LEFT, pos=start)
    QTest.mouseMove(view, start + QPoint(view.axes.area.width() // 4, 0))
    QTest.mouseRelease(view, LEFT, pos=start + QPoint(view.axes.area.width() // 4, 0))

    assert not window.live
    assert window.shown[1] == pytest.approx(1007.5, abs=0.2)


def test_a_marked_part_fills_the_plot(view: PlotView, window: TimeWindow) -> None:
    area = view.axes.area
    first, last = area.topLeft() + QPoint(area.width() // 4, 20), area.center()
    control = Qt.KeyboardModifier.ControlModifier
    QTest.mousePress(view, LEFT, control, first)
    QTest.mouseMove(view, last)
    QTest.mouseRelease(view, LEFT, control, last)

    assert list(window.shown) == pytest.approx([1002.5, 1005.0], abs=0.2)
    assert view.plot.values.fixed is not None


def test_a_click_that_could_begin_a_box_puts_no_cursor(view: PlotView) -> None:
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.ControlModifier, _middle(view))
    assert view._cursors.first_s is None
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.NoModifier, _middle(view))

    assert view._cursors.first_s is not None


@pytest.fixture
def over_another(view: PlotView) -> PlotView:
    """The values of one curve over those of another."""
    view.plot.add(CurveSpec(ODOM, "y"))
    view.plot.set_kind(PlotKind.XY)
    view.repaint_all()
    return view


def test_over_another_curve_what_is_marked_is_a_part_of_both_axes(over_another: PlotView, window: TimeWindow) -> None:
    view, shown = over_another, window.shown
    first, last = view.axes.area.topLeft() + QPoint(40, 20), view.axes.area.center()
    wanted = sorted(view.axes.at_x(place.x()) for place in (first, last))
    control = Qt.KeyboardModifier.ControlModifier
    QTest.mousePress(view, LEFT, control, first)
    QTest.mouseMove(view, last)
    QTest.mouseRelease(view, LEFT, control, last)

    assert list(view.axes.across) == pytest.approx(wanted)
    assert window.shown == shown


def test_over_another_curve_both_axes_are_zoomed_moved_and_kept(over_another: PlotView) -> None:
    view = over_another
    across, up = view.axes.across, view.axes.up
    _wheel(view, _middle(view), 1, Qt.KeyboardModifier.NoModifier)
    assert view.axes.across[1] - view.axes.across[0] == pytest.approx((across[1] - across[0]) / 1.25)
    assert view.axes.up[1] - view.axes.up[0] == pytest.approx((up[1] - up[0]) / 1.25)
    across = view.axes.across
    _wheel(view, _middle(view), 1, Qt.KeyboardModifier.ControlModifier)
    assert view.axes.across == across
    QTest.mousePress(view, LEFT, Qt.KeyboardModifier.NoModifier, _middle(view))
    QTest.mouseMove(view, _middle(view) - QPoint(100, 0))
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, _middle(view) - QPoint(100, 0))
    moved = 100 / view.axes.area.width() * (across[1] - across[0])
    assert list(view.axes.across) == pytest.approx([edge + moved for edge in across])
    view.toggle_fixed()
    assert view.plot.across.fixed is None
    view.toggle_fixed()

    assert view.plot.across.fixed is not None


def test_two_clicks_put_two_cursors(view: PlotView, cursors: Cursors) -> None:
    area = view.axes.area
    QTest.mouseClick(view, LEFT, pos=area.center())
    QTest.mouseClick(view, LEFT, Qt.KeyboardModifier.ShiftModifier, area.center() + QPoint(area.width() // 4, 0))

    assert cursors.first_s == pytest.approx(1005.0, abs=0.1)
    assert cursors.second_s == pytest.approx(1007.5, abs=0.1)
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert (cursors.first_s, cursors.second_s) == (None, None)


def test_the_pointer_reads_the_time_below_it(view: PlotView, cursors: Cursors) -> None:
    QTest.mouseMove(view, view.axes.area.center())

    assert cursors.read_s == pytest.approx(1005.0, abs=0.1)
    view.leaveEvent(None)
    assert cursors.read_s is None


def test_keys_move_about_in_time(view: PlotView, window: TimeWindow) -> None:
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert window.shown[1] == pytest.approx(1009.0)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert window.span_s == pytest.approx(8.0)
    QTest.keyClick(view, Qt.Key.Key_Minus)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_End)
    assert window.live
    view.plot.values.fix(0.0, 1.0)
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.plot.values.fixed is None


def test_fields_are_dropped(qtbot: QtBot, view: PlotView) -> None:
    fields = [(ODOM, "pose.x")]
    mime = fields_to_mime(fields)
    event = QDropEvent(QPointF(_middle(view)), Qt.DropAction.CopyAction, mime, LEFT, Qt.KeyboardModifier.NoModifier)
    with qtbot.waitSignal(view.dropped, timeout=10_000) as caught:
        view.dropEvent(event)

    assert caught.args == [fields]


def test_values_can_be_held_and_let_go(view: PlotView) -> None:
    view.toggle_fixed()
    assert view.plot.values.fixed == (-1.0, 1.0)
    view.toggle_fixed()

    assert view.plot.values.fixed is None


def test_another_look_is_painted(view: PlotView, themes: Themes) -> None:
    before = view.grab().toImage()
    from app.ui.base.preferences import ThemeChoice

    themes.choose(ThemeChoice.LIGHT)

    assert view.grab().toImage() != before


def test_a_mark_is_seen_read_out_and_told_below_the_pointer(
    view: PlotView, window: TimeWindow, monkeypatch: pytest.MonkeyPatch
) -> None:
    tips: list[str] = []
    monkeypatch.setattr(QToolTip, "showText", lambda _place, text, *_: tips.append(text))
    before = view.grab().toImage()
    window.marks = (MarkLine(1005.0, TimeMark(1005 * 10**9, 1, "slipped")),)
    assert view.grab().toImage() != before
    assert "slipped" in view.spoken_text()
    area = view.axes.area
    for x in (round(view.axes.x_of(1005.0)) + 1, area.left() + 20):
        place = QPoint(x, area.center().y())
        QApplication.sendEvent(view, QHelpEvent(QEvent.Type.ToolTip, place, view.mapToGlobal(place)))
    (tip,) = tips
    assert "slipped" in tip


def test_a_mark_has_no_place_in_a_plot_over_another_curve(over_another: PlotView, window: TimeWindow) -> None:
    before = over_another.grab().toImage()
    window.marks = (MarkLine(1005.0, TimeMark(1005 * 10**9, 1, "slipped")),)
    assert over_another.grab().toImage() == before
    assert "slipped" not in over_another.spoken_text()


def test_the_middle_button_and_the_menu_ask_for_the_time_below_the_pointer(view: PlotView) -> None:
    asked: list[float] = []
    view.time_asked.connect(asked.append)
    QTest.mouseClick(view, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, _middle(view))
    assert asked == [pytest.approx(1005.0, abs=0.1)]

    # beside the area there is no time
    QTest.mouseClick(view, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, QPoint(2, 2))
    assert len(asked) == 1

    reason = QContextMenuEvent.Reason
    for place, why, at_s in (
        (_middle(view), reason.Mouse, 1005.0),
        (QPoint(2, 2), reason.Mouse, None),
        (_middle(view), reason.Keyboard, 1005.0),
    ):
        QApplication.sendEvent(view, QContextMenuEvent(why, place, view.mapToGlobal(place)))
        assert view.menu_s == (at_s if at_s is None else pytest.approx(at_s, abs=0.1))


def test_by_key_the_menu_is_of_the_time_of_the_cursor(view: PlotView, cursors: Cursors) -> None:
    cursors.put(1002.0, second=False)
    place = _middle(view)
    QApplication.sendEvent(view, QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, place, view.mapToGlobal(place)))
    menu = QMenu(view)
    asked: list[float] = []
    view.time_asked.connect(asked.append)
    view.add_time_entry(menu)
    menu.actions()[0].trigger()
    assert asked == [1002.0]


def _lay(view: PlotView, session: FakeSession, *values: float) -> None:
    """Runs that have one value of x each, from 1001 on for 9 seconds."""
    for value in values:
        messages = messages_of([(1001.0 + at / 10, {"x": value}) for at in range(90)], JsonSchema("test.Numbers"))
        session.runs.put({"/odom": messages}, f"run of {value:g}")
    view.runs_shifted.connect(view.plot.drain)
    view.plot.drain()
    view.repaint_all()


def _drag_runs(view: PlotView, begin: QPoint, by: int, modifiers: Qt.KeyboardModifier) -> None:
    QTest.mousePress(view, LEFT, modifiers, begin)
    for step in (by // 2, by):
        move_mouse(view, QPointF(begin + QPoint(step, 0)))


def _offsets(session: FakeSession) -> list[float]:
    return [run.place.offset_ns / 1e9 for run in session.runs.runs]


def test_with_shift_runs_are_dragged_in_time(view: PlotView, session: FakeSession) -> None:
    _lay(view, session, 1.0, 2.0)
    area, before = view.axes.area, view.across
    far = QPoint(area.center().x(), round(view.axes.y_of(1.5)))
    by_s = 50 / area.width() * 10.0
    _drag_runs(view, far, 50, SHIFT)
    QTest.mouseRelease(view, LEFT, SHIFT, far + QPoint(50, 0))
    assert _offsets(session) == pytest.approx([by_s, by_s])
    assert view.across == before
    near = QPoint(area.center().x(), round(view.axes.y_of(2.0)) + 3)
    _drag_runs(view, near, -50, SHIFT)
    QTest.mouseRelease(view, LEFT, SHIFT, near - QPoint(50, 0))
    assert _offsets(session) == pytest.approx([by_s, 0.0])


def test_escape_brings_runs_back_that_are_dragged(view: PlotView, session: FakeSession, cursors: Cursors) -> None:
    _lay(view, session, 1.0)
    middle = _middle(view)
    _drag_runs(view, middle, 60, SHIFT)
    view.grab()
    QTest.keyClick(view, Qt.Key.Key_Escape)
    move_mouse(view, QPointF(middle + QPoint(90, 0)))
    QTest.mouseRelease(view, LEFT, SHIFT, middle + QPoint(90, 0))
    assert _offsets(session) == [0.0]
    assert cursors.first_s is None


def test_a_drag_follows_within_a_frame(qtbot: QtBot, view: PlotView, session: FakeSession) -> None:
    _lay(view, session, 1.0)
    _drag_runs(view, _middle(view), 60, SHIFT)
    qtbot.waitUntil(lambda: _offsets(session)[0] > 0)
    QTest.mouseRelease(view, LEFT, SHIFT, _middle(view) + QPoint(60, 0))


def test_without_a_key_runs_are_dragged_where_that_was_chosen(view: PlotView, session: FakeSession) -> None:
    _lay(view, session, 1.0)
    view.drags_runs = True
    middle = _middle(view)
    _drag_runs(view, middle, 60, Qt.KeyboardModifier.NoModifier)
    QTest.mouseRelease(view, LEFT, Qt.KeyboardModifier.NoModifier, middle + QPoint(60, 0))
    assert _offsets(session)[0] > 0
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert not view.drags_runs


@pytest.mark.parametrize(("modifiers", "step_s"), [("alt", 0.01), ("alt shift", 1.0)])
def test_keys_shift_all_runs(view: PlotView, session: FakeSession, modifiers: str, step_s: float) -> None:
    _lay(view, session, 1.0, 2.0)
    held = ALT | SHIFT if "shift" in modifiers else ALT
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Right, Qt.Key.Key_Left, Qt.Key.Key_Right):
        QTest.keyClick(view, key, held)
    assert _offsets(session) == pytest.approx([2 * step_s] * 2)
    QTest.keyClick(view, Qt.Key.Key_Escape)
    assert _offsets(session) == [0.0, 0.0]


def test_with_shift_time_is_dragged_where_there_is_no_run(view: PlotView, window: TimeWindow) -> None:
    _drag_runs(view, _middle(view), 60, SHIFT)
    QTest.mouseRelease(view, LEFT, SHIFT, _middle(view) + QPoint(60, 0))
    assert not window.live


def test_a_key_asks_for_differences(qtbot: QtBot, view: PlotView) -> None:
    with qtbot.waitSignal(view.differences_asked, timeout=1000):
        QTest.keyClick(view, Qt.Key.Key_D, SHIFT)


def test_the_values_of_runs_are_spoken(view: PlotView, session: FakeSession) -> None:
    _lay(view, session, 1.0)
    assert str(PlotWording.RUN_OF_CURVE(run="run of 1", curve="x")) in view.spoken_text()
