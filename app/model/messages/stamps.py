"""The stamp of a message: the time that it is of by its own account."""

from __future__ import annotations

from app.model.schema import DecodeError, Payload, Schema


def stamp_s(schema: Schema, payload: Payload) -> float | None:
    """The stamp of a message in seconds; None where it has no stamp, or one that can't be read."""
    try:
        stamp_ns = schema.stamp_ns(payload)
    except DecodeError:
        return None
    return None if stamp_ns is None else stamp_ns / 1e9
