"""Messages as they are delivered to the store and to sinks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from app.model.schema import Payload, Schema
from app.model.topics import Delivery
from protocols.protobuf.schema import RawProtobufSchema

SCHEMA: Final = RawProtobufSchema("test.Any")


class FakeBatch:
    """Messages that arrived together."""

    def __init__(self, payloads: Sequence[Payload]) -> None:
        self.count = len(payloads)
        self.nbytes = sum(len(payload) for payload in payloads)
        self.newest = payloads[-1]
        self._payloads = payloads

    def __iter__(self) -> Iterator[Payload]:
        return iter(self._payloads)


def delivery(
    *payloads: Payload, schema: Schema = SCHEMA, arrived_s: float = 0.0, received_ns: int = 0, sender: str = ""
) -> Delivery:
    """Payloads that arrived together."""
    return Delivery(FakeBatch(payloads), schema, arrived_s, received_ns, sender)
