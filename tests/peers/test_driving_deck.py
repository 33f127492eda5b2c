"""What comes to the robot when the program itself ends, however it does: its own window, its own drive process."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, clock
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.peers.driving_fixtures import robot

__all__ = ("robot",)

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

WITHIN_S = 0.25
# longer than all zeros take, and than a program that ends in order does
AFTERWARDS_S = 1.0


# all that the program keeps is on a disk that it has for itself, and which has no room left
ON_A_FULL_DISK = (
    *("unshare", "--mount", *(() if os.geteuid() == 0 else ("--map-root-user",)), "/bin/sh", "-c"),
    'mount -t tmpfs -o size=1m none "$XDG_STATE_HOME" && ! head -c 2M /dev/zero >"$XDG_STATE_HOME/full" && exec "$@"',
    "sh",
)


def homes_in(folder: Path) -> dict[str, str]:
    """The variables that put all that the program keeps into a folder."""
    homes = {name: folder / name for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    for home in homes.values():
        home.mkdir()
    return {name: str(home) for name, home in homes.items()}


@contextlib.asynccontextmanager
async def driving_deck(robot: DrivenRobot, folder: Path, *around: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, which drives the robot, started by way of another one if that is named."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    with (folder / "deck.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            *(*around, sys.executable),
            *("-m", "tests.fakes.driving_deck", robot.uri),
            cwd=ROOT,
            env=clean | homes_in(folder),
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
    try:
        await eventually(lambda: robot.commands and abs(robot.commands[-1].v - 0.3) < 1e-6, "a motion", 60)
        yield process
    except AssertionError as error:
        raise AssertionError(f"{error}; {(folder / 'deck.log').read_text()}") from error
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


@pytest.fixture
async def deck(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, which drives the robot."""
    async with driving_deck(robot, tmp_path) as process:
        yield process


@pytest.mark.parametrize(
    ("end", "code"),
    [
        (signal.SIGKILL, -signal.SIGKILL),
        (signal.SIGABRT, -signal.SIGABRT),
        (signal.SIGINT, 0),
        (signal.SIGTERM, 0),
        (signal.SIGHUP, 0),
        (None, 0),
    ],
    ids=["killed", "aborted", "ctrl-c", "sigterm", "terminal gone", "closed"],
)
async def test_a_window_that_ends_stops_the_robot_however_it_ends(
    robot: DrivenRobot, deck: asyncio.subprocess.Process, end: signal.Signals | None, code: int
) -> None:
    assert robot.moves
    moment = clock()
    if end is None:
        assert deck.stdin is not None
        deck.stdin.close()
    else:
        deck.send_signal(end)

    took_s = await robot.zero_after(moment)
    assert await asyncio.wait_for(deck.wait(), 30) == code
    await asyncio.sleep(AFTERWARDS_S)
    assert [came for came in robot.from_zero(moment) if not came.is_zero] == []
    kept(took_s, WITHIN_S)


@pytest.mark.parametrize("end", [signal.SIGKILL, None], ids=["killed", "closed"])
async def test_a_window_whose_disk_is_full_drives_and_stops_as_any(
    robot: DrivenRobot, tmp_path: Path, end: signal.Signals | None
) -> None:
    async with driving_deck(robot, tmp_path, *ON_A_FULL_DISK) as deck:
        # the black box has looked for room several times meanwhile
        began = clock()
        await asyncio.sleep(3.0)
        assert [came for came in robot.from_zero(began) if not came.is_zero] == []
        moment = clock()
        if end is None:
            assert deck.stdin is not None
            deck.stdin.close()
        else:
            deck.send_signal(end)
        took_s = await robot.zero_after(moment)
        assert await asyncio.wait_for(deck.wait(), 30) == (-signal.SIGKILL if end is signal.SIGKILL else 0)
    kept(took_s, WITHIN_S)
