"""Driving over a cable that is pulled for seconds: a robot and a drive process in networks of their own, over TCP.

What the system has taken of the commands when the cable is pulled goes out when it is plugged in again, however old it
is by then. So there may be no more than four of them, and a zero has to follow at once.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.drive_window import drive_window
from tests.fakes.driven_robot import Came, DrivenRobot, clock, driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.network import ROBOT, Network, made_network
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import first

__all__ = ("first",)

pytestmark = [
    pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks"),
    pytest.mark.timeout(180),
]

# what is promised
SILENT_S, LATE_COMMANDS = 0.6, 4
CUT_S = 5.0
# engines are told by links of their own: one end each is enough
PULLED = [
    *itertools.product(("ros1", "gazebo"), ("ours", "theirs")),
    ("nrp+grpc", "ours"),
    ("nrp+json", "theirs"),
]
# a burst is read at once, or in the next rounds of a busy robot
BURST_S = 0.05


@pytest.fixture
def network() -> Iterator[Network]:
    with made_network() as network:
        yield network


@pytest.fixture(params=["ros1", "gazebo"])
async def robot(request: pytest.FixtureRequest, network: Network) -> AsyncIterator[DrivenRobot]:
    async with driven_robot(request.param, ROBOT, network.inside(network.robot)) as robot:
        yield robot


@pytest.fixture
async def drive(robot: DrivenRobot, network: Network, tmp_path: Path) -> AsyncIterator[Driving]:
    async with driving(robot.uri, tmp_path, prefix=network.inside(network.client)) as drive:
        yield drive


def first_state_after(drive: Driving, moment: float) -> dict[str, Any] | None:
    """The first that was told after a moment and is not armed."""
    return next((state for state in drive.states if state["t"] >= moment and state["state"] != "armed"), None)


async def cut(network: Network, drive: Driving, end: str) -> tuple[float, dict[str, Any]]:
    """Pull the cable while it drives; when that was done, and the state in which it stopped."""
    (network.pull if end == "ours" else network.pull_far)()
    moment = clock()
    await eventually(lambda: first_state_after(drive, moment), "a stop")
    stopped = first_state_after(drive, moment)
    assert stopped is not None
    return moment, stopped


async def came_after(robot: DrivenRobot, moment: float) -> list[Came]:
    """All that came after a moment, when no more does."""
    await eventually(lambda: robot.since(moment), "what was sent")
    await robot.quiet(1.0)
    return robot.since(moment)


@pytest.mark.parametrize(("robot", "end"), PULLED, indirect=["robot"])
async def test_a_cable_that_is_pulled_stops_and_leaves_at_most_four_late_commands_with_a_zero_behind_them(
    robot: DrivenRobot, drive: Driving, network: Network, end: str
) -> None:
    await drive.drive(robot)

    pulled, stopped = await cut(network, drive, end)
    print(f"{robot.uri}, {end}: stopped after {(stopped['t'] - pulled) * 1000:.0f} ms")  # noqa: T201 - the figure

    # armed no more, and on the way to disarmed until the zeros are known to have come
    assert (stopped["state"], stopped["reason"]["name"]) == ("stopping", "link_silent")
    assert stopped["sent"]["v"] == 0.0
    assert stopped["owed"]
    await asyncio.sleep(CUT_S - (clock() - pulled))
    plugged = clock()
    assert robot.since(pulled + 0.1) == []
    (network.plug if end == "ours" else network.plug_far)()

    came = await came_after(robot, plugged)
    late = list(itertools.takewhile(lambda command: not command.is_zero, came))
    zero = came[len(late)]
    print(f"{len(late)} late, zero {(zero.at - plugged) * 1000:.0f} ms after the cable")  # noqa: T201 - the same
    assert len(late) <= LATE_COMMANDS
    assert all(command.is_zero for command in came[len(late) :])
    await eventually(lambda: not drive.state["owed"], "an answer")
    await drive.reach("disarmed")
    # and it can be driven again, by whoever arms it
    drive.feed(None)
    drive.say(v=0, w=0, hold=False)
    await drive.drive(robot)
    if late:
        kept(zero.at - late[0].at, BURST_S, "zero behind what was late")
    kept(stopped["t"] - pulled, SILENT_S, "stopped")


async def test_a_robot_that_is_out_of_reach_is_told_to_stand_when_it_is_back_while_another_one_is_driven(
    robot: DrivenRobot, network: Network, tmp_path: Path
) -> None:
    inside = network.inside(network.client)
    async with (
        driven_robot("ros1", prefix=inside) as other,
        drive_window(robot.uri, tmp_path, other.uri, prefix=inside) as window,
    ):
        await window.drive(robot)
        network.pull()
        moment = clock()
        os.kill(window.pid, signal.SIGKILL)
        await eventually(lambda: window.state["moving"], f"a stop, not {window.state}")

        window.do("release")
        window.do("other")
        await window.drive(other)
        await asyncio.sleep(max(0.0, CUT_S - (clock() - moment)))
        assert (window.state["stage"], window.state["moving"]) == ("armed", True)
        assert window.state["left"] == [robot.uri]
        assert not any(came.is_zero for came in robot.since(moment))
        network.plug()

        await eventually(lambda: any(came.is_zero for came in robot.since(moment)), "a zero")
        await eventually(lambda: not window.state["moving"], f"a stop that has arrived, not {window.state}")
        assert not robot.moves
        assert window.state["stage"] == "armed"
        assert other.moves
