"""Driving cars with a real roscore and a rospy node: the speed and the angle of the wheels that come, and when."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import signal
import struct
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.config.profile import Limits, Profile, format_profile
from tests.fakes.broken_links import reset_links
from tests.fakes.driving import Driving, driving
from tests.fakes.ports import free_port
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first_alone
from tests.peers.ros1_server import Node, Ros1

__all__ = ("first_alone",)

pytestmark = pytest.mark.timeout(240)

TYPES = ("ackermann_msgs/AckermannDrive", "ackermann_msgs/AckermannDriveStamped")
_topics = (f"/car_{number}/ackermann_cmd" for number in itertools.count())
SPEED_M_S, ANGLE_RAD = 0.3, 0.2
# rospy reads in a thread of Python's, and this machine may be busy
READ_S = 0.1
STOP_S = 0.06
REDIAL_S = 1.0
# until the watchdog has noticed the end of a process, or its silence
KILLED_S, FROZEN_S = 0.3, 0.6
FLOAT32 = 1e-6

CAR = Profile("car", Limits(steering_rad=0.4, steering_rad_s=50.0), wheel_base_m=0.5)


@dataclass(frozen=True)
class Told:
    at: float
    angle_rad: float
    speed_m_s: float

    @property
    def is_zero(self) -> bool:
        return self.angle_rad == self.speed_m_s == 0.0


class Car:
    """A listener, and what it was told."""

    def __init__(self, node: Node, topic: str, type_name: str) -> None:
        self.node, self.topic, self.type_name = node, topic, type_name
        self._told: list[Told] = []

    def look(self) -> list[Told]:
        """All that came until now."""
        for line in self.node.all_lines():
            message = json.loads(line)
            # the five numbers are last, behind a header where there is one
            numbers = struct.unpack("<5f", bytes.fromhex(message["hex"])[-20:])
            assert not any((numbers[1], numbers[3], numbers[4])), "no more than angle and speed is asked for"
            self._told.append(Told(message["received_ns"] / 1e9, numbers[0], numbers[2]))
        return self._told

    def since(self, moment: float) -> list[Told]:
        return [told for told in self.look() if told.at > moment]

    def is_at(self, speed_m_s: float, angle_rad: float) -> bool:
        told = self.look()
        return bool(told) and abs(told[-1].speed_m_s - speed_m_s) + abs(told[-1].angle_rad - angle_rad) < FLOAT32

    async def stands_after(self, moment: float, limit_s: float) -> None:
        """A zero came in time, with the wheels straight, and only zeros after it."""
        await eventually(lambda: any(told.is_zero for told in self.since(moment)))
        await asyncio.sleep(0.5)
        came = list(itertools.dropwhile(lambda told: not told.is_zero, self.since(moment)))
        assert all(told.is_zero for told in came)
        kept(came[0].at - moment, limit_s + READ_S)


@pytest.fixture(params=TYPES)
def car(ros1: Ros1, request: pytest.FixtureRequest) -> Car:
    topic = next(_topics)
    return Car(ros1.listener("rospy", topic, request.param), topic, request.param)


@asynccontextmanager
async def driving_car(ros1: Ros1, car: Car, home: Path, *more: str) -> AsyncIterator[Driving]:
    """`teledeck drive` by a profile of the car."""
    file = home / "car.teledeck-profile.json"
    file.write_bytes(format_profile(CAR))
    options = ("--topic", car.topic, "--type", car.type_name, "--profile", str(file), *more)
    async with driving(ros1.uri, home, *options) as drive:
        yield drive
        if drive.process.returncode is None:
            await drive.end()


async def move(drive: Driving, car: Car) -> None:
    await drive.hold_until(
        lambda: car.is_at(SPEED_M_S, ANGLE_RAD), lambda: {"v": SPEED_M_S, "steer": ANGLE_RAD, "hold": True}
    )


async def test_a_car_is_told_its_speed_and_the_angle_of_its_wheels_until_stop(
    ros1: Ros1, car: Car, tmp_path: Path
) -> None:
    async with driving_car(ros1, car, tmp_path) as drive:
        await move(drive, car)
        moment = time.time()
        drive.say(stop=True)

        await car.stands_after(moment, STOP_S)
        await eventually(lambda: drive.state["state"] == "stopped" and not drive.state["owed"])
        assert drive.state["subscriber_names"] == [car.node.name]


async def test_letting_go_sets_the_wheels_straight(ros1: Ros1, car: Car, tmp_path: Path) -> None:
    async with driving_car(ros1, car, tmp_path) as drive:
        await move(drive, car)
        drive.feed(None)
        moment = time.time()
        drive.say(v=0, steer=0, hold=False)

        await car.stands_after(moment, 0.1)
        assert drive.state["state"] == "armed"


async def test_a_turn_in_rad_s_becomes_an_angle_and_a_tiny_one_on_the_spot_a_tiny_angle(
    ros1: Ros1, car: Car, tmp_path: Path
) -> None:
    async with driving_car(ros1, car, tmp_path) as drive:
        # atan(wheel base · turn / speed)
        await drive.hold_until(lambda: car.is_at(0.3, 0.24497866), lambda: {"v": 0.3, "w": 0.15, "hold": True})
        await drive.hold_until(lambda: car.is_at(0.0, 0.4 * 0.01), lambda: {"v": 0.0, "w": 0.008, "hold": True})


@pytest.mark.parametrize(("number", "limit_s"), [(signal.SIGKILL, KILLED_S), (signal.SIGSTOP, FROZEN_S)])
async def test_a_drive_process_that_is_killed_or_frozen_leaves_a_car_standing_with_its_wheels_straight(
    ros1: Ros1, car: Car, tmp_path: Path, number: signal.Signals, limit_s: float
) -> None:
    async with driving_car(ros1, car, tmp_path) as drive:
        await move(drive, car)
        moment = time.time()
        os.kill(drive.process.pid, number)

        await car.stands_after(moment, limit_s)
        await eventually(lambda: drive.process.returncode is not None)


async def test_a_link_that_is_cut_brings_zero_with_straight_wheels_first(ros1: Ros1, car: Car, tmp_path: Path) -> None:
    port = free_port()
    async with driving_car(ros1, car, tmp_path, "--publisher-port", str(port)) as drive:
        await move(drive, car)
        moment = time.time()
        assert await asyncio.to_thread(reset_links, port) == 1

        await car.stands_after(moment, REDIAL_S)
        assert drive.state["state"] == "disarmed"
        await eventually(lambda: not drive.state["owed"], f"an answer, not {drive.state}")
