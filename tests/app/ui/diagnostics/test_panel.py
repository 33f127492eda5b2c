from __future__ import annotations

import time

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu

from app.model.messages.values import DiagnosticLevel, Diagnostics
from app.model.schema import DecodeError, Role
from app.model.topics import TopicInfo, TopicKey
from app.ui.diagnostics.panel import OWNER, DiagnosticsPanel, diagnostic_topics, shown_at_first
from app.ui.diagnostics.rows import DiagnosticColumn
from app.wording.ui.diagnostics import DiagnosticsWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.diagnostics import AGGREGATED, GOOD, SECOND_NS, TOPIC, WORSE, add_diagnostics, send_diagnostics
from tests.fakes.geometry import GeometrySchema, add_topic
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import shows


@pytest.fixture
def panel(robot: Surroundings) -> DiagnosticsPanel:
    panel = make(robot)
    panel.resize(900, 500)
    panel.show()
    panel.refresh(0.0)
    return panel


def make(robot: Surroundings) -> DiagnosticsPanel:
    tools = robot.tools
    return DiagnosticsPanel(
        tools.topics,
        tools.robot_tools,
        tools.show_topic,
        robot.window,
    )


@pytest.fixture
def told(panel: DiagnosticsPanel, robot: Surroundings) -> DiagnosticsPanel:
    """The panel of a robot that was well and is no more."""
    add_diagnostics(robot.session)
    panel.refresh(0.0)
    now_ns = time.time_ns()
    send_diagnostics(robot.session, GOOD, now_ns - SECOND_NS)
    send_diagnostics(robot.session, WORSE, now_ns)
    panel.refresh(0.0)
    return panel


def names(panel: DiagnosticsPanel) -> list[str]:
    return [panel.model.text(key, DiagnosticColumn.NAME) for key in panel.model.names()]


def current(panel: DiagnosticsPanel) -> str:
    return panel.model.text(panel.current, DiagnosticColumn.NAME)


async def test_it_listens_while_its_dock_is_open_also_where_it_can_not_be_seen(
    told: DiagnosticsPanel, robot: Surroundings
) -> None:
    assert robot.session.topics.wants[OWNER] == {TOPIC}
    told.hide()
    assert (OWNER, TOPIC) in robot.session.topics.sinks

    told.set_open(False)
    assert robot.session.topics.wants[OWNER] == set()
    assert not [key for owner, key in robot.session.topics.sinks if owner == OWNER]


async def test_parts_are_shown_as_a_tree_that_is_open(told: DiagnosticsPanel) -> None:
    assert names(told)[:3] == ["Base", "rover", "Battery"]
    key = next(iter(told.model.names()))
    assert told.tree.isExpanded(told.model.index_of(key))
    assert shows(told.history.text(), DiagnosticsWording.GOT_WORSE, count="3")


async def test_the_values_of_the_selected_part_are_shown_and_follow_it(
    told: DiagnosticsPanel, robot: Surroundings
) -> None:
    assert shows(told.no_details.hint, DiagnosticsWording.SELECT)
    told.go_to_fault(1)
    assert current(told) == "Battery"
    assert told.values.item(0, 1).text() == "21.4 V"

    status = WORSE.statuses[0]
    values = (("voltage", "20.0 V"), *status.values[1:])
    changed = Diagnostics((type(status)(status.name, status.level, status.text, status.hardware_id, values),))
    send_diagnostics(robot.session, changed, time.time_ns())
    told.refresh(0.0)
    assert told.values.item(0, 1).text() == "20.0 V"
    told.values_view.copy_requested.emit()
    assert QGuiApplication.clipboard().text().splitlines()[0] == "voltage: 20.0 V"

    told.select(list(told.model.names())[4])
    assert shows(told.no_details.hint, DiagnosticsWording.NO_VALUES)


async def test_keys_go_from_fault_to_fault(told: DiagnosticsPanel) -> None:
    told.tree.setFocus()
    visited = []
    for _ in range(4):
        QTest.keyClick(told.tree, Qt.Key.Key_F4)
        visited.append(current(told))
    QTest.keyClick(told.tree, Qt.Key.Key_F4, Qt.KeyboardModifier.ShiftModifier)

    assert visited == ["Battery", "Motor left", "Connection", "Battery"]
    assert current(told) == "Connection"


async def test_what_got_worse_is_listed_and_leads_to_the_part(told: DiagnosticsPanel) -> None:
    told.history.setChecked(True)
    assert told.changes.rowCount() == 3
    assert told.details.currentWidget() is told.changes_view

    told.changes_view.activated.emit(told.changes.index(1, 0))
    assert current(told) == "Motor left"


async def test_only_parts_of_a_level_are_shown_and_that_there_are_none_is_said(
    told: DiagnosticsPanel, robot: Surroundings
) -> None:
    told.level.setCurrentIndex(DiagnosticLevel.ERROR)
    assert names(told) == ["Base", "rover", "Motor left", "Sensors", "hokuyo", "Connection"]

    send_diagnostics(robot.session, GOOD, time.time_ns())
    told.refresh(0.0)
    assert not told.no_match.isHidden()
    assert shows(told.no_match.title, DiagnosticsWording.NO_FAULTS)
    told.filter.setText("nothing")
    assert shows(told.no_match.title, DiagnosticsWording.NO_MATCH)


async def test_of_several_topics_the_aggregated_one_is_shown_and_others_can_be_chosen(
    panel: DiagnosticsPanel, robot: Surroundings
) -> None:
    for key in (TOPIC, AGGREGATED):
        add_diagnostics(robot.session, key)
    panel.refresh(0.0)
    assert not panel.topic.isHidden()
    assert robot.session.topics.wants[OWNER] == {AGGREGATED}

    panel.topic.setCurrentIndex(0)
    assert robot.session.topics.wants[OWNER] == {TOPIC, AGGREGATED}
    for key in (TOPIC, AGGREGATED):
        send_diagnostics(robot.session, WORSE, time.time_ns(), key)
    panel.refresh(0.0)
    assert [name for name in names(panel) if name.startswith("/")] == ["/diagnostics", "/diagnostics_agg"]


async def test_messages_that_can_not_be_read_are_counted(told: DiagnosticsPanel, robot: Surroundings) -> None:
    send_diagnostics(robot.session, DecodeError("broken"), time.time_ns())
    told.refresh(0.0)

    assert told.unreadable == 1
    assert names(told)[:2] == ["Base", "rover"]


async def test_a_dock_that_was_closed_counts_no_silence(told: DiagnosticsPanel, robot: Surroundings) -> None:
    told.set_open(False)
    for part in told.model.parts.parts.values():
        part.received_ns -= 100 * SECOND_NS
        part.stale_at_ns -= 100 * SECOND_NS
    told.set_open(True)
    told.refresh(0.0)

    assert told.model.parts.worsened == 3
    assert robot.session.topics.wants[OWNER] == {TOPIC}


async def test_where_there_are_none_that_is_said_with_what_to_do(panel: DiagnosticsPanel, robot: Surroundings) -> None:
    assert shows(panel.nothing.title, DiagnosticsWording.NONE)
    assert shows(panel.nothing.hint, DiagnosticsWording.NONE_TIP)

    add_diagnostics(robot.session)
    panel.refresh(0.0)
    assert shows(panel.nothing.title, DiagnosticsWording.NONE_YET)
    assert shows(panel.nothing.hint, DiagnosticsWording.NONE_YET_TIP, topics="/diagnostics")


async def test_another_robot_has_other_parts(told: DiagnosticsPanel, robot: Surroundings) -> None:
    robot.session.links.infos.pop(ROBOT)
    robot.session.links.note_change()
    robot.current = None
    told.refresh(0.0)

    assert names(told) == []
    assert told.changes.rowCount() == 0
    assert robot.session.topics.wants[OWNER] == set()


@opens_a_menu
async def test_the_menu_copies_and_goes_to_the_topic(told: DiagnosticsPanel, robot: Surroundings) -> None:
    told.go_to_fault(1)
    told.tree.customContextMenuRequested.emit(told.tree.visualRect(told.tree.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    actions["Copy values"].trigger()
    next(action for words, action in actions.items() if shows(words, DiagnosticsWording.SHOW_TOPIC)).trigger()
    menu.close()

    assert QGuiApplication.clipboard().text().startswith("voltage: 21.4 V\n")
    assert robot.shown_topics == [TOPIC]


async def test_the_level_that_was_chosen_is_there_again(told: DiagnosticsPanel, robot: Surroundings) -> None:
    told.level.setCurrentIndex(DiagnosticLevel.WARN)
    told.save()

    assert make(robot).level.currentData() == DiagnosticLevel.WARN


def test_topics_with_diagnostics_are_found_by_their_role_whatever_their_names(session: FakeSession) -> None:
    for name in ("/toplevel_state", "/diagnostics"):
        add_topic(session, name, GeometrySchema(Role.DIAGNOSTICS))
    add_topic(session, "/odom", GeometrySchema(Role.POSE))
    add_topic(session, "/other", GeometrySchema(Role.DIAGNOSTICS), "ros1://other:11311")

    assert [key.topic for key in diagnostic_topics(session.topics, URI)] == ["/diagnostics", "/toplevel_state"]
    assert diagnostic_topics(session.topics, "ros1://nobody:11311") == ()


def test_a_topic_that_nobody_publishes_tells_nothing(session: FakeSession) -> None:
    key = add_topic(session, "/diagnostics", GeometrySchema(Role.DIAGNOSTICS))
    topic = session.topics.store.get(key)
    assert topic is not None
    topic.info = TopicInfo(key.topic, "test", 0, 1)

    assert diagnostic_topics(session.topics, URI) == ()


def test_the_aggregated_topic_is_shown_at_first_and_else_all_are() -> None:
    keys = [TopicKey(URI, name) for name in ("/diagnostics", "/diagnostics_agg")]

    assert shown_at_first(keys) == "/diagnostics_agg"
    assert shown_at_first(keys[:1]) == ""


def test_no_fault_of_now_is_missed_while_other_views_show_the_past(told: DiagnosticsPanel, robot: Surroundings) -> None:
    topics = robot.session.topics
    assert told.is_of_now
    listened = {known for known in topics.sinks if known[0] == OWNER}
    assert listened
    assert listened <= topics.histories
