"""Goals as a session passes them on: behind the lock, but for what ends them."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

import pytest
from typing_extensions import override

from app.connections.navigator import CallOff, Navigator
from app.model.navigation import FlatPose, NavigationState
from app.net.link_thread import LinkThread
from app.program import installation
from app.session.commands import Commands
from app.session.connections import OpenConnections
from app.session.errors import SessionError
from app.session.navigation import Navigation
from app.wording.connections import Ros1Wording
from app.wording.session import SessionWording
from protocols.errors import LocalProtocolError
from tests.tools.sentences import says

URI, BARE = "ros1://robot:11311", "gazebo://robot:11345"
PLACE = FlatPose("map", 1.0, 2.0, 3.0)


class _Listener(Navigator):
    """Hears what a robot is told."""

    def __init__(self) -> None:
        self.state = NavigationState(server="/move_base")
        self.heard: list[object] = []
        self.error: LocalProtocolError | None = None

    @override
    def want(self, *, watched: bool, commanded: bool) -> None:
        self.heard.append((watched, commanded))

    @override
    def choose_server(self, name: str) -> None:
        self.heard.append(name)

    @override
    def set_goal(self, pose: FlatPose, server: str = "") -> None:
        if self.error is not None:
            raise self.error
        self.heard += [pose, server] if server else [pose]

    @override
    def set_initial_pose(self, pose: FlatPose) -> None:
        self.heard.append(pose)

    @override
    def cancel_all(self) -> None:
        self.heard.append("cancel all")

    @property
    @override
    def called_off(self) -> Mapping[str, CallOff]:
        return {}

    @override
    def give_up(self) -> None:
        self.heard.append("give up")

    @override
    def call_off(self, goals: Mapping[str, Collection[str]]) -> None:
        self.heard.append(goals)

    @override
    def withdraw(self) -> None:
        self.heard.append("withdraw")


class _Connection:
    """As much of a connection as is looked at."""

    def __init__(self, connection_id: str, navigator: Navigator | None) -> None:
        self.id = connection_id
        self.navigator = navigator


class Bench:
    """Navigation of two robots, of which one takes goals."""

    def __init__(self, link: LinkThread) -> None:
        self._link = link
        self.robot = _Listener()
        connections = OpenConnections(link)
        for connection_id, navigator in ((URI, self.robot), (BARE, None)):
            known: Any = _Connection(connection_id, navigator)
            connections._connections[connection_id] = connections._running[connection_id] = known
        self.is_past = False
        self.commands = Commands(link, connections, looks_back=lambda: self.is_past)
        self.navigation = Navigation(link, connections, self.commands, self._address)

        self.error: Exception = SessionError("it is closed")

    def _address(self, _connection_id: str) -> str:
        raise self.error

    async def heard(self) -> list[object]:
        """What the robot was told, once."""

        async def fetch() -> list[object]:
            heard, self.robot.heard = self.robot.heard, []
            return heard

        return await self._link.run(fetch())


@pytest.fixture
def bench() -> Iterator[Bench]:
    link = LinkThread("link of the test")
    link.start()
    yield Bench(link)
    link.stop()


async def test_nothing_is_sent_to_a_locked_robot(bench: Bench) -> None:
    for send in (bench.navigation.set_goal, bench.navigation.set_initial_pose):
        with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
            await send(URI, PLACE)
    assert await bench.heard() == []
    bench.commands.allow(URI, allowed=True)
    await bench.navigation.set_goal(URI, PLACE)
    await bench.navigation.set_initial_pose(URI, PLACE)
    assert await bench.heard() == [PLACE, PLACE]


async def test_no_goal_is_sent_while_views_show_the_past_or_are_about_to(bench: Bench) -> None:
    bench.commands.allow(URI, allowed=True)
    bench.is_past = True
    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        await bench.navigation.set_goal(URI, PLACE)
    assert await bench.heard() == []


async def test_a_robot_hears_whether_it_is_watched_and_may_be_told_something(bench: Bench) -> None:
    bench.navigation.watch("view", URI)
    bench.navigation.watch("view", URI)
    assert await bench.heard() == [(True, False)]
    bench.commands.allow(URI, allowed=True)
    bench.navigation.apply()
    assert await bench.heard() == [(True, True)]
    bench.navigation.watch("view", None)
    assert await bench.heard() == [(False, True)]


async def test_stop_and_the_end_are_behind_no_lock(bench: Bench) -> None:
    bench.navigation.stop()
    bench.navigation.withdraw()
    bench.navigation.cancel(URI)
    bench.navigation.give_up(URI)
    assert await bench.heard() == ["cancel all", "withdraw", "cancel all", "give up"]


async def test_one_that_takes_no_goals_is_told_so(bench: Bench) -> None:
    bench.commands.allow(BARE, allowed=True)
    assert bench.navigation.state(BARE) is None
    assert bench.navigation.states == {URI: bench.robot.state}
    with pytest.raises(SessionError, check=says(SessionWording.NO_GOALS)):
        await bench.navigation.set_goal(BARE, PLACE)
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        bench.navigation.choose_server("ros1://nobody:11311", "/move_base")


async def test_what_a_robot_refuses_is_told_in_its_words(bench: Bench) -> None:
    bench.commands.allow(URI, allowed=True)
    bench.robot.error = LocalProtocolError(Ros1Wording.GOAL_UNHEARD())
    with pytest.raises(SessionError, check=says(Ros1Wording.GOAL_UNHEARD)):
        await bench.navigation.set_goal(URI, PLACE)


async def test_each_robot_tells_what_it_has_of_us_and_one_that_was_ended_meanwhile_needs_nobody(bench: Bench) -> None:
    bench.navigation.apply()
    await bench.heard()
    assert bench.robot.on_held is not None
    bench.robot.on_held({})
    bench.robot.on_held({"/move_base": ["a"]})
    bench.robot.on_held(None)


@pytest.mark.expects_log("nobody is told which goals")
async def test_what_keeps_goals_from_being_told_keeps_no_goal_from_being_watched_and_is_known(bench: Bench) -> None:
    bench.navigation.apply()
    await bench.heard()
    assert bench.robot.on_held is not None
    bench.error = RuntimeError("can't start new thread")
    bench.robot.on_held({"/move_base": ["a"]})
    assert bench.navigation.is_unwatched(URI)
    bench.robot.on_held({})
    assert not bench.navigation.is_unwatched(URI)


async def test_what_calls_off_goals_is_loaded_when_commands_are_allowed(bench: Bench) -> None:
    bench.navigation.apply()
    await bench.heard()
    assert bench.navigation._watchdogs is None
    bench.commands.allow(URI, allowed=True)
    bench.navigation.apply()
    await bench.heard()
    assert bench.navigation._watchdogs is not None


async def test_no_goal_is_set_by_a_program_that_was_updated(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.commands.allow(URI, allowed=True)
    monkeypatch.setattr(installation, "is_replaced", lambda: True)
    with pytest.raises(SessionError, check=says(SessionWording.GOAL_UPDATED)):
        await bench.navigation.set_goal(URI, PLACE)
    assert await bench.heard() == []


async def test_goals_that_are_let_through_are_told(bench: Bench) -> None:
    told: list[object] = []
    bench.commands._on_sent = told.append
    bench.commands.allow(URI, allowed=True)
    await bench.navigation.set_goal(URI, PLACE, "/server")
    bench.navigation.cancel(URI)
    assert told == [
        {"command": "set_goal", "connection": URI, "pose": PLACE, "server": "/server"},
        {"command": "cancel_goals", "connection": URI},
    ]
