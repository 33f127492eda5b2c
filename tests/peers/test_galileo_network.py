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

from tests.fakes.network import ROBOT, Network, made_network
from tests.peers.gazebo_server import Lines, start_process

pytestmark = pytest.mark.timeout(180)

ROOT = Path(__file__).resolve().parent.parent.parent
PORT = 3547
URI = f"galileo://{ROBOT}:{PORT}/galileo/status"
TOKEN = "hush-hush"  # noqa: S105 - no secret
# what is promised is two seconds; the machine may have other things to do
BACK_S = 10.0
START_S = 30.0


def start(network: Network, name: str, *command: str) -> Lines:
    """Run a module of ours in a namespace, until the test ends at the latest."""
    environ = os.environ | {"PYTHONUNBUFFERED": "1", "TELEDECK_GALILEO_TOKEN": TOKEN}
    program = [*network.inside(name), sys.executable, "-m", *command]
    return Lines(start_process(program, cwd=ROOT, env=environ, stderr=subprocess.PIPE))


@pytest.fixture
def network() -> Iterator[Network]:
    with made_network() as network:
        yield network


@pytest.fixture
def robot(network: Network) -> Lines:
    """Tells its clients."""
    robot = start(network, network.robot, "tests.peers.galileo_robot", ROBOT, str(PORT))
    assert json.loads(robot.next(START_S)[1]) == []
    return robot


@pytest.fixture
def echo(network: Network, robot: Lines) -> Lines:
    """Prints what the robot says; the first of it has come."""
    del robot
    echo = start(network, network.client, "app", "echo", URI, "--field", "header.seq")
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
    doctor = start(network, network.client, "app", "doctor", URI, "--json")
    doctor.next(START_S)
    _, line = doctor.next(START_S)
    finding = json.loads(line)

    assert finding["check"] == "answer"
    assert finding["ok"] is False
    assert "o network" in finding["text"] or "can't be reached" in finding["text"]
