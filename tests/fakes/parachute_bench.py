"""A parachute with all that belongs to it, and time as a number."""

from __future__ import annotations

import dataclasses
from collections.abc import AsyncIterator, Mapping
from typing import Any

import pytest

from app.drive.pacing import OWED_S
from app.drive.parachute import Parachute
from app.drive.report import Report
from app.drive.silence import LOOK_S
from app.drive.values import Stage
from tests.fakes.drive_child import FakeChild
from tests.fakes.standby_robot import FakeRobot


class Bench:
    """A parachute with all that belongs to it; `pass_` lets time go by."""

    def __init__(self) -> None:
        self.now = 100.0
        self.entries: list[Mapping[str, Any]] = []
        self.robot = FakeRobot()
        self.parachute = Parachute(lambda function: function(), self, lambda: self.now)
        self.child = FakeChild(self)

    def record(self, entry: Mapping[str, Any]) -> None:
        self.entries.append(entry)

    # an Ear
    def heard(self, told: Report, now: float) -> None:
        del now
        self.parachute.heard(told)

    def ended(self, code: int) -> None:
        self.parachute.ended(code)

    async def open(self) -> None:
        await self.parachute.open(self.robot)
        # a test looks by itself
        assert self.parachute._timer is not None
        self.parachute._timer.cancel()
        self.parachute.attend(self.child)

    def tell(self, stage: Stage, **more: Any) -> None:
        self.heard(dataclasses.replace(Report(self.now, stage), **more), self.now)

    def pass_(self, seconds: float, stage: Stage | None = None) -> None:
        """With a stage, the process goes on to tell it."""
        end = self.now + seconds
        while self.now < end - 1e-9:
            self.now += LOOK_S
            if stage is not None:
                self.tell(stage)
            self.parachute.look()


def logged(bench: Bench) -> list[Any]:
    """Why zeros began, and ended."""
    return [entry["parachute"] for entry in bench.entries if "parachute" in entry]


@pytest.fixture
async def bench() -> AsyncIterator[Bench]:
    """One whose robot is known to stand at the end."""
    bench = Bench()
    await bench.open()
    yield bench
    bench.child.end(0)
    bench.robot.arrives = True
    bench.pass_(OWED_S + 1.0)
    await bench.parachute.close()
    assert bench.robot.closed
