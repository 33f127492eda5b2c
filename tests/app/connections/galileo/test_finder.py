from __future__ import annotations

import asyncio
import functools
import json
import socket
from collections.abc import AsyncIterator

import pytest

import app.connections.galileo.finder as module
from app.connections.galileo.finder import MAX_FOUND, GalileoFinder
from app.model.discovery import FoundRobots
from app.net.udp import open_socket
from app.wording.connections import GalileoWording, LinkWording
from protocols.galileo.discovery import FORGET_AFTER_S
from tests.fakes.ports import free_port
from tests.fakes.waiting import eventually
from tests.tools.sentences import tells

ID = "f" * 76


class Robot:
    """Makes itself known to this machine."""

    def __init__(self, port: int) -> None:
        self._socket = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self._port = port

    def shout(self, robot_id: str = ID, **more: object) -> None:
        self.send(json.dumps({"id": robot_id, "port": 3546, "version": "5.0.0", **more}).encode())

    def send(self, data: bytes) -> None:
        self._socket.sendto(data, ("127.0.0.1", self._port))

    def close(self) -> None:
        self._socket.close()


@pytest.fixture(autouse=True)
def short_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_LOOK_INTERVAL_S", 0.01)
    monkeypatch.setattr(module, "_RETRY_S", 0.02)
    # none is forgotten because a test was held up
    monkeypatch.setattr(module, "FORGET_AFTER_S", 1000.0)


@pytest.fixture
async def finder() -> AsyncIterator[GalileoFinder]:
    """One that listens on a port of its own."""
    finder = GalileoFinder(0)
    finder.start()
    yield finder
    await finder.close()


@pytest.fixture
async def robot(finder: GalileoFinder) -> AsyncIterator[Robot]:
    robot = Robot(port_of(finder))
    yield robot
    robot.close()


def port_of(finder: GalileoFinder) -> int:
    return int(finder.found.listening_for.removeprefix("UDP "))


async def test_a_robot_that_makes_itself_known_is_found_with_an_address_to_connect_to(
    finder: GalileoFinder, robot: Robot
) -> None:
    robot.shout()
    await eventually(lambda: finder.found.robots)

    (found,) = finder.found.robots
    assert (found.uri, found.name, found.host, found.version) == (
        "galileo://127.0.0.1:3547/galileo/status",
        ID,
        "127.0.0.1",
        "5.0.0",
    )
    assert (finder.found.problem, finder.found.ignored) == ("", 0)


async def test_a_robot_that_is_heard_again_stays_one_and_is_told_as_it_is_now(
    finder: GalileoFinder, robot: Robot
) -> None:
    robot.shout()
    await eventually(lambda: finder.found.robots)
    robot.shout(version="5.1")
    await eventually(lambda: finder.found.robots[0].version == "5.1")

    assert len(finder.found.robots) == 1


async def test_a_robot_is_forgotten_when_it_was_not_heard_for_a_while(
    finder: GalileoFinder, robot: Robot, monkeypatch: pytest.MonkeyPatch
) -> None:
    robot.shout()
    await eventually(lambda: finder.found.robots)
    monkeypatch.setattr(module, "FORGET_AFTER_S", 0.0)

    await eventually(lambda: not finder.found.robots)


def test_a_robot_is_forgotten_after_five_seconds() -> None:
    assert FORGET_AFTER_S == 5.0


@pytest.mark.parametrize("data", [b"", b"\0", b"{", b"[]", b'{"id": 5}', b'{"id": ""}', b"\xff" * 2000, b"x" * 5000])
async def test_what_makes_no_sense_is_counted_and_harms_nothing(
    finder: GalileoFinder, robot: Robot, data: bytes
) -> None:
    robot.send(data)
    await eventually(lambda: finder.found.ignored == 1)
    robot.shout()

    await eventually(lambda: finder.found.robots)


async def test_somebody_who_makes_up_robots_gets_no_more_than_so_many_into_the_list(
    finder: GalileoFinder, robot: Robot
) -> None:
    def more_than(number: int) -> bool:
        return len(finder.found.robots) + finder.found.ignored > number

    for number in range(MAX_FOUND + 10):
        robot.shout(f"{number:076x}")
        # none is lost on the way
        await eventually(functools.partial(more_than, number))

    assert (len(finder.found.robots), finder.found.ignored) == (MAX_FOUND, 10)


async def test_a_port_that_another_program_keeps_for_itself_is_told_and_taken_when_it_is_free() -> None:
    number = free_port()
    other = open_socket(("", number))
    finder = GalileoFinder(number)
    try:
        finder.start()
        assert tells(finder.found.problem, LinkWording.PORT_IN_USE, port=number)
        assert tells(finder.found.tip, GalileoWording.FINDER_TIP)
        assert finder.found.listening_for == f"UDP {number}"
    finally:
        other.close()
    try:
        await eventually(lambda: not finder.found.problem)
        robot = Robot(number)
        robot.shout()
        await eventually(lambda: finder.found.robots)
        robot.close()
    finally:
        await finder.close()


async def test_a_port_that_others_listen_on_too_is_shared() -> None:
    other = open_socket(("", 0), shared=True)
    finder = GalileoFinder(other.getsockname()[1])
    try:
        finder.start()

        assert finder.found.problem == ""
    finally:
        other.close()
        await finder.close()


async def test_after_the_end_nothing_is_known_any_more(finder: GalileoFinder, robot: Robot) -> None:
    robot.shout()
    await eventually(lambda: finder.found.robots)
    await finder.close()
    robot.shout()
    await asyncio.sleep(0.05)

    assert finder.found == FoundRobots()


async def test_it_can_begin_again_after_the_end(finder: GalileoFinder) -> None:
    await finder.close()
    finder.start()
    finder.start()
    robot = Robot(port_of(finder))
    robot.shout()
    await eventually(lambda: finder.found.robots)

    robot.close()
