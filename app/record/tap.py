"""The tap: takes each delivery of each connection, and hands all of them to the thread that writes."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from itertools import repeat
from threading import Event
from typing import Any, Final, NamedTuple

from app.model.schema import Payload, Role, Schema
from app.model.topics import Delivery, Topic, TopicKey
from app.record.channels import ChannelTable

HAND_OVER_S: Final = 0.05
# what waits to be written; more is dropped and counted
MAX_WAITING_BYTES: Final = 64 << 20
# the memory of longer messages is used again as soon as nobody holds it, so they are written at once
LONG_BYTES: Final = 256 * 1024
# about what the lists hold of a message beside its payload
EACH_BYTES: Final = 128

_LOGGER = logging.getLogger(__name__)


class HandedOver(NamedTuple):
    """Messages of some time, oldest first: parallel lists of their channels, times, numbers and payloads.

    `nbytes` is about the memory that they take, `EACH_BYTES` of it each beside their payloads; `has_long` says that
    some are long.
    """

    channels: list[int]
    times_ns: list[int]
    numbers: list[int]
    payloads: list[Payload]
    nbytes: int
    has_long: bool = False


class RecordTap:
    """A tap for `TopicStore`. The link thread puts messages in, and the thread that writes takes what came.

    Lists change hands as a whole, so that there is nothing to lock. Images are left out, unless a recording wants them.

    Args:
        channels: gives channels their numbers.
        limit: the most bytes that wait to be written.

    Attributes:
        dropped: the number of messages that did not fit.
        long_came: set when a long message was taken.
        images: the channels of images that were ever wanted; it only grows.
    """

    def __init__(self, channels: ChannelTable, limit: int = MAX_WAITING_BYTES) -> None:
        self.dropped = 0
        self.long_came = Event()
        self.images: set[int] = set()
        self._channels = channels
        self._limit = limit
        # of what topics have noted, what is by another one is of another tap, or of before other images were chosen
        self._choice = object()
        self._wants_image: Callable[[TopicKey], bool] = _no_image
        self._waiting: deque[tuple[list[Any], int, bool]] = deque()
        # the link thread alone adds to the first, the thread that writes to the second
        self._given = self._taken = 0
        self._due_s = 0.0
        self._begin()

    def put(self, topic: Topic, delivery: Delivery) -> None:
        """Take the messages that a topic has just received."""
        # on the topic, which has just been written to: a table of 200 topics would be out of the cache
        choice, schema, number = topic.channel
        if choice is not self._choice or schema is not delivery.schema:
            number = self._learn(topic, delivery.schema)
        if not number:
            return
        if delivery.arrived_s >= self._due_s:
            self.hand_over(delivery.arrived_s)
        batch = delivery.payloads
        nbytes, count = batch.nbytes, batch.count
        size = nbytes + count * EACH_BYTES
        if size > self._room:
            self.dropped += count
            return
        self._room -= size
        if count == 1:
            self._rows += number, delivery.received_ns, topic.messages, batch.newest
        else:
            numbers = range(topic.messages - count + 1, topic.messages + 1)
            for row in zip(repeat(number), repeat(delivery.received_ns), numbers, batch, strict=False):
                self._rows += row
        if nbytes > LONG_BYTES:
            self._has_long = True
            self.hand_over(delivery.arrived_s)
            self.long_came.set()

    def hand_over(self, now_s: float) -> None:
        """Give what came to the thread that writes; call it by a timer too, for when nothing more comes."""
        self._due_s = now_s + HAND_OVER_S
        if self._rows:
            nbytes = self._room_at_first - self._room
            self._given += nbytes
            self._waiting.append((self._rows, nbytes, self._has_long))
        self._begin()

    def take_images(self, wanted: Callable[[TopicKey], bool] | None) -> None:
        """Take images of the topics that are wanted, from now on; None for none. In the link thread."""
        self._wants_image = wanted or _no_image
        self._choice = object()

    def take(self) -> HandedOver | None:
        """Return the oldest messages that wait, in the thread that writes; None if none do."""
        if not self._waiting:
            return None
        rows, nbytes, has_long = self._waiting.popleft()
        self._taken += nbytes
        return HandedOver(rows[::4], rows[1::4], rows[2::4], rows[3::4], nbytes, has_long)

    def channel_of(self, topic: Topic, schema: Schema) -> int:
        """Return the number of a topic's channel; 0 where it is not recorded; any thread."""
        choice, known, number = topic.channel
        if choice is self._choice and known is schema:
            return number
        if Role.IMAGE in schema.roles() and not self._wants_image(topic.key):
            return 0
        return self._channels.find(topic.key, schema.recorded())

    def _begin(self) -> None:
        # channel, time, number and payload of each message, one behind the other: one list is half the work of four
        self._rows: list[Any] = []
        # looked at once for all: what the thread that writes takes meanwhile only makes it more
        self._room = self._room_at_first = self._limit - (self._given - self._taken)
        self._has_long = False

    def _learn(self, topic: Topic, schema: Schema) -> int:
        try:
            is_image = Role.IMAGE in schema.roles()
            is_left_out = is_image and not self._wants_image(topic.key)
            number = 0 if is_left_out else self._channels.number_of(topic.key, schema.recorded())
            if is_image and number:
                self.images.add(number)
        except Exception:
            # a link must not break because of a schema that can't be described
            _LOGGER.exception("%s can't be recorded", topic.key.topic)
            number = 0
        topic.channel = self._choice, schema, number
        return number


def _no_image(_: TopicKey) -> bool:
    return False
