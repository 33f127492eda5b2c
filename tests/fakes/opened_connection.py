"""A connection of a session that notes what it is told, in place of one to a robot."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Collection, Mapping

from app.config.run_settings import Settings
from app.connections.base import Connection
from app.model.alerts import Alerts
from app.model.status import ConnectionState
from app.model.topics import Sink, TopicInfo, TopicStore
from app.net.errors import LinkError
from app.net.link_thread import LinkThread
from protocols.errors import LocalProtocolError

URI = "gazebo://robot:11345"


class FakeConnection(Connection):
    """Notes what it is told, and in which thread."""

    def __init__(
        self,
        uri: str,
        store: TopicStore,
        alerts: Alerts,
        settings: Settings,
        environ: Mapping[str, str],
        on_change: Callable[[], None],
    ) -> None:
        super().__init__(uri.lower(), store, alerts, settings, on_change)
        self.environ = environ
        self.store = store
        self.calls: list[str] = []
        self.threads: set[str] = set()
        self.wanted: list[dict[str, bool]] = []
        self.sinks: dict[str, int] = {}
        self.given: dict[str, Collection[Sink]] = {}
        self.fails = False
        self.may_end = asyncio.Event()
        self.may_end.set()

    def _note(self, call: str) -> None:
        self.calls.append(call)
        self.threads.add(threading.current_thread().name)

    def start(self) -> None:
        self._note("start")

    def check_topic(self, name: str) -> None:
        if not name.startswith("/"):
            raise LocalProtocolError(f"{name} is no topic", "Begin with a slash.")

    def set_wanted(self, names: Mapping[str, bool]) -> None:
        self._note("set_wanted")
        if "/broken" in names:
            raise RuntimeError("broken on purpose")
        self.wanted.append(dict(names))

    def _topic_of(self, name: str) -> str:
        raise NotImplementedError

    def _subscribe(self) -> None:
        raise NotImplementedError

    def set_sinks(self, name: str, sinks: Collection[Sink]) -> None:
        self.sinks[name], self.given[name] = len(sinks), sinks

    def resolve(self, name: str) -> str:
        return name.replace("~", "/world")

    async def list_topics(self, timeout_s: float) -> tuple[TopicInfo, ...]:
        self._note("list_topics")
        if self.fails:
            raise LinkError(f"nothing within {timeout_s:g} s", "Wait.")
        return (TopicInfo("/a"),)

    async def close(self) -> None:
        self._note("close")
        await self.may_end.wait()
        if self.fails:
            raise RuntimeError("broken on purpose")
        self.set_status(ConnectionState.CLOSED, "closed")


async def settled(link: LinkThread) -> None:
    """Return when all that was submitted to the link thread before has run."""
    await link.run(asyncio.sleep(0))
