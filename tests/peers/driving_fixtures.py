"""What tests of driving share: a robot on each protocol, and the first turn at the processor."""

from __future__ import annotations

import contextlib
import os
from collections.abc import AsyncIterator, Iterator

import pytest

from tests.fakes.driven_robot import DrivenRobot, driven_robot, go_first, go_like_others

# engines have a module of their own, with those tests that touch the link; the others hold there as well
PROTOCOLS = tuple(os.environ.get("TELEDECK_DRIVE_PROTOCOLS", "ros1 gazebo galileo").split())


@pytest.fixture(autouse=True)
def first() -> Iterator[None]:
    """What has things happen goes first, as what is measured does: other work of the machine is no fault."""
    with _going_first():
        yield


@pytest.fixture(autouse=True)
def first_alone() -> Iterator[None]:
    """The same, but what it starts does not: a server that goes first keeps the others from their turn."""
    with _going_first(alone=True):
        yield


@contextlib.contextmanager
def _going_first(*, alone: bool = False) -> Iterator[None]:
    go_first(alone=alone)
    yield
    go_like_others()


@pytest.fixture(params=PROTOCOLS)
async def robot(request: pytest.FixtureRequest) -> AsyncIterator[DrivenRobot]:
    """The demo robot, seen from its end of the wire."""
    async with driven_robot(request.param) as robot:
        yield robot
