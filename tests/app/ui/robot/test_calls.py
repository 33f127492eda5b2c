from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable

import pytest
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QMenu, QMessageBox
from pytestqt.qtbot import QtBot

from app.model.graph import Graph, ServiceSignature
from app.model.status import ConnectionState
from app.session.errors import SessionError
from app.ui.robot.call_targets import SERVICES, TOPICS
from app.ui.robot.calls import CallsPanel
from app.wording.session import SessionWording
from app.wording.ui.publishing import PublishingWording
from app.wording.ui.robot import CallsWording, RobotWording
from tests.app.ui.robot.conftest import Surroundings, opens_a_menu
from tests.fakes.ros_robot import ROBOT
from tests.fakes.session import URI, JsonSchema
from tests.fakes.waiting import eventually
from tests.tools.sentences import shows


@pytest.fixture
async def panel(robot: Surroundings) -> AsyncIterator[CallsPanel]:
    panel = CallsPanel(
        robot.tools.topics,
        robot.tools.graphs,
        robot.tools.robot_tools,
        robot.window,
    )
    panel.resize(600, 700)
    panel.show()
    panel.refresh(0.0)
    yield panel
    await panel.publishing.stop_publishing()


async def turns(count: int = 4) -> None:
    """Let what was begun come to its end."""
    for _ in range(count):
        await asyncio.sleep(0)


async def choose_spawn(panel: CallsPanel) -> None:
    panel.targets.choose(SERVICES, "/spawn")
    await turns()


async def test_a_service_is_asked_how_it_is_called_when_it_is_chosen(panel: CallsPanel, robot: Surroundings) -> None:
    assert panel.reason_page.isVisible()
    await choose_spawn(panel)

    assert robot.session.graphs.asked == [("probe_service", ROBOT, "/spawn")]
    assert (panel.title.text(), panel.type.text()) == ("/spawn", "rover/Spawn")
    assert panel.editor.isVisible()
    assert panel.call_button.isVisible()
    assert not panel.once_button.isVisible()


async def test_a_call_shows_its_answer_and_how_long_it_took(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    await choose_spawn(panel)
    panel.editor.set_message({"name": "a"})
    panel.call_button.click()
    await turns()

    assert robot.session.graphs.asked[-1] == ("call_service", ROBOT, "/spawn", {"name": "a"})
    assert json.loads(panel.answer.toPlainText())["success"] is True
    assert shows(panel.answered.text(), CallsWording.ANSWERED)


async def test_the_button_has_the_focus_again_after_a_call_that_failed(
    panel: CallsPanel, robot: Surroundings, qtbot: QtBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = asyncio.Event()

    async def call(*_: object) -> None:
        await answered.wait()
        raise SessionError("/spawn: there is no room", "Ask again later.")

    monkeypatch.setattr(robot.session.commands, "call_service", call)
    robot.allow()
    await choose_spawn(panel)
    with qtbot.waitActive(panel.window(), timeout=20_000):
        panel.window().show()
        panel.window().activateWindow()
    panel.call_button.setFocus()
    panel.call_button.click()
    await turns()
    assert not panel.call_button.isEnabled()
    assert not panel.call_button.hasFocus()
    answered.set()
    await turns()
    assert panel.failure.isVisible()
    assert panel.call_button.hasFocus()

    # unless somebody went elsewhere meanwhile
    answered.clear()
    panel.call_button.click()
    await turns()
    panel.targets.list.setFocus()
    answered.set()
    await turns()
    assert panel.targets.list.hasFocus()


async def test_nothing_is_called_on_a_robot_that_is_only_looked_at(panel: CallsPanel, robot: Surroundings) -> None:
    await choose_spawn(panel)
    assert not panel.call_button.isEnabled()
    assert shows(panel.call_button.toolTip(), RobotWording.ALLOW_FIRST)
    panel.call()
    await turns()
    assert [question[0] for question in robot.session.graphs.asked] == ["probe_service"]
    assert shows(panel.failure.texts[2], SessionWording.LOCKED)

    robot.allow()
    assert panel.call_button.isEnabled()
    assert panel.locked.isHidden()


async def test_a_call_that_is_not_allowed_says_beside_its_button_what_to_do(panel: CallsPanel) -> None:
    assert not panel.locked.isVisible()
    await choose_spawn(panel)

    assert panel.locked.isVisible()
    assert shows(panel.locked.text(), RobotWording.ALLOW_FIRST)


async def test_what_a_service_refuses_is_said_in_its_words(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    await choose_spawn(panel)
    robot.session.graphs.error = SessionError("/spawn: there is no room", "Ask again later.")
    panel.call()
    await turns()

    assert panel.failure.texts == (CallsWording.FAILED(), "", "/spawn: there is no room", "Ask again later.")
    assert panel.call_button.isEnabled()


async def test_a_failure_stands_where_the_answer_would_and_the_next_answer_takes_its_place(
    panel: CallsPanel, robot: Surroundings
) -> None:
    robot.allow()
    await choose_spawn(panel)
    before = panel.targets.list.geometry()
    robot.session.graphs.error = SessionError("/spawn: there is no room", "Ask again later.")
    panel.call()
    await turns()
    chosen = panel.targets.list.visualRect(panel.targets.list.currentIndex())

    assert panel.failure.isVisible()
    assert not panel.answer.isVisible()
    assert panel.error_notice.isHidden()
    assert panel.targets.list.geometry() == before
    assert panel.targets.list.viewport().rect().contains(chosen)

    robot.session.graphs.error = None
    panel.call()
    await turns()
    assert panel.failure.isHidden()
    assert panel.answer.isVisible()


async def test_a_service_that_can_not_be_asked_says_why(panel: CallsPanel, robot: Surroundings) -> None:
    robot.session.graphs.error = SessionError("Nobody offers /spawn any more", "It may come back.")
    await choose_spawn(panel)

    assert (panel.reason_page.title, panel.reason_page.hint) == ("Nobody offers /spawn any more", "It may come back.")
    assert not panel.call_button.isEnabled()


async def test_without_a_definition_it_says_where_to_get_one(panel: CallsPanel, robot: Surroundings) -> None:
    unknown = JsonSchema("rover/SpawnRequest")
    unknown.known = False
    robot.session.graphs.shapes["/spawn"] = ServiceSignature("/spawn", "rover/Spawn", unknown, unknown)
    await choose_spawn(panel)

    assert panel.reason_page.title == CallsWording.TYPE_UNKNOWN(type="rover/Spawn")
    assert "--msg-path" in panel.reason_page.hint


async def test_an_answer_to_another_service_is_not_shown(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    await choose_spawn(panel)
    panel.call()
    panel.targets.choose(TOPICS, "/chatter")
    await turns()

    assert panel.answer.toPlainText() == ""


async def test_a_topic_is_published_once_or_again_and_again(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    panel.targets.choose(TOPICS, "/chatter")
    assert panel.type.text() == "std_msgs/String"
    panel.editor.set_message({"data": "hello"})
    panel.once_button.click()
    await turns()
    (publisher,) = robot.session.commands.publishers
    assert publisher.published == [{"data": "hello"}]
    assert panel.sent.text() == CallsWording.SENT(sent=1, count=1)

    panel.rate.setValue(100.0)
    panel.repeat_button.click()
    await eventually(lambda: len(publisher.published) > 2)
    assert panel.repeat_button.text() == CallsWording.STOP()
    panel.repeat_button.click()
    assert panel.repeat_button.text() == CallsWording.REPEAT()
    assert not panel.publishing.is_running


async def test_what_sets_a_robot_in_motion_is_refused(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    panel.targets.choose(TOPICS, "/cmd_vel")

    assert panel.reason_page.title == CallsWording.SETS_IN_MOTION(type="geometry_msgs/Twist", name="/cmd_vel")
    assert panel.reason_page.hint == CallsWording.USE_DRIVE_PANEL()
    assert not panel.once_button.isVisible()
    panel.publish(None)
    panel.publish(10.0)
    await turns()
    assert robot.session.commands.publishers == []


def question(panel: CallsPanel) -> QMessageBox:
    (box,) = [box for box in panel.window().findChildren(QMessageBox) if box.isVisible()]
    return box


def answer(box: QMessageBox, word: str) -> None:
    next(button for button in box.buttons() if button.text().replace("&", "") == word).click()


async def test_what_may_move_a_robot_is_published_only_after_a_question(panel: CallsPanel, robot: Surroundings) -> None:
    robot.session.topics.moving_types["std_msgs/String"] = {"data": "halt"}
    robot.allow()
    panel.targets.choose(TOPICS, "/chatter")
    panel.editor.set_message({"data": "go"})
    panel.once_button.click()
    await turns()
    assert robot.session.commands.publishers == []
    box = question(panel)
    assert not box.isModal()
    assert shows(box.text(), CallsWording.MAY_MOVE, type="std_msgs/String", name="/chatter")
    assert shows(box.informativeText(), CallsWording.STOP_ENDS_IT)
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    answer(box, "Cancel")
    await turns()
    assert robot.session.commands.publishers == []

    panel.once_button.click()
    answer(question(panel), "Publish once")
    await turns()
    (publisher,) = robot.session.commands.publishers
    assert publisher.published == [{"data": "go"}]

    panel.rate.setValue(100.0)
    panel.repeat_button.click()
    await turns()
    running = [panel.publishing.is_running]
    answer(question(panel), "Repeat")
    await turns()
    running.append(panel.publishing.is_running)
    panel.repeat_button.click()
    running.append(panel.publishing.is_running)
    assert running == [False, True, False]
    assert publisher.published[-1] == {"data": "halt"}


async def test_it_says_where_stop_does_not_end_what_was_begun(panel: CallsPanel, robot: Surroundings) -> None:
    robot.session.topics.moving_types["std_msgs/String"] = None
    robot.allow()
    panel.targets.choose(TOPICS, "/chatter")
    for rate_hz, words in ((None, CallsWording.STOP_ENDS_NOTHING()), (10.0, CallsWording.STOP_ENDS_REPETITION())):
        panel.publish(rate_hz)
        assert words in question(panel).informativeText()


async def test_the_question_is_taken_back_when_it_no_longer_holds(panel: CallsPanel, robot: Surroundings) -> None:
    robot.session.topics.moving_types["std_msgs/String"] = None
    leaving: list[Callable[[], object]] = [
        robot.tools.switch.stopped.emit,
        lambda: panel.targets.choose(TOPICS, "/odom"),
        lambda: panel.set_open(False),
        lambda: robot.tools.switch.allow(ROBOT, allowed=False),
        lambda: panel.editor.set_message({"data": "slower"}),
        lambda: panel.editor.text.setPlainText("{}"),
        lambda: panel.rate.setValue(0.5),
    ]
    for leave in leaving:
        robot.tools.switch.allow(ROBOT, allowed=True)
        panel.show_lock()
        panel.targets.choose(TOPICS, "/chatter")
        panel.publish(None)
        box = question(panel)
        leave()
        panel.show_lock()
        assert not box.isVisible()
    await turns()
    assert robot.session.commands.publishers == []


async def test_to_go_elsewhere_ends_what_goes_on(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    leaving: list[Callable[[], None]] = [
        lambda: panel.targets.choose(TOPICS, "/odom"),
        lambda: panel.set_open(False),
        robot.allow,
    ]
    for leave in leaving:
        robot.session.commands.allow(ROBOT, allowed=True)
        panel.targets.choose(TOPICS, "/chatter")
        panel.publish(50.0)
        await turns(8)
        assert panel.publishing.is_running
        leave()
        await turns(8)
        assert not panel.publishing.is_running
    robot.session.commands.allow(ROBOT, allowed=True)
    panel.publish(50.0)
    await turns(8)
    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.current = URI
    panel.refresh(0.0)
    await turns(8)
    assert robot.session.commands.publishers[-1].closed


async def test_json_that_is_no_message_is_not_sent(panel: CallsPanel, robot: Surroundings) -> None:
    robot.allow()
    await choose_spawn(panel)
    panel.editor.tabs.setCurrentIndex(1)
    panel.editor.text.setPlainText("{")
    panel.call()
    await turns()

    assert shows(panel.error_notice.texts[2], PublishingWording.NOT_JSON)
    assert len(robot.session.graphs.asked) == 1


async def test_services_that_come_and_go_leave_the_choice_as_it_is(panel: CallsPanel, robot: Surroundings) -> None:
    await choose_spawn(panel)
    graph = robot.session.graphs.graphs[ROBOT]
    robot.session.graphs.graphs[ROBOT] = Graph(2, graph.nodes, graph.services[1:])
    panel.refresh(0.0)
    await turns()

    assert panel.targets.name == "/spawn"
    assert len(robot.session.graphs.asked) == 1


async def test_gazebo_has_no_services_and_topics_to_publish(panel: CallsPanel, robot: Surroundings) -> None:
    robot.session.set_state(ConnectionState.CONNECTED, connection=URI)
    robot.session.add_topics("/world", schema=JsonSchema("Int", {"Int": ()}))
    robot.current = URI
    panel.refresh(0.0)
    assert panel.targets.none.text() == CallsWording.NO_SERVICES()

    panel.targets.choose(TOPICS, "/world")
    assert panel.editor.isVisible()


@opens_a_menu
async def test_what_is_written_is_copied_as_a_command(panel: CallsPanel) -> None:
    await choose_spawn(panel)
    panel.editor.set_message({"name": "it's"})
    view = panel.targets.list
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    next(action for action in menu.actions() if action.text() == CallsWording.COPY_AS_COMMAND()).trigger()
    menu.close()

    expected = f"""teledeck call {ROBOT} /spawn '{{"name": "it'"'"'s"}}'"""
    assert QGuiApplication.clipboard().text() == expected
    panel.targets.choose(TOPICS, "/chatter")
    assert panel.command_line() == f"teledeck pub {ROBOT} /chatter std_msgs/String '{{}}'"


@opens_a_menu
async def test_to_open_the_menu_says_nothing_of_what_is_written(panel: CallsPanel) -> None:
    await choose_spawn(panel)
    panel.editor.tabs.setCurrentIndex(1)
    panel.editor.text.setPlainText("{")
    view = panel.targets.list
    view.customContextMenuRequested.emit(view.visualRect(view.currentIndex()).center())
    menu = QApplication.activePopupWidget()
    assert isinstance(menu, QMenu)
    assert panel.error_notice.isHidden()
    next(action for action in menu.actions() if action.text() == CallsWording.COPY_AS_COMMAND()).trigger()
    menu.close()

    assert not panel.error_notice.isHidden()


async def test_how_it_is_divided_is_remembered(panel: CallsPanel, robot: Surroundings) -> None:
    panel.splitter.setSizes([300, 300])
    panel.save()
    again = CallsPanel(
        robot.tools.topics,
        robot.tools.graphs,
        robot.tools.robot_tools,
        robot.window,
    )
    again.resize(panel.size())
    again.show()
    again.refresh(0.0)
    QApplication.sendPostedEvents()

    above, below = again.splitter.sizes()
    assert 0.4 < above / (above + below) < 0.6
