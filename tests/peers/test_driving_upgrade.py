"""What a drive does when the program is replaced by another version under it: an installed one, with real processes.

With TELEDECK_BUNDLE=FOLDER the frozen program in that folder is tried, too: `opt/teledeck` of an unpacked package.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from app.drive.process.watchdog_child import RESTART_S
from app.program.installation import CHECK_INTERVAL_S
from tests.fakes.command import ROOT
from tests.fakes.driven_robot import DrivenRobot, driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.promise import kept
from tests.fakes.waiting import eventually
from tests.fakes.watchdogs import send_to, watchdogs_of
from tests.peers.driving_fixtures import first

__all__ = ("first",)

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")

PACKAGES = ("app", "protocols", "protos", "resources")
# nothing that was loaded needs it, and whatever is loaded from it ends
ANOTHER_VERSION = "raise SystemExit('a part of another version was loaded')\n"
ZERO_S, KILLED_S = 0.25, 0.3
BUNDLE = os.environ.get("TELEDECK_BUNDLE", "")


@dataclass(frozen=True, slots=True)
class Installed:
    """The program as a package has it: without what the sources have around it."""

    root: Path
    program: tuple[str, ...]


@pytest.fixture
def tree(tmp_path: Path) -> Installed:
    """As pip installs it."""
    root = tmp_path / "installed"
    for package in PACKAGES:
        shutil.copytree(ROOT / package, root / package)
    return Installed(root, (sys.executable, "-m", "app"))


@pytest.fixture(params=["tree", "bundle"] if BUNDLE else ["tree"])
def installed(request: pytest.FixtureRequest, tmp_path: Path) -> Installed:
    if request.param == "tree":
        tree: Installed = request.getfixturevalue("tree")
        return tree
    root = tmp_path / "bundle"
    shutil.copytree(BUNDLE, root, symlinks=True)
    return Installed(root, (str(root / "teledeck"),))


def upgrade(installed: Installed) -> None:
    """Replace every part of the program, as package managers do it: other files are renamed over those of before."""
    for folder in [*installed.root.rglob("__pycache__")]:
        shutil.rmtree(folder)
    for file in [path for path in installed.root.rglob("*") if path.is_file() and not path.is_symlink()]:
        new = file.with_name(f"{file.name}.new")
        new.write_text(ANOTHER_VERSION, encoding="utf-8")
        new.rename(file)


@pytest.fixture(params=["ros1", "gazebo", "galileo", "nrp+grpc", "nrp+json"])
async def robot(request: pytest.FixtureRequest) -> AsyncIterator[DrivenRobot]:
    async with driven_robot(request.param) as robot:
        yield robot


@pytest.fixture
async def drive(robot: DrivenRobot, installed: Installed, tmp_path: Path) -> AsyncIterator[Driving]:
    """It drives, and was replaced."""
    async with driving(robot.uri, tmp_path, program=installed.program, root=installed.root) as drive:
        await drive.drive(robot)
        # whoever holds goes on saying so
        await asyncio.to_thread(upgrade, installed)
        yield drive


async def test_goes_on_stops_and_is_not_begun_anew(drive: Driving, robot: DrivenRobot) -> None:
    await asyncio.sleep(2 * CHECK_INTERVAL_S)
    assert drive.state["state"] == "armed", drive.state
    assert robot.moves, drive.state

    moment = drive.say(stop=True)
    drive.feed(None)
    kept(await robot.zero_after(moment), ZERO_S)
    await drive.reach("stopped")
    drive.say(clear=True)
    drive.say(clear=True)
    await drive.reach("disarmed")
    drive.say(arm=True)
    await eventually(lambda: drive.state["refusal"], "a refusal")

    assert drive.state["refusal"]["name"] == "updated"
    assert drive.state["state"] == "disarmed"
    assert await drive.end() == 0


async def test_is_stopped_by_its_watchdog_where_it_dies(drive: Driving, robot: DrivenRobot) -> None:
    assert robot.moves
    moment = drive.send_signal(signal.SIGKILL)

    kept(await robot.zero_after(moment), KILLED_S)


async def test_ends_without_its_watchdog_which_is_not_begun_anew(drive: Driving, robot: DrivenRobot) -> None:
    (watchdog,) = watchdogs_of(drive.process.pid)
    send_to([watchdog], signal.SIGKILL)
    await drive.reach("disarmed")
    await robot.quiet()
    await asyncio.sleep(2 * RESTART_S)

    assert drive.state["watchdog"] != "ready"
    assert watchdogs_of(drive.process.pid) == []
    assert await drive.end() == 0


@pytest.mark.parametrize("robot", ["ros1", "gazebo", "galileo"], indirect=True)
async def test_a_window_has_all_that_it_takes_to_end_a_drive_and_says_that_it_was_updated(
    robot: DrivenRobot, tree: Installed, tmp_path: Path
) -> None:
    for file in ("__init__.py", "fakes"):
        (tree.root / "tests").mkdir(exist_ok=True)
        if (ROOT / "tests" / file).exists():
            (tree.root / "tests" / file).symlink_to(ROOT / "tests" / file)
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.fakes.updated_window", robot.uri),
        cwd=tree.root,
        env={
            **os.environ,
            "PYTHONPATH": str(tree.root),
            "XDG_STATE_HOME": str(tmp_path),
            "XDG_CONFIG_HOME": str(tmp_path),
            "QT_QPA_PLATFORM": "offscreen",
        },
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        async with asyncio.timeout(90):
            assert await process.stdout.readline() == b"moves\n"
            await eventually(lambda: robot.moves, "a motion")
            await asyncio.to_thread(upgrade, tree)
            process.stdin.write(b"upgraded\n")
            words = (await process.stdout.read()).split()
            code = await process.wait()
    finally:
        with contextlib.suppress(ProcessLookupError):
            process.kill()
        await process.wait()

    assert words == [b"told", b"stopped", b"refused", b"ended"]
    assert code == 0
    assert not robot.moves
