from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PySide6.QtWidgets import QMessageBox, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.model.schema import Role
from app.model.status import ConnectionState
from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand
from app.net.tasks import TaskPool
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.preferences import Preferences
from app.ui.base.theme import Themes
from app.ui.robot.world import OWNER, WorldBar
from app.ui.window.actions import Actions
from app.wording.session import SessionWording
from app.wording.ui.robot import RobotWording
from tests.fakes.questions import press_yes
from tests.fakes.session import GALILEO, URI, FakeSession, JsonSchema
from tests.tools.room import room_faults
from tests.tools.sentences import shows

STATS = "/world/stats"
KEY = TopicKey(URI, STATS)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    window.resize(900, 200)
    qtbot.addWidget(window)
    window.show()
    return window


@pytest.fixture
def actions(themes: Themes, window: QWidget) -> Actions:
    return Actions(themes, window)


@pytest.fixture
def lock(window: QWidget, session: FakeSession, themes: Themes, actions: Actions) -> CommandSwitch:
    return CommandSwitch(session.commands, actions.allow_commands, themes, lambda: URI, window)


@pytest.fixture
async def bar(
    window: QWidget,
    session: FakeSession,
    themes: Themes,
    actions: Actions,
    lock: CommandSwitch,
    preferences: Preferences,
) -> AsyncIterator[WorldBar]:
    session.set_state(ConnectionState.CONNECTED)
    session.links.world_topic = STATS
    session.add_topics(STATS, schema=JsonSchema("World", roles=(Role.WORLD,)))
    tasks = TaskPool("bar")
    bar = WorldBar(
        session.links,
        session.topics,
        session.commands,
        tasks.spawn,
        lock,
        actions.world,
        themes,
        preferences,
        lambda: None,
        window,
    )
    bar.refresh(session.now)
    yield bar
    await tasks.cancel()


def hear(session: FakeSession, bar: WorldBar, **fields: Any) -> None:
    session.receive(STATS, {"paused": False, "sim_time_ns": 0, "real_time_ns": 0} | fields)
    bar.refresh(session.now)


def allow(actions: Actions) -> None:
    actions.allow_commands.trigger()


async def test_without_a_world_there_is_no_bar(bar: WorldBar, session: FakeSession) -> None:
    assert bar.isVisible()

    session.links.world_topic = ""
    bar.refresh(session.now)
    assert not bar.isVisible()
    assert session.topics.wants[OWNER] == set()


async def test_the_state_is_wanted_only_while_the_bar_is_seen(
    bar: WorldBar, session: FakeSession, actions: Actions, window: QWidget
) -> None:
    assert session.topics.wants[OWNER] == {KEY}

    actions.world.bar.trigger()
    bar.refresh(session.now)
    assert not bar.isVisible()
    assert session.topics.wants[OWNER] == set()

    actions.world.bar.trigger()
    bar.refresh(session.now)
    assert session.topics.wants[OWNER] == {KEY}
    window.hide()
    assert session.topics.wants[OWNER] == set()


async def test_it_says_how_the_world_goes(bar: WorldBar, session: FakeSession) -> None:
    assert bar.time.text() == RobotWording.WORLD_SILENT()

    hear(session, bar, sim_time_ns=1_000_000_000, real_time_ns=2_000_000_000)
    hear(session, bar, sim_time_ns=2_500_000_000, real_time_ns=4_000_000_000)
    assert (bar.word.text(), bar.time.text(), bar.factor.text()) == (
        RobotWording.WORLD_RUNNING(),
        "2.500 s",
        RobotWording.WORLD_FACTOR(factor=0.75),
    )

    hear(session, bar, paused=True, sim_time_ns=2_500_000_000, real_time_ns=4_000_000_000)
    assert (bar.word.text(), bar.factor.text()) == (RobotWording.WORLD_PAUSED(), "")


async def test_after_a_reset_the_factor_is_taken_anew(bar: WorldBar, session: FakeSession) -> None:
    hear(session, bar, sim_time_ns=10**12, real_time_ns=10**9)
    hear(session, bar, sim_time_ns=0, real_time_ns=2 * 10**9)
    assert bar.factor.text() == ""

    hear(session, bar, sim_time_ns=10**9, real_time_ns=3 * 10**9)
    assert bar.factor.text().startswith("1.00")


async def test_a_silent_world_is_said_to_be(bar: WorldBar, session: FakeSession) -> None:
    hear(session, bar)
    bar.refresh(session.now + 7.0)

    assert bar.factor.text() == RobotWording.WORLD_NOT_HEARD(age="7.0 s")


async def test_a_robot_is_only_looked_at_until_commands_are_allowed(
    bar: WorldBar, session: FakeSession, actions: Actions
) -> None:
    commands = actions.world.commands
    assert not any(action.isEnabled() for action in commands)
    assert not bar.reset.isEnabled()
    assert bar.pause.toolTip() == RobotWording.ALLOW_FIRST()

    allow(actions)
    assert session.commands._allowed == {URI}
    assert all(action.isEnabled() for action in commands)
    assert "F6" in bar.pause.toolTip()

    allow(actions)
    assert session.commands._allowed == set()
    assert not any(action.isEnabled() for action in commands)


async def test_what_is_allowed_for_one_robot_is_not_for_another(
    bar: WorldBar, session: FakeSession, actions: Actions
) -> None:
    allow(actions)
    session.links.infos.pop(URI)
    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    bar.refresh(session.now)

    assert bar.connection == "gazebo://other:1"
    assert not actions.world.pause.isEnabled()


async def test_pause_becomes_resume(bar: WorldBar, session: FakeSession, actions: Actions) -> None:
    allow(actions)
    actions.world.pause.trigger()
    hear(session, bar, paused=True)
    assert bar.pause.text() == RobotWording.RESUME()
    actions.world.pause.trigger()
    await asyncio.sleep(0)

    assert session.commands.world_commands == [
        (URI, WorldCommand(WorldAction.PAUSE)),
        (URI, WorldCommand(WorldAction.RESUME)),
    ]


async def test_a_step_has_as_many_iterations_as_asked_for(
    bar: WorldBar, session: FakeSession, actions: Actions
) -> None:
    allow(actions)
    bar.steps.setValue(250)
    bar.step.click()
    await asyncio.sleep(0)

    assert session.commands.world_commands == [(URI, WorldCommand(WorldAction.STEP, 250))]


@pytest.mark.usefixtures("bar")
@pytest.mark.parametrize(
    ("name", "action"),
    [
        ("reset_all", WorldAction.RESET_ALL),
        ("reset_time", WorldAction.RESET_TIME),
        ("reset_models", WorldAction.RESET_MODELS),
    ],
)
async def test_a_reset_asks_first(
    session: FakeSession, actions: Actions, window: QWidget, name: str, action: WorldAction
) -> None:
    allow(actions)
    getattr(actions.world, name).trigger()
    (box,) = window.findChildren(QMessageBox)
    assert "robot" in box.text()
    assert shows(box.informativeText(), RobotWording.CANT_BE_UNDONE)
    tips = (RobotWording.RESET_WORLD_TIP, RobotWording.RESET_TIME_TIP, RobotWording.RESET_MODELS_TIP)
    assert sum(shows(box.informativeText(), tip) for tip in tips) == 1
    assert box.defaultButton() is box.button(QMessageBox.StandardButton.Cancel)
    box.reject()
    await asyncio.sleep(0)
    assert session.commands.world_commands == []

    getattr(actions.world, name).trigger()
    box = next(box for box in window.findChildren(QMessageBox) if box.isVisible())
    press_yes(box)
    await asyncio.sleep(0)
    assert session.commands.world_commands == [(URI, WorldCommand(action))]


async def test_what_could_not_be_done_is_said_until_something_is(
    bar: WorldBar, session: FakeSession, actions: Actions
) -> None:
    allow(actions)
    session.commands.world_error = SessionError("The simulator does not listen", "Set GAZEBO_IP.")
    bar.step.click()
    await asyncio.sleep(0)
    assert bar.error_notice.isVisible()
    assert bar.error_notice.texts[2:] == ("The simulator does not listen", "Set GAZEBO_IP.")

    session.commands.world_error = None
    bar.step.click()
    await asyncio.sleep(0)
    assert not bar.error_notice.isVisible()


async def test_a_question_that_is_answered_after_the_lock_was_shut_tells_nothing(
    bar: WorldBar, session: FakeSession, actions: Actions, window: QWidget
) -> None:
    allow(actions)
    actions.world.reset_all.trigger()
    (box,) = window.findChildren(QMessageBox)
    allow(actions)
    press_yes(box)
    await asyncio.sleep(0)

    assert session.commands.world_commands == []
    assert bar.error_notice.isVisible()
    assert shows(bar.error_notice.texts[2], SessionWording.LOCKED)


async def test_of_several_robots_it_is_said_whose_world_it_is(
    bar: WorldBar, session: FakeSession, preferences: Preferences
) -> None:
    hear(session, bar)
    assert bar.name.text() == ""

    session.set_state(ConnectionState.CONNECTED, connection="gazebo://other:1")
    preferences.set_robot_name(URI, "Rover")
    bar.refresh(session.now)
    assert bar.name.text() == "Rover"


async def test_the_bar_of_a_lost_simulator_says_so_and_commands_nothing(
    bar: WorldBar, session: FakeSession, actions: Actions, themes: Themes
) -> None:
    allow(actions)
    hear(session, bar, sim_time_ns=1_000_000_000)
    assert bar.word.text() == RobotWording.WORLD_RUNNING()

    session.set_state(ConnectionState.LOST)
    bar.refresh(session.now + 3.0)
    assert bar.word.text() == "Lost"
    assert bar.time.text() == "1.000 s"
    muted = f"color: {themes.current.muted};"
    assert {label.styleSheet() for label in (bar.word, bar.time, bar.factor)} == {muted}
    assert not any(action.isEnabled() for action in actions.world.commands)
    assert not bar.reset.isEnabled()
    assert not bar.steps.isEnabled()
    assert bar.pause.toolTip() == RobotWording.WORLD_AWAY()

    session.set_state(ConnectionState.CONNECTED)
    hear(session, bar, sim_time_ns=2_000_000_000)
    assert bar.word.text() == RobotWording.WORLD_RUNNING()
    assert all(action.isEnabled() for action in actions.world.commands)
    assert bar.time.styleSheet() != muted


async def test_changing_states_and_figures_move_nothing(
    bar: WorldBar, session: FakeSession, window: QWidget, qtbot: QtBot
) -> None:
    layout = QVBoxLayout(window)
    layout.addWidget(bar)
    parts = (bar.word, bar.time, bar.factor, bar.pause, bar.step, bar.reset)

    def places() -> list[tuple[int, int]]:
        return [(part.x(), part.width()) for part in parts]

    hear(session, bar, sim_time_ns=1_000_000_000, real_time_ns=2_000_000_000)
    hear(session, bar, sim_time_ns=2_000_000_000, real_time_ns=4_000_000_000)
    qtbot.waitUntil(bar.factor.isVisible)
    qtbot.wait(50)
    before = places()

    hear(session, bar, paused=True, sim_time_ns=80_000_123_000_000, real_time_ns=90_000_000_000_000)
    bar.refresh(session.now + 9.0)
    session.set_state(ConnectionState.LOST)
    bar.refresh(session.now + 100.0)
    qtbot.wait(50)
    assert places() == before


async def test_in_a_narrow_window_its_buttons_are_in_a_panel_and_a_long_name_is_cut_in_its_middle(
    bar: WorldBar, session: FakeSession, window: QWidget, preferences: Preferences, qtbot: QtBot
) -> None:
    layout = QVBoxLayout(window)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.addWidget(bar)
    session.set_state(ConnectionState.CONNECTED, connection=GALILEO)
    preferences.set_robot_name(URI, "the rover with the long arm in hall four")
    hear(session, bar)
    window.resize(320, 60)
    qtbot.waitUntil(lambda: not bar.reset.isVisible())
    qtbot.wait(50)

    assert bar.pause.isVisible()
    assert room_faults(window) == []
    assert bar.name.width() >= 14 * bar.name.fontMetrics().averageCharWidth()
    bar.name.grab()
    assert bar.name.toolTip() == "the rover with the long arm in hall four"
