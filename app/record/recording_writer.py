"""A recording that was asked for: one file without bounds, beside the black box or in its place."""

from __future__ import annotations

import contextlib
import shutil
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from app.model.schema import Payload
from app.model.topics import TopicKey
from app.record.channels import ChannelTable
from app.record.own_channels import OWN_CHANNELS
from app.record.segments import Segment, end_file, part_of
from app.record.stream import OpenWriter, RecordStream, select
from app.record.tap import HandedOver
from app.wording.record import RecordWording

if TYPE_CHECKING:
    # it needs numpy, which is slow to load
    from app.record.mcap_format import SealedPart

# of a file that nobody looks back into while it is written, larger chunks are smaller
SEAL_BYTES: Final = 4 << 20
# how often the disk is synced, and looked at
_LOOK_S: Final = 1.0
# the rate is a mean over about as many looks
_SMOOTH: Final = 5.0


@dataclass(frozen=True, slots=True)
class RecordingOrder:
    """An order to record topics into a file.

    Attributes:
        path: of the complete file, in a folder that exists.
        keys: the topics that are recorded; None for all that come.
        reserve_bytes: the room that stays free on the disk.
    """

    path: Path
    keys: frozenset[TopicKey] | None = None
    reserve_bytes: int = 200_000_000


@dataclass(frozen=True, slots=True)
class RecordingState:
    """The state of a recording.

    Attributes:
        order: what was asked for.
        path: the file; its name ends with `.part` where it could not be ended.
        duration_s: how long it is.
        nbytes: its size.
        rate: bytes per second, lately.
        left_s: the time until the disk is full, at this rate; None where it does not grow.
        lost: the number of messages that are not in it.
        trouble: why it ended by itself; empty if it did not.
        is_ended: whether it has ended.
    """

    order: RecordingOrder
    path: Path
    duration_s: float = 0.0
    nbytes: int = 0
    rate: float = 0.0
    left_s: float | None = None
    lost: int = 0
    trouble: str = ""
    is_ended: bool = False


class RecordingWriter:
    """A recording that goes on. For the thread that writes; nothing here raises OSError.

    Attributes:
        state: the state of now; any thread reads it.
    """

    def __init__(self, order: RecordingOrder, channels: ChannelTable, open_writer: OpenWriter) -> None:
        self.state = RecordingState(order, order.path)
        self._channels = channels
        self._stream = RecordStream(channels, open_writer, SEAL_BYTES)
        self._looked_s = 0.0
        self._span_ns = 0, 0
        self._known = 0
        self._chosen: set[int] = set()

    @property
    def takes_all(self) -> bool:
        """Whether all that comes is in it, so that nothing else need be written meanwhile."""
        return self.state.order.keys is None

    @property
    def open_file(self) -> tuple[Path, SealedPart] | None:
        """The path of the file while it is written, and what is whole in it; any thread."""
        return self._stream.open_file

    @property
    def file(self) -> Segment:
        """The file and the times that are in it, which have no end while it is written; any thread."""
        writer, state = self._stream.writer, self.state
        if writer is not None:
            return Segment(state.path, writer.first_ns, sys.maxsize, state.nbytes)
        return Segment(state.path, *self._span_ns, state.nbytes)

    def wants(self, channel: int) -> bool:
        """Whether messages of a channel are in it."""
        keys = self.state.order.keys
        if keys is None or channel <= len(OWN_CHANNELS):
            return True
        if self._known != len(self._channels.all):
            self._known = len(self._channels.all)
            self._chosen = self._channels.numbers_of(keys)
        return channel in self._chosen

    def begin(self, now_s: float, first: Iterable[tuple[int, int, int, Payload]]) -> None:
        """Open the file; `first` are messages of before, of which those that are wanted are in it."""
        self._looked_s = now_s
        try:
            self._stream.begin(self.state.path, now_s, (one for one in first if self.wants(one[0])))
        except OSError as error:
            self.fail(error.strerror or str(error))

    def take(self, lists: HandedOver) -> None:
        """Add what came."""
        wanted = lists if self.takes_all else select(lists, self.wants)
        if wanted.channels:
            self._stream.take(wanted)

    def add(self, channel: int, time_ns: int, number: int, payload: Payload) -> None:
        """Add a message of our own."""
        self._stream.add(channel, time_ns, number, payload)

    def step(self, now_s: float, lost: int) -> None:
        """Write what is due; `lost` is the number of messages that did not come here since the beginning."""
        try:
            self._stream.write_due(now_s)
            if now_s - self._looked_s >= _LOOK_S:
                self._look(now_s, lost)
        except OSError as error:
            self.fail(error.strerror or str(error))

    def end(self, now_s: float) -> None:
        """End the file in order."""
        writer = self._stream.writer
        if writer is not None and writer.messages:
            # another thread may ask for it before its end is told
            self._span_ns = writer.first_ns, max(writer.last_ns, time.time_ns())
        try:
            segment = self._stream.end()
        except OSError as error:
            self.fail(error.strerror or str(error))
            return
        if segment is not None:
            self._span_ns = segment.first_ns, segment.last_ns
        nbytes = segment.nbytes if segment is not None else self.state.nbytes
        duration_s = now_s - self._stream.begun_s
        self.state = replace(self.state, nbytes=nbytes, duration_s=duration_s, left_s=None, is_ended=True)

    def fail(self, trouble: str) -> None:
        """End it with what is whole."""
        if self.state.is_ended:
            return
        path = self.state.path
        part = part_of(path)
        writer = self._stream.writer
        if writer is not None:
            self._span_ns = writer.first_ns, writer.last_ns
        self._stream.give_up()
        # cutting the file has made room for its end; a file of another that has the name by now stays
        nbytes = 0
        # a disk that is gone says not even what there is
        with contextlib.suppress(OSError):
            if part.exists():
                ended = end_file(part) if not path.exists() else None
                path = part if ended is None and part.exists() else ended or path
            nbytes = path.stat().st_size
        self.state = replace(
            self.state,
            path=path,
            nbytes=nbytes,
            left_s=None,
            lost=self.state.lost + self._stream.drop(),
            trouble=trouble,
            is_ended=True,
        )

    def _look(self, now_s: float, lost: int) -> None:
        """Look after the disk, and say how far it is."""
        writer, before = self._stream.writer, self.state
        if writer is None:
            return
        writer.sync()
        room = shutil.disk_usage(before.path.parent).free - before.order.reserve_bytes
        rate = (writer.nbytes - before.nbytes) / (now_s - self._looked_s)
        if before.rate:
            rate = before.rate + (rate - before.rate) / _SMOOTH
        self._looked_s = now_s
        self.state = replace(
            before,
            duration_s=now_s - self._stream.begun_s,
            nbytes=writer.nbytes,
            rate=rate,
            left_s=max(0, room) / rate if rate > 0 else None,
            lost=lost,
        )
        if room <= 0:
            self.end(now_s)
            self.state = replace(self.state, trouble=RecordWording.DISK_FULL())
