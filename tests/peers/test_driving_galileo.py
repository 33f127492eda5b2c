"""A Galileo robot behind a network that holds back, cuts and slows datagrams: real sockets and processes."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.promise import kept
from tests.fakes.udp_relay import UdpRelay, relayed
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# a proof takes two seconds of answers, and longer where the network was cut
PROVEN_S = 4.0
SEEN_S = 1.0


@pytest.fixture
async def robot() -> AsyncIterator[DrivenRobot]:
    async with driven_robot("galileo") as robot:
        yield robot


@pytest.fixture
async def relay(robot: DrivenRobot) -> AsyncIterator[UdpRelay]:
    host, port = robot.uri.removeprefix("galileo://").partition("/")[0].split(":")
    async with relayed((host, int(port))) as relay:
        yield relay


@pytest.fixture
async def drive(relay: UdpRelay, tmp_path: Path) -> AsyncIterator[Driving]:
    async with driving(f"galileo://{relay.address[0]}:{relay.port}/galileo/status", tmp_path) as drive:
        yield drive


async def settled(robot: DrivenRobot, drive: Driving) -> None:
    """The stop is called delivered, and the robot did get it."""
    await eventually(lambda: not drive.state["owed"], "a proof")
    assert not robot.moves
    settled_at = clock()
    await asyncio.sleep(1.0)
    assert [came for came in robot.since(settled_at) if not came.is_zero] == []


@pytest.mark.parametrize("word", [{"stop": True}, {"arm": False}], ids=["stop", "disarm"])
async def test_a_stop_in_a_cut_is_not_taken_for_delivered_by_answers_that_were_held_up(
    robot: DrivenRobot, relay: UdpRelay, drive: Driving, word: dict[str, bool]
) -> None:
    await drive.drive(robot)
    begun = asyncio.get_running_loop().time()
    relay.back.held_until = begun + 0.45
    await asyncio.sleep(0.25)
    relay.there.loss = 1.0
    await asyncio.sleep(0.05)
    drive.feed(None)
    drive.say(**word)
    await asyncio.sleep(0.55)
    assert drive.state["owed"]

    relay.there.loss = 0.0

    await settled(robot, drive)


@pytest.mark.parametrize("cut_s", [1.2, 3.0])
async def test_a_stop_of_the_link_gate_in_a_cut_is_delivered_when_it_is_over(
    robot: DrivenRobot, relay: UdpRelay, drive: Driving, cut_s: float
) -> None:
    await drive.drive(robot)
    relay.back.held_until = asyncio.get_running_loop().time() + 0.45
    await asyncio.sleep(0.25)
    relay.there.loss = 1.0
    await asyncio.sleep(cut_s)
    assert drive.state["state"] != "armed"
    assert drive.state["owed"]

    relay.there.loss = 0.0

    await settled(robot, drive)


@pytest.mark.parametrize("both", [False, True])
async def test_a_delay_that_grows_to_two_seconds_is_seen_and_stops(
    robot: DrivenRobot, relay: UdpRelay, drive: Driving, *, both: bool
) -> None:
    await drive.drive(robot)
    over_at, driven_at = None, clock()
    began = asyncio.get_running_loop().time()
    while (grown_s := 0.3 * (asyncio.get_running_loop().time() - began)) < 2.0:
        relay.there.delay_s = grown_s / 2 if both else grown_s
        relay.back.delay_s = grown_s / 2 if both else 0.0
        if over_at is None and grown_s > 0.5:
            over_at = clock()
        await asyncio.sleep(0.02)

    assert over_at is not None
    stopped = next(state for state in drive.states if state["t"] > driven_at and state["state"] != "armed")
    kept(stopped["t"] - over_at, SEEN_S, "a delay of 500 ms")
    assert drive.state["state"] != "armed"
    assert (drive.state["round_trip_s"] or 0.0) > 0.5


async def test_on_a_good_network_a_stop_is_settled_in_seconds_and_the_link_stays_as_it_is(
    robot: DrivenRobot, relay: UdpRelay, drive: Driving
) -> None:
    relay.set_both(loss=0.02, delay_s=0.007, jitter_s=0.005)
    await drive.drive(robot)
    await asyncio.sleep(5.0)
    assert drive.state["state"] == "armed", drive.reason()
    assert 0.01 < drive.state["round_trip_s"] < 0.05

    drive.feed(dict)
    moment = drive.say(arm=False)
    await drive.reach("disarmed")

    kept(drive.state["t"] - moment, PROVEN_S, "the proof of a stop")
    assert not robot.moves


async def test_a_motion_that_was_held_up_for_seconds_is_dropped_once_the_stop_is_proven(
    robot: DrivenRobot, relay: UdpRelay, drive: Driving
) -> None:
    await drive.drive(robot)
    # what is sent now comes in six seconds; what is sent after it is not held up
    relay.there.delay_s = 6.0
    await asyncio.sleep(0.15)
    relay.there.delay_s = 0.0
    held_at = clock()
    drive.feed(dict)
    drive.say(arm=False)

    await drive.reach("disarmed")
    proven_at = clock()
    await asyncio.sleep(max(0.0, held_at + 7.0 - proven_at))

    assert proven_at - held_at < 5.5
    assert [came for came in robot.since(proven_at) if not came.is_zero] == []
    assert not robot.moves
