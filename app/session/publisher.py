"""The publisher of a topic, as views and commands use it."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from app.net.link_thread import LinkThread
from app.session.errors import translated_errors
from protocols.errors import LocalProtocolError

if TYPE_CHECKING:
    # not needed before there is a robot, and slow to load
    from app.connections.base import Message, Publisher

_LOGGER = logging.getLogger(__name__)


class PublisherHandle:
    """The publisher of one topic; every method may be called from any thread, and awaited on any loop.

    Args:
        on_sent: called with each message that is to be sent.
    """

    def __init__(
        self, publisher: Publisher, link: LinkThread, on_sent: Callable[[Message], None] | None = None
    ) -> None:
        self._publisher = publisher
        self._link = link
        self._on_sent = on_sent

    @property
    def topic(self) -> str:
        """The topic's full name."""
        return self._publisher.topic

    @property
    def type_name(self) -> str:
        """The type of its messages."""
        return self._publisher.type_name

    @property
    def subscribers(self) -> tuple[str, ...]:
        """The addresses of the subscribers."""
        return self._publisher.subscribers

    @property
    def dropped(self) -> int:
        """The number of messages that were dropped because subscribers were too slow."""
        return self._publisher.dropped

    def publish(self, value: Message) -> None:
        """Send a message soon. Raises SessionError if it is not of the type."""
        payload = self._encode(value)
        if self._on_sent is not None:
            self._on_sent(value)
        self._link.call(self._send, payload)

    def set_final_message(self, value: Message) -> None:
        """Set a message that is sent several times at the end: a stop message. Raises SessionError like `publish`."""
        self._link.call(self._publisher.set_final_message, self._encode(value))

    async def wait_for_subscriber(self, timeout_s: float) -> bool:
        """Wait for a subscriber; whether there is one within the time."""
        return await self._link.run(self._publisher.wait_for_subscriber(timeout_s))

    async def drain(self, timeout_s: float) -> bool:
        """Wait until all messages have arrived; whether they have within the time, as far as can be known."""
        return await self._link.run(self._publisher.drain(timeout_s))

    async def close(self) -> bool:
        """End publishing, after the final message; whether all messages have arrived, as far as can be known."""
        return await self._link.run(self._publisher.close())

    def _encode(self, value: Message) -> bytes:
        with translated_errors():
            return self._publisher.encode(value)

    def _send(self, payload: bytes) -> None:
        try:
            self._publisher.publish_encoded(payload)
        except LocalProtocolError as error:
            # the publisher was closed meanwhile
            _LOGGER.debug("%s was not sent: %s", self.topic, error.reason)
