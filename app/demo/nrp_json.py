"""The demo robot as an engine of NRP-core over JSON. Importing the module loads aiohttp: import it lazily."""

from __future__ import annotations

import json
import math
from typing import Any, Final

from app.demo.nrp_packs import ANTENNA, CAMERA, ENGINE, LINK, WHEELS, EnginePacks, NrpBodyState, PackContent
from app.demo.rover import JointMotion
from app.demo.simulation import Simulation
from app.net.http import HttpServer
from protocols.errors import EngineError
from protocols.nrp.uri import NrpTransport, NrpUri

HOST: Final = "127.0.0.1"
# engines over JSON have no models
NAMES: Final = (LINK, *WHEELS, ANTENNA, CAMERA)
# the mangled type name of nlohmann's JSON
_TYPE: Final = "N8nlohmann16json_abi_v3_11_210basic_jsonE"


class JsonEngine:
    """The demo robot over JSON. The paths that step, reset or end an experiment are not there.

    Args:
        simulation: advanced by its owner, who calls `on_tick` after every tick.
    """

    def __init__(self, simulation: Simulation) -> None:
        self._packs = EnginePacks(simulation)
        handlers = {"/get_datapacks": self._get, "/set_datapacks": self._set}
        self._server = HttpServer(handlers, content_type="application/json")

    @property
    def uri(self) -> str:
        """The address of the engine, with the names of all its DataPacks."""
        return str(NrpUri(NrpTransport.JSON, HOST, self._server.port, NAMES))

    async def start(self, port: int = 0) -> None:
        """Listen; any free port for 0. Raises LinkError."""
        await self._server.start(HOST, port)

    async def close(self) -> None:
        """End the server."""
        await self._server.close()

    def on_tick(self) -> None:
        """Take note that a tick was simulated."""
        self._packs.on_tick()

    async def _get(self, body: bytes, _address: str) -> bytes:
        return json.dumps({name: self._entry(name) for name in _object(body)}).encode()

    def _entry(self, name: str) -> dict[str, Any] | None:
        if name not in NAMES:
            return None
        data = self._packs.read(name)
        said: dict[str, Any] = {"engine_name": ENGINE, "type": _TYPE}
        if data is not None:
            said["data"] = _values(data)
        return said

    async def _set(self, body: bytes, _address: str) -> bytes:
        for name, entry in _object(body).items():
            data = entry.get("data") if isinstance(entry, dict) else None
            if name in NAMES and isinstance(data, dict):
                self._packs.command(name, *(_number(data.get(key)) for key in ("position", "velocity", "effort")))
        return b"{}"


def _object(body: bytes) -> dict[str, Any]:
    """The object in a body. Raises EngineError, which is answered with the status 400."""
    try:
        value = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise EngineError("the body is no JSON") from error
    if not isinstance(value, dict):
        raise EngineError("the body is no JSON object")
    return value


def _number(value: object) -> float:
    """A number of a command; NaN, which changes nothing, if it is null, missing or infinite. Raises EngineError."""
    if value is None:
        return math.nan
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise EngineError("a command holds what is no number")
    return float(value) if abs(value) < math.inf else math.nan


def _values(data: PackContent) -> dict[str, Any]:
    if isinstance(data, JointMotion):
        return {"position": data.position, "velocity": data.velocity, "effort": data.effort}
    if isinstance(data, NrpBodyState):
        return {
            "pos": data.position,
            # engines leave w out
            "rot": data.rotation[:3],
            "lin_vel": data.linear_velocity,
            "ang_vel": data.angular_velocity,
        }
    return {
        "image_height": data.height,
        "image_width": data.width,
        "image_depth": 3,
        "image_data": list(data.data),
    }
