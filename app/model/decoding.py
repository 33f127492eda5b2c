"""How bytes without a type are read: what the operator chose, and may choose."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DecoderChoice:
    """Of one topic.

    Attributes:
        current: one of `offered`.
        offered: names that the operator understands: “bytes”, “JPEG”, “PNG”, “ROS 1”.
        typed: those of them that need the name of a message type.
        type_name: that type, where `current` needs one.
    """

    current: str
    offered: tuple[str, ...]
    typed: frozenset[str] = frozenset()
    type_name: str = ""
