"""The surroundings of the views of a robot."""

from __future__ import annotations

from tests.app.ui.robot.conftest import robot

__all__ = ["robot"]
