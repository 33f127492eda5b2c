from __future__ import annotations

import asyncio
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from app.model.graph import Parameters
from app.model.status import ConnectionState
from app.session.errors import SessionError
from app.ui.base.theme import Themes
from app.ui.robot.parameter_model import ParameterColumn, ParameterKind
from app.ui.robot.parameters import OWNER, ParameterDialog, ParametersPanel
from app.wording.ui.robot import ParametersWording, RobotWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.questions import press_yes
from tests.fakes.ros_robot import ROBOT, TREE
from tests.fakes.session import URI
from tests.tools.sentences import shows


@pytest.fixture
def panel(robot: Surroundings) -> ParametersPanel:
    panel = ParametersPanel(
        robot.tools.graphs,
        robot.tools.robot_tools,
        robot.window,
    )
    panel.resize(600, 500)
    panel.show()
    panel.refresh(0.0)
    return panel


def value_text(panel: ParametersPanel, key: str) -> str:
    return str(panel.model.index_of(key).siblingAtColumn(ParameterColumn.VALUE).data())


async def test_parameters_are_watched_only_while_they_can_be_seen(panel: ParametersPanel, robot: Surroundings) -> None:
    watched = robot.session.graphs.watched
    assert watched == {OWNER: ROBOT}

    panel.hide()
    panel.set_open(False)
    assert watched == {}
    panel.show()
    panel.refresh(0.0)
    assert watched == {OWNER: ROBOT}
    panel.hide()
    panel.update_subscriptions()


async def test_all_are_shown_and_what_changes_with_them(panel: ParametersPanel, robot: Surroundings) -> None:
    assert value_text(panel, "/base/ticks") == "4096"
    assert panel.tree.isExpanded(panel.shown.mapFromSource(panel.model.index_of("/base")))

    robot.session.graphs.trees[ROBOT] = Parameters(2, {**TREE, "base": {"ticks": 1}})
    panel.refresh(1.0)
    assert value_text(panel, "/base/ticks") == "1"


async def test_until_they_are_known_it_waits_and_without_any_it_says_so(
    panel: ParametersPanel, robot: Surroundings
) -> None:
    robot.session.graphs.trees[ROBOT] = Parameters()
    panel.refresh(0.0)
    assert (panel.nothing.title, panel.nothing.hint) == (
        ParametersWording.NONE_YET(),
        RobotWording.ASKED_FOR(),
    )

    robot.session.graphs.trees[ROBOT] = Parameters(reason="The answer is too long", tip="Ask for a part of it.")
    panel.refresh(0.0)
    assert panel.nothing.title == ParametersWording.NONE_YET()
    assert panel.nothing.hint == "The answer is too long. Ask for a part of it."

    robot.session.graphs.trees[ROBOT] = Parameters(5, {})
    panel.refresh(0.0)
    assert panel.nothing.title == ParametersWording.NONE()

    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    assert panel.nothing.title == ParametersWording.HAS_NONE(name="robot")


async def test_a_robot_that_is_only_looked_at_is_not_changed(panel: ParametersPanel, robot: Surroundings) -> None:
    panel.select("/base/ticks")
    assert not panel.add_button.isEnabled()
    assert not panel.delete_button.isEnabled()
    assert shows(panel.add_button.toolTip(), RobotWording.ALLOW_FIRST)
    panel.ask_to_add()
    panel.ask_to_edit()
    panel.ask_to_delete()
    assert robot.window.findChildren(ParameterDialog) == []
    assert robot.window.findChildren(QMessageBox) == []

    robot.allow()
    assert panel.add_button.isEnabled()
    assert panel.delete_button.isEnabled()


async def test_a_value_is_written_in_its_place_and_keeps_its_type(panel: ParametersPanel, robot: Surroundings) -> None:
    robot.allow()
    panel.shown.setData(
        panel.shown.mapFromSource(panel.model.index_of("/base/wheel_radius").siblingAtColumn(ParameterColumn.VALUE)),
        "1",
    )
    await asyncio.sleep(0)
    assert robot.session.graphs.asked == [("set_parameter", ROBOT, "/base/wheel_radius", 1.0)]

    panel.model.setData(panel.model.index_of("/base/ticks").siblingAtColumn(ParameterColumn.VALUE), "few")
    assert panel.error_notice.isVisible()
    assert shows(panel.error_notice.texts[2], ParametersWording.NO_INTEGER, text="few")


async def test_what_the_robot_refuses_is_said(panel: ParametersPanel, robot: Surroundings) -> None:
    robot.allow()
    robot.session.graphs.error = SessionError("The master does not answer", "Wait.")
    panel.set("/base/ticks", 1)
    await asyncio.sleep(0)

    assert panel.error_notice.texts[2:] == ("The master does not answer", "Wait.")


async def test_one_is_added_beside_the_current_one(panel: ParametersPanel, robot: Surroundings) -> None:
    robot.allow()
    panel.select("/base/ticks")
    QTest.keyClick(panel.tree, Qt.Key.Key_Insert)
    (dialog,) = robot.window.findChildren(ParameterDialog)
    assert dialog.key.text() == "/base/"
    dialog.key.setText("/base/new")
    dialog.value.setPlainText("x")
    dialog.set.click()
    await asyncio.sleep(0)

    assert robot.session.graphs.asked == [("set_parameter", ROBOT, "/base/new", "x")]


async def test_a_dialog_that_is_answered_while_another_robot_is_shown_is_for_the_one_it_names(
    panel: ParametersPanel, robot: Surroundings
) -> None:
    robot.allow()
    panel.select("/base/ticks")
    panel.ask_to_edit()
    (dialog,) = robot.window.findChildren(ParameterDialog)
    assert robot.tools.preferences.robot_name(ROBOT) in dialog.windowTitle()
    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    dialog.value.setPlainText("1")
    dialog.set.click()
    await asyncio.sleep(0)

    assert robot.session.graphs.asked == [("set_parameter", ROBOT, "/base/ticks", 1)]


@pytest.mark.parametrize(
    ("key", "question"), [("/base/ticks", "Delete /base/ticks"), ("/base", "all parameters in /base")]
)
async def test_what_is_deleted_is_asked_for_first(
    panel: ParametersPanel, robot: Surroundings, key: str, question: str
) -> None:
    robot.allow()
    panel.select(key)
    QTest.keyClick(panel.tree, Qt.Key.Key_Delete)
    (box,) = robot.window.findChildren(QMessageBox)
    assert question in box.text()
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    press_yes(box)
    await asyncio.sleep(0)

    assert robot.session.graphs.asked == [("delete_parameter", ROBOT, key)]


@opens_a_menu
@pytest.mark.parametrize(
    ("key", "entry", "text"),
    [
        ("/base/ticks", "Copy name", "/base/ticks"),
        ("/base/ticks", "Copy as JSON", "4096"),
        ("/base/ports", "Copy as YAML", "[/dev/ttyUSB0, /dev/ttyUSB1]"),
        ("/move_base/planner", "Copy as YAML", "max_vel_x: 0.5\nyaw_goal_tolerance: 0.1"),
        ("/base/ticks", "Copy as command: get", f"teledeck param {ROBOT} get /base/ticks"),
        (
            "/move_base/planner",
            "Copy as command: set",
            f"""teledeck param {ROBOT} set /move_base/planner '{{"max_vel_x": 0.5, "yaw_goal_tolerance": 0.1}}'""",
        ),
    ],
)
async def test_the_menu_of_a_row_copies_what_it_is(panel: ParametersPanel, key: str, entry: str, text: str) -> None:
    panel.select(key)
    panel.tree.customContextMenuRequested.emit(panel.tree.visualRect(panel.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == entry).trigger()
    menu.close()

    assert QGuiApplication.clipboard().text() == text


async def test_a_filter_opens_the_way_to_what_matches(panel: ParametersPanel) -> None:
    panel.tree.collapseAll()
    panel.filter.setText("max_vel")
    panel.refresh(0.0)
    assert panel.tree.isExpanded(panel.shown.mapFromSource(panel.model.index_of("/move_base/planner")))

    panel.filter.setText("nothing of the kind")
    panel.refresh(0.0)
    assert panel.no_match.isVisible()
    assert panel.filter.isVisible()


def opened(qtbot: QtBot, themes: Themes, key: str, value: Any, *, adding: bool) -> tuple[ParameterDialog, list[Any]]:
    dialog = ParameterDialog(themes, "Rover", key, value, adding=adding)
    qtbot.addWidget(dialog)
    chosen: list[Any] = []
    dialog.chosen.connect(lambda key, value: chosen.append((key, value)))
    dialog.show()
    return dialog, chosen


def test_a_new_parameter_has_a_name_a_type_and_a_value(qtbot: QtBot, themes: Themes) -> None:
    dialog, chosen = opened(qtbot, themes, "/base/", "", adding=True)
    dialog.key.setText("base/max")
    dialog.kind.setCurrentIndex(dialog.kind.findData(ParameterKind.FLOAT.value))
    dialog.value.setPlainText("0.5")
    dialog.set.click()

    assert chosen == [("/base/max", 0.5)]
    assert not dialog.isVisible()


def test_what_is_changed_keeps_name_and_type(qtbot: QtBot, themes: Themes) -> None:
    dialog, chosen = opened(qtbot, themes, "/text", "one\ntwo", adding=False)
    assert not dialog.key.isEnabled()
    assert not dialog.kind.isEnabled()
    assert dialog.value.toPlainText() == "one\ntwo"
    dialog.value.setPlainText("three")
    dialog.set.click()

    assert chosen == [("/text", "three")]


@pytest.mark.parametrize(
    ("key", "kind", "text", "code"),
    [
        ("/a", ParameterKind.INTEGER, "x", ParametersWording.NO_INTEGER),
        ("", ParameterKind.TEXT, "x", ParametersWording.NO_NAME),
        ("/base/", ParameterKind.TEXT, "x", ParametersWording.NO_NAME),
        ("/two words", ParameterKind.TEXT, "x", ParametersWording.NO_NAME),
    ],
)
def test_it_stays_open_and_says_what_is_wrong(
    qtbot: QtBot, themes: Themes, key: str, kind: ParameterKind, text: str, code: ParametersWording
) -> None:
    dialog, chosen = opened(qtbot, themes, key, "", adding=True)
    dialog.kind.setCurrentIndex(dialog.kind.findData(kind.value))
    dialog.value.setPlainText(text)
    dialog.set.click()

    assert dialog.isVisible()
    assert shows(dialog.error.text(), code)
    assert chosen == []
