from __future__ import annotations

import asyncio

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent, QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.model.graph import Graph
from app.model.messages.values import JointDescription, JointKind, JointLimits
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.joints.panel import OWNER, JointsPanel
from app.ui.joints.rows import JointStatus
from app.ui.joints.table_model import JointColumn
from app.wording.ui.joints import JointsWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.joints import ARM, ARM_STATES, GRIPPER_STATES, JointSchema, move_arm, told
from tests.fakes.session import URI

STATES, GRIPPER = TopicKey(ARM, ARM_STATES), TopicKey(ARM, GRIPPER_STATES)
NOW_S = 1000.0


def hear(panel: JointsPanel, arm: Surroundings, at_s: float = 0.0) -> None:
    """The arm tells where it is, and the panel looks."""
    arm.session.now = NOW_S + at_s
    move_arm(arm.session, at_s)
    panel.refresh(arm.session.now)


def names(panel: JointsPanel) -> list[str]:
    return [row.name for row in panel.model.rows]


def shown(panel: JointsPanel) -> set[JointColumn]:
    return {column for column in JointColumn if not panel.table.isColumnHidden(column)}


async def test_all_joints_of_the_robot_in_view_are_shown(panel: JointsPanel, arm: Surroundings) -> None:
    assert names(panel) == [GRIPPER_STATES, ARM_STATES]
    hear(panel, arm)

    assert len(names(panel)) == 8
    assert names(panel)[:3] == ["finger_left", "finger_right", "shoulder_pan_joint"]
    assert {row.status for row in panel.model.rows} == {JointStatus.LIVE}


async def test_topics_are_subscribed_to_only_while_they_can_be_seen(panel: JointsPanel, arm: Surroundings) -> None:
    assert arm.session.topics.wants[OWNER] == {STATES, GRIPPER}
    panel.hide()
    panel.update_subscriptions()
    assert arm.session.topics.wants[OWNER] == set()
    panel.show()
    panel.refresh(NOW_S)
    assert arm.session.topics.wants[OWNER] == {STATES, GRIPPER}


async def test_a_topic_that_comes_later_is_shown_too(panel: JointsPanel, arm: Surroundings) -> None:
    arm.session.add_topics("/hand/joint_states", connection=ARM, schema=JointSchema())
    panel.refresh(NOW_S)
    assert "/hand/joint_states" in names(panel)


async def test_where_there_are_none_it_says_what_to_do(panel: JointsPanel, arm: Surroundings) -> None:
    arm.session.set_state(ConnectionState.CONNECTED, connection=URI)
    arm.current = URI
    panel.refresh(NOW_S)
    assert panel.nothing.title == JointsWording.NO_STATES()
    assert panel.nothing.hint
    assert arm.session.topics.wants[OWNER] == set()

    arm.session.set_state(ConnectionState.CONNECTING, "Nobody answers", connection=URI)
    panel.refresh(NOW_S)
    assert panel.nothing.hint == "Nobody answers"


async def test_another_robot_has_its_own_joints(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    arm.session.set_state(ConnectionState.CONNECTED, connection=URI)
    arm.session.add_topics("/joint_states", schema=JointSchema())
    arm.current = URI
    panel.refresh(NOW_S)

    assert names(panel) == ["/joint_states"]


async def test_when_the_robot_is_away_its_values_stay_and_are_old(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    arm.session.set_state(ConnectionState.LOST, "the network is gone", connection=ARM)
    panel.refresh(NOW_S + 1.0)

    assert {row.status for row in panel.model.rows} == {JointStatus.AWAY}
    assert all(row.is_old and row.position is not None for row in panel.model.rows)


async def test_limits_and_kinds_come_of_the_description_of_the_robot(panel: JointsPanel, arm: Surroundings) -> None:
    graphs = arm.session.graphs
    graphs.graphs[ARM] = Graph(1)
    graphs.error = SessionError("Nobody answers")
    arm.session.links.note_change()
    arm.session.receive(ARM_STATES, {"joints": [told("lift", 0.3), told("pan", 0.5)]}, connection=ARM)
    panel.refresh(NOW_S)
    await asyncio.sleep(0)
    panel.refresh(NOW_S + 1.0)
    assert graphs.asked == [("describe_joints", ARM)]
    graphs.error = None
    panel.refresh(NOW_S + 11.0)
    await asyncio.sleep(0)
    graphs.joints[ARM] = {"lift": JointDescription(JointKind.PRISMATIC, JointLimits(0.0, 0.4))}
    panel.refresh(NOW_S + 22.0)
    await asyncio.sleep(0)
    panel.refresh(NOW_S + 22.1)

    lift = next(row for row in panel.model.rows if row.name == "lift")
    assert panel.model.cell_text(lift, JointColumn.RANGE) == "0.0000 to 0.4000 m"
    assert JointColumn.RANGE in shown(panel)
    panel.refresh(NOW_S + 100.0)
    await asyncio.sleep(0)
    assert len(graphs.asked) == 3


async def test_a_robot_that_comes_back_is_asked_for_its_description_again(
    panel: JointsPanel, arm: Surroundings
) -> None:
    graphs = arm.session.graphs
    graphs.graphs[ARM] = Graph(1)
    graphs.joints[ARM] = {"lift": JointDescription(JointKind.PRISMATIC)}
    for state in (ConnectionState.CONNECTED, ConnectionState.LOST, ConnectionState.CONNECTED):
        arm.session.set_state(state, connection=ARM)
        panel.refresh(NOW_S)
        await asyncio.sleep(0)

    assert graphs.asked == [("describe_joints", ARM)] * 2


async def test_where_models_have_no_joints_it_says_what_is_waited_for(panel: JointsPanel, arm: Surroundings) -> None:
    assert panel.body.isVisible()
    arm.session.receive(GRIPPER_STATES, {"joints": []}, connection=ARM)
    panel.refresh(NOW_S)
    assert panel.nothing.isVisible()
    assert panel.nothing.title == JointsWording.NONE_YET()

    hear(panel, arm)
    assert panel.body.isVisible()


async def test_where_only_changes_are_told_a_joint_at_rest_is_not_old(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    panel.refresh(NOW_S + 30.0)
    assert {row.status for row in panel.model.rows} == {JointStatus.STALE}

    arm.session.links.tells_changes = True
    arm.session.links.note_change()
    panel.refresh(NOW_S + 30.0)
    assert {row.status for row in panel.model.rows} == {JointStatus.LIVE}


async def test_columns_that_nobody_tells_anything_of_are_left_out(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    assert shown(panel) == set(JointColumn)

    arm.session.remove_topics(ARM_STATES, GRIPPER_STATES, connection=ARM)
    arm.session.add_topics("/joint_states", connection=ARM, schema=JointSchema())
    for topic in (ARM_STATES, GRIPPER_STATES):
        arm.session.topic(topic, ARM).live = False
    arm.session.remove_topics(GRIPPER_STATES, connection=ARM)
    panel.robot_changed()
    panel.refresh(NOW_S)
    arm.session.receive("/joint_states", {"joints": [told("pan", 0.5)]}, connection=ARM)
    panel.refresh(NOW_S + 1.0)
    assert shown(panel) == {JointColumn.NAME, JointColumn.POSITION, JointColumn.TRACE, JointColumn.AGE}


async def test_in_a_narrow_dock_position_and_trace_are_left(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    panel.resize(420, 300)
    QApplication.sendPostedEvents()

    assert {JointColumn.NAME, JointColumn.POSITION, JointColumn.TRACE} <= shown(panel)
    assert JointColumn.EFFORT not in shown(panel)
    panel.resize(1000, 300)
    QApplication.sendPostedEvents()
    assert shown(panel) == set(JointColumn)


async def test_unit_columns_and_order_are_remembered(panel: JointsPanel, arm: Surroundings) -> None:
    panel.unit.setCurrentIndex(1)
    panel.table.horizontalHeader().setSortIndicator(JointColumn.NAME, Qt.SortOrder.DescendingOrder)
    panel.table.setColumnWidth(JointColumn.NAME, 301)
    panel.save()
    again = JointsPanel(
        arm.tools.topics,
        arm.tools.graphs,
        arm.tools.robot_tools,
        arm.tools.show_topic,
        arm.window,
    )
    again.resize(1000, 400)
    again.show()
    again.refresh(NOW_S)
    hear(again, arm)

    assert again.model.cell_text(again.model.rows[0], JointColumn.POSITION).endswith("°")
    assert names(again)[0] == "wrist_3_joint"
    assert again.table.columnWidth(JointColumn.NAME) == 301


async def test_it_begins_in_the_order_of_the_robot_and_a_third_click_goes_back_to_it(
    panel: JointsPanel, arm: Surroundings
) -> None:
    hear(panel, arm)
    first = names(panel)
    header = panel.table.horizontalHeader()
    place = QPoint(header.sectionViewportPosition(JointColumn.POSITION) + 10, header.height() // 2)
    orders = []
    for _ in range(3):
        QTest.mouseClick(header.viewport(), Qt.MouseButton.LeftButton, pos=place)
        orders.append(names(panel))

    assert (orders[0][0], orders[1][0]) == ("wrist_2_joint", "elbow_joint")
    assert orders[0] != first
    assert orders[2] == first


async def test_what_is_selected_stays_so_whatever_comes(panel: JointsPanel, arm: Surroundings) -> None:
    arm.session.receive(ARM_STATES, {"joints": [told("elbow_joint", 0.5)]}, connection=ARM)
    panel.refresh(NOW_S)
    panel.table.selectRow(names(panel).index("elbow_joint"))
    hear(panel, arm)
    assert [row.name for row in panel.selected] == ["elbow_joint"]
    panel.filter.setText("elbow")
    assert [row.name for row in panel.selected] == ["elbow_joint"]


async def test_joints_are_copied_selected_or_all(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    panel.copy()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 9

    panel.table.selectRow(0)
    QTest.keyClick(panel.table, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    lines = QGuiApplication.clipboard().text().splitlines()
    assert [line.split("\t")[0] for line in lines] == ["Joint", "finger_left"]


async def test_a_topic_that_is_asked_for_is_selected_when_it_tells_of_joints(
    panel: JointsPanel, arm: Surroundings
) -> None:
    panel.filter.setText("nothing")
    panel.show_topic(GRIPPER)
    hear(panel, arm)

    assert [row.name for row in panel.selected] == ["finger_left", "finger_right"]
    panel.table.clearSelection()
    panel.table.selectRow(4)
    hear(panel, arm, 1.0)
    assert [row.name for row in panel.selected] == [names(panel)[4]]


async def test_p_and_the_menu_plot_what_is_selected(panel: JointsPanel, arm: Surroundings) -> None:
    asked: list[object] = []
    panel.plot_asked.connect(asked.append)
    hear(panel, arm)
    panel.table.selectRow(names(panel).index("elbow_joint"))
    QTest.keyClick(panel.table, Qt.Key.Key_P)

    assert asked == [[(STATES, "position[2]")]]


async def test_enter_goes_to_the_topic(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    panel.table.selectRow(0)
    QTest.keyClick(panel.table, Qt.Key.Key_Return)
    assert arm.shown_topics == [GRIPPER]


def menu_at(panel: JointsPanel, row: int) -> QMenu:
    table = panel.table
    place = table.visualRect(panel.model.index(row, 0)).center()
    table.selectRow(row)
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, place, table.viewport().mapToGlobal(place))
    QApplication.sendEvent(table.viewport(), event)
    return next(menu for menu in panel.findChildren(QMenu) if menu.isVisible())


@opens_a_menu
async def test_the_operator_says_how_a_joint_moves_where_nobody_does(panel: JointsPanel, arm: Surroundings) -> None:
    arm.session.receive(ARM_STATES, {"joints": [told("lift", 0.5), told("pan", 0.5)]}, connection=ARM)
    panel.refresh(NOW_S)
    row = names(panel).index("lift")
    assert panel.model.cell_text(panel.model.rows[row], JointColumn.POSITION) == "0.500 rad?"
    menu = menu_at(panel, row)
    next(action for action in menu.actions() if "(m)" in action.text()).trigger()
    menu.close()
    assert panel.model.cell_text(panel.model.rows[row], JointColumn.POSITION) == "0.5000 m"

    again = JointsPanel(
        arm.tools.topics,
        arm.tools.graphs,
        arm.tools.robot_tools,
        arm.tools.show_topic,
        arm.window,
    )
    again.show()
    again.refresh(NOW_S)
    arm.session.receive(ARM_STATES, {"joints": [told("lift", 0.5), told("pan", 0.5)]}, connection=ARM)
    again.refresh(NOW_S)
    assert [again.model.cell_text(each, JointColumn.POSITION) for each in again.model.rows][1:] == [
        "0.5000 m",
        "0.500 rad?",
    ]


@opens_a_menu
async def test_the_menu_offers_only_what_there_is(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    menu = menu_at(panel, 0)
    enabled = {action.text(): action.isEnabled() for action in menu.actions() if action.text()}

    assert enabled[JointsWording.PLOT_POSITION()]
    assert not enabled[JointsWording.PLOT_EFFORT()]
    assert not any("turns" in text for text in enabled)
    menu.close()


async def test_its_rows_are_told_whole_as_tool_tips(panel: JointsPanel, arm: Surroundings) -> None:
    hear(panel, arm)
    index = panel.model.index(0, JointColumn.POSITION)
    tip = str(index.data(Qt.ItemDataRole.ToolTipRole))
    assert "finger_left" in tip
    assert "position[0]" in tip


@pytest.mark.parametrize("skipped", [0, 3])
async def test_what_is_left_out_of_messages_is_counted(panel: JointsPanel, arm: Surroundings, skipped: int) -> None:
    arm.session.receive(ARM_STATES, {"joints": [told("pan", 0.5)], "skipped": skipped}, connection=ARM)
    panel.refresh(NOW_S)
    assert panel.skipped.isHidden() == (not skipped)
