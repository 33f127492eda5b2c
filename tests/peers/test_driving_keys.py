"""What comes to the robot when keys are let go, or Space goes down, in the program's own window on a real X server.

The keys come from outside. Ways to lose one are in `tests.fakes.lost_keys`; without times the same is tried in
`tests/smoke/test_drive_keys.py`, with more layouts.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot
from tests.fakes.lost_keys import LOST_KEYS, LostKey
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.fakes.x11 import ALT, ALT_GR, CONTROL, SHIFT, SPACE, Screen, W, own_server
from tests.peers.driving_fixtures import first

__all__ = ("first",)

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# a beat of 50 ms, and another one for a key that had just gone down
WITHIN_S = 0.15
STOP_WITHIN_S = 0.06
# longer than all zeros take
AFTERWARDS_S = 0.5


@pytest.fixture
def screen() -> Iterator[Screen]:
    with own_server() as (_, name):
        screen = Screen(name)
        yield screen
        screen.close()


@pytest.fixture
async def robot() -> AsyncIterator[DrivenRobot]:
    async with driven_robot("ros1") as robot:
        yield robot


@pytest.fixture
async def armed(robot: DrivenRobot, screen: Screen, tmp_path: Path) -> AsyncIterator[DrivenRobot]:
    """The robot, armed by the program, whose window has the keys."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    homes = {name: str(tmp_path) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    with (tmp_path / "deck.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.fakes.driving_deck", robot.uri, "armed"),
            cwd=ROOT,
            env=clean | homes | {"DISPLAY": screen.name},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
        )
    try:
        await eventually(lambda: screen.find("Teledeck"), "a window", 60)
        window = screen.find("Teledeck")
        assert window is not None
        screen.give_focus(window)
        assert process.stdout is not None
        assert await asyncio.wait_for(process.stdout.readline(), 60) == b"armed\n", (tmp_path / "deck.log").read_text()
        yield robot
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


async def _hold(robot: DrivenRobot, screen: Screen, key: int) -> None:
    screen.press(key)
    await eventually(lambda: robot.commands and abs(robot.commands[-1].v - 0.3) < 1e-6, "all of the velocity")


async def _stands(robot: DrivenRobot, moment: float) -> None:
    await asyncio.sleep(AFTERWARDS_S)
    assert [came for came in robot.from_zero(moment) if not came.is_zero] == []


@pytest.mark.parametrize("lost", LOST_KEYS.values(), ids=LOST_KEYS)
async def test_a_robot_stands_whose_key_was_let_go_whatever_the_window_heard_of_it(
    armed: DrivenRobot, screen: Screen, lost: LostKey
) -> None:
    screen.set_layout(*lost.layout)
    await _hold(armed, screen, lost.key)
    before = clock()
    let_go_at = lost.let_go(screen)

    await armed.zero_after(before)
    await _stands(armed, before)
    zero = armed.first_zero(before)
    assert zero is not None
    kept(zero.at - let_go_at, WITHIN_S)


async def test_a_key_that_is_let_go_unheard_as_soon_as_it_has_moved_the_robot_counts_no_longer(
    armed: DrivenRobot, screen: Screen
) -> None:
    screen.press(W)
    await eventually(lambda: armed.moves, "a motion")
    before = clock()
    let_go_at = LOST_KEYS["a hot key of another program"].let_go(screen)

    await armed.zero_after(before)
    await _stands(armed, before)
    zero = armed.first_zero(before)
    assert zero is not None
    kept(zero.at - let_go_at, WITHIN_S)


@pytest.mark.parametrize(
    ("layout", "beside"),
    [
        (("us", ""), (SHIFT,)),
        (("us", ""), (CONTROL,)),
        (("us", ""), (ALT,)),
        (("de", ""), (ALT_GR,)),
        (("fr", "bepo"), (SHIFT,)),
    ],
    ids=str,
)
async def test_space_stops_the_robot_whatever_it_writes_and_whatever_is_down_beside_it(
    armed: DrivenRobot, screen: Screen, layout: tuple[str, str], beside: tuple[int, ...]
) -> None:
    screen.set_layout(*layout)
    await _hold(armed, screen, W)
    moment = clock()
    screen.click(*beside, SPACE)

    took_s = await armed.zero_after(moment)
    # not only let go: another push moves nothing
    screen.release(W)
    screen.press(W)
    await _stands(armed, moment)
    kept(took_s, STOP_WITHIN_S)
