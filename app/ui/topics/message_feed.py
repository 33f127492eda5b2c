"""Messages on their way from the link thread to a view that reads a few times a second, of now and of the past."""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, Final

from app.model.topics import Delivery, Message, TopicKey

if TYPE_CHECKING:
    # importing it at run time would load every protocol before the first window is shown
    from app.session.topics import Topics

# two seconds of a flood of 10,000 a second: what a view has not read by then is history
MAX_WAITING_MESSAGES: Final = 20_000


class MessageFeed:
    """Bounded queue of messages; the newest win.

    Attributes:
        received: number of messages received.
        dropped: number of those that were dropped before they were read.
    """

    def __init__(self, max_waiting: int = MAX_WAITING_MESSAGES) -> None:
        self.received = 0
        self.dropped = 0
        self._waiting: deque[Message] = deque()
        self._max_waiting = max_waiting

    def put(self, delivery: Delivery) -> None:
        """Append messages; called in the link thread."""
        received_ns, schema, sender = delivery.received_ns, delivery.schema, delivery.sender
        for payload in delivery.payloads:
            self.received += 1
            # a view of the receive buffer would keep the whole buffer alive
            self._waiting.append(Message(bytes(payload), self.received, received_ns, schema, sender))
        surplus = len(self._waiting) - self._max_waiting
        for _ in range(surplus):
            try:
                self._waiting.popleft()
            except IndexError:
                # taken meanwhile by the reader
                break
            self.dropped += 1

    def take(self, count: int) -> list[Message]:
        """Remove and return at most `count` of the oldest messages, numbered from the first that was received."""
        messages: list[Message] = []
        while len(messages) < count and self._waiting:
            try:
                messages.append(self._waiting.popleft())
            except IndexError:
                break
        return messages

    @property
    def waiting(self) -> int:
        """Number of messages that wait."""
        return len(self._waiting)

    def clear(self) -> None:
        """Remove all waiting messages; they do not count as dropped."""
        self._waiting.clear()


class PastFeed:
    """Messages of a topic at the time that views show, while that is past; those of another time are dropped."""

    def __init__(self, topics: Topics, key: TopicKey) -> None:
        self._topics = topics
        self._key = key
        # the number of the jump after which they came, replaced together
        self._since = (-1, MessageFeed())

    def put(self, delivery: Delivery) -> None:
        """Append messages; called in the link thread."""
        if not self._topics.is_past(self._key):
            return
        jumps = self._topics.jumps
        if jumps != self._since[0]:
            self._since = jumps, MessageFeed()
        self._since[1].put(delivery)

    def since(self, jumps: int) -> MessageFeed | None:
        """Return the messages since a jump, by its number; None where there is none, or not yet."""
        known, feed = self._since
        return feed if known == jumps else None
