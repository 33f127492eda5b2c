"""The finder of robots that announce themselves in the network, as views and commands use it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Collection
from typing import Final

from app.connections.scheme import AnnouncementListener, Discovery
from app.connections.schemes import SCHEMES
from app.model.discovery import FoundRobots, FoundServer
from app.net.link_thread import LinkThread

_DISCOVERIES: Final = tuple(scheme.discovery for scheme in SCHEMES.values() if scheme.discovery is not None)


class RobotFinder:
    """Listens for robots while a view or a command watches, and at no other time. Any thread may call it.

    Args:
        discoveries: the announcements to listen for; the listeners live on the link loop.
    """

    def __init__(self, link: LinkThread, discoveries: Collection[Discovery] = _DISCOVERIES) -> None:
        self._link = link
        self._discoveries = discoveries
        self._watchers: frozenset[str] = frozenset()
        self._listeners: tuple[AnnouncementListener, ...] = ()
        self._lock = asyncio.Lock()

    @property
    def found(self) -> FoundRobots:
        """The robots that are known now; none while nobody watches."""
        found = [listener.found for listener in self._listeners]
        return FoundRobots(
            tuple(robot for each in found for robot in each.robots),
            ", ".join(each.listening_for for each in found),
            *next(((each.problem, each.tip) for each in found if each.problem), ("", "")),
            sum(each.ignored for each in found),
        )

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

    async def probe_host(self, host: str, port: int | None, report: Callable[[FoundServer | None], None]) -> None:
        """Ask the servers of all kinds on a host; await it on any loop, cancel it at any time.

        Args:
            host: a name or an address.
            port: the one port that is asked; None for the usual ports.
            report: called in the link thread once for each kind, with the server, or None where there is none.

        Raises:
            SessionError: the host can't be found.
        """
        from app.session.host_probe import probe_host  # noqa: PLC0415 - few operators need it

        await self._link.run(probe_host(host, port, report))

    async def close(self) -> None:
        """End listening; on the link loop."""
        self._watchers = frozenset()
        await self._apply()

    async def _apply(self) -> None:
        """Start or end the listeners, as the watchers want it by now."""
        async with self._lock:
            if self._watchers and not self._listeners:
                # it imports whole protocols, for which links can't wait
                kinds = await asyncio.to_thread(lambda: [discovery.load() for discovery in self._discoveries])
                self._listeners = tuple(kind() for kind in kinds)
                for listener in self._listeners:
                    listener.start()
            if not self._watchers and self._listeners:
                ended, self._listeners = self._listeners, ()
                for listener in ended:
                    await listener.close()
