"""A robot and this program in networks of their own, whose cable is pulled and whose addresses change."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.peers.gazebo_server import Lines, start_process

pytestmark = pytest.mark.timeout(180)

ROOT = Path(__file__).resolve().parent.parent.parent
ROBOT, CLIENT, MOVED = "10.231.7.1", "10.231.7.2", "10.231.7.3"
PORT = 3547
URI = f"galileo://{ROBOT}:{PORT}/galileo/status"
TOKEN = "hush-hush"  # noqa: S105 - no secret
# what is promised is two seconds; the machine may have other things to do
BACK_S = 10.0
START_S = 30.0


def ip(*arguments: str) -> None:
    subprocess.run(["ip", *arguments], check=True, capture_output=True, text=True)


class Network:
    """Two network namespaces with a cable between them: the robot's and this program's.

    Attributes:
        robot, client: the names of the namespaces.
    """

    def __init__(self) -> None:
        self.robot, self.client = (f"teledeck-{os.getpid()}-{who}" for who in ("robot", "client"))
        self._cable = f"td{os.getpid()}"

    def make(self) -> None:
        """Make them. Raises OSError or CalledProcessError where this system does not let us."""
        ip("netns", "add", self.robot)
        ip("netns", "add", self.client)
        ends = f"{self._cable}r", f"{self._cable}c"
        ip("link", "add", ends[0], "type", "veth", "peer", "name", ends[1])
        for end, name, address in zip(ends, (self.robot, self.client), (ROBOT, CLIENT), strict=True):
            ip("link", "set", end, "netns", name)
            self._in(name, "link", "set", end, "name", "eth0")
            self._in(name, "addr", "add", f"{address}/24", "dev", "eth0")
            self._in(name, "link", "set", "lo", "up")
            self._in(name, "link", "set", "eth0", "up")

    def remove(self) -> None:
        """Remove what there is; the cable goes with its ends."""
        for name in (self.robot, self.client):
            with contextlib.suppress(OSError, subprocess.CalledProcessError):
                ip("netns", "delete", name)

    def pull(self) -> None:
        """Take this program's end down."""
        self._in(self.client, "link", "set", "eth0", "down")

    def plug(self) -> None:
        """Bring it up again."""
        self._in(self.client, "link", "set", "eth0", "up")

    def move(self) -> None:
        """Give this program's end another address, as another access point may."""
        self._in(self.client, "addr", "del", f"{CLIENT}/24", "dev", "eth0")
        self._in(self.client, "addr", "add", f"{MOVED}/24", "dev", "eth0")

    def start(self, name: str, *command: str) -> Lines:
        """Run a module of ours in a namespace, until the test ends at the latest."""
        environ = os.environ | {"PYTHONUNBUFFERED": "1", "TELEDECK_GALILEO_TOKEN": TOKEN}
        program = ["ip", "netns", "exec", name, sys.executable, "-m", *command]
        return Lines(start_process(program, cwd=ROOT, env=environ, stderr=subprocess.PIPE))

    @staticmethod
    def _in(name: str, *arguments: str) -> None:
        ip("-n", name, *arguments)


@pytest.fixture
def network() -> Iterator[Network]:
    """Skips where this system lets nobody make networks, and fails if it must."""
    network = Network()
    try:
        network.make()
    except (OSError, subprocess.CalledProcessError) as error:
        network.remove()
        said = (getattr(error, "stderr", "") or str(error)).strip()
        words = f"no network namespaces can be made here (root and iproute2 are needed): {said}"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(words)
    yield network
    network.remove()


@pytest.fixture
def robot(network: Network) -> Lines:
    """Tells its clients."""
    robot = network.start(network.robot, "tests.peers.galileo_robot", ROBOT, str(PORT))
    assert json.loads(robot.next(START_S)[1]) == []
    return robot


@pytest.fixture
def echo(network: Network, robot: Lines) -> Lines:
    """Prints what the robot says; the first of it has come."""
    del robot
    echo = network.start(network.client, "app", "echo", URI, "--field", "header.seq")
    echo.next(START_S)
    return echo


def clients(robot: Lines) -> set[str]:
    """All that the robot has ever told of since it was last asked."""
    found: set[str] = set()
    with contextlib.suppress(queue.Empty):
        while True:
            found.update(json.loads(robot.next(0.2)[1]))
    return found


def back_after(echo: Lines, moment: float) -> float:
    """How long after a moment the robot was heard; the program has had the time to say so."""
    back_s = echo.first_after(moment, BACK_S) - moment
    for _ in range(5):
        echo.next(BACK_S)
    return back_s


def test_a_cable_that_is_pulled_for_a_moment_ends_nothing(network: Network, robot: Lines, echo: Lines) -> None:
    before = clients(robot)
    network.pull()
    time.sleep(3.0)
    plugged = time.monotonic()
    network.plug()
    back_s = back_after(echo, plugged)
    after = clients(robot)
    _, said = echo.stop()

    assert back_s < BACK_S
    assert len(before) == 1
    assert f"{URI} is stale" in said
    assert f"{URI} is back" in said
    assert not after
    assert TOKEN not in said


def test_what_was_lost_comes_back_by_itself_with_another_id(network: Network, robot: Lines, echo: Lines) -> None:
    before = clients(robot)
    network.pull()
    time.sleep(13.0)
    plugged = time.monotonic()
    network.plug()
    back_s = back_after(echo, plugged)
    after = clients(robot)
    _, said = echo.stop()

    assert back_s < BACK_S
    assert f"{URI} is lost" in said
    assert f"{URI} is back" in said
    assert after - before


def test_another_address_of_this_machine_is_a_new_session(network: Network, robot: Lines, echo: Lines) -> None:
    before = clients(robot)
    moved = time.monotonic()
    network.move()
    # what was under way may still come
    back_s = echo.first_after(moved + 1.0, BACK_S) - moved
    after = clients(robot)
    _, said = echo.stop()

    assert back_s < BACK_S
    assert after - before
    assert "Traceback" not in said


def test_doctor_tells_of_a_network_that_is_not_there(network: Network) -> None:
    network.pull()
    doctor = network.start(network.client, "app", "doctor", URI, "--json")
    doctor.next(START_S)
    _, line = doctor.next(START_S)
    finding = json.loads(line)

    assert finding["check"] == "answer"
    assert finding["ok"] is False
    assert "no network" in finding["text"] or "can't be reached" in finding["text"]
