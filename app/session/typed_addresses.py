"""Addresses as people type them: split into kind, host and port, put together again, and completed.

`http://HOST:11311`, `ros://HOST` and `HOST:11311` mean a ROS 1 master; which words stand for which scheme, and which
port is usual, is in the records of the schemes. All of it works on text that is only half typed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Final

from app.connections.schemes import SCHEMES
from app.record.addresses import SCHEME as RECORDING_SCHEME
from app.record.addresses import is_recording
from app.session.errors import SessionError
from app.wording.session import SessionWording

MAX_PORT: Final = 65_535
# a host may be in brackets, and has no blank in it
_AUTHORITY: Final = re.compile(r"(?P<host>\[[^\]]*\]|[^:]*)(?::(?P<port>[^:]*))?")


@dataclass(frozen=True, slots=True)
class RobotKind:
    """A kind of robot, or of server that stands for one.

    Attributes:
        scheme: the scheme of its addresses.
        label: the kind in words.
        port: its usual port.
    """

    scheme: str
    label: str
    port: int


@dataclass(frozen=True, slots=True)
class AddressParts:
    """The parts of an address, each of them empty where it is not there.

    Attributes:
        scheme: in small letters.
        port: as it was typed.
        rest: path and options, with the sign that they begin with.
    """

    scheme: str = ""
    host: str = ""
    port: str = ""
    rest: str = ""


KINDS: Final = tuple(
    RobotKind(scheme.name, scheme.label, scheme.usual_port) for scheme in SCHEMES.values() if not scheme.is_file
)
# the variables of the environment with the address of a server, and the addresses that follow them
FOLLOWING: Final = tuple((scheme.variable, f"{scheme.name}:") for scheme in SCHEMES.values() if scheme.variable)


def kind_of(uri: str) -> str:
    """Return the kind of robot that an address is of, in words; empty for none that is known."""
    scheme = SCHEMES.get(split_address(uri).scheme)
    return scheme.label if scheme is not None else ""


def split_address(text: str) -> AddressParts:
    """Split an address into its parts; what can't be a port stays with the host."""
    text = text.strip()
    scheme, mark, behind = text.partition("://")
    if not mark:
        name, colon, behind = text.partition(":")
        if not colon or name.lower() not in SCHEMES:
            scheme, behind = "", text
        else:
            scheme = name
    elif re.search(r"[/?#:@\s]", scheme):
        # the sign stands in an option
        scheme, behind = "", text
    end = re.search(r"[/?#]", behind)
    authority, rest = (behind[: end.start()], behind[end.start() :]) if end is not None else (behind, "")
    found = _AUTHORITY.fullmatch(authority.strip())
    host, port = (found["host"], found["port"] or "") if found is not None else (authority.strip(), "")
    return AddressParts(scheme.strip().lower(), host.strip(), port.strip(), rest)


def join_address(parts: AddressParts) -> str:
    """Put an address together of its parts."""
    authority = f"{parts.host}:{parts.port}" if parts.port else parts.host
    if not parts.scheme:
        return f"{authority}{parts.rest}"
    if not authority and not parts.rest:
        # it follows the environment
        return f"{parts.scheme}:" if parts.scheme in SCHEMES else f"{parts.scheme}://"
    return f"{parts.scheme}://{authority}{parts.rest}"


def complete_address(text: str) -> str:
    """Return the address that a typed one stands for; one that says too little, or all, stays as it is."""
    parts = split_address(text)
    if parts.scheme in SCHEMES:
        return text.strip()
    if is_recording(text) and not parts.scheme:
        return f"{RECORDING_SCHEME}:{text.strip()}"
    servers = [scheme for scheme in SCHEMES.values() if not scheme.is_file]
    known = [scheme for scheme in servers if not parts.scheme or parts.scheme in scheme.aliases]
    usual = [scheme for scheme in known if str(scheme.usual_port) == parts.port]
    chosen = usual or (known if parts.scheme else [])
    if not chosen or not parts.host:
        return text.strip()
    return join_address(replace(parts, scheme=chosen[0].name, rest="" if parts.rest == "/" else parts.rest))


def is_kind_open(text: str) -> bool:
    """Whether an address names a host, and not what kind of robot or server is there."""
    parts = split_address(complete_address(text))
    return not parts.scheme and bool(parts.host)


def check_port(text: str) -> None:
    """Raise SessionError for an address whose port is a number that no port can have."""
    parts = split_address(text)
    port = "" if parts.scheme == RECORDING_SCHEME else parts.port
    if port.isascii() and port.isdigit() and not 1 <= int(port[:9]) <= MAX_PORT:
        raise SessionError(SessionWording.PORT_OUT_OF_RANGE(port=port[:20]), SessionWording.PORT_TIP())


def address_note(text: str) -> str:
    """Return what an operator should know of the way to an address before anything is sent there; most often empty."""
    scheme = SCHEMES.get(split_address(text).scheme)
    return scheme.note(text) if scheme is not None and scheme.note is not None else ""
