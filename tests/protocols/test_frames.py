from __future__ import annotations

import asyncio
import pickle
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from protocols import frames
from protocols.errors import FrameTooLargeError, RemoteProtocolError
from protocols.frames import (
    HEADER_READ,
    LONG_FRAME,
    MAX_BUFFER,
    MIN_BUFFER,
    RING_SIZE,
    STALL_BYTES,
    STALL_TIMEOUT_S,
    FrameReader,
    FrameRing,
    SingleFrame,
    StallWatch,
)
from protocols.wording import ProtocolWording
from tests.tools.sentences import tells

LIMIT = 8 * 1024 * 1024
LONG = 3 * LONG_FRAME

_CYCLE = bytes(range(251))


class BadHeaderError(RemoteProtocolError):
    pass


def parse_header(header: bytes) -> int:
    if header[-1] == 0xFF:
        raise BadHeaderError("no length")
    return int.from_bytes(header, "little")


def make_reader(limit: int = LIMIT, *, keep_empty: bool = False) -> FrameReader:
    return FrameReader(4, parse_header, limit, keep_empty=keep_empty)


def frame(payload: bytes) -> bytes:
    return len(payload).to_bytes(4, "little") + payload


def pattern(size: int, seed: int = 0) -> bytes:
    return (_CYCLE * (size // len(_CYCLE) + 2))[seed % len(_CYCLE) :][:size]


def read(reader: FrameReader, data: bytes) -> list[bytes | memoryview]:
    """Hand over `data` in as few reads as the buffers allow; as in asyncio, views live until the bytes are taken."""
    payloads: list[bytes | memoryview] = []
    while data:
        view = reader.receive_buffer()
        count = min(len(view), len(data))
        view[:count] = data[:count]
        batch = reader.received(count)
        data = data[count:]
        if batch is not None:
            assert (batch.count, len(batch)) == (len(list(batch)),) * 2
            assert batch.nbytes == sum(len(payload) for payload in batch)
            assert batch.newest == list(batch)[-1]
            payloads += batch
        assert batch is None or batch.count
    return payloads


def read_in(reader: FrameReader, chunks: Iterator[bytes] | list[bytes]) -> list[bytes]:
    return [bytes(payload) for chunk in chunks for payload in read(reader, chunk)]


def split(data: bytes, size: int) -> list[bytes]:
    return [data[start : start + size] for start in range(0, len(data), size)]


# frames, however they come


def test_frames_that_come_byte_by_byte_are_the_frames_that_were_sent() -> None:
    payloads = [b"a", b"bc", pattern(300), b"d"]

    assert payloads == read_in(make_reader(), split(b"".join(map(frame, payloads)), 1))


@pytest.mark.parametrize("size", [2, 3, 5, 7, 103, 1021, 20_011])
def test_frames_that_come_in_ragged_pieces_are_the_frames_that_were_sent(size: int) -> None:
    payloads = [pattern(length, length) for length in (1, 100, 5_000, 1, 30_000, LONG, 2, LONG_FRAME, 17, 100, 100)]

    assert payloads == read_in(make_reader(), split(b"".join(map(frame, payloads)), size))


def test_many_frames_of_one_read_are_one_batch() -> None:
    reader = make_reader()
    payloads = [pattern(size) for size in (10, 20, 30)]
    data = b"".join(map(frame, payloads))
    reader.receive_buffer()[: len(data)] = data

    batch = reader.received(len(data))

    assert batch is not None
    assert (payloads, 3, 60, payloads[-1]) == (list(batch), batch.count, batch.nbytes, batch.newest)


def test_a_batch_can_be_read_again() -> None:
    (batch,) = make_reader().feed(frame(b"one") + frame(b"two"))

    assert [b"one", b"two"] == list(batch) == list(batch)


def test_a_single_frame_is_a_batch_of_one() -> None:
    batch = SingleFrame(b"abc")

    assert (batch.count, batch.nbytes, batch.newest, list(batch)) == (1, 3, b"abc", [b"abc"])


def test_frames_without_a_payload_are_passed_over() -> None:
    data = frame(b"") * 50 + frame(b"x") + frame(b"") * 50 + frame(b"y") + frame(b"")

    assert read(make_reader(), data) == [b"x", b"y"]


def test_a_read_of_nothing_but_empty_frames_is_no_batch() -> None:
    reader = make_reader()

    assert read(reader, frame(b"") * 100) == []
    assert not reader.mid_frame


def test_frames_without_a_payload_are_messages_where_they_mean_something() -> None:
    data = frame(b"") * 50 + frame(b"x") + frame(b"") * 50 + frame(b"y") + frame(b"")
    expected = [b""] * 50 + [b"x"] + [b""] * 50 + [b"y", b""]

    assert read(make_reader(keep_empty=True), data) == expected
    assert read_in(make_reader(keep_empty=True), split(data, 3)) == expected


def test_a_header_may_be_split_anywhere() -> None:
    data = frame(b"first") + frame(b"second")
    for cut in range(1, len(data)):
        assert read_in(make_reader(), [data[:cut], data[cut:]]) == [b"first", b"second"]


@pytest.mark.parametrize("count", [1, 15, 16, 17, 31, 32, 33, 100, 1000])
def test_a_run_of_frames_of_one_size_ends_where_another_size_begins(count: int) -> None:
    payloads = (
        [pattern(12, index) for index in range(count)] + [b"another"] + [pattern(12, index) for index in range(40)]
    )

    assert payloads == read(make_reader(), b"".join(map(frame, payloads)))


def test_payloads_that_look_like_headers_are_payloads() -> None:
    payloads = [frame(b"12345678")[:8]] * 500

    assert payloads == read(make_reader(), b"".join(map(frame, payloads)))


def test_more_sizes_than_are_remembered_are_read_all_the_same() -> None:
    payloads = [pattern(size) for size in range(1, frames.MAX_KNOWN_HEADERS + 200)]
    reader = make_reader()

    assert payloads == read(reader, b"".join(map(frame, payloads)))
    assert len(reader._lengths) <= frames.MAX_KNOWN_HEADERS


def test_feed_takes_any_kind_of_bytes() -> None:
    data = frame(b"one") + frame(pattern(LONG))
    for made in (data, bytearray(data), memoryview(data)):
        assert [b"one", pattern(LONG)] == [bytes(payload) for batch in make_reader().feed(made) for payload in batch]


_SIZES = st.one_of(
    st.integers(0, 40),
    st.integers(0, 3_000),
    st.sampled_from(
        [MIN_BUFFER - 5, MIN_BUFFER - 4, MIN_BUFFER, LONG_FRAME - 4, LONG_FRAME - 3, LONG_FRAME, LONG_FRAME + 1]
    ),
    st.integers(LONG_FRAME, 2 * LONG_FRAME),
)


@settings(deadline=None)
@given(
    sizes=st.lists(st.tuples(_SIZES, st.integers(1, 40)), max_size=6),
    chunks=st.lists(st.integers(1, 100_000), min_size=1, max_size=20),
    last_kept=st.booleans(),
    keep_empty=st.booleans(),
)
def test_any_chunking_of_any_frames_gives_the_same_payloads(
    sizes: list[tuple[int, int]], chunks: list[int], *, last_kept: bool, keep_empty: bool
) -> None:
    sent = [
        pattern(size, index) for index, (size, count) in enumerate(sizes) for _ in range(count if size < 3_000 else 1)
    ]
    data = b"".join(map(frame, sent))
    reader = make_reader(keep_empty=keep_empty)
    received: list[bytes] = []
    kept: bytes | memoryview = b""
    position = turn = 0
    while position < len(data):
        # megabytes byte by byte would only take long
        chunk = max(chunks[turn % len(chunks)], len(data) // 3_000)
        for payload in read(reader, data[position : position + chunk]):
            received.append(bytes(payload))
            kept = payload if last_kept else b""
        position += chunk
        turn += 1

    assert [payload for payload in sent if payload or keep_empty] == received
    assert not kept or bytes(kept) == received[-1]
    assert not reader.mid_frame
    assert reader.pending == 0


# the end of a stream


def test_a_frame_over_the_limit_ends_the_stream() -> None:
    reader = make_reader(limit=100)

    assert read(reader, (101).to_bytes(4, "little")) == []
    assert isinstance(reader.error, FrameTooLargeError)
    assert tells(reader.error.reason, ProtocolWording.FRAME_TOO_LARGE, length_bytes=101, limit_bytes=100)


def test_a_frame_of_exactly_the_limit_is_taken() -> None:
    for size in (100, LONG):
        assert [pattern(size)] == read(make_reader(limit=size), frame(pattern(size)))


def test_frames_before_an_error_are_still_returned() -> None:
    reader = make_reader()

    payloads = read(reader, frame(b"one") + frame(b"two") * 30 + b"\xff" * 4 + frame(b"never"))

    assert [b"one", *[b"two"] * 30] == payloads
    assert isinstance(reader.error, BadHeaderError)


def test_an_error_behind_a_long_frame_keeps_that_frame() -> None:
    reader = make_reader()

    assert [pattern(LONG)] == read(reader, frame(pattern(LONG)) + b"\xff" * 4)
    assert isinstance(reader.error, BadHeaderError)


def test_nothing_is_taken_after_an_error() -> None:
    reader = make_reader()
    read(reader, b"\xff" * 4)
    error = reader.error

    assert read(reader, frame(b"late") * 100) == []
    assert list(reader.feed(frame(b"later"))) == []
    assert error is reader.error


def test_a_frame_under_way_is_known_by_its_bytes() -> None:
    reader = make_reader()
    assert (reader.mid_frame, reader.pending) == (False, 0)
    read(reader, frame(b"whole") + b"\x09")
    assert (reader.mid_frame, reader.pending) == (True, 1)
    read(reader, b"\0\0\0abc")
    assert (reader.mid_frame, reader.pending) == (True, 7)
    read(reader, b"defghi")
    assert (reader.mid_frame, reader.pending) == (False, 0)
    read(reader, frame(pattern(LONG))[:10_000])
    assert (reader.mid_frame, reader.pending) == (True, 9_996)


# memory


def test_a_long_frame_is_received_in_place() -> None:
    reader = make_reader()
    read(reader, frame(pattern(LONG))[:50])
    target = reader.receive_buffer()
    rest = pattern(LONG)[46:]
    target[: len(rest)] = rest

    batch = reader.received(len(rest))

    assert batch is not None
    (payload,) = batch
    assert isinstance(payload, memoryview)
    target[0] ^= 0xFF
    assert payload[46] == target[0]


def test_a_long_frame_is_offered_whole_with_the_next_header_and_no_more() -> None:
    reader = make_reader()
    read(reader, frame(pattern(LONG))[:50])

    assert len(reader.receive_buffer()) == LONG - 46 + 4


def test_a_long_payload_is_read_only() -> None:
    (payload,) = read(make_reader(), frame(pattern(LONG)))

    assert isinstance(payload, memoryview)
    assert payload.readonly


def test_a_long_frame_behind_a_long_one_is_received_wholly_in_place() -> None:
    reader = make_reader()
    read(reader, frame(pattern(LONG)) + frame(pattern(LONG))[:4])

    assert len(reader.receive_buffer()) == LONG + 4


def test_little_is_offered_behind_a_long_frame_so_that_little_of_the_next_is_copied() -> None:
    reader = make_reader()
    read(reader, frame(pattern(LONG)))
    assert len(reader.receive_buffer()) == HEADER_READ

    read(reader, frame(b"short"))
    assert len(reader.receive_buffer()) >= MIN_BUFFER


@pytest.mark.parametrize("seen", range(5))
def test_a_short_frame_behind_a_long_one_is_read_however_much_of_its_header_came_along(seen: int) -> None:
    reader = make_reader()
    following = frame(b"short") + frame(b"") + frame(pattern(LONG)) + frame(b"last")
    assert read(reader, frame(pattern(LONG)) + following[:seen]) == [pattern(LONG)]
    assert reader.mid_frame is (seen > 0)
    assert reader.pending == seen

    assert read(reader, following[seen:]) == [b"short", pattern(LONG), b"last"]
    assert not reader.mid_frame


def test_an_empty_frame_behind_a_long_one_is_passed_over() -> None:
    reader = make_reader()

    assert read(reader, frame(pattern(LONG)) + frame(b"") + frame(b"") + frame(b"x")) == [pattern(LONG), b"x"]
    assert not reader.mid_frame


@pytest.mark.parametrize("size", [1000, 1448, LONG + 4, LONG + 8, 10 * LONG])
def test_an_empty_frame_behind_a_long_one_is_not_lost_where_it_means_something(size: int) -> None:
    reader = make_reader(keep_empty=True)
    data = frame(pattern(LONG)) + frame(b"") + frame(b"") + frame(pattern(LONG, 7)) + frame(b"")

    assert read_in(reader, split(data, size)) == [pattern(LONG), b"", b"", pattern(LONG, 7), b""]
    assert not reader.mid_frame


class Holder:
    """Keeps what it is given and locks nothing, as QImage does."""

    def __init__(self, pixels: memoryview) -> None:
        self._pixels = pixels

    def seen(self) -> bytes:
        return bytes(self._pixels)


@pytest.mark.parametrize(
    "hold",
    [
        lambda view: view,
        lambda view: view[100:-100],
        lambda view: view[1:][1:][1:],
        memoryview,
        lambda view: view.cast("H"),
        lambda view: Holder(view[100:]),
        pickle.PickleBuffer,
    ],
    ids=["itself", "slice", "slice of slices", "copied view", "cast", "object that locks nothing", "foreign buffer"],
)
def test_memory_is_not_used_again_while_any_view_of_it_is_held(hold: object) -> None:
    assert callable(hold)
    reader = make_reader()
    (payload,) = read(reader, frame(pattern(LONG, 1)))
    held = hold(payload)
    del payload
    before = held.seen() if isinstance(held, Holder) else bytes(memoryview(held))

    for seed in range(2, 12):
        assert [pattern(LONG, seed)] == read(reader, frame(pattern(LONG, seed)))

    assert before == (held.seen() if isinstance(held, Holder) else bytes(memoryview(held)))
    assert reader.allocated == 0


def _address(view: memoryview) -> int:
    import ctypes

    return ctypes.addressof(ctypes.c_char.from_buffer(view))


def test_memory_is_used_again_when_all_views_of_it_are_gone() -> None:
    ring = FrameRing()
    view = ring.acquire(LONG)
    part, whole = view[10:20], view.toreadonly()
    first = _address(view)
    del view
    assert first != _address(ring.acquire(LONG))
    del part
    assert first != _address(ring.acquire(LONG))
    del whole
    assert first == _address(ring.acquire(LONG))


def test_a_released_view_holds_nothing() -> None:
    ring = FrameRing()
    first = _address(view := ring.acquire(LONG))
    view.release()

    assert first == _address(ring.acquire(LONG))


def test_new_memory_is_counted_only_when_all_of_the_ring_is_held() -> None:
    reader = make_reader()
    held = [read(reader, frame(pattern(LONG, seed))) for seed in range(RING_SIZE)]
    assert reader.allocated == 0

    held += [read(reader, frame(pattern(LONG, seed))) for seed in range(RING_SIZE, RING_SIZE + 2)]
    assert reader.allocated == 2

    assert [pattern(LONG, seed) for seed in range(RING_SIZE + 2)] == [bytes(payload) for (payload,) in held]
    del held
    read(reader, frame(pattern(LONG)))
    assert reader.allocated == 2


def test_a_stream_of_long_frames_needs_no_new_memory_while_the_newest_and_one_more_are_held() -> None:
    reader = make_reader()
    data = b"".join(frame(pattern(LONG, seed)) for seed in range(20))
    held: list[memoryview | bytes] = []
    newest: memoryview | bytes = b""
    while data:
        view = reader.receive_buffer()
        count = min(len(view), len(data))
        view[:count] = data[:count]
        batch = reader.received(count)
        data = data[count:]
        if batch is not None:
            newest = batch.newest
            held = held or [newest]

    assert reader.allocated == 0
    assert held == [pattern(LONG, 0)]
    assert newest == pattern(LONG, 19)


def test_a_frame_a_little_longer_than_the_last_needs_no_new_memory() -> None:
    ring = FrameRing()
    first = _address(ring.acquire(LONG))

    assert first == _address(ring.acquire(LONG + LONG // 10))


def test_the_memory_of_one_huge_frame_is_not_kept_for_small_ones() -> None:
    ring = FrameRing(size=1)
    ring.acquire(100 * LONG)
    ring.acquire(LONG)

    assert len(ring._owners[0]) < 2 * LONG


CYCLES_WITH_VIEWS = """
import gc
from protocols.frames import FrameReader, FrameRing

def in_a_list():
    held = [FrameRing().acquire(100_000)]
    held.append(held)

def in_a_traceback():
    try:
        view = FrameRing().acquire(100_000)
        raise ValueError
    except ValueError as error:
        caught = error

def with_the_ring():
    ring = FrameRing()
    ring.view = ring.acquire(100_000)
    ring.itself = ring

def with_the_reader():
    reader = FrameReader(4, lambda header: int.from_bytes(header, "little"))
    payload = bytes(100_000)
    held = [reader, *(batch.newest for batch in reader.feed(len(payload).to_bytes(4, "little") + payload))]
    held.append(held)

def beside_a_view_that_lives():
    held = [FrameRing().acquire(100_000)]
    held.append(held)
    return held[0][:3].toreadonly()

gc.disable()
for make in (in_a_list, in_a_traceback, with_the_ring, with_the_reader, beside_a_view_that_lives):
    view = make()
    assert gc.collect() > 0, make
    assert view is None or view == bytes(3), make
"""


def test_memory_in_a_reference_cycle_is_collected_without_harm_to_its_views() -> None:
    """In a process of its own: what goes wrong here ends the process, or is only complained of on standard error."""
    done = subprocess.run([sys.executable, "-c", CYCLES_WITH_VIEWS], check=False, capture_output=True, text=True)

    assert (done.returncode, done.stderr) == (0, "")


def test_the_ring_s_memory_outlives_the_reader() -> None:
    (payload,) = read(make_reader(), frame(pattern(LONG)))

    assert pattern(LONG) == bytes(payload)


def _resident_bytes() -> int:
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
def test_a_declared_length_takes_no_memory_before_the_bytes_come() -> None:
    declared = 64 * 1024 * 1024
    before = _resident_bytes()
    readers = [make_reader(limit=declared) for _ in range(4)]
    for reader in readers:
        read(reader, declared.to_bytes(4, "little") + b"ten bytes.")

    assert all(reader.pending == 10 for reader in readers)
    assert _resident_bytes() - before < declared // 4


def test_the_buffer_grows_while_the_peer_fills_it_and_no_further_than_the_limit() -> None:
    reader = make_reader()
    sizes = set()
    data = frame(pattern(100)) * 50_000
    for chunk in split(data, MAX_BUFFER):
        assert pattern(100) == read(reader, chunk)[-1]
        sizes.add(len(reader._buffer))

    assert max(sizes) == MAX_BUFFER
    assert len(make_reader()._buffer) == MIN_BUFFER


def test_a_peer_that_sends_little_keeps_the_buffer_small() -> None:
    reader = make_reader()
    for _ in range(1000):
        read(reader, frame(pattern(100)) * 3)

    assert len(reader._buffer) == MIN_BUFFER


async def test_asyncio_can_read_into_a_reader_s_memory() -> None:
    payloads = [pattern(size, size) for size in (1, 100, LONG, 20_000, LONG_FRAME, 50)] * 20 + [pattern(90)] * 20_000
    data = b"".join(map(frame, payloads))
    reader = make_reader()
    received: list[bytes] = []
    done = asyncio.Event()

    class Receiver(asyncio.BufferedProtocol):
        def get_buffer(self, sizehint: int) -> memoryview:
            return reader.receive_buffer(sizehint)

        def buffer_updated(self, nbytes: int) -> None:
            batch = reader.received(nbytes)
            received.extend(map(bytes, batch or ()))

        def connection_lost(self, exc: Exception | None) -> None:
            assert exc is None
            done.set()

    near, far = socket.socketpair()
    near.setblocking(False)
    with far:
        transport, _ = await asyncio.get_running_loop().create_connection(Receiver, sock=near)
        sending = asyncio.to_thread(far.sendall, data)
        await sending
    await done.wait()
    transport.close()

    assert payloads == received


LARGE = (1024 * 1024).to_bytes(4, "little")


class Watched:
    """A reader that is watched as a core does it."""

    def __init__(self) -> None:
        self.reader = FrameReader(4, lambda header: int.from_bytes(header, "little"))
        self.watch = StallWatch(self.reader)

    def receive(self, data: bytes, now: float) -> None:
        for _ in self.reader.feed(data):
            self.watch.frame_completed()
        self.watch.after_read(now)


def stalled(progress_bytes: int) -> str:
    return ProtocolWording.STALLED(progress_bytes=progress_bytes, stall_s=STALL_TIMEOUT_S)


def test_between_frames_nothing_is_awaited() -> None:
    watched = Watched()
    watched.receive(b"\x01\0\0\0x", 1.0)

    assert watched.watch.deadline is None
    assert watched.watch.check(1e9) is None


def test_a_frame_that_does_not_move_on_is_stuck() -> None:
    watched = Watched()
    watched.receive(LARGE + b"abc", 5.0)

    assert watched.watch.deadline == 5.0 + STALL_TIMEOUT_S
    assert watched.watch.check(5.0 + STALL_TIMEOUT_S - 0.001) is None
    assert watched.watch.check(5.0 + STALL_TIMEOUT_S) == ProtocolWording.STALLED(
        progress_bytes=0, stall_s=STALL_TIMEOUT_S
    )


def test_a_frame_that_drips_is_stuck() -> None:
    watched = Watched()
    watched.receive(LARGE, 0.0)
    for second in range(1, 10):
        watched.receive(b"x", float(second))

    assert watched.watch.check(STALL_TIMEOUT_S) == stalled(9)


def test_a_frame_that_moves_on_is_given_time_again() -> None:
    watched = Watched()
    watched.receive(LARGE, 0.0)
    watched.receive(bytes(STALL_BYTES), 9.0)

    assert watched.watch.check(STALL_TIMEOUT_S) is None
    assert watched.watch.deadline == 2 * STALL_TIMEOUT_S
    assert watched.watch.check(2 * STALL_TIMEOUT_S) == ProtocolWording.STALLED(
        progress_bytes=0, stall_s=STALL_TIMEOUT_S
    )


def test_the_end_of_a_frame_ends_the_watch() -> None:
    watched = Watched()
    watched.receive(b"\x02\0\0\0a", 0.0)
    watched.receive(b"b", 9.0)

    assert watched.watch.deadline is None


def test_an_empty_frame_that_came_in_parts_leaves_nothing_to_wait_for() -> None:
    watched = Watched()
    watched.receive(b"\0\0", 0.0)
    watched.receive(b"\0\0", 1.0)

    assert watched.watch.check(STALL_TIMEOUT_S) is None
    assert watched.watch.deadline is None
