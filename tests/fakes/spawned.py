"""Coroutines that were spawned, which run when a test asks for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


class Spawned:
    """A `Spawn` that keeps what it is given."""

    def __init__(self) -> None:
        self._waiting: list[Coroutine[Any, Any, None]] = []

    def __call__(self, coroutine: Coroutine[Any, Any, None], _name: str) -> None:
        self._waiting.append(coroutine)

    def run(self) -> None:
        """Run all to their ends."""
        while self._waiting:
            asyncio.run(self._waiting.pop(0))

    def close(self) -> None:
        """Let go of what was never run."""
        for coroutine in self._waiting:
            coroutine.close()
