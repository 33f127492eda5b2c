"""What can be read of an experiment's configuration: its engines, where they are, and names of DataPacks.

A configuration names few DataPacks by itself: those that are recorded or passed on. What is found is offered, no more.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from protocols.errors import LocalProtocolError
from protocols.name_check import fault_of
from protocols.nrp.names import MAX_PACKS, SEPARATOR
from protocols.nrp.uri import Wire

# the longest that is read; real ones have some kilobytes
MAX_BYTES: Final = 1024 * 1024
MAX_ENGINES: Final = 64
_MAX_DEPTH: Final = 32

_ENGINES: Final = "EngineConfigs"
# `model::link`, not a path of Python or a URL
_SCOPED: Final = re.compile(r"[^\s,:/]+(?:::[^\s,:/]+)+")
# under these a name may have one part: that of a model
_NAMED: Final = frozenset({"datapackname", "datapack", "datapacks", "datapack_name"})
_WIRES: Final = {
    "gazebo_grpc": Wire.GRPC,
    "gazebo_json": Wire.JSON,
    "python_grpc": Wire.GRPC,
    "python_json": Wire.JSON,
    "nest_json": Wire.JSON,
}


@dataclass(frozen=True, slots=True)
class EngineConfig:
    """One engine of an experiment.

    Attributes:
        type_name: its EngineType.
        address: HOST:PORT; empty where the experiment leaves it to the engine.
        wire: how it is spoken to; None where its type says nothing of that.
    """

    name: str
    type_name: str
    address: str
    wire: Wire | None

    @property
    def uri(self) -> str:
        """Its address for a connection; empty where it can't be spoken to."""
        if self.wire is None:
            return ""
        return f"{self.wire.scheme}://{self.address or f'localhost:{self.wire.default_port}'}"


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a configuration tells."""

    engines: tuple[EngineConfig, ...]
    packs: tuple[str, ...]


def read_experiment(text: bytes) -> Experiment:
    """What is found in the text of a configuration. Raises LocalProtocolError if it is none."""
    if len(text) > MAX_BYTES:
        raise LocalProtocolError(f"the configuration is longer than {MAX_BYTES:,} bytes")
    try:
        config = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise LocalProtocolError(f"the configuration is no JSON: {error}", "Name a simulation_config.json.") from error
    if not isinstance(config, dict):
        raise LocalProtocolError("the configuration is no JSON object", "Name a simulation_config.json.")
    engines = config.get(_ENGINES)
    found = [_engine(entry) for entry in engines if isinstance(entry, dict)] if isinstance(engines, list) else []
    names = dict.fromkeys(name for name in _names(config, 0, named=False) if not fault_of(name))
    return Experiment(tuple(found[:MAX_ENGINES]), tuple(names)[:MAX_PACKS])


def _engine(entry: dict[str, Any]) -> EngineConfig:
    name, type_name, address = (_text(entry.get(key)) for key in ("EngineName", "EngineType", "ServerAddress"))
    return EngineConfig(name, type_name, address, _WIRES.get(type_name))


def _text(value: object) -> str:
    return value if isinstance(value, str) and not fault_of(value) else ""


def _names(value: object, depth: int, *, named: bool) -> Iterator[str]:
    """Names within a value; `named`: it stands where a DataPack's name is expected."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, str):
        if _SCOPED.fullmatch(value) or (named and value.strip() and SEPARATOR not in value and "," not in value):
            yield value.strip()
    elif isinstance(value, list):
        for item in value:
            yield from _names(item, depth + 1, named=named)
    elif isinstance(value, dict):
        for key, item in value.items():
            if _SCOPED.fullmatch(key):
                yield key
            yield from _names(item, depth + 1, named=key.lower() in _NAMED)
