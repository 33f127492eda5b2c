from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.model.addresses import NamedRobot, NamesFile
from app.session.addresses import address_topic_names
from app.ui.connect.names import NamesFields, NamesFileDialog
from app.wording.ui.connect import ConnectWording
from tests.fakes.session import ENGINE


@pytest.fixture
def fields(qtbot: QtBot) -> NamesFields:
    window = QWidget()
    qtbot.addWidget(window)
    fields = NamesFields(window)
    layout = QVBoxLayout(window)
    layout.addWidget(fields)
    layout.addWidget(QLineEdit())
    window.show()
    fields.show_named(address_topic_names(ENGINE))
    fields.names.setFocus()
    return fields


def test_names_stand_in_lines_or_between_commas(fields: NamesFields) -> None:
    changes: list[None] = []
    fields.changed.connect(lambda: changes.append(None))
    fields.names.setPlainText(" rover, rover::chassis\n\nrover,\nmy cone ,")

    assert fields.typed_names() == ("rover", "rover::chassis", "my cone")
    assert changes


def test_only_addresses_that_need_names_have_a_field_for_them(fields: NamesFields) -> None:
    assert fields.isVisible()
    assert "DataPacks" in fields.caption.text()

    fields.show_named(address_topic_names("gazebo://robot:1"))
    assert not fields.isVisible()


def test_names_of_an_address_are_added_to_those_that_are_typed(fields: NamesFields) -> None:
    fields.set_names(["a"])
    fields.show_named(address_topic_names(f"{ENGINE}?packs=b,a"))

    assert fields.typed_names() == ("a", "b")


@pytest.mark.qt_log_ignore("This plugin does not support (raise|grabbing)")
def test_a_name_is_completed_from_those_that_are_known(fields: NamesFields) -> None:
    fields.names.set_known(["rover::chassis", "rover::left_hinge"])
    fields.names.setPlainText("cone\n, after")
    fields.names.moveCursor(fields.names.textCursor().MoveOperation.Start)
    QTest.keyClick(fields.names, Qt.Key.Key_Down)
    QTest.keyClicks(fields.names, "hin")
    assert fields.names.popup.isVisible()
    assert fields.names.completer.currentCompletion() == "rover::left_hinge"

    fields.names.completer.activated.emit("rover::left_hinge")
    assert fields.typed_names() == ("cone", "rover::left_hinge", "after")
    QTest.keyClicks(fields.names, "x")
    assert not fields.names.popup.isVisible()


def test_tab_goes_on_to_the_next_field(fields: NamesFields) -> None:
    QTest.keyClick(fields.names, Qt.Key.Key_Tab)

    assert fields.names.toPlainText() == ""


OTHER = "nrp+json://yard:9002"
ROBOTS = (
    NamedRobot("gazebo", "gazebo_grpc", ENGINE, ("a",)),
    NamedRobot("yard", "gazebo_json", OTHER, ("b",)),
    NamedRobot("brain", "nest_json", "", ()),
)

Open = Callable[[NamesFile], NamesFileDialog]


@pytest.fixture
def opened(qtbot: QtBot) -> Open:
    def open_dialog(found: NamesFile) -> NamesFileDialog:
        dialog = NamesFileDialog("config.json", found)
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return open_dialog


def test_what_stands_with_another_robot_is_not_checked(opened: Open) -> None:
    dialog = opened(NamesFile(ROBOTS, ("a", "b", "c")))
    chosen: list[tuple[str, list[str]]] = []
    dialog.chosen.connect(lambda uri, names: chosen.append((uri, names)))
    assert dialog.checked == ["a", "c"]
    assert "nest_json" in dialog.others.text()

    dialog.robot.setCurrentIndex(1)
    dialog.accept_button.click()
    assert chosen == [(OTHER, ["b", "c"])]
    assert not dialog.isVisible()


def test_all_and_none_are_checked_at_once_and_counted(opened: Open) -> None:
    dialog = opened(NamesFile(ROBOTS, ("a", "b", "c")))
    dialog.none.click()
    assert (dialog.checked, dialog.count.text()) == ([], ConnectWording.CHOSEN(count=0, all=3))
    dialog.all.click()
    assert (dialog.checked, dialog.count.text()) == (["a", "b", "c"], ConnectWording.CHOSEN(count=3, all=3))


def test_a_list_of_names_has_no_robot_to_choose(opened: Open) -> None:
    dialog = opened(NamesFile((), ("a",)))
    chosen: list[tuple[str, list[str]]] = []
    dialog.chosen.connect(lambda uri, names: chosen.append((uri, names)))
    assert not dialog.robot.isVisible()
    dialog.accept_button.click()

    assert chosen == [("", ["a"])]


def test_an_experiment_without_names_says_so(opened: Open) -> None:
    dialog = opened(NamesFile(ROBOTS[:1], ()))

    assert dialog.count.text() == ConnectWording.NO_TOPICS_IN_FILE()
    assert not dialog.all.isEnabled()
