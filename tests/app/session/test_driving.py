"""Driving as views know it: a drive process that a test plays, and a robot that is really there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine, Iterator
from pathlib import Path
from typing import Any

import pytest

from app.config.profile import Profile
from app.config.run_settings import Settings
from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.messages.watchdog_messages import parse_window_address
from app.drive.supervisor.drive_state import DrivePhase
from app.net.boot_clock import boot_time
from app.net.link_thread import LinkThread
from app.session import driving as driving_module
from app.session.driving import MOST_RESTARTS, Driving
from app.session.errors import SessionError
from app.session.session import Session
from app.wording.session import SessionWording
from tests.fakes.drive_child import FakeChild, FakeStart, voices
from tests.fakes.waiting import eventually
from tests.fakes.watchdog_peer import Dog
from tests.tools.sentences import says

TOPIC, TYPE = "/cmd_vel", "geometry_msgs/Twist"


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread()
    link.start()
    yield link
    link.stop()


@pytest.fixture
def start() -> Iterator[FakeStart]:
    start = FakeStart()
    with voices(start):
        yield start


@pytest.fixture
async def session(
    link: LinkThread, start: FakeStart, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Session]:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr(driving_module, "RESTART_S", 0.01)
    monkeypatch.setattr(driving_module, "start_drive_process", start)
    session = Session(link)
    yield session
    await session.close()


async def driven(session: Session, start: FakeStart, uri: str, stage: Stage = Stage.DISARMED) -> FakeChild:
    name = session.links.connect(uri)
    session.commands.allow(name, allowed=True)
    await session.driving.drive(name, TOPIC, TYPE, Profile())
    child = start.children[-1]
    child.says = DriveReport(1.0, stage)
    child.ear.receive_report(child.says, boot_time())
    return child


def driving(session: Session) -> Driving:
    return session.driving


async def test_a_robot_that_is_only_looked_at_is_not_driven(session: Session, start: FakeStart) -> None:
    name = session.links.connect("ros1://127.0.0.1:9")

    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await driving(session).drive(name, TOPIC, TYPE, Profile())

    assert start.children == []


async def test_a_robot_that_there_is_not_is_not_driven(session: Session) -> None:
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        await driving(session).drive("ros1://nowhere", TOPIC, TYPE, Profile())


async def test_a_token_goes_to_the_process_apart_from_the_address(session: Session, start: FakeStart) -> None:
    await driven(session, start, "galileo://127.0.0.1:9/x?token=secret")

    target, latched = start.starts[0]
    assert (target.uri, latched) == ("galileo://127.0.0.1:9/x", False)
    assert target.secrets == {"TELEDECK_GALILEO_TOKEN": "secret"}


@pytest.mark.parametrize(("given", "process", "watchdog"), [(0, 0, 0), (20000, 20002, 20004), (65533, 65535, 0)])
async def test_where_ports_are_fixed_each_connection_has_its_own(
    link: LinkThread,
    start: FakeStart,
    monkeypatch: pytest.MonkeyPatch,
    given: int,
    process: int,
    watchdog: int,
) -> None:
    monkeypatch.setattr(driving_module, "start_drive_process", start)
    session = Session(link, Settings(publisher_port=given, slave_port=given))

    await driven(session, start, "galileo://127.0.0.1:9/x")

    target = start.starts[0][0]
    assert (target.publisher_port, target.slave_port) == (process, process)
    place = parse_window_address(target.watchdog)
    assert (place.publisher_port, place.slave_port) == (watchdog, watchdog)
    await session.close()


@pytest.mark.expects_log("started again")
@pytest.mark.expects_log("the program ends, and a robot may still be moving")
async def test_a_robot_that_was_left_and_may_be_moving_keeps_the_ports_of_its_watchdog(
    link: LinkThread, start: FakeStart, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(driving_module, "start_drive_process", start)
    session = Session(link, Settings(publisher_port=20000, slave_port=20000))
    child = await driven(session, start, "galileo://127.0.0.1:9/x", Stage.ARMED)
    watchdog = Dog(start.starts[0][0].watchdog)
    child.end(-9)
    watchdog.tell(moving=True)
    # before another is wanted the end of this one is heard
    await eventually(lambda: session.driving._restarting)
    await eventually(lambda: session.driving.handle.state.driven_may_be_moving)

    await driven(session, start, "galileo://127.0.0.1:9/y")

    ports = [parse_window_address(target.watchdog).publisher_port for target, _ in start.starts]
    assert (ports[0], ports[-1]) == (20004, 20006)
    assert session.driving.handle.state.watchdogs.left_robots == ("galileo://127.0.0.1:9/x",)
    await session.close()
    assert await asyncio.to_thread(watchdog.is_alone)
    watchdog.close()


async def test_the_end_of_the_program_is_told_to_a_watchdog_which_outlives_it(
    session: Session, start: FakeStart
) -> None:
    await driven(session, start, "galileo://127.0.0.1:9/x")
    watchdog = Dog(start.starts[0][0].watchdog)

    await session.close()

    assert await asyncio.to_thread(watchdog.is_alone)
    watchdog.close()


@pytest.mark.expects_log("started again")
async def test_a_process_that_dies_is_started_again_and_latched_if_stop_was(session: Session, start: FakeStart) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")
    driving(session).handle.stop()

    child.end(-9)

    await eventually(lambda: len(start.children) == 2)
    assert start.starts[1][1] is True


@pytest.mark.expects_log("started again")
async def test_one_that_dies_again_and_again_is_not(session: Session, start: FakeStart) -> None:
    await driven(session, start, "ros1://127.0.0.1:9")
    for count in range(1, MOST_RESTARTS + 1):
        start.children[-1].end(-9)
        await eventually(lambda count=count: len(start.children) == count + 1)  # type: ignore[misc]

    start.children[-1].end(-9)
    await asyncio.sleep(0.1)

    assert len(start.children) == MOST_RESTARTS + 1
    assert driving(session).handle.state.phase is DrivePhase.ENDED


@pytest.mark.expects_log("started again")
async def test_one_that_dies_while_it_is_started_again_is_started_again_too(session: Session, start: FakeStart) -> None:
    def die() -> None:
        start.meanwhile = lambda: None
        start.children[-1].end(-9)

    child = await driven(session, start, "ros1://127.0.0.1:9")
    start.meanwhile = die
    child.end(-9)

    await eventually(lambda: len(start.children) == 3)


async def test_one_that_was_started_wrongly_is_not_started_again(session: Session, start: FakeStart) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")

    child.end(2)
    await asyncio.sleep(0.1)

    assert len(start.children) == 1


async def test_whoever_leaves_a_robot_or_its_connection_ends_the_process_first(
    session: Session, start: FakeStart
) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")
    await driving(session).leave("another")
    closed = [child.input_closed]

    await session.links.disconnect("ros1://127.0.0.1:9")

    assert [*closed, child.input_closed] == [False, True]
    assert driving(session).connection_id == ""
    assert driving(session).handle.state.phase is DrivePhase.IDLE


async def test_another_robot_takes_the_place_of_the_first(session: Session, start: FakeStart) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")

    await driven(session, start, "galileo://127.0.0.1:9/x")

    assert child.input_closed
    assert driving(session).connection_id.startswith("galileo")


async def test_a_process_that_can_t_be_started_is_told(session: Session, start: FakeStart) -> None:
    start.fails = True

    with pytest.raises(SessionError, check=says(SessionWording.DRIVING_NOT_STARTED)):
        await driven(session, start, "ros1://127.0.0.1:9")


async def test_a_command_that_drives_nothing_loads_none_of_it(link: LinkThread) -> None:
    session = Session(link)
    await session.close()

    assert "driving" not in vars(session)


async def test_the_end_waits_for_a_robot_that_is_just_being_left(session: Session, start: FakeStart) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")
    child.obeys = False
    leaving = asyncio.get_running_loop().create_task(driving(session).leave(), name="leave")
    await eventually(lambda: child.input_closed)
    closing = asyncio.get_running_loop().create_task(driving(session).close(), name="close")
    await asyncio.sleep(0.05)
    assert not closing.done()

    child.end(0)
    await leaving
    await closing


def soon(coroutine: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
    return asyncio.get_running_loop().create_task(coroutine, name="soon")


async def left_but_not_ended(session: Session, start: FakeStart, uri: str) -> tuple[FakeChild, asyncio.Task[Any]]:
    """A robot that is being left, whose process has not shown yet that its zeros arrived."""
    child = await driven(session, start, uri)
    child.obeys = False
    leaving = soon(driving(session).leave())
    await eventually(lambda: child.input_closed)
    return child, leaving


async def test_a_robot_that_was_left_again_before_it_was_ready_is_not_driven(
    session: Session, start: FakeStart
) -> None:
    uri = "ros1://127.0.0.1:9"
    child, leaving = await left_but_not_ended(session, start, uri)
    again = soon(driving(session).drive(uri, TOPIC, TYPE, Profile()))
    await asyncio.sleep(0)
    left_again = soon(driving(session).leave())
    await asyncio.sleep(0)
    child.end(0)
    await asyncio.gather(leaving, left_again)

    assert await again is False
    assert len(start.children) == 1
    assert driving(session).connection_id == ""
    assert driving(session).handle.state.phase is DrivePhase.IDLE


async def test_a_robot_that_is_left_while_its_process_starts_is_left_with_it(
    session: Session, start: FakeStart
) -> None:
    uri = "ros1://127.0.0.1:9"
    loop = asyncio.get_running_loop()
    leaving: list[asyncio.Task[Any]] = []
    start.meanwhile = lambda: loop.call_soon_threadsafe(lambda: leaving.append(soon(driving(session).leave())))
    await driven(session, start, uri)
    await eventually(lambda: leaving)
    await leaving[0]

    assert [child.input_closed for child in start.children] == [True]
    assert driving(session).handle.state.phase is DrivePhase.IDLE


async def test_of_several_robots_that_are_wanted_while_one_is_left_only_the_last_is_driven(
    session: Session, start: FakeStart
) -> None:
    child, leaving = await left_but_not_ended(session, start, "ros1://127.0.0.1:9")
    names = [session.links.connect(f"ros1://127.0.0.1:{port}") for port in (10, 11)]
    for name in names:
        session.commands.allow(name, allowed=True)
    wishes = [soon(driving(session).drive(name, TOPIC, TYPE, Profile())) for name in names]
    await asyncio.sleep(0)
    child.end(0)
    await leaving

    assert await asyncio.gather(*wishes) == [False, True]
    assert [target.uri for target, _ in start.starts[1:]] == [names[1]]


async def test_a_robot_that_is_only_looked_at_again_by_its_turn_is_not_driven(
    session: Session, start: FakeStart
) -> None:
    uri = "ros1://127.0.0.1:9"
    child, leaving = await left_but_not_ended(session, start, uri)
    again = soon(driving(session).drive(uri, TOPIC, TYPE, Profile()))
    await asyncio.sleep(0)
    session.commands.allow(uri, allowed=False)
    child.end(0)
    await leaving

    with pytest.raises(SessionError, check=says(SessionWording.LOCKED)):
        await again
    assert len(start.children) == 1


async def test_whoever_asks_for_a_robot_that_can_not_be_driven_drives_none(session: Session, start: FakeStart) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9")
    with pytest.raises(SessionError, check=says(SessionWording.NO_CONNECTION)):
        await driving(session).drive("ros1://nowhere", TOPIC, TYPE, Profile())

    assert child.input_closed
    assert driving(session).connection_id == ""


async def test_whoever_is_disconnected_while_another_is_wanted_is_left_first(
    session: Session, start: FakeStart
) -> None:
    first = "ros1://127.0.0.1:9"
    child = await driven(session, start, first)
    child.obeys = False
    other = session.links.connect("ros1://127.0.0.1:10")
    session.commands.allow(other, allowed=True)
    driven_next = soon(driving(session).drive(other, TOPIC, TYPE, Profile()))
    await eventually(lambda: child.input_closed)
    gone = soon(session.links.disconnect(first))
    await asyncio.sleep(0.02)
    assert not gone.done()
    child.end(0)
    await gone

    assert await driven_next is True
    assert driving(session).connection_id == other


@pytest.mark.expects_log("started again")
async def test_one_that_died_is_not_started_again_for_a_robot_that_is_only_looked_at_by_now(
    session: Session, start: FakeStart
) -> None:
    uri = "ros1://127.0.0.1:9"
    child = await driven(session, start, uri)
    child.end(-9)
    session.commands.allow(uri, allowed=False)
    await asyncio.sleep(0.1)

    assert len(start.children) == 1


async def test_a_robot_may_be_made_ready_while_views_show_the_past_and_then_nothing_is_armed(
    session: Session, start: FakeStart
) -> None:
    session.deck.hold()
    await eventually(lambda: session.deck.is_past)

    child = await driven(session, start, "ros1://127.0.0.1:9")
    session.driving.handle.arm()

    assert session.driving.connection_id
    assert not any("arm" in line for line in child.said)
    await eventually(lambda: not session.deck.is_past)


async def test_a_robot_that_is_ready_keeps_views_in_the_present_only_while_it_is_armed(
    session: Session, start: FakeStart
) -> None:
    child = await driven(session, start, "ros1://127.0.0.1:9", Stage.ARMED)
    session.deck.hold()
    await eventually(lambda: session.deck.refusals == 1)

    child.says = DriveReport(2.0, Stage.DISARMED)
    await eventually(lambda: session.driving.handle.newest_report is child.says)
    before = child.said[-1]
    session.deck.hold()
    await eventually(lambda: child.said[-1] != before)
    child.says = DriveReport(3.0, Stage.DISARMED, past=child.said[-1]["past"])
    await eventually(lambda: session.deck.is_past)
