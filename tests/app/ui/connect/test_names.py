from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from app.session.addresses import NamedRobot, NamesFile
from app.ui.connect.names import NamesFileDialog
from tests.fakes.session import ENGINE

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
    dialog.take.click()
    assert chosen == [(OTHER, ["b", "c"])]
    assert not dialog.isVisible()


def test_all_and_none_are_checked_at_once_and_counted(opened: Open) -> None:
    dialog = opened(NamesFile(ROBOTS, ("a", "b", "c")))
    dialog.none.click()
    assert (dialog.checked, dialog.count.text()) == ([], "0 of 3 chosen")
    dialog.all.click()
    assert (dialog.checked, dialog.count.text()) == (["a", "b", "c"], "3 of 3 chosen")


def test_a_list_of_names_has_no_robot_to_choose(opened: Open) -> None:
    dialog = opened(NamesFile((), ("a",)))
    chosen: list[tuple[str, list[str]]] = []
    dialog.chosen.connect(lambda uri, names: chosen.append((uri, names)))
    assert not dialog.robot.isVisible()
    dialog.take.click()

    assert chosen == [("", ["a"])]


def test_an_experiment_without_names_says_so(opened: Open) -> None:
    dialog = opened(NamesFile(ROBOTS[:1], ()))

    assert "type them in" in dialog.count.text()
    assert not dialog.all.isEnabled()
