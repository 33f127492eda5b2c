"""What is sent to many and waits for each of them: queues with a bound, whatever the protocol.

A receiver that does not read must never hold us up, nor fill our memory: each link has a queue of its own. It learns
from the adapter how much of what it gave has not left yet (`transport_holds`), and gives no more before that has
shrunk; so what waits, waits here, where it can still be dropped.
"""

from __future__ import annotations

import enum
from collections import deque
from collections.abc import Hashable
from typing import Generic, Protocol, TypeVar

MAX_QUEUED = 1000
# a thousand pictures would be gigabytes
MAX_QUEUED_BYTES = 32 * 1024 * 1024
# what the transport may hold before it gets more: enough to keep a fast link busy, little to wait behind
ENOUGH_HELD = 64 * 1024


class Policy(enum.Enum):
    """What becomes of messages that a subscriber is too slow for.

    Attributes:
        QUEUE: they wait, in order; beyond the bound the oldest are dropped.
        NEWEST: one waits, the newest, and only while the transport holds nothing is it given to it: for commands, none
            of which may come after a newer one was wanted.
    """

    QUEUE = "queue"
    NEWEST = "newest"


class Queueing(Protocol):
    """A link that frames are sent to."""

    def queue(self, frame: bytes, *, urgent: bool = False) -> None:
        """Have a frame sent."""


_Link = TypeVar("_Link", bound=Queueing)


class Fanout(Generic[_Link]):
    """One topic of ours: the links of its subscribers, and the last message of each of its publishers.

    Attributes:
        policy: what becomes of messages that a subscriber is too slow for.
        dropped: messages that subscribers were too slow for, of all links that there ever were.
        greeting: a frame that whoever comes gets first, and in place of the last messages; None for none.
    """

    def __init__(self, policy: Policy = Policy.QUEUE) -> None:
        self.policy = policy
        self.dropped = 0
        self.greeting: bytes | None = None
        self._links: list[_Link] = []
        self._last: dict[Hashable, bytes] = {}

    @property
    def links(self) -> tuple[_Link, ...]:
        """Those who have subscribed, in the order in which they came."""
        return tuple(self._links)

    def send(self, publisher: Hashable, frame: bytes, *, urgent: bool = False) -> None:
        """Queue a frame for every subscriber, and keep it for those who come later."""
        self._last[publisher] = frame
        for link in self._links:
            link.queue(frame, urgent=urgent)

    def forget(self, publisher: Hashable) -> None:
        """A publisher has ended: its last message is no longer given to those who come."""
        self._last.pop(publisher, None)

    def last_frame(self, publisher: Hashable) -> bytes | None:
        """The last frame of a publisher, None if there is none."""
        return self._last.get(publisher)

    def subscribe(self, link: _Link, *, latching: bool) -> None:
        """A link has asked for this topic; `latching`: it gets the last messages at once."""
        self._links.append(link)
        if self.greeting is not None:
            link.queue(self.greeting, urgent=True)
        elif latching:
            for frame in self._last.values():
                link.queue(frame)

    def unsubscribe(self, link: _Link) -> None:
        """A link has ended."""
        if link in self._links:
            self._links.remove(link)


class Source(Protocol):
    """Where frames come from; see Fanout."""

    policy: Policy
    dropped: int


class SendQueue:
    """The frames that wait for one link.

    Attributes:
        source: the topic that they are of, whose policy rules and who counts what is dropped; None for none.
        dropped: how many the link was too slow for.
    """

    def __init__(self) -> None:
        self.source: Source | None = None
        self.dropped = 0
        self._waiting: deque[bytes] = deque()
        self._waiting_bytes = 0
        self._urgent = False
        self._held = 0

    def __len__(self) -> int:
        return len(self._waiting)

    @property
    def is_drained(self) -> bool:
        """Whether all that was queued has left, as far as the adapter could tell."""
        return not self._waiting and not self._held

    def put(self, frame: bytes, *, urgent: bool = False) -> None:
        """Queue a frame; one that is urgent takes the place of all that waits, and is sent whatever is held."""
        if urgent:
            self._drop(len(self._waiting))
        elif self._newest_only:
            # one that is urgent goes first, whatever follows it
            self._drop(len(self._waiting) - self._urgent)
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)
        self._urgent = self._urgent or urgent
        while len(self._waiting) > 1 and (len(self._waiting) > MAX_QUEUED or self._waiting_bytes > MAX_QUEUED_BYTES):
            self._drop(1)

    def transport_holds(self, nbytes: int) -> None:
        """How many bytes the adapter was given that have not left."""
        self._held = nbytes

    def take(self) -> list[bytes]:
        """What to write now: nothing while the transport holds enough."""
        if not self._waiting or (not self._urgent and self._held >= (1 if self._newest_only else ENOUGH_HELD)):
            return []
        data = [self._waiting.popleft()]
        nbytes = len(data[0])
        if not self._urgent:
            while self._waiting and nbytes < ENOUGH_HELD:
                data.append(self._waiting.popleft())
                nbytes += len(data[-1])
        self._urgent = False
        self._waiting_bytes -= nbytes
        # until the adapter says otherwise
        self._held += nbytes
        return data

    def clear(self) -> None:
        """Forget all that waits."""
        self._waiting.clear()
        self._waiting_bytes = 0
        self._urgent = False

    @property
    def _newest_only(self) -> bool:
        return self.source is not None and self.source.policy is Policy.NEWEST

    def _drop(self, count: int) -> None:
        """Drop the oldest that wait, but for one that is urgent."""
        kept = [self._waiting.popleft()] if self._urgent and count < len(self._waiting) else []
        for _ in range(count):
            self._waiting_bytes -= len(self._waiting.popleft())
        self._waiting.extendleft(kept)
        self._urgent = bool(kept)
        self.dropped += count
        if self.source is not None:
            self.source.dropped += count
