"""The tree of errors that protocol cores raise.

    ProtocolError
    ├── LocalProtocolError      our side broke the rules: a bug of ours, or a wrong request by our caller
    │   ├── UnknownFieldError   a field path that the schema does not have
    │   ├── EncodeError         a value that does not fit its schema; names the field
    │   ├── ProtoFileError      a .proto file that can't be used; names file and line
    │   ├── MessageFileError    a .msg or .srv file that can't be used; names file and line
    │   ├── GalileoLocalError   a request that Galileo UDP does not allow
    │   └── RosLocalError       a request that ROS 1 does not allow
    └── RemoteProtocolError     the peer broke the rules: close, tell the operator, perhaps try again
        ├── FrameTooLargeError  a declared length above the limit
        ├── DecodeError         a payload that does not fit its schema; names the field
        ├── DefinitionError     the text of a message definition that can't be used; names the line
        │   └── UndefinedTypeError    it names a type that nobody defines
        ├── GazeboError         Gazebo Classic transport
        │   ├── GazeboClosedError     the peer closed the link, which is routine
        │   └── GazeboRejectedError   the master closed the link before it greeted
        ├── GalileoError        a datagram that Galileo UDP does not allow
        ├── EngineError         an engine of NRP-core answered in a way that no engine should
        ├── UnknownPackError    an engine of NRP-core has no DataPack of that name
        └── RosRemoteError      a ROS 1 master or node broke the rules
            ├── RosClosedError        the peer closed the link, which is routine
            ├── RosRefusedError       the peer answered our connection header with an `error`
            └── RosFaultError         the peer answered a call with an XML-RPC fault

Each error says in a sentence what is wrong and, where there is one, gives the operator a tip; the sentences are in the
`wording` module of each package.
"""

from __future__ import annotations

from protocols.wording import ProtocolWording

# characters of a peer's words that are worth showing
MAX_QUOTED = 300


class ProtocolError(Exception):
    """Base of all protocol errors: a sentence for the operator and, where there is one, a tip."""

    def __init__(self, reason: str, tip: str = "") -> None:
        if type(self) is ProtocolError:
            raise TypeError("raise a subclass of ProtocolError")
        super().__init__(reason)
        self.reason = reason
        self.tip = tip


class LocalProtocolError(ProtocolError):
    """Our own side asked for something that the protocol does not allow."""


class UnknownFieldError(LocalProtocolError):
    """A field path names a field that the schema does not have."""


class EncodeError(LocalProtocolError):
    """A value does not fit the schema that it shall be sent by."""


class ProtoFileError(LocalProtocolError):
    """A .proto file of the operator's can't be used."""


class MessageFileError(LocalProtocolError):
    """A .msg or .srv file of the operator's can't be used."""


class RemoteProtocolError(ProtocolError):
    """The peer sent something that the protocol does not allow."""


class FrameTooLargeError(RemoteProtocolError):
    """A frame declares more bytes than the limit."""


class DecodeError(RemoteProtocolError):
    """A payload does not fit its schema."""


class DefinitionError(RemoteProtocolError):
    """The text of a message definition can't be used."""


class UndefinedTypeError(DefinitionError):
    """A message definition names a type that is not defined."""


class GazeboError(RemoteProtocolError):
    """A Gazebo Classic peer broke the rules of its transport."""


class GazeboClosedError(GazeboError):
    """A Gazebo Classic peer closed the link, as it does when it ends."""


class GazeboRejectedError(GazeboError):
    """The Gazebo master closed the link before it greeted."""


class GalileoError(RemoteProtocolError):
    """A datagram is not one that the protocol allows: it is counted and passed over."""

    def __init__(self, reason: str, tip: str | None = None) -> None:
        super().__init__(reason, ProtocolWording.GALILEO_PEER_TIP() if tip is None else tip)


class GalileoLocalError(LocalProtocolError):
    """Our own side asked for something that Galileo UDP does not allow."""


class EngineError(RemoteProtocolError):
    """An engine answered in a way that no engine should."""


class UnknownPackError(RemoteProtocolError):
    """An engine has no DataPack of that name; the reason holds the engine's own words where it has any."""


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
