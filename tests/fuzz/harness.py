"""What fuzzing one protocol has in common with fuzzing another.

An input is one byte that chooses what is fuzzed, then what that makes of the rest. A run ends with an error, and leaves
the input in a file `crash-…`, `timeout-…` or `oom-…`, when

- anything but a RemoteProtocolError comes out, or a promise of the protocol's own file is broken,
- an input takes more than 10 s,
- memory grows by more than 256 MiB after the start.

Such a file in place of the corpus is tried alone.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Protocol

import atheris  # type: ignore[import-untyped]

from protocols.errors import RemoteProtocolError
from protocols.frames import FrameBatch

MAX_GROWTH_BYTES = 256 * 1024 * 1024
# by then the corpus is read and every cache is full
WARM_UP_RUNS = 20_000
CHECK_EVERY_RUNS = 1000

Outcome = tuple[list[Any], str]


class Core(Protocol):
    """A core on a byte stream."""

    def receive_buffer(self, hint: int = -1) -> memoryview:
        """See app.net.tcp."""

    def received(self, nbytes: int, now: float) -> None:
        """See app.net.tcp."""

    def receive_data(self, data: bytes, now: float) -> None:
        """The two above in a loop."""

    def receive_eof(self, now: float) -> None:
        """See app.net.tcp."""

    def next_event(self) -> Any:
        """See app.net.tcp."""

    def next_deadline(self) -> float | None:
        """See app.net.tcp."""

    def handle_deadline(self, now: float) -> None:
        """See app.net.tcp."""


def sizes(seed: int) -> Iterator[int]:
    """Sizes of reads, without end."""
    while True:
        seed = (seed * 1103515245 + 12345) & 0x7FFF_FFFF
        yield 1 + (seed >> 8) % (1 << 1 + (seed >> 20) % 12)


def feed(core: Core, data: bytes, seed: int | None) -> Outcome:
    """What comes out of a core, and why it ended; whole without a seed, else in pieces."""
    reason = ""
    try:
        if seed is None:
            core.receive_data(data, 1.0)
        else:
            cuts = sizes(seed)
            while data:
                target = core.receive_buffer()
                count = min(len(target), len(data), next(cuts))
                target[:count] = data[:count]
                target.release()
                data = data[count:]
                core.received(count, 1.0)
    except RemoteProtocolError as error:
        reason = told(error)
    events: list[Any] = []
    while (event := core.next_event()) is not None:
        events.extend(map(bytes, event) if isinstance(event, FrameBatch) else [event])
    if not reason:
        end(core)
    return events, reason


def end(core: Core) -> None:
    """Let its time run out, and the link end."""
    deadline = core.next_deadline()
    try:
        core.handle_deadline(1.0 if deadline is None else deadline)
        core.receive_eof(2.0)
    except RemoteProtocolError as error:
        told(error)


def told(error: RemoteProtocolError) -> str:
    """The reason of an error, which must have one, and a tip."""
    assert error.reason
    assert error.tip
    return error.reason


class Memory:
    """Looks now and then whether the process has grown."""

    def __init__(self) -> None:
        self._runs = 0
        self._base = 0

    def look(self) -> None:
        """Count a run."""
        self._runs += 1
        if self._runs < WARM_UP_RUNS or self._runs % CHECK_EVERY_RUNS:
            return
        resident = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096
        self._base = self._base or resident
        assert resident - self._base < MAX_GROWTH_BYTES, f"grown by {resident - self._base:,} bytes"


def fuzz(targets: Sequence[Callable[[bytes], None]], write_seeds: Callable[[Path], None]) -> None:
    """Fuzz until told to stop; the first argument is the folder of the corpus, the others are libFuzzer's."""
    folder, *options = sys.argv[1:]
    memory = Memory()

    def run(data: bytes) -> None:
        if data:
            targets[data[0] % len(targets)](data[1:])
        memory.look()

    if Path(folder).is_file():
        run(Path(folder).read_bytes())
        return
    write_seeds(Path(folder))
    atheris.Setup([sys.argv[0], folder, "-timeout=10", "-rss_limit_mb=2048", "-max_len=4096", *options], run)
    atheris.Fuzz()
