"""A pad that is set up in the real drive process, through SDL, while a robot is driven over real sockets."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from app.drive.inputs.gamepad.store import KnownPad, load_pads
from tests.fakes.driven_robot import driven_robot
from tests.fakes.driving import Driving, driving
from tests.fakes.waiting import eventually

pytestmark = pytest.mark.skipif(not hasattr(os, "sched_setscheduler"), reason="times are taken by Linux' clocks")


def _setup(drive: Driving) -> dict[str, Any]:
    told = drive.state.get("setup")
    return told if isinstance(told, dict) else {}


def _kept(folder: Path) -> KnownPad:
    (file,) = folder.rglob("pads.json")
    (kept,) = load_pads(file)
    return kept


async def _stage(drive: Driving, stage: str) -> None:
    await eventually(lambda: _setup(drive).get("stage") == stage, f"{stage}, not {_setup(drive)}")


async def _push(drive: Driving, value: float, read: Callable[[], float | None]) -> None:
    """Push the stick, and say so until that is heard: who was late throws away what waited."""
    drive.feed(lambda: {"pad": {"axes": {"leftx": value, "lefty": value}}})
    await eventually(lambda: (at := read()) is not None and abs(at - value) < 0.05, f"the stick at {value}")
    drive.feed(None)


async def test_who_sets_up_a_pad_is_disarmed_and_what_is_saved_is_in_the_file(
    tmp_path: Path,
) -> None:
    async with driven_robot("ros1") as robot, driving(robot.uri, tmp_path, "--virtual-pad") as drive:
        await eventually(lambda: drive.state.get("pads"), "the pad")
        for value in (0.5, 0):
            await _push(drive, value, lambda: drive.state["pads"][0]["axes"].get("leftx"))
        await drive.drive(robot)
        number = drive.state["pads"][0]["number"]

        drive.say(setup={"do": "begin", "pad": number})
        await drive.reach("disarmed")
        await eventually(lambda: robot.commands[-1].is_zero, "a zero at the robot")
        drive.feed(None)
        await _stage(drive, "wake")
        drive.say(setup={"do": "next"})
        await _stage(drive, "sweep")
        for value in (0.9, -0.9, 0.0):
            await _push(drive, value, lambda: _setup(drive)["axes"][0][0])
        drive.say(setup={"do": "next"})
        await _stage(drive, "map")
        drive.say(setup={"do": "keep"})
        await _stage(drive, "summary")
        drive.say(setup={"do": "save"})
        await _stage(drive, "saved")

        kept = _kept(tmp_path)
        assert kept.axes[0].high == round(0.9 * 32767)
        drive.say(setup={"do": "cancel"})
        await eventually(lambda: drive.state.get("setup", "") is None)
        assert drive.state["pads"][0]["taught"]
        assert await drive.end() == 0
