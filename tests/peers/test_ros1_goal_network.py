"""Goals over a cable that is pulled: a real actionlib server and a window, in networks of their own."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.fakes.network import CLIENT, ROBOT, Network, made_network
from tests.peers.ros1_fixtures import require_ros1
from tests.peers.ros1_server import PYTHON, SOURCES, Node, wait_for
from tests.tools.tracked_files import ROOT

pytestmark = pytest.mark.timeout(180)

URI = f"ros1://{ROBOT}:11311"
CUT_S = 5.0
# what was sent at its beginning is sent again by the system more than ten seconds after its end
LONG_CUT_S = 14.0


@pytest.fixture
def network() -> Iterator[Network]:
    require_ros1()
    with made_network() as network:
        yield network


@pytest.fixture
def server(network: Network, tmp_path: Path) -> Iterator[Node]:
    """A server that navigates, in the robot's network."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("ROS", "PYTHON"))}
    environ |= {"ROS_MASTER_URI": f"http://{ROBOT}:11311", "ROS_IP": ROBOT, "ROS_HOME": str(tmp_path / "ros")}
    inside = network.inside(network.robot)
    core = Node([*inside, "/usr/bin/roscore"], environ, "/roscore", tmp_path / "roscore.log")
    server = Node([*inside, PYTHON, SOURCES / "navigator.py"], environ, "/navigator", tmp_path / "navigator.log")
    try:
        # what it says before is that it waits for roscore
        while server.next_line()[1] != "ready\n":
            pass
        yield server
    finally:
        server.kill()
        core.stop()


@pytest.fixture
def window(network: Network, server: Node, tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """A window that has sent the robot to a goal, in its own network; its watchdog stands by."""
    folders = {"XDG_STATE_HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "ROS_IP": CLIENT}
    window = subprocess.Popen(
        [*network.inside(network.client), sys.executable, "-m", "tests.peers.goal_window", URI, "100"],
        env=os.environ | folders,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        cwd=ROOT,
    )
    log = tmp_path / "teledeck" / "goal-watchdog.log"
    try:
        assert server.next_line()[1].startswith("begun")
        wait_for(lambda: log.exists() and "connected" in log.read_text(), "its watchdog")
        yield window
    finally:
        window.kill()
        window.communicate()


async def said(window: subprocess.Popen[str]) -> str:
    assert window.stdout is not None
    return (await asyncio.to_thread(window.stdout.readline)).strip()


async def test_stop_that_is_pressed_while_the_cable_is_pulled_arrives_with_it(
    network: Network, server: Node, window: subprocess.Popen[str]
) -> None:
    assert await said(window) == "set"
    network.pull()
    await asyncio.sleep(1.0)
    assert window.stdin is not None
    window.stdin.write("stop\n")
    window.stdin.flush()
    assert await said(window) == "stopping"
    await asyncio.sleep(CUT_S)
    assert server.all_lines() == []
    network.plug()
    plugged = time.monotonic()
    came, line = await asyncio.to_thread(server.next_line, 20.0)
    assert line == "called off\n"
    assert came - plugged < 3.0
    assert await said(window) == "stopped"


async def test_the_goal_of_a_window_that_is_killed_while_the_cable_is_pulled_is_called_off_when_it_is_back(
    network: Network, server: Node, window: subprocess.Popen[str]
) -> None:
    network.pull()
    await asyncio.sleep(1.0)
    window.send_signal(signal.SIGKILL)
    await asyncio.sleep(CUT_S)
    assert server.all_lines() == []
    network.plug()
    assert (await asyncio.to_thread(server.next_line, 30.0))[1] == "called off\n"


async def test_a_goal_that_comes_late_when_its_window_is_dead_is_called_off(
    network: Network, server: Node, window: subprocess.Popen[str]
) -> None:
    assert await said(window) == "set"
    network.pull()
    assert window.stdin is not None
    window.stdin.write("goal\n")
    window.stdin.flush()
    assert await said(window) == "set"
    window.send_signal(signal.SIGKILL)
    await asyncio.sleep(LONG_CUT_S)
    assert server.all_lines() == []
    network.plug()
    plugged = time.monotonic()
    lines = [await asyncio.to_thread(server.next_line, 60.0) for _ in range(3)]
    first, (begun_at, begun), (ended_at, ended) = lines
    assert first[1] == "called off\n"
    assert begun.startswith("begun")
    assert begun_at - plugged > 5.0
    assert ended == "called off\n"
    assert ended_at - begun_at < 1.0
