"""Length-prefixed frames: the receive buffer, the reader with a limit, and the watch for frames that hardly move on.

The reader decides where the bytes of the next read land, so that long frames (images, scans) are received straight into
the memory in which they stay until the last view of them is gone, and short frames cost one copy and one slice.

Frames come out in batches: all that one read completed. A batch knows its count and size without touching the frames,
so a topic that nobody looks at closely costs only the walk from header to header.
"""

from __future__ import annotations

import mmap
import sys
from collections.abc import Callable, Iterator, Sequence

from protocols.errors import FrameTooLargeError, RemoteProtocolError
from protocols.schema import Payload
from protocols.wording import ProtocolWording

MIN_BUFFER = 16 * 1024
MAX_BUFFER = 256 * 1024
# beyond this, receiving in place beats copying (measured: docs/measurements.md)
LONG_FRAME = 64 * 1024
# bytes offered for the next header when a long frame has just ended: few, so that little of the next frame is copied
HEADER_READ = 1024
# the newest frame, the one before it until it is delivered, the one under way, and one that a view still shows
RING_SIZE = 4
DEFAULT_LIMIT = 64 * 1024 * 1024
# After this many equal headers a run of them is searched for, at first one of as many: with fewer, the search would
# cost more than it saves.
MIN_RUN = 16
# headers whose length is remembered: sizes vary, but within a topic not by much
MAX_KNOWN_HEADERS = 1024


# A frame under way must move on by this much in this time. The slowest radio link that is of any use does that within
# the first second.
STALL_TIMEOUT_S = 10.0
STALL_BYTES = 16 * 1024


class FrameBatch:
    """The payloads of the frames that one read completed, oldest first.

    Short payloads are `bytes`, a long one is a read-only view. Every payload stays valid for as long as it is
    referenced.

    Attributes:
        count: the number of payloads.
        nbytes: the size of all payloads together.
        newest: the last payload.
    """

    __slots__ = ("_data", "_ends", "_starts", "count", "nbytes", "newest")

    def __init__(self, data: bytes | memoryview, starts: Sequence[int], ends: Sequence[int], nbytes: int) -> None:
        self._data = data
        self._starts = starts
        self._ends = ends
        self.count = len(starts)
        self.nbytes = nbytes
        self.newest = data[starts[-1] : ends[-1]]

    def __len__(self) -> int:
        return self.count

    def __iter__(self) -> Iterator[bytes | memoryview]:
        data = self._data
        for start, end in zip(self._starts, self._ends, strict=True):
            yield data[start:end]


class SingleFrame:
    """A batch of one frame.

    Attributes:
        newest: the payload.
    """

    __slots__ = ("newest",)

    count = 1

    def __init__(self, payload: bytes | memoryview) -> None:
        self.newest = payload

    def __iter__(self) -> Iterator[bytes | memoryview]:
        yield self.newest

    @property
    def nbytes(self) -> int:
        """The size of the payload in bytes."""
        return len(self.newest)


class FrameRing:
    """Memory for long frames, used again only when no view of it is left.

    A view, and all that was made of the view, holds a reference to the owner of the memory; when the last is gone, the
    owner's reference count says so. The owner is an `mmap` because the garbage collector clears a `BytesIO` in a
    reference cycle (an exception's traceback is enough), views or not, and Python 3.12 dies of that.

    Attributes:
        allocated: the number of times that new memory was taken because all memory of the ring was still viewed.
    """

    def __init__(self, size: int = RING_SIZE) -> None:
        self._owners: list[mmap.mmap] = []
        self._size = size
        self._free_count = self._count_of_free()
        self.allocated = 0

    @staticmethod
    def _count_of_free() -> int:
        probe = [object()]
        return sys.getrefcount(probe[0])

    def acquire(self, nbytes: int) -> memoryview:
        """Return `nbytes` of memory to write into, of which no view is left."""
        owners = self._owners
        free = [index for index in range(len(owners)) if sys.getrefcount(owners[index]) == self._free_count]
        for index in free:
            # memory much larger than asked for is given back: one huge frame must not cost its memory for ever
            if nbytes <= len(owners[index]) <= 4 * nbytes + MAX_BUFFER:
                return memoryview(owners[index])[:nbytes]
        # Zeros that nobody wrote are pages that the system has yet to provide, so a length that a peer only declares
        # costs nothing, nor does room for the next frame to be a little longer.
        owner = _new_memory(nbytes + nbytes // 4)
        if free:
            owners[free[0]] = owner
        elif len(owners) < self._size:
            owners.append(owner)
        else:
            self.allocated += 1
        return memoryview(owner)[:nbytes]


def _new_memory(nbytes: int) -> mmap.mmap:
    """Return memory of this process alone, all zeros, that belongs to no file."""
    if sys.platform == "win32":
        return mmap.mmap(-1, nbytes)
    return mmap.mmap(-1, nbytes, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)


class FrameReader:
    """Reader that cuts a byte stream into length-prefixed frames.

    Use `receive_buffer` and `received` as asyncio's BufferedProtocol does, or `feed`. A header that `parse_header`
    refuses or that declares more than `limit` ends the stream: `error` is set, and the frames before it are still
    returned. Frames without a payload are passed over, unless `keep_empty`.

    Attributes:
        error: the reason why the stream can't be read on; the reader takes nothing more.
    """

    def __init__(
        self,
        header_size: int,
        parse_header: Callable[[bytes], int],
        limit: int = DEFAULT_LIMIT,
        *,
        keep_empty: bool = False,
    ) -> None:
        self._header_size = header_size
        self._keep_empty = keep_empty
        self._parse_header = parse_header
        self._limit = limit
        self._lengths: dict[bytes, int] = {}
        self._buffer = bytearray(MIN_BUFFER)
        self._end = 0
        self._needed = header_size
        self._ring = FrameRing()
        self._long: memoryview | None = None
        self._long_length = 0
        self._long_filled = 0
        self._after_long = False
        self.error: RemoteProtocolError | None = None

    @property
    def mid_frame(self) -> bool:
        """Whether a frame has begun that has not ended."""
        return self._long is not None or self._end > 0

    @property
    def pending(self) -> int:
        """The number of bytes received of the unfinished frame."""
        return self._long_filled if self._long is not None else self._end

    @property
    def allocated(self) -> int:
        """The number of long frames that got new memory because views still held the old."""
        return self._ring.allocated

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """Return the memory that the next bytes are to be written into, at least one byte; `hint` is not used."""
        del hint
        if self._long is not None:
            return self._long[self._long_filled :]
        view = memoryview(self._buffer)[self._end :]
        return view[:HEADER_READ] if self._after_long else view

    def received(self, nbytes: int) -> FrameBatch | None:
        """Account for `nbytes` written into the last `receive_buffer`; return the frames that they completed."""
        if self.error is not None:
            return None
        if self._long is not None:
            self._long_filled += nbytes
            return self._finish_long(self._long) if self._long_filled >= self._long_length else None
        self._end += nbytes
        if self._end < self._needed:
            return None
        filled = self._end == len(self._buffer)
        batch = self._cut()
        if filled and len(self._buffer) < MAX_BUFFER:
            # the peer sends faster than we read: larger reads make each frame cheaper
            larger = bytearray(2 * len(self._buffer))
            larger[: self._end] = memoryview(self._buffer)[: self._end]
            self._buffer = larger
        return batch

    def feed(self, data: Payload) -> Iterator[FrameBatch]:
        """Call `receive_buffer` and `received` in a loop over `data`, until its end or an error."""
        view = memoryview(data)
        while view and self.error is None:
            target = self.receive_buffer()
            count = min(len(target), len(view))
            target[:count] = view[:count]
            target.release()
            view = view[count:]
            batch = self.received(count)
            if batch is not None:
                yield batch

    def _cut(self) -> FrameBatch | None:
        header_size, end, lengths, keep_empty = self._header_size, self._end, self._lengths, self._keep_empty
        data = bytes(memoryview(self._buffer)[:end])
        starts: list[int] = []
        ends: list[int] = []
        position = nbytes = length = alike = 0
        header = b""
        while (start := position + header_size) <= end:
            if (seen := data[position:start]) != header:
                if (known := lengths.get(seen)) is None:
                    try:
                        known = self._learn(seen)
                    except RemoteProtocolError as error:
                        self.error = error
                        break
                header, length, alike = seen, known, 0
            elif (alike := alike + 1) == MIN_RUN:
                alike = 0
                stride = header_size + length
                if count := _count_run(data, header, position, stride):
                    behind = position + count * stride
                    if length or keep_empty:
                        starts.extend(range(start, behind + 1, stride))
                        ends.extend(range(position + stride, behind + 1, stride))
                        nbytes += count * length
                    position = behind
                    continue
            if start + length > end:
                break
            position = start + length
            if length or keep_empty:
                starts.append(start)
                ends.append(position)
                nbytes += length
        if starts:
            self._after_long = False
        if self.error is None:
            self._keep(data, position, length)
        return FrameBatch(data, starts, ends, nbytes) if starts else None

    def _keep(self, data: bytes, position: int, length: int) -> None:
        """Keep the unfinished frame at `position`; `length` is that of its payload, if its header is complete."""
        rest = self._end - position
        size = self._header_size + length if rest >= self._header_size else self._header_size
        if size > min(LONG_FRAME, len(self._buffer)):
            # with room for the next header: so a long frame behind a long one is received by one read, wholly in place
            self._long = self._ring.acquire(length + self._header_size)
            self._long_length = length
            self._long_filled = rest - self._header_size
            self._long[: self._long_filled] = memoryview(data)[position + self._header_size :]
            self._end = 0
            self._needed = self._header_size
            return
        if position and rest:
            self._buffer[:rest] = memoryview(data)[position:]
        self._end = rest
        self._needed = size

    def _finish_long(self, memory: memoryview) -> FrameBatch:
        length = self._long_length
        self._long = None
        self._after_long = length > LONG_FRAME
        self._end = self._long_filled - length
        self._buffer[: self._end] = memory[length : self._long_filled]
        if self._end == self._header_size and self._cut() is not None:
            # the header behind was that of an empty frame
            return FrameBatch(memory.toreadonly(), (0, length), (length, length), length)
        return FrameBatch(memory.toreadonly(), (0,), (length,), length)

    def _learn(self, header: bytes) -> int:
        length = self._parse_header(header)
        if length > self._limit:
            raise FrameTooLargeError(
                ProtocolWording.FRAME_TOO_LARGE(length_bytes=length, limit_bytes=self._limit),
                ProtocolWording.FRAME_TOO_LARGE_TIP(),
            )
        if len(self._lengths) >= MAX_KNOWN_HEADERS:
            self._lengths.clear()
        self._lengths[header] = length
        return length


def _count_run(data: bytes, header: bytes, position: int, stride: int) -> int:
    """Count the whole frames of `stride` bytes from `position` on that have this header, perhaps not all of them.

    Frames of a busy topic are often of one size. Comparing all their first header bytes at once, then all their second
    ones, and so on, takes a tenth of the time of looking at one frame after the other.
    """
    first = position
    block = MIN_RUN
    while count := min(block, (len(data) - position) // stride):
        behind = position + count * stride
        for offset in range(len(header)):
            if data[position + offset : behind : stride] != header[offset : offset + 1] * count:
                return (position - first) // stride
        position = behind
        # small blocks first: a run that soon ends must not cost a look at all the rest
        block *= 4
    return (position - first) // stride


class StallWatch:
    """Finds out whether the frame that a reader is receiving has stalled.

    Attributes:
        deadline: the time at which to call `check`; None while no frame is under way for longer than one read.
    """

    def __init__(self, reader: FrameReader) -> None:
        self.deadline: float | None = None
        self._reader = reader
        self._pending_at_check = 0

    def frame_completed(self) -> None:
        """Take notice that a frame was completed."""
        self.deadline = None

    def after_read(self, now: float) -> None:
        """Watch the frame that is under way after a read, if there is one."""
        if self.deadline is None and self._reader.mid_frame:
            self._begin(now)

    def check(self, now: float) -> str | None:
        """Say how little has come since the deadline was set, if the deadline has passed and that is too little."""
        if self.deadline is None or now < self.deadline:
            return None
        if not self._reader.mid_frame:
            self.deadline = None
            return None
        progress = self._reader.pending - self._pending_at_check
        if 0 <= progress < STALL_BYTES:
            return ProtocolWording.STALLED(progress_bytes=progress, stall_s=STALL_TIMEOUT_S)
        self._begin(now)
        return None

    def _begin(self, now: float) -> None:
        self.deadline = now + STALL_TIMEOUT_S
        self._pending_at_check = self._reader.pending
