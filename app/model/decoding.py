"""The decoder of a topic whose bytes have no type: what the operator chose, and may choose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecoderChoice:
    """The decoder of one topic whose bytes have no type: what the operator chose, and may choose.

    Attributes:
        current: one of `offered`.
        offered: names that the operator understands: “bytes”, “JPEG”, “PNG”, “ROS 1”.
        typed: those of `offered` that need the name of a message type.
        type_name: the message type, where `current` needs one.
    """

    current: str
    offered: tuple[str, ...]
    typed: frozenset[str] = frozenset()
    type_name: str = ""
