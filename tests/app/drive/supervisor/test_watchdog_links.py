"""The window's end of its watchdogs: real sockets, and watchdogs that a test plays."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from typing import Any

import pytest

from app.drive.control.values import Stage
from app.drive.messages.report import DriveReport
from app.drive.supervisor.drive_state import WatchdogsState
from app.drive.supervisor.watchdog_links import WatchdogLinks
from tests.fakes.waiting import eventually
from tests.fakes.watchdog_peer import Dog

ROBOT, OTHER = "ros1://robot", "ros1://other"


@pytest.fixture
def links() -> Iterator[WatchdogLinks]:
    links = WatchdogLinks()
    yield links
    links.close()


async def dog(links: WatchdogLinks, robot: str = ROBOT, topic: str = "/cmd_vel", place: int = 0) -> Dog:
    """The watchdog of the next drive process, which stands by."""
    dog = Dog(links.prepare_launch(robot, topic, place, 0, 0))
    name = f"/teledeck_{dog.socket.getsockname()[1]}"
    dog.tell(ready=True, name=name)
    await eventually(lambda: name in links.state.names)
    return dog


async def test_a_watchdog_is_no_stranger_as_long_as_it_is_there(links: WatchdogLinks) -> None:
    one = await dog(links)
    assert links.state == WatchdogsState(names=links.state.names)
    assert len(links.state.names) == 1

    one.close()

    await eventually(lambda: not links.state.names)


async def test_what_it_is_in_want_of_is_told(links: WatchdogLinks) -> None:
    one = await dog(links)
    one.tell(words="nobody answers", tip="Switch it on.")

    await eventually(lambda: links.state.text == "nobody answers")
    assert links.state.tip == "Switch it on."
    one.close()


async def test_one_that_sends_zeros_is_told_as_of_the_robot_that_is_driven(links: WatchdogLinks) -> None:
    one = await dog(links)
    one.tell(moving=True)
    await eventually(lambda: links.state.moving)
    assert (links.state.any_may_be_moving, links.state.left_robots) == (True, ())

    # the next process drives the same
    links.prepare_launch(ROBOT, "/cmd_vel", 1, 0, 0)

    assert (links.state.moving, links.state.left_robots) == (True, ())
    one.tell(moving=False)
    await eventually(lambda: not links.state.any_may_be_moving)
    one.close()


@pytest.mark.parametrize("words", ['["None.SUCH",{}]', '["LinkWording.NOTHING_LISTENS",{}]', "[]", "{}", "3", "null"])
async def test_no_words_hide_that_a_robot_may_be_moving(links: WatchdogLinks, words: str) -> None:
    one = await dog(links)

    one.socket.sendall(f'{{"moving":true,"words":{words},"tip":{words}}}\n'.encode())

    await eventually(lambda: links.state.moving)
    assert (links.state.text, links.state.tip) == ("", "")
    links.stop()
    assert one.hear() == [{"stop": True}]
    one.close()


@pytest.mark.expects_log("could not be read")
@pytest.mark.parametrize("line", [b"zeros, please", b'{"moving":"yes"}', b"[]", b"\xff", b"x" * 20000])
async def test_after_a_line_that_can_not_be_read_a_robot_may_be_moving_until_its_watchdog_says_otherwise(
    links: WatchdogLinks, line: bytes
) -> None:
    one = await dog(links)
    one.tell(moving=True)
    await eventually(lambda: links.state.moving)

    one.socket.sendall(line + b"\n")
    one.tell(moving=True, words="nobody answers")

    await eventually(lambda: links.state.text == "nobody answers")
    assert links.state.moving
    links.stop()
    assert one.hear() == [{"stop": True}]
    one.tell(moving=False)
    await eventually(lambda: not links.state.any_may_be_moving)
    one.close()


async def test_when_another_robot_is_driven_it_is_named(links: WatchdogLinks) -> None:
    one = await dog(links)
    one.tell(moving=True)
    await eventually(lambda: links.state.moving)

    links.prepare_launch(OTHER, "/cmd_vel", 1, 0, 0)

    assert (links.state.moving, links.state.left_robots, links.state.any_may_be_moving) == (False, (ROBOT,), True)
    one.close()
    await eventually(lambda: not links.state.any_may_be_moving)


async def test_those_before_hear_where_the_next_process_of_their_robot_stands(links: WatchdogLinks) -> None:
    one, elsewhere = await dog(links), await dog(links, topic="/other")
    now = await dog(links)
    for stage in (Stage.DISARMED, Stage.DISARMED, Stage.ARMED):
        links.receive_report(DriveReport(1.0, stage))

    assert one.hear() == [{"next": "disarmed"}, {"next": "armed"}]
    assert elsewhere.hear() == []
    assert now.hear() == []
    for each in (one, elsewhere, now):
        each.close()


async def test_stop_and_that_the_robot_stands_are_said_to_those_of_the_robot_that_is_driven(
    links: WatchdogLinks,
) -> None:
    other, one = await dog(links, OTHER), await dog(links)
    links.stop()
    links.give_up(left=False)
    links.give_up(left=True)

    assert one.hear() == [{"stop": True}, {"stands": True}, {"stands": True}]
    assert other.hear() == [{"stands": True}]
    one.close()
    other.close()


async def test_leaving_waits_until_each_has_ended_or_goes_on(links: WatchdogLinks) -> None:
    one, other = await dog(links), await dog(links)
    leaving = asyncio.get_running_loop().create_task(links.leave_robot(20.0), name="leave")
    await asyncio.sleep(0.05)
    assert not leaving.done()
    one.close()
    other.tell(moving=True)

    await leaving

    assert other.hear() == [{"leave": True}]
    assert links.state.left_robots == (ROBOT,)
    other.close()


async def test_one_that_does_not_react_is_not_waited_for_for_ever(links: WatchdogLinks) -> None:
    one = await dog(links)

    await links.leave_robot(0.05)

    assert one.hear() == [{"leave": True}]
    assert links.state.left_robots == ()
    one.close()


async def test_no_two_that_are_there_have_the_same_place(links: WatchdogLinks) -> None:
    assert links.free_port_slot == 0
    one = await dog(links)
    assert links.free_port_slot == 1
    other = await dog(links, place=1)
    assert links.free_port_slot == 2

    one.close()

    await eventually(lambda: links.free_port_slot == 0)
    other.close()


@pytest.mark.expects_log("no watchdog of this window")
@pytest.mark.parametrize("changes", [{"token": "guessed"}, {"token": 3}, {"launch": 77}, {"launch": "1"}])
async def test_whoever_has_no_token_is_not_heard(links: WatchdogLinks, changes: dict[str, Any]) -> None:
    one = Dog(links.prepare_launch(ROBOT, "/cmd_vel", 0, 0, 0), **changes)

    assert await asyncio.to_thread(one.is_alone)
    assert links.state == WatchdogsState()
    one.close()


async def test_when_the_window_ends_they_know(links: WatchdogLinks) -> None:
    one = await dog(links)

    links.close()

    assert await asyncio.to_thread(one.is_alone)
    one.close()
