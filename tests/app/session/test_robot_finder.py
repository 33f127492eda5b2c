from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest

from app.connections.scheme import AnnouncementListener, Discovery
from app.model.discovery import FoundRobot, FoundRobots
from app.net.link_thread import LinkThread
from app.session.robot_finder import RobotFinder
from tests.fakes.waiting import eventually

ROBOT = FoundRobot("galileo://10.0.0.7:3547/galileo/status", "f" * 76, "10.0.0.7", "5.0.0", 1.0)


class FakeFinder(AnnouncementListener):
    """Finds one robot as soon as it listens."""

    made: list[FakeFinder]

    def __init__(self) -> None:
        self.found = FoundRobots()
        self.threads: set[str] = set()
        self.closed = False
        self.made.append(self)

    def start(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.found = FoundRobots((ROBOT,), "UDP 22002")

    async def close(self) -> None:
        self.threads.add(threading.current_thread().name)
        self.closed = True


@pytest.fixture
def link() -> Iterator[LinkThread]:
    link = LinkThread("link of the test")
    link.start()
    yield link
    link.stop()


@pytest.fixture
def robots(link: LinkThread) -> RobotFinder:
    FakeFinder.made = []
    return RobotFinder(link, [Discovery(22002, "robots", lambda: FakeFinder)])


async def test_nobody_listens_until_somebody_wants_to_know(robots: RobotFinder) -> None:
    assert robots.found == FoundRobots()
    assert FakeFinder.made == []

    robots.watch("dialog", wanted=True)
    await eventually(lambda: robots.found.robots == (ROBOT,))
    robots.watch("dialog", wanted=False)
    await eventually(lambda: FakeFinder.made[0].closed)
    assert robots.found == FoundRobots()


async def test_one_listener_is_enough_for_all_who_want_to_know(robots: RobotFinder) -> None:
    for owner in ("a", "b", "a"):
        robots.watch(owner, wanted=True)
    await eventually(lambda: robots.found.robots)
    robots.watch("a", wanted=False)
    robots.watch("never began", wanted=False)
    assert robots.found.robots

    robots.watch("b", wanted=False)
    await eventually(lambda: FakeFinder.made[0].closed)
    assert len(FakeFinder.made) == 1


async def test_everything_happens_in_the_link_thread(robots: RobotFinder) -> None:
    robots.watch("dialog", wanted=True)
    await eventually(lambda: robots.found.robots)
    robots.watch("dialog", wanted=False)
    await eventually(lambda: FakeFinder.made[0].closed)

    assert FakeFinder.made[0].threads == {"link of the test"}


async def test_the_end_of_the_session_ends_it(robots: RobotFinder, link: LinkThread) -> None:
    robots.watch("dialog", wanted=True)
    await eventually(lambda: robots.found.robots)
    await link.run(robots.close())

    assert FakeFinder.made[0].closed


async def test_who_changes_their_mind_while_it_begins_leaves_no_listener(robots: RobotFinder, link: LinkThread) -> None:
    for wanted in (True, False, True, False):
        robots.watch("dialog", wanted=wanted)
    await link.run(robots.close())

    assert all(finder.closed for finder in FakeFinder.made)
    assert robots.found == FoundRobots()
