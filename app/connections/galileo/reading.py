"""The decoding of a topic: texts teach their own schema, bytes are read by the decoder that the operator chose."""

from __future__ import annotations

import contextlib
import math
from collections.abc import Callable
from typing import Final

from app.connections.galileo.converters import readers_for
from app.connections.galileo.decoders import Decoder, Decoders, DecoderSelection
from protocols.errors import DecodeError
from protocols.galileo.json_schema import JsonSchema
from protocols.galileo.reassembly import Fragment, FragmentJoiner
from protocols.schema import Schema

# the first messages teach the schema, then one in each interval: learning costs several times as much as reading
TEACHERS: Final = 10
LEARN_INTERVAL_S: Final = 0.1

JSON_TYPE: Final = "JSON text"

Deliver = Callable[[bytes, Schema, str, float], None]


class TopicReader:
    """The reader of one topic: it makes messages with a schema of texts and fragments.

    Args:
        path: the topic.
        deliver: called with each message, its schema, the name of its type, and the time.

    Attributes:
        choice: the decoder of bytes; it may be changed at any time, and counts from the next fragment on.
        has_text, has_bytes: whether any text or any bytes came.
    """

    def __init__(self, path: str, decoders: Decoders, deliver: Deliver) -> None:
        self.choice = DecoderSelection()
        self.has_text = False
        self.has_bytes = False
        self._decoders = decoders
        self._deliver = deliver
        self._schema = JsonSchema(path)
        self._learned = 0
        self._learn_at = -math.inf
        self._read_as = self.choice
        self._decoder: Decoder = decoders.decoder(self.choice)
        self._joiner = FragmentJoiner()
        self._dropped = 0
        self._is_whole = True

    @property
    def deadline(self) -> float | None:
        """The time at which to call `expire`; None while no message is under way."""
        return self._joiner.deadline

    @property
    def dropped(self) -> int:
        """The number of messages that were not whole."""
        return self._dropped + self._joiner.dropped

    def reset(self) -> None:
        """Start anew for another session: a message that was under way does not go on."""
        self._dropped += self._joiner.dropped
        self._joiner = FragmentJoiner()
        self._is_whole = True

    def receive_text(self, payload: bytes, now: float) -> None:
        """Take a text that has come."""
        self.has_text = True
        if self._learned < TEACHERS or now >= self._learn_at:
            self._learn(payload, now)
        self._deliver(payload, self._schema, JSON_TYPE, now)

    def receive_bytes(self, fragment: Fragment, now: float, *, indexed: bool | None) -> None:
        """Take a fragment that has come; `indexed`: whether the robot sends an index, None while that is not known."""
        self.has_bytes = True
        if self._read_as != self.choice:
            self._read_as = self.choice
            self._decoder = self._decoders.decoder(self.choice)
            self.reset()
        decoder = self._decoder
        if not decoder.joined:
            self._give(fragment.payload, now)
            return
        if indexed is None:
            # its first bytes may be an index: no message is made of that
            self._is_whole = False
            return
        if not self._is_whole:
            self._is_whole = True
            fragment = Fragment(fragment.payload, fragment.index, fragment.gap + 1)
        if decoder.start and fragment.payload.startswith(decoder.start):
            self._end(now)
        message = self._joiner.add(fragment, now)
        if message is not None:
            self._give(message, now)

    def expire(self, now: float) -> None:
        """End the message under way if silence has lasted long enough."""
        if self._joiner.deadline is not None and now >= self._joiner.deadline:
            self._end(now)

    def _end(self, now: float) -> None:
        message = self._joiner.expire(math.inf)
        if message is not None:
            self._give(message, now)

    def _give(self, payload: bytes, now: float) -> None:
        self._deliver(payload, self._decoder.schema, self._decoder.schema.name, now)

    def _learn(self, payload: bytes, now: float) -> None:
        self._learn_at = now + LEARN_INTERVAL_S
        self._learned += 1
        # the fault is shown when somebody reads the text
        with contextlib.suppress(DecodeError):
            schema = self._schema.widened(payload)
            if schema is not self._schema:
                self._schema = schema.seen_as(readers_for(schema))
