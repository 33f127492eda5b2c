"""Driving a real gzserver's rover: whatever ends it, the rover stands."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.broken_links import reset_links, served_ports
from tests.fakes.drive_window import drive_window
from tests.fakes.driven_robot import clock
from tests.fakes.driving import Driving, driving
from tests.fakes.waiting import eventually
from tests.peers.gazebo_server import GazeboServer, free_port, running_gazebo

pytestmark = pytest.mark.timeout(240)

TOPIC = "~/rover/vel_cmd"
# the wheels have some way to go, and the tool that looks takes longer than the promise
STANDS_S = 1.0
REDIAL_S = 1.0
STILL_M = 0.003
# a simulation that is slower than time lets it roll on for longer; driving, it would go a decimetre from look to look
COASTING_M = 0.03


@pytest.fixture(scope="module")
def gazebo() -> Iterator[GazeboServer]:
    """A server of their own: where many clients have come and gone, the master throws out who is there all the time."""
    with running_gazebo() as server:
        yield server


def position(gazebo: GazeboServer) -> tuple[float, float]:
    """Where the rover is."""
    for _ in range(10):
        # now and then the tool itself is thrown out by the master, and waits for ever
        with contextlib.suppress(subprocess.TimeoutExpired):
            found = gazebo.gz("model", "-m", "rover", "-p", timeout_s=6).split()
            if len(found) >= 2:
                return float(found[0]), float(found[1])
    pytest.fail("nothing says where the rover is")


def way(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(((one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2) ** 0.5)


async def move(drive: Driving, gazebo: GazeboServer, v: float = 0.3) -> None:
    """Drive until the rover is seen to move."""
    # the tool that looks can cost us our link to the master, and who stands has nothing else that answers
    before = await asyncio.to_thread(position, gazebo)
    await drive.arm()
    drive.feed(lambda: {"v": v, "w": 0.0, "hold": True})
    for _ in range(20):
        if way(await asyncio.to_thread(position, gazebo), before) > 0.05:
            return
    pytest.fail(f"it does not move: {drive.state}")


async def stands(gazebo: GazeboServer) -> None:
    """Within a second of now the rover stands, but for the rest of its way, and stays where it is."""
    await asyncio.sleep(STANDS_S)
    seen = [await asyncio.to_thread(position, gazebo) for _ in range(4)]
    assert sum(way(*pair) for pair in itertools.pairwise(seen)) < COASTING_M, seen
    assert way(seen[-2], seen[-1]) < STILL_M, seen


async def test_letting_go_and_stop_let_the_rover_stand(gazebo: GazeboServer, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, gazebo)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        # before the tool looks: who stands can be disarmed by what that costs
        await eventually(lambda: drive.reason() == "released")
        assert drive.state["state"] == "armed"
        await stands(gazebo)

        await move(drive, gazebo, -0.3)
        drive.say(stop=True)
        drive.feed(lambda: {"v": -0.3, "w": 0, "hold": True})
        await stands(gazebo)
        assert drive.state["state"] == "stopped"


async def test_the_topic_is_found_by_its_type(gazebo: GazeboServer, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path) as drive:
        await eventually(lambda: drive.state.get("subscribers"))

        assert await drive.end() == 0


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_lets_the_rover_stand(gazebo: GazeboServer, tmp_path: Path, number: signal.Signals) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, gazebo, 0.3 if number is signal.SIGTERM else -0.3)

        drive.send_signal(number)

        await stands(gazebo)
        drive.feed(None)
        assert await drive.exit() == 0


async def test_the_end_of_input_lets_the_rover_stand(gazebo: GazeboServer, tmp_path: Path) -> None:
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, gazebo, -0.3)

        assert await drive.end() == 0

        await stands(gazebo)


@pytest.mark.parametrize("who", ["drive process", "window"])
async def test_whoever_is_killed_the_rover_stands(gazebo: GazeboServer, tmp_path: Path, who: str) -> None:
    async with drive_window(gazebo.uri, tmp_path) as window:
        before = await asyncio.to_thread(position, gazebo)
        await window.arm()
        window.do("hold")
        for _ in range(20):
            if way(await asyncio.to_thread(position, gazebo), before) > 0.05:
                break
        else:
            pytest.fail(f"it does not move: {window.state}")

        if who == "window":
            window.process.kill()
        else:
            os.kill(window.pid, signal.SIGKILL)

        await stands(gazebo)


async def test_a_server_that_hangs_is_noticed_and_told_to_stand_when_it_goes_on(
    own_gazebo: GazeboServer, tmp_path: Path
) -> None:
    async with driving(own_gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, own_gazebo)
        moment = clock()
        own_gazebo.send_signal(signal.SIGSTOP)
        await eventually(lambda: drive.state["state"] != "armed")

        assert drive.state["t"] - moment < 0.7
        own_gazebo.send_signal(signal.SIGCONT)

        await stands(own_gazebo)


@pytest.mark.parametrize("port", ["any", "fixed"])
async def test_a_server_whose_link_was_reset_is_told_to_stand_within_a_second(
    gazebo: GazeboServer, tmp_path: Path, port: str
) -> None:
    option = ("--publisher-port", str(free_port())) if port == "fixed" else ()
    async with driving(gazebo.uri, tmp_path, "--topic", TOPIC, *option) as drive:
        # the second drives back
        await move(drive, gazebo, -0.3 if port == "fixed" else 0.3)
        (served,) = served_ports(drive.process.pid)
        moment = clock()
        assert await asyncio.to_thread(reset_links, served) >= 1

        # a zero was confirmed by the link that it dialled anew
        def delivered() -> dict[str, Any] | None:
            after = (state for state in drive.states if state["t"] > moment and state["state"] != "armed")
            return next((state for state in after if not state["owed"]), None)

        await eventually(delivered, "a zero that has come")
        found = delivered()
        assert found is not None
        print(f"zero confirmed after {(found['t'] - moment) * 1000:.0f} ms")  # noqa: T201 - the figure
        assert found["t"] - moment <= REDIAL_S
        assert found["subscribers"]
        await stands(gazebo)
        assert drive.state["state"] == "disarmed"


async def test_a_server_that_was_started_again_can_be_driven_again(own_gazebo: GazeboServer, tmp_path: Path) -> None:
    async with driving(own_gazebo.uri, tmp_path, "--topic", TOPIC) as drive:
        await move(drive, own_gazebo)
        own_gazebo.kill()
        await eventually(lambda: drive.state["state"] != "armed")

        await asyncio.to_thread(own_gazebo.start)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await eventually(lambda: drive.state["subscribers"], timeout_s=60)
        # what was owed to the server of before is not owed to this one for ever
        await eventually(lambda: drive.state["state"] == "disarmed", f"{drive.state}", timeout_s=90)

        await move(drive, own_gazebo)
        drive.feed(lambda: {"v": 0, "w": 0, "hold": False})
        await stands(own_gazebo)
