"""The tree of errors that protocol cores raise.

    ProtocolError
    ├── LocalProtocolError      our side broke the rules: a bug of ours, or a wrong request by our caller
    │   ├── UnknownFieldError   a field path that the schema does not have
    │   ├── EncodeError         a value that does not fit its schema; names the field
    │   ├── ProtoFileError      a .proto file that can't be used; names file and line
    │   └── MessageFileError    a .msg or .srv file that can't be used; names file and line
    └── RemoteProtocolError     the peer broke the rules: close, tell the operator, perhaps try again
        ├── FrameTooLargeError  a declared length above the limit
        ├── DecodeError         a payload that does not fit its schema; names the field
        ├── DefinitionError     the text of a message definition that can't be used; names the line
        │   └── UndefinedTypeError    a definition names a type that is not defined
        └── GazeboError         Gazebo Classic transport
            ├── GazeboClosedError     the peer closed the link, which is routine
            └── GazeboRejectedError   the master closed the link before it greeted

Each error says in a sentence what is wrong and, where there is one, gives the operator a tip.
"""

from __future__ import annotations


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
