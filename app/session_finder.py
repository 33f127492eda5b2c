"""Robots that make themselves known in the network, as views and commands know them."""

from __future__ import annotations

import asyncio
import importlib
from typing import Final, Protocol

from app.model.found_robot import FoundRobots
from app.net.link_thread import LinkThread

# of the protocol whose robots do so; imported when somebody looks for them
_MODULE: Final = "app.connections.galileo.finder"


class Finder(Protocol):
    """What listens, on the link loop. See `app.connections.galileo.finder`."""

    found: FoundRobots

    def start(self) -> None:
        """Begin to listen."""

    async def close(self) -> None:
        """Listen no more."""


class RobotFinder:
    """Listens while somebody wants to know, and at no other time. Any thread may call it."""

    def __init__(self, link: LinkThread, module: str = _MODULE) -> None:
        self._link = link
        self._module = module
        self._watchers: frozenset[str] = frozenset()
        self._finder: Finder | None = None
        self._lock = asyncio.Lock()

    @property
    def found(self) -> FoundRobots:
        """What is known now; nothing while nobody watches."""
        finder = self._finder
        return finder.found if finder is not None else FoundRobots()

    def watch(self, owner: str, *, wanted: bool) -> None:
        """Listen for `owner`, a view or a command, or no longer."""
        names = frozenset((owner,))
        watchers = self._watchers | names if wanted else self._watchers - names
        if watchers == self._watchers:
            return
        began_or_ended = bool(watchers) != bool(self._watchers)
        self._watchers = watchers
        if began_or_ended:
            self._link.submit(self._apply())

    async def close(self) -> None:
        """Listen no more; on the link loop."""
        self._watchers = frozenset()
        await self._apply()

    async def _apply(self) -> None:
        """Make true what is wanted by now."""
        async with self._lock:
            if self._watchers and self._finder is None:
                # it brings the whole protocol along, for which links can't wait
                module = await asyncio.to_thread(importlib.import_module, self._module)
                made: Finder = module.Finder()
                self._finder = made
                made.start()
            if not self._watchers and self._finder is not None:
                ended, self._finder = self._finder, None
                await ended.close()
