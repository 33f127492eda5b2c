"""The errors of Galileo UDP, below RemoteProtocolError and LocalProtocolError."""

from __future__ import annotations

from protocols.errors import LocalProtocolError, RemoteProtocolError

GALILEO_PEER_TIP: str = "Something else than a Galileo robot may answer at this address."


class GalileoError(RemoteProtocolError):
    """A datagram is not one that the protocol allows: it is counted and passed over."""

    def __init__(self, reason: str, tip: str = GALILEO_PEER_TIP) -> None:
        super().__init__(reason, tip)


class GalileoLocalError(LocalProtocolError):
    """Our own side asked for something that Galileo UDP does not allow."""
