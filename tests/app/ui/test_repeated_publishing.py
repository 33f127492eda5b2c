from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from PySide6.QtCore import QObject
from PySide6.QtGui import QAction

from app.model.topic_store import TopicKey
from app.session_errors import SessionError
from app.ui.command_lock import CommandLock
from app.ui.repeated_publishing import RepeatedPublishing
from app.ui.theme import Themes
from tests.fakes.session import URI, FakePublisher, FakeSession
from tests.fakes.waiting import eventually

KEY = TopicKey(URI, "/x")
TYPE = "std_msgs/String"
HELLO = {"data": "hello"}


@pytest.fixture
def action(qapp: QObject) -> QAction:
    action = QAction("allow", qapp)
    action.setCheckable(True)
    return action


@pytest.fixture
def lock(session: FakeSession, themes: Themes, action: QAction) -> CommandLock:
    return CommandLock(session, action, themes, lambda: URI)


@pytest.fixture
def publishing(lock: CommandLock, action: QAction) -> RepeatedPublishing:
    action.trigger()
    return RepeatedPublishing(lock)


async def until(condition: Callable[[], Any]) -> None:
    await eventually(condition)


def publisher(session: FakeSession) -> FakePublisher:
    return session.publishers[-1]


async def test_a_message_is_published_once_and_the_topic_stays(
    publishing: RepeatedPublishing, session: FakeSession
) -> None:
    await publishing.publish(KEY, TYPE, HELLO, None)
    await publishing.publish(KEY, TYPE, {"data": "again"}, None)

    assert [p.topic for p in session.publishers] == ["/x"]
    assert publisher(session).published == [HELLO, {"data": "again"}]
    assert (publishing.sent, publishing.subscribers, publishing.key) == (2, 1, KEY)
    assert not publishing.is_running
    await publishing.stop_all()
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
    await publishing.stop_all()


async def test_another_topic_takes_the_place_of_the_first(publishing: RepeatedPublishing, session: FakeSession) -> None:
    await publishing.publish(KEY, TYPE, HELLO, 50.0)
    await publishing.publish(TopicKey(URI, "/y"), TYPE, HELLO, None)

    assert [p.closed for p in session.publishers] == [True, False]
    assert not publishing.is_running
    await publishing.stop_all()


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
    await publishing.stop_all()


async def test_a_robot_that_is_only_looked_at_gets_nothing(
    publishing: RepeatedPublishing, session: FakeSession, action: QAction
) -> None:
    action.trigger()
    with pytest.raises(SessionError, match="only looked at"):
        await publishing.publish(KEY, TYPE, HELLO, 10.0)
    assert session.publishers == []
    assert not publishing.is_running


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
    await publishing.stop_all()
