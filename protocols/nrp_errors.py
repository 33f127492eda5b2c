"""The errors of NRP-core's protocols; the tree that they stand in is in `protocols.errors`."""

from __future__ import annotations

from protocols.errors import RemoteProtocolError


class EngineError(RemoteProtocolError):
    """An engine answered in a way that no engine should."""


class UnknownPackError(RemoteProtocolError):
    """An engine has no DataPack of that name; the reason holds the engine's own words where it has any."""
