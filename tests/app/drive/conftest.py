"""What the tests of driving share: a world in which the controller drives."""

from __future__ import annotations

import pytest

from app.drive.control.values import DriveSource, Stick, Velocity
from tests.tools.drive_world import World


@pytest.fixture
def world() -> World:
    """Connected, disarmed, with a pad that rests."""
    world = World()
    world.hold(DriveSource.PAD, Stick())
    world.run(0.1)
    return world


@pytest.fixture
def driving() -> World:
    """Driven by a pad at 0.3 m/s."""
    world = World().driving()
    assert world.outcome is not None
    assert world.outcome.command == Velocity(0.3, 0.0)
    return world
