"""The process of a watchdog: a real one, for a demo robot that is really there."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from app.demo.ros1 import DemoRosRobot
from app.demo.simulation import Simulation
from app.drive.messages.lines import encode_line
from app.drive.messages.watchdog_messages import (
    WatchdogState,
    WatchOrder,
    parse_watchdog_state,
    watch_order_line,
)
from app.drive.process.piped_process import PipedProcess
from app.drive.supervisor.watchdog_links import WatchdogLinks
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="processes are ended by signals here")

MOTION = 0.3


class Dog(PipedProcess):
    """The process, with what it said last."""

    def __init__(self, home: Path) -> None:
        self.state = WatchdogState()
        folders = {"XDG_STATE_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
        super().__init__(["drive", "-", "--watchdog"], folders, home / "errors.log", self._hear, lambda _: None)

    def _hear(self, line: bytes) -> None:
        self.state = parse_watchdog_state(line)

    async def end(self) -> int:
        """Wait for its end; the exit code."""
        async with asyncio.timeout(30):
            return await asyncio.wrap_future(self.ended)


@pytest.fixture
async def robot() -> AsyncIterator[tuple[str, Simulation]]:
    simulation = Simulation()
    robot = DemoRosRobot(simulation)
    await robot.start()
    yield robot.uri, simulation
    await robot.close()


@pytest.fixture
def driver() -> Iterator[subprocess.Popen[bytes]]:
    """What stands for the drive process: something that can be killed."""
    process = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(120)"])
    yield process
    process.kill()
    process.wait()


@pytest.fixture
async def dog(tmp_path: Path) -> AsyncIterator[Dog]:
    dog = Dog(tmp_path)
    yield dog
    dog.kill()
    await dog.end()


async def stands_by(dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes], window: str = "") -> None:
    dog.write(watch_order_line(WatchOrder(robot[0], "/cmd_vel", pid=driver.pid, window=window)))
    await eventually(lambda: dog.state.ready, "a watchdog that is ready")
    rover = robot[1].rover
    rover.command = type(rover.command)(MOTION, 0.0)


def log_of(home: Path) -> str:
    return "".join(path.read_text() for path in (home / "teledeck" / "drive").iterdir())


async def test_it_stops_the_robot_when_the_pipe_ends_and_then_ends_itself(
    dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes], tmp_path: Path
) -> None:
    await stands_by(dog, robot, driver)
    dog.write(encode_line({"stage": "armed", "moving": True}))

    dog.close_input()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    assert await dog.end() == 0
    assert '"watchdog":"ended"' in log_of(tmp_path)
    assert '"watchdog":"arrived"' in log_of(tmp_path)


async def test_one_that_is_silent_is_killed_and_stopped_for(
    dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes]
) -> None:
    await stands_by(dog, robot, driver)
    dog.write(encode_line({"stage": "armed", "moving": True}))

    await eventually(lambda: robot[1].rover.command.linear == 0.0)

    assert await asyncio.to_thread(driver.wait, 10) == -signal.SIGKILL


async def test_after_a_goodbye_it_ends_and_has_sent_nothing(
    dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes]
) -> None:
    await stands_by(dog, robot, driver)
    dog.write(encode_line({"stage": "disarmed", "moving": False}) + encode_line({"goodbye": True}))

    dog.close_input()

    assert await dog.end() == 0
    assert robot[1].rover.command.linear == MOTION


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGINT])
async def test_no_signal_that_ends_a_program_ends_it_while_it_is_needed(
    dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes], number: signal.Signals
) -> None:
    await stands_by(dog, robot, driver)
    dog.write(encode_line({"stage": "armed", "moving": True}))

    os.kill(dog.pid, number)
    dog.close_input()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)


async def test_it_tells_the_window_how_things_are_and_obeys_its_stop(
    dog: Dog, robot: tuple[str, Simulation], driver: subprocess.Popen[bytes]
) -> None:
    links = WatchdogLinks()
    await stands_by(dog, robot, driver, links.prepare_launch("ros1://robot", "/cmd_vel", 0, 0, 0))
    await eventually(lambda: links.state.names, "its name")
    dog.write(encode_line({"stage": "disarmed", "moving": False}))
    dog.close_input()
    await asyncio.sleep(0.3)
    # it stands by until the window leaves the robot
    assert not dog.ended.done()

    links.stop()

    await eventually(lambda: robot[1].rover.command.linear == 0.0)
    await eventually(lambda: not links.state.any_may_be_moving)
    links.close()
    assert await dog.end() == 0


async def test_one_that_is_never_told_what_to_stand_by_for_ends_with_its_pipe(dog: Dog) -> None:
    dog.write(b"woof\n" + encode_line({"watch": {"uri": "carrier-pigeon://robot"}}))

    dog.close_input()

    assert await dog.end() == 0
