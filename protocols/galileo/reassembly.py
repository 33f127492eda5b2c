"""Reassembly of binary datagrams: their index is found, gaps are counted, order is restored.

IndexDetector   finds out whether a robot puts an index before its bytes: the document says so, its sample clients don't
Reassembly      puts fragments into the order of their index, as far as waiting a moment restores it
FragmentJoiner  joins fragments to messages: a fragment shorter than those before it is the last of its message
Continuation    puts CONTINUATION frames before the frame that ends them
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from protocols.galileo.loss import IndexArrival, IndexTracker, LossMeter
from protocols.galileo.packets import FRAGMENT_SIZE, INDEX_COUNT, INDEX_SIZE

# the longest that a fragment waits for those before it: more than Wi-Fi repeats take, less than an eye sees
HOLD_S: Final = 0.1
MAX_HELD: Final = 256
MAX_HELD_BYTES: Final = 1024 * 1024
MAX_MESSAGE: Final = 16 * 1024 * 1024
# a message whose last fragment is full ends when nothing follows for this long
QUIET_S: Final = 0.05

# an index counts from the robot's answer on, so the first index that comes is small
_FIRST_INDEX: Final = 1024
_IN_A_ROW: Final = 3
# when frames are lost or overtake each other, this many different indices within this spread say the same
_ENOUGH: Final = 6
_SPREAD: Final = 64

_MAX_CONTINUED: Final = 1024 * 1024
_MAX_PARTS: Final = 4096
_CONTINUED_S: Final = 1.0


class Indexing(enum.Enum):
    """Whether a robot puts an index before the bytes of BINARY."""

    AUTO = "auto"
    YES = "yes"
    NO = "no"


class IndexDetector:
    """Decides from the first frames whether a robot puts an index before its bytes; the decision stays.

    Attributes:
        decided: whether there is an index; None while that is undecided.
    """

    def __init__(self, indexing: Indexing = Indexing.AUTO) -> None:
        self.decided = {Indexing.AUTO: None, Indexing.YES: True, Indexing.NO: False}[indexing]
        self._seen: dict[int, bytes] = {}
        self._in_a_row = 0
        self._last = -2

    def observe(self, payload: bytes) -> bool | None:
        """Look at one more frame; return `decided`."""
        if self.decided is None:
            self.decided = self._judge(payload)
            if self.decided is not None:
                self._seen.clear()
        return self.decided

    def _judge(self, payload: bytes) -> bool | None:
        if len(payload) < INDEX_SIZE:
            return False
        index = int.from_bytes(payload[:INDEX_SIZE], "little")
        if index in self._seen:
            # the network may bring one frame twice; an index names only one
            return None if self._seen[index] == payload else False
        if index >= _FIRST_INDEX + len(self._seen):
            return False
        self._in_a_row = self._in_a_row + 1 if index == self._last + 1 else 1
        self._last = index
        self._seen[index] = payload
        if max(self._seen) - min(self._seen) > _SPREAD:
            return False
        return True if self._in_a_row >= _IN_A_ROW or len(self._seen) >= _ENOUGH else None


@dataclass(frozen=True, slots=True)
class Fragment:
    """The bytes of one datagram.

    Attributes:
        index: the index of the fragment; None where it has none, or where that is not known yet: then an index may
            still stand before the bytes.
        gap: the number of fragments before this one that are missing and no longer awaited.
    """

    payload: bytes
    index: int | None = None
    gap: int = 0


class Reassembly:
    """Takes the payloads of BINARY frames of one session, and gives fragments in order.

    A fragment that others overtook is awaited for at most `HOLD_S`; a fragment that comes later still is counted and
    not given.

    Attributes:
        tracker: counts gaps, duplicates and fragments out of order.
        deadline: the time at which to call `expire`; None while nothing waits.
        too_late: the number of fragments that came after they had been given up.
    """

    def __init__(self, indexing: Indexing = Indexing.AUTO, hold_s: float = HOLD_S) -> None:
        self.tracker = IndexTracker()
        self.deadline: float | None = None
        self.too_late = 0
        self._detector = IndexDetector(indexing)
        self._hold_s = hold_s
        self._loss = LossMeter()
        self._undecided: list[int] = []
        # position -> payload and when it came, in the order in which they came
        self._held: dict[int, tuple[bytes, float]] = {}
        self._held_bytes = 0
        self._next: int | None = None

    @property
    def indexed(self) -> bool | None:
        """Whether the robot sends an index; None while that is not known."""
        return self._detector.decided

    @property
    def held(self) -> int:
        """The number of fragments that wait for others."""
        return len(self._held)

    def loss(self, now: float) -> float | None:
        """The fraction of fragments lost on their way here, over the last two minutes; None if it can't be known."""
        return self._loss.fraction(now)

    def add(self, payload: bytes, now: float) -> list[Fragment]:
        """Take a payload; return the fragments that can be given now."""
        before = self._detector.decided
        indexed = self._detector.observe(payload)
        if not indexed:
            if indexed is None:
                self._remember(payload)
            return [Fragment(payload)]
        if before is None:
            self._catch_up(now)
        if len(payload) < INDEX_SIZE:
            return []
        return self._in_order(int.from_bytes(payload[:INDEX_SIZE], "little"), payload[INDEX_SIZE:], now)

    def expire(self, now: float) -> list[Fragment]:
        """Return the fragments that have waited long enough for others."""
        given: list[Fragment] = []
        while self.deadline is not None and self.deadline <= now:
            given.extend(self._give_up())
            self._set_deadline()
        return given

    def _remember(self, payload: bytes) -> None:
        """Keep a number that may turn out to be an index, for the figures."""
        self._undecided.append(int.from_bytes(payload[:INDEX_SIZE], "little"))
        # only duplicates can make it long
        del self._undecided[:-MAX_HELD]

    def _catch_up(self, now: float) -> None:
        for index in self._undecided:
            self._track(index, now)
        self._undecided.clear()
        if self.tracker.newest is not None:
            self._next = self.tracker.newest + 1

    def _track(self, index: int, now: float) -> IndexArrival:
        expected, arrived = self.tracker.expected, self.tracker.arrived
        arrival = self.tracker.record(index)
        self._loss.count(now, expected=self.tracker.expected - expected, arrived=self.tracker.arrived - arrived)
        return arrival

    def _in_order(self, index: int, payload: bytes, now: float) -> list[Fragment]:
        arrival = self._track(index, now)
        if arrival is IndexArrival.DUPLICATE:
            return []
        position = self.tracker.position
        given: list[Fragment] = []
        if arrival is IndexArrival.RESTART:
            while self._held:
                given.extend(self._give_up())
            self._next = None
        if self._next is None:
            self._next = position
        if position < self._next:
            self.too_late += 1
            return given
        self._held[position] = (payload, now)
        self._held_bytes += len(payload)
        given.extend(self._ready(0))
        while len(self._held) > MAX_HELD or self._held_bytes > MAX_HELD_BYTES:
            given.extend(self._give_up())
        self._set_deadline()
        return given

    def _ready(self, gap: int) -> Iterator[Fragment]:
        """Yield the fragments that follow without a gap; the first is told the `gap` before it."""
        while self._next is not None and (held := self._held.pop(self._next, None)) is not None:
            self._held_bytes -= len(held[0])
            yield Fragment(held[0], self._next % INDEX_COUNT, gap)
            self._next += 1
            gap = 0

    def _give_up(self) -> list[Fragment]:
        """Stop waiting for the fragments that are missing before the first held one."""
        first = min(self._held)
        gap = first - (first if self._next is None else self._next)
        self._next = first
        return list(self._ready(gap))

    def _set_deadline(self) -> None:
        oldest = next(iter(self._held.values()), None)
        self.deadline = None if oldest is None else oldest[1] + self._hold_s


class FragmentJoiner:
    """Joins fragments to messages; fragments carry no sign of where a message ends.

    Both sample clients send full fragments and then one with the rest. So a shorter fragment ends a message, and so
    does silence. A message with a gap in it is dropped.

    Attributes:
        deadline: the time at which to call `expire`; None while no message is under way.
        dropped: the number of messages that were not whole, or too long.
    """

    def __init__(self, fragment_size: int = FRAGMENT_SIZE, limit: int = MAX_MESSAGE) -> None:
        self.deadline: float | None = None
        self.dropped = 0
        self._full = self._fragment_size = fragment_size
        self._limit = limit
        self._indexed = False
        self._parts: list[bytes] = []
        self._size = 0
        self._broken = False

    def add(self, fragment: Fragment, now: float) -> bytes | None:
        """Take a fragment; return the message that it ends, if it ends one."""
        if fragment.index is not None and not self._indexed:
            # fragments from before the index was known may still have it: they are longer, their message is not whole
            self._indexed = True
            self._full = self._fragment_size
            self._broken = self._broken or bool(self._parts)
        if fragment.gap:
            # the lost fragments may have been the end of one message and the beginning of the next
            self._broken = True
        self._full = max(self._full, len(fragment.payload))
        if not self._broken:
            self._parts.append(fragment.payload)
            self._size += len(fragment.payload)
            if self._size > self._limit:
                self._broken = True
                self._parts.clear()
        if len(fragment.payload) < self._full:
            return self._end()
        self.deadline = now + QUIET_S
        return None

    def expire(self, now: float) -> bytes | None:
        """Return the message that silence ended, if it ended one."""
        return self._end() if self.deadline is not None and now >= self.deadline else None

    def _end(self) -> bytes | None:
        message = None if self._broken else b"".join(self._parts)
        self.dropped += self._broken
        self._parts.clear()
        self._size = 0
        self._broken = False
        self.deadline = None
        return message


class ContinuationBuffer:
    """Collects CONTINUATION frames for the frame that ends them; off by default, since no known client sends any.

    Attributes:
        dropped: the number of frames that no other ended in time, or that were too many.
    """

    def __init__(self) -> None:
        self.dropped = 0
        self._parts: list[bytes] = []
        self._size = 0
        self._began = 0.0

    def add(self, payload: bytes, now: float) -> None:
        """Keep the payload of a CONTINUATION frame."""
        self._drop_old(now)
        if self._size + len(payload) > _MAX_CONTINUED or len(self._parts) >= _MAX_PARTS:
            self._drop()
        if not self._parts:
            self._began = now
        self._parts.append(payload)
        self._size += len(payload)

    def end(self, payload: bytes, now: float) -> bytes:
        """Return all kept payloads and that of the frame which ends them, joined."""
        self._drop_old(now)
        whole = b"".join((*self._parts, payload))
        self._parts.clear()
        self._size = 0
        return whole

    def _drop_old(self, now: float) -> None:
        if self._parts and now - self._began > _CONTINUED_S:
            self._drop()

    def _drop(self) -> None:
        self.dropped += len(self._parts)
        self._parts.clear()
        self._size = 0
