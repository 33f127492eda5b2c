from __future__ import annotations

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.model.topics import TopicKey
from app.model.world import WorldAction, WorldCommand
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.theme import Themes
from app.wording.session import SessionWording
from tests.fakes.session import URI, FakeSession
from tests.tools.sentences import says

_STEP = WorldCommand(WorldAction.STEP, 3)


class Current:
    """Which robot the operator looks at."""

    name: str | None = URI

    def __call__(self) -> str | None:
        return self.name


@pytest.fixture
def current() -> Current:
    return Current()


@pytest.fixture
def action(qapp: QObject) -> QAction:
    action = QAction("allow", qapp)
    action.setCheckable(True)
    return action


@pytest.fixture
def lock(session: FakeSession, themes: Themes, action: QAction, current: Current) -> CommandSwitch:
    return CommandSwitch(session.commands, action, themes, current)


async def test_at_first_nothing_is_sent_to_any_robot(session: FakeSession) -> None:
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await session.commands.control_world(URI, _STEP)

    assert session.commands.world_commands == []


@pytest.mark.usefixtures("lock")
async def test_what_is_allowed_for_one_robot_is_sent_to_it_alone(session: FakeSession, action: QAction) -> None:
    action.trigger()
    await session.commands.control_world(URI, _STEP)
    with pytest.raises(SessionError):
        await session.commands.control_world("gazebo://other:1", _STEP)

    assert session.commands.world_commands == [(URI, _STEP)]


@pytest.mark.usefixtures("lock")
async def test_it_can_be_locked_again(session: FakeSession, action: QAction) -> None:
    action.trigger()
    action.trigger()
    with pytest.raises(SessionError):
        await session.commands.control_world(URI, _STEP)

    assert session.commands.world_commands == []


def test_the_action_shows_what_holds_for_the_robot_of_now(
    lock: CommandSwitch, action: QAction, current: Current
) -> None:
    lock.allow(URI, allowed=True)
    assert action.isChecked()

    current.name = "gazebo://other:1"
    lock.refresh(0.0)
    assert (action.isChecked(), action.isEnabled()) == (False, True)

    current.name = None
    lock.refresh(0.0)
    assert (action.isChecked(), action.isEnabled()) == (False, False)


def test_every_change_is_told(lock: CommandSwitch, session: FakeSession, action: QAction) -> None:
    told: list[bool] = []
    lock.changed.connect(lambda: told.append(session.commands.allows(URI)))
    action.trigger()
    lock.allow(URI, allowed=False)

    assert told == [True, False]


@pytest.mark.usefixtures("lock")
async def test_all_that_tells_a_robot_something_waits_for_the_operator(session: FakeSession, action: QAction) -> None:
    async def try_all() -> None:
        key = TopicKey(URI, "/x")
        session.commands.answers["/add"] = {"sum": 3}
        for told in (
            session.commands.call_service(URI, "/add", {"a": 1}, 1.0),
            session.commands.set_parameter(URI, "/a", 1, 1.0),
            session.commands.delete_parameter(URI, "/a", 1.0),
            session.commands.cancel_goal(URI, "/move", "7", 1.0),
            session.commands.advertise(key, "std_msgs/String", 1.0),
        ):
            try:
                await told
            except SessionError as error:
                refused.append(error.reason)

    refused: list[str] = []
    await try_all()
    assert refused == [SessionWording.LOCKED(connection=URI)] * 5
    assert (session.graphs.asked, session.commands.publishers) == ([], [])

    action.trigger()
    await try_all()
    assert len(refused) == 5
    assert session.graphs.asked == [
        ("call_service", URI, "/add", {"a": 1}),
        ("set_parameter", URI, "/a", 1),
        ("delete_parameter", URI, "/a"),
        ("cancel_goal", URI, "/move", "7"),
    ]
    assert [publisher.topic for publisher in session.commands.publishers] == ["/x"]
