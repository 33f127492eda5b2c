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


@pytest.fixture
async def deck(robot: DrivenRobot, tmp_path: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """The program, which drives the robot."""
    clean = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "GAZEBO", "QT_"))}
    homes = {name: str(tmp_path) for name in ("XDG_STATE_HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME")}
    with (tmp_path / "deck.log").open("wb") as log:
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "tests.fakes.driving_deck", robot.uri),
            cwd=ROOT,
            env=clean | homes,
            stdin=subprocess.PIPE,
            stdout=log,
            stderr=log,
        )
    try:
        await eventually(lambda: robot.commands and abs(robot.commands[-1].v - 0.3) < 1e-6, "a motion", 60)
        yield process
    except AssertionError as error:
        raise AssertionError(f"{error}; {(tmp_path / 'deck.log').read_text()}") from error
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()


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
