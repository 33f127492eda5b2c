"""A protocol core for the tests of the adapters: what it says, and when, is up to the test."""

from __future__ import annotations

from collections import deque
from typing import Any

from app.net.tcp import Address


class FakeCore:
    """A core without a protocol. A subclass reads: `received`, `receive_eof`, `handle_deadline`.

    Attributes:
        local: its own end, as it was told.
        peer: the far end.
        made_at: when the link was made.
        outbox: what is to be written, until it is asked for.
        events: what its owner is to be told.
        deadline: when it wants to be woken.
        memory: what was received lies at its beginning.
    """

    def __init__(self, local: Address, peer: Address, now: float) -> None:
        self.local = local
        self.peer = peer
        self.made_at = now
        self.outbox: list[bytes] = []
        self.events: deque[Any] = deque()
        self.deadline: float | None = None
        self.memory = bytearray(1000)

    def receive_buffer(self, hint: int = -1) -> memoryview:
        del hint
        return memoryview(self.memory)

    def data_to_send(self, now: float) -> list[bytes]:
        del now
        data, self.outbox = self.outbox, []
        return data

    def next_event(self) -> Any:
        return self.events.popleft() if self.events else None

    def next_deadline(self) -> float | None:
        return self.deadline
