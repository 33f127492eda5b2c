"""The DataPacks of the demo robot as an engine of NRP-core, by name, for every protocol of engines."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Final

from app.demo.rover import JointMotion
from app.demo.simulation import BODY_HEIGHT, Simulation, is_due

ENGINE: Final = "demo"
MODEL: Final = "rover"
LINK: Final = "rover::chassis"
WHEELS: Final = ("rover::left_wheel_hinge", "rover::right_wheel_hinge")
ANTENNA: Final = "rover::antenna_hinge"
CAMERA: Final = "rover::chassis::camera"
CAMERA_RATE_HZ: Final = 15


@dataclass(frozen=True, slots=True)
class NrpBodyState:
    """Pose and velocity of a model or link along the world's axes, in m, m/s and rad/s; the rotation is x, y, z, w."""

    position: tuple[float, float, float]
    rotation: tuple[float, float, float, float]
    linear_velocity: tuple[float, float, float]
    angular_velocity: tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class NrpCameraFrame:
    """An image: rows of red, green and blue bytes."""

    width: int
    height: int
    data: bytes


PackContent = NrpBodyState | JointMotion | NrpCameraFrame


class EnginePacks:
    """The DataPacks of one engine.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._simulation = simulation
        self._has_frame = False
        self._readers: Mapping[str, Callable[[], PackContent | None]] = {
            MODEL: self._body,
            LINK: self._body,
            **{name: partial(simulation.wheel, side) for side, name in enumerate(WHEELS)},
            ANTENNA: simulation.antenna.motion,
            CAMERA: self._frame,
        }
        self._motors: Mapping[str, Callable[[float, float, float], None]] = {
            **{name: partial(simulation.command_wheel, side) for side, name in enumerate(WHEELS)},
            ANTENNA: simulation.antenna.command,
        }

    def on_tick(self) -> None:
        """Take note that a tick was simulated."""
        self._has_frame = self._has_frame or is_due(self._simulation.ticks, CAMERA_RATE_HZ)

    def read(self, name: str) -> PackContent | None:
        """The content of a DataPack, None if nothing is new: only the first reader gets an image. Raises KeyError."""
        return self._readers[name]()

    def command(self, name: str, position: float, velocity: float, effort: float) -> None:
        """Take a command for a joint; NaN changes nothing, and other DataPacks ignore commands. Raises KeyError."""
        if name not in self._readers:
            raise KeyError(name)
        motor = self._motors.get(name)
        if motor is not None:
            motor(position, velocity, effort)

    def _body(self) -> NrpBodyState:
        pose, velocity = self._simulation.rover.pose, self._simulation.rover.velocity
        return NrpBodyState(
            (pose.x, pose.y, BODY_HEIGHT),
            (0.0, 0.0, math.sin(pose.yaw / 2), math.cos(pose.yaw / 2)),
            (velocity.linear * math.cos(pose.yaw), velocity.linear * math.sin(pose.yaw), 0.0),
            (0.0, 0.0, velocity.angular),
        )

    def _frame(self) -> NrpCameraFrame | None:
        if not self._has_frame:
            return None
        self._has_frame = False
        return NrpCameraFrame(*self._simulation.image_size, self._simulation.camera_image())
