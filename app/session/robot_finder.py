"""The finder of robots that announce themselves in the network, as views and commands use it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.model.discovery import FoundRobots
from app.net.link_thread import LinkThread

if TYPE_CHECKING:
    from app.connections.galileo.finder import GalileoFinder


def _load_finder() -> type[GalileoFinder]:
    """Import the finder of the one protocol whose robots announce themselves, and the whole protocol with it."""
    from app.connections.galileo import finder  # noqa: PLC0415 - only who looks for robots waits for it

    return finder.GalileoFinder


class RobotFinder:
    """Listens for robots while a view or a command watches, and at no other time. Any thread may call it.

    Args:
        load: gives the class of the listener, which lives on the link loop; called in a thread.
    """

    def __init__(self, link: LinkThread, load: Callable[[], type[GalileoFinder]] = _load_finder) -> None:
        self._link = link
        self._load = load
        self._watchers: frozenset[str] = frozenset()
        self._finder: GalileoFinder | None = None
        self._lock = asyncio.Lock()

    @property
    def found(self) -> FoundRobots:
        """The robots that are known now; none while nobody watches."""
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
        """End listening; on the link loop."""
        self._watchers = frozenset()
        await self._apply()

    async def _apply(self) -> None:
        """Start or end the listener, as the watchers want it by now."""
        async with self._lock:
            if self._watchers and self._finder is None:
                # it imports the whole protocol, for which links can't wait
                made = (await asyncio.to_thread(self._load))()
                self._finder = made
                made.start()
            if not self._watchers and self._finder is not None:
                ended, self._finder = self._finder, None
                await ended.close()
