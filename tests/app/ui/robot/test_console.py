from __future__ import annotations

import json
import time
from dataclasses import replace

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractSlider, QApplication, QMenu

from app.model.messages.values import LogLevel, LogLine
from app.model.schema import Payload, Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.ui.robot.console import OWNER, PAST_OWNER, ConsoleColumn, ConsolePanel
from app.wording.ui.robot import ConsoleWording
from app.wording.ui.widgets import WidgetsWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.deliveries import delivery
from tests.fakes.ros_robot import ROBOT, ROSOUT, MeaningSchema, log_line
from tests.fakes.session import URI

KEY = TopicKey(ROBOT, ROSOUT)


@pytest.fixture
def panel(robot: Surroundings) -> ConsolePanel:
    panel = ConsolePanel(
        robot.tools.topics,
        robot.tools.robot_tools,
        robot.window,
    )
    panel.resize(1000, 300)
    panel.show()
    panel.refresh(0.0)
    return panel


def say(robot: Surroundings, panel: ConsolePanel, *lines: dict[str, object] | str) -> None:
    values = [log_line(line) if isinstance(line, str) else line for line in lines]
    robot.session.receive(ROSOUT, *values, connection=ROBOT)
    panel.refresh(0.0)


def shown(panel: ConsolePanel, column: ConsoleColumn = ConsoleColumn.TEXT) -> list[str]:
    return [str(panel.model.index(row, column).data()) for row in range(panel.model.rowCount())]


async def test_it_listens_to_the_robot_in_view_as_long_as_its_dock_is_open(
    panel: ConsolePanel, robot: Surroundings
) -> None:
    session = robot.session
    assert session.topics.wants[OWNER] == {KEY}
    assert (OWNER, KEY) in session.topics.sinks
    assert panel.nothing.title == ConsoleWording.NOTHING_YET()

    panel.set_open(False)
    panel.refresh(0.0)
    assert session.topics.wants[OWNER] == set()
    assert session.topics.sinks == {}
    panel.set_open(True)
    panel.refresh(0.0)
    assert session.topics.wants[OWNER] == {KEY}


async def test_a_robot_without_a_console_is_said_to_have_none(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "a")
    robot.session.links.log_topic = ""
    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)

    assert panel.nothing.title == ConsoleWording.HAS_NONE(name="robot")
    assert robot.session.topics.wants[OWNER] == {KEY}
    assert panel.model.is_empty
    panel.set_open(False)


async def test_lines_are_shown_as_they_come(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "ready", log_line("stuck", LogLevel.ERROR, "/arm"))

    assert shown(panel) == ["ready", "stuck"]
    assert shown(panel, ConsoleColumn.NODE) == ["/base", "/arm"]
    assert panel.count.text() == "2 lines"
    assert panel.lost.text() == ""


async def test_level_node_and_words_filter(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "ready", log_line("stuck", LogLevel.ERROR, "/arm"), log_line("slow", LogLevel.WARN))
    panel.level.setCurrentIndex(panel.level.findData(LogLevel.WARN))
    assert shown(panel) == ["stuck", "slow"]
    panel.node.setCurrentIndex(panel.node.findData("/arm"))
    assert shown(panel) == ["stuck"]
    panel.filter.setText("nothing of it")
    panel.refresh(0.0)
    assert shown(panel) == []
    # where it can be changed
    assert panel.filter.isVisible()


async def test_in_a_narrow_dock_what_is_said_has_the_room(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "ready")
    header = panel.view.horizontalHeader()
    assert not header.isSectionHidden(ConsoleColumn.NODE)
    full = header.sectionSize(ConsoleColumn.TIME)

    for width in (700, 450, 300):
        panel.resize(width, 300)
        QApplication.processEvents()
        left = header.sectionViewportPosition(ConsoleColumn.TEXT)
        assert left + header.sectionSize(ConsoleColumn.TEXT) <= panel.view.viewport().width()
        assert header.sectionSize(ConsoleColumn.TEXT) >= header.width() // 2 - 1
    assert header.isSectionHidden(ConsoleColumn.NODE)
    assert header.sectionSize(ConsoleColumn.TIME) < full
    assert panel.model.is_short

    panel.resize(1000, 300)
    QApplication.processEvents()
    assert header.sectionSize(ConsoleColumn.TIME) == full
    assert not panel.model.is_short


async def test_nodes_are_offered_in_order(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, log_line("x", node="/c"), log_line("x", node="/a"))
    panel.node.setCurrentIndex(panel.node.findData("/c"))
    say(robot, panel, log_line("x", node="/b"))

    assert [panel.node.itemText(index) for index in range(panel.node.count())] == [
        ConsoleWording.ALL_NODES(),
        "/a",
        "/b",
        "/c",
    ]
    assert panel.node.currentData() == "/c"


async def test_who_reads_is_not_disturbed_and_told_how_much_more_there_is(
    panel: ConsolePanel, robot: Surroundings
) -> None:
    say(robot, panel, *(str(number) for number in range(200)))
    QApplication.sendPostedEvents()
    panel.refresh(0.0)
    bar = panel.view.verticalScrollBar()
    assert bar.value() == bar.maximum() > 0

    bar.triggerAction(QAbstractSlider.SliderAction.SliderPageStepSub)
    assert not panel.follow.isChecked()
    place = bar.value()
    say(robot, panel, "more", "and more")
    assert bar.value() == place
    assert panel.count.text() == f"{ConsoleWording.LINES(count=200)}, {ConsoleWording.MORE_SINCE(count=2)}"

    panel.follow.click()
    assert bar.value() == bar.maximum()
    assert shown(panel)[-1] == "and more"


async def test_what_is_selected_does_not_run_away(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "a", "b")
    panel.view.selectRow(1)
    say(robot, panel, "c")
    assert not panel.follow.isChecked()
    assert shown(panel) == ["a", "b"]

    panel.copy_button.click()
    assert QGuiApplication.clipboard().text().endswith("INFO /base: b [base.cpp:41 (on_twist)]")
    panel.follow.click()
    panel.copy_button.click()
    assert QGuiApplication.clipboard().text().count("\n") == 2


@opens_a_menu
async def test_a_menu_filters_by_what_a_line_is(panel: ConsolePanel, robot: Surroundings) -> None:
    say(robot, panel, "ready", log_line("stuck", LogLevel.ERROR, "/arm"))
    panel.view.customContextMenuRequested.emit(panel.view.visualRect(panel.model.index(1, 0)).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    actions = {action.text(): action for action in menu.actions()}
    assert list(actions) == [
        ConsoleWording.COPY_LINES(),
        ConsoleWording.COPY_TEXT(),
        "",
        ConsoleWording.ONLY(name="/arm"),
        ConsoleWording.ONLY_AND_ABOVE(level=ConsoleWording.ERROR()),
        ConsoleWording.SHOW_ALL(),
        ConsoleWording.CLEAR(),
    ]
    actions[ConsoleWording.ONLY(name="/arm")].trigger()
    assert shown(panel) == ["stuck"]
    actions[ConsoleWording.COPY_TEXT()].trigger()
    assert QGuiApplication.clipboard().text() == "stuck"
    actions[ConsoleWording.SHOW_ALL()].trigger()
    assert shown(panel) == ["ready", "stuck"]
    menu.close()


class _LoudSchema(MeaningSchema):
    """Lines of another definition: they are read in capitals."""

    def read(self, role: Role, payload: Payload) -> object:
        line = super().read(role, payload)
        assert isinstance(line, LogLine)
        return replace(line, text=line.text.upper())


async def test_a_line_is_read_by_the_definition_by_which_it_was_sent(panel: ConsolePanel, robot: Surroundings) -> None:
    robot.session.receive(ROSOUT, log_line("quiet"), connection=ROBOT)
    # another publisher of the topic, or the same that came back
    robot.session.topic(ROSOUT, ROBOT).schema = _LoudSchema("rosgraph_msgs/Log", roles=[Role.LOG_LINE])
    robot.session.receive(ROSOUT, log_line("loud"), connection=ROBOT)
    panel.refresh(0.0)

    assert shown(panel) == ["quiet", "LOUD"]


async def test_what_can_not_be_read_or_came_too_fast_is_counted(panel: ConsolePanel, robot: Surroundings) -> None:
    robot.session.receive(ROSOUT, b"no line", log_line("a"), connection=ROBOT)
    panel.feed.dropped = 1234
    panel.refresh(0.0)

    assert shown(panel) == ["a"]
    assert panel.lost.text() == "1,234 dropped, 1 unreadable"
    panel.clear_button.click()
    assert panel.lost.text() == ""
    assert panel.model.is_empty


async def test_the_level_is_remembered(panel: ConsolePanel, robot: Surroundings) -> None:
    panel.level.setCurrentIndex(panel.level.findData(LogLevel.ERROR))
    panel.save()
    again = ConsolePanel(
        robot.tools.topics,
        robot.tools.robot_tools,
        robot.window,
    )

    assert again.level.currentData() is LogLevel.ERROR


async def test_a_flood_of_ten_thousand_lines_a_second_leaves_time_for_frames(
    panel: ConsolePanel, robot: Surroundings
) -> None:
    payloads = [json.dumps(log_line(f"line {number}")).encode() for number in range(500)]
    sink = robot.session.topics.sinks[OWNER, KEY]
    schema = robot.session.topic(ROSOUT, ROBOT).schema
    assert schema is not None
    spent = []
    for _ in range(100):
        sink(delivery(*payloads, schema=schema))
        began = time.thread_time()
        panel.refresh(0.0)
        panel.view.viewport().repaint()
        spent.append(time.thread_time() - began)

    assert panel.feed.received == 100 * 500
    # of a twentieth of a second, and twice what is needed; the rest is for frames
    assert min(spent) < 0.025
    assert panel.model.rowCount() >= 20_000


def say_to(robot: Surroundings, owner: str, *lines: str) -> None:
    """Lines of now, or of the time that views show, come."""
    schema = robot.session.topic(ROSOUT, ROBOT).schema
    assert schema is not None
    payloads = [json.dumps(log_line(line)).encode() for line in lines]
    robot.session.topics.sinks[owner, KEY](delivery(*payloads, schema=schema))


async def test_the_past_has_the_lines_of_then_and_now_those_that_came_meanwhile(
    panel: ConsolePanel, robot: Surroundings
) -> None:
    topics = robot.session.topics
    say(robot, panel, "now 1")
    topics.jump = 0
    say_to(robot, OWNER, "now 2")
    panel.refresh(0.5)
    assert shown(panel) == ["now 1"]

    topics.jump = 1
    panel.refresh(1.0)
    assert shown(panel) == []
    assert panel.nothing.title == ConsoleWording.NOTHING_LOGGED_THEN()
    assert not panel.clear_button.isEnabled()

    panel.follow.setChecked(False)
    say_to(robot, PAST_OWNER, "then 1", "then 2")
    panel.refresh(2.0)
    say_to(robot, PAST_OWNER, "then 3")
    panel.refresh(3.0)
    panel.follow.setChecked(True)
    assert shown(panel) == ["then 1", "then 2", "then 3"]

    topics.jump = 2
    say_to(robot, PAST_OWNER, "then 1")
    panel.refresh(4.0)
    assert shown(panel) == ["then 1"]

    topics.jump = 3
    topics.unheard.add(KEY)
    panel.refresh(5.0)
    assert shown(panel) == []
    assert panel.nothing.title == WidgetsWording.NOBODY_LISTENED()

    topics.unheard.clear()
    say_to(robot, OWNER, "now 3")
    topics.jump = None
    panel.refresh(6.0)
    assert shown(panel) == ["now 1", "now 2", "now 3"]
    assert panel.clear_button.isEnabled()
    say(robot, panel, "now 4")
    assert shown(panel) == ["now 1", "now 2", "now 3", "now 4"]
