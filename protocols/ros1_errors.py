"""The errors of ROS 1, below RemoteProtocolError and LocalProtocolError.

RosRemoteError          a master or node broke the rules
├── RosClosedError      the peer closed the link, which is routine
├── RosRefusedError     the peer answered our connection header with an `error`
└── RosFaultError       the peer answered a call with an XML-RPC fault
RosLocalError           our side asked for something that ROS 1 does not allow
"""

from __future__ import annotations

from protocols.errors import LocalProtocolError, RemoteProtocolError

# characters of a peer's words that are worth showing
MAX_QUOTED = 300


class RosRemoteError(RemoteProtocolError):
    """A ROS 1 master or node broke the rules."""


class RosClosedError(RosRemoteError):
    """A node closed the link, as it does when it ends."""


class RosRefusedError(RosRemoteError):
    """A node refused the link, and said why."""


class RosFaultError(RosRemoteError):
    """A master or node answered a call with a fault; `code` is its number."""

    def __init__(self, reason: str, tip: str = "", code: int = 0) -> None:
        super().__init__(reason, tip)
        self.code = code


class RosLocalError(LocalProtocolError):
    """Our own side asked for something that ROS 1 does not allow."""


def printable(text: str, limit: int = MAX_QUOTED) -> str:
    """Return a peer's words fit to be shown: on one line, without control characters, not too long."""
    # characters that will be cut off are not looked at
    words = "".join(character if character.isprintable() else " " for character in text[: 4 * limit])
    words = " ".join(words.split())
    return words if len(words) <= limit and len(text) <= 4 * limit else words[:limit] + "…"
