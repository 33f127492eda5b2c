from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from app.connections.galileo import topic_link
from app.connections.galileo.topic_link import GalileoTopicLink, check_path
from app.net.tasks import TaskPool
from protocols.errors import LocalProtocolError, ProtocolError
from protocols.galileo import client_session
from protocols.galileo.events import ClientEvent, GalileoSessionState, SessionStateChanged, TextReceived
from protocols.galileo.uri import parse_galileo_uri
from protocols.galileo.wording import GalileoWireWording
from tests.fakes.galileo_robot import FakeRobot
from tests.fakes.waiting import TIMEOUT_S, eventually


class Kept:
    """A link to a robot, and what it told."""

    def __init__(self, robot: FakeRobot, tasks: TaskPool, path: str = "odom") -> None:
        self.events: list[ClientEvent] = []
        self.failures: list[ProtocolError] = []
        self.link = GalileoTopicLink(
            parse_galileo_uri(robot.uri(path)), tasks, lambda event, _: self.events.append(event), self.failures.append
        )

    @property
    def states(self) -> list[GalileoSessionState]:
        return [event.state for event in self.events if isinstance(event, SessionStateChanged)]

    @property
    def texts(self) -> list[bytes]:
        return [event.payload for event in self.events if isinstance(event, TextReceived)]


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A robot that is there has answered within this, however busy the machine is."""
    monkeypatch.setattr(topic_link, "CLOSE_TIMEOUT_S", 2 * TIMEOUT_S)
    monkeypatch.setattr(client_session, "CLOSE_TIMEOUT_S", 2 * TIMEOUT_S)


@pytest.fixture
async def tasks() -> AsyncIterator[TaskPool]:
    pool = TaskPool("test")
    yield pool
    await pool.cancel()


@pytest.fixture
async def kept(robot: FakeRobot, tasks: TaskPool) -> AsyncIterator[Kept]:
    kept = Kept(robot, tasks)
    await eventually(lambda: kept.link.is_connected)
    yield kept
    kept.link.close()


async def test_a_session_brings_texts_and_takes_them(robot: FakeRobot, kept: Kept) -> None:
    robot.say("odom", "hello")
    assert kept.link.send(b"there", text=True)

    await eventually(lambda: kept.texts == [b"hello"] and robot.texts == {"odom": [b"there"]})
    assert kept.link.peer == ("127.0.0.1", robot.port)
    assert kept.states == [GalileoSessionState.CONNECTED]


@pytest.mark.usefixtures("short_silence")
async def test_the_next_session_comes_from_the_same_port_and_ends_the_one_before(robot: FakeRobot, kept: Kept) -> None:
    first = robot.joined[-1]
    robot.silent = True
    await eventually(lambda: kept.failures)
    robot.silent = False

    await eventually(lambda: kept.link.is_connected)

    assert robot.joined[-1].address == first.address
    assert robot.joined[-1].client_id != first.client_id
    await eventually(lambda: robot.left.get(first.client_id) == GalileoWireWording.CLOSED_BY_CLIENT())


async def test_nothing_is_sent_without_a_session(robot: FakeRobot, tasks: TaskPool) -> None:
    robot.refused = {"odom"}
    kept = Kept(robot, tasks)

    assert not kept.link.send(b"one", text=True)
    await eventually(lambda: kept.states == [GalileoSessionState.REFUSED])
    assert not kept.link.send(b"two", text=False)
    assert not kept.link.answered_since(0.0)
    kept.link.close()


async def test_a_text_that_is_too_long_is_refused_and_the_session_goes_on(robot: FakeRobot, kept: Kept) -> None:
    with pytest.raises(LocalProtocolError):
        kept.link.send(bytes(2000), text=True)

    assert kept.link.send(b"short", text=True)
    await eventually(lambda: robot.texts == {"odom": [b"short"]})


async def test_a_robot_that_throws_everybody_out_is_not_asked_without_a_pause(
    robot: FakeRobot, kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    sleep = asyncio.sleep

    async def note(delay_s: float) -> None:
        slept.append(delay_s)
        await sleep(min(delay_s, 0.01))

    monkeypatch.setattr("app.connections.galileo.topic_link.asyncio.sleep", note)
    while len(kept.failures) < 5:
        failures = len(kept.failures)
        await eventually(lambda: robot.clients("odom"))
        robot.session.close(robot.clients("odom")[0])
        robot.flush()
        await sleep(0.02)
        assert len(kept.failures) <= failures + 1

    waits = [delay_s for delay_s in slept if delay_s >= 0.01]
    assert len(waits) >= 4


async def test_finishing_waits_for_an_answer_to_what_was_sent_last(robot: FakeRobot, kept: Kept) -> None:
    kept.link.send(b"last", text=True)

    assert await kept.link.close_when_answered()

    assert robot.texts == {"odom": [b"last"]}
    await eventually(lambda: not robot.clients("odom"))
    assert kept.link.session is None


async def test_finishing_without_a_session_is_over_at_once(robot: FakeRobot, tasks: TaskPool) -> None:
    robot.silent = True
    kept = Kept(robot, tasks)

    async with asyncio.timeout(TIMEOUT_S):
        assert not await kept.link.close_when_answered()


async def test_finishing_that_is_cancelled_still_ends_the_session(robot: FakeRobot, kept: Kept) -> None:
    robot.drop = lambda data: len(data) == 6 and data[5] == 0x0A
    task = asyncio.get_running_loop().create_task(kept.link.close_when_answered())
    await asyncio.sleep(0.05)
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    await eventually(lambda: not robot.clients("odom"))


async def test_nothing_is_told_after_the_end(robot: FakeRobot, kept: Kept) -> None:
    kept.link.close()
    told = len(kept.events)

    robot.say("odom", "hello")
    await eventually(lambda: not robot.clients("odom"))

    assert (len(kept.events), kept.failures) == (told, [])


@pytest.mark.parametrize("path", ["", "/", "//", "x" * 1100, "odom?token=sesame"])
def test_a_topic_that_cannot_be_asked_for_is_refused(path: str) -> None:
    with pytest.raises(LocalProtocolError, match=r"^(?!.*sesame)"):
        check_path(parse_galileo_uri("galileo://robot/status"), path)


def test_a_topic_is_named_without_slashes_around_it() -> None:
    assert check_path(parse_galileo_uri("galileo://robot/status"), "/a/b/") == "a/b"
