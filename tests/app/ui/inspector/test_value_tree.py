from __future__ import annotations

import pytest
from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QInputDialog
from pytestqt.qtbot import QtBot

from app.model.schema import FieldPath
from app.model.topics import TopicKey
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.inspector.value_item import ValueColumn
from app.ui.inspector.value_tree import ValueTree
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
    tree.go_to("list", 250)
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
    tree.go_to("list", 250)
    QTest.keyClick(tree, Qt.Key.Key_P)
    tree.topic = None
    QTest.keyClick(tree, Qt.Key.Key_P)

    assert asked == [[(TopicKey("robot", "/odom"), "list")], [(TopicKey("robot", "/odom"), "list[250]")]]


def test_a_double_click_on_a_number_plots_it(tree: ValueTree) -> None:
    asked: list[object] = []
    tree.plot_asked.connect(asked.append)
    tree.topic = TopicKey("robot", "/odom")
    tree.go_to("list", 250)
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
