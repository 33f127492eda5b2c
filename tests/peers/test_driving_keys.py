"""What comes to the robot when keys are let go, or Space goes down, in the program's own window on a real X server.

The keys come from outside. Ways to lose one are in `tests.fakes.lost_keys`; without times the same is tried in
`tests/smoke/test_drive_keys.py`, with more layouts.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.config.profile import Profile
from app.config.profile_folder import DEFAULT_PROFILE, save_profile
from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, clock, driven_robot
from tests.fakes.lost_keys import LOST_KEYS, LostKey
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.fakes.x11 import ALT, ALT_GR, CONTROL, ESCAPE, SHIFT, SPACE, K, P, Q, Screen, W, own_server
from tests.peers.driving_fixtures import first

__all__ = ("first",)

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

# a beat of 50 ms, and another one for a key that had just gone down
WITHIN_S = 0.15
STOP_WITHIN_S = 0.06
# a window that is gone, or silent
GONE_WITHIN_S = 0.25
CHORD_S = 0.7
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


@contextlib.asynccontextmanager
async def deck(
    robot: DrivenRobot, screen: Screen, tmp_path: Path, word: str, profile: Profile = DEFAULT_PROFILE
) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, whose window has the keys, as soon as it says this word."""
    save_profile(profile, tmp_path / "teledeck" / "profiles")
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    homes = {name: str(tmp_path) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    with (tmp_path / "deck.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.fakes.driving_deck", robot.uri, word),
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
        said = await asyncio.wait_for(process.stdout.readline(), 60)
        assert said == f"{word}\n".encode(), (tmp_path / "deck.log").read_text()
        yield process
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@pytest.fixture
async def armed(robot: DrivenRobot, screen: Screen, tmp_path: Path) -> AsyncIterator[DrivenRobot]:
    """The robot, armed by the program, whose window has the keys."""
    async with deck(robot, screen, tmp_path, "armed"):
        yield robot


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


@pytest.fixture
async def with_deadman(robot: DrivenRobot, screen: Screen, tmp_path: Path) -> AsyncIterator[DrivenRobot]:
    """The same, by a profile that needs K to be held."""
    async with deck(robot, screen, tmp_path, "armed", replace(DEFAULT_PROFILE, deadman="k")):
        yield robot


def _let_go(screen: Screen) -> float:
    screen.release(K)
    return clock()


def _let_go_unheard(screen: Screen) -> float:
    with screen.grabbed():
        screen.release(K)
        let_go_at = clock()
        time.sleep(0.08)
    return let_go_at


@pytest.mark.parametrize("let_go", [_let_go, _let_go_unheard])
async def test_the_deadman_that_is_let_go_under_a_key_that_is_held_stops_until_that_is_let_go(
    with_deadman: DrivenRobot, screen: Screen, let_go: Callable[[Screen], float]
) -> None:
    screen.press(W)
    await _moves_nothing(with_deadman)
    screen.release(W)
    screen.press(K)
    await _hold(with_deadman, screen, W)
    before = clock()
    let_go_at = let_go(screen)

    await with_deadman.zero_after(before)
    await _stands(with_deadman, before)
    screen.press(K)
    await _stands(with_deadman, before)
    zero = with_deadman.first_zero(before)
    assert zero is not None
    kept(zero.at - let_go_at, WITHIN_S)
    screen.release(W)
    # until it is told that nothing is pushed any more
    await asyncio.sleep(AFTERWARDS_S)
    await _hold(with_deadman, screen, W)


async def _moves_nothing(robot: DrivenRobot) -> None:
    await asyncio.sleep(AFTERWARDS_S)
    assert all(came.is_zero for came in robot.commands)


@pytest.fixture
async def ready(robot: DrivenRobot, screen: Screen, tmp_path: Path) -> AsyncIterator[DrivenRobot]:
    """The robot, which can be armed in a window that has the keys."""
    async with deck(robot, screen, tmp_path, "ready"):
        yield robot


async def test_the_chord_of_two_keys_arms_and_then_the_keys_drive(ready: DrivenRobot, screen: Screen) -> None:
    screen.press(W)
    await _moves_nothing(ready)
    screen.release(W)
    # until it is told that nothing is pushed any more
    await asyncio.sleep(AFTERWARDS_S)
    screen.press(Q, P)
    await asyncio.sleep(CHORD_S)
    screen.release(Q, P)
    await asyncio.sleep(AFTERWARDS_S)

    await _hold(ready, screen, W)


async def test_the_chord_with_a_key_that_is_stuck_arms_nothing(ready: DrivenRobot, screen: Screen) -> None:
    screen.press(Q, P)
    await asyncio.sleep(CHORD_S)
    screen.release(P)
    await asyncio.sleep(1.2)
    # again and again, with one that stays down
    for _ in range(2):
        screen.press(P)
        await asyncio.sleep(CHORD_S)
        screen.release(P)
    screen.release(Q)
    screen.press(W)

    await _moves_nothing(ready)


async def _in_drive_mode(robot: DrivenRobot, screen: Screen) -> None:
    """Driven, with a text field that has the focus, and then a click elsewhere."""
    await _hold(robot, screen, W)
    begun = clock()
    screen.move_mouse(500, 300)
    screen.press_mouse()
    screen.release_mouse()
    await asyncio.sleep(AFTERWARDS_S)
    assert not any(came.is_zero for came in robot.since(begun))


@contextlib.contextmanager
def _nothing_more(process: asyncio.subprocess.Process) -> Iterator[None]:
    """Whoever was frozen goes on."""
    yield
    with contextlib.suppress(ProcessLookupError):
        process.send_signal(signal.SIGCONT)


@pytest.mark.parametrize("fault", ["focus", "escape", "space", "killed", "frozen"])
async def test_what_ends_drive_mode_stops_the_robot_for_good(
    robot: DrivenRobot, screen: Screen, tmp_path: Path, fault: str
) -> None:
    async with deck(robot, screen, tmp_path, "mode") as process:
        await _in_drive_mode(robot, screen)
        before = clock()
        if fault == "focus":
            screen.take_focus()
        elif fault in {"escape", "space"}:
            screen.click(ESCAPE if fault == "escape" else SPACE)
        else:
            process.send_signal(signal.SIGKILL if fault == "killed" else signal.SIGSTOP)
        with _nothing_more(process):
            took_s = await robot.zero_after(before)
            await _stands(robot, before)
            # silent for more than a second: disarmed
            await asyncio.sleep(AFTERWARDS_S + 0.3)
        limits = {"space": STOP_WITHIN_S, "killed": GONE_WITHIN_S, "frozen": GONE_WITHIN_S}
        if fault == "focus":
            window = screen.find("Teledeck")
            assert window is not None
            screen.give_focus(window)
        # neither the key that is down, nor another one, moves it now
        screen.release(W)
        screen.press(W)
        await _stands(robot, before)
        kept(took_s, limits.get(fault, WITHIN_S))
