"""Topics that we publish, in any protocol: a table by name, the links of subscribers, bounded send queues.

A receiver that does not read must never hold us up, nor fill our memory: each link has a queue of its own. It learns
from the adapter how much of what it gave has not left yet (`transport_holds`), and gives no more before that has
shrunk; so what waits, waits here, where it can still be dropped.
"""

from __future__ import annotations

import enum
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from typing import Any, Generic, TypeVar

from protocols.errors import LocalProtocolError
from protocols.wording import ProtocolWording

MAX_QUEUED = 1000
# a thousand images would be gigabytes
MAX_QUEUED_BYTES = 32 * 1024 * 1024
# bytes that the transport may hold before it gets more: enough to keep a fast link busy, few to wait behind
MAX_HELD_BYTES = 64 * 1024


class QueuePolicy(enum.Enum):
    """The treatment of messages that a subscriber is too slow for.

    Attributes:
        QUEUE: messages wait, in order; beyond the bound the oldest are dropped.
        NEWEST: only the newest message waits, and the transport gets it only while it holds nothing else: for commands,
            none of which may arrive after a newer one was given.
    """

    QUEUE = "queue"
    NEWEST = "newest"


class QueueingLink(ABC):
    """A link that frames are sent to."""

    @abstractmethod
    def queue(self, frame: bytes, *, urgent: bool = False) -> None:
        """Queue a frame to be sent."""


_Link = TypeVar("_Link", bound=QueueingLink)


class Fanout(Generic[_Link]):
    """One topic that we publish: the links of its subscribers, and the last message of each of its publishers.

    Attributes:
        topic: the full name of the topic, which the class of a protocol sets.
        policy: the treatment of messages that a subscriber is too slow for.
        dropped: the number of messages that subscribers were too slow for, of all links that there ever were.
        first_frame: makes the frame that every new subscriber gets first, in place of the last messages; None for none.
    """

    topic: str

    def __init__(self, policy: QueuePolicy = QueuePolicy.QUEUE) -> None:
        self.policy = policy
        self.dropped = 0
        self.first_frame: Callable[[], bytes] | None = None
        self._links: list[_Link] = []
        self._last: dict[Hashable, bytes] = {}

    @property
    def links(self) -> tuple[_Link, ...]:
        """The links of all subscribers, in the order in which they came."""
        return tuple(self._links)

    def send(self, publisher: Hashable, frame: bytes, *, urgent: bool = False) -> None:
        """Queue a frame for every subscriber, and keep it for subscribers that come later."""
        self._last[publisher] = frame
        for link in self._links:
            link.queue(frame, urgent=urgent)

    def remove_publisher(self, publisher: Hashable) -> None:
        """Remove a publisher that has ended: new subscribers no longer get its last message."""
        self._last.pop(publisher, None)

    def last_frame(self, publisher: Hashable) -> bytes | None:
        """The last frame of a publisher, None if it has sent none."""
        return self._last.get(publisher)

    def subscribe(self, link: _Link, *, latching: bool) -> None:
        """Add the link of a new subscriber; if `latching`, it gets the last messages at once."""
        self._links.append(link)
        if self.first_frame is not None:
            link.queue(self.first_frame(), urgent=True)
        elif latching:
            for frame in self._last.values():
                link.queue(frame)

    def unsubscribe(self, link: _Link) -> None:
        """Remove a link that has ended."""
        if link in self._links:
            self._links.remove(link)


class SendQueue:
    """The frames that wait for one link.

    Attributes:
        topic: the topic of the frames, which gives the policy and counts dropped frames too; None for none.
        dropped: the number of frames that the link was too slow for.
    """

    def __init__(self) -> None:
        self.topic: Fanout[Any] | None = None
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
        """Queue a frame; an urgent one takes the place of all that waits, and is sent whatever the transport holds."""
        if urgent and self._waiting:
            self._drop(len(self._waiting))
        elif self._waiting and self._newest_only:
            # an urgent frame goes first, whatever follows it
            self._drop(len(self._waiting) - self._urgent)
        self._waiting.append(frame)
        self._waiting_bytes += len(frame)
        self._urgent = self._urgent or urgent
        while len(self._waiting) > 1 and (len(self._waiting) > MAX_QUEUED or self._waiting_bytes > MAX_QUEUED_BYTES):
            self._drop(1)

    def transport_holds(self, nbytes: int) -> None:
        """Note how many bytes the adapter has yet to send."""
        self._held = nbytes

    def take(self) -> list[bytes]:
        """Return the bytes to write now, none while the transport holds enough."""
        if not self._waiting or (self._held and not self._urgent and self._held >= self._most_held):
            return []
        data = [self._waiting.popleft()]
        nbytes = len(data[0])
        if not self._urgent:
            while self._waiting and nbytes < MAX_HELD_BYTES:
                data.append(self._waiting.popleft())
                nbytes += len(data[-1])
        self._urgent = False
        self._waiting_bytes -= nbytes
        # until the adapter says otherwise
        self._held += nbytes
        return data

    def clear(self) -> None:
        """Remove all frames that wait."""
        self._waiting.clear()
        self._waiting_bytes = 0
        self._urgent = False

    @property
    def _newest_only(self) -> bool:
        return self.topic is not None and self.topic.policy is QueuePolicy.NEWEST

    @property
    def _most_held(self) -> int:
        """The number of bytes that the transport holds at the least when it gets no more."""
        return 1 if self._newest_only else MAX_HELD_BYTES

    def _drop(self, count: int) -> None:
        """Drop the oldest `count` frames that wait, but never an urgent one."""
        kept = [self._waiting.popleft()] if self._urgent and count < len(self._waiting) else []
        for _ in range(count):
            self._waiting_bytes -= len(self._waiting.popleft())
        self._waiting.extendleft(kept)
        self._urgent = bool(kept)
        self.dropped += count
        if self.topic is not None:
            self.topic.dropped += count


_Publication = TypeVar("_Publication", bound=Fanout[Any])


class PublicationTable(Generic[_Publication]):
    """Publications by their topics."""

    def __init__(self) -> None:
        self._by_topic: dict[str, _Publication] = {}

    def __iter__(self) -> Iterator[_Publication]:
        return iter(tuple(self._by_topic.values()))

    def get(self, topic: str) -> _Publication | None:
        """The publication of a topic, None if there is none."""
        return self._by_topic.get(topic)

    def add(self, publication: _Publication) -> None:
        """Add a publication. Raises LocalProtocolError if its topic is published already."""
        if publication.topic in self._by_topic:
            raise LocalProtocolError(ProtocolWording.PUBLISHED_ALREADY(topic=publication.topic))
        self._by_topic[publication.topic] = publication

    def remove(self, topic: str) -> None:
        """Remove a topic; its links are left to their owner."""
        self._by_topic.pop(topic, None)
