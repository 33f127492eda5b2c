from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QContextMenuEvent, QDragEnterEvent, QDragLeaveEvent, QDragMoveEvent, QDropEvent, QWheelEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.model.marks import MarkLine, TimeMark
from app.ui.time_axis import fields as dragged
from app.ui.time_axis.fields import fields_to_mime
from app.ui.time_axis.states.view import StateView
from tests.app.ui.robot.conftest import opens_a_menu
from tests.fakes.states import STATUS, StatesStage
from tests.tools.mouse import move_mouse


@pytest.fixture
def filled(stage: StatesStage) -> StatesStage:
    stage.panel.add_fields([(STATUS, "mode"), (STATUS, "docked"), (STATUS, "note")])
    for mode in (0, 1, 2):
        stage.send(5.0, mode=mode, docked=mode == 2, note="well")
    return stage


def view_of(stage: StatesStage) -> StateView:
    return stage.panel.view


def wheel(view: StateView, place: QPoint, steps: int, modifiers: Qt.KeyboardModifier) -> bool:
    event = QWheelEvent(
        QPointF(place),
        QPointF(view.mapToGlobal(place)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(view, event)
    return event.isAccepted()


def test_places_and_times_go_both_ways(filled: StatesStage) -> None:
    view = view_of(filled)
    (first_s, last_s), (left, width) = view.axis[0], view.edges

    assert view.at_x(left) == first_s
    assert view.at_x(left + width) == last_s
    assert view.x_of(view.at_x(123.0)) == pytest.approx(123.0, abs=1e-3)


def test_the_arrows_pan_plus_and_minus_zoom_space_pauses_and_home_follows(filled: StatesStage) -> None:
    view, window = view_of(filled), filled.panel.time_window
    now_s = window.now_s
    QTest.keyClick(view, Qt.Key.Key_Left)
    assert window.shown[1] == pytest.approx(now_s - 3.0)
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert window.span_s == 24.0
    QTest.keyClick(view, Qt.Key.Key_Minus)
    QTest.keyClick(view, Qt.Key.Key_Right)
    QTest.keyClick(view, Qt.Key.Key_Right)
    lives = [window.live]
    for key in (Qt.Key.Key_Space, Qt.Key.Key_Home):
        QTest.keyClick(view, key)
        lives.append(window.live)

    assert lives == [True, False, True]
    assert window.span_s == 30.0


def test_up_and_down_choose_a_lane_and_with_alt_move_it(filled: StatesStage) -> None:
    view = view_of(filled)
    view.current = filled.panel.rows.all[0]
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert view.current is filled.panel.rows.all[1]
    QTest.keyClick(view, Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier)
    assert filled.shown() == ["mode", "note", "docked"]
    QTest.keyClick(view, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.keyClick(view, Qt.Key.Key_Up)

    assert filled.shown() == ["mode", "docked", "note"]
    assert view.current is filled.panel.rows.all[0]


def test_delete_removes_the_lane_that_was_chosen(filled: StatesStage) -> None:
    view = view_of(filled)
    view.current = filled.panel.rows.all[1]
    QTest.keyClick(view, Qt.Key.Key_Delete)

    assert filled.shown() == ["mode", "note"]


def test_a_click_puts_a_cursor_shift_a_second_one_and_escape_takes_them_away(filled: StatesStage) -> None:
    view, cursors = view_of(filled), filled.panel.cursors
    band = view.row_geometry.band(0)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=band.center())
    assert cursors.first_s == pytest.approx(view.at_x(band.center().x()))
    place = band.center() + QPoint(50, 0)
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier, place)
    assert cursors.second_s == pytest.approx(view.at_x(place.x()))
    QTest.keyClick(view, Qt.Key.Key_Escape)

    assert (cursors.first_s, cursors.second_s) == (None, None)


def test_cursors_are_put_and_moved_by_keys_as_in_plots(filled: StatesStage) -> None:
    view, panel = view_of(filled), filled.panel
    first_s, last_s = panel.time_window.shown
    QTest.keyClick(view, Qt.Key.Key_C)
    assert panel.cursors.first_s == pytest.approx((first_s + last_s) / 2)
    QTest.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ShiftModifier)
    QTest.keyClick(view, Qt.Key.Key_Right, Qt.KeyboardModifier.ControlModifier)

    assert panel.cursors.first_s == pytest.approx((first_s + last_s) / 2 + 0.3)
    assert panel.cursors.second_s == pytest.approx((first_s + last_s) / 2)
    assert panel.time_window.live


def test_a_name_that_was_only_clicked_is_not_dragged_by_its_blocks(
    filled: StatesStage, monkeypatch: pytest.MonkeyPatch
) -> None:
    view = view_of(filled)
    taken: list[object] = []
    monkeypatch.setattr(dragged, "run_drag", lambda _view, data: taken.append(data))
    QTest.mouseClick(view, Qt.MouseButton.LeftButton, pos=view.row_geometry.head(0).center())
    band = view.row_geometry.band(0).center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=band)
    move_mouse(view, QPointF(band + QPoint(80, 0)))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=band)

    assert not taken
    assert not filled.panel.time_window.live


def test_dragging_the_blocks_looks_back(filled: StatesStage) -> None:
    view, window = view_of(filled), filled.panel.time_window
    band = view.row_geometry.band(1)
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=band.center())
    for step in (20, 40, 60, 80):
        QTest.mouseMove(view, band.center() + QPoint(step, 0))
        event_place = QPointF(band.center() + QPoint(step, 0))
        move_mouse(view, event_place)
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=band.center() + QPoint(80, 0))

    assert not window.live
    assert window.shown[1] < window.now_s
    assert filled.panel.cursors.first_s is None


def test_the_pointer_tells_a_time_to_all_and_leaving_ends_that(filled: StatesStage) -> None:
    view, cursors = view_of(filled), filled.panel.cursors
    move_mouse(view, QPointF(view.row_geometry.band(0).center()), Qt.MouseButton.NoButton)
    assert cursors.hover_s is not None
    QApplication.sendEvent(view, QEvent(QEvent.Type.Leave))

    assert cursors.hover_s is None


def test_the_wheel_zooms_at_the_pointer_unless_there_is_more_to_scroll_to(filled: StatesStage) -> None:
    view, window = view_of(filled), filled.panel.time_window
    none, control = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier
    assert wheel(view, QPoint(300, 30), 1, none)
    assert window.span_s == pytest.approx(24.0)
    filled.panel.window().resize(500, 160)
    QApplication.sendPostedEvents()
    QApplication.processEvents()
    assert not wheel(view, QPoint(300, 30), 1, none)
    assert wheel(view, QPoint(300, 30), -1, control)
    assert window.span_s == pytest.approx(30.0)


def test_a_lane_is_dragged_by_its_name_to_another_place(filled: StatesStage, monkeypatch: pytest.MonkeyPatch) -> None:
    view = view_of(filled)
    taken: list[str] = []
    monkeypatch.setattr(dragged, "run_drag", lambda _view, data: taken.append(data.text()))
    head = view.row_geometry.head(2).center()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=head)
    move_mouse(view, QPointF(head - QPoint(0, 60)))
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=head)

    assert taken == ["note"]


def drop(view: StateView, y: int, *paths: str) -> bool:
    rest = (Qt.DropAction.CopyAction, fields_to_mime([(STATUS, path) for path in paths]))
    buttons = (Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(50, y), *rest, *buttons)
    QApplication.sendEvent(view, enter)
    QApplication.sendEvent(view, QDragMoveEvent(QPoint(50, y), *rest, *buttons))
    if enter.isAccepted():
        QApplication.sendEvent(view, QDropEvent(QPointF(50, y), *rest, *buttons))
    return enter.isAccepted()


def test_fields_are_dropped_between_lanes_and_lanes_are_moved_so(filled: StatesStage) -> None:
    view = view_of(filled)
    assert drop(view, 2, "note")
    assert filled.shown() == ["note", "mode", "docked"]
    filled.panel.remove_row(filled.panel.rows.all[1])
    assert drop(view, view.row_geometry.pitch + 1, "mode")

    assert filled.shown() == ["note", "mode", "docked"]


def test_what_is_no_field_is_not_taken_and_what_is_carried_away_leaves_nothing(filled: StatesStage) -> None:
    view = view_of(filled)
    data = fields_to_mime([])
    data.removeFormat(dragged.MIME_TYPE)
    rest = (Qt.DropAction.CopyAction, data, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
    enter = QDragEnterEvent(QPoint(50, 5), *rest)
    enter.ignore()
    QApplication.sendEvent(view, enter)
    assert not enter.isAccepted()
    QApplication.sendEvent(view, QDragLeaveEvent())

    assert filled.shown() == ["mode", "docked", "note"]


@pytest.mark.parametrize("by_key", [False, True])
def test_the_menu_is_that_of_the_lane_below_the_pointer_or_of_the_chosen_one(
    filled: StatesStage, *, by_key: bool
) -> None:
    view = view_of(filled)
    view.menu_asked.disconnect(filled.panel.menu.open)
    asked: list[object] = []
    view.menu_asked.connect(lambda lane, _place: asked.append(lane))
    view.current = filled.panel.rows.all[2]
    reason = QContextMenuEvent.Reason.Keyboard if by_key else QContextMenuEvent.Reason.Mouse
    place = view.row_geometry.band(0).center()
    QApplication.sendEvent(view, QContextMenuEvent(reason, place, view.mapToGlobal(place)))

    assert asked == [filled.panel.rows.all[2 if by_key else 0]]


def test_it_is_painted_only_when_it_looks_different(filled: StatesStage, paint: Callable[[], None]) -> None:
    view = view_of(filled)
    view.advance(changed=False)
    paint()
    before = view.painted
    view.advance(changed=False)
    paint()
    assert view.painted == before
    view.advance(changed=True)
    paint()

    assert view.painted == before + 1


@pytest.fixture
def paint() -> Callable[[], None]:
    return QApplication.processEvents


def test_a_double_click_on_a_name_lists_its_states_and_elsewhere_follows_again(filled: StatesStage) -> None:
    view, panel = view_of(filled), filled.panel
    panel.time_window.pause()
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=view.row_geometry.band(0).center())
    assert panel.time_window.live
    asked: list[str] = []
    view.key_pressed.disconnect()
    view.key_pressed.connect(asked.append)
    QTest.mouseDClick(view, Qt.MouseButton.LeftButton, pos=view.row_geometry.head(0).center())

    assert asked == ["transitions"]


def test_marks_that_are_given_by_the_link_are_seen_in_all_rows_and_read_out(filled: StatesStage) -> None:
    panel, view = filled.panel, view_of(filled)
    view.grab()
    at_s = sum(panel.time_window.shown) / 2
    panel._link.marks = lambda by_stamp: () if by_stamp else marks
    marks = (MarkLine(at_s, TimeMark(round(at_s * 1e9), 1, "slipped")),)
    panel.refresh(1e9)
    assert "slipped" in view.spoken_text()
    accent, image = view._themes.current.color("accent").rgb(), view.grab().toImage()
    x = round(view.x_of(at_s))
    for row in range(3):
        assert image.pixel(x, view.row_geometry.band(row).bottom() - 2) == accent
    assert "slipped" in view.mark_tip_at(x + 1)
    assert view.mark_tip_at(x + 40) == ""


@opens_a_menu
def test_a_time_of_a_row_is_asked_of_all_views(filled: StatesStage, monkeypatch: pytest.MonkeyPatch) -> None:
    panel, view = filled.panel, view_of(filled)
    asked: list[tuple[float, bool]] = []
    monkeypatch.setattr(panel._link, "go_to", lambda at_s, by_stamp: asked.append((at_s, by_stamp)))
    place = view.row_geometry.band(0).center()

    QTest.mouseClick(view, Qt.MouseButton.MiddleButton, Qt.KeyboardModifier.NoModifier, place)

    ((at_s, by_stamp),) = asked
    assert at_s == pytest.approx(view.at_x(place.x()))
    assert not by_stamp
    QApplication.sendEvent(view, QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, view.mapToGlobal(place)))
    menu = panel.menu.make(panel.rows.all[0])
    menu.actions()[0].trigger()
    assert asked[1:] == asked[:1]
    menu.deleteLater()
