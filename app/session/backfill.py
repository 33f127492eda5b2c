"""The backfill of histories that begin now: what the black box has kept of their topics before."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Final, Protocol, Self

from app.model.schema import FieldPath
from app.model.topics import Delivery, TopicKey
from app.net.link_thread import LinkThread
from app.net.tasks import TaskPool
from app.session.black_box import BlackBox
from app.session.connections import OpenConnections

if TYPE_CHECKING:
    # not needed before there is a history, and slow to load
    from app.connections.file.playback import ReadingThread
    from app.session.earlier_messages import EarlierMessages

# what is asked for meanwhile is read together
GATHER_S: Final = 0.1
# at the start a window asks before the black box has begun
BEGIN_S: Final = 60.0
_STEP_S: Final = 0.2
# what came last is in a file by then, or there is a hole
_SEAL_S: Final = 5.0

_LOGGER = logging.getLogger(__name__)


class History(Protocol):
    """A sink that keeps the history of fields of a topic."""

    @property
    def fields(self) -> tuple[FieldPath, ...]:
        """The fields that are read now; any thread."""

    @property
    def history_s(self) -> float:
        """How long the history is kept."""

    def began_ns(self, paths: Iterable[FieldPath]) -> int | None:
        """Return when the first message came of which one of these fields was read; None before it."""

    def earlier(self, paths: tuple[FieldPath, ...]) -> Self:
        """Return one of the same kind for what came earlier; any thread may fill it."""

    def drain(self) -> None:
        """Take what came, while it is filled."""

    def put_before(self, earlier: Self) -> None:
        """Put what another has read before what came."""

    def __call__(self, delivery: Delivery) -> None:
        """Read messages that arrived together."""


@dataclass(frozen=True, slots=True, eq=False)
class Request:
    """A history that is to be filled in: of some fields of a topic, as far as they came before a time."""

    key: TopicKey
    history: Any
    earlier: Any
    paths: frozenset[FieldPath]
    until_ns: int
    asked_s: float

    @property
    def history_s(self) -> float:
        """How long the history is kept."""
        return float(self.history.history_s)

    @property
    def is_wanted(self) -> bool:
        """Whether one of the fields is still read; any thread."""
        return not self.paths.isdisjoint(self.history.fields)


class Backfill:
    """Fills in histories that begin now. Any thread may call `fill_in`; all else is done on the link loop.

    Files are read in a thread of its own, a topic after the other. Where nothing was kept a history stays as it is.
    """

    def __init__(
        self,
        link: LinkThread,
        connections: OpenConnections,
        box: BlackBox,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._link = link
        self._connections = connections
        self._box = box
        self._now_ns = now_ns
        self._waiting: list[Request] = []
        self._reads = False
        self._tasks = TaskPool("backfill")
        self._executor: ReadingThread | None = None
        self._reader: EarlierMessages | None = None

    def fill_in(self, key: TopicKey, history: History, paths: Iterable[FieldPath]) -> None:
        """Put before what comes of some fields of a topic what was kept of it; call it when its sink is set."""
        wanted = tuple(paths)
        if wanted and self._connections.is_recorded(key.connection):
            self._link.call(self._ask, key, history, wanted)

    async def close(self) -> None:
        """End; await it on any loop."""
        await self._link.run(self._close())

    async def _close(self) -> None:
        self._waiting.clear()
        if self._reader is not None:
            self._reader.is_closed = True
        await self._tasks.cancel()
        if self._executor is not None:
            self._executor.shutdown(wait=False)

    def _ask(self, key: TopicKey, history: History, paths: tuple[FieldPath, ...]) -> None:
        # what comes from now on comes to the history itself
        began_ns, now_ns = history.began_ns(paths), self._now_ns()
        until_ns = now_ns if began_ns is None else min(began_ns, now_ns)
        earlier = history.earlier(paths)
        self._waiting.append(Request(key, history, earlier, frozenset(paths), until_ns, self._link.loop.time()))
        if not self._reads:
            self._reads = True
            self._tasks.spawn(self._read_all(), "reading")

    async def _read_all(self) -> None:
        try:
            while self._waiting:
                await asyncio.sleep(GATHER_S)
                await self._wait_for_box()
                if self._waiting:
                    key = self._waiting[0].key
                    together = [each for each in self._waiting if each.key == key]
                    self._waiting = [each for each in self._waiting if each.key != key]
                    await self._read(key, [each for each in together if each.is_wanted])
        finally:
            self._reads = False

    async def _wait_for_box(self) -> None:
        """Wait until the black box has begun; what has waited for it too long is left as it is."""
        while self._waiting and not (self._box.is_on and self._box.is_ready):
            since_s = self._link.loop.time() - BEGIN_S
            self._waiting = [each for each in self._waiting if each.asked_s > since_s]
            await asyncio.sleep(_STEP_S)

    async def _read(self, key: TopicKey, requests: list[Request]) -> None:
        if not requests:
            return
        reader, executor = await self._open()
        if self._box.has_heard(key):
            await self._box.seal(_SEAL_S)
        topic = self._connections.store.get(key)
        schema = topic.schema if topic is not None else None
        try:
            await self._link.loop.run_in_executor(executor, reader.fill, key, requests, schema)
        except Exception:
            _LOGGER.exception("the black box can't be read")
            return
        for each in requests:
            if each.is_wanted:
                each.history.put_before(each.earlier)

    async def _open(self) -> tuple[EarlierMessages, ReadingThread]:
        """Return what reads, and where."""
        if self._reader is None or self._executor is None:
            # it needs numpy, which is slow to load
            reader = await asyncio.to_thread(_make_reader, self._box)
            from app.connections.file.playback import ReadingThread  # noqa: PLC0415 - loaded by now

            self._reader, self._executor = reader, ReadingThread("backfill")
        return self._reader, self._executor


def _make_reader(box: BlackBox) -> EarlierMessages:
    import app.connections.file.playback  # noqa: PLC0415, F401 - as above
    from app.session.earlier_messages import EarlierMessages  # noqa: PLC0415 - as above

    return EarlierMessages(box.files)
