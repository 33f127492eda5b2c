"""Ways to give bytes to a stream core, and to take out what it has."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar

from hypothesis import strategies as st

_Event = TypeVar("_Event", covariant=True)  # noqa: PLC0105 - the name of a covariant type variable of tests


class Core(Protocol[_Event]):
    """What is fed."""

    def receive_buffer(self, hint: int = -1) -> memoryview: ...

    def received(self, nbytes: int, now: float) -> None: ...

    def receive_data(self, data: bytes, now: float) -> None: ...

    def next_event(self) -> _Event | None: ...


Feed = Callable[[Core[object], bytes, float], None]

# sizes of reads, taken in turn and over again
READS = st.lists(st.one_of(st.integers(1, 12), st.integers(1, 70_000)), min_size=1, max_size=30)


def chunks(data: bytes, sizes: Iterable[int]) -> Iterator[bytes]:
    """`data` cut into pieces of these sizes, over and over."""
    sizes = list(sizes)
    index = 0
    while data:
        size = sizes[index % len(sizes)]
        yield data[:size]
        data = data[size:]
        index += 1


def feed_in_place(core: Core[object], data: bytes, now: float, sizes: Iterable[int]) -> None:
    """Write into the core's own buffer, as a socket does, by reads of at most these sizes."""
    for chunk in chunks(data, sizes):
        rest = memoryview(chunk)
        while rest:
            target = core.receive_buffer()
            assert len(target) > 0
            count = min(len(target), len(rest))
            target[:count] = rest[:count]
            target.release()
            rest = rest[count:]
            core.received(count, now)


def feed_whole(core: Core[object], data: bytes, now: float) -> None:
    """All at once."""
    core.receive_data(data, now)


def feed_bytes(core: Core[object], data: bytes, now: float) -> None:
    """One byte at a time, into the core's own buffer."""
    feed_in_place(core, data, now, [1])


def feed_kilobytes(core: Core[object], data: bytes, now: float) -> None:
    """By reads of a usual size."""
    feed_in_place(core, data, now, [1448])


def events(core: Core[_Event]) -> list[_Event]:
    """All events that the core has now."""
    found = []
    while (event := core.next_event()) is not None:
        found.append(event)
    return found
