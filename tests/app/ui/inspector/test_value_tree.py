from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QItemSelectionModel, QModelIndex, QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog, QMenu
from pytestqt.qtbot import QtBot

from app.model.schema import FieldPath
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.inspector.value_item import ValueColumn
from app.ui.inspector.value_tree import ValueTree
from app.ui.time_axis.fields import MAX_DRAGGED, fields_from_mime, fields_to_mime
from app.ui.window.actions import MessageActions
from tests.fakes.session import JsonSchema


@pytest.fixture
def tree(qtbot: QtBot, themes: Themes, preferences: Preferences, qapp: QObject) -> ValueTree:
    tree = ValueTree(themes, preferences, MessageActions(themes, qapp))
    qtbot.addWidget(tree)
    tree.resize(500, 300)
    tree.show()
    tree.values.set_schema(JsonSchema("T"))
    tree.values.set_message({"mode": "a", "list": [1.0] * 300}, 0.0)
    return tree


def test_the_field_of_the_current_row_is_told_and_that_of_no_field_is_none(tree: ValueTree) -> None:
    told: list[FieldPath | None] = []
    tree.field_selected.connect(told.append)
    tree.go_to(FieldPath.parse("list"), 250)
    tree.setCurrentIndex(tree.values.index(0, 0, tree.values.index(1, 0)))
    tree.values.set_schema(None)

    assert [str(path) for path in told[:2]] == ["list[250]", "None"]
    assert told[-1] is None


def test_a_list_that_went_while_it_was_asked_for_is_not_gone_to(tree: ValueTree) -> None:
    tree.setCurrentIndex(tree.values.index(1, 0))
    tree.ask_for_element()
    tree.values.set_message({"mode": "a"}, 1.0)
    (dialog,) = tree.findChildren(QInputDialog)
    dialog.setIntValue(250)
    dialog.accept()

    assert tree.values.rowCount() == 1


def test_a_list_whose_name_is_no_path_is_gone_to(tree: ValueTree) -> None:
    tree.values.set_message({"two words": [1.0] * 300}, 0.0)
    tree.setCurrentIndex(tree.values.index(0, 0))
    tree.ask_for_element()
    (dialog,) = tree.findChildren(QInputDialog)
    dialog.setIntValue(250)
    dialog.accept()

    assert tree.currentIndex().data() == "[250]"


def test_nothing_is_asked_where_there_is_no_list(tree: ValueTree) -> None:
    tree.setCurrentIndex(tree.values.index(0, 0))
    tree.ask_for_element()

    assert tree.findChildren(QInputDialog) == []


def _on_screen(tree: ValueTree) -> QImage:
    """What was painted, which may be less than there is to be painted."""
    QApplication.processEvents()
    return tree.screen().grabWindow(tree.winId()).toImage().convertToFormat(QImage.Format.Format_RGB32)


def _painted_anew(tree: ValueTree) -> QImage:
    return tree.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)


def test_old_values_are_greyed_with_their_names(tree: ValueTree) -> None:
    before = _on_screen(tree)
    tree.values.set_old(True)

    assert _on_screen(tree) == _painted_anew(tree) != before
    tree.values.set_old(False)
    assert _on_screen(tree) == before


def test_a_list_that_gets_its_first_element_can_be_opened_by_the_mouse(tree: ValueTree) -> None:
    tree.values.set_message({"mode": "a", "list": [1.0]}, 10.0)
    full = _on_screen(tree).copy(0, 0, 60, tree.height())
    tree.values.set_message({"mode": "a", "list": []}, 20.0)
    empty = _on_screen(tree).copy(0, 0, 60, tree.height())
    tree.values.set_message({"mode": "a", "list": [1.0]}, 30.0)

    assert empty != full
    assert _on_screen(tree).copy(0, 0, 60, tree.height()) == full


def test_where_values_are_not_shown_there_is_no_bar_beside_them(tree: ValueTree, themes: Themes) -> None:
    tree.setColumnHidden(ValueColumn.VALUE, True)
    tree.values.set_message({"mode": "b", "list": [1.0] * 300}, 10.0)
    image, accent = _painted_anew(tree), themes.current.color("accent").rgb()
    place = tree.visualRect(tree.values.index(0, 0)).center().y() + tree.viewport().y()

    assert tree.values.is_marked(tree.values.index(0, 0).internalPointer())
    assert accent not in {image.pixel(x, place) for x in range(3, image.width() - 3)}


def test_a_bar_stands_beside_a_value_that_changed(tree: ValueTree, themes: Themes) -> None:
    place = tree.visualRect(tree.values.index(0, ValueColumn.VALUE))

    def bar() -> bool:
        QApplication.processEvents()
        image: QImage = tree.viewport().grab().toImage()
        return image.pixelColor(place.left() + 1, place.center().y()) == themes.current.color("accent")

    assert not bar()
    tree.values.set_message({"mode": "b", "list": []}, 10.0)
    assert bar()

    tree.values.set_time(20.0)
    assert not bar()


def test_a_key_plots_a_number_or_a_list_of_numbers_and_nothing_else(tree: ValueTree) -> None:
    asked: list[object] = []
    tree.plot_asked.connect(asked.append)
    tree.topic = TopicKey("robot", "/odom")
    for row in range(2):
        tree.setCurrentIndex(tree.values.index(row, 0))
        QTest.keyClick(tree, Qt.Key.Key_P)
    tree.go_to(FieldPath.parse("list"), 250)
    QTest.keyClick(tree, Qt.Key.Key_P)
    tree.topic = None
    QTest.keyClick(tree, Qt.Key.Key_P)

    assert asked == [[(TopicKey("robot", "/odom"), "list")], [(TopicKey("robot", "/odom"), "list[250]")]]


def test_a_double_click_on_a_number_plots_it(tree: ValueTree) -> None:
    asked: list[object] = []
    tree.plot_asked.connect(asked.append)
    tree.topic = TopicKey("robot", "/odom")
    tree.go_to(FieldPath.parse("list"), 250)
    place = tree.visualRect(tree.currentIndex()).center()
    QTest.mouseDClick(tree.viewport(), Qt.MouseButton.LeftButton, pos=place)

    assert asked == [[(TopicKey("robot", "/odom"), "list[250]")]]


def test_a_message_in_a_message_can_be_plotted_as_a_whole(tree: ValueTree) -> None:
    asked: list[object] = []
    tree.plot_asked.connect(asked.append)
    tree.topic = TopicKey("robot", "/odom")
    tree.values.set_message({"orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0}}, 1.0)
    tree.setCurrentIndex(tree.values.index_of(FieldPath.parse("orientation")))
    QTest.keyClick(tree, Qt.Key.Key_P)

    assert asked == [[(TopicKey("robot", "/odom"), "orientation")]]


ROBOT = TopicKey("robot", "/odom")
ODOMETRY: dict[str, Any] = {
    "header": {"seq": 1, "stamp": {"secs": 5, "nsecs": 0}, "frame_id": "odom"},
    "mode": "a",
    "pose": {
        "position": {"x": 1.0, "y": 2.0, "z": 0.0},
        "orientation": {"x": 0.0, "y": 0.0, "z": 0.0, "w": 1.0},
    },
    "list": [1.0] * 3,
}


def _path(tree: ValueTree, path: str) -> QModelIndex:
    return tree.values.index_of(FieldPath.parse(path))


def _select(tree: ValueTree, *paths: str) -> None:
    flags = QItemSelectionModel.SelectionFlag
    tree.setCurrentIndex(_path(tree, paths[0]))
    for path in paths[1:]:
        tree.selectionModel().setCurrentIndex(_path(tree, path), flags.Select | flags.Rows)


@pytest.fixture
def odometry(tree: ValueTree) -> ValueTree:
    tree.topic = ROBOT
    tree.values.set_schema(JsonSchema("Odometry"))
    tree.values.set_message(ODOMETRY, 0.0)
    return tree


def _opened(tree: ValueTree) -> list[str]:
    return tree.values.open_paths()


def test_the_levels_that_fit_are_open_at_first_without_headers_rotations_and_lists(odometry: ValueTree) -> None:
    odometry.open_rows(odometry.height_of(20))

    assert _opened(odometry) == ["pose", "pose.position"]
    assert odometry.isExpanded(_path(odometry, "pose.position"))


@pytest.mark.parametrize(("rows", "opened"), [(3, []), (5, []), (6, ["pose"]), (9, ["pose", "pose.position"])])
def test_no_more_is_opened_than_has_room(odometry: ValueTree, rows: int, opened: list[str]) -> None:
    odometry.open_rows(odometry.height_of(rows))

    assert _opened(odometry) == opened


def test_a_message_that_comes_later_opens_nothing(odometry: ValueTree) -> None:
    odometry.open_rows(odometry.height_of(20))
    odometry.collapse(_path(odometry, "pose"))
    odometry.values.set_message(ODOMETRY, 1.0)
    odometry.open_rows(odometry.height_of(20))

    assert _opened(odometry) == []


def test_what_was_opened_in_a_type_is_open_in_its_next_topic(odometry: ValueTree, preferences: Preferences) -> None:
    odometry.open_rows(odometry.height_of(20))
    odometry.collapse(_path(odometry, "pose.position"))
    odometry.expand(_path(odometry, "list"))
    assert preferences.opened_fields("Odometry") == ["pose", "list"]

    odometry.values.set_schema(JsonSchema("Other"))
    odometry.values.set_message(ODOMETRY, 1.0)
    odometry.open_rows(odometry.height_of(9))
    odometry.values.set_schema(JsonSchema("Odometry"))
    odometry.values.set_message(ODOMETRY, 2.0)
    odometry.open_rows(odometry.height_of(3))

    assert _opened(odometry) == ["pose", "list"]
    assert preferences.opened_fields("Other") is None


def test_a_saved_path_that_the_message_does_not_have_opens_nothing(tree: ValueTree, preferences: Preferences) -> None:
    preferences.set_opened_fields("T2", ["gone", "list[7].x", "no path!", "list"])
    tree.values.set_schema(JsonSchema("T2"))
    tree.values.set_message({"list": [1.0]}, 0.0)
    tree.open_rows(300)

    assert _opened(tree) == ["list"]


def test_several_selected_fields_are_plotted_together_from_the_top(odometry: ValueTree) -> None:
    plotted: list[object] = []
    odometry.plot_asked.connect(plotted.append)
    odometry.open_rows(odometry.height_of(20))
    _select(odometry, "pose.position.y", "pose.position.x", "mode", "list")
    QTest.keyClick(odometry, Qt.Key.Key_P)

    assert plotted == [[(ROBOT, "pose.position.x"), (ROBOT, "pose.position.y"), (ROBOT, "list")]]


def test_several_selected_fields_are_copied_with_their_paths(odometry: ValueTree) -> None:
    odometry.open_rows(odometry.height_of(20))
    _select(odometry, "pose.position.y", "mode")
    odometry.copy_value()
    assert QApplication.clipboard().text() == "mode\ta\npose.position.y\t2.0"

    odometry.copy_path()
    assert QApplication.clipboard().text() == "mode\npose.position.y"


def test_a_drag_of_a_selected_row_takes_all_selected_ones_and_of_another_row_that_one(odometry: ValueTree) -> None:
    odometry.open_rows(odometry.height_of(20))
    _select(odometry, "pose.position.y", "mode")

    def dragged(path: str) -> list[tuple[TopicKey, str]]:
        return odometry.fields_at(odometry.visualRect(_path(odometry, path)).center())

    assert dragged("mode") == dragged("pose.position.y") == [(ROBOT, "mode"), (ROBOT, "pose.position.y")]
    assert dragged("pose.position.x") == [(ROBOT, "pose.position.x")]


def test_no_more_fields_are_dragged_than_a_view_takes(tree: ValueTree) -> None:
    tree.topic = ROBOT
    tree.values.set_message({f"f{number}": 1.0 for number in range(80)}, 0.0)
    tree.selectAll()
    fields = tree.fields_at(tree.visualRect(tree.values.index(0, 0)).center())

    assert len(fields) == MAX_DRAGGED
    assert fields_from_mime(fields_to_mime(fields)) == fields


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_the_menu_begins_with_what_can_be_done_and_ends_with_copies(odometry: ValueTree) -> None:
    plotted: list[object] = []
    odometry.plot_asked.connect(plotted.append)
    odometry.open_rows(odometry.height_of(20))
    _select(odometry, "pose.position.x")
    odometry.customContextMenuRequested.emit(odometry.visualRect(odometry.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = menu.actions()
    actions[0].trigger()
    separators = [action.isSeparator() for action in actions[-5:]]
    menu.close()

    assert plotted == [[(ROBOT, "pose.position.x")]]
    assert separators == [True, False, False, False, False]


def test_a_field_whose_name_is_no_path_is_selected_without_an_error(tree: ValueTree) -> None:
    told: list[FieldPath | None] = []
    tree.field_selected.connect(told.append)
    tree.values.set_message({"two words": 1.0}, 0.0)
    tree.setCurrentIndex(tree.values.index(0, 0))

    assert told[-1] == FieldPath(("two words",))


LONG = "linear_acceleration_covariance_of_the_body"


def _width(tree: ValueTree, column: ValueColumn) -> int:
    return tree.header().sectionSize(column)


def _show(tree: ValueTree, message: dict[str, Any]) -> None:
    tree.resize(900, 300)
    tree.values.set_schema(JsonSchema("Long"))
    tree.values.set_message(message, 0.0)
    tree.open_rows(tree.height_of(9))


def test_names_of_fields_take_the_room_that_values_leave(tree: ValueTree) -> None:
    _show(tree, {LONG: 1.0})
    wide, text = _width(tree, ValueColumn.FIELD), tree.fontMetrics().horizontalAdvance(LONG)
    assert wide > text
    assert _width(tree, ValueColumn.VALUE) >= 0.4 * tree.header().width()
    _show(tree, {"x": 1.0})
    assert _width(tree, ValueColumn.FIELD) < text


def test_what_is_opened_widens_its_column_and_narrows_none(tree: ValueTree) -> None:
    _show(tree, {"list": [{LONG: 1.0}] * 20})
    before = _width(tree, ValueColumn.FIELD)
    tree.expand(tree.values.index(0, 0))
    tree.expand(_path(tree, "list[0]"))
    opened = _width(tree, ValueColumn.FIELD)
    tree.collapse(tree.values.index(0, 0))

    assert before < opened == _width(tree, ValueColumn.FIELD)


def test_a_column_that_was_dragged_stays_as_it_is_also_in_the_next_run(
    tree: ValueTree, qtbot: QtBot, themes: Themes, preferences: Preferences, qapp: QObject
) -> None:
    _show(tree, {"x": 1.0})
    tree.header().resizeSection(ValueColumn.FIELD, 130)
    _show(tree, {LONG: 1.0})
    assert _width(tree, ValueColumn.FIELD) == 130
    tree.save_layout()
    again = ValueTree(themes, preferences, MessageActions(themes, qapp))
    qtbot.addWidget(again)
    again.show()
    _show(again, {LONG: 1.0})

    assert _width(again, ValueColumn.FIELD) == 130
