from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
import shiboken6
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.model.topics import TopicKey
from app.session.errors import SessionError
from app.ui.base.command_switch import CommandSwitch
from app.ui.base.theme import Themes
from app.ui.publishing.repeated_publishing import RepeatedPublishing
from app.wording.session import SessionWording
from app.wording.ui.publishing import PublishingWording
from tests.fakes.session import URI, FakePublisher, FakeSession
from tests.fakes.waiting import eventually
from tests.tools.sentences import says

KEY = TopicKey(URI, "/x")
TYPE = "std_msgs/String"
HELLO = {"data": "hello"}


@pytest.fixture
def action(qapp: QObject) -> QAction:
    action = QAction("allow", qapp)
    action.setCheckable(True)
    return action


@pytest.fixture
def lock(session: FakeSession, themes: Themes, action: QAction) -> CommandSwitch:
    return CommandSwitch(session.commands, action, themes, lambda: URI)


@pytest.fixture
def publishing(session: FakeSession, lock: CommandSwitch, action: QAction) -> RepeatedPublishing:
    action.trigger()
    return RepeatedPublishing(session.commands, lock)


async def until(condition: Callable[[], Any]) -> None:
    await eventually(condition)


def publisher(session: FakeSession) -> FakePublisher:
    return session.commands.publishers[-1]


async def test_a_message_is_published_once_and_the_topic_stays(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, None)
    await publishing.publish(KEY, TYPE, {"data": "again"}, None)

    assert [p.topic for p in session.commands.publishers] == ["/x"]
    assert publisher(session).published == [HELLO, {"data": "again"}]
    assert (publishing.sent, publishing.subscribers, publishing.key) == (2, 1, KEY)
    assert not publishing.is_running
    await publishing.stop_publishing()
    assert publisher(session).closed
    assert publishing.key is None


async def test_it_is_published_again_and_again_until_it_is_stopped(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 100.0)
    await until(lambda: len(publisher(session).published) >= 4)
    publishing.stop()
    count = len(publisher(session).published)
    await asyncio.sleep(0.05)

    assert len(publisher(session).published) == count == publishing.sent
    await publishing.stop_publishing()


async def test_another_topic_takes_the_place_of_the_first(publishing: RepeatedPublishing, session: FakeSession) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 50.0)
    await publishing.publish(TopicKey(URI, "/y"), TYPE, HELLO, None)

    assert [p.closed for p in session.commands.publishers] == [True, False]
    assert not publishing.is_running
    await publishing.stop_publishing()


async def test_the_lock_ends_it(publishing: RepeatedPublishing, session: FakeSession, action: QAction) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 100.0)
    action.trigger()
    count = len(publisher(session).published)
    assert not publishing.is_running
    await asyncio.sleep(0.05)
    assert len(publisher(session).published) == count

    with pytest.raises(SessionError):
        await publishing.publish(KEY, TYPE, HELLO, None)
    assert len(publisher(session).published) == count
    await publishing.stop_publishing()


async def test_a_robot_that_is_only_looked_at_gets_nothing(
    publishing: RepeatedPublishing, session: FakeSession, action: QAction
) -> None:
    action.trigger()
    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await publishing.publish(KEY, TYPE, HELLO, 10.0)
    assert session.commands.publishers == []
    assert not publishing.is_running


@pytest.mark.parametrize("rate_hz", [None, 10.0], ids=["once", "again and again"])
async def test_nothing_is_published_in_the_past_also_where_it_was_before(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch, rate_hz: float | None
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, None)
    told: list[bool] = []
    lock.moving_changed.connect(lambda: told.append(lock.moves))
    session.commands.is_past = True

    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        await publishing.publish(KEY, TYPE, HELLO, rate_hz, moves=True)

    assert publisher(session).published == [HELLO]
    assert not publishing.is_running
    # that has views show now, and then it would be sent
    assert told == []
    await publishing.stop_publishing()


async def test_what_is_to_be_published_is_not_when_views_show_the_past_before_anybody_listens(
    publishing: RepeatedPublishing, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def look_back(*_: object) -> bool:
        session.commands.is_past = True
        return True

    monkeypatch.setattr(FakePublisher, "subscribers", ())
    monkeypatch.setattr(FakePublisher, "wait_for_subscriber", look_back)

    with pytest.raises(SessionError, check=says(SessionWording.LOOKS_BACK)):
        await publishing.publish(KEY, TYPE, HELLO, 10.0)

    assert publisher(session).published == []
    assert not publishing.is_running
    await publishing.stop_publishing()


async def test_what_fails_while_it_goes_on_ends_it_and_is_told(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    failed: list[SessionError] = []
    publishing.failed.connect(failed.append)
    await publishing.publish(KEY, TYPE, HELLO, 100.0)
    publisher(session).error = SessionError("too long")
    await until(lambda: failed)

    assert failed[0].reason == "too long"
    assert not publishing.is_running
    await publishing.stop_publishing()


MOVES: dict[str, Any] = {"moves": True, "stop_message": {"axes": [0.0]}}
PUSH = {"axes": [1.0]}


def moves(lock: CommandSwitch) -> bool:
    """Whether it says that a robot is moved."""
    return lock.moves


async def test_what_moves_a_robot_ends_with_stop_and_with_what_stands_still(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    await publishing.publish(KEY, TYPE, PUSH, 100.0, **MOVES)
    await until(lambda: len(publisher(session).published) > 2)
    assert moves(lock)

    lock.stopped.emit()

    # at once, and four times more
    assert publisher(session).published[-1] == MOVES["stop_message"]
    assert not publishing.is_running
    await until(lambda: not moves(lock))
    assert publisher(session).published[-6:] == [PUSH, *[MOVES["stop_message"]] * 5]
    await asyncio.sleep(0.12)
    assert publisher(session).published.count(MOVES["stop_message"]) == 5
    await publishing.stop_publishing()


async def test_so_it_does_whatever_it_ends_by(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    for end in (publishing.stop, lambda: lock.allow(URI, allowed=False)):
        lock.allow(URI, allowed=True)
        await publishing.publish(KEY, TYPE, PUSH, 100.0, **MOVES)
        end()
        assert publisher(session).published[-1] == MOVES["stop_message"]
        assert not publishing.is_running
    lock.allow(URI, allowed=True)
    await publishing.publish(KEY, TYPE, PUSH, 100.0, **MOVES)
    await publishing.stop_publishing()
    assert publisher(session).published[-1] == MOVES["stop_message"]
    assert publisher(session).closed
    assert not moves(lock)


async def test_one_end_of_a_motion_that_fails_keeps_none_of_the_others_back(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    await publishing.publish(KEY, TYPE, PUSH, None, **MOVES)
    publisher(session).error = SessionError("the link is gone")
    lock.stopped.emit()
    assert moves(lock)
    publisher(session).error = None
    await until(lambda: not moves(lock))
    assert publisher(session).published == [PUSH, *[MOVES["stop_message"]] * 4]
    await publishing.stop_publishing()


async def test_what_ended_one_topic_is_not_sent_on_the_next(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    await publishing.publish(KEY, TYPE, PUSH, None, **MOVES)
    await publishing.stop_publishing()
    await publishing.publish(TopicKey(URI, "/y"), TYPE, HELLO, None)
    await publishing.stop_publishing()
    assert publisher(session).published == [HELLO]


async def test_one_that_was_published_once_is_ended_by_stop_too(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    await publishing.publish(KEY, TYPE, PUSH, None, **MOVES)
    assert moves(lock)
    lock.stopped.emit()
    assert publisher(session).published == [PUSH, MOVES["stop_message"]]
    await publishing.stop_publishing()


async def test_where_nothing_is_known_to_end_it_stop_ends_the_repetition(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    await publishing.publish(KEY, TYPE, PUSH, 100.0, moves=True)
    assert moves(lock)
    lock.stopped.emit()
    assert not publishing.is_running
    assert not moves(lock)
    assert set(map(str, publisher(session).published)) == {str(PUSH)}
    # a goal that was sent once is under way, and no business of ours any more
    await publishing.publish(KEY, TYPE, PUSH, None, moves=True)
    assert not moves(lock)
    await publishing.stop_publishing()


async def test_stop_keeps_from_beginning_what_waits_for_somebody_who_listens(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    listening = asyncio.Event()

    async def wait(_: FakePublisher, timeout_s: float) -> bool:
        del timeout_s
        return await listening.wait()

    def stop() -> None:
        assert moves(lock)
        (waiting,) = session.commands.publishers
        assert not waiting.published
        lock.stopped.emit()
        listening.set()

    monkeypatch.setattr(FakePublisher, "wait_for_subscriber", wait)
    advertise = session.commands.advertise

    async def unheard(key: TopicKey, type_name: str, timeout_s: float) -> FakePublisher:
        made = await advertise(key, type_name, timeout_s)
        made.subscribers = ()
        return made

    monkeypatch.setattr(session.commands, "advertise", unheard)
    asyncio.get_running_loop().call_later(0.02, stop)
    with pytest.raises(SessionError, check=says(PublishingWording.STOPPED_BEFORE)):
        await publishing.publish(KEY, TYPE, PUSH, 100.0, **MOVES)
    assert publisher(session).published == []
    assert not moves(lock)
    await publishing.stop_publishing()


class SlowSession:
    """Has each topic advertised only when a test lets it."""

    def __init__(self, session: FakeSession, monkeypatch: pytest.MonkeyPatch) -> None:
        self.goes_on = [asyncio.Event(), asyncio.Event()]
        self._asked = 0
        advertise = session.commands.advertise

        async def slowly(key: TopicKey, type_name: str, timeout_s: float) -> FakePublisher:
            goes_on = self.goes_on[self._asked]
            self._asked += 1
            await goes_on.wait()
            return await advertise(key, type_name, timeout_s)

        monkeypatch.setattr(session.commands, "advertise", slowly)


@pytest.mark.parametrize("first", [0, 1])
async def test_of_two_that_are_asked_for_while_none_is_advertised_the_later_is_published(
    publishing: RepeatedPublishing, session: FakeSession, monkeypatch: pytest.MonkeyPatch, first: int
) -> None:
    slow = SlowSession(session, monkeypatch)
    async with asyncio.TaskGroup() as group:
        earlier = group.create_task(stopped_before(publishing.publish(KEY, TYPE, HELLO, 100.0)), name="earlier")
        await asyncio.sleep(0)
        later = group.create_task(publishing.publish(TopicKey(URI, "/y"), TYPE, PUSH, None), name="later")
        await asyncio.sleep(0)
        slow.goes_on[first].set()
        await (earlier, later)[first]
        slow.goes_on[1 - first].set()

    assert {made.topic: (made.published, made.closed) for made in session.commands.publishers} == {
        "/x": ([], True),
        "/y": ([PUSH], False),
    }
    assert publishing.key == TopicKey(URI, "/y")
    assert not publishing.is_running
    await publishing.stop_publishing()


async def test_what_ends_while_it_is_being_advertised_is_not_published(
    publishing: RepeatedPublishing, session: FakeSession, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSession(session, monkeypatch)
    async with asyncio.TaskGroup() as group:
        group.create_task(stopped_before(publishing.publish(KEY, TYPE, HELLO, 100.0)), name="publish")
        await asyncio.sleep(0)
        await publishing.stop_publishing()
        slow.goes_on[0].set()

    assert (publisher(session).published, publisher(session).closed) == ([], True)
    assert publishing.key is None


async def test_stop_lets_begin_what_moves_nobody(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch, monkeypatch: pytest.MonkeyPatch
) -> None:
    slow = SlowSession(session, monkeypatch)
    async with asyncio.TaskGroup() as group:
        group.create_task(publishing.publish(KEY, TYPE, HELLO, None), name="publish")
        await asyncio.sleep(0)
        lock.stopped.emit()
        slow.goes_on[0].set()

    assert publisher(session).published == [HELLO]
    await publishing.stop_publishing()


async def stopped_before(publishing: Coroutine[Any, Any, None]) -> None:
    with pytest.raises(SessionError, check=says(PublishingWording.STOPPED_BEFORE)):
        await publishing


async def test_stop_lets_go_on_what_moves_nobody(
    publishing: RepeatedPublishing, session: FakeSession, lock: CommandSwitch
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 100.0)
    assert not moves(lock)
    lock.stopped.emit()
    assert publishing.is_running
    await publishing.stop_publishing()
    assert publisher(session).published.count(HELLO) == len(publisher(session).published)


async def test_what_moves_a_robot_is_ended_before_the_window_is_gone(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 100.0, moves=True, stop_message=HELLO | {"data": "still"})
    ending = publishing.stop_publishing()
    shiboken6.delete(publishing)

    assert publisher(session).published[-1] == {"data": "still"}
    await ending
    assert publisher(session).closed
