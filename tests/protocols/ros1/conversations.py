"""The conversations in tests/data/ros1."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).parents[2] / "data" / "ros1"
TCPROS = DATA / "tcpros"


def client(name: str) -> bytes:
    """All that the one who dialled sent."""
    return (TCPROS / f"{name}.client.bin").read_bytes()


def server(name: str) -> bytes:
    """All that the other side sent."""
    return (TCPROS / f"{name}.server.bin").read_bytes()


def names(prefix: str = "") -> list[str]:
    """The conversations whose names begin so."""
    found = sorted(path.name.removesuffix(".client.bin") for path in TCPROS.glob(f"{prefix}*.client.bin"))
    assert found
    return found


@functools.cache
def exchanges() -> list[dict[str, Any]]:
    """XML-RPC requests and their answers."""
    return [json.loads(line) for line in (DATA / "xmlrpc.jsonl").read_text(encoding="utf-8").splitlines()]
